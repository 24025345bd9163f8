"""From clicked pieces to one action: what is lit, what is not and why, what would come of it. The same for all games.

An action is known by its steps, the pieces one clicks for it. What is picked so far stands in the page's address, so
every click is a link. All of this works on a *hidden* state: what a seat may not know can't shine through.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from itertools import combinations, islice
from typing import Any

import numpy as np

from galleria.core import ActionSpace, Event, Game, LoadedBox, kernel, read_log

Link = Callable[..., str]
"""`link(picks, why=None)` is the address of the page with these picks, asking why that step is not possible."""


@dataclass(frozen=True, slots=True)
class Step:
    """One piece as a control: "picked", "lit", "swap", "blocked" or "still"."""

    state: str
    href: str | None = None
    reason: str | None = None


STILL = Step("still")
FEW = 64
"""So many illegal actions are looked at to explain one."""


class Nothing:
    """The selection of somebody who has nothing to decide."""

    picked: tuple[str, ...] = ()
    chosen: frozenset[str] = frozenset()
    action: int | None = None

    def step(self, name: str) -> Step:  # noqa: ARG002 - the same call as `Selection.step`
        """Every piece is still."""
        return STILL


@dataclass(frozen=True, slots=True)
class _Known:
    """An action as it is clicked."""

    action: int
    verb: int
    steps: frozenset[str]


@cache
def _index(space: ActionSpace, steps: Callable[[int], tuple[str, ...]]) -> dict[str, tuple[_Known, ...]]:
    """All actions of a game that contain a step, by step: those of few steps first."""
    found: dict[str, list[_Known]] = {}
    for action in range(space.size):
        known = _Known(action, space.split(action)[0], frozenset(steps(action)))
        for step in known.steps:
            found.setdefault(step, []).append(known)
    return {step: tuple(sorted(those, key=lambda known: len(known.steps))) for step, those in found.items()}


@lru_cache(1 << 13)
def _containing(
    space: ActionSpace, steps: Callable[[int], tuple[str, ...]], some: frozenset[str]
) -> tuple[_Known, ...]:
    """The actions that contain all of these steps, in the same order."""
    fewest = min((_index(space, steps).get(step, ()) for step in some), key=len)
    return tuple(known for known in fewest if some <= known.steps)


class Selection:
    """What a seat that has to act can click, with `picks` clicked already.

    `state` is what the seat may know, as a state of the game.
    """

    def __init__(
        self,
        game: Game,
        box: LoadedBox,
        state: Any,
        seat: int,
        *,
        picks: Iterable[str] = (),
        link: Link,
        only: tuple[int, str] | None = None,
    ) -> None:
        """`only` is the one legal action that is taken now, and the reason why others are not."""
        self._game, self._box, self._state, self._seat, self._link = game, box, state, seat, link
        self._buf = state.buffer()
        out = np.zeros(game.max_legal, np.int32)
        n = kernel(game).legal(self._buf, box.buf, seat, out)
        self._only = only
        taken = (int(action) for action in out[:n] if only is None or action == only[0])
        self._legal = {action: frozenset(game.steps(action)) for action in taken}
        self.picked = self._fitting(picks)
        wanted = set(self.picked)
        self.left = tuple(action for action, steps in self._legal.items() if wanted <= steps)
        """The legal actions that contain all picks, ascending."""
        one = len(self.left) == 1 and (bool(self.picked) or (n == 1 and only is None))
        self.action = self.left[0] if one else None
        """The one action that is left."""
        self.chosen = self._legal[self.left[0]] if one else frozenset(self.picked)
        """Its steps, or what is picked."""
        self._lit = frozenset().union(*(self._legal[action] for action in self.left))
        self._steps: dict[str, Step] = {}

    def _possible(self, picks: Iterable[str]) -> bool:
        wanted = set(picks)
        return any(wanted <= steps for steps in self._legal.values())

    def _fitting(self, picks: Iterable[str]) -> tuple[str, ...]:
        kept: list[str] = []
        for pick in picks:
            if pick not in kept and self._possible([*kept, pick]):
                kept.append(pick)
        return tuple(kept)

    def question(self, prompt: Mapping[str, Any]) -> str:
        """What a prompt asks now: its "title", or "then", if it has that, as soon as something is picked.

        "then" is a text, or texts by the kinds of what is picked, the beginnings of the steps' names in alphabetical
        order ("cell", "card cell"); "" is any other.
        """
        return (self._by_kind(prompt.get("then", "")) if self.picked else "") or str(prompt["title"])

    def hint(self, prompt: Mapping[str, Any]) -> str:
        """What a prompt adds to its question: its "hint", or "more", a text or texts like "then"."""
        return self._by_kind(prompt.get("more", "")) if self.picked else str(prompt["hint"])

    def _by_kind(self, texts: str | Mapping[str, str]) -> str:
        if not isinstance(texts, Mapping):
            return texts
        kinds = " ".join(sorted({pick.partition("-")[0] for pick in self.picked}))
        return texts.get(kinds, texts[""])

    def href(self, action: int) -> str:
        """The address with all of the action's steps picked."""
        return self._link(self._game.steps(action))

    def step(self, name: str) -> Step:
        """The piece `name` as a control."""
        if name not in self._steps:
            self._steps[name] = self._step(name)
        return self._steps[name]

    def _step(self, name: str) -> Step:
        if name in self.picked:
            return Step("picked", self._link(self._fitting(p for p in self.picked if p != name)))
        if name in self._lit:
            return Step("lit", self._link((*self.picked, name)))
        blocked = self._blocked(name)
        if blocked is not None and blocked.steps == {*self.picked, name}:
            return self._refusal(name, blocked.action)
        for size in range(len(self.picked) - 1, -1, -1):
            for kept in combinations(self.picked, size):
                if self._possible([*kept, name]):
                    return Step("swap", self._link((*kept, name)))
        return STILL if blocked is None else self._refusal(name, blocked.action)

    def _refusal(self, name: str, action: int) -> Step:
        return Step("blocked", self._link(self.picked, why=name), self._reason(action))

    def why(self, name: str) -> str | None:
        """Why the piece can't be picked, in a sentence; None when it can, or has no part in this decision."""
        return self.step(name).reason

    def _code(self, action: int) -> int:
        return int(kernel(self._game).why_not(self._buf, self._box.buf, self._seat, action))

    def _reason(self, action: int) -> str:
        code = self._code(action)
        if code == 0 and self._only is not None:
            return self._only[1]
        return self._game.reason(code, self._state, self._box, self._seat, action)

    @cached_property
    def _verbs(self) -> frozenset[int]:
        """The kinds of answer that this decision is about, even when the rules forbid all answers of a kind now."""
        space = self._game.actions
        legal = {space.split(action)[0] for action in self._legal}
        asked = {i for i, verb in enumerate(space.verbs) if self._code(verb.base) not in self._game.other_question}
        return frozenset(legal | asked)

    def _blocked(self, name: str) -> _Known | None:
        """An illegal action with this step that belongs to this decision: the nearest to what is picked."""
        wanted = frozenset({*self.picked, name})
        subsets = (kept for size in range(len(wanted)) for kept in combinations(self.picked, size))
        nearest = (self._unlike({*kept, name}) for kept in subsets)
        return max(
            filter(None, nearest),
            key=lambda known: (known.steps == wanted, 2 * len(known.steps & wanted) - len(known.steps), -known.action),
            default=None,
        )

    def _unlike(self, some: set[str]) -> _Known | None:
        """The first of the actions with these steps that belongs to this decision and is illegal.

        Rather one whose other pieces can be picked: the reason is to be about what the player has.
        """
        known = _containing(self._game.actions, self._game.steps, frozenset(some))
        unlike = (k for k in known if k.verb in self._verbs and k.action not in self._legal)
        few = list(islice(unlike, FEW))
        return next((k for k in few if k.steps - some <= self._lit), few[0] if few else None)

    def judge(self, action: int) -> str | None:
        """Why the seat may not answer so now, in a sentence; None when it may."""
        return None if action in self._legal else self._reason(action)

    def preview(self, action: int | None = None) -> list[Event]:
        """What `action`, or the one that is left, would bring, as far as the seat can know."""
        chosen = self.action if action is None else action
        if chosen is None:
            return []
        return preview(self._game, self._box, self._state, self._seat, chosen)


def preview(game: Game, box: LoadedBox, state: Any, seat: int, action: int) -> list[Event]:
    """The events that an answer would cause in a hidden state, which stays as it is."""
    copy = game.state.of(state.buffer().copy())
    game.preview(copy, game.box.of(box.buf.copy()), seat, action)
    return [event for event in read_log(copy.log, 0) if event.visible(seat)]
