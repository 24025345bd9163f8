"""Action spaces: numbers and words, both ways."""

from math import prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from galleria.core import ActionSpace

names = st.lists(
    st.text(st.sampled_from("abcdefghij-12345"), min_size=1, max_size=6), min_size=1, max_size=5, unique=True
)
verbs = st.lists(st.lists(names, max_size=3), min_size=1, max_size=4)


@given(verbs)
def test_every_action_reads_back(domains: list[list[list[str]]]) -> None:
    space = ActionSpace()
    for index, fields in enumerate(domains):
        places = {f"f{i}": values for i, values in enumerate(fields)}
        base = space.verb(f"V{index}" + "".join(f" {{{f}}}" for f in places), **places)
        assert base == sum(prod(map(len, d)) for d in domains[:index])
    assert space.size == sum(prod(map(len, d)) for d in domains)
    texts = [space.text(action) for action in range(space.size)]
    assert len(set(texts)) == space.size
    assert [space.parse(text) for text in texts] == list(range(space.size))
    for action in range(space.size):
        index, arguments = space.split(action)
        rank = 0
        for values, argument in zip(domains[index], arguments, strict=True):
            rank = rank * len(values) + argument
        assert action == space.verbs[index].base + rank


def build() -> ActionSpace:
    space = ActionSpace()
    space.verb("pass")
    space.verb("urbanize {letter} with {tile}", letter="AB", tile=["red-1", "blue-2", "yellow-3"])
    space.verb("pay {n}", n=range(2, 5))
    return space


def test_numbering() -> None:
    space = build()
    assert space.size == 10
    assert space.text(0) == "pass"
    assert space.text(5) == "urbanize B with blue-2"
    assert space.split(5) == (1, (1, 1))
    assert space.parse("pay 4") == 9


@pytest.mark.parametrize("action", [-1, 10, 2**70])
def test_numbers_outside_are_refused(action: int) -> None:
    with pytest.raises(ValueError, match=f"{action} is no action: they go from 0 to 9"):
        build().text(action)


@pytest.mark.parametrize(
    "text", ["", "Pass", "pass ", "pay 5", "pay  4", "urbanize A with", "urbanize C with red-1", "pay 4\n", "pay ٤"]
)
def test_other_texts_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is not an action of this game"):
        build().parse(text)


def test_a_long_text_is_refused_without_being_searched() -> None:
    with pytest.raises(ValueError, match=r"^'urbanize  with  with .{,20}'\.\.\. is not an action"):
        build().parse("urbanize " + " with " * 1_000_000)


def test_values_may_contain_the_words_between_them() -> None:
    space = ActionSpace()
    space.verb("swap {a} with {b}", a=["x", "x with y"], b=["y", "z"])
    assert [space.parse(space.text(a)) for a in range(4)] == [0, 1, 2, 3]


@pytest.mark.parametrize("domains", [{}, {"b": "x"}, {"b": "x", "a": "x"}, {"a": "x", "b": "x", "c": "x"}])
def test_fields_and_domains_must_be_the_same(domains: dict[str, str]) -> None:
    with pytest.raises(TypeError, match="its fields and its domains must be the same, in the same order"):
        ActionSpace().verb("{a} and {b}", **domains)
