"""Pages about one's devices: the list of them, a key for another one, and what is done with a key there."""

from datetime import UTC, datetime
from typing import Annotated, Any
from urllib.parse import urlsplit

from anyio.to_thread import run_sync
from babel.dates import format_timedelta
from fastapi import APIRouter, Form, Request, Response
from fastapi.responses import RedirectResponse
from markupsafe import Markup

from galleria.core.text import _, language

from .database import now
from .devices import KeyGone, LastDevice
from .onetime import LIFE, Key, qr_code
from .pages import address, without_cookie
from .people import fresh_token, token_hash
from .seats import Opening
from .site import Site, TheSite, TheVisitor, Visitor, enrolled, give_cookie, page

router = APIRouter(include_in_schema=False)

PRIVATE = {"Cache-Control": "no-store"}


@router.get("/devices")
async def devices(site: TheSite, visitor: TheVisitor) -> Response:
    """One's devices."""
    return await _devices_page(site, visitor)


@router.post("/devices/key")
async def add_device(site: TheSite, visitor: TheVisitor, request: Request) -> Response:
    """Show a key for another device."""
    if visitor.token is None:
        return await without_cookie(site, visitor)
    key = await site.tables.device_key(await enrolled(site, visitor))
    return await _devices_page(site, visitor, key=key_facts(key, request))


@router.post("/devices/{device}/forget")
async def forget(site: TheSite, visitor: TheVisitor, device: int) -> Response:
    """Take a device off the list: it has none of one's seats any more."""
    if visitor.person is not None:
        try:
            await run_sync(site.store.forget, visitor.person, device)
        except LastDevice as error:
            return await _devices_page(site, visitor, status=409, notice=str(error))
        site.hub.part(visitor.person)
    return RedirectResponse("/" if device == visitor.device else "/devices", 303)


@router.get("/move")
async def typed(site: TheSite, visitor: TheVisitor, request: Request) -> Response:
    """The form for a code."""
    return _with_cookie(visitor, request, await _code_page(site, visitor))


@router.post("/move")
async def enter(site: TheSite, visitor: TheVisitor, code: Annotated[str, Form(max_length=40)] = "") -> Response:
    """Take a code that was typed."""
    code = "".join(c for c in code.upper() if c.isalnum() and c.isascii())
    if not code:
        return await _code_page(site, visitor, 422, _("Please type the code that the other device shows."))
    return RedirectResponse(f"/move/{code}", 303)


@router.get("/move/{secret}")
async def offered(site: TheSite, visitor: TheVisitor, request: Request, secret: str) -> Response:
    """What a key would do here; nothing is done yet, because programs look into links before people do."""
    try:
        opening = await site.tables.opening(secret, token_hash(visitor.token))
    except KeyGone as error:
        return _with_cookie(visitor, request, await _code_page(site, visitor, 404, str(error)))
    if opening.row.used is not None or (opening.row.person == visitor.person and opening.table is None):
        return RedirectResponse("/" if opening.table is None else f"/table/{opening.table.id}", 303)
    response = await run_sync(_offer_page, site, visitor, opening, secret)
    return _with_cookie(visitor, request, response)


@router.post("/move/{secret}")
async def move_here(site: TheSite, visitor: TheVisitor, secret: str) -> Response:
    """Use a key up."""
    if visitor.token is None:
        return await without_cookie(site, visitor)
    token = token_hash(visitor.token)
    assert token is not None
    await enrolled(site, visitor)
    try:
        table = await site.tables.move_here(secret, token)
    except KeyGone as error:
        return await _code_page(site, visitor, 404, str(error))
    if visitor.person is not None:
        site.hub.part(visitor.person)
    return RedirectResponse("/" if table is None else f"/table/{table}", 303)


def key_facts(key: Key, request: Request) -> dict[str, Any]:
    """A key as pages show it."""
    link = f"{address(request)}/move/{key.link}"
    host = urlsplit(link).hostname or ""
    return {
        "link": link,
        "code": key.code,
        "place": f"{urlsplit(link).netloc}/move",
        "qr": Markup(qr_code(link)),  # noqa: S704 - made by a library from an address of ours
        "minutes": LIFE // 60,
        "only_here": host in {"localhost", "127.0.0.1", "::1"},
    }


def _with_cookie(visitor: Visitor, request: Request, response: Response) -> Response:
    if visitor.token is None:
        give_cookie(response, fresh_token(), secure=request.url.scheme == "https")
    return response


async def _devices_page(
    site: Site, visitor: Visitor, *, status: int = 200, notice: str | None = None, key: dict[str, Any] | None = None
) -> Response:
    held = await run_sync(site.store.devices_of, visitor.person) if visitor.person is not None else []
    shown = [
        {
            "id": device.id,
            "name": device.name if device.name not in {"", "?"} else _("A device"),
            "here": device.id == visitor.device,
            "seen": _ago(device.seen),
        }
        for device in held
    ]
    context = {"devices": shown, "key": key, "notice": notice}
    return await run_sync(lambda: page(site, visitor, "devices.html.j2", context, status=status, headers=PRIVATE))


async def _code_page(site: Site, visitor: Visitor, status: int = 200, error: str | None = None) -> Response:
    context = {"error": error}
    return await run_sync(lambda: page(site, visitor, "code.html.j2", context, status=status, headers=PRIVATE))


def _offer_page(site: Site, visitor: Visitor, opening: Opening, secret: str) -> Response:
    table, comes = opening.table, 0
    if table is None and visitor.person is not None:
        comes = len(site.store.tables_of(visitor.person))
    context = {
        "secret": secret,
        "name": opening.name,
        "title": site.games[table.game].title if table is not None and table.game in site.games else None,
        "others": [s.name for s in table.seats if s.name and s.seat != opening.row.seat] if table is not None else [],
        "comes": comes,
    }
    return page(site, visitor, "offer.html.j2", context, headers=PRIVATE)


def _ago(moment: int) -> str:
    passed = datetime.fromtimestamp(moment, UTC) - datetime.fromtimestamp(now(), UTC)
    if -passed.total_seconds() < 6 * 3600:
        return _("today") if -passed.total_seconds() >= 60 else _("now")
    return format_timedelta(passed, add_direction=True, locale=language())
