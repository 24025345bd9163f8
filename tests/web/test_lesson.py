from collections.abc import Callable
from typing import Any

import pytest
from running import Server, answer, field, until, visit

from galleria.core import Match, games, load_box
from galleria.core.text import LANGUAGES, speaking
from galleria.web.lesson import Lesson, lesson_of

TAUGHT = [game for game in games().values() if lesson_of(game) is not None]


def the_lesson(game: Any) -> Lesson:
    lesson = lesson_of(game)
    assert lesson is not None
    return lesson


@pytest.mark.parametrize("game", TAUGHT, ids=lambda game: game.name)
def test_a_lesson_can_be_played_as_it_is_written(game: Any) -> None:
    """In whatever order those who choose at the same time answer."""
    lesson = the_lesson(game)
    for last in (False, True):
        box = load_box(game, lesson.file.box, lesson.file.options)
        match = Match.new(game, len(lesson.answers), box=box, seed=lesson.file.seed)
        while (action := lesson.given(match.actions, 0)) is not None:
            seat = sorted(match.to_act, reverse=last)[0]
            theirs = lesson.given(match.actions, seat)
            assert theirs is not None, f"seat {seat} does not know what to do before {game.actions.text(action)}"
            match.play(seat, theirs)
        assert match.over is None
        assert 8 <= len(lesson.answers[0]) <= 12


@pytest.mark.parametrize("game", TAUGHT, ids=lambda game: game.name)
def test_a_lesson_speaks_every_language(game: Any) -> None:
    lesson = the_lesson(game)
    for text in (*(step.say for step in lesson.file.step), lesson.file.end):
        said = set()
        for language in LANGUAGES:
            with speaking(language):
                said.add(str(text))
        assert len(said) == len(LANGUAGES)
        assert all(len(words) > 20 for words in said)


def test_other_answers_end_the_leading() -> None:
    lesson = the_lesson(TAUGHT[0])
    first = lesson.answers[0][0]
    assert lesson.given([], 0) == first
    assert lesson.given([(0, first)], 0) == lesson.answers[0][1]
    assert lesson.given([(0, first + 1)], 0) is None
    assert lesson.given([(0, first + 1)], 1) is None


def test_a_guided_game_takes_the_given_answers_and_then_all(start: Callable[..., Server]) -> None:
    """The bots for tests know only another game: what the opponent does here is the lesson's."""
    game = TAUGHT[0]
    lesson = the_lesson(game)
    server = start(games=games())
    with server.person() as ada:
        page = visit(ada).get(f"/lesson/{game.name}")
        assert page.status_code == 200
        assert ada.post(f"/lesson/{game.name}", data={"name": ""}).status_code == 422
        begun = ada.post(f"/lesson/{game.name}", data={"name": "Ada"})
        assert begun.status_code == 303
        table = begun.headers["location"]
        for number, action in enumerate(lesson.answers[0], 1):
            until(lambda: _asked(ada, table))
            shown = ada.get(table).text
            assert f"step {number} of {len(lesson.answers[0])}" in shown
            other = next((a for a in _match(server, table).legal(0) if a != action), None)
            version = int(field(ada.get(f"{table}?{_picks(game, action)}").text, "version"))
            if other is not None:
                refused = answer(ada, table, 0, other, version)
                assert refused.status_code == 422
                assert "guided game" in refused.json()["detail"]
            assert answer(ada, table, 0, action, version).status_code == 200
        until(lambda: _asked(ada, table))
        assert "Guided game: done" in ada.get(table).text
        assert len(_match(server, table).legal(0)) > 1


def _asked(client: Any, table: str) -> bool:
    return 'data-mine="yes"' in client.get(table).text


def _picks(game: Any, action: int) -> str:
    return "&".join(f"pick={step}" for step in game.steps(action))


def _match(server: Server, table: str) -> Match:
    live = server.site.tables._lives[table.rpartition("/")[2]]
    assert live.match is not None
    return live.match


def test_games_without_a_lesson_say_so(server: Server) -> None:
    with server.person() as ada:
        assert visit(ada).get("/lesson/tally").status_code == 404
        assert ada.post("/lesson/tally", data={"name": "Ada"}).status_code == 404
        assert "/lesson/" not in ada.get("/").text
