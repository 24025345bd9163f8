"""Connect Four: the smallest complete game, to learn from and to measure with."""

from pathlib import Path
from typing import Any

from pydantic import Field

from galleria.core import BoxModel, Context, Event, Game, LoadedBox

from . import rules
from .actions import space
from .state import Box, State

FOLDER = Path(__file__).parent


class BoxFile(BoxModel):
    """box.toml."""

    goal: int = Field(ge=2, le=7)


def pack(file: BoxFile) -> Box:
    box = Box.new()
    box.goal = file.goal
    return box


def view(s: Any, box: LoadedBox, seat: int) -> dict[str, Any]:
    return {"rows": [[s.cells[row * 7 + column] for column in range(7)] for row in reversed(range(6))]}


def board_text(view: dict[str, Any]) -> str:
    rows = [" ".join(".XO"[cell] for cell in row) for row in view["rows"]]
    return "\n".join([*rows, "1 2 3 4 5 6 7"])


def sentence(event: Event, context: Context) -> str:
    if event.kind == rules.DROPPED:
        return f"{context.names[event.who]} drops in column {event.a + 1}."
    return f"{context.names[event.who]} wins." if event.who >= 0 else "Nobody wins."


def steps(action: int) -> tuple[str, ...]:
    return (f"column-{action + 1}",)


def label(action: int, context: Context) -> str:
    return f"Drop in column {action + 1}"


REASONS = {
    rules.NO_ACTION: "There is no such column.",
    rules.NOT_YOUR_TURN: "It is not your turn.",
    rules.COLUMN_FULL: "This column is full; choose another.",
}


def reason(code: int, s: Any, box: LoadedBox, seat: int, action: int) -> str:
    return REASONS[code]


GAME = Game(
    name="connect_four",
    title="Connect Four",
    players=range(2, 3),
    rules_version=1,
    longest=42,
    sources=("win",),
    ends=("four in a row", "board full"),
    invariants=("cells match column heights", "moves match cells"),
    event_kinds=("dropped", "ended"),
    folder=FOLDER,
    boxes={"published": FOLDER / "box.toml"},
    state=State,
    box=Box,
    box_model=BoxFile,
    pack=pack,
    actions=space,
    setup=rules.setup,
    why_not=rules.why_not,
    legal=rules.legal,
    play=rules.play,
    hide=rules.hide,
    redeal=rules.redeal,
    score=rules.score,
    check=rules.check,
    value=rules.value,
    view=view,
    board_text=board_text,
    sentence=sentence,
    steps=steps,
    label=label,
    reason=reason,
)
