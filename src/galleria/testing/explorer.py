"""Many random games of any game in one compiled loop, with all that must hold looked at on the way."""

import sys
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from galleria.bots.dice import Dice, draw, fork
from galleria.core import (
    EVERYONE,
    Event,
    Game,
    GameState,
    LoadedBox,
    Match,
    below,
    bits,
    interpreted,
    load_box,
    nth_bit,
    rule,
)
from galleria.core.compiled import Entry, Unit, compiled, load, plain, rule_arguments
from galleria.core.errors import GalleriaError
from galleria.core.random import seed_bytes
from galleria.study.mass import SIDES, start_picks

from .playthroughs import NAMES

FAILURES = (
    "",
    "check() finds something broken",
    "check() finds something broken in a redealt world",
    "hiding a redealt world gives something else than hiding the state",
    "why_not() and legal() disagree",
    "a hidden state allows other actions than the state",
    "a seat that acts has no action",
    "hiding twice hides more",
    "an action caused more events than the log has place for",
    "a game has more decisions than the game states",
    "",
)
BROKEN, BROKEN_WORLD, OTHER_VIEW, DISAGREE, OTHER_ACTIONS, NO_ACTION, HIDES_MORE, LOST, LONG, OBJECTED = range(1, 11)

FACTS = (
    *("failure", "detail", "game", "decision", "decisions", "longest", "most legal", "most events", "worlds"),
    *("rounds", "heard", "summed"),
)
FAILURE, DETAIL, GAME, DECISION, DECISIONS, LONGEST, MOST_LEGAL, EVENTS, WORLDS, ROUNDS, HEARD, SUMMED = range(
    len(FACTS)
)
ENDS = 16
"""Reasons for the end that are counted, after the facts."""
OWN = 64
"""Numbers that a witness has to itself during a game."""
EAR = 20_000
"""Events that are kept to be added up; games after them are not."""
COLUMNS = 7
"""Of an event that is kept: its game, its side, its kind, a, b, c and d."""
PIECE = 100
"""Games of a table in one piece of work."""


@dataclass(frozen=True)
class Witness:
    """What a game looks at in many games beside what must hold in any: rules of its own, compiled beside the loop."""

    see: Callable[..., int] | None = None
    """`see(s, box, own, seen)`, after every action and the set-up: counts in `seen`, one place for each of `facts`;
    `own` has 64 places that are 0 when a game begins. Returns 0, or 1 + the place in `objections`."""
    facts: tuple[str, ...] = ()
    objections: tuple[str, ...] = ()
    choose: Callable[..., int] | None = None
    """`choose(s, box, actions, n, game, dice)`: which of the `n` actions to play in game number `game`; -1 where it
    does not matter."""


@dataclass(frozen=True)
class Many:
    """What was seen in many games."""

    failure: str = ""
    """"" when everything holds; else what does not, and where."""
    record: str = ""
    """The game that failed, up to where it did."""
    games: int = 0
    decisions: int = 0
    longest: int = 0
    """Decisions of the longest game."""
    most_legal: int = 0
    """Most legal actions of a decision."""
    most_events: int = 0
    """Most events of an action."""
    worlds: int = 0
    """Redealt worlds that were looked at."""
    rounds: int = 0
    summed: int = 0
    """Games whose events were added up and compared with the score."""
    ends: Counter[str] = field(default_factory=Counter)
    seen: dict[str, int] = field(default_factory=dict)
    """What the witness counted."""

    def __add__(self, other: "Many") -> "Many":
        """Both together; what witnesses counted is left out, for sums and maxima stand side by side there."""
        return Many(
            self.failure or other.failure,
            self.record or other.record,
            self.games + other.games,
            self.decisions + other.decisions,
            max(self.longest, other.longest),
            max(self.most_legal, other.most_legal),
            max(self.most_events, other.most_events),
            self.worlds + other.worlds,
            self.rounds + other.rounds,
            self.summed + other.summed,
            Counter({end: self.ends[end] + other.ends[end] for end in self.ends | other.ends}),
        )

    def __str__(self) -> str:
        ends = ", ".join(f"{name} ({n:,})" for name, n in self.ends.items())
        return (
            f"{self.games:,} games with {self.decisions:,} decisions; the longest has {self.longest:,}, a decision at "
            f"most {self.most_legal:,} actions, an action {self.most_events:,} events; {self.worlds:,} redealt worlds; "
            f"the events of {self.summed:,} games added up; ends: {ends}"
        )


