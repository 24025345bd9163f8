"""Thousands of random matches, every state of them checked.

    python tests/games/mallworld/test_many.py 20000

plays so many for each number of players, and prints what was seen.
"""

import sys
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from galleria.core import seed_random
from galleria.core.compiled import Entry, Unit, load

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parent / "support"))

import mall_explore
from mall_made import GAME, box_with

from galleria.games.mallworld.check import INVARIANTS

SUPPORT = Path(mall_explore.__file__).parent
UNIT = Unit(
    "explore-mallworld",
    (Entry("explore", mall_explore.explore, "void", mall_explore.ARGUMENTS),),
    (SUPPORT, GAME.folder),
)
PIECES = 32
"""Shop tiles beside those of the set-up, and customers (W74)."""


def run(players: int, games: int, often: int = 7, seldom: int = 211, **options: Any) -> Counter[str]:
    record = box_with({"options": options} if options else None)
    s, hidden, world, dice = (np.zeros(GAME.state.size, np.uint8) for _ in range(4))
    seed_random(GAME.state.of(dice).rng, f"{players} {sorted(options.items())}")
    facts = np.zeros(len(mall_explore.FACTS), np.int64)
    arrays = [np.zeros(GAME.max_legal, np.int32), np.zeros(GAME.max_legal, np.int32), np.zeros(64, np.int32)]
    load(UNIT).explore(
        s, s, hidden, hidden, world, world, record.buffer(), dice, players, games, often, seldom, *arrays, facts
    )
    result = Counter(dict(zip(mall_explore.FACTS, facts.tolist(), strict=True)))
    if result["failure"]:
        what, detail = mall_explore.FAILURES[result["failure"]], result["detail"]
        broken = [name for i, name in enumerate(INVARIANTS) if detail >> i & 1] if "broken" in what else detail
        pytest.fail(f"{what}: {broken} in match {result['game']} after {result['decision']} decisions")
    assert result["longest"] < GAME.longest
    assert result["most legal"] <= GAME.max_legal
    assert max(result["layouts"], result["rents"]) <= PIECES  # W74
    return result


@pytest.mark.parametrize("players", GAME.players)
def test_random_matches(players: int) -> None:  # W69 to W74
    facts = run(players, 400)
    assert facts["by rounds"] > 0
    assert facts["by customers"] > 0 or players == 3  # 32 customers, 30 spaces
    assert facts["by spaces"] > 0 or players > 3
    assert facts["reshuffles"] > 0
    assert facts["wasted cards"] > 0


@pytest.mark.parametrize("options", [{"red_orders_leave": "green_purchase"}, {"mirrored_patterns": False}], ids=str)
def test_switches(options: dict[str, Any]) -> None:
    run(4, 100, **options)


if __name__ == "__main__":
    for number in GAME.players:
        print(number, dict(run(number, int(sys.argv[1]), often=23, seldom=2001)))  # noqa: T201
