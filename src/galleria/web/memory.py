"""Tables in memory, each with its match, kept up to date with the database.

A match is rebuilt from its stored moves whenever it is not in memory, so a crash costs nothing.
"""

import asyncio
import logging
import threading
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from time import monotonic
from typing import Any
from weakref import WeakValueDictionary

from galleria.core import GalleriaError, Game, IllegalAction, LoadedBox, Match
from galleria.core.text import _

from .botpool import BotPool
from .clock import Running, always
from .course import SPECTATOR, Course
from .database import Unavailable
from .hub import Hub
from .refusals import Unknown, Unready
from .storage import OVER, WAITING, AskRow, Happening, Store, TableRow
from .working import computed

log = logging.getLogger("galleria.tables")


@dataclass(frozen=True, slots=True)
class Question:
    """What a bot is asked. What it finds counts only while the question stands."""

    decision: int
    handover: int
    """A seat that was taken back and handed to a bot again asks anew."""


@dataclass
class Live:
    """A table in memory. Everything in it is read and written under its lock only."""

    id: str
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    row: TableRow | None = None
    course: Course | None = None
    """None before the match begins."""
    asks: Sequence[AskRow] = ()
    """What seats have asked the others, also what has lapsed since."""
    last: dict[int, tuple[int, int]] = field(default_factory=dict)
    """Per seat: decision number and action of its latest answer."""
    looking: dict[int, int] = field(default_factory=dict)
    """Per person with several seats: the one whose things are shown."""
    thinking: dict[int, "Question"] = field(default_factory=dict)
    """Per bot's seat: what it is thinking about, or has thought about."""
    thought: dict[int, tuple["Question", int | None]] = field(default_factory=dict)
    """Per bot's seat: the question and the action it has found; None when it failed."""
    happenings: tuple[Happening, ...] = ()
    """What happened beside moves."""
    watchers: frozenset[int] = frozenset()
    """The people who may see all hands; none of them has a seat."""
    votes: Mapping[int, frozenset[int]] = field(default_factory=dict)
    """By seat of an absent person: the seats that agree to a bot in her stead."""
    made: float = field(default_factory=monotonic)
    left: dict[int, float] = field(default_factory=dict)
    """Per person: when she was last seen at the table, by the same clock as `made`."""

    @property
    def match(self) -> Match | None:
        """The match; None before it begins."""
        return self.course.match if self.course is not None else None

    @property
    def decided(self) -> list[int]:
        """`Course.decided`; only while there is a match."""
        assert self.course is not None
        return self.course.decided

    def forget(self) -> None:
        """Drop the match; it will be rebuilt from the stored moves."""
        self.row = self.course = None
        self.last.clear()


