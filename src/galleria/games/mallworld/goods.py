"""What the events of Mall World bring and cost, so that a log can be added up. Money is in units of CHF 1000."""

from collections.abc import Iterator

from galleria.core import Event, LoadedBox

from . import events
from .state import State


def goods(event: Event, _box: LoadedBox) -> Iterator[tuple[int, str, int]]:
    """What an event brings a seat (below 0: costs it)."""
    who = event.who
    match event.kind:
        case events.COINS:
            yield who, "coins", event.a
        case events.BOUGHT:
            yield who, "money", -event.b
            yield who, "orders", 1
        case events.ORDER_PLAYED:
            yield who, "money", -event.b
            yield who, "orders", -1
        case events.SCORED:
            yield who, "money", event.b
        case events.TOOK:
            yield who, "cards", 1
        case events.OFFERED:
            yield who, "cards", -1
        case events.REMOVED if event.b == 0:
            yield who, "cards", -1


def holdings(s: State, _box: LoadedBox, side: int) -> dict[str, int]:
    """What a seat has of all that."""
    me = s.seats[side]
    return {"coins": me.coins, "money": me.money, "orders": me.order_count, "cards": me.card_count}
