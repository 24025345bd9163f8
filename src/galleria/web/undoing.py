"""Pages about taking back: the wish, and the others' consent."""

from typing import Annotated

from fastapi import APIRouter, Form, Request, Response

from .pages import carried_out
from .site import TheSite, TheVisitor

router = APIRouter(prefix="/table/{table}/undo", include_in_schema=False)


@router.post("")
async def undo(
    site: TheSite,
    visitor: TheVisitor,
    request: Request,
    table: str,
    seat: Annotated[int, Form()],
    version: Annotated[int, Form()],
    ask: Annotated[bool, Form()] = False,
) -> Response:
    """Take back the last answer, or (`ask`) ask the others whether that may be."""
    return await carried_out(
        site, visitor, request, table, site.tables.undo(table, visitor.person, seat, version, ask=ask)
    )


@router.post("/consent")
async def consent(
    site: TheSite,
    visitor: TheVisitor,
    request: Request,
    table: str,
    seat: Annotated[int, Form()],
    moment: Annotated[int, Form()],
    agrees: Annotated[bool, Form()],
) -> Response:
    """Agree that another seat takes its answer back, or refuse."""
    return await carried_out(
        site, visitor, request, table, site.tables.consent(table, visitor.person, seat, moment, agrees=agrees)
    )


@router.post("/withdraw")
async def withdraw(
    site: TheSite,
    visitor: TheVisitor,
    request: Request,
    table: str,
    seat: Annotated[int, Form()],
    moment: Annotated[int, Form()],
) -> Response:
    """Ask no more."""
    return await carried_out(site, visitor, request, table, site.tables.withdraw(table, visitor.person, seat, moment))
