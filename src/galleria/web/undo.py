"""Taking back one's last answer: freely while it harms nobody, later with the others' consent."""

from dataclasses import dataclass

from anyio.to_thread import run_sync

from galleria.core import IllegalAction
from galleria.core.text import _

from .acting import Acting
from .course import SPECTATOR, Undo
from .database import now
from .memory import Live, seats_of
from .refusals import Foreign, Stale, Unready
from .storage import AskRow, Conflict, MoveRow, TableRow


@dataclass(frozen=True, slots=True)
class Offer:
    """That a seat could take back its last answer."""

    seat: int
    decision: int
    """What the wish must quote."""
    free: bool
    """Otherwise the others are asked first."""


@dataclass(frozen=True, slots=True)
class Asking:
    """A seat asks the others whether it may take its last answer back."""

    seat: int
    moment: int
    """What agreeing, refusing and withdrawing must quote."""
    waiting_for: tuple[int, ...]
    """Seats of the persons who have not answered."""
    refused_by: tuple[int, ...]
    mine: bool
    """Whether the viewer asks."""
    asked: bool
    """Whether the viewer is asked and has not answered."""


def voters(row: TableRow, seat: int) -> frozenset[int]:
    """The persons who are asked when `seat` wants to take something back. Bots agree to everything."""
    asker = row.seats[seat].person
    return frozenset(s.person for s in row.seats if s.person is not None and s.person != asker and s.bot is None)


def missing(row: TableRow, seat: int, ask: AskRow | None) -> frozenset[int]:
    """The persons without whose consent `seat` can't take back what it may not take back freely."""
    agreed = (
        {person for person, agrees in ask.voices.items() if agrees} if ask is not None and not ask.withdrawn else ()
    )
    return voters(row, seat) - frozenset(agreed)


def offer(live: Live, person: int | None) -> Offer | None:
    """What the person could take back now, or ask for."""
    course, row = live.course, live.row
    if course is None or row is None or course.match.over:
        return None
    seat = course.latest(tuple(seat for seat in seats_of(row, person) if row.seats[seat].bot is None))
    if seat is None:
        return None
    ask = next((ask for ask in current(live) if ask.seat == seat), None)
    if not missing(row, seat, ask):
        return Offer(seat, course.decided[seat], free=True)
    undo = course.undo(seat)
    if undo is None or (ask is not None and not undo.free):
        return None
    return Offer(seat, course.decided[seat], undo.free)


def current(live: Live) -> list[AskRow]:
    """The asks that nothing public has overtaken, withdrawn ones among them: nobody asks twice for the same."""
    course = live.course
    if course is None or course.match.over:
        return []
    moment = course.seen[SPECTATOR]
    return [ask for ask in live.asks if ask.moment == moment and course.last_entry(ask.seat) == ask.undoes]


def asking(live: Live, person: int | None) -> tuple[Asking, ...]:
    """Who asks at the table now, as the person sees it; what was refused stays until something happens."""
    row = live.row
    assert row is not None
    shown = []
    for ask in current(live):
        if ask.withdrawn:
            continue
        asked = voters(row, ask.seat)
        seats = {voter: [s.seat for s in row.seats if s.person == voter and s.bot is None] for voter in asked}
        against = [voter for voter in asked if ask.voices.get(voter) is False]
        open_ = [] if against else [voter for voter in asked if voter not in ask.voices]
        shown.append(
            Asking(
                ask.seat,
                ask.moment,
                tuple(sorted(seat for voter in open_ for seat in seats[voter])),
                tuple(sorted(seat for voter in against for seat in seats[voter])),
                mine=person is not None and row.seats[ask.seat].person == person,
                asked=person in open_,
            )
        )
    return tuple(shown)


