"""`galleria games`, and how every command tells what is wrong."""

import json

import pytest
from click.testing import CliRunner
from connect_four import GAME

from galleria.cli import COMMANDS, main
from galleria.core import games


def test_a_table_of_the_games() -> None:
    result = CliRunner().invoke(main, ["games"])
    assert result.exit_code == 0
    lines = result.output.splitlines()
    assert lines[0].split() == ["name", "title", "players", "minutes", "boxes"]
    assert [line.split()[0] for line in lines[1:]] == list(games())


def test_all_facts_as_json() -> None:
    found = {game["name"]: game for game in json.loads(CliRunner().invoke(main, ["games", "--json"]).output)}
    assert list(found) == list(games())
    assert found["connect_four"] == {
        "name": "connect_four",
        "title": "Connect Four",
        "blurb": GAME.blurb(),
        "players": {"min": 2, "max": 2},
        "minutes": "5",
        "rules_version": 1,
        "longest": 42,
        "boxes": ["published"],
        "options": {},
        "sources": ["win"],
        "ends": ["four in a row", "board full"],
        "actions": 7,
    }


@pytest.mark.parametrize(
    "arguments", [["nonsense"], ["--nonsense"], *([name, "--nonsense"] for name in COMMANDS)], ids=str
)
def test_wrong_usage_gets_one_sentence(arguments: list[str]) -> None:
    result = CliRunner().invoke(main, arguments)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith("Error: No such ")
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("environment", "heading"),
    [
        ({"LANGUAGE": "de"}, "Minuten"),
        ({"LANGUAGE": "", "LANG": "pl_PL.UTF-8"}, "minuty"),
        ({"LANGUAGE": "", "LC_ALL": "de_AT.UTF-8", "LANG": "pl_PL.UTF-8"}, "Minuten"),
        ({"LANGUAGE": "", "LC_ALL": "", "LC_MESSAGES": "", "LANG": "C.UTF-8"}, "minutes"),
        ({"LANGUAGE": "fr"}, "minutes"),
    ],
)
def test_the_terminal_speaks_the_language_of_its_environment(environment: dict[str, str], heading: str) -> None:
    shown = CliRunner().invoke(main, ["games"], env={"LC_ALL": "", "LC_MESSAGES": "", **environment})
    assert heading in shown.stdout.splitlines()[0]
