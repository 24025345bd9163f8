"""Many games between bots, each shuffle played from every seat, with results that depend on the arguments alone."""

import hashlib
import math
import multiprocessing
import os
import signal
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass, fields
from functools import cache
from multiprocessing.synchronize import Event
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from galleria.bots import check_bot, choose, warm
from galleria.bots.dice import Dice
from galleria.core import Buffer, GalleriaError, Game, GameState, Kernel, find_game, interpreted, kernel, load_box
from galleria.core.compiled import Entry, Unit, game_unit, load, plain
from galleria.core.events import Log
from galleria.core.random import seed_bytes, seed_random
from galleria.core.text import _

from .mass import DECISIONS, FACTS, FORCED, OVER, ROUNDS, SCORED, SIDES, checksum, random_games

Progress = Callable[[int, int], None]

BATCH = 100
"""Random games in one piece of work."""
AHEAD = 32
"""Pieces of work per process that are handed out before they are needed.

Few, for with tens of thousands the executor's own pipe fills up, and then all wait for ever (Python's issue 105829).
"""


def mass_unit(game: Game) -> Unit:
    """Whole games of random moves, with the rules linked in."""
    rules = (game.setup, game.legal, game.play, game.score)
    records = ("u8[]", game.state, GameState, game.box, Dice)
    rest = ("i64", "i64", "i64", "i64[]", "i64[]", "i32[]", "i64[]", "i32[]", "i32[]", *["i64[]"] * 4)
    entry = Entry("random_games", random_games, "void", (*rules, *records, *rest))
    here = Path(__file__).parent
    return Unit(f"{game.name}-mass", (entry,), (here, here.parent / "bots", *game_unit(game).packages))


@dataclass(frozen=True)
class Task:
    """What one process needs to know to play any of the games."""

    game: str
    box: bytes
    players: int
    bots: tuple[str, ...]
    seed: str
    interpreted: bool

    @property
    def at_random(self) -> bool:
        """Whether all bots are random ones: then whole games run in one compiled loop."""
        return set(self.bots) == {"random"}


@dataclass
class Batch:
    """Results of consecutive games; rows are games, columns sides."""

    checksums: NDArray[np.int64]
    """One of each final state, its log left out."""
    facts: NDArray[np.int64]
    standings: NDArray[np.int64]
    totals: NDArray[np.int64]

    @classmethod
    def empty(cls, games: int) -> "Batch":
        return cls(
            np.zeros(games, np.int64),
            np.zeros((games, FACTS), np.int64),
            np.zeros((games, SIDES), np.int64),
            np.zeros((games, SIDES), np.int64),
        )


def seat_of(entry: int, game: int, players: int) -> int:
    """Where the bot `entry` of the list sits in a game: with each game everybody moves on by one seat."""
    return (entry + game) % players


def shuffle_seed(seed: str, number: int) -> str:
    """The seed of the shuffles number 0, 1, ...: as many games in a row as there are players share it."""
    return f"{seed}-{number}"


def play_batch(task: Task, first: int, games: int) -> Batch:
    """Play the games `first` to `first + games - 1`."""
    return _random_batch(task, first, games) if task.at_random else _bots_batch(task, first, games)


