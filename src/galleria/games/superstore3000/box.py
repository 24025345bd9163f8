"""box.toml: its tables, the checks they have to pass, and the record the rules read."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Literal, Self

from pydantic import Field, model_validator

from galleria.core import BoxModel, Names, same_keys

from . import state
from .actions import BAY_NAMES, CATEGORY_NAMES, COMMON_NAMES, ENTRANCE_NAMES, KIND_NAMES, MAIN_NAMES, ORANGE_NAMES
from .state import (
    ELEMENTS,
    ENTRANCES,
    FIRST_COLUMN,
    FIRST_ORANGE,
    INDIVIDUAL,
    LAST_COLUMN,
    LAST_FLOOR,
    NONE,
    OWN,
    PINK,
    PLACES,
    PURPLE,
    ROWS,
    SEATS,
    SHAPE,
    SLOTS,
    TILES,
    WISHES,
    Box,
)

Small = Annotated[int, Field(ge=0, le=60)]
Count = Annotated[int, Field(ge=1, le=60)]
Store = Literal["food", "hobby", "fashion"]
Kind = Literal[
    "burger_bar",
    "sombrero_grill",
    "sweet_parlour",
    "tea_house",
    "bowling_alley",
    "cinema",
    "gym",
    "arcade",
    "hair_salon",
    "boutique",
    "shoe_shop",
    "jeweller",
]
Cell = Annotated[list[Annotated[int, Field(ge=-4, le=4)]], Field(min_length=2, max_length=2)]
Wish = Annotated[list[Kind], Field(max_length=WISHES)]

STORES = ("food", "hobby", "fashion")


class Marked(BoxModel):
    """A table that says where its content comes from."""

    source: str | None = None
    assumed: bool = False
    """No source states it: whoever has the printed game can correct it here."""
    note: str | None = None


class Contents(Marked):
    """What lies in the box, where the rules do not need to know it (S8)."""

    customers: Small
    height_rulers: Small
    dispensers: Small
    first_player_markers: Small


class Category(Marked):
    """One of the four categories of mall elements (S4)."""

    names: Names


class StoreKind(Marked):
    """A kind of store (S5)."""

    names: Names
    category: Store
    copies: Small


class Entrance(Marked):
    """A red mall element, or a main entrance: who waits there (S11)."""

    wishes: Wish


class Dispenser(Marked):
    """Prices of the rows, the bottom one first (S23)."""

    row_cost: Annotated[list[Small], Field(min_length=ROWS, max_length=ROWS)]


class Money(Marked):
    """S13, S14, S43, S44."""

    starting_notes: Small
    bank_at_start: Small
    take: Literal["bank_notes", "equal_tiles"]
    """What the other tiles of the category bring: bank notes, or themselves as notes."""
    bonus_max: Small


class Customers(Marked):
    """S47, S48."""

    max_steps: Annotated[int, Field(ge=1, le=12)]


class Docking(Marked):
    """S38."""

    grey_needs: Small
    brown_needs: Small


class Effect(BoxModel):
    """What a docking bay does (S42)."""

    kind: Literal["none", "customers", "notes", "score_per"] = "none"
    wishes: Wish = Field(default_factory=list)
    amount: Small = 0
    per: Literal["attractions_built", "satisfied_customers"] | None = None
    points: Small = 0
    each: Count = 1


class DockingBay(Marked):
    """A docking bay."""

    names: Names
    colour: Literal["grey", "brown"]
    points: Small
    effect: Effect = Effect()


class Condition(BoxModel):
    """What has to be true before an attraction may be built (S33, S37)."""

    kind: Literal[
        "column_same_category",
        "row_same_category",
        "square_same_category",
        "square_four_categories",
        "cluster",
        "element_at_floor",
        "elements_on_one_floor",
        "satisfied_total",
        "satisfied_in_one_category",
        "satisfied_at_or_above_floor",
        "column_satisfied",
        "full_kind_sets",
        "no_waiting",
    ]
    length: Count | None = None
    count: Count | None = None
    floor: Count | None = None
    category: Literal["food", "hobby", "fashion", "any"] | None = None
    size: Count | None = None
    categories: Annotated[int, Field(ge=1, le=3)] | None = None
    min_satisfied: Count | None = None

    @model_validator(mode="after")
    def _has_what_it_needs(self) -> Self:
        given = {key for key in type(self).model_fields if key != "kind" and getattr(self, key) is not None}
        wanted = set(_NEEDS[self.kind])
        if given != wanted:
            needs = ", ".join(_NEEDS[self.kind]) or "no further key"
            raise ValueError(f'a condition of kind "{self.kind}" takes {needs}')
        return self

    @property
    def need(self) -> int:
        """The number that has to be reached."""
        if self.kind in ("square_same_category", "square_four_categories"):
            return 4
        key = {"satisfied_at_or_above_floor": "count", "cluster": "size"}.get(self.kind) or _NEEDS[self.kind][0]
        return int(getattr(self, key))


_NEEDS: dict[str, tuple[str, ...]] = {
    "column_same_category": ("length",),
    "row_same_category": ("length",),
    "square_same_category": (),
    "square_four_categories": (),
    "cluster": ("category", "size"),
    "element_at_floor": ("floor",),
    "elements_on_one_floor": ("count",),
    "satisfied_total": ("count",),
    "satisfied_in_one_category": ("count",),
    "satisfied_at_or_above_floor": ("floor", "count"),
    "column_satisfied": ("length",),
    "full_kind_sets": ("categories",),
    "no_waiting": ("min_satisfied",),
}
CONDITIONS = tuple(_NEEDS)
"""By number; see state.COLUMN_SAME and so on."""
EFFECTS = ("none", "customers", "notes", "score_per")
PERS = ("attractions_built", "satisfied_customers")


class Tile(Marked):
    """An attraction tile (S33 to S36): cells are [right, up] from the base, which is [0, 0] and comes first."""

    names: Names
    points: Small
    shape: Annotated[list[Cell], Field(min_length=1, max_length=SHAPE)]
    platforms: list[Cell]

    @model_validator(mode="after")
    def _is_a_shape(self) -> Self:
        if self.shape[0] != [0, 0]:
            raise ValueError("the shape begins with its base, [0, 0]")
        if any(self.shape.count(cell) > 1 for cell in self.shape):
            raise ValueError("the shape has a cell twice")
        for cell in self.platforms:
            if cell not in self.shape:
                raise ValueError(f"the platform {cell} is no cell of the shape")
        reached = [[0, 0]]
        for x, y in reached:
            reached += [
                cell
                for cell in ([x + 1, y], [x - 1, y], [x, y + 1], [x, y - 1])
                if cell in self.shape and cell not in reached
            ]
        if len(reached) < len(self.shape):
            raise ValueError("the cells of the shape do not hang together")
        return self

    @property
    def reach(self) -> int:
        """How far it reaches to a side from its base."""
        return max(abs(x) for x, _ in self.shape)

    @property
    def rise(self) -> int:
        """How far it reaches up from its base."""
        return max(y for _, y in self.shape)

    @property
    def symmetric(self) -> bool:
        """Whether it is the same when mirrored."""
        return all(
            [-x, y] in self.shape and ([-x, y] in self.platforms) == ([x, y] in self.platforms) for x, y in self.shape
        )


class Common(Tile):
    """A common attraction and its card."""

    colour: Literal["purple", "pink"]
    condition: Condition


class Orange(Marked):
    """An individual attraction card."""

    condition: Condition


class Balloon(Marked):
    """The balloons of a colour, the first and the second (S60)."""

    category: Store
    values: Annotated[list[Small], Field(min_length=2, max_length=2)]


class Setup(Marked):
    """What depends on the number of players (S15, S17, S59)."""

    mall_elements: Annotated[int, Field(ge=SLOTS + 1, le=ELEMENTS)]
    purple: Small
    pink: Small
    rainbow: Annotated[list[Small], Field(min_length=2, max_length=SEATS)]


class PlayerColors(Marked):
    """The colours of the players' individual attraction tiles."""

    turquoise: Names
    orange: Names
    violet: Names
    white: Names


