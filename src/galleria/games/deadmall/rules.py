"""The rules of Dead Mall: set-up, the course of a turn, answers and their legality."""

from typing import Any

from galleria.core import (
    Array,
    acts,
    below,
    clear_pile,
    emit,
    fill_pile,
    has,
    hide_head,
    pop,
    push,
    rule,
    shuffle_pile,
    sort_above,
)
from galleria.core.dice import shows, tally, throw

from . import events, reasons
from .actions import BUY, CHANGE, END, EXCHANGE, REMOVE, RENEW, ROLL, SHIFT, SKIP, STOP, TAKE, USE
from .bank import earn, pay, stock
from .events import BY_EFFECT, BY_FINE, BY_ROLL, BY_SETTLEMENT, FROM_MONEY, FROM_VACANCIES
from .mall import (
    all_branches,
    anchors_of,
    areas_of,
    fails,
    is_food,
    is_store,
    missing,
    money_of,
    owns,
    owns_branch,
    stage_of,
    water,
)
from .state import (
    ACQUIRE,
    ACTIVE,
    ANCHOR_SLOT,
    ANCHORS,
    AREAS,
    ARMED,
    AT_EFFECT,
    AT_EXCHANGE,
    AT_RENEWAL,
    BARS,
    CLEAR_DAMAGE,
    DENOMINATIONS,
    DICE,
    FIRST_ANCHOR,
    FIRST_FOOD,
    FIRST_FURNISHING,
    FIRST_GENERAL,
    FIRST_STARTER,
    FOOD_SLOT,
    FOODS,
    FREE,
    FREE_REROLLS,
    FURNISHING_SLOT,
    FURNISHINGS,
    INSPECTION,
    LIQUIDITY,
    MONEY,
    NONE,
    OVER,
    RATS,
    REFRESH_STORE,
    REMOVE_VACANCY,
    SETTLEMENT,
    SHIFT_DIE,
    SIDES,
    SKIP_INSPECTION,
    SLOTS,
    STAGNATION,
    STARTERS,
    STORE_SLOTS,
    STORES,
    Box,
    State,
)
from .state import (
    EFFECT as EFFECT_BAR,
)
from .state import (
    EXCHANGE as EXCHANGE_BAR,
)

ALL_DICE = (1 << DICE) - 1
MOST = 32767
BY_BRANCHES, BY_ROUNDS = 0, 1
"""Why a match ends: indices into `Game.ends`."""


# -- set-up ------------------------------------------------------------------------------------------------------------


@rule
def setup(s: State, box: Box, players: int) -> None:
    s.players = players
    s.sides = players
    s.side = NONE
    for bar in range(BARS):
        s.row[bar] = NONE
    for slot in range(SLOTS):
        s.display[slot] = NONE
    fill_pile(s, s.stores, box.copies, 0, STORES)  # D7
    fill_pile(s, s.foods, box.copies, FIRST_FOOD, FIRST_FOOD + FOODS)
    fill_pile(s, s.furnishings, box.copies, FIRST_FURNISHING, FIRST_FURNISHING + FURNISHINGS)
    fill_pile(s, s.anchors, box.copies, FIRST_ANCHOR, FIRST_ANCHOR + ANCHORS)
    clear_pile(s.store_discard)
    clear_pile(s.food_discard)
    for seat in range(len(s.seats)):
        me = s.seats[seat]
        clear_pile(me.draw)
        clear_pile(me.discard)
        for i in range(len(me.waiting)):
            me.waiting[i] = NONE
        for area in range(AREAS):
            me.anchors[area] = NONE
        if seat < players:
            fill_pile(s, me.draw, box.copies, FIRST_STARTER, FIRST_STARTER + STARTERS)  # D6
            me.liquidity = box.liquidity_start  # D5
    for slot in range(SLOTS):
        refill(s, slot)  # D8
    s.first = below(s, players) if box.random_start else 0  # D1
    s.turn = s.first
    s.round = 1
    emit(s, events.ROUND, s.first, 1, 0, 0, 0)
    begin_turn(s, box)


# -- piles and the display ---------------------------------------------------------------------------------------------


@rule
def renew_pile(s: State, pile: Any, discard: Any, which: int) -> None:
    """A used-up pile is renewed from its discards (D26)."""
    if pile.n == 0 and discard.n > 0:
        while discard.n > 0:
            push(pile, pop(discard))
        shuffle_pile(s, pile)
        emit(s, events.PILE_RENEWED, -1, which, pile.n, 0, 0)


