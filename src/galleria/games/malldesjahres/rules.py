"""The rules of Mall des Jahres: set-up, the course of a round, answers and their legality."""

from galleria.core import (
    EVERYONE,
    Array,
    acts,
    below,
    clear_pile,
    emit,
    fill_pile,
    hide_head,
    pop,
    push,
    put_under,
    rule,
    shuffle_above,
    shuffle_pile,
    sort_above,
    whisper,
)
from galleria.core.dice import shows, tally, throw

from . import events, reasons
from .actions import COVER, DRAW, END, KEEP, ROLL, STOP, TAKE, WIN
from .events import (
    BY_FEEDBACK,
    BY_FOCUS,
    BY_RED_DIE,
    BY_ROLL,
    BY_STAGE,
    FROM_POSITIVE,
    FROM_SCALE,
    FROM_STAGE,
)
from .mall import fields_of, free_field, is_anchor, is_store, lacks, level_of, sells, stores_of
from .state import (
    ANCHOR_PILE,
    ANCHORS,
    ARTICLES,
    CHOOSE,
    COLUMNS,
    DICE,
    FIRST_ANCHOR,
    FIRST_FOOD,
    FOOD_PILE,
    FOODS,
    LOOKING,
    NONE,
    OVER,
    ROLLING,
    SECOND,
    SIDES,
    STORE_PILE,
    STORES,
    UNSEEN,
    WINNING,
    Box,
    State,
)

ALL_DICE = (1 << DICE) - 1
MOST = 32767
BY_LEVEL, BY_ARTICLES, BY_ROUNDS = 0, 1, 2
"""Why a match ends: indices into `Game.ends`."""


# -- set-up ------------------------------------------------------------------------------------------------------------


@rule
def setup(s: State, box: Box, players: int) -> None:
    s.players = players
    s.sides = players
    s.drawn = NONE
    s.source = NONE
    s.article = NONE
    fill_pile(s, s.stores, box.copies, 0, STORES)  # M7
    fill_pile(s, s.anchors, box.copies, FIRST_ANCHOR, FIRST_ANCHOR + ANCHORS)
    fill_pile(s, s.foods, box.copies, FIRST_FOOD, FIRST_FOOD + FOODS)
    fill_pile(s, s.articles, box.article_copies, 0, ARTICLES)  # M8
    clear_pile(s.store_discard)
    clear_pile(s.wishes)
    for seat in range(len(s.seats)):
        me = s.seats[seat]
        clear_pile(me.deck)
        clear_pile(me.aside)
        me.focus = NONE
        if seat < players:
            me.points = box.start  # M9
            me.level = level_of(me, box)
            me.best = me.level
            throw(s, me.dice, ALL_DICE, SIDES)  # M10
    for column in range(COLUMNS):
        clear_pile(s.columns[column])
    fill_columns(s)
    s.first = below(s, players) if box.random_start else 0  # M1
    begin_round(s, box)


# -- piles and columns -------------------------------------------------------------------------------------------------


@rule
def renew_stores(s: State) -> None:
    """A used-up pile of stores is renewed from the discards (M30)."""
    if s.stores.n == 0 and s.store_discard.n > 0:
        while s.store_discard.n > 0:
            push(s.stores, pop(s.store_discard))
        shuffle_pile(s, s.stores)
        emit(s, events.PILE_RENEWED, -1, s.stores.n, 0, 0, 0)


@rule
def fill_columns(s: State) -> None:
    """Refill columns that are empty, as far as there are stores (M7, M30)."""
    for column in range(COLUMNS):
        if s.columns[column].n == 0:
            renew_stores(s)
            if s.stores.n > 0:
                card = pop(s.stores)
                push(s.columns[column], card)
                emit(s, events.FILLED, -1, column, card, 0, 0)


@rule
def top(s: State, column: int) -> int:
    """The store that lies face up in a column, -1 for none."""
    pile = s.columns[column]
    return int(pile.cards[pile.n - 1]) if pile.n > 0 else NONE


@rule
def any_column(s: State) -> bool:
    for column in range(COLUMNS):  # noqa: SIM110 - generators do not compile
        if s.columns[column].n > 0:
            return True
    return False


