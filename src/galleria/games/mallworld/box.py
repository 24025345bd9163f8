"""box.toml: its tables, the checks they have to pass, and the record the rules read."""

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from galleria.core import BoxModel, Names, same_keys

from .actions import CARD_NAMES, COLOR_NAMES, MOST_COINS, ORDER_NAMES, SPACE_NAMES
from .mall import cell_of
from .state import (
    COLORS,
    COLUMNS,
    FEWEST,
    FIRST_BLUE,
    FIRST_GREEN,
    GREENS,
    PARTS,
    REDS,
    ROWS,
    SEATS,
    SLOTS,
    TURNS,
    WIDTH,
    Box,
)

Color = Literal["green", "purple", "blue", "red"]
Count = Annotated[int, Field(ge=0, le=40)]
Amount = Annotated[int, Field(ge=0, le=100_000, multiple_of=1000)]
"""CHF."""
Offset = Annotated[int, Field(ge=-3, le=3)]
Space = Annotated[str, Field(pattern=r"^[a-h][1-8]$")]

UNIT = 1000
LONGEST_SIDE = 4
"""Patterns have to fit into a square of this size."""


class Marked(BoxModel):
    """A table that says where its content comes from."""

    source: str | None = None
    assumed: bool = False
    """No source states it."""
    basis: str | None = None
    note: str | None = None


class ColorRow(Marked):
    """A colour of shops and of customers."""

    shop: Names
    customer: Names


class Vendors(Marked):
    """The name of each shop with its customer: a row per shop colour, a name per customer colour."""

    green: dict[Color, str]
    purple: dict[Color, str]
    blue: dict[Color, str]
    red: dict[Color, str]

    @model_validator(mode="after")
    def _complete(self) -> Self:
        for shop in COLOR_NAMES:
            for customer in COLOR_NAMES:
                if customer not in getattr(self, shop):
                    raise ValueError(f"{shop}.{customer} is missing; add it")
        return self


class PlayerColors(BoxModel):
    yellow: Names
    black: Names
    white: Names
    orange: Names
    turquoise: Names


class Contents(Marked):
    """What lies in the box."""

    shop_tiles_per_color: Annotated[int, Field(ge=2, le=20)]
    customer_chips_per_color: Annotated[int, Field(ge=1, le=20)]
    fee_chips: Count


class Setup(Marked):
    """The start, the same for all numbers of players."""

    money: Amount
    coins: Annotated[int, Field(ge=0, le=MOST_COINS)]
    approval_cards: Annotated[int, Field(ge=0, le=5)]


class Options(Marked):
    """The switches."""

    red_orders_leave: Literal["round_2", "green_purchase"]
    mirrored_patterns: bool


class Prices(Marked):
    lobby: Annotated[list[Amount], Field(min_length=SLOTS, max_length=SLOTS)]
    """From the rightmost slot on."""
    order_fee: Amount
    coin_at_end: Amount
    single_card: Annotated[int, Field(ge=0, le=5)]
    """Coins for executing a card without an auction."""
    fresh_display: Annotated[int, Field(ge=1, le=5)]
    """Coins; at least one, or a display could be refreshed for ever."""
    draw_max: Annotated[int, Field(ge=1, le=4)]


class Players(Marked):
    """What depends on the number of players."""

    blocked: list[Space]
    fee_chips: Annotated[list[Annotated[int, Field(ge=1, le=40)]], Field(min_length=3, max_length=3)]
    red_orders_removed: Annotated[int, Field(ge=0, le=REDS)]
    green_orders_removed: Annotated[int, Field(ge=0, le=GREENS)]


class Board(Marked):
    rows: Annotated[list[str], Field(min_length=1, max_length=ROWS)]
    """A sign per space from the north-west on: # is a space, . is none."""

    @model_validator(mode="after")
    def _readable(self) -> Self:
        for i, row in enumerate(self.rows):
            if len(row) > COLUMNS or set(row) - {"#", "."}:
                raise ValueError(f"row {i + 1} must be up to {COLUMNS} signs, each # or .")
        return self

    def spaces(self) -> list[int]:
        """The numbers of the spaces."""
        return [r * COLUMNS + c for r, row in enumerate(self.rows) for c, sign in enumerate(row) if sign == "#"]