@rule
def refill(s: State, slot: int) -> None:
    """Fill an empty display slot from the pile of its kind (D26)."""
    card = NONE
    if slot < STORE_SLOTS:
        renew_pile(s, s.stores, s.store_discard, 0)
        if s.stores.n > 0:
            card = pop(s.stores)
    elif slot == ANCHOR_SLOT:
        if s.anchors.n > 0:
            card = pop(s.anchors)
    elif slot == FOOD_SLOT:
        renew_pile(s, s.foods, s.food_discard, 1)
        if s.foods.n > 0:
            card = pop(s.foods)
    elif s.furnishings.n > 0:
        card = pop(s.furnishings)
    s.display[slot] = card
    emit(s, events.FILLED, -1, slot, card, 0, 0)


@rule
def arm(s: State, box: Box, seat: int, slot: int) -> None:
    """Under two slots a damage symbol is printed (D47, D52)."""
    for side in range(2):
        if box.damage_slot[side] == slot and (
            s.damage == FREE or (s.damage == ARMED and box.damage_replaced and s.side != side)
        ):
            s.damage = ARMED
            s.side = side
            emit(s, events.ARMED_NOW, seat, side, 0, 0, 0)
            return


@rule
def put_away(s: State, card: int) -> None:
    """A store or food-court card goes to the discards of its kind."""
    if is_store(card):
        push(s.store_discard, card)
    else:
        push(s.food_discard, card)


@rule
def fill_gaps(s: State) -> None:
    """Slots that stayed empty are filled when cards of their kind come back."""
    for slot in range(STORE_SLOTS):
        if s.display[slot] == NONE and s.stores.n + s.store_discard.n > 0:
            refill(s, slot)
    if s.display[FOOD_SLOT] == NONE and s.foods.n + s.food_discard.n > 0:
        refill(s, FOOD_SLOT)


@rule
def renew_slot(s: State, seat: int, slot: int) -> None:
    """Put a display card on the discards and refill its slot; this never triggers damage (D38, D44)."""
    card = int(s.display[slot])
    put_away(s, card)
    emit(s, events.RENEWED, seat, slot, card, 0, 0)
    refill(s, slot)
    fill_gaps(s)


@rule
def shuffle_deck(s: State, seat: int) -> None:
    """The discard pile becomes the draw pile (D12, D41)."""
    me = s.seats[seat]
    if me.discard.n > 0:
        while me.discard.n > 0:
            push(me.draw, pop(me.discard))
        shuffle_pile(s, me.draw)
        emit(s, events.SHUFFLED, seat, me.draw.n, 0, 0, 0)


# -- liquidity, stage --------------------------------------------------------------------------------------------------


@rule
def move_liquidity(s: State, box: Box, seat: int, steps: int, card: int, why: int) -> None:
    """Move the marker; what goes beyond the ends of the track is lost (D28, D29, D32)."""
    me = s.seats[seat]
    to = max(0, min(int(box.liquidity_most), me.liquidity + steps))
    if to != me.liquidity:
        emit(s, events.LIQUIDITY_MOVED, seat, to - me.liquidity, card, why, 0)
        me.liquidity = to


@rule
def note_stage(s: State, box: Box, seat: int, before: int) -> None:
    """The development marker follows the occupied areas (D36)."""
    now = stage_of(s, box, seat)
    if now != before:
        emit(s, events.STAGE_MOVED, seat, now, before, 0, 0)


# -- step 1: four cards and the bars -----------------------------------------------------------------------------------


@rule
def begin_turn(s: State, box: Box) -> None:
    """Lay out four cards (D11, D12), then resolve the bars from left to right (D13)."""
    seat = int(s.turn)
    me = s.seats[seat]
    s.acquired = 0
    s.with_lying = 0
    s.rolls = 0
    s.free_rerolls = 0
    s.shifts = 0
    s.renewals = 0
    s.spared = 0
    s.to_act = 1 << seat
    for bar in range(BARS):
        if me.draw.n == 0:
            shuffle_deck(s, seat)
        if me.draw.n > 0:
            s.row[bar] = pop(me.draw)
            emit(s, events.LAID, seat, bar, s.row[bar], 0, 0)
    effect_bar(s, box)


