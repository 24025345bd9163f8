"""Sentences in the reader's language. English stands in the code; other languages come from gettext catalogues.

A catalogue is a .po file per language: `galleria/locale/de.po` for everything that is no game's, and `locale/de.po` in
a game's own folder. A game makes its `_` with `texts(folder)`; what its catalogue lacks is looked up in Galleria's.
"""

import gettext as _gettext
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from babel import Locale

LANGUAGES = ("en", "de", "pl")
FOLDER = Path(__file__).parent.parent

_language: ContextVar[str] = ContextVar("language", default="en")


def language() -> str:
    """The language of the present reader: "en", "de" or "pl"."""
    return _language.get()


@contextmanager
def speaking(code: str) -> Iterator[None]:
    """Within the block, sentences come in the language `code` (unknown codes mean English)."""
    token = _language.set(code if code in LANGUAGES else "en")
    try:
        yield
    finally:
        _language.reset(token)


def speak(code: str) -> None:
    """From here on, until the block of `speaking` around it ends, sentences come in the language `code`."""
    _language.set(code if code in LANGUAGES else "en")


@cache
def _catalogue(folder: Path, code: str) -> _gettext.NullTranslations:
    """The catalogue of a folder in one language, read from its .po file: some 20 ms for 500 sentences."""
    path = folder / "locale" / f"{code}.po"
    if code == "en" or not path.is_file():
        found = _gettext.NullTranslations()
    else:
        from babel.messages.mofile import write_mo
        from babel.messages.pofile import read_po

        compiled = BytesIO()
        with path.open("rb") as file:
            write_mo(compiled, read_po(file, locale=code))
        compiled.seek(0)
        found = _gettext.GNUTranslations(compiled)
    if folder != FOLDER:
        found.add_fallback(_catalogue(FOLDER, code))
    return found


class Texts:
    """The sentences of a folder with a catalogue, in the present reader's language."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def gettext(self, message: str) -> str:
        """The sentence `message`."""
        return _catalogue(self.folder, language()).gettext(message) if message else ""

    def ngettext(self, singular: str, plural: str, n: int) -> str:
        """The form of the sentence that fits the number `n`, below 0 as above."""
        return _catalogue(self.folder, language()).ngettext(singular, plural, abs(n))

    def pgettext(self, context: str, message: str) -> str:
        """The sentence `message` where one English word is several elsewhere: `context` tells them apart."""
        return _catalogue(self.folder, language()).pgettext(context, message)


@cache
def texts(folder: Path) -> Texts:
    """The sentences of the game in `folder`."""
    return Texts(folder)


_OURS = texts(FOLDER)
_ = _OURS.gettext
ngettext = _OURS.ngettext
pgettext = _OURS.pgettext


def N_(message: str) -> str:  # noqa: N802 - gettext's own name for it
    """`message` itself: marks a sentence in a table of constants, to be translated by `_` where it is shown."""
    return message


@cache
def _locale(code: str) -> "Locale":
    from babel import Locale

    return Locale.parse(code)


def number(value: float) -> str:
    """A number as the present reader writes it: 1,234.5 or 1.234,5."""
    from babel.numbers import format_decimal

    return format_decimal(value, locale=_locale(language()))


def span(numbers: range) -> str:
    """First and last of the numbers in words: "2 to 5"."""
    first, last = numbers[0], numbers[-1]
    return str(first) if first == last else _("%(first)s to %(last)s") % {"first": first, "last": last}


def first_up(text: str) -> str:
    """The text with a capital first letter."""
    return text[:1].upper() + text[1:]


def in_lines(text: str, most: int = 13) -> list[str]:
    """A name in one line, or in two where it is longer than `most` and can be broken at a space or after a hyphen."""
    if len(text) <= most:
        return [text]
    words = (
        text.replace("-", "-\N{ZERO WIDTH SPACE}").replace(" ", " \N{ZERO WIDTH SPACE}").split("\N{ZERO WIDTH SPACE}")
    )
    cuts = ["".join(words[:i]).strip() for i in range(1, len(words))]
    if not cuts:
        return [text]
    first = min(cuts, key=lambda cut: max(len(cut), len(text) - len(cut)))
    return [first, text[len(first) :].strip()]


def joined(parts: Sequence[str]) -> str:
    """A list in words: "a, b and c"."""
    from babel.lists import format_list

    return format_list(parts, locale=_locale(language()))
