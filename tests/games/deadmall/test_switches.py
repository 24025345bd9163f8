"""Every question the rule text leaves open, decided both ways; G numbers are those of the guide."""

from typing import Any

import pytest
from mall_table import BRANCHES, GAME, Table, box_with

from galleria.core import Match
from galleria.games.deadmall import events
from galleria.games.deadmall.rules import arm, begin_turn
from galleria.games.deadmall.state import ACTIVE, ARMED, FREE, RATS, WATER

QUIET = ("vacancy_plain", "vacancy_plain", "vacancy_plain", "trinkhalle")


def quiet(*owned: str, **options: Any) -> Table:
    """A turn at step 2 in which no bar has done anything."""
    table = Table(**options)
    table.own(*owned)
    table.next_cards(*QUIET)
    table.begin()
    return table


def test_g1_start_player() -> None:
    def starts(value: str) -> set[int]:
        box = box_with({"options": {"start_player": value}})
        found = set()
        for seed in range(20):
            state = GAME.state.new()
            state.rng.a = seed + 1
            GAME.setup(state, box, 4)
            found.add(state.turn)
        return found

    assert starts("random") == {0, 1, 2, 3}
    assert starts("first_seat") == {0}


@pytest.mark.parametrize(("value", "stage"), [("areas", 3), ("stores", 2)])
def test_g4_what_the_stage_counts(value: str, stage: int) -> None:
    table = quiet("mode_1", "schuhe_1", "anchor_1", "anchor_2", stage_counts=value)
    assert (table.areas(), table.stage()) == (4, stage)


@pytest.mark.parametrize(("value", "steps"), [("effect_bar", 1), ("every_bar", 3)])
def test_g6_where_squalor_acts(value: str, steps: int) -> None:
    table = Table(squalor_acts=value)
    table.next_cards("vacancy_bad", "vacancy_bad", "vacancy_plain", "vacancy_bad")
    table.begin()
    assert table.liquidity() == 5 - steps


@pytest.mark.parametrize("value", ["below_row", "above_row"])
def test_g7_where_a_card_won_goes(value: str) -> None:
    table = quiet(taken_card=value)
    table.show(slot1="mode_1")
    table.has(dice=(1, 4, 4))
    table.play("take slot 1")
    assert table.discards() == (["mode_1", *QUIET] if value == "below_row" else [*QUIET, "mode_1"])


@pytest.mark.parametrize("value", ["one", "lying_and_one"])
def test_g8_cards_in_a_turn(value: str) -> None:
    table = quiet(acquisitions=value)
    table.show(slot1="mode_1", slot2="schuhe_1", slot4="sport_1")
    table.has(dice=(1, 2, 2))
    table.play("take slot 1")
    if value == "one":
        assert table.s.turn == 1
        return
    assert table.why("take slot 2") == "After the card for lying dice you roll first."
    table.has(money=9)
    assert table.why("buy slot 9") == "After the card for lying dice you roll first."
    table.roll("roll A", 5, 2, 2)
    table.play("take slot 4")
    assert table.s.turn == 1
    table = quiet(acquisitions=value)
    table.show(slot1="mode_1")
    table.has(dice=(1, 2, 2))
    table.play("take slot 1", "end the turn")
    assert table.s.turn == 1  # something was won: no display card is renewed


@pytest.mark.parametrize("value", ["any_dice", "all_dice"])
def test_g9_free_roll(value: str) -> None:
    table = quiet(free_roll=value)
    assert table.why("roll AB") == "The first roll throws all three dice."  # D16: nothing lies there yet
    table.has(dice=(1, 2, 3))
    assert ("roll AB" in table.legal()) == (value == "any_dice")
    table.play("roll ABC")
    assert "roll AB" in table.legal()


