"""The log: what happened, in sentences, by answer and by round. Made from events that the reader may read."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from operator import attrgetter
from typing import Any, NamedTuple

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
    told = _teller(game, context)
    answers = list(_answers(events, actors, rounds))
    return [{**entry, "number": entry["place"] - answers[0].place} for answer in answers if (entry := told(answer))]


class _Answer(NamedTuple):
    """What the reader can see of an answer."""

    place: int
    number: int
    seat: int
    """Who gave it; SPECTATOR for the setup."""
    before: int
    """The round before it."""
    after: int
    caused: tuple[Event, ...]


def _answers(events: Sequence[Event], actors: Mapping[int, int], rounds: Mapping[int, int]) -> Iterator[_Answer]:
    first = 0 if events and events[0].number == 0 else 1
    for place, (number, caused) in enumerate(groupby(events, key=attrgetter("number")), first):
        after = rounds.get(number, 0)
        before = rounds.get(number - 1, after)
        yield _Answer(place, number, actors.get(number, SPECTATOR), before, after, tuple(caused))


def _teller(game: Game, context: Context) -> Callable[[_Answer], dict[str, Any] | None]:
    """What makes an entry of an answer; None of one that needs no sentence."""
    sentence_of = sentences(game, context)

    def told(answer: _Answer) -> dict[str, Any] | None:
        parts = [
            {"who": event.who, "kind": game.event_kinds[event.kind], "text": sentence}
            for event in answer.caused
            if (sentence := sentence_of(event))
        ]
        if not parts:
            return None
        return {
            "place": answer.place,
            "action": answer.number,
            "seat": answer.seat,
            "name": context.names[answer.seat] if answer.seat >= 0 else "",
            "lines": [part["text"] for part in parts],
            "parts": parts,
            "rounds": (answer.before, answer.after),
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
    waiting = list(reversed(beside))
    pieces: dict[int, list[tuple[int, _Answer | Mapping[str, Any]]]] = {}
    number = now = 0

    def add(places: Sequence[int], piece: _Answer | Mapping[str, Any]) -> None:
        nonlocal number, now
        for now in dict.fromkeys(places):
            pieces.setdefault(now, []).append((number, piece))
        number += 1

    for answer in _answers(events, actors, rounds):
        while waiting and waiting[-1]["moves"] < answer.number:
            add(waiting[-1].get("rounds", (now,)), waiting.pop())
        both = answer.before != answer.after and any(event.kind == begins for event in answer.caused)
        add((answer.before, answer.after) if both else (answer.before,), answer)
    for last in reversed(waiting):
        add(last.get("rounds", (now,)), last)

    def entries_of(number: int) -> Callable[[], Sequence[Mapping[str, Any]]]:
        def make() -> Sequence[Mapping[str, Any]]:
            told, found = _teller(game, context), list[dict[str, Any]]()
            for key, piece in pieces[number]:
                if isinstance(piece, _Answer):
                    if entry := told(piece):
                        found.append({"struck": False, **entry, "number": key})
                else:
                    found.append({"struck": False, **piece, "rounds": (number, number), "number": key})
            made = (chapter["entries"] for chapter in chapters(found, sides) if chapter["round"] == number)
            return next(made, ())

        return make

    reader = (context.names, context.seat, tuple(sides))
    return [Chapter(number, (reader, tuple(found)), entries_of(number)) for number, found in pieces.items()]
