"""The three actions: rules 5 to 8, examples W4 to W15."""

import pytest
from hand_made import Table, card, events, have, points_of, situation, tile

from galleria.games.ginkgopolis.state import IN_DISCARD, IN_TABLEAU, POINT, RESOURCE, TILE


def w4(supply_left: int | None = None) -> Table:
    reserve = 0 if supply_left is None else 25 - supply_left
    return situation(
        city={(0, 0): ("red-5", 3, 1, "")},
        hands={0: ["red-5"], 1: ["A"]},
        tableau={0: ["red-1", "C14", "blue-2", "C01", "C02"], 1: ["C03", "C04", "C05"]},
        start={
            (-1, 1): "red-2", (0, 1): "blue-1", (1, 1): "blue-3", (-1, 0): "yellow-1", (0, 0): "red-5",
            (1, 0): "red-3", (-1, -1): "yellow-2", (0, -1): "yellow-3", (1, -1): "blue-4",
        },
        reserve={0: reserve},
        points={0: 3, 1: 3},
    )  # fmt: skip


def test_w4_exploit_a_building() -> None:  # G38, G39, G41, G42, G62
    table = w4()
    happened = table.round("exploit red-5", "exploit A")
    me = table.s.seats[0]
    assert (me.reserve, me.points, me.tile_count) == (3 + 1, 3 + 1, 0)
    assert have(happened, events.GAINED, who=0, a=RESOURCE, b=3, c=events.FROM_BUILDING, d=tile("red-5"))
    assert have(happened, events.FIRED, who=0, a=card("red-1"), b=1, c=0, d=0)
    assert have(happened, events.FIRED, who=0, a=72 + 13, b=0, c=0, d=1)
    assert not have(happened, events.FIRED, who=0, a=card("blue-2"))
    assert table.place("red-5") == IN_DISCARD
    assert table.building(0, 0) == {"top": "red-5", "height": 3, "owner": 1, "pawn": False}
    assert points_of(happened, 1) == 0


def test_w5_no_more_than_the_supply_has() -> None:  # G43
    table = w4(supply_left=2)
    happened = table.round("exploit red-5", "exploit A")
    me = table.s.seats[0]
    assert (me.supply, me.reserve, me.points) == (0, 25, 3 + 1)
    assert have(happened, events.GAINED, who=0, a=RESOURCE, b=2)
    assert have(happened, events.SHORT, who=0, a=RESOURCE, b=1, c=events.FROM_BUILDING)
    assert not have(happened, events.FIRED, who=0, a=card("red-1"))
    assert have(happened, events.SHORT, who=0, a=RESOURCE, b=1, c=events.FROM_CARD, d=card("red-1"))


@pytest.mark.parametrize(("answer", "resources", "tiles"), [("take a resource", 1, 1), ("take a tile", 0, 2)])
def test_w6_exploit_a_letter(answer: str, resources: int, tiles: int) -> None:  # G40, G41
    table = situation(hands={0: ["G"], 1: ["A"]}, tableau={0: ["C06", "C02", "C04"]}, points={0: 1})
    table.play(0, "exploit G")
    table.play(1, "exploit A")
    assert table.legal(0) == ["take a resource", "take a tile"]
    assert table.legal(1) == []
    table.play(0, answer)
    me = table.s.seats[0]
    assert (me.reserve, me.tile_count, me.points) == (resources, tiles, 1)
    assert table.token("G") == (1, -2)
    assert table.place("G") == IN_DISCARD
    assert table.legal(1) == ["take a resource", "take a tile"]


def test_a_letter_gives_what_there_is() -> None:
    """G43: what is used up cannot be taken, so nobody is asked where only one thing is left."""
    table = situation(hands={0: ["G"], 1: ["A"]}, reserve={0: 25}, tableau={0: ["C02", "C03", "C04"]})
    table.round("exploit G", "exploit A")
    assert table.s.seats[0].tile_count == 1
    assert table.s.to_act == 0b10
    table = situation(
        hands={0: ["G"], 1: ["A"]},
        supply=0,
        refilled=True,
        tableau={0: ["C02", "C03", "C04"], 1: ["C05", "C12", "C15"]},
    )
    table.round("exploit G", "exploit A")
    assert [table.s.seats[i].reserve for i in range(2)] == [1, 1]
    table = situation(
        hands={0: ["G"], 1: ["A"]}, supply=0, refilled=True, reserve={0: 25}, tableau={0: ["C02", "C03", "C04"]}
    )
    happened = table.round("exploit G", "exploit A")
    assert have(happened, events.SHORT, who=0, a=TILE, b=1, c=events.FROM_LETTER, d=6)
    assert not have(happened, events.GAINED, who=0)


