"""The state of Mall des Jahres and the record of its box.

Numbers that stand for things:

    cards       by kind, equal ones with the same number: 0.. stores, 90.. anchor tenants, 100.. food-court cards
    articles    numbers of their own, in the order of their names in the box file
    branches    0.., in the order of their names in the box file
    levels      1..5: the development stages I to V of a mall
    piles       0 stores, 1 anchor tenants, 2 food court
    columns     0..2: the stores lying face up, each perhaps on others that it covers
    points      the field of the scale the marker stands on, 0 in front of the first one

Piles, decks and columns have their top at `cards[n - 1]`.
"""

from galleria.core import Array, GameState, Record, array, int8, int16, int32, pile

SEATS = 4
BRANCHES = 20
LEVELS = 5
GROUPS = 6
"""At most so many groups of branches for a level."""
DICE = 3
SIDES = 6
COLUMNS = 3
SCALE = 100
"""At most so many fields on the scale."""

STORES = 90
ANCHORS = 10
FOODS = 14
ARTICLES = 48
FIRST_ANCHOR = STORES
FIRST_FOOD = FIRST_ANCHOR + ANCHORS
CARDS = FIRST_FOOD + FOODS

STORE_COPIES = 96
ANCHOR_COPIES = 12
FOOD_COPIES = 40
ARTICLE_COPIES = 60
"""At most so many cards of each kind: what the piles have room for."""
FIELDS = 24
ANCHOR_FIELDS = 4
COUNTERS = 8
"""At most so many fields of a mall."""
ASIDE = ANCHOR_FIELDS + COUNTERS
DECK = FIELDS + ASIDE
"""A deck has at most one card for each field."""

NONE = -1
UNSEEN = -2
"""A card that another player looks at."""

# Phases: the question asked.
CHOOSE, ROLLING, LOOKING, WINNING, SECOND, OVER = range(6)
STORE_PILE, ANCHOR_PILE, FOOD_PILE = range(3)


class Seat(Record):
    """What one player has. All of it is public."""

    points: int16
    level: int8
    """Development stage, 1 to 5 (M31)."""
    best: int8
    """The highest level so far."""
    established: int8
    """1 since the fifth store (M12)."""
    marks: int32
    """Bit set of the branches in the mall."""
    stores: Array[int8] = array(int8, BRANCHES)
    """Markers on the fields of each branch."""
    anchors: int8
    counters: int8
    """Markers on the anchor fields and in the food court."""
    dice: Array[int8] = array(int8, DICE)
    """What the dice show; they lie since the set-up (M10)."""
    focus: int8
    """The focus store revealed last, -1 before the first.

    It lies open while `red` is not 0; else it is back in the deck or has closed since.
    """
    red: int8
    """What the red die on the focus store shows, 0 when it is not blocked (M19)."""
    negative: int16
    positive: int16
    """Feedback cards."""
    deck: pile(DECK)  # type: ignore[valid-type]
    """The personal deck: a queue that all know."""
    aside: pile(ASIDE)  # type: ignore[valid-type]
    """Anchor tenants and counters, where the box keeps them out of the deck (H17)."""


class State(GameState):
    """A match of Mall des Jahres."""

    phase: int8
    first: int8
    """The start player."""
    turn: int8
    """The seat on turn."""
    rolls: int16
    """Rolls in this turn; the first one is free (M23)."""
    drawn: int8
    """The card drawn with option b, c or d, -1 for none, -2 for a store that only its drawer sees."""
    source: int8
    """The pile it was drawn from, -1 for none."""
    article: int8
    """The customer wish of the latest phase C, -1 before the first."""
    anchors_known: int8
    foods_known: int8
    """How many cards at the bottom of these piles all have seen going there (M29)."""
    seats: Array[Seat] = array(Seat, SEATS)
    columns: Array[pile(STORE_COPIES)] = array(pile(STORE_COPIES), COLUMNS)  # type: ignore[valid-type]
    stores: pile(STORE_COPIES)  # type: ignore[valid-type]
    store_discard: pile(STORE_COPIES)  # type: ignore[valid-type]
    anchors: pile(ANCHOR_COPIES)  # type: ignore[valid-type]
    foods: pile(FOOD_COPIES)  # type: ignore[valid-type]
    articles: pile(ARTICLE_COPIES)  # type: ignore[valid-type]
    wishes: pile(ARTICLE_COPIES)  # type: ignore[valid-type]
    """Articles drawn so far, the latest on top (M41)."""


class Box(Record):
    """What the box decides: the content of box.toml that the rules read."""

    need: Array[int32] = array(int32, CARDS)
    """Tally of the dice that win a card."""
    gain: Array[int8] = array(int8, CARDS)
    """Points of a focus store (M15)."""
    branch: Array[int8] = array(int8, STORES)
    level: Array[int8] = array(int8, CARDS)
    needs_branches: Array[int32] = array(int32, CARDS)
    needs_anchors: Array[int8] = array(int8, CARDS)
    needs_counters: Array[int8] = array(int8, CARDS)
    """What a focus store needs (M17)."""
    copies: Array[int8] = array(int8, CARDS)
    wish: Array[int8] = array(int8, ARTICLES)
    """The branch that sells an article (M37)."""
    article_copies: Array[int8] = array(int8, ARTICLES)
    fields: Array[int8] = array(int8, BRANCHES)
    """Fields of each branch on a mall board (M4)."""
    demand: Array[int8] = array(int8, BRANCHES)
    """Articles of each branch."""
    branches: int8
    anchor_fields: int8
    counters: int8
    """Fields of the food court."""
    groups: Array[int32] = array(int32, LEVELS, GROUPS)
    """Bit sets of branches, one of each of which a level needs; 0 for none (M31)."""
    level_anchors: Array[int8] = array(int8, LEVELS)
    level_counters: Array[int8] = array(int8, LEVELS)
    price: Array[int8] = array(int8, SCALE + 1)
    """Price of a further roll by the field of the marker (M24)."""
    most: int8
    """The last field of the scale."""
    start: int8
    reward: int8
    """The field of the marker after a rise to a higher level (M32)."""
    red_start: int8
    red_end: int8
    established: int8
    """Store cards that make a player established (M12)."""
    negatives: int16
    positives: int16
    """Feedback cards in the supply."""
    closes_at: int8
    """Negative feedback cards that close a store (M38)."""
    end_level: int8
    """The level that ends the match, 0 for none (M43)."""
    end_articles: int8
    round_limit: int16
    """0 for none."""
    scale_points: int8
    level_points: int8
    positive_points: int8
    negative_points: int8
    """Points lost for a negative card (M44)."""
    ties: Array[int8] = array(int8, 3)
    """What breaks ties, in this order: 1 level, 2 occupied fields, 3 positive minus negative, 0 nothing (M45)."""
    # Switches; see box.toml.
    random_start: int8
    start_moves: int8
    levels_cumulative: int8
    reward_every_time: int8
    established_for_good: int8
    newcomers_choose: int8
    free_roll_all_dice: int8
    second_option: int8
    all_into_deck: int8
    failed_shuffled: int8
    check_at_once: int8
    reveal_after_release: int8
    red_closes_next: int8
    article_always: int8
    positive_cancels: int8
    positive_unused: int8
    negative_kept: int8
    feedback_takes_store: int8
    feedback_limited: int8
