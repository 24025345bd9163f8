"""The page that begins a guided first game."""

from anyio.to_thread import run_sync
from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse

from galleria.core.text import _

from .lesson import lesson_of
from .pages import fields_of, without_cookie
from .people import fresh_token
from .present import game_facts
from .refusals import Invalid, Unknown
from .site import Site, TheSite, TheVisitor, Visitor, enrolled, give_cookie, page

router = APIRouter(prefix="/lesson/{game}", include_in_schema=False)


@router.get("")
async def ask(site: TheSite, visitor: TheVisitor, request: Request, game: str) -> Response:
    """Ask for a name."""
    response = await run_sync(_page, site, visitor, game, visitor.name, None)
    if visitor.token is None:
        give_cookie(response, fresh_token(), secure=request.url.scheme == "https")
    return response


@router.post("")
async def begin(site: TheSite, visitor: TheVisitor, request: Request, game: str) -> Response:
    """Make the table and go there."""
    if visitor.token is None:
        return await without_cookie(site, visitor)
    name = (await fields_of(request)).get("name", "")
    try:
        table = await site.tables.teach(await enrolled(site, visitor), game, name)
    except Invalid as error:
        return await run_sync(_page, site, visitor, game, name, str(error))
    return RedirectResponse(f"/table/{table}", 303)


def _page(site: Site, visitor: Visitor, game: str, name: str, error: str | None) -> Response:
    chosen = site.tables.game(game)
    lesson = lesson_of(chosen)
    if lesson is None:
        raise Unknown(_("This game has no guided first game."))
    context = {"game": game_facts(chosen, site.assets), "name": name, "error": error, "steps": len(lesson.file.step)}
    headers = {"Cache-Control": "no-store"}
    return page(site, visitor, "lesson.html.j2", context, status=422 if error else 200, headers=headers)
