"""What the events of Superstore 3000 bring and cost, so that a log can be added up."""

from collections.abc import Iterator

from galleria.core import Event, LoadedBox, bits

from . import events
from .state import KINDS, State


def goods(event: Event, _box: LoadedBox) -> Iterator[tuple[int, str, int]]:
    """What an event brings a seat (below 0: costs it)."""
    who = event.who
    match event.kind:
        case events.PAID:
            yield who, "notes", -event.a
        case events.NOTED:
            yield who, "notes", event.a
        case events.MONEY_TAKEN:
            yield who, "notes", 1 + event.c
        case events.BUILT:
            yield who, "stores" if event.a < KINDS else "entrances", 1
        case events.ATTRACTED:
            yield who, "attractions", 1
        case events.DOCKED:
            yield who, "bays", 1
        case events.WALKED:
            yield who, "satisfied", 1


def holdings(s: State, _box: LoadedBox, side: int) -> dict[str, int]:
    """What a seat has of all that."""
    me = s.malls[side]
    entrances = me.elements[-1]
    return {
        "notes": me.notes,
        "stores": sum(me.elements) - entrances,
        "entrances": entrances,
        "attractions": bits(me.built),
        "bays": bits(me.bays),
        "satisfied": me.satisfied,
    }
