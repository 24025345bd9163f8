"""How much one person, and everybody behind one address, may ask of the server: generous for play, tight for guessing.

Counted in the memory of each process. Where a proxy stands in front, `galleria serve --proxy` tells which one may say
whose request it passes on; else everybody would share the proxy's own address.
"""

import hashlib
import re
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address, ip_network
from math import ceil
from time import time

from limits import RateLimitItem, parse_many
from limits.aio.storage import MemoryStorage
from limits.aio.strategies import SlidingWindowCounterRateLimiter
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from galleria.core.errors import GalleriaError
from galleria.core.text import ngettext

from .people import shown_token, token_hash


class TooMany(GalleriaError):
    """Too much was asked; after `wait` seconds it is possible again."""

    def __init__(self, wait: int) -> None:
        super().__init__(
            ngettext(
                "That was too much at once; please try again in %(n)s second.",
                "That was too much at once; please try again in %(n)s seconds.",
                wait,
            )
            % {"n": wait}
        )
        self.wait = wait


@dataclass(frozen=True)
class Kind:
    """Requests that are counted together."""

    name: str
    requests: re.Pattern[str]
    """Of "METHOD /path"."""
    person: str
    """Limits for one person, as the library `limits` writes them."""
    address: str
    """Limits for all that come from one address: a family, a club."""


KINDS = (
    Kind("all", re.compile(r"[A-Z]+ /(?!static/|healthz$).*"), "1800/minute", "6000/minute"),
    Kind("tables", re.compile(r"POST /(new|play|api/tables|api/people)"), "30/minute; 300/hour", "60/minute; 600/hour"),
    Kind("keys", re.compile(r"[A-Z]+ /(move|api/keys)/[^/]+"), "20/minute; 60/hour", "40/minute; 200/hour"),
    Kind(
        "codes",
        re.compile(r"[A-Z]+ /(join|watch|api/invitations|api/watch)/[^/]+"),
        "40/minute; 300/hour",
        "60/minute; 600/hour",
    ),
)
PAGES = {"person": 40, "address": 400}
"""Live pages that may be open at the same time."""

_STREAM = re.compile(r"/(api/tables|table)/[^/]+/live")


def address(scope: Scope) -> str:
    """Where a request comes from. A home has 2**64 addresses of the new kind: they count as one."""
    host = scope["client"][0] if scope.get("client") else ""
    try:
        found = ip_address(host)
    except ValueError:
        return host
    if not isinstance(found, IPv6Address):
        return host
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return str(ip_network((int(found), 64), strict=False))


def person(request: Request) -> str | None:
    """Who asks, by her token; well-formed, but looked up nowhere."""
    known = token_hash(shown_token(request))
    return None if known is None else hashlib.sha256(known).hexdigest()[:16]


class Limits:
    """ASGI middleware: refuses what is too much with `refuse(request, TooMany)`."""

    def __init__(self, app: ASGIApp, refuse: Callable[[Request, Exception], Awaitable[Response]]) -> None:
        self._app, self._refuse = app, refuse
        self._limiter = SlidingWindowCounterRateLimiter(MemoryStorage())
        self._open: Counter[tuple[str, str]] = Counter()
        self._kinds = [(kind, parse_many(kind.person), parse_many(kind.address)) for kind in KINDS]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        request = Request(scope, receive)
        who = {"address": address(scope), "person": person(request)}
        asked = f"{scope['method']} {scope['path']}"
        for kind, of_person, of_address in self._kinds:
            if not kind.requests.fullmatch(asked):
                continue
            for name, limits in (("person", of_person), ("address", of_address)):
                value = who[name]
                for limit in limits if value is not None else ():
                    if not await self._limiter.hit(limit, kind.name, name, str(value)):
                        await self._too_many(request, send, await self._wait(limit, kind.name, name, str(value)))
                        return
        if not _STREAM.fullmatch(scope["path"]):
            await self._app(scope, receive, send)
            return
        keys = [(name, value) for name, value in who.items() if value is not None]
        if any(self._open[key] >= PAGES[key[0]] for key in keys):
            await self._too_many(request, send, 60)
            return
        self._open.update(keys)
        try:
            await self._app(scope, receive, send)
        finally:
            self._open.subtract(keys)
            self._open += Counter()  # drops those who have left

    async def _wait(self, limit: RateLimitItem, *key: str) -> int:
        stats = await self._limiter.get_window_stats(limit, *key)
        return max(1, ceil(stats.reset_time - time()))

    async def _too_many(self, request: Request, send: Send, wait: int) -> None:
        response = await self._refuse(request, TooMany(wait))
        await response(request.scope, request.receive, send)
