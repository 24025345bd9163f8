"""The picture of a match as plain data."""

from typing import Any

from galleria.core import LoadedBox

from .state import State


def view(s: State, box: LoadedBox, seat: int) -> dict[str, Any]:
    """What `seat` (-1: a spectator) may see."""
    return {"prompt": {"title": "", "hint": ""}, "buttons": [], "sources": [], "final": None, "round": s.round}
