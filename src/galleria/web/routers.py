"""How every part of the JSON API is described."""

from fastapi import APIRouter, Security
from fastapi.security import APIKeyCookie, HTTPBearer

from .people import COOKIE
from .shapes import Problem

_REFUSALS = {
    400: "The request can't be read.",
    403: "Somebody else's seat, or only the host may do this; or the request came from another site's page.",
    404: "There is no such table, game, code or address.",
    409: "Too late or too early: the situation has changed, the seat is taken, the match has not begun or is over.",
    413: "The request is larger than 64 kB.",
    422: "The rules forbid it, or a value can't be used.",
    429: "Too much was asked; `Retry-After` says after how many seconds it is possible again.",
    503: "The server's database, or a bot, does not answer just now; `Retry-After` says when to ask again.",
}


def api_router() -> APIRouter:
    """A router for a part of the API, with its refusals and the ways to say who is asking."""
    return APIRouter(
        prefix="/api",
        responses={status: {"model": Problem, "description": text} for status, text in _REFUSALS.items()},
        # Only for the description: who is asking is found out by `the_visitor`.
        dependencies=[
            Security(HTTPBearer(scheme_name="token", auto_error=False)),
            Security(APIKeyCookie(name=COOKIE, scheme_name="cookie", auto_error=False)),
        ],
    )
