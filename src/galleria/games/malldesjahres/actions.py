"""The answers of Mall des Jahres, in ascending order of their numbers. Dice are called A, B and C."""

from galleria.core import ActionSpace
from galleria.core.tray import throws

from .state import COLUMNS, DICE

PILES = ("store", "anchor tenant", "food-court card")

space = ActionSpace()
TAKE = space.verb("take from column {column}", column=range(1, COLUMNS + 1))
"""+ column: win a face-up store with dice, option a (M21, M23)."""
KEEP = space.verb("open the drawn store")
"""Option b (M26)."""
WIN = space.verb("win the drawn card")
"""With dice, options c and d (M23)."""
COVER = space.verb("cover column {column}", column=range(1, COLUMNS + 1))
"""+ column: lay the drawn store there (M28)."""
DRAW = space.verb("draw {pile}", pile=PILES)
"""+ pile: options b, c and d (M21)."""
ROLL = space.verb("roll {dice}", dice=throws(DICE))
"""+ bit set of the dice - 1; with no card drawn this is option a (M23)."""
STOP = space.verb("end the turn")
"""Pass, or give up (M22, M25, M29)."""
END = space.size