@rule
def put_back(s: State, card: int) -> None:
    """An anchor tenant or a counter goes to the bottom of its pile, where all see it going (M29, M33)."""
    if is_anchor(card):
        put_under(s.anchors, card)
        s.anchors_known += 1
    else:
        put_under(s.foods, card)
        s.foods_known += 1


@rule
def shuffle_in(s: State, card: int) -> None:
    """Shuffle the pile of this card, so that nobody knows where anything is."""
    if is_anchor(card):
        shuffle_pile(s, s.anchors)
        s.anchors_known = 0
    else:
        shuffle_pile(s, s.foods)
        s.foods_known = 0


# -- points, levels, closing -------------------------------------------------------------------------------------------


@rule
def move_points(s: State, box: Box, seat: int, change: int, why: int, card: int) -> None:
    """Move the marker; what goes beyond the ends of the scale is lost (M6)."""
    me = s.seats[seat]
    to = max(0, min(int(box.most), me.points + change))
    if to != me.points:
        emit(s, events.POINTS, seat, to - me.points, to, why, card)
    if me.points + change > to:
        emit(s, events.LAPSED, seat, me.points + change - to, card, 0, 0)
    me.points = to


@rule
def rate(s: State, box: Box, seat: int) -> None:
    """The level after a change of the mall, and its reward (M31, M32); a store that may stay again (H26)."""
    me = s.seats[seat]
    before = int(me.level)
    now = level_of(me, box)
    if now != before:
        me.level = now
        emit(s, events.STAGE_MOVED, seat, now, before, 0, 0)
        if now > before and (box.reward_every_time or now > me.best):
            move_points(s, box, seat, max(0, box.reward - me.points), BY_STAGE, NONE)
        me.best = max(me.best, now)
    if box.check_at_once and me.red > 0 and lacks(me, box, me.focus) == 0:
        release(s, seat)


@rule
def note_established(s: State, box: Box, seat: int) -> None:
    """Who owns five stores is established (M12)."""
    me = s.seats[seat]
    now = 1 if stores_of(me, box) >= box.established or (me.established and box.established_for_good) else 0
    if now != me.established:
        me.established = now
        emit(s, events.ESTABLISHED, seat, now, 0, 0, 0)


@rule
def close(s: State, box: Box, seat: int, card: int, why: int) -> None:
    """A card leaves the mall (M33); it has been taken from where it lay."""
    me = s.seats[seat]
    emit(s, events.CLOSED, seat, card, why, 0, 0)
    if is_store(card):
        branch = int(box.branch[card])
        me.stores[branch] -= 1
        if me.stores[branch] == 0:
            me.marks &= ~(1 << branch)
        push(s.store_discard, card)
    else:
        if is_anchor(card):
            me.anchors -= 1
        else:
            me.counters -= 1
        put_back(s, card)
    note_established(s, box, seat)
    rate(s, box, seat)
    fill_columns(s)


@rule
def open_card(s: State, box: Box, seat: int, card: int, column: int) -> None:
    """A card moves in (M26)."""
    me = s.seats[seat]
    emit(s, events.OPENED, seat, card, column, s.rolls, 0)
    if is_store(card):
        branch = int(box.branch[card])
        me.stores[branch] += 1
        me.marks |= 1 << branch
    elif is_anchor(card):
        me.anchors += 1
    else:
        me.counters += 1
    if is_store(card) or box.all_into_deck:
        put_under(me.deck, card)
    else:
        push(me.aside, card)
    note_established(s, box, seat)
    rate(s, box, seat)


# -- phase A: profit and focus store -----------------------------------------------------------------------------------


@rule
def release(s: State, seat: int) -> None:
    """The red die comes off, the card goes under the deck (M20)."""
    me = s.seats[seat]
    me.red = 0
    put_under(me.deck, me.focus)
    emit(s, events.FREED, seat, me.focus, 0, 0, 0)


@rule
def check_blocked(s: State, box: Box, seat: int) -> bool:
    """Check the blocked store again (M20); whether the next card is revealed at once."""
    me = s.seats[seat]
    why = lacks(me, box, me.focus)
    if why == 0:
        release(s, seat)
        return box.reveal_after_release != 0
    if not (box.red_closes_next and me.red == box.red_end):
        me.red -= 1
        emit(s, events.RED_DIE, seat, me.focus, me.red, why, 0)
        if me.red != box.red_end or box.red_closes_next:
            return False
    me.red = 0
    close(s, box, seat, int(me.focus), BY_RED_DIE)
    return False


