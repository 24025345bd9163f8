"""Where the freed token may go: G49, D4, D5."""

import pytest
from hand_made import START, Table, situation

from galleria.games.ginkgopolis.city import in_order
from galleria.games.ginkgopolis.state import State

QUIET = {0: ["C02", "C03", "C04"]}  # characters that give nothing when their owner urbanizes


def urbanizing(letter: str, cells: list[tuple[int, int]], tokens: dict[str, tuple[int, int]], **more: object) -> Table:
    """Seat 0 has just put red 20 at the token of `letter`; there are buildings on more cells than the nine."""
    names = [f"{color}-{n}" for n in range(4, 19) for color in ("red", "blue", "yellow")]
    city = {cell: (names[i], 1, -1, "") for i, cell in enumerate(cells)}
    table = situation(
        city=city,
        tokens=tokens,
        hands={0: [letter], 1: []},
        tiles={0: ["red-20"]},
        reserve={0: 1},
        tableau=QUIET,
        **more,
    )  # type: ignore[arg-type]
    other = next(c for c in table.hand(1) if not c.isalpha())
    table.round(f"urbanize {letter} with red-20", f"exploit {other}")
    return table


def cells(table: Table) -> list[str]:
    assert table.s.phase == 3
    return [text.removeprefix("token to ") for text in table.legal(0)]


def test_beside_the_new_building() -> None:  # G49
    assert cells(urbanizing("D", [], {})) == ["2,2", "3,1"]


def test_a_single_cell_needs_no_answer() -> None:  # G49
    table = urbanizing("B", [], {})  # (0, 2) has A to its left and C to its right
    assert table.token("B") == (0, 3)
    assert table.s.round == 2


def test_d5_no_empty_cell_beside() -> None:
    # E (2, 0): buildings in the north, east and west, token F in the south.
    table = urbanizing("E", [(2, 1), (3, 0)], {"D": (2, 2)})
    # Two steps away lie (3, 1), (3, -1) and (4, 0), all beside the city; (1, 2), (1, -2), (2, -2) are no farther but
    # taken, or beside nothing.
    assert cells(table) == ["3,-1", "3,1", "4,0"]
    assert table.why(0, "token to 5,0").startswith("No cell next to the new building is empty")
    assert table.why(0, "token to 2,-2").startswith("No cell next to the new building is empty")
    assert table.why(0, "token to 2,-1") == "There is a token on this cell already."
    table.play(0, "token to 3,-1")
    assert table.token("E") == (3, -1)


def test_d5_farther_away() -> None:
    # As before, but A, B and C hold the cells two steps away.
    table = urbanizing("E", [(2, 1), (3, 0)], {"D": (2, 2), "A": (3, 1), "B": (3, -1), "C": (4, 0)})
    # Three steps away: (1, 2) is free now, beside (1, 1); (2, 3), (4, 1), (3, 2) and others are beside nothing.
    assert cells(table) == ["1,2"] if table.s.phase == 3 else table.token("E") == (1, 2)


ORDER = {"options": {"keep_letter_order": True}}


@pytest.mark.parametrize("changes", [None, ORDER])
def test_d4_no_difference_beside_the_building(changes: dict[str, object] | None) -> None:
    assert cells(urbanizing("D", [], {}, changes=changes)) == ["2,2", "3,1"]
    assert cells(urbanizing("L", [], {}, changes=changes)) == ["-3,1", "-2,2"]


# E moves from (2, 0); (2, 1), (3, 0) and (1, -2) are built, F lies in the south. Clockwise around the city come
# D (2, 2), (3, 1), (4, 0), (3, -1), F (2, -1), (2, -2), G (1, -3).
SPIT = [(2, 1), (3, 0), (1, -2)]
PLACES = {"D": (2, 2), "G": (1, -3)}


def test_d4_not_enforced() -> None:
    assert cells(urbanizing("E", SPIT, PLACES)) == ["2,-2", "3,-1", "3,1", "4,0"]


def test_d4_enforced() -> None:
    table = urbanizing("E", SPIT, PLACES, changes=ORDER)
    assert cells(table) == ["3,-1", "3,1", "4,0"]
    assert table.why(0, "token to 2,-2") == "There the tokens would no longer lie in the order A to L."


@pytest.mark.parametrize("changes", [None, ORDER])
def test_d4_gives_way_where_no_cell_keeps_the_order(changes: dict[str, object] | None) -> None:
    places = {"A": (0, 2), "B": (2, 2), "C": (3, 1), "D": (4, 0), "F": (3, -1), "G": (2, -1), "H": (1, -3)}
    places |= {"I": (0, -2), "J": (-1, -2), "K": (-2, 0), "L": (-2, 1)}
    table = urbanizing("E", SPIT, places, changes=changes)
    assert table.token("E") == (2, -2)


def test_the_walk_around_the_city() -> None:
    s = situation().s
    for letter in range(12):
        assert in_order(s, letter, s.token_x[letter], s.token_y[letter])
    s.token_x[1], s.token_x[2] = s.token_x[2], s.token_x[1]  # B and C change places
    assert not in_order(s, 1, 1, 2)
    assert not in_order(s, 7, 0, -2)
    assert in_order(s, 1, 9, 9)  # beside nothing


def with_walls(cells: list[tuple[int, int]]) -> State:
    city = {cell: (f"red-{9 + i}", 1, -1, "") for i, cell in enumerate(cells)}
    return situation(city=city, tokens={"A": (-1, 4), "C": (1, 4)}).s


def test_the_walk_into_a_recess() -> None:
    """A token between two arms of the city touches the edge more than once; any touch will do."""
    s = with_walls([(-1, 2), (-1, 3), (1, 2), (1, 3)])
    assert in_order(s, 1, 0, 2)  # deep inside
    assert in_order(s, 1, 0, 3)  # in the mouth
    assert not in_order(s, 1, 2, 3)  # beyond C
    assert not in_order(s, 1, -2, 3)  # before A
    s.token_x[1], s.token_y[1] = 0, 2  # B deep inside, and another token in the mouth
    assert in_order(s, 0, 0, 3)
    assert in_order(s, 2, 0, 3)
    assert not in_order(s, 3, 0, 3)


def test_a_hole_is_not_the_edge() -> None:
    s = with_walls([(-1, 2), (-1, 3), (0, 3), (1, 3), (1, 2)])
    assert in_order(s, 6, 0, 2)  # in the hole, anything goes
    assert in_order(s, 1, 0, 4)
    assert not in_order(s, 1, 2, 3)


def test_a_city_far_away_has_no_edge() -> None:
    """A row of 51 tiles from the square to the east: cells and tokens keep their coordinates."""
    start = dict(START)
    row = [(x, 0) for x in range(2, 40)]
    table = urbanizing("E", row, {"E": (40, 0)})
    assert cells(table) == ["40,-1", "40,1", "41,0"]
    table.play(0, "token to 41,0")
    assert table.token("E") == (41, 0)
    assert len(start) + len(row) + 1 == table.s.city_count
