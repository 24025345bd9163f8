"""A match: box + seed + list of actions. Everything else can be rebuilt from that."""

import base64
import re
import secrets
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Self

import numpy as np

from .box import LoadedBox, load_box, read_options
from .errors import BoxError, GalleriaError, IllegalAction, RecordError
from .events import Event, clear_log, read_log
from .game import Context, Game, games
from .kernel import Kernel, interpreted, kernel
from .random import seed_random
from .record import Buffer
from .state import GameState
from .text import _, span

FORMAT = "galleria match 1"
_SNAPSHOT = 16  # actions between kept states: undo replays at most this many
_NAME = re.compile(r"[^\s|:]([^|:]{0,38}[^\s|:])?")


@dataclass(frozen=True, slots=True)
class TakenBack:
    """Answers that were taken back at once; the first of them belongs to the seat that took them back."""

    standing: int
    """How many answers stood afterwards; fewer when earlier ones were taken back later."""
    first: int
    """Number of the first of them."""
    answers: tuple[tuple[int, int], ...]
    """As (seat, action)."""
    events: tuple[Event, ...]
    """What they had caused; none in a match that was read from a record."""


@dataclass(frozen=True)
class Score:
    """The result of one side."""

    side: int
    name: str
    total: int
    standing: int
    """What ranks the sides: the total, with tie-breaks where the game has them."""
    rank: int
    """1 for the winners; equal standings share a rank."""
    parts: dict[str, int]
    """Points by source."""


def fresh_seed() -> str:
    """A seed nobody can guess: 128 bits in hexadecimal."""
    return secrets.token_hex(16)


