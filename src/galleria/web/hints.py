"""Hints: what a bot would do on somebody's seat, with its reasons in numbers, from what the seat may know alone."""

import hashlib
from typing import Any

from anyio.to_thread import run_sync
from pydantic import BaseModel, Field

from galleria.core.text import _

from .archive import Archive
from .botpool import HINT, BotPool
from .live import ATable
from .looking import Picture
from .refusals import Foreign, Stale, Unready
from .routers import api_router
from .site import TheSite, TheVisitor
from .storage import Store

router = api_router()

PLAYOUTS = 1000
"""As many as the bot "normal" thinks through."""
SHOWN = 4
"""Actions that are told, the best first."""


class Hints:
    """The hints of all tables. A position gets one hint, however often it is asked for."""

    def __init__(self, store: Store, archive: Archive, bots: BotPool) -> None:
        self._store, self._archive, self._bots = store, archive, bots

    async def ask(self, picture: Picture) -> dict[str, Any]:
        """The hint for the seat whose eyes these are; that it was given is noted. Raises `Unready` or `BotError`."""
        if not picture.row.hints:
            raise Unready(_("This table plays without hints."))
        if picture.decision is None or picture.box is None:
            raise Unready(_("A hint is for somebody who has to choose."))
        key = _position(picture)
        known = await run_sync(self._archive.hint, picture.row.id, picture.seat, key)
        if known is not None:
            return known
        # The dice come from what the seat knows, too: nothing else has any influence.
        rows = await self._bots.analyse(
            picture.game.name,
            picture.state.tobytes(),
            picture.box.buf.tobytes(),
            picture.seat,
            PLAYOUTS,
            f"hint {key}",
            rank=HINT,
        )
        ranked = sorted(rows, key=lambda row: (-row[1], -row[2]))[:SHOWN]
        found = {"rows": [[action, visits, round(mean, 4)] for action, visits, mean in ranked], "playouts": PLAYOUTS}
        if await run_sync(self._archive.keep_hint, picture.row.id, picture.seat, key, found):
            await run_sync(self._store.note, picture.row.id, "hint", picture.seat)
        return found

    def given(self, picture: Picture) -> dict[str, Any] | None:
        """The hint that was given for what is asked now. Calls block."""
        if not picture.row.hints or picture.decision is None:
            return None
        return self._archive.hint(picture.row.id, picture.seat, _position(picture))


def _position(picture: Picture) -> str:
    """Names what the seat knows and is asked."""
    return hashlib.sha256(f"{picture.seat} ".encode() + picture.state.tobytes()).hexdigest()[:24]


def lines(picture: Picture, found: dict[str, Any]) -> list[dict[str, Any]]:
    """A hint in words: what the bot would do, and the next best."""
    legal = picture.game.label
    total = max(1, sum(visits for _action, visits, _mean in found["rows"]), found["playouts"])
    return [
        {
            "action": action,
            "label": legal(action, picture.context),
            "share": round(100 * visits / total),
            "worth": round(100 * mean),
        }
        for action, visits, mean in found["rows"]
    ]


class HintAction(BaseModel):
    """What a bot thinks of one action."""

    action: int
    label: str
    share: int = Field(description="Per cent of the bot's playouts that began with it.")
    worth: int = Field(description="0 to 100: half the chance to win, half the lead in points.")


class Hint(BaseModel):
    """What a bot would do; the best comes first."""

    playouts: int
    actions: list[HintAction]


class HintWish(BaseModel):
    """Who asks for a hint, and for which decision."""

    seat: int
    version: int = Field(description="`decision.version` of the table.")


async def asked(site: TheSite, person: int | None, table: str, seat: int, version: int) -> Picture:
    """The table as it is for a seat that asks for a hint. Raises `Foreign` or `Stale`."""
    picture = await site.tables.look(table, person, seat, shared=False)
    if person is None or seat not in picture.mine or picture.seat != seat:
        raise Foreign(_("This is not your seat."))
    if picture.decision != version:
        raise Stale(_("The situation has changed meanwhile; please choose again."))
    return picture


@router.post("/tables/{table}/hint", tags=["play"])
async def give_hint(site: TheSite, visitor: TheVisitor, table: ATable, wish: HintWish) -> Hint:
    """What a bot would do on one's seat, from what the seat may know. The log tells that a hint was given."""
    picture = await asked(site, visitor.person, table, wish.seat, wish.version)
    found = await site.hints.ask(picture)
    site.hub.ring(table)
    return Hint(playouts=found["playouts"], actions=[HintAction(**line) for line in lines(picture, found)])