@rule
def squalor(s: State, box: Box, bar: int) -> bool:
    """Whether the card under a bar is a vacancy that harms there (D28); it does so."""
    card = int(s.row[bar])
    if not FIRST_STARTER <= card < FIRST_ANCHOR or box.effect[card] != LIQUIDITY or box.amount[card] >= 0:
        return False
    if bar != EFFECT_BAR and not box.squalor_everywhere:
        return False
    move_liquidity(s, box, int(s.turn), box.amount[card], card, BY_EFFECT)
    return True


@rule
def gains_blocked(s: State, box: Box) -> bool:
    """Whether rats stop what effects give (D50)."""
    return s.damage == ACTIVE and s.side == RATS and box.rats_block_all != 0


@rule
def has_vacancy(s: State, box: Box, seat: int, kind: int) -> bool:
    """Whether a vacancy card of this kind lies in the own discard pile."""
    if not box.vacancy[kind]:
        return False
    pile = s.seats[seat].discard
    for i in range(pile.n):  # noqa: SIM110 - generators do not compile
        if pile.cards[i] == FIRST_STARTER + kind:
            return True
    return False


@rule
def any_vacancy(s: State, box: Box, seat: int) -> bool:
    for kind in range(STARTERS):  # noqa: SIM110 - generators do not compile
        if has_vacancy(s, box, seat, kind):
            return True
    return False


@rule
def any_store_displayed(s: State) -> bool:
    for slot in range(STORE_SLOTS):  # noqa: SIM110
        if s.display[slot] != NONE:
            return True
    return False


@rule
def effect_bar(s: State, box: Box) -> None:
    """Bar 1 (D28, D38). What can only help works at once; what has to be decided is asked."""
    seat = int(s.turn)
    card = int(s.row[EFFECT_BAR])
    if card != NONE and not squalor(s, box, EFFECT_BAR) and box.amount[card] > 0:
        effect = box.effect[card]
        amount = int(box.amount[card])
        if effect in (LIQUIDITY, MONEY) and gains_blocked(s, box):
            emit(s, events.BLOCKED, seat, card, 0, 0, 0)
        elif effect == LIQUIDITY:
            move_liquidity(s, box, seat, amount, card, BY_EFFECT)
        elif effect == MONEY:
            earn(s, box, seat, amount, card, BY_EFFECT)
        elif effect == FREE_REROLLS:
            s.free_rerolls = amount
            emit(s, events.EFFECT, seat, card, 0, 0, 0)
        elif effect == SHIFT_DIE:
            s.shifts = amount
            emit(s, events.EFFECT, seat, card, 0, 0, 0)
        elif (
            (effect == REFRESH_STORE and any_store_displayed(s))
            or (effect == REMOVE_VACANCY and any_vacancy(s, box, seat))
            or (effect == CLEAR_DAMAGE and s.damage != FREE)
            or (effect == SKIP_INSPECTION and inspection_fails(s, box))
        ):
            s.renewals = amount
            s.phase = AT_EFFECT
            return
    exchange_bar(s, box)


@rule
def inspection_fails(s: State, box: Box) -> bool:
    """Whether the store under bar 4 would have to close now."""
    card = int(s.row[INSPECTION])
    return is_store(card) and fails(s, box, int(s.turn), card) != 0


@rule
def why_not_exchange(s: State, box: Box, slot: int) -> int:
    """Why the card under bar 2 cannot be exchanged for the one in a slot (D27)."""
    card = int(s.row[EXCHANGE_BAR])
    other = int(s.display[slot])
    if other == NONE:
        return reasons.EMPTY_SLOT
    if is_store(card):
        return 0 if is_store(other) and box.branch[other] == box.branch[card] else reasons.OTHER_BRANCH
    if is_food(card) and is_food(other) and box.exchange_food:
        if box.different_counters and other != card and owns(s, int(s.turn), other):
            return reasons.COUNTER_KIND
        return 0
    return reasons.OTHER_BRANCH


@rule
def exchange_bar(s: State, box: Box) -> None:
    """Bar 2 (D27, D39)."""
    card = int(s.row[EXCHANGE_BAR])
    squalor(s, box, EXCHANGE_BAR)
    s.renewals = 0
    if card >= FIRST_GENERAL:
        s.renewals = box.renew_at_exchange
        if s.renewals > 0 and any_store_displayed(s):
            s.phase = AT_RENEWAL
            return
    for slot in range(FURNISHING_SLOT):
        if why_not_exchange(s, box, slot) == 0:
            s.phase = AT_EXCHANGE
            return
    settlement_bar(s, box)


