"""What nobody knows: the order of the face-down piles. Everything else lies open."""

import random

import pytest
from mall_table import GAME, shipped

from galleria.core import Match, seed_random


@pytest.mark.parametrize("players", GAME.players)
def test_every_seat_sees_the_same_of_every_order_of_the_piles(players: int) -> None:
    rng = random.Random(players)
    match = Match.new(GAME, players, box=shipped(), seed="hidden")
    box = GAME.box.of(shipped().buf.copy())
    orders = set()
    for number in range(120):
        if match.over:
            break
        if number % 20 == 0:
            for seat in range(-1, players):
                hidden = match.state.copy()
                GAME.hide(hidden, box, seat)
                seen = GAME.view(hidden, shipped(), seat)
                for world in range(3):
                    other = hidden.copy()
                    seed_random(other.rng, f"{number} {seat} {world}")
                    GAME.redeal(other, box, seat)
                    orders.add(bytes(card & 0x7F for card in other.stores.cards))
                    GAME.hide(other, box, seat)
                    assert other.tobytes() == hidden.tobytes()
                    assert GAME.view(other, shipped(), seat) == seen
        seat = match.to_act[0]
        match.play(seat, rng.choice(match.legal(seat)))
    assert len(orders) > 20


def test_redealing_keeps_what_is_in_each_pile() -> None:
    match = Match.new(GAME, 3, box=shipped(), seed="piles")
    box = GAME.box.of(shipped().buf.copy())
    before = match.state
    hidden = before.copy()
    GAME.hide(hidden, box, 1)
    seed_random(hidden.rng, "another")
    GAME.redeal(hidden, box, 1)
    for name in ("stores", "foods", "furnishings", "anchors"):
        one, other = (getattr(s, name) for s in (before, hidden))
        assert sorted(one.cards) == sorted(other.cards)
        assert one.n == other.n
    for seat in range(3):
        assert sorted(before.seats[seat].draw.cards) == sorted(hidden.seats[seat].draw.cards)
    assert list(before.display) == list(hidden.display)
    assert [before.seats[i].money.tolist() for i in range(3)] == [hidden.seats[i].money.tolist() for i in range(3)]
