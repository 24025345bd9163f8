"""Whose turn it is, since when, and whose time runs out. Time that runs out decides nothing: people do.

Everything here follows from the stored answers and their times, so a restart changes nothing. An undo gives nobody
time as a present: who takes back keeps what she has used, the others get their clocks as they were before.
"""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

LIVE, DAYS = "live", "days"
_TEXT = re.compile(r"live ([0-9]{1,6}) ([0-9]{1,5})|days ([0-9]{1,8})")

Running = Callable[[int, int], int]
"""How many seconds between two moments (seconds since 1970) clocks have run."""


def always(start: int, end: int) -> int:
    """Clocks that never stand still."""
    return end - start


@dataclass(frozen=True, slots=True)
class Pace:
    """How fast a table plays."""

    kind: str
    """`LIVE`: `base` seconds per seat and `extra` ones for every turn; `DAYS`: `base` seconds for every turn."""
    base: int
    extra: int = 0

    def __str__(self) -> str:
        """As it is stored; `read_pace` reads it."""
        return f"{self.kind} {self.base} {self.extra}" if self.kind == LIVE else f"{self.kind} {self.base}"


def read_pace(text: str) -> Pace | None:
    """The pace that was stored as `text`; None when the table has none."""
    found = _TEXT.fullmatch(text)
    if found is None:
        return None
    return Pace(DAYS, int(found[3])) if found[3] else Pace(LIVE, int(found[1]), int(found[2]))


@dataclass(frozen=True, slots=True)
class SeatClock:
    """The time of one seat. What others can't notice (half an answer given in secret) does not show in it."""

    since: int | None = None
    """Since when the seat is asked, None while it isn't."""
    used: int = 0
    """Seconds used in the whole match."""
    turn: int = 0
    """Seconds used in its present turn."""
    earned: int = 0
    """Turns completed."""


class Clocks:
    """The clocks of all seats, as of the last answer."""

    def __init__(self, players: int, acting: Iterable[int], began: int, running: Running) -> None:
        self.at = began
        self._running = running
        here = set(acting)
        self.seats = tuple(SeatClock(began if seat in here else None) for seat in range(players))

    def run(self, at: int) -> None:
        """Let time pass until `at`."""
        at = max(at, self.at)  # two machines' clocks may differ
        passed = self._running(self.at, at)
        self.at = at
        self.seats = tuple(
            clock if clock.since is None else replace(clock, used=clock.used + passed, turn=clock.turn + passed)
            for clock in self.seats
        )

    def answered(self, before: Iterable[int], after: Iterable[int], *, new_stage: bool) -> None:
        """Those who were to act `before` are asked no more, or anew in a new stage; those `after` are to act now."""
        was, now = set(before), set(after)
        self.seats = tuple(
            self._turned(clock, was=seat in was, now=seat in now)
            if new_stage or (seat in was) != (seat in now)
            else clock
            for seat, clock in enumerate(self.seats)
        )

    def _turned(self, clock: SeatClock, *, was: bool, now: bool) -> SeatClock:
        return SeatClock(self.at if now else None, clock.used, 0 if now else clock.turn, clock.earned + was)

    def back(self, then: tuple[SeatClock, ...], seat: int, acting: Iterable[int]) -> None:
        """All answers since `then` are taken back by `seat`; those `acting` are asked again."""
        here = set(acting)
        self.seats = tuple(
            replace(clock, since=self.at if i in here else None, used=now.used if i == seat else clock.used)
            for i, (clock, now) in enumerate(zip(then, self.seats, strict=True))
        )

    def reopened(self, then: tuple[SeatClock, ...], seat: int) -> None:
        """One answer of `seat`, given `then`, is taken back alone: the seat is asked again what it was asked."""
        now = self.seats[seat]
        if now.since is not None:
            return
        again = replace(then[seat], since=self.at, used=now.used)
        self.seats = tuple(again if i == seat else clock for i, clock in enumerate(self.seats))


def left(pace: Pace, clock: SeatClock, passed: int) -> int:
    """Seconds that a seat has left when `passed` have run since the clock was read; below 0 when time is out."""
    passed = passed if clock.since is not None else 0
    if pace.kind == DAYS:
        return pace.base - clock.turn - passed
    return pace.base + pace.extra * clock.earned - clock.used - passed
