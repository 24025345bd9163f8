"""Refill and end of the match: rule 10, examples W20 to W22."""

import pytest
from hand_made import Table, events, have, points_of, situation

from galleria.games.ginkgopolis.state import CHOOSE, DONE, DUE, OVER, POINT, REFILL, TILE

BLUE = {(1, 1): ("blue-9", 3, 1, "")}


def w20(box: str = "published", **changes: object) -> Table:
    """Four players; seat 0 exploits three floors of blue with two tiles in the supply."""
    table = situation(
        players=4,
        box=box,
        changes={"options": changes} if changes else None,
        city=BLUE,
        hands={0: ["blue-9"], 1: ["red-1"], 2: ["red-2"], 3: ["red-3"]},
        tiles={0: ["red-4"], 1: ["red-5"], 2: ["red-6", "red-7"], 3: ["red-8"]},
        supply=2,
        draw=8,
    )
    table.round("exploit blue-9", "exploit red-1", "exploit red-2", "exploit red-3")
    return table


def give_back(table: Table, *counts: int) -> list[object]:
    """Every seat returns its lowest tiles."""
    happened = []
    for seat, n in enumerate(counts):
        for _ in range(n):
            happened += table.play(seat, table.legal(seat)[0])
        happened += table.play(seat, "return no more")
    return happened


@pytest.mark.parametrize(("box", "each"), [("published", 1), ("summary", 0)])
def test_w20_refill(box: str, each: int) -> None:  # G43, G75-G77, D12
    table = w20(box)
    s = table.s
    assert (s.phase, s.refill, s.to_act) == (REFILL, DUE, 0b1111)
    assert s.turn == 1  # D13: before seat 1 acts
    assert s.seats[0].tile_count == 3  # one of the three is lost
    assert have(table.log(), events.SHORT, who=0, a=TILE, b=1)
    assert have(table.log(), events.EXHAUSTED, a=1)
    before = [s.seats[i].points for i in range(4)]
    tiles = [s.seats[i].tile_count for i in range(4)]
    happened = give_back(table, 3, 0, 2, 1)
    assert [s.seats[i].points - before[i] for i in range(4)] == [3 * each, 0, 2 * each, each]
    assert [points_of(happened, i) for i in range(4)] == [3 * each, 0, 2 * each, each]
    assert [tiles[i] - s.seats[i].tile_count for i in range(4)] == [3, 0, 2, 1]
    assert have(happened, events.REFILLED, a=6)
    assert (s.supply.n, s.refill, s.triggers, s.phase) == (6, DONE, 0, CHOOSE)


def test_w20_second_time() -> None:  # G75, G80
    table = situation(
        players=4,
        hands={0: ["A"], 1: ["red-1"], 2: ["red-2"], 3: ["red-3"]},
        supply=1,
        refilled=True,
        first=3,
    )
    happened = table.round("exploit A", "exploit red-1", "exploit red-2", "exploit red-3")
    happened += table.play(0, "take a tile")
    assert have(happened, events.EXHAUSTED, a=2)
    assert have(happened, events.TRIGGERED, a=1)
    assert (table.s.over, table.s.phase, table.s.to_act) == (2, OVER, 0)
    acted = [e.who for e in happened if e.kind == events.DISCARDED]
    assert acted == [3, 0, 1, 2]
    ended = next(i for i, e in enumerate(happened) if e.kind == events.ENDED)
    assert all(e.kind == events.SCORED for e in happened[ended + 1 :])
    assert not have(happened, events.PASSED)


def test_w20_nobody_returns_a_tile() -> None:  # G78, D14
    table = w20()
    happened = give_back(table, 0, 0, 0, 0)
    assert have(happened, events.EXHAUSTED, a=2)
    assert have(happened, events.TRIGGERED, a=1)
    assert [e.who for e in happened if e.kind == events.DISCARDED] == [1, 2, 3]  # the round goes on
    assert table.s.over == 2


