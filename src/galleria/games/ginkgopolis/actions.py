"""The answers of Ginkgopolis, in ascending order of their numbers."""

from galleria.core import ActionSpace

from .state import CHARACTERS, REACH

COLORS = ("red", "blue", "yellow")
TILE_NAMES = tuple(f"{color}-{number}" for color in COLORS for number in range(1, 21))
LETTER_NAMES = tuple("ABCDEFGHIJKL")
CARD_NAMES = TILE_NAMES + LETTER_NAMES
CHARACTER_NAMES = tuple(f"C{number:02}" for number in range(1, CHARACTERS + 1))
ITEM_NAMES = ("resource", "tile", "sp")
CELLS = range(-REACH, REACH + 1)
SPAN = 2 * REACH + 1

space = ActionSpace()
KEEP = space.verb("keep {character}", character=CHARACTER_NAMES)
"""+ character: one round of the draft (G25)."""
NEW_HAND = space.verb("new hand")
"""Discard the hand and draw another (G32)."""
EXPLOIT = space.verb("exploit {card}", card=CARD_NAMES)
"""+ card: choose it alone (G37)."""
URBANIZE = space.verb("urbanize {letter} with {tile}", letter=LETTER_NAMES, tile=TILE_NAMES)
"""+ letter * TILES + tile (G44)."""
BUILD = space.verb("build on {building} with {tile}", building=TILE_NAMES, tile=TILE_NAMES)
"""+ card * TILES + tile (G52)."""
TAKE = space.verb("take a {item}", item=ITEM_NAMES[:2])
"""+ item (G40)."""
MOVE = space.verb("token to {x},{y}", x=CELLS, y=CELLS)
"""+ (x + REACH) * SPAN + y + REACH (G49)."""
RETURN = space.verb("return {tile}", tile=TILE_NAMES)
"""+ tile: name one more tile for the refill, in ascending order (G76)."""
NO_MORE = space.verb("return no more")
"""All tiles for the refill are named."""
END = space.size
