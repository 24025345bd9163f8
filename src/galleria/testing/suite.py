"""The generic suite: whatever can be checked about any game, on some matches and in depth."""

import json
import random
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import chain, combinations
from typing import Any, NoReturn

import numpy as np

from galleria.core.box import BoxModel, LoadedBox, Names, load_box
from galleria.core.compiled import compiled
from galleria.core.errors import BoxError, GalleriaError, IllegalAction
from galleria.core.events import EVERYONE, Event, clear_log, read_log
from galleria.core.game import Context, Game
from galleria.core.kernel import interpreted
from galleria.core.match import Match
from galleria.core.random import seed_random
from galleria.core.record import Buffer
from galleria.core.text import LANGUAGES, speaking

from .playthroughs import NAMES, flat

POLICIES = ("random", "lowest", "highest")
MARK = -77  # what stands in places that a rule should leave alone
AHEAD = 30  # decisions for which a redealt world is played on
PATIENCE = 400  # decisions after which a match that need not end is broken off
ASKED = 40_000  # questions why an action is not possible, per match; beyond them a sample is asked
SAMPLE = 300


@dataclass
class Report:
    """What `check_game` saw."""

    game: str
    matches: int = 0
    decisions: int = 0
    positions: int = 0
    """Positions examined in full."""
    ends: Counter[str] = field(default_factory=Counter)
    """How often each reason ended a match."""
    events: Counter[str] = field(default_factory=Counter)
    """How often each kind of event was seen; 0 for those that never were."""

    def __str__(self) -> str:
        unseen = ", ".join(name for name, n in self.events.items() if not n) or "none"
        return (
            f"{self.game}: {self.matches} matches with {self.decisions} decisions, {self.positions} positions in full; "
            f"ends: {', '.join(f'{name} ({n})' for name, n in self.ends.items())}; events never seen: {unseen}"
        )


