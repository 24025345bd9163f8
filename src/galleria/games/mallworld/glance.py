"""What an answer of Mall World looks like at first sight: weights for playouts, and for where a search looks first.

A weight is an exponential of what the answer is worth to the seat, in CHF: what its own orders gain on the board, less
a share of what the others' orders gain. What orders pay for is packed into integers, six or seven bits a kind of find,
so that hundreds of placements cost a few look-ups each.
"""

from decimal import Decimal
from typing import Any

from galleria.core import Array, lowest, rule

from .actions import (
    BID_COINS,
    BUY_NOTHING,
    BUY_ORDER,
    DONE,
    PAIR,
    PLAY_ORDER,
    REFRESH,
    RENT,
    SINGLE,
    SKIP,
    TAKE,
    TRIPLE,
    WASTE,
    laid_card,
    laid_space,
    laid_turn,
)
from .lobby import hand_size, slot_of
from .mall import cell_of, fits, has_tiles
from .scoring import kind_of, matches, worth
from .state import (
    ACT,
    BID,
    BUY,
    COLORS,
    EXECUTE,
    FIRST_BLUE,
    FIRST_GREEN,
    GREEN_ORDER,
    HAND_LIMIT,
    NONE,
    RED_ORDER,
    SPACES,
    TURNS,
    WIDTH,
    Box,
    State,
)

EVEN = 64
STEPS = 128
EXPONENTIALS = tuple(max(1, round(EVEN * (Decimal(i - STEPS) / 16).exp())) for i in range(2 * STEPS + 1))
"""Weights for worths of -8 to 8 units in steps of 1/16."""
PAIR_AT = (0, 1, 2, 3, 1, 4, 5, 6, 2, 5, 7, 8, 3, 6, 8, 9)
"""The number of an unordered pair of colours, at 4 * one + other."""
SIX, SEVEN = 63, 127