def test_only_those_who_have_tiles_are_asked() -> None:  # G76
    table = situation(players=3, city=BLUE, hands={0: ["blue-9"], 1: ["red-1"], 2: ["red-2"]}, supply=2, draw=6)
    table.round("exploit blue-9", "exploit red-1", "exploit red-2")
    assert [table.s.seats[i].tile_count > 0 for i in range(3)] == [True, False, True]
    assert table.s.to_act == 0b101
    table.play(2, "return no more")
    happened = table.play(0, table.legal(0)[0], "return no more")
    assert [(e.who, e.a) for e in happened if e.kind == events.TILES_BACK] == [(0, 1), (1, 0), (2, 0)]


def test_ascending_one_by_one() -> None:  # one subset of tiles is one sequence of answers
    table = w20()
    assert table.legal(2) == ["return red-6", "return red-7", "return no more"]
    assert table.play(2, "return red-7") == []
    assert table.legal(2) == ["return no more"]
    assert table.why(2, "return red-6") == "Name the tiles in ascending order."
    assert table.why(2, "return red-7") == "You have named this tile already."
    assert table.why(2, "return red-8") == "You do not have this tile in your reserve."
    assert table.why(2, "exploit red-1") == "First say which tiles you return."
    assert [e.kind for e in table.play(2, "return no more")] == [events.READY]
    assert table.why(2, "return no more") == "You have decided; others are still choosing."
    assert table.s.seats[2].tile_count == 2  # nothing moves before all have decided


def test_a_tile_on_the_table_cannot_be_returned() -> None:
    """A tile put down with a card is no longer in the reserve, even if its owner has not acted yet."""
    table = situation(
        city=BLUE,
        hands={0: ["blue-9"], 1: ["D"]},
        tiles={1: ["red-4", "red-5"]},
        reserve={1: 1},
        supply=2,
    )
    table.round("exploit blue-9", "urbanize D with red-4")
    assert table.s.phase == REFILL
    assert "return red-4" not in table.legal(1)
    assert "return red-5" in table.legal(1)


def test_refill_at_the_end_of_the_round() -> None:  # D13
    table = w20(refill_timing="end_of_round")
    s = table.s
    assert (s.phase, s.turn, s.refill) == (REFILL, 4, DUE)
    give_back(table, 0, 1, 0, 0)
    assert (s.phase, s.round, s.supply.n) == (CHOOSE, 2, 1)
    table = w20(refill_timing="end_of_round")
    give_back(table, 0, 0, 0, 0)
    assert table.s.over == 2


def test_exactly_empty_is_exhausted() -> None:  # G76
    table = situation(
        city={(1, 1): ("blue-9", 2, 1, "")},
        hands={0: ["blue-9"], 1: ["red-1"]},
        supply=2,
        tiles={1: ["red-9"]},
    )
    happened = table.round("exploit blue-9", "exploit red-1")
    assert not have(happened, events.SHORT)
    assert table.s.phase == REFILL


def w21(**options: object) -> Table:
    """Seat 0 of five has all 16 resources but two on buildings, and builds with those."""
    return situation(
        players=5,
        changes={"options": options} if options else None,
        city={
            (0, 0): ("red-9", 6, 0, ""), (1, 1): ("blue-9", 2, 0, ""), (1, 0): ("red-10", 6, 0, ""),
        },
        hands={0: ["blue-1"], 1: ["blue-9"], 2: ["red-1"], 3: ["yellow-1"], 4: ["yellow-2"]},
        tiles={0: ["blue-4"], 1: ["blue-10"]},
        reserve={0: 2, 1: 3},
        draw=1,
    )  # fmt: skip


CHOICES_W21 = (
    "build on blue-1 with blue-4",
    "build on blue-9 with blue-10",
    "exploit red-1",
    "exploit yellow-1",
    "exploit yellow-2",
)


def test_w21_resource_trigger() -> None:  # G74, G80, D15
    table = w21()
    happened = table.round(*CHOICES_W21)
    assert have(happened, events.TRIGGERED, who=0, a=0)
    assert table.s.seats[0].reserve == 2  # built over by seat 1: the trigger stays met
    assert [e.who for e in happened if e.kind in (events.DISCARDED, events.TABLEAU)] == [0, 1, 2, 3, 4]
    assert (table.s.over, table.s.round) == (1, 1)


