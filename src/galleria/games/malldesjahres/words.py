"""Mall des Jahres in words."""

from galleria.core import Context, Event, LoadedBox

from . import events, reasons
from .actions import space
from .state import State
from .text import _


def blurb() -> str:
    """What the game is about, for the lobby."""
    return _("Open stores, raise your mall stage by stage, and have what customers ask for.")


def option_words(name: str) -> tuple[str, str] | None:
    """Title and help of what can be set for a table."""
    return None


def steps(action: int) -> tuple[str, ...]:
    """The pieces one picks for an answer."""
    return (space.text(action),)


def label(action: int, context: Context) -> str:
    """An answer as a command."""
    return space.text(action)


def reason(code: int, s: State, box: LoadedBox, seat: int, action: int) -> str:
    """Why an answer is not allowed."""
    return _(reasons.REASONS[code])


def sentence(event: Event, context: Context) -> str:
    """The log's sentence for an event, "" for events that others tell of."""
    return ""


def points(event: Event) -> tuple[str, int] | None:
    """The points an event brings, with their source."""
    return (events.SOURCES[event.a], event.b) if event.kind == events.SCORED else None
