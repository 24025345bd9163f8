"""What a seat is shown and told: view, previews, reasons, sentences."""

import json
from typing import Any

import pytest
from hand_made import Table, character, shipped, situation, tile

from galleria.core import Context, Event, read_log
from galleria.core.events import clear_log
from galleria.core.text import speaking
from galleria.games.ginkgopolis import GAME, events
from galleria.games.ginkgopolis.actions import space
from galleria.games.ginkgopolis.state import OVER, TOKEN

NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve")
QUIET = ["C04", "C21", "C22"]  # reward building alone
"""Characters for tables where exploiting and urbanizing bring nothing more."""


def seen(table: Table, seat: int) -> dict[str, Any]:
    """The view of a seat."""
    hidden = table.s.copy()
    GAME.hide(hidden, table.box, seat)
    return GAME.view(hidden, shipped("published"), seat)


def building(view: dict[str, Any], cell: str) -> dict[str, Any]:
    return next(b for b in view["city"]["buildings"] if b["cell"] == cell)


def in_hand(view: dict[str, Any], step: str) -> dict[str, Any]:
    return next(c for c in view["hand"] if c["step"] == step)


def context(table: Table, seat: int) -> Context:
    return Context(NAMES[: table.s.players], shipped("published"), seat)


def lines(table: Table, seat: int, text: str) -> list[tuple[str, str, int, str]]:
    """The lines of the preview of an answer: kind, item, number, words."""
    hidden = table.s.copy()
    GAME.hide(hidden, table.box, seat)
    clear_log(hidden)
    GAME.preview(hidden, table.box, seat, space.parse(text))
    found = GAME.preview_lines(read_log(hidden.log, 0), context(table, seat))
    return [(x["kind"], x["item"], x["amount"], x["text"]) for x in found]


def reason(table: Table, seat: int, text: str) -> str:
    action = space.parse(text)
    code = GAME.why_not(table.s, table.box, seat, action)
    return GAME.reason(code, table.s, shipped("published"), seat, action)


# -- the board ---------------------------------------------------------------------------------------------------------


def test_a_building_shows_its_floors_from_the_ground_up() -> None:
    table = situation(city={(0, 0): ("blue-8", 1, 0, "")}, hands={0: ["blue-8"]}, tiles={0: ["red-15"]}, reserve={0: 2})
    table.round("build on blue-8 with red-15", f"exploit {table.hand(1)[0]}")
    found = building(seen(table, 1), "0_0")
    assert found["floors"] == ["blue", "red"]
    assert (found["color"], found["number"], found["height"], found["owner"]) == ("red", 15, 2, 0)
    assert found["site"] is True
    assert found["text"] == "Red 15, 2 floors, owned by green, construction site"


def test_shadows_know_the_neighbour_in_the_west() -> None:
    table = situation(city={(0, 0): ("blue-8", 3, 0, "")})
    view = seen(table, 0)
    assert building(view, "1_0")["west"] == 3
    assert building(view, "-1_0")["west"] == 0


def test_a_token_to_be_moved_stands_on_the_new_building_and_its_cells_are_shown_to_the_one_who_moves_it() -> None:
    table = situation(hands={0: ["D"]}, tiles={0: ["red-20"]}, reserve={0: 1}, tableau={0: QUIET})
    table.round("urbanize D with red-20", f"exploit {next(c for c in table.hand(1) if not c.isalpha())}")
    assert table.s.phase == TOKEN
    mine, other = seen(table, 0), seen(table, 1)
    assert [t["letter"] for t in mine["city"]["tokens"] if t["moving"]] == ["D"]
    assert {(c["x"], c["y"], c["text"]) for c in mine["city"]["spots"]} == {
        (2, 2, "The cell north of the new building"),
        (3, 1, "The cell east of the new building"),
    }
    assert {c["step"] for c in mine["city"]["spots"]} == {
        step for text in table.legal(0) for step in GAME.steps(space.parse(text))
    }
    assert other["city"]["spots"] == []


def test_rows_run_from_the_north_so_that_what_stands_in_front_is_drawn_later() -> None:
    rows = seen(situation(), 0)["city"]["rows"]
    assert [row["y"] for row in rows] == [2, 1, 0, -1, -2]
    assert [t["letter"] for t in rows[0]["tokens"]] == ["A", "B", "C"]
    assert [b["x"] for b in rows[1]["buildings"]] == [-1, 0, 1]


# -- hands, screens, tableaus ------------------------------------------------------------------------------------------


def test_a_card_in_hand_says_what_it_would_bring_and_cost_now() -> None:
    table = situation(
        city={(0, 0): ("yellow-9", 3, 1, "")}, hands={0: ["yellow-9", "D"]}, tiles={0: ["red-15"]}, reserve={0: 2}
    )
    view = seen(table, 0)
    yellow = in_hand(view, "card-yellow-9")
    assert (yellow["alone"]["item"], yellow["alone"]["amount"]) == ("sp", 3)
    assert yellow["build"]["floor"] == yellow["build"]["place"] == 4
    assert yellow["text"] == "Whenever you build a floor: 2 points."
    letter = in_hand(view, "card-D")  # beside (1, 1), blue 2
    assert letter["build"]["gains"] == [{"item": "tile", "amount": 1}]