@cache
def weights_of(size: int) -> NDArray[np.int64]:
    """What each 32-bit word of a state of `size` bytes counts in its checksum: 64 random bits, in the log nothing."""
    weights = np.frombuffer(hashlib.shake_256(b"galleria checksum").digest(2 * size), "<i8").copy()
    start: int = GameState.dtype.fields["log"][1]  # type: ignore[index]
    weights[start // 4 : (start + Log.size) // 4] = 0
    return weights


def _kernel(task: Task, game: Game) -> Kernel:
    return interpreted(game) if task.interpreted else kernel(game)


def _random_batch(task: Task, first: int, games: int) -> Batch:
    game = find_game(task.game)
    unit = mass_unit(game)
    module: Any = plain(unit) if task.interpreted else load(unit)
    out = Batch.empty(games)
    state = np.zeros(game.state.size, np.uint8)
    numbers = range(first // task.players, (first + games - 1) // task.players + 1)
    words = np.frombuffer(b"".join(seed_bytes(shuffle_seed(task.seed, n)) for n in numbers), "<u4").reshape(-1, 4)
    seeds = words[np.arange(first, first + games) // task.players - numbers[0]].astype(np.int64).reshape(-1)
    picks = np.frombuffer(seed_bytes(f"picks {task.seed}"), "<u4").astype(np.int64)
    module.random_games(
        *(state, state, state[: GameState.size], np.frombuffer(task.box, np.uint8).copy(), Dice.new().buffer()),
        *(task.players, first, games, seeds, picks),
        *(state.view("<i4"), weights_of(game.state.size)),
        *(np.zeros(game.max_legal, np.int32), np.zeros(len(game.sources), np.int32)),
        *(out.checksums, out.facts.reshape(-1), out.standings.reshape(-1), out.totals.reshape(-1)),
    )
    return out


def _bots_batch(task: Task, first: int, games: int) -> Batch:
    game = find_game(task.game)
    out = Batch.empty(games)
    for row in range(games):
        table = _Table(task, game, first + row)
        table.play()
        table.write(out, row)
    return out


class _Table:
    """One game between bots."""

    def __init__(self, task: Task, game: Game, number: int) -> None:
        self.task, self.game, self.number = task, game, number
        self.kernel = _kernel(task, game)
        self.box: Buffer = np.frombuffer(task.box, np.uint8).copy()
        state = game.state.new()
        seed_random(state.rng, shuffle_seed(task.seed, number // task.players))
        self.buf, self.head = state.buffer(), state
        self.actions = np.zeros(game.max_legal, np.int32)
        self.bots = {seat_of(i, number, task.players): bot for i, bot in enumerate(task.bots)}
        self.kernel.setup(self.buf, self.box, task.players)
        self.decisions = self.forced = 0

    def ask(self, seat: int) -> int:
        hidden = self.buf.copy()
        self.kernel.hide(hidden, self.box, seat)
        seed = f"{self.task.seed} {self.number} {self.decisions} {seat}"
        return choose(self.game, hidden, self.box, seat, self.bots[seat], seed, interpreted=self.task.interpreted)

    def play(self) -> None:
        """Play to the end. Who is asked together answers together: nobody knows even that another has answered."""
        stage, answers = -1, dict[int, int]()
        while self.head.to_act:
            if _stop is not None and _stop.is_set():  # a game of strong bots takes minutes
                raise _Stopped
            if self.head.stage != stage:
                stage = self.head.stage
                answers = {seat: self.ask(seat) for seat in range(self.task.players) if self.head.to_act >> seat & 1}
            seat = (self.head.to_act & -self.head.to_act).bit_length() - 1
            action = answers.pop(seat, None)
            if action is None or self.kernel.why_not(self.buf, self.box, seat, action):
                action = self.ask(seat)
            self.forced += self.kernel.legal(self.buf, self.box, seat, self.actions) == 1
            self.head.log.n = self.head.log.lost = 0
            self.kernel.play(self.buf, self.box, seat, action)
            self.decisions += 1

    def write(self, out: Batch, row: int) -> None:
        out.checksums[row] = checksum(self.buf.view("<i4"), weights_of(len(self.buf)))
        out.facts[row] = self.decisions, self.forced, self.head.round, self.head.over, self.head.sides
        parts = np.zeros(len(self.game.sources), np.int32)
        for side in range(self.head.sides):
            parts[:] = 0
            out.standings[row, side] = self.kernel.score(self.buf, self.box, side, parts)
            out.totals[row, side] = parts.sum()


def prepare(game: Game, progress: Progress | None = None) -> None:
    """Load all that mass play of a game needs, compiling it first where the disk does not have it."""
    warm(game, progress)
    load(mass_unit(game))


def simulate(
    game: str,
    *,
    players: int,
    games: int,
    bots: Sequence[str],
    seed: str,
    box: str | Path | None = None,
    options: Mapping[str, str] | None = None,
    jobs: int = 1,
    interpreted: bool = False,
    loading: Progress | None = None,
    progress: Progress | None = None,
) -> dict[str, Any]:
    """Play `games` games and sum them up; see docs on `galleria simulate --json` for the keys.

    Bot number i sits at seat (i + game) modulo players, and `players` games in a row share one shuffle. Everything in
    the result but the times depends on nothing else than the arguments before `jobs`. `loading` is about the compiler,
    `progress` counts games.
    Raises GalleriaError.
    """
    found = find_game(game)
    if players not in found.players:
        counts = sorted({found.players[0], found.players[-1]})
        words = {"game": found.title, "range": "–".join(map(str, counts)), "n": players}
        raise GalleriaError(_("%(game)s is for %(range)s players, not %(n)s.") % words)
    if len(bots) != players:
        words = {"players": players, "bots": len(bots)}
        raise GalleriaError(_("%(players)s players need %(players)s bots, and %(bots)s were named.") % words)
    for bot in bots:
        check_bot(bot)
    if games < 1:
        raise GalleriaError(_("At least 1 game has to be played, not %(n)s.") % {"n": games})
    if not seed.isprintable():
        raise GalleriaError(_("The seed %(seed)r can’t be used: letters, digits and signs please.") % {"seed": seed})
    loaded = load_box(found, box, options)
    task = Task(game, loaded.buf.tobytes(), players, tuple(bots), seed, interpreted)
    if not interpreted:
        prepare(found, loading)
    start = time.perf_counter()
    parts, played = [], 0
    for part in _parts(task, games, jobs):
        parts.append(part)
        played += len(part.facts)
        if progress:
            progress(played, games)
    seconds = time.perf_counter() - start
    whole = Batch(*(np.concatenate([getattr(part, field.name) for part in parts]) for field in fields(Batch)))
    decisions = int(whole.facts[:, DECISIONS].sum())
    return {
        "game": found.name,
        "box": loaded.name,
        "box_hash": loaded.hash,
        "options": loaded.options,
        "players": players,
        "games": games,
        "seed": seed,
        "decisions": decisions,
        "forced_share": round(int(whole.facts[:, FORCED].sum()) / decisions, 4),
        "seconds": round(seconds, 3),
        "decisions_per_second": round(decisions / seconds),
        "seats": _seats(task, found, whole),
        "length": {
            "decisions": _range(whole.facts[:, DECISIONS]),
            "rounds": _range(whole.facts[:, ROUNDS]),
        },
        "ends": {name: int((whole.facts[:, OVER] == i).sum()) for i, name in enumerate(found.ends, 1)},
        "digest": hashlib.sha256(whole.checksums.astype("<i8").tobytes()).hexdigest(),
    }


def _parts(task: Task, games: int, jobs: int) -> Iterator[Batch]:
    step = BATCH if task.at_random and not task.interpreted else 1
    starts = range(0, games, step)
    work = ((first, min(step, games - first)) for first in starts)
    if jobs == 1 or len(starts) == 1:
        for first, count in work:
            yield play_batch(task, first, count)
        return
    context = multiprocessing.get_context("spawn")
    stop = context.Event()
    with ProcessPoolExecutor(min(jobs, len(starts)), context, _start_worker, (task, stop)) as pool:
        try:
            ahead: deque[Future[Batch]] = deque()
            for part in work:
                if len(ahead) == jobs * AHEAD:
                    yield ahead.popleft().result()
                with _undisturbed():
                    ahead.append(pool.submit(_work, part))
            while ahead:
                yield ahead.popleft().result()
        except BaseException as error:
            stop.set()
            pool.shutdown(cancel_futures=True)
            if isinstance(error, BrokenProcessPool):
                text = _("One of the processes that play was ended from outside; try again.")
                raise GalleriaError(text) from None
            raise


@contextmanager
def _undisturbed() -> Iterator[None]:
    """Within the block Ctrl+C waits; to processes that are started here it never comes, for it is our affair."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


_task: Task
_stop: Event | None = None
"""In a worker process: set when nobody waits for its games any more."""


class _Stopped(Exception):
    """The game is not played to its end."""


def _leave_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _start_worker(task: Task, stop: Event) -> None:
    threading.Thread(target=_leave_with_parent, daemon=True).start()  # nobody else ends us when it is killed
    global _task, _stop
    _task, _stop = task, stop
    if not task.interpreted:
        prepare(find_game(task.game))


def _work(part: tuple[int, int]) -> Batch:
    return play_batch(_task, *part)


def _range(column: NDArray[np.int64]) -> dict[str, float | int]:
    return {"mean": round(float(column.mean()), 2), "min": int(column.min()), "max": int(column.max())}


def _seats(task: Task, game: Game, whole: Batch) -> list[dict[str, Any]]:
    """One row per bot in the order they were named, then one per automatic opponent."""
    players, games = task.players, len(whole.facts)
    numbers = np.arange(games)
    present = int(whole.facts[0, SCORED])
    standings = whole.standings[:, :present]
    best = standings == standings.max(axis=1, keepdims=True)
    shares = best / best.sum(axis=1, keepdims=True)
    rows = []
    for entry in range(present):
        seats = (entry + numbers) % players if entry < players else np.full(games, entry)
        scores = whole.totals[numbers, seats]
        wins = float(shares[numbers, seats].sum())
        low, high = wilson(wins, games)
        rows.append(
            {
                "bot": task.bots[entry] if entry < players else game.sides[entry - players],
                "wins": int(wins) if wins.is_integer() else round(wins, 3),
                "win_rate": round(wins / games, 4),
                "interval": [round(low, 4), round(high, 4)],
                "mean_score": round(float(scores.mean()), 3),
                "sd_score": round(float(scores.std(ddof=1)), 3) if games > 1 else 0.0,
            }
        )
    return rows


def wilson(wins: float, games: int, z: float = 1.959964) -> tuple[float, float]:
    """The 95 % interval of a rate (Wilson 1927); shared victories count as parts of one."""
    rate = wins / games
    centre = rate + z * z / (2 * games)
    half = z * math.sqrt(rate * (1 - rate) / games + z * z / (4 * games * games))
    scale = 1 + z * z / games
    return max(0.0, (centre - half) / scale), min(1.0, (centre + half) / scale)