@rule
def settlement_bar(s: State, box: Box) -> None:
    """Bar 3 (D29, D50), then bar 4 and step 2."""
    seat = int(s.turn)
    card = int(s.row[SETTLEMENT])
    s.renewals = 0
    squalor(s, box, SETTLEMENT)
    if card != NONE and (box.money[card] > 0 or box.liquidity[card] > 0):
        if s.damage == ACTIVE and s.side == RATS:
            emit(s, events.BLOCKED, seat, card, 0, 0, 0)
        else:
            earn(s, box, seat, box.money[card], card, BY_SETTLEMENT)
            if box.liquidity[card] > 0:
                move_liquidity(s, box, seat, box.liquidity[card], card, BY_SETTLEMENT)
    inspection_bar(s, box)
    s.phase = ACQUIRE


@rule
def inspection_bar(s: State, box: Box) -> None:
    """Bar 4 (D30-D33)."""
    seat = int(s.turn)
    me = s.seats[seat]
    card = int(s.row[INSPECTION])
    squalor(s, box, INSPECTION)
    if not is_store(card):
        return
    if s.spared:
        emit(s, events.SPARED, seat, card, 0, 0, 0)
        return
    why = fails(s, box, seat, card)
    if why == 0:
        emit(s, events.PASSED, seat, card, 0, 0, 0)
        return
    before = stage_of(s, box, seat)
    s.row[INSPECTION] = NONE
    push(s.store_discard, card)
    emit(s, events.CLOSED, seat, card, why, 0, 0)
    if not box.second_store_allowed or not owns_branch(s, box, seat, box.branch[card]):
        me.marks &= ~(1 << box.branch[card])
    pay(s, box, seat, box.money[card], card, 1)
    move_liquidity(s, box, seat, -box.liquidity[card], card, BY_FINE)
    note_stage(s, box, seat, before)
    fill_gaps(s)


# -- step 2: tenants, dice, furnishing ---------------------------------------------------------------------------------


@rule
def why_not_tenant(s: State, box: Box, seat: int, card: int) -> int:
    """Why a mall has no room for a card, whatever the dice show (D21-D23)."""
    me = s.seats[seat]
    if is_store(card):
        if has(me.marks, box.branch[card]) and not box.second_store_allowed:
            return reasons.BRANCH_TAKEN
        return 0
    if is_food(card):
        if me.counters >= box.counters:
            return reasons.COURT_FULL
        if box.different_counters and owns(s, seat, card):
            return reasons.COUNTER_KIND
        return 0
    area = anchors_of(s, seat)
    if area >= AREAS:
        return reasons.ANCHORS_FULL
    if me.counters < box.area_counters[area]:
        return reasons.ANCHOR_COUNTERS
    if stage_of(s, box, seat) < box.area_stage[area]:
        return reasons.ANCHOR_STAGE
    return 0


@rule
def why_not_take(s: State, box: Box, seat: int, slot: int, have: int) -> int:
    """Why the card in a slot cannot be taken with dice that show `have` (D15, D19-D23)."""
    card = int(s.display[slot])
    if card == NONE:
        return reasons.EMPTY_SLOT
    why = why_not_tenant(s, box, seat, card)
    if why:
        return why
    if have == 0:
        return reasons.NOT_ROLLED
    if s.with_lying and s.rolls == 0:
        return reasons.ROLL_FIRST
    return 0 if shows(have, box.need[card]) else reasons.NO_MATCH


@rule
def why_not_buy(s: State, box: Box, seat: int) -> int:
    card = int(s.display[FURNISHING_SLOT])
    if card == NONE:
        return reasons.EMPTY_SLOT
    if s.with_lying and s.rolls == 0:
        return reasons.ROLL_FIRST
    return 0 if money_of(s, box, seat) >= box.price[card - FIRST_FURNISHING] else reasons.TOO_DEAR


@rule
def roll_price(s: State, box: Box) -> int:
    """Steps of liquidity for the next roll: the first of a turn is free, and so are those a bar gives (D16, D17)."""
    return 0 if s.rolls == 0 or s.free_rerolls > 0 else int(box.reroll_cost)


