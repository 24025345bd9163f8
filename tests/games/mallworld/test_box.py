"""What may stand in a box file, and what mistakes are told."""

from pathlib import Path

import pytest
from mall_made import GAME, box_with, card, shipped

from galleria.core import BoxError, Match, load_box
from galleria.games.mallworld.box import turned
from galleria.games.mallworld.state import TURNS


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('[players.3]\nblocked = ["a3", "h8"]', "h8 is no space of the board"),
        ('[players.4]\nblocked = ["a4", "b3", "a5"]', "must stay one area"),
        ("[prices]\nlobby = [1000, 2000, 4000]", "prices"),
        ("[prices]\norder_fee = 1500", "multiple of 1000"),
        ("[players.5]\nfee_chips = [6, 6, 12]", "the box holds only 10"),
        ('[approval.A01]\nlayout = [{ dr = 0, dc = 0, color = "red", role = "anchor" }]', "needs a new tile"),
        ('[order_red]\nR11 = { shops = ["red", "red"], amount = 1000 }', "R11 is not known"),
        ('[board]\nrows = ["#x"]', "each # or ."),
        ('[board]\nrows = ["####"]\n[players.3]\nblocked = []\n[players.4]\nblocked = []', "do not fit"),
    ],
)
def test_mistakes_are_told(tmp_path: Path, text: str, told: str) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(f'extends = "published"\n{text}\n', encoding="utf-8")
    with pytest.raises(BoxError, match=r"mine\.toml") as error:
        load_box(GAME, file)
    assert told in str(error.value)


def test_everything_no_source_states_is_marked() -> None:
    data = shipped().data
    rows = [*data.approval.values(), *data.order_red.values(), *data.order_green.values(), *data.order_blue.values()]
    assert all(row.assumed and row.basis for row in rows)
    assert data.board.assumed
    assert not data.prices.assumed


def test_another_mall_and_other_cards_can_be_played(tmp_path: Path) -> None:
    file = tmp_path / "wide.toml"
    file.write_text(
        'extends = "published"\n'
        '[board]\nrows = ["########", "########", "##.##.##", "########", "########"]\n'
        '[players.3]\nblocked = ["a1"]\n[players.4]\nblocked = []\n'
        "[approval.A01]\nlayout = [\n"
        '  { dr = 0, dc = 0, color = "red", role = "new" }, { dr = 1, dc = 0, color = "blue", role = "new" },\n'
        '  { dr = 1, dc = 1, color = "green", role = "new" },\n]\n',
        encoding="utf-8",
    )
    box = load_box(GAME, file)
    match = Match.new(GAME, 3, box=box, seed="wide")
    assert match.state.open_spaces == 37
    assert list(GAME.pack(box.data).pattern[card("A01")].need) == [1, 0, 1, 1]  # type: ignore[attr-defined]
    for _ in range(60):
        seat = match.to_act[0]
        match.play(seat, match.legal(seat)[-1])


def test_turns_go_clockwise_and_the_last_four_are_mirrored() -> None:
    assert [turned(0, 1, turn) for turn in range(4)] == [(0, 1), (1, 0), (0, -1), (-1, 0)]
    assert [turned(0, 1, turn) for turn in range(4, TURNS)] == [(0, -1), (-1, 0), (0, 1), (1, 0)]


@pytest.mark.parametrize(("name", "turns"), [("A01", 4), ("A17", 4), ("A29", 4), ("A33", 8)])
def test_only_turns_that_differ_are_asked_for(name: str, turns: int) -> None:
    assert box_with().pattern[card(name)].turns.bit_count() == turns
