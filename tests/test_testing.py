"""The generic suite finds what is wrong: Connect Four, broken in one place at a time, does not pass."""

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner
from connect_four import GAME, rules, view
from connect_four.state import ROWS
from hypothesis import given
from hypothesis import strategies as st

from galleria.core import EVERYONE, ActionSpace, Game, Match, emit, hide_head, interpreted, load_box, whisper
from galleria.testing import (
    check_game,
    check_playthrough,
    many,
    playthrough,
    playthrough_files,
    write_playthroughs,
)
from galleria.testing.__main__ import command
from galleria.testing.explorer import Many, Witness, _one_number, everywhere
from galleria.testing.playthroughs import NAMES
from galleria.testing.suite import _Twin


def broken(**changes: Any) -> Game:
    return replace(GAME, name="broken", **changes)


def after_play(change: Callable[..., None]) -> dict[str, Any]:
    """Play as the rules say, then do something else as well."""

    def play(s: Any, box: Any, seat: int, action: int) -> None:
        rules.play(s, box, seat, action)
        change(s, seat, action)

    return {"play": play}


def test_a_sound_game_passes() -> None:
    report = check_game(broken(), matches=3, compile=False)
    assert report.matches == 3
    assert report.decisions >= 21
    assert report.positions >= 6
    assert sum(report.ends.values()) == 3
    assert str(report).startswith("broken: 3 matches with ")


def test_stubborn_players_are_broken_off_where_they_need_not_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("galleria.testing.suite.PATIENCE", 6)
    report = check_game(broken(endless=True), matches=3, compile=False)
    assert report.matches == 3
    assert sum(report.ends.values()) == 1


def test_the_report_names_what_was_never_seen() -> None:
    assert "events never seen: drawn" in str(check_game(broken(), matches=1, compile=False))


def fewer_columns(s: Any, box: Any, seat: int, out: Any) -> int:
    return max(rules.legal(s, box, seat, out) - 1, 0)


def full_columns_too(s: Any, box: Any, seat: int, out: Any) -> int:
    if not rules.acts(s, seat):
        return 0
    out[:7] = range(7)
    return 7


def backwards(s: Any, box: Any, seat: int, out: Any) -> int:
    n = rules.legal(s, box, seat, out)
    out[:n] = out[:n][::-1].copy()
    return n


def too_many(s: Any, box: Any, seat: int, out: Any) -> int:
    n = rules.legal(s, box, seat, out)
    out[GAME.max_legal] = 0
    return n


def for_everybody(s: Any, box: Any, seat: int, out: Any) -> int:
    return rules.legal(s, box, 0 if s.to_act & 1 else 1, out)


def test_legal_that_misses_an_action() -> None:
    refused(r"why_not\(\) says 0 to 6 .*, legal\(\) disagrees", legal=fewer_columns)


def test_legal_that_lists_an_illegal_action() -> None:
    game = broken(legal=full_columns_too)
    with pytest.raises(AssertionError, match=r"legal\(\) lists \d .* for seat \d, why_not\(\) says 3"):
        check_game(game, matches=30, compile=False)


def refused(match: str, matches: int = 1, **changes: Any) -> None:
    with pytest.raises(AssertionError, match=match):
        check_game(broken(**changes), matches=matches, compile=False)


def changing(name: str) -> Callable[..., Any]:
    def entry(s: Any, *rest: Any) -> Any:
        answer = getattr(rules, name)(s, *rest)
        s.moves += 1
        return answer

    return entry


def raising(s: Any, box: Any, seat: int, action: int) -> None:
    s.height[action] = 1000


def leaking_generator(s: Any, box: Any, seat: int) -> None:
    """Hides nothing at all."""


def hiding_more_each_time(s: Any, box: Any, seat: int) -> None:
    hide_head(s, seat)
    s.round += 1


def dealing_something_else(s: Any, box: Any, seat: int) -> None:
    s.stage += 1


def hiding_the_board(s: Any, box: Any, seat: int) -> None:
    hide_head(s, seat)
    for i in range(len(s.height)):
        s.height[i] = ROWS


