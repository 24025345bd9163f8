"""Bit sets against Python's own sets."""

from hypothesis import given
from hypothesis import strategies as st

from galleria.core import bits, has, lowest, nth_bit

sets = st.sets(st.integers(0, 61))


def mask(elements: set[int]) -> int:
    return sum(1 << i for i in elements)


@given(sets)
def test_bits_counts(elements: set[int]) -> None:
    assert bits(mask(elements)) == len(elements)


@given(sets, st.integers(0, 61))
def test_has_finds(elements: set[int], i: int) -> None:
    assert has(mask(elements), i) == (i in elements)


@given(sets.filter(bool))
def test_elements_by_their_order(elements: set[int]) -> None:
    assert lowest(mask(elements)) == min(elements)
    assert [nth_bit(mask(elements), k) for k in range(len(elements))] == sorted(elements)
