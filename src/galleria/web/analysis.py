"""What bots think of a match that is over: everybody's chance to win over time, and the moves that changed most.

The work is done behind everything that somebody waits for, one position after the other, and kept as it comes: a server
that was stopped goes on where it was.
"""

import asyncio
import logging
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from anyio.to_thread import run_sync

from galleria.core import GalleriaError
from galleria.core.text import _

from .archive import AnalysisRow, Archive
from .botpool import BotError, BotPool
from .database import now
from .film import Film
from .refusals import Unready

log = logging.getLogger("galleria.analysis")

PLAYOUTS = 400
"""Quick matches to the end, for one point of the curve."""
POINTS = 120
"""Points of the curve, at most."""
SEARCHES = 90_000
"""Playouts for all decisions of a match together, between `LEAST` and `MOST` for each."""
LEAST, MOST = 300, 1200
CANDIDATES = 10
"""Decisions that are looked at again, more deeply."""
DEEPER = 3
TURNING = 6
"""Turning points that are told, at most."""
WORTH_TELLING = 0.02
"""A smaller difference is within the bots' own doubt."""
PER_HOUR = 12
"""Analyses that one person may ask for."""
WAITING = 20
"""Analyses that may wait for each other."""
EVERY = 12
"""Positions after which what was found is stored."""


@dataclass(frozen=True, slots=True)
class Findings:
    """An analysis as far as it has come."""

    done: int
    total: int
    running: bool
    failed: bool
    curve: tuple[tuple[int, tuple[float, ...]], ...]
    """Positions and every side's chance to win there, from 0 to 1."""
    turning: tuple[dict[str, Any], ...]
    """The moves that changed most, in the order of the match."""

    @property
    def ready(self) -> bool:
        """Whether all is found."""
        return self.done >= self.total


