"""The state of Dead Mall and the record of its box.

Numbers that stand for things:

    cards       by kind, equal ones with the same number: 0.. stores, 76.. food-court cards, 90.. furnishing,
                104.. the cards of the start deck, 110.. anchor tenants, 118.. the general card of each anchor tenant
    branches    0..11, in the order of their names in the box file
    stages      1..6: black, grey, red, yellow, light blue, green
    bars        0 effect, 1 exchange, 2 settlement, 3 inspection
    slots       0..8: two rows of stores, then anchor tenant, food court, furnishing
    money       0..3: the four denominations, the smallest first
    damage      0 rats, 1 water
"""

from galleria.core import Array, GameState, Record, array, int8, int16, int32, pile

SEATS = 4
BRANCHES = 12
STAGES = 6
BARS = 4
DICE = 3
SIDES = 6
DENOMINATIONS = 4
AREAS = 2

STORES = 76
FOODS = 14
FURNISHINGS = 14
STARTERS = 6
ANCHORS = 8
FIRST_FOOD = STORES
FIRST_FURNISHING = FIRST_FOOD + FOODS
FIRST_STARTER = FIRST_FURNISHING + FURNISHINGS
FIRST_ANCHOR = FIRST_STARTER + STARTERS
FIRST_GENERAL = FIRST_ANCHOR + ANCHORS
CARDS = FIRST_GENERAL + ANCHORS

STORE_COPIES = 76
FOOD_COPIES = 36
FURNISHING_COPIES = 32
STARTER_COPIES = 12
"""At most so many cards of each kind: what the piles have room for."""
DECK = STORE_COPIES + FURNISHING_COPIES + STARTER_COPIES + AREAS + 6
"""A deck that holds all it ever can."""

SLOTS = 9
STORE_SLOTS = 6
ANCHOR_SLOT, FOOD_SLOT, FURNISHING_SLOT = 6, 7, 8
EFFECT, EXCHANGE, SETTLEMENT, INSPECTION = range(BARS)

NONE = -1

# Phases: the question asked. Bars 3 and 4 ask nothing.
AT_EFFECT, AT_RENEWAL, AT_EXCHANGE, ACQUIRE, STAGNATION, OVER = range(6)

# What a card does under the effect bar (D38).
(
    NOTHING,
    LIQUIDITY,
    MONEY,
    FREE_REROLLS,
    SHIFT_DIE,
    REFRESH_STORE,
    REMOVE_VACANCY,
    SKIP_INSPECTION,
    CLEAR_DAMAGE,
) = range(9)

RATS, WATER = 0, 1
FREE, ARMED, ACTIVE = 0, 1, 2
"""Where the damage card is: aside, beside the display, at work."""


class Seat(Record):
    """What one player has. All of it is public but the order of the draw pile."""

    marks: int16
    """Bit set of the branches in the mall (D34)."""
    counters: int8
    """Food-court counters."""
    dice: Array[int8] = array(int8, DICE)
    """What the dice show, 0 before the first roll (D9)."""
    anchors: Array[int8] = array(int8, AREAS)
    """Anchor tenant on each area, -1 for none."""
    waiting: Array[int8] = array(int8, 2)
    """Cards taken in this turn that go on the discard pile after the row, -1 for none (G7)."""
    liquidity: int16
    debt: int16
    """Fines that could not be paid, where the box keeps them (G14)."""
    money: Array[int16] = array(int16, DENOMINATIONS)
    """Money cards of each denomination."""
    draw: pile(DECK)  # type: ignore[valid-type]
    """Face down."""
    discard: pile(DECK)  # type: ignore[valid-type]


