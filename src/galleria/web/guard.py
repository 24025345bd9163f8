"""What every request and every answer has to stand: where a form may come from, and what a page may load."""

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from galleria.core.text import N_, _

LARGEST_BODY = 64 * 1024
"""Bytes; no form or API call of ours comes near."""

_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; img-src 'self'; "
        "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Referrer-Policy": "same-origin",  # an invitation's address is a secret
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
_SAFE = frozenset({"GET", "HEAD", "OPTIONS", "TRACE"})
TOO_LARGE = N_("The request is too large.")
ELSEWHERE = N_("This request came from another site, so nothing was changed.")


def foreign_origin(headers: Headers) -> bool:
    """Whether a browser says that the request comes from another site. Programs that are no browsers say nothing."""
    site = headers.get("sec-fetch-site")
    if site is not None:
        return site not in {"same-origin", "none"}
    origin = headers.get("origin")
    return origin is not None and origin.partition("://")[2] != headers.get("host")


def too_large(headers: Headers) -> bool:
    """Whether the request says that its body is too large. Those that do not say are counted while they are read."""
    length = headers.get("content-length", "")
    return length.isdecimal() and int(length[:20]) > LARGEST_BODY


def bare(path: str, sentence: str, status: int) -> Response:
    """A refusal without a page around it."""
    if path.startswith("/api/"):
        return JSONResponse({"detail": sentence}, status)
    return PlainTextResponse(sentence, status)


class Guard:
    """ASGI middleware: refuses bodies of a size nobody needs and changes that another site asks for; adds headers."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        app, headers = self._app, Headers(scope=scope)
        if too_large(headers):
            app = bare(scope["path"], _(TOO_LARGE), 413)
        elif scope["method"] not in _SAFE and foreign_origin(headers):
            app = bare(scope["path"], _(ELSEWHERE), 403)
        await app(scope, receive, guarded)
