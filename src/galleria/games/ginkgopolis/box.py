"""box.toml: its tables, the checks they have to pass, and the record the rules read."""

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from galleria.core import BoxModel, Names, same_keys

from . import state
from .actions import CHARACTER_NAMES, COLORS, ITEM_NAMES, LETTER_NAMES, TILE_NAMES
from .state import FIRST_CHARACTER, HAND, NUMBERS, RESOURCE, SEATS, TILE, TILES, Box

Color = Literal["red", "blue", "yellow"]
Item = Literal["resource", "tile", "sp"]
Trigger = Literal["exploit", "urbanize", "construct"]
Small = Annotated[int, Field(ge=0, le=60)]

TRIGGERS = ("exploit", "urbanize", "construct")


class Marked(BoxModel):
    """A table that says where its content comes from."""

    source: str | None = None
    assumed: bool = False
    """No source states it."""
    note: str | None = None
    conflict: str | None = None
    """What another source says."""


class Goods(BoxModel):
    """A number of each item."""

    resource: Small = 0
    tile: Small = 0
    sp: Small = 0


class Contents(Marked):
    """What lies in the box."""

    resources_per_color: Annotated[int, Field(ge=1, le=125)]
    new_hand_tokens: Small
    construction_site_pawns: Small
    screens: Small
    sp_tokens: list[Annotated[int, Field(ge=1)]]


class Options(Marked):
    """The switches."""

    characters: Literal["draft", "beginner"]
    overbuild_compensation: Literal["supply", "builder"]
    card10: Literal["endgame", "ongoing_filler"]
    keep_letter_order: bool
    returned_tile_sp: Small
    refill_timing: Literal["after_action", "end_of_round"]
    end_after_round: bool
    sole_player_takes_both: bool
    characters_count_for_end_cards: bool


class Players(Marked):
    """What depends on the number of players."""

    resources: Annotated[int, Field(ge=1, le=125)]
    tiles_removed: Annotated[int, Field(ge=0, le=50)]
    discarded_at_start: Annotated[int, Field(ge=0, le=72)]
    discarded_at_reshuffle: Annotated[int, Field(ge=0, le=72)]


class Setup(Marked):
    """The start, the same for all numbers of players."""

    start_numbers: Annotated[list[Annotated[int, Field(ge=1, le=NUMBERS)]], Field(min_length=3, max_length=3)]
    hand_size: Annotated[int, Field(ge=2, le=HAND)]
    new_hand_tokens: Small
    characters_per_player: Annotated[int, Field(ge=1, le=5)]
    draft_deal: Annotated[int, Field(ge=1, le=5)]
    players: dict[str, Players]

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        if len(set(self.start_numbers)) != 3:
            raise ValueError("the three start_numbers must differ")
        if self.draft_deal < self.characters_per_player:
            raise ValueError("draft_deal must be at least characters_per_player, or nobody can keep so many")
        same_keys("players", self.players, tuple(str(n) for n in range(1, SEATS + 1)))
        cards = len(LETTER_NAMES) + 9
        if SEATS * self.hand_size > cards:
            raise ValueError(f"hand_size is too large: {SEATS} hands must fit into the {cards} cards of the first pile")
        return self


class ColorRow(Marked):
    """What a colour yields."""

    names: Names
    item: Item
    per_floor: Annotated[int, Field(ge=0, le=5)]


class ItemRow(Marked):
    names: Names


class Costs(Marked):
    """What building over something costs."""

    color_change: Annotated[int, Field(ge=0, le=10)]
    lower_number: Annotated[int, Field(ge=0, le=10)]
    compensation: Annotated[int, Field(ge=0, le=10)]


class Scoring(Marked):
    unused_new_hand_token: Small
    district_min_buildings: Annotated[int, Field(ge=1, le=60)]
    first_place: Annotated[int, Field(ge=0, le=10)]
    second_place: Annotated[int, Field(ge=0, le=10)]


class LetterGoods(BoxModel):
    """What exploiting with an urbanization card offers; 0 is no offer."""

    resource: Small
    tile: Small


