"""From a `Picture` to what templates and the API show. Pure: no database, no HTTP, only what the picture holds."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from galleria.core import Game
from galleria.core.text import _, joined, language

from . import happened, pacing, story, struck
from .assets import Assets
from .botpool import BotPool, Progress
from .clock import LIVE
from .guide import guide_beside, guide_file, guide_section, inline
from .happened import level_name
from .lesson import lesson_of, not_now
from .looking import Picture
from .moments import ago, machine
from .selection import Nothing, Selection
from .storage import OVER, RUNNING, WAITING, TableRow


@dataclass(frozen=True, slots=True)
class Click:
    """What the address of a table's page says beside the table."""

    picks: tuple[str, ...] = ()
    why: str | None = None


def game_facts(game: Game, assets: Assets) -> dict[str, Any]:
    """A game as every page shows it."""
    files = f"games/{game.name}"
    return {
        "name": game.name,
        "title": game.title,
        "css": assets.has(f"{files}/style.css"),
        "cover": assets.has(f"{files}/cover.svg"),
        "guide": f"/guide/{game.name}" if guide_file(Path(game.folder)) else None,
        "lesson": f"/lesson/{game.name}" if lesson_of(game) else None,
    }


def compiling(bots: BotPool, games: Mapping[str, Game], game: str | None = None) -> dict[str, Any] | None:
    """The progress bar of the bots' preparation (None: of any game's), when one is needed."""
    now: Progress | None = bots.progress(game)
    if now is None:
        return None
    return {"title": games[now.game].title, "done": now.done, "total": now.total}


def etag(picture: Picture, click: Click, *more: Any) -> str:
    """Names exactly what the page of a picture shows."""
    digest = hashlib.sha256(repr((language(), click, *more)).encode())
    row = picture.row
    parts = (row.id, row.status, picture.version, picture.decision, picture.seat, picture.cover, picture.names)
    shown = tuple((time, time.since is not None and ago(time.since)) for time in picture.times)
    beside = (picture.undo, picture.asking, picture.notes, picture.absent, shown)
    digest.update(repr((*parts, *beside, sorted(picture.online), len(picture.events))).encode())
    if picture.state is not None:
        digest.update(picture.state.tobytes())
    return f'"{digest.hexdigest()[:24]}"'


def selection(picture: Picture, click: Click) -> Selection | Nothing:
    """What the viewer can click."""
    if picture.decision is None or picture.box is None:
        return Nothing()
    several = len(picture.mine) > 1

    def link(picks: Sequence[str], why: str | None = None) -> str:
        query = [("as", str(picture.seat))] if several else []
        query += [("pick", pick) for pick in picks]
        query += [("why", why)] if why is not None else []
        return f"/table/{picture.row.id}" + (f"?{urlencode(query)}" if query else "")

    hint, only = picture.advice, None
    if hint is not None and hint.action is not None:
        only = hint.action, not_now(picture.game, hint.action, picture.context)
    return Selection(picture.game, picture.box, picture.state, picture.seat, picks=click.picks, link=link, only=only)


def table_context(
    picture: Picture, click: Click, person: int | None, site: str, assets: Assets, *, bots_ready: bool
) -> dict[str, Any]:
    """Everything that the templates of a table's page need. `site` is the address that links begin with."""
    sel, view = selection(picture, click), picture_view(picture)
    return {
        "table": table_facts(picture, person, site, assets),
        "seats": seats(picture, bots_ready=bots_ready),
        "seat": picture.seat,
        "cover": None if picture.cover is None else {"seat": picture.cover, "name": picture.names[picture.cover]},
        "turn": {
            "mine": picture.decision is not None,
            "name": picture.names[picture.seat] if picture.decision is not None and len(picture.mine) > 1 else None,
            "waiting_for": [picture.names[seat] for seat in picture.acting if seat != picture.seat or picture.watching],
            "over": picture.row.status == OVER,
            "bot": _stand_in(picture),
        },
        "view": view,
        "guide": guide(picture.game, view),
        "lesson": _lesson(picture, sel),
        "sel": sel,
        "preview": _preview(picture, sel),
        "why": _why(sel, click),
        "actions": actions(picture, sel),
        "chapters": (rounds := chapters(picture)),
        "lately": cache(lambda: [entry for chapter in rounds[-2:] for entry in chapter.entries()]),
        "scores": scores(picture) or None,
        "undo": _undo(picture),
    }


def levels_of(known: Sequence[str]) -> list[tuple[str, str]]:
    """The levels of bots that people are offered, with their names."""
    return [(level, level_name(level)) for level in ("easy", "normal", "hard") if level in known]


def _stand_in(picture: Picture) -> dict[str, Any] | None:
    """The bot that plays for the viewer."""
    seat = picture.row.seats[picture.seat] if picture.seat in picture.mine else None
    if seat is None or seat.bot is None or picture.row.status != RUNNING:
        return None
    return {"seat": seat.seat, "level": level_name(seat.bot)}


