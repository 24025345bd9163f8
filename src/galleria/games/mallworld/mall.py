"""The mall: where a pattern fits, which shops can be rented, which cards are of use (W42 to W48, W53)."""

from galleria.core import emit, rule

from .events import LAID, RENTED, TILED
from .reasons import ALLOWED, NO_CUSTOMER, NO_FIT, NO_FREE_SHOP, NO_SPACE, NO_TILE, RENT_LOCKED, SAME_TILES
from .state import BORDER, COLORS, COLUMNS, NONE, TURNS, WALL, WIDTH, Box, State


@rule
def cell_of(space: int) -> int:
    """The cell of a space."""
    return (space // COLUMNS + BORDER) * WIDTH + space % COLUMNS + BORDER


@rule
def space_of(cell: int) -> int:
    """The space of a cell."""
    return (cell // WIDTH - BORDER) * COLUMNS + cell % WIDTH - BORDER


@rule
def has_tiles(s: State, box: Box, card: int) -> bool:
    """Whether the supply has all new tiles of a pattern (W45)."""
    p = box.pattern[card]
    for color in range(COLORS):  # noqa: SIM110 - generators do not compile
        if p.need[color] > s.tiles[color]:
            return False
    return True


@rule
def fits(s: State, box: Box, card: int, cell: int, turn: int) -> bool:
    """Whether the pattern fits with its first tile on `cell`, the supply aside."""
    p = box.pattern[card]
    for part in range(p.tiles):
        if s.shop[cell + p.step[turn, part]] != NONE:
            return False
    for part in range(p.tiles, p.parts):  # noqa: SIM110
        if s.shop[cell + p.step[turn, part]] != p.color[part]:  # W43, D18
            return False
    return True


@rule
def first_fit(s: State, box: Box, card: int, cell: int, turn: int) -> bool:
    """Whether no turn before this one puts the same new tiles there."""
    rest = box.pattern[card].twin[turn] + 0
    before = 0
    while rest >> before:
        if (rest >> before) & 1 and fits(s, box, card, cell, before):
            return False
        before += 1
    return True


@rule
def can_lay(s: State, box: Box, card: int) -> bool:
    """Whether the layout can be executed anywhere."""
    if not has_tiles(s, box, card):
        return False
    plan = box.plan[s.players]
    turns = box.pattern[card].turns + 0
    for i in range(plan.spaces):
        cell = plan.cell[i] + 0
        if s.shop[cell] == NONE:
            for turn in range(TURNS):
                if (turns >> turn) & 1 and fits(s, box, card, cell, turn):
                    return True
    return False


@rule
def can_rent(s: State, box: Box, card: int) -> bool:
    """Whether the rent action can be executed, the lock aside (W46, W53)."""
    if s.customers[box.rent_customer[card]] == 0:
        return False
    shop = box.rent_shop[card]
    plan = box.plan[s.players]
    for i in range(plan.spaces):
        cell = plan.cell[i] + 0
        if s.shop[cell] == shop and s.customer[cell] == NONE:
            return True
    return False


@rule
def executable(s: State, box: Box, card: int) -> bool:
    """Whether a card can be executed now, in a mode that is permitted (W32, W42)."""
    return can_lay(s, box, card) or (s.unlocked != 0 and can_rent(s, box, card))


@rule
def usable(s: State, box: Box, card: int) -> bool:
    """W53: as if rent were unlocked."""
    return can_rent(s, box, card) or can_lay(s, box, card)


@rule
def why_not_lay(s: State, box: Box, card: int, space: int, turn: int) -> int:
    cell = cell_of(space)
    if s.shop[cell] == WALL:
        return NO_SPACE
    if not has_tiles(s, box, card):
        return NO_TILE
    if not fits(s, box, card, cell, turn):
        return NO_FIT
    if not (box.pattern[card].turns >> turn) & 1 or not first_fit(s, box, card, cell, turn):
        return SAME_TILES
    return ALLOWED


@rule
def why_not_rent(s: State, box: Box, card: int, space: int) -> int:
    cell = cell_of(space)
    if s.shop[cell] == WALL:
        return NO_SPACE
    if not s.unlocked:
        return RENT_LOCKED
    if s.customers[box.rent_customer[card]] == 0:
        return NO_CUSTOMER
    if s.shop[cell] != box.rent_shop[card] or s.customer[cell] != NONE:
        return NO_FREE_SHOP
    return ALLOWED


@rule
def lay(s: State, box: Box, seat: int, card: int, space: int, turn: int) -> None:
    """W43 to W45."""
    p = box.pattern[card]
    cell = cell_of(space)
    emit(s, LAID, seat, card, space, turn, 0)
    for part in range(p.tiles):
        here = cell + p.step[turn, part]
        color = p.color[part]
        s.shop[here] = color
        s.tiles[color] -= 1
        emit(s, TILED, seat, space_of(here), color, 0, 0)


@rule
def rent(s: State, box: Box, seat: int, card: int, space: int) -> None:
    """W46."""
    customer = box.rent_customer[card]
    s.customer[cell_of(space)] = customer
    s.customers[customer] -= 1
    s.rented += 1
    emit(s, RENTED, seat, card, space, box.rent_shop[card], customer)
