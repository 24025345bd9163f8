"""The worked examples of the rules, by their numbers."""

import pytest
from superstore import GAME, Table, shipped, waiting_for

from galleria.games.superstore3000 import events
from galleria.games.superstore3000.state import BY_ATTRACTIONS, BY_SUPPLY, FIRST_ORANGE, RANKED

FOOD, HOBBY, FASHION, RED = "burger_bar", "gym", "boutique", "E03"


def test_01_price_and_slide() -> None:  # S23, S24, S28
    t = Table().column("a", [FOOD, HOBBY, "sweet_parlour", RED], top=FASHION).money(0, 3, bank=0)
    t.play(0, "build a3 at 0,2")
    assert t.notes() == 1
    assert t.s.bank == 2
    assert t.dispenser("a") == [FOOD, HOBBY, RED, FASHION]


def test_02_too_expensive() -> None:  # S23
    t = Table().column("a", [FOOD, HOBBY, "sweet_parlour", RED]).money(0, 1)
    assert {text.split()[1] for text in t.legal(0, "build a")} == {"a1", "a2"}
    assert t.why(0, "build a3 at 0,2") == "You do not have enough notes for this row."


def test_03_take_money_from_a_short_bank() -> None:  # S43 to S45
    t = Table().column("a", [FOOD, HOBBY, "sweet_parlour", "burger_bar"], top=RED).money(0, 0, bank=1)
    t.play(0, "money from a")
    assert t.notes() == 2
    assert t.s.bank == 0
    assert t.dispenser("a") == [HOBBY, "sweet_parlour", "burger_bar", RED]


@pytest.mark.parametrize(("bank", "notes", "left"), [(0, 1, 0), (5, 4, 2)])
def test_04_take_money_with_an_empty_and_a_full_bank(bank: int, notes: int, left: int) -> None:  # S44
    t = Table().column("a", ["E01", "E02", "E03", "E04"]).money(0, 0, bank=bank)
    t.play(0, "money from a")
    assert t.notes() == notes
    assert t.s.bank == left


def test_05_first_building_cells() -> None:  # S2, S25, S41
    t = Table()
    assert t.places() == {(0, 2), (1, 2)}
    t.box.bay_needs[0] = 0
    assert {text.split(" at ")[1] for text in t.legal(0, "bay G1")} == {"-1", "2"}


def test_06_three_steps_reach() -> None:  # S47, S48
    t = Table(changes=waiting_for("burger_bar"))
    t.put("gym@0,2", "boutique@0,3")
    walked = [e for e in t.put("burger_bar@0,4") if e.kind == events.WALKED]
    assert [(e.a, e.d) for e in walked] == [(0, 3)]
    assert t.taken(0, 4)
    assert t.waiting(0, 1) == []


def test_07_four_steps_do_not() -> None:  # S48
    t = Table(changes=waiting_for("burger_bar"))
    t.put("gym@0,2", "boutique@0,3", "gym@0,4", "burger_bar@0,5")
    assert not t.taken(0, 5)
    assert t.waiting(0, 1) == ["burger_bar"]


def test_09_crossing_an_occupied_store() -> None:  # S47, S48
    t = Table(changes=waiting_for("burger_bar", "burger_bar", "burger_bar"))
    t.put("burger_bar@0,2")
    assert t.taken(0, 2)
    walked = [e for e in t.put("burger_bar@0,3") if e.kind == events.WALKED]
    assert [e.d for e in walked] == [2]
    assert t.taken(0, 3)
    assert t.waiting(0, 1) == ["burger_bar"]


def test_10_choice_between_customers() -> None:  # S49, S50
    for chosen, waits in (("0", (1, 0)), ("1", (0, 1))):
        t = Table(changes=waiting_for("burger_bar"))
        t.put("E02@0,2")
        t.put("burger_bar@1,2")
        assert t.legal(0) == ["customer from 0 to 2", "customer from 1 to 2"]
        assert t.why(0, "money from a") == "First say which customer moves."
        t.play(0, f"customer from {chosen} to 2")
        assert t.taken(1, 2)
        assert t.waiting(0, 1) == ["burger_bar"] * waits[1]
        assert ("burger_bar" in t.waiting(0, 2)) == (waits[0] == 1)
        assert t.s.turn == 1


