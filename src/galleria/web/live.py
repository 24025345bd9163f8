"""The stream behind every open page. It only says that something has changed; a message that is lost costs nothing."""

from collections.abc import AsyncIterator
from typing import Any

from fastapi.sse import ServerSentEvent

from .present import compiling
from .site import Site, TheSite
from .tables import Unknown


async def known_table(site: TheSite, table: str) -> None:
    """Refuse a stream about a table that does not exist."""
    await site.tables.version(table, None)


async def news(site: Site, table: str, person: int | None) -> AsyncIterator[ServerSentEvent]:
    """The version that this viewer can see, at once and whenever it grows, until the server stops or the table goes."""
    said: int | None = None
    bar: dict[str, Any] | None = None
    with site.hub.listen(table, person) as bell:
        while True:
            try:
                version = await site.tables.version(table, person)
            except Unknown:
                return
            if version != said:
                said = version
                yield ServerSentEvent(event="version", data=version)
            now = compiling(site.bots, site.games)
            if now != bar:
                # At the end the bar is full once more; then the page without it can be fetched.
                event = now or {**(bar or {}), "done": 1, "total": 1}
                yield ServerSentEvent(event="compiling", data=event)
                bar = now
            if not await bell.wait():
                return
