"""Information-set Monte Carlo tree search (Cowling, Powley and Whitehouse 2012), for any game.

Every playout deals the hidden things of the searching seat's view anew, walks down the tree, adds one node, plays on
until the horizon and hands everybody's reward back up the path.

The tree is one hash table. A node is a decision of one seat, and its key is made of what was answered so far:

- `trunk` covers all stages that are over: the answers of every seat, in any order of seats;
- within a stage a seat's key adds nothing but its own answers. What the others have put down meanwhile is not in it, so
  nobody in the tree can react to an answer that is still hidden.

An edge is one action of a node. As the worlds differ, so do the legal actions; an edge therefore counts how often it
could have been chosen, and its bonus for being rare grows with that number.
"""

from math import sqrt
from typing import Any

from galleria.core import lowest, rule

from .dice import draw, fork

MASK = (1 << 61) - 1
FLAG = 1 << 61
DEPTH = 256
"""Decisions of one playout that the tree can hold."""
SEATS = 16

PLAYOUTS, TRIALS, HORIZON, EXPLORE, FORCED = range(5)
"""Places in `settings`: playouts in the tree, trial playouts before, rounds to play, exploration in 1/1000, and the
action that every playout begins with (-1: whichever seems best)."""


@rule
def mix(key: int, word: int) -> int:
    """A hash of both, never 0; products are cut to their low bits, which are the same in both modes."""
    h = (key ^ word) & MASK
    h = (h * 0x1B873593CC9E2D51) & MASK
    h = h ^ (h >> 29)
    h = (h * 0x165667B19E3779F9) & MASK
    return (h ^ (h >> 31)) | FLAG


@rule
def find(keys: Any, key: int) -> int:
    """The slot that holds `key`, or the empty one where it belongs."""
    last = len(keys) - 1
    slot = key & last
    while keys[slot] != 0 and keys[slot] != key:
        slot = (slot + 1) & last
    return slot


@rule
def squash(x: float) -> float:
    """An odd, rising function from all numbers to -0.5..0.5."""
    return 0.5 * x / (1.0 + abs(x))


@rule
def judge(score: Any, value: Any, world: Any, box: Any, head: Any, parts: Any, margins: Any, shares: Any) -> None:
    """Every seat's lead over the best other side, in 1/1000 point, and once the match is over its share of victory."""
    sides = int(head.sides)
    for seat in range(sides):
        margins[seat] = value(world, box, seat)
        shares[seat] = score(world, box, seat, parts) if head.over else 0
    best = -1
    second = -1
    for seat in range(sides):
        if best < 0 or margins[seat] > margins[best]:
            second = best
            best = seat
        elif second < 0 or margins[seat] > margins[second]:
            second = seat
    highest = margins[best]
    next_highest = margins[second] if second >= 0 else 0.0
    for seat in range(sides):
        margins[seat] -= next_highest if seat == best else highest
    top = shares[0]
    winners = 0
    for seat in range(sides):
        top = max(top, shares[seat])
    for seat in range(sides):
        winners += shares[seat] == top
    for seat in range(sides):
        shares[seat] = 1.0 / winners if shares[seat] == top else 0.0


