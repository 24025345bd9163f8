"""What nobody knows: the order of the face-down piles, and what another player looks at. Everything else lies open."""

import random

import pytest
from year_table import FIVE, GAME, Table, name_of, shipped

from galleria.core import Match, seed_random
from galleria.games.malldesjahres.state import LOOKING, UNSEEN


@pytest.mark.parametrize("players", GAME.players)
def test_every_seat_sees_the_same_of_every_order_of_the_piles(players: int) -> None:
    rng = random.Random(players)
    match = Match.new(GAME, players, box=shipped(), seed="hidden")
    box = GAME.box.of(shipped().buf.copy())
    orders, looking = set(), 0
    for number in range(160):
        if match.over:
            break
        if number % 20 == 0 or (match.state.phase == LOOKING and looking < 4):
            looking += match.state.phase == LOOKING
            for seat in range(-1, players):
                hidden = match.state.copy()
                GAME.hide(hidden, box, seat)
                seen = GAME.view(hidden, shipped(), seat)
                for world in range(3):
                    other = hidden.copy()
                    seed_random(other.rng, f"{number} {seat} {world}")
                    GAME.redeal(other, box, seat)
                    assert other.drawn != UNSEEN
                    orders.add(bytes(card & 0x7F for card in other.stores.cards))
                    GAME.hide(other, box, seat)
                    assert other.tobytes() == hidden.tobytes()
                    assert GAME.view(other, shipped(), seat) == seen
        seat = match.to_act[0]
        match.play(seat, rng.choice(match.legal(seat)))
    assert len(orders) > 20
    assert looking > 0


def test_redealing_keeps_what_is_in_each_pile() -> None:
    match = Match.new(GAME, 3, box=shipped(), seed="piles")
    box = GAME.box.of(shipped().buf.copy())
    before = match.state
    hidden = before.copy()
    GAME.hide(hidden, box, 1)
    seed_random(hidden.rng, "another")
    GAME.redeal(hidden, box, 1)
    for name in ("stores", "anchors", "foods", "articles"):
        one, other = (getattr(s, name) for s in (before, hidden))
        assert sorted(one.cards) == sorted(other.cards)
        assert one.n == other.n
    for column in range(3):
        assert before.columns[column].tobytes() == hidden.columns[column].tobytes()
    for seat in range(3):
        assert before.seats[seat] == hidden.seats[seat]


def test_a_drawn_store_may_be_any_of_the_pile_for_the_others() -> None:
    table = Table()
    table.play("draw store")
    worlds = set()
    for seed in range(60):
        world = table.s.copy()
        GAME.hide(world, table.box, 1)
        seed_random(world.rng, str(seed))
        GAME.redeal(world, table.box, 1)
        worlds.add(name_of(world.drawn))
    assert len(worlds) > 20
    shown = table.play("cover column 1")
    assert all(event.visible(-1) for event in shown)


def test_cards_that_all_saw_going_to_the_bottom_are_known() -> None:
    table = Table()
    table.own(*FIVE)
    for name in ("anchor_4", "anchor_2"):
        table.turn()
        table.dice(1, 1, 1)
        table.next_card(name)
        table.play("draw anchor tenant", "end the turn")
    assert table.s.anchors_known == 2
    tops = set()
    for seed in range(40):
        world = table.s.copy()
        GAME.hide(world, table.box, 1)
        seed_random(world.rng, str(seed))
        GAME.redeal(world, table.box, 1)
        assert [name_of(card) for card in world.anchors.cards[:2]] == ["anchor_2", "anchor_4"]
        tops.add(world.anchors.cards[world.anchors.n - 1])
    assert len(tops) == 6
    for _ in range(6):  # draw all that nobody knows, then one that everybody knows
        table.turn()
        table.dice(1, 1, 1)
        table.play("draw anchor tenant", "end the turn")
    assert table.s.anchors_known == 8
    table.turn()
    happened = table.play("draw anchor tenant")
    assert name_of(happened[-1].a) == "anchor_4"
    assert table.s.anchors_known == 7