class Match:
    """A game in progress. Not safe for threads: one at a time."""

    def __init__(self, game: Game, box: LoadedBox, names: Sequence[str], start: Buffer, seed: str | None) -> None:
        self.game, self.box, self.seed = game, box, seed
        self.names = tuple(names)
        self.actions: list[tuple[int, int]] = []
        """All answers that stand, as (seat, action)."""
        self.taken_back: list[TakenBack] = []
        """What was taken back, in that order. It changes nothing in the match; the record tells it."""
        self._buf = start.copy()
        self._snapshots: dict[int, Buffer] = {0: start.copy()}
        self._packed: str | None = None
        self._out = np.zeros(max(game.max_legal, len(game.sources)), np.int32)
        self.state = game.state.of(self._buf)
        """The whole state, secrets included."""
        self.events: list[Event] = read_log(self.state.log, 0)
        """All events so far, secrets included."""
        clear_log(self.state)
        self._snapshots[0][:] = self._buf

    @classmethod
    def new(
        cls,
        game: Game,
        players: int,
        *,
        box: LoadedBox | str | Path | None = None,
        seed: str | None = None,
        names: Sequence[str] | None = None,
        options: Mapping[str, str] | None = None,
    ) -> Self:
        """Set up a match. Raises GalleriaError for a wrong number of players, a wrong box or unusable names."""
        if players not in game.players:
            words = {"game": game.title, "range": span(game.players), "n": players}
            raise GalleriaError(_("%(game)s is for %(range)s players, not %(n)s.") % words)
        loaded = box if isinstance(box, LoadedBox) else load_box(game, box, options)
        seed = fresh_seed() if seed is None else seed
        if not re.fullmatch(r"[!-~]{1,128}", seed):
            raise GalleriaError(_("A seed has 1 to 128 characters: letters, digits and signs without spaces."))
        state = game.state.new()
        seed_random(state.rng, seed)
        buf = state.buffer()
        kernel(game).setup(buf, loaded.buf, players)
        return cls(game, loaded, _sides(game, state, names), buf, seed)

    @classmethod
    def from_state(cls, game: Game, state: Any, box: LoadedBox, names: Sequence[str] | None = None) -> Self:
        """A match that begins in a hand-made state. Raises GalleriaError naming the invariants it breaks."""
        try:
            sound = state.players in game.players and 0 <= state.over <= len(game.ends)
            sound = sound and state.players <= state.sides <= state.players + len(game.sides)
            broken = interpreted(game).check(state.buffer(), box.buf) if sound else 0
        except (ArithmeticError, LookupError, ValueError):  # bytes that are no state at all
            sound = False
        if not sound:
            raise GalleriaError(_("This is not a state of %(game)s.") % {"game": game.title})
        if broken:
            bad = ", ".join(n for i, n in enumerate(game.invariants) if broken >> i & 1)
            raise GalleriaError(_("This state breaks what always holds: %(what)s.") % {"what": bad})
        return cls(game, box, _sides(game, state, names), state.buffer(), None)

    @property
    def kernel(self) -> Kernel:
        """The fastest kernel ready now."""
        return kernel(self.game)

    @property
    def over(self) -> str | None:
        """The reason the match ended, None while it runs."""
        return self.game.ends[self.state.over - 1] if self.state.over else None

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that may act now."""
        return tuple(i for i in range(self.state.players) if self.state.to_act >> i & 1)

    @property
    def context(self) -> Context:
        """What sentences about this match need, for a spectator."""
        return self.context_for(-1)

    def context_for(self, seat: int) -> Context:
        """What sentences about this match need, for a reader on `seat`."""
        return Context(self.names, self.box, seat, self.hidden(seat) if seat in self.to_act else None)

    def legal(self, seat: int) -> list[int]:
        """All legal actions of a seat, ascending."""
        n = self.kernel.legal(self._buf, self.box.buf, seat, self._out)
        return [int(a) for a in self._out[:n]]

    def _number(self, action: int | str) -> int:
        if isinstance(action, int):
            return action
        try:
            return self.game.actions.parse(action)
        except ValueError as error:
            raise IllegalAction(
                _("%(action)s is not an action of this game.") % {"action": repr(action[:40])}
            ) from error

    def why_not(self, seat: int, action: int | str) -> str | None:
        """Why a seat may not answer so now, in one sentence; None when it may."""
        number = self._number(action)
        code = self.kernel.why_not(self._buf, self.box.buf, seat, number)
        return self.game.reason(code, self.state, self.box, seat, number) if code else None

    def play(self, seat: int, action: int | str) -> list[Event]:
        """Carry out an answer and return the events it caused. Raises IllegalAction and changes nothing else."""
        number = self._number(action)
        refusal = self.why_not(seat, number)
        if refusal is not None:
            raise IllegalAction(refusal)
        return self._apply(seat, number)

    def _apply(self, seat: int, action: int) -> list[Event]:
        if len(self.actions) % _SNAPSHOT == 0:
            self._snapshots[len(self.actions)] = self._buf.copy()
        self.kernel.play(self._buf, self.box.buf, seat, action)
        self.actions.append((seat, action))
        events = read_log(self.state.log, len(self.actions))
        clear_log(self.state)
        self.events += events
        return events

    def undo(self, n: int = 1) -> None:
        """Take back the last `n` answers, whoever gave them."""
        if not 0 <= n <= len(self.actions):
            raise GalleriaError(f"There are {len(self.actions)} answers to take back, not {n}.")
        self.rewind(len(self.actions) - n)

    def take_back(self, number: int, *, alone: bool = False) -> None:
        """Take back answer `number` and all that followed or, if `alone`, only this one, and keep a note of it.

        Raises GalleriaError when there is no such answer, IllegalAction when later ones are not legal without it;
        nothing has changed then.
        """
        if not 1 <= number <= len(self.actions):
            raise GalleriaError(f"There is no answer {number} to take back.")
        last = number if alone else len(self.actions)
        gone = [event for event in self.events if number <= event.number <= last]
        before, notes = self.actions[number - 1 :], self.taken_back
        self.rewind(number - 1)
        try:
            for seat, action in before[last - number + 1 :]:
                self.play(seat, action)
        except IllegalAction:
            self.rewind(number - 1)
            for seat, action in before:
                self._apply(seat, action)
            self.taken_back = notes
            raise
        left = len(self.actions)
        answers = tuple(before[: last - number + 1])
        notes = [replace(note, standing=min(note.standing, left)) for note in notes]
        self.taken_back = [*notes, TakenBack(left, number, answers, tuple(gone))]

    def rewind(self, number: int) -> None:
        """Return to the situation after answer `number` (0: the start)."""
        self.taken_back = [note for note in self.taken_back if note.standing <= number]
        kept = self.actions[:number]
        base = max(k for k in self._snapshots if k <= number)
        self._snapshots = {k: v for k, v in self._snapshots.items() if k <= base}
        self._buf[:] = self._snapshots[base]
        self.actions = kept[:base]
        self.events = [e for e in self.events if e.number <= base]
        for seat, action in kept[base:]:
            self._apply(seat, action)

    def before(self, number: int) -> Any:
        """The whole state in which answer `number` was given, secrets included; a copy."""
        base = max(k for k in self._snapshots if k < number)
        buf = self._snapshots[base].copy()
        state = self.game.state.of(buf)
        for seat, action in self.actions[base : number - 1]:
            self.kernel.play(buf, self.box.buf, seat, action)
            clear_log(state)
        return state

    def hidden(self, seat: int) -> Any:
        """What `seat` (-1: a spectator) may know, as a state of the game."""
        buf = self._buf.copy()
        self.kernel.hide(buf, self.box.buf, seat)
        return self.game.state.of(buf)

    def view(self, seat: int = -1) -> dict[str, Any]:
        """The picture `seat` may see, as plain data."""
        return self.game.view(self.hidden(seat), self.box, seat)

    def events_for(self, seat: int = -1) -> list[Event]:
        """The events `seat` may read."""
        return [e for e in self.events if e.visible(seat)]

    def preview(self, seat: int, action: int) -> list[Event]:
        """The events this answer alone would bring, as far as `seat` can know now."""
        state = self.hidden(seat)
        self.game.preview(state, self.game.box.of(self.box.buf.copy()), seat, action)
        return [e for e in read_log(state.log, len(self.actions) + 1) if e.visible(seat)]

    def scores(self) -> list[Score]:
        """Every side's score as if the match ended now, best first."""
        rows: list[tuple[int, int, dict[str, int]]] = []
        for side in range(self.state.sides):
            self._out[: len(self.game.sources)] = 0
            standing = int(self.kernel.score(self._buf, self.box.buf, side, self._out))
            parts = {name: int(self._out[i]) for i, name in enumerate(self.game.sources)}
            rows.append((side, standing, parts))
        rows.sort(key=lambda r: (-r[1], r[0]))
        return [
            Score(side, self.names[side], sum(parts.values()), standing, 1 + sum(r[1] > standing for r in rows), parts)
            for side, standing, parts in rows
        ]

    @property
    def winners(self) -> tuple[int, ...]:
        """The sides that won; empty while the match runs."""
        return tuple(s.side for s in self.scores() if s.rank == 1) if self.over else ()

    # -- the text of a match ---------------------------------------------------------------------------------------

    def record(self) -> str:
        """The match as text. `parse` reads it back, and writing that again gives the same bytes."""
        options = " ".join(f"{k}={v}" for k, v in sorted(self.box.options.items()))
        players = self.state.players
        lines = [
            FORMAT,
            f"game: {self.game.name}",
            f"rules: {self.game.rules_version}",
            f"box: {self.box.name} {self.box.hash}",
            f"options: {options}".rstrip(),
            f"seats: {' | '.join(self.names[:players])}",
            f"seed: {self.seed}" if self.seed is not None else f"state: {self._packed or _packed(self._snapshots[0])}",
            "",
        ]
        notes = self._notes()
        for i, answer in enumerate(self.actions, 1):
            lines += notes.pop(i - 1, ())
            lines.append(self._line(i, answer))
        lines += notes.pop(len(self.actions), ())
        lines += ["", f"end: {self.over or 'unfinished'}"]
        by_side = sorted(self.scores(), key=lambda s: s.side)
        lines.append(f"result: {' | '.join(f'{s.name} {s.total}' for s in by_side)}")
        return "\n".join(lines) + "\n"

    def _line(self, number: int, answer: tuple[int, int]) -> str:
        seat, action = answer
        return f"{number}. {self.names[seat]}: {self.game.actions.text(action)}"

    def _notes(self) -> dict[int, list[str]]:
        """By number of answers before them: the lines about what was taken back."""
        lines: dict[int, list[str]] = {}
        for note in self.taken_back:
            for i, answer in enumerate(note.answers):
                line = f"{'with' if i else 'undo'} {self._line(note.first + i, answer)}"
                lines.setdefault(note.standing, []).append(line)
        return lines

    @classmethod
    def parse(cls, text: str, *, box: LoadedBox | str | Path | None = None, game: Game | None = None) -> Self:
        """Read a match from its text and replay it. `box` is needed when the match was played with a box of one's own.

        Raises RecordError naming the line, and BoxError when the given box itself is wrong.
        """
        match: Self = _Reader(text, box, game).match(cls)
        return match


