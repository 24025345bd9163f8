"""Playing, taking back, agreeing and restarting in any order, on a real database, by two processes."""

import asyncio
import hashlib
import tempfile
from collections.abc import Coroutine
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar, cast

import tally
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from galleria.core import Match
from galleria.web.botpool import BotPool
from galleria.web.clock import always
from galleria.web.course import Course
from galleria.web.hub import Hub
from galleria.web.looking import Picture
from galleria.web.refusals import Illegal, Stale, Unready
from galleria.web.storage import Store
from galleria.web.tables import Seating, Tables

PLAYERS = 3
T = TypeVar("T")


class Playing(RuleBasedStateMachine):
    """Three people who do whatever their pages offer, old pages too."""

    def __init__(self) -> None:
        super().__init__()
        self.loop = asyncio.new_event_loop()
        self.folder = tempfile.TemporaryDirectory()
        self.address = f"sqlite:///{Path(self.folder.name) / 'tables.sqlite'}"
        store = Store(self.address)
        store.migrate()
        self.people = [store.enrol(bytes([10 + seat]) * 32) for seat in range(PLAYERS)]
        self.processes = [self.process(store), self.process(Store(self.address))]
        self.standing: list[tuple[int, int]] = []
        """The acknowledged answers that were not taken back."""
        self.rows = 0
        self.pages: list[tuple[int, int, list[int]]] = []
        """Seat, decision and choices of every page that was ever shown."""
        self.shown: dict[tuple[int, int], bytes] = {}
        """By viewer and version: what was shown."""
        self.versions = [0] * (PLAYERS + 1)

    def process(self, store: Store) -> Tables:
        return Tables(store, Hub(), cast(BotPool, None), {"tally": tally.GAME}, levels=())

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        return self.loop.run_until_complete(work)

    def teardown(self) -> None:
        for process in self.processes:
            process.store.close()
        self.loop.close()
        self.folder.cleanup()

    def look(self, seat: int, where: int = 0) -> Picture:
        return self.run(self.processes[where].look(self.table, self.people[seat] if seat >= 0 else None))

    @initialize()
    def sit_down(self) -> None:
        seats = [Seating("me", "P0"), *[Seating("open")] * (PLAYERS - 1)]
        self.table = self.run(self.processes[0].create(self.people[0], "tally", seats))
        row = self.processes[0].store.table(self.table)
        assert row is not None
        for seat in row.seats[1:]:
            self.run(self.processes[0].join(self.people[seat.seat], seat.invite or "", f"P{seat.seat}"))

    @rule(seat=st.integers(0, PLAYERS - 1), where=st.integers(0, 1), choice=st.integers(0, 99))
    def answer(self, seat: int, where: int, choice: int) -> None:
        picture = self.look(seat, where)
        if picture.decision is None:
            return
        match = self.processes[where]._lives[self.table].match
        assert match is not None
        legal = match.legal(seat)
        self.pages.append((seat, picture.decision, legal))
        action = legal[choice % len(legal)]
        self.run(self.processes[where].act(self.table, self.people[seat], seat, action, picture.decision))
        self.standing.append((seat, action))
        self.rows += 1

    @precondition(lambda self: self.pages)
    @rule(where=st.integers(0, 1), data=st.data())
    def use_an_old_page(self, where: int, data: st.DataObject) -> None:
        seat, decision, legal = data.draw(st.sampled_from(self.pages))
        action = data.draw(st.sampled_from(legal))
        if self.look(seat, where).decision == decision:
            match = self.processes[where]._lives[self.table].match
            assert match is not None
            assert match.legal(seat) == legal  # the same number is the same question
            return
        try:
            self.run(self.processes[where].act(self.table, self.people[seat], seat, action, decision))
        except (Stale, Illegal, Unready):
            return
        raise AssertionError("an old page has acted")

    @rule(seat=st.integers(0, PLAYERS - 1), where=st.integers(0, 1), ask=st.booleans())
    def take_back(self, seat: int, where: int, ask: bool) -> None:
        offer = self.look(seat, where).undo
        if offer is None:
            return
        last = max(i for i, (who, _) in enumerate(self.standing) if who == seat)
        try:
            done = self.run(self.processes[where].undo(self.table, self.people[seat], seat, offer.decision, ask=ask))
        except Stale:
            assert not offer.free
            assert not ask
            return
        assert done == offer.free
        if done:
            self.rows += 1
            self.took_back(last, where)
            for who, action in self.gone:  # half an answer that nobody could know of, or nothing
                assert who == seat or action < tally.POINT

    def took_back(self, last: int, where: int) -> None:
        """Either this answer alone is gone, or all that followed too."""
        self.look(-1, where)
        match = self.processes[where]._lives[self.table].match
        assert match is not None
        before, now = self.standing, list(match.actions)
        assert now in (before[:last] + before[last + 1 :], before[:last])
        self.gone = [before[last]] if len(now) == len(before) - 1 else before[last:]
        self.standing = now

    @rule(seat=st.integers(0, PLAYERS - 1), where=st.integers(0, 1), agrees=st.sampled_from([True, True, True, False]))
    def be_asked(self, seat: int, where: int, agrees: bool) -> None:
        for ask in self.look(seat, where).asking:
            if not ask.asked:
                continue
            last = max(i for i, (who, _) in enumerate(self.standing) if who == ask.seat)
            complete = agrees and len(ask.waiting_for) == 1
            self.run(self.processes[where].consent(self.table, self.people[seat], ask.seat, ask.moment, agrees=agrees))
            if complete:
                self.rows += 1
                self.took_back(last, where)
                assert len(self.standing) == last
            return

    @rule(seat=st.integers(0, PLAYERS - 1), where=st.integers(0, 1))
    def think_better_of_it(self, seat: int, where: int) -> None:
        for ask in self.look(seat, where).asking:
            if ask.mine:
                with suppress(Stale):
                    self.run(self.processes[where].withdraw(self.table, self.people[seat], seat, ask.moment))

    @rule(where=st.integers(0, 1))
    def restart(self, where: int) -> None:
        self.processes[where].store.close()
        self.processes[where] = self.process(Store(self.address))

    @invariant()
    def what_was_acknowledged_holds(self) -> None:
        store = self.processes[0].store
        moves = store.moves(self.table)
        assert len(moves) == self.rows
        row = store.table(self.table)
        assert row is not None
        assert row.moves == self.rows
        names = [seat.name or "" for seat in row.seats]
        course = Course(Match.new(tally.GAME, PLAYERS, seed=row.seed, names=names), 0, always)
        for move in moves:
            course.take(move)
        assert course.match.actions == self.standing
        assert row.to_act == course.match.state.to_act
        assert row.asked.keys() == set(course.match.to_act)
        record = course.match.record()
        assert Match.parse(record, game=tally.GAME).record() == record

    @invariant()
    def a_version_is_one_picture(self) -> None:
        for seat in range(-1, PLAYERS):
            picture, other = self.look(seat, 0), self.look(seat, 1)
            assert picture.version >= self.versions[seat]
            self.versions[seat] = picture.version
            digest = self.digest(picture)
            assert digest == self.digest(other)
            assert self.shown.setdefault((seat, picture.version), digest) == digest

    def digest(self, picture: Picture) -> bytes:
        times = tuple(time.since for time in picture.times)
        events = [(event.kind, event.who, event.a, event.b) for event in picture.events]
        parts = (picture.decision, picture.undo, picture.asking, picture.acting, len(picture.notes), events, times)
        return hashlib.sha256(repr(parts).encode() + picture.state.tobytes()).digest()


TestPlaying = Playing.TestCase
TestPlaying.settings = settings(max_examples=5, stateful_step_count=16, deadline=None)
