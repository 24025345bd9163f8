"""What a seat is shown and told: the picture, previews, reasons, sentences."""

import json
from typing import Any

import pytest
from year_table import FIVE, STAGE_II, STAGE_III, Table, shipped

from galleria.core import Context, read_log
from galleria.core.events import clear_log
from galleria.core.text import speaking
from galleria.games.malldesjahres import GAME, events
from galleria.games.malldesjahres.actions import space
from galleria.games.malldesjahres.reasons import REASONS
from galleria.games.malldesjahres.view import board_text

NAMES = ("Ada", "Ben", "Cleo", "Dan")


def seen(table: Table, seat: int = 0) -> dict[str, Any]:
    """The view of a seat."""
    hidden = table.s.copy()
    GAME.hide(hidden, table.box, seat)
    return GAME.view(hidden, shipped(), seat)


def context(table: Table, seat: int = 0) -> Context:
    hidden = table.s.copy()
    GAME.hide(hidden, table.box, seat)
    return Context(NAMES[: table.s.players], shipped(), seat, hidden)


def lines(table: Table, text: str, seat: int = 0) -> list[str]:
    """The words of the preview of an answer, with what it costs and brings."""
    found = context(table, seat)
    copy = found.state.copy()
    clear_log(copy)
    GAME.preview(copy, table.box, seat, space.parse(text))
    signs = {"cost": "-", "gain": "+", "note": ""}
    shown = GAME.preview_lines(read_log(copy.log, 0), found)
    return [f"{signs[x['kind']]}{x['amount'] or ''} {x['text']}".strip() for x in shown]


def reason(table: Table, text: str, seat: int = 0) -> str:
    action = space.parse(text)
    code = GAME.why_not(table.s, table.box, seat, action)
    return GAME.reason(code, table.s, shipped(), seat, action)


# -- the picture -------------------------------------------------------------------------------------------------------


def test_the_mall_has_seventeen_fields_and_the_scale_forty() -> None:
    view = seen(Table())
    mine = view["players"][0]
    assert len(mine["shops"]) == 17
    assert [shop["name"] for shop in mine["shops"]].count("Fashion") == 2
    assert (len(mine["anchors"]), len(mine["counters"])) == (2, 6)
    assert [field["price"] for field in view["scale"]["fields"]] == [3] * 8 + [2] * 16 + [1] * 16
    assert view["scale"]["markers"] == [40, 40]


def test_the_stage_key_says_what_is_missing() -> None:
    table = Table()
    table.own(*STAGE_II, "schreibwaren_1", "schmuck_1")
    stages = seen(table)["players"][0]["stages"]
    assert [stage["reached"] for stage in stages] == [True, True, False, False, False]
    assert stages[2]["text"] == "Stage III: still needs Toys and Housewares or Furnishings"
    assert [group["have"] for group in stages[2]["groups"]] == [True, True, False, False]
    assert seen(table)["players"][0]["next"] == "For stage III: Toys and Housewares or Furnishings."


def test_a_blocked_focus_store_says_what_it_lacks_and_how_long_it_has() -> None:
    table = Table()
    table.own(*FIVE, "restaurant_2")
    table.block("restaurant_2", 4)
    focus = seen(table)["players"][0]["focus"]
    assert (focus["state"], focus["red"], focus["left"]) == ("blocked", 4, 3)
    assert focus["text"] == (
        "Steakhouse is blocked: it needs stage III and 2 food-court counters. It closes in 3 rounds."
    )


def test_a_newcomer_is_told_how_many_stores_are_missing() -> None:
    table = Table()
    table.own("mode_1", "sport_1")
    assert seen(table)["players"][0]["focus"]["text"] == "3 more stores, then you have a focus store."


def test_the_deck_lies_in_its_order_with_what_would_be_blocked() -> None:
    table = Table()
    table.own(*FIVE, "mode_3")
    deck = seen(table)["players"][0]["deck"]
    assert deck[0]["name"] == "Basic Textiles"
    assert deck[-1]["name"] == "Second-Hand Fashion"
    assert deck[-1]["risk"] == "Shoes"


def test_covered_stores_are_named_below_the_one_that_covers_them() -> None:
    table = Table()
    table.show(2, "optik_1", "mode_1")
    column = seen(table)["columns"][1]
    assert column["card"]["name"] == "Basic Textiles"
    assert column["covered"] == ["Glasses Rack"]


def test_a_store_that_somebody_looks_at_is_shown_to_nobody_else() -> None:
    table = Table()
    table.next_card("optik_5")
    table.play("draw store")
    assert seen(table, 0)["drawn"]["card"]["name"] == "Optician"
    assert seen(table, 1)["drawn"]["card"] is None
    assert "Optician (Optician)" not in json.dumps(seen(table, 1)["drawn"])
    assert seen(table, -1)["drawn"]["card"] is None


def test_chances_of_the_columns_are_those_of_the_best_dice_to_keep() -> None:
    table = Table()
    table.show(1, "mode_2")  # a single 2
    table.dice(1, 3, 4)
    column = seen(table)["columns"][0]
    assert (column["shown"], column["chance"], column["keep"]) == (False, "42 %", "")
    table.dice(1, 2, 4)
    assert seen(table)["columns"][0]["shown"]


