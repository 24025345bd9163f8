"""What orders pay: examples V1 to V12, V32."""

import pytest
from mall_made import GAME, have, shipped, situation

from galleria.core import Match
from galleria.games.mallworld import events
from galleria.games.mallworld.state import BUY, OVER

V1 = {"c3": "red", "c4": "blue", "c5": "red", "d4": "red", "b4": "blue", "d5": "blue"}


@pytest.mark.parametrize(
    ("board", "order", "amount"),
    [
        (V1, "R09", 10_000),  # V1: red and blue
        (V1, "R08", 4_000),  # V2: blue and blue
        (V1, "R10", 0),
        ({"a3": "green", "a4": "green", "a5": "green", "b4": "green"}, "R01", 12_000),  # V4
        ({"c3": "purple", "c4": "purple", "d3": "purple", "d4": "purple"}, "R05", 16_000),  # V5
        ({"c3": "red", "d4": "blue"}, "R09", 0),  # V6: corner contact
    ],
)
def test_red_orders(board: dict[str, str], order: str, amount: int) -> None:  # W62
    assert situation(5, board=board).worth(order) == amount


def test_a_rented_shop_is_in_no_pair() -> None:  # W62
    assert situation(5, board={**V1, "c4": "blue/red"}, number=2).worth("R09") == 4_000


def test_v7_green_orders_count_each_image_anywhere() -> None:  # W63
    board = {"c2": "green/green", "c7": "green/green", "e4": "purple/blue", "d1": "purple/green", "f3": "green"}
    assert situation(5, board=board, number=2).worth("G01") == 9_000


@pytest.mark.parametrize(
    ("board", "amount"),
    [
        (
            {
                "d3": "green/red",
                "d4": "purple/blue",
                "d5": "green/red",
                "c4": "green/blue",
                "e4": "purple/red",
            },
            30_000,
        ),  # V9
        ({"d3": "green/blue", "d4": "purple/red"}, 0),  # V10: customers swapped
        ({"d3": "green/red", "e4": "purple/blue"}, 0),  # V11: corner contact
        ({"d3": "green/red", "d4": "purple"}, 0),
    ],
)
def test_blue_orders(board: dict[str, str], amount: int) -> None:  # W64, D29
    assert situation(5, board=board, number=2).worth("B01") == amount


def test_v12_money_of_an_order_through_a_round() -> None:  # W23, W50, W61
    table = situation(4, board=V1, lobby=["R09"], phase=BUY, chips=1)
    assert table.s.seats[0].money == 20
    table.play(0, "buy R09")
    assert table.s.seats[0].money == 19
    table.play(0, "play R09")
    assert table.s.seats[0].money == 17
    happened = table.play(0, "draw no more")
    assert have(happened, events.SCORED, who=0, b=10, c=5)
    assert table.s.seats[0].money == 27
    assert (table.s.round, table.s.seats[0].played) == (2, 0)


def test_orders_in_hand_are_kept_and_not_scored() -> None:  # W61
    table = situation(4, board=V1, hands={0: ["R09", "R08"]}, chips=1)
    table.play(0, "play R08")
    happened = table.play(0, "draw no more")
    assert not have(happened, events.SCORED, a=8)
    assert table.s.seats[0].orders == 1 << 8


def test_v32_coins_count_and_equal_results_share_the_win() -> None:  # W67, D15
    table = situation(3, coins={0: 4, 1: 0, 2: 0}, money={0: 41, 1: 45, 2: 44}, fund=11)
    table.s.phase, table.s.over, table.s.to_act = OVER, 1, 0
    scores = Match.from_state(GAME, table.s, shipped()).scores()
    assert [(score.side, score.rank, score.total) for score in scores] == [(0, 1, 45), (1, 1, 45), (2, 3, 44)]
