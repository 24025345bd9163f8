"""The pages: links and forms that work without a script. What they do is in `tables`, what they show in `present`."""

import re
import secrets
from collections.abc import AsyncIterator, Awaitable, Mapping
from pathlib import Path
from typing import Annotated, Any

from anyio.to_thread import run_sync
from fastapi import APIRouter, Form, HTTPException, Query, Request, Response
from fastapi.responses import RedirectResponse
from fastapi.sse import EventSourceResponse, ServerSentEvent

from galleria.core import Game
from galleria.core.text import LANGUAGES, _

from .botpool import BotError
from .course import SPECTATOR
from .export import commitment_of
from .guide import guide_file, guide_html
from .hints import asked, lines
from .languages import back, remember
from .live import TheBell, news
from .looking import Picture
from .pacing import PACE_FIELDS, pace_fields, wished_pace
from .people import BadName, clean_name, fresh_token
from .present import (
    Click,
    compiling,
    etag,
    game_facts,
    levels_of,
    option_words,
    seats,
    table_context,
    table_facts,
    table_line,
)
from .refusals import Foreign, Illegal, Invalid, Stale, Unready
from .site import Site, TheSite, TheVisitor, Visitor, enrolled, give_cookie, page
from .storage import SeatTaken, SeedUsed, SeesHands, TableRow
from .tables import Seating
from .working import computed

router = APIRouter(include_in_schema=False)

MOST_PICKS = 32


@router.get("/")
async def lobby(site: TheSite, visitor: TheVisitor) -> Response:
    """The games, and the tables of whoever is looking."""
    rows = await run_sync(site.store.tables_of, visitor.person) if visitor.person is not None else []

    def render() -> Response:
        mine = [table_line(row, visitor.person or 0, site.games) for row in rows]
        context = {
            "games": [_in_lobby(site, game) for game in site.games.values()],
            "mine": mine,
            "open": [],
            "bots": bool(site.tables.levels),
            "csrf": secrets.token_urlsafe(16),
        }
        return page(site, visitor, "lobby.html.j2", context, headers={"Cache-Control": "no-store"})

    return await computed(render)


@router.get("/new")
async def new(
    site: TheSite,
    visitor: TheVisitor,
    request: Request,
    game: str = "",
    box: str = "",
    like: str = "",
    friends: bool = False,
) -> Response:
    """The form for a table; it may propose seats for `friends`, or what was played at a table `like` this."""
    before = (await site.tables.look(like, visitor.person)).row if like else None
    chosen = _game(site, before.game if before is not None else game)
    first = chosen.players.start
    bots = [level for level in ("normal", *site.tables.levels) if level in site.tables.levels]
    values: dict[str, Any] = {
        "box": box if box in chosen.boxes else next(iter(chosen.boxes)),
        "players": min(max(2, first), chosen.players.stop - 1),
        "name": visitor.name,
        **pace_fields(""),
    }
    others = f"bot-{bots[0]}" if bots and not friends else "open"
    for seat in range(chosen.players.stop - 1):
        values |= {f"seat{seat}": "me" if seat == 0 else others, f"name{seat}": ""}
    values |= {f"option.{key}": choices[0] for key, choices in chosen.options.items()}
    values["hints"] = "yes"
    if before is not None:
        values |= _as_before(chosen, before, visitor.person)
    token = visitor.token or fresh_token()
    response = await computed(_new_page, site, visitor, chosen, values, {}, 200, token)
    if visitor.token is None:
        give_cookie(response, token, secure=request.url.scheme == "https")
    return response


