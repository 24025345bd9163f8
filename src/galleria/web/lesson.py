"""A guided first game: the first answers of a match are given, with words about each. Then the match goes on freely.

A game has one when there is a `lesson.toml` in its folder:

    seed = "guided game"
    options = { characters = "beginner" }
    opponents = ["easy"]                  # the bots that go on after the lesson, one per other seat

    [[step]]
    do = "exploit red-3"                  # what the learner, who has the first seat, does
    say = { en = "...", de = "...", pl = "..." }
    others = { 2 = ["exploit blue-1"] }   # what other seats do from this step on, until the next one says more

    [end]
    en = "..."                            # said when the learner plays on alone; likewise de and pl

A table is a guided one by its seed: those of other tables are random.
"""

import tomllib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field

from galleria.core import Context, Game
from galleria.core.text import _, language

from .storage import TableRow


class _Model(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Say(_Model):
    """A text in all languages."""

    en: str
    de: str
    pl: str

    def __str__(self) -> str:
        return str(getattr(self, language()))


class Step(_Model):
    """One answer of the learner's."""

    do: str
    say: Say
    others: dict[int, list[str]] = Field(default_factory=dict)


class LessonFile(_Model):
    """lesson.toml."""

    seed: str = Field(min_length=4, max_length=32)
    box: str = "published"
    options: dict[str, str] = Field(default_factory=dict)
    opponents: list[str]
    step: list[Step] = Field(min_length=1)
    end: Say


@dataclass(frozen=True)
class Lesson:
    """The guided game of one game."""

    file: LessonFile
    answers: tuple[tuple[int, ...], ...]
    """By seat: its given actions, in order."""

    def leads(self, row: TableRow) -> bool:
        """Whether the table is a guided one."""
        return row.seed == self.file.seed

    def given(self, actions: Sequence[tuple[int, int]], seat: int) -> int | None:
        """What the seat has to answer next, after these (seat, action); None when it is free to choose."""
        done = [tuple(action for actor, action in actions if actor == other) for other in range(len(self.answers))]
        if any(mine[: len(wanted)] != wanted[: len(mine)] for mine, wanted in zip(done, self.answers, strict=True)):
            return None
        wanted = self.answers[seat]
        return wanted[len(done[seat])] if len(done[seat]) < len(wanted) else None


@dataclass(frozen=True, slots=True)
class Advice:
    """What a guided game says at a decision of the learner's."""

    text: Say
    number: int
    """Of this step, from 1; 0 after the last one."""
    total: int
    action: int | None
    """The only answer that is taken; None when the learner is free."""


def lesson_of(game: Game) -> Lesson | None:
    """The game's guided first game, if it has one. ValueError when the file is wrong."""
    return _lesson(Path(game.folder) / "lesson.toml", game.actions.parse)


@cache
def _lesson(path: Path, parse: Callable[[str], int]) -> Lesson | None:
    if not path.is_file():
        return None
    file = LessonFile.model_validate(tomllib.loads(path.read_text("utf-8")))
    learner = tuple(parse(step.do) for step in file.step)
    others = (
        tuple(parse(text) for step in file.step for text in step.others.get(seat + 1, ()))
        for seat in range(1, len(file.opponents) + 1)
    )
    return Lesson(file, (learner, *others))


def lesson_at(game: Game, row: TableRow) -> Lesson | None:
    """The lesson that leads a table, if one does."""
    lesson = lesson_of(game)
    return lesson if lesson is not None and lesson.leads(row) else None


def advice(game: Game, row: TableRow, actions: Sequence[tuple[int, int]], seat: int) -> Advice | None:
    """What a guided game says to the learner now; None at other tables, to other seats, and long after the lesson."""
    lesson = lesson_at(game, row)
    if lesson is None or seat != 0:
        return None
    total, done = len(lesson.answers[0]), sum(actor == 0 for actor, _ in actions)
    action = lesson.given(actions, 0)
    if action is not None:
        return Advice(lesson.file.step[done].say, done + 1, total, action)
    return Advice(lesson.file.end, 0, total, None) if done == total else None


def not_now(game: Game, action: int, context: Context) -> str:
    """Why a guided game takes no other answer."""
    return _("The guided game wants this now: %(action)s. Once it has shown you everything, you are free.") % {
        "action": game.label(action, context)
    }
