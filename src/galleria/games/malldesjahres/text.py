"""Sentences of the game in the reader's language."""

from pathlib import Path

from galleria.core.text import texts

TEXTS = texts(Path(__file__).parent)
_ = TEXTS.gettext
ngettext = TEXTS.ngettext