@router.post("/new")
async def create(site: TheSite, visitor: TheVisitor, request: Request) -> Response:
    """Make a table and go there."""
    fields = await fields_of(request)
    game = _game(site, fields.get("game", ""))
    if visitor.token is None:
        return await without_cookie(site, visitor)
    errors: dict[str, str] = {}
    number = _number(fields.get("players", "")) or 0
    if number not in game.players:
        errors["players"] = _("Please choose %(first)s to %(last)s players.") % {
            "first": game.players.start,
            "last": game.players.stop - 1,
        }
    else:
        wishes = [_seating(fields, seat) for seat in range(number)]
        options = {key: fields[f"option.{key}"] for key in game.options if f"option.{key}" in fields}
        person = await enrolled(site, visitor)
        try:
            box = fields.get("box", "published")
            form = fields.get("csrf", "")[:64]
            pace = wished_pace(fields.get("pace", ""), {key: fields.get(f"pace.{key}", "") for key in PACE_FIELDS})
            hands = fields.get("hands") == "open"
            seed = await run_sync(site.seeds.seed, visitor.token, form) if form else None
            promised = fields.get("commitment")
            if promised and (seed is None or promised != commitment_of(seed)):
                raise SeedUsed
            hints = fields.get("hints", "yes") == "yes"
            table = await site.tables.create(
                person,
                game.name,
                wishes,
                box=box,
                options=options,
                form=form,
                seed=seed,
                hints=hints,
                pace=pace,
                hands=hands,
            )
            return RedirectResponse(f"/table/{table}", 303)
        except Invalid as error:
            errors = error.errors
        except SeedUsed as error:
            errors = {"form": str(error)}
            fields.pop("csrf", None)
    values: dict[str, Any] = {f"option.{key}": choices[0] for key, choices in game.options.items()}
    values |= {"box": next(iter(game.boxes)), "players": game.players.start, "name": "", "hints": "yes"}
    values |= pace_fields("")
    for seat in range(game.players.stop - 1):
        values |= {f"seat{seat}": "open", f"name{seat}": ""}
    values |= fields
    values["players"] = number or values["players"]
    return await computed(_new_page, site, visitor, game, values, errors, 422, visitor.token)


@router.get("/guide/{game}")
async def guide(site: TheSite, visitor: TheVisitor, game: str) -> Response:
    """How the game is played."""
    chosen = _game(site, game)
    file = guide_file(Path(chosen.folder))
    if file is None:
        raise HTTPException(404)
    context = {"game": game_facts(chosen, site.assets), "guide": guide_html(file), "view": None}
    return await computed(page, site, visitor, "guide.html.j2", context)


@router.get("/join/{code}")
async def invitation(site: TheSite, visitor: TheVisitor, request: Request, code: str) -> Response:
    """The form for taking a seat."""
    table, seat = await site.tables.invited(code)
    picture = await site.tables.look(table, visitor.person)
    if picture.mine:
        return RedirectResponse(f"/table/{table}", 303)
    response = await computed(_join_page, site, visitor, request, picture, code, {"name": visitor.name, "seat": seat})
    if visitor.token is None:
        give_cookie(response, fresh_token(), secure=request.url.scheme == "https")
    return response


@router.post("/join/{code}")
async def join(site: TheSite, visitor: TheVisitor, request: Request, code: str) -> Response:
    """Take a seat and go there."""
    table, own = await site.tables.invited(code)
    if visitor.token is None:
        return await without_cookie(site, visitor)
    fields = await fields_of(request)
    wanted = _number(fields.get("seat", ""))
    seat = own if wanted is None else wanted
    if seat == SPECTATOR:
        return RedirectResponse(f"/table/{table}", 303)
    person = await enrolled(site, visitor)
    status, errors = 422, {}
    try:
        await site.tables.join(person, code, fields.get("name", ""), seat)
        return RedirectResponse(f"/table/{table}", 303)
    except Invalid as error:
        errors = error.errors
    except (SeatTaken, SeesHands, Unready) as error:
        status, errors = 403 if isinstance(error, SeesHands) else 409, {"seat": str(error)}
    picture = await site.tables.look(table, visitor.person)
    values = {"name": fields.get("name", ""), "seat": seat}
    return await computed(_join_page, site, visitor, request, picture, code, values, errors, status)


@router.get("/watch/{code}")
async def open_hands(site: TheSite, visitor: TheVisitor, request: Request, code: str) -> Response:
    """What watching with open hands means."""
    table = await site.tables.watched(code)
    picture = await site.tables.look(table, visitor.person)
    if picture.mine or picture.watching:
        return RedirectResponse(f"/table/{table}", 303)
    facts = table_facts(picture, visitor.person, address(request), site.assets)
    context = {"table": facts, "names": picture.names, "code": code}
    headers = {"Cache-Control": "no-store"}
    response = await computed(lambda: page(site, visitor, "watch.html.j2", context, headers=headers))
    if visitor.token is None:
        give_cookie(response, fresh_token(), secure=request.url.scheme == "https")
    return response


@router.post("/watch/{code}")
async def watch(site: TheSite, visitor: TheVisitor, code: str) -> Response:
    """See all hands from now on."""
    await site.tables.watched(code)
    if visitor.token is None:
        return await without_cookie(site, visitor)
    return RedirectResponse(f"/table/{await site.tables.watch(await enrolled(site, visitor), code)}", 303)


