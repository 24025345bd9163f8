"""What hand-made situations of several games need."""

from collections.abc import Callable
from typing import Any

from galleria.core import seed_random


def remove_card(pile: Any, card: int) -> bool:
    """Take the topmost card of this number out of a pile; whether there is one."""
    cards = [pile.cards[i] for i in range(pile.n)]
    if card not in cards:
        return False
    place = len(cards) - 1 - cards[::-1].index(card)
    del cards[place]
    for i in range(pile.n):
        pile.cards[i] = cards[i] if i < len(cards) else -1
    pile.n = len(cards)
    return True


def lucky_seed(
    state: Any, throw: Callable[[], None], dice: Callable[[], tuple[int, ...]], faces: tuple[int, ...]
) -> str:
    """The seed with which `throw` shows these faces; the state is as before."""
    before = state.copy()
    for attempt in range(3000):
        seed_random(state.rng, f"luck {attempt}")
        throw()
        found = dice() == faces
        state.assign(before)
        if found:
            return f"luck {attempt}"
    raise AssertionError(f"{faces} never came")
