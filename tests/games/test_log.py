"""The log tells everything: adding up its events gives the final score, and every point has its sentence."""

import random
import re
from collections import Counter

import pytest

from galleria.core import Match, find_game, games
from galleria.testing import Accounts


@pytest.mark.parametrize("name", sorted(games()))
def test_events_add_up_to_the_score_and_every_point_is_told(name: str) -> None:
    """Many random matches, over all boxes and numbers of players; `Game.points` and `goods` say which events count."""
    game = find_game(name)
    assert game.points is not None, "the game does not say which events bring points"
    assert (game.goods is None) == (game.holdings is None)
    rng = random.Random(name)
    for number in range(10):
        players = game.players[number % len(game.players)]
        box = list(game.boxes)[number % len(game.boxes)]
        match = Match.new(game, players, box=box, seed=f"log-{number}")
        accounts = Accounts(match)
        while not match.over:
            seat = rng.choice(match.to_act)
            match.play(seat, rng.choice(match.legal(seat)))
            assert list(accounts.wrong()) == [], match.record()
        sums = {side: Counter[str]() for side in range(match.state.sides)}
        for event in match.events:
            found = game.points(event)
            if found is None or found[1] == 0:
                continue
            source, points = found
            sums[event.who][source] += points
            if event.number == 0:  # what everybody begins with belongs to the set-up
                continue
            whole = " ".join(
                game.sentence(other, match.context) for other in match.events if other.number == event.number
            )
            assert match.names[event.who] in whole
            assert abs(points) == 1 or re.search(rf"\b{abs(points)}\b", whole), (points, whole)
        for score in match.scores():
            assert {source: sums[score.side][source] for source in game.sources} == score.parts
