"""Whether an answer has shown somebody what could not be known before. Games need not do anything for it."""

from dataclasses import dataclass

from galleria.core import Buffer, Event, Match, clear_log, read_log, seed_random

WORLDS = 8
"""Worlds that are tried. A hidden fact that two of them show differently is found; most facts differ in nearly all."""


def reveals(match: Match, number: int) -> bool:
    """Whether answer `number` may have shown anybody something new beside the answer itself.

    The answer is given in several worlds that fit what its seat knew. It has revealed nothing when in none of them the
    random generator moves, its seat sees in all of them what it has really seen, and for everybody else the same
    changes. So the result follows from what the seat knew and saw, and tells it nothing more.
    """
    seat, action = match.actions[number - 1]
    box, kernel = match.box.buf, match.kernel
    before = match.before(number).buffer()
    seen = _outcome(match, before, seat, action).views[seat]
    known = _hidden(match, before, seat)
    first: _Outcome | None = None
    for world in range(WORLDS):
        buf = known.copy()
        seed_random(match.game.state.of(buf).rng, f"world {world}")
        kernel.redeal(buf, box, seat)
        outcome = _outcome(match, buf, seat, action)
        if outcome.drew or outcome.views[seat] != seen:
            return True
        if first is not None and outcome.changes != first.changes:
            return True
        first = outcome
        if _is_open(match, buf, seat):
            return False  # every world is this one
    return False


@dataclass(frozen=True, slots=True)
class _Outcome:
    """What comes of an answer in one world."""

    drew: bool
    """Whether the random generator has moved."""
    views: dict[int, tuple[bytes, tuple[Event, ...]]]
    """By viewer: the hidden state and the events that can be read."""
    changes: dict[int, tuple[bytes, bytes, tuple[Event, ...]]]
    """By viewer: where the hidden state has changed, to what, and the events that can be read."""


def _outcome(match: Match, world: Buffer, seat: int, action: int) -> _Outcome:
    buf = world.copy()
    state = match.game.state.of(buf)
    dice = state.rng.tobytes()
    match.kernel.play(buf, match.box.buf, seat, action)
    events = read_log(state.log, 0)
    clear_log(state)
    outcome = _Outcome(state.rng.tobytes() != dice, {}, {})
    for viewer in (*range(state.players), -1):
        old, new = _hidden(match, world, viewer), _hidden(match, buf, viewer)
        read = tuple(event for event in events if event.visible(viewer))
        changed = old != new
        outcome.views[viewer] = (new.tobytes(), read)
        outcome.changes[viewer] = (changed.tobytes(), new[changed].tobytes(), read)
    return outcome


def _hidden(match: Match, buf: Buffer, viewer: int) -> Buffer:
    buf = buf.copy()
    match.kernel.hide(buf, match.box.buf, viewer)
    return buf


def _is_open(match: Match, buf: Buffer, seat: int) -> bool:
    """Whether nothing but the generator is hidden from the seat."""
    shown = _hidden(match, buf, seat)
    match.game.state.of(shown).rng.assign(match.game.state.of(buf).rng)
    return shown.tobytes() == buf.tobytes()