@rule
def why_not_roll(s: State, box: Box, seat: int, thrown: int) -> int:
    """Why these dice cannot be thrown (D16-D18)."""
    me = s.seats[seat]
    if thrown != ALL_DICE and (me.dice[0] == 0 or (s.rolls == 0 and box.free_roll_all_dice)):
        return reasons.ALL_DICE
    if me.liquidity < roll_price(s, box):
        return reasons.NO_LIQUIDITY
    return 0


@rule
def why_not_shift(s: State, seat: int, die: int, up: int) -> int:
    value = s.seats[seat].dice[die]
    if s.shifts == 0:
        return reasons.NO_TURNING
    if value == 0:
        return reasons.NOT_ROLLED
    return reasons.DIE_AT_END if value == (SIDES if up else 1) else 0


@rule
def why_not_change(s: State, box: Box, seat: int, denomination: int) -> int:
    """Why a money card cannot be changed into ones (D46)."""
    if not box.change_money:
        return reasons.NO_CHANGING
    if s.seats[seat].money[denomination] == 0:
        return reasons.NO_MONEY_CARD
    if water(s):
        return reasons.WATER
    return 0 if stock(s, box, 0) >= box.value[denomination] else reasons.BANK_EMPTY


@rule
def add_card(s: State, box: Box, seat: int, card: int) -> None:
    """A card won goes on the discard pile at once, below the row, or waits for the row (D24)."""
    me = s.seats[seat]
    if box.taken_above_row:
        me.waiting[1 if me.waiting[0] != NONE else 0] = card
    else:
        push(me.discard, card)


@rule
def take(s: State, box: Box, seat: int, slot: int) -> None:
    """A tenant moves in (D24, D34-D37)."""
    me = s.seats[seat]
    card = int(s.display[slot])
    before = stage_of(s, box, seat)
    emit(s, events.TOOK, seat, slot, card, 0, 0)
    if is_store(card):
        add_card(s, box, seat, card)
        me.marks |= 1 << box.branch[card]
    elif is_food(card):
        add_card(s, box, seat, card)
        me.counters += 1
    else:
        area = anchors_of(s, seat)
        me.anchors[area] = card
        add_card(s, box, seat, FIRST_GENERAL + card - FIRST_ANCHOR)
        emit(s, events.ANCHORED, seat, area, card, 0, 0)
    note_stage(s, box, seat, before)
    refill(s, slot)
    arm(s, box, seat, slot)
    s.acquired += 1
    if all_branches(s, box, seat):
        finish(s, box, seat, BY_BRANCHES)
    elif box.lying_dice_extra and s.rolls == 0:
        s.with_lying = 1
    else:
        clear_row(s, box)


@rule
def break_out(s: State, box: Box, seat: int, thrown: int) -> None:
    """Armed damage breaks out by the red value (D48); both green values end it (D49)."""
    if s.damage == ARMED:
        me = s.seats[seat]
        for i in range(DICE):
            if me.dice[i] == box.red[s.side] and (box.lying_dice_break_out or has(thrown, i)):
                s.damage = ACTIVE
                emit(s, events.BROKE_OUT, seat, s.side, 0, 0, 0)
                break
    mend(s, box, seat)


@rule
def mend(s: State, box: Box, seat: int) -> None:
    """Whether two lying dice of one player show the green values (D49)."""
    if s.damage != ACTIVE:
        return
    for k in range(s.players):
        other = (seat + k) % s.players
        if (k == 0 or not box.damage_ended_by_active) and shows(tally(s.seats[other].dice), box.green[s.side]):
            emit(s, events.MENDED, other, s.side, 0, 0, 0)
            s.damage = FREE
            s.side = NONE
            return


@rule
def roll(s: State, box: Box, seat: int, thrown: int) -> None:
    me = s.seats[seat]
    move_liquidity(s, box, seat, -roll_price(s, box), NONE, BY_ROLL)
    if s.rolls > 0 and s.free_rerolls > 0:
        s.free_rerolls -= 1
    s.rolls = min(s.rolls + 1, MOST)
    throw(s, me.dice, thrown, SIDES)
    emit(s, events.ROLLED, seat, me.dice[0], me.dice[1], me.dice[2], thrown)
    break_out(s, box, seat, thrown)


@rule
def turn_die(s: State, box: Box, seat: int, die: int, up: int) -> None:
    me = s.seats[seat]
    before = int(me.dice[die])
    me.dice[die] = before + 1 if up else before - 1
    s.shifts -= 1
    emit(s, events.TURNED, seat, die, before, me.dice[die], 0)
    mend(s, box, seat)