def test_11_entrance_next_to_vacant_stores() -> None:  # S49, S50
    t = Table(changes=waiting_for("cinema"))
    t.put("burger_bar@0,2", "gym@0,3")
    walked = [e for e in t.put("E02@1,2") if e.kind == events.WALKED]
    assert sorted(e.d for e in walked) == [1, 2]
    assert t.waiting(1, 2) == []
    assert t.taken(0, 2)
    assert t.taken(0, 3)
    assert t.waiting(0, 1) == ["cinema"]


def test_12_an_attraction_is_free_to_cross() -> None:  # S48
    t = Table(changes=waiting_for("burger_bar")).offer("P1", "K1").meet(0, "P1")
    t.play(0, "attraction P1 as printed at 0,2")
    assert t.places() == {(1, 2), (1, 4)}
    t.put("gym@1,4", "gym@1,5")
    walked = [e for e in t.put("burger_bar@1,6") if e.kind == events.WALKED]
    assert [e.d for e in walked] == [3]


def test_14_base_and_mirroring() -> None:  # S35
    t = Table(changes=waiting_for("cinema")).offer("P1", "K1")
    t.put("gym@0,2", "gym@0,3")
    t.turn(0).meet(0, "P1")
    assert t.legal(0, "attraction P1") == [
        "attraction P1 as printed at 0,4",
        "attraction P1 as printed at 1,2",
        "attraction P1 mirrored at 0,4",
    ]
    assert t.why(0, "attraction P1 mirrored at 1,2") == "There the attraction would cover another tile."


def test_15_platforms_and_blocking() -> None:  # S6, S36
    t = Table().offer("P4", "K1").meet(0, "P4")
    t.play(0, "attraction P4 as printed at 0,2")
    assert {(x, f) for x in (-1, 0, 1) for f in (2, 3) if t.tile(x, f) == 1} == {(0, 2), (-1, 3), (0, 3), (1, 3)}
    assert t.places() == {(-1, 4), (1, 2), (1, 4)}
    t.turn(0)
    assert t.why(0, "build a1 at 0,4") == "What is below carries nothing: it is no platform."


def test_17_bay_requirement() -> None:  # S38, S39
    t = Table(changes=waiting_for("cinema"))
    t.put("gym@0,2", "boutique@1,2", "burger_bar@0,3")
    assert t.turn(0).legal(0, "bay") == []
    t.put("E01@1,3")
    assert {text.split()[1][0] for text in t.turn(0).legal(0, "bay")} == {"G"}
    t.put("gym@0,4", "boutique@1,4", "burger_bar@0,5", "E12@1,5")
    assert {text.split()[1][0] for text in t.turn(0).legal(0, "bay")} == {"G", "B"}
    t.play(0, "bay B1 at 2")
    assert {text.split()[1][0] for text in t.turn(0).legal(0, "bay")} == {"G"}
    assert t.why(0, "bay B2 at -1") == "You have a docking bay of this colour already."


def test_18_second_bay() -> None:  # S41
    t = Table()
    t.box.bay_needs[0] = t.box.bay_needs[1] = 0
    t.play(0, "bay G3 at 2")
    assert {text.split(" at ")[1] for text in t.turn(0).legal(0, "bay")} == {"-1", "3"}


def happy(t: Table, side: int, floors: dict[int, int]) -> None:
    """Satisfied customers by floor."""
    mall = t.s.malls[side]
    mall.satisfied = sum(floors.values())
    for floor, n in floors.items():
        mall.satisfied_at[floor] = n


def test_20_rainbow_tie() -> None:  # S59
    t = Table(3)
    happy(t, 0, {2: 6, 6: 1})
    happy(t, 1, {2: 6, 8: 1})
    happy(t, 2, {2: 5})
    assert [t.score(side)["rainbow"] for side in range(3)] == [8, 12, 4]


