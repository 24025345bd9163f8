"""Lobby, display, slush fund, rounds and the end: examples V19 to V23, V28 to V30, and rule 11."""

import pytest
from mall_made import GAME, Table, card, have, order, shipped, situation

from galleria.core import Context, Match
from galleria.games.mallworld import events, rules
from galleria.games.mallworld.state import ACT, BUY, BY_CUSTOMERS, BY_SPACES, DRAW, OVER

BOARD = {"c3": "green", "c5": "purple", "e3": "blue", "e5": "red"}


# -- the lobby ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("bought", "price", "left"),
    [("R02", 2, ["R01", "R03", "R04", "R05"]), ("R04", 7, ["R01", "R02", "R03", "R05"])],
)
def test_v20_buying(bought: str, price: int, left: list[str]) -> None:  # W23, W25
    table = situation(4, board=BOARD, lobby=["R01", "R02", "R03", "R04"], pile=["R05", "R06"], phase=BUY)
    table.play(0, f"buy {bought}")
    assert table.s.seats[0].money == 20 - price
    assert table.lobby == left
    assert (table.s.phase, table.s.seats[0].orders) == (ACT, 1 << order(bought))


def pass_lobby(table: Table, seat: int) -> None:
    table.run((seat, "buy nothing"), (seat, "skip the action"), (seat, "draw no more"))


def test_v21_nobody_buys() -> None:  # W26, W28, D10
    table = situation(3, lobby=["R01", "R02", "R03", "R04"], pile=["R05", "R06"], phase=BUY, board=BOARD)
    pass_lobby(table, 0)
    pass_lobby(table, 1)
    assert table.lobby == ["R01", "R02", "R03", "R04"]
    table.play(2, "buy nothing")
    assert table.lobby == ["R02", "R03", "R04", "R05"]
    assert table.s.gone_orders & 1 << order("R01")
    assert [table.s.seats[i].marker for i in range(3)] == [0, 0, 0]


def test_v21_a_purchase_returns_the_markers() -> None:  # W27
    table = situation(3, lobby=["R01", "R02", "R03", "R04"], pile=["R05", "R06"], phase=BUY, board=BOARD)
    pass_lobby(table, 0)
    assert table.s.seats[0].marker == 1
    table.play(1, "buy R01")
    assert table.s.seats[0].marker == 0
    table.run((1, "play R01"), (1, "draw no more"), (2, "buy nothing"))
    assert table.lobby == ["R02", "R03", "R04", "R05"]
    assert [table.s.seats[i].marker for i in range(3)] == [0, 0, 1]


FULL = ["A01", "A02", "A03", "A04", "A05", "A06", "A07", "A08"]


@pytest.mark.parametrize(
    ("lobby", "hand", "money", "said"),
    [
        (["R01"], FULL, 20, "Ada holds 8 cards and orders, as many as allowed, and can buy no order."),
        (["R01"], FULL[:2], 0, "Ada has too little money for any of the orders."),
        ([], FULL[:2], 20, "There is no order in the lobby that Ada could buy."),
    ],
    ids=["full hand", "no money", "empty lobby"],
)
def test_who_can_buy_nothing_reads_why_in_the_log(lobby: list[str], hand: list[str], money: int, said: str) -> None:
    table = situation(
        3, board=BOARD, lobby=lobby, hands={0: hand, 2: ["A09"]}, money={0: money}, turn=2, phase=DRAW
    )  # W24, D11
    happened = table.play(2, "draw no more")
    (marker,) = (event for event in happened if event.kind == events.MARKER)
    assert GAME.sentence(marker, Context(("Ada", "Ben", "Cleo"), shipped(), 0, table.s)) == said
    assert table.s.phase == ACT


def test_a_green_order_bought_in_round_1_drives_the_red_ones_out() -> None:  # W29, W31
    table = situation(
        4, board=BOARD, lobby=["R08", "R10", "G01", "G02"], pile=["G03", "G04"], phase=BUY, hands={0: ["R01", "A17"]}
    )
    happened = table.play(0, "buy G01")
    assert have(happened, events.UNLOCKED)
    assert have(happened, events.REDS_OUT, a=2)
    assert table.lobby == ["G02", "G03", "G04", ""]  # D26: the pile is empty
    assert not table.why(0, "play R01")  # red orders in hand may still be played
    table.play(0, "execute A17")
    assert "rent A17 on c3" in table.legal(0)  # the same turn


def test_v23_red_orders_leave_when_round_2_begins() -> None:  # W30, D2
    table = situation(
        5,
        board=BOARD,
        lobby=["R08", "R10", "G01", "G02"],
        pile=["G03", "G04", "G05"],
        chips=1,
        hands={0: ["R01"]},
        phase=ACT,
    )
    table.run((0, "play R01"), (0, "draw no more"))
    assert (table.s.round, table.lobby, table.s.unlocked) == (2, ["G01", "G02", "G03", "G04"], 1)


