"""The worked examples of the rule book, by their numbers."""

from mall_table import BRANCHES, GAME, Table

from galleria.games.deadmall import events
from galleria.games.deadmall.state import ACTIVE, ARMED, FREE, OVER, RATS, WATER


def cheap(n: int, *without: str) -> list[str]:
    """Stores of the lowest stage, which stay anywhere."""
    return [f"{branch}_1" for branch in BRANCHES if branch not in without][:n]


def test_1_set_up() -> None:  # D5, D6, D54
    table = Table()
    me = table.me()
    assert (me.liquidity, table.stage(), table.money(), me.draw.n, table.areas()) == (5, 1, 0, 8, 0)
    assert table.score()[:2] == (0, -140)
    assert [table.me(1).dice[i] for i in range(3)] == [0, 0, 0]  # D9
    assert table.s.damage == FREE


def test_2_first_lay_out() -> None:  # D11, D28, D29, D30, D41
    table = Table()
    table.next_cards("vacancy_bad", "trinkhalle", "sitzbank", "vacancy_plain")
    happened = table.begin()
    assert [e.kind for e in happened if e.kind != events.LAID] == [events.LIQUIDITY_MOVED, events.MONEY_GOT]
    assert (table.liquidity(), table.money()) == (4, 1)
    table.play("roll ABC")
    table.has(dice=(1, 1, 1))
    table.play("end the turn", "do without")
    assert table.discards() == ["vacancy_bad", "trinkhalle", "sitzbank", "vacancy_plain"]


def test_3_order_of_the_discard() -> None:  # D24, D41
    table = Table()
    table.next_cards("vacancy_bad", "trinkhalle", "sitzbank", "vacancy_plain")
    table.begin()
    table.show(slot1="mode_1")
    table.has(dice=(1, 4, 4))
    table.play("take slot 1")
    assert table.discards() == ["mode_1", "vacancy_bad", "trinkhalle", "sitzbank", "vacancy_plain"]


def test_4_settlement_with_cap() -> None:  # D29
    table = Table()
    table.own("mode_4")
    table.has(liquidity=11, money=3)
    table.next_cards("vacancy_plain", "vacancy_plain", "mode_4", "vacancy_plain")
    table.begin()
    assert (table.money(), table.liquidity()) == (8, 12)
    assert table.coins() == {5: 1, 2: 1, 1: 1}


def test_5_matching() -> None:  # D19
    table = Table()
    table.own("food_01", "food_03")
    table.next_cards("vacancy_plain", "vacancy_plain", "vacancy_plain", "trinkhalle")
    table.begin()
    table.show(slot1="mode_4", slot2="schuhe_6", slot3="schuhe_4", slot8="food_02")
    for dice, slot, fits in (
        ((1, 1, 6), 1, True),
        ((1, 2, 6), 1, False),
        ((6, 5, 6), 2, True),
        ((4, 2, 5), 8, True),
        ((4, 2, 5), 3, True),
        ((4, 4, 5), 3, False),
    ):
        table.has(dice=dice)
        assert (f"take slot {slot}" in table.legal()) == fits


def test_6_lying_dice() -> None:  # D15
    table = Table()
    table.has(dice=(1, 2, 5), liquidity=0)
    table.next_cards("vacancy_plain", "vacancy_plain", "vacancy_plain", "trinkhalle")
    table.show(slot2="schuhe_2")
    table.begin()
    table.play("take slot 2")
    assert table.liquidity() == 0
    assert list(table.me().dice) == [1, 2, 5]
    assert table.marked("schuhe")
    assert table.s.turn == 1  # no further acquisition


def test_7_cost_of_rolls() -> None:  # D16, D17
    for free in (0, 1):
        table = Table()
        table.has(liquidity=2, dice=(1, 2, 3))
        table.next_cards("vacancy_plain", "vacancy_plain", "vacancy_plain", "trinkhalle")
        table.begin()
        table.s.free_rerolls = free
        table.play("roll ABC")
        assert table.liquidity() == 2
        table.play("roll A")
        assert table.liquidity() == 1 + free
        table.play("roll ABC")
        assert table.liquidity() == 0 + free
        assert ("roll ABC" in table.legal()) == bool(free)


def test_8_occupied_branch() -> None:  # D21
    table = Table()
    table.own("mode_1")
    table.next_cards("vacancy_plain", "vacancy_plain", "vacancy_plain", "trinkhalle")
    table.begin()
    table.has(dice=(1, 2, 3))
    table.show(slot1="mode_5")
    assert table.why("take slot 1").startswith("This branch is in your mall already.")


