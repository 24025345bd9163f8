"""Piles of cards: draw from the top, put on the top or under the bottom, shuffle, forget the order."""

from functools import cache
from typing import Any

from .random import below, shuffle
from .record import Array, Record, array, int8, int16
from .rule import rule


class Pile(Record):
    """A pile; the top is `cards[n - 1]`, places from `n` on hold -1. Capacities come from `pile(capacity)`."""

    n: int16


@cache
def pile(capacity: int) -> Any:
    """The record type of a pile for up to `capacity` cards 0..127."""

    class Sized(Pile):
        cards: Array[int8] = array(int8, capacity)

    Sized.__name__ = Sized.__qualname__ = f"Pile{capacity}"
    return Sized


@rule
def clear_pile(p: Any) -> None:
    """Make the pile empty."""
    p.n = 0
    for i in range(len(p.cards)):
        p.cards[i] = -1


@rule
def fill_pile(s: Any, p: Any, copies: Array[int], first: int, end: int) -> None:
    """Make it a shuffled pile of the cards `first` .. `end - 1`, each as often as `copies` says."""
    clear_pile(p)
    for card in range(first, end):
        for _ in range(copies[card]):
            push(p, card)
    shuffle_pile(s, p)


@rule
def count_in(p: Any, card: int) -> int:
    """How many cards of this number are in the pile."""
    n = 0
    for i in range(p.n):
        if p.cards[i] == card:
            n += 1
    return n


@rule
def is_pile_of(p: Any, first: int, end: int) -> bool:
    """Whether a pile is sound: cards `first` .. `end - 1` and blanks above them; for checks of states."""
    if not 0 <= p.n <= len(p.cards):
        return False
    for i in range(len(p.cards)):
        card = p.cards[i]
        if (card != -1) if i >= p.n else not first <= card < end:
            return False
    return True


@rule
def push(p: Any, card: int) -> None:
    """Put a card on the top."""
    p.cards[p.n] = card
    p.n += 1


@rule
def pop(p: Any) -> int:
    """Take the top card of a pile that is not empty."""
    p.n -= 1
    card = p.cards[p.n]
    p.cards[p.n] = -1
    return card  # type: ignore[no-any-return]


@rule
def put_under(p: Any, card: int) -> None:
    """Put a card under the bottom."""
    for i in range(p.n, 0, -1):
        p.cards[i] = p.cards[i - 1]
    p.cards[0] = card
    p.n += 1


@rule
def shuffle_pile(s: Any, p: Any) -> None:
    """Put the pile into random order."""
    shuffle(s, p.cards, p.n)


@rule
def sort_above(p: Any, known: int) -> None:
    """Put the cards above the lowest `known` in ascending order: which they are all can tell, in which order nobody."""
    for i in range(known + 1, p.n):
        card = p.cards[i]
        j = i - 1
        while j >= known and p.cards[j] > card:
            p.cards[j + 1] = p.cards[j]
            j -= 1
        p.cards[j + 1] = card


@rule
def shuffle_above(s: Any, p: Any, known: int) -> None:
    """Put the cards above the lowest `known` into random order."""
    for i in range(p.n - 1, known, -1):
        j = known + below(s, i + 1 - known)
        held = p.cards[i]
        p.cards[i] = p.cards[j]
        p.cards[j] = held
