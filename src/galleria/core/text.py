"""Sentences in the reader's language. English stands in the code; other languages come from gettext catalogues."""

import gettext as _gettext
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from pathlib import Path

LANGUAGES = ("en", "de", "pl")
LOCALE = Path(__file__).parent.parent / "locale"

_language: ContextVar[str] = ContextVar("language", default="en")


@cache
def _catalogue(language: str) -> _gettext.NullTranslations:
    return _gettext.translation("galleria", LOCALE, languages=[language], fallback=True)


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


def _(message: str) -> str:
    """`message` in the present language."""
    return _catalogue(language()).gettext(message)


def ngettext(singular: str, plural: str, n: int) -> str:
    """The form of the sentence that fits the number `n`, in the present language."""
    return _catalogue(language()).ngettext(singular, plural, n)
