"""Every question the rule text leaves open, decided both ways; H numbers are those of the guide."""

from pathlib import Path

import pytest
from year_table import FIVE, GAME, STAGE_II, STAGE_III, Table, box_with, kinds, name_of, shipped

from galleria.games.malldesjahres import events
from galleria.games.malldesjahres.state import OVER, SECOND

BOTH = [True, False]


def test_m1_start_player() -> None:
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


@pytest.mark.parametrize("value", BOTH)
def test_m1_who_begins_the_next_round(value: bool) -> None:
    table = Table(players=3, start_player_moves=value)
    order = []
    for _ in range(7):
        order.append(table.s.turn)
        table.play("end the turn", seat=table.s.turn)
    assert order == ([0, 1, 2, 1, 2, 0, 2] if value else [0, 1, 2, 0, 1, 2, 0])


@pytest.mark.parametrize(("value", "gain"), [("symbols", 2), ("pips", 9)])
def test_h4_what_a_focus_store_brings(value: str, gain: int) -> None:
    table = Table(focus_points=value)
    table.own("optik_2", *FIVE[:4], points=20)  # 4, 5
    table.profit()
    assert table.points() == 20 + gain


@pytest.mark.parametrize("value", BOTH)
def test_h10_stages_need_the_lower_ones(value: bool) -> None:
    table = Table(levels_cumulative=value)
    table.own(*STAGE_III[1:])  # all of II but fashion
    assert table.level() == (1 if value else 3)


@pytest.mark.parametrize("value", ["every_time", "first_time"])
def test_m32_a_stage_regained(value: str) -> None:
    table = Table(level_reward=value)
    table.own(*STAGE_II, points=11)
    table.me().best = 2
    table.me().established = 1
    table.feedback(negative=2)
    table.customer("article_32")
    table.show(1, "mode_2")
    table.dice(2, 2, 2)
    table.play("take from column 1")
    assert table.points() == (40 if value == "every_time" else 12)


@pytest.mark.parametrize("value", ["for_good", "while_enough_stores"])
def test_h13_fewer_than_five_stores_later(value: str) -> None:
    table = Table(established=value)
    table.own(*FIVE)
    table.feedback(negative=2)
    happened = table.customer("article_32")
    assert bool(table.me().established) == (value == "for_good")
    assert ("established" in kinds(happened)) == (value != "for_good")
    assert ("focus" in kinds(happened)) == (value == "for_good")


@pytest.mark.parametrize("value", ["stores_only", "every_option"])
def test_h14_newcomers(value: str) -> None:
    table = Table(newcomers=value)
    assert ("draw anchor tenant" in table.legal()) == (value == "every_option")
    assert ("draw food-court card" in table.legal()) == (value == "every_option")


@pytest.mark.parametrize("value", ["any_dice", "all_dice"])
def test_h22_the_free_roll(value: str) -> None:
    table = Table(free_roll=value)
    table.dice(1, 1, 1)
    assert ("roll A" in table.legal()) == (value == "any_dice")
    if value == "all_dice":
        assert table.why("roll A") == "The first roll throws all three dice."
    table.play("roll ABC")
    assert "roll A" in table.legal()


@pytest.mark.parametrize("value", ["turn_ends", "draw_a_store"])
def test_h23_after_a_failure(value: str) -> None:
    table = Table(after_failure=value)
    table.own(*FIVE)
    table.next_card("anchor_4")
    table.dice(1, 1, 1)
    table.play("draw anchor tenant", "end the turn")
    if value == "turn_ends":
        assert table.s.turn == 1
        return
    assert table.s.phase == SECOND
    assert table.legal() == ["draw store", "end the turn"]
    assert table.why("roll A") == "Your dice failed; draw a store, or end your turn."
    table.next_card("optik_1")
    table.play("draw store", "open the drawn store")
    assert (table.s.turn, table.marked("optik")) == (1, 1)
    table.turn()
    table.play("end the turn")  # whoever does not even try has not failed
    assert table.s.turn == 1
    table.turn()
    table.play("roll ABC", "end the turn", "end the turn")
    assert table.s.turn == 1


@pytest.mark.parametrize("value", ["into_deck", "beside_deck"])
def test_h17_where_anchors_and_counters_go(value: str) -> None:
    table = Table(anchors_and_counters=value)
    table.own(*FIVE)
    table.next_card("food_01")
    table.dice(1, 1, 1)
    table.play("draw food-court card", "win the drawn card")
    assert table.me().counters == 1
    assert (table.deck()[-1] == "food_01") == (value == "into_deck")
    assert table.me().aside.n == (value == "beside_deck")


