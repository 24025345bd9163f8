"""The JSON API of replays: matches that are over, one's own past of one that runs, pasted records."""

from typing import Annotated, Any

from anyio.to_thread import run_sync
from fastapi import Path, Query, Response
from pydantic import BaseModel, Field

from galleria.core import GalleriaError
from galleria.core.text import _

from . import replay
from .analysis import Findings
from .live import ATable
from .reel import Reel, context_of
from .refusals import Invalid, Unready
from .routers import api_router
from .site import Site, TheSite, TheVisitor, enrolled

router = api_router()

Step = Annotated[
    int | None, Query(description="Which position, from 0; the last one when left out, and while the match runs yours.")
]
Eyes = Annotated[
    str, Query(max_length=8, description='After the end: whose eyes, a seat, "-1" (a spectator) or "open" (all hands).')
]
ARecord = Annotated[str, Path(description="The id of a pasted record.")]


class Pasted(BaseModel):
    """The record of a match."""

    record: str = Field(max_length=64 * 1024)


class RecordInfo(BaseModel):
    """A record that is kept."""

    id: str


class PositionInfo(BaseModel):
    """One position of a match, as somebody's eyes see it."""

    game: str
    names: list[str] = Field(description="Of all sides.")
    place: int = Field(description="Which of the positions that these eyes can tell apart; quote it as `step`.")
    last: int = Field(description="The last place.")
    seat: int = Field(description="Whose eyes these are; -1: a spectator's, -2: everything is open.")
    over: bool
    headline: str = Field(description='The answer that led here; "" while the match runs.')
    happened: list[str] = Field(description="What came of it, in sentences.")
    view: dict[str, Any] = Field(description="The game's own picture of the situation.")


class TurningPoint(BaseModel):
    """A move that changed much."""

    number: int
    seat: int
    action: int
    best: int = Field(description="The action that the bot would have preferred.")
    worth: float = Field(description="0 to 1: half the chance to win, half the lead in points.")
    better: float = Field(description="The same for the better action.")


class AnalysisInfo(BaseModel):
    """What bots think of a match, as far as they have come."""

    asked: bool
    done: int
    total: int
    running: bool
    failed: bool
    curve: list[tuple[int, list[float]]] = Field(description="Positions with every side's chance to win, from 0 to 1.")
    turning: list[TurningPoint] = Field(description="In the order of the match; empty until all is done.")


@router.get("/tables/{table}/replay", tags=["replay"])
async def table_position(
    site: TheSite, visitor: TheVisitor, table: ATable, step: Step = None, seat: Eyes = ""
) -> PositionInfo:
    """A position of a table's match: after the end with anybody's eyes, before that one's own past."""
    return await run_sync(_position, site, await replay.table_reel(site, visitor, table, step, step, seat))


@router.get("/tables/{table}/record", tags=["replay"], response_class=Response)
async def table_record(site: TheSite, visitor: TheVisitor, table: ATable) -> Response:
    """The record of a match that is over, as text."""
    return await replay.table_record(site, visitor, table)


@router.get("/tables/{table}/match", tags=["replay"], response_class=Response)
async def table_match(site: TheSite, visitor: TheVisitor, table: ATable) -> Response:
    """All of a match that is over: actions, events, the last situation, the result."""
    return await replay.table_data(site, visitor, table)


@router.get("/tables/{table}/board.svg", tags=["replay"], response_class=Response)
async def table_board(
    site: TheSite, visitor: TheVisitor, table: ATable, step: Step = None, seat: Eyes = ""
) -> Response:
    """The board of a position as a picture that stands alone."""
    return await replay.table_board(site, visitor, table, step, step, seat)


@router.get("/tables/{table}/analysis", tags=["replay"])
async def table_analysis(site: TheSite, visitor: TheVisitor, table: ATable) -> AnalysisInfo:
    """How far the bots' analysis of a match is, and what they have found."""
    return await _findings(site, await replay.table_reel(site, visitor, table, step=0))


