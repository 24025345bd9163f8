"""box.toml: its tables, the checks they have to pass, and the record the rules read."""

from collections.abc import Iterable
from functools import cached_property
from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from galleria.core import BoxModel, Marked, Names, room_for, same_keys
from galleria.core.dice import face

from .state import (
    ANCHORS,
    AREAS,
    BRANCHES,
    DENOMINATIONS,
    FIRST_ANCHOR,
    FIRST_FOOD,
    FIRST_FURNISHING,
    FIRST_GENERAL,
    FIRST_STARTER,
    FOOD_COPIES,
    FOODS,
    FURNISHING_COPIES,
    FURNISHINGS,
    SIDES,
    STAGES,
    STARTER_COPIES,
    STARTERS,
    STORE_COPIES,
    STORE_SLOTS,
    STORES,
    Box,
)

Face = Annotated[int, Field(ge=1, le=SIDES)]
Few = Annotated[int, Field(ge=0, le=60)]
Copies = Annotated[int, Field(ge=0, le=32)]
Stage = Annotated[int, Field(ge=1, le=STAGES)]
Effect = Literal[
    "none",
    "liquidity",
    "money",
    "free_rerolls",
    "shift_die",
    "refresh_store",
    "remove_vacancy",
    "skip_inspection",
    "clear_damage",
]
EFFECTS: tuple[str, ...] = Effect.__args__  # type: ignore[attr-defined]
SIDE_NAMES = ("rats", "water")


class Options(Marked):
    """The switches: what the rule text leaves open."""

    start_player: Literal["random", "first_seat"]
    stage_counts: Literal["areas", "stores"]
    squalor_acts: Literal["effect_bar", "every_bar"]
    taken_card: Literal["below_row", "above_row"]
    acquisitions: Literal["one", "lying_and_one"]
    free_roll: Literal["any_dice", "all_dice"]
    occupied_branch: Literal["refused", "second_card"]
    exchanged_card: Literal["discarded", "into_display"]
    exchange_triggers_damage: bool
    exchange_food_court: bool
    inspect_stage: bool
    unpaid_fine: Literal["waived", "debt"]
    different_counters: bool
    second_damage: Literal["ignored", "replaces"]
    damage_ended_by: Literal["any_player", "active_player"]
    water_change: Literal["ones", "fewest"]
    bank: Literal["unlimited", "box"]
    change_money: bool
    water_counts_at_end: bool
    empty_anchor_areas_count: bool
    end_needs_anchors: bool
    stagnation: Literal["refresh", "none"]
    rats_block: Literal["every_gain", "settlement"]
    outbreak: Literal["thrown", "lying"]
    tie_break: Literal["areas_liquidity", "shared"]
    round_limit: Annotated[int, Field(ge=0, le=10_000)]


class StageRow(Marked):
    names: Names
    areas: Annotated[int, Field(ge=0, le=BRANCHES + AREAS)]


class Liquidity(Marked):
    most: Annotated[int, Field(ge=1, le=30)]
    start: Annotated[int, Field(ge=0, le=30)]
    reroll_cost: Annotated[int, Field(ge=0, le=30)]

    @model_validator(mode="after")
    def _start_on_track(self) -> Self:
        if self.start > self.most:
            raise ValueError(f"start is {self.start}, but the track ends at most = {self.most}")
        return self


class Bars(Marked):
    effect: Names
    exchange: Names
    settlement: Names
    inspection: Names


class FoodCourt(Marked):
    fields: Annotated[int, Field(ge=0, le=6)]
    escalator_after: Annotated[int, Field(ge=0, le=6)]


class AnchorArea(Marked):
    counters: Annotated[int, Field(ge=0, le=6)]
    stage: Stage


class DamageSide(Marked):
    names: Names
    slot: Annotated[int, Field(ge=1, le=STORE_SLOTS)]
    red: Face
    green: Annotated[list[Face], Field(min_length=2, max_length=2)]


class MoneyCard(Marked):
    value: Annotated[int, Field(ge=1, le=100)]
    water_value: Annotated[int, Field(ge=1, le=100)]
    copies: Annotated[int, Field(ge=0, le=1000)]

    @model_validator(mode="after")
    def _water_lowers(self) -> Self:
        if self.water_value > self.value:
            raise ValueError("water_value must not be higher than value")
        return self


class Scoring(Marked):
    points_per_money: Annotated[int, Field(ge=0, le=10)]
    points_per_vacancy: Annotated[int, Field(ge=-100, le=0)]


class Branch(Marked):
    names: Names
    place: Annotated[int, Field(ge=1, le=BRANCHES)]


class StoreCard(Marked):
    names: Names
    branch: str
    stage: Stage
    dice: Annotated[list[Face], Field(min_length=1, max_length=3)]
    needs: list[str] = Field(default_factory=list)
    counters: Annotated[int, Field(ge=0, le=6)] = 0
    money: Few
    liquidity: Few
    copies: Copies = 1