class Memory:
    """The tables that this process has in memory."""

    def __init__(
        self,
        store: Store,
        hub: Hub,
        bots: BotPool,
        games: Mapping[str, Game],
        *,
        levels: Sequence[str],
        pace: float = 0.7,
        watch_pace: float = 2.0,
        idle: int = 64,
    ) -> None:
        """Tables with bots of these `levels`; of those that nobody looks at, `idle` stay in memory.

        Only an eighth of these are kept of matches that are over, which few people come back to.

        A bot's move takes `pace` seconds at least, and `watch_pace` where no people play.
        """
        self.store, self.hub, self.bots, self.games, self.levels = store, hub, bots, games, tuple(levels)
        self._pace, self._watch_pace, self._idle = pace, watch_pace, idle
        self.running: Callable[[TableRow], Running] = lambda _row: always
        self._lives: OrderedDict[str, Live] = OrderedDict()
        self._boxes: WeakValueDictionary[tuple[str, str], Any] = WeakValueDictionary()  # those in use, by game and text
        self._tasks: set[asyncio.Task[None]] = set()
        self.quick = False
        """Whether this process shall use compiled rules too, once the bots have prepared them."""
        self._quick: set[str] = set()

    @asynccontextmanager
    async def _open(self, table: str) -> AsyncIterator[Live]:
        """The table, up to date with the database, locked."""
        live = self._lives.get(table)
        if live is None:
            self._evict()
            live = self._lives[table] = Live(table)
        self._lives.move_to_end(table)
        async with live.lock:
            known = self.known(table)
            try:
                await computed(self._refresh, live)
            except Unavailable:
                raise  # what is in memory is as good as before
            except GalleriaError:
                live.forget()
                if self._lives.get(table) is live:
                    del self._lives[table]
                raise
            self._quicken(live)
            if known is not None and known != self.known(table):
                self.hub.ring(table)  # another process has written; the other pages here do not know yet
            self._wake(live)
            yield live
            self._wake(live)

    def known(self, table: str) -> tuple[int, int] | None:
        """(moves, revision) of the table as this process knows it."""
        live = self._lives.get(table)
        row = live.row if live is not None else None
        return (row.moves, row.revision) if row is not None else None

    def _quicken(self, live: Live) -> None:
        """Play by compiled rules from now on, where the bots have prepared them. Costs 100 MB and half a second."""
        game = live.match.game if live.match is not None else None
        if self.quick and game is not None and game.name not in self._quick and self.bots.is_ready(game.name):
            self._quick.add(game.name)
            threading.Thread(target=_load, args=(game,), daemon=True).start()

    def _evict(self) -> None:
        """Forget tables that nobody looks at, those longest not asked for first, before another one comes in."""
        if len(self._lives) < self._idle:
            return
        over: list[str] = []
        others: list[str] = []
        for table, live in self._lives.items():
            if not (live.lock.locked() or self.hub.watched(table) or live.thinking):
                (over if live.row is not None and live.row.status == OVER else others).append(table)
        few = over[-max(1, self._idle // 8) :]
        idle = few + others
        for table in over[: len(over) - len(few)] + idle[: max(0, len(idle) - self._idle + 1)]:
            del self._lives[table]

    def _refresh(self, live: Live) -> None:
        """Take over what is stored and not yet in memory: all of it at first, later what other processes wrote."""
        stored = self.store.version(live.id)
        if stored is None:
            raise Unknown(_("There is no such table."))
        if live.row is None or stored != (live.row.moves, live.row.revision):
            row = self.store.table(live.id)
            if row is None:
                raise Unknown(_("There is no such table."))
            happenings, votes = tuple(self.store.happenings(live.id)), self.store.votes(live.id)
            watchers = self.store.watchers(live.id) if row.watch is not None else frozenset()
            live.asks = self.store.asks(live.id)
            # All of it, or nothing: one of them may have found the database locked.
            live.row, live.happenings, live.votes, live.watchers = row, happenings, votes, watchers
        if live.row.status != WAITING:
            if live.course is None:
                began = live.row.began if live.row.began is not None else live.row.created
                live.course = Course(self._begin(live.row), began, self.running(live.row))
            while live.course.entries != live.row.moves:
                stored_moves = self.store.moves(live.id, live.course.entries)
                try:
                    for move in stored_moves:
                        live.course.take(move)
                except IllegalAction as error:
                    raise Unready(_("The stored moves of this table do not fit the rules any more.")) from error
                live.row = self.store.table(live.id) or live.row  # more may have come meanwhile
                if not stored_moves and live.course.entries != live.row.moves:
                    raise Unready(_("The stored moves of this table do not fit the rules any more."))

    def _wake(self, live: Live) -> None:
        """Let the bots that have to act begin to think."""

    def game(self, name: str) -> Game:
        """The installed game of that name. Raises `Unknown`."""
        game = self.games.get(name)
        if game is None:
            raise Unknown(_("There is no game “%(name)s” here.") % {"name": name[:40]})
        return game

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

    def saw(self, table: str, person: int | None) -> None:
        """Note that a person is at the table now, or has just left it."""
        live = self._lives.get(table)
        if live is not None and person is not None:
            live.left[person] = monotonic()

    def away(self, live: Live, person: int) -> float:
        """For how many seconds, at least, the person has not been at the table; 0 while she has it open."""
        if person in self.hub.here(live.id):
            return 0.0
        return monotonic() - live.left.get(person, live.made)

    def _run(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def _load(game: Game) -> None:
    from galleria.core.compiled import compiled

    try:
        compiled(game)
    except Exception:  # interpreted rules do the same
        log.exception("The compiled rules of %s could not be loaded.", game.name)


def seats_of(row: TableRow, person: int | None) -> tuple[int, ...]:
    """The seats that the person has."""
    return tuple(s.seat for s in row.seats if person is not None and s.person == person)


def sights_of(live: Live, person: int | None) -> tuple[int, ...]:
    """The seats whose things the person may see: her own, or all where hands are open to her."""
    assert live.row is not None
    mine = seats_of(live.row, person)
    return mine if mine or person not in live.watchers else tuple(range(len(live.row.seats)))


def version_of(live: Live, mine: tuple[int, ...]) -> int:
    """The table's version for whoever has the seats `mine`: counts the changes that she can see."""
    assert live.row is not None
    seen = sum(live.course.seen[seat] for seat in mine or (SPECTATOR,)) if live.course is not None else 0
    return live.row.revision + seen
