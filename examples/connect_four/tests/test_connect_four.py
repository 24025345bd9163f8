"""What a game's own tests look like: the generic suite in one line, then the rules by example."""

import random
from pathlib import Path
from typing import Any

import pytest
from connect_four import GAME
from connect_four.rules import cell_at
from connect_four.state import COLUMNS, ROWS

from galleria.core import GalleriaError, Match, load_box
from galleria.testing import check_game, many


def test_the_generic_suite() -> None:
    check_game(GAME, matches=12)


def test_many_games() -> None:
    found = many(GAME, load_box(GAME), 2, 2000)
    assert found.failure == "", found.record


def play(columns: str, box: str = "published") -> Match:
    """A match in which the seats take turns dropping into these columns."""
    match = Match.new(GAME, 2, box=box, seed="1", names=("Ada", "Ben"))
    for number, column in enumerate(columns):
        match.play(number % 2, f"drop in column {column}")
    return match


@pytest.mark.parametrize(
    ("columns", "direction"),
    [
        ("1213141", "up"),
        ("1122334", "right"),
        ("7766554", "left"),
        ("1122443", "into the gap"),
        ("12233434464", "up and right"),
        ("76655454424", "up and left"),
    ],
)
def test_four_in_a_row_win(columns: str, direction: str) -> None:
    match = play(columns)
    assert match.over == "four in a row", direction
    assert match.winners == (0,)
    assert len(match.view()["winning"]) == 4


def test_the_second_seat_can_win() -> None:
    assert play("12123242").winners == (1,)


def test_three_are_not_enough() -> None:
    assert play("112233").over is None


def test_a_full_board_without_four_is_a_draw() -> None:
    match = play("547125662261271266215743771576315353334444")
    assert match.over == "board full"
    assert match.winners == (0, 1)
    assert match.view()["winning"] == []


def test_a_full_column_is_refused_with_a_reason() -> None:
    match = play("111111")
    assert match.why_not(0, "drop in column 1") == "This column is full; choose another."
    assert match.legal(0) == [1, 2, 3, 4, 5, 6]


def lines(state: Any) -> set[int]:
    """Whose discs fill four cells in a line, found the slow way."""
    found = set()
    for row in range(ROWS):
        for column in range(COLUMNS):
            for up, right in ((1, 0), (0, 1), (1, 1), (1, -1)):
                end = row + 3 * up, column + 3 * right
                if 0 <= end[0] < ROWS and 0 <= end[1] < COLUMNS:
                    discs = {state.cells[cell_at(row + i * up, column + i * right)] for i in range(4)}
                    if len(discs) == 1:
                        found |= discs - {0}
    return found


def test_the_match_ends_with_the_first_line() -> None:
    chooser = random.Random(4)
    for _ in range(60):
        match = play("")
        while not match.over:
            assert lines(match.state) == set()
            match.play(match.to_act[0], chooser.choice(match.legal(match.to_act[0])))
        assert lines(match.state) == ({match.state.winner + 1} if match.over == "four in a row" else set())


def test_the_board_as_text() -> None:
    rows = [". . . . . . ."] * 4 + [". . . O . . .", ". . . X X . .", "1 2 3 4 5 6 7"]
    assert GAME.board_text(play("445").view()).split("\n") == rows


def test_a_box_with_another_goal(tmp_path: Path) -> None:
    mine = tmp_path / "five.toml"
    mine.write_text("goal = 5")
    assert play("1122334", str(mine)).over is None
    assert play("112233475", str(mine)).winners == (0,)
    mine.write_text("goal = 9")
    with pytest.raises(GalleriaError, match=r"^five.toml: key goal: input should be less than or equal to 6, got 9\.$"):
        play("", str(mine))


def test_a_hand_made_state_with_a_third_kind_of_disc_is_refused() -> None:
    match = play("445")
    match.state.cells[9 + 3] = 3
    with pytest.raises(GalleriaError, match=r"^This state breaks what always holds: "):
        Match.from_state(GAME, match.state, match.box)
