"""What a seat of Superstore 3000 may not know: the order of the supply, and the others' individual cards (S46)."""

from galleria.core import below, bits, clear_pile, has, hide_head, nth_bit, push, rule, shuffle_pile

from .state import HIDDEN, NONE, ORANGES, OWN, TYPES, Box, State


@rule
def hide(s: State, box: Box, seat: int) -> None:
    """Blank what `seat` (-1: a spectator) may not know."""
    hide_head(s, seat)
    for i in range(s.supply.n):
        s.supply.cards[i] = NONE
    for i in range(s.aside.n):
        s.aside.cards[i] = NONE
    for side in range(s.players):
        if side != seat and not has(s.malls[side].built, OWN):
            s.malls[side].card = HIDDEN


@rule
def redeal(s: State, box: Box, seat: int) -> None:
    """Put what nobody has seen into the supply at random, and deal the hidden cards anew."""
    n = int(s.supply.n)
    clear_pile(s.supply)
    clear_pile(s.aside)
    for kind in range(TYPES):
        for _ in range(s.unseen[kind]):
            push(s.supply, kind)
    shuffle_pile(s, s.supply)
    while s.supply.n > n:
        top = s.supply.n - 1
        push(s.aside, s.supply.cards[top])
        s.supply.cards[top] = NONE
        s.supply.n = top
    left = (1 << ORANGES) - 1
    for side in range(s.players):
        if s.malls[side].card >= 0:
            left &= ~(1 << s.malls[side].card)
    for side in range(s.players):
        if s.malls[side].card == HIDDEN:
            card = nth_bit(left, below(s, bits(left)))
            left &= ~(1 << card)
            s.malls[side].card = card