def no_reason(code: int, s: Any, box: Any, seat: int, action: int) -> str:
    return "" if code == rules.NO_ACTION else view.REASONS[code]


def endless(s: Any, seat: int, action: int) -> None:
    s.over = 0
    s.to_act = 2 - seat


def two_winners(s: Any, seat: int, action: int) -> None:
    if s.over:
        emit(s, rules.WON, 1 - seat, 0, 0, 0, 0)


ambiguous = ActionSpace()
ambiguous.verb("drop {where}", where=["in column 1", *(f"in {n}" for n in range(2, 7)), "in column 1"])


@pytest.mark.parametrize(
    ("match", "changes"),
    [
        (r"legal\(\) is not in ascending order", {"legal": backwards}),
        (r"legal\(\) finds \d+ actions, more than max_legal", {"legal": too_many}),
        (r"seat \d waits, its actions: \[0", {"legal": for_everybody}),
        *((rf"{n}\(\) changed the state", {n: changing(n)}) for n in ("why_not", "legal", "score", "check", "value")),
        (r"play\(0?.*\) raised ValueError", {"play": raising}),
        ("are for other events|is not hide|sees the generator", {"hide": leaking_generator}),
        ("twice is not the same as hiding once: round", {"hide": hiding_more_each_time}),
        (r"hide\(redeal\(hide\(s\)\)\) is not hide\(s\) for a spectator: stage", {"redeal": dealing_something_else}),
        ("discs lie on each other without gaps|in the hidden state", {"hide": hiding_the_board}),
        ("the sentence for reason 1 .* is not a sentence: ''", {"reason": no_reason}),
        ("longer than the 3 decisions stated", {"longest": 3}),
        (
            "over is 1 while to_act is|over is 2 while|breaks what always holds",
            after_play(lambda s, seat, _: setattr(s, "to_act", 2 - seat)),
        ),
        (
            "breaks what always holds: as many discs as moves",
            after_play(lambda s, *_: setattr(s, "moves", s.moves - 1)),
        ),
        ("its events add up to 1", after_play(two_winners)),
        ("stage and round never go back", after_play(lambda s, *_: setattr(s, "stage", -s.stage))),
        ("an event of kind 9, which has no name", after_play(lambda s, *_: emit(s, 9, 0, 0, 0, 0, 0))),
        ('"dropped" is about side 2', after_play(lambda s, *_: emit(s, 0, 2, 0, 0, 0, 0))),
        ("for sides that do not exist: 100", after_play(lambda s, *_: whisper(s, 4, 0, 0, 0, 0, 0, 0))),
        ("more than the 192 events", after_play(lambda s, *_: [emit(s, 0, 0, 0, 0, 0, 0) for _ in range(192)])),
        ("have the same steps", {"steps": lambda _: ("column",)}),
        (r"the steps of \d .* are among those of", {"steps": lambda a: tuple(f"column-{i}" for i in range(a + 1))}),
        ("have the same label 'Drop'", {"label": lambda *_: "Drop"}),
        ("the label of 0 .* is ' Drop'", {"label": lambda *_: " Drop"}),
        ("for event dropped is not a sentence: 'drops'", {"sentence": lambda *_: "drops"}),
        (r"view\(\) is not plain data", {"view": lambda s, *_: {"cells": {s.moves}}}),
        (r"board_text\(\) is empty", {"board_text": lambda _: " "}),
        ("a step is letters, digits", {"steps": lambda a: (f"column {a}",)}),
        ("empty or repeated", {"steps": lambda _: ()}),
        ("reads 'drop in column 1', but that is parsed as 0", {"actions": ambiguous}),
        ("ends has empty or equal names", {"ends": ("four", "four")}),
        ("its default box is missing", {"boxes": {}}),
        ("does not load: .*cannot be read", {"boxes": {"published": Path("nowhere.toml")}}),
        ("players should be 1 to 8", {"players": range(2, 20)}),
        (r"option_words\('box=published'\) has no title", {"option_words": lambda _: ("", "help")}),
        ("weights below 1", {"weigh": lambda _s, _b, _seat, _a, n, out: out.__setitem__(slice(n), 0)}),
        ("leaves places of out unfilled", {"score": lambda *_: 0}),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_broken_game_is_named(match: str, changes: dict[str, Any]) -> None:
    refused(match, matches=3, **changes)


def test_a_failure_tells_the_match_that_leads_there() -> None:
    with pytest.raises(AssertionError) as failure:
        check_game(broken(longest=3), matches=1, compile=False)
    _, where, *played = str(failure.value).split("\n")
    assert where == "Box published, 2 players, seed galleria-0, after 3 actions:"
    assert [line.split(" drop")[0] for line in played] == ["1. Ada:", "2. Ben:", "3. Ada:"]


def secret(s: Any, box: Any, players: int) -> None:
    rules.setup(s, box, players)
    s.to_act = 3


def put_down(s: Any, box: Any, seat: int, action: int) -> None:
    """Both put down a column at once; the answers stay secret until both are there."""
    s.height[seat] = action + 1
    s.to_act &= ~(1 << seat)
    if not s.to_act:
        s.stage += 1
        s.over = 1
        emit(s, rules.DROPPED, 0, s.height[0], s.height[1], 0, 0)


def hide_what_was_put_down(s: Any, box: Any, seat: int) -> None:
    hide_head(s, seat)
    for other in range(2):
        if s.to_act and other != seat and s.height[other]:
            s.height[other] = -1


def put_something_down(s: Any, box: Any, seat: int) -> None:
    for other in range(2):
        if s.height[other] == -1:
            s.height[other] = 1 + rules.DROP + int(s.rng.a % 7)


SECRET: dict[str, Any] = {
    "setup": secret,
    "play": put_down,
    "redeal": put_something_down,
    "check": lambda *_: 0,
    "legal": lambda s, _b, seat, out: out.__setitem__(slice(7), range(7)) or 7 if s.to_act >> seat & 1 else 0,
    "why_not": lambda s, _b, seat, action: 1 if not 0 <= action < 7 else 0 if s.to_act >> seat & 1 else 2,
    "points": None,
}


def test_secret_answers_stay_secret() -> None:
    check_game(broken(**SECRET, hide=hide_what_was_put_down), matches=1, compile=False)


def test_secret_answers_that_show_are_found() -> None:
    refused(
        r"viewer -1 can tell apart seat 0's secret answers 0 .* and 1 .*: height", matches=6, **SECRET, hide=rules.hide
    )


def test_modes_that_differ_are_found() -> None:
    twin = _Twin(broken())
    twin.kernels = (interpreted(broken()), interpreted(broken(value=lambda *_: 1, setup=secret)))
    buf, box, out = GAME.state.new().buffer(), GAME.box.new().buffer(), np.zeros(9, np.int32)
    assert twin.legal(buf, box, 0, out) == 0
    with pytest.raises(AssertionError, match=r"value\(\) returns 500 interpreted and 1 compiled"):
        twin.value(buf, box, 0)
    with pytest.raises(
        AssertionError, match=r"after setup\(\) the modes differ: interpreted and compiled, to_act: 1 and 3"
    ):
        twin.setup(buf, box, 2)


def forgetful_events(s: Any, seat: int, action: int) -> None:
    if s.over == 1:
        s.log.n -= 1


class TestManyGames:
    def play(self, games: int = 12, witness: Witness | None = None, **changes: Any) -> Many:
        game = broken(**changes)
        return many(game, load_box(game), 2, games, witness=witness, often=1, seldom=1, slowly=True)

    def test_a_sound_game_passes(self) -> None:
        found = self.play()
        assert found.failure == found.record == ""
        assert found.games == found.summed == 12
        assert sum(found.ends.values()) == 12
        assert found.longest <= 42 < found.decisions < found.worlds

    @pytest.mark.parametrize(
        ("match", "changes"),
        [
            (r"^why_not\(\) and legal\(\) disagree: 6, in game 0 after 0 decisions$", {"legal": fewer_columns}),
            ("^check.* finds something broken: as many", after_play(lambda s, *_: setattr(s, "moves", s.moves - 1))),
            ("^check.* in a redealt world: as many", {"redeal": lambda s, *_: setattr(s, "moves", s.moves + 1)}),
            ("^hiding a redealt world gives something else", {"redeal": dealing_something_else}),
            ("^hiding twice hides more", {"hide": hiding_more_each_time}),
            ("^a hidden state allows other actions", {"hide": hiding_the_board, "check": lambda *_: 0}),
            ("^a seat that acts has no action", {"legal": lambda *_: 0, "why_not": lambda *_: 1}),
            ("^an action caused more events", after_play(lambda s, *_: setattr(s.log, "lost", 1))),
            ("^a game has more decisions than the game states: 6, in game 0 after 6", {"longest": 6}),
            ("^side . has 1 points for win, its events add up to 0, in game", after_play(forgetful_events)),
        ],
        ids=lambda value: value if isinstance(value, str) else "",
    )
    def test_what_is_wrong_is_named(self, match: str, changes: dict[str, Any]) -> None:
        assert re.search(match, self.play(**changes).failure)

    def test_a_failure_comes_with_the_game_that_leads_there(self) -> None:
        found = self.play(longest=6)
        match = Match.parse(found.record, game=broken())
        assert len(match.actions) == 6
        assert match.record() == found.record

    def test_a_game_is_the_same_whatever_is_played_beside_it(self) -> None:
        box = load_box(GAME)
        alone = [many(GAME, box, 2, 1, first=i, slowly=True) for i in range(4)]
        assert many(GAME, box, 2, 4, slowly=True) == alone[0] + alone[1] + alone[2] + alone[3]

    def test_a_witness_counts(self) -> None:
        def see(s: Any, box: Any, own: Any, seen: Any) -> int:
            own[0] += 1
            seen[0] += 1
            seen[1] = max(seen[1], own[0])
            return 0

        found = self.play(3, Witness(see, ("positions", "most")))
        assert found.seen == {"positions": found.decisions + 3, "most": found.longest + 1}

    def test_a_witness_chooses_and_objects(self) -> None:
        def see(s: Any, box: Any, own: Any, seen: Any) -> int:
            return int(s.height[6] == ROWS)

        def choose(s: Any, box: Any, actions: Any, n: int, game: int, dice: Any) -> int:
            return n - 1

        found = self.play(3, Witness(see, objections=("the last column is full",), choose=choose))
        assert found.failure == "the last column is full, in game 0 after 6 decisions"

    def test_ends_are_looked_at_however_seldom_one_looks(self) -> None:
        looked: list[int] = []

        def check(s: Any, box: Any) -> int:
            looked.append(int(s.moves))
            return 0

        for game in range(7):
            looked.clear()
            found = many(broken(check=check), load_box(GAME), 2, 1, first=game, every=5, often=1000, slowly=True)
            *before, end = looked
            assert end == found.decisions
            assert list(dict.fromkeys(before)) == list(range(-game % 5, end, 5))
        wrong = broken(check=lambda s, _box: 2 if s.over else 0)
        assert "in game 0 after" in many(wrong, load_box(GAME), 2, 1, every=1000, slowly=True).failure

    def test_pieces_follow_each_other_whoever_plays_them(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("galleria.testing.explorer.PIECE", 2)
        pieces = list(everywhere(GAME, 5, slowly=True))
        assert [piece.games for piece in pieces] == [2, 2, 1]
        assert list(everywhere(GAME, 5, jobs=3, slowly=True)) == pieces
        assert list(everywhere(GAME, 5, start=2, slowly=True)) == pieces[1:]

    def test_the_command_tells_how_many_held(self) -> None:
        said = CliRunner().invoke(command, ["connect_four", "--many", "3", "--interpreted"])
        assert said.exit_code == 0
        assert said.stdout.startswith("connect_four: 3 games with ")

    def test_the_command_keeps_the_game_that_failed(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.chdir(tmp_path)
        monkeypatch.setattr("galleria.testing.__main__.find_game", lambda _: broken(longest=6))
        said = CliRunner().invoke(command, ["broken", "--many", "3", "--interpreted"])
        assert said.exit_code == 1
        assert (
            "(box published, 2 players, seed galleria).\nThe game up to there is in broken-failure.txt." in said.stderr
        )
        assert len(Match.parse((tmp_path / "broken-failure.txt").read_text(), game=broken()).actions) == 6


class TestPlaythroughs:
    def test_one_file_for_each_number_of_players(self, tmp_path: Path) -> None:
        written = write_playthroughs(GAME, tmp_path)
        assert written == list(playthrough_files(GAME, tmp_path).values()) == [tmp_path / "connect_four-2.txt"]
        check_playthrough(GAME, written[0])

    def test_it_tells_states_views_events_and_legal_actions(self) -> None:
        text = playthrough(GAME, 2, seed="7")
        assert text == playthrough(GAME, 2, seed="7") != playthrough(GAME, 2, seed="8")
        assert re.search(
            r"^## 1. Ada: drop in column \d\nstate [0-9a-f]{16}\n- dropped 0: \d 0 0 0  Ada drops .*\n",
            text,
            re.MULTILINE,
        )
        assert "\n    height: 0 0 0 0 0 0 0\n" in text
        assert "\na spectator sees\n    . . . . . . .\n" in text
        assert "\nAda may\n    drop in column {1, 2, 3, 4, 5, 6, 7}\n" in text
        assert re.search(
            r"^## end: (four in a row|board full)\n1\. \w+: \d \(win \d; standing \d\)\n", text, re.MULTILINE
        )

    def test_a_missing_file_is_named(self, tmp_path: Path) -> None:
        with pytest.raises(AssertionError, match=r"connect_four has no playthrough connect_four-2.txt; write it with"):
            check_playthrough(GAME, tmp_path / "connect_four-2.txt")

    def test_another_file_is_named(self, tmp_path: Path) -> None:
        (tmp_path / "x.txt").write_text("hello")
        with pytest.raises(AssertionError, match=r"x.txt is no playthrough of connect_four"):
            check_playthrough(GAME, tmp_path / "x.txt")

    def test_a_changed_game_is_shown_as_a_difference(self, tmp_path: Path) -> None:
        [path] = write_playthroughs(GAME, tmp_path)
        changed = replace(GAME, sentence=lambda event, _: f"{NAMES[event.who]} drops.")
        with pytest.raises(
            AssertionError, match=r"(?s)something else.*\n-- dropped .* drops a disc .*\n\+- dropped .*drops\.\n"
        ):
            check_playthrough(changed, path)

    def test_an_action_that_became_illegal_is_named(self, tmp_path: Path) -> None:
        [path] = write_playthroughs(GAME, tmp_path)
        changed = replace(GAME, why_not=lambda *_: rules.COLUMN_FULL)
        with pytest.raises(
            AssertionError, match=r"action 1 of the playthrough, 'drop in column \d' by Ada, is not legal"
        ):
            check_playthrough(changed, path)


def test_every_event_has_an_audience() -> None:
    assert 1 << len(NAMES) < EVERYONE


@given(st.lists(st.tuples(*[st.integers(-2, 2)] * 3), min_size=1))
def test_equal_rows_and_only_they_get_equal_numbers(rows: list[tuple[int, ...]]) -> None:
    numbers = _one_number(np.array(rows, np.int32)).tolist()
    assert len(set(rows)) == len(set(numbers)) == len(set(zip(rows, numbers, strict=True)))


def test_so_many_different_rows_get_different_numbers_that_no_number_holds_them_all() -> None:
    columns = [np.random.default_rng(i).permutation(8_000) for i in range(6)]  # 8,000 ** 6 is more than 2 ** 63
    rows = np.stack(columns, axis=1).astype(np.int32)
    rows[0], rows[2, :5] = rows[1], rows[3, :5]
    numbers = _one_number(rows)
    assert numbers[0] == numbers[1]
    assert numbers[2] != numbers[3]
    assert len(np.unique(numbers)) == len(np.unique(rows, axis=0)) == 7_999
