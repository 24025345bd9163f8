"""Everything that holds in every reachable state of Mall des Jahres."""

from galleria.core import count_in, is_pile_of, rule

from .mall import is_anchor, is_store, lacks, level_of, stores_of
from .rules import any_column
from .state import (
    ARTICLES,
    CARDS,
    CHOOSE,
    COLUMNS,
    DICE,
    FIRST_ANCHOR,
    FIRST_FOOD,
    FOOD_PILE,
    LEVELS,
    LOOKING,
    NONE,
    OVER,
    ROLLING,
    SEATS,
    SECOND,
    SIDES,
    STORE_PILE,
    STORES,
    UNSEEN,
    WINNING,
    Box,
    Seat,
    State,
)

INVARIANTS = (
    "every number is within its range",
    "every store card is in exactly one place",
    "every anchor tenant is in exactly one place",
    "every food-court card is in exactly one place",
    "every article is in the pile or was drawn",
    "the markers are those of the cards in the deck, beside it and under the red die",
    "no mall has more markers than fields",
    "points are on the scale",
    "the stage is that of the mall",
    "who has five stores is established",
    "the red die lies on a focus store or on none",
    "feedback cards are those of the supply, and three negative ones never stay",
    "all dice lie",
    "the question fits those who are to act",
    "a column is only empty when there are no stores",
    "no event was lost",
)
(
    RANGES,
    STORE_CARDS,
    ANCHOR_CARDS,
    FOOD_CARDS,
    ARTICLE_CARDS,
    MARKERS,
    ROOM,
    SCALE,
    STAGE,
    ESTABLISHED,
    RED_DIE,
    FEEDBACK,
    LYING,
    QUESTION,
    COLUMN,
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
        | check_feedback(s, box)
        | check_course(s, box)
        | check_columns(s)
        | (EVENTS if s.log.lost else 0)
    )


@rule
def ranges(s: State, box: Box) -> bool:
    if (
        not 1 <= s.players <= SEATS
        or s.sides != s.players
        or not CHOOSE <= s.phase <= OVER
        or not 0 <= s.first < s.players
        or not 0 <= s.turn < s.players
        or s.rolls < 0
        or s.round < 1
        or s.stage < 0
        or not UNSEEN <= s.drawn < CARDS
        or not NONE <= s.source <= FOOD_PILE
        or not NONE <= s.article < ARTICLES
        or not is_pile_of(s.stores, 0, STORES)
        or not is_pile_of(s.store_discard, 0, STORES)
        or not is_pile_of(s.anchors, FIRST_ANCHOR, FIRST_FOOD)
        or not is_pile_of(s.foods, FIRST_FOOD, CARDS)
        or not is_pile_of(s.articles, 0, ARTICLES)
        or not is_pile_of(s.wishes, 0, ARTICLES)
        or not 0 <= s.anchors_known <= s.anchors.n
        or not 0 <= s.foods_known <= s.foods.n
    ):
        return False
    for column in range(COLUMNS):
        if not is_pile_of(s.columns[column], 0, STORES):
            return False
    for seat in range(s.players):  # noqa: SIM110 - generators do not compile
        if not seat_in_range(s.seats[seat], box):
            return False
    return True


@rule
def seat_in_range(me: Seat, box: Box) -> bool:
    for branch in range(len(me.stores)):
        if me.stores[branch] < 0 or (branch >= box.branches and me.stores[branch] != 0):
            return False
    return (
        is_pile_of(me.deck, 0, CARDS)
        and is_pile_of(me.aside, FIRST_ANCHOR, CARDS)
        and NONE <= me.focus < CARDS
        and 0 <= me.red <= SIDES
        and 1 <= me.level <= LEVELS
        and me.level <= me.best <= LEVELS
        and 0 <= me.established <= 1
        and me.anchors >= 0
        and me.counters >= 0
        and me.negative >= 0
        and me.positive >= 0
    )


@rule
def in_mall(me: Seat, card: int) -> int:
    """How many such cards a player owns."""
    return count_in(me.deck, card) + count_in(me.aside, card) + (1 if me.red > 0 and me.focus == card else 0)


