"""The worked examples of the rules by their numbers, and what else the rules M1 to M46 say."""

import pytest
from year_table import FIVE, GAME, STAGE_II, STAGE_III, STAGE_IV, STAGE_V, Table, kinds, name_of, number, shipped

from galleria.games.malldesjahres import events
from galleria.games.malldesjahres.events import NO_BRANCH, NO_COUNTERS, WRONG_STAGE
from galleria.games.malldesjahres.state import CHOOSE, LOOKING, OVER, UNSEEN, WINNING

ROLLS = ["A", "B", "AB", "C", "AC", "BC", "ABC"]


def established(*more: str, points: int = 20, **options: bool | str) -> Table:
    """A player with five stores that stay anywhere, and what else is named; it comes first in the deck."""
    table = Table(**options)
    table.own(*more, *FIVE, points=points)
    return table


# -- the examples ------------------------------------------------------------------------------------------------------


def test_1_start() -> None:  # M9, M10, M24
    table = Table(players=4)
    for seat in range(4):
        me = table.me(seat)
        assert (me.points, me.level, me.deck.n, me.focus, me.established) == (40, 1, 0, -1, 0)
        assert all(1 <= die <= 6 for die in me.dice)
    table.show(1, "schuhe_3")
    table.dice(1, 1, 1)
    table.play("roll ABC")
    assert table.points() == 40
    table.play("roll ABC")
    assert table.points() == 39


@pytest.mark.parametrize(
    ("start", "falls"),
    [(33, [32, 31]), (25, [24, 22]), (9, [7, 4, 1]), (8, [5]), (3, [0]), (10, [8, 5, 2]), (26, [25, 24, 22])],
)
def test_2_prices(start: int, falls: list[int]) -> None:  # M24
    table = Table()
    table.show(1, "schuhe_3")
    table.show(2, "technik_4")
    table.show(3, "hobby_4")
    table.me().points = start
    table.play("roll ABC")
    for points in falls:
        table.play("roll A")
        assert table.points() == points


@pytest.mark.parametrize("points", [0, 1, 2])
def test_2_rolls_beyond_ones_means(points: int) -> None:  # M6, M24
    table = Table()
    table.me().points = points
    table.play("roll ABC")
    assert table.why("roll A") == "A further roll costs more points than you have."
    assert not any(text.startswith("roll") for text in table.legal())


@pytest.mark.parametrize(("card", "gain"), [("drogerie_3", 2), ("food_01", 1), ("anchor_4", 3)])
def test_3_focus_points(card: str, gain: int) -> None:  # M14, M15, M16
    table = Table()
    table.own(card, *(name for name in FIVE if name[:8] != card[:8]), "schmuck_1", points=30)
    table.profit()
    assert table.points() == 30 + gain


def test_3_focus_points_of_a_store_that_is_blocked() -> None:  # M14: before any check
    table = Table()
    table.own("mode_7", *FIVE[1:], "optik_1", points=30)
    happened = table.profit()
    assert kinds(happened) == ["focus", "points", "blocked"]
    assert (table.points(), table.red()) == (33, 6)


def test_4_cap() -> None:  # M6
    table = established("anchor_1", points=39)
    assert [(e.a, e.b) for e in table.profit() if e.kind == events.POINTS] == [(1, 40)]
    assert table.points() == 40


def test_5_focus_fine() -> None:  # M17, M18
    table = Table()
    table.own("drogerie_3", "lebensmittel_1", "mode_1", "buecher_1", "sport_1")
    assert kinds(table.profit()) == ["focus", "lapsed", "stays"]  # the marker is on 40
    assert table.deck() == ["lebensmittel_1", "mode_1", "buecher_1", "sport_1", "drogerie_3"]


