"""The records of Connect Four."""

from galleria.core import Array, GameState, Record, array, int8, int16

COLUMNS, ROWS = 7, 6


class State(GameState):
    """The board and how full its columns are.

    Rows are eight cells wide and the board lies inside a border of empty cells (`.`), so that a walk over the board
    ends at its edge without asking. 0 = empty, 1 = disc of seat 0, 2 = disc of seat 1.

         .  .  .  .  .  .  .  .
        49 50 51 52 53 54 55  .     the cell above a cell is 8 further,
        41 42 43 44 45 46 47  .     the one to its right 1 further
        ...
         9 10 11 12 13 14 15  .
     .   .  .  .  .  .  .  .  .
    """

    winner: int8
    """-1 while nobody has won."""
    last: int8
    """The cell of the latest disc, 0 before the first."""
    moves: int16
    height: Array[int8] = array(int8, COLUMNS)
    cells: Array[int8] = array(int8, 72)


class Box(Record):
    """What the box decides."""

    goal: int8
    """How many discs in a row win."""
