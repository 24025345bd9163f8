"""Random matches, every state of them checked."""

from collections.abc import Mapping
from typing import Any

import pytest
from mall_table import GAME, shipped

from galleria.testing import Many, box_with, many


def run(players: int, games: int, changes: Mapping[str, Any] | None = None) -> Many:
    found = many(GAME, box_with(GAME, changes), players, games)
    assert found.failure == "", found.record
    assert found.most_legal <= GAME.max_legal
    return found


@pytest.mark.parametrize("players", GAME.players)
def test_the_published_box(players: int) -> None:
    found = run(players, 100)
    assert found.ends == {"all branches": 100, "round limit": 0}


OTHERS: list[Mapping[str, Any]] = [
    {"start_player": "first_seat", "stage_counts": "stores", "taken_card": "above_row", "bank": "box"},
    {"squalor_acts": "every_bar", "acquisitions": "lying_and_one", "free_roll": "all_dice", "unpaid_fine": "debt"},
    {"occupied_branch": "second_card", "exchanged_card": "into_display", "inspect_stage": False},
    {"different_counters": True, "second_damage": "replaces", "damage_ended_by": "active_player"},
    {"water_change": "fewest", "change_money": False, "stagnation": "none", "rats_block": "settlement"},
    {"end_needs_anchors": True, "outbreak": "lying", "tie_break": "shared", "empty_anchor_areas_count": False},
    {"exchange_food_court": False, "exchange_triggers_damage": False, "water_counts_at_end": False},
]


@pytest.mark.parametrize("options", OTHERS, ids="-".join)
def test_the_other_ways_of_every_switch(options: Mapping[str, Any]) -> None:
    found = run(3, 20, {"options": {"round_limit": 60, **options}})  # some of them let random players play for ever
    assert found.ends["round limit"] > 0


def test_small_supplies() -> None:
    """Piles run out, slots stay empty and are filled again, the bank has nothing left."""
    few: dict[str, Any] = {
        "options": {"bank": "box", "occupied_branch": "second_card", "round_limit": 60},
        "store": {name: {"copies": int(name[-1] in "12")} for name in shipped().data.store},
        "food": {name: {"copies": int(name < "food_05")} for name in shipped().data.food},
        "furnishing": {name: {"copies": int(name < "furn_04")} for name in shipped().data.furnishing},
        "anchor": {name: {"copies": int(name < "anchor_4")} for name in shipped().data.anchor},
        "money": {str(n): {"copies": 4} for n in range(1, 5)},
    }
    run(4, 20, few)