def w7(**more: object) -> Table:
    usual = {
        "hands": {0: ["D"], 1: ["A"]},
        "tiles": {0: ["yellow-12"]},
        "reserve": {0: 1},
        "tableau": {0: ["C04", "C02", "C03"]},
    }
    return situation(**usual | more)  # type: ignore[arg-type]


def test_w7_urbanize() -> None:  # G45, G49, G50
    table = w7()
    happened = table.round("urbanize D with yellow-12", "exploit A")
    me = table.s.seats[0]
    assert table.building(2, 1) == {"top": "yellow-12", "height": 1, "owner": 0, "pawn": True}
    assert me.reserve == 0
    assert me.tile_count == 0  # the neighbour yields after the token has moved
    assert table.legal(0) == ["token to 2,2", "token to 3,1"]
    assert table.why(0, "token to 1,1") == "There is a building on this cell."
    assert table.why(0, "token to 2,0") == "There is a token on this cell already."
    assert table.why(0, "token to 3,2") == "The token goes to a cell next to the new building."
    assert table.why(0, "token to 2,1") == "There is a building on this cell."
    assert have(happened, events.URBANIZED, who=0, a=3, b=tile("yellow-12"), c=2, d=1)
    happened = table.play(0, "token to 3,1")
    assert (me.reserve, me.tile_count, me.points) == (0, 1, 0)
    assert have(happened, events.GAINED, who=0, a=TILE, b=1, c=events.FROM_NEIGHBOR, d=tile("blue-2"))
    steps = [e.kind for e in happened if e.kind in (events.TOKEN_MOVED, events.GAINED, events.DISCARDED)]
    assert steps == [events.TOKEN_MOVED, events.GAINED, events.DISCARDED]  # steps (4), (5) and (7) of G45
    assert table.token("D") == (3, 1)
    assert table.place("D") == IN_DISCARD
    assert table.s.urbanized == 1


def test_urbanize_needs_resource_and_tile() -> None:  # G44, G46
    table = w7(reserve={})
    assert table.why(0, "urbanize D with yellow-12") == "A new building needs one resource from your reserve."
    assert table.why(0, "urbanize D with yellow-13") == "You do not have this tile in your reserve."
    assert table.why(0, "urbanize A with yellow-12") == "This card is not in your hand."


def test_urbanize_beside_several_buildings() -> None:  # G50, D22
    table = situation(
        city={(2, 1): ("red-9", 2, 1, ""), (3, 0): ("yellow-9", 4, 1, "pawn")},
        tokens={"D": (3, 1)},
        hands={0: ["E"], 1: ["A"]},
        tiles={0: ["red-20"]},
        reserve={0: 1},
        tableau={0: ["C04", "C02", "C03"]},
    )
    # E (2, 0) lies beside red 9 (2 floors, north), yellow 9 (4 floors, east, a construction site), red 3 (1, west).
    table.round("urbanize E with red-20", "exploit A")
    happened = table.play(0, table.legal(0)[0])  # no empty cell beside it: D5, in test_tokens.py
    yields = [(e.a, e.b) for e in happened if e.kind == events.GAINED and e.c == events.FROM_NEIGHBOR]
    assert yields == [(RESOURCE, 2), (POINT, 4), (RESOURCE, 1)]


def test_w9_triggers_do_not_mix() -> None:  # G51, G62
    table = w7(
        tableau={0: ["red-1", "red-2", "C02", "C03", "C04"]},
        start={
            (-1, 1): "red-4", (0, 1): "blue-1", (1, 1): "blue-2", (-1, 0): "yellow-1", (0, 0): "red-5",
            (1, 0): "red-3", (-1, -1): "yellow-2", (0, -1): "yellow-3", (1, -1): "blue-3",
        },
    )  # fmt: skip
    table.round("urbanize D with yellow-12", "exploit A")
    happened = table.play(0, "token to 2,2")
    assert [e.a for e in happened if e.kind == events.FIRED and e.who == 0] == [card("red-2")]
    assert table.s.seats[0].reserve == 1


