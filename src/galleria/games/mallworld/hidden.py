"""What a seat may see, and dealing the rest anew.

Hidden are the piles, the approval cards dealt at the start, the blue orders until they are played, and bids until all
are in. Whatever was taken from the display or bought in the lobby was seen by all: `hide` keeps it.
"""

from galleria.core import acts, below, bits, has, hide_head, nth_bit, push, rule, shuffle_pile

from .state import (
    BID,
    CARDS,
    EVERY_CARD,
    EVERY_RED,
    FIRST_BLUE,
    HIDDEN,
    NONE,
    ORDERS,
    SLOTS,
    Box,
    State,
)

EVERY_GREEN = ((1 << FIRST_BLUE) - 1) & ~EVERY_RED
EVERY_BLUE = ((1 << ORDERS) - 1) & ~((1 << FIRST_BLUE) - 1)


@rule
def hide(s: State, box: Box, seat: int) -> None:
    """Blank what `seat` (-1: a spectator) may not know."""
    hide_head(s, seat)
    for i in range(s.draw.n):
        s.draw.cards[i] = NONE
    for i in range(s.pile.n):
        s.pile.cards[i] = NONE
    for other in range(s.players):
        if other != seat:
            them = s.seats[other]
            them.cards &= them.shown
            them.orders &= s.seen_orders
            if s.phase == BID and them.bid >= 0:
                them.bid = HIDDEN


@rule
def redeal(s: State, box: Box, seat: int) -> None:
    """Fill a hidden state with a random world that agrees with all that `seat` knows; all are equally likely."""
    deal_cards(s, seat)
    deal_orders(s, seat)
    for other in range(s.players):
        if other != seat and s.phase == BID and s.seats[other].bid == HIDDEN and not acts(s, other):
            s.seats[other].bid = below(s, s.seats[other].coins + 1)


@rule
def unplaced_cards(s: State) -> int:
    """Set of the approval cards of a hidden state that lie in the draw pile or unknown in a hand."""
    placed = s.discard | s.removed | s.offered
    for slot in range(SLOTS):
        if s.display[slot] != NONE:
            placed |= 1 << s.display[slot]
    for seat in range(s.players):
        placed |= s.seats[seat].cards
    return EVERY_CARD & ~placed


@rule
def deal_cards(s: State, seat: int) -> None:
    """Cards that have lain open can only be in the draw pile; the others are dealt to hands first."""
    pool = unplaced_cards(s)
    for other in range(s.players):
        if other != seat:
            them = s.seats[other]
            for _ in range(them.card_count - bits(them.cards)):
                unseen = pool & ~s.seen
                card = nth_bit(unseen, below(s, bits(unseen)))
                them.cards |= 1 << card
                pool &= ~(1 << card)
    s.draw.n = 0
    for card in range(CARDS):
        if has(pool, card):
            push(s.draw, card)
    shuffle_pile(s, s.draw)


@rule
def deal_orders(s: State, seat: int) -> None:
    """Blue orders to the other hands; greens and then reds into the pile, unseen ones all."""
    unseen = EVERY_BLUE & ~s.seen_orders
    if seat >= 0:
        unseen &= ~s.seats[seat].orders
    for other in range(s.players):
        if other != seat:
            them = s.seats[other]
            for _ in range(them.order_count - bits(them.orders)):
                order = nth_bit(unseen, below(s, bits(unseen)))
                them.orders |= 1 << order
                unseen &= ~(1 << order)
    greens = s.pile.n - s.pile_reds
    reds = s.pile_reds + 0
    s.pile.n = 0
    pile_up(s, EVERY_GREEN & ~s.seen_orders, greens)
    pile_up(s, EVERY_RED & ~s.seen_orders, reds)


@rule
def pile_up(s: State, orders: int, n: int) -> None:
    """Put `n` random ones of a set of orders on the pile."""
    rest = orders
    for _ in range(n):
        order = nth_bit(rest, below(s, bits(rest)))
        push(s.pile, order)
        rest &= ~(1 << order)
