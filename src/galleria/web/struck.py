"""What was taken back, in the log: it stays to be read, struck out."""

from collections.abc import Mapping, Sequence
from typing import Any

from galleria.core import Context, Game
from galleria.core.text import _

from . import story
from .course import Note


def entries(game: Game, context: Context, notes: Sequence[Note], rounds: Mapping[int, int]) -> list[dict[str, Any]]:
    """For `story.woven`: of every undo what the reader had read of the answers, and who took them back."""
    found: list[dict[str, Any]] = []
    for note in notes:
        given = dict(enumerate(note.seats, note.first))
        now = rounds.get(note.standing, 0)
        place = {"moves": note.standing, "rounds": (now, now)}
        for entry in story.entries(game, context, note.events, given, {}):
            kept = {key: value for key, value in entry.items() if key not in {"action", "place"}}  # no moment to go to
            found.append({**kept, **place, "struck": True})
        name = context.names[note.seat]
        if len(note.seats) > 1:
            text = _("%(name)s takes back an answer and what followed.") % {"name": name}
        else:
            text = _("%(name)s takes back an answer.") % {"name": name}
        part = {"who": note.seat, "kind": "undo", "text": text}
        found.append({**place, "seat": note.seat, "name": name, "lines": [text], "parts": [part]})
    return found