@pytest.mark.parametrize("value", ["refused", "second_card"])
def test_g10_second_store_of_a_branch(value: str) -> None:
    table = quiet("schuhe_2", occupied_branch=value)
    table.show(slot1="schuhe_1")
    table.has(dice=(2, 1, 1))
    if value == "refused":
        assert "take slot 1" not in table.legal()
        return
    table.play("take slot 1")
    assert table.areas() == 1
    table.s.turn = 1
    table.clear()
    table.s.turn = 0
    table.before_turn()
    table.next_cards("vacancy_plain", "vacancy_plain", "vacancy_plain", "schuhe_2")
    table.begin()
    assert table.row()[3] == ""  # it lacks fashion
    assert table.marked("schuhe")  # the other store is still there


@pytest.mark.parametrize("value", ["discarded", "into_display"])
def test_g11_where_the_card_exchanged_goes(value: str) -> None:
    table = Table(exchanged_card=value)
    table.own("mode_1")
    table.show(slot2="mode_2")
    table.next_cards("vacancy_plain", "mode_1", "vacancy_plain", "trinkhalle")
    table.begin()
    table.play("exchange for slot 2")
    assert (table.shown(2) == "mode_1") == (value == "into_display")
    assert table.s.store_discard.n == (value == "discarded")


@pytest.mark.parametrize("value", [True, False])
def test_g11_whether_an_exchange_starts_damage(value: bool) -> None:
    table = Table(exchange_triggers_damage=value)
    table.own("mode_1")
    table.show(slot3="mode_2")
    table.next_cards("vacancy_plain", "mode_1", "vacancy_plain", "trinkhalle")
    table.begin()
    table.play("exchange for slot 3")
    assert table.s.damage == (ARMED if value else FREE)


@pytest.mark.parametrize("value", [True, False])
def test_g12_exchange_of_counters(value: bool) -> None:
    table = Table(exchange_food_court=value)
    table.own("food_01")
    table.show(slot8="food_07")
    table.next_cards("vacancy_plain", "food_01", "vacancy_plain", "trinkhalle")
    table.begin()
    assert ("exchange for slot 8" in table.legal()) == value
    if value:
        table.play("exchange for slot 8")
        assert table.row()[1] == "food_07"
        assert table.me().counters == 1


@pytest.mark.parametrize("value", [True, False])
def test_g13_stage_at_the_inspection(value: bool) -> None:
    table = Table(inspect_stage=value)
    table.own("mode_2")  # grey, in a black mall
    table.next_cards("vacancy_plain", "vacancy_plain", "vacancy_plain", "mode_2")
    table.begin()
    assert table.marked("mode") == (not value)


@pytest.mark.parametrize("value", ["waived", "debt"])
def test_g14_fine_beyond_ones_means(value: str) -> None:
    table = Table(unpaid_fine=value)
    table.own("mode_2")
    table.has(money=1, liquidity=0)
    table.next_cards("vacancy_plain", "vacancy_plain", "vacancy_plain", "mode_2")
    table.begin()
    assert (table.money(), table.liquidity()) == (0, 0)
    assert table.me().debt == (2 if value == "debt" else 0)
    assert table.score()[0] == (-2 if value == "debt" else 0)


@pytest.mark.parametrize("value", [True, False])
def test_g15_different_counters(value: bool) -> None:
    table = quiet("food_01", different_counters=value)
    table.show(slot8="food_01")
    table.has(dice=(1, 1, 1))
    assert (table.why("take slot 8") == "You have a counter of this kind already.") == value
    table = Table(different_counters=value)
    table.own("food_01", "food_07")
    table.show(slot8="food_07")
    table.next_cards("vacancy_plain", "food_01", "vacancy_plain", "trinkhalle")
    table.begin()
    assert ("exchange for slot 8" in table.legal()) == (not value)


@pytest.mark.parametrize("value", ["ignored", "replaces"])
def test_g18_second_symbol(value: str) -> None:
    table = quiet(second_damage=value)
    table.damage(RATS, ARMED)
    arm(table.s, table.box, 0, 5)
    assert table.s.side == (RATS if value == "ignored" else WATER)
    table.damage(RATS, ACTIVE)
    arm(table.s, table.box, 0, 5)
    assert (table.s.side, table.s.damage) == (RATS, ACTIVE)


