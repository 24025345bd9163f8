"""Random matches of Superstore 3000 in one compiled loop, with everything checked on the way."""

from typing import Any

from galleria.core import below, rule
from galleria.core.events import clear_log
from galleria.core.random import next32
from galleria.games.superstore3000.actions import ATTRACT, DOCK, END, MONEY
from galleria.games.superstore3000.check import check
from galleria.games.superstore3000.events import PASSED, SCORED
from galleria.games.superstore3000.hidden import hide, redeal
from galleria.games.superstore3000.rules import legal, play, setup, why_not
from galleria.games.superstore3000.scoring import score
from galleria.games.superstore3000.state import COLUMNS, LEFT, STRIDE, WALK, Box, State

FACTS = (
    "failure",  # 0, or one of FAILURES
    "detail",
    "game",
    "decision",
    "decisions",
    "longest",
    "by supply",
    "by attractions",
    "choices",  # which customer moves
    "worlds",  # redealt
    "passes",
    "most legal",
    "most turns",  # of one player
    "highest floor",
    "first column",  # as a positive number
    "last column",
    "most tiles",
    "most places",
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
    "not everybody had the same number of turns",
)
(
    FAILURE,
    DETAIL,
    GAME,
    DECISION,
    DECISIONS,
    LONGEST,
    BY_SUPPLY,
    BY_ATTRACTIONS,
    CHOICES,
    WORLDS,
    PASSES,
    MOST_LEGAL,
    MOST_TURNS,
    HIGHEST,
    FIRST,
    LAST,
    MOST_TILES,
    MOST_PLACES,
) = range(len(FACTS))
SOURCES = 6


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

    Every other match prefers attractions, every fourth the highest place; the buffers come in pairs: bytes and record.
    """
    size = len(raw)
    turns = told[32:36]
    for game in range(games):
        for i in range(size):
            raw[i] = 0
        seed(s, dice)
        setup(s, box, players)
        for i in range(len(told)):
            told[i] = 0
        decision = 0
        facts[GAME] = game
        while True:
            facts[DECISION] = decision
            for i in range(s.log.n):
                e = s.log.items[i]
                if e.kind == SCORED:
                    told[e.who * SOURCES + e.a] += e.b
                elif e.kind == PASSED:
                    facts[PASSES] += 1
                    turns[e.who] += 1
            broken = check(s, box)
            if broken:
                fail(facts, 1, broken)
                return
            if decision % often == 0:
                for seat in range(-1, players):
                    copy(raw, raw_hidden)
                    hide(hidden, box, seat)
                    copy(raw_hidden, raw_world)
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
            seat = int(s.turn)
            n = legal(s, box, seat, actions)
            if n == 0:
                fail(facts, 7, seat)
                return
            facts[MOST_LEGAL] = max(facts[MOST_LEGAL], n)
            if s.phase == WALK:
                facts[CHOICES] += 1
            else:
                turns[seat] += 1
            pick = below(dice, n)
            if game & 1:
                special = 0
                for i in range(n):
                    if ATTRACT <= actions[i] < MONEY:
                        special += 1
                        if below(dice, special) == 0:
                            pick = i
            elif game & 2:
                best = -1
                for i in range(n):
                    if actions[i] < DOCK and actions[i] % STRIDE > best:
                        best = actions[i] % STRIDE
                        pick = i
            clear_log(s)
            play(s, box, seat, actions[pick])
            decision += 1
        for seat in range(players):
            if turns[seat] != turns[0]:
                fail(facts, 8, seat)
                return
            facts[MOST_TURNS] = max(facts[MOST_TURNS], turns[seat])
            mall = s.malls[seat]
            facts[MOST_TILES] = max(facts[MOST_TILES], mall.tile_count)
            facts[MOST_PLACES] = max(facts[MOST_PLACES], mall.place_count)
            for column in range(COLUMNS):
                for floor in range(STRIDE):
                    if mall.grid[column * STRIDE + floor] != 0:
                        facts[HIGHEST] = max(facts[HIGHEST], floor)
                        facts[FIRST] = max(facts[FIRST], LEFT - column)
                        facts[LAST] = max(facts[LAST], column - LEFT)
            score(s, box, seat, actions)
            for source in range(SOURCES):
                if told[seat * SOURCES + source] != actions[source]:
                    fail(facts, 6, source)
                    return
        facts[DECISIONS] += decision
        facts[LONGEST] = max(facts[LONGEST], decision)
        facts[BY_SUPPLY + s.over - 1] += 1


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


ARGUMENTS = ("u8[]", State, "u8[]", State, "u8[]", State, Box, State, *["i64"] * 4, *["i32[]"] * 3, "i64[]")