class BoxFile(BoxModel):
    """box.toml."""

    contents: Contents
    category: dict[str, Category]
    store_kind: dict[str, StoreKind]
    entrance: dict[str, Entrance]
    main_entrance: dict[str, Entrance]
    dispenser: Dispenser
    money: Money
    customers: Customers
    docking: Docking
    docking_bay: dict[str, DockingBay]
    attraction: dict[str, Common]
    individual: Tile
    individual_card: dict[str, Orange]
    balloon: dict[str, Balloon]
    setup: dict[str, Setup]
    player_color: PlayerColors

    @model_validator(mode="after")
    def _fits(self) -> Self:
        same_keys("category", self.category, CATEGORY_NAMES)
        same_keys("store_kind", self.store_kind, KIND_NAMES)
        same_keys("entrance", self.entrance, ENTRANCE_NAMES)
        same_keys("main_entrance", self.main_entrance, MAIN_NAMES)
        same_keys("docking_bay", self.docking_bay, BAY_NAMES)
        same_keys("attraction", self.attraction, COMMON_NAMES)
        same_keys("individual_card", self.individual_card, ORANGE_NAMES)
        same_keys("balloon", self.balloon, ("blue", "yellow", "green"))
        same_keys("setup", self.setup, ("2", "3", "4"))
        tiles = sum(kind.copies for kind in self.store_kind.values()) + ENTRANCES
        if tiles > ELEMENTS:
            raise ValueError(
                f"store_kind: with {ENTRANCES} entrances there are {tiles} mall elements; at most {ELEMENTS}"
            )
        if {b.category for b in self.balloon.values()} != set(STORES):
            raise ValueError("balloon: each of the three colours belongs to a category of its own")
        for category in STORES:
            if not any(kind.category == category and kind.copies for kind in self.store_kind.values()):
                raise ValueError(f"store_kind: no kind of the category {category} has copies")
        for table, rows in (("entrance", self.entrance), ("main_entrance", self.main_entrance)):
            for name, row in rows.items():
                self._known(f"{table}.{name}", row.wishes)
        for name, bay in self.docking_bay.items():
            self._known(f"docking_bay.{name}.effect", bay.effect.wishes)
            if (bay.effect.kind == "score_per") != (bay.effect.per is not None):
                raise ValueError(f"docking_bay.{name}.effect: per belongs to the kind score_per")
        for players, setup in self.setup.items():
            if setup.mall_elements > tiles:
                raise ValueError(f"setup.{players}.mall_elements: there are only {tiles} mall elements")
            if len(setup.rainbow) != int(players) or sorted(setup.rainbow, reverse=True) != setup.rainbow:
                raise ValueError(f"setup.{players}.rainbow: one value for each player, the largest first")
            for colour in ("purple", "pink"):
                there = sum(a.colour == colour for a in self.attraction.values())
                if getattr(setup, colour) > there:
                    raise ValueError(f"setup.{players}.{colour}: there are only {there} of them")
            if setup.purple + setup.pink == 0:
                raise ValueError(f"setup.{players}: at least one common attraction lies out")
            limits(self, int(players)).check(f"setup.{players}")
        return self

    def _known(self, place: str, wishes: Sequence[str]) -> None:
        for wish in wishes:
            if self.store_kind[wish].copies == 0:
                raise ValueError(f"{place}: nobody can wish for {wish}, which has no copies")