def test_the_wish_shows_who_can_offer_it() -> None:
    table = Table()
    table.own(*FIVE)
    table.own("mode_2", "drogerie_2", "optik_2", "lebensmittel_2", "schmuck_1", seat=1)
    table.customer("article_01")
    wish = seen(table)["wish"]
    assert (wish["article"], wish["branch_name"], wish["can"]) == ("Ice Skates", "Sports", [True, False])
    assert sum(coming["n"] for coming in wish["coming"]) == wish["left"] == 31


def test_every_language_shows_every_player_count() -> None:
    for players in range(2, 5):
        table = Table(players)
        for language in ("en", "de", "pl"):
            with speaking(language):
                for seat in range(-1, players):
                    assert board_text(seen(table, seat))


# -- before an answer --------------------------------------------------------------------------------------------------


def test_a_roll_says_its_price_and_what_it_can_bring() -> None:
    table = Table()
    table.show(1, "mode_2")
    table.dice(1, 3, 4)
    assert lines(table, "roll ABC")[0] == "The first roll is free."
    table.roll("roll A", 6, 3, 4)
    shown = lines(table, "roll ABC")
    assert shown[0] == "-1 For a further roll; then you stand at 39."
    assert any("Jeans Shop 42 %" in line for line in shown)


def test_a_store_says_what_it_brings_and_what_it_would_lack() -> None:
    table = Table()
    table.show(1, "mode_3")
    table.dice(4, 1, 1)
    assert lines(table, "take from column 1") == [
        "Customers may still ask for 3 articles of this branch: Fashion.",
        "As your next focus store it brings 1 point.",
        "Then it would be blocked: it needs Shoes.",
    ]


def test_a_new_stage_says_where_the_marker_goes() -> None:
    table = Table()
    table.own(*STAGE_II[:3], points=11)
    table.show(1, "lebensmittel_1")
    table.dice(1, 1, 1)
    shown = lines(table, "take from column 1")
    assert "+1 Stage II." in shown
    assert "+29 The marker goes to field 40." in shown


def test_giving_up_a_drawn_card_says_where_it_goes() -> None:
    table = Table()
    table.own(*FIVE)
    table.next_card("anchor_4")
    table.play("draw anchor tenant")
    assert lines(table, "end the turn") == [
        "You open nothing this turn; your dice stay as they lie.",
        "Hypermarket goes to the bottom of its pile.",
    ]


def test_what_is_impossible_says_why() -> None:
    table = Table()
    table.own("optik_1")
    table.show(1, "optik_2")
    table.show(2, "mode_2")
    table.dice(1, 3, 4)
    assert reason(table, "take from column 1") == (
        "Discount Optician finds no place: every Optician field of your mall is taken."
    )
    assert reason(table, "take from column 2") == "Jeans Shop needs the dice 2; yours show 1-3-4."
    assert reason(table, "draw anchor tenant") == "Without five stores you open stores only."
    table.s.seats[0].points = 2
    table.roll("roll A", 6, 3, 4)
    assert reason(table, "roll A") == "A further roll costs 3 points here; you have 2."


@pytest.mark.parametrize("code", range(1, len(REASONS)))
def test_every_reason_is_a_sentence_in_every_language(code: int) -> None:
    table = Table()
    texts = set()
    for language in ("en", "de", "pl"):
        with speaking(language):
            texts.add(GAME.reason(code, table.s, shipped(), 0, 0))
    assert len(texts) == 3
    assert all(text.endswith(".") for text in texts)


# -- the log -----------------------------------------------------------------------------------------------------------


def test_points_beyond_the_best_field_are_told() -> None:  # M6, M16
    table = Table()
    table.own("anchor_4", *FIVE, points=39)
    happened = table.profit()
    (lost,) = (event for event in happened if event.kind == events.LAPSED)
    assert lost.a == 2
    told = [GAME.sentence(event, context(table)) for event in happened if event.kind in (events.POINTS, events.LAPSED)]
    assert told == [
        "Hypermarket brings Ada 1 point, now 40.",
        "Nothing counts beyond the best field. Hypermarket would have brought Ada more: 2 points.",
    ]


def test_adding_up_the_log_gives_the_marker_and_the_score() -> None:
    table = Table()
    table.own(*FIVE, points=30)
    table.show(1, "mode_2")
    table.dice(1, 3, 4)
    start = int(table.s.seats[0].points)
    caused = table.next_round()
    table.dice(1, 3, 4)
    caused += table.roll("roll A", 6, 3, 4)
    caused += table.roll("roll A", 5, 3, 4)
    moved = sum(event.a for event in caused if event.kind == events.POINTS and event.who == 0)
    assert start + moved == table.s.seats[0].points
    told = [GAME.sentence(event, context(table)) for event in caused if event.kind == events.POINTS]
    assert told == [
        "Basic Textiles brings Ada 1 point, now 31.",
        "Ada pays 1 point for a further roll and stands at 30.",
    ]


def test_the_log_tells_of_a_closing_by_feedback() -> None:
    table = Table()
    table.own(*STAGE_III)
    table.feedback(negative=2)
    caused = table.customer("article_02")
    told = [text for event in caused if (text := GAME.sentence(event, context(table)))]
    assert told[0] == "Customers ask for Laptop (Electronics)."
    assert "Ada can't offer it and gets a negative feedback card; that makes 3." in told
    assert "Too much negative feedback: Basic Textiles (Fashion) closes in the mall of Ada." in told
    assert "3 negative feedback cards of Ada go back to the supply." in told
