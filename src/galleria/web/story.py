"""The log: what happened, in sentences, by answer and by round. Made from events that the reader may read."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any

from galleria.core import Context, Event, Game
from galleria.core.text import _, language

from .course import SPECTATOR
from .kept import Kept

ROUND = "round"
"""The kind of event with which a round begins, in games that tell of it."""


_SENTENCES: Kept[str] = Kept(1 << 15)


def sentences(game: Game, context: Context) -> Callable[[Event], str]:
    """`game.sentence` for one reader, which remembers: it depends on the names, the box and the seat alone."""
    plain = replace(context, state=None)
    reader = (game.name, language(), plain.names, plain.box.hash, plain.seat)
    return lambda event: _SENTENCES.get((reader, event), lambda: game.sentence(event, plain))


def entries(
    game: Game, context: Context, events: Sequence[Event], actors: Mapping[int, int], rounds: Mapping[int, int]
) -> list[dict[str, Any]]:
    """What came of every answer that the reader can see something of.

    They are numbered for this reader, so that nobody can count hidden answers; `place` counts what she could see,
    from 0 for the setup. `actors` and `rounds` are by the number of an answer: who gave it, and the round after it.
    """
    found: list[dict[str, Any]] = []
    sentence_of = sentences(game, context)
    first = 0 if events and events[0].number == 0 else 1
    for number, (action, caused) in enumerate(groupby(events, key=lambda event: event.number)):
        parts = [
            {"who": event.who, "kind": game.event_kinds[event.kind], "text": sentence}
            for event in caused
            if (sentence := sentence_of(event))
        ]
        if parts:
            seat = actors.get(action, SPECTATOR)
            found.append(
                {
                    "number": number,
                    "place": number + first,
                    "action": action,
                    "seat": seat,
                    "name": context.names[seat] if seat >= 0 else "",
                    "lines": [part["text"] for part in parts],
                    "parts": parts,
                    "rounds": (rounds.get(action - 1, rounds.get(action, 0)), rounds.get(action, 0)),
                }
            )
    return found


def woven(found: Sequence[dict[str, Any]], beside: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Entries, and what happened `beside` the answers after that many `moves`, in the order of time."""
    whole: list[dict[str, Any]] = []
    waiting = list(reversed(beside))
    for entry in found:
        while waiting and waiting[-1]["moves"] < entry["action"]:
            whole.append(waiting.pop())
        whole.append(entry)
    whole += reversed(waiting)
    return [{"struck": False, **entry, "number": number} for number, entry in enumerate(whole)]


def chapters(found: Sequence[Mapping[str, Any]], sides: Sequence[int] = ()) -> list[dict[str, Any]]:
    """Entries by round, oldest first. An answer with which a new round begins stands in both.

    What happened beside the answers has no `rounds` and stays where it is. `sides` are the reader's own.
    """
    chapters: list[dict[str, Any]] = []

    def add(number: int, entry: Mapping[str, Any], parts: Sequence[Mapping[str, Any]], key: str) -> None:
        if not parts:
            return
        if not chapters or chapters[-1]["round"] != number:
            title = _("Round %(n)s") % {"n": number} if number > 0 else _("Before the first round")
            chapters.append({"round": number, "title": title, "entries": []})
        mine = entry["seat"] in sides or any(part["who"] in sides for part in parts)
        made_of = (key, mine, entry["struck"], entry.get("place"), *((p["kind"], p["who"], p["text"]) for p in parts))
        chapters[-1]["entries"].append({**entry, "parts": parts, "key": key, "mine": mine, "made_of": made_of})

    for entry in found:
        now = chapters[-1]["round"] if chapters else 0
        before, after = entry.get("rounds", (now, now))
        parts, key = entry["parts"], str(entry["number"])
        cut = next((i for i, part in enumerate(parts) if part["kind"] == ROUND), None)
        if cut is None:
            add(before, entry, parts, key)
        else:
            add(before, entry, parts[:cut], key)
            add(after, entry, parts[cut:], f"{key}.5" if cut else key)
    return chapters
