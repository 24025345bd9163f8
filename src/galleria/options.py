"""Options that commands of several packages have."""

from collections.abc import Callable
from typing import Any

import click

from galleria.core.text import N_


def with_box(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command `--box` and `--options`: which box is played, and with which of its switches."""
    for option in (
        click.option(
            "--options",
            multiple=True,
            metavar=N_("NAME=VALUE"),
            help=N_("A switch of the box; may be given several times."),
        ),
        click.option("--box", help=N_("Name of a shipped box, or the path of a box file.")),
    ):
        command = option(command)
    return command
