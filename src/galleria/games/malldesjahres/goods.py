"""What the events of Mall des Jahres bring and cost, so that a log can be added up."""

from collections.abc import Iterator

from galleria.core import Event, LoadedBox

from . import events
from .mall import is_anchor, is_store
from .state import State


def goods(event: Event, _box: LoadedBox) -> Iterator[tuple[int, str, int]]:
    """What an event brings a seat (below 0: costs it)."""
    who = event.who
    match event.kind:
        case events.POINTS:
            yield who, "points", event.a
        case events.OPENED:
            yield who, _kind(event.a), 1
        case events.CLOSED:
            yield who, _kind(event.a), -1
        case events.NEGATIVE:
            yield who, "negative", 1
        case events.CANCELLED:
            yield who, "negative", -1
        case events.GIVEN_BACK:
            yield who, "negative", -event.a
        case events.POSITIVE:
            yield who, "positive", 1


def _kind(card: int) -> str:
    return "stores" if is_store(card) else "anchors" if is_anchor(card) else "counters"


def holdings(s: State, _box: LoadedBox, side: int) -> dict[str, int]:
    """What a seat has of all that."""
    me = s.seats[side]
    return {
        "points": me.points,
        "stores": sum(me.stores),
        "anchors": me.anchors,
        "counters": me.counters,
        "negative": me.negative,
        "positive": me.positive,
    }