@rule
def search(
    legal: Any,
    play: Any,
    redeal: Any,
    score: Any,
    value: Any,
    weigh: Any,
    root: Any,
    world: Any,
    head: Any,
    box: Any,
    dice: Any,
    seat: int,
    settings: Any,
    keys: Any,
    counts: Any,
    totals: Any,
    actions: Any,
    weights: Any,
    parts: Any,
    path: Any,
    answers: Any,
    scale: Any,
) -> None:
    """Fill the tree from the hidden state `root`, in which `seat` is to act.

    `world` is scratch for a state and `head` its first bytes. `counts` holds visits and chances of a slot, one after
    the other; `scale` has four rows of `SEATS`: margins and shares of the latest playout, mean and spread of margins.
    """
    players = int(head.players)
    size = len(keys)
    room = size // 2
    trials = int(settings[TRIALS])
    explore = settings[EXPLORE] / 1000.0
    forced = int(settings[FORCED])
    root_key = mix(mix(FLAG, seat + 1), 0)
    margins = scale[0:SEATS]
    shares = scale[SEATS : 2 * SEATS]
    middle = scale[2 * SEATS : 3 * SEATS]
    spread = scale[3 * SEATS : 4 * SEATS]
    for playout in range(-trials, settings[PLAYOUTS]):
        if playout == 0:
            for i in range(players):
                middle[i] /= max(trials, 1)
                spread[i] = 1.0 + sqrt(max(0.0, spread[i] / max(trials, 1) - middle[i] * middle[i]))
        world[:] = root
        fork(dice, head)
        redeal(world, box, seat)
        limit = int(head.round) + int(settings[HORIZON])
        stage = int(head.stage)
        trunk = FLAG
        depth = 0
        growing = playout >= 0
        for i in range(players):
            answers[i] = 0
        while head.to_act != 0:
            if head.round >= limit and not growing:
                break
            who = lowest(int(head.to_act))
            n = legal(world, box, who, actions)
            chosen = 0
            if n > 1:
                key = mix(mix(trunk, who + 1), int(answers[who]))
                bound = forced >= 0 and playout >= 0 and key == root_key
                if bound:
                    while chosen < n - 1 and actions[chosen] != forced:
                        chosen += 1
                else:
                    weigh(world, box, who, actions, n, weights)
                if not growing:
                    if not bound:
                        chosen = draw(dice, weights, n)
                else:
                    node = find(keys, key)
                    if keys[node] == 0:
                        keys[node] = key
                        room -= 1
                        growing = False
                        limit = max(limit, int(head.round) + 1)
                        if not bound:
                            chosen = draw(dice, weights, n)
                    elif not bound:
                        chosen = select(keys, counts, totals, key, node, actions, weights, n, explore)
                    edge = find(keys, mix(key, int(actions[chosen]) + 1))
                    if keys[edge] == 0:
                        keys[edge] = mix(key, int(actions[chosen]) + 1)
                        counts[2 * edge + 1] = counts[2 * node] + 1
                        room -= 1
                    path[3 * depth] = node
                    path[3 * depth + 1] = edge
                    path[3 * depth + 2] = who
                    depth += 1
                    if depth == DEPTH or room < 4:
                        growing = False
                        limit = max(limit, int(head.round) + 1)
            action = int(actions[chosen])
            head.log.n = 0
            head.log.lost = 0
            play(world, box, who, action)
            answers[who] = mix(int(answers[who]), action + 1)
            if head.stage != stage:
                stage = int(head.stage)
                joint = 0
                for i in range(players):
                    if answers[i] != 0:
                        joint ^= mix(int(answers[i]), i + 1)
                        answers[i] = 0
                trunk = mix(trunk, joint)
        judge(score, value, world, box, head, parts, margins, shares)
        if playout < 0:
            for i in range(players):
                middle[i] += margins[i]
                spread[i] += margins[i] * margins[i]
        else:
            for i in range(players):
                near = squash((margins[i] - middle[i]) / spread[i])
                shares[i] = 0.5 * (0.5 + near) + 0.5 * (
                    shares[i] if head.over else 0.5 + squash(margins[i] / spread[i])
                )
            for i in range(depth):
                reward = shares[path[3 * i + 2]]
                for slot in path[3 * i : 3 * i + 2]:
                    counts[2 * slot] += 1
                    totals[slot] += reward


@rule
def select(
    keys: Any,
    counts: Any,
    totals: Any,
    key: int,
    node: int,
    actions: Any,
    weights: Any,
    n: int,
    explore: float,
) -> int:
    """The most promising of the `n` legal actions of a node: mean reward plus a bonus for what is rarely tried."""
    heavy = 0
    for i in range(n):
        heavy += int(weights[i])
    usual = totals[node] / counts[2 * node] if counts[2 * node] > 0 else 0.5
    best = -1.0
    chosen = 0
    for i in range(n):
        edge = find(keys, mix(key, int(actions[i]) + 1))
        bonus = explore * weights[i] / heavy
        if keys[edge] == 0:
            worth = usual + bonus * sqrt(counts[2 * node] + 1.0)
        else:
            counts[2 * edge + 1] += 1
            visits = counts[2 * edge]
            worth = totals[edge] / max(visits, 1) + bonus * sqrt(counts[2 * edge + 1]) / (1 + visits)
        if worth > best:
            best = worth
            chosen = i
    return chosen
