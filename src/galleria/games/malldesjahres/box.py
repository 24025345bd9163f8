"""box.toml: its tables, the checks they have to pass, and the record the rules read."""

from collections.abc import Iterable
from functools import cached_property
from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from galleria.core import BoxModel, Marked, Names, room_for, same_keys
from galleria.core.dice import face

from .state import (
    ANCHOR_COPIES,
    ANCHOR_FIELDS,
    ANCHORS,
    ARTICLE_COPIES,
    ARTICLES,
    BRANCHES,
    COUNTERS,
    FIELDS,
    FIRST_ANCHOR,
    FIRST_FOOD,
    FOOD_COPIES,
    FOODS,
    GROUPS,
    LEVELS,
    SCALE,
    SIDES,
    STORE_COPIES,
    STORES,
    Box,
)

RULES_VERSION = 1
TEXT = "focus_store"
"""Which of the three public texts of the game these rules follow."""

Face = Annotated[int, Field(ge=1, le=SIDES)]
Copies = Annotated[int, Field(ge=0, le=60)]
Level = Annotated[int, Field(ge=1, le=LEVELS)]
Anchors = Annotated[int, Field(ge=0, le=ANCHOR_FIELDS)]
Counters = Annotated[int, Field(ge=0, le=COUNTERS)]
Weight = Annotated[int, Field(ge=0, le=100)]
Dice = Annotated[list[Face], Field(min_length=1, max_length=3)]
Tie = Literal["stage", "occupied_fields", "positive_minus_negative"]
TIES: tuple[str, ...] = Tie.__args__  # type: ignore[attr-defined]
ZONE_NAMES = ("red", "grey", "green", "gold")
KINDS = ("negative", "positive")


class Rules(Marked):
    """Which rules the box is made for."""

    text: str
    version: int

    @model_validator(mode="after")
    def _known(self) -> Self:
        if self.text != TEXT:
            raise ValueError(
                f'text is "{self.text}", but these rules follow the text "{TEXT}"; '
                "play the box with the rules it was made for"
            )
        if self.version != RULES_VERSION:
            raise ValueError(
                f"version is {self.version}, but these are the rules of version {RULES_VERSION}; "
                "play the box with the rules it was made for"
            )
        return self


class Options(Marked):
    """The switches: what the rule text leaves open."""

    start_player: Literal["random", "first_seat"]
    start_player_moves: bool
    focus_points: Literal["symbols", "pips"]
    levels_cumulative: bool
    level_reward: Literal["every_time", "first_time"]
    established: Literal["for_good", "while_enough_stores"]
    newcomers: Literal["stores_only", "every_option"]
    free_roll: Literal["any_dice", "all_dice"]
    after_failure: Literal["turn_ends", "draw_a_store"]
    anchors_and_counters: Literal["into_deck", "beside_deck"]
    failed_card: Literal["bottom", "shuffled"]
    blocked_check: Literal["phase_a", "every_change"]
    after_release: Literal["next_round", "same_round"]
    red_die_closes: Literal["at_last_value", "at_next_check"]
    article_needs_established: bool
    positive_feedback: Literal["score_only", "cancel", "unused"]
    negative_after_closure: Literal["returned", "kept"]
    feedback_closes: Literal["top_card", "top_store"]
    feedback_supply: Literal["unlimited", "box"]


class Scale(Marked):
    fields: Annotated[int, Field(ge=1, le=SCALE)]
    start: Annotated[int, Field(ge=0, le=SCALE)]
    reward: Annotated[int, Field(ge=0, le=SCALE)]
    columns: Annotated[int, Field(ge=1, le=SCALE)]

    @model_validator(mode="after")
    def _on_scale(self) -> Self:
        for key in ("start", "reward"):
            if getattr(self, key) > self.fields:
                raise ValueError(f"{key} is {getattr(self, key)}, but the scale ends at fields = {self.fields}")
        return self


class Zone(Marked):
    names: Names
    last: Annotated[int, Field(ge=1, le=SCALE)]
    price: Annotated[int, Field(ge=1, le=SCALE)]


class RedDie(Marked):
    start: Face
    closes_at: Face

    @model_validator(mode="after")
    def _falls(self) -> Self:
        if self.closes_at >= self.start:
            raise ValueError("closes_at must be lower than start")
        return self


class Mall(Marked):
    anchor_fields: Anchors
    food_court_fields: Counters
    established_stores: Annotated[int, Field(ge=0, le=FIELDS)]


class Branch(Marked):
    names: Names
    fields: Annotated[int, Field(ge=1, le=4)]
    place: Annotated[int, Field(ge=1, le=BRANCHES)]


