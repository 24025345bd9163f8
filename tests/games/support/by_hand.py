"""What hand-made situations of several games need."""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from galleria.core import Event, Game, clear_log, read_log, seed_random


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


class Played:
    """A hand-made state `s` of a game with dice and its box, played in words."""

    game: Game
    reasons: Sequence[str]
    invariants: Sequence[str]
    s: Any
    box: Any

    def log(self) -> list[Event]:
        return read_log(self.s.log, 0)

    def play(self, *texts: str, seat: int = 0) -> list[Event]:
        caused: list[Event] = []
        for text in texts:
            assert self.why(text, seat) == "", f"{seat} may not {text}: {self.why(text, seat)}"
            clear_log(self.s)
            self.game.play(self.s, self.box, seat, self.game.actions.parse(text))
            caused += self.log()
            self.sound()
        return caused

    def roll(self, text: str, *faces: int, seat: int = 0) -> list[Event]:
        """Throw dice that show these faces: luck is looked for in the generator."""
        action = self.game.actions.parse(text)
        seed = lucky_seed(
            self.s,
            lambda: self.game.play(self.s, self.box, seat, action),
            lambda: tuple(self.s.seats[seat].dice),
            faces,
        )
        seed_random(self.s.rng, seed)
        return self.play(text, seat=seat)

    def why(self, text: str, seat: int = 0) -> str:
        """Why an answer is not allowed, "" when it is."""
        return self.reasons[self.game.why_not(self.s, self.box, seat, self.game.actions.parse(text))]

    def legal(self, seat: int = 0) -> list[str]:
        out = np.zeros(self.game.max_legal, np.int32)
        return [self.game.actions.text(int(a)) for a in out[: self.game.legal(self.s, self.box, seat, out)]]

    def sound(self) -> None:
        broken = self.game.check(self.s, self.box)
        assert not broken, [name for i, name in enumerate(self.invariants) if broken >> i & 1]

    def me(self, seat: int = 0) -> Any:
        return self.s.seats[seat]
