"""The state of Connect Four."""

from galleria.core import Array, GameState, Record, array, int8, int16


class State(GameState):
    """The board and how full its columns are.

    Cells are numbered row by row from the bottom left; 0 = empty, 1 = seat 0, 2 = seat 1:

        35 36 37 38 39 40 41
        ...
         0  1  2  3  4  5  6
    """

    winner: int8
    """-1 while nobody has four in a row."""
    moves: int16
    height: Array[int8] = array(int8, 7)
    cells: Array[int8] = array(int8, 42)


class Box(Record):
    """What the box decides."""

    goal: int8
    """How many in a row win."""