@router.get("/table/{table}")
async def show(
    site: TheSite,
    visitor: TheVisitor,
    request: Request,
    table: str,
    pick: Annotated[list[str] | None, Query(max_length=MOST_PICKS)] = None,
    why: str | None = None,
    as_: Annotated[int | None, Query(alias="as")] = None,
) -> Response:
    """The table as its viewer may see it."""
    picture = await site.tables.look(table, visitor.person, as_)
    return await computed(_table_page, site, visitor, request, picture, Click(tuple(pick or ()), why))


@router.post("/table/{table}/act")
async def act(
    site: TheSite,
    visitor: TheVisitor,
    request: Request,
    table: str,
    action: Annotated[int, Form()],
    version: Annotated[int, Form()],
    seat: Annotated[int, Form()],
) -> Response:
    """Take an answer."""
    return await carried_out(
        site, visitor, request, table, site.tables.act(table, visitor.person, seat, action, version)
    )


@router.post("/table/{table}/uncover")
async def uncover(
    site: TheSite, visitor: TheVisitor, request: Request, table: str, seat: Annotated[int, Form()]
) -> Response:
    """Show the things of one of several own seats: the right person holds the device now."""
    if visitor.person is None:
        raise Foreign(_("This is not your seat."))
    await site.tables.uncover(table, visitor.person, seat)
    return await after(site, visitor, request, table, 200, None, f"?as={seat}")


@router.post("/table/{table}/start")
async def start(site: TheSite, visitor: TheVisitor, request: Request, table: str) -> Response:
    """Begin without the open seats."""
    return await _change(site, visitor, request, table, "start")


@router.post("/table/{table}/leave")
async def leave(site: TheSite, visitor: TheVisitor, request: Request, table: str) -> Response:
    """Give a seat back before the match."""
    return await _change(site, visitor, request, table, "leave")


@router.post("/table/{table}/rematch")
async def rematch(site: TheSite, visitor: TheVisitor, request: Request, table: str) -> Response:
    """Play again with the same people."""
    promised = (await fields_of(request)).get("commitment")
    seed = await run_sync(site.seeds.again, table)
    try:
        if promised and promised != commitment_of(seed):
            raise SeedUsed
        return RedirectResponse(f"/table/{await site.tables.rematch(table, visitor.person, seed)}", 303)
    except (Foreign, SeedUsed, Unready) as error:
        return await after(site, visitor, request, table, 403 if isinstance(error, Foreign) else 409, str(error))


@router.post("/name")
async def rename(site: TheSite, visitor: TheVisitor, request: Request) -> Response:
    """Remember what the visitor is called."""
    fields = await fields_of(request)
    if visitor.token is None:
        return await without_cookie(site, visitor)
    try:
        name = clean_name(fields.get("name", ""))
    except BadName as error:
        return await sentence(site, visitor, str(error), 422)
    await run_sync(site.store.rename, await enrolled(site, visitor), name)
    way = fields.get("back", "/")
    inside = way.startswith("/") and not way.startswith(("//", "/\\"))
    return RedirectResponse(way if inside else "/", 303)


@router.post("/language")
async def choose_language(
    site: TheSite, visitor: TheVisitor, request: Request, language: Annotated[str, Form()] = ""
) -> Response:
    """Speak that language from now on, and go back to the page that was open."""
    response = RedirectResponse(back(request), 303)
    if language in LANGUAGES:
        remember(response, language, secure=request.url.scheme == "https")
        if visitor.person is not None:
            await run_sync(site.store.speak, visitor.person, language)
    return response


@router.get("/table/{table}/live", response_class=EventSourceResponse)
async def live(site: TheSite, visitor: TheVisitor, table: str, bell: TheBell) -> AsyncIterator[ServerSentEvent]:
    """The table's version for this viewer, whenever it grows; and how far the bots' preparation is."""
    async for event in news(site, table, visitor.person, bell):
        yield event


async def fields_of(request: Request) -> dict[str, str]:
    """The form's fields that hold text."""
    async with request.form(max_files=0, max_fields=200) as form:
        return {key: value for key, value in form.items() if isinstance(value, str)}


def _number(text: str) -> int | None:
    return int(text) if re.fullmatch(r"-?[0-9]{1,3}", text) else None


def _game(site: Site, name: str) -> Game:
    """The game of that name; the first one when none is named."""
    return site.tables.game(name or next(iter(site.games), ""))


