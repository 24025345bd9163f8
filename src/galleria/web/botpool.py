"""Bots think in worker processes, so that pages answer meanwhile. A dead worker is replaced and its job done again.

A worker gets what the seat may know and nothing else.
"""

import asyncio
import base64
import json
import logging
import os
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import count
from subprocess import PIPE, Popen
from typing import Any

from anyio.to_thread import run_sync

from galleria.core.errors import GalleriaError

log = logging.getLogger("galleria.bots")

_TRIES = 3
MOVE, HINT, LOADING, STUDY = range(4)
"""Ranks of jobs: a bot's move comes first, then somebody who waits for a hint; what is over can wait."""
_PATIENCE = {
    "choose": 300.0,
    "warm": 3600.0,
    "analyse": 300.0,
    "chances": 300.0,
}  # seconds after which a worker is taken for dead


class BotError(GalleriaError):
    """A bot gave no answer, several times."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far the compiling of a game is."""

    game: str
    done: int
    total: int


@dataclass(order=True)
class _Job:
    rank: int  # lower first
    number: int
    what: dict[str, Any] = field(compare=False)
    answer: asyncio.Future[Any] = field(compare=False)
    progress: Callable[[int, int], None] | None = field(compare=False, default=None)
    tries: int = field(compare=False, default=0)


class _Died(Exception):
    pass


class _Worker:
    """One process, or the wish for one."""

    def __init__(self, bots: str) -> None:
        self._bots = bots
        self._process: Popen[bytes] | None = None
        self._answers: asyncio.StreamReader | None = None
        self._pipe: asyncio.BaseTransport | None = None
        self.loaded: set[str] = set()

    @property
    def pid(self) -> int | None:
        process = self._process
        return process.pid if process is not None and process.poll() is None else None

    def hire(self) -> None:
        """Start the process. Needs no event loop yet, so that it can load things while the server does."""
        if self._process is None:
            self.loaded.clear()
            command = [sys.executable, "-m", "galleria.web.botworker", self._bots]
            self._process = Popen(command, stdin=PIPE, stdout=PIPE, bufsize=0)  # noqa: S603 - our own module

    async def work(self, job: _Job) -> Any:
        """The job's result. `_Died` when the process ends or hangs, `BotError` when it says that it failed."""
        if self.pid is None:
            self.stop()
            self.hire()
        process = self._process
        assert process is not None
        assert process.stdin is not None
        try:
            async with asyncio.timeout(_PATIENCE[job.what["do"]]):
                answers = await self._listen(process)
                await run_sync(process.stdin.write, json.dumps(job.what).encode() + b"\n")
                while line := await answers.readline():
                    answer = json.loads(line)
                    if "result" in answer:
                        self.loaded.add(job.what["game"])
                        return answer["result"]
                    if "error" in answer:
                        raise BotError(answer["error"])
                    if job.progress is not None:
                        job.progress(*answer["progress"])
        except (OSError, TimeoutError, ValueError) as error:
            self.stop()
            raise _Died from error
        self.stop()
        raise _Died

    async def _listen(self, process: Popen[bytes]) -> asyncio.StreamReader:
        if self._answers is None:
            answers = self._answers = asyncio.StreamReader(limit=1 << 20)
            protocol = asyncio.StreamReaderProtocol(answers)
            self._pipe, _ = await asyncio.get_running_loop().connect_read_pipe(lambda: protocol, process.stdout)
        return self._answers

    def stop(self) -> None:
        """End the process, if there is one."""
        process, self._process, self._answers = self._process, None, None
        if process is not None:
            process.kill()
            for pipe in (process.stdin, self._pipe or process.stdout):
                if pipe is not None:
                    pipe.close()
            self._pipe = None
            process.wait()  # killed, so it takes no time


