"""The state of Superstore 3000 and the record of its box.

Numbers that stand for things:

    categories  0 food court, 1 hobby, 2 fashion, 3 entrance
    kinds       0..11 the kinds of store, as in `actions.KIND_NAMES`
    types       of mall elements: 0..11 the stores, 12..35 the entrances E01..E24
    what        a tile of a mall is: 0..11 a store, then ENTRANCE, MAIN, BAY, ATTRACTION
    attractions 0..9 the common ones, 10 the individual one
    cards       0..9 those of the common attractions, 10..15 the orange individual ones
    slots       of the dispenser: column * 4 + row, row 0 at the bottom
    cells       of a mall: (column + LEFT) * STRIDE + floor; the cell above is 1 further, the one to the right STRIDE

How large a mall can get. The rules set no limit to it, and yet there is one in every match. `box.limits` computes it
from the numbers of a box, and a box for which it exceeds the arrays below is refused when it is loaded.

- *Turns.* Each turn up to the one that triggers the end takes a tile from the dispenser, or builds a common attraction
  (A of them lie out), an individual one (one per player) or a docking bay (two per player); passing is never needed
  before. Of K tiles, 8 lie on the dispenser; when K - 8 have been taken, the last one of the supply has been put there
  and the end is triggered. At most N - 1 turns follow. N players of T turns each therefore have
  N * T <= (K - 8) + (A + N + 2 N) + (N - 1).
- *Tiles.* A turn adds one tile at most, so a mall has at most 1 + T.
- *Floors.* The highest floor is 1 at first. An element raises it by 1 at most, because it stands on a tile; an
  attraction by 1 + u, where u is how far its shape reaches up from its base; a bay not at all. So no floor is above
  1 + T + the sum of u over the attractions that one mall can get.
- *Columns.* The main entrance stands in columns 0 and 1, bays in -2 to 3. An element is in the column of the tile
  below. The base of an attraction is too, and its shape reaches r columns to a side: no column is farther out than
  -2 - R or 3 + R, R being the sum of r over the attractions that one mall can get.
- *Places.* A new element covers one open place and opens at most one, so there are at most 2, and 1 for each bay, and
  one for each platform cell of the attractions that one mall can get.

With the published box that is T = 26, 27, 27 for 2, 3, 4 players, 36, 37, 37 floors, columns -13 to 14 and 17 places.
"""

from galleria.core import Array, GameState, Record, array, int8, int16, int64, pile

FOOD, HOBBY, FASHION, RED = range(4)
STORES = 3
"""Categories of stores."""
KINDS = 12
ENTRANCES = 24
TYPES = KINDS + ENTRANCES
MAINS = 4
SEATS = 4
ELEMENTS = 96
ENTRANCE, MAIN, BAY, ATTRACTION = range(KINDS, KINDS + 4)

SLOTS = 8
ROWS = 4

LEFT = 16
COLUMNS = 34
STRIDE = 42
CELLS = COLUMNS * STRIDE
"""Columns -15 to 16 and floors 1 to 40, with a border around them in which nothing ever stands."""
FIRST_COLUMN, LAST_COLUMN = 1 - LEFT, COLUMNS - 2 - LEFT
LAST_FLOOR = STRIDE - 2
TILES = 40
"""Room for the tiles of one mall."""
PLACES = 48
"""Room for the open places of one mall."""
WISHES = 3
"""Customers that can wait on one tile."""

COMMONS = 10
OWN = 10
ATTRACTIONS = 11
CARDS = 16
FIRST_ORANGE = 10
ORANGES = 6
BAYS = 8
SHAPE = 8
"""Cells of one attraction."""
GREY, BROWN = 0, 1
PURPLE, PINK, INDIVIDUAL = 0, 1, 2

NONE = -1
HIDDEN = -2
"""An individual card that the observer may not know."""
CLOSED = 64
"""Added to a cell of an attraction that is no platform."""

# Phases.
TURN, WALK, OVER = range(3)

# Why a match ends; the bits of `triggers` have the same numbers.
BY_SUPPLY, BY_ATTRACTIONS = 0, 1

# What a condition asks for; `need` is the number that has to be reached.
(
    COLUMN_SAME,
    ROW_SAME,
    SQUARE_SAME,
    SQUARE_FOUR,
    CLUSTER,
    FLOOR,
    ON_ONE_FLOOR,
    SATISFIED,
    SATISFIED_IN_ONE,
    SATISFIED_ABOVE,
    COLUMN_SATISFIED,
    FULL_SETS,
    NO_WAITING,
) = range(13)

# What a docking bay does.
NOTHING, CUSTOMERS, NOTES, SCORE = range(4)
# What the points of a docking bay depend on.
PER_ATTRACTION, PER_SATISFIED = range(2)

RANKED = 64
"""A cluster ranks by RANKED * its stores + its satisfied customers (S60)."""


class Tile(Record):
    """A tile of a mall; tile 0 is the main entrance, the others follow as they were built."""

    near: int64
    """Set of the adjacent tiles (S7)."""
    cell: int16
    """Its cell; that of the base of an attraction, of the left half of the main entrance."""
    what: int8
    id: int8
    """Number of the entrance, main entrance, bay or attraction; 0 for stores."""
    mirrored: int8
    taken: int8
    """1 when a customer is in the store."""
    root: int8
    """For stores: a tile of the same cluster (S53) that is nearer to its root, or the tile itself."""
    stores: int8
    """At a root: stores in the cluster."""
    happy: int8
    """At a root: satisfied customers in the cluster."""
    wishes: Array[int8] = array(int8, WISHES)
    """Kinds that the waiting customers wish for, -1 for an empty place (S11)."""


