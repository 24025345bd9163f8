"""Boxes: what is in them, and the sentence for everything that can be wrong with one."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from connect_four import GAME
from pydantic import Field, model_validator

from galleria.core import Array, BoxError, BoxModel, Game, Names, Record, array, int8, load_box
from galleria.core.text import speaking

PUBLISHED = """
[options]
speed = "slow"

[prices]
tower = 5

[[card]]
id = "C01"
names = { en = "Gate", de = "Tor", pl = "Brama" }
gain = { tile = 1 }

[[card]]
id = "C02"
names = { en = "Well", de = "Brunnen", pl = "Studnia" }
gain = { tile = 2 }
"""


class Gain(BoxModel):
    tile: int = Field(ge=0, le=200)


class Card(BoxModel):
    id: str
    names: Names
    gain: Gain


class Prices(BoxModel):
    tower: int = Field(ge=1, le=9)


class Options(BoxModel):
    speed: str


class File(BoxModel):
    options: Options
    prices: Prices
    card: list[Card] = Field(min_length=1)

    @model_validator(mode="after")
    def cards_differ(self) -> "File":
        if len({card.id for card in self.card}) < len(self.card):
            raise ValueError("Two cards have the same id; give each its own")
        return self


class Box(Record):
    tower: int8
    tiles: Array[int8] = array(int8, 3)


def pack(file: File) -> Box:
    box = Box.new()
    box.tower = file.prices.tower
    for i, card in enumerate(file.card):
        box.tiles[i] = card.gain.tile
    return box


@pytest.fixture
def game(tmp_path: Path) -> Game:
    for name, text in {
        "box.toml": PUBLISHED,
        "dear.toml": 'extends = "published"\n[prices]\ntower = 9\n',
        "dearest.toml": 'extends = "dear"\n[options]\nspeed = "fast"\n',
    }.items():
        (tmp_path / name).write_text(text)
    boxes = {"published": tmp_path / "box.toml", "dear": tmp_path / "dear.toml", "dearest": tmp_path / "dearest.toml"}
    return replace(
        GAME,
        title="Towers",
        name="towers",
        box=Box,
        box_model=File,
        pack=pack,
        boxes=boxes,
        options={"speed": ("slow", "fast")},
    )


Load = Callable[..., Any]


@pytest.fixture
def load(game: Game, tmp_path: Path) -> Load:
    """Load a box of one's own made of this text."""

    def load(text: str | bytes, **options: str) -> Any:
        path = tmp_path / "mine.toml"
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return load_box(game, path, options)

    return load


def test_the_default_box(game: Game) -> None:
    box = load_box(game)
    assert (box.name, box.path, box.options) == ("published", None, {})
    assert box.data.prices.tower == 5
    assert Box.of(box.buf).as_dict() == {"tower": 5, "tiles": [1, 2, 0]}


def test_a_box_extends_others(game: Game) -> None:
    assert load_box(game, "dear").data.prices.tower == 9
    dearest = load_box(game, "dearest").data
    assert (dearest.prices.tower, dearest.options.speed, dearest.card[1].id) == (9, "fast", "C02")


def test_a_box_of_ones_own_may_extend_a_shipped_one(load: Load) -> None:
    box = load('extends = "dear"\n[options]\nspeed = "fast"\n')
    assert (box.name, box.data.prices.tower, box.data.options.speed) == ("mine", 9, "fast")
    assert box.path is not None


def test_the_hash_is_of_the_content(game: Game, load: Load) -> None:
    published = load_box(game).hash
    assert load(PUBLISHED).hash == published
    assert load("# a comment\n" + PUBLISHED.replace("tower = 5", "tower    =    5")).hash == published
    assert load(PUBLISHED.replace("tower = 5", "tower = 6")).hash != published
    assert load(PUBLISHED.replace("Gate", "Arch")).hash != published
    assert load_box(game, options={"speed": "fast"}).hash not in (published, load_box(game, "dear").hash)
    assert load_box(game, "dear", {"speed": "fast"}).hash == load_box(game, "dearest").hash


def test_options(game: Game) -> None:
    box = load_box(game, options={"speed": "fast"})
    assert (box.data.options.speed, box.options) == ("fast", {"speed": "fast"})
    assert load_box(game, options={"speed": "slow"}).options == {}


