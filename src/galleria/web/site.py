"""What every route needs: the parts of the running server, who is asking, and pages from templates."""

from collections.abc import Hashable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any
from zlib import compress, decompress

from anyio.to_thread import run_sync
from fastapi import Depends, Request, Response
from fastapi.responses import HTMLResponse
from jinja2 import (
    BaseLoader,
    ChoiceLoader,
    Environment,
    FileSystemLoader,
    PackageLoader,
    PrefixLoader,
    StrictUndefined,
    pass_context,
)
from jinja2.runtime import Context, Macro
from markupsafe import Markup

from galleria.core import Game
from galleria.core.text import FOLDER, Texts, language, number, speak, texts

from . import moments
from .analysis import Analyst
from .archive import Archive
from .assets import Assets
from .botpool import BotPool
from .database import Unavailable, now
from .fairness import Seeds
from .film import Films
from .hub import Hub
from .kept import Kept
from .languages import NAMES, chosen, wished
from .people import COOKIE, COOKIE_AGE, device_name, fresh_token, shown_token, token_hash
from .present import compiling
from .settings import Settings
from .storage import Store
from .tables import Tables
from .working import computed

if TYPE_CHECKING:
    from .hints import Hints


@dataclass(frozen=True)
class Site:
    """The parts of a running server."""

    settings: Settings
    games: Mapping[str, Game]
    store: Store
    hub: Hub
    bots: BotPool
    tables: Tables
    assets: Assets
    templates: Environment
    archive: Archive
    analyst: Analyst
    films: Films
    hints: "Hints"
    seeds: Seeds


@dataclass(frozen=True)
class Visitor:
    """Who is asking."""

    token: str | None
    """The cookie's secret, when there is a well-formed one."""
    person: int | None
    """Known once she has made a table or taken a seat."""
    name: str
    """As she used it last, or ""."""
    device: int | None = None
    """The one on which she is now."""
    device_name: str | None = None
    """What it seems to be."""
    language: str | None = None
    """As chosen: by her, or on this device by somebody who is nobody yet."""


@lru_cache(4096)
def _safe(text: str) -> Markup:
    return Markup(text)  # noqa: S704 - a sentence of the catalogues


def _filled(text: str, words: Mapping[str, Any]) -> Markup:
    """A sentence of a catalogue with the words it names, which are escaped."""
    return _safe(text) % words if words or "%" in text else _safe(text)


class _Shelf(PrefixLoader):
    """Templates by game; their names keep the game's, so that each finds its catalogue."""

    load = BaseLoader.load


class _Quick(Environment):
    """Looks into dicts first. Views are dicts, and a page asks them thousands of times."""

    def getattr(self, obj: Any, attribute: str) -> Any:
        """`obj.attribute` of a template; dicts keep their methods."""
        if type(obj) is dict and attribute in obj and attribute not in _METHODS:
            return obj[attribute]
        return super().getattr(obj, attribute)


_METHODS = frozenset(dir(dict))


