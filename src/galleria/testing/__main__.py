"""The command line of the tests that every game has to pass: `python -m galleria.testing GAME`."""

import os
import sys
from importlib import import_module
from pathlib import Path

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from galleria.core.compiled import Progress as Report
from galleria.core.compiled import compiled
from galleria.core.errors import GalleriaError
from galleria.core.game import Game, find_game

from .explorer import Many, everywhere, tables
from .playthroughs import write_playthroughs
from .suite import check_game


def play_many(game: Game, games: int, seed: str, start: int, jobs: int, every: int, slowly: bool) -> None:
    """Random games at all tables of a game, with a bar; AssertionError where something does not hold."""
    places = len(tables(game))
    start -= start % places
    total = Many()
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True)) as bar:
        if not slowly:
            compiled(game, _on(bar, f"compiling {game.name}"))
        task = bar.add_task(f"{game.name}, {places} tables", total=games, completed=start)
        try:
            for piece in everywhere(game, games, seed=seed, start=start, jobs=jobs, every=every, slowly=slowly):
                if piece.failure:
                    path = Path(f"{game.name}-failure.txt")
                    path.write_text(piece.record, encoding="utf-8")
                    raise AssertionError(f"{game.name}: {piece.failure}.\nThe game up to there is in {path}.")
                total += piece
                bar.update(task, completed=start + total.games)
        except KeyboardInterrupt:
            held = start + total.games
            raise GalleriaError(
                f"Stopped. Everything held in the first {held:,} games; --start {held} goes on from there."
            ) from None
    click.echo(f"{game.name}: {total}.")


def _on(bar: Progress, what: str) -> Report:
    task = bar.add_task(what, visible=False)
    return lambda done, total: bar.update(task, completed=done, total=total, visible=done < total)


@click.command(help="Run the generic suite on a game (its name, or module:attribute), or write its playthrough files.")
@click.argument("game")
@click.option("--write", "folder", type=click.Path(file_okay=False, path_type=Path), help="Write playthroughs here.")
@click.option("--matches", default=3, show_default=True, help="Matches per box and number of players.")
@click.option("--seed", default="galleria", show_default=True)
@click.option("--interpreted", is_flag=True, help="Do without the compiler.")
@click.option("--many", "games", type=click.IntRange(1), help="So many random games instead, every state looked at.")
@click.option("--start", type=click.IntRange(0), default=0, help="With --many: go on after so many games.")
@click.option("--jobs", type=click.IntRange(1), default=os.cpu_count() or 1, help="With --many: threads.")
@click.option("--every", type=click.IntRange(1), default=1, help="With --many: look at every so many positions only.")
def command(
    game: str,
    folder: Path | None,
    matches: int,
    seed: str,
    interpreted: bool,
    games: int | None,
    start: int,
    jobs: int,
    every: int,
) -> None:
    try:
        module, colon, attribute = game.partition(":")
        found = getattr(import_module(module), attribute) if colon else find_game(game)
        if games is not None:
            play_many(found, games, seed, start, 1 if interpreted else jobs, every, interpreted)
        elif folder is None:
            click.echo(check_game(found, matches=matches, seed=seed, compile=not interpreted))
        else:
            for path in write_playthroughs(found, folder):
                click.echo(path)
    except (AssertionError, GalleriaError) as error:
        click.echo(str(error), err=True)
        sys.exit(1 if isinstance(error, AssertionError) else 2)


if __name__ == "__main__":
    command()
