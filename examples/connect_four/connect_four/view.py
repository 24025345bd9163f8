"""Connect Four in words and pictures: plain Python over what a seat may see."""

from typing import Any

from galleria.core import Context, Event, LoadedBox

from . import rules
from .actions import DROP, space
from .state import COLUMNS, ROWS, Box, State

REASONS = {
    rules.NO_ACTION: "There is no such column.",
    rules.NOT_YOUR_TURN: "It is not your turn.",
    rules.COLUMN_FULL: "This column is full; choose another.",
}
SOURCES = [{"key": "win", "title": "Win", "help": "A point for four in a row."}]


def blurb() -> str:
    return "Drop discs into seven columns and be the first with four in a row."


def view(s: State, box: LoadedBox, seat: int) -> dict[str, Any]:
    """Discs by rows from the top down (0 = none, 1 and 2 = the seats), and what the frame of a page asks for."""
    last = divmod(s.last - rules.FIRST, rules.ABOVE)
    return {
        "rows": [[s.cells[rules.cell_at(row, column)] for column in range(COLUMNS)] for row in reversed(range(ROWS))],
        "columns": [
            {"step": f"column-{i + 1}", "text": f"Column {i + 1}", "row": ROWS - 1 - s.height[i]}
            for i in range(COLUMNS)
        ],
        "last": (ROWS - 1 - last[0], last[1]) if s.moves else None,
        "winning": winning_cells(s, Box.of(box.buf.copy())),
        "prompt": {"title": "Choose a column", "hint": f"{box.data.goal} discs in a row win, in any direction."},
        "buttons": [],
        "sources": SOURCES,
        "final": None,
    }


def winning_cells(s: State, box: Box) -> list[tuple[int, int]]:
    """Row (from the top) and column of the discs in the finished row; the rules' own `run` finds them."""
    found = set()
    for row in range(ROWS):
        for column in range(COLUMNS):
            for up, right in ((1, 0), (0, 1), (1, 1), (-1, 1)):
                cell, step = rules.cell_at(row, column), up * rules.ABOVE + right * rules.RIGHT
                if s.cells[cell] and rules.run(s, cell, step) >= box.goal - 1:
                    found |= {(ROWS - 1 - row - up * i, column + right * i) for i in range(box.goal)}
    return sorted(found)


def board_text(view: dict[str, Any]) -> str:
    rows = [" ".join(".XO"[disc] for disc in row) for row in view["rows"]]
    return "\n".join([*rows, " ".join(str(column + 1) for column in range(COLUMNS))])


def sentence(event: Event, context: Context) -> str:
    if event.kind == rules.DROPPED:
        return f"{context.names[event.who]} drops a disc into column {event.a + 1}."
    if event.kind == rules.WON:
        return f"{context.names[event.who]} has {context.box.data.goal} in a row and wins."
    return "The board is full; nobody wins."


def points(event: Event) -> tuple[str, int] | None:
    return ("win", 1) if event.kind == rules.WON else None


def steps(action: int) -> tuple[str, ...]:
    """One click decides: the column."""
    return (f"column-{action - DROP + 1}",)


def label(action: int, context: Context) -> str:
    return space.text(action).capitalize()


def reason(code: int, s: State, box: LoadedBox, seat: int, action: int) -> str:
    return REASONS[code]
