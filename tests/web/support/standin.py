"""Bots for tests: any legal action, chosen by the seed. What they are given is kept in STANDIN_FOLDER, if that is set.

"fatal" kills its process the first time each seed is asked; "failing" raises; "cheating" gives an illegal action;
"slow" waits until the file `go` is in the folder.
"""

import json
import os
import signal
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import tally

from galleria.core import find_game, kernel

BOTS = dict.fromkeys(("easy", "normal", "hard", "fatal", "failing", "cheating", "slow", "deadly"), "")
FOLDER = Path(os.environ.get("STANDIN_FOLDER", "."))
GAME = tally.GAME


def prepare() -> None:
    """Nothing takes long here."""


def warm(game: str, progress: Callable[[int, int], None]) -> None:
    if game == "broken":
        raise RuntimeError("no compiler")
    if (FOLDER / "cold").exists():
        for done in range(3):
            progress(done, 3)
        while (FOLDER / "cold").exists():
            time.sleep(0.01)


def choose(game: str, hidden: bytes, box: bytes, seat: int, bot: str, seed: str) -> int:
    rules = GAME if game == GAME.name else find_game(game)
    if "STANDIN_FOLDER" in os.environ:
        line = json.dumps(
            {"hidden": hidden.hex(), "box": box.hex(), "seat": seat, "bot": bot, "seed": seed, "pid": os.getpid()}
        )
        with (FOLDER / "asked.jsonl").open("a") as asked:
            asked.write(line + "\n")
    if bot == "fatal" and not (FOLDER / f"died-{seed}").exists():
        (FOLDER / f"died-{seed}").touch()
        os.kill(os.getpid(), signal.SIGKILL)
    if bot == "deadly":
        os.kill(os.getpid(), signal.SIGKILL)
    if bot == "failing":
        raise RuntimeError("no idea")
    if bot == "cheating":
        return 10_000
    while bot == "slow" and not (FOLDER / "go").exists():
        time.sleep(0.01)
    out = np.zeros(rules.max_legal, np.int32)
    buf, packed = (np.frombuffer(data, np.uint8).copy() for data in (hidden, box))
    n = kernel(rules).legal(buf, packed, seat, out)
    return int(out[int(seed[:8], 16) % n])


@dataclass(frozen=True)
class Level:
    playouts: int


@dataclass(frozen=True)
class Analysis:
    action: int
    visits: int
    mean: float


def noted(**words: object) -> None:
    if "STANDIN_FOLDER" in os.environ:
        with (FOLDER / "asked.jsonl").open("a") as asked:
            asked.write(json.dumps({**words, "pid": os.getpid()}) + "\n")
    while (FOLDER / "wait").exists():
        time.sleep(0.01)


def analyse(
    game: str, hidden: bytes, box: bytes, seat: int, level: Level, seed: str, *, action: int | None = None
) -> list[Analysis]:
    """Prefers the last legal action; the first is worth nothing."""
    noted(do="analyse", hidden=hidden.hex(), box=box.hex(), seat=seat, seed=seed, action=action)
    out = np.zeros(GAME.max_legal, np.int32)
    buf, packed = (np.frombuffer(data, np.uint8).copy() for data in (hidden, box))
    n = kernel(GAME).legal(buf, packed, seat, out)
    rows = [Analysis(int(out[i]), level.playouts * (i == n - 1), i / n) for i in range(n)]
    return rows if action is None else [row for row in rows if row.action == action]


def chances(game: str, hidden: bytes, box: bytes, seat: int, playouts: int, seed: str) -> list[float]:
    """Everybody is as likely to win as anybody else."""
    noted(do="chances", hidden=hidden.hex(), box=box.hex(), seat=seat, seed=seed)
    sides = int(GAME.state.of(bytearray(hidden)).sides)
    return [1 / sides] * sides
