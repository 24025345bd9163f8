"""Pages about taking back: the wish, and the others' consent."""

from typing import Annotated

from fastapi import APIRouter, Form, Request, Response

from .pages import after
from .refusals import Foreign, Stale, Unready
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
    status, notice = 200, None
    try:
        await site.tables.undo(table, visitor.person, seat, version, ask=ask)
    except (Foreign, Stale, Unready) as error:
        status, notice = _status(error), str(error)
    return await after(site, visitor, request, table, status, notice)


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
    status, notice = 200, None
    try:
        await site.tables.consent(table, visitor.person, seat, moment, agrees=agrees)
    except (Foreign, Stale) as error:
        status, notice = _status(error), str(error)
    return await after(site, visitor, request, table, status, notice)


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
    status, notice = 200, None
    try:
        await site.tables.withdraw(table, visitor.person, seat, moment)
    except (Foreign, Stale) as error:
        status, notice = _status(error), str(error)
    return await after(site, visitor, request, table, status, notice)


def _status(error: Exception) -> int:
    return 403 if isinstance(error, Foreign) else 409
