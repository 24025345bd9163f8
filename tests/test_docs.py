"""What the documentation shows is what the code does."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("bench/*.md")])
TUTORIAL = ROOT / "docs/adding-a-game.md"
BLOCK = re.compile(r"^```(?:python|toml)\n# (\S+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)]+)\)", page.read_text()):
        path, _, heading = target.partition("#")
        if path.startswith(("http:", "https:", "mailto:")):
            continue
        found = page.parent / path if path else page
        if path != "bench/RESULTS.md":  # written by `make bench`
            assert found.exists(), f"{page.name} links to {target}"
        if heading:
            headings = re.findall(r"^#+ (.*)$", found.read_text(), re.MULTILINE)
            assert heading in {re.sub(r"[^\w -]", "", h).lower().replace(" ", "-") for h in headings}, target


def test_the_tutorial_shows_the_example_word_for_word() -> None:
    blocks = BLOCK.findall(TUTORIAL.read_text())
    assert len(blocks) > 12
    for file, code in blocks:
        assert code in (ROOT / "examples/connect_four" / file).read_text(), f"{file}:\n{code}"


def test_the_page_about_the_api_shows_the_bot_word_for_word() -> None:
    (code,) = (code for file, code in BLOCK.findall((ROOT / "docs/api.md").read_text()) if file == "bot.py")
    assert code == (ROOT / "examples/bot.py").read_text()


def test_the_tutorial_shows_every_entry_point() -> None:
    shown = "".join(code for _, code in BLOCK.findall(TUTORIAL.read_text()))
    for name in ("setup", "why_not", "legal", "play", "hide", "redeal", "score", "check", "value"):
        assert re.search(rf"^@rule(\(inline=True\))?\ndef {name}\(", shown, re.MULTILINE), name
