"""Tables: who sits where, what they may do, and what became of it. No HTTP here; pages and API both come through this.

A match is rebuilt from its stored moves whenever it is not in memory, so a crash costs nothing. A move is stored
before anybody hears of it. What leaves this module towards a viewer (`Picture`) is made from `hide(state, seat)` alone.
"""

import asyncio
import hashlib
import logging
import secrets
from collections import OrderedDict
from collections.abc import AsyncIterator, Coroutine, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from itertools import count
from typing import Any
from weakref import WeakValueDictionary

from anyio.to_thread import run_sync

from galleria.core import (
    BoxError,
    Context,
    Event,
    GalleriaError,
    Game,
    IllegalAction,
    LoadedBox,
    Match,
    Score,
    fresh_seed,
    load_box,
    read_log,
)
from galleria.core.text import _

from .botpool import BotError, BotPool
from .hub import Hub
from .people import BadName, clean_name
from .storage import OVER, RUNNING, WAITING, Conflict, MoveRow, SeatRow, Store, TableRow, now

log = logging.getLogger("galleria.tables")

SPECTATOR = -1
_BOT_NAMES = ("Fern", "Moss", "Reed", "Sage", "Thyme", "Basil", "Clover", "Juniper")


class Unknown(GalleriaError):
    """There is no such table, game or link."""


class Foreign(GalleriaError):
    """It is somebody else's seat, or only the host may do this."""


class Stale(GalleriaError):
    """The answer was made for an earlier situation."""


class Illegal(GalleriaError):
    """The rules do not allow it; the text is the reason."""


class Unready(GalleriaError):
    """The table is not in a state for this: not begun, begun already, or over."""


class Invalid(GalleriaError):
    """Some fields can't be used: `errors` has a sentence for each."""

    def __init__(self, errors: Mapping[str, str]) -> None:
        super().__init__(next(iter(errors.values())))
        self.errors = dict(errors)


@dataclass(frozen=True, slots=True)
class Seating:
    """A wish for one seat: "me", "here" (somebody else at this device), "open", or "bot" with its level."""

    kind: str
    name: str = ""
    level: str = ""


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
    scores: tuple[Score, ...]
    """Best first, once the match is over."""
    acting: tuple[int, ...]
    online: frozenset[int]
    """Seats whose people have the table open."""

    @property
    def context(self) -> Context:
        """What sentences need."""
        assert self.box is not None
        return Context(self.names, self.box, self.seat)


@dataclass
class _Live:
    """A table in memory. Everything in it is read and written under its lock only."""

    id: str
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    row: TableRow | None = None
    match: Match | None = None
    seen: list[int] = field(default_factory=list)
    """Per seat, and last for spectators: how many answers changed something that it can see."""
    decided: list[int] = field(default_factory=list)
    """Per seat: how many answers changed what it is asked. Secret answers of others in the same stage do not."""
    last: dict[int, tuple[int, int]] = field(default_factory=dict)
    """Per seat: decision number and action of its latest answer."""
    looking: dict[int, int] = field(default_factory=dict)
    """Per person with several seats: the one whose things are shown."""
    thinking: dict[int, int] = field(default_factory=dict)
    """Per bot's seat: the decision it is thinking about, or has thought about."""
    thought: dict[int, tuple[int, int | None]] = field(default_factory=dict)
    """Per bot's seat: decision number and the action it has found; None when it failed."""

    def forget(self) -> None:
        """Drop the match; it will be rebuilt from the stored moves."""
        self.row = self.match = None
        self.last.clear()