class Urbanization(Marked):
    exploit: LetterGoods
    cell: dict[str, Annotated[list[Annotated[int, Field(ge=-2, le=2)]], Field(min_length=2, max_length=2)]]

    @model_validator(mode="after")
    def _around_the_square(self) -> Self:
        same_keys("cell", self.cell, LETTER_NAMES)
        for letter, (x, y) in self.cell.items():
            if max(abs(x), abs(y)) != 2 or abs(x) == abs(y):
                raise ValueError(
                    f"cell.{letter} must lie beside the 3 x 3 square: one coordinate 2 or -2, the other less"
                )
        if len({(x, y) for x, y in self.cell.values()}) != len(LETTER_NAMES):
            raise ValueError("two letters lie on the same cell")
        return self


class Solo(Marked):
    """The solitaire game."""

    start: Goods
    new_hand_tokens: Small
    cards_per_round: Annotated[int, Field(ge=1, le=HAND)]
    hal_sp: Small
    hal_sp_per_item: Annotated[int, Field(ge=0, le=10)]
    hal_pays_costs: bool
    tile_refill: bool


class OngoingCard(Marked):
    """A building card that works from the tableau."""

    kind: Literal["ongoing"]
    trigger: Trigger
    gain: Goods


class EndCard(Marked):
    """A building card that scores at the end."""

    kind: Literal["endgame"]
    score: Literal["fixed", "buildings_of_color", "buildings_of_height", "cards_with_trigger", "cards_of_color"]
    sp: Small
    color: Color | None = None
    trigger: Trigger | None = None
    floors: Annotated[list[Annotated[int, Field(ge=1, le=TILES)]], Field(min_length=2, max_length=2)] | None = None
    """Lowest and greatest height."""
    itself: bool | None = None
    """Whether the card counts itself among the cards of its colour."""

    @model_validator(mode="after")
    def _what_it_counts(self) -> Self:
        needed = {
            "fixed": set(),
            "buildings_of_color": {"color"},
            "buildings_of_height": {"floors"},
            "cards_with_trigger": {"trigger"},
            "cards_of_color": {"color", "itself"},
        }[self.score]
        for key in ("color", "trigger", "floors", "itself"):
            given = getattr(self, key) is not None
            if given != (key in needed):
                raise ValueError(f'with score "{self.score}" the key {key} must be {"removed" if given else "given"}')
        return self


BuildingCard = Annotated[OngoingCard | EndCard, Field(discriminator="kind")]


class Character(Marked):
    names: Names
    color: Color
    set: Annotated[int, Field(ge=0, le=9)]
    """Number of the beginner set, 0 for none."""
    start: Goods
    trigger: Trigger
    gain: Goods


class PlayerColors(BoxModel):
    green: Names
    black: Names
    pink: Names
    orange: Names
    natural: Names


class BoxFile(BoxModel):
    """box.toml of Ginkgopolis."""

    contents: Contents
    options: Options
    setup: Setup
    color: dict[str, ColorRow]
    item: dict[str, ItemRow]
    player_color: PlayerColors
    costs: Costs
    scoring: Scoring
    urbanization: Urbanization
    solo: Solo
    building_card: dict[str, BuildingCard]
    card10_filler: dict[str, OngoingCard]
    character_card: dict[str, Character]

    @model_validator(mode="after")
    def _complete(self) -> Self:
        same_keys("color", self.color, COLORS)
        same_keys("item", self.item, ITEM_NAMES)
        same_keys("building_card", self.building_card, TILE_NAMES)
        same_keys("card10_filler", self.card10_filler, tuple(f"{color}-10" for color in COLORS))
        same_keys("character_card", self.character_card, CHARACTER_NAMES)
        for players, row in self.setup.players.items():
            if row.resources > self.contents.resources_per_color:
                raise ValueError(
                    f"setup.players.{players}.resources is {row.resources}, but contents.resources_per_color is only "
                    f"{self.contents.resources_per_color}"
                )
        each = self.setup.characters_per_player
        last = max(SEATS, *(c.set for c in self.character_card.values()))
        for number in range(1, last + 1):
            size = sum(c.set == number for c in self.character_card.values())
            if size != each:
                raise ValueError(
                    f"character_card: beginner set {number} has {size} cards, but setup.characters_per_player is {each}"
                )
        return self

    def card(self, name: str) -> OngoingCard | EndCard:
        """The building card as the options have it (D3)."""
        if self.options.card10 == "ongoing_filler" and name in self.card10_filler:
            return self.card10_filler[name]
        return self.building_card[name]