def test_6_focus_fails() -> None:  # M14, M19, M20
    table = Table()
    table.own("restaurant_2", *STAGE_II, "buecher_1", points=20)
    happened = table.profit()  # round 10
    assert (table.points(), table.red(), table.level()) == (22, 6, 2)
    assert happened[-1].b == WRONG_STAGE | NO_COUNTERS
    for red in (5, 4, 3, 2):  # rounds 11 to 14
        table.profit()
        assert (table.red(), table.points(), table.marked("restaurant")) == (red, 22, 1)
    happened = table.profit()  # round 15
    assert [(e.b, e.a) for e in happened if e.kind == events.CLOSED] == [(events.BY_RED_DIE, number("restaurant_2"))]
    assert (table.red(), table.points(), table.marked("restaurant")) == (0, 22, 0)
    assert "restaurant_2" not in table.deck()
    assert [name_of(card) for card in table.s.store_discard.cards if card >= 0] == ["restaurant_2"]
    table.profit()  # round 16
    assert (table.points(), name_of(table.me().focus)) == (23, "mode_1")


def test_7_a_blocked_store_may_stay_again() -> None:  # M20
    table = Table()
    table.own("mode_5", "drogerie_1", "optik_1", "lebensmittel_1", "buecher_1", points=20)  # it needs shoes
    assert table.profit()[-1].b == NO_BRANCH
    table.own("schuhe_1")
    table.rate()
    assert table.red() == 6  # M20: checked in phase A alone
    assert kinds(table.profit()) == ["freed"]
    assert (table.red(), table.deck()[-1], table.points()) == (0, "mode_5", 22)
    table.profit()  # the next card comes in the next round
    assert (table.points(), name_of(table.me().focus)) == (23, "drogerie_1")


def test_8_newcomer() -> None:  # M12
    table = Table()
    table.own(*FIVE[:4])
    assert table.next_round()[1:] == []
    for pile in ("anchor tenant", "food-court card"):
        assert table.why(f"draw {pile}") == "Without five stores you open stores only."
    table.show(1, "sport_1")
    table.dice(2, 2, 2)
    happened = table.play("take from column 1")
    assert "established" in kinds(happened)
    assert {"positive", "negative"} & set(kinds(table.play("end the turn", seat=1)))  # phase C of the same round
    assert table.me().focus == number("mode_1")  # M13: revealed in the next one
    assert "draw anchor tenant" in table.legal()


def test_9_still_established() -> None:  # M12
    table = established()
    table.feedback(negative=2)
    table.customer("article_32")
    assert table.fields() == 4
    assert table.me().established
    assert table.me().focus == number("drogerie_1")  # phase A of the next round
    assert "negative" in kinds(table.customer("article_31"))


def test_10_lying_dice() -> None:  # M23, M25
    table = Table()
    table.show(2, "schuhe_3")
    table.dice(2, 4, 6)
    table.me().points = 5
    table.play("take from column 2")
    assert (table.points(), table.marked("schuhe"), list(table.me().dice)) == (5, 1, [2, 4, 6])
    assert table.s.turn == 1


def test_11_any_match() -> None:  # M23
    table = Table()
    table.show(1, "schmuck_4")
    table.show(2, "drogerie_7")
    table.dice(1, 1, 1)
    table.roll("roll ABC", 1, 2, 3)
    assert "take from column 1" not in table.legal()
    table.play("take from column 2")
    assert table.deck() == ["drogerie_7"]


def test_12_hidden_store() -> None:  # M21 b, M28, M30
    table = Table()
    table.show(2, "optik_1")
    table.next_card("mode_1")
    table.play("draw store")
    assert (table.s.phase, name_of(table.s.drawn)) == (LOOKING, "mode_1")
    happened = table.play("cover column 2")
    assert [(e.a, name_of(e.b), name_of(e.c)) for e in happened if e.kind == events.COVERED] == [
        (1, "mode_1", "optik_1")
    ]
    assert table.shown(2) == "mode_1"
    table.dice(6, 1, 5, seat=1)
    happened = table.play("take from column 2", seat=1)
    assert "filled" not in kinds(happened)
    assert table.shown(2) == "optik_1"


def test_13_hidden_store_without_a_field() -> None:  # M27
    table = Table()
    table.own("optik_1", "mode_1")
    table.next_card("optik_5")
    table.play("draw store")
    assert table.why("open the drawn store") == "Every field of this branch is taken."
    assert table.legal() == ["cover column 1", "cover column 2", "cover column 3"]
    table = Table()
    table.own("optik_1", "mode_1")
    table.next_card("mode_2")
    table.play("draw store", "open the drawn store")
    assert table.marked("mode") == 2
    assert table.deck()[-1] == "mode_2"


