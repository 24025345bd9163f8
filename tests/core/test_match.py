"""Matches: played, taken back, written down and read again; records that are damaged."""

import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from connect_four import GAME
from hypothesis import given
from hypothesis import strategies as st

from galleria.core import (
    BoxError,
    Event,
    GalleriaError,
    IllegalAction,
    Match,
    RecordError,
    find_game,
    fresh_seed,
    interpreted,
    kernel,
    load_box,
)
from galleria.core.match import _packed, _unpacked

FOUR = [(0, 0), (1, 1), (0, 0), (1, 1), (0, 0), (1, 1), (0, 0)]  # seat 0 piles four discs on column 1


def won() -> Match:
    match = Match.new(GAME, 2, seed="seed", names=("Ada", "Ben"))
    for seat, action in FOUR:
        match.play(seat, action)
    return match


RECORD = won().record()


def test_a_record() -> None:
    box = load_box(GAME)
    assert (
        "galleria match 1\n"
        "game: connect_four\n"
        "rules: 1\n"
        f"box: published {box.hash}\n"
        "options:\n"
        "seats: Ada | Ben\n"
        "seed: seed\n"
        "\n"
        "1. Ada: drop in column 1\n"
        "2. Ben: drop in column 2\n"
        "3. Ada: drop in column 1\n"
        "4. Ben: drop in column 2\n"
        "5. Ada: drop in column 1\n"
        "6. Ben: drop in column 2\n"
        "7. Ada: drop in column 1\n"
        "\n"
        "end: four in a row\n"
        "result: Ada 1 | Ben 0\n"
    ) == RECORD


def test_the_course_of_a_match() -> None:
    match = Match.new(GAME, 2, seed="seed", names=("Ada", "Ben"))
    assert (match.to_act, match.over, match.winners) == ((0,), None, ())
    assert match.legal(0) == list(range(7))
    assert match.legal(1) == []
    assert match.play(0, "drop in column 4") == [Event(1, 0, 32767, 0, 3, 0, 0, 0)]
    assert match.why_not(0, 3) == "It is not your turn."
    assert match.why_not(1, 3) is None
    assert match.view()["rows"][-1] == [0, 0, 0, 1, 0, 0, 0]
    match = won()
    assert (match.to_act, match.over, match.winners) == ((), "four in a row", (0,))
    assert [(s.name, s.rank, s.total, s.standing, s.parts) for s in match.scores()] == [
        ("Ada", 1, 1, 1, {"win": 1}),
        ("Ben", 2, 0, 0, {"win": 0}),
    ]
    assert [e.number for e in match.events] == [1, 2, 3, 4, 5, 6, 7, 7]
    assert match.events_for(1) == match.events


def test_equal_standings_share_a_rank() -> None:
    assert [s.rank for s in Match.new(GAME, 2).scores()] == [1, 1]


@pytest.mark.parametrize(
    ("seat", "action", "sentence"),
    [
        (1, 0, "It is not your turn."),
        (0, 7, "There is no such column."),
        (0, -1, "There is no such column."),
        (0, "drop in column 8", "'drop in column 8' is not an action of this game."),
    ],
)
def test_an_illegal_answer_changes_nothing(seat: int, action: int | str, sentence: str) -> None:
    match = Match.new(GAME, 2, seed="seed")
    before = match.record(), match.state.tobytes()
    with pytest.raises(IllegalAction) as refusal:
        match.play(seat, action)
    assert str(refusal.value) == sentence
    assert (match.record(), match.state.tobytes()) == before


@given(st.integers(0, 41), st.integers(0, 41), st.data())
def test_undo_is_a_replay(played: int, kept: int, data: st.DataObject) -> None:
    match, states = Match.new(GAME, 2, seed="seed"), []
    while not match.over and len(match.actions) < played:
        states.append((match.state.tobytes(), list(match.events)))
        seat = match.to_act[0]
        match.play(seat, data.draw(st.sampled_from(match.legal(seat))))
    actions = list(match.actions)
    kept = min(kept, len(actions))
    end = match.state.tobytes()
    match.undo(len(actions) - kept)
    assert match.actions == actions[:kept]
    if kept < len(states):
        assert (match.state.tobytes(), match.events) == states[kept]
    for seat, action in actions[kept:]:
        match.play(seat, action)
    assert match.state.tobytes() == end


