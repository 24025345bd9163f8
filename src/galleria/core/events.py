"""Events: every change of a game, numbered, in the order it happened. Log, animation and statistics read only these."""

from dataclasses import dataclass
from typing import Any

from .record import Array, Record, array, int16
from .rule import natural, rule

LOG_SIZE = 192
EVERYONE = 32767
"""The audience of a public event: all seats, and the spectators."""


class EventRecord(Record):
    """One event in the state. What `a` to `d` mean is the game's affair, per kind."""

    kind: int16
    to: int16
    """Bit set of the seats that may read it, or `EVERYONE`."""
    who: int16
    """The side it is about, or -1."""
    a: int16
    b: int16
    c: int16
    d: int16


class Log(Record):
    """The events of the latest action."""

    n: int16
    lost: int16
    """Events that found no place; never above 0 in a correct game (checked by the generic suite)."""
    items: Array[EventRecord] = array(EventRecord, LOG_SIZE)


@rule
def whisper(s: Any, to: int, kind: int, who: int, a: int, b: int, c: int, d: int) -> None:
    """Record an event that only the seats in the bit set `to` may read."""
    log = s.log
    if log.n >= LOG_SIZE:
        log.lost = 1
        return
    e = log.items[natural(log.n)]
    e.kind = kind
    e.to = to
    e.who = who
    e.a = a
    e.b = b
    e.c = c
    e.d = d
    log.n += 1


@rule
def emit(s: Any, kind: int, who: int, a: int, b: int, c: int, d: int) -> None:
    """Record a public event."""
    whisper(s, EVERYONE, kind, who, a, b, c, d)


@rule
def keep_first(s: Any, n: int) -> None:
    """Forget all events but the first `n`, leaving no trace of the others."""
    log = s.log
    for i in range(n, log.n):
        e = log.items[i]
        e.kind = 0
        e.to = 0
        e.who = 0
        e.a = 0
        e.b = 0
        e.c = 0
        e.d = 0
    log.n = n


@rule
def clear_log(s: Any) -> None:
    """Forget all events, so that equal situations have equal bytes."""
    keep_first(s, 0)
    s.log.lost = 0


@rule
def keep_events(s: Any, seat: int) -> None:
    """Forget the events that `seat` (-1: a spectator) may not read, and how many they were."""
    log = s.log
    n = 0
    for i in range(log.n):
        e = log.items[i]
        if e.to == EVERYONE or (seat >= 0 and (e.to >> seat) & 1):
            if n < i:
                log.items[n] = e
            n += 1
    keep_first(s, n)


@dataclass(frozen=True, slots=True)
class Event:
    """One event of a match, outside the state."""

    number: int
    """Number of the action that caused it: 0 for the setup, then 1, 2, ..."""
    kind: int
    to: int
    who: int
    a: int
    b: int
    c: int
    d: int

    def visible(self, seat: int) -> bool:
        """Whether `seat` (-1: a spectator) may read it."""
        return self.to == EVERYONE or (seat >= 0 and bool(self.to >> seat & 1))


def read_log(log: Log, number: int) -> list[Event]:
    """The events in `log`, as caused by action `number`."""
    return [
        Event(number, e.kind, e.to, e.who, e.a, e.b, e.c, e.d) for e, _ in zip(log.items, range(log.n), strict=False)
    ]
