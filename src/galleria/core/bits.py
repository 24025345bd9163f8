"""Sets as bit masks: an int64 holds a set of numbers 0..61."""

from .rule import rule


@rule
def bits(mask: int) -> int:
    """How many elements the set has."""
    m = mask - ((mask >> 1) & 0x5555555555555555)
    m = (m & 0x3333333333333333) + ((m >> 2) & 0x3333333333333333)
    m = (m + (m >> 4)) & 0x0F0F0F0F0F0F0F0F
    m = m + (m >> 8)
    m = m + (m >> 16)
    return (m + (m >> 32)) & 127


@rule
def has(mask: int, i: int) -> bool:
    """Whether `i` is in the set."""
    return ((mask >> i) & 1) != 0


@rule
def lowest(mask: int) -> int:
    """The smallest element of a set that is not empty."""
    return bits((mask & -mask) - 1)


@rule
def nth_bit(mask: int, k: int) -> int:
    """The element with `k` smaller ones in the set, 0 <= k < bits(mask)."""
    m = mask
    for _ in range(k):
        m &= m - 1
    return lowest(m)
