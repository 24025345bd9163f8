"""The JSON API: what pages can do, for programs. Described at `/openapi.json` and in docs/api.md."""

from collections.abc import AsyncIterator
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

from anyio.to_thread import run_sync
from fastapi import HTTPException, Query, Response
from fastapi import Path as InPath
from fastapi.sse import EventSourceResponse, ServerSentEvent

from galleria.core import Game
from galleria.core.text import _

from .export import commitment_of
from .guide import guide_file, guide_html
from .lesson import lesson_of
from .live import ATable, TheBell, news
from .looking import Picture
from .onetime import Key
from .pacing import wished_pace
from .people import clean_name, fresh_token, token_hash
from .present import Click, actions, log, picture_view, scores, seats, selection, table_line
from .refusals import Foreign, Illegal, Unknown
from .routers import api_router
from .selection import Nothing
from .shapes import (
    ActionDetail,
    ActionInfo,
    Answer,
    AskId,
    AskInfo,
    Consent,
    Decision,
    DeviceInfo,
    GameInfo,
    GuideInfo,
    Invitation,
    Joining,
    KeyInfo,
    KeyOffer,
    LogEntry,
    MadeTable,
    Me,
    Moved,
    Naming,
    NewTable,
    Person,
    PreviewLine,
    Promise,
    ScoreInfo,
    SeatInfo,
    StandIn,
    TableInfo,
    TableLine,
    UndoInfo,
    UndoWish,
    Watched,
)
from .site import Site, TheSite, TheVisitor, Visitor, enrolled
from .storage import OVER, WAITING
from .tables import Seating
from .working import computed

router = api_router()

ASeat = Annotated[int | None, Query(description="Which of one's own seats.")]
AGame = Annotated[str, InPath(description="The game's name.")]
ACode = Annotated[str, InPath(description="An invitation's code: the end of its link.")]
OtherSeat = Annotated[int, InPath(description="Somebody else's seat.")]
AWatch = Annotated[str, InPath(description="The code that opens all hands: the end of its link.")]
AKey = Annotated[str, InPath(description="The secret of a one-time key, or its code as people type it.")]
OwnSeat = Annotated[int, InPath(description="One of one's own seats.")]


# People


@router.post("/people", status_code=201, tags=["people"])
async def be_somebody(site: TheSite, naming: Naming) -> Person:
    """Become somebody: the token in the answer is the key to all seats that will be taken with it."""
    name, token = clean_name(naming.name), fresh_token()
    known = token_hash(token)
    assert known is not None
    person = await run_sync(lambda: site.store.enrol(known, language=naming.language))
    await run_sync(site.store.rename, person, name)
    return Person(token=token, name=name)


@router.get("/me", tags=["people"])
async def me(site: TheSite, visitor: TheVisitor) -> Me:
    """What the caller was called last, and her tables."""
    rows = [] if visitor.person is None else await run_sync(site.store.tables_of, visitor.person)
    tables = [
        TableLine(
            id=row.id,
            game=row.game,
            title=line["title"],
            state=row.status,
            seats=[seat.name for seat in row.seats],
            your_turn=line["your_turn"],
            changed=row.changed,
        )
        for row in rows
        for line in (table_line(row, visitor.person or 0, site.games),)
    ]
    return Me(name=visitor.name, language=visitor.language, tables=tables)


@router.put("/me", tags=["people"])
async def rename(site: TheSite, visitor: TheVisitor, response: Response, naming: Naming) -> Me:
    """Be called something else from the next table on."""
    name = clean_name(naming.name)
    person = await enrolled(site, visitor, response)
    await run_sync(site.store.rename, person, name)
    if naming.language is not None:
        await run_sync(site.store.speak, person, naming.language)
    return await me(site, Visitor(visitor.token, person, name, language=naming.language or visitor.language))


# Games


@router.get("/games", tags=["games"])
async def list_games(site: TheSite) -> list[GameInfo]:
    """The installed games."""
    levels = list(site.tables.levels)
    return [_game_info(game, levels, ready=site.bots.is_ready(game.name)) for game in site.games.values()]


@router.get("/games/{game}/guide", tags=["games"])
async def guide(site: TheSite, game: AGame) -> GuideInfo:
    """How the game is played."""
    chosen = site.tables.game(game)
    file = guide_file(Path(chosen.folder))
    if file is None:
        raise HTTPException(404)
    return GuideInfo(game=chosen.name, title=chosen.title, html=await run_sync(guide_html, file))


@router.post("/games/{game}/lesson", status_code=201, tags=["games"])
async def begin_lesson(
    site: TheSite, visitor: TheVisitor, response: Response, game: AGame, naming: Naming
) -> MadeTable:
    """Begin a guided first game, in games that have one."""
    if lesson_of(site.tables.game(game)) is None:
        raise Unknown(_("This game has no guided first game."))
    table = await site.tables.teach(await enrolled(site, visitor, response), game, naming.name)
    return MadeTable(id=table, invitations={})


