"""Boxes: what is in a game's box, as data. A designer edits a copy of the file and plays it."""

import hashlib
import json
import os
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from pydantic import BaseModel, ConfigDict, ValidationError

from .errors import BoxError
from .record import Buffer
from .text import _, language, pgettext

if TYPE_CHECKING:
    from .game import Game

DEFAULT_BOX = "published"
LARGEST = 1_000_000
"""Bytes: far more than any box needs."""


class BoxModel(BaseModel):
    """Base of the tables of a box file: unknown keys are errors, nothing is converted silently."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class Names(BoxModel):
    """The names of a component in the three languages."""

    en: str
    de: str
    pl: str

    def __str__(self) -> str:
        return str(getattr(self, language()))


class Marked(BoxModel):
    """A table that says where its content comes from."""

    source: Literal["rulebook", "rulebook+design", "design"] = "design"
    assumed: bool | list[str] = False
    """Whether the rule text gives none of it, or the keys that it does not give."""
    note: str | None = None


def same_keys(table: str, given: Iterable[str], names: Iterable[str]) -> None:
    """Raises ValueError where the keys of a table are not exactly `names`."""
    given, names = list(given), list(names)
    for name in names:
        if name not in given:
            raise ValueError(f"{table}.{name} is missing; add it")
    for name in given:
        if name not in names:
            raise ValueError(f"{table}.{name} is not known; remove it or correct its spelling")


def room_for(table: str, rows: Mapping[str, Any], most: int, copies: int) -> None:
    """Raises ValueError where a table has more than `most` rows, or more than `copies` cards by their `copies`."""
    if len(rows) > most:
        raise ValueError(f"{table}: there is room for {most} different ones, not for {len(rows)}")
    total = sum(getattr(row, "copies", 1) for row in rows.values())
    if total > copies:
        raise ValueError(f"{table}: there is room for {copies} cards, not for {total}; lower some copies")


@dataclass(frozen=True)
class LoadedBox:
    """A checked box, ready for the rules."""

    name: str
    """Name of a shipped box, or the file's stem."""
    hash: str
    """SHA-256 of the whole content with all options applied, in hexadecimal."""
    data: Any
    """The game's own validated model of the file."""
    buf: Buffer = field(repr=False)
    """The record the rules read, as bytes."""
    options: dict[str, str] = field(default_factory=dict)
    """The options that differ from the file."""
    path: Path | None = None
    """Where it was read from, when it is not one of the shipped boxes."""