class Analyst:
    """All analyses of the server."""

    def __init__(self, archive: Archive, bots: BotPool) -> None:
        self._archive, self._bots = archive, bots
        self._rows: dict[str, AnalysisRow] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._failed: set[str] = set()
        self._turn = asyncio.Lock()

    async def ask(self, subject: str, film: Film, person: int) -> None:
        """Begin to analyse a match, unless it was done or is under way. Raises `Unready` when it is too much."""
        if subject in self._tasks:
            return
        row = await self._row(subject)
        if row is not None and row.done >= row.total:
            return
        if row is None:
            used = await run_sync(self._archive.analyses_of, person, now() - 3600)
            if used >= PER_HOUR:
                raise Unready(_("You have asked for many analyses; the next one is possible within an hour."))
            if len(self._tasks) >= WAITING:
                raise Unready(_("Many analyses are waiting already; please try again later."))
            row = AnalysisRow(person, 0, len(_curve(film)) + len(_decisions(film)) + 2 * CANDIDATES, {})
            await run_sync(self._archive.keep_analysis, subject, row)
        self._begin(subject, film, row)

    async def findings(self, subject: str, film: Film) -> Findings | None:
        """What is known by now; one that was interrupted goes on. None when nobody has asked."""
        row = await self._row(subject)
        if row is None:
            return None
        if row.done < row.total and subject not in self._tasks and subject not in self._failed:
            self._begin(subject, film, row)
        curve = sorted((int(step), tuple(chances)) for step, chances in row.data.get("curve", {}).items())
        return Findings(
            done=row.done,
            total=row.total,
            running=subject in self._tasks,
            failed=subject in self._failed,
            curve=tuple(curve),
            turning=tuple(row.data.get("turning", ())),
        )

    async def close(self) -> None:
        """Stop; what was found is kept."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _row(self, subject: str) -> AnalysisRow | None:
        return self._rows.get(subject) or await run_sync(self._archive.analysis, subject)

    def _begin(self, subject: str, film: Film, row: AnalysisRow) -> None:
        self._failed.discard(subject)
        self._rows[subject] = row
        task = self._tasks[subject] = asyncio.create_task(self._work(subject, film))
        task.add_done_callback(lambda _task: self._end(subject))

    def _end(self, subject: str) -> None:
        self._tasks.pop(subject, None)
        self._rows.pop(subject, None)

    async def _work(self, subject: str, film: Film) -> None:
        try:
            async with self._turn:
                await self._go_on(subject, film)
        except BotError as error:
            self._failed.add(subject)
            log.error("The analysis of %s failed: %s", subject, error)  # noqa: TRY400 - a known cause
        except GalleriaError as error:
            self._failed.add(subject)
            log.warning("The analysis of %s stopped: %s", subject, error)
        except Exception:
            self._failed.add(subject)
            log.exception("The analysis of %s failed.", subject)

    async def _go_on(self, subject: str, film: Film) -> None:
        game, box = film.game.name, film.box.buf.tobytes()
        curve_at, decisions = _curve(film), _decisions(film)
        curve = dict(self._rows[subject].data.get("curve", {}))
        judged = dict(self._rows[subject].data.get("judged", {}))
        effort = min(MOST, max(LEAST, SEARCHES // max(1, len(decisions))))

        async def keep(done: int, *, force: bool = False, **more: Any) -> None:
            row = replace(self._rows[subject], done=done, data={"curve": curve, "judged": judged, **more})
            self._rows[subject] = row
            if force or done % EVERY == 0:
                await run_sync(self._archive.keep_analysis, subject, row)

        for step in curve_at:
            if str(step) not in curve:
                hidden = (await run_sync(film.seen, step, -1)).tobytes()
                chances = await self._bots.chances(game, hidden, box, PLAYOUTS, f"{step}")
                curve[str(step)] = [round(chance, 4) for chance in chances]
                await keep(len(curve) + len(judged))
        for number in decisions:
            if str(number) not in judged:
                seat, action = film.actions[number - 1]
                hidden = (await run_sync(film.seen, number - 1, seat)).tobytes()
                rows = await self._bots.analyse(game, hidden, box, seat, effort, f"{number}")
                judged[str(number)] = _judged(rows, action)
                await keep(len(curve) + len(judged))
        done = len(curve) + len(judged)
        turning = []
        for number in _candidates(judged):
            seat, action = film.actions[number - 1]
            hidden = (await run_sync(film.seen, number - 1, seat)).tobytes()
            found = judged[str(number)]
            means = []
            for one in (action, found["best"]):
                row = await self._bots.analyse(game, hidden, box, seat, DEEPER * effort, f"again {number}", action=one)
                means.append(row[0][2])
                done += 1
                await keep(done)
            if means[1] - means[0] >= WORTH_TELLING:
                point = {"number": number, "seat": seat, "action": action, "worth": means[0], "better": means[1]}
                turning.append({**found, **point, "tries": effort, "deeper": DEEPER * effort})
        turning.sort(key=lambda point: point["worth"] - point["better"])
        turning = sorted(turning[:TURNING], key=lambda point: point["number"])
        await keep(self._rows[subject].total, force=True, turning=turning)


def _curve(film: Film) -> tuple[int, ...]:
    """The positions of the curve: where nobody's answer lies covered, thinned out evenly where they are many."""
    steps = film.boundaries
    if len(steps) <= POINTS:
        return steps
    return tuple(dict.fromkeys(steps[round(i * (len(steps) - 1) / (POINTS - 1))] for i in range(POINTS)))


def _decisions(film: Film) -> tuple[int, ...]:
    """The answers where there was a choice."""
    return tuple(n for n, choices in enumerate(film.choices, 1) if choices > 1)


def _judged(rows: list[tuple[int, int, float]], action: int) -> dict[str, Any]:
    """What a search thinks of the answer that was given, beside the one it would give itself."""
    ranked = sorted(rows, key=lambda row: (-row[1], -row[2]))
    best = ranked[0]
    mine = next(row for row in rows if row[0] == action)
    return {
        "best": best[0],
        "best_visits": best[1],
        "best_mean": round(best[2], 4),
        "visits": mine[1],
        "mean": round(mine[2], 4),
        "place": 1 + ranked.index(mine),
        "choices": len(rows),
        "others": [[a, visits, round(mean, 4)] for a, visits, mean in ranked[1:4] if a != action],
    }


def _candidates(judged: Mapping[str, Mapping[str, Any]]) -> list[int]:
    """The decisions where the answer looks worst beside the bot's, in the order of the match."""

    def loss(found: Mapping[str, Any]) -> float:
        # What was hardly tried is hardly known; that it was left alone says something too.
        doubt = min(1.0, found["visits"] / 12)
        known = found["best_mean"] - found["mean"]
        return float(doubt * known + (1 - doubt) * max(known, 0.08) if found["visits"] else 0.1)

    other = [number for number, found in judged.items() if found["place"] > 1]
    worst = sorted(other, key=lambda number: -loss(judged[number]))[:CANDIDATES]
    return sorted(int(number) for number in worst)
