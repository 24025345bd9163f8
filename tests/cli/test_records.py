"""`galleria replay` and `galleria verify`: what they show, and the sentence for everything that is wrong."""

import json
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from click.testing import CliRunner, Result
from connect_four import GAME
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from galleria.cli import main
from galleria.cli.replay import LARGEST
from galleria.core import Match, find_game, games

COLUMNS = (1, 2, 1, 2, 1, 2, 1)


def run(*arguments: object) -> Result:
    return CliRunner().invoke(main, [str(a) for a in arguments], catch_exceptions=False)


def show(*arguments: object) -> str:
    result = run(*arguments)
    assert result.exit_code == 0, result.stderr
    assert result.stderr == ""
    return result.stdout


def refuse(*arguments: object, code: int = 2) -> str:
    """What stands on standard error: one line."""
    result = run(*arguments)
    assert result.exit_code == code, result.output
    assert result.stdout == ""
    assert result.stderr.count("\n") == 1
    return result.stderr.strip().removeprefix("Error: ")


def played(columns: tuple[int, ...] = COLUMNS, box: str | None = None) -> Match:
    match = Match.new(GAME, 2, seed="seed", names=("Ada", "Ben"), box=box)
    for number, column in enumerate(columns):
        match.play(number % 2, column - 1)
    return match


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "match.txt"
    path.write_text(played().record())
    return path


class TestReplay:
    def test_the_whole_match_as_text(self, file: Path) -> None:
        text = show("replay", file)
        assert text.startswith("Connect Four, box published: Ada | Ben\n1.\n   Ada drops a disc into column 1.\n2.\n")
        assert "\nX . . . . . .\nX O . . . . .\nX O . . . . .\nX O . . . . .\n1 2 3 4 5 6 7\n" in text
        assert text.endswith("The match is over: four in a row.\n1. Ada: 1\n2. Ben: 0\n")

    def test_the_situation_after_an_action(self, file: Path) -> None:
        text = show("replay", file, "--at", 3)
        assert "4.\n" not in text
        assert text.endswith("X . . . . . .\nX O . . . . .\n1 2 3 4 5 6 7\n\nTo act: Ben.\n")
        assert show("replay", file, "--at", 0).endswith("To act: Ada.\n")
        assert show("replay", file, "--at", 7) == show("replay", file)

    def test_data(self, file: Path) -> None:
        found = json.loads(show("replay", file, "--at", 2, "--seat", 0, "--format", "json"))
        assert (found["game"], found["at"], found["last"], found["seat"]) == ("connect_four", 2, 7, 0)
        assert [action["text"] for action in found["actions"]] == ["drop in column 1", "drop in column 2"]
        assert (found["to_act"], found["over"], found["scores"]) == ([0], None, None)
        assert found["view"]["rows"][-1] == [1, 2, 0, 0, 0, 0, 0]
        assert found["legal"][6] == {"action": 6, "text": "drop in column 7", "label": "Drop in column 7"}
        assert found["events"][1]["sentence"] == "Ben drops a disc into column 2."
        end = json.loads(show("replay", file, "--format", "json"))
        assert end["over"] == "four in a row"
        assert [score["name"] for score in end["scores"]] == ["Ada", "Ben"]

    @pytest.mark.parametrize("game", games())
    def test_the_picture_stands_alone(self, game: str, tmp_path: Path) -> None:
        found = find_game(game)
        path = tmp_path / "match.txt"
        path.write_text(Match.new(found, found.players[0], seed="picture").record())
        picture = ET.fromstring(show("replay", path, "--format", "svg"))  # noqa: S314 - our own
        assert picture.tag == "{http://www.w3.org/2000/svg}svg"
        used = {use.get("href") for use in picture.iter("{http://www.w3.org/2000/svg}use")}
        known = {f"#{element.get('id')}" for element in picture.iter() if element.get("id")}
        assert used <= known
        assert not [link for link in picture.iter("{http://www.w3.org/2000/svg}a") if link.get("href")]

    def test_through_whose_eyes(self, tmp_path: Path) -> None:
        """What a seat drew is in its own replay and in nobody else's."""
        match = Match.new(find_game("ginkgopolis"), 2, seed="eyes", names=("Ada", "Ben"))
        while len(match.actions) < 40 and not match.over:
            match.play(match.to_act[0], match.legal(match.to_act[0])[0])
        path = tmp_path / "match.txt"
        path.write_text(match.record())
        views = [show("replay", path, "--seat", seat) for seat in ("-1", "0", "1")]
        assert len(set(views)) == 3
        assert views[1:] == [show("replay", path, "--seat", name) for name in ("Ada", "Ben")]
        assert views[0] == show("replay", path)
        assert all("draws" not in line or " a " in line or "draws" in views[0] for line in views[0].splitlines())

    @pytest.mark.parametrize(
        ("option", "value", "sentence"),
        [
            ("--at", 8, "There is no action 8; the match has 7, and 0 is its start."),
            ("--at", -1, "There is no action -1; the match has 7, and 0 is its start."),
            ("--at", "two", "Invalid value for '--at': 'two' is not a valid integer."),
            ("--seat", 2, "There is no seat “2”; there are 0 Ada, 1 Ben, and -1 for a spectator."),
            ("--seat", "Eve", "There is no seat “Eve”; there are 0 Ada, 1 Ben, and -1 for a spectator."),
            (
                "--box",
                "no.toml",
                "no.toml: cannot be read (No such file or directory); give the path of a box file.",
            ),
        ],
    )
    def test_wrong_options(self, file: Path, option: str, value: object, sentence: str) -> None:
        assert refuse("replay", file, option, value) == sentence

    def test_a_box_of_ones_own(self, tmp_path: Path) -> None:
        mine, path = tmp_path / "three.toml", tmp_path / "match.txt"
        mine.write_text("goal = 3")
        path.write_text(played(COLUMNS[:5], str(mine)).record())
        assert "The match is over" in show("replay", path, "--box", mine)
        assert "sound" in show("verify", path, "--box", mine)
        assert "Give the box file it was played with." in refuse("replay", path)
        assert "Give the box file it was played with." in refuse("verify", path, code=1)
        mine.write_text("goal = 33")
        assert refuse("verify", path, "--box", mine).startswith("three.toml: key goal: ")


