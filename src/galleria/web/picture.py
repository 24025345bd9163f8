"""The board as a picture that stands alone: for replays, notebooks and print. The same SVG as in the browser."""

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment

from galleria.core import Game, Match

from .assets import Assets
from .selection import Nothing
from .settings import default_modules
from .site import make_templates


@cache
def _style(folder: Path) -> str:
    """Colours and lines of the frame, then the game's. A picture does without their typefaces."""
    sheets = (Path(__file__).parent / "static" / "galleria.css", folder / "static" / "style.css")
    lines = (line for sheet in sheets if sheet.is_file() for line in sheet.read_text().splitlines())
    return "\n".join(line for line in lines if not line.startswith("@font-face"))


def board(match: Match, seat: int = -1) -> str:
    """The board as `seat` (-1: a spectator) may see it now: an SVG document with its own style."""
    templates = make_templates({match.game.name: match.game}, Assets((), default_modules()))
    return picture(templates, match.game, match.view(seat), seat)


def picture(templates: Environment, game: Game, view: Mapping[str, Any], seat: int) -> str:
    """The board that a view of the game shows: an SVG document with its own style."""
    context = {"view": view, "seat": seat, "sel": Nothing()}
    drawn = templates.get_template(f"{game.name}/board.svg.j2").render(context)
    symbols = templates.get_template(f"{game.name}/symbols.svg.j2").render(context)
    _, tag, inside = drawn.partition("<svg ")
    attributes, end, inside = inside.partition(">")
    attributes = attributes.replace('class="', f'class="mood-{game.name} ', 1)
    style = f"<style><![CDATA[\nsvg {{ background: var(--paper); }}\n{_style(game.folder)}\n]]></style>"
    return f"{tag}{attributes}{end}{style}<defs>{symbols}</defs>{inside.rstrip()}".replace("\n\n", "\n")
