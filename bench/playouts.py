"""Random playouts: Connect Four beside C and OpenSpiel, Ginkgopolis beside Catanatron. One core, in turn."""

import random
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

from galleria.core import find_game, load_box
from galleria.study.mass import DECISIONS, FORCED
from galleria.study.simulate import BATCH, Task, play_batch, prepare

HERE = Path(__file__).parent
Speed = Callable[[int], tuple[int, float]]
"""Plays once, with a seed: decisions and seconds."""


def ours(game: str, players: int, batches: int) -> Speed:
    """`galleria simulate` with random bots, without its sums."""
    found = find_game(game)
    prepare(found)
    box = load_box(found).buf.tobytes()

    def run(seed: int) -> tuple[int, float]:
        task = Task(game, box, players, ("random",) * players, str(seed), interpreted=False)
        start = time.perf_counter()
        parts = [play_batch(task, BATCH * i, BATCH) for i in range(batches)]
        seconds = time.perf_counter() - start
        return sum(int(p.facts[:, DECISIONS].sum()) for p in parts), seconds

    return run


def in_c(games: int) -> Speed:
    """The same game in C, by gcc -O3."""
    program = Path(tempfile.mkdtemp()) / "connect_four"
    subprocess.run(["gcc", "-O3", "-march=native", str(HERE / "connect_four.c"), "-o", str(program)], check=True)

    def run(seed: int) -> tuple[int, float]:
        done = subprocess.run([str(program), str(games), str(seed)], check=True, capture_output=True, text=True)
        decisions, _, seconds = done.stdout.split()
        return int(decisions), float(seconds)

    return run


def open_spiel(games: int) -> Speed:
    """OpenSpiel's own rollouts in C++: a search of one simulation, which rolls out its root `games` times.

    Their number of decisions is the mean length of random games, measured here once.
    """
    import pyspiel

    game = pyspiel.load_game("connect_four")
    length = _mean_length(game, 2000)

    def run(seed: int) -> tuple[int, float]:
        bot = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(games, seed), 1.4, 1, 100, False, seed, False)
        state = game.new_initial_state()
        start = time.perf_counter()
        bot.step(state)
        return round(games * length), time.perf_counter() - start

    return run


def _mean_length(game: Any, games: int) -> float:
    chance = random.Random(1)
    total = 0
    for _ in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(chance.choice(state.legal_actions()))
            total += 1
    return total / games


def catanatron(games: int) -> Speed:
    """Catanatron's Settlers with two random players."""
    from catanatron import Color, Game, RandomPlayer

    def run(seed: int) -> tuple[int, float]:
        decisions = 0
        start = time.perf_counter()
        for i in range(games):
            game = Game([RandomPlayer(Color.RED), RandomPlayer(Color.BLUE)], seed=1000 * seed + i)
            game.play()
            decisions += len(game.state.actions)
        return decisions, time.perf_counter() - start

    return run


def side_by_side(repeats: int, **runners: Speed) -> dict[str, float]:
    """Median decisions a second of each, played in turn so that all see the same machine."""
    for run in runners.values():
        run(0)
    speeds: dict[str, list[float]] = {name: [] for name in runners}
    for seed in range(1, repeats + 1):
        for name, run in runners.items():
            decisions, seconds = run(seed)
            speeds[name].append(decisions / seconds)
    return {name: median(values) for name, values in speeds.items()}


def shares(game: str, players: int, batches: int) -> tuple[float, float]:
    """Decisions a game, and the share of them that had one legal action."""
    found = find_game(game)
    task = Task(game, load_box(found).buf.tobytes(), players, ("random",) * players, "shares", interpreted=False)
    parts = [play_batch(task, BATCH * i, BATCH) for i in range(batches)]
    decisions = sum(int(p.facts[:, DECISIONS].sum()) for p in parts)
    return decisions / (BATCH * batches), sum(int(p.facts[:, FORCED].sum()) for p in parts) / decisions


def measure(repeats: int, scale: float = 1.0) -> dict[str, Any]:
    """All of it. `scale` shortens the runs."""
    n = max(1, round(100 * scale))
    four = side_by_side(
        repeats, ours=ours("connect_four", 2, n), c=in_c(1000 * n), open_spiel=open_spiel(max(100, 100 * n))
    )
    town = side_by_side(repeats, ours=ours("ginkgopolis", 2, max(1, n // 5)), catanatron=catanatron(max(2, n // 2)))
    by_players = {}
    for players in find_game("ginkgopolis").players:
        speed = side_by_side(repeats, ours=ours("ginkgopolis", players, max(1, n // 10)))["ours"]
        length, forced = shares("ginkgopolis", players, max(1, n // 10))
        by_players[players] = {"decisions": speed, "games": speed / length, "forced": forced, "length": length}
    return {"connect_four": four, "ginkgopolis": town, "by_players": by_players}
