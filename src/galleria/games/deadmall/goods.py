"""What the events of Dead Mall bring and cost, so that a log can be added up."""

from collections.abc import Iterator

from galleria.core import Event, LoadedBox

from . import events
from .mall import anchors_of, is_food
from .state import DENOMINATIONS, NONE, Box, State


def goods(event: Event, _box: LoadedBox) -> Iterator[tuple[int, str, int]]:
    """What an event brings a seat (below 0: costs it). Money is counted as it is printed on its cards."""
    who = event.who
    match event.kind:
        case events.MONEY_GOT:
            yield who, "money", event.a
        case events.PAID:
            yield who, "money", -event.a
        case events.LOST:
            yield who, "money", -event.a
        case events.LIQUIDITY_MOVED:
            yield who, "liquidity", event.a
        case events.TOOK:
            yield who, "cards", 1
            if is_food(event.b):
                yield who, "counters", 1
        case events.ANCHORED:
            yield who, "anchors", 1
        case events.BOUGHT:
            yield who, "cards", 1
        case events.REMOVED | events.CLOSED:
            yield who, "cards", -1


def holdings(s: State, box: LoadedBox, side: int) -> dict[str, int]:
    """What a seat has of all that."""
    me, record = s.seats[side], Box.of(box.buf.copy())
    row = sum(card != NONE for card in s.row) if s.turn == side else 0
    return {
        "money": sum(me.money[d] * record.value[d] for d in range(DENOMINATIONS)),
        "liquidity": me.liquidity,
        "counters": me.counters,
        "anchors": anchors_of(s, side),
        "cards": me.draw.n + me.discard.n + sum(card != NONE for card in me.waiting) + row,
    }