def _seating(fields: Mapping[str, str], seat: int) -> Seating:
    kind, _, level = fields.get(f"seat{seat}", "open").partition("-")
    name = fields.get("name" if kind == "me" else f"name{seat}", "")
    return Seating(kind, name, level)


def _as_before(game: Game, table: TableRow, person: int | None) -> dict[str, Any]:
    """What the form must say for a table like that one. Other people's seats are free: their links are new."""
    values: dict[str, Any] = {"players": len(table.seats), "hints": "yes" if table.hints else "no"}
    values |= {f"option.{key}": value for key, value in table.options.items() if value in game.options.get(key, ())}
    if table.box in game.boxes:
        values["box"] = table.box
    values |= pace_fields(table.pace)
    values["hands"] = "hidden" if table.watch is None else "open"
    here = False
    for seat in table.seats:
        own = person is not None and seat.person == person
        if seat.person is None and seat.bot is not None:
            kind = f"bot-{seat.bot}"
        else:
            kind = "open" if not own else "here" if here else "me"
        values |= {f"seat{seat.seat}": kind, f"name{seat.seat}": seat.name if kind == "here" else ""}
        here = here or own
    return values


def _in_lobby(site: Site, game: Game) -> dict[str, Any]:
    first, last = game.players.start, game.players.stop - 1
    return {
        **game_facts(game, site.assets),
        "players": str(first) if first == last else f"{first}-{last}",
        "minutes": game.minutes,
        "weight": _weight(game.weight),
        "blurb": game.blurb(),
        "ready": site.bots.is_ready(game.name),
    }


def _weight(weight: int) -> str:
    """How heavy the rules are, in a word; "" where nobody has judged it."""
    words = ("", _("very light"), _("light"), _("medium weight"), _("demanding"), _("for experts"))
    return words[weight]


def _new_page(
    site: Site,
    visitor: Visitor,
    game: Game,
    values: Mapping[str, Any],
    errors: Mapping[str, str],
    status: int,
    token: str,
) -> Response:
    form = str(values.get("csrf") or secrets.token_urlsafe(16))[:64]  # sent twice, it makes one table
    context = {
        "csrf": form,
        "commitment": site.seeds.commitment(token, form),
        "game": game_facts(game, site.assets),
        "games": [_in_lobby(site, other) for other in site.games.values()],
        "boxes": [_choice(game, "box", name) | {"name": name} for name in game.boxes],
        "players": (game.players.start, game.players.stop - 1),
        "options": [_option(game, key, values[f"option.{key}"]) for key in game.options],
        "values": values,
        "errors": {"form": next(iter(errors.values())), **errors} if errors else {},
    }
    return page(site, visitor, "new.html.j2", context, status=status, headers={"Cache-Control": "no-store"})


def _option(game: Game, key: str, value: str) -> dict[str, Any]:
    title, text = option_words(game, key)
    choices = [_choice(game, key, choice) for choice in game.options[key]]
    return {"key": key, "title": title, "help": text, "choices": choices, "value": value}


def _choice(game: Game, key: str, value: str) -> dict[str, Any]:
    title, text = option_words(game, f"{key}={value}")
    return {"value": value, "title": title, "help": text}


def _join_page(
    site: Site,
    visitor: Visitor,
    request: Request,
    picture: Picture,
    code: str,
    values: Mapping[str, Any],
    errors: Mapping[str, str] | None = None,
    status: int = 200,
) -> Response:
    facts = table_facts(picture, visitor.person, address(request), site.assets)
    context = {
        "table": {**facts, "code": code},
        "seats": seats(picture, bots_ready=False),
        "values": values,
        "errors": errors or {},
        "watch": True,
    }
    return page(site, visitor, "join.html.j2", context, status=status, headers={"Cache-Control": "no-store"})


def address(request: Request) -> str:
    return f"{request.url.scheme}://{request.url.netloc}"


