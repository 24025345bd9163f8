"""Everything that holds in every reachable state of Dead Mall."""

from galleria.core import bits, count_in, is_pile_of, rule

from .mall import is_food, is_store
from .rules import any_store_displayed, any_vacancy, why_not_exchange
from .state import (
    ACTIVE,
    ANCHOR_SLOT,
    ANCHORS,
    AREAS,
    AT_EFFECT,
    AT_EXCHANGE,
    AT_RENEWAL,
    BARS,
    CARDS,
    CLEAR_DAMAGE,
    DENOMINATIONS,
    DICE,
    EFFECT,
    EXCHANGE,
    FIRST_ANCHOR,
    FIRST_FOOD,
    FIRST_FURNISHING,
    FIRST_GENERAL,
    FIRST_STARTER,
    FOOD_SLOT,
    FREE,
    FURNISHING_SLOT,
    NONE,
    OVER,
    REFRESH_STORE,
    REMOVE_VACANCY,
    SEATS,
    SIDES,
    SKIP_INSPECTION,
    SLOTS,
    STAGNATION,
    STARTERS,
    STORE_SLOTS,
    STORES,
    WATER,
    Box,
    Seat,
    State,
)

INVARIANTS = (
    "every number is within its range",
    "every store card is in exactly one place",
    "every food-court card is in exactly one place",
    "every furnishing card is in exactly one place",
    "every card of a start deck is in its deck or out of the game",
    "every anchor tenant is in exactly one place, its general card in its owner's deck",
    "the markers are those of the stores in the deck",
    "there is one store card for each marker",
    "the counters are those of the food-court cards in the deck",
    "the liquidity marker is on its track",
    "money is made of the cards there are",
    "there is one damage at a time",
    "either all dice of a player lie or none",
    "the question fits those who are to act",
    "a display slot is only empty when its pile is",
    "no event was lost",
)
(
    RANGES,
    STORE_CARDS,
    FOOD_CARDS,
    FURNISHING_CARDS,
    START_CARDS,
    ANCHOR_CARDS,
    MARKERS,
    ONE_STORE,
    COUNTERS,
    TRACK,
    REAL_MONEY,
    ONE_DAMAGE,
    LYING,
    QUESTION,
    DISPLAY,
    EVENTS,
) = (1 << bit for bit in range(len(INVARIANTS)))


@rule
def check(s: State, box: Box) -> int:
    """Bit set of the invariants that are broken."""
    if not ranges(s, box):
        return RANGES  # the other checks would look outside of the state
    return (
        check_cards(s, box)
        | check_malls(s, box)
        | check_goods(s, box)
        | check_course(s, box)
        | check_display(s)
        | (EVENTS if s.log.lost else 0)
    )


@rule
def in_deck(card: int) -> bool:
    """Whether a card can be in a player's deck."""
    return 0 <= card < FIRST_ANCHOR or FIRST_GENERAL <= card < CARDS


@rule
def ranges(s: State, box: Box) -> bool:
    if (
        not 1 <= s.players <= SEATS
        or s.sides != s.players
        or not AT_EFFECT <= s.phase <= OVER
        or not 0 <= s.first < s.players
        or not 0 <= s.turn < s.players
        or not 0 <= s.acquired <= 2
        or not 0 <= s.with_lying <= 1
        or not 0 <= s.spared <= 1
        or s.rolls < 0
        or s.free_rerolls < 0
        or s.shifts < 0
        or s.renewals < 0
        or s.round < 1
        or s.stage < 0
        or not FREE <= s.damage <= ACTIVE
        or not NONE <= s.side <= WATER
        or not is_pile_of(s.stores, 0, STORES)
        or not is_pile_of(s.store_discard, 0, STORES)
        or not is_pile_of(s.foods, FIRST_FOOD, FIRST_FURNISHING)
        or not is_pile_of(s.food_discard, FIRST_FOOD, FIRST_FURNISHING)
        or not is_pile_of(s.furnishings, FIRST_FURNISHING, FIRST_STARTER)
        or not is_pile_of(s.anchors, FIRST_ANCHOR, FIRST_GENERAL)
    ):
        return False
    for bar in range(BARS):
        if s.row[bar] != NONE and not in_deck(s.row[bar]):
            return False
    for slot in range(SLOTS):
        card = s.display[slot]
        if card != NONE and not (
            (slot < STORE_SLOTS and is_store(card))
            or (slot == ANCHOR_SLOT and FIRST_ANCHOR <= card < FIRST_GENERAL)
            or (slot == FOOD_SLOT and is_food(card))
            or (slot == FURNISHING_SLOT and FIRST_FURNISHING <= card < FIRST_STARTER)
        ):
            return False
    for kind in range(STARTERS):
        if s.removed[kind] < 0:
            return False
    for seat in range(s.players):  # noqa: SIM110 - generators do not compile
        if not seat_in_range(s.seats[seat], box):
            return False
    return True


@rule
def seat_in_range(me: Seat, box: Box) -> bool:
    if not is_pile_of(me.draw, 0, CARDS) or not is_pile_of(me.discard, 0, CARDS):
        return False
    for i in range(me.draw.n):
        if not in_deck(me.draw.cards[i]):
            return False
    for i in range(me.discard.n):
        if not in_deck(me.discard.cards[i]):
            return False
    for i in range(len(me.waiting)):
        if me.waiting[i] != NONE and not in_deck(me.waiting[i]):
            return False
    for area in range(AREAS):
        if me.anchors[area] != NONE and not FIRST_ANCHOR <= me.anchors[area] < FIRST_GENERAL:
            return False
    for i in range(DICE):
        if not 0 <= me.dice[i] <= SIDES:
            return False
    return me.marks & ~box.all_branches == 0 and 0 <= me.counters <= box.counters and me.debt >= 0


