"""`galleria games`: what is installed."""

import json
from typing import Any

import click

from galleria.core import Game, games
from galleria.core.text import N_, _


def _facts(game: Game) -> dict[str, Any]:
    return {
        "name": game.name,
        "title": game.title,
        "blurb": game.blurb(),
        "players": {"min": game.players[0], "max": game.players[-1]},
        "minutes": game.minutes,
        "rules_version": game.rules_version,
        "longest": game.longest,
        "boxes": list(game.boxes),
        "options": {key: list(values) for key, values in game.options.items()},
        "sources": list(game.sources),
        "ends": list(game.ends),
        "actions": game.actions.size,
    }


@click.command("games", help=N_("List the installed games."))
@click.option("--json", "as_json", is_flag=True, help=N_("Print a JSON list with all facts."))
def list_games(as_json: bool) -> None:
    facts = [_facts(game) for game in games().values()]
    if as_json:
        click.echo(json.dumps(facts, indent=2, ensure_ascii=False))
        return
    from rich.console import Console
    from rich.table import Table

    table = Table(box=None, pad_edge=False, header_style="bold")
    for heading in (_("name"), _("title"), _("players"), _("minutes"), _("boxes")):
        table.add_column(heading)
    for game in facts:
        players = "-".join(str(n) for n in sorted(set(game["players"].values())))
        table.add_row(game["name"], game["title"], players, game["minutes"], ", ".join(game["boxes"]))
    Console(soft_wrap=True).print(table)