class Cell(BoxModel):
    """A part of a pattern."""

    dr: Offset
    dc: Offset
    color: Color
    role: Literal["new", "anchor"]


class Rent(BoxModel):
    """A shop with its customer."""

    shop: Color
    customer: Color


class Approval(Marked):
    layout: Annotated[list[Cell], Field(min_length=1, max_length=PARTS)]
    rent: Rent

    @model_validator(mode="after")
    def _sensible(self) -> Self:
        places = {(cell.dr, cell.dc) for cell in self.layout}
        if len(places) < len(self.layout):
            raise ValueError("two cells of the layout lie on each other")
        if not any(cell.role == "new" for cell in self.layout):
            raise ValueError("the layout needs a new tile")
        for axis in zip(*places, strict=True):
            if max(axis) - min(axis) >= LONGEST_SIDE:
                raise ValueError(f"the layout must fit into {LONGEST_SIDE} by {LONGEST_SIDE} cells")
        return self


class RedOrder(Marked):
    shops: Annotated[list[Color], Field(min_length=2, max_length=2)]
    amount: Amount


class ImageOrder(Marked):
    """A green or blue order."""

    images: Annotated[list[Rent], Field(min_length=2, max_length=2)]
    amount: Amount


class BoxFile(BoxModel):
    """box.toml of Mall World."""

    contents: Contents
    setup: Setup
    options: Options
    prices: Prices
    color: dict[str, ColorRow]
    vendor: Vendors
    player_color: PlayerColors
    board: Board
    players: dict[str, Players]
    approval: dict[str, Approval]
    order_red: dict[str, RedOrder]
    order_green: dict[str, ImageOrder]
    order_blue: dict[str, ImageOrder]

    @model_validator(mode="after")
    def _complete(self) -> Self:
        same_keys("color", self.color, COLOR_NAMES)
        same_keys("approval", self.approval, CARD_NAMES)
        same_keys("order_red", self.order_red, ORDER_NAMES[:FIRST_GREEN])
        same_keys("order_green", self.order_green, ORDER_NAMES[FIRST_GREEN:FIRST_BLUE])
        same_keys("order_blue", self.order_blue, ORDER_NAMES[FIRST_BLUE:])
        same_keys("players", self.players, [str(n) for n in range(FEWEST, SEATS + 1)])
        for number in self.players:
            self._playable(number)
        return self

    def _playable(self, number: str) -> None:
        row = self.players[number]
        board = {SPACE_NAMES[space] for space in self.board.spaces()}
        for name in row.blocked:
            if name not in board:
                raise ValueError(f"players.{number}.blocked: {name} is no space of the board")
        free = self.open_spaces(int(number))
        if len(free) > 4 * self.contents.shop_tiles_per_color + 60 or len(free) < COLORS:
            raise ValueError(f"players.{number}: the mall has {len(free)} open spaces")
        if not _connected(free):
            raise ValueError(f"players.{number}.blocked: the open spaces must stay one area, edge to edge")
        if not _room_for_shops(free, ()):
            raise ValueError(f"players.{number}: four first shops do not fit into the mall without touching")
        if max(row.fee_chips) > self.contents.fee_chips:
            raise ValueError(
                f"players.{number}.fee_chips: the box holds only {self.contents.fee_chips} (contents.fee_chips)"
            )

    def open_spaces(self, players: int) -> list[int]:
        """The spaces that are not blocked."""
        blocked = {SPACE_NAMES.index(name) for name in self.players[str(players)].blocked}
        return [space for space in self.board.spaces() if space not in blocked]


def _connected(spaces: list[int]) -> bool:
    places = {divmod(space, COLUMNS) for space in spaces}
    reached = {min(places)}
    edge = list(reached)
    while edge:
        r, c = edge.pop()
        near = {(r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1)} & places - reached
        reached |= near
        edge += near
    return reached == places