@rule
def profit(s: State, box: Box, seat: int) -> None:
    """Phase A of a seat (M12-M20)."""
    me = s.seats[seat]
    if not me.established or (me.red > 0 and not check_blocked(s, box, seat)) or me.deck.n == 0:
        return
    card = pop(me.deck)
    me.focus = card
    emit(s, events.FOCUS, seat, card, 0, 0, 0)
    move_points(s, box, seat, box.gain[card], BY_FOCUS, card)  # M14: before any check
    why = lacks(me, box, card)
    if why == 0:
        put_under(me.deck, card)  # M18
        emit(s, events.STAYS, seat, card, 0, 0, 0)
    else:
        me.red = box.red_start  # M19
        emit(s, events.BLOCKED, seat, card, why, me.red, 0)


@rule
def begin_round(s: State, box: Box) -> None:
    s.round = min(s.round + 1, MOST)
    emit(s, events.ROUND, s.first, s.round, 0, 0, 0)
    for k in range(s.players):
        profit(s, box, (s.first + k) % s.players)
    begin_turn(s, int(s.first))


# -- phase B: a new store ----------------------------------------------------------------------------------------------


@rule
def begin_turn(s: State, seat: int) -> None:
    s.turn = seat
    s.to_act = 1 << seat
    s.phase = CHOOSE
    s.rolls = 0
    s.drawn = NONE
    s.source = NONE


@rule
def end_turn(s: State, box: Box) -> None:
    """The next seat, or phase C (M25, M34)."""
    seat = (s.turn + 1) % s.players
    if seat == s.first:
        customer(s, box)
    else:
        begin_turn(s, seat)


@rule
def fail(s: State, box: Box, seat: int) -> None:
    """A turn, or its first attempt, without a new card (M22)."""
    tried = s.phase in (ROLLING, WINNING)
    again = box.second_option != 0 and tried and s.stores.n + s.store_discard.n > 0
    emit(s, events.STOPPED, seat, s.rolls, 1 if again else 0, 0, 0)
    if s.drawn != NONE:
        card = int(s.drawn)
        s.drawn = NONE
        emit(s, events.RETURNED, seat, card, s.source, 0, 0)
        put_back(s, card)
        if box.failed_shuffled:
            shuffle_in(s, card)
    if again:
        s.phase = SECOND
        s.source = NONE
    else:
        end_turn(s, box)


@rule
def draw(s: State, seat: int, pile: int) -> None:
    """Options b, c and d: the card is looked at after the choice (M22); a store by its drawer alone (M28)."""
    emit(s, events.DREW, seat, pile, 0, 0, 0)
    s.source = pile
    to = EVERYONE
    if pile == STORE_PILE:
        renew_stores(s)
        s.drawn = pop(s.stores)
        s.phase = LOOKING
        to = 1 << seat
    elif pile == ANCHOR_PILE:
        s.drawn = pop(s.anchors)
        s.anchors_known = min(s.anchors_known, s.anchors.n)
        s.phase = WINNING
    else:
        s.drawn = pop(s.foods)
        s.foods_known = min(s.foods_known, s.foods.n)
        s.phase = WINNING
    whisper(s, to, events.LOOKED, seat, s.drawn, pile, 0, 0)


@rule
def pay_roll(s: State, box: Box, seat: int) -> None:
    """Each roll but the first costs points, by the field of the marker (M24)."""
    if s.rolls > 0:
        move_points(s, box, seat, -box.price[s.seats[seat].points], BY_ROLL, NONE)


@rule
def roll(s: State, box: Box, seat: int, thrown: int) -> None:
    """Throw dice (M23)."""
    me = s.seats[seat]
    pay_roll(s, box, seat)
    s.rolls += 1
    throw(s, me.dice, thrown, SIDES)
    emit(s, events.ROLLED, seat, me.dice[0], me.dice[1], me.dice[2], thrown)
    if s.phase == CHOOSE:
        s.phase = ROLLING


# -- phase C: article and customer wish --------------------------------------------------------------------------------


