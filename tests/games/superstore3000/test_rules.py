"""The rules beyond the worked examples, by their numbers."""

from collections import Counter

import pytest
from superstore import GAME, TYPE_NAMES, Table, cell, shipped, waiting_for

from galleria.games.superstore3000 import events
from galleria.games.superstore3000.actions import CARD_NAMES
from galleria.games.superstore3000.state import CARDS, ENTRANCES, KINDS, RANKED


@pytest.mark.parametrize(("players", "tiles", "purple"), [(2, 48, 3), (3, 72, 4), (4, 96, 4)])
def test_set_up(players: int, tiles: int, purple: int) -> None:  # S13 to S18
    s = Table(players).s
    assert s.supply.n == tiles - 8
    assert all(kind >= 0 for kind in s.slots)
    assert s.bank == 0
    for side in range(players):
        mall = s.malls[side]
        assert mall.notes == 3
        assert mall.unsatisfied == 3
        assert mall.satisfied == 0
    assert len({s.malls[side].card for side in range(players)}) == players
    assert len({s.malls[side].main for side in range(players)}) == players
    assert (s.laid & 0b111111).bit_count() == purple
    assert (s.laid >> 6).bit_count() == 2
    assert s.free_bays == 0xFF


def test_all_mall_elements() -> None:  # S4, S5, S8
    s = Table(4).s
    kinds = Counter([*list(s.supply.cards)[: s.supply.n], *s.slots])
    assert all(kinds[kind] == (8 if kind not in (3, 7, 11) else 0) for kind in range(KINDS))
    assert all(kinds[KINDS + i] == 1 for i in range(ENTRANCES))


def test_everybody_can_be_first() -> None:  # S20
    from galleria.core import seed_random
    from galleria.games.superstore3000.state import State

    box = Table().box
    firsts = set()
    for seed in range(40):
        s = State.new()
        seed_random(s.rng, str(seed))
        GAME.setup(s, box, 4)
        firsts.add(s.first)
        assert s.to_act == 1 << s.first
    assert firsts == {0, 1, 2, 3}


def test_turns_go_clockwise() -> None:  # S20, S21
    t = Table(3)
    seen = []
    for _ in range(7):
        seen.append(t.s.turn)
        t.play(t.s.turn, "money from a")
    assert seen == [0, 1, 2, 0, 1, 2, 0]


def test_an_element_never_stands_on_the_ground_nor_in_the_air() -> None:  # S25
    t = Table()
    assert t.why(0, "build a1 at 2,1") == "Mall elements do not stand on the ground floor."
    assert t.why(0, "build a1 at 2,2") == "There is nothing below to stand on."
    assert t.why(0, "build a1 at 0,1") == "Something stands there already."
    assert t.why(0, "build a1 at -16,3") == "This lies outside the mall."


def test_an_entrance_brings_its_customers() -> None:  # S27
    t = Table(changes=waiting_for("cinema"))
    t.put("E12@0,2")
    assert t.waiting(0, 2) == ["sombrero_grill", "hair_salon"]


def test_the_dispenser_is_refilled_when_the_customers_have_moved() -> None:  # S29
    t = Table(changes=waiting_for("burger_bar"))
    t.put("E02@0,2")
    t.turn(0).column("a", ["burger_bar"])
    before = t.s.supply.n
    t.play(0, "build a1 at 1,2")
    assert t.s.supply.n == before
    assert len(t.dispenser("a")) == 3
    t.play(0, "customer from 0 to 2")
    assert t.s.supply.n == before - 1
    assert len(t.dispenser("a")) == 4


def test_a_common_attraction_is_built_once_and_leaves_the_offer() -> None:  # S33, S34
    t = Table().offer("P2", "K1").meet(0, "P2")
    t.play(0, "attraction P2 as printed at 0,2")
    assert t.why(1, "attraction P2 as printed at 0,2") == "This attraction has been built already."
    assert t.why(1, "attraction P1 as printed at 0,2") == "This attraction does not lie out in this match."
    assert t.why(1, "attraction K1 as printed at 0,2") == (
        "Your mall does not meet the condition of this attraction yet."
    )


def test_an_attraction_can_take_the_ground_of_a_bay() -> None:  # S36, S41
    t = Table().offer("P3", "K1").meet(0, "P3")
    t.box.bay_needs[0] = 0
    t.play(0, "attraction P3 as printed at 1,2")
    assert {(x, f) for x in range(4) for f in (1, 2) if t.tile(x, f) == 1} == {(1, 2), (2, 2), (2, 1), (3, 1)}
    assert t.places() == {(0, 2), (3, 2)}
    t.turn(0)
    assert {text.split(" at ")[1] for text in t.legal(0, "bay")} == {"-1"}
    assert t.why(0, "bay G1 at 2") == "Something stands there already."
    assert t.why(0, "bay G1 at 3") == "Something stands there already."