def test_21_color_tie() -> None:  # S60
    t = Table(3)
    for side, (size, satisfied) in enumerate(((4, 2), (4, 3), (2, 0))):
        t.s.malls[side].best[1] = RANKED * size + satisfied
    assert [t.score(side)["blue"] for side in range(3)] == [4, 8, 0]


def test_22_equal_rounds() -> None:  # S56, S57
    t = Table(3)
    t.money(2, 40 - t.s.supply.n % 2)
    while t.s.supply.n > 1:
        t.money(2, t.notes(2) + t.s.supply.n - 1)
    assert t.s.supply.n == 1
    round_ = t.s.round
    t.turn(1).play(1, "money from a")
    assert t.s.triggers == 1 << BY_SUPPLY
    assert not t.s.over
    assert t.s.turn == 2
    # player 3 builds the last common attraction
    t.offer("P2").meet(2, "P2")
    happened = t.play(2, "attraction P2 as printed at 0,2")
    assert t.s.over == 1 + BY_SUPPLY
    assert t.s.round == round_
    assert any(e.kind == events.ENDED for e in happened)


def test_22_the_last_attraction_by_the_last_player_ends_the_game() -> None:  # S56, S57
    t = Table(2).offer("P2").turn(1).meet(1, "P2")
    t.play(1, "attraction P2 as printed at 0,2")
    assert t.s.over == 1 + BY_ATTRACTIONS


def test_22_after_the_last_attraction_by_the_first_player_the_others_have_their_turn() -> None:
    t = Table(2).offer("P2").meet(0, "P2")
    t.play(0, "attraction P2 as printed at 0,2")
    assert not t.s.over
    t.play(1, "money from a")
    assert t.s.over == 1 + BY_ATTRACTIONS


def test_23_shrunken_column() -> None:  # S28, S30
    t = Table(3).column("a", [HOBBY, FOOD, "cinema", RED]).empty_supply()
    t.play(0, "money from a")
    assert t.dispenser("a") == [FOOD, "cinema", RED]
    t.money(1, 2)
    assert {text.split()[1] for text in t.legal(1, "build a")} == {"a1", "a2", "a3"}
    t.play(1, "build a2 at 0,2")
    assert t.notes(1) == 1
    assert t.dispenser("a") == [FOOD, RED]


def test_25_tie_of_the_game() -> None:  # S62
    t = Table(3)
    happy(t, 0, {2: 5})  # 8
    happy(t, 1, {2: 6})  # 12
    t.s.malls[0].built = 1  # 4 points
    t.box.shapes[0].points = 4
    a, b = (sum(t.score(side).values()) for side in (0, 1))
    assert a == b == 12
    assert t.standing(1) > t.standing(0)


def test_26_secret_card() -> None:  # S33, S34
    t = Table(changes=waiting_for("cinema")).card(0, "O4").offer("P2", "K1")
    mall = t.s.malls[0]
    mall.progress[FIRST_ORANGE + 3] = 5
    assert t.legal(0, "attraction own") == []
    mall.progress[FIRST_ORANGE + 3] = 6
    assert t.legal(0, "attraction own")
    hidden = t.s.copy()
    GAME.hide(hidden, t.box, 1)
    assert hidden.malls[0].card == -2
    t.box.conditions[FIRST_ORANGE + 3].need = mall.progress[FIRST_ORANGE + 3] = 0
    happened = t.play(0, "attraction own as printed at 0,2")
    assert any(e.kind == events.REVEALED and e.a == 3 for e in happened)
    shown = t.s.copy()
    GAME.hide(shown, t.box, 1)
    assert shown.malls[0].card == 3
    assert t.turn(0).why(0, "attraction own as printed at 1,2") == "Your individual attraction has been built already."
    assert t.s.offer == t.s.laid
    assert not t.s.triggers


def test_the_examples_use_the_published_box() -> None:
    assert shipped().data.entrance["E02"].wishes == ["burger_bar", "gym"]