def make_templates(games: Mapping[str, Game], assets: Assets) -> Environment:
    """The environment of all pages."""
    templates = _Quick(
        loader=ChoiceLoader(
            [
                PackageLoader("galleria.web", "templates"),
                _Shelf({game.name: FileSystemLoader(Path(game.folder)) for game in games.values()}),
            ]
        ),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
        auto_reload=False,
    )
    ours = texts(FOLDER)
    theirs = {name: texts(game.folder) for name, game in games.items()}

    def speaker(context: Context) -> Texts:
        """The catalogue of the template that speaks: a game's folder comes first in the names of its templates."""
        return theirs.get((context.name or "").partition("/")[0], ours)

    @pass_context
    def gettext(context: Context, message: str, **words: Any) -> Markup:
        return _filled(speaker(context).gettext(message), words)

    @pass_context
    def ngettext(context: Context, singular: str, plural: str, n: int, **words: Any) -> Markup:
        return _filled(speaker(context).ngettext(singular, plural, n), {"num": n, **words})

    @pass_context
    def pgettext(context: Context, about: str, message: str, **words: Any) -> Markup:
        return _filled(speaker(context).pgettext(about, message), words)

    @pass_context
    def kept(context: Context, macro: Macro, key: Hashable, *args: Any, made_of: Any = None) -> Markup:
        found = pieces.get((context.name, language(), macro.name, key), lambda: _packed(macro(*args)), made_of)
        return Markup(decompress(found).decode()) if isinstance(found, bytes) else found  # noqa: S704 - it was Markup

    pieces: Kept[Markup | bytes] = Kept(1 << 23, len)
    # Jinja's own extension for this makes new Markup of every text of every page: an eighth of the time of a page.
    templates.globals |= {"_": gettext, "gettext": gettext, "ngettext": ngettext, "pgettext": pgettext, "kept": kept}
    templates.filters["number"] = number
    templates.globals["static"] = assets.url
    templates.filters |= {"ago": moments.ago, "machine": moments.machine, "clock": moments.clock, "span": moments.span}
    return templates


LONG = 500
"""Characters from which on a piece of a page is kept compressed, in a third of the memory."""


def _packed(piece: Markup) -> Markup | bytes:
    return piece if len(piece) < LONG else compress(piece.encode(), 1)


def the_site(request: Request) -> Site:
    """The running server's parts."""
    site: Site = request.app.state.site
    return site


async def the_visitor(request: Request) -> Visitor:
    """Who is asking, by her cookie or token."""
    token = shown_token(request)
    known = token_hash(token)
    here = device_name(request.headers.get("user-agent", ""))
    if known is None:
        return Visitor(None, None, "", None, here, chosen(request))
    store = the_site(request).store
    device = await computed(store.device, known)
    if device is None:
        return Visitor(token, None, "", None, here, chosen(request))
    # What she has chosen follows her to all her devices; a program says with each request what it wishes.
    if device.language is not None and not (request.url.path.startswith("/api/") and wished(request)):
        speak(device.language)
    if not device.name or now() - device.seen > SEEN_AGAIN:
        with suppress(Unavailable):  # the next request notes it
            await run_sync(store.saw, device.id, here)
    return Visitor(token, device.person, device.person_name, device.id, here, device.language)


SEEN_AGAIN = 6 * 3600
"""Seconds after which it is noted again that a device is used."""

TheSite = Annotated[Site, Depends(the_site)]
TheVisitor = Annotated[Visitor, Depends(the_visitor)]


async def enrolled(site: Site, visitor: Visitor, response: Response | None = None) -> int:
    """The visitor's id, made if new. Without a cookie she gets one with `response`."""
    if visitor.person is not None:
        return visitor.person
    token = visitor.token or fresh_token()
    if visitor.token is None and response is not None:
        give_cookie(response, token)
    known = token_hash(token)
    assert known is not None
    return await run_sync(lambda: site.store.enrol(known, name=visitor.device_name, language=visitor.language))


def give_cookie(response: Response, token: str, *, secure: bool = False) -> None:
    """Let the browser remember the secret by which we know its person."""
    response.set_cookie(COOKIE, token, max_age=COOKIE_AGE, httponly=True, samesite="lax", secure=secure)


def page_globals(site: Site, visitor: Visitor) -> dict[str, Any]:
    """What every page knows."""
    return {
        "lang": language(),
        "languages": NAMES,
        "csrf": "",
        "visitor": {"name": visitor.name},
        "compiling": compiling(site.bots, site.games),
    }


def page(
    site: Site,
    visitor: Visitor,
    template: str,
    context: Mapping[str, Any],
    *,
    status: int = 200,
    headers: Mapping[str, str] | None = None,
) -> HTMLResponse:
    """A page from a template. Blocks for some milliseconds."""
    html = site.templates.get_template(template).render({**page_globals(site, visitor), **context})
    return HTMLResponse(html, status, {"Cache-Control": "no-cache, private", **(headers or {})})
