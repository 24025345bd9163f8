"""Tables: who sits where, and when the match begins. No HTTP here; pages and API both come through `Tables`."""

import secrets
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count

from anyio.to_thread import run_sync

from galleria.core import BoxError, Game, fresh_seed, load_box
from galleria.core.text import _, span

from .absence import Absence
from .clock import Pace
from .database import now
from .export import commitment_of
from .lesson import lesson_of
from .looking import Looking
from .memory import Live, seats_of
from .pacing import Pacing
from .people import BadName, clean_name
from .refusals import Foreign, Invalid, Unknown, Unready
from .rematch import Rematch
from .storage import RUNNING, WAITING, Conflict, SeatRow, TableRow
from .undo import Undoing
from .watching import Watching

HOST_AWAY = 120.0
"""Seconds after which others may begin without the host."""

_BOT_NAMES = ("Fern", "Moss", "Reed", "Sage", "Thyme", "Basil", "Clover", "Juniper")


@dataclass(frozen=True, slots=True)
class Seating:
    """A wish for one seat: "me", "here" (somebody else at this device), "open", or "bot" with its level."""

    kind: str
    name: str = ""
    level: str = ""


class Tables(Pacing, Absence, Rematch, Undoing, Watching, Looking):
    """All tables of the server. One per process and event loop."""

    async def create(
        self,
        person: int,
        game: str,
        seats: Sequence[Seating],
        *,
        box: str = "published",
        options: Mapping[str, str] | None = None,
        form: str | None = None,
        seed: str | None = None,
        pace: Pace | None = None,
        hands: bool = False,
        hints: bool = True,
    ) -> str:
        """Make a table and return its id; it begins at once when no seat is open. Raises `Unknown` or `Invalid`.

        The same `form` of the same person sent again gives the table that the first one made. Without a `seed` nobody
        can know it. With `hands`, a host without a seat gets a code (`TableRow.watch`) for people who may see all
        hands; everybody at the table is told.
        """
        row = await run_sync(self._new_row, person, self.game(game), tuple(seats), box, dict(options or {}), seed, pace)
        if hands:
            if any(seating.kind in {"me", "here"} for seating in seats):
                raise Invalid({"hands": _("Who plays can’t hold the link to all hands; leave the seats to others.")})
            row = replace(row, watch=secrets.token_urlsafe(12))
        row = replace(row, hints=hints)
        table = await run_sync(self.store.create, row, form or None)
        for seating in seats:
            if seating.kind == "me":
                await run_sync(self.store.rename, person, clean_name(seating.name))
        async with self._open(table):  # lets its bots begin
            return table

    async def teach(self, person: int, game: str, name: str) -> str:
        """Make the table of a game's guided first game and return its id. Raises `Unknown` or `Invalid`."""
        lesson = lesson_of(self.game(game))
        if lesson is None:
            raise Unknown(_("This game has no guided first game."))
        file = lesson.file
        seats = [Seating("me", name), *(Seating("bot", level=level) for level in file.opponents)]
        return await self.create(person, game, seats, box=file.box, options=file.options, seed=file.seed)

    def _new_row(
        self,
        person: int,
        game: Game,
        seats: tuple[Seating, ...],
        box: str,
        options: dict[str, str],
        seed: str | None,
        pace: Pace | None,
    ) -> TableRow:
        errors: dict[str, str] = {}
        if len(seats) not in game.players:
            errors["players"] = _("%(game)s is for %(range)s players, not %(n)s.") % {
                "game": game.title,
                "range": span(game.players),
                "n": len(seats),
            }
        loaded = None
        try:
            if box not in game.boxes:  # a path is for the command line, not for whoever reaches the page
                raise BoxError(
                    _("%(game)s has no box “%(box)s”; it has %(boxes)s.")
                    % {"game": game.title, "box": box[:40], "boxes": ", ".join(game.boxes)}
                )
            loaded = load_box(game, box, options)
        except BoxError as error:
            errors["box"] = str(error)
        rows = self._seat_rows(person, seats, game.sides, errors)
        if errors or loaded is None:
            raise Invalid(errors)
        seed = seed or fresh_seed()
        waiting = any(row.open for row in rows)
        row = TableRow(
            id=secrets.token_urlsafe(9),
            game=game.name,
            rules=game.rules_version,
            box=loaded.name,
            box_hash=loaded.hash,
            box_text=loaded.data.model_dump_json(),
            options=loaded.options,
            seed=seed,
            commitment=commitment_of(seed),
            host=person,
            status=WAITING if waiting else RUNNING,
            revision=0,
            moves=0,
            to_act=0,
            created=now(),
            changed=now(),
            seats=rows,
            pace=str(pace or ""),
        )
        if waiting:
            return row
        match = self._begin(row)
        asked = dict.fromkeys(match.to_act, row.created)
        return replace(row, to_act=match.state.to_act, began=row.created, asked=asked)

    def _seat_rows(
        self, person: int, seats: tuple[Seating, ...], sides: tuple[str, ...], errors: dict[str, str]
    ) -> tuple[SeatRow, ...]:
        taken = {name.casefold() for name in sides}
        names: dict[int, str] = {}
        for number, seating in enumerate(seats):
            place = "name" if seating.kind == "me" else f"name{number}"
            if seating.kind in {"me", "here"}:
                try:
                    names[number] = clean_name(seating.name)
                except BadName as error:
                    errors.setdefault(place, str(error))
                    continue
                if names[number].casefold() in taken:
                    errors.setdefault(
                        place, _("Two seats are called %(name)s; every name may occur once.") % {"name": names[number]}
                    )
                taken.add(names[number].casefold())
            elif seating.kind == "bot":
                if seating.level not in self.levels:
                    errors[f"seat{number}"] = _("There is no bot “%(bot)s”.") % {"bot": seating.level[:40]}
            elif seating.kind != "open":
                errors[f"seat{number}"] = _("A seat can’t be “%(kind)s”.") % {"kind": seating.kind[:40]}
        if sum(seating.kind == "me" for seating in seats) > 1:
            errors["seat"] = _("You can take one seat; somebody else at this device can have another.")
        bots = (name for name in _bot_names() if name.casefold() not in taken)
        rows: list[SeatRow] = []
        for number, seating in enumerate(seats):
            if seating.kind == "bot":
                rows.append(SeatRow(number, next(bots), None, seating.level, None))
            elif seating.kind == "open":
                rows.append(SeatRow(number, None, None, None, secrets.token_urlsafe(9)))
            else:
                rows.append(SeatRow(number, names.get(number), person, None, None))
        return tuple(rows)

    async def invited(self, code: str) -> tuple[str, int]:
        """Table and seat of an invitation. Raises `Unknown`."""
        found = await run_sync(self.store.invited, code)
        if found is None:
            raise Unknown(_("This invitation does not lead to a table; ask for a new link."))
        return found

    async def join(self, person: int, code: str, name: str, seat: int | None = None) -> str:
        """Claim an open seat (None: the link's own) and return the table's id. One who sits there already stays there.

        Raises `Unknown`, `Invalid`, `Unready` or `SeatTaken`.
        """
        table, own = await self.invited(code)
        seat = own if seat is None else seat
        async with self._open(table) as live:
            row = live.row
            assert row is not None
            if any(s.person == person for s in row.seats):
                return table
            if row.status != WAITING:
                raise Unready(_("The match has begun; you can watch it."))
            try:
                name = clean_name(name)
            except BadName as error:
                raise Invalid({"name": str(error)}) from error
            names = (*(s.name for s in row.seats if s.name is not None), *self.game(row.game).sides)
            if name.casefold() in {other.casefold() for other in names}:
                raise Invalid({"name": _("Somebody at this table is called %(name)s already.") % {"name": name}})
            if not 0 <= seat < len(row.seats):
                raise Invalid({"seat": _("There is no such seat at this table.")})
            await run_sync(self.store.claim, table, seat, person, name)
            await run_sync(self.store.rename, person, name)
            await run_sync(self._refresh, live)
            assert live.row is not None
            if not any(s.open for s in live.row.seats):
                await self._start(live, live.row.seats)
            self.hub.ring(table)
        return table

    async def start(self, table: str, person: int) -> None:
        """Begin without the seats that are still open: the host may, and whoever sits there while the host is away.

        Raises `Unknown`, `Foreign` or `Unready`.
        """
        async with self._open(table) as live:
            row = self._hosted(live, person)
            game = self.game(row.game)
            taken = [s for s in row.seats if not s.open]
            if len(taken) not in game.players:
                raise Unready(
                    _("%(game)s is for %(range)s players, not %(n)s.")
                    % {"game": game.title, "range": span(game.players), "n": len(taken)}
                )
            await self._start(live, taken)
            self.hub.ring(table)

    async def leave(self, table: str, person: int) -> None:
        """Free the person's seat before the match. The next one hosts when she did; without anybody the table goes.

        Raises `Unknown`, `Foreign` or `Unready`.
        """
        async with self._open(table) as live:
            row = live.row
            assert row is not None
            mine = [s.seat for s in row.seats if s.person == person]
            if row.status != WAITING:
                raise Unready(_("The match has begun; a bot can play on for you, from your seat’s page."))
            others = [s.person for s in row.seats if s.person not in {None, person}]
            if row.host != person and not mine:
                raise Foreign(_("You have no seat at this table."))
            if row.host == person and not others:
                await run_sync(self.store.delete, table)
                live.forget()
            else:
                codes = {seat: secrets.token_urlsafe(9) for seat in mine}
                host = row.host if row.host != person else others[0]
                await run_sync(self.store.release, table, person, codes, host)
                await run_sync(self._refresh, live)
            self.hub.ring(table)

    def _hosted(self, live: Live, person: int) -> TableRow:
        row = live.row
        assert row is not None
        if row.host != person and not seats_of(row, person):
            raise Foreign(_("You have no seat at this table."))
        if row.status != WAITING:
            raise Unready(_("The match has begun already."))
        if row.host != person and self.away(live, row.host) < HOST_AWAY:
            raise Foreign(
                _("The host of the table is here and begins it. You can do so when the host has been away for a while.")
            )
        return row

    async def _start(self, live: Live, seats: Sequence[SeatRow]) -> None:
        row = live.row
        assert row is not None
        seated = tuple(replace(s, seat=number) for number, s in enumerate(seats))
        match = await run_sync(self._begin, replace(row, seats=seated))
        try:
            await run_sync(self.store.start, live.id, seats, match.state.to_act)
        except Conflict:
            await run_sync(self._refresh, live)
            if live.row is not None and live.row.status == WAITING:
                raise
        await run_sync(self._refresh, live)


def _bot_names() -> Iterator[str]:
    """Names for bots, without end."""
    for round_ in count(1):
        for name in _BOT_NAMES:
            yield name if round_ == 1 else f"{name} {round_}"
