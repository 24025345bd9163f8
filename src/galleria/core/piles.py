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