@rule
def in_hands(s: State, seat: int, card: int) -> int:
    """How many such cards are in a seat's deck, the row and what waits for it included."""
    me = s.seats[seat]
    n = count_in(me.draw, card) + count_in(me.discard, card)
    for i in range(len(me.waiting)):
        if me.waiting[i] == card:
            n += 1
    if s.turn == seat:
        for bar in range(BARS):
            if s.row[bar] == card:
                n += 1
    return n


@rule
def check_cards(s: State, box: Box) -> int:
    broken = 0
    for card in range(CARDS):
        n = 0
        for seat in range(s.players):
            n += in_hands(s, seat, card)
        for slot in range(SLOTS):
            if s.display[slot] == card:
                n += 1
        if is_store(card):
            if n + count_in(s.stores, card) + count_in(s.store_discard, card) != box.copies[card]:
                broken |= STORE_CARDS
        elif is_food(card):
            if n + count_in(s.foods, card) + count_in(s.food_discard, card) != box.copies[card]:
                broken |= FOOD_CARDS
        elif card < FIRST_STARTER:
            if n + count_in(s.furnishings, card) != box.copies[card]:
                broken |= FURNISHING_CARDS
        elif card < FIRST_ANCHOR:
            if n + s.removed[card - FIRST_STARTER] != s.players * box.copies[card]:
                broken |= START_CARDS
        elif card < FIRST_GENERAL:
            n += count_in(s.anchors, card)
            for seat in range(s.players):
                for area in range(AREAS):
                    if s.seats[seat].anchors[area] == card:
                        n += 1
            if n != box.copies[card]:
                broken |= ANCHOR_CARDS
    for seat in range(s.players):
        me = s.seats[seat]
        if me.anchors[0] == NONE and me.anchors[1] != NONE:
            broken |= ANCHOR_CARDS
        for i in range(ANCHORS):
            lies = 1 if me.anchors[0] == FIRST_ANCHOR + i or me.anchors[1] == FIRST_ANCHOR + i else 0
            if in_hands(s, seat, FIRST_GENERAL + i) != lies:
                broken |= ANCHOR_CARDS
    return broken


@rule
def check_malls(s: State, box: Box) -> int:
    broken = 0
    for seat in range(s.players):
        me = s.seats[seat]
        stores = 0
        branches = 0
        counters = 0
        for card in range(STORES + (FIRST_FURNISHING - FIRST_FOOD)):
            n = in_hands(s, seat, card)
            if n > 0 and is_store(card):
                stores += n
                branches |= 1 << box.branch[card]
            elif n > 0:
                counters += n
        if branches != me.marks:
            broken |= MARKERS
        if stores != bits(branches) and not box.second_store_allowed:
            broken |= ONE_STORE
        if counters != me.counters:
            broken |= COUNTERS
    return broken


@rule
def check_goods(s: State, box: Box) -> int:
    broken = 0
    for d in range(DENOMINATIONS):
        held = 0
        for seat in range(s.players):
            if s.seats[seat].money[d] < 0:
                broken |= REAL_MONEY
            held += s.seats[seat].money[d]
        if box.bank_limited and held > box.bank[d]:
            broken |= REAL_MONEY
    for seat in range(s.players):
        me = s.seats[seat]
        if not 0 <= me.liquidity <= box.liquidity_most:
            broken |= TRACK
        if me.debt > 0 and not box.keep_debts:
            broken |= REAL_MONEY
        lying = 0
        for i in range(DICE):
            if me.dice[i] > 0:
                lying += 1
        if lying not in (0, DICE):
            broken |= LYING
    if (s.damage == FREE) != (s.side == NONE):
        broken |= ONE_DAMAGE
    return broken


@rule
def check_course(s: State, box: Box) -> int:
    """Whether the question asked can be asked."""
    if (s.phase == OVER) != (s.over != 0) or s.to_act != (0 if s.phase == OVER else 1 << int(s.turn)):
        return QUESTION
    seat = int(s.turn)
    ok = True
    if s.phase == AT_EFFECT:
        card = int(s.row[EFFECT])
        ok = card != NONE and (
            (box.effect[card] == REFRESH_STORE and s.renewals > 0 and any_store_displayed(s))
            or (box.effect[card] == REMOVE_VACANCY and s.renewals > 0 and any_vacancy(s, box, seat))
            or (box.effect[card] == CLEAR_DAMAGE and s.damage != FREE)
            or box.effect[card] == SKIP_INSPECTION
        )
    elif s.phase == AT_RENEWAL:
        ok = s.row[EXCHANGE] >= FIRST_GENERAL and s.renewals > 0 and any_store_displayed(s)
    elif s.phase == AT_EXCHANGE:
        ok = False
        for slot in range(FURNISHING_SLOT):
            if why_not_exchange(s, box, slot) == 0:
                ok = True
    elif s.phase == STAGNATION:
        ok = box.stagnation_refresh != 0 and s.acquired == 0 and any_store_displayed(s)
    for other in range(s.players):
        if other != seat and (s.seats[other].waiting[0] != NONE or s.seats[other].waiting[1] != NONE):
            ok = False
    return 0 if ok else QUESTION


@rule
def check_display(s: State) -> int:
    """A slot is refilled at once (D26)."""
    for slot in range(SLOTS):
        if s.display[slot] == NONE:
            if slot < STORE_SLOTS:
                left = s.stores.n + s.store_discard.n
            elif slot == ANCHOR_SLOT:
                left = s.anchors.n + 0
            elif slot == FOOD_SLOT:
                left = s.foods.n + s.food_discard.n
            else:
                left = s.furnishings.n + 0
            if left > 0:
                return DISPLAY
    return 0