def test_9_exchange_as_upgrade() -> None:  # D27, D47
    table = Table()
    table.own("mode_2", "schuhe_1")
    table.has(money=7)
    table.next_cards("vacancy_plain", "mode_2", "vacancy_plain", "trinkhalle")
    table.show(slot3="mode_5")
    table.begin()
    before = (table.money(), table.liquidity(), table.areas(), table.stage())
    assert table.legal() == ["exchange for slot 3", "do without"]
    table.play("exchange for slot 3")
    assert table.row()[1] == "mode_5"
    assert table.s.store_discard.cards[0] >= 0
    assert table.shown(3) != "mode_5"
    assert (table.s.damage, table.s.side) == (ARMED, RATS)
    assert (table.money(), table.liquidity(), table.areas(), table.stage()) == before
    table.play("end the turn", "do without")
    assert "mode_5" in table.discards()
    assert "mode_2" not in table.discards()


def test_10_exchange_impossible() -> None:  # D27, D42
    for card in ("trinkhalle", "vacancy_plain", "sitzbank"):
        table = Table()
        table.next_cards("vacancy_bad", card, "vacancy_bad", "vacancy_bad")
        table.begin()
        assert "roll ABC" in table.legal()  # nothing was asked


def test_11_inspection_passed() -> None:  # D30
    table = Table()
    table.own(*cheap(5, "schuhe"), "schuhe_4", "food_01", "food_02")
    assert (table.areas(), table.stage()) == (6, 4)
    table.next_cards("vacancy_plain", "vacancy_plain", "vacancy_plain", "schuhe_4")
    happened = table.begin()
    assert [e.kind for e in happened][-1] == events.PASSED
    assert table.marked("schuhe")


def test_13_failing_by_prerequisite_only() -> None:  # D30, D31, D36
    table = Table()
    table.own(*cheap(4, "schuhe", "mode"), "schuhe_3")
    table.has(money=9, liquidity=6)
    assert (table.areas(), table.stage()) == (5, 3)
    table.next_cards("vacancy_plain", "vacancy_plain", "vacancy_plain", "schuhe_3")
    table.begin()
    assert (table.money(), table.liquidity(), table.areas(), table.stage()) == (5, 4, 4, 3)
    assert not table.marked("schuhe")
    assert table.row()[3] == ""


def test_14_chain() -> None:  # D33
    table = Table()
    table.own(*cheap(3, "schuhe", "mode", "sport"), "schuhe_3", "sport_3")
    table.next_cards("vacancy_plain", "vacancy_plain", "sport_3", "schuhe_3")
    table.begin()
    assert table.marked("sport")
    table.play("end the turn", "do without")
    assert table.marked("sport")


def test_15_food_court() -> None:  # D22, D34
    table = Table()
    table.own("food_01", "food_02", "food_04")
    table.next_cards("vacancy_plain", "vacancy_plain", "vacancy_plain", "trinkhalle")
    table.show(slot8="food_03")
    table.begin()
    table.has(dice=(3, 1, 1))
    table.play("take slot 8")
    assert table.me().counters == 4
    table = Table()
    table.own("food_01", "food_02", "food_04", "food_05", "food_06", "food_07")
    table.next_cards("vacancy_plain", "vacancy_plain", "vacancy_plain", "trinkhalle")
    table.show(slot8="food_03")
    table.begin()
    table.has(dice=(3, 1, 1))
    assert table.why("take slot 8") == "Your food court has no free field."


def anchor_table(counters: int, stores: int) -> Table:
    table = Table()
    table.own(*cheap(stores), *[f"food_{i:02}" for i in range(1, counters + 1)])
    table.next_cards("vacancy_plain", "vacancy_plain", "vacancy_plain", "trinkhalle")
    table.show(slot7="anchor_1")
    table.begin()
    table.has(dice=(1, 3, 5))
    return table


def test_16_anchor() -> None:  # D23, D35, D36
    table = anchor_table(3, 5)
    table.play("take slot 7")
    assert table.me().anchors[0] >= 0
    assert "general_1" in table.discards()
    assert (table.areas(), table.stage()) == (6, 4)
    assert anchor_table(2, 5).why("take slot 7") == "The next anchor area needs more food-court counters."
    assert anchor_table(3, 3).why("take slot 7") == "The next anchor area needs a higher development stage."


def test_18_general_anchor_card() -> None:  # D39
    table = Table()
    table.own("anchor_1")
    table.next_cards("vacancy_plain", "vacancy_plain", "general_1", "vacancy_plain")
    table.begin()
    assert (table.money(), table.liquidity()) == (6, 7)
    table = Table()
    table.own("anchor_1")
    table.next_cards("vacancy_plain", "vacancy_plain", "vacancy_plain", "general_1")
    table.begin()
    assert (table.money(), table.liquidity(), table.me().anchors[0] >= 0) == (0, 5, True)