@rule
def weight(worth_of_it: int, unit: int) -> int:
    """The weight of something worth so many CHF, when one worth `unit` more shall be e times as likely."""
    return EXPONENTIALS[max(0, min(2 * STEPS, STEPS + 16 * worth_of_it // unit))]


# -- what orders pay for -----------------------------------------------------------------------------------------------


@rule
def red_wants(box: Box, orders: int) -> int:
    """What a set of orders pays for each pair of free shops, in CHF 1000, six bits per pair."""
    found = 0
    rest = orders & ((1 << FIRST_GREEN) - 1)
    while rest:
        o = box.order[lowest(rest)]
        rest &= rest - 1
        at = 6 * PAIR_AT[4 * o.shop[0] + o.shop[1]]
        found += min(int(o.amount), SIX - ((found >> at) & SIX)) << at
    return found


@rule
def green_wants(box: Box, orders: int, first: int) -> int:
    """What they pay for each rented shop of colour `first` or the next one, seven bits per shop and customer."""
    found = 0
    rest = orders & ((1 << FIRST_BLUE) - 1) & ~((1 << FIRST_GREEN) - 1)
    while rest:
        o = box.order[lowest(rest)]
        rest &= rest - 1
        for image in range(2):
            if first <= o.shop[image] <= first + 1:
                at = 7 * (4 * (o.shop[image] - first) + o.customer[image])
                found += min(int(o.amount), SEVEN - ((found >> at) & SEVEN)) << at
    return found


@rule
def paid_for_pair(reds: int, one: int, other: int) -> int:
    return 1000 * ((reds >> 6 * PAIR_AT[4 * one + other]) & SIX)


@rule
def free_shop(s: State, cell: int) -> int:
    """The colour of a free shop; negative where there is none."""
    return s.shop[cell] + 0 if s.customer[cell] == NONE else NONE


@rule
def beside(s: State, reds: int, cell: int, color: int) -> int:
    """What the pairs of a free shop of that colour on a cell with its neighbours bring."""
    total = 0
    a = free_shop(s, cell - WIDTH)
    if a >= 0:
        total += paid_for_pair(reds, color, a)
    a = free_shop(s, cell - 1)
    if a >= 0:
        total += paid_for_pair(reds, color, a)
    a = free_shop(s, cell + 1)
    if a >= 0:
        total += paid_for_pair(reds, color, a)
    a = free_shop(s, cell + WIDTH)
    if a >= 0:
        total += paid_for_pair(reds, color, a)
    return total


@rule
def lay_gain(s: State, box: Box, reds: int, card: int, cell: int, turn: int) -> int:
    """What red orders gain by a layout, in CHF."""
    p = box.pattern[card]
    total = 0
    for part in range(p.tiles):
        total += beside(s, reds, cell + p.step[turn, part], int(p.color[part]))
        for before in range(part):
            apart = abs(p.step[turn, part] - p.step[turn, before])
            if apart in (1, WIDTH):
                total += paid_for_pair(reds, int(p.color[part]), int(p.color[before]))
    return total


@rule
def blue_gain(s: State, box: Box, orders: int, cell: int, shop: int, customer: int) -> int:
    """What blue orders gain by a customer, complete pairs in full and half ones a little."""
    total = 0
    rest = orders & ~((1 << FIRST_BLUE) - 1)
    while rest:
        order = lowest(rest)
        rest &= rest - 1
        o = box.order[order]
        for image in range(2):
            if o.shop[image] == shop and o.customer[image] == customer:
                for way in range(4):
                    near = cell + (1 if way == 0 else -1 if way == 1 else WIDTH if way == 2 else -WIDTH)
                    if matches(s, box, order, 1 - image, near):
                        total += 1000 * o.amount
                    elif s.shop[near] == o.shop[1 - image] and s.customer[near] == NONE:
                        total += 200 * o.amount
    return total


@rule
def rent_gain(s: State, box: Box, reds: int, greens: int, more_greens: int, orders: int, card: int, cell: int) -> int:
    """What orders gain by a rent action, less what red ones lose, in CHF."""
    shop = int(box.rent_shop[card])
    customer = int(box.rent_customer[card])
    wants = greens if shop < 2 else more_greens
    total = 1000 * ((wants >> 7 * (4 * (shop % 2) + customer)) & SEVEN)
    total -= beside(s, reds, cell, shop)
    return total + blue_gain(s, box, orders, cell, shop, customer)


@rule
def orders_of(s: State, seat: int) -> int:
    return s.seats[seat].orders | s.seats[seat].played


@rule
def orders_of_others(s: State, seat: int) -> int:
    found = 0
    for other in range(s.players):
        if other != seat:
            found |= orders_of(s, other)
    return found


@rule
def best_gain(s: State, box: Box, seat: int, card: int) -> int:
    """The most that the seat's orders can gain by a card now, in CHF."""
    orders = orders_of(s, seat)
    reds = red_wants(box, orders)
    plan = box.plan[s.players]
    best = 0
    if reds != 0 and has_tiles(s, box, card):
        turns = box.pattern[card].turns + 0
        for i in range(plan.spaces):
            cell = plan.cell[i] + 0
            if s.shop[cell] == NONE:
                for turn in range(TURNS):
                    if (turns >> turn) & 1 and fits(s, box, card, cell, turn):
                        best = max(best, lay_gain(s, box, reds, card, cell, turn))
    if s.unlocked and s.customers[box.rent_customer[card]] > 0:
        greens = green_wants(box, orders, 0)
        more_greens = green_wants(box, orders, 2)
        for i in range(plan.spaces):
            cell = plan.cell[i] + 0
            if s.shop[cell] == box.rent_shop[card] and s.customer[cell] == NONE:
                best = max(best, rent_gain(s, box, reds, greens, more_greens, orders, card, cell))
    return best


@rule
def customers_left(s: State) -> int:
    n = 0
    for color in range(COLORS):
        n += s.customers[color]
    return n


@rule
def prospect(s: State, box: Box, order: int) -> int:
    """What an order may score in the end, in CHF, the fee aside."""
    now = 1000 * worth(s, box, order)
    kind = kind_of(order)
    amount = 1000 * box.order[order].amount
    if kind == RED_ORDER:
        if s.round == 1:
            share = s.chips * 256 // max(1, box.plan[s.players].chips[0])
            more = 5 if box.order[order].shop[0] != box.order[order].shop[1] else 3
            return now + amount * more * share // 512
        return now * 3 // 4
    left = customers_left(s)
    if kind == GREEN_ORDER:
        return now + amount * left * 3 // (4 * box.customers)
    return max(now, amount * left // (8 * box.customers))


# -- weights -----------------------------------------------------------------------------------------------------------


@rule
def weigh(s: State, box: Box, seat: int, actions: Array[int], n: int, out: Any) -> None:
    """Weights of the `n` legal `actions`."""
    if s.phase == BUY:
        weigh_buying(s, box, seat, actions, n, out)
    elif s.phase == ACT:
        weigh_acting(s, box, seat, actions, n, out)
    elif s.phase == BID:
        weigh_bids(s, box, seat, actions, n, out)
    elif s.phase == EXECUTE:
        weigh_executing(s, box, seat, actions, n, out)
    else:
        weigh_drawing(s, box, seat, actions, n, out)


@rule
def weigh_buying(s: State, box: Box, seat: int, actions: Array[int], n: int, out: Any) -> None:
    me = s.seats[seat]
    for i in range(n):
        if actions[i] == BUY_NOTHING:
            out[i] = EVEN
        else:
            order = int(actions[i]) - BUY_ORDER
            cost = 1000 * (box.price[slot_of(s, order)] + box.fee) + 2500 * max(0, me.order_count - 1)
            out[i] = weight(prospect(s, box, order) - cost, 2500)


@rule
def weigh_acting(s: State, box: Box, seat: int, actions: Array[int], n: int, out: Any) -> None:
    singles = 0
    pairs = 0
    triples = 0
    for i in range(n):
        action = int(actions[i])
        singles += SINGLE <= action < PAIR
        pairs += PAIR <= action < TRIPLE
        triples += TRIPLE <= action < PLAY_ORDER
    last = s.round == 3
    for i in range(n):
        action = int(actions[i])
        if action < PLAY_ORDER:
            if action < PAIR:
                gain = best_gain(s, box, seat, action - SINGLE) - 1000 * box.single_price
                out[i] = max(1, weight(gain - 1000, 1500) // singles)
            elif action < TRIPLE:
                out[i] = max(1, 2 * EVEN // pairs)
            else:
                out[i] = max(1, 5 * EVEN // triples)
        elif action < SKIP:
            order = action - PLAY_ORDER
            now = 1000 * (worth(s, box, order) - box.fee)
            if last:
                out[i] = weight(now + 1000 * (s.chips < 4), 1500)
            elif kind_of(order) == RED_ORDER:
                out[i] = weight(now - 1500 - 300 * s.chips, 1500)
            else:
                out[i] = weight(now - (prospect(s, box, order) - now) // 2 - 2000, 1500)
        else:
            out[i] = EVEN


@rule
def weigh_bids(s: State, box: Box, seat: int, actions: Array[int], n: int, out: Any) -> None:
    best = 0
    rest = s.offered
    while rest:
        best = max(best, best_gain(s, box, seat, lowest(rest)))
        rest &= rest - 1
    wish = best // 2
    for i in range(n):
        coins = int(actions[i]) - BID_COINS
        out[i] = weight(-abs(1000 * coins * box.coin_value - wish), 1000)


@rule
def weigh_executing(s: State, box: Box, seat: int, actions: Array[int], n: int, out: Any) -> None:
    orders = orders_of(s, seat)
    reds = red_wants(box, orders)
    greens = green_wants(box, orders, 0)
    more_greens = green_wants(box, orders, 2)
    theirs = orders_of_others(s, seat)
    their_reds = red_wants(box, theirs)
    their_greens = green_wants(box, theirs, 0)
    their_more_greens = green_wants(box, theirs, 2)
    others = s.players - 1
    for i in range(n):
        action = int(actions[i])
        total = 0
        if action < RENT:
            card = laid_card(action)
            cell = cell_of(laid_space(action))
            turn = laid_turn(action)
            total = lay_gain(s, box, reds, card, cell, turn)
            total -= lay_gain(s, box, their_reds, card, cell, turn) // others
        elif action < WASTE:
            card = (action - RENT) // SPACES
            cell = cell_of((action - RENT) % SPACES)
            total = rent_gain(s, box, reds, greens, more_greens, orders, card, cell)
            total -= rent_gain(s, box, their_reds, their_greens, their_more_greens, theirs, card, cell) // others
        out[i] = weight(total, 900)


@rule
def weigh_drawing(s: State, box: Box, seat: int, actions: Array[int], n: int, out: Any) -> None:
    room = HAND_LIMIT - hand_size(s, seat)
    for i in range(n):
        action = int(actions[i])
        if action == DONE:
            out[i] = EVEN // 4
        elif action >= TAKE:
            out[i] = weight(best_gain(s, box, seat, action - TAKE) + (500 if room > 2 else -500), 1500)
        elif action == REFRESH:
            out[i] = EVEN // 8
        else:
            out[i] = EVEN  # to clean up costs nothing
