"""The solitaire game against Hal: rules G101 to G107, example W29."""

from hand_made import GAME, Table, card, events, have, situation, tile

from galleria.core import Match
from galleria.games.ginkgopolis.state import IN_DISCARD, IN_TABLEAU, POINT, TOKEN


def solo(hal: str, mine: str = "yellow-1", **more: object) -> Table:
    usual = {"players": 1, "hands": {0: [mine], 1: [hal]}, "points": {0: 6}, "reserve": {1: 25}, "draw": 6}
    return situation(**usual | more)  # type: ignore[arg-type]


def test_setup() -> None:  # G101, G102
    table = Table.new(1)
    s = table.s
    me, hal = s.seats[0], s.seats[1]
    assert (me.reserve, me.tile_count, me.points, me.new_hands, me.characters) == (6, 6, 6, 0, 0)
    assert (hal.reserve, hal.supply, hal.points, hal.tile_count) == (25, 0, 0, 0)
    assert (me.hand_count, hal.hand_count, s.draw.n, s.first) == (3, 1, 14 - 4, 0)
    assert (s.supply.n, s.to_act, s.sides) == (45 - 6, 1, 2)


def test_the_player_does_not_see_hals_card() -> None:
    table = solo("F")
    seen = table.s.copy()
    GAME.hide(seen, table.box, 0)
    assert seen.seats[1].hand[0] == -1
    assert seen.where[card("F")] == -1


def test_w29_hal_urbanizes() -> None:  # G103, G105
    table = solo(
        "F",
        city={(3, -1): ("red-9", 2, 0, ""), (1, -1): ("blue-9", 1, 0, "")},
        tokens={"E": (3, 0)},
        reserve={0: 3, 1: 25},
        top=["yellow-15"],
    )
    happened = table.play(0, "exploit yellow-1")
    hal = table.s.seats[1]
    assert have(happened, events.REVEALED, who=1, a=card("F"), b=tile("yellow-15"))
    assert (table.s.phase, table.s.to_act, table.s.actor) == (TOKEN, 1, 1)
    assert table.building(2, -1) == {"top": "yellow-15", "height": 1, "owner": 1, "pawn": True}
    assert hal.reserve == 24
    before = table.s.seats[0].copy()
    happened = table.play(0, table.legal(0)[0])
    assert hal.points == 3
    gained = [(e.who, e.a, e.b) for e in happened if e.kind == events.GAINED]
    assert gained == [(1, POINT, 2), (1, POINT, 1)]
    assert (hal.tile_count, hal.reserve) == (0, 24)
    assert (table.s.seats[0].points, table.s.seats[0].tile_count) == (before.points, before.tile_count)
    assert table.place("F") == IN_DISCARD
    assert table.s.round == 2


def test_hal_constructs() -> None:  # G104
    table = solo("blue-9", city={(1, 1): ("blue-9", 3, 0, "")}, top=["red-4"])
    happened = table.play(0, "exploit yellow-1")
    hal, me = table.s.seats[1], table.s.seats[0]
    assert table.building(1, 1) == {"top": "red-4", "height": 4, "owner": 1, "pawn": True}
    assert (hal.reserve, hal.points) == (21, 0)  # neither colour nor number costs him anything
    assert (me.reserve, me.points) == (3, 6 + 1 + 3)  # compensation from the bank
    assert have(happened, events.COMPENSATED, who=0, a=3, c=-1)
    assert table.place("blue-9") == IN_TABLEAU + 1


def test_building_on_hal_pays_him_from_the_bank_in_every_box() -> None:  # G104, D2
    for box in ("published", "summary"):
        table = solo(
            "A", mine="blue-9", box=box, city={(1, 1): ("blue-9", 2, 1, "")}, tiles={0: ["blue-10"]},
            reserve={0: 3, 1: 23}, points={0: 0},
        )  # fmt: skip
        happened = table.play(0, "build on blue-9 with blue-10")
        assert have(happened, events.COMPENSATED, who=1, a=2, c=-1)
        assert table.s.seats[0].points == 0


def test_hals_cards_never_fire() -> None:  # G104
    table = solo("D", tableau={1: ["red-8", "yellow-8"]}, top=["red-4"])
    happened = table.play(0, "exploit yellow-1")
    happened += table.play(0, table.legal(0)[0])
    assert not have(happened, events.FIRED)
    assert table.s.seats[1].points == 1  # blue 2 beside D


