"""Final scoring: rules G81 to G100, examples W24 to W28."""

from typing import Any

import pytest
from hand_made import GAME, Table, events, situation

# No two neighbours of one colour.
CHECKED = {
    (-1, 1): "red-1", (0, 1): "blue-1", (1, 1): "red-2",
    (-1, 0): "yellow-1", (0, 0): "red-3", (1, 0): "yellow-2",
    (-1, -1): "blue-2", (0, -1): "yellow-3", (1, -1): "blue-3",
}  # fmt: skip


def scored(city: dict[tuple[int, int], Any], **more: Any) -> Table:
    return situation(**{"start": CHECKED, "city": city, "new_hands": {0: 0, 1: 0}} | more)


def districts(table: Table) -> list[int]:
    return [table.score(i)["districts"] for i in range(table.s.sides)]


def test_w24_tie_by_number() -> None:  # G87, G88, G90
    table = scored(
        {
            (0, 1): ("red-14", 2, 0, ""),
            (-1, 1): ("red-9", 2, 1, ""),
            (1, 1): ("blue-9", 1, -1, ""),
            (0, 0): ("blue-4", 1, -1, ""),
        }
    )
    assert districts(table) == [4, 2]


def test_tie_by_height_before_number() -> None:  # G90
    table = scored(
        {
            (-1, 1): ("red-5", 2, 0, ""), (0, 1): ("red-14", 1, 1, ""), (1, 1): ("red-15", 1, 1, ""),
            (0, 0): ("blue-4", 1, -1, ""),
        }
    )  # fmt: skip
    assert districts(table) == [4, 2]


def test_tie_by_the_highest_number_among_the_tallest() -> None:  # G90
    table = scored(
        {
            (-1, 1): ("red-5", 2, 0, ""), (0, 1): ("red-13", 2, 0, ""), (1, 1): ("red-12", 2, 1, ""),
            (1, 0): ("red-11", 2, 1, ""), (0, 0): ("blue-4", 1, -1, ""),
        }
    )  # fmt: skip
    assert districts(table) == [8, 4]
    # A higher number on a lower building does not count.
    table = scored(
        {
            (-1, 1): ("red-20", 1, 0, ""), (0, 1): ("red-11", 2, 0, ""), (1, 1): ("red-12", 2, 1, ""),
            (1, 0): ("red-19", 1, 1, ""), (0, 0): ("blue-4", 1, -1, ""),
        }
    )  # fmt: skip
    assert districts(table) == [3, 6]


def test_third_place_gets_nothing() -> None:  # G89
    table = scored(
        {
            (-1, 1): ("red-5", 3, 0, ""), (0, 1): ("red-13", 2, 1, ""), (1, 1): ("red-12", 1, 2, ""),
            (0, 0): ("blue-4", 1, -1, ""),
        },
        players=3,
    )  # fmt: skip
    assert districts(table) == [6, 2, 0]


@pytest.mark.parametrize(("box", "points"), [("published", 8), ("summary", 4)])
def test_w25_alone(box: str, points: int) -> None:  # G84, G91, D16
    table = scored(
        {
            (-1, 0): ("yellow-9", 3, 0, ""), (0, 0): ("yellow-10", 1, 0, ""), (0, -1): ("yellow-3", 1, -1, ""),
            (1, 0): ("blue-4", 1, -1, ""),
        },
        box=box,
    )  # fmt: skip
    assert districts(table) == [points, 0]


def test_w26_no_district() -> None:  # G11, G85
    table = scored({(-1, 1): ("red-9", 4, 0, ""), (0, 0): ("red-10", 2, 0, "")})
    assert districts(table) == [0, 0]


def test_w28_colours_of_11_and_12() -> None:  # G93
    city = {(-1, 1): ("red-9", 1, 0, ""), (0, 1): ("blue-9", 1, 0, ""), (-1, 0): ("yellow-9", 1, 0, "")}
    for name in ("red-11", "red-12", "blue-11", "blue-12", "yellow-11", "yellow-12"):
        assert scored(city, tableau={0: ["C01", "C02", "C03", name]}).score(0)["cards"] == 1
    counted = {
        "red-11": "yellow",
        "red-12": "blue",
        "yellow-11": "red",
        "yellow-12": "blue",
        "blue-11": "red",
        "blue-12": "yellow",
    }
    cells = {"red": (-1, 1), "blue": (0, 1), "yellow": (-1, 0)}
    for name, color in counted.items():
        one = {cells[color]: city[cells[color]]}
        assert scored(one, tableau={0: ["C01", "C02", "C03", name]}).score(0)["cards"] == 1


CITY = {
    (-1, 1): ("red-4", 1, 0, ""), (0, 1): ("blue-4", 2, 0, ""), (1, 1): ("red-5", 3, 0, ""),
    (-1, 0): ("yellow-4", 4, 0, ""), (0, 0): ("red-6", 5, 1, ""),
}  # fmt: skip