def w10(new: str, reserve: int = 1) -> Table:
    return situation(
        city={(1, 1): ("blue-8", 1, 0, "")},
        hands={0: ["blue-8"], 1: ["A"]},
        tiles={0: [new]},
        reserve={0: reserve},
        tableau={0: ["C01", "C06", "C08"]},
    )


def test_w10_build_on_your_own() -> None:  # G53, G58, G60, G61
    table = w10("blue-15")
    happened = table.round("build on blue-8 with blue-15", "exploit A")
    me = table.s.seats[0]
    assert table.building(1, 1) == {"top": "blue-15", "height": 2, "owner": 0, "pawn": True}
    assert (me.reserve, me.tile_count, me.points) == (0, 0, 0)
    assert table.place("blue-8") == IN_TABLEAU + 0
    assert have(happened, events.TABLEAU, who=0, a=card("blue-8"))
    assert have(happened, events.RETURNED, who=0, a=1)
    assert not have(happened, events.COMPENSATED)


def test_w10_another_colour_costs_one_more() -> None:  # G55, G60
    table = w10("red-15")
    assert table.why(0, "build on blue-8 with red-15") == "Another colour costs extra resources that you do not have."
    table = w10("red-15", reserve=2)
    table.round("build on blue-8 with red-15", "exploit A")
    assert table.s.seats[0].reserve == 0
    assert table.s.seats[0].supply == 25 - 2  # D11: the third one is back in the supply


def w11(box: str, points: int) -> Table:
    return situation(
        box=box,
        city={(1, 1): ("blue-8", 2, 1, "")},
        hands={0: ["blue-8"], 1: ["A"]},
        tiles={0: ["red-6"]},
        reserve={0: 4, 1: 0},
        points={0: points},
        tableau={0: ["C01", "C06", "C08"]},
    )


@pytest.mark.parametrize(("box", "left"), [("published", 3), ("summary", 1)])
def test_w11_build_on_an_opponent(box: str, left: int) -> None:  # G53-G58, D2
    table = w11(box, 5)
    happened = table.round("build on blue-8 with red-6", "exploit A")
    p, q = table.s.seats[0], table.s.seats[1]
    assert (q.reserve, q.points) == (2, 2)
    assert (p.reserve, p.points, p.supply) == (0, left, 25 - 3)
    assert table.building(1, 1) == {"top": "red-6", "height": 3, "owner": 0, "pawn": True}
    assert have(happened, events.PAID, who=0, a=RESOURCE, b=1, c=events.FOR_COLOR)
    assert have(happened, events.PAID, who=0, a=POINT, b=2, c=events.FOR_NUMBER)
    assert have(happened, events.COMPENSATED, who=1, a=2, c=0 if box == "summary" else -1)
    assert have(happened, events.PAID, who=0, c=events.FOR_OWNER) == (box == "summary")


@pytest.mark.parametrize(("box", "needed"), [("published", 2), ("summary", 4)])
def test_w12_not_payable(box: str, needed: int) -> None:  # G37, G56, G60, D2, D6
    table = w11(box, 1)
    assert table.why(0, "build on blue-8 with red-6") != ""
    assert w11(box, needed - 1).why(0, "build on blue-8 with red-6") != ""
    assert w11(box, needed).why(0, "build on blue-8 with red-6") == ""
    table.round("exploit blue-8", "exploit A")
    assert table.s.seats[0].tile_count == 1 + 2 + 1  # two floors; C06 gives one more


def test_w12_the_reasons() -> None:
    assert w11("published", 1).why(0, "build on blue-8 with red-6").startswith("A lower number costs")
    assert w11("summary", 1).why(0, "build on blue-8 with red-6").startswith("The owner of this building")
    assert w11("summary", 3).why(0, "build on blue-8 with red-6").startswith("A lower number costs")


