"""Random matches, every state of them checked, and how large malls become in them."""

import pytest
from store_witness import WITNESS
from superstore import GAME, file_with

from galleria.games.superstore3000.box import limits
from galleria.testing import box_with, many


@pytest.mark.parametrize("box", GAME.boxes)
@pytest.mark.parametrize("players", GAME.players)
def test_everything_holds_in_random_matches(players: int, box: str) -> None:
    found = many(GAME, box_with(GAME, name=box), players, 400, witness=WITNESS, seldom=307)
    assert found.failure == "", found.record
    assert found.ends["supply"] > 0
    assert found.ends["attractions"] > 0 or (players, box) != (4, "published")  # random builders seldom come so far
    assert found.seen["choices"] > 0
    assert box != "published" or found.seen["passes"] == 0  # S22
    most = limits(file_with(name=box), players)
    assert found.most_legal <= most.moves <= GAME.max_legal
    assert found.seen["turns"] <= most.turns
    assert found.seen["tiles"] <= most.tiles
    assert found.seen["places"] <= most.places
    assert found.seen["highest floor"] <= most.floors
    assert found.seen["first column"] <= -most.first_column
    assert found.seen["last column"] <= most.last_column