@pytest.mark.parametrize("n", [-1, 8])
def test_undo_of_more_than_there_is(n: int) -> None:
    with pytest.raises(GalleriaError, match=f"There are 7 answers to take back, not {n}"):
        won().undo(n)


def test_undo_of_nothing() -> None:
    match = won()
    match.undo(0)
    assert match.record() == RECORD


@given(st.data())
def test_what_is_taken_back_is_as_if_it_had_not_been_but_the_record_tells_it(data: st.DataObject) -> None:
    match, plain = Match.new(GAME, 2, seed="seed"), Match.new(GAME, 2, seed="seed")
    for _ in range(data.draw(st.integers(0, 24))):
        if match.actions and data.draw(st.booleans()):
            number = data.draw(st.integers(1, len(match.actions)))
            note = match.actions[number - 1 :], [event for event in match.events if event.number >= number]
            match.take_back(number)
            plain.rewind(number - 1)
            last = match.taken_back[-1]
            assert (last.standing, last.first) == (number - 1, number)
            assert (list(last.answers), list(last.events)) == note
        elif not match.over:
            seat = match.to_act[0]
            action = data.draw(st.sampled_from(match.legal(seat)))
            match.play(seat, action)
            plain.play(seat, action)
        assert (match.state, match.events, match.actions) == (plain.state, plain.events, plain.actions)
        for number in range(1, len(match.actions) + 1):
            plain.rewind(number - 1)
            assert match.before(number) == plain.state
            for seat, action in match.actions[number - 1 :]:
                plain.play(seat, action)
    text = match.record()
    back = Match.parse(text)
    assert back.record() == text
    assert [(n.standing, n.first, n.answers) for n in back.taken_back] == [
        (n.standing, n.first, n.answers) for n in match.taken_back
    ]
    kept = [line for line in text.split("\n") if not line.startswith(("undo ", "with "))]
    assert "\n".join(kept) == plain.record()


def test_a_record_names_what_was_taken_back() -> None:
    match = won()
    match.take_back(6)
    match.play(1, "drop in column 7")
    match.take_back(1)
    assert match.record().split("\n\n")[1].split("\n") == [
        "undo 6. Ben: drop in column 2",
        "with 7. Ada: drop in column 1",
        "undo 1. Ada: drop in column 1",
        "with 2. Ben: drop in column 2",
        "with 3. Ada: drop in column 1",
        "with 4. Ben: drop in column 2",
        "with 5. Ada: drop in column 1",
        "with 6. Ben: drop in column 7",
    ]


def test_one_answer_can_be_taken_back_alone_where_the_others_stay_legal() -> None:
    match = won()
    before = match.record(), match.state.tobytes()
    with pytest.raises(IllegalAction, match="It is not your turn"):
        match.take_back(3, alone=True)
    assert (match.record(), match.state.tobytes(), match.taken_back) == (*before, [])
    match.take_back(7, alone=True)
    assert len(match.actions) == 6
    for number in (0, 7):
        with pytest.raises(GalleriaError, match=f"There is no answer {number} to take back"):
            match.take_back(number)


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("with 8. Ada: drop in column 1", 'line 16: a line "with ..." goes on with the number of the line "undo ..."'),
        ("undo 7. Ada: jump", "line 16: 'jump' is not an action of this game."),
        ("undo 7. Eve: drop in column 1", 'line 16: there is no seat "Eve"'),
        ("undo 07. Ada: drop in column 1", "line 16: is not written as a record writes it"),
        ("undo: Ada", 'line 16: expected "8. name: action"'),
    ],
)
def test_a_damaged_note_of_something_taken_back(line: str, complaint: str) -> None:
    with pytest.raises(RecordError, match=re.escape(complaint)):
        Match.parse(RECORD.replace("\n\nend:", f"\n{line}\n\nend:"))


