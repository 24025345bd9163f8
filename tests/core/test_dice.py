"""Dice: throwing, keeping, matching and chances."""

from fractions import Fraction
from itertools import combinations_with_replacement, permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from galleria.core import Array, GameState, array, int8, seed_random
from galleria.core.bits import bits
from galleria.core.dice import face, lacking, shows, spare, tally, throw, ways


class Table(GameState):
    dice: Array[int8] = array(int8, 3)


def table(*dice: int, seed: str = "dice") -> Table:
    s = Table.new()
    seed_random(s.rng, seed)
    for i, die in enumerate(dice):
        s.dice[i] = die
    return s


def need(*faces: int) -> int:
    return sum(face(value) for value in faces)


three = st.lists(st.integers(1, 6), min_size=3, max_size=3)
some = st.lists(st.integers(1, 6), min_size=1, max_size=3)


@given(three, st.integers(0, 7), st.text(max_size=4))
def test_dice_that_are_kept_stay_and_those_thrown_have_faces(dice: list[int], thrown: int, seed: str) -> None:
    s = table(*dice, seed=seed)
    throw(s, s.dice, thrown, 6)
    for i, before in enumerate(dice):
        assert 1 <= s.dice[i] <= 6
        assert thrown >> i & 1 or s.dice[i] == before


def test_every_throw_comes_about_equally_often() -> None:
    s = table()
    counts = dict.fromkeys(product(range(1, 7), repeat=3), 0)
    for _ in range(21600):
        throw(s, s.dice, 7, 6)
        counts[tuple(s.dice)] += 1
    assert sum((n - 100) ** 2 / 100 for n in counts.values()) < 300  # chi-squared, 215 degrees: 0.01 % are above


@given(three, some)
def test_dice_show_what_some_order_of_them_begins_with(dice: list[int], faces: list[int]) -> None:
    expected = any(list(order[: len(faces)]) == faces for order in permutations(dice))
    assert shows(tally(table(*dice).dice), need(*faces)) == expected


@given(three, some)
def test_what_is_lacking_is_the_least_number_of_dice_to_change(dice: list[int], faces: list[int]) -> None:
    fewest = min(sum(a != b for a, b in zip(order, faces, strict=False)) for order in permutations(dice))
    assert lacking(tally(table(*dice).dice), need(*faces)) == fewest


def test_dice_that_were_never_thrown_show_nothing() -> None:
    assert tally(table().dice) == 0
    assert not shows(0, need(1))
    assert face(0) == 0


@pytest.mark.parametrize("faces", [f for n in (1, 2, 3) for f in combinations_with_replacement(range(1, 7), n)])
def test_throwing_the_spare_dice_is_never_worse_than_throwing_others(faces: tuple[int, ...]) -> None:
    for dice in ((1, 2, 3), (1, 1, 6), (5, 5, 5), (4, 6, 2)):
        s = table(*dice)
        chances = {m: Fraction(ways(s.dice, m, 6, need(*faces)), 6 ** bits(m)) for m in range(8)}
        assert chances[spare(s.dice, need(*faces))] == max(chances.values())


@given(three, some, st.integers(0, 7))
def test_ways_are_those_that_trying_finds(dice: list[int], faces: list[int], thrown: int) -> None:
    places = [i for i in range(3) if thrown >> i & 1]
    found = 0
    for outcome in product(range(1, 7), repeat=len(places)):
        after = list(dice)
        for i, value in zip(places, outcome, strict=True):
            after[i] = value
        found += shows(tally(table(*after).dice), need(*faces))
    assert ways(table(*dice).dice, thrown, 6, need(*faces)) == found


def test_known_chances() -> None:
    s = table(1, 2, 3)
    assert ways(s.dice, 7, 6, need(6)) == 91  # of 216
    assert ways(s.dice, 7, 6, need(5, 6)) == 30
    assert ways(s.dice, 7, 6, need(6, 6, 6)) == 1
    assert ways(s.dice, 4, 6, need(1, 2, 6)) == 1  # of 6