def _sides(game: Game, state: GameState, names: Sequence[str] | None) -> tuple[str, ...]:
    players = state.players
    given = list(names) if names is not None else [f"Player {i + 1}" for i in range(players)]
    if len(given) != players:
        text = _("Number of seats: %(seats)s, number of names: %(names)s; there has to be one for each.")
        raise GalleriaError(text % {"seats": players, "names": len(given)})
    for name in given:
        if not _NAME.fullmatch(name) or not name.isprintable():
            text = _("The name %(name)s cannot be used: 1 to 40 characters without | and : please.")
            raise GalleriaError(text % {"name": repr(name[:60])})
    if len(set(given)) != len(given):
        raise GalleriaError(_("Two seats have the same name; every name may occur once."))
    for side in game.sides[: state.sides - players]:  # an automatic opponent makes way for a person of its name
        given.append(next(name for name in (side, *(f"{side} {n}" for n in range(2, 99))) if name not in given))
    return tuple(given)


def _packed(buf: Buffer) -> str:
    return base64.b64encode(zlib.compress(buf.tobytes(), 9)).decode()


def _unpacked(text: str, size: int) -> bytearray:
    """The inverse of `_packed`. ValueError or zlib.error when it is not `size` bytes."""
    stream = zlib.decompressobj()
    raw = stream.decompress(base64.b64decode(text, validate=True), size + 1)
    if len(raw) != size or not stream.eof:
        raise ValueError(f"expected {size} bytes")
    return bytearray(raw)