def _table_page(
    site: Site,
    visitor: Visitor,
    request: Request,
    picture: Picture,
    click: Click,
    status: int = 200,
    notice: str | None = None,
    place: str | None = None,
) -> Response:
    part = by_script(request)
    bots = any(seat.bot for seat in picture.row.seats)
    bar = compiling(site.bots, site.games, picture.game.name) if bots else None
    ready = not bots or site.bots.is_ready(picture.game.name)
    if not ready and bar is None:  # another game's bots come first
        bar = {"title": picture.game.title, "done": 0, "total": 1}
    advice = _advice(site, picture)
    headers = {
        "ETag": etag(picture, click, part, bar, ready, visitor.name, site.assets.version, address(request), advice),
        "Vary": "HX-Request, Cookie, Accept-Language",
        # On a shared device the Back button must not bring up somebody else's hand.
        "Cache-Control": "no-store" if len(picture.mine) > 1 else "no-cache, private",
    }
    if part and place is not None:
        headers["HX-Replace-Url"] = place
    known = request.headers.get("if-none-match", "")
    if request.method == "GET" and headers["ETag"] in (tag.strip().removeprefix("W/") for tag in known.split(",")):
        return Response(status_code=304, headers=headers)
    context = table_context(picture, click, visitor.person, address(request), site.assets, bots_ready=ready)
    template = "table_body.html.j2" if part else "table.html.j2"
    promise = commitment_of(site.seeds.again(picture.row.id)) if context["table"]["can"]["rematch"] else None
    context |= {"compiling": bar, "notice": notice, "advice": advice, "promise": promise}
    context["levels"] = levels_of(site.tables.levels)
    return page(site, visitor, template, context, status=status, headers=headers)


def _advice(site: Site, picture: Picture) -> dict[str, Any] | None:
    """What the prompt shows of hints; None where there are none."""
    if picture.decision is None or not picture.row.hints:
        return None
    found = site.hints.given(picture)
    if found is not None:
        return {"lines": lines(picture, found), "playouts": found["playouts"]}
    ready = site.bots.is_ready(picture.game.name)
    return {"lines": [], "seat": picture.seat, "version": picture.decision} if ready else None


@router.post("/table/{table}/hint")
async def hint(
    site: TheSite,
    visitor: TheVisitor,
    request: Request,
    table: str,
    seat: Annotated[int, Form()],
    version: Annotated[int, Form()],
) -> Response:
    """Let a bot say what it would do on one's seat."""
    status, notice = 200, None
    try:
        await site.hints.ask(await asked(site, visitor.person, table, seat, version))
        site.hub.ring(table)
    except (Stale, Unready, Foreign) as error:
        status, notice = 403 if isinstance(error, Foreign) else 409, str(error)
    except BotError:
        status, notice = 503, _("The bot has no answer just now; please try again.")
    return await after(site, visitor, request, table, status, notice)


def by_script(request: Request) -> bool:
    return request.headers.get("hx-request") == "true"


async def after(
    site: Site, visitor: Visitor, request: Request, table: str, status: int, notice: str | None, query: str = ""
) -> Response:
    """The answer to a form of a table's page: the fresh page, at once for scripts and refusals, else by redirect."""
    place = f"/table/{table}{query}"
    if status == 200 and not by_script(request):
        return RedirectResponse(place, 303)
    picture = await site.tables.look(table, visitor.person)
    return await computed(_table_page, site, visitor, request, picture, Click(), status, notice, place)


async def carried_out(site: Site, visitor: Visitor, request: Request, table: str, doing: Awaitable[object]) -> Response:
    """Do what a form of a table's page asks for; the fresh page shows it, or why it can't be."""
    try:
        await doing
    except (Foreign, Illegal, Invalid, Stale, Unready) as error:
        status = 403 if isinstance(error, Foreign) else 422 if isinstance(error, Invalid) else 409
        return await after(site, visitor, request, table, status, str(error))
    return await after(site, visitor, request, table, 200, None)


async def _change(site: Site, visitor: Visitor, request: Request, table: str, what: str) -> Response:
    status, notice = 200, None
    try:
        if visitor.person is None:
            raise Foreign(_("You have no seat at this table."))
        await getattr(site.tables, what)(table, visitor.person)
    except (Foreign, Unready) as error:
        status, notice = 403 if isinstance(error, Foreign) else 409, str(error)
    if what == "leave" and status == 200:
        return RedirectResponse("/", 303)
    return await after(site, visitor, request, table, status, notice)


async def without_cookie(site: Site, visitor: Visitor) -> Response:
    """A page for browsers that keep no cookies."""
    text = _("Galleria knows your seat by a cookie, and none came back; please allow it and open the page again.")
    return await sentence(site, visitor, text, 400)


async def sentence(site: Site, visitor: Visitor, text: str, status: int) -> Response:
    """A page that says one sentence."""
    context = {"status": status, "sentence": text, "back": {"url": "/", "text": _("Back to the lobby")}}
    return await computed(lambda: page(site, visitor, "error.html.j2", context, status=status))
