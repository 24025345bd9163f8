"""The pages of replays: any position of a match that is over, one's own past of a match that runs, pasted records."""

import json
import re
from collections.abc import Mapping
from typing import Annotated, Any
from urllib.parse import quote

from anyio.to_thread import run_sync
from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import RedirectResponse

from galleria.core import GalleriaError, Game, IllegalAction, Match, RecordError
from galleria.core.text import _

from . import happened
from .analysis import Findings
from .chart import curve_chart, turning_points
from .course import SPECTATOR, Note, note_of
from .export import film_data
from .film import OPEN, Film, film_of, shoot
from .guard import LARGEST_BODY
from .pages import by_script, without_cookie
from .people import fresh_token
from .picture import picture
from .reel import Reel, about, chapters_of, context_of
from .refusals import Unknown, Unready
from .site import Site, TheSite, TheVisitor, Visitor, enrolled, give_cookie, page
from .storage import OVER

router = APIRouter(include_in_schema=False)

Step = Annotated[int | None, Query()]
Seat = Annotated[str, Query(max_length=8)]
As = Annotated[int | None, Query(alias="as")]


# -- reels -------------------------------------------------------------------------------------------------------------


async def table_reel(
    site: Site,
    visitor: Visitor,
    table: str,
    step: int | None = None,
    entry: int | None = None,
    seat: str = "",
    as_: int | None = None,
) -> Reel:
    """The replay of a table as the visitor may see it: all of it after the end, before that her own past."""
    seen = await site.tables.look(table, visitor.person, as_)
    answers, taken_back = await site.tables.answers(table)
    row = seen.row
    content = (answers, taken_back)
    film = await run_sync(
        site.films.get, f"table {table}", content, lambda: shoot(site.tables.retold(row), answers, taken_back)
    )
    home = f"/table/{table}"
    url, subject = f"{home}/replay", f"table {table}"
    beside = tuple(e for one in seen.happenings if (e := happened.entry(one, seen.names)))
    if row.status != OVER or not film.over:
        steps = film.steps_of(seen.seat)
        place = _within(entry, steps)
        return Reel(film, home, url, subject, seen.seat, (), steps, place, seen.mine, row, beside, seen.notes)
    choices = _choices(film)
    eyes = _eyes(seat, choices, seen.mine[0] if len(seen.mine) == 1 else OPEN)
    steps = tuple(range(film.last + 1))
    if step is None and entry is not None:  # a link from the log of the match as it ran
        own = film.steps_of(seen.seat)
        step = own[_within(entry, own)]
    hints = await run_sync(site.archive.hints_used, table)
    notes, place = _notes(film, eyes), _within(step, steps)
    return Reel(film, home, url, subject, eyes, choices, steps, place, seen.mine, row, beside, notes, hints)


async def record_reel(site: Site, record: str, step: int | None = None, seat: str = "") -> Reel:
    """The replay of a pasted record."""
    text = await run_sync(site.archive.record, record)
    if text is None:
        raise Unknown(_("This record is not kept here any more; please paste it again."))
    film = await run_sync(site.films.get, f"record {record}", text, lambda: film_of(parsed(text, site.games)))
    choices = _choices(film)
    steps = tuple(range(film.last + 1))
    home = f"/replay/{record}"
    eyes = _eyes(seat, choices, OPEN)
    notes = _notes(film, eyes)
    return Reel(film, home, home, f"record {record}", eyes, choices, steps, _within(step, steps), notes=notes)


def _notes(film: Film, eyes: int) -> tuple[Note, ...]:
    """Every undo of a match that is over, with what these eyes can read of the answers."""
    return tuple(note_of(back, None if eyes == OPEN else eyes) for back in film.match.taken_back)


def _choices(film: Film) -> tuple[int, ...]:
    return (OPEN, *range(film.match.state.players), SPECTATOR)


def _eyes(wanted: str, choices: tuple[int, ...], usual: int) -> int:
    if wanted == "open":
        return OPEN
    found = int(wanted) if re.fullmatch(r"-?[0-9]{1,2}", wanted) else None
    return found if found is not None and found in choices else usual


def _within(place: int | None, steps: tuple[int, ...]) -> int:
    last = len(steps) - 1
    return last if place is None else min(max(0, place), last)


# -- pages -------------------------------------------------------------------------------------------------------------


@router.get("/table/{table}/replay")
async def table_replay(
    site: TheSite,
    visitor: TheVisitor,
    request: Request,
    table: str,
    step: Step = None,
    entry: Step = None,
    seat: Seat = "",
    as_: As = None,
) -> Response:
    """A position of a table's match, with all that belongs to it."""
    reel = await table_reel(site, visitor, table, step, entry, seat, as_)
    return await _show(site, visitor, request, reel)


@router.get("/replay")
async def paste(site: TheSite, visitor: TheVisitor, request: Request) -> Response:
    """The form for a record."""
    response = await run_sync(_paste_page, site, visitor, "", None, 200)
    if visitor.token is None:
        give_cookie(response, fresh_token(), secure=request.url.scheme == "https")
    return response


