"""Many random games of any game in one compiled loop, with all that must hold looked at on the way."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from galleria.bots.dice import Dice, fork
from galleria.core import Game, GameState, LoadedBox, below, bits, nth_bit, rule, seed_random
from galleria.core.compiled import Entry, Unit, game_unit, load

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
)
BROKEN, BROKEN_WORLD, OTHER_VIEW, DISAGREE, OTHER_ACTIONS, NO_ACTION, HIDES_MORE, LOST, LONG = range(1, len(FAILURES))

FACTS = ("failure", "detail", "game", "decision", "decisions", "longest", "most legal", "events", "worlds", "rounds")
FAILURE, DETAIL, GAME, DECISION, DECISIONS, LONGEST, MOST_LEGAL, EVENTS, WORLDS, ROUNDS = range(len(FACTS))
ENDS = 16
"""Reasons for the end that are counted, after the facts."""


@dataclass(frozen=True)
class Many:
    """What was seen in many games."""

    failure: str
    """"" when everything holds; else what does not, and where."""
    games: int
    decisions: int
    longest: int
    """Decisions of the longest game."""
    most_legal: int
    """Most legal actions of a decision."""
    most_events: int
    """Most events of an action."""
    worlds: int
    """Redealt worlds that were looked at."""
    rounds: int
    ends: dict[str, int]


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
def play_many(
    setup: Any,
    why_not: Any,
    legal: Any,
    play: Any,
    hide: Any,
    redeal: Any,
    check: Any,
    raw: Any,
    s: Any,
    head: Any,
    raw_hidden: Any,
    hidden: Any,
    raw_world: Any,
    world: Any,
    world_head: Any,
    box: Any,
    dice: Any,
    players: int,
    games: int,
    often: int,
    seldom: int,
    size: int,
    longest: int,
    actions: Any,
    others: Any,
    facts: Any,
) -> None:
    """Play `games` games; every `often` decisions hide and redeal for all, every `seldom` try all action numbers.

    Buffers come twice or three times: their bytes, the state in them and its head. In every other game the players
    prefer the later actions.
    """
    for game in range(games):
        raw[:] = 0
        fork(dice, head)
        setup(s, box, players)
        decision = 0
        facts[GAME] = game
        while True:
            facts[DECISION] = decision
            facts[EVENTS] = max(facts[EVENTS], int(head.log.n))
            if head.log.lost:
                fail(facts, LOST, 0)
                return
            broken = check(s, box)
            if broken:
                fail(facts, BROKEN, broken)
                return
            if decision % often == 0:
                for seat in range(-1, players):
                    raw_hidden[:] = raw
                    hide(hidden, box, seat)
                    raw_world[:] = raw_hidden
                    hide(world, box, seat)
                    if differ(raw_hidden, raw_world):
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
                    if differ(raw_hidden, raw_world):
                        fail(facts, OTHER_VIEW, seat)
                        return
            if decision % seldom == 0:
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
            seat = nth_bit(int(head.to_act), below(dice, bits(int(head.to_act))))
            n = legal(s, box, seat, actions)
            if n == 0:
                fail(facts, NO_ACTION, seat)
                return
            facts[MOST_LEGAL] = max(facts[MOST_LEGAL], n)
            pick = below(dice, n)
            if game & 1 and below(dice, 3):
                pick = n - 1 - below(dice, (n + 1) // 2)
            head.log.n = 0
            play(s, box, seat, int(actions[pick]))
            decision += 1
            if decision > longest:
                fail(facts, LONG, decision)
                return
        facts[DECISIONS] += decision
        facts[LONGEST] = max(facts[LONGEST], decision)
        facts[ROUNDS] += int(head.round)
        facts[len(FACTS) + int(head.over) - 1] += 1


def many_unit(game: Game) -> Unit:
    """The loop with the rules of a game linked in."""
    rules = (game.setup, game.why_not, game.legal, game.play, game.hide, game.redeal, game.check)
    records = ("u8[]", game.state, GameState, "u8[]", game.state, "u8[]", game.state, GameState, game.box, Dice)
    entry = Entry("play_many", play_many, "void", (*rules, *records, *["i64"] * 6, "i32[]", "i32[]", "i64[]"))
    here = Path(__file__).parent
    return Unit(f"{game.name}-many", (entry,), (here, here.parent / "bots", *game_unit(game).packages))


def many(
    game: Game, box: LoadedBox, players: int, games: int, *, seed: str = "1", often: int = 7, seldom: int = 211
) -> Many:
    """Play `games` random games, compiled, and look at every state: see `play_many`."""
    s, hidden, world = (np.zeros(game.state.size, np.uint8) for _ in range(3))
    dice = Dice.new()
    seed_random(dice.rng, f"many {game.name} {players} {seed}")
    facts = np.zeros(len(FACTS) + ENDS, np.int64)
    head = GameState.size
    load(many_unit(game)).play_many(
        *(s, s, s[:head], hidden, hidden, world, world, world[:head], box.buf.copy(), dice.buffer()),
        *(players, games, often, seldom, game.actions.size, game.longest),
        *(np.zeros(game.max_legal, np.int32), np.zeros(game.max_legal, np.int32), facts),
    )
    named = dict(zip(FACTS, facts.tolist(), strict=False))
    failure = FAILURES[named["failure"]]
    if failure:
        detail = named["detail"]
        found = (
            ", ".join(n for i, n in enumerate(game.invariants) if detail >> i & 1) if "check()" in failure else detail
        )
        failure = f"{failure}: {found}, in game {named['game']} after {named['decision']} decisions"
    return Many(
        failure,
        games,
        named["decisions"],
        named["longest"],
        named["most legal"],
        named["events"],
        named["worlds"],
        named["rounds"],
        dict(zip(game.ends, facts[len(FACTS) :].tolist(), strict=False)),
    )