def check_game(game: Game, *, matches: int = 3, seed: str = "galleria", compile: bool = True) -> Report:  # noqa: A002
    """Check all that the engine asks of a game; AssertionError says in a sentence what is wrong, and in which match.

    Every shipped box is played with every number of players, and every option once: a match in both modes at once,
    which have to agree action by action, then `matches` by random players and by stubborn ones, who always choose the
    first or the last action. `compile=False` runs everything interpreted: nothing to wait for, but slow afterwards.
    """
    report = Report(
        game.name, ends=Counter(dict.fromkeys(game.ends, 0)), events=Counter(dict.fromkeys(game.event_kinds, 0))
    )
    _check_facts(game)
    _check_actions(game)
    kernel = compiled(game) if compile else interpreted(game)
    for box, players in _tables(game):
        if compile:
            _Trial(report, game, box, players, f"{seed}-both", _Twin(game), every=17, questions=ASKED // 3).run()
        for i in range(matches):
            _Trial(report, game, box, players, f"{seed}-{i}", kernel, POLICIES[i % 3], every=11).run()
    return report


def _load(game: Game, name: str, options: dict[str, str]) -> LoadedBox:
    try:
        return load_box(game, name, options)
    except BoxError as error:
        given = f" with {options}" if options else ""
        raise AssertionError(f"{game.name}: the shipped box {name}{given} does not load: {error}") from None


def _tables(game: Game) -> Iterator[tuple[LoadedBox, int]]:
    for name in game.boxes:
        box = _load(game, name, {})
        for players in game.players:
            yield box, players
    turn = 0
    for key, values in game.options.items():
        for value in values:
            box = _load(game, "published", {key: value})
            if box.options:
                yield box, game.players[turn % len(game.players)]
                turn += 1


def _check_facts(game: Game) -> None:
    def insist(condition: object, sentence: str) -> None:
        assert condition, f"{game.name}: {sentence}"

    insist(re.fullmatch(r"[a-z][a-z0-9_]*", game.name), "its name should be lower-case letters, digits and _")
    insist(game.title.strip(), "its title is empty")
    insist(game.players and game.players.step == 1, "players should be a range such as range(2, 6)")
    insist(1 <= game.players[0] <= game.players[-1] <= len(NAMES), f"players should be 1 to {len(NAMES)}")
    insist(0 <= game.weight <= 5, "weight is 1 to 5, or 0 where nobody has judged it")
    insist(game.rules_version >= 1 and game.longest >= 1, "rules_version and longest start at 1")
    for what in ("sources", "ends", "invariants", "event_kinds", "sides"):
        names = getattr(game, what)
        insist(all(n.strip() for n in names) and len(set(names)) == len(names), f"{what} has empty or equal names")
    insist(game.sources and game.ends, "it needs sources of points and reasons for the end")
    insist(len(game.invariants) <= 62, "check() returns a bit set of at most 62 invariants")
    insist("published" in game.boxes, 'its default box is missing: boxes["published"]')
    switches = [*game.options, *(f"{key}={value}" for key, values in game.options.items() for value in values)]
    for switch in (*switches, *(f"box={name}" for name in game.boxes)):
        for language in LANGUAGES:
            with speaking(language):
                words = game.option_words(switch)
            insist(words is None or words[0].strip(), f"option_words({switch!r}) has no title: {words!r}")
    for name in game.boxes:
        box = _load(game, name, {})
        insist(isinstance(game.pack(box.data), game.box), f"pack() of box {name} makes no {game.box.__name__}")
        insist(game.pack(box.data).tobytes() == box.buf.tobytes(), f"pack() of box {name} differs from call to call")
        for place, names in _names(box.data):
            missing = [code for code in LANGUAGES if not getattr(names, code).strip()]
            insist(not missing, f"box {name}: {place} has no name in {', '.join(missing)}")


def _names(value: Any, place: str = "") -> Iterator[tuple[str, Names]]:
    """All names in a box's data, each with the place where it stands."""
    if isinstance(value, Names):
        yield place, value
    elif isinstance(value, BoxModel):
        for key in type(value).model_fields:
            yield from _names(getattr(value, key), f"{place}.{key}".lstrip("."))
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from _names(item, f"{place}.{key}".lstrip("."))
    elif isinstance(value, list | tuple):
        for i, item in enumerate(value):
            yield from _names(item, f"{place}[{i}]")


def _check_actions(game: Game) -> None:
    for action in range(game.actions.size):
        text = game.actions.text(action)
        try:
            back = game.actions.parse(text)
        except ValueError:
            back = None
        assert back == action, f"{game.name}: action {action} reads {text!r}, but that is parsed as {back}"
        clean = text.strip() == text != "" and text.isprintable()
        assert clean, f"{game.name}: action {action} reads {text!r}: empty, or with spaces or signs that do not print"
        steps = game.steps(action)
        assert len(set(steps)) == len(steps) > 0, f"{game.name}: steps({action}) are {steps}: empty or repeated"
        for step in steps:
            assert re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9_-]*", step), (
                f"{game.name}: steps({action}) has {step!r}; a step is letters, digits, - and _"
            )