def test_no_attraction_reaches_below_the_ground() -> None:  # S35
    deep = {"attraction": {"P3": {"shape": [[0, 0], [1, 0], [1, -1], [1, -2]], "platforms": []}}}
    t = Table(changes=deep).offer("P3", "K1").meet(0, "P3")
    assert t.why(0, "attraction P3 as printed at 1,2") == "There the attraction would reach below the ground floor."


def test_a_symmetric_attraction_is_not_mirrored() -> None:  # S35
    t = Table().offer("P4", "K1").meet(0, "P4")
    assert t.why(0, "attraction P4 mirrored at 0,2") == (
        "Mirrored, this attraction is the same: place it as it is printed."
    )


def test_an_attraction_stands_on_a_platform_but_not_on_spikes() -> None:  # S35, G16
    t = Table().offer("P1", "P2", "K1").meet(0, "P1")
    t.play(0, "attraction P1 as printed at 0,2")
    t.turn(0).meet(0, "P2")
    assert t.why(0, "attraction P2 as printed at 1,4") == ""
    assert (
        t.why(0, "attraction P2 as printed at 0,4")
        == "The base of the attraction needs a tile below it that carries it."
    )


def bay(t: Table, name: str, seat: int = 0, where: int = 2) -> list[object]:
    t.box.bay_needs[0] = t.box.bay_needs[1] = 0
    return list(t.turn(seat).play(seat, f"bay {name} at {where}"))


def test_bays_bring_customers_and_notes() -> None:  # S42
    t = Table(changes=waiting_for("cinema"))
    bay(t, "G1")
    assert t.waiting(2, 1) == ["sombrero_grill", "bowling_alley"]
    t = Table().money(0, 0, bank=2)
    bay(t, "G2")
    assert t.notes() == 2
    assert t.s.bank == 0
    assert t.why(1, "bay G2 at 2") == "Another player has taken this docking bay."


def test_bays_that_score_count_at_the_end() -> None:  # S42
    t = Table()
    bay(t, "G4")
    assert t.score(0)["bays"] == 0
    t.s.malls[0].built = 0b10000000011
    assert t.score(0)["bays"] == 6
    t = Table()
    bay(t, "B4")
    for satisfied, points in ((1, 0), (2, 1), (5, 2)):
        t.s.malls[0].satisfied = satisfied
        assert t.score(0)["bays"] == points


def test_a_mall_element_stands_on_a_bay() -> None:  # S41
    t = Table()
    bay(t, "G3")
    assert (2, 2) in t.places()


def test_where_the_other_reading_holds_equal_tiles_become_notes() -> None:  # S44, section 11
    t = Table(box="readings").column("a", ["burger_bar", "gym", "tea_house", "sweet_parlour"]).money(0, 0)
    turned, supply = t.s.turned, t.s.supply.n
    t.play(0, "money from a")
    assert t.notes() == 3
    assert t.s.turned == turned + 3
    assert t.dispenser("a")[0] == "gym"
    assert len(t.dispenser("a")) == 4
    assert t.s.supply.n == supply - 3


def test_whoever_can_do_nothing_passes() -> None:  # S22
    t = Table(3, box="readings")
    t.empty_supply()
    for slot in range(8):
        if t.s.slots[slot] >= 0 and slot:
            t.s.slots[slot] = -1
            t.s.turned += 1
            t.s.malls[2].notes += 1
    t.sound()
    happened = t.play(0, "money from a")
    assert [e.who for e in happened if e.kind == events.PASSED] == [1, 2]
    assert t.s.over


def test_money_moves_nobody() -> None:  # S52
    t = Table(changes=waiting_for("burger_bar"))
    assert all(e.kind != events.WALKED for e in t.play(0, "money from a"))


def test_satisfied_customers_stay_and_their_place_stays_empty() -> None:  # S51
    t = Table(changes=waiting_for("burger_bar", "cinema"))
    t.put("burger_bar@0,2", "burger_bar@1,2")
    assert t.taken(0, 2)
    assert not t.taken(1, 2)
    assert t.waiting(0, 1) == ["cinema"]


def test_the_main_entrance_is_crossed_in_one_step() -> None:  # S48, G15
    t = Table(changes=waiting_for("cinema"))
    bay(t, "G1", where=-1)
    walked = [e for e in t.put("sombrero_grill@1,2") if e.kind == events.WALKED]
    assert [e.d for e in walked] == [2]  # the main entrance, from its left half to its right one, and the grill


