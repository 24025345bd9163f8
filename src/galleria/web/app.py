"""The web application: `create_app(settings)`."""

import logging
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from importlib import import_module
from typing import Any

import anyio
from anyio.to_thread import run_sync
from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, PlainTextResponse
from starlette.exceptions import HTTPException
from starlette.middleware.body_limit import RequestBodyLimitMiddleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from galleria import __version__
from galleria.core import GalleriaError, Game, games
from galleria.core.text import _

from . import api, heap, hints, moving, pages, quick, replay, replay_api, seating, teaching, undoing
from .analysis import Analyst
from .archive import Archive
from .assets import Assets
from .botpool import BotError, BotPool
from .database import Unavailable
from .devices import DevicesChanged, KeyGone, LastDevice
from .fairness import Seeds
from .film import Films
from .following import follow
from .guard import LARGEST_BODY, Guard
from .hub import Hub
from .languages import Languages
from .limits import Limits, TooMany
from .people import BadName
from .refusals import Foreign, Illegal, Invalid, Stale, Unknown, Unready
from .settings import Settings
from .site import Site, Visitor, make_templates, the_visitor
from .storage import Conflict, SeatTaken, SeedUsed, SeesHands, Store
from .tables import Tables
from .uptime import Uptime

log = logging.getLogger("galleria.web")

_STATUS: dict[type[Exception], int] = {
    Unknown: 404,
    Foreign: 403,
    Stale: 409,
    Unready: 409,
    SeatTaken: 409,
    SeesHands: 403,
    SeedUsed: 409,
    Conflict: 409,
    DevicesChanged: 409,
    KeyGone: 404,
    LastDevice: 409,
    TooMany: 429,
    Unavailable: 503,
    BotError: 503,
    Illegal: 422,
    BadName: 422,
    Invalid: 422,
}


def create_app(
    settings: Settings | None = None, installed: Mapping[str, Game] | None = None, bots: BotPool | None = None
) -> FastAPI:
    """The application, with `installed` games instead of all that are found, and with `bots` hired already.

    Raises `StorageError`.
    """
    settings = settings or Settings()
    bots = bots or BotPool(settings.bots, settings.workers)
    found = games() if installed is None else installed
    store, hub = Store(settings.database), Hub()
    bots.news = hub.ring_all
    levels = tuple(import_module(settings.bots).BOTS)
    uptime = Uptime(store, bots.is_ready, found)
    tables = Tables(store, hub, bots, found, levels=levels, pace=settings.pace, watch_pace=settings.watch_pace)
    tables.quick = settings.bots == Settings.bots  # others, such as those of tests, do not compile
    tables.running = uptime.running
    assets = Assets(found.values(), settings.modules)
    archive = Archive(store)
    analyst = Analyst(archive, bots)
    templates = make_templates(found, assets)
    site = Site(
        settings,
        found,
        store,
        hub,
        bots,
        tables,
        assets,
        templates,
        archive,
        analyst,
        Films(),
        hints.Hints(store, archive, bots),
        Seeds(archive),
    )
    store.migrate()

    @asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        await bots.start()
        for game in found:
            bots.warm(game)
        async with anyio.create_task_group() as background:
            background.start_soon(uptime.keep)
            background.start_soon(tables.resume)
            background.start_soon(follow, tables)
            background.start_soon(heap.give_back)
            try:
                yield
            finally:
                background.cancel_scope.cancel()
        hub.close()
        await tables.close()
        await analyst.close()
        await bots.close()
        await run_sync(store.close)

    app = FastAPI(
        title="Galleria",
        version=__version__,
        lifespan=lifespan,
        docs_url=None,  # its page would load scripts from elsewhere
        redoc_url=None,
    )
    app.state.site = site
    app.include_router(pages.router)
    app.include_router(quick.router)
    app.include_router(seating.router)
    app.include_router(undoing.router)
    app.include_router(moving.router)
    app.include_router(teaching.router)
    app.include_router(replay.router)
    app.include_router(api.router)
    app.include_router(hints.router)
    app.include_router(replay_api.router)
    assets.mount(app)

    @app.get("/healthz", include_in_schema=False)
    async def health() -> dict[str, str]:
        """Whether the server and its database answer."""
        await run_sync(store.version, "")
        return {"status": "ok"}

    for kind in (GalleriaError, HTTPException, RequestValidationError):
        app.add_exception_handler(kind, _refuse)
    if settings.limits:
        app.add_middleware(Limits, refuse=_refuse)
    app.add_middleware(Accidents)
    app.add_middleware(GZipMiddleware, minimum_size=1000, compresslevel=5)
    app.add_middleware(RequestBodyLimitMiddleware, max_body_size=LARGEST_BODY)
    app.add_middleware(Guard)
    app.add_middleware(Languages)
    _prepare(app)
    return app