class Stage(Marked):
    all_of: Annotated[list[Annotated[list[str], Field(min_length=1)]], Field(max_length=GROUPS)] = Field(
        default_factory=list
    )
    anchors: Anchors = 0
    counters: Counters = 0


class Card(Marked):
    """What the three kinds of cards have in common."""

    names: Names
    level: Level = 1
    dice: Dice
    needs: list[str] = Field(default_factory=list)
    anchors: Anchors = 0
    counters: Counters = 0
    copies: Copies = 1


class StoreCard(Card):
    branch: str


class Article(Marked):
    names: Names
    branch: str
    copies: Copies = 1


class Feedback(Marked):
    names: Names
    copies: Annotated[int, Field(ge=0, le=1000)]
    points: Annotated[int, Field(ge=-100, le=100)]
    closes_store_at: Annotated[int, Field(ge=1, le=100)] | None = None


class End(Marked):
    stage: Annotated[int, Field(ge=0, le=LEVELS)]
    last_article: bool
    round_limit: Annotated[int, Field(ge=0, le=10_000)]

    @model_validator(mode="after")
    def _not_at_once(self) -> Self:
        if self.stage == 1:
            raise ValueError("stage 1 is where everybody begins; write 2 to 5, or 0 for none")
        return self


class Scoring(Marked):
    points_per_field: Weight
    points_per_stage: Weight
    tie_break: Annotated[list[Tie], Field(max_length=len(TIES))]


class BoxFile(BoxModel):
    """box.toml of Mall des Jahres."""

    rules: Rules
    options: Options
    scale: Scale
    zone: dict[str, Zone]
    red_die: RedDie
    mall: Mall
    branch: dict[str, Branch]
    stage: dict[str, Stage]
    store: dict[str, StoreCard]
    anchor: dict[str, Card]
    food: dict[str, Card]
    article: dict[str, Article]
    feedback: dict[str, Feedback]
    end: End
    scoring: Scoring

    @model_validator(mode="after")
    def _complete(self) -> Self:
        same_keys("zone", self.zone, ZONE_NAMES)
        same_keys("stage", self.stage, tuple(str(n) for n in range(1, LEVELS + 1)))
        same_keys("feedback", self.feedback, KINDS)
        for table, most, copies in (
            ("branch", BRANCHES, BRANCHES),
            ("store", STORES, STORE_COPIES),
            ("anchor", ANCHORS, ANCHOR_COPIES),
            ("food", FOODS, FOOD_COPIES),
            ("article", ARTICLES, ARTICLE_COPIES),
        ):
            room_for(table, getattr(self, table), most, copies)
        self._check_scale()
        self._check_branches()
        self._check_feedback()
        return self

    def _check_scale(self) -> None:
        lasts = [self.zone[name].last for name in ZONE_NAMES]
        if lasts != sorted(set(lasts)):
            raise ValueError("zone: each zone must end after the one before: red, grey, green, gold")
        if lasts[-1] != self.scale.fields:
            raise ValueError(f"zone.gold: last must be the last field of the scale, {self.scale.fields}")

    def _known(self, place: str, names: Iterable[str]) -> None:
        for name in names:
            if name not in self.branch:
                raise ValueError(f'{place}: there is no branch "{name}"; there are {", ".join(self.branch)}')

    def _check_branches(self) -> None:
        if not self.branch:
            raise ValueError("branch: at least one branch is needed")
        places = [row.place for row in self.branch.values()]
        if len(set(places)) < len(places):
            raise ValueError("branch: two branches have the same place")
        total = sum(row.fields for row in self.branch.values())
        if total > FIELDS:
            raise ValueError(f"branch: a mall has room for {FIELDS} store fields, not for {total}")
        for table in ("store", "anchor", "food"):
            for name, card in getattr(self, table).items():
                self._known(f"{table}.{name}", card.needs)
        for name, store in self.store.items():
            self._known(f"store.{name}", [store.branch])
            if store.branch in store.needs:
                raise ValueError(f"store.{name}: a store can't need its own branch")
        for name, article in self.article.items():
            self._known(f"article.{name}", [article.branch])
        for name, row in self.stage.items():
            for group in row.all_of:
                self._known(f"stage.{name}", group)
        first = self.stage["1"]
        if first.all_of or first.anchors or first.counters:
            raise ValueError("stage.1: every mall begins there, so it can't need anything")

    def _check_feedback(self) -> None:
        if self.feedback["negative"].closes_store_at is None:
            raise ValueError("feedback.negative: closes_store_at is missing; add it")
        if self.feedback["positive"].closes_store_at is not None:
            raise ValueError("feedback.positive: only negative cards close a store; remove closes_store_at")
        if self.feedback["negative"].points > 0 or self.feedback["positive"].points < 0:
            raise ValueError("feedback: positive cards must not cost points, negative ones must not bring any")

    # The rules number things by the order of their names, so that the order in the file changes nothing.

    @cached_property
    def branches(self) -> tuple[str, ...]:
        """Names of the branches by number."""
        return tuple(sorted(self.branch))

    @cached_property
    def articles(self) -> tuple[str, ...]:
        """Names of the articles by number."""
        return tuple(sorted(self.article))

    @cached_property
    def cards(self) -> dict[int, tuple[str, str]]:
        """Table and name of every card by number."""
        tables = (("store", 0), ("anchor", FIRST_ANCHOR), ("food", FIRST_FOOD))
        return {
            first + i: (table, name) for table, first in tables for i, name in enumerate(sorted(getattr(self, table)))
        }


