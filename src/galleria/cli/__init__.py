"""The command `galleria`. Each subcommand lives in a module of its own, imported only when it is used."""

import errno
import io
import os
import sys
from importlib import import_module
from typing import Any

import click

from galleria import __version__
from galleria.core.errors import GalleriaError
from galleria.core.text import _, speaking

COMMANDS = {
    "serve": "galleria.web.serve:serve",
    "play": "galleria.cli.play:play",
    "games": "galleria.cli.games:list_games",
    "replay": "galleria.cli.replay:replay",
    "verify": "galleria.cli.replay:verify",
    "simulate": "galleria.study.command:simulate",
    "warm": "galleria.study.command:warm",
    "texts": "galleria.texts:command",
}
"""Name of each command and the click command behind it, as module:attribute."""


class _Lazy(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in COMMANDS:
            return None
        module, attribute = COMMANDS[cmd_name].split(":")
        command: click.Command = getattr(import_module(module), attribute)
        return command

    def make_context(self, *args: Any, **kwargs: Any) -> click.Context:
        for stream in (sys.stdin, sys.stdout, sys.stderr):
            if isinstance(stream, io.TextIOWrapper):
                stream.reconfigure(errors="replace")  # a letter that a terminal does not know is no reason to stop
        try:
            return super().make_context(*args, **kwargs)
        except click.UsageError as error:
            raise _short(error) from error

    def invoke(self, ctx: click.Context) -> object:
        try:
            with speaking(_of_the_terminal()):
                return super().invoke(ctx)
        except click.UsageError as error:
            raise _short(error) from error
        except GalleriaError as error:
            raise click.ClickException(str(error)) from error
        except OSError as error:
            if error.errno == errno.EPIPE:  # whoever read our output has had enough
                raise
            raise click.ClickException(_plainly(error)) from error


def _short(error: click.UsageError) -> click.UsageError:
    """The same error, told in one sentence: click shows how a command is used only where it knows the context."""
    if not isinstance(error, click.exceptions.NoArgsIsHelpError):
        error.ctx = None
    return error


def _of_the_terminal() -> str:
    """The language of the environment, as gettext finds it."""
    wishes = (os.environ.get(name) for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"))
    return next((wish[:2].lower() for wish in wishes if wish), "en")


def _plainly(error: OSError) -> str:
    """What stopped us: mostly a disk that is full, or a file that may not be written."""
    place = f"{error.filename}: " if error.filename is not None else ""
    return place + _("reading or writing failed (%(why)s).") % {"why": error.strerror or error}


@click.group(cls=_Lazy, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="galleria")
def main() -> None:
    """Play, study and print board games about building malls and cities."""


if __name__ == "__main__":
    main()
