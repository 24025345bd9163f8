"""Many random matches, every state of them checked."""

from collections.abc import Mapping
from typing import Any

import pytest
from ginkgo_witness import WITNESS
from hand_made import GAME

from galleria.testing import Many, box_with, many


def run(players: int, games: int, box: str = "published", **options: Any) -> Many:
    found = many(GAME, box_with(GAME, {"options": options}, box), players, games, witness=WITNESS)
    assert found.failure == "", found.record
    assert found.most_legal <= GAME.max_legal
    return found


@pytest.mark.parametrize("box", ["published", "summary"])
@pytest.mark.parametrize("characters", ["draft", "beginner"])
@pytest.mark.parametrize("players", GAME.players)
def test_shipped_boxes(players: int, box: str, characters: str) -> None:
    found = run(players, 400, box, characters=characters)
    assert found.ends["tiles"] > 0
    assert found.ends["resources"] > 0 or players in {1, 4, 5}  # where it is rare
    assert (found.ends["hal"] > 0) == (players == 1)
    assert (found.seen["refills"] > 0) == (players > 1)
    assert found.seen["reshuffles"] > 0


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
    run(players, 100, **options)
