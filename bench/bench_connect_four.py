"""Connect Four random playouts: our rules compiled, hand-written C, OpenSpiel's C++; in turns, in one run."""

import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

import numpy as np
from connect_four import GAME, rules
from connect_four.state import Box, State

from galleria.core import below, load_box, rule, seed_random
from galleria.core.compiled import Entry, Unit, game_unit, load

HERE = Path(__file__).parent
GAMES = 150_000

OPEN_SPIEL = """
import sys, time
import pyspiel
game = pyspiel.load_game("connect_four")
start = game.new_initial_state()
for seed, line in enumerate(sys.stdin, 1):
    rollouts = int(line)
    evaluator = pyspiel.RandomRolloutEvaluator(rollouts, seed)
    bot = pyspiel.MCTSBot(game, evaluator, 2.0, 1, 10, False, seed, False)
    begin = time.perf_counter()
    bot.mcts_search(start)
    print(time.perf_counter() - begin, flush=True)
"""
"""A search of one simulation is nothing but the evaluator's C++ loop of rollouts from the first position."""


@rule
def playouts(raw: Any, s: Any, box: Any, games: int, out: Any) -> int:
    """Play random games; `raw` and `s` are the same memory. Returns the number of decisions."""
    decisions = 0
    for _ in range(games):
        a = s.rng.a
        b = s.rng.b
        c = s.rng.c
        counter = s.rng.counter
        for i in range(len(raw)):
            raw[i] = 0
        s.rng.a = a
        s.rng.b = b
        s.rng.c = c
        s.rng.counter = counter
        rules.setup(s, box, 2)
        while s.to_act != 0:
            seat = 0 if s.to_act == 1 else 1
            n = rules.legal(s, box, seat, out)
            action = out[below(s, n)]
            s.log.n = 0
            rules.play(s, box, seat, action)
            decisions += 1
    return decisions


def unit() -> Unit:
    """The playouts as compiled code."""
    entry = Entry("playouts", playouts, "i64", ("u8[]", State, Box, "i64", "i32[]"))
    return Unit("bench-connect-four", (entry,), (HERE, *game_unit(GAME).packages))


class Ours:
    """Playouts by our own rules."""

    def __init__(self) -> None:
        self.compiled = load(unit())
        state = State.new()
        seed_random(state.rng, "bench")
        self.buf, self.box, self.out = state.buffer(), load_box(GAME).buf, np.zeros(GAME.max_legal, np.int32)

    def run(self, games: int) -> tuple[int, float]:
        """Decisions and seconds."""
        begin = perf_counter()
        decisions = self.compiled.playouts(self.buf, self.buf, self.box, games, self.out)
        return decisions, perf_counter() - begin


def build_c(folder: Path) -> Path:
    """The C program, compiled."""
    program = folder / "connect_four"
    subprocess.run(["gcc", "-O3", "-o", str(program), str(HERE / "connect_four.c")], check=True)
    return program


def run_c(program: Path, seed: int, games: int) -> tuple[int, float]:
    """Decisions and seconds."""
    said = subprocess.run(
        [program, str(seed), str(games), "4"], check=True, capture_output=True, text=True
    ).stdout.split()
    return int(said[0]), float(said[1])


def measure(repeats: int) -> dict[str, float]:
    """Decisions a second of each, and the ratios; medians over the repeats, in each of which all three run."""
    ours = Ours()
    ours.run(1000)
    speeds: dict[str, list[float]] = {"ours": [], "c": [], "open_spiel": []}
    with (
        tempfile.TemporaryDirectory() as folder,
        subprocess.Popen(
            [sys.executable, "-c", OPEN_SPIEL], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        ) as other,
    ):
        assert other.stdin
        assert other.stdout
        program = build_c(Path(folder))
        for repeat in range(repeats):
            decisions, seconds = ours.run(GAMES)
            length = decisions / GAMES
            speeds["ours"].append(decisions / seconds)
            decisions, seconds = run_c(program, repeat, GAMES)
            speeds["c"].append(decisions / seconds)
            rollouts = GAMES // 10
            print(rollouts, file=other.stdin, flush=True)
            speeds["open_spiel"].append(rollouts * length / float(other.stdout.readline()))
        other.stdin.close()
    result = {name: median(values) for name, values in speeds.items()}
    result["times_open_spiel"] = median(a / b for a, b in zip(speeds["ours"], speeds["open_spiel"], strict=True))
    result["share_of_c"] = median(a / b for a, b in zip(speeds["ours"], speeds["c"], strict=True))
    return result