def test_14_stage_ii() -> None:  # M31, M32
    table = Table()
    table.own("mode_1", "drogerie_1", "optik_1", points=11)
    table.show(1, "lebensmittel_1")
    table.dice(1, 3, 4)
    happened = table.play("take from column 1")
    assert (table.level(), table.points()) == (2, 40)
    assert [(e.a, e.b) for e in happened if e.kind == events.STAGE_MOVED] == [(2, 1)]
    assert [(e.a, e.b, e.c) for e in happened if e.kind == events.POINTS] == [(29, 40, events.BY_STAGE)]


def test_15_a_stage_regained_counts_again() -> None:  # M32
    table = Table()
    table.own(*STAGE_II, "sport_1", points=11)
    table.feedback(negative=2)
    table.customer("article_32")
    assert (table.level(), table.points()) == (
        1,
        12,
    )  # fashion has closed; drugstore brings a point in the next phase A
    table.show(1, "mode_2")
    table.dice(2, 2, 2)
    table.play("take from column 1")
    assert (table.level(), table.points()) == (2, 40)


def test_16_alternatives() -> None:  # M31
    for books in ("buecher_1", "schreibwaren_1"):
        for home in ("haushaltswaren_1", "einrichtung_1"):
            table = Table()
            table.own(*STAGE_II, books, "schmuck_1", "spielwaren_1")
            assert table.level() == 2
            table.own(home)
            assert table.level() == 3


def test_17_stages_need_the_lower_ones_and_may_be_jumped() -> None:  # M31, M32
    table = Table()
    table.own(*STAGE_III[1:], points=10)
    assert table.level() == 1
    table.show(1, "mode_1")
    table.dice(6, 6, 6)
    happened = table.play("take from column 1")
    assert [(e.a, e.b) for e in happened if e.kind == events.STAGE_MOVED] == [(3, 1)]
    assert kinds(happened).count("points") == 1
    assert (table.level(), table.points()) == (3, 40)


def test_18_two_fashion_stores() -> None:  # M33
    table = Table()
    table.own("mode_1", "mode_2", *STAGE_II[1:])
    table.feedback(negative=2)
    table.customer("article_32")
    assert (table.marked("mode"), table.level()) == (1, 2)


def test_19_article() -> None:  # M34, M36, M37, M40, M41
    table = Table(players=3)
    table.own(*FIVE)
    table.own("mode_2", "drogerie_2", "lebensmittel_2", "buecher_2", "technik_1", seat=1)
    table.own("sport_2", seat=2)
    happened = table.customer("article_01")
    assert [(e.who, e.a) for e in happened if e.kind == events.ARTICLE] == [
        (2, shipped().data.articles.index("article_01"))
    ]
    assert [(me.positive, me.negative) for me in (table.me(i) for i in range(3))] == [(1, 0), (0, 1), (0, 0)]
    assert table.s.articles.n == 31


@pytest.mark.parametrize(
    ("article", "store"), [("article_01", "sport_1"), ("article_02", "technik_1"), ("article_03", "haushaltswaren_1")]
)
def test_19_the_three_articles_of_the_text(article: str, store: str) -> None:  # M37
    for owned, got in ((store, (1, 0)), ("restaurant_1", (0, 1))):
        table = Table()
        table.own("mode_1", "drogerie_1", "lebensmittel_1", "buecher_1", owned)
        table.customer(article)
        assert (table.me().positive, table.me().negative) == got


def test_20_third_negative() -> None:  # M38, M39
    table = Table(players=3)
    table.own(*(name for name in STAGE_III if name != "schmuck_1"), seat=1)
    table.own("schmuck_2", seat=1)
    while table.deck(1)[0] != "schmuck_2":
        table.profit(1)
    table.feedback(negative=2, seat=1)
    assert table.level(1) == 3
    happened = table.customer("article_31")
    closed = [e for e in happened if e.kind == events.CLOSED]
    assert [(e.who, name_of(e.a), e.b) for e in closed] == [(1, "schmuck_2", events.BY_FEEDBACK)]
    assert (table.marked("schmuck", 1), table.me(1).negative, table.level(1)) == (0, 0, 2)


