"""Bots: legal, repeatable, blind to what is hidden, and not stupid."""

import random
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import Any

import pytest

from galleria.bots import BOTS, analyse, chances, choose, players
from galleria.bots.players import LEVELS, Level
from galleria.core import GalleriaError, Match, find_game, games, kernel
from galleria.core.random import seed_random

QUICK = ("random", "greedy", "easy")
TABLES = [(name, players) for name, game in games().items() for players in game.players]


def connect_four(columns: str) -> Match:
    match = Match.new(find_game("connect_four"), 2, seed="test")
    for column in columns:
        match.play(match.to_act[0], f"drop in column {column}")
    return match


def ask(match: Match, seat: int, bot: str, seed: str = "1", **how: bool) -> int:
    return choose(match.game, match.hidden(seat).tobytes(), match.box.buf.tobytes(), seat, bot, seed, **how)


def wander(name: str, players: int, seed: str) -> Iterator[Match]:
    """A match of random moves, answered in random order, at every decision."""
    match = Match.new(find_game(name), players, seed=seed)
    rng = random.Random(f"{name} {players} {seed}")
    while not match.over:
        yield match
        seat = rng.choice(match.to_act)
        match.play(seat, rng.choice(match.legal(seat)))


def positions(name: str, players: int) -> Iterator[tuple[Match, int]]:
    """Some decisions of a match, among them some where another seat's answer lies face down."""
    answered, stage = False, -1
    for number, match in enumerate(wander(name, players, "positions")):
        answered, stage = stage == match.state.stage, match.state.stage
        if number % 9 == 0 or (answered and number % 9 in (3, 6)):
            for seat in match.to_act:
                yield match, seat


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_bots_answer_legally_and_the_same_way_twice(name: str, players: int) -> None:
    asked = 0
    for match, seat in positions(name, players):
        legal = match.legal(seat)
        before = match.state.tobytes()
        for bot in QUICK:
            action = ask(match, seat, bot)
            assert action in legal, bot
            assert ask(match, seat, bot) == action
            asked += 1
        assert match.state.tobytes() == before
    assert asked >= 3


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_bots_see_nothing_hidden(name: str, players: int) -> None:
    for number, (match, seat) in enumerate(positions(name, players)):
        other = match.hidden(seat)
        seed_random(other.rng, f"another world {number}")
        k, buf = kernel(match.game), other.buffer()
        k.redeal(buf, match.box.buf, seat)
        k.hide(buf, match.box.buf, seat)
        for bot in ("greedy", "easy"):
            assert choose(match.game, buf, match.box.buf, seat, bot, "1") == ask(match, seat, bot)


@pytest.mark.parametrize("name", games())
def test_compiled_and_interpreted_search_agree(name: str) -> None:
    game = find_game(name)
    few = Level(12, 4)
    for match, seat in islice(positions(name, min(p for p in game.players if p > 1)), 1, 8, 3):
        question = (game, match.hidden(seat).tobytes(), match.box.buf.tobytes(), seat)
        assert analyse(*question, few, "1") == analyse(*question, few, "1", interpreted=True)
        assert choose(*question, "greedy", "1") == choose(*question, "greedy", "1", interpreted=True)


def test_seeds_and_levels_make_a_difference() -> None:
    match = connect_four("")
    assert len({ask(match, 0, "random", str(seed)) for seed in range(30)}) == 7
    assert len({ask(match, 0, "easy", str(seed)) for seed in range(30)}) > 1
    question = (match.game, match.hidden(0).tobytes(), match.box.buf.tobytes(), 0)
    for name, level in LEVELS.items():
        visits = sum(row.visits for row in analyse(*question, name, "1"))
        assert visits == level.playouts
    assert LEVELS["easy"].playouts < LEVELS["normal"].playouts < LEVELS["hard"].playouts


@pytest.mark.parametrize(
    ("columns", "column"),
    [
        ("121212", 1),  # red wins upwards
        ("11224", 3),  # yellow has to stop the row at its gap
        ("45454", 4),  # yellow has to stop the column
        ("4556674717", 7),  # red wins along the diagonal
    ],
)
def test_search_wins_in_one_and_stops_a_win_in_one(columns: str, column: int) -> None:
    match = connect_four(columns)
    seat = match.to_act[0]
    for seed in "1", "2", "3":
        assert ask(match, seat, "normal", seed) == column - 1