class BotPool:
    """Worker processes for the bots in the module `bots` (its functions `warm` and `choose`)."""

    def __init__(self, bots: str, workers: int | None = None) -> None:
        # One worker may be compiling while another one thinks.
        self._workers = [_Worker(bots) for _ in range(workers or max(2, os.cpu_count() or 2))]
        self.news: Callable[[], None] = lambda: None
        """Called when `progress` has changed."""
        self._jobs: list[_Job] = []
        self._numbers = count()
        self._changed = asyncio.Condition()
        self._wanted: asyncio.PriorityQueue[tuple[bool, int, str]] = asyncio.PriorityQueue()
        self._warmings: dict[str, asyncio.Future[None]] = {}
        self._ready: dict[str, None] = {}
        self._progress: dict[str, Progress] = {}
        self._tasks: list[asyncio.Task[None]] = []

    def hire(self) -> None:
        """Start the workers' processes; they load what every job needs."""
        for worker in self._workers:
            worker.hire()

    async def start(self) -> None:
        """Let the workers work."""
        self.hire()
        loops = [self._prepare(), *(self._serve(worker) for worker in self._workers)]
        self._tasks = [asyncio.create_task(loop) for loop in loops]

    async def close(self) -> None:
        """End all workers; unfinished jobs are cancelled."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for future in self._warmings.values():
            future.cancel()
        for job in self._jobs:
            job.answer.cancel()
        self.dismiss()

    def dismiss(self) -> None:
        """End the workers' processes."""
        for worker in self._workers:
            worker.stop()

    @property
    def pids(self) -> list[int]:
        """The processes that are alive."""
        return [worker.pid for worker in self._workers if worker.pid is not None]

    def is_ready(self, game: str) -> bool:
        """Whether bots can play the game now."""
        return game in self._ready

    def progress(self, game: str | None = None) -> Progress | None:
        """How far the compiling of a game (None: of any) is; None when none is under way."""
        if game is not None:
            return self._progress.get(game)
        return next(iter(self._progress.values()), None)

    def warm(self, game: str, *, urgent: bool = False) -> asyncio.Future[None]:
        """Load a game in the background, compiling it first where needed: one after the other, urgent ones first."""
        future = self._warmings.get(game)
        known = future is not None and (game in self._ready or not future.done())
        if future is None or not known:
            future = self._warmings[game] = asyncio.get_running_loop().create_future()
        if not known or urgent:
            self._wanted.put_nowait((not urgent, next(self._numbers), game))
        return future

    async def choose(self, game: str, hidden: bytes, box: bytes, seat: int, bot: str, seed: str) -> int:
        """The action that `bot` chooses for `seat`, from what the seat may know. `BotError` when it gives none."""
        return int(await self._think(MOVE, "choose", game, hidden, box, seat, seed, bot=bot))

    async def analyse(
        self,
        game: str,
        hidden: bytes,
        box: bytes,
        seat: int,
        playouts: int,
        seed: str,
        *,
        action: int | None = None,
        rank: int = STUDY,
    ) -> list[tuple[int, int, float]]:
        """Action, visits and mean reward (0 to 1) of every legal action of `seat`, or of `action` alone."""
        found = await self._think(rank, "analyse", game, hidden, box, seat, seed, playouts=playouts, action=action)
        return [(int(a), int(visits), float(mean)) for a, visits, mean in found]

    async def chances(self, game: str, hidden: bytes, box: bytes, playouts: int, seed: str) -> list[float]:
        """Every side's chance to win, from what a spectator may know."""
        return [float(x) for x in await self._think(STUDY, "chances", game, hidden, box, -1, seed, playouts=playouts)]

    async def _think(
        self, rank: int, do: str, game: str, hidden: bytes, box: bytes, seat: int, seed: str, **more: Any
    ) -> Any:
        if game not in self._ready:
            await asyncio.shield(self.warm(game, urgent=rank == MOVE))
        what = {
            "do": do,
            "game": game,
            "hidden": base64.b64encode(hidden).decode(),
            "box": base64.b64encode(box).decode(),
            "seat": seat,
            "seed": seed,
            **more,
        }
        return await self._ask(rank, what)

    async def _prepare(self) -> None:
        while True:
            *_, game = await self._wanted.get()
            future = self._warmings[game]
            if future.done():
                continue
            try:
                await self._warm(game)
            except BotError as error:
                log.error("The bots could not be prepared for %s: %s", game, error)  # noqa: TRY400 - a known cause
                future.set_exception(error)
                future.exception()  # it is the asker's affair; nobody may have asked
            else:
                future.set_result(None)

    async def _warm(self, game: str) -> None:
        def progress(done: int, total: int) -> None:
            self._progress[game] = Progress(game, done, total)
            self.news()

        try:
            await self._ask(LOADING, {"do": "warm", "game": game}, progress)
        finally:
            if self._progress.pop(game, None) is not None:
                self.news()
        async with self._changed:
            self._ready[game] = None
            self._changed.notify_all()  # the other workers load it when they have nothing else to do

    async def _ask(self, rank: int, what: dict[str, Any], progress: Callable[[int, int], None] | None = None) -> Any:
        answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        async with self._changed:
            heappush(self._jobs, _Job(rank, next(self._numbers), what, answer, progress))
            self._changed.notify_all()
        return await answer

    async def _next(self, worker: _Worker) -> _Job:
        async with self._changed:
            while True:
                while self._jobs:
                    job = heappop(self._jobs)
                    if not job.answer.done():
                        return job
                missing = next((game for game in self._ready if game not in worker.loaded), None)
                if missing is not None:
                    answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
                    return _Job(LOADING, next(self._numbers), {"do": "warm", "game": missing}, answer)
                await self._changed.wait()

    async def _serve(self, worker: _Worker) -> None:
        while True:
            job = await self._next(worker)
            try:
                result = await worker.work(job)
            except BotError as error:
                worker.loaded.add(job.what["game"])  # or it would be tried for ever
                self._fail(job, error)
            except _Died:
                job.tries += 1
                log.warning("A bot's worker died; it is replaced (try %d of %d).", job.tries, _TRIES)
                if job.tries == _TRIES:
                    self._fail(job, BotError("The bot's worker died several times."))
                else:
                    async with self._changed:
                        heappush(self._jobs, job)
                        self._changed.notify_all()
            else:
                if not job.answer.done():
                    job.answer.set_result(result)

    def _fail(self, job: _Job, error: BotError) -> None:
        if not job.answer.done():
            job.answer.set_exception(error)
            job.answer.exception()  # it is the asker's affair; nobody may have asked