def test_red_orders_left_in_the_pile_leave_too() -> None:  # W30
    table = situation(4, board=BOARD, lobby=["R02", "R03"], pile=["R08", "R10", "G01"], chips=1, hands={0: ["R01"]})
    table.run((0, "play R01"), (0, "draw no more"))
    assert (table.lobby, table.s.pile_reds) == (["G01", "", "", ""], 0)


def test_red_orders_stay_by_the_other_reading() -> None:  # D2
    table = situation(
        4,
        board=BOARD,
        lobby=["R08", "R10", "G01", "G02"],
        pile=["G03"],
        chips=1,
        hands={0: ["R01"]},
        changes={"options": {"red_orders_leave": "green_purchase"}},
    )
    table.run((0, "play R01"), (0, "draw no more"))
    assert (table.s.round, table.lobby, table.s.unlocked) == (2, ["R08", "R10", "G01", "G02"], 1)
    table.play(1, "buy G01")
    assert table.lobby == ["G02", "G03", "", ""]


def test_v28_a_full_hand_neither_buys_nor_draws() -> None:  # W24, W57
    hand = ["A17", "A18", "A19", "A20", "B01", "R05", "R06", "R07"]
    table = situation(4, board=BOARD, lobby=["R01"], hands={0: hand}, phase=BUY)
    assert "full" in table.why(0, "buy R01")
    table.run((0, "buy nothing"), (0, "auction A17 A18"), (1, "bid 0"), (2, "bid 0"), (3, "bid 0"))
    table.execute(0, "A17")
    table.execute(0, "A18")
    first, second, third = (f"take {name}" for name in sorted(table.display)[:3])
    table.play(0, first)
    table.play(0, second)
    assert (rules.hand_size(table.s, 0), table.s.turn) == (8, 1)  # two cards, and the turn is over
    full = situation(4, board=BOARD, hands={0: hand}, phase=DRAW)
    assert "full" in full.why(0, third)


def test_prices_must_be_paid() -> None:  # W24, W50, D11
    table = situation(4, board=BOARD, lobby=["R01", "R02"], phase=BUY, money={0: 1}, hands={0: ["R03"]}, coins={0: 5})
    assert table.legal(0) == ["buy nothing", "buy R01"]
    table.play(0, "buy nothing")
    assert "money" in table.why(0, "play R03")


# -- the display -------------------------------------------------------------------------------------------------------


def test_v30_refreshing_the_display() -> None:  # W56
    table = situation(4, board=BOARD, phase=DRAW, coins={0: 4, 1: 6})
    shown = set(table.display)
    table.play(0, "refresh the display")
    assert not shown & table.display
    table.play(0, "refresh the display")
    assert (table.s.seats[0].coins, table.s.fund) == (0, 4)
    assert "coins" in table.why(0, "refresh the display")


NO_PURPLE = {"a3": "green", "c5": "red"}
USELESS = ["A29", "A06", "A17", "A18"]
"""Of no use without a purple tile, a purple shop, a green or a purple customer."""


def bare(**more: object) -> Table:
    """No purple tile is left, and neither green nor purple customers are."""
    table = situation(
        5, board=NO_PURPLE, supply={"purple": 0, "/green": 0, "/purple": 0}, phase=DRAW, sound=False, **more
    )  # type: ignore[arg-type]
    table.sound = lambda: None  # type: ignore[method-assign] - the missing pieces are nowhere
    return table


def test_unusable_cards_leave_the_game() -> None:  # W54, V26
    table = bare(hands={0: ["A29", "A20"]})
    assert "used" in table.why(0, "remove A20")
    table.play(0, "remove A29")
    assert table.s.removed == 1 << card("A29")
    assert table.s.discard == 0


def test_a_clean_up_of_the_display_is_complete() -> None:  # W55, D22
    table = bare(display=["A29", "A06", "A17", "A20"])
    table.play(0, "clean up the display")
    assert table.s.removed & (1 << card("A29") | 1 << card("A06") | 1 << card("A17"))
    assert "A20" in table.display
    assert len(table.display) == 4
    assert "used" in table.why(0, "clean up the display")


def test_after_the_first_card_nothing_is_cleaned_any_more() -> None:  # W57, D37
    table = bare(display=["A29", "A19", "A20", "A23"], hands={0: ["A06"]})
    assert not table.why(0, "clean up the display")
    table.play(0, "take A19")
    for text in ("clean up the display", "remove A06", "refresh the display"):
        assert "begun" in table.why(0, text)
    table.play(0, "take A20")
    assert table.s.turn == 1
    assert len(table.display) == 4


def test_the_discard_pile_becomes_the_draw_pile() -> None:  # W58
    table = situation(
        4, board=BOARD, phase=DRAW, draw=0, display=["A17", "A18", "A19", "A20"], discard=["A01", "A02", "A03"]
    )
    table.run((0, "take A17"), (0, "take A18"))
    assert table.s.reshuffles == 1
    assert len(table.display) == 4
    assert (table.s.draw.n, table.s.discard) == (1, 0)