@pytest.mark.parametrize("value", ["any_player", "active_player"])
def test_g19_whose_dice_end_the_damage(value: str) -> None:
    table = quiet(damage_ended_by=value)
    table.has(dice=(1, 1, 1))
    table.has(seat=1, dice=(2, 5, 1))
    table.damage(RATS)
    table.roll("roll C", 1, 1, 4)
    assert table.s.damage == (FREE if value == "any_player" else ACTIVE)
    table.damage(RATS)
    table.has(dice=(2, 1, 1))
    table.s.seats[1].dice[0] = 1
    table.roll("roll C", 2, 1, 5)
    assert table.s.damage == FREE


@pytest.mark.parametrize(("value", "left"), [("ones", {1: 3}), ("fewest", {5: 1})])
def test_g20_change_during_water_damage(value: str, left: dict[int, int]) -> None:
    table = Table(water_change=value)
    table.own("schuhe_2")  # its fine is 3
    table.has(money={10: 1})  # worth 6
    table.damage(WATER)
    table.next_cards("vacancy_plain", "vacancy_plain", "vacancy_plain", "schuhe_2")
    table.begin()
    assert table.coins() == left


@pytest.mark.parametrize("value", ["unlimited", "box"])
def test_g20_bank(value: str) -> None:
    table = Table(bank=value)
    table.own("mode_6")  # pays 9
    for d in range(4):
        table.box.bank[d] = 1
    table.next_cards("vacancy_plain", "vacancy_plain", "mode_6", "trinkhalle")
    table.begin()
    assert table.coins() == ({5: 1, 2: 2} if value == "unlimited" else {5: 1, 2: 1, 1: 1})


@pytest.mark.parametrize("value", [True, False])
def test_g20_changing_money(value: bool) -> None:
    change = "change a money card of the third value"
    table = quiet(change_money=value)
    table.has(money={5: 1})
    assert (table.why(change) == "") == value
    if not value:
        assert table.why(change) == "In this game money is not changed."
        return
    table.play(change)
    assert table.coins() == {1: 5}
    assert table.why(change) == "You have no such money card."
    table.has(money={5: 1})
    table.damage(WATER)
    assert table.why(change) == "Money can't be changed during water damage."


@pytest.mark.parametrize(("value", "points"), [(True, 6), (False, 10)])
def test_g21_water_at_the_end(value: bool, points: int) -> None:
    table = quiet(water_counts_at_end=value)
    table.has(money={10: 1})
    table.damage(WATER)
    assert table.score()[0] == points


@pytest.mark.parametrize(("value", "points"), [(True, -140), (False, -120)])
def test_g22_empty_anchor_areas(value: bool, points: int) -> None:
    assert quiet(empty_anchor_areas_count=value).score()[1] == points


@pytest.mark.parametrize("value", [False, True])
def test_g23_end_with_anchors(value: bool) -> None:
    table = quiet(*[f"{branch}_1" for branch in BRANCHES[:11]], end_needs_anchors=value)
    table.show(slot1=f"{BRANCHES[11]}_1")
    table.has(dice=(6, 1, 1))
    table.play("take slot 1")
    assert bool(table.s.over) == (not value)


@pytest.mark.parametrize("value", ["refresh", "none"])
def test_g24_stagnation(value: str) -> None:
    table = quiet(stagnation=value)
    table.play("end the turn")
    assert (table.s.turn == 1) == (value == "none")
    if value == "refresh":
        assert table.legal() == [*[f"renew slot {n}" for n in range(1, 7)], "do without"]


@pytest.mark.parametrize("value", ["thrown", "lying"])
def test_g28_outbreak_by_lying_dice(value: str) -> None:
    table = quiet(outbreak=value)
    table.has(dice=(6, 1, 1))
    table.damage(RATS, ARMED)
    table.roll("roll B", 6, 4, 1)
    assert table.s.damage == (ARMED if value == "thrown" else ACTIVE)