@rule
def handed_out(s: State, negative: int) -> int:
    """Feedback cards that players hold."""
    n = 0
    for seat in range(s.players):
        n += s.seats[seat].negative if negative else s.seats[seat].positive
    return n


@rule
def give_positive(s: State, box: Box, seat: int) -> None:
    """The article is there (M40)."""
    me = s.seats[seat]
    if box.positive_cancels and me.negative > 0:
        me.negative -= 1
        emit(s, events.CANCELLED, seat, me.negative, 0, 0, 0)
    elif not box.positive_unused and (not box.feedback_limited or handed_out(s, 0) < box.positives):
        me.positive += 1
        emit(s, events.POSITIVE, seat, me.positive, 0, 0, 0)


@rule
def give_negative(s: State, box: Box, seat: int) -> None:
    """The article is missing (M36); with the third card a store closes (M38, M39)."""
    me = s.seats[seat]
    if box.feedback_limited and handed_out(s, 1) >= box.negatives:
        return
    me.negative += 1
    emit(s, events.NEGATIVE, seat, me.negative, 0, 0, 0)
    if me.negative % box.closes_at != 0:
        return
    card = NONE
    if me.deck.n > 0:
        i = me.deck.n - 1
        if box.feedback_takes_store:
            while i > 0 and not is_store(me.deck.cards[i]):
                i -= 1
            if not is_store(me.deck.cards[i]):
                i = me.deck.n - 1
        card = int(me.deck.cards[i])
        for j in range(i, me.deck.n - 1):
            me.deck.cards[j] = me.deck.cards[j + 1]
        pop(me.deck)
    elif me.red > 0:
        card = int(me.focus)
        me.red = 0
    if not box.negative_kept:
        emit(s, events.GIVEN_BACK, seat, me.negative, 0, 0, 0)
        me.negative = 0
    if card != NONE:
        close(s, box, seat, card, BY_FEEDBACK)


@rule
def customer(s: State, box: Box) -> None:
    """Phase C (M34-M42), then the end or the next round (M43)."""
    wanted = 0
    for seat in range(s.players):
        if s.seats[seat].established:
            wanted = 1
    if (wanted or box.article_always) and s.articles.n > 0:
        s.article = pop(s.articles)
        push(s.wishes, s.article)
        emit(s, events.ARTICLE, s.turn, s.article, box.wish[s.article], 0, 0)
        for k in range(s.players):
            seat = (s.first + k) % s.players
            if s.seats[seat].established:
                if sells(s.seats[seat], box, s.article):
                    give_positive(s, box, seat)
                else:
                    give_negative(s, box, seat)
    for k in range(s.players):
        seat = (s.first + k) % s.players
        if box.end_level and s.seats[seat].level >= box.end_level:
            finish(s, box, seat, BY_LEVEL)
            return
    if box.end_articles and s.articles.n == 0:
        finish(s, box, NONE, BY_ARTICLES)
    elif box.round_limit and s.round >= box.round_limit:
        finish(s, box, NONE, BY_ROUNDS)
    else:
        if box.start_moves:
            s.first = (s.first + 1) % s.players
        begin_round(s, box)


@rule
def finish(s: State, box: Box, seat: int, why: int) -> None:
    s.over = why + 1
    s.phase = OVER
    s.to_act = 0
    emit(s, events.ENDED, seat, why, 0, 0, 0)
    for side in range(s.players):
        for source in range(len(events.SOURCES)):
            emit(s, events.SCORED, side, source, points_from(s, box, side, source), 0, 0)


# -- points ------------------------------------------------------------------------------------------------------------


@rule
def points_from(s: State, box: Box, seat: int, source: int) -> int:
    """Points of one source (M44)."""
    me = s.seats[seat]
    if source == FROM_SCALE:
        return int(me.points * box.scale_points)
    if source == FROM_STAGE:
        return int(me.level * box.level_points)
    if source == FROM_POSITIVE:
        return int(me.positive * box.positive_points)
    return -int(me.negative * box.negative_points)


@rule
def tie_break(s: State, box: Box, seat: int, which: int) -> int:
    """What decides between equal scores (M45), from 0 up."""
    me = s.seats[seat]
    if which == 1:
        return int(me.level)
    if which == 2:
        return fields_of(me, box)
    if which == 3:
        return 64 + int(me.positive - me.negative)  # nobody gets more cards than there are articles
    return 0