def test_21_feedback_and_a_blocked_store() -> None:  # M38, M42
    table = Table()
    table.own("mode_6", *FIVE[1:])  # stage III, and it needs shoes
    table.block("mode_6", 4)
    table.feedback(negative=2)
    happened = table.customer("article_32")
    assert [name_of(e.a) for e in happened if e.kind == events.CLOSED] == ["drogerie_1"]  # not the blocked one
    assert table.red() == 3  # the next phase A has looked at it
    table = Table()
    table.own("mode_6")
    table.me().established = 1
    table.block("mode_6", 4)
    table.feedback(negative=2)
    happened = table.customer("article_32")
    assert [name_of(e.a) for e in happened if e.kind == events.CLOSED] == ["mode_6"]  # there is nothing else
    assert (table.red(), table.fields()) == (0, 0)
    table.feedback(negative=2)
    happened = table.customer("article_31")
    assert "closed" not in kinds(happened)  # nor is there anything now
    assert table.me().negative == 0


def test_22_failed_anchor() -> None:  # M22, M25, M29
    table = established(points=30)
    table.next_card("anchor_4")
    table.dice(1, 1, 1)
    table.play("draw anchor tenant")
    assert (table.s.phase, name_of(table.s.drawn)) == (WINNING, "anchor_4")
    table.roll("roll ABC", 1, 1, 4)
    table.roll("roll C", 1, 1, 1)
    table.roll("roll AB", 2, 2, 1)
    assert table.points() == 28
    happened = table.play("end the turn")
    assert kinds(happened)[:2] == ["stopped", "returned"]
    assert (table.points(), table.bottom("anchor tenant"), list(table.me().dice)) == (28, "anchor_4", [2, 2, 1])
    assert (table.s.turn, table.s.phase, table.s.anchors_known) == (1, CHOOSE, 1)


def test_23_anchor_in_an_early_mall() -> None:  # M17, M26, M27
    table = established()
    table.next_card("anchor_1")
    table.dice(1, 3, 5)
    table.play("draw anchor tenant", "win the drawn card")
    assert (table.me().anchors, table.deck()[-1]) == (1, "anchor_1")
    for _ in range(5):
        table.profit()
    assert (table.points(), table.red()) == (25, 0)
    table.profit()
    assert (table.points(), table.red(), name_of(table.me().focus)) == (28, 6, "anchor_1")


def test_24_score() -> None:  # M44
    table = Table()
    table.own(*STAGE_V, points=40)
    table.feedback(positive=8, negative=1)
    assert (table.level(), table.score()[0]) == (5, 104)
    table = Table()
    table.own(*STAGE_III, points=31)
    table.feedback(positive=10, negative=2)
    assert (table.level(), table.score()[0]) == (3, 77)


def test_25_ties() -> None:  # M45
    def leads(table: Table) -> list[int]:
        standings = [table.score(seat)[1] for seat in (0, 1)]
        assert table.score(0)[0] == table.score(1)[0]
        return [seat for seat in (0, 1) if standings[seat] == max(standings)]

    table = Table()
    table.own(*STAGE_II, points=20)
    table.own("mode_2", seat=1, points=30)
    assert leads(table) == [0]  # the higher stage
    table.own("sport_1", "buecher_1", seat=1)
    assert leads(table) == [0]
    table = Table()
    table.own("mode_1", points=20)
    table.own("mode_2", "food_01", seat=1, points=20)
    assert leads(table) == [1]  # more fields
    table = Table(changes={"feedback": {"negative": {"points": 0}}})
    table.own("mode_1", points=20)
    table.own("mode_2", seat=1, points=20)
    table.feedback(negative=1)
    assert leads(table) == [1]  # better feedback
    table.feedback(negative=1, seat=1)
    assert leads(table) == [0, 1]


def test_26_last_article() -> None:  # M35, M41, M43
    table = Table()
    for _ in range(4):  # nobody is established: no article
        table.play("end the turn")
        table.play("end the turn", seat=1)
    assert (table.s.round, table.s.articles.n, table.s.article) == (5, 32, -1)
    table.own("mode_1", "drogerie_1", "lebensmittel_1", "buecher_1", "sport_1")
    while table.s.phase != OVER:
        table.play("end the turn", seat=table.s.turn)
    assert (table.s.round, table.s.articles.n, GAME.ends[table.s.over - 1]) == (36, 0, "last article")