# -- step 4, the next turn, the end ------------------------------------------------------------------------------------


@rule
def clear_row(s: State, box: Box) -> None:
    """Clear the row from left to right (D41) and go on to the next player."""
    seat = int(s.turn)
    me = s.seats[seat]
    for bar in range(BARS):
        if s.row[bar] != NONE:
            push(me.discard, s.row[bar])
            s.row[bar] = NONE
    for i in range(len(me.waiting)):
        if me.waiting[i] != NONE:
            push(me.discard, me.waiting[i])
            me.waiting[i] = NONE
    if me.draw.n == 0:
        shuffle_deck(s, seat)
    s.turn = (seat + 1) % s.players
    if s.turn == s.first:
        if box.round_limit and s.round >= box.round_limit:
            finish(s, box, NONE, BY_ROUNDS)
            return
        s.round = min(s.round + 1, MOST)
        emit(s, events.ROUND, s.first, s.round, 0, 0, 0)
    begin_turn(s, box)


@rule
def finish(s: State, box: Box, seat: int, why: int) -> None:
    """The match ends at once (D53)."""
    s.over = why + 1
    s.phase = OVER
    s.to_act = 0
    emit(s, events.ENDED, seat, why, 0, 0, 0)
    for side in range(s.players):
        emit(s, events.SCORED, side, FROM_MONEY, money_points(s, box, side), 0, 0)
        emit(s, events.SCORED, side, FROM_VACANCIES, vacancy_points(s, box, side), 0, 0)


# -- points ------------------------------------------------------------------------------------------------------------


@rule
def money_points(s: State, box: Box, seat: int) -> int:
    """Points for money, less what is owed (D54, D55)."""
    me = s.seats[seat]
    total = 0
    for d in range(DENOMINATIONS):
        each = box.water_value[d] if water(s) and box.water_counts_at_end else box.value[d]
        total += me.money[d] * each
    return (total - me.debt) * box.money_points


@rule
def vacancy_points(s: State, box: Box, seat: int) -> int:
    """Points lost for empty areas (D54)."""
    return -box.vacancy_points * missing(s, box, seat)


@rule
def score(s: State, box: Box, seat: int, out: Array[int]) -> int:
    """Points by source; ties go to more occupied areas, then to higher liquidity (D56)."""
    out[FROM_MONEY] = money_points(s, box, seat)
    out[FROM_VACANCIES] = vacancy_points(s, box, seat)
    total = int(out[FROM_MONEY]) + int(out[FROM_VACANCIES])
    return total * 1000 + areas_of(s, seat) * 40 + s.seats[seat].liquidity if box.ties_broken else total


# -- what may be answered ----------------------------------------------------------------------------------------------


@rule
def other_phase(s: State) -> int:
    """The reason for answers that belong to another question."""
    if s.phase == AT_EFFECT:
        return reasons.EFFECT_FIRST
    if s.phase == AT_EXCHANGE:
        return reasons.EXCHANGE_FIRST
    if s.phase == AT_RENEWAL:
        return reasons.RENEWAL_FIRST
    return reasons.ACQUIRING if s.phase == ACQUIRE else reasons.STAGNATING