def test_a_cluster_counts_one_category_whatever_the_kinds() -> None:  # S53
    t = Table(changes=waiting_for("cinema"))
    t.put("burger_bar@0,2", "gym@1,2", "sweet_parlour@0,3", "sombrero_grill@1,3", "boutique@0,4", "burger_bar@0,5")
    best = t.s.malls[0].best
    assert [b // RANKED for b in best] == [3, 1, 1]


def test_among_equal_clusters_the_happier_one_counts() -> None:  # S53
    t = Table(changes=waiting_for("cinema"))
    t.put("gym@0,2", "burger_bar@1,2", "cinema@1,3")
    assert t.s.malls[0].best[1] == RANKED + 1


def test_ranks_for_the_rainbow() -> None:  # S59
    t = Table(4)
    for side, floors in enumerate(({3: 1, 5: 2}, {4: 1, 5: 2}, {}, {3: 1, 5: 2})):
        t.s.malls[side].satisfied = sum(floors.values())
        for floor, n in floors.items():
            t.s.malls[side].satisfied_at[floor] = n
    assert [t.score(side)["rainbow"] for side in range(4)] == [6, 12, 0, 9]


def test_color_ties_go_by_the_rainbow_and_nothing_wins_nothing() -> None:  # S60
    t = Table(2)
    assert t.score(0)["green"] == t.score(1)["green"] == 0
    for side in range(2):
        t.s.malls[side].best[2] = 2 * RANKED
    assert [t.score(side)["green"] for side in range(2)] == [4, 8]
    t.s.malls[0].satisfied = 1
    assert [t.score(side)["green"] for side in range(2)] == [8, 4]


def test_waiting_customers_and_notes_are_worth_nothing() -> None:  # S61
    t = Table()
    assert all(points == 0 for points in t.score(0).values())


CONDITIONS = {
    "P1": (["gym@0,2", "cinema@0,3"], 2),  # in a column
    "K1": (["gym@0,2", "cinema@1,2"], 2),  # in a row
    "P2": (["gym@0,2", "cinema@1,2", "gym@0,3"], 3),  # a square
    "P5": (["gym@0,2", "burger_bar@1,2", "boutique@0,3"], 3),  # four categories
    "K2": (["gym@0,2", "burger_bar@1,2", "cinema@0,3", "gym@1,3"], 3),  # any cluster
    "O1": (["burger_bar@0,2", "sweet_parlour@1,2", "gym@0,3"], 2),  # food cluster
    "P3": (["gym@0,2", "gym@0,3", "E02@0,4"], 4),  # floor
    "O5": (["gym@0,2", "E02@1,2"], 2),  # on one floor
    "P6": (["gym@0,2", "cinema@1,2", "bowling_alley@0,3", "burger_bar@0,4"], 1),  # full sets
    "O4": (["shoe_shop@0,2", "boutique@1,2"], 2),  # satisfied
    "P4": (["shoe_shop@0,2", "gym@1,2"], 1),  # satisfied in one category
    "K3": (["cinema@0,2", "cinema@0,3", "cinema@0,4", "cinema@0,5", "cinema@0,6"], 0),  # on floor 6
    "O6": (["shoe_shop@0,2", "boutique@0,3", "gym@0,4"], 2),  # a happy column
    "K4": (["shoe_shop@0,2"], 0),  # nobody waiting
}


@pytest.mark.parametrize("name", CONDITIONS)
def test_how_far_a_condition_is(name: str) -> None:  # S37
    elements, reached = CONDITIONS[name]
    t = Table(changes=waiting_for("shoe_shop", "boutique"))
    t.put(*elements)
    assert t.s.malls[0].progress[CARD_NAMES.index(name)] == reached


def test_nobody_waiting_is_true_when_all_are_satisfied() -> None:  # S37
    t = Table(changes=waiting_for("shoe_shop"))
    t.put("shoe_shop@0,2")
    row = CARD_NAMES.index("K4")
    assert t.s.malls[0].progress[row] == 1
    t.put("E02@1,2")
    assert t.s.malls[0].progress[row] == 0


def test_patterns_are_not_used_up() -> None:  # S37
    t = Table().offer("P2", "P1", "K1").meet(0, "P2")
    t.meet(0, "P1")
    t.play(0, "attraction P2 as printed at 0,2")
    assert t.turn(0).legal(0, "attraction P1")


def test_what_is_hidden_and_what_is_public() -> None:  # S46
    t = Table(3)
    hidden = t.s.copy()
    GAME.hide(hidden, t.box, 1)
    assert [hidden.malls[side].card for side in range(3)] == [-2, t.s.malls[1].card, -2]
    assert set(list(hidden.supply.cards)[: hidden.supply.n]) == {-1}
    assert list(hidden.slots) == list(t.s.slots)
    assert list(hidden.unseen) == list(t.s.unseen)


def test_the_numbers_of_a_shipped_box_fit_its_tables() -> None:
    for name in GAME.boxes:
        data = shipped(name).data
        assert sum(kind.copies for kind in data.store_kind.values()) + ENTRANCES == 96
        assert len(data.attraction) + len(data.individual_card) == CARDS
        wishes = Counter(wish for entrance in data.entrance.values() for wish in entrance.wishes)
        assert max(wishes.values()) - min(wishes.values()) <= 1
    assert len(TYPE_NAMES) == KINDS + ENTRANCES
    assert cell(0, 1) == Table().s.malls[0].tiles[0].cell
