"""The head that every game's state begins with: all that generic code needs to know."""

from typing import Any

from .events import Log, keep_events
from .random import Random
from .record import Record, int16
from .rule import rule


class GameState(Record):
    """Base of a game's state."""

    to_act: int16
    """Bit set of the seats that may act now; 0 when the game is over."""
    stage: int16
    """Counts stages. Answers given within one stage are hidden from the other seats until it ends."""
    over: int16
    """0 while the game runs, else 1 + index of the reason in `Game.ends`."""
    players: int16
    sides: int16
    """Sides that score; more than `players` where the game plays an automatic opponent."""
    round: int16
    """Rounds begun."""
    rng: Random
    log: Log


@rule
def acts(s: Any, seat: int) -> bool:
    """Whether it is `seat`'s turn to answer."""
    return (int(s.to_act) >> seat) & 1 != 0


@rule
def hide_head(s: Any, seat: int) -> None:
    """Forget the generator and the events that `seat` (-1: a spectator) may not read: the start of every `hide`."""
    r = s.rng
    r.a = 0
    r.b = 0
    r.c = 0
    r.counter = 0
    keep_events(s, seat)