def test_20_rats_active() -> None:  # D50
    table = Table()
    table.own("lebensmittel_6", "furn_01", *cheap(5, "lebensmittel", "mode", "schuhe"), "schuhe_3")
    table.has(money=9, liquidity=6)
    table.damage(RATS)
    table.next_cards("furn_01", "vacancy_plain", "lebensmittel_6", "schuhe_3")
    table.begin()
    assert not table.marked("schuhe")
    assert (table.money(), table.liquidity()) == (9 - 4, 6 - 2)  # no gain; the fine counts


def test_21_second_trigger() -> None:  # D52
    table = Table()
    table.damage(RATS, ARMED)
    table.next_cards("vacancy_plain", "vacancy_plain", "vacancy_plain", "trinkhalle")
    table.show(slot6="mode_1")
    table.begin()
    table.has(dice=(1, 2, 2))
    table.play("take slot 6")
    assert table.shown(6) != "mode_1"
    assert (table.s.damage, table.s.side) == (ARMED, RATS)


def test_23_fine_with_change() -> None:  # D31, D46
    for wet in (False, True):
        table = Table()
        table.own("schuhe_2")  # its fine is 3
        table.has(money={5: 1})
        if wet:
            table.damage(WATER)
        table.next_cards("vacancy_plain", "vacancy_plain", "vacancy_plain", "schuhe_2")
        table.begin()
        assert not table.marked("schuhe")
        assert table.coins() == ({} if wet else {2: 1})


def test_24_end_and_points() -> None:  # D53, D54
    table = Table(players=4)
    s = table.s
    everything = [f"{branch}_1" for branch in BRANCHES]
    table.own(*everything[:11], "anchor_1", seat=2)
    table.has(seat=2, money=25)
    table.own(*[f"{branch}_2" for branch in BRANCHES[:9]], seat=0)
    table.has(seat=0, money=30)
    table.own(*[f"{branch}_3" for branch in BRANCHES[:11]], "anchor_2", "anchor_3", seat=1)
    table.has(seat=1, money=27)
    s.turn = 2
    table.next_cards("vacancy_plain", "vacancy_plain", "vacancy_plain", "vacancy_bad", seat=2)
    table.show(slot1=everything[11])
    table.begin()
    table.has(seat=2, dice=(6, 1, 1))
    happened = table.play("take slot 1", seat=2)
    assert (s.phase, s.over, s.to_act) == (OVER, 1, 0)
    assert [sum(table.score(seat)[:2]) for seat in (2, 0, 1)] == [15, -20, 17]
    assert table.score(1)[2] == max(table.score(seat)[2] for seat in range(4))
    assert [e.who for e in happened if e.kind == events.ENDED] == [2]
    assert not GAME.check(s, table.box)


def test_26_running_out_of_cards() -> None:  # D12
    table = Table()
    table.own("food_01", "food_02", "food_04")
    me = table.me()
    while me.draw.n > 2:
        me.discard.cards[me.discard.n] = me.draw.cards[me.draw.n - 1]
        me.draw.cards[me.draw.n - 1] = -1
        me.discard.n += 1
        me.draw.n -= 1
    assert (me.draw.n, me.discard.n) == (2, 9)
    happened = table.begin()
    kinds = [e.kind for e in happened if e.kind in (events.LAID, events.SHUFFLED)]
    assert kinds == [events.LAID, events.LAID, events.SHUFFLED, events.LAID, events.LAID]
    assert (me.draw.n, me.discard.n) == (7, 0)


def test_27_refresh() -> None:  # D44
    table = Table()
    table.begin()
    table.play("end the turn")
    before = table.shown(3)
    table.play("renew slot 3")
    assert table.shown(3) != before
    assert table.s.damage == FREE
    assert table.s.turn == 1


def test_outbreak_and_repair() -> None:  # D48, D49: the example with numbers of the damage card
    table = Table()
    table.next_cards("vacancy_plain", "vacancy_plain", "vacancy_plain", "trinkhalle")
    table.has(dice=(6, 1, 1))
    table.damage(RATS, ARMED)
    table.begin()
    table.roll("roll B", 6, 3, 1)  # the red 6 lies there, but is not thrown
    assert table.s.damage == ARMED
    table.roll("roll AB", 6, 4, 1)
    assert table.s.damage == ACTIVE
    table.has(seat=1, dice=(2, 5, 3))
    happened = table.roll("roll C", 6, 4, 4)
    assert table.s.damage == FREE  # the green dice of the other player
    assert [e.who for e in happened if e.kind == events.MENDED] == [1]
