"""What orders bring (W61 to W64), and the final result (W67)."""

from typing import Any

from galleria.core import emit, lowest, rule

from .events import (
    FOR_FEES,
    FOR_LOBBY,
    FROM_BLUE,
    FROM_COINS,
    FROM_GREEN,
    FROM_RED,
    FROM_START,
    SCORED,
)
from .state import BLUE_ORDER, FIRST_BLUE, FIRST_GREEN, GREEN_ORDER, NONE, RED_ORDER, WIDTH, Box, State


@rule
def kind_of(order: int) -> int:
    """RED_ORDER, GREEN_ORDER or BLUE_ORDER."""
    if order < FIRST_GREEN:
        return RED_ORDER
    return GREEN_ORDER if order < FIRST_BLUE else BLUE_ORDER


@rule
def matches(s: State, box: Box, order: int, image: int, cell: int) -> bool:
    """Whether a cell shows one image of a green or blue order: shop and customer both exact."""
    o = box.order[order]
    return s.shop[cell] == o.shop[image] and s.customer[cell] == o.customer[image]


@rule
def joins(s: State, box: Box, order: int, one: int, other: int) -> bool:
    """Whether two adjacent cells are a pair that a red or blue order pays for (W62, W64)."""
    if s.shop[one] < 0 or s.shop[other] < 0:
        return False
    if order >= FIRST_BLUE:
        return (matches(s, box, order, 0, one) and matches(s, box, order, 1, other)) or (
            matches(s, box, order, 1, one) and matches(s, box, order, 0, other)
        )
    if s.customer[one] != NONE or s.customer[other] != NONE:
        return False
    a = box.order[order].shop[0]
    b = box.order[order].shop[1]
    return (s.shop[one] == a and s.shop[other] == b) or (s.shop[one] == b and s.shop[other] == a)


@rule
def count(s: State, box: Box, order: int) -> int:
    """How often an order is found on the board."""
    n = 0
    plan = box.plan[s.players]
    green = kind_of(order) == GREEN_ORDER
    for i in range(plan.spaces):
        cell = plan.cell[i] + 0
        if s.shop[cell] >= 0:
            if green:  # W63: each image by itself
                n += matches(s, box, order, 0, cell)
                n += matches(s, box, order, 1, cell)
            else:
                n += joins(s, box, order, cell, cell + 1)
                n += joins(s, box, order, cell, cell + WIDTH)
    return n


@rule
def worth(s: State, box: Box, order: int) -> int:
    """What an order would score now, in units of CHF 1000."""
    return count(s, box, order) * box.order[order].amount


@rule
def score_round(s: State, box: Box) -> None:
    """Every order played this round is scored and leaves the game (W61)."""
    for i in range(s.players):
        seat = (s.turn + 1 + i) % s.players
        me = s.seats[seat]
        rest = me.played
        s.gone_orders |= rest
        me.played = 0
        while rest:
            order = lowest(rest)
            rest &= rest - 1
            n = count(s, box, order)
            money = n * box.order[order].amount
            me.money += money
            me.earned[kind_of(order)] += money
            emit(s, SCORED, seat, order, money, n, 0)


@rule
def score(s: State, box: Box, seat: int, out: Any) -> int:
    """The result by source, in units of CHF 1000 (W67); equal results share the win (D15)."""
    me = s.seats[seat]
    out[FROM_START] = box.money
    out[FROM_RED] = me.earned[RED_ORDER]
    out[FROM_GREEN] = me.earned[GREEN_ORDER]
    out[FROM_BLUE] = me.earned[BLUE_ORDER]
    out[FROM_COINS] = me.coins * box.coin_value
    out[FOR_LOBBY] = -me.bought
    out[FOR_FEES] = -me.fees
    return int(me.money) + int(me.coins) * int(box.coin_value)
