"""Random matches, every state of them checked; `support/many.py` plays more."""

import pytest
from many import run
from superstore import GAME


@pytest.mark.parametrize("box", GAME.boxes)
@pytest.mark.parametrize("players", GAME.players)
def test_everything_holds_in_random_matches(players: int, box: str) -> None:
    facts = run(players, 400, box)
    assert facts["by supply"] > 0
    assert facts["by attractions"] > 0 or (players, box) != (4, "published")  # random builders seldom come so far
    assert facts["choices"] > 0
    assert box != "published" or facts["passes"] == 0  # S22
