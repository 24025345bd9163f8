"""Auctions: examples V13 to V18, and what a bid tells nobody."""

import pytest
from mall_made import GAME, Table, card, have, situation

from galleria.games.mallworld import events
from galleria.games.mallworld.state import ACT, BID, DRAW, EXECUTE, HIDDEN

A, B, C, D = range(4)
BOARD = {"c3": "green", "c5": "purple", "e3": "blue", "e5": "red"}
THREE = ["A17", "A18", "A19"]  # twins: they fit anywhere


def auction(cards: list[str], *bids: int, **more: object) -> Table:
    """Four players; A auctions the cards, the others bid."""
    table = situation(4, board=BOARD, hands={A: cards}, **more)  # type: ignore[arg-type]
    table.play(A, ("execute " if len(cards) == 1 else "auction ") + " ".join(cards))
    for seat, coins in enumerate(bids, 1):
        table.play(seat, f"bid {coins}")
    return table


def test_v13_one_card_costs_a_coin_and_nobody_bids() -> None:  # W33
    table = auction(["A17"])
    assert (table.coins, table.s.fund) == ([4, 5, 5, 5], 1)
    assert (table.s.phase, table.s.actor, table.s.to_act) == (EXECUTE, A, 1)
    table.execute(A, "A17")
    assert table.s.phase == DRAW
    assert table.s.discard == 1 << card("A17")  # W49


def test_one_card_is_not_possible_without_a_coin() -> None:  # W33
    table = situation(4, board=BOARD, hands={A: ["A17", "A18"]}, coins={A: 0, B: 10})
    assert "none" in table.why(A, "execute A17")
    assert table.legal(A) == ["auction A17 A18"]


def test_v14_two_cards() -> None:  # W34, W37
    table = auction(THREE[:2], 1, 3, 3)
    assert (table.s.actor, table.s.phase) == (C, EXECUTE)
    table.execute(C, "A18")
    assert (table.s.actor, table.s.to_act) == (A, 1)
    table.execute(A, "A17")
    assert (table.coins, table.s.fund) == ([5, 5, 2, 5], 3)
    table.play(A, "draw no more")
    assert (table.coins, table.s.fund, table.s.turn) == ([5, 5, 2, 5], 3, B)  # no payout


def test_v16_three_cards_and_one_bidder() -> None:  # W40, D4
    table = auction(THREE, 0, 0, 4)
    assert table.s.actor == D
    table.execute(D, "A17")
    assert table.s.actor == A
    table.execute(A, "A18")
    table.execute(A, "A19")
    assert (table.coins, table.s.fund, table.s.phase) == ([9, 5, 5, 1], 0, DRAW)


def test_v17_nobody_bids() -> None:  # W39, D5
    table = auction(THREE, 0, 0, 0)
    for name in ("A19", "A17", "A18"):  # in any order
        assert table.s.actor == A
        table.execute(A, name)
    assert (table.coins, table.s.fund, table.s.phase) == ([5, 5, 5, 5], 0, DRAW)


def test_v18_three_cards_with_a_tie() -> None:  # W35, D27
    table = auction(THREE, 3, 0, 3)
    assert table.s.actor == B
    table.execute(B, "A17")
    assert (table.s.actor, table.coins) == (D, [8, 2, 5, 2])
    table.execute(D, "A18")
    table.execute(A, "A19")
    assert (table.coins, table.s.fund) == ([8, 2, 5, 2], 3)


def test_the_tie_rule_goes_clockwise_from_the_auctioneer() -> None:  # W37
    table = situation(4, board=BOARD, hands={C: THREE}, turn=C)
    table.play(C, "auction " + " ".join(THREE))
    for seat in (A, B, D):
        table.play(seat, "bid 2")
    assert (table.s.actor, table.s.second) == (D, A)


def test_losing_bids_return() -> None:  # W38
    assert auction(THREE[:2], 1, 5, 4).coins == [5, 5, 0, 5]


def test_who_has_no_coins_is_not_asked() -> None:  # W36
    table = auction(THREE[:2], coins={A: 20, B: 0, C: 0, D: 0})
    assert (table.s.phase, table.s.actor) == (EXECUTE, A)


@pytest.mark.parametrize("bid", range(6))
def test_bids_go_from_nothing_to_all_coins(bid: int) -> None:  # W36
    assert not auction(THREE).why(B, f"bid {bid}")
    assert "so many" in auction(THREE).why(B, "bid 6")


def test_bids_stay_secret_until_all_are_in() -> None:  # W36
    seen = []
    for coins in range(6):
        table = auction(THREE, coins)
        assert (table.s.phase, table.s.to_act) == (BID, 0b1100)
        for viewer in (-1, A, C, D):
            hidden = table.s.copy()
            GAME.hide(hidden, table.box, viewer)
            assert hidden.seats[B].bid == HIDDEN
            seen.append((viewer, hidden.tobytes()))
        own = table.s.copy()
        GAME.hide(own, table.box, B)
        assert own.seats[B].bid == coins
    assert len(set(seen)) == 4
    happened = auction(THREE, 2, 0).play(D, "bid 1")
    assert [(e.who, e.a) for e in happened if e.kind == events.BID_SHOWN] == [(B, 2), (C, 0), (D, 1)]


def test_every_offered_card_must_be_executable() -> None:  # W32, D6
    table = situation(4, board={"c3": "green"}, hands={A: ["A17", "A16"]})
    assert "executed" in table.why(A, "auction A16 A17")  # there is no red shop to build beside
    assert table.legal(A) == ["execute A17"]


def test_a_card_that_cannot_be_executed_any_more_has_no_effect() -> None:  # W48, D7
    table = situation(4, board=BOARD, hands={A: ["A17", "A21"]}, supply={"purple": 1}, sound=False)
    table.sound = lambda: None  # type: ignore[method-assign] - the missing tiles are nowhere
    table.play(A, "auction A17 A21")
    for seat in (B, C, D):
        table.play(seat, f"bid {1 if seat == C else 0}")
    happened = table.execute(C, "A17")  # with the last purple tile
    assert have(happened, events.WASTED, who=A, a=card("A21"))
    assert table.coins == [5, 5, 4, 5]  # payments stand
    assert table.s.discard == 1 << card("A17") | 1 << card("A21")
    assert table.s.phase == DRAW


def test_rent_is_locked_until_a_green_order_is_bought() -> None:  # W31, W42
    table = auction(["A17"])
    assert all(text.startswith("lay ") for text in table.legal(A))
    assert "rent" in table.why(A, "rent A17 on c3")
    unlocked = auction(["A17"], unlocked=True)
    assert "rent A17 on c3" in unlocked.legal(A)
    happened = unlocked.play(A, "rent A17 on c3")
    assert have(happened, events.RENTED, who=A, c=0, d=0)


def test_one_auction_a_turn() -> None:  # W21
    table = situation(4, board=BOARD, hands={A: ["A17", "A18", "R01"]}, number=3)
    table.play(A, "execute A17")
    table.execute(A, "A17")
    assert table.s.phase == ACT
    assert table.legal(A) == ["play R01", "skip the action"]
    assert "auction" in table.why(A, "execute A18")
