"""Connect Four in words and pictures: plain Python over what a seat may see."""

from typing import Any

from galleria.core import Context, Event, LoadedBox
from galleria.core.text import N_

from . import rules
from .actions import DROP
from .state import COLUMNS, ROWS, Box, State
from .text import _, ngettext

REASONS = {
    rules.NO_ACTION: N_("There is no such column."),
    rules.NOT_YOUR_TURN: N_("It is not your turn."),
    rules.COLUMN_FULL: N_("This column is full; choose another."),
}


def blurb() -> str:
    return _("Drop discs into seven columns and be the first with four in a row.")


def view(s: State, box: LoadedBox, seat: int) -> dict[str, Any]:
    """Discs by rows from the top down (0 = none, 1 and 2 = the seats), and what the frame of a page asks for."""
    goal = ngettext(
        "%(n)s disc in a row wins, in any direction.", "%(n)s discs in a row win, in any direction.", box.data.goal
    )
    last = divmod(s.last - rules.FIRST, rules.ABOVE)
    return {
        "rows": [[s.cells[rules.cell_at(row, column)] for column in range(COLUMNS)] for row in reversed(range(ROWS))],
        "columns": [
            {"step": f"column-{i + 1}", "text": _("Column %(n)s") % {"n": i + 1}, "row": ROWS - 1 - s.height[i]}
            for i in range(COLUMNS)
        ],
        "last": (ROWS - 1 - last[0], last[1]) if s.moves else None,
        "winning": winning_cells(s, Box.of(box.buf.copy())),
        "prompt": {"title": _("Choose a column"), "hint": goal % {"n": box.data.goal}},
        "buttons": [],
        "sources": [{"key": "win", "title": _("Win"), "help": _("A point for four in a row.")}],
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
        words = {"name": context.names[event.who], "column": event.a + 1}
        return _("%(name)s drops a disc into column %(column)s.") % words
    if event.kind == rules.WON:
        goal = context.box.data.goal
        text = ngettext("%(name)s has %(n)s in a row and wins.", "%(name)s has %(n)s in a row and wins.", goal)
        return text % {"name": context.names[event.who], "n": goal}
    return _("The board is full; nobody wins.")


def points(event: Event) -> tuple[str, int] | None:
    return ("win", 1) if event.kind == rules.WON else None


def steps(action: int) -> tuple[str, ...]:
    """One click decides: the column."""
    return (f"column-{action - DROP + 1}",)


def label(action: int, context: Context) -> str:
    return _("Drop in column %(n)s") % {"n": action - DROP + 1}


def reason(code: int, s: State, box: LoadedBox, seat: int, action: int) -> str:
    return _(REASONS[code])