def test_the_seed_decides_the_start() -> None:
    one, same, other = (Match.new(GAME, 2, seed=seed) for seed in ("a", "a", "b"))
    assert one.state == same.state != other.state
    assert len({fresh_seed() for _ in range(100)}) == 100
    assert Match.new(GAME, 2).seed != Match.new(GAME, 2).seed


@pytest.mark.parametrize("players", [0, 1, 3])
def test_wrong_numbers_of_players(players: int) -> None:
    with pytest.raises(GalleriaError, match=f"^Connect Four is for 2 players, not {players}.$"):
        Match.new(GAME, players)


@pytest.mark.parametrize("seed", ["", "two words", "ä", "x" * 129, "line\n"])
def test_unusable_seeds(seed: str) -> None:
    with pytest.raises(GalleriaError, match="A seed has 1 to 128 characters"):
        Match.new(GAME, 2, seed=seed)


@pytest.mark.parametrize(
    "name", ["", " Ada", "Ada ", "a|b", "a:b", "a\nb", "a\tb", "x" * 41, "a\x7fb", "a\u2028b", "a\x85b"]
)
def test_unusable_names(name: str) -> None:
    with pytest.raises(GalleriaError, match="cannot be used"):
        Match.new(GAME, 2, names=(name, "Ben"))


@pytest.mark.parametrize("name", ["A", "x" * 40, "Żółć Łąka", "Ada 2.", "李", "O'Neill (2)", "end", "1. Ada"])
def test_usable_names(name: str) -> None:
    match = Match.new(GAME, 2, names=(name, "Ben"))
    match.play(0, 1)
    assert Match.parse(match.record()).names == (name, "Ben")


def test_names_have_to_fit_the_seats() -> None:
    with pytest.raises(GalleriaError, match="Number of seats: 2, number of names: 1"):
        Match.new(GAME, 2, names=("Ada",))
    with pytest.raises(GalleriaError, match="Two seats have the same name"):
        Match.new(GAME, 2, names=("Ada", "Ada"))


def test_the_kernel_is_the_plain_one_until_another_is_loaded() -> None:
    game = replace(GAME, name="never_compiled")
    assert kernel(game) == interpreted(game)


def test_no_game_of_that_name() -> None:
    with pytest.raises(GalleriaError, match=r'^There is no game "chess"; installed are .*connect_four'):
        find_game("chess")


class TestFromState:
    def start(self) -> Any:
        """Seat 0 has three in column 1 and is to move."""
        match = won()
        match.undo()
        return match.state.copy()

    def test_it_plays_on_and_is_written_with_its_state(self) -> None:
        match = Match.from_state(GAME, self.start(), load_box(GAME), ("Ada", "Ben"))
        match.play(0, 0)
        assert match.winners == (0,)
        text = match.record()
        assert "\nstate: " in text
        assert "\n1. Ada: drop in column 1\n\nend: four in a row\n" in text
        back = Match.parse(text)
        assert back.record() == text
        assert back.state == match.state

    def test_the_given_state_stays_as_it_is(self) -> None:
        state = self.start()
        before = state.tobytes()
        Match.from_state(GAME, state, load_box(GAME)).play(0, 0)
        assert state.tobytes() == before

    def test_what_never_holds_is_named(self) -> None:
        state = self.start()
        state.height[3] = 2
        with pytest.raises(GalleriaError, match="always holds: discs lie on each other without gaps, as many discs as"):
            Match.from_state(GAME, state, load_box(GAME))

    @pytest.mark.parametrize("change", [("players", 3), ("players", -1), ("sides", 7), ("over", 3), ("over", -1)])
    def test_what_is_no_state_at_all(self, change: tuple[str, int]) -> None:
        state = self.start()
        setattr(state, *change)
        with pytest.raises(GalleriaError, match=r"^This is not a state of Connect Four\.$"):
            Match.from_state(GAME, state, load_box(GAME))

    def test_bytes_that_make_the_check_itself_fail(self) -> None:
        game = replace(GAME, check=lambda s, _: s.height[99])
        with pytest.raises(GalleriaError, match=r"^This is not a state of Connect Four\.$"):
            Match.from_state(game, self.start(), load_box(GAME))

    @given(st.binary(max_size=300))
    def test_packing(self, raw: bytes) -> None:
        text = _packed(memoryview(raw))  # type: ignore[arg-type] - all it asks for is tobytes
        assert _unpacked(text, len(raw)) == raw
        with pytest.raises(ValueError, match="expected"):
            _unpacked(text, len(raw) + 1)

    def test_a_state_that_would_fill_the_memory_is_cut_short(self) -> None:
        bomb = _packed(memoryview(bytes(10_000_000)))  # type: ignore[arg-type]
        with pytest.raises(RecordError, match=r"^line 7: the starting state is damaged\.$"):
            Match.parse(RECORD.replace("seed: seed", f"state: {bomb}"))


