"""The games' guides: `guide.en.md` and its translations in a game's folder, as HTML.

A line `{#topic}` before a heading names the section under it. A view whose `prompt["topic"]` has that name gets the
section shown first, beside the board.
"""

from functools import cache
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.token import Token
from markupsafe import Markup
from mdit_py_plugins.attrs import attrs_block_plugin

from galleria.core.text import language

_MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table").use(attrs_block_plugin, allowed=["id"])


def guide_file(folder: Path) -> Path | None:
    """The guide in the reader's language, else in English; None when the game has none."""
    found = (folder / f"guide.{code}.md" for code in (language(), "en"))
    return next((file for file in found if file.is_file()), None)


@cache
def guide_html(file: Path) -> Markup:
    """A guide for a page. Tags in its text stay text."""
    return Markup(_MARKDOWN.render(file.read_text("utf-8")))  # noqa: S704


@cache
def guide_beside(file: Path) -> Markup:
    """A guide for the side of a board: without its title, headings one level lower, and without names of its own."""
    return _rendered(_tokens(file))


@cache
def guide_section(file: Path, topic: str) -> tuple[str, Markup] | None:
    """Heading and text of the section that is named so, for the side of a board; None when there is none."""
    tokens = _tokens(file)
    start = next(
        (i for i, token in enumerate(tokens) if token.type == "heading_open" and token.attrGet("id") == topic), None
    )
    if start is None:
        return None
    level = tokens[start].tag
    after = (i for i, token in enumerate(tokens) if i > start and token.type == "heading_open" and token.tag <= level)
    return tokens[start + 1].content, _rendered(tokens[start + 3 : next(after, len(tokens))])


def inline(text: str) -> Markup:
    """One paragraph with **emphasis**. Tags in it stay text."""
    return Markup(_MARKDOWN.renderInline(text))  # noqa: S704


def topics(file: Path) -> frozenset[str]:
    """The names of all sections that have one."""
    found = (token.attrGet("id") for token in _tokens(file) if token.type == "heading_open")
    return frozenset(str(topic) for topic in found if topic is not None)


def _tokens(file: Path) -> list[Token]:
    return _MARKDOWN.parse(file.read_text("utf-8"))


def _rendered(tokens: list[Token]) -> Markup:
    kept: list[Token] = []
    title = False
    for token in tokens:
        if token.type.startswith("heading_"):
            title = token.tag == "h1" if token.type == "heading_open" else title
            if token.tag == "h1":
                continue
            token.tag = f"h{min(6, int(token.tag[1]) + 1)}"
            token.attrs.pop("id", None)
        elif title and token.type == "inline":
            title = False
            continue
        kept.append(token)
    return Markup(_MARKDOWN.renderer.render(kept, _MARKDOWN.options, {}))  # noqa: S704
