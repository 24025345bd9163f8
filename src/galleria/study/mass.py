"""Whole games of random moves in one compiled loop."""

from typing import Any

from galleria.core import below, lowest, rule
from galleria.core.random import MASK32, next32

SIDES = 8
"""Sides that a row of results has room for."""
DECISIONS, FORCED, ROUNDS, OVER, SCORED = range(5)
FACTS = 5
"""Columns of `facts`: decisions, those with one legal action, rounds begun, the header's `over` and `sides`."""
MASK61 = (1 << 61) - 1


@rule
def checksum(words: Any, weights: Any) -> int:
    """A weighted sum of a state's words, 61 bits of it: those that overflow (compiled) and growth (not) leave alike."""
    total = 0
    for i in range(len(words)):
        total += int(words[i]) * int(weights[i])
    return total & MASK61


@rule
def start_picks(dice: Any, picks: Any, game: int) -> None:
    """Start the stream that picks the moves of a game: `picks`, four words, with the game's number mixed in."""
    dice.rng.a = int(picks[0]) ^ (game & MASK32)
    dice.rng.b = int(picks[1]) ^ (game >> 32)
    dice.rng.c = int(picks[2])
    dice.rng.counter = int(picks[3])
    for _ in range(12):
        next32(dice)


@rule
def random_games(
    setup: Any,
    legal: Any,
    play: Any,
    score: Any,
    raw: Any,
    state: Any,
    head: Any,
    box: Any,
    dice: Any,
    players: int,
    first: int,
    games: int,
    seeds: Any,
    picks: Any,
    words: Any,
    weights: Any,
    actions: Any,
    parts: Any,
    checksums: Any,
    facts: Any,
    standings: Any,
    totals: Any,
) -> None:
    """Play the games `first`, `first + 1`, ... to their ends, every move drawn evenly from the legal ones.

    `raw`, `state`, `head` and `words` are the same memory. `seeds` has the four words of each game's shuffles.
    `checksums` gets the `checksum` of each final state, `facts` `FACTS` columns per game, `standings` and `totals`
    `SIDES`.
    """
    for g in range(games):
        for i in range(len(raw)):
            raw[i] = 0
        head.rng.a = seeds[4 * g]
        head.rng.b = seeds[4 * g + 1]
        head.rng.c = seeds[4 * g + 2]
        head.rng.counter = seeds[4 * g + 3]
        start_picks(dice, picks, first + g)
        setup(state, box, players)
        decisions = 0
        forced = 0
        while head.to_act != 0:
            seat = lowest(int(head.to_act))
            n = legal(state, box, seat, actions)
            pick = 0
            if n > 1:
                pick = below(dice, n)
            else:
                forced += 1
            head.log.n = 0
            head.log.lost = 0
            play(state, box, seat, int(actions[pick]))
            decisions += 1
        facts[FACTS * g + DECISIONS] = decisions
        facts[FACTS * g + FORCED] = forced
        facts[FACTS * g + ROUNDS] = head.round
        facts[FACTS * g + OVER] = head.over
        facts[FACTS * g + SCORED] = head.sides
        for side in range(int(head.sides)):
            for i in range(len(parts)):
                parts[i] = 0
            standings[SIDES * g + side] = score(state, box, side, parts)
            total = 0
            for i in range(len(parts)):
                total += int(parts[i])
            totals[SIDES * g + side] = total
        checksums[g] = checksum(words, weights)
