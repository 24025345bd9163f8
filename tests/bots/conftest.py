"""A game for the tests of simultaneous answers."""

from pathlib import Path
from typing import Any

import pytest

from galleria.core import ActionSpace, Array, BoxModel, Game, GameState, Record, acts, array, below, hide_head, int8

HIDDEN = -2

space = ActionSpace()
space.verb("show {side}", side=range(2))


class State(GameState):
    coin: Array[int8] = array(int8, 2)
    """-1: not answered, -2: answered and hidden."""


class Box(Record):
    nothing: int8


class BoxFile(BoxModel):
    pass


def setup(s: Any, box: Any, players: int) -> None:
    s.players = s.sides = 2
    s.to_act = 3
    s.coin[0] = s.coin[1] = -1


def why_not(s: Any, box: Any, seat: int, action: int) -> int:
    return 0 if acts(s, seat) and 0 <= action < 2 else 1


def legal(s: Any, box: Any, seat: int, out: Any) -> int:
    out[0], out[1] = 0, 1
    return 2 if acts(s, seat) else 0


def play(s: Any, box: Any, seat: int, action: int) -> None:
    s.coin[seat] = action
    s.to_act &= ~(1 << seat)
    if not s.to_act:
        s.stage += 1
        s.over = 1


def hide(s: Any, box: Any, seat: int) -> None:
    hide_head(s, seat)
    for other in range(2):
        if other != seat and s.coin[other] >= 0 and not s.over:
            s.coin[other] = HIDDEN


def redeal(s: Any, box: Any, seat: int) -> None:
    for other in range(2):
        if s.coin[other] == HIDDEN:
            s.coin[other] = below(s, 2)


def score(s: Any, box: Any, seat: int, out: Any) -> int:
    out[0] = s.over and (s.coin[0] == s.coin[1]) == (seat == 0)
    return int(out[0])


def value(s: Any, box: Any, seat: int) -> int:
    return 1000 * score(s, box, seat, [0])


@pytest.fixture
def pennies(tmp_path: Path) -> Game:
    """Matching pennies: seat 0 wins when both coins show the same side, seat 1 when they do not."""
    (tmp_path / "box.toml").write_text("")
    return Game(
        name="pennies",
        title="Matching Pennies",
        players=range(2, 3),
        rules_version=1,
        longest=2,
        sources=("coin",),
        ends=("shown",),
        invariants=(),
        event_kinds=(),
        folder=tmp_path,
        boxes={"published": tmp_path / "box.toml"},
        state=State,
        box=Box,
        box_model=BoxFile,
        pack=lambda _: Box.new(),
        actions=space,
        setup=setup,
        why_not=why_not,
        legal=legal,
        play=play,
        hide=hide,
        redeal=redeal,
        score=score,
        check=lambda *_: 0,
        value=value,
        view=lambda *_: {},
        sentence=lambda *_: "",
        steps=lambda action: (f"side-{action}",),
        label=lambda *_: "",
        reason=lambda *_: "No.",
    )
