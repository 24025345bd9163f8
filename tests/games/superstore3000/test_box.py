"""The box: how large a mall can get, and what is said about mistakes."""

from typing import Any

import pytest
from superstore import GAME, file_with, shipped

from galleria.core import BoxError, Match, load_box
from galleria.games.superstore3000.box import limits
from galleria.games.superstore3000.state import FIRST_COLUMN, LAST_COLUMN, LAST_FLOOR, PLACES, TILES


@pytest.mark.parametrize(
    ("players", "turns", "floors", "left", "right"), [(2, 26, 36, -12, 13), (3, 27, 37, -13, 14), (4, 27, 37, -13, 14)]
)
def test_how_large_a_mall_can_get(players: int, turns: int, floors: int, left: int, right: int) -> None:
    most = limits(shipped().data, players)
    assert (most.turns, most.tiles, most.floors) == (turns, turns + 1, floors)
    assert (most.first_column, most.last_column) == (left, right)


@pytest.mark.parametrize("name", GAME.boxes)
@pytest.mark.parametrize("players", GAME.players)
def test_the_arrays_hold_what_a_box_allows(name: str, players: int) -> None:
    most = limits(shipped(name).data, players)
    assert most.tiles <= TILES
    assert most.floors <= LAST_FLOOR
    assert FIRST_COLUMN <= most.first_column < most.last_column <= LAST_COLUMN
    assert most.places <= PLACES
    assert most.moves <= GAME.max_legal


def test_no_turn_adds_more_than_the_proof_counts() -> None:
    """What the bounds rest on, for every attraction: the base is the lowest supported cell, nothing else is counted."""
    data = shipped().data
    for tile in (*data.attraction.values(), data.individual):
        assert tile.shape[0] == [0, 0]
        assert tile.reach == max(abs(x) for x, _y in tile.shape)
        assert tile.rise == max(y for _x, y in tile.shape) >= 0


FLAT = {"shape": [[0, 0], [1, 0], [2, 0], [3, 0], [4, 0]], "platforms": [[4, 0]]}
MISTAKES: list[tuple[dict[str, Any], str]] = [
    ({"setup": {"2": {"mall_elements": 96}}}, "a mall could get 51 tiles, and there is room for 40"),
    ({"attraction": dict.fromkeys(("P1", "P2", "P3", "P4", "K1"), FLAT)}, "columns to the left"),
    ({"attraction": {"P1": {"shape": [[0, 0], [2, 0]], "platforms": []}}}, "do not hang together"),
    ({"attraction": {"P1": {"shape": [[1, 0]], "platforms": []}}}, "begins with its base"),
    ({"attraction": {"P1": {"platforms": [[3, 3]]}}}, "is no cell of the shape"),
    ({"attraction": {"P1": {"condition": {"kind": "cluster", "length": 3}}}}, "takes category, size"),
    ({"entrance": {"E01": {"wishes": ["arcade"]}}}, "nobody can wish for arcade, which has no copies"),
    ({"store_kind": {"gym": {"copies": 9}}}, "there are 97 mall elements; at most 96"),
    ({"setup": {"3": {"rainbow": [4, 8, 12]}}}, "the largest first"),
    ({"setup": {"4": {"pink": 5}}}, "there are only 4 of them"),
]


@pytest.mark.parametrize(("changes", "sentence"), MISTAKES, ids=[sentence for _changes, sentence in MISTAKES])
def test_mistakes_get_a_sentence(changes: dict[str, Any], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        file_with(changes)


def test_a_box_file_with_a_mistake_names_the_place(tmp_path: Any) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('extends = "published"\n[docking_bay.G1]\npoints = -1\n')
    with pytest.raises(BoxError, match=r"mine\.toml: .*docking_bay.*G1.*points"):
        load_box(GAME, file)


def test_what_is_assumed_is_marked() -> None:
    data = shipped().data
    assert all(row.assumed for row in data.attraction.values())
    assert all(row.assumed for row in data.entrance.values())
    assert not data.dispenser.assumed


def test_the_table_tells_what_is_assumed() -> None:
    match = Match.new(GAME, 2, seed="assumed")
    told = {row["key"]: row for row in GAME.view(match.hidden(0), match.box, 0)["assumed"]}
    assert told["attraction"]["n"] == told["attraction"]["all"] == len(shipped().data.attraction)
    assert "setup" in told
