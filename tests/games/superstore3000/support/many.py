"""Random matches, every state of them checked.

    python tests/games/superstore3000/support/many.py 20000

plays so many with each box and number of players, and says how large malls became.
"""

import sys
from collections import Counter
from pathlib import Path

import numpy as np
import store_explore
from superstore import GAME, file_with, shipped

from galleria.core import seed_random
from galleria.core.compiled import Entry, Unit, load
from galleria.games.superstore3000.box import limits
from galleria.games.superstore3000.check import INVARIANTS

SUPPORT = Path(__file__).parent
UNIT = Unit(
    "explore-superstore3000",
    (Entry("explore", store_explore.explore, "void", store_explore.ARGUMENTS),),
    (SUPPORT, GAME.folder),
)


def run(players: int, games: int, box: str = "published", often: int = 7, seldom: int = 307) -> Counter[str]:
    record = shipped(box).buf
    buffers = [np.zeros(GAME.state.size, np.uint8) for _ in range(4)]
    s, hidden, world, dice = buffers
    seed_random(GAME.state.of(dice).rng, f"{players} {box}")
    facts = np.zeros(len(store_explore.FACTS), np.int64)
    arrays = [np.zeros(GAME.max_legal, np.int32), np.zeros(GAME.max_legal, np.int32), np.zeros(40, np.int32)]
    load(UNIT).explore(s, s, hidden, hidden, world, world, record, dice, players, games, often, seldom, *arrays, facts)
    result = Counter(dict(zip(store_explore.FACTS, facts.tolist(), strict=True)))
    if result["failure"]:
        what, detail = store_explore.FAILURES[result["failure"]], result["detail"]
        broken = [name for i, name in enumerate(INVARIANTS) if detail >> i & 1] if "broken" in what else detail
        raise AssertionError(f"{what}: {broken} in match {result['game']} after {result['decision']} decisions")
    most = limits(file_with(name=box), players)
    assert result["longest"] <= GAME.longest
    assert result["most legal"] <= most.moves <= GAME.max_legal
    assert result["most turns"] <= most.turns
    assert result["most tiles"] <= most.tiles
    assert result["most places"] <= most.places
    assert result["highest floor"] <= most.floors
    assert result["first column"] <= -most.first_column
    assert result["last column"] <= most.last_column
    return result


if __name__ == "__main__":
    for name in GAME.boxes:
        for number in GAME.players:
            print(name, number, dict(run(number, int(sys.argv[1]), name)))  # noqa: T201 - that is what it is for
