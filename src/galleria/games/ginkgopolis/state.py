"""The state of Ginkgopolis and the record of its box.

Numbers that stand for things:

    colours     0 red, 1 blue, 2 yellow
    items       0 resource, 1 tile, 2 success point (SP)
    triggers    0 exploit, 1 urbanize, 2 construct
    tiles       0..59: colour * 20 + number - 1
    cards       0..59 the building cards, numbered like the tiles; 60..71 urbanization cards A..L;
                72..98 characters C01..C27 (never in a hand of cards, only in tableaus)
    directions  0 north, 1 east, 2 south, 3 west
    sides       0..players-1 the seats; in the solitaire game side 1 is Hal
    observers   0..4 the seats, 5 the spectators
"""

from galleria.core import Array, GameState, Record, array, int8, int16, int64, pile

RED, BLUE, YELLOW = 0, 1, 2
RESOURCE, TILE, POINT = 0, 1, 2
EXPLOITING, URBANIZING, CONSTRUCTING = 0, 1, 2

NUMBERS = 20
TILES = 60
FIRST_LETTER = 60
LETTERS = 12
CARDS = 72
FIRST_CHARACTER = 72
CHARACTERS = 27
SEATS = 5
SPECTATOR = 5
OBSERVERS = 6
EVERY_OBSERVER = 63
HAND = 6
"""Room for a hand of cards; how many it has says the box."""
REACH = 53
"""No token can lie farther from the centre: the square, 51 tiles in a line, and the token beyond."""

NONE = -1
HIDDEN = -2
"""Stands for a card or tile somebody has put down and the observer may not see."""

# Phases.
DRAFT, CHOOSE, TAKE, TOKEN, REFILL, OVER = range(6)

# Where a card is. A hand or tableau has the number of its side added.
UNKNOWN, IN_SUPPLY, IN_DRAW, IN_DISCARD, IN_PLAY, IN_HAND, IN_TABLEAU = -1, 0, 1, 2, 3, 4, 9

# How far the one refill of the tile supply has come (G76).
NOT_YET, DUE, DONE = 0, 1, 2

# Why a match ends; the bits of `triggers` have the same numbers.
BY_RESOURCES, BY_TILES, BY_HAL = 0, 1, 2

# What an end card counts.
FIXED, BUILDINGS_OF_COLOR, BUILDINGS_OF_HEIGHT, CARDS_WITH_TRIGGER, CARDS_OF_COLOR = range(5)


class Building(Record):
    """A stack of tiles (G3). Who owns it has `height` resources on it (G5)."""

    x: int8
    y: int8
    height: int8
    owner: int8
    """Side, or -1 for nobody."""
    pawn: int8
    """1 while its building card is not in circulation (G10)."""
    top: int8
    """The topmost tile; those below are linked by `State.below`."""
    near: Array[int8] = array(int8, 4)
    """The buildings to the north, east, south and west, -1 for none."""


class Seat(Record):
    """What a side has.

    The tableau is public. The reserve is behind the screen (G7), though how much of everything it holds can be counted
    by all who paid attention.
    """

    tiles: int64
    """Set of the tiles in the reserve, one put face down on a card included. Secret."""
    cards: int64
    """Set of the building cards in the tableau."""
    characters: int64
    """Set of the characters C01.. in the tableau."""
    draft: int64
    """Set of the characters in hand during the draft. Secret."""
    marked: int64
    """Set of the tiles named for return so far, while the refill is decided. Secret."""
    returned: int64
    """Set of the tiles given back at the refill: what the seat knows not to be among the removed ones. Secret."""
    points: int16
    """Success points in hand."""
    supply: int16
    """Resources in the general supply of this colour."""
    reserve: int16
    """Resources behind the screen."""
    tile_count: int8
    new_hands: int8
    """New Hand tokens left."""
    hand_count: int8
    draft_count: int8
    pick: int8
    """The character kept in this round of the draft: -1 none yet, -2 hidden."""
    card: int8
    """The card chosen for this round: -1 none, -2 hidden. Until all are revealed it is still counted in `hand`."""
    tile: int8
    """The tile put on it: -1 none, -2 hidden (that there is one can be seen). Until the reveal still in `tiles`."""
    hand: Array[int8] = array(int8, HAND)
    """Cards, ascending; those the observer does not know are -1 and come last."""