def _prepare(app: FastAPI) -> None:
    """Let FastAPI make the routes now: it would do so with the first request, which then waits.

    It also silences warnings meanwhile, which is not safe beside other threads: where warnings are errors, one that
    slips through would fail the request.
    """
    nowhere = {"type": "http", "method": "GET", "path": "/", "root_path": "", "headers": []}
    for route in app.routes:
        route.matches(nowhere)


class Accidents:
    """ASGI middleware: our own errors go to the log, and the reader gets a sentence."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        started = False

        async def watched(message: Message) -> None:
            nonlocal started
            started = True
            await send(message)

        try:
            await self._app(scope, receive, watched)
        except Exception as error:
            if scope["type"] != "http" or started:
                raise
            log.exception("%s %s failed.", scope["method"], scope["path"])
            response = await _refuse(Request(scope), error)
            await response(scope, receive, send)


async def _refuse(request: Request, error: Exception) -> Response:
    """One clear sentence, as JSON for programs and as a page for people."""
    headers: Mapping[str, str] | None = None
    details: dict[str, Any] = {}
    site: Site = request.app.state.site
    visitor = Visitor(None, None, "")
    if not isinstance(error, TooMany | Unavailable):  # the database is spared then
        try:
            visitor = await the_visitor(request)
        except Unavailable:
            pass
        except Exception:
            log.exception("Nobody knows who asked.")
    if isinstance(error, GalleriaError):
        status = next((code for kind, code in _STATUS.items() if isinstance(error, kind)), 400)
        sentence = str(error)
        if isinstance(error, BotError):
            log.error("%s %s: the bot gave no answer: %s", request.method, request.url.path, error)
            sentence, headers = _("The bot has no answer just now; please try again."), {"Retry-After": "5"}
        if isinstance(error, TooMany | Unavailable):
            headers = {"Retry-After": str(error.wait)}
        if isinstance(error, Invalid):
            details["errors"] = {key: _encodable(text) for key, text in error.errors.items()}
    elif isinstance(error, RequestValidationError):
        status, sentence = 422, _complaint(error)
    elif isinstance(error, HTTPException):
        status, headers = error.status_code, error.headers
        sentence = _plainly(status, str(error.detail))
    else:
        status, sentence = 500, _("Something went wrong here, not with you; please try again.")
    sentence = _encodable(sentence)
    if request.url.path.startswith("/api/") or request.url.path == "/healthz":
        return JSONResponse({"detail": sentence, **details}, status, headers)
    try:
        response = await pages.sentence(site, visitor, sentence, status)
    except Exception:
        log.exception("The page for an error could not be made.")
        return PlainTextResponse(sentence, status, headers)
    response.headers.update(headers or {})
    return response


def _encodable(text: str) -> str:
    """The text without halves of characters, which JSON can bring and nobody can send back."""
    return text.encode("utf-8", "replace").decode()


def _plainly(status: int, detail: str) -> str:
    """What an HTTP status means, for people."""
    match status:
        case 400:
            return _("The request can’t be read.")
        case 404:
            return _("There is no such page.")
        case 405:
            return _("This address can’t be used in this way.")
        case 413:
            return _("The request is too large.")
        case _other:
            return detail if detail.endswith(".") else f"{detail}."


def _complaint(error: RequestValidationError) -> str:
    first = error.errors()[0]
    place = ".".join(str(part) for part in first["loc"][1:]) or "The request"
    message = str(first["msg"])
    return f"{place}: {message[:1].lower()}{message[1:]}."
