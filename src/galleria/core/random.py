"""Randomness that lives in the state: sfc32 (Chris Doty-Humphrey's PractRand), the same on every machine and mode."""

import hashlib
import struct
from typing import Any

from .record import Array, Record, int64
from .rule import rule

MASK32 = 0xFFFFFFFF


class Random(Record):
    """The generator's state: three words and a counter, each a 32-bit value in an int64 field."""

    a: int64
    b: int64
    c: int64
    counter: int64


def seed_bytes(seed: str) -> bytes:
    """The 128 bits that a seed of any text stands for: the first of the SHA-256 of "galleria rng " + seed."""
    return hashlib.sha256(b"galleria rng " + seed.encode()).digest()[:16]


def seed_random(rng: Random, seed: str) -> None:
    """Start `rng` from a seed: its words are the four little-endian words of `seed_bytes`."""
    rng.a, rng.b, rng.c, rng.counter = struct.unpack("<4I", seed_bytes(seed))


@rule
def next32(s: Any) -> int:
    """The next 32 random bits of the state `s` (anything with a field `rng`)."""
    r = s.rng
    a = r.a
    b = r.b
    c = r.c
    total = (a + b + r.counter) & MASK32
    r.counter = (r.counter + 1) & MASK32
    r.a = b ^ (b >> 9)
    r.b = (c + (c << 3)) & MASK32
    r.c = ((((c << 21) & MASK32) | (c >> 11)) + total) & MASK32
    return total  # type: ignore[no-any-return]


@rule(inline=True)
def below(s: Any, n: int) -> int:
    """A uniform integer in 0..n-1, 1 <= n < 2**31 (Lemire 2019: multiply and reject)."""
    m = next32(s) * n
    low = m & MASK32
    if low < n:
        reject = (0x100000000 - n) % n
        while low < reject:
            m = next32(s) * n
            low = m & MASK32
    return m >> 32


@rule
def shuffle(s: Any, cards: Array[int], n: int) -> None:
    """Put the first `n` elements of an array into random order (Fisher-Yates)."""
    for i in range(n - 1, 0, -1):
        j = below(s, i + 1)
        held = cards[i]
        cards[i] = cards[j]
        cards[j] = held
