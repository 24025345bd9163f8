"""The rules of Connect Four."""

from typing import Any

from galleria.core import acts, emit, rule

from .actions import COLUMNS
from .state import Box, State

ROWS = 6
WON, FULL = 1, 2
DROPPED, ENDED = 0, 1
NO_ACTION, NOT_YOUR_TURN, COLUMN_FULL = 1, 2, 3


@rule
def setup(s: State, box: Box, players: int) -> None:
    s.players = players
    s.sides = players
    s.to_act = 1
    s.round = 1
    s.winner = -1


@rule
def why_not(s: State, box: Box, seat: int, action: int) -> int:
    if action < 0 or action >= COLUMNS:
        return NO_ACTION
    if not acts(s, seat):
        return NOT_YOUR_TURN
    if s.height[action] == ROWS:
        return COLUMN_FULL
    return 0


@rule
def legal(s: State, box: Box, seat: int, out: Any) -> int:
    n = 0
    if acts(s, seat):
        for column in range(COLUMNS):
            if s.height[column] < ROWS:
                out[n] = column
                n += 1
    return n


@rule
def run(s: State, row: int, column: int, up: int, right: int, mark: int) -> int:
    """How many of `mark` follow from (row, column), itself not counted, in one direction."""
    n = 0
    row += up
    column += right
    while 0 <= row < ROWS and 0 <= column < COLUMNS and s.cells[row * COLUMNS + column] == mark:
        n += 1
        row += up
        column += right
    return n


@rule
def wins(s: State, box: Box, row: int, column: int, mark: int) -> bool:
    need = box.goal - 1
    return (
        run(s, row, column, -1, 0, mark) >= need
        or run(s, row, column, 0, 1, mark) + run(s, row, column, 0, -1, mark) >= need
        or run(s, row, column, 1, 1, mark) + run(s, row, column, -1, -1, mark) >= need
        or run(s, row, column, 1, -1, mark) + run(s, row, column, -1, 1, mark) >= need
    )


@rule
def play(s: State, box: Box, seat: int, action: int) -> None:
    row = s.height[action]
    s.cells[row * COLUMNS + action] = seat + 1
    s.height[action] = row + 1
    s.moves += 1
    s.stage += 1
    emit(s, DROPPED, seat, action, row, 0, 0)
    if wins(s, box, row, action, seat + 1):
        s.winner = seat
        s.over = WON
        s.to_act = 0
    elif s.moves == ROWS * COLUMNS:
        s.over = FULL
        s.to_act = 0
    else:
        s.to_act = 2 - seat
        s.round = 1 + s.moves // 2
    if s.over:
        emit(s, ENDED, s.winner, 0, 0, 0, 0)


@rule
def hide(s: State, box: Box, seat: int) -> None:
    """Nothing is hidden but the randomness, which this game never uses."""
    s.rng.a = 0
    s.rng.b = 0
    s.rng.c = 0
    s.rng.counter = 0


@rule
def redeal(s: State, box: Box, seat: int) -> None:
    """Nothing to fill in."""


@rule
def score(s: State, box: Box, seat: int, out: Any) -> int:
    """1 for the winner, 0 otherwise."""
    if s.winner == seat:
        out[0] = 1
        return 1
    return 0


@rule
def check(s: State, box: Box) -> int:
    filled = 0
    for column in range(COLUMNS):
        filled += s.height[column]
        for row in range(ROWS):
            if (s.cells[row * COLUMNS + column] != 0) != (row < s.height[column]):
                return 1
    return 0 if filled == s.moves else 2


@rule
def value(s: State, box: Box, seat: int) -> int:
    """The result if it stands, else an even chance."""
    if s.over == WON:
        return 1000 if s.winner == seat else 0
    return 500