@pytest.mark.parametrize("value", ["every_gain", "settlement"])
def test_d50_what_rats_stop(value: str) -> None:
    table = Table(rats_block=value)
    table.damage(RATS)
    table.next_cards("sitzbank", "vacancy_plain", "trinkhalle", "vacancy_plain")
    table.begin()
    assert (table.liquidity(), table.money()) == (5 if value == "every_gain" else 6, 0)


@pytest.mark.parametrize("value", ["areas_liquidity", "shared"])
def test_d56_ties(value: str) -> None:
    table = quiet("mode_1", tie_break=value)
    table.has(seat=0, money=0, liquidity=3)
    table.has(seat=1, money=10)
    # Ada: one area and no money; Ben: no area and 10 money. Both have -130 points.
    ada, ben = table.score(0), table.score(1)
    assert sum(ada[:2]) == sum(ben[:2]) == -130
    assert (ada[2] > ben[2]) == (value == "areas_liquidity")
    assert (ada[2] == ben[2]) == (value == "shared")


def test_limit_of_rounds() -> None:
    table = quiet(round_limit=2)
    for _ in range(2):
        for seat in range(2):
            while table.s.turn == seat and not table.s.over:
                table.play("do without" if "do without" in table.legal(seat) else "end the turn", seat=seat)
    assert (table.s.over, table.s.round) == (2, 2)
    assert [e.kind for e in table.log()][-5:] == [events.ENDED, *[events.SCORED] * 4]


# -- rules with a choice in them ---------------------------------------------------------------------------------------


def effect(card: str, *owned: str, **options: Any) -> Table:
    table = Table(**options)
    table.own(card, *owned)
    table.next_cards(card, "vacancy_plain", "vacancy_plain", "trinkhalle")
    return table


def test_furnishing_effects() -> None:  # D38
    table = effect("furn_01")
    table.begin()
    assert table.liquidity() == 7
    table = effect("furn_06")
    table.begin()
    assert table.money() == 2
    table = effect("furn_12")
    table.has(liquidity=0, dice=(1, 2, 3))
    table.begin()
    table.play("roll A", "roll A", "roll A")
    assert "roll A" not in table.legal()


def test_turning_a_die() -> None:  # D38
    table = effect("furn_07")
    table.has(dice=(1, 6, 3), liquidity=0)
    table.show(slot1="mode_4")  # needs 1-1
    table.begin()
    assert table.why("turn die A down") == table.why("turn die B up") == "A die shows 1 to 6."
    table.play("turn die C down", "turn die C down")
    assert table.why("turn die B down") == "No effect lets you turn a die in this turn."
    table.play("take slot 1")  # turning is no roll: the dice still lie
    table = effect("furn_09")
    table.has(dice=(2, 4, 3))
    table.damage(RATS)
    table.begin()
    table.play("turn die B up")
    assert table.s.damage == FREE  # D49


def test_renewing_the_display() -> None:  # D38
    table = effect("furn_08")
    table.begin()
    table.play("renew slot 3", "renew slot 3")
    assert table.s.damage == FREE
    assert table.s.store_discard.n == 2
    assert "roll ABC" in table.legal()


def test_removing_vacancies() -> None:  # D38
    table = effect("furn_05")
    me = table.me()
    for name in ("vacancy_bad", "vacancy_plain"):
        table.next_cards(name)
        me.discard.cards[me.discard.n] = me.draw.cards[me.draw.n - 1]
        me.draw.cards[me.draw.n - 1] = -1
        me.draw.n -= 1
        me.discard.n += 1
    table.next_cards("furn_05")
    table.begin()
    assert len(table.legal()) == 3
    bad = next(text for text in table.legal() if text == "remove starter 3")
    before = table.discards().count("vacancy_bad")
    table.play(bad)
    assert table.discards().count("vacancy_bad") == before - 1
    assert "roll ABC" in table.legal()


def test_skipping_an_inspection() -> None:  # D38
    for use in (True, False):
        table = Table()
        table.own("furn_10", "mode_2")
        table.next_cards("furn_10", "vacancy_plain", "vacancy_plain", "mode_2")
        table.begin()
        assert table.legal() == ["use the effect", "do without"]
        table.play("use the effect" if use else "do without")
        assert table.marked("mode") == use
    table = Table()
    table.own("furn_10", "mode_1")
    table.next_cards("furn_10", "vacancy_plain", "vacancy_plain", "mode_1")
    table.begin()
    assert "roll ABC" in table.legal()  # nothing to decide: the store may stay


