"""Piles against Python lists."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from galleria.core import (
    Random,
    Record,
    clear_pile,
    count_in,
    fill_pile,
    is_pile_of,
    pile,
    pop,
    push,
    put_under,
    seed_random,
    shuffle_above,
    shuffle_pile,
    sort_above,
)


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


def filled(cards: list[int]) -> Table:
    table = Table.new()
    seed_random(table.rng, "filled")
    clear_pile(table.pile)
    for card in cards:
        push(table.pile, card)
    return table


@given(st.lists(st.integers(0, 127), max_size=9))
def test_a_card_under_the_bottom_comes_last(cards: list[int]) -> None:
    table = filled([])
    for card in cards:
        put_under(table.pile, card)
    assert [pop(table.pile) for _ in cards] == cards
    assert list(table.pile.cards) == [-1] * 9


@given(st.lists(st.integers(0, 127), max_size=9), st.data())
def test_what_all_have_seen_going_to_the_bottom_stays_there(cards: list[int], data: st.DataObject) -> None:
    known = data.draw(st.integers(0, len(cards)))
    table = filled(cards)
    shuffle_above(table, table.pile, known)
    assert list(table.pile.cards[:known]) == cards[:known]
    assert sorted(table.pile.cards[known : len(cards)]) == sorted(cards[known:])
    sort_above(table.pile, known)
    assert list(table.pile.cards) == cards[:known] + sorted(cards[known:]) + [-1] * (9 - len(cards))


def test_every_order_of_the_unknown_cards_comes_up() -> None:
    table, orders = filled([9, 1, 2, 3]), set()
    for _ in range(200):
        shuffle_above(table, table.pile, 1)
        orders.add(tuple(table.pile.cards[:4]))
    assert len(orders) == 6


def test_a_new_pile_has_every_card_as_often_as_there_are_copies() -> None:
    table = filled([])
    fill_pile(table, table.pile, [9, 2, 0, 1, 3], 1, 5)
    assert [count_in(table.pile, card) for card in range(6)] == [0, 2, 0, 1, 3, 0]


def test_a_sound_pile() -> None:
    table = filled([3, 4])
    assert is_pile_of(table.pile, 3, 5)
    assert not is_pile_of(table.pile, 4, 5)
    assert not is_pile_of(table.pile, 3, 4)
    table.pile.n = 1  # a card lies above the top
    assert not is_pile_of(table.pile, 3, 5)
    table.pile.n = 10
    assert not is_pile_of(table.pile, 3, 5)


def test_piles_of_one_size_are_one_type() -> None:
    assert pile(9) is pile(9) is not pile(8)
    assert pile(9).__name__ == "Pile9"
