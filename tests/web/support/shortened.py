"""Boxes in which games are soon over, for tests that click through whole games."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

from galleria.core import Game

BOXES = {
    "ginkgopolis": "".join(f"setup.players.{n}.resources = 4\n" for n in range(1, 6)),
    "superstore3000": "".join(f"setup.{n}.mall_elements = 16\n" for n in (2, 3, 4)),
    # Few cards, and a single fee chip per round: each ends with the first order that is played.
    "mallworld": "setup.approval_cards = 2\n" + "".join(f"players.{n}.fee_chips = [1, 1, 1]\n" for n in (3, 4, 5)),
    "deadmall": "options.round_limit = 5\n",
}
"""By game: what differs from the box that is published."""


def shortened(games: Mapping[str, Game], folder: Path) -> dict[str, Game]:
    """The games with their short boxes, written to `folder`, as those that are published; others as they are."""
    found = dict(games)
    for name in BOXES.keys() & games.keys():
        file = folder / f"{name}.toml"
        file.write_text(f'extends = "whole"\n{BOXES[name]}', encoding="utf-8")
        boxes = {**games[name].boxes, "published": file, "whole": games[name].boxes["published"]}
        found[name] = replace(games[name], boxes=boxes)
    return found


def soon_over(game: Game) -> bool:
    """Whether the short game ends however it is played."""
    return not game.endless or game.name in BOXES