def test_what_a_card_brings_ends_with_the_supply() -> None:  # G43
    table = situation(city={(0, 0): ("red-9", 5, 1, "")}, hands={0: ["red-9"]}, reserve={0: 23})
    view = seen(table, 0)
    assert in_hand(view, "card-red-9")["alone"]["amount"] == 2
    assert view["targets"]["card-red-9"]["yields"] == 2
    assert ("note", "", 0, "Your supply is empty: you go without 3 resources.") in lines(table, 0, "exploit red-9")


def test_screens_hide_reserves_until_the_end() -> None:  # G7
    table = situation(tiles={0: ["red-20"], 1: ["red-19"]}, reserve={0: 3, 1: 4}, points={0: 5, 1: 6})
    hidden = ("sp", "resources", "tiles", "new_hand")
    view = seen(table, 0)
    assert [view["players"][0][key] for key in hidden] == [5, 3, 1, 2]
    assert [view["players"][1][key] for key in hidden] == [None] * 4
    assert "red-19" not in json.dumps(view)
    assert all(p[key] is None for p in seen(table, -1)["players"] for key in hidden)


def test_a_choice_is_shown_to_others_only_when_all_have_chosen() -> None:  # G30, G33
    table = situation(hands={0: ["A", "red-1"], 1: ["B"]}, tiles={0: ["red-20"]}, reserve={0: 1})
    table.play(0, "urbanize A with red-20")
    assert (seen(table, 0)["players"][0]["played"], seen(table, 0)["players"][0]["played_tile"]) == (
        "Letter A",
        "Red 20",
    )
    assert seen(table, 1)["players"][0]["played"] == ""
    assert seen(table, 1)["players"][0]["decided"] is True
    assert in_hand(seen(table, 0), "card-A")["chosen"] is True
    assert seen(table, 0)["prompt"]["hint"] == "You have chosen letter A with the tile red 20."


def test_a_tableau_adds_up_its_bonuses_and_says_what_end_cards_would_score_now() -> None:
    table = situation(
        city={(0, 0): ("red-8", 1, 0, ""), (1, 0): ("red-9", 1, 0, "")},
        tableau={0: ["red-10", "red-7", "C07", "C04", "C21"]},
        reserve={0: 1},
    )
    me = seen(table, 1)["players"][0]
    assert me["bonuses"] == [
        {
            "trigger": "exploit",
            "gain": [{"item": "resource", "amount": 2}, {"item": "sp", "amount": 1}],
            "text": "Whenever you exploit: 2 resources and 1 point.",
        },
        {
            "trigger": "construct",
            "gain": [{"item": "resource", "amount": 2}],
            "text": "Whenever you build a floor: 2 resources.",
        },
    ]
    assert (me["end_cards"], me["end_now"]) == (1, 2)  # red 10: a point for each own red building


def test_how_close_the_end_is() -> None:  # G74, G75
    table = situation(city={(0, 0): ("red-8", 4, 0, "")}, supply=12)
    ends = seen(table, 1)["ends"]
    assert ends["tiles"]["left"] == 12
    assert ends["tiles"]["text"] == "12 tiles left before the refill"
    assert (ends["people"][0]["value"], ends["people"][0]["max"]) == (4, 25)
    last = situation(supply=1, refilled=True)
    assert seen(last, 0)["ends"]["tiles"]["text"] == "1 tile left: the last supply"


def test_hals_cards_promise_him_nothing() -> None:  # G104
    hal = seen(situation(players=1, tableau={1: ["red-8", "red-10"]}), 0)["players"][1]
    assert (hal["bonuses"], hal["end_cards"]) == ([], 1)


def test_the_end_says_why_and_what_a_tie_did() -> None:  # G75, G90
    table = situation(
        start={
            (x, y): f"{'blue' if (x + y) % 2 else 'yellow'}-{5 + 3 * x + y}" for x in (-1, 0, 1) for y in (-1, 0, 1)
        },
        city={(0, 1): ("red-14", 2, 0, ""), (-1, 1): ("red-9", 2, 1, "")},
    )
    table.s.phase = OVER
    view = seen(table, -1)
    assert view["prompt"]["over"] == "There are no more tiles."
    note = view["final"][1]["notes"]["districts"]
    assert note.startswith("Second (a tie: the taller building, then the higher number decides) around red 9 (2 of 4")


# -- previews ----------------------------------------------------------------------------------------------------------


def test_w11_as_a_preview() -> None:
    table = situation(
        city={(0, 0): ("blue-8", 2, 1, "")}, hands={0: ["blue-8"]}, tiles={0: ["red-6"]}, reserve={0: 4}, points={0: 5},
        tableau={0: ["C06", "C07", "C13"]},
    )  # fmt: skip
    assert lines(table, 0, "build on blue-8 with red-6") == [
        ("cost", "resource", 4, "for the other colour and placed on 3 floors"),
        ("cost", "sp", 2, "for the lower number"),
        ("note", "", 0, "Ben gets 2 resources back."),
        ("note", "", 0, "Ben gets 2 points for making room."),
        ("note", "", 0, "You keep blue 8. Whenever you urbanize: 1 tile and 1 point."),
    ]


