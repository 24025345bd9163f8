"""What a position of Dead Mall is worth to bots, and what answers look like at first sight."""

from galleria.core import Array, bits, rule
from galleria.core.dice import lacking, spare, tally

from .actions import BUY, CHANGE, EXCHANGE, RENEW, ROLL, SHIFT, SKIP, STOP, TAKE, USE
from .mall import anchors_of, fails, is_food, is_store
from .rules import money_points, roll_price, vacancy_points, why_not_tenant
from .state import (
    ARMED,
    BARS,
    DENOMINATIONS,
    DICE,
    FURNISHING_SLOT,
    NONE,
    OVER,
    WATER,
    Box,
    State,
)

STEP = 450
"""A step of liquidity, in 1/1000 point."""


@rule
def turns_left(s: State, box: Box) -> int:
    """About how many turns each player still has, in tenths: the fullest mall decides."""
    most = 0
    for seat in range(s.players):
        most = max(most, bits(s.seats[seat].marks))
    return 8 + 22 * (box.branches - most)


@rule
def value(s: State, box: Box, seat: int) -> int:
    """An estimate of the seat's final score in 1/1000 point."""
    me = s.seats[seat]
    total = 1000 * (money_points(s, box, seat) + vacancy_points(s, box, seat))
    if s.phase == OVER:
        return total
    left = turns_left(s, box)
    cards = 0
    income = 0
    steps = 0
    losses = 0
    for i in range(me.draw.n):
        card = int(me.draw.cards[i])
        cards += 1
        income += box.money[card]
        steps += box.liquidity[card]
        losses += loss(s, box, seat, card)
    for i in range(me.discard.n):
        card = int(me.discard.cards[i])
        cards += 1
        income += box.money[card]
        steps += box.liquidity[card]
        losses += loss(s, box, seat, card)
    if s.turn == seat:
        for bar in range(BARS):
            card = int(s.row[bar])
            if card != NONE:
                cards += 1
                income += box.money[card]
                steps += box.liquidity[card]
                losses += loss(s, box, seat, card)
    cards = max(cards, 1)
    turns = max(1, left)
    total += 100 * turns * income // cards + 100 * turns * steps * STEP // (1000 * cards)
    total -= min(900, 60 * turns) * losses // (max(6, cards))
    total += STEP * min(me.liquidity, 6) + STEP * max(0, me.liquidity - 6) // 3
    if anchors_of(s, seat) < 2:
        total += 900 * min(me.counters, 3 if me.anchors[0] == NONE else 6)
    if s.damage != 0 and s.side == WATER:
        low = 0
        for d in range(DENOMINATIONS):
            low += me.money[d] * (box.value[d] - box.water_value[d])
        total -= 150 * low if s.damage == ARMED else -300 * low
    return total


@rule
def loss(s: State, box: Box, seat: int, card: int) -> int:
    """Points lost when this card comes under the inspection bar now."""
    if not is_store(card) or fails(s, box, seat, card) == 0:
        return 0
    return box.vacancy_points + box.money[card] + box.liquidity[card] // 2


@rule
def appeal(s: State, box: Box, seat: int, card: int) -> int:
    """How much a tenant is wanted, from 1 up."""
    if is_store(card):
        if fails(s, box, seat, card):
            return 12
        return 20 + 2 * box.money[card]
    if is_food(card):
        return 5
    return 60


@rule
def weigh(s: State, box: Box, seat: int, actions: Array[int], n: int, out: Array[int]) -> None:
    """Weights of answers for playouts."""
    me = s.seats[seat]
    have = tally(me.dice)
    best = 0
    aim = 0
    for slot in range(FURNISHING_SLOT):
        card = int(s.display[slot])
        if card != NONE and why_not_tenant(s, box, seat, card) == 0:
            thrown = spare(me.dice, box.need[card]) if have else (1 << DICE) - 1
            short = lacking(have, box.need[card])
            if short > 0:
                chance = hits(short, bits(thrown))
                worth = chance * appeal(s, box, seat, card)
                if worth > best:
                    best = worth
                    aim = thrown
    for i in range(n):
        out[i] = weight(s, box, seat, int(actions[i]), aim)


@rule
def hits(short: int, thrown: int) -> int:
    """About in how many of 216 throws of so many dice so many different faces come."""
    if short == 1:
        return (36, 66, 91)[thrown - 1]
    if short == 2:
        return 30 if thrown == 3 else 12
    return 6


@rule
def weight(s: State, box: Box, seat: int, action: int, aim: int) -> int:
    me = s.seats[seat]
    if action == USE:
        return 200
    if action < RENEW:
        slot = action - EXCHANGE
        old = int(s.row[1])
        new = int(s.display[slot])
        better = box.money[new] - box.money[old]
        if is_store(new) and fails(s, box, seat, new):
            return 2
        return 1 + 40 * max(0, better)
    if action < SKIP:
        return 10
    if action == SKIP:
        return 10
    if action < BUY:
        return 8 * appeal(s, box, seat, int(s.display[action - TAKE]))
    if action < SHIFT:
        return 10
    if action < CHANGE:
        return 3
    if action < ROLL:
        return 4 if s.damage == ARMED and s.side == WATER else 1
    if action < STOP:
        thrown = action - ROLL + 1
        if thrown != aim:
            return 1
        return 300 if roll_price(s, box) == 0 else 20 + 20 * int(me.liquidity)
    return 1 if s.rolls == 0 else 40