@rule
def score(s: State, box: Box, seat: int, out: Array[int]) -> int:
    """Points by source; returns what ranks the players (M44, M45)."""
    total = 0
    for source in range(len(events.SOURCES)):
        out[source] = points_from(s, box, seat, source)
        total += out[source]
    for k in range(3):
        total = (total << 8) + tie_break(s, box, seat, box.ties[k])
    return total


# -- what may be answered ----------------------------------------------------------------------------------------------


@rule
def other_phase(s: State) -> int:
    """The reason for answers that belong to another question."""
    if s.phase == CHOOSE:
        return reasons.CHOOSING
    if s.phase == ROLLING:
        return reasons.ROLLING_NOW
    if s.phase == LOOKING:
        return reasons.LOOKING_NOW
    return reasons.WINNING_NOW if s.phase == WINNING else reasons.AFTER_FAILURE


@rule
def why_no_field(s: State, box: Box, seat: int, card: int) -> int:
    if free_field(s.seats[seat], box, card):
        return 0
    if is_store(card):
        return reasons.BRANCH_FULL
    return reasons.ANCHORS_FULL if is_anchor(card) else reasons.COURT_FULL


@rule
def why_not_win(s: State, box: Box, seat: int, card: int) -> int:
    """Why a card cannot be won with the dice as they lie (M23, M27)."""
    if card == NONE:
        return reasons.EMPTY_COLUMN
    why = why_no_field(s, box, seat, card)
    if why:
        return why
    return 0 if shows(tally(s.seats[seat].dice), box.need[card]) else reasons.NO_MATCH


@rule
def why_not_draw(s: State, box: Box, seat: int, pile: int) -> int:
    """Why a pile cannot be chosen (M12, M29)."""
    if pile == STORE_PILE:
        return 0 if s.stores.n + s.store_discard.n > 0 else reasons.EMPTY_PILE
    if not s.seats[seat].established and not box.newcomers_choose:
        return reasons.NEWCOMER
    left = s.anchors.n + 0 if pile == ANCHOR_PILE else s.foods.n + 0
    return 0 if left > 0 else reasons.EMPTY_PILE


@rule
def why_not_roll(s: State, box: Box, seat: int, thrown: int) -> int:
    """Why these dice cannot be thrown (M23, M24)."""
    me = s.seats[seat]
    if s.phase == CHOOSE and not any_column(s):
        return reasons.NOTHING_TO_WIN
    if s.rolls == 0:
        return reasons.ALL_DICE if box.free_roll_all_dice and thrown != ALL_DICE else 0
    return 0 if me.points >= box.price[me.points] else reasons.TOO_DEAR


@rule
def why_not(s: State, box: Box, seat: int, action: int) -> int:
    """0 when the answer is legal, else the number of a reason."""
    if action < 0 or action >= END:
        return reasons.NO_ACTION
    if s.phase == OVER:
        return reasons.MATCH_OVER
    if not acts(s, seat):
        return reasons.NOT_YOUR_TURN
    phase = s.phase
    if action < KEEP:
        if phase in (CHOOSE, ROLLING):
            return why_not_win(s, box, seat, top(s, action - TAKE))
    elif action == KEEP:
        if phase == LOOKING:
            return why_no_field(s, box, seat, s.drawn)
    elif action == WIN:
        if phase == WINNING:
            return why_not_win(s, box, seat, s.drawn)
    elif action < DRAW:
        if phase == LOOKING:
            return 0 if top(s, action - COVER) != NONE else reasons.EMPTY_COLUMN
    elif action < ROLL:
        if phase == CHOOSE or (phase == SECOND and action == DRAW + STORE_PILE):
            return why_not_draw(s, box, seat, action - DRAW)
    elif action < STOP:
        if phase in (CHOOSE, ROLLING, WINNING):
            return why_not_roll(s, box, seat, action - ROLL + 1)
    elif phase != LOOKING:
        return 0
    return other_phase(s)


