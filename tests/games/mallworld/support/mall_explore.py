"""Random matches of Mall World in one compiled loop, with everything checked on the way."""

from typing import Any

from galleria.core import below, bits, nth_bit, rule
from galleria.core.events import clear_log
from galleria.core.random import next32
from galleria.games.mallworld.actions import END
from galleria.games.mallworld.check import check
from galleria.games.mallworld.events import (
    BOUGHT,
    COINS,
    FOR_FEES,
    FOR_LOBBY,
    FROM_BLUE,
    FROM_COINS,
    FROM_GREEN,
    FROM_RED,
    FROM_START,
    LAID,
    ORDER_PLAYED,
    RENTED,
    ROUND_OVER,
    SCORED,
    STARTED,
    WASTED,
)
from galleria.games.mallworld.hidden import hide, redeal
from galleria.games.mallworld.rules import legal, play, setup, why_not
from galleria.games.mallworld.scoring import kind_of, score
from galleria.games.mallworld.state import GREEN_ORDER, RED_ORDER, Box, State

FACTS = (
    "failure",  # 0, or one of FAILURES
    "detail",
    "game",
    "decision",
    "decisions",
    "longest",
    "by rounds",
    "by customers",
    "by spaces",
    "idle rounds",  # W68
    "wasted cards",  # W48
    "reshuffles",
    "worlds",  # redealt
    "most legal",
    "layouts",  # of the match with the most (W74)
    "rents",
)
FAILURES = (
    "",
    "the state is broken",
    "the redealt state is broken",
    "hiding the redealt state gives something else than hiding the state",
    "legal() and why_not() disagree",
    "the hidden state allows other actions than the state",
    "the events do not add up to the score",
    "a seat that acts has no action",
    "hiding twice hides more",
)
(
    FAILURE,
    DETAIL,
    GAME,
    DECISION,
    DECISIONS,
    LONGEST,
    BY_ROUNDS,
    BY_CUSTOMERS,
    BY_SPACES,
    IDLE_ROUNDS,
    WASTES,
    RESHUFFLES,
    WORLDS,
    MOST_LEGAL,
    LAYOUTS,
    RENTS,
) = range(len(FACTS))
SOURCES = 7


@rule
def explore(
    raw: Any,
    s: Any,
    raw_hidden: Any,
    hidden: Any,
    raw_world: Any,
    world: Any,
    box: Any,
    dice: Any,
    players: int,
    games: int,
    often: int,
    seldom: int,
    actions: Any,
    others: Any,
    told: Any,
    facts: Any,
) -> None:
    """Play `games` matches; every `often` decisions hide and redeal for all, every `seldom` try all action numbers.

    The buffers come in pairs: bytes and record. In every other match the players prefer the later actions.
    """
    size = len(raw)
    for game in range(games):
        for i in range(size):
            raw[i] = 0
        seed(s, dice)
        setup(s, box, players)
        for i in range(len(told)):
            told[i] = 0
        decision = 0
        layouts = 0
        rents = 0
        facts[GAME] = game
        while True:
            facts[DECISION] = decision
            for i in range(s.log.n):
                e = s.log.items[i]
                layouts += e.kind == LAID
                rents += e.kind == RENTED
                facts[WASTES] += e.kind == WASTED
                facts[IDLE_ROUNDS] += e.kind == ROUND_OVER and e.b == 1
                tell(e, told)
            broken = check(s, box)
            if broken:
                fail(facts, 1, broken)
                return
            if decision % often == 0:
                for seat in range(-1, players):
                    copy(raw, raw_hidden)
                    hide(hidden, box, seat)
                    copy(raw_hidden, raw_world)
                    hide(world, box, seat)
                    if differ(raw_hidden, raw_world):
                        fail(facts, 8, seat)
                        return
                    seed(world, dice)
                    redeal(world, box, seat)
                    facts[WORLDS] += 1
                    broken = check(world, box)
                    if broken:
                        fail(facts, 2, broken)
                        return
                    if seat >= 0:
                        n = legal(s, box, seat, actions)
                        m = legal(hidden, box, seat, others)
                        if n != m:
                            fail(facts, 5, seat)
                            return
                        for i in range(n):
                            if actions[i] != others[i]:
                                fail(facts, 5, seat)
                                return
                    hide(world, box, seat)
                    if differ(raw_hidden, raw_world):
                        fail(facts, 3, seat)
                        return
            if decision % seldom == 0:
                for seat in range(players):
                    n = legal(s, box, seat, actions)
                    i = 0
                    for action in range(END):
                        listed = i < n and actions[i] == action
                        if listed:
                            i += 1
                        if listed != (why_not(s, box, seat, action) == 0):
                            fail(facts, 4, action)
                            return
                    if i != n:
                        fail(facts, 4, -1)
                        return
            if s.over:
                break
            seat = nth_bit(int(s.to_act), below(dice, bits(int(s.to_act))))
            n = legal(s, box, seat, actions)
            if n == 0:
                fail(facts, 7, seat)
                return
            facts[MOST_LEGAL] = max(facts[MOST_LEGAL], n)
            pick = below(dice, n)
            if game & 1 and below(dice, 3):
                pick = n - 1 - below(dice, (n + 1) // 2)
            clear_log(s)
            play(s, box, seat, actions[pick])
            decision += 1
        for side in range(s.sides):
            score(s, box, side, actions)
            for source in range(SOURCES):
                if told[side * SOURCES + source] != actions[source]:
                    fail(facts, 6, source)
                    return
        facts[DECISIONS] += decision
        facts[LONGEST] = max(facts[LONGEST], decision)
        facts[LAYOUTS] = max(facts[LAYOUTS], layouts)
        facts[RENTS] = max(facts[RENTS], rents)
        facts[BY_ROUNDS + s.over - 1] += 1
        facts[RESHUFFLES] += s.reshuffles


@rule
def fail(facts: Any, failure: int, detail: int) -> None:
    facts[FAILURE] = failure
    facts[DETAIL] = detail


@rule
def seed(s: Any, dice: Any) -> None:
    s.rng.a = next32(dice)
    s.rng.b = next32(dice)
    s.rng.c = next32(dice)
    s.rng.counter = 1


@rule
def copy(source: Any, target: Any) -> None:
    for i in range(len(source)):
        target[i] = source[i]


@rule
def differ(one: Any, other: Any) -> bool:
    for i in range(len(one)):  # noqa: SIM110 - generators do not compile
        if one[i] != other[i]:
            return True
    return False


@rule
def tell(e: Any, told: Any) -> None:
    """Add up money and coins by side and source."""
    first = e.who * SOURCES
    if e.kind == STARTED:
        told[first + FROM_START] += e.a
    elif e.kind == BOUGHT:
        told[first + FOR_LOBBY] -= e.b
    elif e.kind == ORDER_PLAYED:
        told[first + FOR_FEES] -= e.b
    elif e.kind == COINS:
        told[first + FROM_COINS] += e.a
    elif e.kind == SCORED:
        kind = kind_of(e.a)
        told[first + (FROM_RED if kind == RED_ORDER else FROM_GREEN if kind == GREEN_ORDER else FROM_BLUE)] += e.b


ARGUMENTS = ("u8[]", State, "u8[]", State, "u8[]", State, Box, State, *["i64"] * 4, *["i32[]"] * 3, "i64[]")
