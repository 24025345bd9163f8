"""A table with one click from the lobby: against bots, or of bots alone to look at."""

from anyio.to_thread import run_sync
from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse

from galleria.core import Game
from galleria.core.text import _

from .pages import fields_of
from .people import fresh_token, token_hash
from .refusals import Invalid
from .site import TheSite, TheVisitor, give_cookie
from .tables import Seating

router = APIRouter(include_in_schema=False)

AGAINST_BOTS, BOTS_ALONE = "bots", "watch"


def players_for(game: Game, wish: int) -> int:
    """So many players, or as near to it as the game allows."""
    return min(max(wish, game.players.start), game.players.stop - 1)


@router.post("/play")
async def play(site: TheSite, visitor: TheVisitor, request: Request) -> Response:
    """Make a table of the usual kind and go there. Whoever comes for the first time gets a cookie with it."""
    fields = await fields_of(request)
    game = site.tables.game(fields.get("game", ""))
    how = fields.get("how", "")
    level = "normal" if "normal" in site.tables.levels else next(iter(site.tables.levels), "")
    bot = Seating("bot", level=level)
    if how == AGAINST_BOTS:
        me = Seating("me", visitor.name) if visitor.name else Seating("here", _("Guest"))  # no name to remember
        seats = [me, *[bot] * (players_for(game, 2) - 1)]
    elif how == BOTS_ALONE:
        seats = [bot] * players_for(game, 3)
    else:
        raise Invalid({"how": _("Please choose one of the ways to play in the lobby.")})
    once = "-".join((how, game.name, fields.get("csrf", "")))[:64]  # pressed twice, it makes one table
    token = visitor.token or fresh_token()
    known = token_hash(token)
    assert known is not None
    person = visitor.person if visitor.person is not None else await run_sync(site.store.enrol, known)
    table = await site.tables.create(person, game.name, seats, form=once)
    response = RedirectResponse(f"/table/{table}", 303)
    if visitor.token is None:
        give_cookie(response, token, secure=request.url.scheme == "https")
    return response
