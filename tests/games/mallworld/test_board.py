"""The mall, approval cards and setup: examples V24 to V27."""

import numpy as np
import pytest
from mall_made import GAME, card, cell, situation

from galleria.core import seed_random
from galleria.games.mallworld import mall, rules
from galleria.games.mallworld.state import EXECUTE, NONE, WALL, WIDTH, State


@pytest.mark.parametrize(("name", "ways"), [("A01", 2), ("A29", 0), ("A33", 2)])
def test_v24_ways_to_lay_a_pattern(name: str, ways: int) -> None:  # W43 to W45
    table = situation(5, board={"b2": "green"}, hands={0: [name]})
    if ways == 0:
        assert not mall.can_lay(table.s, table.box, card(name))
        return
    table.play(0, f"execute {name}")
    assert table.s.phase == EXECUTE
    assert table.results(name) == ways == len(table.legal(0))


def test_v24_the_two_spaces() -> None:
    table = situation(5, board={"b2": "green"}, hands={0: ["A01"]})
    table.play(0, "execute A01")
    assert {text.split()[3] for text in table.legal(0)} == {"b3", "c2"}


def test_no_result_is_listed_twice() -> None:  # W44
    board = {"c3": "green", "c5": "green", "d4": "green", "e6": "red"}
    for name in ("A01", "A05", "A17", "A29", "A33"):
        table = situation(5, board=board, hands={0: [name]})
        table.play(0, f"execute {name}")
        assert table.results(name) == len(table.legal(0)) > 0


def test_an_anchor_may_be_rented() -> None:  # W43, D18
    table = situation(5, board={"b2": "green/red"}, hands={0: ["A01"]}, number=2)
    table.play(0, "execute A01")
    assert table.results("A01") == 2


def test_patterns_may_be_mirrored_or_not() -> None:  # W44, D17
    board = {"c3": "green", "d4": "red"}
    turns = []
    for mirrored in (True, False):
        table = situation(5, board=board, hands={0: ["A33"]}, changes={"options": {"mirrored_patterns": mirrored}})
        table.play(0, "execute A33")
        turns.append(table.results("A33"))
    assert turns == [8, 4]


def test_v26_unusable_cards() -> None:  # W53, D8
    free = {"c3": "green", "c5": "red"}
    gone = situation(5, board=free, supply={"purple": 0, "/green": 0}, sound=False)
    assert not mall.usable(gone.s, gone.box, card("A29"))
    one_left = situation(5, board=free, supply={"purple": 0, "/green": 1}, sound=False)
    assert mall.usable(one_left.s, one_left.box, card("A29"))  # though rent is locked
    assert not mall.executable(one_left.s, one_left.box, card("A29"))


def test_v27_first_shops_do_not_touch() -> None:  # W16
    board = situation(5, board={"c3": "green"})
    for name in ("c5", "e3", "e5"):
        assert not rules.touches(board.s, cell(name))
    for name in ("d4", "c4", "b2", "b4"):
        assert rules.touches(board.s, cell(name))
    for seed in range(50):
        s = State.new()
        seed_random(s.rng, str(seed))
        rules.setup(s, board.box, 3 + seed % 3)
        shops = [divmod(i, WIDTH) for i, shop in enumerate(s.shop) if shop >= 0]
        assert len(shops) == 4
        assert all(max(abs(a - c), abs(b - d)) > 1 for a, b in shops for c, d in shops if (a, b) != (c, d))


@pytest.mark.parametrize(("players", "spaces", "pairs"), [(3, 30, 46), (4, 33, 52), (5, 36, 58)])
def test_v27_spaces_and_adjacent_pairs(players: int, spaces: int, pairs: int) -> None:  # W7 to W10
    s = situation(players).s
    cells = [i for i, shop in enumerate(s.shop) if shop == NONE]
    assert len(cells) == spaces
    assert sum((i + 1 in cells) + (i + WIDTH in cells) for i in cells) == pairs
    assert (s.shop[cell("a3")] == WALL) == (players < 5)
    assert (s.shop[cell("f5")] == WALL) == (players == 3)


def test_every_first_position_is_reached() -> None:  # W16: random positions
    seen = set()
    box = situation(3).box
    for seed in range(120):
        s = State.new()
        seed_random(s.rng, f"first {seed}")
        rules.setup(s, box, 3)
        seen |= {i for i, shop in enumerate(s.shop) if shop >= 0}
    assert len(seen) == 30


def test_the_deck_is_the_same_for_all_colours() -> None:
    box = situation(5).box
    tiles = np.zeros(4, int)
    shops, customers = np.zeros(4, int), np.zeros(4, int)
    for i in range(40):
        tiles += [*box.pattern[i].need]
        shops[box.rent_shop[i]] += 1
        customers[box.rent_customer[i]] += 1
    assert [*tiles] == [16] * 4
    assert [*shops] == [*customers] == [10] * 4
    assert len(GAME.boxes) == 1
