"""A match as a film: every position from the first to the last, ready to be looked at through any eyes.

Playing the answers of a match again costs milliseconds; the films looked at last are kept.
"""

import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property
from typing import Any

from galleria.core import Buffer, Context, Event, Match, Score, TakenBack

OPEN = -2
"""Eyes that see everything: all hands, all piles. Only for matches that are over."""

Answers = Sequence[tuple[int, int]]


class Film:
    """All positions of one match. Position N is the one after answer N, position 0 the one after the setup.

    What it holds never changes: a match that goes on gets a film of its own, made from this one.
    """

    def __init__(
        self, match: Match, states: tuple[Buffer, ...], rounds: tuple[int, ...], choices: tuple[int, ...]
    ) -> None:
        self.match = match
        """As it stands at the last position. Not to be played on."""
        self.game, self.box, self.names = match.game, match.box, match.names
        self.actions = tuple(match.actions)
        self.events = tuple(match.events)
        self.rounds = rounds
        """By position: the round it lies in."""
        self.choices = choices
        """By answer: how many actions were possible."""
        self._states = states
        self.scores: tuple[Score, ...] = tuple(match.scores())
        """Best first, as the last position stands."""

    @property
    def last(self) -> int:
        """The number of the last position."""
        return len(self.actions)

    @property
    def over(self) -> bool:
        """Whether the match has come to its end."""
        return self.match.over is not None

    @property
    def size(self) -> int:
        """Bytes of all positions."""
        return len(self._states) * int(self.game.state.size)

    @cached_property
    def boundaries(self) -> tuple[int, ...]:
        """The positions at which a stage begins, and the first and last: nobody's answer lies covered there."""
        stages = [int(self.whole(step).stage) for step in range(self.last + 1)]
        inner = (step for step in range(1, self.last) if stages[step] != stages[step - 1])
        return tuple(dict.fromkeys((0, *inner, self.last)))

    def whole(self, step: int) -> Any:
        """A position with all its secrets, as a state of the game that may be changed."""
        return self.game.state.of(self._states[step].copy())

    def seen(self, step: int, eyes: int) -> Any:
        """A position as a seat (-1: a spectator, `OPEN`: everything) may see it."""
        state = self.whole(step)
        if eyes != OPEN:
            self.match.kernel.hide(state.buffer(), self.box.buf, eyes)
        return state

    def view(self, step: int, eyes: int) -> dict[str, Any]:
        """The game's own picture of a position."""
        seat = max(eyes, -1)
        return self.game.view(self.seen(step, eyes), self.box, seat)

    def told(self, step: int, eyes: int) -> list[Event]:
        """What happened up to a position, as far as these eyes may read it."""
        return [e for e in self.events if e.number <= step and (eyes == OPEN or e.visible(eyes))]

    def steps_of(self, eyes: int) -> tuple[int, ...]:
        """The positions that a viewer could tell apart: those after an answer that caused something readable."""
        return tuple(dict.fromkeys((0, *(e.number for e in self.events if e.visible(eyes)))))

    def asked(self, number: int) -> Context:
        """What words about answer `number` and its alternatives need: what its seat knew when it gave it."""
        seat, _action = self.actions[number - 1]
        return Context(self.names, self.box, seat, self.seen(number - 1, seat))

    def context(self, eyes: int) -> Context:
        """What sentences need."""
        return self.match.context_for(max(eyes, -1))


def shoot(match: Match, actions: Answers, taken_back: Sequence[TakenBack] = ()) -> Film:
    """The film of `match`, which stands at its beginning, with these `actions` played."""
    states, rounds = [match.state.buffer().copy()], [int(match.state.round)]
    choices = []
    for seat, action in actions:
        choices.append(len(match.legal(seat)))
        match.play(seat, action)
        states.append(match.state.buffer().copy())
        rounds.append(int(match.state.round))
    match.taken_back = list(taken_back)
    return Film(match, tuple(states), tuple(rounds), tuple(choices))


def film_of(match: Match) -> Film:
    """The film of a match that has been played. The match goes into the film."""
    actions, taken_back = tuple(match.actions), tuple(match.taken_back)
    match.rewind(0)
    return shoot(match, actions, taken_back)


class Films:
    """The films looked at last, by any key. Safe for threads."""

    def __init__(self, room: int = 64 << 20) -> None:
        """`room` is how many bytes of positions are kept."""
        self._room = room
        self._kept: OrderedDict[str, tuple[Any, Film]] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: str, content: Any, make: Callable[[], Film]) -> Film:
        """The film under `key`, made anew unless there is one that was made of the same `content`."""
        with self._lock:
            known = self._kept.get(key)
            if known is not None and known[0] == content:
                self._kept.move_to_end(key)
                return known[1]
        made = make()
        self._keep(key, content, made)
        return made

    @contextmanager
    def holding(self, key: str, content: Any, film: Film) -> Iterator[None]:
        """Within the block, `film` is the one that was made of `content`."""
        self._keep(key, content, film)
        try:
            yield
        finally:
            with self._lock:
                self._kept.pop(key, None)

    def _keep(self, key: str, content: Any, film: Film) -> None:
        with self._lock:
            self._kept[key] = (content, film)
            self._kept.move_to_end(key)
            while sum(kept.size for _, kept in self._kept.values()) > self._room and len(self._kept) > 1:
                self._kept.popitem(last=False)