def _room_for_shops(spaces: list[int], laid: tuple[int, ...]) -> bool:
    if len(laid) == COLORS:
        return True
    for i, space in enumerate(spaces):
        row, column = divmod(space, COLUMNS)
        apart = all(max(abs(row - r), abs(column - c)) > 1 for r, c in (divmod(p, COLUMNS) for p in laid))
        if apart and _room_for_shops(spaces[i + 1 :], (*laid, space)):
            return True
    return False


def pack(file: BoxFile) -> Box:
    """The record of a checked box."""
    box = Box.new()
    for i, name in enumerate(CARD_NAMES):
        card = file.approval[name]
        _pack_pattern(box, i, card.layout, mirrored=file.options.mirrored_patterns)
        box.rent_shop[i] = COLOR_NAMES.index(card.rent.shop)
        box.rent_customer[i] = COLOR_NAMES.index(card.rent.customer)
    for i, name in enumerate(ORDER_NAMES):
        order = box.order[i]
        if i < FIRST_GREEN:
            red = file.order_red[name]
            order.amount = red.amount // UNIT
            for side in range(2):
                order.shop[side] = COLOR_NAMES.index(red.shops[side])
            continue
        row = (file.order_green if i < FIRST_BLUE else file.order_blue)[name]
        order.amount = row.amount // UNIT
        for side in range(2):
            order.shop[side] = COLOR_NAMES.index(row.images[side].shop)
            order.customer[side] = COLOR_NAMES.index(row.images[side].customer)
    for number, players in file.players.items():
        plan = box.plan[int(number)]
        free = file.open_spaces(int(number))
        plan.spaces = len(free)
        for i, space in enumerate(free):
            plan.cell[i] = cell_of(space)
        for i, chips in enumerate(players.fee_chips):
            plan.chips[i] = chips
        plan.reds_out = players.red_orders_removed
        plan.greens_out = players.green_orders_removed
    for slot, price in enumerate(file.prices.lobby):
        box.price[slot] = price // UNIT
    box.tiles = file.contents.shop_tiles_per_color
    box.customers = file.contents.customer_chips_per_color
    box.money = file.setup.money // UNIT
    box.coins = file.setup.coins
    box.hand = file.setup.approval_cards
    box.fee = file.prices.order_fee // UNIT
    box.coin_value = file.prices.coin_at_end // UNIT
    box.single_price = file.prices.single_card
    box.refresh_price = file.prices.fresh_display
    box.most_drawn = file.prices.draw_max
    box.reds_leave = file.options.red_orders_leave == "round_2"
    return box


def turned(dr: int, dc: int, turn: int) -> tuple[int, int]:
    """An offset after the mirror (turns 4 to 7) and so many quarter turns clockwise."""
    if turn >= TURNS // 2:
        dc = -dc
    for _ in range(turn % 4):
        dr, dc = dc, -dr
    return dr, dc


def _pack_pattern(box: Box, i: int, layout: list[Cell], *, mirrored: bool) -> None:
    p = box.pattern[i]
    parts = sorted(layout, key=lambda cell: cell.role != "new")  # the sort is stable
    p.parts = len(parts)
    p.tiles = sum(cell.role == "new" for cell in parts)
    for number, cell in enumerate(parts):
        p.color[number] = COLOR_NAMES.index(cell.color)
        if cell.role == "new":
            p.need[COLOR_NAMES.index(cell.color)] += 1
    whole: list[frozenset[tuple[int, int, str, str]]] = []
    new: list[list[int]] = []
    for turn in range(TURNS):
        placed = [turned(cell.dr - parts[0].dr, cell.dc - parts[0].dc, turn) for cell in parts]
        steps = [dr * WIDTH + dc for dr, dc in placed]
        for number, step in enumerate(steps):
            p.step[turn, number] = step
        picture = frozenset((dr, dc, cell.color, cell.role) for (dr, dc), cell in zip(placed, parts, strict=True))
        if picture not in whole and (mirrored or turn < TURNS // 2):
            p.turns |= 1 << turn
            for before in range(turn):
                if p.turns >> before & 1 and new[before] == steps[: p.tiles]:
                    p.twin[turn] |= 1 << before
        whole.append(picture)
        new.append(steps[: p.tiles])