def test_search_prefers_a_double_threat() -> None:
    match = connect_four("4464")  # 4, 5 or 3 next to it: three in a row, open on both sides, cannot be stopped
    row = analyse(match.game, match.hidden(0).tobytes(), match.box.buf.tobytes(), 0, "normal", "1")
    assert max(row, key=lambda a: a.visits).action in (2, 4)


def test_only_levels_that_look_far_use_the_far_horizon() -> None:
    match = connect_four("44")
    question = match.hidden(0).tobytes(), match.box.buf.tobytes(), 0
    near, far = Level(200), Level(200, far=True)
    one = replace(match.game, far_horizon=1)
    rows = analyse(match.game, *question, near, "1", interpreted=True)
    assert analyse(match.game, *question, far, "1", interpreted=True) == rows
    assert analyse(one, *question, near, "1", interpreted=True) == rows
    assert analyse(one, *question, far, "1", interpreted=True) != rows


def test_the_only_legal_action_needs_no_thought(monkeypatch: pytest.MonkeyPatch) -> None:
    match = connect_four("6216127611644462552655124243543357177737")
    seat = match.to_act[0]
    monkeypatch.setattr(players._Question, "search", None)
    legal = match.legal(seat)
    assert len(legal) == 1
    assert {ask(match, seat, bot) for bot in BOTS} == set(legal)


def test_wrong_questions_get_a_sentence() -> None:
    match = connect_four("")
    with pytest.raises(
        GalleriaError, match=r'There is no bot "clever"; there are random, greedy, easy, normal, hard\.'
    ):
        ask(match, 0, "clever")
    with pytest.raises(GalleriaError, match=r"Seat 1 has nothing to decide in this state\."):
        ask(match, 1, "easy")
    with pytest.raises(GalleriaError, match=r'There is no game "chess"'):
        choose("chess", b"", b"", 0, "easy", "1")


def test_nobody_reacts_to_what_lies_face_down(pennies: Any) -> None:
    """Matching pennies: who saw the other's coin would always win, so that both coins would look lost to the first."""
    match = Match.new(pennies, 2, seed="1")

    def means(seat: int) -> list[float]:
        hidden = match.hidden(seat).tobytes()
        rows = analyse(pennies, hidden, match.box.buf.tobytes(), seat, Level(400), "1", interpreted=True)
        return [row.mean for row in rows]

    assert means(0) == pytest.approx([0.5, 0.5], abs=0.2)
    assert means(1) == pytest.approx([0.5, 0.5], abs=0.2)
    match.play(0, "show 1")
    assert means(1) == pytest.approx([0.5, 0.5], abs=0.2)


def asked(match: Match, seat: int) -> tuple[Any, ...]:
    return (match.game, match.hidden(seat).tobytes(), match.box.buf.tobytes(), seat)


@pytest.mark.parametrize("name", games())
def test_compiled_and_interpreted_chances_agree(name: str) -> None:
    game = find_game(name)
    few = Level(12, 4)
    for match, seat in islice(positions(name, min(p for p in game.players if p > 1)), 1, 8, 3):
        action = match.legal(seat)[-1]
        for question, first in ((asked(match, seat), action), (asked(match, -1), None)):
            found = chances(*question, 2, "1", action=first)
            assert found == chances(*question, 2, "1", action=first, interpreted=True)
            assert sum(found) == pytest.approx(1)
            assert len(found) == match.state.sides
        one = analyse(*asked(match, seat), few, "1", action=action)
        assert [row.action for row in one] == [action]
        assert one == analyse(*asked(match, seat), few, "1", action=action, interpreted=True)


def test_a_finished_match_is_won_by_its_winners_alone() -> None:
    match = connect_four("1212121")
    assert chances(*asked(match, -1), 10, "1") == [1, 0]


def test_the_first_action_decides_a_match_that_it_wins() -> None:
    match = connect_four("121212")
    won, other = (chances(*asked(match, 0), 200, "1", action=column)[0] for column in (0, 6))
    assert won == 1
    assert other < 1


def test_a_given_action_is_looked_at_as_deeply_as_the_best_one() -> None:
    match = connect_four("11224")  # yellow has to stop the row at its gap
    question, level = asked(match, 1), Level(600)
    means = {column: analyse(*question, level, "1", action=column)[0] for column in (2, 6)}
    assert all(row.visits == level.playouts for row in means.values())
    assert means[2].mean > means[6].mean + 0.1
    with pytest.raises(GalleriaError, match=r"Action 99 is not possible for seat 1"):
        analyse(*question, level, "1", action=99)