def _at(line: int, message: str) -> RecordError:
    return RecordError(_("line %(n)s: %(message)s") % {"n": line, "message": message})


class _Reader:
    def __init__(self, text: str, box: LoadedBox | str | Path | None, game: Game | None) -> None:
        self.lines = text.split("\n")
        self.at = 0
        self.box, self.game = box, game

    def fail(self, message: str) -> RecordError:
        return _at(self.at, message)

    def line(self) -> str:
        if self.at >= len(self.lines):
            self.at += 1
            raise self.fail(_("the text ends too early; the record is not complete."))
        self.at += 1
        return self.lines[self.at - 1]

    def field(self, *keys: str) -> tuple[str, str]:
        key, colon, value = self.line().partition(":")
        if key not in keys or not colon or (value and not value.startswith(" ")):
            wanted = " / ".join(f"{key}: ..." for key in keys)
            raise self.fail(_('expected "%(what)s".') % {"what": wanted})
        return key, value[1:]

    def match(self, cls: type[Match]) -> Any:
        if self.line() != FORMAT:
            text = _('this is not a record of a match; it should begin with "%(words)s".')
            raise self.fail(text % {"words": FORMAT})
        name = self.field("game")[1]
        game = self.game or games().get(name)
        if game is None or game.name != name:
            known = game.name if game else ", ".join(games())
            words = {"name": name[:40], "known": known}
            raise self.fail(_('the game "%(name)s" is not installed here; known: %(known)s.') % words)
        rules = self.field("rules")[1]
        if rules != str(game.rules_version):
            text = _("it was played by version %(then)s of the rules, this is version %(now)s.")
            raise self.fail(text % {"then": rules[:40], "now": game.rules_version})
        box_line = self.field("box")[1].rsplit(" ", 1)
        box_at = self.at
        try:
            options = read_options(self.field("options")[1].split())
        except BoxError as error:
            raise self.fail(str(error)) from None
        box = self.read_box(game, box_line, box_at, options)
        names = self.field("seats")[1].split(" | ")
        match = self.begin(cls, game, box, names)
        if self.line() != "":
            raise self.fail(_("expected an empty line between the head and the actions."))
        self.replay(match, names)
        if self.field("end")[1] != (match.over or "unfinished"):
            raise self.fail(_("the match ended otherwise: %(how)s.") % {"how": match.over or "unfinished"})
        expected = match.record()
        result = self.field("result")[1]
        if f"result: {result}\n" != expected[expected.rindex("result: ") :]:
            raise self.fail(_("the result is not what these actions lead to."))
        if self.lines[self.at :] != [""]:
            self.at += 1
            raise self.fail(_("expected the end of the text after the result, and one line break."))
        if expected != "\n".join(self.lines):
            self.at = next(
                i for i, (a, b) in enumerate(zip(self.lines, expected.split("\n"), strict=False), 1) if a != b
            )
            raise self.fail(_("is not written as a record writes it."))
        return match

    def read_box(self, game: Game, line: list[str], at: int, options: dict[str, str]) -> LoadedBox:
        if len(line) != 2:
            raise _at(at, _("expected the name of the box and its hash."))
        if isinstance(self.box, LoadedBox):
            box = self.box
        elif self.box is not None:
            box = load_box(game, self.box, options)
        elif line[0] in game.boxes:
            try:
                box = load_box(game, line[0], options)
            except BoxError as error:
                raise _at(at, str(error)) from None
        else:  # never a path: whoever wrote the record does not choose which files are read
            text = _('There is no box "%(box)s" in %(game)s. Give the box file it was played with.')
            raise _at(at, text % {"box": line[0][:40], "game": game.title})
        if box.hash != line[1] or box.name != line[0] or box.options != options:
            text = _(
                'it was played with another content of the box "%(box)s" than the one at hand; '
                "give the box file it was played with."
            )
            raise _at(at, text % {"box": line[0][:40]})
        return box

    def begin(self, cls: type[Match], game: Game, box: LoadedBox, names: list[str]) -> Match:
        seats_at = self.at
        key, value = self.field("seed", "state")
        try:
            if key == "seed":
                if len(names) not in game.players:
                    self.at = seats_at
                return cls.new(game, len(names), box=box, seed=value, names=names)
            try:
                state = game.state.of(_unpacked(value, game.state.size))
            except (zlib.error, ValueError):
                raise self.fail(_("the starting state is damaged.")) from None
            match = cls.from_state(game, state, box, names)
        except RecordError:
            raise
        except GalleriaError as error:
            raise self.fail(str(error)) from None
        match._packed = value  # another zlib may compress to other bytes
        return match

    def replay(self, match: Match, names: list[str]) -> None:
        number = 0
        while (line := self.line()) != "":
            found = re.fullmatch(r"(?:(undo|with) )?(\d{1,6})\. ([^:]*): (.*)", line)
            number += found is None or found[1] is None
            if found is None or (found[1] is None and found[2] != str(number)):
                raise self.fail(_('expected "%(number)s. name: action".') % {"number": number})
            if found[3] not in names:
                raise self.fail(_('there is no seat "%(name)s".') % {"name": found[3][:60]})
            try:
                if found[1] is None:
                    match.play(names.index(found[3]), found[4])
                else:
                    self.note(match, found[1], int(found[2]), (names.index(found[3]), match._number(found[4])))
            except IllegalAction as error:
                raise self.fail(str(error)) from None

    def note(self, match: Match, word: str, first: int, answer: tuple[int, int]) -> None:
        """A line about an answer that was taken back: "undo" begins such a note, "with" goes on with it."""
        standing, notes = len(match.actions), match.taken_back
        if word == "undo":
            notes.append(TakenBack(standing, first, (answer,), ()))
            return
        last = notes[-1] if notes else None
        if last is None or last.standing != standing or first != last.first + len(last.answers):
            raise self.fail(_('a line "with ..." goes on with the number of the line "undo ..." above it.'))
        notes[-1] = replace(last, answers=(*last.answers, answer))