@rule
def check_cards(s: State, box: Box) -> int:
    broken = 0
    for card in range(CARDS):
        n = 1 if s.drawn == card else 0
        for seat in range(s.players):
            n += in_mall(s.seats[seat], card)
        if is_store(card):
            n += count_in(s.stores, card) + count_in(s.store_discard, card)
            for column in range(COLUMNS):
                n += count_in(s.columns[column], card)
            if n != box.copies[card]:
                broken |= STORE_CARDS
        elif is_anchor(card):
            if n + count_in(s.anchors, card) != box.copies[card]:
                broken |= ANCHOR_CARDS
        elif n + count_in(s.foods, card) != box.copies[card]:
            broken |= FOOD_CARDS
    for article in range(ARTICLES):
        if count_in(s.articles, article) + count_in(s.wishes, article) != box.article_copies[article]:
            broken |= ARTICLE_CARDS
    if s.article != (s.wishes.cards[s.wishes.n - 1] if s.wishes.n > 0 else NONE):
        broken |= ARTICLE_CARDS
    return broken


@rule
def check_malls(s: State, box: Box) -> int:
    broken = 0
    for seat in range(s.players):
        me = s.seats[seat]
        anchors = 0
        counters = 0
        marks = 0
        for branch in range(box.branches):
            n = 0
            for card in range(STORES):
                if box.copies[card] > 0 and box.branch[card] == branch:
                    n += in_mall(me, card)
            if n != me.stores[branch]:
                broken |= MARKERS
            if n > box.fields[branch]:
                broken |= ROOM
            if n > 0:
                marks |= 1 << branch
        for card in range(FIRST_ANCHOR, CARDS):
            if is_anchor(card):
                anchors += in_mall(me, card)
            else:
                counters += in_mall(me, card)
        if marks != me.marks or anchors != me.anchors or counters != me.counters:
            broken |= MARKERS
        if anchors > box.anchor_fields or counters > box.counters or (me.aside.n > 0 and box.all_into_deck):
            broken |= ROOM
        if not 0 <= me.points <= box.most:
            broken |= SCALE
        if me.level != level_of(me, box):
            broken |= STAGE
        enough = stores_of(me, box) >= box.established
        if (enough and not me.established) or (me.established and not enough and not box.established_for_good):
            broken |= ESTABLISHED
        if me.red > 0 and (me.focus == NONE or not box.red_end <= me.red <= box.red_start):
            broken |= RED_DIE
        if me.red == box.red_end and not box.red_closes_next:
            broken |= RED_DIE
        if me.red > 0 and box.check_at_once and lacks(me, box, me.focus) == 0:
            broken |= RED_DIE
        for i in range(DICE):
            if not 1 <= me.dice[i] <= SIDES:
                broken |= LYING
    return broken


@rule
def check_feedback(s: State, box: Box) -> int:
    negatives = 0
    positives = 0
    for seat in range(s.players):
        me = s.seats[seat]
        negatives += me.negative
        positives += me.positive
        if me.negative >= box.closes_at and not box.negative_kept:
            return FEEDBACK
        if me.negative + me.positive > s.wishes.n:
            return FEEDBACK
    if box.feedback_limited and (negatives > box.negatives or positives > box.positives):
        return FEEDBACK
    return 0


@rule
def check_course(s: State, box: Box) -> int:
    """Whether the question asked can be asked."""
    if (s.phase == OVER) != (s.over != 0) or s.to_act != (0 if s.phase == OVER else 1 << int(s.turn)):
        return QUESTION
    ok = True
    if s.phase == CHOOSE:
        ok = s.rolls == 0 and s.drawn == NONE and s.source == NONE
    elif s.phase == ROLLING:
        ok = s.rolls > 0 and s.drawn == NONE and s.source == NONE and any_column(s)
    elif s.phase == LOOKING:
        ok = (s.drawn == UNSEEN or is_store(s.drawn)) and s.source == STORE_PILE
    elif s.phase == WINNING:
        ok = s.drawn >= FIRST_ANCHOR and is_anchor(s.drawn) == (s.source != FOOD_PILE) and s.source > STORE_PILE
    elif s.phase == SECOND:
        ok = box.second_option != 0 and s.drawn == NONE and s.stores.n + s.store_discard.n > 0
    else:
        ok = s.drawn == NONE
    return 0 if ok else QUESTION


@rule
def check_columns(s: State) -> int:
    """A column is refilled at once (M30)."""
    for column in range(COLUMNS):
        if s.columns[column].n == 0 and s.stores.n + s.store_discard.n > 0:
            return COLUMN
    return 0
