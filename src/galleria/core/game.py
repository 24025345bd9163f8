"""What a game gives the engine."""

import warnings
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

from .actions import ActionSpace
from .box import BoxModel, LoadedBox
from .errors import GalleriaError
from .events import Event
from .record import Record
from .rule import rule
from .state import GameState
from .text import _


@dataclass(frozen=True)
class Context:
    """What a sentence about a match needs to know beside the event."""

    names: tuple[str, ...]
    """Display name of every side."""
    box: LoadedBox
    seat: int = -1
    """The reader's seat, -1 for a spectator."""
    state: Any = None
    """For labels: what the reader may know of the present situation, as a state. None where nobody has one at hand."""


def _nothing(*_: Any) -> None:
    """The preview of a game without one: no events."""


def _no_lines(_events: list[Event], _context: Context) -> list[dict[str, Any]]:
    return []


@rule
def evenly(s: Any, box: Any, seat: int, actions: Any, n: int, out: Any) -> None:  # noqa: ARG001 - an entry point
    """Weights of a game that knows no difference."""
    for i in range(n):
        out[i] = 1


def _no_words(_name: str) -> None:
    """A game whose options need no words."""


def _plain_board(view: dict[str, Any]) -> str:
    return "\n".join(f"{key}: {value}" for key, value in view.items())


@dataclass(frozen=True, kw_only=True)
class Game:
    """A game: facts, rule entry points over records, and its Python side. See docs/engine.md."""

    # facts
    name: str
    """Name in folders, on the command line and in records."""
    title: str
    players: range
    rules_version: int
    longest: int
    """No match has more decisions than this."""
    sources: tuple[str, ...]
    """Names of the sources of points, in the order `score` writes them."""
    ends: tuple[str, ...]
    """Names of the reasons for which a match ends."""
    invariants: tuple[str, ...]
    """Names of the bits of `check`."""
    event_kinds: tuple[str, ...]
    """Names of the event kinds, by number."""
    folder: Path
    """Where templates and guides are."""
    boxes: dict[str, Path]
    """The shipped boxes by name; "published" is the default."""
    options: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """Switches of the box that may be set per table, with their values; the first is what most people want."""
    sides: tuple[str, ...] = ()
    """Names of automatic opponents, which come after the players."""

    # data
    state: type[GameState]
    box: type[Record]
    box_model: type[BoxModel]
    pack: Callable[[Any], Record]
    actions: ActionSpace

    # rules
    setup: Callable[..., None]
    why_not: Callable[..., int]
    legal: Callable[..., int]
    play: Callable[..., None]
    hide: Callable[..., None]
    redeal: Callable[..., None]
    score: Callable[..., int]
    check: Callable[..., int]
    value: Callable[..., int]
    weigh: Callable[..., None] = evenly
    """How promising each of the `n` legal `actions` of a seat looks at a glance: weights from 1 up, into `out`."""
    preview: Callable[..., None] = _nothing

    # the Python side
    view: Callable[[Any, LoadedBox, int], dict[str, Any]]
    sentence: Callable[[Event, Context], str]
    """The log's sentence for an event; "" when it is not worth one."""
    steps: Callable[[int], tuple[str, ...]]
    label: Callable[[int, Context], str]
    reason: Callable[[int, Any, LoadedBox, int, int], str]
    other_question: frozenset[int] = frozenset()
    """Reasons that only say that something else is asked now: pieces of such answers need not explain themselves."""
    preview_lines: Callable[[list[Event], Context], list[dict[str, Any]]] = _no_lines
    """Costs, gains and notes of a preview's events: dicts with "kind" (cost, gain, note), "item", "amount", "text"."""
    points: Callable[[Event], tuple[str, int] | None] | None = None
    """Source and number of the points that an event brings to its `who`; None when it brings none. Adding up all events
    of a match gives its final score (checked by the generic suite)."""
    goods: Callable[[Event, LoadedBox], Iterable[tuple[int, str, int]]] | None = None
    """What an event brings a seat or costs it beside points: seat, name of the good, number (below 0: spent)."""
    holdings: Callable[[Any, LoadedBox, int], Mapping[str, int]] | None = None
    """What a seat has of each good in a state. What it began with and all `goods` since then add up to it, also when
    only the events are counted that the seat may read (checked by the generic suite)."""
    board_text: Callable[[dict[str, Any]], str] = _plain_board
    """The view as text, for the terminal."""
    blurb: Callable[[], str] = str
    """What the game is about, in one sentence for the lobby."""
    minutes: str = ""
    """How long a match takes, such as "30-45"."""
    weight: int = 0
    """How heavy the rules are, from 1 (a family learns them in minutes) to 5 (for experts); 0: nobody has judged it."""
    option_words: Callable[[str], tuple[str, str] | None] = _no_words
    """Title and help of an option ("characters"), of one of its values ("characters=draft") or of a box
    ("box=published"); None where the name says enough."""

    endless: bool = False
    """Whether players who never want to get on can keep a match from ending."""
    horizon: int = 1000
    """Rounds that bots play ahead before they trust `value`."""
    far_horizon: int = 0
    """The same for the bot that thinks longest, where more rounds than `horizon` make up for playing fewer games."""
    max_legal: int = 1024
    """No decision has more legal actions than this."""


GROUP = "galleria.games"


@cache
def games() -> dict[str, Game]:
    """All installed games by name. One that cannot be loaded is left out, with a warning."""
    found: list[Game] = []
    for entry in entry_points(group=GROUP):
        try:
            found.append(entry.load())
        except Exception as error:  # noqa: BLE001 - whatever is wrong with one package, the others are to be played
            warnings.warn(f"The game {entry.name} cannot be loaded from {entry.value}: {error}", stacklevel=2)
    return {game.name: game for game in sorted(found, key=lambda g: g.title)}


def find_game(name: str) -> Game:
    """The installed game of that name; GalleriaError when there is none."""
    try:
        return games()[name]
    except KeyError:
        words = {"name": name[:40], "known": ", ".join(games())}
        raise GalleriaError(_('There is no game "%(name)s"; installed are %(known)s.') % words) from None