def test_w13_equal_numbers() -> None:  # G55, G56
    table = situation(
        city={(1, 1): ("yellow-8", 1, -1, "")},
        hands={0: ["yellow-8"], 1: ["A"]},
        tiles={0: ["red-8"]},
        reserve={0: 3},
        points={0: 0},
        tableau={0: ["C01", "C06", "C08"]},
    )
    happened = table.round("build on yellow-8 with red-8", "exploit A")
    assert [(e.a, e.b, e.c) for e in happened if e.kind == events.PAID] == [(RESOURCE, 1, events.FOR_COLOR)]
    assert table.s.seats[0].reserve == 0


def test_w14_the_new_card_does_not_reward_itself() -> None:  # G61, G66
    table = situation(
        hands={0: ["yellow-3"], 1: ["A"]},
        tiles={0: ["yellow-4"]},
        reserve={0: 2},
        tableau={0: ["C02", "C01", "C06"]},
    )
    table.round("build on yellow-3 with yellow-4", "exploit A")
    table.play(1, "take a tile")
    assert table.s.seats[0].points == 1
    assert table.place("yellow-3") == IN_TABLEAU + 0
    table = situation(
        city={(0, -1): ("yellow-4", 2, 0, "")},
        hands={0: ["yellow-4"], 1: ["A"]},
        tiles={0: ["yellow-5"]},
        reserve={0: 1},
        tableau={0: ["yellow-3", "C02", "C01", "C06"]},
    )
    table.round("build on yellow-4 with yellow-5", "exploit A")
    assert table.s.seats[0].points == 2


def test_w15_an_unowned_building() -> None:  # G53, G58
    table = situation(
        hands={0: ["blue-1"], 1: ["A"]}, tiles={0: ["blue-4"]}, reserve={0: 2}, tableau={0: ["C01", "C06", "C08"]}
    )
    happened = table.round("build on blue-1 with blue-4", "exploit A")
    assert not have(happened, events.COMPENSATED)
    assert not have(happened, events.RETURNED)
    assert table.building(0, 1) == {"top": "blue-4", "height": 2, "owner": 0, "pawn": True}
    assert table.s.seats[0].reserve == 0


def test_construction_sites_are_out_of_reach_but_yield() -> None:  # G67, G71
    table = situation(
        city={(1, 1): ("blue-9", 2, 1, "pawn")},
        hands={0: ["D"], 1: ["A"]},
        tiles={0: ["red-9"]},
        reserve={0: 9},
        tableau={0: ["C04", "C02", "C03"]},
    )
    for text in ("exploit blue-9", "build on blue-9 with red-9"):
        assert table.why(0, text).startswith("This building is a construction site")
    assert table.why(0, "exploit blue-2") == "No building shows this number now."
    table.round("urbanize D with red-9", "exploit A")
    table.play(0, "token to 2,2")
    assert table.s.seats[0].tile_count == 2


def test_costs_come_from_the_box() -> None:
    changes = {"costs": {"color_change": 2, "lower_number": 3, "compensation": 4}}
    table = situation(
        changes=changes, city={(1, 1): ("blue-8", 2, 1, "")}, hands={0: ["blue-8"], 1: ["A"]}, tiles={0: ["red-6"]},
        reserve={0: 5}, points={0: 6}, tableau={0: ["C01", "C06", "C08"]},
    )  # fmt: skip
    table.round("build on blue-8 with red-6", "exploit A")
    assert (table.s.seats[0].reserve, table.s.seats[0].points, table.s.seats[1].points) == (0, 0, 8)


def test_card_10_is_ongoing_in_the_summary() -> None:  # D3
    start = {
        (-1, 1): "red-1", (0, 1): "blue-1", (1, 1): "blue-2", (-1, 0): "yellow-1", (0, 0): "red-2",
        (1, 0): "red-3", (-1, -1): "yellow-2", (0, -1): "yellow-3", (1, -1): "blue-3",
    }  # fmt: skip
    for box, extra in (("published", 0), ("summary", 1)):
        table = situation(
            box=box, start=start, hands={0: ["yellow-1"], 1: ["A"]}, tableau={0: ["red-10", "C01", "C02", "C03"]}
        )
        table.round("exploit yellow-1", "exploit A")
        assert (table.s.seats[0].reserve, table.s.seats[0].points) == (extra, 1 + extra)
        assert table.score(0)["cards"] == 0