class Mall(Record):
    """A player's mall and notes. Everything in it is public but the individual card."""

    attractions: int64
    """Set of the tiles that are attractions."""
    waiting: Array[int64] = array(int64, KINDS)
    """Per kind: set of the tiles on which a customer waits for it."""
    vacant: Array[int64] = array(int64, KINDS)
    """Per kind: set of the stores without a customer."""
    notes: int16
    satisfied: int16
    unsatisfied: int16
    """Customers who are waiting."""
    kinds: int16
    """Set of the kinds of store in the mall."""
    built: int16
    """Set of the attractions built."""
    bays: int16
    """Set of the docking bays built."""
    best: Array[int16] = array(int16, STORES)
    """Per category: RANKED * stores + satisfied customers of the best cluster."""
    main: int8
    """Number of the main entrance."""
    card: int8
    """The individual card: 0..5; HIDDEN where the observer may not know it."""
    tile_count: int8
    place_count: int8
    elements: Array[int8] = array(int8, 4)
    """Per category: mall elements."""
    satisfied_in: Array[int8] = array(int8, STORES)
    """Per category: satisfied customers."""
    progress: Array[int8] = array(int8, CARDS)
    """Per card: how much of `need` is reached; only NO_WAITING can ever go down."""
    elements_at: Array[int8] = array(int8, STRIDE)
    """Per floor: mall elements."""
    satisfied_at: Array[int8] = array(int8, STRIDE)
    """Per floor: satisfied customers."""
    places: Array[int16] = array(int16, PLACES)
    """The free cells on a supporting one (S25, S35), ascending; places from `place_count` on hold 0."""
    tiles: Array[Tile] = array(Tile, TILES)
    grid: Array[int8] = array(int8, CELLS)
    """Per cell: 0, or 1 + the tile there, and CLOSED when it does not support what is above (S6)."""


class State(GameState):
    """A match of Superstore 3000."""

    phase: int8
    first: int8
    """The first player."""
    turn: int8
    """The seat whose turn it is."""
    triggers: int8
    """Bit set of the end triggers met."""
    reason: int8
    """1 + the trigger met first, 0 for none."""
    gap: int8
    """The column of the dispenser that is refilled after the customers have moved, -1 for none."""
    bank: int16
    offer: int16
    """Set of the common attractions that lie out."""
    laid: int16
    """Set of those that lay out at the start."""
    free_bays: int16
    """Set of the docking bays on their board."""
    turned: int16
    """Tiles that have become notes."""
    slots: Array[int8] = array(int8, SLOTS)
    """The types on the dispenser, -1 for an empty slot."""
    unseen: Array[int8] = array(int8, TYPES)
    """Per type: tiles that nobody has seen, in the supply and back in the box."""
    supply: pile(ELEMENTS)  # type: ignore[valid-type]
    aside: pile(ELEMENTS)  # type: ignore[valid-type]
    """Tiles returned to the box unseen (S15)."""
    malls: Array[Mall] = array(Mall, SEATS)


class Shape(Record):
    """An attraction tile (S33 to S36)."""

    color: int8
    points: int8
    cells: int8
    symmetric: int8
    """Mirrored it is the same."""
    platforms: int16
    """Set of the cells, by their number in the shape, that support."""
    right: Array[int8] = array(int8, SHAPE)
    up: Array[int8] = array(int8, SHAPE)


class Condition(Record):
    """What has to be true before an attraction may be built."""

    kind: int8
    need: int8
    category: int8
    """For CLUSTER: the category, or -1 for any."""
    floor: int8
    """For SATISFIED_ABOVE."""


class Bay(Record):
    """A docking bay (S38 to S42)."""

    color: int8
    points: int8
    effect: int8
    notes: int8
    per: int8
    per_points: int8
    each: int8


class Box(Record):
    """What the box decides: the content of box.toml that the rules read."""

    shapes: Array[Shape] = array(Shape, ATTRACTIONS)
    conditions: Array[Condition] = array(Condition, CARDS)
    bays: Array[Bay] = array(Bay, BAYS)
    category: Array[int8] = array(int8, KINDS)
    copies: Array[int8] = array(int8, KINDS)
    entrance_wishes: Array[int8] = array(int8, ENTRANCES, WISHES)
    main_wishes: Array[int8] = array(int8, MAINS, WISHES)
    bay_wishes: Array[int8] = array(int8, BAYS, WISHES)
    in_use: Array[int8] = array(int8, SEATS + 1)
    """By number of players: mall elements (S15)."""
    lie_out: Array[int8] = array(int8, SEATS + 1, 2)
    """By number of players: purple and pink attractions (S17)."""
    rainbow: Array[int8] = array(int8, SEATS + 1, SEATS)
    """By number of players and rank (S59)."""
    balloons: Array[int8] = array(int8, STORES, 2)
    """By category: the first and second balloon (S60)."""
    row_cost: Array[int8] = array(int8, ROWS)
    bay_needs: Array[int8] = array(int8, 2)
    """Elements of each category for a grey and a brown bay (S38)."""
    start_notes: int8
    start_bank: int8
    bonus_max: int8
    """Bank notes beside the turned tile at most (S44)."""
    take_tiles: int8
    """1: the equal tiles of the column become notes instead of bank notes."""
    max_steps: int8