@router.post("/replay")
async def pasted(site: TheSite, visitor: TheVisitor, request: Request) -> Response:
    """Keep a record and show it."""
    if visitor.token is None:
        return await without_cookie(site, visitor)
    text = ""
    try:
        async with request.form(max_files=1, max_fields=4) as form:
            given = form.get("record", "")
            text = given if isinstance(given, str) else ""
            file = form.get("file")
            if file is not None and not isinstance(file, str) and file.filename:
                try:
                    text = (await file.read()).decode()
                except UnicodeDecodeError:
                    raise RecordError(_("This file is not text in UTF-8; a record of a match is.")) from None
        text = tidy(text)
        if not text.strip():
            raise RecordError(_("Please paste a record or choose its file."))
        await run_sync(parsed, text, site.games)
    except GalleriaError as error:
        return await run_sync(_paste_page, site, visitor, text, str(error), 422)
    person = await enrolled(site, visitor)
    record = await run_sync(site.archive.keep_record, text, person)
    return RedirectResponse(f"/replay/{record}?step=0", 303)


@router.get("/replay/{record}")
async def record_replay(
    site: TheSite, visitor: TheVisitor, request: Request, record: str, step: Step = None, seat: Seat = ""
) -> Response:
    """A position of a pasted match."""
    return await _show(site, visitor, request, await record_reel(site, record, step, seat))