@rule
def fail(facts: Any, failure: int, detail: int) -> None:
    facts[FAILURE] = failure
    facts[DETAIL] = detail


@rule
def differ(one: Any, other: Any) -> bool:
    for i in range(len(one)):  # noqa: SIM110 - generators do not compile
        if one[i] != other[i]:
            return True
    return False


@rule
def listen(log: Any, game: int, ear: Any, heard: int) -> int:
    """Keep the events of an action beside `heard` others; returns how many they are now, -1 when there is no place."""
    if heard < 0 or (heard + log.n) * COLUMNS > len(ear):
        return -1
    for i in range(log.n):
        e = log.items[i]
        place = (heard + i) * COLUMNS
        ear[place] = game
        ear[place + 1] = e.who
        ear[place + 2] = e.kind
        ear[place + 3] = e.a
        ear[place + 4] = e.b
        ear[place + 5] = e.c
        ear[place + 6] = e.d
    return int(heard + log.n)


@rule
def play_many(
    setup: Any,
    why_not: Any,
    legal: Any,
    play: Any,
    hide: Any,
    redeal: Any,
    score: Any,
    check: Any,
    weigh: Any,
    see: Any,
    choose: Any,
    s: Any,
    head: Any,
    hidden: Any,
    world: Any,
    world_head: Any,
    box: Any,
    dice: Any,
    stream: Any,
    settings: Any,
    seeds: Any,
    actions: Any,
    others: Any,
    played: Any,
    ear: Any,
    scores: Any,
    own: Any,
    seen: Any,
    facts: Any,
) -> None:
    """Play games, each the same whatever other games are played beside it.

    Every `every` decisions, and at the end, look whether the state is sound; every `often` hide and redeal for all,
    every `seldom` try all action numbers: first after other decisions in every game. In every other game players
    prefer the later actions, in every eighth what looks promising; else they choose evenly.

    `settings` are the numbers below; `seeds` four words for what is picked, then four for every game's shuffles.
    `played` gets a seat and an action for every decision of the latest game, `scores` the parts of all scores.
    """
    players = int(settings[0])
    first = int(settings[1])
    games = int(settings[2])
    often = int(settings[3])
    seldom = int(settings[4])
    size = int(settings[5])
    longest = int(settings[6])
    every = int(settings[7])
    sources = len(scores) // (games * SIDES)
    heard = 0
    for g in range(games):
        game = first + g
        s[:] = 0
        own[:] = 0
        head.rng.a = seeds[4 * g + 4]
        head.rng.b = seeds[4 * g + 5]
        head.rng.c = seeds[4 * g + 6]
        head.rng.counter = seeds[4 * g + 7]
        start_picks(dice, seeds, game)
        setup(s, box, players)
        decision = 0
        facts[GAME] = game
        while True:
            facts[DECISION] = decision
            facts[EVENTS] = max(facts[EVENTS], int(head.log.n))
            if head.log.lost:
                fail(facts, LOST, 0)
                return
            broken = check(s, box) if head.over or (decision + game) % every == 0 else 0
            if broken:
                fail(facts, BROKEN, broken)
                return
            heard = listen(head.log, g, ear, heard)
            objection = see(s, box, own, seen)
            if objection:
                fail(facts, OBJECTED, objection - 1)
                return
            if (decision + game) % often == 0:
                for seat in range(-1, players):
                    hidden[:] = s
                    hide(hidden, box, seat)
                    world[:] = hidden
                    hide(world, box, seat)
                    if differ(hidden, world):
                        fail(facts, HIDES_MORE, seat)
                        return
                    fork(dice, world_head)
                    redeal(world, box, seat)
                    facts[WORLDS] += 1
                    broken = check(world, box)
                    if broken:
                        fail(facts, BROKEN_WORLD, broken)
                        return
                    if seat >= 0:
                        n = legal(s, box, seat, actions)
                        if legal(hidden, box, seat, others) != n or differ(actions[:n], others[:n]):
                            fail(facts, OTHER_ACTIONS, seat)
                            return
                    hide(world, box, seat)
                    if differ(hidden, world):
                        fail(facts, OTHER_VIEW, seat)
                        return
            if (decision + game) % seldom == 0:
                for seat in range(players):
                    n = legal(s, box, seat, actions)
                    i = 0
                    for action in range(size):
                        listed = i < n and actions[i] == action
                        if listed:
                            i += 1
                        if listed != (why_not(s, box, seat, action) == 0):
                            fail(facts, DISAGREE, action)
                            return
                    if i != n:
                        fail(facts, DISAGREE, -1)
                        return
            if head.over:
                break
            if decision == longest:
                fail(facts, LONG, decision)
                return
            seat = nth_bit(int(head.to_act), below(dice, bits(int(head.to_act))))
            n = legal(s, box, seat, actions)
            if n == 0:
                fail(facts, NO_ACTION, seat)
                return
            facts[MOST_LEGAL] = max(facts[MOST_LEGAL], n)
            pick = choose(s, box, actions, n, game, stream)
            if pick < 0:
                pick = below(dice, n)
                if game & 1 and below(dice, 3):
                    pick = n - 1 - below(dice, (n + 1) // 2)
                elif game % 8 == 2 and n > 1:
                    weigh(s, box, seat, actions, n, others)
                    pick = draw(dice, others, n)
            played[2 * decision] = seat
            played[2 * decision + 1] = actions[pick]
            head.log.n = 0
            play(s, box, seat, int(actions[pick]))
            decision += 1
        if heard >= 0:
            facts[HEARD] = heard
            facts[SUMMED] += 1
        for side in range(int(head.sides)):
            score(s, box, side, others)
            for source in range(sources):
                scores[(g * SIDES + side) * sources + source] = others[source]
        facts[DECISIONS] += decision
        facts[LONGEST] = max(facts[LONGEST], decision)
        facts[ROUNDS] += int(head.round)
        facts[len(FACTS) + int(head.over) - 1] += 1


@rule
def see_nothing(s: Any, box: Any, own: Any, seen: Any) -> int:  # noqa: ARG001 - an entry point
    return 0


@rule
def choose_nothing(s: Any, box: Any, actions: Any, n: int, game: int, dice: Any) -> int:  # noqa: ARG001 - the same
    return -1


SEE = ("u8[]", "u8[]", "i64[]", "i64[]")
CHOOSE = ("u8[]", "u8[]", "i32[]", "i64", "i64", "u8[]")
HERE = Path(__file__).parent
UNIT = Unit(
    "many",
    (
        Entry("see", see_nothing, "i64", SEE),
        Entry("choose", choose_nothing, "i64", CHOOSE),
        Entry(
            "play_many",
            play_many,
            "void",
            (
                *rule_arguments("setup", "why_not", "legal", "play", "hide", "redeal", "score", "check", "weigh"),
                *(("i64", SEE), ("i64", CHOOSE)),
                *("u8[]", GameState, "u8[]", "u8[]", GameState, "u8[]", Dice, "u8[]"),
                *(*["i64[]"] * 2, *["i32[]"] * 5, *["i64[]"] * 3),
            ),
        ),
    ),
    (HERE, HERE.parent / "bots", HERE.parent / "study"),
)


def _loaded(unit: Unit, slowly: bool) -> Any:
    return plain(unit) if slowly else load(unit)


def _witness_unit(game: Game, witness: Witness) -> Unit | None:
    entries = []
    if witness.see:
        entries.append(Entry("see", witness.see, "i64", (game.state, game.box, *SEE[2:])))
    if witness.choose:
        entries.append(Entry("choose", witness.choose, "i64", (game.state, game.box, *CHOOSE[2:-1], Dice)))
    folders = {Path(sys.modules[entry.function.__module__].__file__ or "").parent for entry in entries}
    return Unit(f"{game.name}-witness", tuple(entries), (*sorted(folders), game.folder)) if entries else None


def many(
    game: Game,
    box: LoadedBox,
    players: int,
    games: int,
    *,
    seed: str = "1",
    first: int = 0,
    witness: Witness | None = None,
    every: int = 1,
    often: int = 7,
    seldom: int = 211,
    slowly: bool = False,
) -> Many:
    """Play the random games `first`, `first + 1`, ... and look at every state: see `play_many`.

    With `every`, look that many times less often; ends are looked at and events added up all the same. The same seed
    and number is the same game, as long as one looks as often. `slowly` plays interpreted.
    """
    witness = witness or Witness()
    rules = interpreted(game) if slowly else compiled(game)
    module, unit = _loaded(UNIT, slowly), _witness_unit(game, witness)
    own = _loaded(unit, slowly) if unit else module
    state, hidden, world = (np.zeros(game.state.size, np.uint8) for _ in range(3))
    dice, head = Dice.new().buffer(), GameState.size
    names = (f"many {game.name} {players} {seed}", *(f"{seed}-{first + g}" for g in range(games)))
    seeds = np.frombuffer(b"".join(map(seed_bytes, names)), "<u4").astype(np.int64)
    actions, others = (np.zeros(max(game.max_legal, len(game.sources)), np.int32) for _ in range(2))
    played = np.zeros(2 * game.longest, np.int32)
    ear = np.zeros(COLUMNS * EAR if game.points else 0, np.int32)
    scores = np.zeros(SIDES * len(game.sources) * games, np.int32)
    seen, facts = np.zeros(max(1, len(witness.facts)), np.int64), np.zeros(len(FACTS) + ENDS, np.int64)
    module.play_many(
        *(rules.setup, rules.why_not, rules.legal, rules.play, rules.hide, rules.redeal, rules.score, rules.check),
        *(rules.weigh, getattr(own, "see", module.see), getattr(own, "choose", module.choose)),
        *(state, state[:head], hidden, world, world[:head], box.buf.copy(), dice, dice),
        np.array(
            (players, first, games, every * often, every * seldom, game.actions.size, game.longest, every), np.int64
        ),
        *(seeds, actions, others, played, ear, scores, np.zeros(OWN, np.int64), seen, facts),
    )
    found = dict(zip(FACTS, facts.tolist(), strict=False))
    number, decision, detail = found["game"], found["decision"], found["detail"]
    failure = FAILURES[found["failure"]]
    if found["failure"] == OBJECTED:
        failure = witness.objections[detail]
    elif failure:
        broken = [name for i, name in enumerate(game.invariants) if detail >> i & 1] if "check()" in failure else []
        failure += f": {', '.join(broken) or detail}"
    elif game.points:
        heard = ear.reshape(-1, COLUMNS)[: found["heard"]]
        wrong = _other_sums(game, game.points, heard, scores.reshape(games, SIDES, -1)[: found["summed"]])
        if wrong:
            number, failure = first + wrong[0], wrong[1]
            if games > 1:
                rest: Any = {"every": every, "often": often, "seldom": seldom, "slowly": slowly}
                return many(game, box, players, 1, seed=seed, first=number, witness=witness, **rest)
    record = _record(game, box, players, f"{seed}-{number}", played[: 2 * decision].tolist()) if failure else ""
    return Many(
        f"{failure}, in game {number} after {decision} decisions" if failure else "",
        record,
        games,
        found["decisions"],
        found["longest"],
        found["most legal"],
        found["most events"],
        found["worlds"],
        found["rounds"],
        found["summed"] if game.points else 0,
        Counter(dict(zip(game.ends, facts[len(FACTS) :].tolist(), strict=False))),
        dict(zip(witness.facts, seen.tolist(), strict=False)),
    )


def _other_sums(
    game: Game,
    points: Callable[[Event], tuple[str, int] | None],
    heard: NDArray[np.int32],
    scores: NDArray[np.int32],
) -> tuple[int, str] | None:
    """The first game whose events do not add up to the scores of its sides, and what is wrong there."""
    _, first, which = np.unique(_one_number(heard[:, 2:]), return_index=True, return_inverse=True)
    sources = np.full(len(first), -1)
    amounts = np.zeros(len(first), np.int64)
    for i, (kind, *rest) in enumerate(heard[first, 2:].tolist()):
        found = points(Event(0, kind, EVERYONE, 0, *rest))
        if found:
            sources[i], amounts[i] = game.sources.index(found[0]), found[1]
    counts = sources[which] >= 0
    sums = np.zeros(scores.shape, np.int64)
    np.add.at(sums, (heard[counts, 0], heard[counts, 1], sources[which[counts]]), amounts[which[counts]])
    wrong = np.argwhere(sums != scores)
    if not len(wrong):
        return None
    number, side, source = wrong[0].tolist()
    return number, (
        f"side {side} has {scores[number, side, source]} points for {game.sources[source]}, its events add up to "
        f"{sums[number, side, source]}"
    )


def _one_number(rows: NDArray[np.int32]) -> NDArray[np.int64]:
    """Equal rows get equal numbers, others different ones; whole numbers sort much faster than rows."""
    keys = np.zeros(len(rows), np.int64)
    span = 1
    for column in rows.T:
        values, places = np.unique(column, return_inverse=True)
        if span * len(values) > np.iinfo(np.int64).max:
            kept, keys = np.unique(keys, return_inverse=True)
            span = len(kept)
        keys = keys * len(values) + places
        span *= len(values)
    return keys


def _record(game: Game, box: LoadedBox, players: int, seed: str, played: list[int]) -> str:
    """The record of a game, as far as a match can retell it."""
    match = Match.new(game, players, box=box, seed=seed, names=NAMES[:players])
    with suppress(GalleriaError):
        for seat, action in zip(played[::2], played[1::2], strict=True):
            match.play(seat, action)
    return match.record()


# -- all tables of a game ----------------------------------------------------------------------------------------------


def tables(game: Game) -> list[tuple[LoadedBox, int]]:
    """Every shipped box and every option of the published one, each with every number of players."""
    boxes = [load_box(game, name) for name in game.boxes]
    for key, values in game.options.items():
        boxes += [box for box in (load_box(game, "published", {key: value}) for value in values) if box.options]
    return [(box, players) for box in boxes for players in game.players]


def everywhere(
    game: Game,
    games: int,
    *,
    seed: str = "galleria",
    start: int = 0,
    jobs: int = 1,
    every: int = 1,
    slowly: bool = False,
) -> Iterator[Many]:
    """Random games at all tables of a game in turn: games `start` to `games`, in pieces, in this order.

    Each piece plays the same numbers at every table; it ends with the first that fails. Compiled rules run in `jobs`
    threads.
    """
    places = tables(game)

    def piece(first: int) -> Many:
        together = Many()
        for box, players in places:
            n = min(PIECE, -(-games // len(places)) - first)
            found = many(game, box, players, n, seed=seed, first=first, every=every, slowly=slowly)
            if found.failure:
                options = "".join(f", {key} = {value}" for key, value in box.options.items())
                where = f"box {box.name}{options}, {players} players, seed {seed}"
                return Many(f"{found.failure} ({where})", found.record)
            together += found
        return together

    rest = iter(range(start // len(places), -(-games // len(places)), PIECE))
    with ThreadPoolExecutor(jobs) as pool:
        running: list[Future[Many]] = [pool.submit(piece, first) for first in islice(rest, jobs)]
        while running:
            done = running.pop(0).result()
            yield done
            if done.failure:
                break
            running += [pool.submit(piece, first) for first in islice(rest, 1)]
        for future in running:
            future.cancel()