# Tables before the match


@router.post("/tables", status_code=201, tags=["tables"])
async def make_table(site: TheSite, visitor: TheVisitor, response: Response, wish: NewTable) -> MadeTable:
    """Make a table. It begins at once when no seat is open. Who has no token yet gets one in a cookie."""
    person = await enrolled(site, visitor, response)
    seed = await run_sync(site.seeds.seed, visitor.token, wish.once) if visitor.token and wish.once else None
    wishes = [Seating(seat.kind, seat.name, seat.level) for seat in wish.seats]
    pace = wished_pace(wish.pace.kind, wish.pace.model_dump()) if wish.pace is not None else None
    table = await site.tables.create(
        person,
        wish.game,
        wishes,
        box=wish.box,
        options=wish.options,
        form=wish.once or None,
        seed=seed,
        pace=pace,
        hands=wish.hands,
    )
    picture = await site.tables.look(table, person)
    return MadeTable(id=table, invitations=_invitations(picture, person), watch=picture.row.watch)


@router.get("/promise", tags=["tables"])
async def promise(
    site: TheSite,
    visitor: TheVisitor,
    once: Annotated[str, Query(description="As it will be in the request for the table.", min_length=1, max_length=64)],
) -> Promise:
    """What is fixed already of the table that the caller would make with `once`, before anything is shuffled."""
    if visitor.token is None:
        raise Foreign(_("The server does not know who you are; please send a token."))
    return Promise(commitment=await run_sync(site.seeds.commitment, visitor.token, once))


@router.get("/invitations/{code}", tags=["tables"])
async def invitation(site: TheSite, code: ACode) -> Invitation:
    """The table and the seat that an invitation leads to."""
    table, seat = await site.tables.invited(code)
    return Invitation(table=table, seat=seat)


@router.post("/invitations/{code}", tags=["tables"])
async def take_seat(site: TheSite, visitor: TheVisitor, response: Response, code: ACode, joining: Joining) -> TableInfo:
    """Take an open seat. The match begins when the last one is taken."""
    await site.tables.invited(code)
    person = await enrolled(site, visitor, response)
    table = await site.tables.join(person, code, joining.name, joining.seat)
    return await _look(site, table, person)


@router.get("/watch/{code}", tags=["tables"])
async def watched(site: TheSite, code: AWatch) -> Watched:
    """The table whose hands a secret code opens."""
    return Watched(table=await site.tables.watched(code))


@router.post("/watch/{code}", tags=["tables"])
async def watch_hands(site: TheSite, visitor: TheVisitor, response: Response, code: AWatch) -> TableInfo:
    """Watch with open hands: see the table from any seat by `?seat=`, and never have a seat at it."""
    await site.tables.watched(code)
    table = await site.tables.watch(await enrolled(site, visitor, response), code)
    return await _look(site, table, visitor.person)


@router.post("/tables/{table}/start", tags=["tables"])
async def start(site: TheSite, visitor: TheVisitor, table: ATable) -> TableInfo:
    """Begin without the open seats; the host may, and while the host is away whoever sits there."""
    await site.tables.start(table, _somebody(visitor))
    return await _look(site, table, visitor.person)


@router.post("/tables/{table}/leave", status_code=204, tags=["tables"])
async def leave(site: TheSite, visitor: TheVisitor, table: ATable) -> None:
    """Give one's seat back before the match. When nobody is left, the table is removed."""
    await site.tables.leave(table, _somebody(visitor))


@router.post("/tables/{table}/rematch", status_code=201, tags=["tables"])
async def rematch(site: TheSite, visitor: TheVisitor, table: ATable) -> MadeTable:
    """Play again with the same people and bots, after the end. Asked twice, or by several, it is one table."""
    seed = await run_sync(site.seeds.again, table)
    return MadeTable(id=await site.tables.rematch(table, visitor.person, seed), invitations={})


@router.get("/tables/{table}/rematch", tags=["tables"])
async def coming_rematch(site: TheSite, visitor: TheVisitor, table: ATable) -> Promise:
    """What is fixed already of the match in which the same people would play again."""
    await site.tables.look(table, visitor.person)
    return Promise(commitment=commitment_of(await run_sync(site.seeds.again, table)))


# Playing


@router.get("/tables/{table}", tags=["play"])
async def get_table(site: TheSite, visitor: TheVisitor, table: ATable, seat: ASeat = None) -> TableInfo:
    """The table as the caller may see it: who sits where, what she may do, the situation, the log, the result."""
    return await _look(site, table, visitor.person, seat)