class State(GameState):
    """A match of Ginkgopolis."""

    phase: int8
    first: int8
    """The seat with the first-player card, -1 before the first round."""
    turn: int8
    """How many sides have carried out their action in this round."""
    actor: int8
    """The side whose action is under way, -1 between actions."""
    triggers: int8
    """Bit set of the end triggers met."""
    reason: int8
    """1 + the trigger met first, 0 for none."""
    refill: int8
    city_count: int8
    """Buildings in the city."""
    removed_count: int8
    discard_count: int8
    urbanized: int16
    """Urbanize actions so far."""
    constructed: int16
    """Construct actions so far."""
    reshuffles: int16
    removed: int64
    """Set of the tiles removed at the start (G19). Unknown to all."""
    seats: Array[Seat] = array(Seat, SEATS)
    city: Array[Building] = array(Building, TILES)
    """In the order in which they were founded; the start city row by row from the north-west."""
    at: Array[int8] = array(int8, TILES)
    """Per tile: the building it tops, -1 for none."""
    below: Array[int8] = array(int8, TILES)
    """Per tile: the tile it covers, -1 for none."""
    token_x: Array[int8] = array(int8, LETTERS)
    token_y: Array[int8] = array(int8, LETTERS)
    """Where the urbanization tokens lie. A token still to be moved (phase TOKEN) has the cell of the new building."""
    supply: pile(TILES)  # type: ignore[valid-type]
    """The tile supply, face down."""
    draw: pile(CARDS)  # type: ignore[valid-type]
    """The draw pile, face down."""
    where: Array[int8] = array(int8, CARDS)
    """Per card: IN_SUPPLY, IN_DRAW, IN_DISCARD, IN_PLAY, IN_HAND + side, IN_TABLEAU + side or UNKNOWN."""

    # What the observers know of the hidden cards; see knowledge.py.
    known: Array[int8] = array(int8, CARDS)
    """Per card: bit set of the observers who know where it is."""
    since: Array[int16] = array(int16, OBSERVERS, CARDS)
    """Per observer and card: number of the last reshuffle that the observer knows it took part in."""
    slots: Array[int16] = array(int16, OBSERVERS * SEATS, HAND)
    """Per observer and hand (observer * SEATS + side): for each card there that the observer does not know, how many
    reshuffles had been when it was dealt, ascending."""
    slot_count: Array[int8] = array(int8, OBSERVERS * SEATS)
    old_discards: Array[int8] = array(int8, OBSERVERS)
    """Per observer: unknown cards in the discard pile that were dealt before the last reshuffle."""
    drawn: Array[int8] = array(int8, SEATS, SEATS)
    """Per observer and seat: tiles the seat drew since the refill, less those it played that the observer returned."""
    character_known: Array[int8] = array(int8, CHARACTERS)
    """Per character: bit set of the observers who know in which hand of the draft it is."""


class SetupRow(Record):
    """What depends on the number of players (G19-G22)."""

    resources: int16
    tiles_removed: int8
    discarded_at_start: int8
    discarded_at_reshuffle: int8


class Box(Record):
    """What the box decides: the content of box.toml that the rules read."""

    start_tiles: int64
    """Set of the nine tiles of the start city, which are also the building cards of the first draw pile."""
    trigger_cards: Array[int64] = array(int64, 3)
    """Per trigger: set of the building cards with an ongoing bonus."""
    trigger_characters: Array[int64] = array(int64, 3)
    color_characters: Array[int64] = array(int64, 3)
    """Per colour: set of the characters."""
    end_cards: int64
    """Set of the building cards that score at the end."""
    setup: Array[SetupRow] = array(SetupRow, SEATS + 1)
    """By number of players."""
    hand_size: int8
    new_hands: int8
    characters_each: int8
    draft_deal: int8
    color_item: Array[int8] = array(int8, 3)
    """Per colour: the item it produces."""
    color_yield: Array[int8] = array(int8, 3)
    """Per colour: items per floor."""
    letter_x: Array[int8] = array(int8, LETTERS)
    letter_y: Array[int8] = array(int8, LETTERS)
    letter_yield: Array[int8] = array(int8, 2)
    """What exploiting with an urbanization card offers: resources or tiles."""
    gain: Array[int8] = array(int8, CARDS + CHARACTERS, 3)
    """Per card and item: what an ongoing bonus gives."""
    start: Array[int8] = array(int8, CHARACTERS, 3)
    """Per character and item: the goods at the start."""
    character_set: Array[int8] = array(int8, CHARACTERS)
    """Per character: number of the beginner set, 0 for none."""
    sets: int8
    """How many beginner sets there are."""
    end_kind: Array[int8] = array(int8, TILES)
    """Per end card: what it counts."""
    end_points: Array[int8] = array(int8, TILES)
    """Per end card: SP for each."""
    end_low: Array[int8] = array(int8, TILES)
    """Per end card: the colour or trigger, or the lowest height."""
    end_high: Array[int8] = array(int8, TILES)
    """Per end card: the greatest height; for cards of a colour 1 when the card counts itself."""
    color_cost: int8
    """Resources for covering another colour (G55)."""
    number_cost: int8
    """SP for each step down in number (G56)."""
    compensation: int8
    """SP for each resource returned to somebody else (G54)."""
    builder_compensates: int8
    keep_letter_order: int8
    returned_tile_points: int8
    refill_after_round: int8
    end_after_round: int8
    both_places_alone: int8
    characters_count: int8
    beginner: int8
    district_size: int8
    first_place: int8
    second_place: int8
    new_hand_points: int8
    solo_hand: int8
    solo_new_hands: int8
    solo_start: Array[int8] = array(int8, 3)
    hal_points: int8
    hal_points_per_item: int8
    hal_pays_costs: int8
    solo_refill: int8