class StartCard(Marked):
    names: Names
    kind: Literal["vacancy", "kiosk", "furnishing"]
    copies: Copies
    effect: Effect = "none"
    amount: Annotated[int, Field(ge=-12, le=12)] = 0
    money: Few = 0
    liquidity: Few = 0

    @model_validator(mode="after")
    def _only_liquidity_falls(self) -> Self:
        if self.amount < 0 and self.effect != "liquidity":
            raise ValueError('amount may only be negative with effect = "liquidity"')
        return self


class FoodCard(Marked):
    names: Names
    die: Face
    money: Few
    liquidity: Few = 0
    copies: Copies


class AnchorCard(Marked):
    names: Names
    dice: Annotated[list[Face], Field(min_length=1, max_length=3)]
    money: Few
    liquidity: Few
    copies: Annotated[int, Field(ge=0, le=1)] = 1


class GeneralAnchor(Marked):
    names: Names
    effect: Effect
    amount: Annotated[int, Field(ge=0, le=12)]
    renew: Annotated[int, Field(ge=0, le=STORE_SLOTS)]
    pays: bool


class FurnishingCard(Marked):
    names: Names
    price: Few
    effect: Effect
    amount: Annotated[int, Field(ge=0, le=12)] = 1
    money: Few = 0
    liquidity: Few = 0
    copies: Copies


class BoxFile(BoxModel):
    """box.toml of Dead Mall."""

    options: Options
    stage: dict[str, StageRow]
    liquidity: Liquidity
    bar: Bars
    food_court: FoodCourt
    anchor_area: dict[str, AnchorArea]
    damage: dict[str, DamageSide]
    money: dict[str, MoneyCard]
    scoring: Scoring
    branch: dict[str, Branch]
    store: dict[str, StoreCard]
    start: dict[str, StartCard]
    food: dict[str, FoodCard]
    anchor: dict[str, AnchorCard]
    general_anchor: GeneralAnchor
    furnishing: dict[str, FurnishingCard]

    @model_validator(mode="after")
    def _complete(self) -> Self:
        same_keys("stage", self.stage, tuple(str(n) for n in range(1, STAGES + 1)))
        same_keys("anchor_area", self.anchor_area, tuple(str(n) for n in range(1, AREAS + 1)))
        same_keys("damage", self.damage, SIDE_NAMES)
        same_keys("money", self.money, tuple(str(n) for n in range(1, DENOMINATIONS + 1)))
        self._check_rows()
        self._check_branches()
        for table, most, copies in (
            ("branch", BRANCHES, BRANCHES),
            ("store", STORES, STORE_COPIES),
            ("start", STARTERS, STARTER_COPIES),
            ("food", FOODS, FOOD_COPIES),
            ("anchor", ANCHORS, ANCHORS),
            ("furnishing", FURNISHINGS, FURNISHING_COPIES),
        ):
            room_for(table, getattr(self, table), most, copies)
        return self

    def _check_rows(self) -> None:
        areas = [self.stage[str(n)].areas for n in range(1, STAGES + 1)]
        if areas[0] != 0 or areas != sorted(set(areas)):
            raise ValueError("stage: areas must begin with 0 and rise from stage to stage")
        if self.damage["rats"].slot == self.damage["water"].slot:
            raise ValueError("damage: rats and water must have different slots")
        values = [self.money[str(n)].value for n in range(1, DENOMINATIONS + 1)]
        low = [self.money[str(n)].water_value for n in range(1, DENOMINATIONS + 1)]
        if values[0] != 1:
            raise ValueError("money: the smallest card must have the value 1, or change could not be given")
        if values != sorted(set(values)) or low != sorted(low):
            raise ValueError("money: values must rise, and water_values must not fall")

    def _check_branches(self) -> None:
        if not self.branch:
            raise ValueError("branch: at least one branch is needed")
        places = [row.place for row in self.branch.values()]
        if len(set(places)) < len(places):
            raise ValueError("branch: two branches have the same place")
        for name, card in self.store.items():
            for branch in (card.branch, *card.needs):
                if branch not in self.branch:
                    raise ValueError(f'store.{name}: there is no branch "{branch}"; there are {", ".join(self.branch)}')
            if card.branch in card.needs:
                raise ValueError(f"store.{name}: a store can't need its own branch")
        for branch in self.branch:
            if not any(card.branch == branch and card.copies for card in self.store.values()):
                raise ValueError(f"branch.{branch}: no store card has this branch, so nobody could end the game")

    # The rules number things by the order of their names, so that the order in the file changes nothing.

    @cached_property
    def branches(self) -> tuple[str, ...]:
        """Names of the branches by number."""
        return tuple(sorted(self.branch))

    @cached_property
    def cards(self) -> dict[int, tuple[str, str]]:
        """Table and name of every card by number; the general card of an anchor tenant has the table "general"."""
        tables = (
            ("store", 0),
            ("food", FIRST_FOOD),
            ("furnishing", FIRST_FURNISHING),
            ("start", FIRST_STARTER),
            ("anchor", FIRST_ANCHOR),
        )
        found = {
            first + i: (table, name) for table, first in tables for i, name in enumerate(sorted(getattr(self, table)))
        }
        return found | {FIRST_GENERAL + i: ("general", name) for i, name in enumerate(sorted(self.anchor))}


