"""What every request and every answer has to stand: where a form may come from, and what a page may load."""

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

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


def foreign_origin(headers: Headers) -> bool:
    """Whether a browser says that the request comes from another site. Programs that are no browsers say nothing."""
    site = headers.get("sec-fetch-site")
    if site is not None:
        return site not in {"same-origin", "none"}
    origin = headers.get("origin")
    return origin is not None and origin.partition("://")[2] != headers.get("host")


class Guard:
    """ASGI middleware: refuses changes that another site asks for, and adds the security headers."""

    def __init__(self, app: ASGIApp, refusal: Response) -> None:
        """`refusal` answers what is refused."""
        self._app, self._refusal = app, refusal

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

        app = self._app
        if scope["method"] not in _SAFE and foreign_origin(Headers(scope=scope)):
            app = self._refusal
        await app(scope, receive, guarded)
