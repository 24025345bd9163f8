import asyncio
import json
import os
import signal
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
import tally
from running import until

from galleria.core import Match
from galleria.web.botpool import BotError, BotPool, Progress


def run(work: Callable[[BotPool], Awaitable[Any]], workers: int = 2, news: Callable[[], None] = lambda: None) -> Any:
    async def main() -> Any:
        pool = BotPool("standin", workers)
        pool.news = news
        await pool.start()
        try:
            return await asyncio.wait_for(work(pool), 60)
        finally:
            await pool.close()

    return asyncio.run(main())


def ask(pool: BotPool, bot: str = "easy", seed: str = "00000000", seat: int = 0) -> Awaitable[int]:
    match = Match.new(tally.GAME, 2, seed="x")
    return pool.choose("tally", match.hidden(seat).tobytes(), match.box.buf.tobytes(), seat, bot, seed)


async def patient(true: Callable[[], Any]) -> Any:
    return await asyncio.to_thread(until, true)


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_a_bot_answers_from_what_its_seat_knows(folder: Path) -> None:
    action = run(ask)
    match = Match.new(tally.GAME, 2, seed="x")
    assert action == match.legal(0)[0]
    asked = json.loads((folder / "asked.jsonl").read_text())
    assert bytes.fromhex(asked["hidden"]) == match.hidden(0).tobytes() != match.state.tobytes()
    assert bytes.fromhex(asked["box"]) == match.box.buf.tobytes()
    assert (asked["seat"], asked["bot"], asked["seed"]) == (0, "easy", "00000000")
    assert asked["pid"] != os.getpid()


def test_workers_end_with_the_pool(folder: Path) -> None:
    async def work(pool: BotPool) -> list[int]:
        await ask(pool)
        return pool.pids

    pids = run(work)
    assert len(pids) == 2
    assert not any(alive(pid) for pid in pids)


def test_a_worker_that_dies_thinking_is_replaced_and_its_bot_moves(folder: Path) -> None:
    async def work(pool: BotPool) -> None:
        assert await ask(pool, "fatal") == await ask(pool, "easy")

    run(work, workers=1)
    tries = [json.loads(line)["pid"] for line in (folder / "asked.jsonl").read_text().splitlines()]
    assert len(tries) == 3
    assert tries[0] != tries[1] == tries[2]


def test_a_worker_killed_from_outside_is_replaced(folder: Path) -> None:
    async def work(pool: BotPool) -> None:
        await ask(pool)
        slow = asyncio.ensure_future(ask(pool, "slow"))
        await patient(lambda: "slow" in (folder / "asked.jsonl").read_text())
        for pid in pool.pids:
            os.kill(pid, signal.SIGKILL)
        (folder / "go").touch()
        assert await slow == await ask(pool)

    run(work, workers=1)


def test_an_idle_worker_that_died_is_replaced(folder: Path) -> None:
    async def work(pool: BotPool) -> None:
        await ask(pool)
        (pid,) = pool.pids
        os.kill(pid, signal.SIGKILL)
        await patient(lambda: pid not in pool.pids)
        await ask(pool)
        assert pool.pids != [pid]

    run(work, workers=1)


def test_a_bot_that_kills_every_worker_is_given_up(folder: Path) -> None:
    async def work(pool: BotPool) -> None:
        with pytest.raises(BotError, match="died several times"):
            await ask(pool, "deadly")
        await ask(pool)

    run(work, workers=1)
    assert (folder / "asked.jsonl").read_text().count("deadly") == 3


def test_a_bot_that_fails_says_so_and_harms_nobody(folder: Path) -> None:
    async def work(pool: BotPool) -> None:
        with pytest.raises(BotError, match="RuntimeError: no idea"):
            await ask(pool, "failing")
        await ask(pool)

    run(work, workers=1)


def test_bots_wait_until_their_game_is_ready_and_progress_is_told(folder: Path) -> None:
    (folder / "cold").touch()
    seen: list[Progress | None] = []

    async def work(pool: BotPool) -> None:
        pools.append(pool)
        answer = asyncio.ensure_future(ask(pool))
        await patient(lambda: Progress("tally", 2, 3) in seen)
        assert not answer.done()
        assert not pool.is_ready("tally")
        assert pool.progress("tally") == pool.progress() == Progress("tally", 2, 3)
        assert pool.progress("other") is None
        (folder / "cold").unlink()
        await answer
        assert pool.is_ready("tally")
        assert pool.progress() is None

    pools: list[BotPool] = []
    run(work, news=lambda: seen.append(pools[0].progress()))
    assert seen[:3] == [Progress("tally", done, 3) for done in range(3)]
    assert seen[-1] is None


def test_the_game_that_is_waited_for_is_prepared_next(folder: Path) -> None:
    (folder / "cold").touch()

    async def work(pool: BotPool) -> None:
        others = [pool.warm(name) for name in ("first", "second", "third")]
        await patient(lambda: pool.progress("first"))
        answer = asyncio.ensure_future(ask(pool))
        await asyncio.sleep(0)
        (folder / "cold").unlink()
        await answer
        assert others[0].done()
        await asyncio.gather(*others)

    order: list[str] = []
    monitored = BotPool._warm

    async def noted(self: BotPool, game: str) -> None:
        order.append(game)
        await monitored(self, game)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(BotPool, "_warm", noted)
        run(work, workers=1)
    assert order == ["first", "tally", "second", "third"]


def test_a_game_that_can_t_be_prepared_says_so(folder: Path) -> None:
    async def work(pool: BotPool) -> None:
        for _ in range(2):  # asked again, it is tried again
            with pytest.raises(BotError, match="no compiler"):
                await pool.choose("broken", b"", b"", 0, "easy", "")
        assert not pool.is_ready("broken")
        await ask(pool)

    run(work, workers=1)


def test_one_thinks_while_another_thinks(folder: Path) -> None:
    async def work(pool: BotPool) -> None:
        slow = asyncio.ensure_future(ask(pool, "slow"))
        await ask(pool)
        assert not slow.done()
        (folder / "go").touch()
        await slow

    run(work)


def test_a_worker_ends_when_the_server_is_killed(folder: Path) -> None:
    """The worker notices that its input has ended, even when nobody could tell it."""

    async def work(pool: BotPool) -> None:
        await ask(pool)
        (pid,) = pool.pids
        (worker,) = pool._workers
        assert worker._process is not None
        assert worker._process.stdin is not None
        worker._process.stdin.close()
        await patient(lambda: pid not in pool.pids)

    run(work, workers=1)


def test_unknown_jobs_do_not_end_a_worker(folder: Path) -> None:
    async def work(pool: BotPool) -> None:
        with pytest.raises(BotError, match='no game "chess"'):
            await pool.choose("chess", b"", b"", 0, "easy", "")
        await ask(pool)

    run(work, workers=1)