@pytest.mark.parametrize("value", ["bottom", "shuffled"])
def test_h18_a_card_not_won(value: str) -> None:
    places = set()
    for seed in range(8):
        table = Table(seed=f"place {seed}", failed_card=value)
        table.own(*FIVE)
        table.next_card("anchor_4")
        table.dice(1, 1, 1)
        table.play("draw anchor tenant", "end the turn")
        places.add([name_of(card) for card in table.s.anchors.cards].index("anchor_4"))
        assert table.s.anchors_known == (value == "bottom")
    assert (places == {0}) == (value == "bottom")


@pytest.mark.parametrize("value", ["phase_a", "every_change"])
def test_h26_when_a_blocked_store_is_checked(value: str) -> None:
    table = Table(blocked_check=value)
    table.own("mode_5", "drogerie_1", "optik_1", "lebensmittel_1", "buecher_1")
    table.block("mode_5", 6)
    table.show(1, "schuhe_1")
    table.dice(5, 6, 1)
    happened = table.play("take from column 1")
    assert ("freed" in kinds(happened)) == (value == "every_change")
    assert table.red() == (6 if value == "phase_a" else 0)


@pytest.mark.parametrize("value", ["next_round", "same_round"])
def test_h16_after_the_red_die_is_off(value: str) -> None:
    table = Table(after_release=value)
    table.own("mode_1", "drogerie_1", "optik_1", "lebensmittel_1", "buecher_1", points=20)
    table.block("mode_1", 3)
    happened = table.profit()
    assert kinds(happened) == (["freed"] if value == "next_round" else ["freed", "focus", "points", "stays"])
    assert (table.red(), table.points()) == (0, 20 if value == "next_round" else 21)


@pytest.mark.parametrize("value", ["at_last_value", "at_next_check"])
def test_h15_when_the_red_die_closes(value: str) -> None:
    table = Table(red_die_closes=value)
    table.own("mode_5", *FIVE[1:])
    table.profit()
    rounds = 0
    while table.marked("mode"):
        table.profit()
        rounds += 1
        assert table.red() >= (1 if table.marked("mode") else 0)
    assert rounds == (5 if value == "at_last_value" else 6)


def test_h15_a_store_that_recovers_at_the_last_value() -> None:
    table = Table(red_die_closes="at_next_check")
    table.own("mode_5", *FIVE[1:])
    table.profit()
    for _ in range(5):
        table.profit()
    assert table.red() == 1
    table.own(*STAGE_II[2:3], "schuhe_1")
    assert kinds(table.profit()) == ["freed"]


@pytest.mark.parametrize("value", BOTH)
def test_h12_articles_before_anybody_is_established(value: bool) -> None:
    table = Table(article_needs_established=value)
    happened = table.customer()
    assert ("article" in kinds(happened)) == (not value)
    assert (table.me().positive, table.me().negative) == (0, 0)


@pytest.mark.parametrize("value", ["score_only", "cancel", "unused"])
def test_h7_positive_feedback(value: str) -> None:
    table = Table(positive_feedback=value)
    table.own(*FIVE)
    table.feedback(negative=1)
    table.customer("article_01")
    expected = {"score_only": (1, 1), "cancel": (0, 0), "unused": (0, 1)}
    assert (table.me().positive, table.me().negative) == expected[value]
    table.customer("article_04")
    expected = {"score_only": (2, 1), "cancel": (1, 0), "unused": (0, 1)}
    assert (table.me().positive, table.me().negative) == expected[value]


@pytest.mark.parametrize("value", ["returned", "kept"])
def test_h8_negative_cards_after_a_closure(value: str) -> None:
    table = Table(negative_after_closure=value)
    table.own(*FIVE)
    articles = ("article_11", "article_15", "article_16", "article_23", "article_24", "article_25")
    closed = ["closed" in kinds(table.customer(article)) for article in articles]
    assert closed == [False, False, True, False, False, True]
    assert table.me().negative == (0 if value == "returned" else 6)