def tally_of(dice: Iterable[int]) -> int:
    return sum(face(die) for die in dice)


def pack(file: BoxFile) -> Box:
    """The record of a checked box."""
    box = Box.new()
    for number, (table, name) in file.cards.items():
        if table == "general":
            _pack_general(box, number, file, file.anchor[name])
        else:
            _pack_card(box, number, file, getattr(file, table)[name])
    for i in range(STAGES):
        box.thresholds[i] = file.stage[str(i + 1)].areas
    for i in range(AREAS):
        area = file.anchor_area[str(i + 1)]
        box.area_counters[i] = area.counters
        box.area_stage[i] = area.stage
    for i in range(DENOMINATIONS):
        card = file.money[str(i + 1)]
        box.value[i] = card.value
        box.water_value[i] = card.water_value
        box.bank[i] = card.copies
    for i, side in enumerate(SIDE_NAMES):
        row = file.damage[side]
        box.damage_slot[i] = row.slot - 1
        box.red[i] = row.red
        box.green[i] = tally_of(row.green)
    box.branches = len(file.branches)
    box.all_branches = (1 << len(file.branches)) - 1
    box.counters = file.food_court.fields
    box.liquidity_most = file.liquidity.most
    box.liquidity_start = file.liquidity.start
    box.reroll_cost = file.liquidity.reroll_cost
    box.renew_at_exchange = file.general_anchor.renew
    box.money_points = file.scoring.points_per_money
    box.vacancy_points = -file.scoring.points_per_vacancy
    _pack_options(box, file.options)
    return box


def _pack_card(
    box: Box, i: int, file: BoxFile, card: StoreCard | FoodCard | FurnishingCard | StartCard | AnchorCard
) -> None:
    box.money[i] = card.money
    box.liquidity[i] = card.liquidity
    box.copies[i] = card.copies
    if isinstance(card, StoreCard):
        box.need[i] = tally_of(card.dice)
        box.branch[i] = file.branches.index(card.branch)
        box.stage[i] = card.stage
        box.needs_branches[i] = sum(1 << file.branches.index(name) for name in set(card.needs))
        box.needs_counters[i] = card.counters
    elif isinstance(card, FoodCard):
        box.need[i] = tally_of([card.die])
    elif isinstance(card, AnchorCard):
        box.need[i] = tally_of(card.dice)
    else:
        box.effect[i] = EFFECTS.index(card.effect)
        box.amount[i] = card.amount
        if isinstance(card, FurnishingCard):
            box.price[i - FIRST_FURNISHING] = card.price
        else:
            box.vacancy[i - FIRST_STARTER] = card.kind == "vacancy"


def _pack_general(box: Box, i: int, file: BoxFile, anchor: AnchorCard) -> None:
    general = file.general_anchor
    box.effect[i] = EFFECTS.index(general.effect)
    box.amount[i] = general.amount
    if general.pays:
        box.money[i] = anchor.money
        box.liquidity[i] = anchor.liquidity


def _pack_options(box: Box, options: Options) -> None:
    box.random_start = options.start_player == "random"
    box.anchors_count_for_stage = options.stage_counts == "areas"
    box.squalor_everywhere = options.squalor_acts == "every_bar"
    box.taken_above_row = options.taken_card == "above_row"
    box.lying_dice_extra = options.acquisitions == "lying_and_one"
    box.free_roll_all_dice = options.free_roll == "all_dice"
    box.second_store_allowed = options.occupied_branch == "second_card"
    box.exchange_into_display = options.exchanged_card == "into_display"
    box.exchange_triggers_damage = options.exchange_triggers_damage
    box.exchange_food = options.exchange_food_court
    box.inspect_stage = options.inspect_stage
    box.keep_debts = options.unpaid_fine == "debt"
    box.different_counters = options.different_counters
    box.damage_replaced = options.second_damage == "replaces"
    box.damage_ended_by_active = options.damage_ended_by == "active_player"
    box.water_change_fewest = options.water_change == "fewest"
    box.bank_limited = options.bank == "box"
    box.change_money = options.change_money
    box.water_counts_at_end = options.water_counts_at_end
    box.anchor_areas_empty_count = options.empty_anchor_areas_count
    box.end_needs_anchors = options.end_needs_anchors
    box.stagnation_refresh = options.stagnation == "refresh"
    box.rats_block_all = options.rats_block == "every_gain"
    box.lying_dice_break_out = options.outbreak == "lying"
    box.ties_broken = options.tie_break == "areas_liquidity"
    box.round_limit = options.round_limit