class TestVerify:
    def test_a_sound_record(self, file: Path) -> None:
        assert show("verify", file) == (
            f"{file}: sound. Connect Four, 7 actions, played to the end; Ada 1, Ben 0.\n"
            "The seed’s hash, as shown at the start: "
            "19b25856e1c150ca834cffc8b59b23adbd0ec0389e58eb22b3b64768098d002b\n"
        )

    def test_a_match_that_is_not_over(self, file: Path) -> None:
        file.write_text(played(COLUMNS[:2]).record())
        assert "sound. Connect Four, 2 actions, unfinished; Ada 0, Ben 0." in show("verify", file)

    def test_a_record_that_tells_something_else(self, file: Path) -> None:
        file.write_text(file.read_text().replace("Ada 1", "Ada 2"))
        assert refuse("verify", file, code=1) == f"{file}: line 18: the result is not what these actions lead to."
        assert refuse("replay", file) == f"{file}: line 18: the result is not what these actions lead to."

    def test_a_binary_file(self, file: Path) -> None:
        file.write_bytes(file.read_bytes()[:40] + b"\xff\x00")
        sentence = f"{file}: line 3: this is not text in UTF-8; a record of a match is."
        assert refuse("verify", file, code=1) == refuse("replay", file) == sentence

    def test_an_empty_file(self, file: Path) -> None:
        file.write_bytes(b"")
        assert "line 1: this is not a record of a match" in refuse("verify", file, code=1)

    def test_a_huge_file(self, file: Path) -> None:
        with file.open("r+b") as huge:
            huge.truncate(LARGEST + 1)
        assert refuse("verify", file) == f"{file}: is larger than 8 MB; a record of a match is much smaller."

    def test_a_large_file_is_refused_at_once(self, file: Path) -> None:
        file.write_text(file.read_text().replace("1. Ada: drop in", "1. Ada: drop in" + " column" * 1_000_000))
        assert refuse("verify", file, code=1).endswith("is not an action of this game.")

    @pytest.mark.parametrize("command", ["verify", "replay"])
    def test_files_that_cannot_be_read(self, command: str, tmp_path: Path) -> None:
        assert refuse(command, tmp_path) == f"{tmp_path}: cannot be read (Is a directory)."
        gone = tmp_path / "gone.txt"
        assert refuse(command, gone) == f"{gone}: cannot be read (No such file or directory)."
        assert refuse(command) == "Missing argument 'FILE'."

    @settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
    @given(at=st.integers(0, 10_000), junk=st.binary(max_size=8), cut=st.integers(0, 8))
    def test_damaged_bytes_are_found(self, file: Path, at: int, junk: bytes, cut: int) -> None:
        whole = played().record().encode()
        at %= len(whole) + 1
        damaged = whole[:at] + junk + whole[at + cut :]
        file.write_bytes(damaged)
        result = run("verify", file)
        if result.exit_code == 0:  # nothing was damaged, or it is the record of the same answers after other shuffles
            differing = [a for a, b in zip(whole.split(b"\n"), damaged.split(b"\n"), strict=True) if a != b]
            assert differing in ([], [b"seed: seed"])
        else:
            assert result.exit_code == 1
            assert result.stderr.startswith(f"{file}: line ")