@pytest.mark.parametrize(
    ("card", "points"),
    [
        ("red-10", 2), ("red-13", 2), ("blue-10", 1), ("blue-13", 1), ("yellow-10", 1), ("yellow-13", 1),  # G92
        ("red-11", 1), ("red-12", 1), ("blue-11", 2), ("blue-12", 1), ("yellow-11", 2), ("yellow-12", 1),  # G93
        ("red-14", 2), ("blue-14", 2), ("yellow-14", 2),  # G94
        ("red-15", 6), ("blue-15", 6), ("yellow-15", 6),  # G95
        ("red-20", 9), ("blue-20", 9), ("yellow-20", 9),  # G98
        # C01 red urbanize, C02 yellow construct, C03 blue construct; blue 7 exploit, yellow 6 construct.
        ("red-16", 2), ("blue-17", 2), ("yellow-18", 6),  # G96
        ("red-19", 4), ("blue-19", 6), ("yellow-19", 6),  # G97: with itself
    ],
)  # fmt: skip
def test_end_cards(card: str, points: int) -> None:
    table = scored(CITY, tableau={0: ["C01", "C02", "C03", "blue-7", "yellow-6", card]})
    assert table.score(0)["cards"] == points
    assert table.score(1)["cards"] == 0


@pytest.mark.parametrize(
    ("card", "points"), [("red-16", 2), ("blue-17", 0), ("yellow-18", 2), ("red-19", 2), ("blue-19", 4)]
)
def test_end_cards_without_characters(card: str, points: int) -> None:  # D17 turned
    table = scored(
        CITY,
        tableau={0: ["C01", "C02", "C03", "blue-7", "yellow-6", card]},
        changes={"options": {"characters_count_for_end_cards": False}},
    )
    assert table.score(0)["cards"] == points


def test_card_10_of_the_summary_counts_for_its_trigger() -> None:  # D3
    for box, points in (("published", 0), ("summary", 2)):
        table = scored({}, tableau={0: ["C01", "C02", "C03", "red-10", "blue-16"]}, box=box)
        assert table.score(0)["cards"] == points


def test_new_hands_and_the_rest() -> None:  # G82, G83
    table = scored({}, points={0: 7}, new_hands={0: 2, 1: 1}, reserve={0: 9}, tiles={0: ["red-9", "red-8"]})
    assert table.score(0) == {"points": 7, "new hands": 4, "cards": 0, "districts": 0}
    assert table.score(1)["new hands"] == 2


def test_ties_share_the_victory() -> None:  # G100
    table = scored({}, points={0: 7, 1: 7})
    out = [0] * 4
    assert GAME.score(table.s, table.box, 0, out) == GAME.score(table.s, table.box, 1, out) == 7


def test_scoring_comes_from_the_box() -> None:
    table = scored(
        {
            (0, 1): ("red-14", 2, 0, ""),
            (-1, 1): ("red-9", 2, 1, ""),
            (1, 1): ("blue-9", 1, -1, ""),
            (0, 0): ("blue-4", 1, -1, ""),
        },
        changes={"scoring": {"first_place": 3, "second_place": 2, "unused_new_hand_token": 5}},
        new_hands={0: 1},
    )
    assert districts(table) == [12, 4]
    assert table.score(0)["new hands"] == 5
    table = scored(
        {(0, 1): ("red-14", 2, 0, ""), (-1, 1): ("red-9", 2, 1, "")}, changes={"scoring": {"district_min_buildings": 5}}
    )
    assert districts(table) == [0, 0]


def test_the_final_scoring_is_told() -> None:
    """Every point of the final scoring has an event: source, points, and what for."""
    table = situation(
        players=2,
        city={(0, 0): ("red-9", 12, 0, ""), (1, 0): ("red-10", 11, 0, ""), (-1, 0): ("red-11", 2, 1, "")},
        start=CHECKED,
        hands={0: ["blue-1"], 1: ["yellow-3"]},
        tiles={0: ["blue-4"]},
        reserve={0: 2},
        new_hands={0: 1, 1: 2},
        tableau={0: ["C01", "C02", "C03", "red-20", "blue-15"], 1: ["C04", "C05", "C07"]},
    )
    happened = table.round("build on blue-1 with blue-4", "exploit yellow-3")
    told = [(e.who, e.a, e.b, e.c) for e in happened if e.kind == events.SCORED]
    assert (0, events.BY_NEW_HANDS, 2, 1) in told
    assert (1, events.BY_NEW_HANDS, 4, 2) in told
    assert (0, events.BY_CARDS, 9, 19) in told
    assert (0, events.BY_CARDS, 6, 34) in told
    assert (0, events.BY_DISTRICTS, 25, 1) in told
    assert (1, events.BY_DISTRICTS, 2, 2) in told
    for side in range(2):
        for source in range(1, 4):
            assert sum(t[2] for t in told if t[:2] == (side, source)) == table.score(side)[events.SOURCES[source]]