def _undo(picture: Picture) -> dict[str, Any]:
    """What can be taken back, and who asks for it."""
    names = picture.names
    several = len(picture.mine) > 1
    return {
        "offer": picture.undo and {"name": names[picture.undo.seat] if several else None, **asdict(picture.undo)},
        "asking": [
            {
                "seat": ask.seat,
                "name": names[ask.seat],
                "moment": ask.moment,
                "waiting_for": [names[seat] for seat in ask.waiting_for],
                "refused_by": [names[seat] for seat in ask.refused_by],
                "mine": ask.mine,
                "asked": ask.asked,
            }
            for ask in picture.asking
        ],
    }


def table_facts(picture: Picture, person: int | None, site: str, assets: Assets) -> dict[str, Any]:
    """The table itself."""
    row, game = picture.row, picture.game
    waiting = row.status == WAITING
    host = person is not None and row.host == person
    taken = sum(not seat.open for seat in row.seats)
    return {
        "id": row.id,
        "url": f"/table/{row.id}",
        "state": row.status,
        "version": picture.version,
        "game": game_facts(game, assets),
        "box": option_words(game, f"box={row.box}")[0],
        "options": [
            (option_words(game, key)[0], option_words(game, f"{key}={value}")[0]) for key, value in row.options.items()
        ],
        "players": len(row.seats),
        "round": int(picture.state.round) if picture.state is not None else 0,
        "can": {
            "start": waiting and (host or bool(picture.mine)) and taken in game.players,
            "leave": waiting and (host or bool(picture.mine)),
            "rematch": row.status == OVER and row.rematch is None and (host or bool(picture.mine)),
        },
        "share": [
            {"seat": seat.seat, "name": picture.names[seat.seat], "url": f"{site}/join/{seat.invite}"}
            for seat in row.seats
            if waiting and seat.open and (host or picture.mine)
        ],
        "watching": picture.watching,
        "bots_alone": row.bots_alone,
        "hands": None
        if row.watch is None
        else {
            "watchers": picture.watchers,
            "url": f"{site}/watch/{row.watch}" if host and not picture.mine else None,
        },
        "rematch": f"/table/{row.rematch}" if row.rematch is not None else None,
        "again": f"/new?like={row.id}" if row.status == OVER else None,
        "pace": pacing.pace_words(row.pace),
        "live": row.pace.startswith(LIVE),
        "hash": row.commitment,
        "seed": row.seed if row.status == OVER else None,
    }


def option_words(game: Game, name: str) -> tuple[str, str]:
    """Title and help of an option, of a value ("option=value") or of a box ("box=name"): the game's, or its name."""
    word = name.rpartition("=")[2]
    if name == "box=published":
        return game.option_words(name) or (_("As published"), _("The usual rules."))
    return game.option_words(name) or (word.replace("_", " ").replace("-", " ").capitalize(), "")


def seats(picture: Picture, *, bots_ready: bool) -> list[dict[str, Any]]:
    """All seats, and after them the automatic opponents."""
    row = picture.row
    several = len(picture.mine) > 1
    shown = [
        {
            "index": seat.seat,
            "name": picture.names[seat.seat],
            "kind": "open" if seat.open else "bot" if seat.person is None else "person",
            "level": seat.bot or "",
            "mine": seat.seat in picture.mine,
            "to_act": seat.seat in picture.acting,
            "thinking": bots_ready and seat.bot is not None and seat.seat in picture.acting,
            "online": seat.seat in picture.online,
            "url": f"/table/{row.id}?as={seat.seat}"
            if picture.watching or (several and seat.seat in picture.mine)
            else None,
            "own": f"/table/{row.id}/seat/{seat.seat}" if seat.seat in picture.mine else None,
            **_time(picture, seat.seat),
            "absent": _absent(picture, seat.seat),
        }
        for seat in row.seats
    ]
    blank = {"level": "", "mine": False, "to_act": False, "thinking": False, "online": False, "url": None, "own": None}
    blank |= {"since": None, "left": None, "late": False, "stand_in": None, "absent": None}
    others = enumerate(picture.names[len(row.seats) :], len(row.seats))
    return [*shown, *({"index": side, "name": name, "kind": "auto", **blank} for side, name in others)]


def _absent(picture: Picture, seat: int) -> dict[str, Any] | None:
    """What the others may do about a seat whose person has been away for long."""
    state = next((state for state in picture.absent if state.seat == seat), None)
    if state is None or not picture.mine or seat in picture.mine:
        return None
    names = picture.names
    return {
        "url": f"/table/{picture.row.id}/seat/{seat}/absent",
        "agreed": joined([names[other] for other in sorted(state.agreed)]),
        "needed": joined([names[other] for other in sorted(state.needed)]),
        "mine": state.agreed.issuperset(picture.mine),
    }