# -- the slush fund ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "coins", "fund", "each", "left"),
    [
        (4, {0: 5, 1: 3, 2: 2, 3: 1}, 9, 2, 1),
        (4, {0: 5, 1: 5, 2: 5, 3: 2}, 3, 0, 3),
        (3, {0: 5, 1: 5, 2: 2}, 3, 1, 0),
    ],
)
def test_v19_payout(players: int, coins: dict[int, int], fund: int, each: int, left: int) -> None:  # W59
    table = situation(players, board=BOARD, phase=DRAW, coins=coins, fund=fund)
    table.play(0, "draw no more")
    assert table.coins == [coins[i] + each for i in range(players)]
    assert table.s.fund == left


# -- rounds and the end ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "chips"), [(3, [4, 4, 6]), (4, [5, 5, 8]), (5, [6, 6, 10])])
def test_v29_fee_chips(players: int, chips: list[int]) -> None:  # W17
    box = situation(players).box
    assert [*box.plan[players].chips] == chips


def test_v29_the_last_chip_leaves_the_turn_whole() -> None:  # W21, W60, D20
    table = situation(5, board=BOARD, hands={0: ["R01", "A17"]}, number=3, chips=1)
    table.play(0, "play R01")
    assert (table.s.chips, table.s.phase) == (0, ACT)
    assert table.legal(0) == ["execute A17", "skip the action"]
    table.play(0, "execute A17")
    table.execute(0, "A17")
    assert table.s.phase == DRAW
    happened = table.play(0, "draw no more")
    assert have(happened, events.SCORED, who=0)
    assert have(happened, events.ENDED, a=0)
    assert (table.s.over, table.s.to_act) == (1, 0)


def test_an_action_is_skipped_only_without_one() -> None:  # W22, D12
    table = situation(4, board=BOARD, hands={0: ["A17"]})
    assert "have to" in table.why(0, "skip the action")
    poor = situation(4, board={}, hands={0: ["A16", "R01"]}, money={0: 1})
    assert poor.legal(0) == ["skip the action"]


def test_a_lap_without_actions_ends_the_round() -> None:  # W68, D13
    table = situation(3, board=BOARD)
    happened = []
    for seat in range(3):
        happened += table.run((seat, "skip the action"), (seat, "draw no more"))
        if seat < 2:
            assert table.s.round == 1
    assert have(happened, events.ROUND_OVER, a=1, b=1)
    assert (table.s.round, table.s.turn) == (2, 0)


def test_the_next_player_goes_on_after_a_round() -> None:  # W65, D14
    table = situation(4, board=BOARD, hands={2: ["R01"]}, turn=2, chips=1)
    table.run((2, "play R01"), (2, "draw no more"))
    assert (table.s.round, table.s.turn, table.s.chips) == (2, 3, 5)


def nearly_full(customers: int, players: int) -> dict[str, str]:
    """A mall with so many rented shops, row by row, colour by colour."""
    names = ("green", "purple", "blue", "red")
    rows = ["a3456", "b234567", "c12345678", "d12345678", "e234567", "f3456"]
    spaces = [row[0] + column for row in rows for column in row[1:]]
    blocked = {5: "", 4: "a3 a4 a5", 3: "a3 a4 a5 f4 f5 f6"}[players].split()
    spaces = [space for space in spaces if space not in blocked]
    return {space: f"{names[i // 8]}/{names[i // 8]}" for i, space in enumerate(spaces[:customers])}


def test_the_last_customer_ends_the_match_after_the_turn() -> None:  # W66, D1
    board = nearly_full(31, 5) | {"f6": "red"}
    table = situation(5, board=board, hands={0: ["A16"], 1: ["R01"]}, number=2)
    table.play(0, "execute A16")
    table.play(0, "rent A16 on f6")
    assert table.s.ending == BY_CUSTOMERS + 1
    assert table.s.phase == DRAW  # the turn is finished
    table.play(0, "draw no more")
    assert (table.s.phase, table.s.over) == (OVER, BY_CUSTOMERS + 1)


def test_every_space_rented_ends_the_match() -> None:  # W66, D1
    board = nearly_full(29, 3) | {"f3": "red"}
    table = situation(3, board=board, hands={0: ["A16"]}, number=2)
    table.play(0, "execute A16")
    table.play(0, "rent A16 on f3")
    happened = table.play(0, "draw no more")
    assert have(happened, events.ENDED, a=BY_SPACES)


def test_setup() -> None:  # W11 to W19
    for players in (3, 4, 5):
        match = Match.new(GAME, players, seed="setup")
        s = match.state
        assert [s.seats[i].money for i in range(players)] == [20] * players
        assert [s.seats[i].coins for i in range(players)] == [5] * players
        assert [(s.seats[i].card_count, s.seats[i].order_count) for i in range(players)] == [(4, 1)] * players
        assert all(s.seats[i].orders >> 22 for i in range(players))
        assert (s.draw.n, s.pile.n) == (36 - 4 * players, 12 if players == 3 else 18)
        assert s.pile_reds == (3 if players == 3 else 6)
        assert (s.chips, s.fund, s.round, s.unlocked) == (match.state.players + 1, 0, 1, 0)
        assert have(match.events, events.TURN, who=s.turn)
