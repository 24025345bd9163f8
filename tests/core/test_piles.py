"""Piles against Python lists."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from galleria.core import Random, Record, clear_pile, pile, pop, push, seed_random, shuffle_pile


class Table(Record):
    rng: Random
    pile: pile(9)  # type: ignore[valid-type]


@given(st.lists(st.one_of(st.integers(0, 127), st.just("pop"), st.just("shuffle")), max_size=40))
def test_a_pile_is_a_stack(orders: list[Any]) -> None:
    table, model = Table.new(), []
    seed_random(table.rng, "pile")
    clear_pile(table.pile)
    for order in orders:
        if order == "pop":
            if model:
                assert pop(table.pile) == model.pop()
        elif order == "shuffle":
            shuffle_pile(table, table.pile)
            assert sorted(table.pile.cards[: len(model)]) == sorted(model)
            model = list(table.pile.cards[: len(model)])
        elif len(model) < 9:
            push(table.pile, order)
            model.append(order)
        assert table.pile.n == len(model)
        assert list(table.pile.cards) == model + [-1] * (9 - len(model))


def test_piles_of_one_size_are_one_type() -> None:
    assert pile(9) is pile(9) is not pile(8)
    assert pile(9).__name__ == "Pile9"
