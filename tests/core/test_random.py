"""Randomness: sfc32 bit for bit, and uniform numbers below a bound."""

from collections import Counter
from collections.abc import Iterator
from hashlib import sha256
from itertools import permutations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from galleria.core import GameState, Random, Record, array, below, int8, seed_random, shuffle
from galleria.core.random import next32


class Draw(Record):
    rng: Random
    cards: Any = array(int8, 20)


def seeded(seed: str) -> Draw:
    state = Draw.new()
    seed_random(state.rng, seed)
    return state


def reference(words: tuple[int, int, int, int]) -> Iterator[int]:
    """sfc32 as published with PractRand, on unsigned 32-bit words: out = a + b + counter++, then a, b, c move on."""
    a, b, c, counter = words
    while True:
        out = (a + b + counter) % 2**32
        counter = (counter + 1) % 2**32
        rotated = int(f"{c:032b}"[21:] + f"{c:032b}"[:21], 2)
        a, b, c = b ^ b // 2**9, 9 * c % 2**32, (rotated + out) % 2**32
        yield out


def reference_below(source: Iterator[int], n: int) -> int:
    """Lemire's method by its definition: throw away the 2**32 mod n lowest remainders."""
    while True:
        high, low = divmod(next(source) * n, 2**32)
        if low >= 2**32 % n:
            return high


def test_known_answers() -> None:
    state = Draw.new()
    state.rng.a, state.rng.b, state.rng.c, state.rng.counter = 1, 2, 3, 4
    known = reference((1, 2, 3, 4))
    answers = [next32(state) for _ in range(1000)]
    assert answers == [next(known) for _ in range(1000)]
    assert answers[:3] == [7, 34, 0x3600060]


words = st.integers(0, 2**32 - 1)


@given(st.tuples(words, words, words, words), st.lists(st.integers(1, 2**31 - 1), min_size=1, max_size=20))
def test_below_is_lemires_method(start: tuple[int, int, int, int], bounds: list[int]) -> None:
    state, source = Draw.new(), reference(start)
    state.rng.a, state.rng.b, state.rng.c, state.rng.counter = start
    assert [below(state, n) for n in bounds] == [reference_below(source, n) for n in bounds]


def test_the_seed_is_the_start_of_its_hash() -> None:
    rng = seeded("Ada's match").rng
    packed = b"".join(x.to_bytes(4, "little") for x in (rng.a, rng.b, rng.c, rng.counter))
    assert packed == sha256(b"galleria rng Ada's match").digest()[:16]


@pytest.mark.parametrize("n", [2, 3, 7, 60])
def test_below_is_uniform(n: int) -> None:
    """Chi-square: with these seeds it stays below the 99.9 % quantile of its distribution."""
    state, draws = seeded(f"uniform {n}"), 3000
    counts = Counter(below(state, n) for _ in range(draws))
    assert set(counts) == set(range(n))
    square = sum((counts[i] - draws / n) ** 2 / (draws / n) for i in range(n))
    assert square < {2: 10.83, 3: 13.82, 7: 22.46, 60: 98.32}[n]


def test_below_one_is_always_zero() -> None:
    state = seeded("one")
    assert {below(state, 1) for _ in range(100)} == {0}


def test_a_shuffle_reaches_every_order_equally_often() -> None:
    state, counts = seeded("orders"), Counter[tuple[int, ...]]()
    for _ in range(2400):
        for i in range(4):
            state.cards[i] = i
        shuffle(state, state.cards, 4)
        counts[tuple(state.cards[:4])] += 1
    assert set(counts) == set(permutations(range(4)))
    assert sum((n - 100) ** 2 / 100 for n in counts.values()) < 49.73  # 99.9 % quantile, 23 degrees of freedom


@given(st.text(max_size=20), st.integers(0, 20))
def test_a_shuffle_only_moves_the_first_cards(seed: str, n: int) -> None:
    state = seeded(seed)
    for i in range(20):
        state.cards[i] = i
    shuffle(state, state.cards, n)
    assert sorted(state.cards[:n]) == list(range(n))
    assert list(state.cards[n:]) == list(range(n, 20))


def test_every_game_carries_the_generator() -> None:
    assert GameState._fields["rng"] is Random
