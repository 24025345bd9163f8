"""`galleria simulate` and `galleria warm`: mass play from the command line."""

import json
import os
from typing import Any

import click
from rich.console import Console
from rich.progress import BarColumn, Progress, TaskID, TaskProgressColumn, TextColumn, TimeRemainingColumn
from rich.table import Table

from galleria.bots import BOTS
from galleria.core import GalleriaError, Game, find_game, games, read_options
from galleria.core.text import _, number

from .simulate import prepare
from .simulate import simulate as run


def _bar() -> Progress:
    """A progress bar on standard error, which only a terminal gets to see."""
    console = Console(stderr=True)
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TaskProgressColumn(),
        TimeRemainingColumn(),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    )


def _prepare(game: Game, progress: Progress) -> None:
    task = progress.add_task(f"loading {game.title}", total=1000)
    prepare(game, _counting(progress, task))
    progress.remove_task(task)


def _counting(progress: Progress, task: TaskID) -> Any:
    return lambda done, total: progress.update(task, completed=done, total=total, visible=done < total)


@click.command
@click.argument("names", metavar="[GAME]...", nargs=-1)
def warm(names: tuple[str, ...]) -> None:
    """Compile what is not compiled yet for bots and mass play: all games, or those named."""
    try:
        chosen = [find_game(name) for name in names] or list(games().values())
    except GalleriaError as error:
        raise click.UsageError(str(error)) from error
    with _bar() as progress:
        for game in chosen:
            _prepare(game, progress)
    for game in chosen:
        click.echo(_("%(game)s is ready.") % {"game": game.title})


@click.command
@click.argument("game")
@click.option("--players", type=int, help="Number of players; as many as there are bots, else two where possible.")
@click.option(
    "--games",
    "count",
    type=click.IntRange(1, 100_000_000),
    default=100,
    show_default=True,
    help="How many games to play.",
)
@click.option("--bots", help=f"One bot per player, with commas: {', '.join(BOTS)}. All random if not given.")
@click.option("--seed", default="1", show_default=True, help="Same seed, same games.")
@click.option("--box", help="Name of a shipped box, or the path of a box file.")
@click.option("--options", multiple=True, metavar="NAME=VALUE", help="A switch of the box; may be given several times.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option("--interpreted", is_flag=True, help="Use no compiled code: slow, with the same result.")
@click.option(
    "--jobs", type=click.IntRange(1), default=1, show_default=True, help="Processes that play at the same time."
)
def simulate(
    game: str,
    players: int | None,
    count: int,
    bots: str | None,
    seed: str,
    box: str | None,
    options: tuple[str, ...],
    as_json: bool,
    interpreted: bool,
    jobs: int,
) -> None:
    """Let bots play many games of GAME and sum up who won, by how much, and how long it took.

    Seats rotate: as many games in a row as there are players use the same shuffles, and every bot sits everywhere once.
    """
    try:
        found = find_game(game)
        named = [bot.strip() for bot in bots.split(",")] if bots is not None else []
        if players is None:
            players = len(named) or (2 if 2 in found.players else found.players.start)
        named = named or ["random"] * players
        with _bar() as progress:
            loading = progress.add_task(_("loading %(game)s") % {"game": found.title}, total=1000, visible=False)
            playing = progress.add_task(_("playing"), total=count, visible=False)
            result = run(
                game,
                players=players,
                games=count,
                bots=named,
                seed=seed,
                box=box,
                options=read_options(options),
                jobs=min(jobs, os.cpu_count() or 1),
                interpreted=interpreted,
                loading=_counting(progress, loading),
                progress=_counting(progress, playing),
            )
    except GalleriaError as error:
        raise click.UsageError(str(error)) from error
    if as_json:
        click.echo(json.dumps(result, indent=2, ensure_ascii=False))
    else:
        _show(found.title, result)


def _show(title: str, r: dict[str, Any]) -> None:
    console = Console()
    words = {"game": title, "games": number(r["games"]), "players": r["players"], "seed": r["seed"]}
    heading = _("%(game)s: %(games)s games, %(players)s players, seed %(seed)s") % words
    table = Table(title=heading, title_justify="left")
    table.add_column(_("bot"))
    for heading in (_("games won"), _("share"), _("95 % interval"), _("mean score"), _("deviation")):
        table.add_column(heading, justify="right")
    for row in r["seats"]:
        low, high = row["interval"]
        table.add_row(
            row["bot"],
            f"{row['wins']:g}",
            f"{row['win_rate']:.1%}",
            f"{low:.1%} to {high:.1%}",
            f"{row['mean_score']:.1f}",
            f"{row['sd_score']:.1f}",
        )
    console.print(table)
    d, n = r["length"]["decisions"], r["length"]["rounds"]
    lines = [
        f"length    {d['mean']} decisions ({d['min']} to {d['max']}), {n['mean']} rounds ({n['min']} to {n['max']})",
        f"ends      {', '.join(f'{name}: {count}' for name, count in r['ends'].items())}",
        (
            f"speed     {r['decisions']:,} decisions in {r['seconds']} s, {r['decisions_per_second']:,} a second, "
            f"{r['forced_share']:.1%} of them forced"
        ),
        f"digest    {r['digest']}",
    ]
    for line in lines:
        console.print(line, highlight=False, soft_wrap=True)
