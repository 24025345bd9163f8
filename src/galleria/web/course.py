"""A running match as its table knows it: the stored answers in order, what each viewer noticed, what can be taken back.

It is a function of what is stored, in that order: every process and every restart comes to the same.
"""

from dataclasses import dataclass

from galleria.core import Event, Match, TakenBack

from .clock import Clocks, Running, SeatClock
from .revealing import reveals
from .storage import MoveRow

SPECTATOR = -1


@dataclass(frozen=True, slots=True)
class Step:
    """What is remembered of an answer that stands."""

    entry: int
    """Number of its stored row."""
    seat: int
    stage: int
    round: int
    """After it."""
    noticed: frozenset[int]
    """Viewers that could see that it was given."""
    clocks: tuple[SeatClock, ...]
    """When it was given."""


@dataclass(frozen=True, slots=True)
class Undo:
    """What a seat could take back: its last answer."""

    seat: int
    entry: int
    free: bool
    """Whether it may do so without asking: as far as it can know, nobody has seen anything new or answered since."""
    alone: bool
    """Whether the answers of others stay: all were given in secret, and this stage is not over."""


@dataclass(frozen=True, slots=True)
class Note:
    """An undo, for the log."""

    seat: int
    standing: int
    """How many answers it left."""
    first: int
    """Number of the first answer that was taken back."""
    seats: tuple[int, ...]
    """Who had given them."""
    events: tuple[Event, ...]
    """What its reader had read of them."""


class Course:
    """The course of one match. Everything counted here is counted per viewer: nobody can count what is hidden."""

    def __init__(self, match: Match, began: int, running: Running) -> None:
        players = int(match.state.players)
        self.match = match
        self.entries = 0
        """How many stored rows it has taken over."""
        self.seen = [0] * (players + 1)
        """Per seat, and last for spectators: how many rows changed something that it can see."""
        self.decided = [0] * players
        """Per seat: how many rows changed what it is asked. Secret answers of others in the same stage do not."""
        self.steps: list[Step] = []
        """One per answer that stands."""
        self.clocks = Clocks(players, match.to_act, began, running)
        self._first_round = int(match.state.round)
        self._heard = [0] * players  # per seat: the last row in which it noticed somebody else's answer
        self._undone: list[frozenset[int]] = []  # per undo: the viewers that noticed it
        self._revealed: dict[int, bool] = {}  # by entry
        self._noticed: dict[frozenset[int], frozenset[int]] = {}  # one of each: most answers are noticed by the same

    @property
    def players(self) -> int:
        """Seats, bots included."""
        return len(self.decided)

    def take(self, row: MoveRow) -> None:
        """Take over the next stored row. Raises `IllegalAction` when it does not fit; nothing has changed then."""
        if row.undoes is None:
            self._answer(row)
        else:
            self._undo(row)
        self.entries = row.number

    def rounds(self) -> dict[int, int]:
        """By number of an answer, 0 for the start: the round after it."""
        return dict(enumerate([self._first_round, *(step.round for step in self.steps)]))

    def asked(self) -> dict[int, int]:
        """By seat that is to act: since when it is asked."""
        return {seat: clock.since for seat, clock in enumerate(self.clocks.seats) if clock.since is not None}

    def _viewers(self) -> range:
        return range(SPECTATOR, self.players)

    def _answer(self, row: MoveRow) -> None:
        match, seat = self.match, row.seat
        stage, acting = int(match.state.stage), match.to_act
        events = match.play(seat, row.action)
        new_stage = int(match.state.stage) != stage
        public = new_stage or match.to_act != acting
        noticed = frozenset(
            v for v in self._viewers() if v == seat or public or any(event.visible(v) for event in events)
        )
        noticed = self._noticed.setdefault(noticed, noticed)
        self.clocks.run(row.at)
        self.steps.append(Step(row.number, seat, stage, int(match.state.round), noticed, self.clocks.seats))
        self.clocks.answered(acting, match.to_act, new_stage=new_stage)
        for viewer in noticed:
            self.seen[viewer] += 1
            if viewer not in {seat, SPECTATOR}:
                self._heard[viewer] = row.number
        for other in range(self.players):
            if other == seat or new_stage or (other in match.to_act) != (other in acting):
                self.decided[other] += 1

    def _undo(self, row: MoveRow) -> None:
        number = 1 + next(i for i, step in enumerate(self.steps) if step.entry == row.undoes)
        step, alone = self.steps[number - 1], bool(row.action)
        self.match.take_back(number, alone=alone)
        self.clocks.run(row.at)
        if alone:
            del self.steps[number - 1]
            if SPECTATOR in step.noticed:
                self.clocks.reopened(step.clocks, step.seat)
            noticed = step.noticed
            self.decided[step.seat] += 1
        else:
            del self.steps[number - 1 :]
            self.clocks.back(step.clocks, step.seat, self.match.to_act)
            noticed = frozenset(self._viewers())
            self.decided = [count + 1 for count in self.decided]
        self._undone.append(noticed)
        for viewer in noticed:
            self.seen[viewer] += 1

    # Taking back

    def undo(self, seat: int) -> Undo | None:
        """What the seat could take back now; None when there is nothing, or the match is over."""
        step = self._last(seat)
        if step is None or self.match.over:
            return None
        same_stage = step.stage == self.match.state.stage
        free = (same_stage or self._heard[seat] < step.entry) and not self._reveals(step)
        return Undo(seat, step.entry, free, alone=same_stage and free)

    def _last(self, seat: int) -> Step | None:
        return next((step for step in reversed(self.steps) if step.seat == seat), None)

    def last_entry(self, seat: int) -> int | None:
        """The row of the seat's last answer that stands."""
        step = self._last(seat)
        return step.entry if step is not None else None

    def latest(self, seats: tuple[int, ...]) -> int | None:
        """The one of these seats that has answered last."""
        return next((step.seat for step in reversed(self.steps) if step.seat in seats), None)

    def _reveals(self, step: Step) -> bool:
        known = self._revealed.get(step.entry)
        if known is None:
            number = 1 + self.steps.index(step)
            known = self._revealed[step.entry] = reveals(self.match, number)
        return known

    def acting_before(self, entry: int) -> tuple[int, ...]:
        """The seats that were to act before an answer that stands."""
        number = 1 + next(i for i, step in enumerate(self.steps) if step.entry == entry)
        to_act = int(self.match.before(number).to_act)
        return tuple(seat for seat in range(self.players) if to_act >> seat & 1)

    def place(self, entries: int) -> int:
        """How many of the answers that stand are among the first `entries` rows."""
        return sum(step.entry <= entries for step in self.steps)

    def notes(self, viewer: int) -> tuple[Note, ...]:
        """The undos that a viewer noticed, with what she had read of what was taken back."""
        return tuple(
            note_of(back, viewer)
            for back, noticed in zip(self.match.taken_back, self._undone, strict=True)
            if viewer in noticed
        )


def note_of(back: TakenBack, viewer: int | None) -> Note:
    """An undo as a viewer may read of it; None: all of it."""
    events = tuple(event for event in back.events if viewer is None or event.visible(viewer))
    return Note(back.answers[0][0], back.standing, back.first, tuple(seat for seat, _ in back.answers), events)
