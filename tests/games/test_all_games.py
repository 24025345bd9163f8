"""What must hold for every installed game."""

from pathlib import Path

import pytest

from galleria.core import Game, games
from galleria.testing import check_game, check_playthrough, playthrough_files

PLAYTHROUGHS = Path(__file__).parent.parent / "playthroughs"
GAMES = list(games().values())


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_the_generic_suite(game: Game) -> None:
    report = check_game(game)
    assert report.matches >= len(game.players) * len(game.boxes)


@pytest.mark.parametrize(
    ("game", "players"),
    [(game, players) for game in GAMES for players in game.players],
    ids=lambda x: x.name if isinstance(x, Game) else str(x),
)
def test_the_playthroughs(game: Game, players: int) -> None:
    check_playthrough(game, playthrough_files(game, PLAYTHROUGHS)[players])


def test_every_playthrough_belongs_to_a_game() -> None:
    known = {path for game in GAMES for path in playthrough_files(game, PLAYTHROUGHS).values()}
    assert set(PLAYTHROUGHS.iterdir()) == known