@router.get("/tables/{table}/action", tags=["play"])
async def get_action(
    site: TheSite,
    visitor: TheVisitor,
    table: ATable,
    action: Annotated[str, Query(description="An action's number or text.", max_length=200)],
    seat: ASeat = None,
) -> ActionDetail:
    """Whether an action is legal for the caller's seat now, else why not; and what would come of it."""
    picture = await site.tables.look(table, visitor.person, seat, shared=False)
    return await computed(_action_detail, picture, action)


@router.post("/tables/{table}/actions", tags=["play"])
async def answer(site: TheSite, visitor: TheVisitor, table: ATable, given: Answer) -> TableInfo:
    """Answer for a seat. The move is stored when this returns. Sent twice, it is made once: the second gets 409."""
    await site.tables.act(table, visitor.person, given.seat, given.action, given.version)
    return await _look(site, table, visitor.person, given.seat)


@router.get("/tables/{table}/live", response_class=EventSourceResponse, tags=["play"])
async def watch(site: TheSite, visitor: TheVisitor, table: ATable, bell: TheBell) -> AsyncIterator[ServerSentEvent]:
    """Server-sent events `version`, with the table's version for this caller whenever it grows."""
    async for event in news(site, table, visitor.person, bell):
        yield event


# Seats during the match


@router.put("/tables/{table}/seats/{seat}/bot", tags=["seats"])
async def hand_to_bot(site: TheSite, visitor: TheVisitor, table: ATable, seat: OwnSeat, stand_in: StandIn) -> TableInfo:
    """Let a bot play one's seat until it is taken back."""
    await site.tables.hand_to_bot(table, visitor.person, seat, stand_in.level)
    return await _look(site, table, visitor.person, seat)


@router.delete("/tables/{table}/seats/{seat}/bot", tags=["seats"])
async def take_back(site: TheSite, visitor: TheVisitor, table: ATable, seat: OwnSeat) -> TableInfo:
    """Play one's seat oneself again."""
    await site.tables.take_back(table, visitor.person, seat)
    return await _look(site, table, visitor.person, seat)


@router.post("/tables/{table}/seats/{seat}/late", tags=["seats"])
async def late(
    site: TheSite, visitor: TheVisitor, table: ATable, seat: OtherSeat, stand_in: StandIn | None = None
) -> TableInfo:
    """Let a bot play for somebody whose time has run out, until she takes her seat back."""
    await site.tables.stand_in(table, visitor.person, seat, stand_in.level if stand_in is not None else "")
    return await _look(site, table, visitor.person)


@router.post("/tables/{table}/undo")
async def undo(site: TheSite, visitor: TheVisitor, table: ATable, wish: UndoWish) -> TableInfo:
    """Take back one's last answer, or ask the others whether that may be."""
    await site.tables.undo(table, visitor.person, wish.seat, wish.version, ask=wish.ask)
    return await _look(site, table, visitor.person, wish.seat)


@router.post("/tables/{table}/undo/consent")
async def consent(site: TheSite, visitor: TheVisitor, table: ATable, given: Consent) -> TableInfo:
    """Agree that another seat takes something back, or refuse. When the last one agrees, it is taken back."""
    await site.tables.consent(table, visitor.person, given.seat, given.moment, agrees=given.agrees)
    return await _look(site, table, visitor.person)


@router.post("/tables/{table}/undo/withdraw")
async def withdraw(site: TheSite, visitor: TheVisitor, table: ATable, ask: AskId) -> TableInfo:
    """Ask no more."""
    await site.tables.withdraw(table, visitor.person, ask.seat, ask.moment)
    return await _look(site, table, visitor.person, ask.seat)


@router.put("/tables/{table}/seats/{seat}/absent", tags=["seats"])
async def agree_to_bot(
    site: TheSite, visitor: TheVisitor, table: ATable, seat: OtherSeat, stand_in: StandIn | None = None
) -> TableInfo:
    """Agree that a bot plays for somebody who has been away for long. It does when all who are there agree."""
    await site.tables.agree_to_bot(table, visitor.person, seat, stand_in.level if stand_in is not None else "")
    return await _look(site, table, visitor.person)


@router.delete("/tables/{table}/seats/{seat}/absent", tags=["seats"])
async def keep_waiting(site: TheSite, visitor: TheVisitor, table: ATable, seat: OtherSeat) -> TableInfo:
    """Rather wait for somebody who is away: what others have agreed to is void."""
    await site.tables.keep_waiting(table, visitor.person, seat)
    return await _look(site, table, visitor.person)


@router.post("/tables/{table}/seats/{seat}/key", status_code=201, tags=["devices"])
async def seat_key(site: TheSite, visitor: TheVisitor, table: ATable, seat: OwnSeat) -> KeyInfo:
    """Make a one-time key with which another device gets this seat; the devices that have it now let it go."""
    return _key_info(await site.tables.seat_key(table, visitor.person, seat))


