"""People who have been away for long, at tables without a pace. The others may go on with a bot, if all of them agree.

That somebody is away is a guess: so all who are there have to agree, nothing is over by it, and whoever comes back
takes the seat back at once.
"""

from dataclasses import dataclass

from anyio.to_thread import run_sync

from galleria.core.text import _

from .clock import read_pace
from .database import now
from .memory import Live, Memory, seats_of
from .refusals import Foreign, Unready
from .seats import Seats
from .storage import RUNNING, Conflict

LONG = 24 * 3600
"""Seconds for which a seat must have been asked in vain."""
GONE = 600.0
"""Seconds for which its person must not have been at the table."""
THERE = 120.0
"""Seconds after which somebody is taken as not there: the others need not wait for her to agree."""


@dataclass(frozen=True, slots=True)
class Absent:
    """A seat whose person is away, and the others' votes about it."""

    seat: int
    agreed: frozenset[int]
    needed: frozenset[int]
    """Seats that are there and have not agreed yet."""


def absent(live: Live, memory: Memory) -> tuple[Absent, ...]:
    """The seats for which a bot could play on, if the others agree."""
    course, row = live.course, live.row
    if course is None or row is None or row.status != RUNNING or read_pace(row.pace) is not None:
        return ()
    found: list[Absent] = []
    for seat, clock in enumerate(course.clocks.seats):
        person = row.seats[seat].person
        if person is None or row.seats[seat].bot is not None or clock.since is None or now() - clock.since < LONG:
            continue
        if memory.away(live, person) < GONE:
            continue
        agreed = live.votes.get(seat, frozenset())
        others = {s.seat: s.person for s in row.seats if s.person not in {None, person}}
        needed = {s for s, who in others.items() if memory.away(live, who) < THERE}
        found.append(Absent(seat, agreed, frozenset(needed - agreed)))
    return tuple(found)


class Absence(Seats):
    """What becomes of seats whose people are away."""

    async def agree_to_bot(self, table: str, person: int | None, seat: int, level: str = "") -> None:
        """Agree that a bot plays the seat of somebody who has been away for long, until she is back.

        It does as soon as all people who are at the table have agreed, at the `level` ("": a usual one) that the last
        of them wishes. Raises `Unknown`, `Foreign`, `Unready` or `Invalid`.
        """
        level = self.level(level)
        async with self._open(table) as live:
            mine = self._others(live, person, seat)
            row = live.row
            assert row is not None
            await run_sync(self.store.vote, table, seat, mine)
            await run_sync(self._refresh, live)
            state = next((state for state in absent(live, self) if state.seat == seat), None)
            owner = row.seats[seat].person
            if state is not None and not state.needed and owner is not None:
                moves = row.moves
                try:
                    await run_sync(
                        lambda: self.store.hand_over(table, seat, owner, level, by=mine[0], moves=moves, absent=True)
                    )
                except Conflict as error:
                    raise Unready(_("The seat has moved meanwhile.")) from error
                await run_sync(self._refresh, live)
            self.hub.ring(table)

    async def keep_waiting(self, table: str, person: int | None, seat: int) -> None:
        """Rather wait for somebody who is away: what others have agreed to is void.

        Raises `Unknown`, `Foreign` or `Unready`.
        """
        async with self._open(table) as live:
            self._others(live, person, seat)
            await run_sync(self.store.vote, table, seat, ())
            await run_sync(self._refresh, live)
            self.hub.ring(table)

    def _others(self, live: Live, person: int | None, seat: int) -> tuple[int, ...]:
        row = live.row
        assert row is not None
        mine = seats_of(row, person)
        if not mine or not 0 <= seat < len(row.seats) or seat in mine:
            raise Foreign(_("Only the others at the table can do this."))
        if seat not in {state.seat for state in absent(live, self)}:
            raise Unready(_("Nobody has waited for this seat so long that a bot may play it."))
        return mine
