"""The answers of Dead Mall, in ascending order of their numbers. Dice are called A, B and C."""

from galleria.core import ActionSpace
from galleria.core.tray import LETTERS, throws

from .state import DICE, FURNISHING_SLOT, STARTERS, STORE_SLOTS

DIE_NAMES = tuple(LETTERS[:DICE])
THROWN = throws(DICE)
TURNS = ("down", "up")
DENOMINATION_NAMES = ("second", "third", "highest")

space = ActionSpace()
USE = space.verb("use the effect")
"""An effect that is optional: skip the inspection, clear the damage (D28)."""
EXCHANGE = space.verb("exchange for slot {slot}", slot=range(1, FURNISHING_SLOT + 1))
"""+ slot: bar 2 (D27)."""
RENEW = space.verb("renew slot {slot}", slot=range(1, STORE_SLOTS + 1))
"""+ slot: put a display card away (D38, D39, D44)."""
REMOVE = space.verb("remove starter {kind}", kind=range(1, STARTERS + 1))
"""+ kind of start card: take a vacancy out of the own discard pile (D38)."""
SKIP = space.verb("do without")
"""Leave an effect, an exchange or a renewal."""
TAKE = space.verb("take slot {slot}", slot=range(1, FURNISHING_SLOT + 1))
"""+ slot: win a tenant with dice (D19)."""
BUY = space.verb("buy slot {slot}", slot=range(FURNISHING_SLOT + 1, FURNISHING_SLOT + 2))
"""Buy the furnishing card (D25)."""
SHIFT = space.verb("turn die {die} {way}", die=DIE_NAMES, way=TURNS)
"""+ 2 * die + way (D38)."""
CHANGE = space.verb("change a money card of the {denomination} value", denomination=DENOMINATION_NAMES)
"""+ denomination - 1: into cards of the smallest value (D46)."""
ROLL = space.verb("roll {dice}", dice=THROWN)
"""+ bit set of the dice - 1 (D16, D17)."""
STOP = space.verb("end the turn")
END = space.size