# Devices


@router.get("/me/devices", tags=["devices"])
async def devices(site: TheSite, visitor: TheVisitor) -> list[DeviceInfo]:
    """The caller's devices, the one used last first."""
    held = [] if visitor.person is None else await run_sync(site.store.devices_of, visitor.person)
    return [DeviceInfo(id=d.id, name=d.name, here=d.id == visitor.device, created=d.created, seen=d.seen) for d in held]


@router.post("/me/devices", status_code=201, tags=["devices"])
async def device_key(site: TheSite, visitor: TheVisitor, response: Response) -> KeyInfo:
    """Make a one-time key with which another device becomes the caller's too: both have all seats of both."""
    return _key_info(await site.tables.device_key(await enrolled(site, visitor, response)))


@router.delete("/me/devices/{device}", status_code=204, tags=["devices"])
async def forget_device(
    site: TheSite, visitor: TheVisitor, device: Annotated[int, InPath(description="The device's `id`.")]
) -> None:
    """Forget one of the caller's devices: it has none of her seats any more. The only one can't be forgotten."""
    if visitor.person is not None:
        await run_sync(site.store.forget, visitor.person, device)
        site.hub.part(visitor.person)


@router.get("/keys/{secret}", tags=["devices"])
async def key_offer(site: TheSite, visitor: TheVisitor, secret: AKey) -> KeyOffer:
    """What a one-time key would give; nothing changes."""
    opening = await site.tables.opening(secret, token_hash(visitor.token))
    return KeyOffer(name=opening.name, table=opening.row.table, seat=opening.row.seat)


@router.post("/keys/{secret}", tags=["devices"])
async def use_key(site: TheSite, visitor: TheVisitor, secret: AKey) -> Moved:
    """Use a one-time key up for the device whose token the caller shows."""
    token = token_hash(visitor.token)
    if token is None:
        raise Foreign(_("A key opens for a device with a token; become somebody first."))
    await site.tables.opening(secret, token)
    await enrolled(site, visitor)
    return Moved(table=await site.tables.move_here(secret, token))


def _key_info(key: Key) -> KeyInfo:
    return KeyInfo(secret=key.link, code=key.code, expires=key.expires)


async def _look(site: Site, table: str, person: int | None, seat: int | None = None) -> TableInfo:
    picture = await site.tables.look(table, person, seat, shared=False)
    return await computed(_table_info, picture, person)


def _somebody(visitor: Visitor) -> int:
    if visitor.person is None:
        raise Foreign(_("You have no seat at this table."))
    return visitor.person


def _game_info(game: Game, levels: list[str], *, ready: bool) -> GameInfo:
    return GameInfo(
        name=game.name,
        title=game.title,
        players=list(game.players),
        boxes=list(game.boxes),
        options={key: list(values) for key, values in game.options.items()},
        rules=game.rules_version,
        bots=levels,
        lesson=lesson_of(game) is not None,
        ready=ready,
    )


def _invitations(picture: Picture, person: int | None) -> dict[int, str]:
    row = picture.row
    if row.status != WAITING or not (picture.mine or (person is not None and row.host == person)):
        return {}
    return {seat.seat: seat.invite for seat in row.seats if seat.open and seat.invite is not None}


def _action_detail(picture: Picture, wanted: str) -> ActionDetail:
    game = picture.game
    try:
        number = int(wanted) if wanted.isdecimal() else game.actions.parse(wanted)
    except ValueError as error:
        raise Illegal(f"{error}.") from error
    if not 0 <= number < game.actions.size:
        raise Illegal(_("There is no such action."))
    sel = selection(picture, Click())
    if isinstance(sel, Nothing):
        raise Illegal(_("It is not your turn."))
    reason = sel.judge(number)
    lines: list[dict[str, Any]] = [] if reason else game.preview_lines(sel.preview(number), picture.context)
    return ActionDetail(
        action=number,
        text=game.actions.text(number),
        label=game.label(number, picture.context),
        legal=reason is None,
        why_not=reason,
        preview=[PreviewLine(kind=line["kind"], text=line["text"]) for line in lines],
    )


def _table_info(picture: Picture, person: int | None) -> TableInfo:
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
        invitations=_invitations(picture, person),
        decision=decision,
        undo=picture.undo and UndoInfo(seat=picture.undo.seat, version=picture.undo.decision, free=picture.undo.free),
        asking=[AskInfo.model_validate(asdict(ask)) for ask in picture.asking],
        view=picture_view(picture),
        log=[LogEntry.model_validate(entry) for entry in log(picture)],
        scores=[ScoreInfo.model_validate(score) for score in scores(picture)],
        commitment=row.commitment,
        seed=row.seed if row.status == OVER else None,
    )
