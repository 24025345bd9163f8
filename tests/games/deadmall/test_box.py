"""The box: what is in it, and what is said about mistakes."""

import re
from pathlib import Path
from typing import Any

import pytest
from mall_table import BRANCHES, GAME, shipped

from galleria.core import BoxError, load_box


def test_the_cards() -> None:
    data = shipped().data
    assert len(data.store) == 72
    for branch in BRANCHES:
        assert [data.store[f"{branch}_{n}"].stage for n in range(1, 7)] == list(range(1, 7))
    assert sum(row.copies for row in data.food.values()) == 24
    assert sum(row.copies for row in data.start.values()) == 8  # D6
    assert len(data.anchor) == 8
    for n in range(1, 7):  # the dice are those of the bands: one, two, two, two, three, three
        assert {len(row.dice) for row in data.store.values() if row.stage == n} == {(1, 2, 2, 2, 3, 3)[n - 1]}


def test_everything_the_text_does_not_give_is_marked() -> None:
    data = shipped().data
    for table in (data.branch, data.store, data.food, data.anchor, data.furnishing, data.money):
        assert all(row.assumed for row in table.values())
    assert data.options.assumed is True
    assert data.liquidity.assumed == ["most", "start"]


def write(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "mine.toml"
    path.write_text(text)
    return path


def test_a_card_a_number_and_a_switch_of_an_own_box(tmp_path: Path) -> None:
    text = """
        extends = "published"
        [options]
        acquisitions = "lying_and_one"
        [liquidity]
        start = 7
        [store.mode_1]
        money = 3
        dice = [1, 2]
        [store.mode_7]
        names = { en = "Sock Cellar", de = "Sockenkeller", pl = "Skarpety" }
        branch = "mode"
        stage = 1
        dice = [6]
        money = 1
        liquidity = 0
        [store.hobby_6]
        copies = 0
        """
    box = load_box(GAME, write(tmp_path, text))
    record = GAME.box.of(box.buf.copy())
    number = next(card for card, (_, name) in box.data.cards.items() if name == "mode_7")
    assert (record.money[number], record.copies[number], record.liquidity_start) == (1, 1, 7)
    assert record.lying_dice_extra == 1
    state = GAME.state.new()
    GAME.setup(state, record, 2)
    assert GAME.check(state, record) == 0


def test_the_order_in_the_file_changes_nothing(tmp_path: Path) -> None:
    whole = GAME.boxes["published"].read_text()
    head, *tables = re.split(r"(?m)^(?=\[)", whole)
    turned = load_box(GAME, write(tmp_path, head + "\n".join(reversed(tables))))
    assert turned.hash == shipped().hash
    assert turned.buf.tobytes() == shipped().buf.tobytes()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[store.mode_1]\nbranch = 'modes'", 'store.mode_1: there is no branch "modes"'),
        ("[store.mode_1]\nneeds = ['mode']", "a store can't need its own branch"),
        ("[store.mode_1]\ndice = []", "table [store], key mode_1.dice"),
        ("[store.mode_1]\ndice = [7]", "less than or equal to 6"),
        ("[store.mode_1]\ncolor = 1", "this key is not known"),
        ("[store.new]\nbranch = 'mode'", "is missing; add it"),
        ("[stage.3]\nareas = 9", "areas must begin with 0 and rise from stage to stage"),
        ("[damage.water]\nslot = 3", "rats and water must have different slots"),
        ("[money.1]\nvalue = 3", "money: the smallest card must have the value 1"),
        ("[money.2]\nwater_value = 4", "water_value must not be higher than value"),
        ("[liquidity]\nstart = 13", "the track ends at most = 12"),
        ("[branch.mode]\nplace = 2", "two branches have the same place"),
        ("[food.food_01]\ncopies = 20", "there is room for 36 cards, not for 42"),
        ("[furnishing.furn_01]\neffect = 'magic'", "key furn_01.effect"),
        ("[start.vacancy_bad]\neffect = 'money'", "amount may only be negative"),
        ("[options]\nfree_roll = 'none'", "'any_dice' or 'all_dice'"),
        ("[damage.fire]\nslot = 1", "is missing; add it"),
        ("".join(f"[store.mode_{n}]\ncopies = 0\n" for n in range(1, 7)), "no store card has this branch"),
    ],
)
def test_mistakes_are_named(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(BoxError) as error:
        load_box(GAME, write(tmp_path, f'extends = "published"\n{text}\n'))
    assert said in str(error.value)
    assert str(error.value).startswith("mine.toml: ")


def test_random_boxes_are_played_or_refused(tmp_path: Path) -> None:
    """A designer may leave out whole kinds of cards; the rules cope."""
    few: list[dict[str, Any]] = [
        {"food_court": {"fields": 0}},
        {"anchor": {name: {"copies": 0} for name in shipped().data.anchor}},
        {"furnishing": {name: {"copies": 0} for name in shipped().data.furnishing}},
        {"start": {name: {"copies": int(name == "sitzbank")} for name in shipped().data.start}},
    ]
    for change in few:
        text = 'extends = "published"\n'
        for table, rows in change.items():
            for key, value in rows.items():
                body = "\n".join(f"{k} = {v}" for k, v in value.items()) if isinstance(value, dict) else ""
                text += f"[{table}.{key}]\n{body}\n" if body else f"[{table}]\n{key} = {value}\n"
        box = load_box(GAME, write(tmp_path, text))
        record = GAME.box.of(box.buf.copy())
        state = GAME.state.new()
        GAME.setup(state, record, 2)
        assert GAME.check(state, record) == 0
