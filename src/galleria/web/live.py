"""The stream behind every open page. It only says that something has changed; a message that is lost costs nothing."""

from collections.abc import AsyncIterator
from contextlib import suppress
from time import monotonic
from typing import Annotated, Any

from fastapi import Depends, Path
from fastapi.sse import ServerSentEvent

from .database import Unavailable
from .hub import Bell
from .present import compiling
from .refusals import Unknown
from .site import Site, TheSite, TheVisitor

BEAT = 15.0
"""Seconds after which a page hears something in any case: one that does not knows that its connection is cut."""
SOON = 2.0
"""Seconds after which a database that does not answer is asked again."""

ATable = Annotated[str, Path(description="The table's id.")]


async def the_bell(site: TheSite, visitor: TheVisitor, table: ATable) -> AsyncIterator[Bell]:
    """A bell for the table's news while the answer lasts. Refuses tables that do not exist.

    The stream itself could not put it back: one that is left while it sends ends when the garbage collector comes.
    """
    with suppress(Unavailable):  # the stream begins when it is back
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
    beat = monotonic() + BEAT  # told by the clock alone: when others answer in secret must not show in it
    while True:
        pause = beat - monotonic()
        try:
            version = await site.tables.version(table, person)
        except Unknown:
            return
        except Unavailable:
            pause = min(pause, SOON)
        else:
            if version != said:
                said = version
                yield ServerSentEvent(event="version", data=version)
        now = compiling(site.bots, site.games)
        if now != bar:
            # At the end the bar is full once more; then the page without it can be fetched.
            event = now or {**(bar or {}), "done": 1, "total": 1}
            yield ServerSentEvent(event="compiling", data=event)
            bar = now
        if not await bell.wait(max(0.0, pause)):
            return
        if monotonic() >= beat:
            beat += BEAT
            yield ServerSentEvent(event="beat", data=0)
