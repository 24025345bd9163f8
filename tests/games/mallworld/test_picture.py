"""What a seat is shown and told: view, previews, reasons, sentences."""

import json
from typing import Any

import pytest
from mall_made import GAME, Table, shipped, situation

from galleria.core import Context, read_log
from galleria.core.events import clear_log
from galleria.core.text import speaking
from galleria.games.mallworld.actions import space
from galleria.games.mallworld.state import BUY, DRAW

NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve")
BOARD = {"c3": "green", "c4": "red", "d3": "red", "c6": "purple/blue", "e4": "blue"}


def seen(table: Table, seat: int) -> dict[str, Any]:
    """The view of a seat."""
    hidden = table.s.copy()
    GAME.hide(hidden, table.box, seat)
    return GAME.view(hidden, shipped(), seat)


def lines(table: Table, seat: int, text: str) -> list[tuple[str, str, int, str]]:
    """The lines of the preview of an answer: kind, item, amount, words."""
    hidden = table.s.copy()
    GAME.hide(hidden, table.box, seat)
    clear_log(hidden)
    GAME.preview(hidden, table.box, seat, space.parse(text))
    context = Context(NAMES[: table.s.players], shipped(), seat)
    found = GAME.preview_lines(read_log(hidden.log, 0), context)
    return [(x["kind"], x["item"], x["amount"], x["text"]) for x in found]


def reason(table: Table, seat: int, text: str) -> str:
    action = space.parse(text)
    code = GAME.why_not(table.s, table.box, seat, action)
    return GAME.reason(code, table.s, shipped(), seat, action)


def test_an_order_shows_where_and_what_it_scores_now() -> None:
    view = seen(situation(4, board=BOARD, hands={0: ["R04"]}), 0)
    assert view["finds"]["R04"] == [[2, 2, 3, 2], [2, 2, 2, 3]]  # c3-c4, c3-d3
    order = view["orders"][0]
    assert (order["times"], order["now"], order["now_text"]) == (2, 4, "now CHF 4,000")


def test_orders_in_other_hands_are_not_shown() -> None:
    table = situation(4, board=BOARD, hands={0: ["R04"], 1: ["B01"]})
    view = seen(table, 2)
    assert "B01" not in json.dumps(view)
    assert view["orders"] == []
    assert [player["orders"] for player in view["players"]] == [1, 1, 0, 0]


def test_played_orders_are_seen_by_all() -> None:
    table = situation(4, board=BOARD, hands={0: ["R04"]})
    table.play(0, "play R04")
    assert [order["name"] for order in seen(table, -1)["players"][0]["played"]] == ["R04"]


@pytest.mark.parametrize(
    ("name", "more", "stamp", "why"),
    [
        ("A20", {}, "", ""),
        ("A16", {"board": {"c3": "green"}}, "unusable", "Its pattern fits nowhere. No such shop is free: hobby."),
        (
            "A29",
            {"supply": {"purple": 0}, "sound": False},
            "not now",
            "The supply lacks shop tiles: clothing. Renting is not allowed yet.",
        ),
    ],
)
def test_a_card_that_is_of_no_use_says_why(name: str, more: dict[str, Any], stamp: str, why: str) -> None:
    table = situation(4, **{"board": BOARD, "hands": {0: [name]}, **more})
    card = seen(table, 0)["cards"][0]
    assert (card["stamp"], card["why"]) == (stamp, why)
    if stamp:
        assert reason(table, 0, f"execute {name}") == f"{name}: {why}"


def test_every_way_to_lay_a_pattern_stands_at_the_space_of_its_first_tile() -> None:
    table = situation(4, board={"c3": "green"}, hands={0: ["A17"]})
    table.play(0, "execute A17")
    ways = seen(table, 0)["ways"]["card-A17"]
    assert sum(map(len, ways.values())) == len(table.legal(0))
    assert {way["tiles"][0]["color"] for way in ways["e4"]} == {"green"}
    assert {(way["tiles"][1]["x"], way["tiles"][1]["y"]) for way in ways["e4"]} == {(2, 4), (4, 4), (3, 3), (3, 5)}
    assert seen(table, 1)["ways"] == {}


def test_a_preview_tells_what_happens_to_the_own_orders() -> None:
    table = situation(4, board=BOARD, hands={0: ["A16", "R10", "R04"]}, unlocked=True)
    table.play(0, "execute A16")
    text = next(text for text in table.legal(0) if text.startswith("lay A16 at c5"))
    assert lines(table, 0, text) == [("gain", "money", 4000, "R10 (hobby + hobby) at the next scoring")]
    assert lines(table, 0, "rent A16 on c4") == [("cost", "money", 2000, "R04 (food + hobby) at the next scoring")]


def test_a_preview_of_buying_tells_the_price() -> None:
    table = situation(4, board=BOARD, lobby=["R01", "R04"], phase=BUY)
    assert lines(table, 0, "buy R04") == [
        ("cost", "money", 2000, "price in the lobby"),
        ("note", "", 0, "R04 (food + hobby) scores CHF 4,000 as it is."),
    ]


def test_bids_show_when_all_are_in() -> None:
    table = situation(4, board=BOARD, hands={0: ["A17", "A18"]})
    table.play(0, "auction A17 A18")
    table.play(1, "bid 3")
    view = seen(table, 2)
    assert [p["has_bid"] for p in view["players"]] == [False, True, False, False]
    assert [p["bid"] for p in view["players"]] == [None] * 4
    table.run((2, "bid 0"), (3, "bid 1"))
    assert [p["bid"] for p in seen(table, 2)["players"]] == [None, 3, 0, 1]


def test_prices_are_told_with_what_one_has() -> None:
    table = situation(4, board=BOARD, lobby=["R01", "R02", "R03"], phase=BUY, money={0: 2})
    assert reason(table, 0, "buy R03") == "This order costs CHF 4,000; you have CHF 2,000."


def test_what_is_assumed_is_told() -> None:
    view = seen(situation(4, board=BOARD, phase=DRAW), 0)
    assert "68 cards" in view["assumed"]
    with speaking("de"):
        assert "68 Karten" in seen(situation(4, board=BOARD, phase=DRAW), 0)["assumed"]
