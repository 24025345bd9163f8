"""Which language a page speaks: the one its reader chose, else the first of the browser's that we know.

Whoever is known to the server has chosen it for all her devices (`site.the_visitor`), others for this one.
"""

import re
from urllib.parse import urlsplit

from fastapi import Request, Response
from starlette.routing import Match
from starlette.types import ASGIApp, Receive, Scope, Send

from galleria.core.text import LANGUAGES, speaking

from .people import COOKIE_AGE

COOKIE = "language"
NAMES = {"en": "English", "de": "Deutsch", "pl": "Polski"}
"""Languages as those call them who speak them."""

_WISH = re.compile(r"\s*([A-Za-z]{2,3})(?:-[\w-]+)?\s*(?:;\s*q\s*=\s*([01](?:\.\d{0,3})?)\s*)?")


class Languages:
    """ASGI middleware: everything within a request is said in its reader's language."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        with speaking(preferred(Request(scope))):
            await self._app(scope, receive, send)


def preferred(request: Request) -> str:
    """The language of a stranger: chosen by a cookie, else the browser's first one that we speak."""
    return chosen(request) or wished(request) or "en"


def chosen(request: Request) -> str | None:
    """The language that was chosen on this device."""
    code = request.cookies.get(COOKIE, "")
    return code if code in LANGUAGES else None


def wished(request: Request) -> str | None:
    """The first language that the browser, or a program, asks for and we speak."""
    parts = request.headers.get("accept-language", "").split(",")[:16]
    found = [wish for part in parts if (wish := _WISH.fullmatch(part))]
    wishes = sorted(((float(wish[2] or 1), wish[1].lower()) for wish in found), key=lambda wish: -wish[0])
    return next((code for weight, code in wishes if weight and code in LANGUAGES), None)


def remember(response: Response, language: str, *, secure: bool) -> None:
    """Let this device speak a language also to somebody whom the server does not know yet."""
    response.set_cookie(COOKIE, language, max_age=COOKIE_AGE, httponly=True, samesite="lax", secure=secure)


def back(request: Request) -> str:
    """Where the form was sent from; the nearest page above when that was the answer to another form."""
    came = urlsplit(request.headers.get("referer", ""))
    if came.netloc != request.url.netloc:
        return "/"
    if _is_page(request, came.path):
        return f"{came.path}?{came.query}" if came.query else came.path
    above = came.path.rpartition("/")[0]
    return above if _is_page(request, above) else "/"


def _is_page(request: Request, path: str) -> bool:
    scope = {"type": "http", "method": "GET", "path": path, "root_path": "", "headers": []}
    return any(route.matches(scope)[0] is Match.FULL for route in request.app.routes)
