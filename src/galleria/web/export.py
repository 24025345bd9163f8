"""A match as data, for programs. docs/engine.md describes the format."""

import hashlib
from dataclasses import replace
from typing import Any

from galleria.core import Context, Event, Game, Match, Score

from .film import OPEN, Film

FORMAT = "galleria match data 1"


def commitment_of(seed: str) -> str:
    """What a table shows of its seed before the first shuffle."""
    return hashlib.sha256(seed.encode()).hexdigest()


def match_data(match: Match, seat: int = OPEN, last: int | None = None) -> dict[str, Any]:
    """A match as it stands, as plain data.

    `seat` is whose view and events these are (-1: a spectator, `OPEN`: everything); `last` the number of answers of the
    whole match, where this is a position within it.
    """
    game, context = match.game, match.context_for(max(seat, -1))
    view = game.view(match.state, match.box, -1) if seat == OPEN else match.view(seat)
    legal = match.legal(seat) if seat in match.to_act else []
    return {
        "format": FORMAT,
        "game": game.name,
        "rules": game.rules_version,
        "box": {"name": match.box.name, "hash": match.box.hash, "options": dict(match.box.options)},
        "seats": list(match.names[: match.state.players]),
        "sides": list(match.names[match.state.players :]),
        "seed": match.seed,
        "commitment": None if match.seed is None else commitment_of(match.seed),
        "seat": seat if seat != OPEN else None,
        "at": len(match.actions),
        "last": len(match.actions) if last is None else last,
        "actions": [
            {
                "number": number,
                "seat": by,
                "name": match.names[by],
                "action": action,
                "text": game.actions.text(action),
                "label": game.label(action, replace(match.context_for(by), state=None)),
            }
            for number, (by, action) in enumerate(match.actions, 1)
        ],
        "taken_back": [
            {"standing": back.standing, "first": back.first, "answers": [list(answer) for answer in back.answers]}
            for back in match.taken_back
        ],
        "events": [_event(game, e, context) for e in match.events if seat == OPEN or e.visible(seat)],
        "over": match.over,
        "to_act": list(match.to_act),
        "legal": [{"action": a, "text": game.actions.text(a), "label": game.label(a, context)} for a in legal],
        "view": view,
        "scores": [_score(score) for score in match.scores()] if match.over else None,
    }


def film_data(film: Film) -> dict[str, Any]:
    """A match that is over, with all that was hidden."""
    return match_data(film.match)


def _event(game: Game, event: Event, context: Context) -> dict[str, Any]:
    points = game.points(event) if game.points is not None else None
    return {
        "number": event.number,
        "kind": game.event_kinds[event.kind],
        "who": event.who,
        "values": [event.a, event.b, event.c, event.d],
        "points": None if points is None else {"source": points[0], "number": points[1]},
        "sentence": game.sentence(event, context),
    }


def _score(score: Score) -> dict[str, Any]:
    return {
        "side": score.side,
        "name": score.name,
        "rank": score.rank,
        "total": score.total,
        "standing": score.standing,
        "parts": score.parts,
    }
