"""The log: what happened, in sentences, by answer and by round. Made from events that the reader may read."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from operator import attrgetter
from typing import Any

from galleria.core import Context, Event, Game
from galleria.core.text import _, language

from .course import SPECTATOR
from .kept import Kept

ROUND = "round"
"""The kind of event with which a round begins, in games that tell of it."""


_SENTENCES: Kept[str] = Kept(1 << 14)


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
    first = 0 if events and events[0].number == 0 else 1
    told = _teller(game, context, actors, rounds)
    groups = enumerate(groupby(events, key=attrgetter("number")), first)
    found = (told(place, action, tuple(caused)) for place, (action, caused) in groups)
    return [{**entry, "number": entry["place"] - first} for entry in found if entry]


def _teller(
    game: Game, context: Context, actors: Mapping[int, int], rounds: Mapping[int, int]
) -> Callable[[int, int, Sequence[Event]], dict[str, Any] | None]:
    """What makes an entry of a place, an answer's number and what it caused; None of what needs no sentence."""
    sentence_of = sentences(game, context)

    def told(place: int, action: int, caused: Sequence[Event]) -> dict[str, Any] | None:
        parts = [
            {"who": event.who, "kind": game.event_kinds[event.kind], "text": sentence}
            for event in caused
            if (sentence := sentence_of(event))
        ]
        if not parts:
            return None
        seat = actors.get(action, SPECTATOR)
        return {
            "place": place,
            "action": action,
            "seat": seat,
            "name": context.names[seat] if seat >= 0 else "",
            "lines": [part["text"] for part in parts],
            "parts": parts,
            "rounds": (rounds.get(action - 1, rounds.get(action, 0)), rounds.get(action, 0)),
        }

    return told


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
            chapters.append({"round": number, "title": title(number), "entries": []})
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


def title(number: int) -> str:
    """How a round is called."""
    return _("Round %(n)s") % {"n": number} if number > 0 else _("Before the first round")


@dataclass(frozen=True, slots=True)
class Chapter:
    """A round of the log. Sentences are made when they are asked for: most rounds stay as they were."""

    round: int
    made_of: tuple[Any, ...]
    """Beside the game, its box and the language, all that `entries` depends on."""
    entries: Callable[[], Sequence[Mapping[str, Any]]]
    """As in `chapters`, oldest first; there may be none."""

    @property
    def title(self) -> str:
        """The heading."""
        return title(self.round)


def by_round(
    game: Game,
    context: Context,
    events: Sequence[Event],
    actors: Mapping[int, int],
    rounds: Mapping[int, int],
    beside: Sequence[Mapping[str, Any]],
    sides: Sequence[int] = (),
) -> list[Chapter]:
    """What `chapters` makes of `entries` woven with `beside`, numbered otherwise: oldest first, growing."""
    begins = game.event_kinds.index(ROUND) if ROUND in game.event_kinds else None
    first = 0 if events and events[0].number == 0 else 1
    waiting = list(reversed(beside))
    pieces: dict[int, list[tuple[Any, ...]]] = {}
    number = now = 0

    def add(places: Sequence[int], *piece: Any) -> None:
        nonlocal number, now
        for now in dict.fromkeys(places):
            pieces.setdefault(now, []).append((number, *piece))
        number += 1

    for place, (action, group) in enumerate(groupby(events, key=attrgetter("number")), first):
        while waiting and waiting[-1]["moves"] < action:
            add(waiting[-1].get("rounds", (now,)), waiting.pop())
        caused = tuple(group)
        before, after = rounds.get(action - 1, rounds.get(action, 0)), rounds.get(action, 0)
        both = before != after and any(event.kind == begins for event in caused)
        add((before, after) if both else (before,), place, action, actors.get(action), before, after, caused)
    for last in reversed(waiting):
        add(last.get("rounds", (now,)), last)

    def entries_of(number: int) -> Callable[[], Sequence[Mapping[str, Any]]]:
        def make() -> Sequence[Mapping[str, Any]]:
            told, found = _teller(game, context, actors, rounds), list[dict[str, Any]]()
            for key, *piece in pieces[number]:
                if len(piece) == 1:
                    found.append({"struck": False, **piece[0], "rounds": (number, number), "number": key})
                else:
                    place, action, *_rest, caused = piece
                    if entry := told(place, action, caused):
                        found.append({"struck": False, **entry, "number": key})
            made = (chapter["entries"] for chapter in chapters(found, sides) if chapter["round"] == number)
            return next(made, ())

        return make

    reader = (context.names, context.seat, tuple(sides))
    return [Chapter(number, (reader, tuple(found)), entries_of(number)) for number, found in pieces.items()]
