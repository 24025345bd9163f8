"""The rules of Connect Four."""

from galleria.core import Array, acts, emit, hide_head, natural, rule

from .actions import DROP, space
from .state import COLUMNS, ROWS, Box, State

ACTIONS = space.size
DROPPED, WON, DRAWN = 0, 1, 2  # kinds of events
FOUR, FULL = 1, 2  # reasons for the end
NO_ACTION, NOT_YOUR_TURN, COLUMN_FULL = 1, 2, 3  # reasons for a refusal

FIRST, ABOVE, RIGHT = 9, 8, 1  # the cell at the bottom left, and the steps from a cell to its neighbours


@rule
def cell_at(row: int, column: int) -> int:
    """The number of a cell; row 0 is at the bottom."""
    return FIRST + row * ABOVE + column * RIGHT


@rule
def setup(s: State, box: Box, players: int) -> None:
    s.players = players
    s.sides = players
    s.round = 1
    s.winner = -1
    s.to_act = 1


@rule
def why_not(s: State, box: Box, seat: int, action: int) -> int:
    if action < 0 or action >= ACTIONS:
        return NO_ACTION
    if not acts(s, seat):
        return NOT_YOUR_TURN
    if s.height[action - DROP] == ROWS:
        return COLUMN_FULL
    return 0


@rule
def legal(s: State, box: Box, seat: int, out: Array[int]) -> int:
    n = 0
    if acts(s, seat):
        for column in range(COLUMNS):
            if s.height[column] < ROWS:
                out[n] = DROP + column
                n += 1
    return n


@rule
def run(s: State, cell: int, step: int) -> int:
    """How many discs like the one on `cell` follow it without a gap in the direction of `step`."""
    disc = s.cells[natural(cell)]
    n = 0
    cell += step
    while s.cells[natural(cell)] == disc:
        n += 1
        cell += step
    return n


@rule(inline=True)
def wins(s: State, box: Box, cell: int) -> bool:
    """Whether the disc on `cell`, the topmost of its column, completes a row."""
    others = box.goal - 1
    return (
        run(s, cell, -ABOVE) >= others
        or run(s, cell, -RIGHT) + run(s, cell, RIGHT) >= others
        or run(s, cell, -ABOVE - RIGHT) + run(s, cell, ABOVE + RIGHT) >= others
        or run(s, cell, -ABOVE + RIGHT) + run(s, cell, ABOVE - RIGHT) >= others
    )


@rule(inline=True)
def play(s: State, box: Box, seat: int, action: int) -> None:
    column = action - DROP
    row = s.height[natural(column)]
    cell = cell_at(row, column)
    emit(s, DROPPED, seat, column, row, 0, 0)
    s.last = cell
    s.height[natural(column)] = row + 1
    s.moves += 1
    s.stage += 1
    s.cells[natural(cell)] = seat + 1
    if wins(s, box, cell):
        s.winner = seat
        s.over = FOUR
        s.to_act = 0
        emit(s, WON, seat, 0, 0, 0, 0)
    elif s.moves == ROWS * COLUMNS:
        s.over = FULL
        s.to_act = 0
        emit(s, DRAWN, -1, 0, 0, 0, 0)
    else:
        s.round = 1 + s.moves // 2
        s.to_act = 2 - seat


@rule
def hide(s: State, box: Box, seat: int) -> None:
    """Everything on the table is open."""
    hide_head(s, seat)


@rule
def redeal(s: State, box: Box, seat: int) -> None:
    """Nothing was hidden."""


@rule
def score(s: State, box: Box, seat: int, out: Array[int]) -> int:
    """A point for the winner."""
    out[0] = 1 if s.winner == seat else 0
    return out[0]


@rule
def check(s: State, box: Box) -> int:
    broken = 0
    discs = 0
    for column in range(COLUMNS):
        discs += s.height[column]
        for row in range(ROWS):
            disc = s.cells[cell_at(row, column)]
            if not 0 <= disc <= 2 or (disc != 0) != (row < s.height[column]):
                broken |= 1
    if discs != s.moves:
        broken |= 2
    return broken


@rule
def value(s: State, box: Box, seat: int) -> int:
    """The result where there is one, otherwise half a point."""
    if s.over == FOUR:
        return 1000 if s.winner == seat else 0
    return 500