@pytest.mark.parametrize("value", ["top_card", "top_store"])
def test_h20_what_feedback_closes(value: str) -> None:
    table = Table(feedback_closes=value)
    table.own("anchor_1", "food_01", *FIVE)
    table.feedback(negative=2)
    happened = table.customer("article_32")
    closed = [name_of(e.a) for e in happened if e.kind == events.CLOSED]
    assert closed == (["anchor_1"] if value == "top_card" else ["mode_1"])
    assert set(table.deck()) == {"anchor_1", "food_01", *FIVE} - set(closed) - (
        {name_of(table.me().focus)} if table.red() else set()
    )
    only = Table(feedback_closes=value)
    only.own("anchor_1")
    only.me().established = 1
    only.feedback(negative=2)
    assert "closed" in kinds(only.customer("article_32"))  # a mall without stores in its deck


@pytest.mark.parametrize("value", ["unlimited", "box"])
def test_feedback_supply(value: str) -> None:
    table = Table(changes={"feedback": {"positive": {"copies": 0}}}, feedback_supply=value)
    table.own(*FIVE)
    table.customer("article_01")
    assert table.me().positive == (value == "unlimited")


# -- the tables of the box ---------------------------------------------------------------------------------------------


def test_h1_a_scale_of_twenty_fields() -> None:
    zones = {"red": {"last": 4}, "grey": {"last": 12}, "green": {"last": 16}, "gold": {"last": 20}}
    table = Table(changes={"scale": {"fields": 20, "start": 20, "reward": 20}, "zone": zones})
    assert table.points() == 20
    table.me().points = 12
    table.play("roll ABC", "roll A")
    assert table.points() == 10


def test_h3_a_flat_price() -> None:
    table = Table(changes={"zone": {name: {"price": 2} for name in ("red", "grey", "green", "gold")}})
    table.play("roll ABC", "roll A")
    assert table.points() == 38


def test_h6_the_end_is_a_table() -> None:
    def over(**end: int | bool) -> tuple[int, str]:
        table = Table(changes={"end": end})
        table.own(*STAGE_III)
        for _ in range(200):
            if table.s.phase == OVER:
                return table.s.round, GAME.ends[table.s.over - 1]
            table.play("end the turn", seat=table.s.turn)
        return table.s.round, ""

    assert over() == (32, "last article")
    assert over(stage=3) == (1, "stage")
    assert over(round_limit=7) == (7, "round limit")
    assert over(last_article=False) == (101, "")
    assert over(last_article=False, stage=2) == (1, "stage")


def test_h6_the_score_is_a_table() -> None:
    changes = {
        "scoring": {"points_per_field": 3, "points_per_stage": 7},
        "feedback": {"positive": {"points": 5}, "negative": {"points": -4}},
    }
    table = Table(changes=changes)
    table.own(*STAGE_II, points=11)
    table.feedback(positive=3, negative=2)
    assert table.score()[0] == 33 + 14 + 15 - 8


def test_h6_ties_are_a_table() -> None:
    def ranks(*ties: str) -> bool:
        """Whether the seat with more fields is before the one with a higher stage."""
        table = Table(changes={"scoring": {"tie_break": list(ties)}})
        table.own(*STAGE_II, points=10)
        table.own("mode_2", "buecher_1", "sport_1", "technik_1", "schuhe_1", seat=1, points=20)
        assert table.score(0)[0] == table.score(1)[0]
        return table.score(1)[1] > table.score(0)[1]

    assert not ranks("stage", "occupied_fields")
    assert ranks("occupied_fields", "stage")
    assert not ranks()


def test_h9_the_stages_are_a_table() -> None:
    table = Table(changes={"stage": {"2": {"all_of": [["mode"]], "counters": 1}}})
    table.own("mode_1")
    assert table.level() == 1
    table.own("food_01")
    assert table.level() == 2


def test_h25_the_fields_are_tables() -> None:
    changes = {"mall": {"anchor_fields": 0}, "branch": {"optik": {"fields": 2}}}
    table = Table(changes=changes)
    table.own("optik_1", "optik_2")
    assert table.marked("optik") == 2
    table.own(*FIVE)
    table.next_card("anchor_3")
    table.dice(1, 2, 6)
    table.play("draw anchor tenant")
    assert table.why("win the drawn card") == "Every anchor field is taken."


def test_every_switch_of_the_box_is_looked_at_both_ways() -> None:
    options = set(type(shipped().data.options).model_fields) - {"source", "assumed", "note"}
    text = Path(__file__).read_text()
    assert {name for name in options if f"{name}=" not in text} == {"start_player"}
