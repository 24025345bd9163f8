"""Random matches, every state of them checked. 20,000 for each number of players:

python -m galleria.testing malldesjahres --many 20000
"""

from collections.abc import Mapping
from typing import Any

import pytest
from year_table import GAME, shipped

from galleria.testing import Many, box_with, many


def run(players: int, games: int, changes: Mapping[str, Any] | None = None) -> Many:
    found = many(GAME, box_with(GAME, changes), players, games)
    assert found.failure == "", found.record
    assert found.most_legal <= GAME.max_legal
    return found


@pytest.mark.parametrize("players", GAME.players)
def test_the_published_box(players: int) -> None:
    found = run(players, 150)
    assert sum(found.ends.values()) == 150
    assert found.ends["last article"] > 0
    assert found.rounds > 150 * 32


OTHERS: list[Mapping[str, Any]] = [
    {"start_player": "first_seat", "start_player_moves": True, "focus_points": "pips", "feedback_supply": "box"},
    {"levels_cumulative": False, "level_reward": "first_time", "established": "while_enough_stores"},
    {"newcomers": "every_option", "free_roll": "all_dice", "after_failure": "draw_a_store"},
    {"anchors_and_counters": "beside_deck", "failed_card": "shuffled", "article_needs_established": False},
    {"blocked_check": "every_change", "after_release": "same_round", "red_die_closes": "at_next_check"},
    {"positive_feedback": "cancel", "negative_after_closure": "kept", "feedback_closes": "top_store"},
    {"positive_feedback": "unused", "newcomers": "every_option", "blocked_check": "every_change"},
]


@pytest.mark.parametrize("options", OTHERS, ids="-".join)
def test_the_other_ways_of_every_switch(options: Mapping[str, Any]) -> None:
    run(3, 30, {"options": options, "end": {"round_limit": 60}})


def test_a_low_stage_ends_many_random_matches() -> None:
    assert run(4, 60, {"end": {"stage": 2}}).ends["stage"] > 0


def test_small_supplies() -> None:
    """Piles run out, columns stay empty and are filled again, no feedback cards are left."""
    data = shipped().data
    few: dict[str, Any] = {
        "options": {"after_failure": "draw_a_store", "newcomers": "every_option", "feedback_supply": "box"},
        "end": {"round_limit": 80, "last_article": False},
        "store": {name: {"copies": int(name[-1] == "1")} for name in data.store},
        "food": {name: {"copies": int(name < "food_04")} for name in data.food},
        "anchor": {name: {"copies": int(name < "anchor_3")} for name in data.anchor},
        "article": {name: {"copies": int(name < "article_09")} for name in data.article},
        "feedback": {"negative": {"copies": 2}, "positive": {"copies": 3}},
    }
    run(4, 40, few)
