"""Random games of the house's large games on one core, beside random games of Settlers by Catanatron."""

import subprocess
import sys
from statistics import median

from galleria.core import games
from galleria.study.simulate import prepare, simulate

YARDSTICK = "connect_four"
"""Measured by itself."""
CATANATRON = """
import random, time
from catanatron import Color, Game, RandomPlayer
random.seed(1)
colors = (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)
begin, decisions = time.perf_counter(), 0
for number in range({games}):
    game = Game([RandomPlayer(color) for color in colors], seed=number)
    game.play()
    decisions += len(game.state.actions)
print(decisions, time.perf_counter() - begin)
"""


def ours(name: str, players: int, number: int, repeats: int) -> dict[str, float]:
    """Decisions and games a second, and how many decisions had a single legal action."""
    runs = [
        simulate(name, players=players, games=number, bots=["random"] * players, seed=f"bench {i}")
        for i in range(repeats)
    ]
    return {
        "decisions_per_second": median(run["decisions"] / run["seconds"] for run in runs),
        "games_per_second": median(run["games"] / run["seconds"] for run in runs),
        "forced_share": median(run["forced_share"] for run in runs),
        "decisions_per_game": median(run["length"]["decisions"]["mean"] for run in runs),
    }


def catanatron(number: int, repeats: int) -> dict[str, float]:
    """The same of Catanatron's four random players."""
    speeds, lengths = [], []
    for _ in range(repeats):
        said = subprocess.run(
            [sys.executable, "-c", CATANATRON.format(games=number)], check=True, capture_output=True, text=True
        ).stdout.split()
        speeds.append(int(said[0]) / float(said[1]))
        lengths.append(int(said[0]) / number)
    return {"decisions_per_second": median(speeds), "decisions_per_game": median(lengths)}


def measure(repeats: int) -> dict[str, dict[str, float]]:
    """Ours by title and number of players, and Catanatron's."""
    found = {}
    for game in games().values():
        if game.name == YARDSTICK:
            continue
        prepare(game)
        for players in game.players:
            simulate(game.name, players=players, games=10, bots=["random"] * players, seed="warm")
            people = f"{players} player{'s' if players > 1 else ''}"
            found[f"{game.title}, {people}"] = ours(game.name, players, 6_000, repeats)
    return {**found, "catanatron": catanatron(10, repeats)}
