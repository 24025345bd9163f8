"""Catalogues of sentences: taken out of code and templates, brought up to date, checked.

`galleria texts` updates the .po files of Galleria and of the installed games; the files have no line numbers and are
sorted by their English sentences, so that changes in different places seldom meet.
"""

import ast
import re
import struct
from collections.abc import Callable, Iterable, Iterator
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any

import click
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import read_mo, write_mo
from babel.messages.pofile import PoFileError, read_po, write_po

from .core.errors import GalleriaError
from .core.game import find_game, games
from .core.text import FOLDER, LANGUAGES, N_, _, ngettext

NAME = "galleria"
"""What the catalogue of everything that is no game's is called on the command line."""

CLICK = "click"
"""The same for the words of click itself, with which it writes help and errors."""

CLICK_FOLDER = FOLDER / "cli"
"""Their catalogues stand with the command line. gettext reads them there, which takes them compiled alone."""

KEYWORDS = {"_": None, "N_": None, "gettext": None, "ngettext": (1, 2), "pgettext": ((1, "c"), 2)}
METHODS = [("**.py", "python"), ("**.j2", "jinja2")]
OPTIONS = {"**.j2": {"newstyle_gettext": "true", "silent": "false"}}
OTHER_LANGUAGES = tuple(code for code in LANGUAGES if code != "en")

_PLACEHOLDER = re.compile(r"%\(\w+\)[#0 +-]*\d*(?:\.\d+)?[a-z]|%%|%[a-z]|\{\w*(?:![ars])?\}")
_EMPTY = re.compile(r'^msgstr(?:\[0\])? ""$(?!\n")', re.MULTILINE)
_HEADER = """\
msgid ""
msgstr ""
"Language: {code}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: {plurals};\\n"

"""


def folders() -> dict[str, Path]:
    """The folders with a catalogue by name: Galleria's own, and those of the installed games that speak languages."""
    own = {name: game.folder for name, game in games().items() if (game.folder / "locale").is_dir()}
    return {NAME: FOLDER, CLICK: CLICK_FOLDER, **own}


def extract(folder: Path) -> Catalog:
    """All sentences that the code and templates in `folder` mark. Galleria's own folder is taken without its games.

    For the folder with the catalogues of click it is the code of click.
    """
    found = Catalog()
    code = Path(click.__file__).parent if folder == CLICK_FOLDER else folder

    def ours(path: str) -> bool:
        name = Path(path).name
        return not name.startswith((".", "__")) and not (folder == FOLDER and name == "games")

    for file, _line, message, comments, context in extract_from_dir(
        code,
        METHODS,
        OPTIONS,
        KEYWORDS,
        comment_tags=("TRANSLATORS:",),
        strip_comment_tags=True,
        directory_filter=ours,
    ):
        if message == "":
            text = _("%(file)s: an empty sentence is marked for translation; leave the mark out.")
            raise GalleriaError(text % {"file": code / file})
        found.add(message, auto_comments=comments, context=context)
    if folder != CLICK_FOLDER:
        _refuse_hidden(folder, ours)
    return found


def _refuse_hidden(folder: Path, ours: Callable[[str], bool]) -> None:
    """Babel does not look into f-strings. Raises `GalleriaError` where a sentence is marked in one."""
    for path in sorted(folder.rglob("*.py")):
        if not all(ours(part) for part in map(str, path.relative_to(folder).parents) if part != "."):
            continue
        for node in ast.walk(ast.parse(path.read_bytes())):
            calls = (n for n in ast.walk(node) if isinstance(n, ast.Call)) if isinstance(node, ast.JoinedStr) else ()
            if any(isinstance(call.func, ast.Name) and call.func.id in KEYWORDS for call in calls):
                text = _("%(file)s:%(line)s: a sentence is marked inside an f-string, where it is not found.")
                raise GalleriaError(text % {"file": path, "line": node.lineno} + " " + _("Take it out of the braces."))


def read(folder: Path, code: str) -> Catalog:
    """The catalogue of `folder` in the language `code`; empty when there is none."""
    path = folder / "locale" / f"{code}.po"
    if not path.is_file():
        return Catalog(code)
    head, *entries = path.read_text(encoding="utf-8").split("\n\n")
    # A merge may have left a sentence twice: Babel keeps the first one, which has to be the translated one.
    entries.sort(key=lambda entry: _EMPTY.search(entry) is not None)
    try:
        return read_po(StringIO("\n\n".join([head, *entries])), code, abort_invalid=True)
    except PoFileError as error:
        raise GalleriaError(f"{path}: {error}.") from error


def update(folder: Path) -> Iterator[Path]:
    """Bring the catalogues of `folder` up to date, and yield the files that changed.

    New sentences come in empty, or as Galleria's own catalogue translates them; those that no longer occur go.
    """
    wanted = extract(folder)
    for code in OTHER_LANGUAGES:
        known, shared = read(folder, code), read(FOLDER, code)
        new = Catalog(code)
        for message in _messages(wanted):
            old = _find(known, message)
            if old is None or not _translated(old):
                old = _find(shared, message) or old
            new.add(
                message.id,
                old.string if old is not None else "",
                auto_comments=message.auto_comments,
                user_comments=old.user_comments if old is not None else (),
                flags={"fuzzy"} if old is not None and old.fuzzy else (),
                context=message.context,
            )
        out = BytesIO()
        write_po(out, new, width=0, no_location=True, omit_header=True, sort_output=True)
        text = _HEADER.format(code=code, plurals=new.plural_forms.rstrip(";")).encode() + out.getvalue()
        path = folder / "locale" / f"{code}.po"
        if not path.is_file() or path.read_bytes() != text:
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(text)
            yield path
        if folder == CLICK_FOLDER and not _is_compiled(new, code):
            path = _for_gettext(code)
            path.parent.mkdir(parents=True, exist_ok=True)
            with path.open("wb") as file:
                write_mo(file, new)
            yield path