def test_unused_cards_are_discarded() -> None:  # G102
    table = solo("blue-1")
    others = [c for c in table.hand(0) if c != "yellow-1"]
    happened = table.play(0, "exploit yellow-1")
    assert have(happened, events.HAND_DISCARDED, who=0, a=2)
    assert all(table.place(c) == IN_DISCARD for c in others)
    assert (table.s.seats[0].hand_count, table.s.seats[1].hand_count) == (3, 1)


def test_hal_cannot_pay() -> None:  # G106
    city = {(1, 1): ("blue-9", 20, 1, ""), (0, 1): ("blue-10", 3, 0, "")}
    table = solo("blue-10", city=city, reserve={1: 3})
    before = table.building(0, 1)
    supply = table.s.supply.n
    happened = table.play(0, "exploit yellow-1")
    assert have(happened, events.CANCELLED, who=1, a=card("blue-10"))
    assert have(happened, events.TRIGGERED, who=1, a=2)
    assert table.building(0, 1) == before
    assert table.s.supply.n == supply
    assert GAME.ends[table.s.over - 1] == "hal"
    assert table.place("blue-10") == IN_DISCARD


def test_hal_builds_on_his_own_with_what_stands_there() -> None:  # G53 for Hal
    city = {(1, 1): ("blue-9", 20, 1, ""), (0, 1): ("blue-10", 3, 0, "")}
    table = solo("blue-9", city=city, reserve={1: 5})
    table.play(0, "exploit yellow-1")
    assert table.building(1, 1)["height"] == 21
    assert table.s.seats[1].reserve == 4


def test_hal_without_resources_cannot_urbanize() -> None:  # G106
    table = solo("D", city={(1, 1): ("blue-9", 20, 1, ""), (0, 1): ("blue-10", 5, 1, "")}, reserve={1: 0})
    happened = table.play(0, "exploit yellow-1")
    assert have(happened, events.CANCELLED, who=1)
    assert table.s.over == 3


def test_no_refill() -> None:  # G106
    table = solo("blue-1", supply=1)
    happened = table.play(0, "exploit yellow-1")
    assert have(happened, events.BUILT, who=1)  # Hal takes the last tile
    assert have(happened, events.TRIGGERED, a=1)
    assert table.s.over == 2


def test_the_player_takes_the_last_tile() -> None:  # G106: Hal has nothing to build with
    table = solo("blue-2", mine="blue-1", supply=1)
    happened = table.play(0, "exploit blue-1")
    assert have(happened, events.CANCELLED, who=1, a=card("blue-2"), b=-1)
    assert table.s.over == 2
    assert table.place("blue-2") == IN_DISCARD


def test_the_players_resources_end_it_after_hals_turn() -> None:  # G106, G80
    city = {(1, 1): ("blue-9", 23, 0, "")}
    table = solo("red-1", mine="blue-1", city=city, tiles={0: ["blue-10"]}, reserve={0: 2, 1: 25})
    happened = table.play(0, "build on blue-1 with blue-10")
    assert have(happened, events.TRIGGERED, who=0, a=0)
    assert have(happened, events.BUILT, who=1)
    assert table.s.over == 1


def test_hal_scores_like_a_player_and_wins_ties() -> None:  # G107
    city = {(0, 0): ("red-9", 2, 1, ""), (1, 0): ("red-10", 1, 0, "")}
    table = solo("A", city=city, tableau={1: ["red-20", "red-8"]}, points={0: 0, 1: 0}, reserve={1: 23})
    assert table.score(1) == {"points": 0, "new hands": 0, "cards": 9, "districts": 3}
    table.s.seats[0].points = 12 - table.score(0)["districts"]
    out = [0] * 4
    mine, hals = (GAME.score(table.s, table.box, side, out) for side in range(2))
    assert sum(table.score(0).values()) == sum(table.score(1).values()) == 12
    assert mine < hals
    table.s.seats[0].points += 1
    assert GAME.score(table.s, table.box, 0, out) > hals


def test_a_player_may_be_called_hal() -> None:
    match = Match.new(GAME, 1, seed="1", names=["Hal"])
    assert match.names == ("Hal", "Hal 2")
    assert Match.parse(match.record()).names == match.names
