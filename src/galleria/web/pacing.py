"""The pace of a table. When somebody's time has run out, the others may go on with a bot in her stead, or wait."""

from collections.abc import Mapping
from dataclasses import dataclass

from anyio.to_thread import run_sync

from galleria.core.text import _, ngettext

from .clock import DAYS, LIVE, Pace, left, read_pace
from .database import now
from .memory import Live, Memory, seats_of
from .refusals import Foreign, Invalid, Unready
from .seats import Seats
from .storage import RUNNING, Conflict, TableRow

_LIMITS = {"minutes": (1, 180), "seconds": (0, 600), "days": (1, 30)}
PACE_FIELDS = tuple(_LIMITS)


@dataclass(frozen=True, slots=True)
class SeatTime:
    """The time of a seat. It tells no more than what everybody can see."""

    since: int | None
    """Since when the seat is asked (seconds since 1970), None while it isn't."""
    left: int | None
    """Seconds that it has left, None at a table without a pace and for bots; below 1 when time is out."""


def wished_pace(kind: str, fields: Mapping[str, object]) -> Pace | None:
    """The pace that a form or a program wishes: "none", "live" (`minutes`, `seconds`) or "days" (`days`).

    Raises `Invalid`.
    """
    if kind in {"", "none"}:
        return None
    if kind not in {LIVE, DAYS}:
        raise Invalid({"pace": _("There is no pace “%(kind)s”.") % {"kind": kind[:40]}})
    numbers: dict[str, int] = {}
    for name in ("minutes", "seconds") if kind == LIVE else ("days",):
        low, high = _LIMITS[name]
        text = str(fields.get(name, ""))
        if not (text.isascii() and text.isdecimal() and len(text) < 6 and low <= int(text) <= high):
            words = {"minutes": _("Minutes"), "seconds": _("Seconds"), "days": _("Days")}
            sentence = _("%(what)s: please give a number from %(low)s to %(high)s.")
            raise Invalid({"pace": sentence % {"what": words[name], "low": low, "high": high}})
        numbers[name] = int(text)
    if kind == DAYS:
        return Pace(DAYS, 86400 * numbers["days"])
    return Pace(LIVE, 60 * numbers["minutes"], numbers["seconds"])


def pace_fields(text: str) -> dict[str, object]:
    """What a form has to say for a stored pace; the numbers of the others are proposals."""
    pace = read_pace(text)
    fields: dict[str, object] = {"pace": "none", "pace.minutes": 15, "pace.seconds": 30, "pace.days": 2}
    if pace is not None and pace.kind == LIVE:
        fields |= {"pace": LIVE, "pace.minutes": pace.base // 60, "pace.seconds": pace.extra}
    elif pace is not None:
        fields |= {"pace": DAYS, "pace.days": pace.base // 86400}
    return fields


def pace_words(text: str) -> str:
    """What a stored pace means, for people; "" for none."""
    pace = read_pace(text)
    if pace is None:
        return ""
    if pace.kind == DAYS:
        days = pace.base // 86400
        return ngettext("%(num)s day per turn", "%(num)s days per turn", days) % {"num": days}
    words = {"minutes": pace.base // 60, "seconds": pace.extra}
    return _("%(minutes)s min each, and %(seconds)s s more for every turn") % words


def times(live: Live, memory: Memory) -> tuple[SeatTime, ...]:
    """The time of every seat now; empty before the match begins."""
    course, row = live.course, live.row
    if course is None or row is None:
        return ()
    pace = read_pace(row.pace)
    if pace is None or row.status != RUNNING:
        return tuple(SeatTime(clock.since, None) for clock in course.clocks.seats)
    passed = memory.running(row)(course.clocks.at, now())
    return tuple(
        SeatTime(clock.since, left(pace, clock, passed) if row.seats[seat].bot is None else None)
        for seat, clock in enumerate(course.clocks.seats)
    )


def late(shown: tuple[SeatTime, ...]) -> tuple[int, ...]:
    """The seats that are asked and have no time left."""
    return tuple(
        s for s, time in enumerate(shown) if time.since is not None and time.left is not None and time.left < 1
    )


class Pacing(Seats):
    """What becomes of those whose time has run out."""

    async def stand_in(self, table: str, person: int | None, seat: int, level: str = "") -> None:
        """Let a bot of this level ("": a usual one) play a seat whose time has run out, until its person takes it back.

        Raises `Unknown`, `Foreign`, `Unready` or `Invalid`; nothing has changed then.
        """
        async with self._open(table) as live:
            row = live.row
            assert row is not None
            mine = seats_of(row, person)
            if not mine or not 0 <= seat < len(row.seats) or seat in mine:
                raise Foreign(_("Only the others at the table can do this."))
            if seat not in late(times(live, self)):
                raise Unready(_("This seat has time left."))
            level = self.level(level)
            try:
                await run_sync(self._stand_in, row, seat, level, mine[0])
            except Conflict as error:
                raise Unready(_("The seat has moved meanwhile.")) from error
            await run_sync(self._refresh, live)
            self.hub.ring(table)

    def _stand_in(self, row: TableRow, seat: int, level: str, by: int) -> None:
        owner = row.seats[seat].person
        assert owner is not None
        self.store.hand_over(row.id, seat, owner, level, by=by, moves=row.moves)
