"""Mass play: results depend on the arguments alone, and mean what they say."""

import json
import math
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner

from galleria.cli import main
from galleria.core import GalleriaError, GameState, games
from galleria.core.events import Log
from galleria.study import simulate
from galleria.study.mass import checksum
from galleria.study.simulate import AHEAD, Task, weights_of, wilson

module = import_module("galleria.study.simulate")  # the package has a function of this name

KEYS = {
    *("game", "box", "players", "games", "seed", "decisions", "forced_share", "seconds", "decisions_per_second"),
    *("seats", "length", "ends", "digest"),
}


def run(*arguments: str) -> str:
    result = CliRunner().invoke(main, ["simulate", *arguments], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.output


def refuse(*arguments: str) -> str:
    result = CliRunner().invoke(main, ["simulate", *arguments], catch_exceptions=False)
    assert result.exit_code == 2
    return result.output.splitlines()[-1]


def lasting(result: dict[str, object]) -> dict[str, object]:
    return {k: v for k, v in result.items() if k not in ("seconds", "decisions_per_second")}


def test_json_has_what_was_promised() -> None:
    result = json.loads(run("connect_four", "--players", "2", "--games", "40", "--seed", "7", "--json"))
    assert set(result) >= KEYS
    assert (result["game"], result["box"], result["players"], result["games"]) == ("connect_four", "published", 2, 40)
    assert result["seed"] == "7"
    for seat in result["seats"]:
        assert set(seat) >= {"bot", "wins", "mean_score", "sd_score"}
    assert sum(seat["wins"] for seat in result["seats"]) == 40
    for kind in "decisions", "rounds":
        spread = result["length"][kind]
        assert spread["min"] <= spread["mean"] <= spread["max"]
    assert result["length"]["decisions"]["mean"] * 40 == pytest.approx(result["decisions"])
    assert sum(result["ends"].values()) == 40
    assert len(result["digest"]) == 64


@pytest.mark.parametrize("name", games())
def test_random_games_are_the_same_in_both_modes_and_with_any_number_of_processes(name: str) -> None:
    players = max(games()[name].players)
    once = simulate(name, players=players, games=2, bots=["random"] * players, seed="a")
    assert lasting(simulate(name, players=players, games=2, bots=["random"] * players, seed="a")) == lasting(once)
    plainly = simulate(name, players=players, games=2, bots=["random"] * players, seed="a", interpreted=True)
    assert lasting(plainly) == lasting(once)
    other = simulate(name, players=players, games=2, bots=["random"] * players, seed="b")
    assert other["digest"] != once["digest"]


@pytest.mark.parametrize("name", games())
def test_the_checksum_notices_every_byte_but_those_of_the_log(name: str) -> None:
    game = games()[name]
    start: int = GameState.dtype.fields["log"][1]  # type: ignore[index]
    state = np.frombuffer(np.random.default_rng(1).bytes(game.state.size), np.uint8).copy()
    words, weights = state.view("<i4"), weights_of(game.state.size)
    for i in range(len(state)):
        around = slice(i // 4, i // 4 + 1)
        before = checksum(words[around], weights[around])
        state[i] ^= 1 << i % 8
        assert (checksum(words[around], weights[around]) == before) == (i - start in range(Log.size))


def test_more_processes_change_nothing_but_the_time() -> None:
    together = [simulate("connect_four", players=2, games=1200, bots=["random"] * 2, seed="a", jobs=n) for n in (1, 2)]
    assert lasting(together[0]) == lasting(together[1])
    thinking = [simulate("connect_four", players=2, games=6, bots=["easy", "greedy"], seed="a", jobs=n) for n in (1, 2)]
    assert lasting(thinking[0]) == lasting(thinking[1])


def test_both_modes_play_the_same_games_between_thinking_bots() -> None:
    games = [
        simulate("connect_four", players=2, games=1, bots=["easy", "greedy"], seed="a", interpreted=mode)
        for mode in (False, True)
    ]
    assert lasting(games[0]) == lasting(games[1])


def test_seats_rotate_over_the_same_shuffles() -> None:
    """Exchanging the bots exchanges their results: every pair of games is played from both sides."""
    one = simulate("connect_four", players=2, games=40, bots=["greedy", "easy"], seed="s")
    other = simulate("connect_four", players=2, games=40, bots=["easy", "greedy"], seed="s")
    assert [seat["bot"] for seat in one["seats"]] == ["greedy", "easy"]
    assert one["seats"][1]["wins"] > 30
    assert other["seats"][0]["wins"] > 30


def test_searching_beats_chance() -> None:
    result = simulate("connect_four", players=2, games=20, bots=["normal", "random"], seed="s")
    assert result["seats"][0]["wins"] >= 18


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [(0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (50, 100, 0.4038, 0.5962), (140, 200, 0.6332, 0.7593)],
)
def test_wilson_interval(wins: int, games: int, low: float, high: float) -> None:
    """As worked out from the formula by hand, to four digits."""
    got = wilson(wins, games)
    assert math.isclose(got[0], low, abs_tol=5e-5)
    assert math.isclose(got[1], high, abs_tol=5e-5)


def test_text_shows_names_intervals_and_digest() -> None:
    text = run("connect_four", "--games", "10", "--bots", "random,greedy")
    for piece in "Connect Four: 10 games, 2 players, seed 1", "greedy", "95 % interval", "four in a row", "digest":
        assert piece in text


def test_bad_arguments_get_one_sentence() -> None:
    assert "There is no bot" in refuse("connect_four", "--bots", "random,clever")
    assert "Connect Four is for 2 players, not 3." in refuse("connect_four", "--players", "3")
    assert "2 players need 2 bots, and 1 were named." in refuse("connect_four", "--players", "2", "--bots", "easy")
    assert 'There is no game "chess"' in refuse("chess")
    assert 'There is no box "big"' in refuse("connect_four", "--box", "big")
    assert '"speed" is not an option' in refuse("connect_four", "--options", "speed")
    assert "The seed '\\udcff' can’t be used" in refuse("connect_four", "--seed", "\udcff")
    with pytest.raises(GalleriaError, match=r"At least 1 game"):
        simulate("connect_four", players=2, games=0, bots=["random"] * 2, seed="1")


def children(process: int) -> list[int]:
    return [int(n) for n in Path(f"/proc/{process}/task/{process}/children").read_text().split()]


def working(process: int) -> bool:
    """Whether a process runs our work (not only keeps its parent's books) and has not ended."""
    try:
        ended = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] in "ZX"
        return not ended and b"spawn_main" in Path(f"/proc/{process}/cmdline").read_bytes()
    except FileNotFoundError:
        return False


ANSWERING = """
import signal
from galleria.cli import main
signal.signal(signal.SIGINT, signal.default_int_handler)  # whoever starts these tests may ignore it
main()
"""


@contextmanager
def playing(games: int, bots: str) -> Iterator[subprocess.Popen[str]]:
    """Two processes that have begun to play for hours; nothing is left of them afterwards."""
    command = [sys.executable, "-c", ANSWERING, "simulate", "connect_four", "--games", str(games), "--bots", bots]
    with subprocess.Popen(
        [*command, "--jobs", "2", "--interpreted"],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    ) as parent:
        try:
            while len([n for n in children(parent.pid) if working(n)]) < 2:
                assert parent.poll() is None
                time.sleep(0.05)
            time.sleep(1)  # let them begin
            yield parent
        finally:
            with suppress(ProcessLookupError):
                os.killpg(parent.pid, signal.SIGKILL)


def test_workers_end_when_their_parent_is_killed() -> None:
    with playing(100_000, "hard,hard") as parent:
        workers = [n for n in children(parent.pid) if working(n)]
        parent.kill()
        for _ in range(600):
            if not any(map(working, workers)):
                return
            time.sleep(0.05)
        pytest.fail("the workers go on without their parent")


@pytest.mark.parametrize("bots", ["hard,hard", "random,random"])
def test_ctrl_c_ends_it_soon_and_quietly(bots: str) -> None:
    with playing(90_000, bots) as parent:
        os.killpg(parent.pid, signal.SIGINT)  # as a terminal does: the workers get it too
        said, _ = parent.communicate(timeout=60)
    assert (parent.returncode, said.strip()) == (1, "Aborted!")


def test_few_games_are_handed_out_before_they_are_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    """So many that they fill the executor's pipe would stop everything for ever."""
    handed = []

    class Noting(ThreadPoolExecutor):
        def __init__(self, workers: int, *_rest: object) -> None:
            super().__init__(workers)

        def submit(self, _work: object, part: tuple[int, int]) -> "Future[Any]":  # type: ignore[override]
            handed.append(part[0])
            return super().submit(lambda: part)

    monkeypatch.setattr(module, "ProcessPoolExecutor", Noting)
    task = Task("connect_four", b"", 2, ("hard", "hard"), "1", interpreted=True)
    parts = module._parts(task, 1000, 2)
    for game in range(1000):
        assert next(parts) == (game, 1)
        assert handed == list(range(min(game + 2 * AHEAD, 1000)))
    assert list(parts) == []
