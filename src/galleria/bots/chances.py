"""How likely each side is to win, by playing a position to its end many times."""

from typing import Any

from galleria.core import lowest, rule

from .dice import draw, fork

SHARE = 55440
"""One victory, so that it divides evenly among up to twelve winners."""


@rule
def chances(
    legal: Any,
    play: Any,
    redeal: Any,
    score: Any,
    weigh: Any,
    root: Any,
    world: Any,
    head: Any,
    box: Any,
    dice: Any,
    seat: int,
    first: int,
    count: int,
    actions: Any,
    weights: Any,
    parts: Any,
    standings: Any,
    wins: Any,
) -> None:
    """Add up in `wins` every side's share of `SHARE` per playout, over `count` playouts from the hidden state `root`.

    `seat` is the one from which things are hidden (-1: a spectator). With `first` not below 0 it begins with that
    action. All else is drawn by the game's weights; the worlds dealt depend on `dice` alone, not on `first`.
    """
    for _ in range(count):
        world[:] = root
        fork(dice, head)
        redeal(world, box, seat)
        started = first < 0
        while head.to_act != 0:
            head.log.n = 0
            head.log.lost = 0
            if not started:
                started = True
                play(world, box, seat, first)
                continue
            who = lowest(int(head.to_act))
            n = legal(world, box, who, actions)
            chosen = 0
            if n > 1:
                weigh(world, box, who, actions, n, weights)
                chosen = draw(dice, weights, n)
            play(world, box, who, int(actions[chosen]))
        sides = int(head.sides)
        for side in range(sides):
            standings[side] = score(world, box, side, parts)
        top = standings[0]
        winners = 0
        for side in range(sides):
            top = max(top, standings[side])
        for side in range(sides):
            winners += standings[side] == top
        for side in range(sides):
            if standings[side] == top:
                wins[side] += SHARE // winners
