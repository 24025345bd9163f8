"""Random matches, every state of them checked."""

from typing import Any

import pytest
from mall_made import GAME
from mall_witness import WITNESS

from galleria.testing import Many, box_with, many

PIECES = 32
"""Shop tiles beside those of the set-up, and customers (W74)."""


def run(players: int, games: int, **options: Any) -> Many:
    found = many(GAME, box_with(GAME, {"options": options}), players, games, witness=WITNESS)
    assert found.failure == "", found.record
    assert found.most_legal <= GAME.max_legal
    assert max(found.seen["most layouts"], found.seen["most rents"]) <= PIECES  # W74
    return found


@pytest.mark.parametrize("players", GAME.players)
def test_random_matches(players: int) -> None:  # W69 to W74
    found = run(players, 400)
    assert found.ends["rounds"] > 0
    assert found.ends["customers"] > 0 or players == 3  # 32 customers, 30 spaces
    assert found.ends["spaces"] > 0 or players > 3
    assert found.seen["reshuffles"] > 0
    assert found.seen["wasted cards"] > 0


@pytest.mark.parametrize("options", [{"red_orders_leave": "green_purchase"}, {"mirrored_patterns": False}], ids=str)
def test_switches(options: dict[str, Any]) -> None:
    run(4, 100, **options)