class TestRecords:
    def test_reading_gives_the_same_match(self) -> None:
        back = Match.parse(RECORD)
        assert back.record() == RECORD
        assert back.state == won().state
        assert back.events == won().events

    @given(st.data())
    def test_every_match_reads_back(self, data: st.DataObject) -> None:
        match = Match.new(GAME, 2, seed=data.draw(st.from_regex(r"[!-~]{1,128}", fullmatch=True)))
        for _ in range(data.draw(st.integers(0, 42))):
            if match.over:
                break
            match.play(match.to_act[0], data.draw(st.sampled_from(match.legal(match.to_act[0]))))
        back = Match.parse(match.record())
        assert back.record() == match.record()
        assert back.state == match.state

    def test_a_box_of_ones_own(self, tmp_path: Path) -> None:
        mine = tmp_path / "three.toml"
        mine.write_text("goal = 3")
        match = Match.new(GAME, 2, box=mine)
        for seat, action in FOUR[:5]:
            match.play(seat, action)
        assert match.over == "four in a row"
        text = match.record()
        assert Match.parse(text, box=mine).record() == text
        assert Match.parse(text, box=load_box(GAME, mine)).record() == text
        for name in ("three", str(mine), "/dev/zero", "x" * 9999):  # a record does not choose which files are read
            with pytest.raises(RecordError, match=r'^line 4: There is no box ".{5,40}" .* Give the box file it was p'):
                Match.parse(text.replace("three", name))
        mine.write_text("goal = 5")
        with pytest.raises(RecordError, match=r'^line 4: it was played with another content of the box "three"'):
            Match.parse(text, box=mine)
        mine.write_text("goal = 50")
        with pytest.raises(BoxError, match=r"^three.toml: key goal: "):
            Match.parse(text, box=mine)

    def test_a_game_that_is_not_installed_may_be_given(self) -> None:
        game = replace(GAME, name="connect_more")
        text = Match.new(game, 2).record()
        with pytest.raises(RecordError, match=r'^line 2: the game "connect_more" is not installed here; known: '):
            Match.parse(text)
        assert Match.parse(text, game=game).record() == text

    @pytest.mark.parametrize(
        ("old", "new", "sentence"),
        [
            ("galleria match 1", "galleria match 2", "line 1: this is not a record of a match; it should begin with"),
            ("game: connect_four", "game: go", 'line 2: the game "go" is not installed here; known: '),
            ("game: connect_four", "Game: go", 'line 2: expected "game: ...".'),
            ("rules: 1", "rules: 2", "line 3: it was played by version 2 of the rules, this is version 1."),
            ("published ", "published 0", 'line 4: it was played with another content of the box "published"'),
            ("box: published ", "box: ", "line 4: expected the name of the box and its hash."),
            ("options:", "options: speed", 'line 5: "speed" is not an option written as name=value.'),
            ("options:", "options: speed=1", 'line 4: Option "speed": connect_four does not offer it'),
            ("Ada | Ben", "Ada", "line 6: Connect Four is for 2 players, not 1."),
            ("Ada | Ben", "Ada|Ben", "line 6: Connect Four is for 2 players, not 1."),
            ("Ada | Ben", "Ada | Ada", "line 7: Two seats have the same name"),
            ("seed: seed", "seed: ", "line 7: A seed has 1 to 128 characters"),
            ("seed: seed", "sead: seed", 'line 7: expected "seed: ... / state: ...".'),
            ("seed: seed", "state: AAAA", "line 7: the starting state is damaged."),
            ("seed: seed", "state: Ä", "line 7: the starting state is damaged."),
            ("seed: seed\n\n", "seed: seed\n", "line 8: expected an empty line between the head and the actions."),
            ("1. Ada", "2. Ada", 'line 9: expected "1. name: action".'),
            ("1. Ada", "1. Eve", 'line 9: there is no seat "Eve".'),
            ("1. Ada: ", "1. Ada ", 'line 9: expected "1. name: action".'),
            ("1. Ada", "1. Ben", "line 9: It is not your turn."),
            ("2. Ben: drop in column 2", "2. Ben: drop in column 9", "line 10: 'drop in column 9' is not an action"),
            ("7. Ada: drop in column 1", "7. Ada: drop in column 3", "line 17: the match ended otherwise: unfinished."),
            ("\n\nend", "\n8. Ben: drop in column 2\n\nend", "line 16: It is not your turn."),
            ("end: four in a row", "end: board full", "line 17: the match ended otherwise: four in a row."),
            ("Ada 1 | Ben 0", "Ada 0 | Ben 1", "line 18: the result is not what these actions lead to."),
            ("Ben 0\n", "Ben 0", "line 19: expected the end of the text after the result, and one line break."),
            ("Ben 0\n", "Ben 0\n\n", "line 19: expected the end of the text after the result, and one line break."),
            ("\n", "\r\n", "line 1: "),
        ],
    )
    def test_what_is_wrong_is_named_with_its_line(self, old: str, new: str, sentence: str) -> None:
        damaged = RECORD.replace(old, new) if old == "\n" else RECORD.replace(old, new, 1)
        assert damaged != RECORD
        with pytest.raises(RecordError) as failure:
            Match.parse(damaged)
        assert str(failure.value).startswith(sentence)

    @pytest.mark.parametrize("end", range(len(RECORD.split("\n")) - 1))
    def test_a_record_that_breaks_off(self, end: int) -> None:
        with pytest.raises(RecordError, match=r"^line \d+: "):
            Match.parse("\n".join(RECORD.split("\n")[:end]))


