"""The bots by name, and what it takes to ask one."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from galleria.core import Buffer, GalleriaError, Game, GameState, Kernel, below, find_game, seed_random
from galleria.core import interpreted as plainly
from galleria.core.compiled import Entry, Unit, compiled, load, plain, rule_arguments
from galleria.core.text import _

from . import search as tree
from .chances import SHARE
from .chances import chances as play_out
from .dice import Dice
from .greedy import greedy
from .search import search

Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class Level:
    """How hard a searching bot thinks."""

    playouts: int
    trials: int = 64
    """Playouts before the search, to learn how far apart results are."""
    explore: int = 1500
    """Weight of curiosity, in 1/1000."""
    far: bool = False
    """Whether playouts go on for `Game.far_horizon`."""


LEVELS = {"easy": Level(50, 16), "normal": Level(1000), "hard": Level(8000, far=True)}
GREEDY_WORLDS = 4

BOTS = {
    "random": "takes any legal action",
    "greedy": "tries every action and takes what looks best at the end of the round",
    "easy": "looks ahead a little",
    "normal": "looks ahead well: a match for people who know the game",
    "hard": "looks ahead eight times as long",
}
"""Every bot by name, with what it does."""

UNIT = Unit(
    "bots",
    (
        Entry(
            "search",
            search,
            "void",
            (
                *rule_arguments("legal", "play", "redeal", "score", "value", "weigh"),
                *("u8[]", "u8[]", GameState, "u8[]", Dice, "i64"),
                *("i64[]", "i64[]", "i64[]", "f64[]", "i32[]", "i32[]", "i32[]", "i64[]", "i64[]", "f64[]"),
            ),
        ),
        Entry(
            "greedy",
            greedy,
            "void",
            (
                *rule_arguments("legal", "play", "redeal", "value", "weigh"),
                *("u8[]", "u8[]", "u8[]", GameState, "u8[]", Dice, Dice, "i64", "i64"),
                *("i32[]", "i32[]", "i32[]", "i64", "i64[]"),
            ),
        ),
    ),
    (Path(__file__).parent,),
)
CHANCES = Unit(
    "chances",
    (
        Entry(
            "chances",
            play_out,
            "void",
            (
                *rule_arguments("legal", "play", "redeal", "score", "weigh"),
                *("u8[]", "u8[]", GameState, "u8[]", Dice, "i64", "i64", "i64"),
                *("i32[]", "i32[]", "i32[]", "i64[]", "i64[]"),
            ),
        ),
    ),
    (Path(__file__).parent,),
)


@dataclass(frozen=True)
class Analysis:
    """What a search found out about one action."""

    action: int
    visits: int
    mean: float
    """Mean reward of the playouts that began with it, from 0 to 1: half share of victory, half lead in points."""


def prepare() -> None:
    """Load the compiler, which takes a third of a second, ahead of the first game."""
    import numba  # noqa: F401


def warm(game: Game | str, progress: Progress | None = None) -> None:
    """Load all that the bots of a game need into this process, compiling it first where the disk does not have it."""
    found = find_game(game) if isinstance(game, str) else game
    parts: list[tuple[int, int]] = [(0, 1), (0, 1)]

    def part(index: int) -> Progress | None:
        def report(done: int, total: int) -> None:
            assert progress
            parts[index] = (done, total)
            progress(round(500 * sum(d / t for d, t in parts)), 1000)

        return report if progress else None

    _thinker(found, part(0), part(1))
    if progress:
        progress(1000, 1000)


_ready: dict[str, tuple[Kernel, Any]] = {}


def _thinker(game: Game, first: Progress | None = None, second: Progress | None = None) -> tuple[Kernel, Any]:
    if game.name not in _ready:
        _ready[game.name] = (compiled(game, first), load(UNIT, second))
    return _ready[game.name]


class _Question:
    """One seat's decision: buffers and rules, ready for a bot."""

    def __init__(
        self, game: Game | str, hidden: bytes | Buffer, box: bytes | Buffer, seat: int, seed: str, slowly: bool
    ) -> None:
        self.game = find_game(game) if isinstance(game, str) else game
        self.seat = seat
        self.root = np.frombuffer(bytes(hidden), np.uint8).copy()
        self.box = np.frombuffer(bytes(box), np.uint8).copy()
        self.kernel, self.module = (plainly(self.game), plain(UNIT)) if slowly else _thinker(self.game)
        self.world = np.zeros_like(self.root)
        self.head = self.world[: GameState.size]
        dice = Dice.new()
        seed_random(dice.rng, f"bot {seed}")
        self.dice, self.stream = dice, dice.buffer()
        self.actions = np.zeros(self.game.max_legal, np.int32)
        self.weights = np.zeros(self.game.max_legal, np.int32)
        n = int(self.kernel.legal(self.root, self.box, seat, self.actions))
        if n == 0:
            raise GalleriaError(_("Seat %(seat)s has nothing to decide in this state.") % {"seat": seat})
        self.legal: NDArray[np.int32] = self.actions[:n].copy()

    def random(self) -> int:
        return int(self.legal[below(self.dice, len(self.legal))])

    def greedy(self) -> int:
        k, n = self.kernel, len(self.legal)
        sums = np.zeros(n, np.int64)
        again = Dice.new().buffer()
        self.module.greedy(
            *(k.legal, k.play, k.redeal, k.value, k.weigh),
            *(self.root, self.world.copy(), self.world, self.head, self.box, self.stream, again),
            *(self.seat, GREEDY_WORLDS, self.actions, self.weights, self.legal, n, sums),
        )
        return int(self.legal[int(sums.argmax())])

    def search(self, level: Level, forced: int = -1) -> list[Analysis]:
        k = self.kernel
        size = 1 << (4 * level.playouts + 64).bit_length()
        keys, counts, totals = np.zeros(size, np.int64), np.zeros(2 * size, np.int64), np.zeros(size)
        horizon = self.game.far_horizon if level.far and self.game.far_horizon else self.game.horizon
        settings = np.array([level.playouts, level.trials, horizon, level.explore, forced], np.int64)
        self.world[:] = self.root
        self.module.search(
            *(k.legal, k.play, k.redeal, k.score, k.value, k.weigh),
            *(self.root, self.world, self.head, self.box, self.stream, self.seat),
            *(settings, keys, counts, totals, self.actions, self.weights),
            *(np.zeros(max(len(self.game.sources), 1), np.int32), np.zeros(3 * tree.DEPTH, np.int64)),
            *(np.zeros(tree.SEATS, np.int64), np.zeros(4 * tree.SEATS)),
        )
        found = []
        node = tree.mix(tree.mix(tree.FLAG, self.seat + 1), 0)
        for action in self.legal.tolist():
            slot = int(tree.find(keys, tree.mix(node, action + 1)))
            visits = int(counts[2 * slot]) if keys[slot] else 0
            found.append(Analysis(action, visits, float(totals[slot]) / visits if visits else 0.0))
        return found


