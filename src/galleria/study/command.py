"""`galleria simulate` and `galleria warm`: mass play from the command line."""

import json
import os
from typing import Any

import click
from rich.console import Console
from rich.progress import BarColumn, Progress, TaskID, TaskProgressColumn, TextColumn, TimeRemainingColumn
from rich.table import Table

from galleria.core import GalleriaError, Game, find_game, games, read_options
from galleria.core.text import N_, _, language, number
from galleria.options import with_box

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
    task = progress.add_task(_("loading %(game)s") % {"game": game.title}, total=1000)
    prepare(game, _counting(progress, task))
    progress.remove_task(task)


def _counting(progress: Progress, task: TaskID) -> Any:
    return lambda done, total: progress.update(task, completed=done, total=total, visible=done < total)


@click.command(help=N_("Compile what is not compiled yet for bots and mass play: all games, or those named."))
@click.argument("names", metavar=N_("[GAME]..."), nargs=-1)
def warm(names: tuple[str, ...]) -> None:
    try:
        chosen = [find_game(name) for name in names] or list(games().values())
    except GalleriaError as error:
        raise click.UsageError(str(error)) from error
    with _bar() as progress:
        for game in chosen:
            _prepare(game, progress)
    for game in chosen:
        click.echo(_("%(game)s is ready.") % {"game": game.title})


@click.command(
    help=N_(
        "Let bots play many games of GAME and sum up who won, by how much, and how long it took."
        "\n\n"
        "Seats rotate: as many games in a row as there are players use the same shuffles, "
        "and every bot sits everywhere once."
    )
)
@click.argument("game", metavar=N_("GAME"))
@click.option("--players", type=int, help=N_("Number of players; as many as there are bots, else two where possible."))
@click.option(
    "--games",
    "count",
    type=click.IntRange(1, 100_000_000),
    default=100,
    show_default=True,
    help=N_("How many games to play."),
)
@click.option(
    "--bots",
    help=N_("One bot per player, with commas: random, greedy, easy, normal, hard. All random if not given."),
)
@click.option("--seed", default="1", show_default=True, help=N_("Same seed, same games."))
@with_box
@click.option("--json", "as_json", is_flag=True, help=N_("Print one JSON object."))
@click.option("--interpreted", is_flag=True, help=N_("Use no compiled code: slow, with the same result."))
@click.option(
    "--jobs", type=click.IntRange(1), default=1, show_default=True, help=N_("Processes that play at the same time.")
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
    table.columns[3].no_wrap = True  # the interval; headings give way where the line is too short
    for row in r["seats"]:
        low, high = row["interval"]
        table.add_row(
            row["bot"],
            _written(f"{row['wins']:g}"),
            _percent(row["win_rate"]),
            _("%(first)s to %(last)s") % {"first": _percent(low), "last": _percent(high)},
            _written(f"{row['mean_score']:.1f}"),
            _written(f"{row['sd_score']:.1f}"),
        )
    console.print(table)
    d, n = r["length"]["decisions"], r["length"]["rounds"]
    words = {
        "mean": d["mean"],
        "min": d["min"],
        "max": d["max"],
        "rounds": n["mean"],
        "fewest": n["min"],
        "most": n["max"],
    }
    length = _("%(mean)s decisions (%(min)s to %(max)s), %(rounds)s rounds (%(fewest)s to %(most)s)")
    speed = _("%(decisions)s decisions in %(seconds)s s, %(each)s a second, %(forced)s of them forced")
    lines = {
        _("length"): length % {key: _written(str(value)) for key, value in words.items()},
        _("ends"): ", ".join(f"{name}: {count}" for name, count in r["ends"].items()),
        _("speed"): speed
        % {
            "decisions": number(r["decisions"]),
            "seconds": _written(str(r["seconds"])),
            "each": number(r["decisions_per_second"]),
            "forced": _percent(r["forced_share"]),
        },
        _("digest"): r["digest"],
    }
    wide = max(10, *(len(name) + 2 for name in lines))
    for name, line in lines.items():
        console.print(f"{name:<{wide}}{line}", highlight=False, soft_wrap=True)


def _written(digits: str) -> str:
    """A number as Python writes it, with the decimal mark of the present reader."""
    from babel.numbers import get_decimal_symbol

    return digits.replace(".", get_decimal_symbol(language()))


def _percent(share: float) -> str:
    return _("%(share)s%%") % {"share": _written(f"{100 * share:.1f}")}
