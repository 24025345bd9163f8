"""Pages about seats: what one can do with one's own."""

from typing import Annotated, Any

from fastapi import APIRouter, Form, Request, Response

from galleria.core.text import _

from .happened import level_name
from .looking import Picture
from .moving import key_facts
from .pages import address, carried_out
from .present import levels_of, seats, table_facts
from .refusals import Foreign
from .site import Site, TheSite, TheVisitor, Visitor, page
from .working import computed

router = APIRouter(prefix="/table/{table}/seat/{seat}", include_in_schema=False)


@router.get("")
async def show(site: TheSite, visitor: TheVisitor, request: Request, table: str, seat: int) -> Response:
    """What can be done with one's own seat."""
    picture = await site.tables.look(table, visitor.person)
    if seat not in picture.mine:
        raise Foreign(_("This is not your seat."))
    return await computed(_seat_page, site, visitor, request, picture, seat)


@router.post("/bot")
async def hand_to_bot(
    site: TheSite, visitor: TheVisitor, request: Request, table: str, seat: int, level: Annotated[str, Form()] = ""
) -> Response:
    """Let a bot play."""
    return await carried_out(site, visitor, request, table, site.tables.hand_to_bot(table, visitor.person, seat, level))


@router.post("/back")
async def take_back(site: TheSite, visitor: TheVisitor, request: Request, table: str, seat: int) -> Response:
    """Play oneself again."""
    return await carried_out(site, visitor, request, table, site.tables.take_back(table, visitor.person, seat))


@router.post("/absent")
async def absent(
    site: TheSite,
    visitor: TheVisitor,
    request: Request,
    table: str,
    seat: int,
    agree: Annotated[str, Form()] = "yes",
    level: Annotated[str, Form()] = "",
) -> Response:
    """Agree, or not, that a bot plays for somebody who has been away for long."""
    tables = site.tables
    doing = (
        tables.keep_waiting(table, visitor.person, seat)
        if agree == "no"
        else tables.agree_to_bot(table, visitor.person, seat, level)
    )
    return await carried_out(site, visitor, request, table, doing)


@router.post("/key")
async def move(site: TheSite, visitor: TheVisitor, request: Request, table: str, seat: int) -> Response:
    """Show a key for another device."""
    key = await site.tables.seat_key(table, visitor.person, seat)
    picture = await site.tables.look(table, visitor.person)
    return await computed(_seat_page, site, visitor, request, picture, seat, 200, None, key_facts(key, request))


@router.post("/late")
async def late(
    site: TheSite, visitor: TheVisitor, request: Request, table: str, seat: int, level: Annotated[str, Form()] = ""
) -> Response:
    """Let a bot play for somebody whose time has run out."""
    doing = site.tables.stand_in(table, visitor.person, seat, level)
    return await carried_out(site, visitor, request, table, doing)


def _seat_page(
    site: Site,
    visitor: Visitor,
    request: Request,
    picture: Picture,
    seat: int,
    status: int = 200,
    notice: str | None = None,
    key: dict[str, Any] | None = None,
) -> Response:
    everybody = seats(picture, bots_ready=False)
    context = {
        "table": table_facts(picture, visitor.person, address(request), site.assets),
        "seat": everybody[seat],
        "names": [other["name"] for other in everybody if other["index"] != seat],
        "level": level_name(everybody[seat]["level"]),
        "levels": levels_of(site.tables.levels),
        "notice": notice,
        "key": key,
    }
    return page(site, visitor, "seat.html.j2", context, status=status, headers={"Cache-Control": "no-store"})
