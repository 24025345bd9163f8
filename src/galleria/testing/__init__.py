"""What every game is tested with, games of other packages too.

    from galleria.testing import check_game, many

    def test_the_game():
        check_game(GAME)

    def test_many_games():
        assert many(GAME, load_box(GAME), 2, 1000).failure == ""

`check_game` looks at some matches from all sides, `many` at the states of many thousands. `python -m galleria.testing
GAME` does both from the command line, and writes the game's playthrough files anew: after an intended change of the
rules their difference shows what the change did.
"""

from .boxes import box_with
from .explorer import Many, Witness, many
from .playthroughs import check_playthrough, playthrough, playthrough_files, write_playthroughs
from .suite import Accounts, Report, check_game

__all__ = [
    "Accounts",
    "Many",
    "Report",
    "Witness",
    "box_with",
    "check_game",
    "check_playthrough",
    "many",
    "playthrough",
    "playthrough_files",
    "write_playthroughs",
]
