"""Kernels: the rules of a game as entry points over raw buffers, interpreted or compiled."""

from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from .game import Game
from .record import Buffer, Record

Ints = NDArray[np.int32]


class Kernel(Protocol):
    """The ten entry points. `s` and `box` are the buffers of the game's state and box."""

    def setup(self, s: Buffer, box: Buffer, players: int, /) -> None: ...
    def why_not(self, s: Buffer, box: Buffer, seat: int, action: int, /) -> int: ...
    def legal(self, s: Buffer, box: Buffer, seat: int, out: Ints, /) -> int: ...
    def play(self, s: Buffer, box: Buffer, seat: int, action: int, /) -> None: ...
    def hide(self, s: Buffer, box: Buffer, seat: int, /) -> None: ...
    def redeal(self, s: Buffer, box: Buffer, seat: int, /) -> None: ...
    def score(self, s: Buffer, box: Buffer, seat: int, out: Ints, /) -> int: ...
    def check(self, s: Buffer, box: Buffer, /) -> int: ...
    def value(self, s: Buffer, box: Buffer, seat: int, /) -> int: ...
    def weigh(self, s: Buffer, box: Buffer, seat: int, actions: Ints, n: int, out: Ints, /) -> None: ...


SIGNATURES: dict[str, tuple[str, tuple[str, ...]]] = {
    "setup": ("void", ("state", "box", "i64")),
    "why_not": ("i64", ("state", "box", "i64", "i64")),
    "legal": ("i64", ("state", "box", "i64", "i32[]")),
    "play": ("void", ("state", "box", "i64", "i64")),
    "hide": ("void", ("state", "box", "i64")),
    "redeal": ("void", ("state", "box", "i64")),
    "score": ("i64", ("state", "box", "i64", "i32[]")),
    "check": ("i64", ("state", "box")),
    "value": ("i64", ("state", "box", "i64")),
    "weigh": ("void", ("state", "box", "i64", "i32[]", "i64", "i32[]")),
}
"""Result and arguments of each entry point; "state" and "box" arrive as uint8 buffers."""


class Interpreted:
    """The rules as plain Python."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._seen: dict[type[Record], tuple[Buffer, Record]] = {}

    def _view(self, kind: type[Record], buffer: Buffer) -> Record:
        """The record in a buffer; that of the buffer used last is kept, for it is mostly the one used next."""
        seen = self._seen.get(kind)
        if seen is None or seen[0] is not buffer:
            seen = self._seen[kind] = (buffer, kind.of(buffer))
        return seen[1]

    def __getattr__(self, name: str) -> Any:
        if name not in SIGNATURES:
            raise AttributeError(name)
        function = getattr(self.game, name)
        state, box, view = self.game.state, self.game.box, self._view

        def entry(s: Buffer, b: Buffer, *rest: Any) -> Any:
            return function(view(state, s), view(box, b), *rest)

        self.__dict__[name] = entry
        return entry


_loaded: dict[int, Kernel] = {}  # by id of the game: games live as long as the process


_interpreted: dict[int, Kernel] = {}


def interpreted(game: Game) -> Kernel:
    """The kernel that needs no compiling."""
    return _interpreted.setdefault(id(game), Interpreted(game))


def kernel(game: Game) -> Kernel:
    """The fastest kernel that is ready in this process; both kinds do the same, bit for bit."""
    return _loaded.get(id(game)) or interpreted(game)
