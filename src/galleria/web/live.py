"""The stream behind every open page. It only says that something has changed; a message that is lost costs nothing."""

from collections.abc import AsyncIterator
from typing import Annotated, Any

from fastapi import Depends, Path
from fastapi.sse import ServerSentEvent

from .hub import Bell
from .present import compiling
from .refusals import Unknown
from .site import Site, TheSite, TheVisitor

ATable = Annotated[str, Path(description="The table's id.")]


async def the_bell(site: TheSite, visitor: TheVisitor, table: ATable) -> AsyncIterator[Bell]:
    """A bell for the table's news while the answer lasts. Refuses tables that do not exist.

    The stream itself could not put it back: one that is left while it sends ends when the garbage collector comes.
    """
    await site.tables.version(table, None)
    with site.hub.listen(table, visitor.person) as bell:
        try:
            yield bell
        finally:
            site.tables.saw(table, visitor.person)


TheBell = Annotated[Bell, Depends(the_bell)]


async def news(site: Site, table: str, person: int | None, bell: Bell) -> AsyncIterator[ServerSentEvent]:
    """The version that this viewer can see, at once and whenever it grows, until the server stops or the table goes."""
    said: int | None = None
    bar: dict[str, Any] | None = None
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
