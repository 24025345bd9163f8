"""A film as one viewer may look at it, and what the page of one position shows. No HTTP here."""

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import chain
from typing import Any
from urllib.parse import urlencode

from galleria.core.text import _, language

from . import story, struck
from .course import SPECTATOR, Note
from .export import commitment_of
from .film import OPEN, Film
from .present import game_facts, option_words
from .selection import Nothing
from .site import Site
from .storage import TableRow


@dataclass(frozen=True)
class Reel:
    """A film with the eyes that see it and the place where it stands."""

    film: Film
    home: str
    """Address of what it belongs to: "/table/x", or "/replay/x" for a pasted record."""
    url: str
    """Address of its pages."""
    subject: str
    """Its name among the analyses."""
    eyes: int
    choices: tuple[int, ...]
    """Other eyes that may be chosen; none while the match runs."""
    steps: tuple[int, ...]
    """The positions that these eyes can tell apart, by place."""
    place: int
    mine: tuple[int, ...] = ()
    row: TableRow | None = None
    beside: tuple[dict[str, Any], ...] = ()
    """Entries of the log about what happened beside the answers."""
    notes: tuple[Note, ...] = ()
    """What was taken back, as far as these eyes noticed it."""
    hints: Mapping[int, int] = field(default_factory=dict)

    @property
    def step(self) -> int:
        """The position it stands at."""
        return self.steps[self.place]

    @property
    def open(self) -> bool:
        """Whether the match is over, or was pasted: nothing has to stay hidden."""
        return bool(self.choices)

    def link(self, place: int | None = None, eyes: int | None = None, what: str = "") -> str:
        """The address of another place, other eyes, or of something else about this position."""
        place = self.place if place is None else place
        eyes = self.eyes if eyes is None else eyes
        query: dict[str, Any] = {"step" if self.open else "entry": place}
        if self.open:
            query["seat"] = "open" if eyes == OPEN else eyes
        elif len(self.mine) > 1:
            query["as"] = eyes
        return f"{what or self.url}?{urlencode(query)}"

    def etag(self, *more: Any) -> str:
        """Names exactly what the page shows. Of a running match it is made from what the viewer knows alone."""
        digest = hashlib.sha256(repr((language(), self.url, self.eyes, self.place, len(self.steps), more)).encode())
        digest.update(self.film.seen(self.step, self.eyes).tobytes())
        digest.update(repr((self.film.told(self.steps[-1], self.eyes), self.beside, self.notes)).encode())
        return f'"{digest.hexdigest()[:24]}"'


def context_of(reel: Reel, site: Site) -> dict[str, Any]:
    """All that the templates of a replay need; boards and panels are the games' own, as at a table."""
    film, step = reel.film, reel.step
    state = film.seen(step, reel.eyes)
    view = film.view(step, reel.eyes)
    seat = max(reel.eyes, SPECTATOR)
    told = entries_of(reel, step)
    last = step == film.last
    acting = tuple(i for i in range(state.players) if state.to_act >> i & 1)
    over = last and film.over
    facts = game_facts(film.game, site.assets)
    context: dict[str, Any] = {
        "table": {
            "id": "",
            "url": reel.home,
            "state": "over" if over else "running",
            "version": 0,
            "game": facts,
            "round": int(state.round),
            "players": int(state.players),
            "share": [],
            "can": {},
        },
        "game": facts,
        "seats": seats_of(reel, acting),
        "seat": seat,
        "cover": None,
        "turn": {"mine": False, "name": None, "waiting_for": [film.names[i] for i in acting], "over": over},
        "view": view,
        "sel": Nothing(),
        "preview": None,
        "why": None,
        "actions": [],
        "notice": None,
        "lately": lambda: [entry for entry in told if entry["rounds"][1] >= state.round - 1],
        "scores": [
            {"seat": s.side, "name": s.name, "rank": s.rank, "total": s.total, "parts": s.parts} for s in film.scores
        ]
        if over
        else None,
    }
    context["board"] = _board(reel, site, context)
    context["hands"] = _hands(reel, site, context)
    context["reel"] = reel
    context["at"] = {
        "place": reel.place,
        "last": len(reel.steps) - 1,
        "step": step,
        "round": int(state.round),
        "headline": _headline(reel),
        "happened": [part for entry in told if entry["action"] == step for part in entry["parts"]],
        "acting": [film.names[i] for i in acting],
    }
    return context


def entries_of(reel: Reel, step: int) -> list[dict[str, Any]]:
    """The log up to a position."""
    film = reel.film
    actors = {number: seat for number, (seat, _action) in enumerate(film.actions, 1)}
    rounds = dict(enumerate(film.rounds))
    return story.entries(film.game, film.context(reel.eyes), film.told(step, reel.eyes), actors, rounds)


