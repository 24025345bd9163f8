"""More than twenty thousand random matches, every state of them checked."""

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import explore
import numpy as np
import pytest
from hand_made import GAME, box_with

from galleria.core import seed_random
from galleria.core.compiled import Entry, Unit, load
from galleria.games.ginkgopolis.check import INVARIANTS

SUPPORT = Path(__file__).parent / "support"
UNIT = Unit(
    "explore-ginkgopolis",
    (Entry("explore", explore.explore, "void", explore.ARGUMENTS),),
    (SUPPORT, GAME.folder),
)


def run(
    players: int, games: int, box: str = "published", often: int = 7, seldom: int = 211, **options: Any
) -> Counter[str]:
    record = box_with(box, {"options": options} if options else None)
    buffers = [np.zeros(GAME.state.size, np.uint8) for _ in range(4)]
    s, hidden, world, dice = buffers
    seed_random(GAME.state.of(dice).rng, f"{players} {box} {sorted(options.items())}")
    facts = np.zeros(len(explore.FACTS), np.int64)
    arrays = [np.zeros(GAME.max_legal, np.int32), np.zeros(GAME.max_legal, np.int32), np.zeros(32, np.int32)]
    load(UNIT).explore(
        s, s, hidden, hidden, world, world, record.buffer(), dice, players, games, often, seldom, *arrays, facts
    )
    result = Counter(dict(zip(explore.FACTS, facts.tolist(), strict=True)))
    if result["failure"]:
        what, detail = explore.FAILURES[result["failure"]], result["detail"]
        broken = [name for i, name in enumerate(INVARIANTS) if detail >> i & 1] if "broken" in what else detail
        pytest.fail(f"{what}: {broken} in match {result['game']} after {result['decision']} decisions")
    assert result["longest"] < GAME.longest
    assert result["most legal"] <= GAME.max_legal
    return result


@pytest.mark.parametrize("box", ["published", "summary"])
@pytest.mark.parametrize("characters", ["draft", "beginner"])
@pytest.mark.parametrize("players", GAME.players)
def test_shipped_boxes(players: int, box: str, characters: str) -> None:
    facts = run(players, 1050, box, characters=characters)
    assert facts["by tiles"] > 0
    assert facts["by resources"] > 0 or players == 5  # where it is rare
    assert (facts["by Hal"] > 0) == (players == 1)
    assert (facts["refills"] > 0) == (players > 1)
    assert facts["reshuffles"] > 0


SWITCHES: list[Mapping[str, Any]] = [
    {"keep_letter_order": True},
    {"refill_timing": "end_of_round"},
    {"end_after_round": False},
    {"end_after_round": False, "refill_timing": "end_of_round", "overbuild_compensation": "builder"},
    {"returned_tile_sp": 3, "sole_player_takes_both": False, "characters_count_for_end_cards": False},
]


@pytest.mark.parametrize("options", SWITCHES, ids="-".join)
@pytest.mark.parametrize("players", GAME.players)
def test_switches(players: int, options: Mapping[str, Any]) -> None:
    run(players, 150, **options)