class Undoing(Acting):
    """Taking back."""

    async def undo(self, table: str, person: int | None, seat: int, decision: int, *, ask: bool = False) -> bool:
        """Take back the last answer of one's own seat, quoting `Offer.decision`.

        True when that is stored. When the others have to agree: False with `ask`, and they are asked; else `Stale`.
        Raises `Unknown`, `Foreign`, `Unready` or `Stale` too; nothing has changed then.
        """
        async with self._open(table) as live:
            while True:
                undo = self._undoable(live, person, seat, decision)
                assert live.row is not None
                before = next((a for a in current(live) if a.seat == seat), None)
                free = undo.free or not missing(live.row, seat, before)
                if not free and not ask:
                    raise Stale(_("The others have to agree to this now."))
                if before is not None and not free:
                    if before.withdrawn:
                        raise Unready(_("You have asked for this already."))
                    return False
                try:
                    await run_sync(self._take_back if free else self._ask, live, undo)
                except IllegalAction as error:
                    raise Unready(_("This answer can’t be taken back any more.")) from error
                except Conflict:  # another process was faster: look again at what is left of it
                    await run_sync(self._refresh, live)
                else:
                    break
            await run_sync(self._refresh, live)
            await self._settle(live)
            self.hub.ring(table)
            return free

    async def consent(self, table: str, person: int | None, seat: int, moment: int, *, agrees: bool) -> None:
        """Answer the ask of `seat`, quoting `Asking.moment`. When the last one agrees, the undo is stored with it.

        Raises `Unknown`, `Foreign` or `Stale`; nothing has changed then.
        """
        async with self._open(table) as live:
            while True:
                ask = self._asked(live, seat, moment)
                row = live.row
                assert row is not None
                if person is None or person not in voters(row, seat):
                    raise Foreign(_("You are not asked about this."))
                if person in ask.voices:
                    raise Stale(_("You have answered this already."))
                try:
                    await run_sync(self._consent, live, ask, person, agrees)
                except Conflict:
                    await run_sync(self._refresh, live)
                else:
                    break
            await run_sync(self._refresh, live)
            self.hub.ring(table)

    async def withdraw(self, table: str, person: int | None, seat: int, moment: int) -> None:
        """Ask no more. Raises `Unknown`, `Foreign` or `Stale`; nothing has changed then."""
        async with self._open(table) as live:
            ask = self._asked(live, seat, moment)
            row = live.row
            assert row is not None
            if person is None or row.seats[seat].person != person:
                raise Foreign(_("This is not your seat."))
            await run_sync(self.store.withdraw, table, ask)
            await run_sync(self._refresh, live)
            self.hub.ring(table)

    def _undoable(self, live: Live, person: int | None, seat: int, decision: int) -> Undo:
        course, row = live.course, live.row
        assert row is not None
        if person is None or seat not in seats_of(row, person):
            raise Foreign(_("This is not your seat."))
        if course is None:
            raise Unready(_("The match has not begun yet."))
        if course.match.over:
            raise Unready(_("The match is over."))
        if row.seats[seat].bot is not None:
            raise Unready(_("A bot plays this seat now; take it back first."))
        if decision != course.decided[seat]:
            raise Stale(_("The situation has changed meanwhile."))
        undo = course.undo(seat)
        if undo is None:
            raise Unready(_("You have no answer to take back."))
        return undo

    def _asked(self, live: Live, seat: int, moment: int) -> AskRow:
        """The open ask of a seat. Raises `Stale`."""
        for ask in current(live):
            if (ask.seat, ask.moment) == (seat, moment) and not ask.withdrawn and all(ask.voices.values()):
                return ask
        raise Stale(_("This has been settled meanwhile."))

    def _take_back(self, live: Live, undo: Undo) -> None:
        assert live.row is not None
        self._enter(live, MoveRow(live.row.moves + 1, undo.seat, int(undo.alone), undoes=undo.entry, at=now()))

    def _ask(self, live: Live, undo: Undo) -> None:
        course, row = live.course, live.row
        assert course is not None
        assert row is not None
        self.store.ask(live.id, AskRow(undo.seat, course.seen[SPECTATOR], undo.entry), row.moves)

    def _consent(self, live: Live, ask: AskRow, person: int, agrees: bool) -> None:
        course, row = live.course, live.row
        assert course is not None
        assert row is not None
        undo = MoveRow(row.moves + 1, ask.seat, 0, undoes=ask.undoes, at=now())
        acting = course.acting_before(ask.undoes)
        self.store.consent(
            live.id,
            ask,
            person,
            agrees=agrees,
            needed=voters(row, ask.seat),
            undo=undo,
            to_act=sum(1 << seat for seat in acting),
            asked=dict.fromkeys(acting, undo.at),
        )