def pack(file: BoxFile) -> Box:
    """The record of a checked box."""
    box = Box.new()
    setup, options, scoring, solo = file.setup, file.options, file.scoring, file.solo
    for color in range(3):
        for number in setup.start_numbers:
            box.start_tiles |= 1 << color * NUMBERS + number - 1
    for name, row in setup.players.items():
        r = box.setup[int(name)]
        r.resources = row.resources
        r.tiles_removed = row.tiles_removed
        r.discarded_at_start = row.discarded_at_start
        r.discarded_at_reshuffle = row.discarded_at_reshuffle
    box.hand_size = setup.hand_size
    box.new_hands = setup.new_hand_tokens
    box.characters_each = setup.characters_per_player
    box.draft_deal = setup.draft_deal
    for i, color_name in enumerate(COLORS):
        color_row = file.color[color_name]
        box.color_item[i] = ITEM_NAMES.index(color_row.item)
        box.color_yield[i] = color_row.per_floor
    for i, letter in enumerate(LETTER_NAMES):
        box.letter_x[i], box.letter_y[i] = file.urbanization.cell[letter]
    box.letter_yield[RESOURCE] = file.urbanization.exploit.resource
    box.letter_yield[TILE] = file.urbanization.exploit.tile
    for i, name in enumerate(TILE_NAMES):
        _pack_card(box, i, file.card(name))
    for i, name in enumerate(CHARACTER_NAMES):
        _pack_character(box, i, file.character_card[name])
    box.color_cost = file.costs.color_change
    box.number_cost = file.costs.lower_number
    box.compensation = file.costs.compensation
    box.builder_compensates = options.overbuild_compensation == "builder"
    box.keep_letter_order = options.keep_letter_order
    box.returned_tile_points = options.returned_tile_sp
    box.refill_after_round = options.refill_timing == "end_of_round"
    box.end_after_round = options.end_after_round
    box.both_places_alone = options.sole_player_takes_both
    box.characters_count = options.characters_count_for_end_cards
    box.beginner = options.characters == "beginner"
    box.district_size = scoring.district_min_buildings
    box.first_place = scoring.first_place
    box.second_place = scoring.second_place
    box.new_hand_points = scoring.unused_new_hand_token
    box.solo_hand = solo.cards_per_round
    box.solo_new_hands = solo.new_hand_tokens
    for i, item in enumerate(ITEM_NAMES):
        box.solo_start[i] = getattr(solo.start, item)
    box.hal_points = solo.hal_sp
    box.hal_points_per_item = solo.hal_sp_per_item
    box.hal_pays_costs = solo.hal_pays_costs
    box.solo_refill = solo.tile_refill
    return box


def _pack_card(box: Box, i: int, card: OngoingCard | EndCard) -> None:
    if isinstance(card, OngoingCard):
        box.trigger_cards[TRIGGERS.index(card.trigger)] |= 1 << i
        _pack_goods(box, i, card.gain)
        return
    box.end_cards |= 1 << i
    box.end_points[i] = card.sp
    match card.score:
        case "fixed":
            box.end_kind[i] = state.FIXED
        case "buildings_of_color":
            box.end_kind[i] = state.BUILDINGS_OF_COLOR
        case "buildings_of_height":
            box.end_kind[i] = state.BUILDINGS_OF_HEIGHT
            assert card.floors is not None
            box.end_low[i], box.end_high[i] = card.floors
        case "cards_with_trigger":
            box.end_kind[i] = state.CARDS_WITH_TRIGGER
            assert card.trigger is not None
            box.end_low[i] = TRIGGERS.index(card.trigger)
        case "cards_of_color":
            box.end_kind[i] = state.CARDS_OF_COLOR
            box.end_high[i] = card.itself is True
    if card.color is not None:
        box.end_low[i] = COLORS.index(card.color)


def _pack_character(box: Box, i: int, card: Character) -> None:
    box.trigger_characters[TRIGGERS.index(card.trigger)] |= 1 << i
    box.color_characters[COLORS.index(card.color)] |= 1 << i
    box.character_set[i] = card.set
    box.sets = max(box.sets, card.set)
    _pack_goods(box, FIRST_CHARACTER + i, card.gain)
    for item, name in enumerate(ITEM_NAMES):
        box.start[i, item] = getattr(card.start, name)


def _pack_goods(box: Box, card: int, goods: Goods) -> None:
    for item, name in enumerate(ITEM_NAMES):
        box.gain[card, item] = getattr(goods, name)