def chapters_of(reel: Reel) -> list[dict[str, Any]]:
    """The whole log by rounds, every entry with its place in the replay."""
    places = {step: place for place, step in enumerate(reel.steps)}
    found = []
    film = reel.film
    rounds = dict(enumerate(film.rounds))
    beside = [*reel.beside, *struck.entries(film.game, film.context(reel.eyes), reel.notes, rounds)]
    beside.sort(key=lambda entry: entry["moves"])
    for entry in story.woven(entries_of(reel, reel.steps[-1]), beside):
        at = places.get(entry.get("action", -1))
        found.append({**entry, "at": at, "url": None if at is None else reel.link(at)})
    return story.chapters(found, (reel.eyes,) if reel.eyes >= 0 else ())


def seats_of(reel: Reel, acting: tuple[int, ...]) -> list[dict[str, Any]]:
    """All sides as a table's page lists them."""
    film, row = reel.film, reel.row
    blank = {"level": "", "mine": False, "to_act": False, "thinking": False, "online": False, "url": None, "own": None}
    found = []
    for side, name in enumerate(film.names):
        bot = row.seats[side].bot if row is not None and side < len(row.seats) else None
        player = side < film.match.state.players
        kind = "auto" if not player else "bot" if bot else "person"
        more = {"level": bot or "", "mine": side in reel.mine, "to_act": side in acting}
        found.append({**blank, "index": side, "name": name, "kind": kind, **(more if player else {})})
    return found


def about(reel: Reel) -> dict[str, Any]:
    """Box, options, and whether the shuffle is the one that was promised. Only for matches that are over."""
    film, row = reel.film, reel.row
    seed = film.match.seed
    made = None if seed is None else commitment_of(seed)
    promised = row.commitment if row is not None else None
    return {
        "box": option_words(film.game, f"box={film.box.name}")[0],
        "options": [
            (option_words(film.game, key)[0], option_words(film.game, f"{key}={value}")[0])
            for key, value in film.box.options.items()
        ],
        "seed": seed,
        "made": made,
        "promised": promised,
        "kept": promised is not None and promised == made,
        "answers": film.last,
        "back": len(film.match.taken_back),
    }


def _headline(reel: Reel) -> str:
    """The answer that led here, as a command; "" while the match runs, where it may be secret."""
    film, step = reel.film, reel.step
    if step == 0:
        return _("The game is set up.")
    if not reel.open:
        return ""
    seat, action = film.actions[step - 1]
    return _("%(name)s: %(move)s") % {
        "name": film.names[seat],
        "move": film.game.label(action, film.asked(step)),
    }


def _hands(reel: Reel, site: Site, context: Mapping[str, Any]) -> dict[int, str]:
    """What each seat holds, when everything is open."""
    if reel.eyes != OPEN or context["scores"]:
        return {}
    film = reel.film
    template = site.templates.get_template("replay_hand.html.j2")
    hands = {}
    for seat in range(film.match.state.players):
        words = {**context, "lang": language(), "view": film.view(reel.step, seat), "seat": seat}
        # Ids are for the one hand of a table; here are several.
        hands[seat] = re.sub(r' id="[^"]*"', "", template.render(words))
    return hands


# -- what has just changed on the board --------------------------------------------------------------------------------

_PIECE = re.compile(r"<[a-z]+ (?=[^>]*\bid=\")(?=[^>]*\baria-label=\")[^>]*>")
_NAME = re.compile(r'\b(id|aria-label|transform)="([^"]*)"')
_CLASS = re.compile(r'\bclass="')


def _board(reel: Reel, site: Site, context: Mapping[str, Any]) -> str:
    """The board, with the pieces marked that differ from the position before."""
    template = site.templates.get_template(f"{reel.film.game.name}/board.svg.j2")
    words = {**context, "lang": language()}
    drawn = template.render(words)
    if reel.place == 0:
        return drawn
    before = template.render({**words, "view": reel.film.view(reel.steps[reel.place - 1], reel.eyes)})
    return marked(drawn, before)


def marked(drawn: str, before: str) -> str:
    """`drawn` with the class `is-new` on all pieces that `before` has not, or has otherwise."""
    pieces, old = _pieces(drawn), _pieces(before)
    same_name = {key for key, (name, _place) in pieces.items() if key in old and old[key][0] == name}
    moved = {key for key in same_name if old[key] != pieces[key]}
    fresh = pieces.keys() - same_name
    if len(moved) <= max(3, len(pieces) // 3):  # else the whole board has been laid out anew
        fresh |= moved

    def mark(found: re.Match[str]) -> str:
        tag = found[0]
        key = dict(_NAME.findall(tag))["id"]
        return _CLASS.sub('class="is-new ', tag, count=1) if key in fresh else tag

    return _PIECE.sub(mark, drawn)


def _pieces(drawn: str) -> dict[str, tuple[str, str]]:
    found = (dict(_NAME.findall(tag)) for tag in chain(_PIECE.findall(drawn)))
    return {piece["id"]: (piece["aria-label"].split(" – ")[0], piece.get("transform", "")) for piece in found}