def choose(
    game: Game | str,
    hidden: bytes | Buffer,
    box: bytes | Buffer,
    seat: int,
    bot: str,
    seed: str,
    *,
    interpreted: bool = False,
) -> int:
    """The action that a bot takes for `seat` in `hidden`, the bytes of a state with all hidden that it may not know.

    The same arguments give the same action on every machine. Loads what is not loaded; `interpreted` compiles nothing.
    Raises GalleriaError for an unknown bot or a seat that has nothing to decide.
    """
    check_bot(bot)
    question = _Question(game, hidden, box, seat, seed, interpreted)
    if len(question.legal) == 1:
        return int(question.legal[0])
    if bot == "random":
        return question.random()
    if bot == "greedy":
        return question.greedy()
    return max(question.search(LEVELS[bot]), key=lambda a: (a.visits, a.mean)).action


def analyse(
    game: Game | str,
    hidden: bytes | Buffer,
    box: bytes | Buffer,
    seat: int,
    level: Level | str,
    seed: str,
    *,
    action: int | None = None,
    interpreted: bool = False,
) -> list[Analysis]:
    """What a search of that level thinks of every legal action, in ascending order of actions.

    With `action` it looks at nothing but that one: how good it is when everybody goes on as well as they can.
    """
    question = _Question(game, hidden, box, seat, seed, interpreted)
    if action is not None and action not in question.legal:
        words = {"action": action, "seat": seat}
        raise GalleriaError(_("Action %(action)s is not possible for seat %(seat)s in this state.") % words)
    found = question.search(LEVELS[level] if isinstance(level, str) else level, -1 if action is None else action)
    return found if action is None else [a for a in found if a.action == action]


def chances(
    game: Game | str,
    hidden: bytes | Buffer,
    box: bytes | Buffer,
    seat: int,
    playouts: int,
    seed: str,
    *,
    action: int | None = None,
    interpreted: bool = False,
) -> list[float]:
    """Every side's chance to win: its share of victory over `playouts` quick matches from `hidden` to the end.

    `hidden` is what `seat` (-1: a spectator) may know; `action` is what the seat does first. The same seed deals the
    same worlds, so two actions of one seat are compared under equal luck.
    """
    found = find_game(game) if isinstance(game, str) else game
    root = np.frombuffer(bytes(hidden), np.uint8).copy()
    content = np.frombuffer(bytes(box), np.uint8).copy()
    k, module = (plainly(found), plain(CHANCES)) if interpreted else (_thinker(found)[0], load(CHANCES))
    world = np.zeros_like(root)
    dice = Dice.new()
    seed_random(dice.rng, f"chances {seed}")
    sides = int(found.state.of(root.copy()).sides)
    wins = np.zeros(sides, np.int64)
    module.chances(
        *(k.legal, k.play, k.redeal, k.score, k.weigh),
        *(root, world, world[: GameState.size], content, dice.buffer()),
        *(seat, -1 if action is None else action, playouts),
        *(np.zeros(found.max_legal, np.int32), np.zeros(found.max_legal, np.int32)),
        *(np.zeros(max(len(found.sources), 1), np.int32), np.zeros(sides, np.int64), wins),
    )
    return [int(share) / (SHARE * playouts) for share in wins]


def check_bot(bot: str) -> None:
    """Raises GalleriaError when there is no bot of that name."""
    if bot not in BOTS:
        words = {"bot": bot[:40], "known": ", ".join(BOTS)}
        raise GalleriaError(_('There is no bot "%(bot)s"; there are %(known)s.') % words)
