"""Playthrough files: a whole match as text, so that a change of rules shows as a difference."""

import difflib
import json
import random
import re
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from itertools import groupby
from pathlib import Path
from typing import Any

from galleria.core.errors import IllegalAction
from galleria.core.events import EVERYONE, Event
from galleria.core.game import Game
from galleria.core.match import Match

NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Fay", "Gus", "Hal")
TOLD = 80
"""Decisions that are told of a match that need not end."""
LONG = 200
"""Lists with more elements are shortened."""


def playthrough(
    game: Game,
    players: int,
    *,
    box: str = "published",
    seed: str = "1",
    actions: Sequence[tuple[int, str]] | None = None,
) -> str:
    """A whole match as text: all states, what all seats see, all legal actions, all events; mostly as changes.

    Of a game that need not end, the beginning of one.

    `actions` are (seat, text) pairs; without them random players drawn from the seed choose. AssertionError when one
    of the actions is illegal.
    """
    match = Match.new(game, players, box=box, seed=seed, names=NAMES[:players])
    chooser = random.Random(f"{game.name} {players} {seed}")
    teller = _Teller(match)
    most = TOLD if game.endless else game.longest
    lines = [
        f"# {game.title}: a match by random players",
        f"# game {game.name}, rules {game.rules_version}, box {box}, players {players}, seed {seed}",
        "",
        "## 0. setup",
        *teller.tell(match.events),
    ]
    given = iter(actions or ())
    while not match.over and len(match.actions) < most:
        if actions is None:
            seat = chooser.choice(match.to_act)
            text = game.actions.text(chooser.choice(match.legal(seat)))
        else:
            following = next(given, None)
            if following is None:
                break
            seat, text = following
        try:
            events = match.play(seat, text)
        except IllegalAction as error:
            raise AssertionError(
                f"{game.name}, {players} players: action {len(match.actions) + 1} of the playthrough, {text!r} by "
                f"{NAMES[seat]}, is not legal any more: {error}"
            ) from None
        lines += ["", f"## {len(match.actions)}. {match.names[seat]}: {text}", *teller.tell(events)]
    lines += ["", f"## end: {match.over or 'none, there are no more actions'}"]
    for score in match.scores():
        parts = ", ".join(f"{source} {n}" for source, n in score.parts.items())
        lines.append(f"{score.rank}. {score.name}: {score.total} ({parts}; standing {score.standing})")
    return "\n".join(lines) + "\n"


