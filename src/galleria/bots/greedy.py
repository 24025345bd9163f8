"""One step by the game's own estimate: try every action on a few worlds and see who is ahead a round later."""

from typing import Any

from galleria.core import lowest, rule

from .dice import draw, fork


@rule
def lead(value: Any, world: Any, box: Any, head: Any, seat: int) -> int:
    """How far `seat` is ahead of the best other side by the game's estimate, in 1/1000 point."""
    others = 0
    found = 0
    for side in range(int(head.sides)):
        if side != seat:
            worth = value(world, box, side)
            if found == 0 or worth > others:
                others = worth
            found = 1
    return value(world, box, seat) - others  # type: ignore[no-any-return]


@rule
def greedy(
    legal: Any,
    play: Any,
    redeal: Any,
    value: Any,
    weigh: Any,
    root: Any,
    dealt: Any,
    world: Any,
    head: Any,
    box: Any,
    dice: Any,
    again: Any,
    seat: int,
    worlds: int,
    actions: Any,
    weights: Any,
    tried: Any,
    n: int,
    sums: Any,
) -> None:
    """Add up in `sums` the lead that each of the `n` actions in `tried` brings over `worlds` deals of `root`.

    After the action the round is played to its end, everybody drawing by the game's weights, each time with equal luck.
    """
    for i in range(n):
        sums[i] = 0
    for _ in range(worlds):
        world[:] = root
        fork(dice, head)
        redeal(world, box, seat)
        dealt[:] = world
        fork(dice, again)
        a = again.rng.a
        b = again.rng.b
        c = again.rng.c
        counter = again.rng.counter
        for i in range(n):
            world[:] = dealt
            again.rng.a = a
            again.rng.b = b
            again.rng.c = c
            again.rng.counter = counter
            now = int(head.round)
            who = seat
            action = int(tried[i])
            while True:
                head.log.n = 0
                head.log.lost = 0
                play(world, box, who, action)
                if head.to_act == 0 or head.round != now:
                    break
                who = lowest(int(head.to_act))
                m = legal(world, box, who, actions)
                weigh(world, box, who, actions, m, weights)
                action = int(actions[draw(again, weights, m)])
            sums[i] += lead(value, world, box, head, seat)
