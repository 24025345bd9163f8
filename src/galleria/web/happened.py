"""What happened at a table beside its moves, in sentences."""

from collections.abc import Sequence
from typing import Any

from galleria.core.text import _

from .course import SPECTATOR
from .storage import Happening


def level_name(level: str) -> str:
    """How a bot's level is called."""
    return {"easy": _("easy"), "normal": _("normal"), "hard": _("hard")}.get(level, level)


def told(happening: Happening, names: Sequence[str]) -> str:
    """The sentence for the table's log; "" for what needs none."""
    seat, data = happening.seat, happening.data
    words = {"name": names[seat] if seat is not None and 0 <= seat < len(names) else ""}
    match happening.kind:
        case "bot":
            return _("%(name)s lets a bot play (%(level)s).") % {**words, "level": level_name(data["level"])}
        case "late":
            words |= {"other": names[data["by"]], "level": level_name(data["level"])}
            return _("The time of %(name)s has run out; %(other)s lets a bot play meanwhile (%(level)s).") % words
        case "hint":
            return _("%(name)s asks for a hint.") % words
        case "absent":
            words |= {"level": level_name(data["level"])}
            return _("%(name)s has been away for long; the others let a bot play meanwhile (%(level)s).") % words
        case "back":
            return _("%(name)s plays again.") % words
        case "moved":
            return _("The seat of %(name)s has moved to another device.") % words
        case "rematch":
            return _("%(name)s has begun another match.") % words if seat is not None else _("Another match has begun.")
        case _other:
            return ""


def entry(happening: Happening, names: Sequence[str]) -> dict[str, Any] | None:
    """What the log shows of it, if it shows it."""
    text = told(happening, names)
    if not text:
        return None
    seat = SPECTATOR if happening.seat is None else happening.seat
    part = {"who": seat, "kind": "table", "text": text}
    name = names[seat] if seat >= 0 else ""
    return {"moves": happening.moves, "seat": seat, "name": name, "lines": [text], "parts": [part]}