LINES = RECORD.split("\n")
HAND_MADE = Match.from_state(GAME, TestFromState().start(), load_box(GAME), ("Ada", "Ben"))
MANGLES: dict[str, Callable[[str, int, str], str]] = {
    "cut": lambda line, at, _: line[:at],
    "drop": lambda line, at, _: line[:at] + line[at + 1 :],
    "insert": lambda line, at, text: line[:at] + text + line[at:],
    "replace": lambda line, at, text: line[:at] + text + line[at + len(text) :],
    "double": lambda line, at, _: line + line[at:],
    "swap": lambda line, at, _: line[at:] + line[:at],
    "other": lambda _line, at, _text: LINES[at % len(LINES)],
}


@pytest.mark.parametrize("record", [RECORD, HAND_MADE.record()], ids=["seed", "state"])
@given(data=st.data())
def test_a_mangled_line_gives_a_sentence_or_the_same_match(record: str, data: st.DataObject) -> None:
    lines = record.split("\n")
    number = data.draw(st.integers(0, len(lines) - 1))
    mangle = MANGLES[data.draw(st.sampled_from(sorted(MANGLES)))]
    at = data.draw(st.integers(0, len(lines[number])))
    lines[number] = mangle(lines[number], at, data.draw(st.text(min_size=1, max_size=5)))
    damaged = "\n".join(lines)
    try:
        text = Match.parse(damaged).record()
    except RecordError as error:
        text = str(error)
    assert text == damaged or re.fullmatch(r"line \d+: .*\.", text)


@given(st.text())
def test_any_other_text_is_refused_in_its_first_line(text: str) -> None:
    with pytest.raises(RecordError, match=r"^line 1: this is not a record of a match"):
        Match.parse(text)


def test_a_forged_state_is_refused() -> None:
    state = GAME.state.new()
    state.players, state.sides, state.moves = 2, 2, 3
    with pytest.raises(RecordError, match=r"^line 7: This state breaks what always holds: as many discs as moves\.$"):
        Match.parse(RECORD.replace("seed: seed", f"state: {_packed(state.buffer())}"))