class _Twin:
    """A kernel that runs both modes and insists that they do the same, bit for bit."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.kernels = (interpreted(game), compiled(game))
        self._check_both = self._both("check")
        self._checked = 0

    def check(self, s: Buffer, box: Buffer) -> int:
        """By far the slowest when interpreted: every fifth is done by both."""
        self._checked += 1
        found: int = self._check_both(s, box) if self._checked % 5 == 1 else self.kernels[1].check(s, box)
        return found

    def __getattr__(self, name: str) -> Callable[..., Any]:
        self.__dict__[name] = entry = self._both(name)
        return entry

    def _both(self, name: str) -> Callable[..., Any]:
        slow, fast = (getattr(kernel, name) for kernel in self.kernels)

        def entry(s: Buffer, box: Buffer, *rest: Any) -> Any:
            t, *others = [x.copy() if isinstance(x, np.ndarray) else x for x in (s, *rest)]
            expected, got = fast(t, box, *others), slow(s, box, *rest)
            assert got == expected, f"{name}() returns {got} interpreted and {expected} compiled"
            difference = _difference(self.game, s, t)
            assert not difference, f"after {name}() the modes differ: interpreted and compiled, {difference}"
            for mine, theirs in zip(rest, others, strict=True):
                same = np.array_equal(mine, theirs) if isinstance(mine, np.ndarray) else True
                assert same, f"{name}() fills out with {mine.tolist()} interpreted, {theirs.tolist()} compiled"
            return got

        return entry


def _difference(game: Game, a: Buffer, b: Buffer) -> str:
    """The first field in which two states differ; "" when all bytes are equal."""
    if a.tobytes() == b.tobytes():
        return ""
    left, right = (flat(game.state.of(x.copy()).as_dict()) for x in (a, b))
    for key, value in left.items():
        if right[key] != value:
            return f"{key}: {value} and {right[key]}"
    return "the padding between fields is not zero"


class _Trial:
    """One match under examination."""

    def __init__(
        self,
        report: Report,
        game: Game,
        box: LoadedBox,
        players: int,
        seed: str,
        kernel: Any,
        policy: str = "random",
        every: int = 1,
        questions: int = ASKED,
    ) -> None:
        self.report, self.game, self.box, self.players, self.seed = report, game, box, players, seed
        self.kernel, self.policy, self.every, self.questions = kernel, policy, every, questions
        self.random = random.Random(f"{game.name} {box.name} {players} {seed}")
        self.names = NAMES[:players]
        self.box_bytes = box.buf.tobytes()
        self.out = np.zeros(game.max_legal + 8, np.int32)
        self.state = game.state.new()
        self.buf = self.state.buffer()
        self.actions: list[tuple[int, int]] = []
        self.history: list[bytes] = []
        self.events: list[Event] = []

    def fail(self, sentence: str) -> NoReturn:
        options = "".join(f", {k} = {v}" for k, v in self.box.options.items())
        lines = [
            f"{i}. {NAMES[seat]}: {self.game.actions.text(action)}" for i, (seat, action) in enumerate(self.actions, 1)
        ]
        raise AssertionError(
            f"{self.game.name}: {sentence}.\n"
            f"Box {self.box.name}{options}, {self.players} players, seed {self.seed}, after {len(lines)} actions:\n"
            + "\n".join(lines)
        )

    def insist(self, condition: object, sentence: str) -> None:
        if not condition:
            self.fail(sentence)

    def call(self, name: str, buf: Buffer, *rest: Any) -> Any:
        """Call a rule entry point; whatever it raises becomes a failure."""
        try:
            return getattr(self.kernel, name)(buf, self.box.buf, *rest)
        except AssertionError as error:
            self.fail(str(error))
        except Exception as error:  # noqa: BLE001 - a rule may fail in any way; all of them are reported alike
            self.fail(f"{name}{tuple(x for x in rest if isinstance(x, int))} raised {type(error).__name__}: {error}")

    def ask(self, name: str, buf: Buffer, *rest: Any) -> Any:
        """Call an entry point that only looks."""
        before = buf.tobytes()
        answer = self.call(name, buf, *rest)
        self.insist(buf.tobytes() == before, f"{name}() changed the state; only play(), hide() and redeal() may")
        return answer

    def legal(self, buf: Buffer, seat: int) -> list[int]:
        limit = self.game.max_legal
        self.out[:] = MARK
        n = self.ask("legal", buf, seat, self.out)
        self.insist(
            0 <= n <= limit and (self.out[limit:] == MARK).all(), f"legal() finds {n} actions, more than max_legal"
        )
        return [int(a) for a in self.out[:n]]

    def played(self, buf: Buffer, seat: int, action: int) -> Buffer:
        """The state after an answer to the one in `buf`, whose log is empty."""
        after = buf.copy()
        self.call("play", after, seat, action)
        return after

    def without_events(self) -> Buffer:
        buf = self.buf.copy()
        clear_log(self.game.state.of(buf))
        return buf

    def text(self, action: int) -> str:
        return f'{action} ("{self.game.actions.text(action)}")' if 0 <= action < self.game.actions.size else str(action)

    # -- the course of a match -------------------------------------------------------------------------------------

    def run(self) -> None:
        seed_random(self.state.rng, self.seed)
        self.call("setup", self.buf, self.players)
        self.insist(self.state.players == self.players, f"setup() sets players to {self.state.players}")
        while True:
            self.events += read_log(self.state.log, len(self.actions))
            moves = self.look()
            if len(self.actions) % self.every == 0 or self.state.over:
                self.examine(moves)
            self.history.append(self.without_events().tobytes())
            if self.state.over or self.hopeless():
                break
            self.step(moves)
        self.report.matches += 1
        self.report.decisions += len(self.actions)
        if self.state.over:
            self.report.ends[self.game.ends[self.state.over - 1]] += 1
        self.report.events.update(self.game.event_kinds[e.kind] for e in self.events)
        self.insist(self.box.buf.tobytes() == self.box_bytes, "the rules changed the box")
        if self.state.over:
            self.add_up()
        self.through_match()

    def hopeless(self) -> bool:
        """Whether a match that need not end has gone on for long enough: of stubborn players, or in both modes."""
        needless = self.policy != "random" or isinstance(self.kernel, _Twin)
        return self.game.endless and needless and len(self.actions) >= PATIENCE

    def step(self, moves: dict[int, list[int]]) -> None:
        self.insist(
            len(self.actions) < self.game.longest, f"the match is longer than the {self.game.longest} decisions stated"
        )
        seats = [seat for seat, actions in moves.items() if actions]
        if self.policy == "random":
            seat = self.random.choice(seats)
            action = self.random.choice(moves[seat])
        else:
            end = 0 if self.policy == "lowest" else -1
            seat, action = seats[end], moves[seats[end]][end]
        before = (self.state.stage, self.state.round)
        clear_log(self.state)
        self.call("play", self.buf, seat, action)
        self.actions.append((seat, action))
        self.insist(self.state.stage >= before[0] and self.state.round >= before[1], "stage and round never go back")

    def look(self) -> dict[int, list[int]]:
        """What has to hold in every position; returns the legal actions of every seat."""
        game, s = self.game, self.state
        self.sound(self.buf)
        for e in read_log(s.log, 0):
            self.insist(0 <= e.kind < len(game.event_kinds), f"there is an event of kind {e.kind}, which has no name")
            self.insist(-1 <= e.who < s.sides, f'event "{game.event_kinds[e.kind]}" is about side {e.who}')
            audience = e.to == EVERYONE or 0 <= e.to < 1 << s.sides
            self.insist(audience, f'event "{game.event_kinds[e.kind]}" is for sides that do not exist: {e.to:b}')
        moves = {seat: self.legal(self.buf, seat) for seat in range(self.players)}
        for seat, actions in moves.items():
            acts = s.to_act >> seat & 1
            self.insist(
                bool(actions) == bool(acts), f"seat {seat} {'acts' if acts else 'waits'}, its actions: {actions}"
            )
            self.insist(
                sorted(set(actions)) == actions, f"legal() is not in ascending order for seat {seat}: {actions}"
            )
            for action in actions:
                self.allowed(self.buf, seat, action)
            self.distinct(actions)
        viewers: Iterable[int] = range(-1, self.players)
        if isinstance(self.kernel, _Twin):  # it is slow, and the other matches look through all eyes
            viewers = [len(self.actions) % (self.players + 1) - 1]
        for viewer in viewers:
            self.secrets(viewer, moves)
        return moves

    def allowed(self, buf: Buffer, seat: int, action: int) -> None:
        code = self.ask("why_not", buf, seat, action)
        if code:
            self.fail(f"legal() lists {self.text(action)} for seat {seat}, why_not() says {code}")

    def sound(self, buf: Buffer) -> None:
        """Whether a state can be."""
        game, s = self.game, self.game.state.of(buf)
        self.insist(not s.log.lost, f"an action caused more than the {len(s.log.items)} events the log has place for")
        broken = self.ask("check", buf)
        if broken:
            names = [n for i, n in enumerate(game.invariants) if broken >> i & 1] or [f"bits {broken:b}"]
            self.fail(f"a state breaks what always holds: {', '.join(names)}")
        self.insist(s.players == self.players, f"the state is for {s.players} players")
        sides = self.players <= s.sides <= self.players + len(game.sides)
        self.insist(
            sides, f"the state has {s.sides} sides, for {self.players} players and {len(game.sides)} automatic ones"
        )
        self.insist(0 <= s.over <= len(game.ends), f"over is {s.over}, which names no reason for the end")
        self.insist(0 <= s.to_act < 1 << self.players, f"to_act names seats that do not exist: {s.to_act:b}")
        self.insist(bool(s.to_act) != bool(s.over), f"over is {s.over} while to_act is {s.to_act:b}")

    def distinct(self, actions: list[int]) -> None:
        """Whether steps tell the legal actions of a position apart, and choosing them leads to each."""
        by_steps: dict[frozenset[str], int] = {}
        for action in actions:
            steps = frozenset(self.game.steps(action))
            other = by_steps.setdefault(steps, action)
            if other != action:
                self.fail(f"{self.text(action)} and {self.text(other)} have the same steps {set(steps)}")
        for steps, action in by_steps.items():
            for part in chain.from_iterable(combinations(sorted(steps), n) for n in range(1, len(steps))):
                other = by_steps.get(frozenset(part), action)
                if other != action:
                    self.fail(f"the steps of {self.text(other)} are among those of {self.text(action)}")

    def secrets(self, viewer: int, moves: dict[int, list[int]]) -> None:
        """Whether hiding and redealing fit each other, and what `viewer` gets is the same before and after."""
        who = f"seat {viewer}" if viewer >= 0 else "a spectator"
        hidden = self.buf.copy()
        self.call("hide", hidden, viewer)
        twice = hidden.copy()
        self.call("hide", twice, viewer)
        difference = _difference(self.game, hidden, twice)
        self.insist(not difference, f"hiding from {who} twice is not the same as hiding once: {difference}")
        world = hidden.copy()
        seed_random(self.game.state.of(world).rng, f"{self.seed} {viewer} {len(self.actions)}")
        self.call("redeal", world, viewer)
        self.sound(world)
        again = world.copy()
        self.call("hide", again, viewer)
        difference = _difference(self.game, hidden, again)
        self.insist(not difference, f"hide(redeal(hide(s))) is not hide(s) for {who}: {difference}")
        readable = [e for e in read_log(self.state.log, 0) if e.visible(viewer)]
        for name, buf in (("hidden", hidden), ("redealt", world)):
            got = read_log(self.game.state.of(buf).log, 0)
            self.insist(got == readable, f"the {name} state for {who} holds other events than {who} may read")
            if viewer >= 0:
                actions = self.legal(buf, viewer)
                self.insist(
                    actions == moves[viewer], f"{who} may do {moves[viewer]}, but {actions} in the {name} state"
                )

    # -- what is looked at in some positions -----------------------------------------------------------------------

    def examine(self, moves: dict[int, list[int]]) -> None:
        self.report.positions += 1
        self.refusals(moves)
        self.estimates(moves)
        start = self.without_events()
        for seat, actions in moves.items():
            after = {action: self.played(start, seat, action) for action in actions}
            for buf in after.values():
                self.sound(buf)
            self.silent(seat, after)
            self.previews(seat, actions)
        self.ahead(self.random.randrange(-1, self.players))
        for viewer in range(-1, self.players):
            self.randomness(viewer)
            self.picture(viewer, moves)
        for language in LANGUAGES:
            with speaking(language):
                self.words(moves)

    def refusals(self, moves: dict[int, list[int]]) -> None:
        """Whether why_not() and legal() agree about every action, and every refusal has a sentence."""
        size = self.game.actions.size
        before = self.buf.tobytes()
        for seat, actions in moves.items():
            allowed, seen = set(actions), set()
            for action in self.asked(bool(actions)):
                code = self.call("why_not", self.buf, seat, action)
                if (code == 0) != (action in allowed):
                    self.fail(f"why_not() says {code} to {self.text(action)} of seat {seat}, legal() disagrees")
                if code:
                    self.sentence(("reason", code, action), self.game.reason(code, self.state, self.box, seat, action))
                if code not in seen:
                    seen.add(code)
                    for language in LANGUAGES if code else ():
                        with speaking(language):
                            reason = self.game.reason(code, self.state, self.box, seat, action)
                        self.sentence(("reason", code, action), reason)
            for action in (-1, size, size + 1, -(2**31), 2**31):
                code = self.call("why_not", self.buf, seat, action)
                self.insist(code, f"why_not() allows action {action}")
                self.sentence(("reason", code, action), self.game.reason(code, self.state, self.box, seat, action))
        self.insist(self.buf.tobytes() == before, "why_not() changed the state; only play(), hide() and redeal() may")

    def asked(self, acts: bool) -> Iterable[int]:
        """The actions to ask about: all of them, while there are questions left."""
        size = self.game.actions.size
        if acts and self.questions >= size:
            self.questions -= size
            return range(size)
        return self.random.sample(range(size), min(size, SAMPLE))

    def sentence(self, what: tuple[object, ...], text: Any) -> None:
        if not (isinstance(text, str) and text == text.strip() and text.endswith((".", "!", "?", "…", "“", "”", ")"))):
            self.fail(f"the sentence for {' '.join(map(str, what))} is not a sentence: {text!r}")

    def estimates(self, moves: dict[int, list[int]]) -> None:
        """Whether score, value and weigh only look, answer the same twice, and fill what they should."""
        places = len(self.game.sources)
        for side in range(self.state.sides):
            self.out[:] = MARK
            standing = self.ask("score", self.buf, side, self.out)
            parts = self.out[:places].tolist()
            self.insist(MARK not in parts or standing == MARK, f"score() leaves places of out unfilled: {parts}")
            self.insist(
                (self.out[places:] == MARK).all(), f"score() fills more than the {places} places of the sources"
            )
        for seat, actions in moves.items():
            self.insist(
                self.ask("value", self.buf, seat) == self.ask("value", self.buf, seat), "value() answers differently"
            )
            if actions:
                self.weights(seat, actions)

    def weights(self, seat: int, actions: list[int]) -> None:
        n = len(actions)
        choices = np.array(actions, np.int32)
        self.out[:] = MARK
        self.ask("weigh", self.buf, seat, choices, n, self.out)
        self.insist(choices.tolist() == actions, "weigh() changes the list of actions")
        self.insist((self.out[:n] >= 1).all(), f"weigh() gives weights below 1: {self.out[:n].tolist()}")
        self.insist((self.out[n:] == MARK).all(), f"weigh() writes more than the {n} weights")

    def silent(self, seat: int, after: dict[int, Buffer]) -> None:
        """Answers that end no stage and cause nothing another seat may read must look the same to it."""
        for viewer in range(-1, self.players):
            first: tuple[int, Buffer] | None = None
            for action, buf in after.items():
                t = self.game.state.of(buf)
                public = any(e.visible(viewer) for e in read_log(t.log, 0))
                if viewer == seat or public or t.stage != self.state.stage:
                    continue
                hidden = buf.copy()
                self.call("hide", hidden, viewer)
                if first is None:
                    first = action, hidden
                difference = _difference(self.game, first[1], hidden)
                if difference:
                    self.fail(
                        f"viewer {viewer} can tell apart seat {seat}'s secret answers {self.text(first[0])} and "
                        f"{self.text(action)}: {difference}"
                    )

    def previews(self, seat: int, actions: list[int]) -> None:
        """Whether every preview works on what the seat may know."""
        for action in actions:
            buf = self.buf.copy()
            self.call("hide", buf, seat)
            s = self.game.state.of(buf)
            clear_log(s)
            self.game.preview(s, self.game.box.of(self.box.buf.copy()), seat, action)
            if s.log.lost:
                self.fail(f"the preview of {self.text(action)} has more events than the log has place for")
            lines = self.game.preview_lines(read_log(s.log, 0), Context(self.names_of_sides(), self.box, seat, s))
            for line in lines:
                self.insist(line.keys() == {"kind", "item", "amount", "text"}, f"a line of a preview is {line}")

    def randomness(self, viewer: int) -> None:
        """Whether what a viewer gets does not depend on shuffles to come."""
        one, other = self.buf.copy(), self.buf.copy()
        seed_random(self.game.state.of(other).rng, "another")
        for buf in (one, other):
            self.call("hide", buf, viewer)
        self.insist(not _difference(self.game, one, other), f"viewer {viewer} sees the generator; hide_head() hides it")

    def ahead(self, viewer: int) -> None:
        """Whether a redealt world can be played on."""
        world = self.buf.copy()
        self.call("hide", world, viewer)
        s = self.game.state.of(world)
        seed_random(s.rng, f"{self.seed} ahead {viewer}")
        self.call("redeal", world, viewer)
        for _ in range(AHEAD):
            if s.over:
                break
            seat = self.random.choice([i for i in range(self.players) if s.to_act >> i & 1])
            actions = self.legal(world, seat)
            self.insist(actions, f"seat {seat} acts in a redealt world for viewer {viewer} and has no legal action")
            action = self.random.choice(actions)
            self.allowed(world, seat, action)
            clear_log(s)
            self.call("play", world, seat, action)
            self.sound(world)

    # -- words and pictures ----------------------------------------------------------------------------------------

    def names_of_sides(self) -> tuple[str, ...]:
        return self.names + self.game.sides[: self.state.sides - self.players]

    def words(self, moves: dict[int, list[int]]) -> None:
        """Whether labels and log sentences can be read."""
        for seat, actions in moves.items():
            hidden = self.buf.copy()
            self.call("hide", hidden, seat)
            context = Context(self.names_of_sides(), self.box, seat, self.game.state.of(hidden))
            said: dict[str, int] = {}
            for action in actions:
                label = self.game.label(action, context)
                if not label or label.strip() != label:
                    self.fail(f"the label of {self.text(action)} is {label!r}")
                other = said.setdefault(label, action)
                if other != action:
                    self.fail(f"{self.text(action)} and {self.text(other)} have the same label {label!r}")
        for viewer in range(-1, self.players):
            context = Context(self.names_of_sides(), self.box, viewer)
            for event in read_log(self.state.log, 0):
                text = self.game.sentence(event, context) if event.visible(viewer) else ""
                if text != "":
                    self.sentence(("event", self.game.event_kinds[event.kind]), text)

    def picture(self, viewer: int, moves: dict[int, list[int]]) -> None:
        """Whether the view is plain data that pages and terminals can show."""
        hidden = self.buf.copy()
        self.call("hide", hidden, viewer)
        before = hidden.tobytes()
        view = self.game.view(self.game.state.of(hidden), self.box, viewer)
        self.insist(hidden.tobytes() == before, "view() changes the state")
        try:
            json.dumps(view, allow_nan=False)
        except (TypeError, ValueError) as error:
            self.fail(f"view() is not plain data: {error}")
        self.insist(self.game.board_text(view).strip(), "board_text() is empty")
        if (self.game.folder / "board.svg.j2").exists():
            self.frame(view, bool(moves.get(viewer)))

    def frame(self, view: dict[str, Any], acts: bool) -> None:
        """Whether the view has what the frame of a page shows around the board."""
        missing = {"prompt", "buttons", "sources", "final"} - view.keys()
        self.insist(not missing, f"the page needs {', '.join(sorted(missing))} in the view")
        self.insist(view["prompt"].keys() >= {"title", "hint"}, "view()['prompt'] has a title and a hint")
        self.insist(not acts or view["prompt"]["title"], "view()['prompt'] has no title for a seat that acts")
        for button in view["buttons"]:
            self.insist(button.keys() >= {"step", "text", "hint", "icon"}, f"a button of the view is {button}")
        keys = tuple(source["key"] for source in view["sources"])
        self.insist(keys == self.game.sources, f"view()['sources'] has the keys {keys}, the game {self.game.sources}")
        for source in view["sources"]:
            self.insist(source.keys() >= {"title", "help"}, f"a source of the view is {source}")

    # -- the match as a whole --------------------------------------------------------------------------------------

    def add_up(self) -> None:
        """Whether the points of all events are the final score."""
        if self.game.points is None:
            return
        sums = {side: Counter[str]() for side in range(self.state.sides)}
        for event in self.events:
            found = self.game.points(event)
            if found is not None:
                sums[event.who][found[0]] += found[1]
        for side, counted in sums.items():
            self.out[:] = 0
            self.ask("score", self.buf, side, self.out)
            for i, source in enumerate(self.game.sources):
                same = counted[source] == self.out[i]
                self.insist(
                    same, f"side {side} has {self.out[i]} points for {source}, its events add up to {counted[source]}"
                )

    def through_match(self) -> None:
        """Whether a `Match` retells it: seed and actions, goods, texts, records, undo, a start from the middle."""
        match = Match.new(self.game, self.players, box=self.box, seed=self.seed, names=self.names)
        accounts = Accounts(match)
        middle = len(self.actions) // 2
        for number, (seat, action) in enumerate(self.actions):
            if number == middle:
                self.written(match)
                start = match.state.copy()
            self.same(match, number, "played again from its seed")
            match.play(seat, action if number % 2 else self.game.actions.text(action))
            for sentence in accounts.wrong():
                self.fail(sentence)
        self.same(match, len(self.actions), "played again from its seed")
        self.insist(match.events == self.events, "the match played again from its seed causes other events")
        self.written(match)
        for seat in range(self.players):
            try:
                match.play(seat, self.game.actions.size)
                self.fail("an action outside the space was played")
            except IllegalAction as refusal:
                self.sentence(("a refusal",), str(refusal))
        self.same(match, len(self.actions), "left alone by refused actions")
        for number in sorted(self.random.sample(range(len(self.actions)), min(5, len(self.actions))), reverse=True):
            match.undo(len(match.actions) - number)
            self.same(match, number, "taken back")
            self.insist(match.events == [e for e in self.events if e.number <= number], "undo leaves other events")
        second = Match.from_state(self.game, start, self.box, self.names)
        for seat, action in self.actions[middle:]:
            second.play(seat, action)
        self.same(second, len(self.actions), "played on from its middle")
        self.written(second)

    def same(self, match: Match, number: int, how: str) -> None:
        if match.state.tobytes() != self.history[number]:
            buf = np.frombuffer(self.history[number], np.uint8)
            difference = _difference(self.game, buf, match.state.buffer())
            self.fail(f"the match {how} is another one after action {number}: {difference}")

    def written(self, match: Match) -> None:
        text = match.record()
        try:
            back = Match.parse(text, box=self.box, game=self.game)
        except GalleriaError as error:
            self.fail(f"the record of the match cannot be read: {error}\n{text}")
        self.insist(back.record() == text, "the record of the match, read and written again, is another text")
        self.insist(back.state == match.state, "the record of the match leads to another state")


class Accounts:
    """What every seat of a match must have, by what it began with and the events that it may read."""

    def __init__(self, match: Match) -> None:
        """`match` stands at its beginning."""
        self.match = match
        self._taken = len(match.events)
        self._sums = [Counter(self._held(seat)) for seat in range(match.state.players)]

    def _held(self, seat: int) -> Mapping[str, int]:
        match = self.match
        return match.game.holdings(match.state, match.box, seat) if match.game.holdings is not None else {}

    def wrong(self) -> Iterator[str]:
        """Take the events since the last look, and yield what differs from what the seats hold, in sentences."""
        match, tell = self.match, self.match.game.goods
        fresh, self._taken = match.events[self._taken :], len(match.events)
        for event in fresh if tell is not None else ():
            for seat, good, number in tell(event, match.box):
                if seat < len(self._sums) and event.visible(seat):
                    self._sums[seat][good] += number
        for seat, sums in enumerate(self._sums):
            held = self._held(seat)
            for good in sums.keys() | held.keys():
                if sums[good] != held.get(good):
                    yield f"seat {seat} has {held.get(good)} {good}, its events add up to {sums[good]}"
