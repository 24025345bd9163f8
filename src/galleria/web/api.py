"""The JSON API: what pages can do, for programs. Described at `/openapi.json`."""

from collections.abc import AsyncIterator
from typing import Annotated, Any, Literal

from anyio.to_thread import run_sync
from fastapi import APIRouter, Query, Response
from fastapi.sse import EventSourceResponse, ServerSentEvent
from pydantic import BaseModel, ConfigDict, Field

from galleria.core import Game

from .live import TheBell, news
from .looking import Picture
from .present import Click, actions, log, picture_view, scores, seats, selection
from .site import TheSite, TheVisitor, enrolled
from .storage import OVER
from .tables import Seating

router = APIRouter(prefix="/api", tags=["tables"])


class GameInfo(BaseModel):
    """An installed game."""

    name: str
    title: str
    players: list[int] = Field(description="Possible numbers of players.")
    boxes: list[str] = Field(description="The default comes first.")
    options: dict[str, list[str]] = Field(description="Switches by name, the value for most people first.")
    rules: int = Field(description="Version of the rules.")
    bots: list[str]
    ready: bool = Field(description="Whether bots can play it now; until then they are being prepared.")


class SeatWish(BaseModel):
    """Who shall sit on one seat."""

    kind: Literal["me", "here", "open", "bot"] = Field(description='"here": another person at the same device.')
    name: str = Field("", description='For "me" and "here".')
    level: str = Field("", description='For "bot": one of the game\'s `bots`.')


class NewTable(BaseModel):
    """A table to be made."""

    game: str
    seats: list[SeatWish] = Field(max_length=16)
    box: str = "published"
    options: dict[str, str] = {}


class MadeTable(BaseModel):
    """A table, and the codes with which others can take its open seats."""

    id: str
    invitations: dict[int, str] = Field(description="Code by seat.")


class Joining(BaseModel):
    """A seat to be taken."""

    name: str
    seat: int | None = Field(None, description="Another open seat than the invitation's own.")


class Answer(BaseModel):
    """What a seat answers."""

    model_config = ConfigDict(strict=True)  # `true` is not action 1

    seat: int
    action: int | str = Field(description="The action's number or text.")
    version: int = Field(description="`decision.version` of the table as it was when the answer was chosen.")


class SeatInfo(BaseModel):
    """Who sits on a seat."""

    index: int
    name: str
    kind: Literal["person", "bot", "open", "auto"]
    level: str = Field(description="The bot that plays it; a person's seat may have one in her stead.")
    mine: bool
    to_act: bool
    online: bool


class ActionInfo(BaseModel):
    """One legal action."""

    action: int
    text: str
    label: str


class Decision(BaseModel):
    """What the viewing seat is asked."""

    version: int = Field(description="To be quoted in the answer.")
    actions: list[ActionInfo]


class LogEntry(BaseModel):
    """What came of one answer, in sentences."""

    number: int
    seat: int
    name: str
    lines: list[str]


class ScoreInfo(BaseModel):
    """The result of one side."""

    seat: int
    name: str
    rank: int
    total: int
    parts: dict[str, int]


class TableInfo(BaseModel):
    """A table as one seat, or a spectator, may see it."""

    id: str
    game: str
    box: str
    options: dict[str, str]
    rules: int
    state: Literal["waiting", "running", "over"]
    version: int = Field(description="Grows with every change that this viewer can see.")
    seat: int = Field(description="Whose eyes these are; -1: a spectator.")
    seats: list[SeatInfo]
    decision: Decision | None
    view: dict[str, Any] | None = Field(description="The game's own picture of the situation.")
    log: list[LogEntry]
    scores: list[ScoreInfo]
    commitment: str = Field(description="SHA-256 of the seed.")
    seed: str | None = Field(description="Shown after the end.")


@router.get("/games")
async def list_games(site: TheSite) -> list[GameInfo]:
    """The installed games."""
    levels = list(site.tables.levels)
    return [_game_info(game, levels, ready=site.bots.is_ready(game.name)) for game in site.games.values()]


@router.post("/tables", status_code=201)
async def make_table(site: TheSite, visitor: TheVisitor, response: Response, wish: NewTable) -> MadeTable:
    """Make a table. It begins at once when no seat is open. The cookie in the answer is the key to one's seats."""
    person = await enrolled(site, visitor, response)
    wishes = [Seating(seat.kind, seat.name, seat.level) for seat in wish.seats]
    table = await site.tables.create(person, wish.game, wishes, box=wish.box, options=wish.options)
    picture = await site.tables.look(table, person)
    return MadeTable(id=table, invitations={s.seat: s.invite for s in picture.row.seats if s.invite is not None})


@router.post("/invitations/{code}")
async def take_seat(site: TheSite, visitor: TheVisitor, response: Response, code: str, joining: Joining) -> TableInfo:
    """Take an open seat."""
    person = await enrolled(site, visitor, response)
    table = await site.tables.join(person, code, joining.name, joining.seat)
    return await run_sync(_table_info, await site.tables.look(table, person, shared=False))


@router.get("/tables/{table}")
async def get_table(
    site: TheSite,
    visitor: TheVisitor,
    table: str,
    seat: Annotated[int | None, Query(description="Which of one's own seats.")] = None,
) -> TableInfo:
    """The table as the caller may see it."""
    return await run_sync(_table_info, await site.tables.look(table, visitor.person, seat, shared=False))


@router.post("/tables/{table}/actions")
async def answer(site: TheSite, visitor: TheVisitor, table: str, given: Answer) -> TableInfo:
    """Answer for a seat. The move is stored when this returns."""
    await site.tables.act(table, visitor.person, given.seat, given.action, given.version)
    return await run_sync(_table_info, await site.tables.look(table, visitor.person, given.seat, shared=False))


@router.get("/tables/{table}/live", response_class=EventSourceResponse)
async def watch(site: TheSite, visitor: TheVisitor, table: str, bell: TheBell) -> AsyncIterator[ServerSentEvent]:
    """Server-sent events `version`, with the table's version for this caller whenever it grows."""
    async for event in news(site, table, visitor.person, bell):
        yield event


def _game_info(game: Game, levels: list[str], *, ready: bool) -> GameInfo:
    return GameInfo(
        name=game.name,
        title=game.title,
        players=list(game.players),
        boxes=list(game.boxes),
        options={key: list(values) for key, values in game.options.items()},
        rules=game.rules_version,
        bots=levels,
        ready=ready,
    )


def _table_info(picture: Picture) -> TableInfo:
    row = picture.row
    decision = None
    if picture.decision is not None:
        legal = [
            ActionInfo(action=action["id"], text=action["text"], label=action["label"])
            for action in actions(picture, selection(picture, Click()))
        ]
        decision = Decision(version=picture.decision, actions=legal)
    return TableInfo(
        id=row.id,
        game=row.game,
        box=row.box,
        options=row.options,
        rules=row.rules,
        state=row.status,
        version=picture.version,
        seat=picture.seat,
        seats=[SeatInfo.model_validate(seat) for seat in seats(picture, bots_ready=True)],
        decision=decision,
        view=picture_view(picture),
        log=[LogEntry.model_validate(entry) for entry in log(picture)],
        scores=[ScoreInfo.model_validate(score) for score in scores(picture)],
        commitment=row.commitment,
        seed=row.seed if row.status == OVER else None,
    )