def _for_gettext(code: str) -> Path:
    return CLICK_FOLDER / "locale" / code / "LC_MESSAGES" / f"{CLICK}.mo"


def _is_compiled(catalogue: Catalog, code: str) -> bool:
    """Whether gettext finds what the catalogue says. Dates in compiled files differ each time."""
    try:
        with _for_gettext(code).open("rb") as file:
            found = read_mo(file)
    except (OSError, ValueError, struct.error):
        return False

    def said(texts: Catalog) -> dict[str, list[str]]:
        return {_forms(m.id)[0]: _forms(m.string) for m in _messages(texts) if _translated(m) and not m.fuzzy}

    return said(found) == said(catalogue)


def problems(folder: Path) -> list[str]:
    """What is wrong with the catalogues of `folder`, in sentences; none is what they should be."""
    wanted = extract(folder)
    found = list(_wrong_imports(folder))
    guide = folder / "guide.en.md"
    for code in OTHER_LANGUAGES:
        path = folder / "locale" / f"{code}.po"
        known = read(folder, code)
        if known.plural_forms != Catalog(code).plural_forms:
            words = {"file": path, "forms": Catalog(code).plural_forms}
            found.append(_("%(file)s: Plural-Forms should be %(forms)s") % words)
        for message in _messages(wanted):
            old = _find(known, message)
            if old is None:
                complaints = [_("missing")]
            elif _forms(old.id) != _forms(message.id):
                complaints = [_("singular and plural differ from the code’s")]
            else:
                complaints = list(_complaints(old))
            found += [f"{path}: {text}: {message.id!r}" for text in complaints]
        unused = _("unused")
        found += [f"{path}: {unused}: {m.id!r}" for m in _messages(known) if _find(wanted, m) is None]
        if folder == CLICK_FOLDER and not _is_compiled(known, code):
            words = {"file": _for_gettext(code)}
            found.append(_("%(file)s: differs from its catalogue; run `galleria texts`") % words)
        if guide.is_file() and not guide.with_name(f"guide.{code}.md").is_file():
            found.append(_("%(folder)s: there is no %(file)s") % {"folder": folder, "file": f"guide.{code}.md"})
    return found


def _wrong_imports(folder: Path) -> Iterator[str]:
    """A game that takes Galleria's own `_` would not find its catalogue."""
    for path in sorted(folder.rglob("*.py")) if folder not in (FOLDER, CLICK_FOLDER) else ():
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module == "galleria.core.text":
                for name in sorted({alias.name for alias in node.names} & {"_", "ngettext", "pgettext"}):
                    text = _(
                        "%(file)s: %(name)s of galleria.core.text does not know the game’s texts; import it from .text"
                    )
                    yield text % {"file": path, "name": name}


def _messages(catalogue: Catalog) -> Iterable[Message]:
    return [message for message in catalogue if message.id]


def _find(catalogue: Catalog, message: Message) -> Message | None:
    found: Message | None = catalogue.get(message.id, message.context)
    return found


def _forms(text: Any) -> list[str]:
    """A sentence's only form, or its forms by number."""
    return [str(form) for form in text] if isinstance(text, list | tuple) else [str(text)]


def _translated(message: Message) -> bool:
    return all(_forms(message.string))


def _complaints(message: Message) -> Iterator[str]:
    if not _translated(message):
        yield _("not translated")
        return
    if message.fuzzy:
        yield "fuzzy"
    ids, forms = _forms(message.id), _forms(message.string)
    allowed = [set(_PLACEHOLDER.findall(text)) for text in ids]
    for form in forms:
        if set(_PLACEHOLDER.findall(form)) not in allowed:
            yield _("other placeholders in %(text)r") % {"text": form}
        if (form[:1].isspace(), form[-1:].isspace()) != (ids[0][:1].isspace(), ids[0][-1:].isspace()):
            yield _("other spaces at the ends of %(text)r") % {"text": form}


@click.command(
    help=N_(
        "Bring the catalogues of German and Polish texts up to date with the code."
        "\n\n"
        'Without a name those of Galleria and of all installed games that have a folder "locale"; a game that is named '
        "gets one. New texts come in untranslated: fill them in and run `galleria texts --check`."
    )
)
@click.argument("names", nargs=-1, metavar=N_("[GAME]..."))
@click.option("--check", is_flag=True, help=N_("Change nothing; say what is missing, unused or wrong."))
def command(names: tuple[str, ...], check: bool) -> None:
    known = folders()
    places = {n: known[n] if n in (NAME, CLICK) else find_game(n).folder for n in names} if names else known
    sound = True
    for name, folder in places.items():
        if not check:
            for path in update(folder):
                click.echo(_("%(file)s is new or has changed.") % {"file": path})
        left = problems(folder)
        if left:
            text = ngettext("%(name)s: %(n)s problem.", "%(name)s: %(n)s problems.", len(left))
            click.echo(text % {"name": name, "n": len(left)})
        elif check:
            click.echo(_("%(name)s: no problems.") % {"name": name})
        for line in left:
            click.echo(f"  {line}")
        sound &= not left
    if check and not sound:
        raise click.exceptions.Exit(1)
