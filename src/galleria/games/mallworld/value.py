"""What a position of Mall World is worth."""

from galleria.core import lowest, rule

from .glance import prospect
from .scoring import worth
from .state import OVER, ROUNDS, Box, State

COIN = 1200
"""What a coin is worth while there are auctions to come, in 1/1000 of CHF 1000."""
CARD = 400
"""What an approval card in hand is worth."""
SHARES = (8, 7, 5, 3, 1, 0, 0, 0)
"""Eighths of its prospect that the best order in hand is worth, the second, ...: each needs a turn and a fee chip."""


@rule
def value(s: State, box: Box, seat: int) -> int:
    """An estimate of the seat's result in 1/1000 of CHF 1000."""
    me = s.seats[seat]
    total = 1000 * me.money
    if s.phase == OVER:
        return total + 1000 * me.coins * box.coin_value
    total += COIN * me.coins * box.coin_value + CARD * min(4, me.card_count)
    rest = me.played
    while rest:
        total += 1000 * worth(s, box, lowest(rest))
        rest &= rest - 1
    return total + hand_worth(s, box, seat)


@rule
def hand_worth(s: State, box: Box, seat: int) -> int:
    """What the orders in hand may bring, fees paid."""
    left = s.seats[seat].orders
    if s.round == ROUNDS and s.chips == 0:
        return 0
    total = 0
    rank = 0
    while left:
        best = 0
        chosen = lowest(left)
        rest = left
        while rest:
            order = lowest(rest)
            rest &= rest - 1
            net = prospect(s, box, order) - 1000 * box.fee
            if net > best:
                best = net
                chosen = order
        total += best * SHARES[rank] // 8
        rank += 1
        left &= ~(1 << chosen)
    return total