class State(GameState):
    """A match of Dead Mall."""

    phase: int8
    first: int8
    """The start player."""
    turn: int8
    """The seat on turn."""
    acquired: int8
    """Cards acquired in this turn."""
    with_lying: int8
    """1 after a card was taken with lying dice, where another may follow (G8)."""
    rolls: int16
    """Rolls in this turn."""
    free_rerolls: int16
    """Free re-rolls left in this turn (D18)."""
    shifts: int16
    """Times a die may still be turned in this turn."""
    renewals: int16
    """Display cards that may still be renewed by the effect under way."""
    spared: int8
    """1 when the inspection is skipped in this turn."""
    damage: int8
    """FREE, ARMED or ACTIVE."""
    side: int8
    """RATS or WATER, -1 while the damage card is free."""
    row: Array[int8] = array(int8, BARS)
    """The cards under the bars of the seat on turn, -1 for none."""
    display: Array[int8] = array(int8, SLOTS)
    """-1 for an empty slot."""
    removed: Array[int8] = array(int8, STARTERS)
    """Vacancy cards of each kind that are out of the game."""
    seats: Array[Seat] = array(Seat, SEATS)
    stores: pile(STORE_COPIES)  # type: ignore[valid-type]
    store_discard: pile(STORE_COPIES)  # type: ignore[valid-type]
    foods: pile(FOOD_COPIES)  # type: ignore[valid-type]
    food_discard: pile(FOOD_COPIES)  # type: ignore[valid-type]
    furnishings: pile(FURNISHING_COPIES)  # type: ignore[valid-type]
    anchors: pile(ANCHORS)  # type: ignore[valid-type]


class Box(Record):
    """What the box decides: the content of box.toml that the rules read."""

    need: Array[int32] = array(int32, CARDS)
    """Tally of the dice that win a card."""
    branch: Array[int8] = array(int8, STORES)
    stage: Array[int8] = array(int8, STORES)
    needs_branches: Array[int16] = array(int16, STORES)
    """Bit set of the branches that a store needs to stay."""
    needs_counters: Array[int8] = array(int8, STORES)
    money: Array[int8] = array(int8, CARDS)
    """Profit at settlement, for a store also its fine."""
    liquidity: Array[int8] = array(int8, CARDS)
    effect: Array[int8] = array(int8, CARDS)
    amount: Array[int8] = array(int8, CARDS)
    price: Array[int8] = array(int8, FURNISHINGS)
    copies: Array[int8] = array(int8, CARDS)
    """Copies of each card; of those of the start deck, for each player."""
    vacancy: Array[int8] = array(int8, STARTERS)
    """1 for a vacancy card."""
    thresholds: Array[int8] = array(int8, STAGES)
    """Occupied areas for each stage."""
    area_counters: Array[int8] = array(int8, AREAS)
    area_stage: Array[int8] = array(int8, AREAS)
    """What opens the anchor areas."""
    value: Array[int16] = array(int16, DENOMINATIONS)
    water_value: Array[int16] = array(int16, DENOMINATIONS)
    bank: Array[int16] = array(int16, DENOMINATIONS)
    """Money cards in the bank at the start; not used where the bank is unlimited."""
    damage_slot: Array[int8] = array(int8, 2)
    red: Array[int8] = array(int8, 2)
    green: Array[int32] = array(int32, 2)
    """Tally of the two green dice."""
    all_branches: int16
    """Bit set of the branches there are."""
    branches: int8
    counters: int8
    """Fields of the food court."""
    liquidity_most: int8
    liquidity_start: int8
    reroll_cost: int8
    renew_at_exchange: int8
    """Display cards that a general anchor card may renew under the exchange bar."""
    money_points: int8
    vacancy_points: int8
    """Points lost for an empty area."""
    round_limit: int16
    """0 for none."""
    # Switches; see box.toml.
    random_start: int8
    anchors_count_for_stage: int8
    squalor_everywhere: int8
    taken_above_row: int8
    lying_dice_extra: int8
    free_roll_all_dice: int8
    second_store_allowed: int8
    exchange_into_display: int8
    exchange_triggers_damage: int8
    exchange_food: int8
    inspect_stage: int8
    keep_debts: int8
    different_counters: int8
    damage_replaced: int8
    damage_ended_by_active: int8
    water_change_fewest: int8
    bank_limited: int8
    change_money: int8
    water_counts_at_end: int8
    anchor_areas_empty_count: int8
    end_needs_anchors: int8
    stagnation_refresh: int8
    rats_block_all: int8
    lying_dice_break_out: int8
    ties_broken: int8
