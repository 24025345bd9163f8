"""What must hold for every installed game."""

from pathlib import Path

import pytest

from galleria.core import Game, Match, clear_log, games, interpreted
from galleria.core.compiled import compiled
from galleria.testing import check_game, check_playthrough, playthrough_files

PLAYTHROUGHS = Path(__file__).parent.parent / "playthroughs"
RECORDS = Path(__file__).parent.parent / "records"
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


@pytest.mark.parametrize("path", sorted(RECORDS.iterdir()), ids=lambda path: path.stem)
def test_the_records_of_whole_matches(path: Path) -> None:
    """Matches that bots played to their end; each is named after its game, how it ended and its number of players."""
    match = Match.parse(path.read_text())
    assert match.record() == path.read_text()
    assert path.stem == f"{match.game.name}-{match.over}-{match.state.players}".replace(" ", "-")
    states = {kernel: match.before(1) for kernel in (interpreted(match.game), compiled(match.game))}
    for seat, action in match.actions:
        for kernel, state in states.items():
            kernel.play(state.buffer(), match.box.buf, seat, action)
        one, other = states.values()
        assert one == other
        for state in states.values():
            clear_log(state)
    assert one == match.state
