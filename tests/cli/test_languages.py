"""The command line in English, German and Polish: help, errors and results."""

import gettext
import os
from collections.abc import Iterator
from itertools import pairwise

import pytest
from click.testing import CliRunner, Result

from galleria.bots import BOTS
from galleria.cli import COMMANDS, main
from galleria.core import games
from galleria.core.text import LANGUAGES
from galleria.web.serve import DEFAULT_PORT

OTHERS = [code for code in LANGUAGES if code != "en"]
MISTAKES = [
    ["nonsense"],
    ["--nonsense"],
    ["--language", "xx"],
    ["--language"],
    ["play"],
    ["play", "--bots"],
    ["play", "--players", "x", "connect_four"],
    ["play", "connect_four", "--seat", "7"],
    ["play", "no_such_game"],
    ["replay", "--format", "x", "file"],
    ["replay", "1", "2", "3"],
    ["replay", "--boxx", "x"],
    ["simulate", "--games", "0", "connect_four"],
    ["simulate", "--json=1", "connect_four"],
    ["serve", "--watch-pace", "x"],
]
TYPED = {*BOTS, *COMMANDS, *LANGUAGES, *games(), "text", "json", "svg"}
"""Words that are the same in all languages."""


def run(code: str, *arguments: str) -> Result:
    return CliRunner().invoke(main, arguments, env={"LANGUAGE": code})


def pairs(text: str) -> Iterator[tuple[str, str]]:
    """Words that follow each other. Names that are typed, or stand for values, are no words here."""
    words = [word.strip(".,;:()[]!?'") for word in text.split()]
    names = {*TYPED, *(word for word in words if word.isupper() or not word.isalpha())}
    return (pair for pair in pairwise(words) if not names.intersection(pair))


def left(code: str, *arguments: str) -> set[object]:
    """What is the same as in English: two words in a row, a heading, or what stands for values in the first line."""
    found: list[set[object]] = []
    for language in (code, "en"):
        lines = run(language, *arguments).output.splitlines()
        values = {word.strip("[].") for word in lines[0].split() if word.strip("[].").isupper()}
        found.append({*pairs("\n".join(lines)), *(line for line in lines if line.endswith(":")), *values})
    return found[0] & found[1]


@pytest.mark.parametrize("code", OTHERS)
@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_no_english_is_left_in_help(command: str, code: str) -> None:
    arguments = [*command.split(), "--help"]
    assert run(code, *arguments).exit_code == 0
    assert left(code, *arguments) == set()


@pytest.mark.parametrize("code", OTHERS)
@pytest.mark.parametrize("arguments", MISTAKES, ids=" ".join)
def test_no_english_is_left_in_errors(arguments: list[str], code: str) -> None:
    assert run(code, *arguments).exit_code == 2
    assert left(code, *arguments) == set()


def test_an_error_in_german() -> None:
    shown = run("de", "simulate", "--games", "x", "connect_four")
    assert shown.stderr == "Fehler: Ungültiger Wert für '--games': 'x' geht hier nicht; nötig: ganze Zahl.\n"


@pytest.mark.parametrize("code", OTHERS)
def test_no_english_is_left_in_results(code: str) -> None:
    arguments = ["simulate", "connect_four", "--games", "4", "--interpreted"]
    game = games()["connect_four"]
    assert left(code, *arguments) <= {*pairs(f"{game.title}  {' '.join(game.ends)}")}


def test_numbers_are_written_as_the_language_does() -> None:
    shown = run("de", "simulate", "connect_four", "--games", "4", "--interpreted").output
    assert "100,0 %" in shown or "50,0 %" in shown or "75,0 %" in shown
    assert "100.0" not in shown


@pytest.mark.parametrize(
    ("arguments", "environment", "word"),
    [
        (["--language", "de"], {"LANGUAGE": "pl"}, "Aufruf:"),
        (["--language=en"], {"LANGUAGE": "pl"}, "Usage:"),
        (["--language", "pl"], {"LANGUAGE": "", "LC_ALL": "C"}, "Użycie:"),
        (["--language", "en", "--language", "de"], {"LANGUAGE": "pl"}, "Aufruf:"),
        ([], {"LANGUAGE": "pl"}, "Użycie:"),
        ([], {"LANGUAGE": "fr:de:en"}, "Aufruf:"),
        ([], {"LANGUAGE": "en:de"}, "Usage:"),
        ([], {"LANGUAGE": "", "LC_ALL": "", "LC_MESSAGES": "", "LANG": "de_CH.UTF-8"}, "Aufruf:"),
        ([], {"LANGUAGE": "", "LC_ALL": "", "LC_MESSAGES": "", "LANG": "C"}, "Usage:"),
        ([], {"LANGUAGE": "fr"}, "Usage:"),
    ],
)
def test_the_option_wins_over_the_environment(arguments: list[str], environment: dict[str, str], word: str) -> None:
    shown = CliRunner().invoke(main, [*arguments, "play", "--help"], env=environment).output
    assert shown.startswith(word)


def test_what_a_command_changes_for_its_language_is_as_before_when_it_is_done() -> None:
    before = dict(os.environ), gettext.textdomain()
    run("de", "games")
    run("pl", "nonsense")
    assert (dict(os.environ), gettext.textdomain()) == before


def test_help_names_all_bots_and_the_port() -> None:
    for command in ("play", "simulate"):
        assert ", ".join(BOTS) in " ".join(run("en", command, "--help").output.split())
    assert f"default: {DEFAULT_PORT} or the next" in run("en", "serve", "--help").output
