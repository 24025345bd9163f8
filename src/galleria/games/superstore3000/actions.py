"""The answers of Superstore 3000, in ascending order of their numbers."""

from galleria.core import ActionSpace

from .state import CELLS, COLUMNS, ENTRANCES, LEFT, MAINS, STRIDE, TILES

CATEGORY_NAMES = ("food", "hobby", "fashion", "entrance")
KIND_NAMES = (
    "burger_bar",
    "sombrero_grill",
    "sweet_parlour",
    "tea_house",
    "bowling_alley",
    "cinema",
    "gym",
    "arcade",
    "hair_salon",
    "boutique",
    "shoe_shop",
    "jeweller",
)
ENTRANCE_NAMES = tuple(f"E{number:02}" for number in range(1, ENTRANCES + 1))
MAIN_NAMES = tuple(f"M{number}" for number in range(1, MAINS + 1))
COMMON_NAMES = ("P1", "P2", "P3", "P4", "P5", "P6", "K1", "K2", "K3", "K4")
ATTRACTION_NAMES = (*COMMON_NAMES, "own")
ORANGE_NAMES = tuple(f"O{number}" for number in range(1, 7))
CARD_NAMES = (*COMMON_NAMES, *ORANGE_NAMES)
BAY_NAMES = ("G1", "G2", "G3", "G4", "B1", "B2", "B3", "B4")
COLUMN_NAMES = ("a", "b")
SLOT_NAMES = tuple(f"{column}{row}" for column in COLUMN_NAMES for row in range(1, 5))
WAYS = ("as printed", "mirrored")
XS = range(-LEFT, COLUMNS - LEFT)
FLOORS = range(STRIDE)
BAY_XS = (-2, -1, 2, 3)
BAY_CELLS = tuple((x + LEFT) * STRIDE + 1 for x in BAY_XS)
PLACES_OF_BAYS = 4
WAY = CELLS
"""Cells of one way round."""

space = ActionSpace()
BUILD = space.verb("build {slot} at {x},{floor}", slot=SLOT_NAMES, x=XS, floor=FLOORS)
"""+ slot * CELLS + cell (S23, S25)."""
ATTRACT = space.verb(
    "attraction {attraction} {way} at {x},{floor}", attraction=ATTRACTION_NAMES, way=WAYS, x=XS, floor=FLOORS
)
"""+ (attraction * 2 + mirrored) * CELLS + cell of the base (S33, S35)."""
DOCK = space.verb("bay {bay} at {x}", bay=BAY_NAMES, x=BAY_XS)
"""+ bay * PLACES_OF_BAYS + place (S38, S41)."""
MONEY = space.verb("money from {column}", column=COLUMN_NAMES)
"""+ column (S43)."""
MOVE = space.verb("customer from {tile} to {store}", tile=range(TILES), store=range(TILES))
"""+ tile * TILES + store: their numbers in the mall, 0 for the main entrance, then as they were built (S50)."""
END = space.size
