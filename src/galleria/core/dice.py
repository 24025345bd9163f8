"""Dice: throwing some and keeping others, what lies there, and how likely a throw shows what is needed.

Faces are 1, 2, ...; 0 is a die that has not been thrown yet. A *tally* counts faces in one integer, four bits a face,
so that "do these dice show all of that" is one subtraction. It has room for 15 faces and seven dice of one face.
"""

from typing import Any

from .random import below
from .record import Array
from .rule import rule

FULL = 0x888888888888888


@rule
def throw(s: Any, dice: Array[int], thrown: int, sides: int) -> None:
    """Throw the dice in the bit set `thrown`, in order, with the generator of the state `s`; the others stay."""
    for i in range(len(dice)):
        if (thrown >> i) & 1:
            dice[i] = 1 + below(s, sides)


@rule
def face(value: int) -> int:
    """The tally of one die."""
    return 1 << 4 * (value - 1) if value > 0 else 0


@rule
def tally(dice: Array[int]) -> int:
    """What dice show; those not thrown yet show nothing."""
    total = 0
    for i in range(len(dice)):
        if dice[i] > 0:
            total += 1 << 4 * (dice[i] - 1)
    return total


@rule
def shows(have: int, need: int) -> bool:
    """Whether every face of the tally `need` is shown by a die of its own."""
    return ((have | FULL) - need) & FULL == FULL


@rule
def lacking(have: int, need: int) -> int:
    """How many dice of the tally `need` the tally `have` does not show."""
    n = 0
    rest = need
    shown = have
    while rest:
        short = (rest & 15) - (shown & 15)
        if short > 0:
            n += short
        rest >>= 4
        shown >>= 4
    return n


@rule
def spare(dice: Array[int], need: int) -> int:
    """Bit set of the dice that `need` has no use for: throwing exactly these is most likely to show it."""
    rest = need
    free = 0
    for i in range(len(dice)):
        value = dice[i]
        if value > 0 and (rest >> 4 * (value - 1)) & 7:
            rest -= 1 << 4 * (value - 1)
        else:
            free |= 1 << i
    return free


@rule
def ways(dice: Array[int], thrown: int, sides: int, need: int) -> int:
    """In how many of the `sides ** bits(thrown)` equally likely throws the dice then show `need`, by trying all."""
    kept = 0
    count = 0
    for i in range(len(dice)):
        if (thrown >> i) & 1:
            count += 1
        elif dice[i] > 0:
            kept += 1 << 4 * (dice[i] - 1)
    outcomes = 1
    for _ in range(count):
        outcomes *= sides
    found = 0
    for number in range(outcomes):
        rest = number
        have = kept
        for _ in range(count):
            have += 1 << 4 * (rest % sides)
            rest //= sides
        if ((have | FULL) - need) & FULL == FULL:
            found += 1
    return found
