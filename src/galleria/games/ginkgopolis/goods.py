"""What the events of Ginkgopolis bring and cost, so that a log can be added up."""

from collections.abc import Iterator

from galleria.core import Event, LoadedBox, bits

from . import events
from .state import NONE, State

ITEMS = ("resources", "tiles", "points")


def goods(event: Event, _box: LoadedBox) -> Iterator[tuple[int, str, int]]:
    """What an event brings a side (below 0: costs it)."""
    who = event.who
    match event.kind:
        case events.GAINED:
            yield who, ITEMS[event.a], event.b
        case events.FIRED:
            yield who, "resources", event.b
            yield who, "tiles", event.c
            yield who, "points", event.d
        case events.RETURNED:
            yield who, "resources", event.a
        case events.COMPENSATED:
            yield who, "points", event.a
        case events.PAID:
            yield who, ITEMS[event.a], -event.b
        case events.BUILT:
            yield who, "resources", -event.c
        case events.URBANIZED:
            yield who, "resources", -1
        case events.REVEALED:
            yield who, "hand", -1
            if event.b != NONE:
                yield who, "tiles", -1
        case events.TILES_BACK:
            yield who, "tiles", -event.a
        case events.NEW_HAND_USED:
            yield who, "new hands", -1
            yield who, "hand", -event.b
        case events.DEALT:
            yield who, "hand", event.a
        case events.HAND_DISCARDED:
            yield who, "hand", -event.a
        case events.TABLEAU | events.KEPT:
            yield who, "tableau", 1


def holdings(s: State, _box: LoadedBox, side: int) -> dict[str, int]:
    """What a side has of all that."""
    me = s.seats[side]
    return {
        "resources": me.reserve,
        "tiles": me.tile_count,
        "points": me.points,
        "new hands": me.new_hands,
        "hand": me.hand_count,
        "tableau": bits(me.cards) + bits(me.characters),
    }