# -- what the examples leave out ---------------------------------------------------------------------------------------


def test_m7_three_columns() -> None:
    assert kinds(Table(seed="columns").opening)[:3] == ["filled"] * 3


def test_m11_the_three_phases_of_a_round() -> None:
    table = Table(players=3)
    for seat in range(3):
        table.own(*(f"{name[:-1]}{seat + 1}" for name in FIVE), seat=seat)
    happened = table.customer("article_07")
    words = [w for w in kinds(happened) if w in ("article", "positive", "round", "focus")]
    assert words == ["article", "positive", "positive", "positive", "round", "focus", "focus", "focus"]
    assert table.s.turn == 0
    for seat in range(3):
        assert table.s.turn == seat
        table.play("end the turn", seat=seat)


def test_m12_anchors_and_counters_do_not_make_a_player_established() -> None:
    table = Table(newcomers="every_option")
    table.own(*FIVE[:4], "food_01", "food_02", "anchor_1")
    assert not table.me().established


def test_m21_one_option_and_one_card_a_turn() -> None:  # M22
    table = established()
    table.dice(1, 1, 1)
    table.roll("roll ABC", 1, 2, 2)
    for other in ("draw store", "draw anchor tenant", "draw food-court card"):
        assert table.why(other).startswith("You are rolling for a face-up store")
    table = established()
    table.next_card("food_02")
    table.dice(1, 1, 1)
    table.show(1, "technik_1")
    table.play("draw food-court card")
    assert table.why("take from column 1").startswith("You are rolling for the card that you drew")
    assert table.legal() == [*(f"roll {dice}" for dice in ROLLS), "end the turn"]


def test_m22_passing() -> None:
    table = Table()
    happened = table.play("end the turn")
    assert [(e.a, e.b) for e in happened if e.kind == events.STOPPED] == [(0, 0)]
    assert table.s.turn == 1


def test_m22_cards_are_looked_at_after_the_choice_and_a_store_by_its_drawer_alone() -> None:  # M28
    table = established()
    happened = table.play("draw store")
    looked = next(e for e in happened if e.kind == events.LOOKED)
    assert looked.visible(0)
    assert not looked.visible(1)
    assert not looked.visible(-1)
    other = table.s.copy()
    GAME.hide(other, table.box, 1)
    assert other.drawn == UNSEEN
    assert other.stores.n == table.s.stores.n + 1
    mine = table.s.copy()
    GAME.hide(mine, table.box, 0)
    assert mine.drawn == table.s.drawn
    table = established()
    happened = table.play("draw food-court card")
    assert next(e for e in happened if e.kind == events.LOOKED).visible(-1)


def test_m23_each_symbol_by_a_die_of_its_own() -> None:
    table = Table()
    table.show(1, "restaurant_2")  # 4, 4
    for dice, fits in (((4, 4, 1), True), ((4, 1, 4), True), ((4, 1, 1), False), ((4, 4, 4), True)):
        table.dice(*dice)
        assert ("take from column 1" in table.legal()) == fits


def test_m23_any_dice_may_be_kept_at_the_free_roll() -> None:
    table = Table()
    table.dice(5, 1, 5)
    table.play("roll B")
    assert (table.me().dice[0], table.me().dice[2], table.points()) == (5, 5, 40)


def test_m26_m27_full_courts_and_anchor_fields() -> None:
    table = established("food_01", "food_02", "food_03", "food_04", "food_05", "food_06", "anchor_1", "anchor_2")
    table.next_card("food_07")
    table.dice(1, 1, 1)
    table.play("draw food-court card")
    assert table.why("win the drawn card") == "Every field of your food court is taken."
    table.play("end the turn")
    assert table.bottom("food-court card") == "food_07"
    table.turn()
    table.next_card("anchor_3")
    table.dice(1, 2, 6)
    table.play("draw anchor tenant")
    assert table.why("win the drawn card") == "Every anchor field is taken."


