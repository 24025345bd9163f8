"""`galleria replay` and `galleria verify`: the text record of a match, looked at and checked."""

import hashlib
import json
import re
import sys
from pathlib import Path

import click

from galleria.core import GalleriaError, Match, RecordError
from galleria.core.text import N_, _, ngettext

from .play import ended

LARGEST = 8_000_000
"""Bytes: far more than any match needs."""


def read(path: Path) -> str:
    """The text of a file. GalleriaError when it cannot be read or is far too large, RecordError when it is no text."""
    try:
        with path.open("rb") as file:
            raw = file.read(LARGEST + 1)
    except OSError as error:
        raise GalleriaError(_("%(file)s: cannot be read (%(why)s).") % {"file": path, "why": error.strerror}) from None
    if len(raw) > LARGEST:
        words = {"file": path, "most": LARGEST // 1_000_000}
        raise GalleriaError(_("%(file)s: is larger than %(most)s MB; a record of a match is much smaller.") % words)
    try:
        return raw.decode()
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        text = _("line %(n)s: this is not text in UTF-8; a record of a match is.") % {"n": line}
        raise RecordError(text) from None


def seat_number(match: Match, seat: str) -> int:
    """A seat by its number from 0, or by its name; -1 for a spectator."""
    players = match.names[: match.state.players]
    if seat in players:
        return players.index(seat)
    if seat in {str(i) for i in range(-1, len(players))}:
        return int(seat)
    known = ", ".join(f"{i} {name}" for i, name in enumerate(players))
    words = {"seat": seat, "seats": known}
    raise GalleriaError(_("There is no seat “%(seat)s”; there are %(seats)s, and -1 for a spectator.") % words)


def _log(match: Match, seat: int) -> list[str]:
    """What happened, in sentences, as far as `seat` may know."""
    context = match.context_for(seat)
    lines: list[str] = []
    number = 0
    for event in match.events_for(seat):
        sentence = match.game.sentence(event, context)
        if not sentence:
            continue
        if event.number != number:
            number = event.number
            lines.append(f"{number}.")
        lines.append(f"   {sentence}")
    return lines


def _text(match: Match, seat: int) -> str:
    game = match.game
    names = " | ".join(match.names)
    lines = [
        _("%(game)s, box %(box)s: %(names)s") % {"game": game.title, "box": match.box.name, "names": names},
        *_log(match, seat),
        "",
        game.board_text(match.view(seat)),
        "",
    ]
    if match.over:
        lines.append(ended(match))
        lines += [f"{s.rank}. {s.name}: {s.total}" for s in match.scores()]
    else:
        lines.append(_("To act: %(names)s.") % {"names": ", ".join(match.names[i] for i in match.to_act)})
    return "\n".join(lines)


_played_with = click.option("--box", help=N_("The box file it was played with, when it is not one of the game's own."))


@click.command(help=N_("Show a match from its record: log and board, data, or the board as a picture."))
@click.argument("file", metavar=N_("FILE"), type=click.Path(path_type=Path))
@click.option(
    "--at", type=int, metavar="N", help=N_("Show the situation after action N (0: the start). The end, if not given.")
)
@click.option(
    "--seat", default="-1", metavar="K", help=N_("Show what this seat may see: number from 0, or name. A spectator.")
)
@click.option("--format", "form", type=click.Choice(["text", "json", "svg"]), default="text", show_default=True)
@_played_with
def replay(file: Path, at: int | None, seat: str, form: str, box: str | None) -> None:
    try:
        match = Match.parse(read(file), box=box)
        total = len(match.actions)
        if at is not None and not 0 <= at <= total:
            words = {"number": at, "total": total}
            raise GalleriaError(
                _("There is no action %(number)s; the match has %(total)s, and 0 is its start.") % words
            )
        eyes = seat_number(match, seat)
        match.rewind(total if at is None else at)
        if form == "svg":
            from galleria.web.picture import board

            click.echo(board(match, eyes))
        elif form == "json":
            from galleria.web.export import match_data

            click.echo(json.dumps(match_data(match, eyes, total), indent=2, ensure_ascii=False))
        else:
            click.echo(_text(match, eyes))
    except RecordError as error:
        raise click.UsageError(f"{file}: {error}") from error
    except GalleriaError as error:
        raise click.UsageError(str(error)) from error


@click.command(
    help=N_(
        "Check a record: that its seed and actions lead to its result, byte for byte, and its seed is the promised one."
        "\n\n"
        "Exit code 0 when all is well, 1 when the record is damaged or tells something else."
    )
)
@click.argument("file", metavar=N_("FILE"), type=click.Path(path_type=Path))
@_played_with
@click.option(
    "--commitment",
    metavar=N_("HASH"),
    help=N_("The fingerprint of the shuffle, as the table showed it at first."),
)
def verify(file: Path, box: str | None, commitment: str | None) -> None:
    if commitment is not None and not re.fullmatch(r"[0-9a-f]{64}", commitment.strip().lower()):
        raise click.UsageError(_("A fingerprint is 64 hexadecimal digits, as the table shows it."))
    try:
        match = Match.parse(read(file), box=box)
    except RecordError as error:
        click.echo(f"{file}: {error}", err=True)
        sys.exit(1)
    except GalleriaError as error:
        raise click.UsageError(str(error)) from error
    results = ", ".join(f"{s.name} {s.total}" for s in match.scores())
    number = len(match.actions)
    words = {"file": file, "game": match.game.title, "n": number, "results": results}
    if match.over:
        text = ngettext(
            "%(file)s: sound. %(game)s, %(n)s action, played to the end; %(results)s.",
            "%(file)s: sound. %(game)s, %(n)s actions, played to the end; %(results)s.",
            number,
        )
    else:
        text = ngettext(
            "%(file)s: sound. %(game)s, %(n)s action, unfinished; %(results)s.",
            "%(file)s: sound. %(game)s, %(n)s actions, unfinished; %(results)s.",
            number,
        )
    click.echo(text % words)
    made = None if match.seed is None else hashlib.sha256(match.seed.encode()).hexdigest()
    if commitment is None:
        if made is not None:
            click.echo(_("The seed’s hash, as shown at the start: %(hash)s") % {"hash": made})
        return
    if made is None:
        text = _("%(file)s: it begins in a position made by hand, so there is no seed to check.")
        click.echo(text % {"file": file}, err=True)
        sys.exit(1)
    if made != commitment.strip().lower():
        text = _("%(file)s: its seed has the fingerprint %(hash)s, not the one that was promised.")
        click.echo(text % {"file": file, "hash": made}, err=True)
        sys.exit(1)
    click.echo(_("Its seed has the fingerprint that was promised."))