def _time(picture: Picture, seat: int) -> dict[str, Any]:
    """Since when a seat is asked, and what time it has left."""
    time = picture.times[seat] if picture.times else None
    if time is None or picture.row.status != RUNNING:
        return {"since": None, "left": None, "late": False, "stand_in": None}
    late = seat in pacing.late(picture.times)
    others = late and bool(picture.mine) and seat not in picture.mine
    return {
        "since": time.since,
        "left": time.left,
        "late": late,
        "stand_in": f"/table/{picture.row.id}/seat/{seat}/late" if others else None,
    }


def picture_view(picture: Picture) -> dict[str, Any] | None:
    """The game's own picture of the board and of what the viewer has."""
    if picture.state is None or picture.box is None:
        return None
    return picture.game.view(picture.state, picture.box, picture.seat)


def guide(game: Game, view: Mapping[str, Any] | None) -> dict[str, Any] | None:
    """The game's guide beside the board, with the section for what is to be decided now."""
    file = guide_file(Path(game.folder))
    if file is None:
        return None
    now = guide_section(file, view["prompt"].get("topic", "")) if view is not None else None
    title, text = now or ("", None)
    return {"title": title, "now": text, "all": guide_beside(file)}


def _lesson(picture: Picture, sel: Selection | Nothing) -> dict[str, Any] | None:
    """What a guided game says now."""
    hint = picture.advice
    if hint is None or isinstance(sel, Nothing):
        return None
    return {
        "text": inline(str(hint.text)),
        "number": hint.number,
        "total": hint.total,
        "href": sel.href(hint.action) if hint.action is not None and sel.action is None else None,
    }


def actions(picture: Picture, sel: Selection | Nothing) -> list[dict[str, Any]]:
    """All actions that the picks leave, for the text panel."""
    if isinstance(sel, Nothing):
        return []
    game, context = picture.game, picture.context
    return [
        {
            "id": action,
            "text": game.actions.text(action),
            "label": game.label(action, context),
            "href": sel.href(action),
        }
        for action in sel.left
    ]


def log(picture: Picture) -> list[dict[str, Any]]:
    """What happened, in sentences, by answer; numbered for this viewer, so that nobody can count hidden answers."""
    if picture.box is None:
        return []
    found = story.entries(picture.game, picture.context, picture.events, picture.actors, picture.rounds)
    return story.woven(found, _beside(picture))


def chapters(picture: Picture) -> list[story.Chapter]:
    """The same by rounds."""
    if picture.box is None:
        return []
    told = picture.events, picture.actors, picture.rounds
    return story.by_round(picture.game, picture.context, *told, _beside(picture), picture.mine)


def _beside(picture: Picture) -> list[dict[str, Any]]:
    beside = [entry for happening in picture.happenings if (entry := happened.entry(happening, picture.names))]
    beside += struck.entries(picture.game, picture.context, picture.notes, picture.rounds)
    return sorted(beside, key=lambda entry: entry["moves"])


def scores(picture: Picture) -> list[dict[str, Any]]:
    """The final result, best first; empty while the match runs."""
    return [
        {"seat": score.side, "name": score.name, "rank": score.rank, "total": score.total, "parts": score.parts}
        for score in picture.scores
    ]


def _preview(picture: Picture, sel: Selection | Nothing) -> dict[str, Any] | None:
    if isinstance(sel, Nothing) or sel.action is None:
        return None
    context = picture.context
    return {
        "action": sel.action,
        "version": picture.decision,
        "seat": picture.seat,
        "label": picture.game.label(sel.action, context),
        "lines": picture.game.preview_lines(sel.preview(), context),
    }


def _why(sel: Selection | Nothing, click: Click) -> dict[str, Any] | None:
    if click.why is None or isinstance(sel, Nothing):
        return None
    reason = sel.why(click.why)
    return None if reason is None else {"step": click.why, "reason": reason}


def table_line(row: TableRow, person: int, games: Mapping[str, Game]) -> dict[str, Any]:
    """A table in a list of one's tables."""
    game = games.get(row.game)
    mine = sum(1 << seat.seat for seat in row.seats if seat.person == person and seat.bot is None)
    turn = [seat.name or "" for seat in row.seats if row.status == RUNNING and row.to_act >> seat.seat & 1]
    own = [row.asked[seat.seat] for seat in row.seats if mine >> seat.seat & 1 and seat.seat in row.asked]
    since = min(own or row.asked.values(), default=row.changed) if turn else row.changed
    return {
        "url": f"/table/{row.id}",
        "title": game.title if game is not None else row.game,
        "seats": [seat.name or _("free seat") for seat in row.seats],
        "state": row.status,
        "your_turn": row.status == RUNNING and bool(row.to_act & mine),
        "turn": joined(turn),
        "when": ago(since),
        "since": machine(since),
    }