class _Teller:
    """Tells the situation of a match as what changed since it last did."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.told: dict[str, dict[str, str]] = {}
        self.seen: dict[str, list[str]] = {}
        self.legal: dict[int, list[str]] = {}

    def tell(self, events: Iterable[Event]) -> Iterator[str]:
        match, game = self.match, self.match.game
        yield f"state {sha256(match.state.tobytes()).hexdigest()[:16]}"
        for e in events:
            audience = "" if e.to == EVERYONE else f" [to {self.names(e.to)}]"
            sentence = game.sentence(e, match.context)
            yield f"- {game.event_kinds[e.kind]}{audience} {e.who}: {e.a} {e.b} {e.c} {e.d}  {sentence}".rstrip()
        state = match.state.as_dict()
        del state["log"]
        yield from self.changes("state", flat(state))
        public = game.board_text(match.view(-1)).splitlines()
        yield from self.sight("a spectator sees", public)
        for seat in range(match.state.players):
            own = game.board_text(match.view(seat)).splitlines()
            yield from self.sight(f"{match.names[seat]} sees also", [line for line in own if line not in public])
        for seat in match.to_act:
            legal = list(_grouped(game, match.legal(seat)))
            if legal == self.legal.get(seat):
                yield f"{match.names[seat]} may act as before"
            else:
                yield f"{match.names[seat]} may"
                yield from (f"    {line}" for line in legal)
            self.legal[seat] = legal

    def names(self, mask: int) -> str:
        return ", ".join(name for i, name in enumerate(self.match.names) if mask >> i & 1)

    def sight(self, what: str, lines: list[str]) -> Iterator[str]:
        """What somebody sees, unless it is what she saw before."""
        if lines != self.seen.get(what, []):
            self.seen[what] = lines
            yield what
            yield from (f"    {line}".rstrip() for line in lines)

    def changes(self, what: str, now: dict[str, str]) -> Iterator[str]:
        before = self.told.get(what, {})
        self.told[what] = now
        lines = [f"    {key}: {value}" for key, value in now.items() if before.get(key) != value]
        lines += [f"    {key}: gone" for key in before if key not in now]
        if lines:
            yield what
            yield from lines


def flat(value: Any, path: str = "") -> dict[str, str]:
    """Nested data as lines: one per record or list of plain values, keyed by its path."""
    if isinstance(value, dict):
        nested = {k: v for k, v in value.items() if isinstance(v, dict | list | tuple)}
        plain = {k: v for k, v in value.items() if k not in nested}
        out: dict[str, str] = {}
        if path and plain and not nested:
            return {path: " ".join(f"{k}={_plain(v)}" for k, v in plain.items())}
        for k, v in value.items():
            out |= flat(v, f"{path}.{k}".lstrip("."))
        return out
    if isinstance(value, list | tuple):
        if any(isinstance(v, dict | list | tuple) for v in value):
            out = {}
            for i, v in enumerate(value):
                out |= flat(v, f"{path}[{i}]")
            return out
        return {path: (_runs(value) if len(value) > LONG else " ".join(map(_plain, value))) or "empty"}
    return {path: _plain(value)}


def _runs(values: Sequence[Any]) -> str:
    """A long list with equal neighbours put together: "0*37 5 0*12"."""
    runs = ((_plain(value), len(list(group))) for value, group in groupby(values))
    return " ".join(f"{value}*{n}" if n > 1 else value for value, n in runs)


def _plain(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _grouped(game: Game, actions: Iterable[int]) -> Iterator[str]:
    """Actions as text, those that differ only in their last argument on one line."""
    groups: dict[tuple[int, tuple[int, ...]], list[int]] = {}
    for action in actions:
        index, arguments = game.actions.split(action)
        groups.setdefault((index, arguments[:-1]), []).append(action)
    for (index, _), members in groups.items():
        verb = game.actions.verbs[index]
        if len(members) == 1:
            yield game.actions.text(members[0])
            continue
        last = verb.values[-1]
        names = [dict(zip(verb.fields, _arguments(game, a), strict=True)) for a in members]
        choice = "{" + ", ".join(last[game.actions.split(a)[1][-1]] for a in members) + "}"
        yield verb.template.format(**(names[0] | {verb.fields[-1]: choice}))


def _arguments(game: Game, action: int) -> list[str]:
    index, arguments = game.actions.split(action)
    return [values[i] for values, i in zip(game.actions.verbs[index].values, arguments, strict=True)]


def playthrough_files(game: Game, folder: Path) -> dict[int, Path]:
    """The playthrough file of each number of players."""
    return {players: folder / f"{game.name}-{players}.txt" for players in game.players}


def write_playthroughs(game: Game, folder: Path) -> list[Path]:
    """Write all playthrough files of a game anew."""
    folder.mkdir(parents=True, exist_ok=True)
    files = playthrough_files(game, folder)
    for players, path in files.items():
        path.write_text(playthrough(game, players), encoding="utf-8")
    return list(files.values())


def check_playthrough(game: Game, path: Path) -> None:
    """Replay a playthrough file; AssertionError shows where the game now differs from it, or that there is none."""
    again = f"python -m galleria.testing {game.name} --write {path.parent.name}"
    assert path.exists(), f"{game.name} has no playthrough {path.name}; write it with {again}"
    old = path.read_text(encoding="utf-8")
    head = re.search(r"^# game (\S+), rules (\d+), box (\S+), players (\d+), seed (\S+)$", old, re.MULTILINE)
    if head is None or head[1] != game.name:
        raise AssertionError(f"{path.name} is no playthrough of {game.name}; write it anew with {again}")
    actions = [(NAMES.index(m[1]), m[2]) for m in re.finditer(r"^## \d+\. (\w+): (.*)$", old, re.MULTILINE)]
    new = playthrough(game, int(head[4]), box=head[3], seed=head[5], actions=actions)
    if new != old:
        lines = list(difflib.unified_diff(old.splitlines(), new.splitlines(), "file", "now", n=2, lineterm=""))
        raise AssertionError(
            f"{path.name}: the game now does something else; if that is meant, write the file anew with {again}\n"
            + "\n".join(lines[:60])
        )