def test_gains_of_one_kind_are_one_sum_with_its_sources() -> None:
    table = situation(
        city={(1, 1): ("yellow-8", 2, 1, "")}, hands={0: ["D"]}, tiles={0: ["red-20"]}, reserve={0: 1},
        tableau={0: ["C08", "C04", "C21"]},
    )  # fmt: skip
    assert lines(table, 0, "urbanize D with red-20") == [
        ("cost", "resource", 1, "placed on the new building"),
        ("gain", "sp", 3, f"yellow 8 and your card {shipped('published').data.character_card['C08'].names.en}"),
    ]


def test_previews_tell_nothing_hidden() -> None:
    table = situation(
        city={(0, 0): ("blue-8", 3, 1, "")},
        hands={0: ["blue-8"]},
        top=["red-20", "red-19", "red-18"],
        tableau={0: QUIET},
    )
    assert lines(table, 0, "exploit blue-8") == [("gain", "tile", 3, "blue 8")]


# -- reasons -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("reserve", "points", "text", "sentence"),
    [
        (2, 9, "build on blue-8 with blue-15", "Floor 3 needs 3 resources; you would have 2."),
        (
            3,
            9,
            "build on blue-8 with red-15",
            "Floor 3 needs 3 resources and the other colour 1 more; you would have 3.",
        ),
        (4, 1, "build on blue-8 with blue-6", "The lower number costs 2 points; you have 1 point."),
        (0, 9, "urbanize D with red-15", "A new building needs 1 resource; your reserve is empty."),
        (4, 9, "build on blue-8 with yellow-20", "You do not have this tile in your reserve."),
    ],
)
def test_reasons_have_the_numbers(reserve: int, points: int, text: str, sentence: str) -> None:
    table = situation(
        city={(0, 0): ("blue-8", 2, 1, "")}, hands={0: ["blue-8", "D"]}, tiles={0: ["blue-15", "red-15", "blue-6"]},
        reserve={0: reserve}, points={0: points},
    )  # fmt: skip
    assert reason(table, 0, text) == sentence


# -- sentences ---------------------------------------------------------------------------------------------------------


def say(kind: int, who: int, *values: int) -> str:
    a, b, c, d = (*values, 0, 0, 0, 0)[:4]
    return GAME.sentence(Event(0, kind, 0, who, a, b, c, d), Context(NAMES, shipped("published"), 0))


def test_sentences_name_numbers_and_sources() -> None:
    assert say(events.GAINED, 0, 0, 1, events.FROM_BUILDING, tile("red-5")) == "Ada exploits red 5: 1 resource."
    assert (
        say(events.GAINED, 1, 2, 3, events.FROM_NEIGHBOR, tile("yellow-7"))
        == "The neighbour yellow 7 brings Ben 3 points."
    )
    assert say(events.PAID, 0, 2, 1, events.FOR_NUMBER) == "Ada pays 1 point for the lower number."
    assert (
        say(events.BUILT, 0, tile("red-6"), tile("blue-8"), 3)
        == "Ada builds red 6 on blue 8, now 3 floors high, and places 3 resources."
    )
    assert say(events.FIRED, 0, tile("red-7"), 1, 0, 1) == "The card red 7 brings Ada 1 resource and 1 point."
    assert say(events.SCORED, 1, events.BY_DISTRICTS, 4, 1, tile("red-14")) == (
        "Ben scores 4 points for the first place in the district of red 14."
    )


def test_components_have_the_names_of_the_readers_language() -> None:
    with speaking("de"):
        assert "Rot 5" in say(events.CARD, 0, tile("red-5"))
    german = shipped("published").data.character_card["C01"].names.de
    with speaking("de"):
        assert german in say(events.KEPT, 0, character("C01"))


def test_the_points_of_the_log_are_the_points_of_the_players() -> None:
    """What sentences say about points is what `points` counts: gains, bonuses, compensation and costs."""
    table = situation(
        city={(0, 0): ("yellow-8", 2, 1, "")}, hands={0: ["yellow-8"]}, tiles={0: ["yellow-6"]}, reserve={0: 3},
        points={0: 5}, tableau={0: ["C02", "C07", "C13"]},
    )  # fmt: skip
    before = [table.s.seats[side].points for side in (0, 1)]
    happened = table.round("build on yellow-8 with yellow-6", f"exploit {table.hand(1)[0]}")
    after = [table.s.seats[side].points for side in (0, 1)]
    for side in (0, 1):
        told = sum(n[1] for e in happened if e.who == side and (n := GAME.points(e)))  # type: ignore[misc]
        assert told == after[side] - before[side]
    assert after[0] == 5 - 2 + 1


# -- the terminal ------------------------------------------------------------------------------------------------------


def test_the_city_as_text() -> None:
    table = situation(city={(0, 0): ("blue-8", 2, 1, "pawn")})
    text = GAME.board_text(seen(table, 0))
    assert text.splitlines()[2].split() == ["(K)", "Y1/1", "B8/2b*", "R3/1", "(E)"]