@rule
def legal(s: State, box: Box, seat: int, out: Array[int]) -> int:
    """All legal answers in ascending order; returns how many."""
    n = 0
    if not acts(s, seat):
        return 0
    me = s.seats[seat]
    phase = s.phase
    if phase == LOOKING:
        if free_field(me, box, s.drawn):
            out[n] = KEEP
            n += 1
        for column in range(COLUMNS):
            if s.columns[column].n > 0:
                out[n] = COVER + column
                n += 1
        return n
    if phase == WINNING:
        if why_not_win(s, box, seat, s.drawn) == 0:
            out[n] = WIN
            n += 1
    elif phase != SECOND:
        have = tally(me.dice)
        for column in range(COLUMNS):
            card = top(s, column)
            if card != NONE and shows(have, box.need[card]) and free_field(me, box, card):
                out[n] = TAKE + column
                n += 1
    if phase in (CHOOSE, SECOND):
        for pile in range(FOOD_PILE + 1 if phase == CHOOSE else 1):
            if why_not_draw(s, box, seat, pile) == 0:
                out[n] = DRAW + pile
                n += 1
    if phase != SECOND:
        if why_not_roll(s, box, seat, 1) == 0:
            for thrown in range(1, ALL_DICE):
                out[n] = ROLL + thrown - 1
                n += 1
        if why_not_roll(s, box, seat, ALL_DICE) == 0:
            out[n] = ROLL + ALL_DICE - 1
            n += 1
    out[n] = STOP
    return n + 1


@rule
def play(s: State, box: Box, seat: int, action: int) -> None:
    """Carry out a legal answer and go on to the next question."""
    s.stage = min(s.stage + 1, MOST)
    if action < KEEP:
        column = action - TAKE
        open_card(s, box, seat, pop(s.columns[column]), column)
        fill_columns(s)
        end_turn(s, box)
    elif action < COVER:
        card = int(s.drawn)
        s.drawn = NONE
        open_card(s, box, seat, card, NONE)
        end_turn(s, box)
    elif action < DRAW:
        column = action - COVER
        card = int(s.drawn)
        s.drawn = NONE
        emit(s, events.COVERED, seat, column, card, top(s, column), 0)
        push(s.columns[column], card)
        end_turn(s, box)
    elif action < ROLL:
        draw(s, seat, action - DRAW)
    elif action < STOP:
        roll(s, box, seat, action - ROLL + 1)
    else:
        fail(s, box, seat)


@rule
def preview(s: State, box: Box, seat: int, action: int) -> None:
    """The events of an answer by itself: what is sure before dice fall and cards are turned."""
    if action < KEEP:
        column = action - TAKE
        open_card(s, box, seat, pop(s.columns[column]), column)
    elif action < COVER:
        open_card(s, box, seat, int(s.drawn), NONE)
    elif action < DRAW:
        column = action - COVER
        emit(s, events.COVERED, seat, column, s.drawn, top(s, column), 0)
    elif action < ROLL:
        emit(s, events.DREW, seat, action - DRAW, 0, 0, 0)
    elif action < STOP:
        pay_roll(s, box, seat)
        emit(s, events.ROLLED, seat, 0, 0, 0, action - ROLL + 1)
    else:
        emit(s, events.STOPPED, seat, s.rolls, 0, 0, 0)
        if s.phase == WINNING:
            emit(s, events.RETURNED, seat, s.drawn, s.source, 0, 0)


# -- what a seat knows -------------------------------------------------------------------------------------------------


@rule
def hide(s: State, box: Box, seat: int) -> None:
    """Blank what `seat` (-1: a spectator) may not know (M46).

    That is the order of the face-down piles, but for cards that all saw going to the bottom, and the store that another
    player has drawn and looks at (M28).
    """
    hide_head(s, seat)
    if s.phase == LOOKING and s.turn != seat and s.drawn != UNSEEN:
        push(s.stores, s.drawn)
        s.drawn = UNSEEN
    sort_above(s.stores, 0)
    sort_above(s.articles, 0)
    sort_above(s.anchors, int(s.anchors_known))
    sort_above(s.foods, int(s.foods_known))


@rule
def redeal(s: State, box: Box, seat: int) -> None:
    """Shuffle the face-down piles: every order is equally likely."""
    shuffle_pile(s, s.stores)
    shuffle_pile(s, s.articles)
    shuffle_above(s, s.anchors, int(s.anchors_known))
    shuffle_above(s, s.foods, int(s.foods_known))
    if s.drawn == UNSEEN:
        s.drawn = pop(s.stores)