def pack(file: BoxFile) -> Box:
    """The record of a checked box."""
    box = Box.new()
    for number, (table, name) in file.cards.items():
        _pack_card(box, number, file, getattr(file, table)[name])
    for i, name in enumerate(file.articles):
        box.wish[i] = file.branches.index(file.article[name].branch)
        box.article_copies[i] = file.article[name].copies
    for i, name in enumerate(file.branches):
        box.fields[i] = file.branch[name].fields
        box.demand[i] = sum(row.copies for row in file.article.values() if row.branch == name)
    for i in range(LEVELS):
        stage = file.stage[str(i + 1)]
        for k, group in enumerate(stage.all_of):
            box.groups[i, k] = _set_of(file, group)
        box.level_anchors[i] = stage.anchors
        box.level_counters[i] = stage.counters
    first = 0  # in front of the first field the price is that of the first zone
    for name in ZONE_NAMES:
        zone = file.zone[name]
        for points in range(first, zone.last + 1):
            box.price[points] = zone.price
        first = zone.last + 1
    box.branches = len(file.branches)
    box.anchor_fields = file.mall.anchor_fields
    box.counters = file.mall.food_court_fields
    box.established = file.mall.established_stores
    box.most = file.scale.fields
    box.start = file.scale.start
    box.reward = file.scale.reward
    box.red_start = file.red_die.start
    box.red_end = file.red_die.closes_at
    box.negatives = file.feedback["negative"].copies
    box.positives = file.feedback["positive"].copies
    box.closes_at = file.feedback["negative"].closes_store_at or 0
    box.end_level = file.end.stage
    box.end_articles = file.end.last_article
    box.round_limit = file.end.round_limit
    box.scale_points = file.scoring.points_per_field
    box.level_points = file.scoring.points_per_stage
    box.positive_points = file.feedback["positive"].points
    box.negative_points = -file.feedback["negative"].points
    for i, tie in enumerate(file.scoring.tie_break):
        box.ties[i] = 1 + TIES.index(tie)
    _pack_options(box, file.options)
    return box


def _set_of(file: BoxFile, names: Iterable[str]) -> int:
    return sum(1 << file.branches.index(name) for name in set(names))


def _pack_card(box: Box, i: int, file: BoxFile, card: Card) -> None:
    box.need[i] = sum(face(die) for die in card.dice)
    box.gain[i] = len(card.dice) if file.options.focus_points == "symbols" else sum(card.dice)
    box.level[i] = card.level
    box.needs_branches[i] = _set_of(file, card.needs)
    box.needs_anchors[i] = card.anchors
    box.needs_counters[i] = card.counters
    box.copies[i] = card.copies
    if isinstance(card, StoreCard):
        box.branch[i] = file.branches.index(card.branch)


def _pack_options(box: Box, options: Options) -> None:
    box.random_start = options.start_player == "random"
    box.start_moves = options.start_player_moves
    box.levels_cumulative = options.levels_cumulative
    box.reward_every_time = options.level_reward == "every_time"
    box.established_for_good = options.established == "for_good"
    box.newcomers_choose = options.newcomers == "every_option"
    box.free_roll_all_dice = options.free_roll == "all_dice"
    box.second_option = options.after_failure == "draw_a_store"
    box.all_into_deck = options.anchors_and_counters == "into_deck"
    box.failed_shuffled = options.failed_card == "shuffled"
    box.check_at_once = options.blocked_check == "every_change"
    box.reveal_after_release = options.after_release == "same_round"
    box.red_closes_next = options.red_die_closes == "at_next_check"
    box.article_always = not options.article_needs_established
    box.positive_cancels = options.positive_feedback == "cancel"
    box.positive_unused = options.positive_feedback == "unused"
    box.negative_kept = options.negative_after_closure == "kept"
    box.feedback_takes_store = options.feedback_closes == "top_store"
    box.feedback_limited = options.feedback_supply == "box"