def test_end_at_once() -> None:  # D15 turned
    table = w21(end_after_round=False)
    happened = table.round(*CHOICES_W21)
    assert [e.who for e in happened if e.kind in (events.DISCARDED, events.TABLEAU)] == [0]
    assert table.s.over == 1
    assert table.s.seats[0].reserve == 0
    # What the others had put down stays on the table.
    assert (table.s.seats[1].card, table.s.seats[1].tile) == (28, 29)


def test_w22_not_yet() -> None:  # G74
    table = situation(
        players=5,
        city={(0, 0): ("red-9", 6, 0, ""), (1, 1): ("blue-9", 2, 0, ""), (1, 0): ("red-10", 5, 0, "")},
        hands={0: ["blue-1"], 1: ["red-1"], 2: ["red-2"], 3: ["yellow-1"], 4: ["yellow-2"]},
        start={
            (-1, 1): "red-1", (0, 1): "blue-1", (1, 1): "blue-9", (-1, 0): "yellow-1", (0, 0): "red-9",
            (1, 0): "red-10", (-1, -1): "yellow-2", (0, -1): "red-2", (1, -1): "blue-3",
        },
        tiles={0: ["blue-4"]},
        reserve={0: 2},
        draw=1,
        tableau={0: ["C01", "C02", "C03"]},
    )  # fmt: skip
    happened = table.round(
        "build on blue-1 with blue-4", "exploit red-1", "exploit red-2", "exploit yellow-1", "exploit yellow-2"
    )
    assert (table.s.seats[0].supply, table.s.seats[0].reserve) == (1, 0)
    assert not have(happened, events.TRIGGERED)
    assert (table.s.over, table.s.round) == (0, 2)


def test_trigger_and_refill_in_one_round() -> None:
    """The refill is still offered after a trigger: the round is played to its end (G77, G80)."""
    table = situation(
        players=2,
        city={(0, 0): ("red-9", 12, 0, ""), (1, 0): ("red-10", 11, 0, ""), (1, 1): ("blue-9", 2, 1, "")},
        hands={0: ["blue-1"], 1: ["blue-9"]},
        tiles={0: ["blue-4"]},
        reserve={0: 2},
        supply=2,
    )
    happened = table.round("build on blue-1 with blue-4", "exploit blue-9")
    assert have(happened, events.TRIGGERED, a=0)
    assert table.s.phase == REFILL
    happened = table.play(1, table.legal(1)[0], "return no more")
    assert have(happened, events.GAINED, who=1, a=POINT, b=1, c=events.FROM_REFILL)
    assert table.s.over == 1


def test_both_triggers_name_the_first() -> None:
    table = situation(
        players=2,
        city={(0, 0): ("red-9", 12, 0, ""), (1, 0): ("red-10", 11, 0, ""), (1, 1): ("blue-9", 2, 1, "")},
        hands={0: ["blue-1"], 1: ["blue-9"]},
        tiles={0: ["blue-4"]},
        reserve={0: 2},
        supply=2,
        refilled=True,
        first=1,
    )
    happened = table.round("build on blue-1 with blue-4", "exploit blue-9")
    assert [e.a for e in happened if e.kind == events.TRIGGERED] == [1, 0]
    assert table.s.over == 2
    assert have(happened, events.ENDED, a=1)


def test_removed_tiles_never_come_back() -> None:  # G79
    table = situation(city=BLUE, hands={0: ["blue-9"], 1: ["red-1"]}, supply=2)
    removed = table.s.removed
    table.round("exploit blue-9", "exploit red-1")
    give_back(table, 1, 1)
    assert table.s.removed == removed
    assert table.s.supply.n == 2


def test_after_the_end() -> None:
    table = w21()
    table.round(*CHOICES_W21)
    assert all(table.legal(i) == [] for i in range(5))
    assert table.why(0, "exploit red-1") == "The match is over."