def _read(path: Path) -> dict[str, Any]:
    try:
        with path.open("rb") as file:
            raw = file.read(LARGEST + 1)
    except OSError as error:
        text = _("%(file)s: cannot be read (%(why)s); give the path of a box file.")
        raise BoxError(text % {"file": path, "why": error.strerror}) from None
    if len(raw) > LARGEST:
        text = _("%(file)s: is larger than %(most)s kB; a box file is much smaller.")
        raise BoxError(text % {"file": path, "most": LARGEST // 1000})
    try:
        return tomllib.loads(raw.decode("utf-8-sig"))  # some editors begin a file with a mark
    except UnicodeDecodeError:
        text = _("%(file)s: is not a text in UTF-8; save it as plain UTF-8 text.")
        raise BoxError(text % {"file": path}) from None
    except ValueError as error:  # of TOML, or a number with thousands of digits
        text = _("%(file)s: is not valid TOML: %(why)s.")
        raise BoxError(text % {"file": path.name, "why": error}) from None
    except RecursionError:
        text = _("%(file)s: is not valid TOML: its lists and tables are nested too deep.")
        raise BoxError(text % {"file": path.name}) from None


def _merged(base: dict[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    out = dict(base)
    for key, value in changes.items():
        old = out.get(key)
        out[key] = _merged(old, value) if isinstance(old, dict) and isinstance(value, dict) else value
    return out


def _whole(game: "Game", path: Path, seen: tuple[Path, ...] = ()) -> dict[str, Any]:
    data = _read(path)
    parent = data.pop("extends", None)
    if parent is None:
        return data
    if not isinstance(parent, str) or parent not in game.boxes:
        words = {"file": path.name, "box": str(parent)[:40], "game": game.name, "boxes": ", ".join(game.boxes)}
        raise BoxError(_('%(file)s: key extends: there is no box "%(box)s"; %(game)s has %(boxes)s.') % words)
    above = game.boxes[parent]
    if above in seen:
        text = _("%(file)s: key extends: the boxes extend each other in a circle.")
        raise BoxError(text % {"file": path.name})
    return _merged(_whole(game, above, (*seen, path)), data)


def _place(data: Any, location: tuple[int | str, ...]) -> str:
    """A place of a file in words.

    `("character_card", 2, "gain", "tile")` is table [[character_card]] number 3 ("C03"), key gain.tile; and
    `("store", "mode_1", "dice", 0)` is table [store], key mode_1.dice, number 1.
    """
    table = item = ""
    keys: list[str] = []
    for part in location:
        try:
            data = data[part]
        except (KeyError, IndexError, TypeError):
            data = None
        if isinstance(part, int) and keys and not isinstance(data, dict):
            item = _("number %(n)s") % {"n": part + 1}
        elif isinstance(part, int) and not table and keys:
            label = f' ("{data["id"]}")' if "id" in data else ""
            words = {"table": f"[[{'.'.join(keys)}]]", "n": part + 1}
            table, keys = _("table %(table)s number %(n)s") % words + label, []
        else:
            word = str(part)
            keys.append(word if word.isprintable() and word else repr(word))
    if not table and len(keys) > 1:
        table, keys = _("table %(table)s") % {"table": f"[{keys[0]}]"}, keys[1:]
    key = _("key %(key)s") % {"key": ".".join(keys)} if keys else ""
    return ", ".join(filter(None, [table, key, item])) or _("the whole file")


def _complaint(error: ValidationError, file: str, data: Any) -> str:
    first, more = error.errors()[0], error.error_count() - 1
    message = first["msg"].removeprefix("Value error, ")
    given = first["input"]
    got = ""
    if isinstance(given, str | int | float | bool) and first["type"] != "extra_forbidden":
        got = _(", got %(value)s") % {"value": repr(given)}
    if first["type"] == "extra_forbidden":
        message = _("this key is not known; remove it or correct its spelling")
    elif first["type"] == "missing":
        message = _("is missing; add it")
    others = _(" (%(n)s more to mend)") % {"n": more} if more else ""
    return f"{file}: {_place(data, first['loc'])}: {message[:1].lower()}{message[1:]}{got}{others}."


def read_options(pairs: Iterable[str]) -> dict[str, str]:
    """Options written as `name=value`. Raises `BoxError`."""
    options: dict[str, str] = {}
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if not equals:
            raise BoxError(_('"%(text)s" is not an option written as name=value.') % {"text": pair[:40]})
        options[key] = value
    return options


def load_box(game: "Game", source: str | Path | None = None, options: Mapping[str, str] | None = None) -> LoadedBox:
    """Read and check a box: a shipped box by name (default "published") or any file by path.

    `options` override switches that `game.options` offers at the table. Raises `BoxError`.
    """
    name = str(source or DEFAULT_BOX)
    path = game.boxes.get(name)
    own = None
    if path is None:
        path = own = Path(name)
        if not path.stem.isprintable():  # records are text, and name the box in a line
            raise BoxError(_("%(name)s: a box can't be called so; rename the file.") % {"name": repr(name)})
        if not path.suffix and not os.path.exists(path):  # noqa: PTH110 - no error where a name is too long for a file
            text = _('There is no box "%(box)s"; %(game)s has %(boxes)s, or give the path of a box file.')
            raise BoxError(text % {"box": name, "game": game.name, "boxes": ", ".join(game.boxes)})
    data = _whole(game, path)
    changed: dict[str, str] = {}
    for key, value in (options or {}).items():
        allowed = game.options.get(key)
        if allowed is None:
            words = {
                "key": key[:40],
                "game": game.name,
                "known": ", ".join(game.options) or pgettext("options", "none"),
            }
            text = _('Option "%(key)s": %(game)s does not offer it at the table; known options: %(known)s.')
            raise BoxError(text % words)
        if value not in allowed:
            words = {"key": key, "value": value[:40], "allowed": ", ".join(allowed)}
            raise BoxError(_('Option "%(key)s": "%(value)s" is not one of %(allowed)s.') % words)
        table = data.setdefault("options", {})
        if isinstance(table, dict) and table.get(key) != value:
            changed[key] = value
            data = _merged(data, {"options": {key: value}})
    try:
        model = game.box_model.model_validate(data)
    except ValidationError as error:
        raise BoxError(_complaint(error, path.name, data)) from None
    canonical = json.dumps(model.model_dump(mode="json"), sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    try:
        record = game.pack(model)
    except (IndexError, ValueError) as error:
        text = _("%(file)s: a number or a list is larger than %(game)s can hold (%(why)s).")
        raise BoxError(text % {"file": path.name, "game": game.title, "why": error}) from None
    return LoadedBox(
        name=path.stem if own else name,
        hash=hashlib.sha256(canonical.encode()).hexdigest(),
        data=model,
        buf=record.buffer(),
        options=changed,
        path=own,
    )