class Tables:
    """All tables of the server. One per process and event loop."""

    def __init__(
        self,
        store: Store,
        hub: Hub,
        bots: BotPool,
        games: Mapping[str, Game],
        *,
        levels: Sequence[str],
        pace: float = 0.7,
        cached: int = 500,
    ) -> None:
        """`levels` are the bots' names, `pace` the least seconds for a bot's move, `cached` matches stay in memory."""
        self.store, self.hub, self.bots, self.games, self.levels = store, hub, bots, games, tuple(levels)
        self._pace, self._cached = pace, cached
        self._lives: OrderedDict[str, _Live] = OrderedDict()
        self._boxes: WeakValueDictionary[tuple[str, str], Any] = WeakValueDictionary()  # those in use, by game and text
        self._tasks: set[asyncio.Task[None]] = set()

    # The table in memory

    @asynccontextmanager
    async def _open(self, table: str) -> AsyncIterator[_Live]:
        """The table, up to date with the database, locked."""
        live = self._lives.get(table)
        if live is None:
            live = self._lives[table] = _Live(table)
        self._lives.move_to_end(table)
        async with live.lock:
            try:
                await run_sync(self._refresh, live)
            except GalleriaError:
                live.forget()
                if self._lives.get(table) is live:
                    del self._lives[table]
                raise
            self._wake(live)
            yield live
            self._wake(live)
        self._evict()

    def _evict(self) -> None:
        for table, live in list(self._lives.items()):
            if len(self._lives) <= self._cached:
                break
            if not live.lock.locked() and not self.hub.watched(table) and not live.thinking:
                del self._lives[table]

    def _refresh(self, live: _Live) -> None:
        """Take over what is stored and not yet in memory: all of it at first, later what other processes wrote."""
        stored = self.store.version(live.id)
        if stored is None:
            raise Unknown(_("There is no such table."))
        if live.row is None or stored != (live.row.moves, live.row.revision):
            live.row = self.store.table(live.id)
            if live.row is None:
                raise Unknown(_("There is no such table."))
        if live.row.status != WAITING:
            if live.match is None:
                live.match = self._begin(live.row)
                live.seen = [0] * (len(live.row.seats) + 1)
                live.decided = [0] * len(live.row.seats)
            while len(live.match.actions) != live.row.moves:
                stored_moves = self.store.moves(live.id, len(live.match.actions))
                try:
                    for move in stored_moves:
                        _advance(live, move.seat, move.action)
                except IllegalAction as error:
                    raise Unready(_("The stored moves of this table do not fit the rules any more.")) from error
                live.row = self.store.table(live.id) or live.row  # more may have come meanwhile
                if not stored_moves and len(live.match.actions) != live.row.moves:
                    raise Unready(_("The stored moves of this table do not fit the rules any more."))

    # Making, joining, beginning

    def game(self, name: str) -> Game:
        """The installed game of that name. Raises `Unknown`."""
        game = self.games.get(name)
        if game is None:
            raise Unknown(_("There is no game “%(name)s” here.") % {"name": name[:40]})
        return game

    async def create(
        self,
        person: int,
        game: str,
        seats: Sequence[Seating],
        *,
        box: str = "published",
        options: Mapping[str, str] | None = None,
        form: str | None = None,
    ) -> str:
        """Make a table and return its id; it begins at once when no seat is open. Raises `Unknown` or `Invalid`.

        The same `form` of the same person sent again gives the table that the first one made.
        """
        row = await run_sync(self._new_row, person, self.game(game), tuple(seats), box, dict(options or {}))
        table = await run_sync(self.store.create, row, form or None)
        for seating in seats:
            if seating.kind == "me":
                await run_sync(self.store.rename, person, clean_name(seating.name))
        async with self._open(table):  # lets its bots begin
            return table

    def _new_row(
        self, person: int, game: Game, seats: tuple[Seating, ...], box: str, options: dict[str, str]
    ) -> TableRow:
        errors: dict[str, str] = {}
        if len(seats) not in game.players:
            errors["players"] = _("%(game)s is for %(range)s players, not %(n)s.") % {
                "game": game.title,
                "range": _range(game),
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
        seed = fresh_seed()
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
            commitment=hashlib.sha256(seed.encode()).hexdigest(),
            host=person,
            status=WAITING if waiting else RUNNING,
            revision=0,
            moves=0,
            to_act=0,
            created=now(),
            changed=now(),
            seats=rows,
        )
        return row if waiting else replace(row, to_act=self._begin(row).state.to_act)

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
        """Begin without the seats that are still open. Raises `Unknown`, `Foreign` or `Unready`."""
        async with self._open(table) as live:
            row = self._hosted(live, person)
            game = self.game(row.game)
            taken = [s for s in row.seats if not s.open]
            if len(taken) not in game.players:
                raise Unready(
                    _("%(game)s is for %(range)s players, not %(n)s.")
                    % {"game": game.title, "range": _range(game), "n": len(taken)}
                )
            await self._start(live, taken)
            self.hub.ring(table)

    async def leave(self, table: str, person: int) -> None:
        """Free the person's seat before the match; when the host leaves, the table is removed."""
        async with self._open(table) as live:
            row = live.row
            assert row is not None
            mine = [s.seat for s in row.seats if s.person == person]
            if row.status != WAITING:
                raise Unready(_("The match has begun; close the page and come back whenever you like."))
            if row.host == person:
                await run_sync(self.store.delete, table)
                live.forget()
            elif not mine:
                raise Foreign(_("You have no seat at this table."))
            else:
                codes = {seat: secrets.token_urlsafe(9) for seat in mine}
                await run_sync(self.store.release, table, person, codes)
            self.hub.ring(table)

    def _hosted(self, live: _Live, person: int) -> TableRow:
        row = live.row
        assert row is not None
        if row.host != person:
            raise Foreign(_("Only the host of the table can do this."))
        if row.status != WAITING:
            raise Unready(_("The match has begun already."))
        return row

    async def _start(self, live: _Live, seats: Sequence[SeatRow]) -> None:
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

    # Looking

    async def look(self, table: str, person: int | None, seat: int | None = None, *, shared: bool = True) -> Picture:
        """The table as the person may see it. `seat` chooses among several own seats. Raises `Unknown`.

        With `shared`, people who share a device confirm who is looking before a seat's things are shown.
        """
        async with self._open(table) as live:
            return await run_sync(self._picture, live, person, seat, shared)

    def _picture(self, live: _Live, person: int | None, wanted: int | None, shared: bool) -> Picture:
        row, match = live.row, live.match
        assert row is not None
        mine = _seats_of(row, person)
        acting = match.to_act if match is not None else ()
        seat, cover = _eyes(live, person, mine, acting, wanted, shared)
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
            cover=cover,
            version=_version(live, mine),
            decision=live.decided[seat] if seat in acting else None,
            box=match.box if match is not None else None,
            state=match.hidden(seat) if match is not None else None,
            events=events,
            actors={number: match.actions[number - 1][0] for number in caused} if match is not None else {},
            scores=tuple(match.scores()) if match is not None and match.over else (),
            acting=acting,
            online=frozenset(s.seat for s in row.seats if s.person in here),
        )

    async def version(self, table: str, person: int | None) -> int:
        """`Picture.version` alone."""
        async with self._open(table) as live:
            assert live.row is not None
            return _version(live, _seats_of(live.row, person))

    async def uncover(self, table: str, person: int, seat: int) -> None:
        """Show the things of one of the person's seats from now on. Raises `Foreign`."""
        async with self._open(table) as live:
            assert live.row is not None
            if seat not in _seats_of(live.row, person):
                raise Foreign(_("This is somebody else's seat."))
            live.looking[person] = seat

    # Acting

    async def act(self, table: str, person: int | None, seat: int, action: int | str, decision: int) -> None:
        """Carry out an answer. It is stored when this returns.

        Raises `Unknown`, `Foreign`, `Unready`, `Stale` or `Illegal`; nothing has changed then.
        """
        async with self._open(table) as live:
            while True:
                row = live.row
                assert row is not None
                if person is None or seat not in _seats_of(row, person):
                    raise Foreign(_("This is not your seat."))
                if live.match is None:
                    raise Unready(_("The match has not begun yet."))
                number = _number(live.match.game, action)
                self._check_decision(live, seat, number, decision)
                try:
                    await run_sync(self._commit, live, seat, number)
                except IllegalAction as error:
                    raise Illegal(str(error)) from error
                except Conflict:  # another process was faster: look again at what is left of this answer
                    await run_sync(self._refresh, live)
                else:
                    break
            await self._settle(live)
            self.hub.ring(table)

    def _check_decision(self, live: _Live, seat: int, action: int, decision: int) -> None:
        assert live.match is not None
        if decision == live.decided[seat] and seat in live.match.to_act:
            return
        if live.last.get(seat) == (decision, action):
            raise Stale(_("This answer has arrived already."))
        if live.match.over:
            raise Stale(_("The match is over."))
        if seat in live.match.to_act:
            raise Stale(_("The situation has changed meanwhile; please choose again."))
        raise Stale(_("It is not your turn any more."))

    def _commit(self, live: _Live, seat: int, action: int) -> None:
        """Play and store an answer. Raises `IllegalAction`, or `Conflict` after which memory has to be refreshed."""
        match, row = live.match, live.row
        assert match is not None
        assert row is not None
        decision = live.decided[seat]
        try:
            _advance(live, seat, action)
            number, to_act = len(match.actions), match.state.to_act
            self.store.append(live.id, MoveRow(number, seat, action), to_act, over=match.over is not None)
        except IllegalAction:
            raise
        except BaseException:  # what is not stored has not happened
            live.forget()
            raise
        live.last[seat] = (decision, action)
        live.row = replace(row, moves=number, to_act=to_act, status=OVER if match.over else row.status)

    # Bots

    async def resume(self) -> None:
        """Let bots go on at all tables where they have to, after a restart."""
        for table in await run_sync(self.store.running_with_bots):
            try:
                async with self._open(table):
                    pass
            except GalleriaError as error:
                log.warning("Table %s can't go on: %s", table, error)
            except Exception:
                log.exception("Table %s can't go on.", table)

    async def close(self) -> None:
        """Stop everything that runs in the background."""
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _bot(self, live: _Live, seat: int) -> str | None:
        assert live.row is not None
        return live.row.seats[seat].bot

    def _wake(self, live: _Live) -> None:
        """Let the bots that have to act begin to think."""
        if live.match is None:
            return
        for seat in live.match.to_act:
            if self._bot(live, seat) is not None and live.thinking.get(seat) != live.decided[seat]:
                live.thinking[seat] = live.decided[seat]
                self._run(self._think(live, seat, live.decided[seat]))

    def _run(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _think(self, live: _Live, seat: int, decision: int) -> None:
        try:
            await self._find(live.id, seat, decision)
        except Exception:
            log.exception("The bot at seat %d of table %s could not move.", seat, live.id)
            live.thinking.pop(seat, None)  # the next look at the table lets it try again

    async def _find(self, table: str, seat: int, decision: int) -> None:
        began = asyncio.get_running_loop().time()
        async with self._open(table) as live:
            match, row = live.match, live.row
            if match is None or row is None or live.decided[seat] != decision or seat not in match.to_act:
                live.thinking.pop(seat, None)
                return
            hidden = (await run_sync(match.hidden, seat)).tobytes()
            box, level = match.box.buf.tobytes(), row.seats[seat].bot or ""
            seed = hashlib.sha256(f"{row.seed} {seat} {decision}".encode()).hexdigest()
        try:
            action = await self.bots.choose(row.game, hidden, box, seat, level, seed)
        except BotError as error:
            log.error("The bot %s gave no answer at table %s: %s", level, table, error)  # noqa: TRY400 - known cause
            action = None
        rest = began + self._pace - asyncio.get_running_loop().time()
        if rest > 0:
            await asyncio.sleep(rest)
        async with self._open(table) as live:
            live.thought[seat] = (decision, action)
            if await self._settle(live):
                self.hub.ring(table)

    async def _settle(self, live: _Live) -> bool:
        """Enter the answers that bots have found; whether there were any.

        While several seats choose at the same time, what others would notice of a bot's answer waits for the people's
        answers: when it comes then tells nobody how long the bot has thought.
        """
        entered = False
        while (match := live.match) is not None:
            acting = match.to_act
            held = len(acting) > 1 and any(self._bot(live, seat) is None for seat in acting)
            for seat in acting:
                decision, action = live.thought.get(seat, (-1, None))
                if decision == live.decided[seat] and not (held and await run_sync(_noticed, match, seat, action)):
                    break
            else:
                break
            del live.thought[seat]
            live.thinking.pop(seat, None)
            try:
                await run_sync(self._commit_bot, live, seat, action)
            except Conflict:
                await run_sync(self._refresh, live)
            except Exception:
                log.exception("The bot at seat %d of table %s could not move.", seat, live.id)
                live.thinking[seat] = decision  # so that it is not tried for ever
                break
            entered = True
        return entered

    def _commit_bot(self, live: _Live, seat: int, action: int | None) -> None:
        match = live.match
        assert match is not None
        if action is None or match.why_not(seat, action) is not None:
            log.error("The bot at seat %d of table %s has no usable answer; any legal one is taken.", seat, live.id)
            action = secrets.choice(match.legal(seat))
        self._commit(live, seat, action)

    def _begin(self, row: TableRow) -> Match:
        """The match of a stored table, at its beginning. Raises `Unready` when the installed game has changed."""
        game = self.game(row.game)
        if game.rules_version != row.rules:
            raise Unready(_("This table was begun with another version of the rules and can’t go on."))
        data = self._boxes.get((game.name, row.box_text))  # by far the largest part of a match, and mostly the same
        if data is None:
            data = game.box_model.model_validate_json(row.box_text)
            self._boxes[game.name, row.box_text] = data
        box = LoadedBox(row.box, row.box_hash, data, game.pack(data).buffer(), row.options)
        return Match.new(game, len(row.seats), box=box, seed=row.seed, names=[s.name or "" for s in row.seats])


def _number(game: Game, action: int | str) -> int:
    if isinstance(action, int):
        return action
    try:
        return game.actions.parse(action)
    except ValueError as error:
        raise Illegal(f"{error}.") from error


def _range(game: Game) -> str:
    first, last = game.players.start, game.players.stop - 1
    return str(first) if first == last else f"{first} to {last}"


def _bot_names() -> Iterator[str]:
    """Names for bots, without end."""
    for round_ in count(1):
        for name in _BOT_NAMES:
            yield name if round_ == 1 else f"{name} {round_}"


def _noticed(match: Match, seat: int, action: int | None) -> bool:
    """Whether others could see that the seat has answered so."""
    if action is None or match.why_not(seat, action) is not None:
        return True
    buf = match.state.buffer().copy()
    match.kernel.play(buf, match.box.buf, seat, action)
    after = match.game.state.of(buf)
    if (after.stage, after.to_act) != (match.state.stage, match.state.to_act):
        return True
    others = (*(other for other in range(match.state.players) if other != seat), SPECTATOR)
    return any(event.visible(other) for event in read_log(after.log, 0) for other in others)


def _seats_of(row: TableRow, person: int | None) -> tuple[int, ...]:
    return tuple(s.seat for s in row.seats if person is not None and s.person == person)


def _version(live: _Live, mine: tuple[int, ...]) -> int:
    assert live.row is not None
    seen = sum(live.seen[seat] for seat in mine or (SPECTATOR,)) if live.match is not None else 0
    return live.row.revision + seen


def _eyes(
    live: _Live,
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
    if not shared or seat == open_seat or live.match.over or _nothing_to_cover(live.match, seat):
        return seat, None
    return SPECTATOR, seat


def _nothing_to_cover(match: Match, seat: int) -> bool:
    """Whether a seat knows no more than anybody who watches, as in games without secrets."""
    same = match.hidden(seat).tobytes() == match.hidden(SPECTATOR).tobytes()
    return same and match.events_for(seat) == match.events_for(SPECTATOR)


def _advance(live: _Live, seat: int, action: int) -> None:
    """Play an answer in memory and count whom it concerns.

    Nobody can count what is hidden from her: answers of others within a stage count for her only where something
    public comes of them.
    """
    match = live.match
    assert match is not None
    stage, acting = int(match.state.stage), match.to_act
    events = match.play(seat, action)
    new_stage = int(match.state.stage) != stage
    public = new_stage or match.to_act != acting
    for viewer in (*range(len(live.decided)), SPECTATOR):
        if viewer == seat or public or any(event.visible(viewer) for event in events):
            live.seen[viewer] += 1
    for other in range(len(live.decided)):
        if other == seat or new_stage or (other in match.to_act) != (other in acting):
            live.decided[other] += 1
