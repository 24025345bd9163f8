"""Speed of the bots: playouts a second, time for a move of each level, and from process start to the first move.

    python bench/bench_search.py [GAME] [--players N]

measures on positions of a match between easy bots. Compile first (`galleria warm`); compiling is not part of it.
"""

import argparse
import json
import subprocess
import sys
import time

from galleria.bots import choose, warm
from galleria.bots.players import LEVELS
from galleria.core import Match, find_game

FIRST_MOVE = """
import sys
from galleria.bots import choose
from galleria.core import Match, find_game
match = Match.new(find_game(sys.argv[1]), int(sys.argv[2]), seed="bench")
seat = match.to_act[0]
choose(match.game, match.hidden(seat).tobytes(), match.box.buf.tobytes(), seat, "normal", "bench")
"""


def first_move(game: str, players: int) -> float:
    """Seconds a new process takes from its start to the first move of `normal`."""
    start = time.perf_counter()
    subprocess.run([sys.executable, "-c", FIRST_MOVE, game, str(players)], check=True)
    return time.perf_counter() - start


def moves(game: str, players: int, levels: list[str], every: int = 6) -> dict[str, dict[str, float]]:
    """Per level the mean and the longest time of a move with a choice, and playouts a second."""
    match = Match.new(find_game(game), players, seed="bench")
    box = match.box.buf.tobytes()
    seconds: dict[str, list[float]] = {level: [] for level in levels}
    while not match.over:
        seat = match.to_act[0]
        hidden = match.hidden(seat).tobytes()
        if len(match.legal(seat)) > 1 and len(match.actions) % every == 0:
            for level in levels:
                start = time.perf_counter()
                choose(match.game, hidden, box, seat, level, "bench")
                seconds[level].append(time.perf_counter() - start)
        match.play(seat, choose(match.game, hidden, box, seat, "easy", str(len(match.actions))))
    return {
        level: {
            "mean_seconds": round(sum(spent) / len(spent), 4),
            "max_seconds": round(max(spent), 4),
            "playouts_per_second": round(len(spent) * (LEVELS[level].playouts + LEVELS[level].trials) / sum(spent)),
        }
        for level, spent in seconds.items()
    }


def measure(game: str, players: int) -> dict[str, object]:
    """All of it, as plain data."""
    warm(game)
    start = min(first_move(game, players) for _ in range(3))
    return {"game": game, "players": players, "first_move_seconds": round(start, 3), **moves(game, players, [*LEVELS])}


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", nargs="?", default="ginkgopolis")
    parser.add_argument("--players", type=int, default=2)
    arguments = parser.parse_args()
    print(json.dumps(measure(arguments.game, arguments.players), indent=2))
