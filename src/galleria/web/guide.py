"""The games' guides: `guide.en.md` and its translations in a game's folder, as HTML."""

from functools import cache
from pathlib import Path

from markdown_it import MarkdownIt
from markupsafe import Markup

from galleria.core.text import language


def guide_file(folder: Path) -> Path | None:
    """The guide in the reader's language, else in English; None when the game has none."""
    found = (folder / f"guide.{code}.md" for code in (language(), "en"))
    return next((file for file in found if file.is_file()), None)


@cache
def guide_html(file: Path) -> Markup:
    """A guide for a page. Tags in its text stay text."""
    return Markup(MarkdownIt("commonmark", {"html": False}).enable("table").render(file.read_text("utf-8")))  # noqa: S704