def test_m29_empty_piles() -> None:
    table = Table(changes={"anchor": {name: {"copies": 0} for name in shipped().data.anchor}})
    table.own(*FIVE)
    assert table.why("draw anchor tenant") == "This pile is empty."


def test_m30_refill_and_new_pile() -> None:
    table = Table()
    table.show(1, "mode_1")
    table.dice(6, 6, 6)
    table.next_card("sport_4")
    happened = table.play("take from column 1")
    assert kinds(happened)[-1] == "filled"
    assert table.shown(1) == "sport_4"
    s = table.s
    while s.stores.n:
        s.store_discard.cards[s.store_discard.n] = s.stores.cards[s.stores.n - 1]
        s.stores.cards[s.stores.n - 1] = -1
        s.stores.n -= 1
        s.store_discard.n += 1
    happened = table.play("draw store", seat=1)
    assert [e.a for e in happened if e.kind == events.PILE_RENEWED] == [s.stores.n + 1]
    assert s.store_discard.n == 0


def test_m31_stages_iv_and_v() -> None:
    for names, level in ((STAGE_II, 2), (STAGE_III, 3), (STAGE_IV, 4), (STAGE_V, 5)):
        table = Table()
        table.own(*names)
        assert table.level() == level
        for missing in names:
            if missing == "buecher_1":
                continue
            lower = Table()
            lower.own(*(name for name in names if name != missing))
            assert lower.level() < level, missing


@pytest.mark.parametrize(("card", "pile"), [("anchor_5", "anchor tenant"), ("food_09", "food-court card")])
def test_m33_anchors_and_counters_that_close(card: str, pile: str) -> None:
    table = established(card)
    table.feedback(negative=2)
    table.customer("article_32")
    assert table.bottom(pile) == card
    assert (table.me().anchors, table.me().counters) == (0, 0)


def test_m34_who_reveals_the_article() -> None:
    table = Table(players=4)
    table.s.first = 2
    table.own(*FIVE)
    happened = table.customer()
    assert [e.who for e in happened if e.kind == events.ARTICLE] == [1]


def test_m36_the_supply_of_feedback_cards() -> None:
    few = {"feedback": {"negative": {"copies": 1}, "positive": {"copies": 1}}}
    table = Table(changes=few, feedback_supply="box")
    table.own(*FIVE)
    for article in ("article_32", "article_31", "article_01", "article_04"):
        table.customer(article)
    assert (table.me().negative, table.me().positive) == (1, 1)


def test_m43_stage_v_ends_the_match_after_the_articles_of_the_round() -> None:
    table = Table(players=3)
    table.own(*(name for name in STAGE_V if name != "mode_1"), points=12)
    table.show(1, "mode_1")
    table.dice(6, 6, 6)
    table.play("take from column 1")
    assert (table.level(), table.s.over) == (5, 0)
    table.play("end the turn", seat=1)
    happened = table.play("end the turn", seat=2)
    assert kinds(happened)[:2] == ["stopped", "article"]
    assert GAME.ends[table.s.over - 1] == "stage"
    assert [(e.who, e.a) for e in happened if e.kind == events.ENDED] == [(0, 0)]
    scored = [sum(e.b for e in happened if e.kind == events.SCORED and e.who == seat) for seat in range(3)]
    assert scored == [table.score(seat)[0] for seat in range(3)]
    assert table.legal() == []


def test_m43_a_stage_lost_before_the_end_of_the_round_ends_nothing() -> None:
    table = Table()
    table.own("schmuck_2", *(name for name in STAGE_V if name != "schmuck_1"), points=12)
    table.feedback(negative=2)
    assert table.level() == 5
    table.next_article("article_27")  # nobody sells lamps: the jeweller closes
    table.customer()
    assert (table.level(), table.s.over) == (2, 0)


def test_h27_two_stores_of_a_branch_need_two_fields() -> None:
    table = Table()
    table.own("mode_1")
    table.show(1, "mode_2")
    table.dice(2, 2, 2)
    table.play("take from column 1")
    table.turn()
    table.show(1, "mode_3")
    table.dice(4, 4, 4)
    assert table.why("take from column 1") == "Every field of this branch is taken."