@dataclass(frozen=True)
class Limits:
    """How large a mall can get; `state` has the proof."""

    turns: int
    """Of one player."""
    tiles: int
    floors: int
    first_column: int
    last_column: int
    places: int
    moves: int
    """Legal answers in one decision."""

    def check(self, place: str) -> None:
        """ValueError when the arrays are too small."""
        for what, most, room in (
            ("tiles", self.tiles, TILES),
            ("floors", self.floors, LAST_FLOOR),
            ("columns to the left", -self.first_column, -FIRST_COLUMN),
            ("columns to the right", self.last_column, LAST_COLUMN),
            ("open places", self.places, PLACES),
            ("answers", self.moves, MAX_LEGAL),
        ):
            if most > room:
                raise ValueError(
                    f"{place}: a mall could get {most} {what}, and there is room for {room}; "
                    "use fewer mall elements or attractions, or smaller ones"
                )


MAX_LEGAL = 1200


def limits(file: BoxFile, players: int) -> Limits:
    """How large a mall can get with so many players."""
    row = file.setup[str(players)]
    tiles = list(file.attraction.values())

    def sum_of_largest(what: Any) -> int:
        """The sum of `what` over the attractions that one mall can get, at worst."""
        total = int(what(file.individual))
        for colour, n in (("purple", row.purple), ("pink", row.pink)):
            total += sum(sorted((what(t) for t in tiles if t.colour == colour), reverse=True)[:n])
        return total

    commons = row.purple + row.pink
    turns = (row.mall_elements - SLOTS + commons + 3 * players + players - 1) // players
    reach = sum_of_largest(lambda t: t.reach)
    places = 4 + sum_of_largest(lambda t: len(t.platforms))
    return Limits(
        turns=turns,
        tiles=1 + turns,
        floors=1 + turns + sum_of_largest(lambda t: t.rise),
        first_column=-2 - reach,
        last_column=3 + reach,
        places=places,
        moves=(SLOTS + 2 * (commons + 1)) * places + 4 * len(BAY_NAMES) + 2,
    )


