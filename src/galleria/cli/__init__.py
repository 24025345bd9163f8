"""The command `galleria`. Each subcommand lives in a module of its own, imported only when it is used."""

import errno
import gettext
import io
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from copy import copy
from importlib import import_module
from pathlib import Path
from typing import Any, TypeVar

import click

from galleria import __version__
from galleria.core.errors import GalleriaError
from galleria.core.text import LANGUAGES, N_, _, speaking

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

CLICK = "click"
"""gettext's domain of click's own words: `locale/de/LC_MESSAGES/click.mo`, which `galleria texts` keeps."""

TYPES = (N_("text"), N_("integer"), N_("integer range"), N_("float range"))
"""What click calls the values of options, in help and in errors."""

_C = TypeVar("_C", bound=click.Command)


class _Lazy(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in COMMANDS:
            return None
        module, attribute = COMMANDS[cmd_name].split(":")
        command: click.Command = getattr(import_module(module), attribute)
        return _translated(command)

    def main(self, args: Sequence[str] | None = None, *more: Any, **kwargs: Any) -> Any:
        for stream in (sys.stdin, sys.stdout, sys.stderr):
            if isinstance(stream, io.TextIOWrapper):
                stream.reconfigure(errors="replace")  # a letter that a terminal does not know is no reason to stop
        given = sys.argv[1:] if args is None else list(args)
        code = self._chosen(given) or _of_the_terminal()
        with speaking(code), _click_speaks(code):
            return super(_Lazy, _translated(self)).main(given, *more, **kwargs)

    def _chosen(self, args: list[str]) -> str | None:
        """The language that an option asks for, if there is one; needed before anything can be said about the rest."""
        plain = copy(self)  # what a command has made for its help stays with it, in the language of that moment
        parse = click.Group.make_context
        with parse(plain, None, list(args), resilient_parsing=True, ignore_unknown_options=True) as ctx:
            code: str | None = ctx.params["language"]
            return code

    def make_context(self, *args: Any, **kwargs: Any) -> click.Context:
        try:
            return super().make_context(*args, **kwargs)
        except click.UsageError as error:
            raise _short(error) from error

    def invoke(self, ctx: click.Context) -> object:
        try:
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
    """The language of the environment, as gettext finds it: the first one that we speak of those that are wished."""
    values = (os.environ.get(name) for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"))
    wishes = next((value for value in values if value), "").split(":")
    return next((wish[:2].lower() for wish in wishes if wish[:2].lower() in LANGUAGES), "en")


@contextmanager
def _click_speaks(code: str) -> Iterator[None]:
    """Within the block click takes its own words, for which it asks gettext's default domain, from our catalogue.

    gettext reads the language from the environment alone. It is changed, for programs that we start too, only when it
    asks for another language than `code`.
    """
    before, wish = gettext.textdomain(), os.environ.get("LANGUAGE")
    gettext.bindtextdomain(CLICK, str(Path(__file__).parent / "locale"))
    gettext.textdomain(CLICK)
    found = gettext.find(CLICK, gettext.bindtextdomain(CLICK))
    if (Path(found).parts[-3] if found else "en") != code:
        os.environ["LANGUAGE"] = code
    try:
        yield
    finally:
        gettext.textdomain(before)
        os.environ.pop("LANGUAGE", None)
        if wish is not None:
            os.environ["LANGUAGE"] = wish


def _translated(command: _C) -> _C:
    """A copy of a command whose help speaks the language of the present reader."""
    said = copy(command)
    said.help = _known(command.help)
    said.options_metavar = _known(command.options_metavar)
    if isinstance(said, click.Group):
        said.subcommand_metavar = _(said.subcommand_metavar)
    said.params = [_translated_parameter(param) for param in command.params]
    return said


def _translated_parameter(param: click.Parameter) -> click.Parameter:
    said = copy(param)
    said.help = _known(param.help)
    said.metavar = _known(param.metavar)
    said.type = copy(param.type)
    said.type.name = _(param.type.name)
    return said


def _plainly(error: OSError) -> str:
    """What stopped us: mostly a disk that is full, or a file that may not be written."""
    place = f"{error.filename}: " if error.filename is not None else ""
    return place + _("reading or writing failed (%(why)s).") % {"why": error.strerror or error}


def _known(text: str | None) -> str | None:
    return None if text is None else _(text)


def _version(_ctx: click.Context) -> str:
    return _("%(prog)s, version %(version)s") % {"prog": "galleria", "version": __version__}


@click.group(
    cls=_Lazy,
    context_settings={"help_option_names": ["-h", "--help"]},
    options_metavar=N_("[OPTIONS]"),
    subcommand_metavar=N_("COMMAND [ARGS]..."),
    help=N_("Play, study and print board games about building malls and cities."),
)
@click.custom_version_option(_version, help=N_("Show the version and exit."))
@click.option(
    "--language", type=click.Choice(LANGUAGES), help=N_("Language of all texts.  [default: that of the terminal]")
)
def main(language: str | None) -> None:
    """Galleria's command line."""
    del language  # `_Lazy.main` has it already


if __name__ == "__main__":
    main()
