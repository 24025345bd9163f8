"""How many lines each game has, by what they are for: a table for docs/adding-a-game.md.

    python scripts/lines.py

Blank lines and those that hold nothing but a comment do not count, nor do drawings and catalogues of texts.
"""

import re
from collections import Counter
from pathlib import Path

from galleria.core import games

ROOT = Path(__file__).resolve().parent.parent
KINDS = ("state and rules", "check", "for bots", "box loading", "box", "view and words", "board and panels", "tests")
VIEW = {"view.py", "words.py", "text.py", "reasons.py"}
BOTS = {"value.py", "glance.py"}
COMMENT = {".py": r"\s*#", ".toml": r"\s*#", ".j2": r"\s*\{#.*#\}\s*$", ".css": r"\s*/\*.*\*/\s*$"}


def kind(path: Path) -> str:
    """What a file of a game is for; "" where it is not counted."""
    if path.suffix in {".j2", ".css"}:
        return "board and panels"
    if path.suffix == ".toml":
        return "box" if path.name == "box.toml" else ""
    if path.suffix != ".py":
        return ""
    if path.name in VIEW:
        return "view and words"
    return {"box.py": "box loading", "check.py": "check"}.get(path.name, "for bots" if path.name in BOTS else KINDS[0])


def lines(path: Path) -> int:
    empty = re.compile(COMMENT[path.suffix])
    return sum(bool(line.strip()) and not empty.match(line) for line in path.read_text(encoding="utf-8").splitlines())


def count(name: str, folder: Path) -> Counter[str]:
    found: Counter[str] = Counter()
    for path in folder.rglob("*"):
        if what := kind(path):
            found[what] += lines(path)
    tests = (ROOT / f"tests/games/{name}", folder.parent / "tests")
    found["tests"] = sum(lines(path) for place in tests for path in place.rglob("*.py"))
    return found


def main() -> None:
    print(f"| game | {' | '.join(KINDS)} |\n|---{'|---:' * len(KINDS)}|")
    for name, game in games().items():
        found = count(name, Path(game.folder))
        print(f"| {game.title} | {' | '.join(f'{found[what]:,}' if found[what] else '' for what in KINDS)} |")


if __name__ == "__main__":
    main()