def _wishes(table: Any, row: int, wishes: list[Any]) -> None:
    for i in range(WISHES):
        table[row, i] = KIND_NAMES.index(wishes[i]) if i < len(wishes) else NONE


def pack(file: BoxFile) -> Box:
    """The record that the rules read."""
    box = Box.new()
    for i, name in enumerate(KIND_NAMES):
        kind = file.store_kind[name]
        box.category[i] = CATEGORY_NAMES.index(kind.category)
        box.copies[i] = kind.copies
    for i, name in enumerate(ENTRANCE_NAMES):
        _wishes(box.entrance_wishes, i, file.entrance[name].wishes)
    for i, name in enumerate(MAIN_NAMES):
        _wishes(box.main_wishes, i, file.main_entrance[name].wishes)
    for i, name in enumerate(BAY_NAMES):
        bay, row = file.docking_bay[name], box.bays[i]
        row.color = ("grey", "brown").index(bay.colour)
        row.points = bay.points
        row.effect = EFFECTS.index(bay.effect.kind)
        row.notes = bay.effect.amount
        row.per = PERS.index(bay.effect.per) if bay.effect.per else 0
        row.per_points = bay.effect.points
        row.each = bay.effect.each
        _wishes(box.bay_wishes, i, bay.effect.wishes if bay.effect.kind == "customers" else [])
    for i, name in enumerate(COMMON_NAMES):
        attraction = file.attraction[name]
        _shape(box.shapes[i], attraction, PURPLE if attraction.colour == "purple" else PINK)
        _condition(box.conditions[i], attraction.condition)
    _shape(box.shapes[OWN], file.individual, INDIVIDUAL)
    for i, name in enumerate(ORANGE_NAMES):
        _condition(box.conditions[FIRST_ORANGE + i], file.individual_card[name].condition)
    for balloon in file.balloon.values():
        for i, points in enumerate(balloon.values):
            box.balloons[CATEGORY_NAMES.index(balloon.category), i] = points
    for players in range(2, SEATS + 1):
        setup = file.setup[str(players)]
        box.in_use[players] = setup.mall_elements
        box.lie_out[players, 0], box.lie_out[players, 1] = setup.purple, setup.pink
        for i, points in enumerate(setup.rainbow):
            box.rainbow[players, i] = points
    for i, cost in enumerate(file.dispenser.row_cost):
        box.row_cost[i] = cost
    box.bay_needs[0], box.bay_needs[1] = file.docking.grey_needs, file.docking.brown_needs
    box.start_notes, box.start_bank = file.money.starting_notes, file.money.bank_at_start
    box.bonus_max = file.money.bonus_max
    box.take_tiles = file.money.take == "equal_tiles"
    box.max_steps = file.customers.max_steps
    return box


def _shape(shape: state.Shape, tile: Tile, color: int) -> None:
    shape.color, shape.points, shape.cells, shape.symmetric = color, tile.points, len(tile.shape), tile.symmetric
    for i, (right, up) in enumerate(tile.shape):
        shape.right[i], shape.up[i] = right, up
        shape.platforms |= ([right, up] in tile.platforms) << i


def _condition(row: state.Condition, condition: Condition) -> None:
    row.kind, row.need = CONDITIONS.index(condition.kind), condition.need
    row.category = STORES.index(condition.category) if condition.category in STORES else NONE
    row.floor = condition.floor or 0
