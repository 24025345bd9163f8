"""The invariants: what check() says about states that cannot be."""

import random

import pytest
from hand_made import GAME, Table, card, shipped, situation, tile

from galleria.core import GalleriaError, Match
from galleria.games.ginkgopolis.check import INVARIANTS
from galleria.games.ginkgopolis.state import IN_HAND, NONE, State


def broken(table: Table) -> list[str]:
    code = GAME.check(table.s, table.box)
    return [name for i, name in enumerate(INVARIANTS) if code >> i & 1]


@pytest.mark.parametrize(
    ("edit", "named"),
    [
        ("s.seats[0].supply = 24", "every resource is in the supply, in a reserve or on a building"),
        ("s.seats[0].tiles = 3", "every tile is in exactly one place"),
        ("s.removed_count = 5", "every tile is in exactly one place"),
        ("s.constructed = 1", "the city has one floor per tile laid"),
        ("s.draw.cards[s.draw.n - 1], s.draw.n = -1, s.draw.n - 1", "every card is in exactly one place"),
        ("s.seats[0].hand[0] = 71", "every card is in exactly one place"),
        ("s.city[4].pawn = 1", "the cards in circulation are those of the buildings without a pawn"),
        ("s.token_x[3] = 1", "the tokens lie on different empty cells beside the city"),
        ("s.token_x[3] = 9", "the tokens lie on different empty cells beside the city"),
        ("s.seats[0].points = -1", "nothing is negative"),
        ("s.city[4].near[0] = 3", "neighbours know each other"),
        ("s.city[4].owner = 0", "every resource is in the supply, in a reserve or on a building"),
        ("s.city[4].height = 2", "what nobody owns has one floor"),
        ("s.city[0].top, s.city[1].top = s.city[1].top, s.city[0].top", "every tile is in exactly one place"),
        ("s.known[s.draw.cards[0]] = 1", "what observers know fits what is"),
        ("s.log.lost = 1", "no event was lost"),
        ("s.to_act = 0", "the phase fits those who are to act"),
        ("s.actor = 0", "the phase fits those who are to act"),
        ("s.seats[0].pick = 3", "the draft adds up"),
        ("s.triggers = 1", "the end triggers fit the situation"),
        ("s.players = 9", "every number is within its range"),
        ("s.supply.n = 61", "every number is within its range"),
        ("s.city[0].top = -1", "every number is within its range"),
        ("s.where[0] = -1", "every number is within its range"),
    ],
)
def test_what_is_broken_is_named(edit: str, named: str) -> None:
    table = situation()
    assert broken(table) == []
    exec(edit, {"s": table.s})  # noqa: S102 - one of the lines above
    assert named in broken(table)


def test_hands_are_full_before_choosing() -> None:
    table = situation()
    me = table.s.seats[0]
    c = me.hand[3]
    me.hand[3], me.hand_count = NONE, 3
    table.s.where[c] = table.s.where[table.s.draw.cards[0]]
    table.s.draw.cards[table.s.draw.n] = c
    table.s.draw.n += 1
    assert "hands are full before choosing" in broken(table)


def test_choices_have_to_be_payable() -> None:
    table = situation(hands={0: ["D"]}, tiles={0: ["red-9"]}, reserve={0: 1})
    table.play(0, "urbanize D with red-9")
    table.s.seats[0].reserve, table.s.seats[0].supply = 0, 25
    assert broken(table) == ["everything chosen can be paid"]
    table.s.seats[0].reserve, table.s.seats[0].supply = 1, 24
    table.s.seats[0].card = card("red-1") if table.s.where[card("red-1")] != IN_HAND else card("red-2")
    table.s.seats[0].tile = tile("red-10")
    assert broken(table) == ["everything chosen can be paid"]


def test_a_match_from_a_state() -> None:
    table = situation()
    match = Match.from_state(GAME, table.s, shipped("published"), names=["Ada", "Ben"])
    assert match.to_act == (0, 1)
    table.s.seats[0].points = -1
    with pytest.raises(GalleriaError, match="nothing is negative"):
        Match.from_state(GAME, table.s, shipped("published"))


def test_damaged_states_are_looked_at_without_falling() -> None:
    """Whatever the bytes, check() answers: it never looks outside of the state."""
    rng = random.Random("damage")
    whole = situation(players=4, tiles={0: ["red-9"], 2: ["blue-9", "blue-10"]}, reserve={0: 3}, draw=8).s.tobytes()
    box = GAME.box.of(shipped("published").buf.copy())
    found = 0
    for _ in range(1500):
        raw = bytearray(whole)
        for _ in range(rng.choice((1, 1, 2, 5))):
            raw[rng.randrange(len(raw))] = rng.choice((0, 1, 63, 127, 128, 255, rng.randrange(256)))
        found += GAME.check(State.of(raw), box) != 0
    assert found > 300