def test_names_speak_the_language_of_the_reader(game: Game) -> None:
    names = load_box(game).data.card[1].names
    said = []
    for language in ("en", "de", "pl", "xx"):
        with speaking(language):
            said.append(str(names))
    assert said == ["Well", "Brunnen", "Studnia", "Well"]


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("tower = 5", "", "mine.toml: table [prices], key tower: is missing; add it."),
        (
            "tower = 5",
            'tower = "five"',
            "mine.toml: table [prices], key tower: input should be a valid integer, got 'five'.",
        ),
        (
            "tower = 5",
            "tower = 5.0",
            "mine.toml: table [prices], key tower: input should be a valid integer, got 5.0.",
        ),
        (
            "tower = 5",
            "tower = 12",
            "mine.toml: table [prices], key tower: input should be less than or equal to 9, got 12.",
        ),
        (
            "tower = 5",
            "tower = 5\ntowr = 6",
            "mine.toml: table [prices], key towr: this key is not known; remove it or correct its spelling.",
        ),
        (
            "tile = 2",
            "tile = -2",
            'mine.toml: table [[card]] number 2 ("C02"), key gain.tile: input should be greater than or equal to 0, g',
        ),
        (
            'pl = "Brama"',
            'fr = "Porte"',
            'mine.toml: table [[card]] number 1 ("C01"), key names.pl: is missing; add it (1 more to mend).',
        ),
        ('id = "C02"\n', "", "mine.toml: table [[card]] number 2, key id: is missing; add it."),
        ('"C02"', '"C01"', "mine.toml: the whole file: two cards have the same id; give each its own."),
        ("[options]", "[option]", "mine.toml: key options: is missing; add it (1 more to mend)."),
        ("tile = 2", "tile = 200", "mine.toml: a number or a list is larger than Towers can hold ("),
        ("tower = 5", "tower = ", "mine.toml: is not valid TOML: Invalid value (at line 6, column 9)."),
        (
            "tower = 5",
            "tower = 5\ntower = 6",
            "mine.toml: is not valid TOML: ",
        ),
    ],
    ids=lambda text: text.strip()[:20] or "nothing",
)
def test_a_wrong_box_is_told_place_and_mend(load: Load, old: str, new: str, sentence: str) -> None:
    text = PUBLISHED.replace(old, new, 1)
    assert text != PUBLISHED
    with pytest.raises(BoxError) as failure:
        load(text)
    assert str(failure.value).startswith(sentence)
    assert str(failure.value).endswith(".")
    assert "\n" not in str(failure.value)


def test_too_many_entries_for_the_record(load: Load) -> None:
    more = "".join(PUBLISHED[PUBLISHED.index("[[card]]") :].replace("C0", f"D{i}") for i in range(2))
    with pytest.raises(BoxError, match=r"^mine.toml: a number or a list is larger than Towers can hold \("):
        load(PUBLISHED + more)


def test_something_else_than_text(load: Load) -> None:
    with pytest.raises(BoxError, match=r"mine.toml: is not a text in UTF-8; save it as plain UTF-8 text\.$"):
        load(b"tower = '\xff'")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a = " + "[" * 9000, "nested too deep"),
        ("a = 1" + "0" * 5000, "4300 digits"),
        ("#" * 1_000_001, "is larger than 1000 kB; a box file is much smaller"),
        ('extends = "published"\n[prices."a\\nb"]', r"table \[prices\], key 'a\\nb': this key is not known"),
    ],
    ids=["deep", "long number", "huge", "odd key"],
)
def test_files_that_are_meant_to_harm(load: Load, text: str, said: str) -> None:
    with pytest.raises(BoxError, match=said) as error:
        load(text)
    assert "\n" not in str(error.value)


def test_a_byte_order_mark_is_no_mistake(load: Load) -> None:
    assert load("\ufeff" + PUBLISHED).hash == load(PUBLISHED).hash


def test_names_of_files_that_do_not_fit_a_record(game: Game, tmp_path: Path) -> None:
    path = tmp_path / "two\nlines.toml"
    path.write_text('extends = "published"')
    with pytest.raises(BoxError, match=r"two\\nlines.toml': a box can't be called so; rename the file\.$"):
        load_box(game, path)
    with pytest.raises(BoxError, match=r'^There is no box "xx+"; towers has '):
        load_box(game, "x" * 5000)


def test_a_file_that_is_not_there(game: Game, tmp_path: Path) -> None:
    with pytest.raises(BoxError, match=r"gone.toml: cannot be read \(No such file or directory\); give the path of a"):
        load_box(game, tmp_path / "gone.toml")
    with pytest.raises(BoxError, match=r"cannot be read \(Is a directory\)"):
        load_box(game, tmp_path)


def test_a_name_that_is_no_box(game: Game) -> None:
    with pytest.raises(BoxError, match=r'^There is no box "cheap"; towers has published, dear, dearest, or give'):
        load_box(game, "cheap")


@pytest.mark.parametrize(
    "text", ['extends = "cheap"', "extends = 3", 'extends = ["published"]'], ids=["unknown", "number", "list"]
)
def test_extending_what_is_not_there(load: Load, text: str) -> None:
    with pytest.raises(BoxError, match=r"^mine.toml: key extends: there is no box .*; towers has published, "):
        load(text)


def test_extending_in_a_circle(game: Game) -> None:
    game.boxes["published"].write_text('extends = "dear"')
    with pytest.raises(BoxError, match="the boxes extend each other in a circle"):
        load_box(game, "dearest")


def test_wrong_options(game: Game) -> None:
    with pytest.raises(BoxError, match=r'^Option "pace": towers does not offer it at the table; known options: sp'):
        load_box(game, options={"pace": "fast"})
    with pytest.raises(BoxError, match=r'^Option "speed": "warp" is not one of slow, fast\.$'):
        load_box(game, options={"speed": "warp"})
    with pytest.raises(BoxError, match="known options: none"):
        load_box(GAME, options={"speed": "fast"})
