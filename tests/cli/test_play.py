"""`galleria play`: a match in the terminal."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from galleria.cli import main
from galleria.core import Match, games

BOARD = ". . . . . . .\n" * 5


def play(answers: str, *arguments: str) -> Result:
    options = ["--bots", "random", "--seed", "1", "--name", "Ada", *arguments]
    return CliRunner().invoke(main, ["play", "connect_four", *options], input=answers, catch_exceptions=False)


def lines(answers: str, *arguments: str) -> list[str]:
    result = play(answers, *arguments)
    assert result.exit_code == 0, result.stderr
    return result.stdout.splitlines()


def test_it_shows_the_board_and_numbered_actions() -> None:
    text = play("q\n").stdout
    assert BOARD in text
    assert "Choose a column. 4 discs in a row win, in any direction.\n   1  Drop in column 1\n   2  Drop in" in text
    assert text.endswith("You leave the match.\n")


def test_the_end_of_the_input_leaves_the_match() -> None:
    assert lines("")[-1] == "You leave the match."


@pytest.mark.parametrize("answer", ["4", "drop in column 4", "DROP IN COLUMN 4", "column 4"])
def test_answers_by_number_and_by_words(answer: str) -> None:
    assert "  Ada drops a disc into column 4." in lines(f"{answer}\nq\n")


def test_words_that_mean_several_actions_list_them() -> None:
    found = lines("column\nq\n")
    assert found.count("   7  Drop in column 7") == 2


def test_the_bot_answers_and_its_answer_is_told() -> None:
    assert any(line.startswith("  Random 1 drops a disc into column") for line in lines("4\nq\n"))
    assert lines("q\n", "--seat", "1")[1].startswith("  Random 1 drops a disc")


def test_a_match_to_its_end() -> None:
    found = lines("1\n" * 42)
    assert "The match is over: four in a row." in found
    assert {line.split(":")[0] for line in found[-2:]} in ({"1. Ada", "2. Random 1"}, {"1. Random 1", "2. Ada"})


def test_undo_takes_back_ones_last_answer_and_what_followed() -> None:
    text = play("4\nundo\nq\n").stdout
    assert text.count(BOARD) == 3
    assert "There is nothing to take back." in lines("undo\nq\n")


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("8", "There is no action 8; they go from 1 to 7."),
        ("0", "There is no action 0; they go from 1 to 7."),
        ("99999999999999999999", "There is no action 99999999999999999999; they go from 1 to 7."),
        ("²", "No action reads like that; list shows all, and ? helps."),
        ("jump", "No action reads like that; list shows all, and ? helps."),
        ("why jump", "No action reads like that; list shows all, and ? helps."),
        ("why drop in column 1", "That is possible."),
        ("save", "Name a file: save my-match.txt"),
        ("save /nowhere/match.txt", "/nowhere/match.txt: cannot be written (No such file or directory)."),
        ("save no\0thing", "'no\\x00thing': cannot be written (embedded null byte)."),
        ("score", "1. Random 1: 0"),
        ("?", "  quit      leave the match"),
    ],
)
def test_what_else_can_be_typed(typed: str, said: str) -> None:
    assert said in lines(f"{typed}\n\n   \nq\n")


def test_an_impossible_action_says_why() -> None:
    answers = "drop in column 1\n" * 9
    assert "This column is full; choose another." in lines(answers + "q\n", "--seed", "2")


def test_the_log_from_the_start() -> None:
    assert lines("4\nlog\nq\n").count("  Ada drops a disc into column 4.") == 2


def test_the_record_is_saved_and_nothing_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "match.txt"
    found = lines(f"4\nsave {path}\nsave {path}\nq\n")
    assert f"Written to {path}." in found
    assert f"{path}: cannot be written (File exists)." in found
    assert Match.parse(path.read_text()).names == ("Ada", "Random 1")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--players", "3"], "Connect Four is for 2 players, not 3."),
        (["--players", "0"], "Connect Four is for 2 players, not 0."),
        (["--bots", "clever"], 'There is no bot "clever"; there are random, '),
        (["--bots", "random,random"], "The number of other seats is 1, the number of bots 2."),
        (["--seat", "2"], "There is no seat 2; with 2 players there are 0 to 1."),
        (["--name", "a|b"], "The name 'a|b' cannot be used"),
        (["--name", "Random 1"], "Two seats have the same name"),
        (["--seed", "two words"], "A seed has 1 to 128 characters"),
        (["--box", "none"], 'There is no box "none"'),
        (["--options", "speed"], '"speed" is not an option written as name=value.'),
        (["--options", "speed=1"], 'Option "speed": connect_four does not offer it'),
    ],
)
def test_what_is_wrong_gets_a_sentence(arguments: list[str], sentence: str) -> None:
    result = play("", *arguments)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith(f"Error: {sentence}")
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize("name", games())
def test_every_game_through_a_pipe(name: str) -> None:
    """Always the first action: the match ends, and nothing but text comes out."""
    command = [sys.executable, "-W", "error", "-m", "galleria", "play", name, "--bots", "random", "--seed", "1"]
    run = subprocess.run(command, input="1\n" * 2000, capture_output=True, text=True, check=True)
    assert "The match is over" in run.stdout
    assert "\x1b" not in run.stdout
    assert run.stderr == ""


def through_a_shell(script: str, **environment: str) -> tuple[int, str]:
    """Exit code and what was said on both outputs."""
    command = script.replace("galleria", f"{sys.executable} -m galleria")
    run = subprocess.run(
        ["sh", "-c", command],
        env=os.environ | environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        check=False,
    )
    return run.returncode, run.stdout.decode()


def test_bytes_that_are_no_text_are_no_answer() -> None:
    code, said = through_a_shell("printf '\\377\\n' | galleria play connect_four --bots random", LC_ALL="C.UTF-8")
    assert code == 0
    assert said.endswith("No action reads like that; list shows all, and ? helps.\nYou leave the match.\n")


def test_letters_that_the_terminal_does_not_know() -> None:
    code, said = through_a_shell("galleria play connect_four --bots random --name Zo\u00eb", PYTHONIOENCODING="ascii")
    assert (code, said.splitlines()[-1]) == (0, "You leave the match.")


def test_a_closed_input_leaves_the_match() -> None:
    code, said = through_a_shell("galleria play connect_four --bots random <&-")
    assert (code, said.splitlines()[-1]) == (0, "You leave the match.")


def test_a_full_disk_gets_a_sentence() -> None:
    for command in ("games", "games --json", "play connect_four --bots random </dev/null"):
        code, said = through_a_shell(f"galleria {command} >/dev/full")
        assert (code, said) == (1, "Error: reading or writing failed (No space left on device).\n")


def test_bots_that_think_are_waited_for() -> None:
    found = lines("1\n" * 42, "--bots", "easy")
    assert any(line.startswith("The match is over: ") for line in found)
