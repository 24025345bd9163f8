"""When the server was up: clocks stand still while nobody could have moved.

Each process notes every few seconds that it is still there. A crash costs the clocks the seconds since the last note,
never the players. Where bots sit at a table its clocks wait until the bots have been prepared as well.
"""

import asyncio
import secrets
from collections.abc import Callable, Iterable
from contextlib import suppress

from anyio.to_thread import run_sync

from .clock import Running
from .database import Unavailable, now
from .storage import Store, TableRow

BEAT = 20
"""Seconds between two notes."""

Span = tuple[int, int]


class Uptime:
    """The times at which one or several processes of this server were up."""

    def __init__(self, store: Store, ready: Callable[[str], bool], games: Iterable[str]) -> None:
        """`ready` says whether the bots of a game are prepared in this process."""
        self._store, self._ready, self._games = store, ready, tuple(games)
        self._run = secrets.token_urlsafe(12)
        self._own: dict[str, int] = {}  # by game, "" for tables without bots: since when in this process
        self._spans: dict[str, list[Span]] = {}

    def running(self, row: TableRow) -> Running:
        """How the clocks of a table run."""
        game = row.game if any(seat.bot is not None for seat in row.seats) else ""
        return lambda start, end: self._measure(game, start, end)

    def _measure(self, game: str, start: int, end: int) -> int:
        spans = [*self._spans.get(game, ())]
        if game in self._own:
            spans.append((self._own[game], end))
        passed, at = 0, start
        for began, last in sorted(spans):
            up = min(last, end) - max(began, at)
            if up > 0:
                passed += up
                at = min(last, end)
        return passed

    async def keep(self) -> None:
        """Note that this process is up, until cancelled."""
        for second in range(1 << 62):
            fresh = {game for game in ("", *self._games) if game not in self._own and (not game or self._ready(game))}
            if fresh or second % BEAT == 0:
                self._own |= dict.fromkeys(fresh, now())
                with suppress(Unavailable):  # the next note says the same
                    await run_sync(self._note)
            await asyncio.sleep(1)

    def _note(self) -> None:
        self._store.beat(self._run, self._own)
        self._spans = self._store.uptime(self._run)
