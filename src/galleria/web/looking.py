"""What a viewer sees of a table. It is made from `hide(state, seat)` alone."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from galleria.core import Context, Event, Game, LoadedBox, Match, Score, TakenBack
from galleria.core.text import _

from . import undo
from .absence import Absent, absent
from .course import SPECTATOR, Note
from .lesson import Advice, advice
from .memory import Live, Memory, seats_of, sights_of, version_of
from .pacing import SeatTime, times
from .refusals import Foreign, Unready
from .storage import Happening, TableRow
from .undo import Asking, Offer
from .working import computed


@dataclass(frozen=True, slots=True)
class Picture:
    """A table as one viewer may see it, at one moment. Made from the hidden state; later moves do not change it."""

    row: TableRow
    game: Game
    names: tuple[str, ...]
    """Of all seats and automatic opponents; open seats are "Seat 2"."""
    mine: tuple[int, ...]
    seat: int
    """Whose eyes these are, -1 for a spectator."""
    watching: bool
    """Whether the viewer has no seat and may see all hands; `seat` is then whose eyes she borrows."""
    watchers: int
    """How many people may see all hands."""
    cover: int | None
    """The seat that must confirm that it is looking (several seats share the device)."""
    version: int
    """Grows with every change that this viewer can see."""
    decision: int | None
    """What an answer of `seat` must quote; None while it has nothing to decide."""
    box: LoadedBox | None
    state: Any
    """What `seat` may know, as a state of the game; None before the match begins."""
    events: tuple[Event, ...]
    """What `seat` may read, oldest first."""
    actors: Mapping[int, int]
    """By number of an action that caused some of these events: the seat that took it."""
    rounds: Mapping[int, int]
    """By number of an action: the round after it."""
    scores: tuple[Score, ...]
    """Best first, once the match is over."""
    acting: tuple[int, ...]
    happenings: tuple[Happening, ...]
    """What happened beside the moves, oldest first."""
    undo: Offer | None
    """What the viewer could take back."""
    asking: tuple[Asking, ...]
    """Who asks the others whether it may take something back."""
    notes: tuple[Note, ...]
    """What was taken back, as far as the viewer noticed it, oldest first."""
    times: tuple[SeatTime, ...]
    """By seat; empty before the match begins."""
    absent: tuple[Absent, ...]
    """Seats whose people have been away for long, and what the others say."""
    online: frozenset[int]
    """Seats whose people have the table open."""
    advice: Advice | None = None
    """What a guided game says about the decision."""

    @property
    def context(self) -> Context:
        """What sentences need."""
        assert self.box is not None
        return Context(self.names, self.box, self.seat, self.state)


class Looking(Memory):
    """Looking at tables."""

    async def look(self, table: str, person: int | None, seat: int | None = None, *, shared: bool = True) -> Picture:
        """The table as the person may see it. `seat` chooses among several own seats. Raises `Unknown`.

        With `shared`, people who share a device confirm who is looking before a seat's things are shown.
        """
        async with self._open(table) as live:
            self.saw(table, person)
            return await computed(self._picture, live, person, seat, shared)

    def _picture(self, live: Live, person: int | None, wanted: int | None, shared: bool) -> Picture:
        row, course, match = live.row, live.course, live.match
        assert row is not None
        mine = seats_of(row, person)
        acting = match.to_act if match is not None else ()
        asked = tuple(seat for seat in acting if row.seats[seat].bot is None)
        sights = sights_of(live, person)
        watching = bool(sights) and not mine
        if watching and match is not None:
            seat, cover = next(s for s in (wanted, *asked, 0) if s in sights), None
        else:
            seat, cover = _eyes(live, person, mine, asked, wanted, shared)
        names = (
            match.names
            if match is not None
            else tuple(s.name or _("Seat %(n)s") % {"n": s.seat + 1} for s in row.seats)
        )
        here = self.hub.here(live.id)
        events = tuple(match.events_for(seat)) if match is not None else ()
        caused = {event.number for event in events if event.number}
        return Picture(
            row=row,
            game=self.game(row.game),
            names=names,
            mine=mine,
            seat=seat,
            watching=watching,
            watchers=len(live.watchers),
            cover=cover,
            version=version_of(live, sights),
            decision=live.decided[seat] if seat in asked and not watching else None,
            box=match.box if match is not None else None,
            state=match.hidden(seat) if match is not None else None,
            events=events,
            actors={number: match.actions[number - 1][0] for number in caused} if match is not None else {},
            rounds=course.rounds() if course is not None else {},
            scores=tuple(match.scores()) if match is not None and match.over else (),
            acting=acting,
            happenings=_placed(live),
            undo=undo.offer(live, person),
            asking=undo.asking(live, person),
            notes=course.notes(seat) if course is not None else (),
            times=times(live, self),
            absent=absent(live, self),
            online=frozenset(s.seat for s in row.seats if s.person in here),
            advice=advice(match.game, row, match.actions, seat)
            if match is not None and seat in asked and not watching
            else None,
        )

    async def answers(self, table: str) -> tuple[tuple[tuple[int, int], ...], tuple[TakenBack, ...]]:
        """All answers that stand, secret ones among them, and those taken back. Raises `Unknown` or `Unready`."""
        async with self._open(table) as live:
            if live.match is None:
                raise Unready(_("The match has not begun yet."))
            return tuple(live.match.actions), tuple(live.match.taken_back)

    def retold(self, row: TableRow) -> Match:
        """A match of its own for a stored table, at its beginning. Raises `Unready`."""
        return self._begin(row)

    async def version(self, table: str, person: int | None) -> int:
        """`Picture.version` alone."""
        async with self._open(table) as live:
            assert live.row is not None
            return version_of(live, sights_of(live, person))

    async def uncover(self, table: str, person: int, seat: int) -> None:
        """Show the things of one of the person's seats from now on. Raises `Foreign`."""
        async with self._open(table) as live:
            assert live.row is not None
            if seat not in seats_of(live.row, person):
                raise Foreign(_("This is somebody else's seat."))
            live.looking[person] = seat


def _placed(live: Live) -> tuple[Happening, ...]:
    """What happened beside the moves, among the answers that stand."""
    course = live.course
    if course is None:
        return live.happenings
    return tuple(replace(happening, moves=course.place(happening.moves)) for happening in live.happenings)


def _eyes(
    live: Live,
    person: int | None,
    mine: tuple[int, ...],
    acting: tuple[int, ...],
    wanted: int | None,
    shared: bool,
) -> tuple[int, int | None]:
    """(seat whose things are shown, seat that has to confirm first)."""
    if len(mine) < 2 or person is None or live.match is None:
        return (mine[0] if mine else SPECTATOR), None
    if not shared and wanted in mine:
        return wanted, None
    open_seat = live.looking.get(person)
    choice = [seat for seat in mine if seat in acting] or list(mine)
    seat = next(seat for seat in (wanted, open_seat, choice[0]) if seat is not None and seat in choice)
    if not shared or seat == open_seat or live.match.over or _nothing_to_cover(live.match):
        return seat, None
    return SPECTATOR, seat


def _nothing_to_cover(match: Match) -> bool:
    """Whether nobody knows more of the table than anybody who watches, as in games without secrets.

    Of all seats: whether a single one has a secret left may be a secret itself. What a seat has read earlier does not
    count: whether it has read something may be one as well.
    """
    watched = match.hidden(SPECTATOR).tobytes()
    return all(match.hidden(seat).tobytes() == watched for seat in range(match.state.players))