def test_clearing_damage() -> None:  # D38
    for use in (True, False):
        table = effect("furn_11")
        table.damage(WATER)
        table.begin()
        table.play("use the effect" if use else "do without")
        assert table.s.damage == (FREE if use else ACTIVE)
    table = effect("furn_11")
    table.begin()
    assert "roll ABC" in table.legal()


def test_general_anchor_card_under_the_first_two_bars() -> None:  # D39
    table = Table()
    table.own("anchor_1")
    table.has(dice=(1, 2, 3), liquidity=0)
    table.next_cards("general_1", "vacancy_plain", "vacancy_plain", "trinkhalle")
    table.begin()
    table.play("roll A", "roll A")
    assert "roll A" not in table.legal()
    table = Table()
    table.own("anchor_1")
    table.next_cards("vacancy_plain", "general_1", "vacancy_plain", "trinkhalle")
    table.begin()
    table.play("renew slot 6")
    assert table.s.damage == FREE


def test_buying() -> None:  # D25, D46
    table = quiet()
    table.show(slot9="furn_02")  # costs 4
    assert table.why("buy slot 9") == "You do not have the money for this."
    table.has(money={10: 1})
    table.play("buy slot 9")
    assert table.coins() == {5: 1, 1: 1}
    assert table.discards()[0] == "furn_02"
    assert table.s.turn == 1


@pytest.mark.parametrize(
    ("have", "price", "left"),
    [
        ({5: 1, 2: 2}, 4, {5: 1}),  # no overpayment
        ({5: 1, 2: 1, 1: 2}, 4, {5: 1}),
        ({10: 1, 5: 1}, 4, {10: 1, 1: 1}),  # the least overpayment
        ({2: 3, 1: 2}, 4, {2: 1, 1: 2}),  # the fewest cards
        ({5: 2}, 6, {2: 2}),
    ],
)
def test_d46_which_cards_pay(have: dict[int, int], price: int, left: dict[int, int]) -> None:
    table = quiet()
    table.has(money=have)
    name = {4: "furn_02", 6: "furn_01"}[price]
    table.show(slot9=name)
    table.play("buy slot 9")
    assert table.coins() == left


def test_d26_piles_that_run_out() -> None:
    table = quiet()
    s = table.s
    while s.stores.n:
        s.store_discard.cards[s.store_discard.n] = s.stores.cards[s.stores.n - 1]
        s.store_discard.n += 1
        s.stores.n -= 1
    for i in range(len(s.stores.cards)):
        s.stores.cards[i] = -1
    happened = table.play("end the turn", "renew slot 1")
    assert [e.b for e in happened if e.kind == events.PILE_RENEWED] == [67]
    assert s.store_discard.n == 0


def test_d41_an_empty_draw_pile_is_renewed_at_the_end_of_the_turn() -> None:
    table = Table()
    begin_turn(table.s, table.box)
    table.play("end the turn", "do without")
    table.play("end the turn", "do without", seat=1)
    assert table.me().draw.n == 0 or table.me().discard.n == 0
    happened = table.play("end the turn", "do without")
    assert [e.a for e in happened if e.kind == events.SHUFFLED] == [8]
    assert (table.me().draw.n, table.me().discard.n) == (8, 0)


def test_nobody_else_answers() -> None:
    table = quiet()
    assert table.why("roll ABC", seat=1) == "It is not your turn."
    assert table.legal(1) == []


def test_a_match_through_the_command_line_words() -> None:
    match = Match.new(GAME, 2, seed="words")
    seat = match.to_act[0]
    assert match.why_not(seat, "take slot 1") == "Your dice have no value yet: roll first."
    match.play(seat, "roll ABC")
    assert match.why_not(1 - seat, "end the turn") == "It is not your turn."
