"""Boxes with something changed, as a designer would."""

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from typing import Any

from galleria.core.box import LoadedBox, load_box
from galleria.core.game import Game, find_game


@cache
def _shipped(game: str, name: str) -> LoadedBox:
    return load_box(find_game(game), name)


def box_with(game: Game, changes: Mapping[str, Any] | None = None, name: str = "published") -> LoadedBox:
    """A shipped box of an installed game with some keys changed: {"options": {"round_limit": 60}}.

    Tables are merged key by key. ValueError when such a box can't be.
    """
    box = _shipped(game.name, name)
    data = game.box_model.model_validate(_merged(box.data.model_dump(), changes)) if changes else box.data
    return replace(box, data=data, buf=game.pack(data).buffer())


def _merged(base: dict[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    return base | {k: _merged(base[k], v) if isinstance(v, Mapping) and base.get(k) else v for k, v in changes.items()}
