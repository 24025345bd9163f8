"""Random numbers for bots: streams of their own, so that no bot ever touches the shuffles of a match."""

from typing import Any

from galleria.core import Record, rule
from galleria.core.random import Random, below, next32


class Dice(Record):
    """A random stream outside any match."""

    rng: Random


@rule
def fork(dice: Any, other: Any) -> None:
    """Start the stream of `other` (anything with a field `rng`) from four draws of `dice`."""
    other.rng.a = next32(dice)
    other.rng.b = next32(dice)
    other.rng.c = next32(dice)
    other.rng.counter = next32(dice)


@rule
def draw(dice: Any, weights: Any, n: int) -> int:
    """An index 0..n-1, each with a chance in proportion to its weight."""
    total = 0
    for i in range(n):
        total += int(weights[i])
    rest = below(dice, total)
    for i in range(n - 1):
        rest -= int(weights[i])
        if rest < 0:
            return i
    return n - 1
