"""The answers of Connect Four: seven, one per column."""

from galleria.core import ActionSpace

from .state import COLUMNS

space = ActionSpace()
DROP = space.verb("drop in column {column}", column=range(1, COLUMNS + 1))