@router.post("/tables/{table}/analysis", tags=["replay"])
async def analyse_table(site: TheSite, visitor: TheVisitor, response: Response, table: ATable) -> AnalysisInfo:
    """Let the bots analyse a match that is over. It takes minutes; look at it again."""
    reel = await replay.table_reel(site, visitor, table, step=0)
    return await _analyse(site, reel, await enrolled(site, visitor, response))


@router.post("/records", status_code=201, tags=["replay"])
async def keep_record(site: TheSite, visitor: TheVisitor, response: Response, pasted: Pasted) -> RecordInfo:
    """Keep a record, to look at it as at a match that was played here."""
    text = replay.tidy(pasted.record)
    try:
        await run_sync(replay.parsed, text, site.games)
    except GalleriaError as error:
        raise Invalid({"record": str(error)}) from error
    person = await enrolled(site, visitor, response)
    return RecordInfo(id=await run_sync(site.archive.keep_record, text, person))


@router.get("/records/{record}/replay", tags=["replay"])
async def record_position(site: TheSite, record: ARecord, step: Step = None, seat: Eyes = "") -> PositionInfo:
    """A position of a pasted match."""
    return await run_sync(_position, site, await replay.record_reel(site, record, step, seat))


@router.get("/records/{record}/record", tags=["replay"], response_class=Response)
async def record_record(site: TheSite, record: ARecord) -> Response:
    """The record as it was pasted."""
    return await replay.record_record(site, record)


@router.get("/records/{record}/match", tags=["replay"], response_class=Response)
async def record_match(site: TheSite, record: ARecord) -> Response:
    """All of a pasted match, for programs."""
    return await replay.record_data(site, record)


@router.get("/records/{record}/board.svg", tags=["replay"], response_class=Response)
async def record_board(site: TheSite, record: ARecord, step: Step = None, seat: Eyes = "") -> Response:
    """The board of a position as a picture that stands alone."""
    return await replay.record_board(site, record, step, seat)


@router.get("/records/{record}/analysis", tags=["replay"])
async def record_analysis(site: TheSite, record: ARecord) -> AnalysisInfo:
    """How far the bots' analysis of a pasted match is, and what they have found."""
    return await _findings(site, await replay.record_reel(site, record, step=0))


@router.post("/records/{record}/analysis", tags=["replay"])
async def analyse_record(site: TheSite, visitor: TheVisitor, response: Response, record: ARecord) -> AnalysisInfo:
    """Let the bots analyse a pasted match. It takes minutes; look at it again."""
    reel = await replay.record_reel(site, record, step=0)
    return await _analyse(site, reel, await enrolled(site, visitor, response))


def _position(site: Site, reel: Reel) -> PositionInfo:
    at = context_of(reel, site)["at"]
    film = reel.film
    return PositionInfo(
        game=film.game.name,
        names=list(film.names),
        place=at["place"],
        last=at["last"],
        seat=reel.eyes,
        over=film.over and reel.step == film.last,
        headline=at["headline"],
        happened=[part["text"] for part in at["happened"]],
        view=film.view(reel.step, reel.eyes),
    )


async def _analyse(site: Site, reel: Reel, person: int) -> AnalysisInfo:
    if not reel.open:
        raise Unready(_("A match can be analysed when it is over."))
    await site.analyst.ask(reel.subject, reel.film, person)
    return await _findings(site, reel)


async def _findings(site: Site, reel: Reel) -> AnalysisInfo:
    found: Findings | None = await site.analyst.findings(reel.subject, reel.film) if reel.open else None
    if found is None:
        return AnalysisInfo(asked=False, done=0, total=0, running=False, failed=False, curve=[], turning=[])
    return AnalysisInfo(
        asked=True,
        done=found.done,
        total=found.total,
        running=found.running,
        failed=found.failed,
        curve=[(step, list(chances)) for step, chances in found.curve],
        turning=[TurningPoint.model_validate(point) for point in found.turning],
    )