@rule
def why_not(s: State, box: Box, seat: int, action: int) -> int:
    """0 when the answer is legal, else the number of a reason."""
    if action < 0 or action >= END:
        return reasons.NO_ACTION
    if s.phase == OVER:
        return reasons.MATCH_OVER
    if not acts(s, seat):
        return reasons.NOT_YOUR_TURN
    if s.phase == ACQUIRE:
        if action < TAKE:
            return reasons.ACQUIRING
        if action < BUY:
            return why_not_take(s, box, seat, action - TAKE, tally(s.seats[seat].dice))
        if action < SHIFT:
            return why_not_buy(s, box, seat)
        if action < CHANGE:
            return why_not_shift(s, seat, (action - SHIFT) // 2, (action - SHIFT) % 2)
        if action < ROLL:
            return why_not_change(s, box, seat, action - CHANGE + 1)
        if action < STOP:
            return why_not_roll(s, box, seat, action - ROLL + 1)
        return 0
    if action == SKIP:
        return 0
    effect = box.effect[s.row[EFFECT_BAR]] if s.phase == AT_EFFECT else 0
    if action == USE and effect in (SKIP_INSPECTION, CLEAR_DAMAGE):
        return 0
    if EXCHANGE <= action < RENEW and s.phase == AT_EXCHANGE:
        return why_not_exchange(s, box, action - EXCHANGE)
    if RENEW <= action < REMOVE and (
        s.phase in (AT_RENEWAL, STAGNATION) or (s.phase == AT_EFFECT and effect == REFRESH_STORE)
    ):
        return 0 if s.display[action - RENEW] != NONE else reasons.EMPTY_SLOT
    if REMOVE <= action < SKIP and s.phase == AT_EFFECT and effect == REMOVE_VACANCY:
        return 0 if has_vacancy(s, box, seat, action - REMOVE) else reasons.NO_VACANCY
    return other_phase(s)


@rule
def legal(s: State, box: Box, seat: int, out: Array[int]) -> int:
    """All legal answers in ascending order; returns how many."""
    n = 0
    if not acts(s, seat):
        return 0
    if s.phase == ACQUIRE:
        return legal_acquisitions(s, box, seat, out)
    effect = box.effect[s.row[EFFECT_BAR]] if s.phase == AT_EFFECT else 0
    if effect in (SKIP_INSPECTION, CLEAR_DAMAGE):
        out[n] = USE
        n += 1
    if s.phase == AT_EXCHANGE:
        for slot in range(FURNISHING_SLOT):
            if why_not_exchange(s, box, slot) == 0:
                out[n] = EXCHANGE + slot
                n += 1
    if s.phase in (AT_RENEWAL, STAGNATION) or effect == REFRESH_STORE:
        for slot in range(STORE_SLOTS):
            if s.display[slot] != NONE:
                out[n] = RENEW + slot
                n += 1
    if effect == REMOVE_VACANCY:
        for kind in range(STARTERS):
            if has_vacancy(s, box, seat, kind):
                out[n] = REMOVE + kind
                n += 1
    out[n] = SKIP
    return n + 1


@rule
def legal_acquisitions(s: State, box: Box, seat: int, out: Array[int]) -> int:
    me = s.seats[seat]
    n = 0
    have = tally(me.dice)
    if have != 0 and not (s.with_lying and s.rolls == 0):
        for slot in range(FURNISHING_SLOT):
            card = int(s.display[slot])
            if card != NONE and shows(have, box.need[card]) and why_not_tenant(s, box, seat, card) == 0:
                out[n] = TAKE + slot
                n += 1
    if why_not_buy(s, box, seat) == 0:
        out[n] = BUY
        n += 1
    if s.shifts > 0:
        for die in range(DICE):
            for up in range(2):
                if why_not_shift(s, seat, die, up) == 0:
                    out[n] = SHIFT + 2 * die + up
                    n += 1
    for d in range(1, DENOMINATIONS):
        if me.money[d] > 0 and why_not_change(s, box, seat, d) == 0:
            out[n] = CHANGE + d - 1
            n += 1
    if why_not_roll(s, box, seat, ALL_DICE) == 0:
        if why_not_roll(s, box, seat, 1) == 0:
            for thrown in range(1, ALL_DICE):
                out[n] = ROLL + thrown - 1
                n += 1
        out[n] = ROLL + ALL_DICE - 1
        n += 1
    out[n] = STOP
    return n + 1


@rule
def play(s: State, box: Box, seat: int, action: int) -> None:
    """Carry out a legal answer and go on to the next question."""
    s.stage = min(s.stage + 1, MOST)
    if s.phase == ACQUIRE:
        acquire(s, box, seat, action)
    elif s.phase == STAGNATION:
        if action != SKIP:
            renew_slot(s, seat, action - RENEW)
        clear_row(s, box)
    elif s.phase == AT_EXCHANGE:
        if action != SKIP:
            exchange(s, box, seat, action - EXCHANGE)
        settlement_bar(s, box)
    elif s.phase == AT_RENEWAL:
        if action != SKIP:
            renew_slot(s, seat, action - RENEW)
            s.renewals -= 1
            if s.renewals > 0 and any_store_displayed(s):
                return
        settlement_bar(s, box)
    elif not use_effect(s, box, seat, action):
        exchange_bar(s, box)


@rule
def use_effect(s: State, box: Box, seat: int, action: int) -> bool:
    """An answer about the effect of bar 1; whether the effect goes on."""
    card = int(s.row[EFFECT_BAR])
    if action == SKIP:
        return False
    if action == USE:
        emit(s, events.EFFECT, seat, card, 0, 0, 0)
        if box.effect[card] == SKIP_INSPECTION:
            s.spared = 1
        else:
            emit(s, events.MENDED, seat, s.side, 1, 0, 0)
            s.damage = FREE
            s.side = NONE
        return False
    s.renewals -= 1
    if action < REMOVE:
        renew_slot(s, seat, action - RENEW)
        return s.renewals > 0 and any_store_displayed(s)
    remove_vacancy(s, seat, action - REMOVE)
    return s.renewals > 0 and any_vacancy(s, box, seat)


@rule
def remove_vacancy(s: State, seat: int, kind: int) -> None:
    """Take the topmost vacancy card of a kind out of the own discard pile (D38)."""
    pile = s.seats[seat].discard
    i = pile.n - 1
    while pile.cards[i] != FIRST_STARTER + kind:
        i -= 1
    for j in range(i, pile.n - 1):
        pile.cards[j] = pile.cards[j + 1]
    pop(pile)
    s.removed[kind] += 1
    emit(s, events.REMOVED, seat, FIRST_STARTER + kind, 0, 0, 0)


@rule
def exchange(s: State, box: Box, seat: int, slot: int) -> None:
    """The card under bar 2 for one of the display (D27)."""
    old = int(s.row[EXCHANGE_BAR])
    new = int(s.display[slot])
    s.row[EXCHANGE_BAR] = new
    emit(s, events.EXCHANGED, seat, slot, old, new, 0)
    if box.exchange_into_display:
        s.display[slot] = old
        emit(s, events.FILLED, -1, slot, old, 0, 0)
    else:
        put_away(s, old)
        refill(s, slot)
        fill_gaps(s)
    if box.exchange_triggers_damage:
        arm(s, box, seat, slot)


@rule
def acquire(s: State, box: Box, seat: int, action: int) -> None:
    """An answer of step 2."""
    me = s.seats[seat]
    if action < BUY:
        take(s, box, seat, action - TAKE)
    elif action < SHIFT:
        card = int(s.display[FURNISHING_SLOT])
        price = int(box.price[card - FIRST_FURNISHING])
        emit(s, events.BOUGHT, seat, card, price, 0, 0)
        pay(s, box, seat, price, card, 0)
        add_card(s, box, seat, card)
        refill(s, FURNISHING_SLOT)
        s.acquired += 1
        clear_row(s, box)
    elif action < CHANGE:
        turn_die(s, box, seat, (action - SHIFT) // 2, (action - SHIFT) % 2)
    elif action < ROLL:
        d = action - CHANGE + 1
        me.money[d] -= 1
        me.money[0] += box.value[d]
        emit(s, events.CHANGED, seat, d, 0, 0, 0)
    elif action < STOP:
        roll(s, box, seat, action - ROLL + 1)
    else:
        emit(s, events.STOPPED, seat, 0, 0, 0, 0)
        if box.stagnation_refresh and s.acquired == 0 and any_store_displayed(s):
            s.phase = STAGNATION
        else:
            clear_row(s, box)


@rule
def preview(s: State, box: Box, seat: int, action: int) -> None:
    """What an answer of step 2 costs for sure: the price of a furnishing, and of a further roll."""
    if action == BUY:
        card = int(s.display[FURNISHING_SLOT])
        emit(s, events.BOUGHT, seat, card, box.price[card - FIRST_FURNISHING], 0, 0)
    elif ROLL <= action < STOP:
        emit(s, events.LIQUIDITY_MOVED, seat, -roll_price(s, box), NONE, BY_ROLL, 0)


# -- what a seat knows -------------------------------------------------------------------------------------------------


@rule
def hide(s: State, box: Box, seat: int) -> None:
    """Blank what `seat` (-1: a spectator) may not know: the order of the face-down piles."""
    hide_head(s, seat)
    sort_above(s.stores, 0)
    sort_above(s.foods, 0)
    sort_above(s.furnishings, 0)
    sort_above(s.anchors, 0)
    for side in range(s.players):
        sort_above(s.seats[side].draw, 0)


@rule
def redeal(s: State, box: Box, seat: int) -> None:
    """Shuffle the face-down piles: every order is equally likely."""
    shuffle_pile(s, s.stores)
    shuffle_pile(s, s.foods)
    shuffle_pile(s, s.furnishings)
    shuffle_pile(s, s.anchors)
    for side in range(s.players):
        shuffle_pile(s, s.seats[side].draw)
