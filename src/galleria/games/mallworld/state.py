"""The state of Mall World and the record of its box.

Numbers that stand for things:

    colours    0 green, 1 purple, 2 blue, 3 red: of shops and of customers
    cards      0..39 the approval cards A01..A40
    orders     0..9 red R01.., 10..21 green G01.., 22..27 blue B01..
    spaces     0..63: row * 8 + column, a1 in the north-west
    cells      the same spaces inside a border of walls, three deep, so that a pattern never leaves the board:

         row a, column 1 is cell 3 * 11 + 3 = 36; the cell to the right is 1 further, the one below 11

    money      in units of CHF 1000
    turns      of a pattern: 0..3 quarter turns clockwise, 4..7 the same of its mirror image
"""

from galleria.core import Array, GameState, Record, array, int8, int16, int64, pile

GREEN, PURPLE, BLUE, RED = 0, 1, 2, 3
COLORS = 4
CARDS = 40
REDS = 10
GREENS = 12
BLUES = 6
FIRST_GREEN = 10
FIRST_BLUE = 22
ORDERS = 28
SEATS = 5
FEWEST = 3
"""Players at least."""
SLOTS = 4
"""Places of the lobby and of the display."""
HAND_LIMIT = 8
OFFER = 3
"""Approval cards in one auction at most."""

ROWS = 8
COLUMNS = 8
SPACES = 64
BORDER = 3
WIDTH = 11
CELLS = 157
TURNS = 8
ROUNDS = 3
PARTS = 4
"""Cells of a pattern at most."""

NONE = -1
WALL = -2
HIDDEN = -2
"""A bid that the observer may not see."""

# Phases.
BUY, ACT, BID, EXECUTE, DRAW, OVER = range(6)

# Kinds of orders.
RED_ORDER, GREEN_ORDER, BLUE_ORDER = range(3)

# What the active player did in step 2, as bits of `acted`.
AUCTIONED, PLAYED = 1, 2

# Why a match ends.
BY_ROUNDS, BY_CUSTOMERS, BY_SPACES = 0, 1, 2

EVERY_RED = (1 << FIRST_GREEN) - 1
EVERY_CARD = (1 << CARDS) - 1


class Seat(Record):
    """What a player has."""

    cards: int64
    """Set of the approval cards in hand. Secret but for those in `shown`."""
    shown: int64
    """Those of them that everybody saw when they were taken from the display."""
    orders: int64
    """Set of the orders in hand. Those bought in the lobby were seen by all; the blue one is secret."""
    played: int64
    """Set of the orders played in this round, face up."""
    money: int16
    coins: int16
    bought: int16
    """Money paid in the lobby so far."""
    fees: int16
    """Money paid for fee chips so far."""
    earned: Array[int16] = array(int16, 3)
    """Money by kind of order."""
    card_count: int8
    order_count: int8
    bid: int8
    """-1 none yet, -2 hidden."""
    marker: int8
    """1 while the second marker lies beside the lobby (W26)."""


class State(GameState):
    """A match of Mall World."""

    phase: int8
    turn: int8
    """The active player."""
    actor: int8
    """Who executes an approval card now, -1 for nobody."""
    first: int8
    """The highest bidder, until they have executed their card; -1 for none."""
    second: int8
    acted: int8
    """What the active player did in step 2 of this turn: AUCTIONED, PLAYED."""
    taken: int8
    """Cards drawn in this turn."""
    idle: int8
    """Turns in a row without an action (W68)."""
    chips: int8
    """Fee chips left in the mall bureau."""
    unlocked: int8
    """1 when shops may be rented (W31)."""
    ending: int8
    """1 + why the match ends after this turn, 0 while it goes on."""
    rented: int8
    """Customers on the board."""
    open_spaces: int8
    fund: int16
    """Coins in the slush fund."""
    reshuffles: int16
    offered: int64
    """Set of the approval cards being auctioned."""
    discard: int64
    removed: int64
    """Set of the approval cards that left the game."""
    seen: int64
    """Set of the approval cards that have lain open."""
    seen_orders: int64
    """Set of the orders that have lain open."""
    gone_orders: int64
    """Set of the seen orders that left the game."""
    seats: Array[Seat] = array(Seat, SEATS)
    display: Array[int8] = array(int8, SLOTS)
    """Approval cards, -1 for none."""
    lobby: Array[int8] = array(int8, SLOTS)
    """Orders from slot 1, the cheapest, on; -1 for none."""
    tiles: Array[int8] = array(int8, COLORS)
    """Supply of shop tiles."""
    customers: Array[int8] = array(int8, COLORS)
    """Supply of customer chips."""
    shop: Array[int8] = array(int8, CELLS)
    """Per cell: the shop's colour, -1 for an empty space, -2 for none."""
    customer: Array[int8] = array(int8, CELLS)
    """Per cell: the customer's colour, -1 for none."""
    draw: pile(CARDS)  # type: ignore[valid-type]
    """The approval cards' draw pile, face down."""
    pile: pile(FIRST_BLUE)  # type: ignore[valid-type]
    """Red orders on top of green ones, face down."""
    pile_reds: int8
    """How many of them are red."""


class Pattern(Record):
    """The layout of an approval card, its new tiles first (W43)."""

    parts: int8
    tiles: int8
    """How many of the parts are new tiles."""
    color: Array[int8] = array(int8, PARTS)
    step: Array[int8] = array(int8, TURNS, PARTS)
    """Per turn and part: how many cells it lies after the first tile."""
    twin: Array[int16] = array(int16, TURNS)
    """Per turn: set of the turns before it that put the same new tiles on the same cells."""
    turns: int16
    """Set of the turns that differ as a whole."""
    need: Array[int8] = array(int8, COLORS)
    """New tiles by colour."""


class Order(Record):
    """What an order pays for. Red orders have shops only."""

    shop: Array[int8] = array(int8, 2)
    customer: Array[int8] = array(int8, 2)
    amount: int16


class Plan(Record):
    """What depends on the number of players."""

    spaces: int8
    cell: Array[int16] = array(int16, SPACES)
    """The cells of the open spaces."""
    chips: Array[int8] = array(int8, 3)
    """Fee chips by round (W17)."""
    reds_out: int8
    greens_out: int8
    """Orders removed unseen (W14)."""


class Box(Record):
    """What the box decides: the content of box.toml that the rules read."""

    pattern: Array[Pattern] = array(Pattern, CARDS)
    rent_shop: Array[int8] = array(int8, CARDS)
    rent_customer: Array[int8] = array(int8, CARDS)
    order: Array[Order] = array(Order, ORDERS)
    plan: Array[Plan] = array(Plan, SEATS + 1)
    """By number of players."""
    price: Array[int16] = array(int16, SLOTS)
    """By slot, from the cheapest."""
    tiles: int8
    """Shop tiles of each colour."""
    customers: int8
    money: int16
    coins: int8
    hand: int8
    """Approval cards at the start."""
    fee: int16
    coin_value: int16
    single_price: int8
    """Coins for executing a card without an auction (W33)."""
    refresh_price: int8
    most_drawn: int8
    reds_leave: int8
    """1 when the red orders leave at the start of round 2 (W30)."""