def _paste_page(site: Site, visitor: Visitor, text: str, error: str | None, status: int) -> Response:
    context = {"values": {"record": text}, "errors": {"record": error} if error else {}, "most": LARGEST_BODY // 1000}
    return page(site, visitor, "replay_open.html.j2", context, status=status, headers={"Cache-Control": "no-store"})


def tidy(text: str) -> str:
    """The record as it was written: browsers send line breaks in their own way, and people leave some at the end."""
    return text.replace("\r\n", "\n").replace("\r", "\n").lstrip("\ufeff").strip("\n") + "\n"


def parsed(text: str, installed: Mapping[str, Game]) -> Match:
    """The match of a pasted text. RecordError names the line."""
    head = text.partition("\n\n")[0]
    if re.search(r"(?m)^state:", head):
        raise RecordError(
            _("This match begins in a position made by hand; look at it with “galleria replay” on your own computer.")
        )
    try:
        name = re.search(r"(?m)^game: (.*)$", head)
        return Match.parse(text, game=installed.get(name[1]) if name else None)
    except (RecordError, IllegalAction) as error:
        sentence = str(error)
        raise RecordError(sentence[:1].upper() + sentence[1:]) from error


async def _show(site: Site, visitor: Visitor, request: Request, reel: Reel) -> Response:
    part = by_script(request)
    found = await site.analyst.findings(reel.subject, reel.film) if reel.open else None
    progress = None if found is None else (found.done, found.running, found.failed)
    hints = tuple(sorted(reel.hints.items()))
    tag = reel.etag(part, progress, hints, visitor.name, site.assets.version)
    headers = {
        "ETag": tag,
        "Vary": "HX-Request, Cookie, Accept-Language",
        "Cache-Control": "no-store" if len(reel.mine) > 1 and not reel.open else "no-cache, private",
    }
    known = request.headers.get("if-none-match", "")
    if tag in (one.strip().removeprefix("W/") for one in known.split(",")):
        return Response(status_code=304, headers=headers)

    def render() -> Response:
        context = context_of(reel, site)
        context["eyes"] = _eye_links(reel)
        if not part:
            context["chapters"] = chapters_of(reel)
            context["about"] = about(reel) if reel.open else None
            context["analysis"] = _analysis(reel, found)
        return page(site, visitor, "replay_position.html.j2" if part else "replay.html.j2", context, headers=headers)

    return await run_sync(render)


def _eye_links(reel: Reel) -> list[dict[str, Any]]:
    names = {OPEN: _("Open hands"), SPECTATOR: _("Somebody who watches")}
    return [
        {
            "eyes": eyes,
            "key": "open" if eyes == OPEN else str(eyes),
            "name": names.get(eyes) or reel.film.names[eyes],
            "url": reel.link(eyes=eyes),
            "current": eyes == reel.eyes,
        }
        for eyes in reel.choices
    ]


# -- the analysis ------------------------------------------------------------------------------------------------------


def _analysis(reel: Reel, found: Findings | None) -> dict[str, Any] | None:
    """What the page shows of the analysis; None while the match runs."""
    if not reel.open or not reel.film.last:
        return None
    if found is None:
        return {"asked": False, "url": f"{reel.home}/analysis", "over": reel.film.over}
    return {
        "asked": True,
        "url": f"{reel.home}/analysis",
        "over": reel.film.over,
        "done": found.done,
        "total": found.total,
        "ready": found.ready,
        "failed": found.failed,
        "chart": curve_chart(reel, found) if found.curve else None,
        "turning": turning_points(reel, found) if found.ready else [],
    }


@router.post("/table/{table}/analysis")
async def analyse_table(site: TheSite, visitor: TheVisitor, request: Request, table: str) -> Response:
    """Let the bots analyse a table's match."""
    return await _analyse(site, visitor, request, await table_reel(site, visitor, table, step=0))


@router.post("/replay/{record}/analysis")
async def analyse_record(site: TheSite, visitor: TheVisitor, request: Request, record: str) -> Response:
    """Let the bots analyse a pasted match."""
    return await _analyse(site, visitor, request, await record_reel(site, record, step=0))


async def _analyse(site: Site, visitor: Visitor, request: Request, reel: Reel) -> Response:
    if visitor.token is None:
        return await without_cookie(site, visitor)
    if not reel.open:
        raise Unready(_("A match can be analysed when it is over."))
    await site.analyst.ask(reel.subject, reel.film, await enrolled(site, visitor))
    if by_script(request):
        return await _analysis_part(site, visitor, reel)
    return RedirectResponse(f"{reel.link(reel.place)}#analysis", 303)


@router.get("/table/{table}/analysis")
async def table_analysis(site: TheSite, visitor: TheVisitor, request: Request, table: str) -> Response:
    """How far the analysis is, or what it found."""
    reel = await table_reel(site, visitor, table, step=0)
    return await _analysis_part(site, visitor, reel) if by_script(request) else RedirectResponse(f"{reel.url}#analysis")


@router.get("/replay/{record}/analysis")
async def record_analysis(site: TheSite, visitor: TheVisitor, request: Request, record: str) -> Response:
    """How far the analysis is, or what it found."""
    reel = await record_reel(site, record, step=0)
    return await _analysis_part(site, visitor, reel) if by_script(request) else RedirectResponse(f"{reel.url}#analysis")


async def _analysis_part(site: Site, visitor: Visitor, reel: Reel) -> Response:
    if not reel.open or not reel.film.last:
        raise Unready(_("A match can be analysed when it is over."))
    found = await site.analyst.findings(reel.subject, reel.film)

    def render() -> Response:
        context = {**context_of(reel, site), "analysis": _analysis(reel, found)}
        return page(site, visitor, "replay_analysis.html.j2", context)

    return await run_sync(render)


# -- downloads ---------------------------------------------------------------------------------------------------------


@router.get("/table/{table}/record.txt")
async def table_record(site: TheSite, visitor: TheVisitor, table: str) -> Response:
    """The record of a match that is over."""
    return _record_file(_whole(await table_reel(site, visitor, table)))


@router.get("/replay/{record}/record.txt")
async def record_record(site: TheSite, record: str) -> Response:
    """The record as it was pasted."""
    return _record_file(await record_reel(site, record))


@router.get("/table/{table}/match.json")
async def table_data(site: TheSite, visitor: TheVisitor, table: str) -> Response:
    """All of a match that is over, for programs."""
    return await _data_file(_whole(await table_reel(site, visitor, table)))


@router.get("/replay/{record}/match.json")
async def record_data(site: TheSite, record: str) -> Response:
    """All of a pasted match, for programs."""
    return await _data_file(await record_reel(site, record))


@router.get("/table/{table}/board.svg")
async def table_board(
    site: TheSite,
    visitor: TheVisitor,
    table: str,
    step: Step = None,
    entry: Step = None,
    seat: Seat = "",
    as_: As = None,
) -> Response:
    """The board of a position, as a picture that stands alone."""
    return await _picture_file(site, await table_reel(site, visitor, table, step, entry, seat, as_))


@router.get("/replay/{record}/board.svg")
async def record_board(site: TheSite, record: str, step: Step = None, seat: Seat = "") -> Response:
    """The board of a position, as a picture that stands alone."""
    return await _picture_file(site, await record_reel(site, record, step, seat))


def _whole(reel: Reel) -> Reel:
    if not reel.open:
        raise Unready(_("The record of a match can be had when it is over."))
    return reel


def _record_file(reel: Reel) -> Response:
    return _file(reel, reel.film.match.record(), "text/plain; charset=utf-8", "txt")


async def _data_file(reel: Reel) -> Response:
    text = await run_sync(lambda: json.dumps(film_data(reel.film), indent=2, ensure_ascii=False))
    return _file(reel, text, "application/json", "json")


async def _picture_file(site: Site, reel: Reel) -> Response:
    view = await run_sync(reel.film.view, reel.step, reel.eyes)
    text = await run_sync(picture, site.templates, reel.film.game, view, max(reel.eyes, SPECTATOR))
    return _file(reel, text, "image/svg+xml", "svg", f"-{reel.place}")


def _file(reel: Reel, text: str, kind: str, ending: str, more: str = "") -> Response:
    name = quote(f"{reel.film.game.name}-{reel.home.rpartition('/')[2]}{more}.{ending}")
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-cache, private"}
    return Response(text, media_type=kind, headers=headers)
