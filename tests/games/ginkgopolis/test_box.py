"""The boxes: what they contain, their switches, and what is said about mistakes."""

import re
from pathlib import Path
from typing import Any

import pytest
from hand_made import GAME, box_with, shipped

from galleria.core import BoxError, load_box
from galleria.core.text import speaking
from galleria.games.ginkgopolis.actions import CHARACTER_NAMES, COLORS, TILE_NAMES
from galleria.games.ginkgopolis.box import EndCard, OngoingCard

ITEM = {"red": "resource", "blue": "tile", "yellow": "sp"}


def test_the_scheme_of_the_ongoing_cards() -> None:  # G64, G65
    data = shipped("published").data
    for color in COLORS:
        for number in range(1, 21):
            row = data.card(f"{color}-{number}")
            assert isinstance(row, OngoingCard) == (number <= 9)
            if number <= 9:
                assert row.trigger == ("exploit", "urbanize", "construct")[(number - 1) % 3]
                gain = dict.fromkeys(ITEM.values(), 0)
                gain[ITEM[color]] += 1
                gain["sp"] += number >= 7
                assert row.gain.model_dump() == gain


def test_the_characters() -> None:  # G68
    rows = shipped("published").data.character_card
    for color, number, each in (("red", 12, 4), ("blue", 9, 3), ("yellow", 6, 2)):
        mine = [c for c in rows.values() if c.color == color]
        assert len(mine) == number
        for trigger in ("exploit", "urbanize", "construct"):
            assert sum(c.trigger == trigger for c in mine) == each
        assert all(getattr(c.gain, ITEM[color]) == 1 and sum(c.gain.model_dump().values()) == 1 for c in mine)
    assert sum(c.set == 0 for c in rows.values()) == 9


def test_the_summary_differs_in_four_switches() -> None:
    published, summary = (shipped(name).data.options.model_dump() for name in ("published", "summary"))
    differ = {key for key in published if published[key] != summary[key]} - {"source"}
    assert differ == {"overbuild_compensation", "card10", "returned_tile_sp", "sole_player_takes_both"}
    rest = [
        {k: v for k, v in shipped(name).data.model_dump().items() if k != "options"}
        for name in ("published", "summary")
    ]
    assert rest[0] == rest[1]


def test_the_filler_for_card_10_is_marked_as_invented() -> None:  # D3
    data = shipped("summary").data
    for color in COLORS:
        filler = data.card(f"{color}-10")
        assert isinstance(filler, OngoingCard)
        assert filler.assumed
        assert filler.source.startswith("invented")
        printed = data.building_card[f"{color}-10"]
        assert isinstance(printed, EndCard)
        assert printed.conflict


def test_every_table_names_its_source() -> None:
    data = shipped("published").data
    for rows in (data.building_card, data.character_card, data.setup.players, data.color):
        assert all(row.source for row in rows.values())
    assert all(data.building_card[f"{c}-{n}"].assumed for c in ("blue", "yellow") for n in (10, 11, 12, 13))  # D24


def test_names_in_three_languages() -> None:
    data = shipped("published").data
    for language in ("en", "de", "pl"):
        with speaking(language):
            trades = [str(data.character_card[name].names) for name in CHARACTER_NAMES]
            assert len(set(trades)) == 27


def edited(tmp_path: Path, old: str, new: str, count: int = 1) -> Path:
    text = GAME.boxes["published"].read_text(encoding="utf-8")
    assert old in text
    path = tmp_path / "mine.toml"
    path.write_text(text.replace(old, new, count), encoding="utf-8")
    return path


GAIN = 'trigger = "exploit", gain = { resource = 1 }, source'


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("hand_size = 4", "hand_size = 5", r"setup: .*5 hands must fit into the 21 cards"),
        ("hand_size = 4", "hand_size = 'four'", r"\[setup\], key hand_size: .*'four'"),
        ("start_numbers = [1, 2, 3]", "start_numbers = [1, 2, 2]", r"setup: .*must differ"),
        ("draft_deal = 4", "draft_deal = 2", r"setup: .*draft_deal must be at least"),
        ("[setup.players.4]", "[setup.players.6]", r"setup: .*players.4 is missing"),
        ("resources = 16", "resources = 26", r"setup.players.5.resources is 26"),
        ("D = [2, 1]", "D = [2, 2]", r"urbanization: .*cell.D must lie beside"),
        ("D = [2, 1]", "D = [2, 0]", r"urbanization: .*same cell"),
        ("D = [2, 1]\n", "", r"urbanization: .*cell.D is missing"),
        ('n = "supply" ', 'n = "bank" ', r"\[options\], key overbuild_compensation: .*'bank'"),
        ("color_change = 1", "colour_change = 1", r"\[costs\], key colou?r_change: "),
        (GAIN, GAIN.replace("exploit", "explode"), r"\[building_card\], key red-1.*trigger: .*'explode'"),
        (GAIN, GAIN.replace("resource", "gold"), r"\[building_card\], key red-1.*gold: this key is not known"),
        ('color = "yellow", sp = 1', "sp = 1", r"\[building_card\], key red-11.*color must be given"),
        ('"fixed", sp = 9', '"fixed", color = "red", sp = 9', r"\[building_card\], key red-20.*color must be removed"),
        ("red-1 = {", "red-21 = {", r"building_card.red-1 is missing"),
        ("set = 1", "set = 2", r"beginner set 1 has 2 cards"),
        ("[character_card.C27]", "[character_card.C28]", r"character_card.C27 is missing"),
    ],
)
def test_mistakes_are_named(tmp_path: Path, old: str, new: str, said: str) -> None:
    with pytest.raises(BoxError) as error:
        load_box(GAME, edited(tmp_path, old, new))
    assert re.search(said, str(error.value)), str(error.value)
    assert "\n" not in str(error.value)


def test_a_changed_copy_can_be_played(tmp_path: Path) -> None:
    path = tmp_path / "rich.toml"
    path.write_text(
        'extends = "summary"\n[solo]\nstart = { resource = 9, tile = 1, sp = 2 }\n[scoring]\nfirst_place = 2\n'
    )
    box = load_box(GAME, path)
    assert box.data.options.overbuild_compensation == "builder"
    record = GAME.box.of(box.buf.copy())
    assert list(record.solo_start) == [9, 1, 2]
    assert record.first_place == 2


def test_packing() -> None:
    box = box_with()
    assert box.start_tiles == sum(1 << TILE_NAMES.index(f"{c}-{n}") for c in COLORS for n in (1, 2, 3))
    cards: list[Any] = [*box.trigger_cards, box.end_cards]
    assert sum(cards) == (1 << 60) - 1
    assert [m.bit_count() for m in cards] == [9, 9, 9, 33]
    summary = box_with("summary")
    assert [m.bit_count() for m in [*summary.trigger_cards, summary.end_cards]] == [12, 9, 9, 30]
