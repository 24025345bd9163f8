"""The answers of Connect Four."""

from galleria.core import ActionSpace

COLUMNS = 7

space = ActionSpace()
DROP = space.verb("drop in column {column}", column=range(1, COLUMNS + 1))
