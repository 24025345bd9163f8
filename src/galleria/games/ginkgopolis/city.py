"""The city of Ginkgopolis: cells, buildings, tokens and districts.

The city has no grid and no edge: a building knows its neighbours, and a token knows its cell.
"""

from galleria.core import has, lowest, rule

from .actions import SPAN
from .reasons import ALLOWED, CELL_BUILT, CELL_FAR, CELL_NOT_NEAREST, CELL_TOKEN
from .state import LETTERS, NONE, NUMBERS, REACH, Box, State


@rule
def step_x(direction: int) -> int:
    return (direction == 1) - (direction == 3)


@rule
def step_y(direction: int) -> int:
    return (direction == 0) - (direction == 2)


@rule
def building_at(s: State, x: int, y: int) -> int:
    """The building on a cell, -1 for none."""
    for i in range(s.city_count):
        if s.city[i].x == x and s.city[i].y == y:
            return i
    return NONE


@rule
def token_at(s: State, x: int, y: int) -> int:
    """The letter whose token lies on a cell, -1 for none."""
    for letter in range(LETTERS):
        if s.token_x[letter] == x and s.token_y[letter] == y:
            return letter
    return NONE


@rule
def found(s: State, tile: int, x: int, y: int, owner: int, pawn: int) -> int:
    """Lay a tile on an empty cell: a new building of height 1, whose number is returned."""
    n = int(s.city_count)
    new = s.city[n]
    new.x = x
    new.y = y
    new.height = 1
    new.owner = owner
    new.pawn = pawn
    new.top = tile
    for direction in range(4):
        new.near[direction] = NONE
    for i in range(n):
        b = s.city[i]
        if abs(b.x - x) + abs(b.y - y) == 1:
            for direction in range(4):
                if b.x == x + step_x(direction) and b.y == y + step_y(direction):
                    new.near[direction] = i
                    b.near[(direction + 2) & 3] = n
    s.at[tile] = n
    s.city_count = n + 1
    return n


@rule
def cover(s: State, building: int, tile: int, owner: int) -> None:
    """Lay a tile on a building (G52)."""
    b = s.city[building]
    s.below[tile] = b.top
    s.at[b.top] = NONE
    s.at[tile] = building
    b.top = tile
    b.height += 1
    b.owner = owner
    b.pawn = 1


# -- where the token may go (G49) --------------------------------------------------------------------------------------


@rule
def nearest(s: State) -> int:
    """How many steps from the newest building the token has to go.

    1, or more where no cell beside it is empty (D5). Such a cell always exists: ten buildings and more have at least
    twelve cells around them, and the other tokens lie on eleven cells.
    """
    new = s.city[s.city_count - 1]
    best = 1000
    for i in range(s.city_count - 1, -1, -1):
        b = s.city[i]
        for direction in range(4):
            if b.near[direction] < 0:
                x = b.x + step_x(direction)
                y = b.y + step_y(direction)
                steps = abs(x - new.x) + abs(y - new.y)
                if steps < best and token_at(s, x, y) < 0:
                    best = steps
                    if best == 1:
                        return 1
    return best


@rule
def beside_city(s: State, x: int, y: int) -> bool:
    """Whether a cell is next to a building."""
    for i in range(s.city_count):  # noqa: SIM110 - generators do not compile
        if abs(s.city[i].x - x) + abs(s.city[i].y - y) == 1:
            return True
    return False


@rule
def cell_state(s: State, x: int, y: int, steps: int) -> int:
    """Whether the token may go to a cell by G49 and D5: 0, or the reason why not. `steps` is `nearest(s)`."""
    if building_at(s, x, y) >= 0:
        return CELL_BUILT
    if token_at(s, x, y) >= 0:
        return CELL_TOKEN
    new = s.city[s.city_count - 1]
    if abs(x - new.x) + abs(y - new.y) == steps and beside_city(s, x, y):
        return ALLOWED
    return CELL_FAR if steps == 1 else CELL_NOT_NEAREST


@rule
def in_order(s: State, letter: int, x: int, y: int) -> bool:
    """Whether the tokens lie in the order A to L around the city when `letter` goes to (x, y) (D4).

    Around the city: clockwise along its outer edge. A token in a recess touches the edge more than once; one touch that
    fits is enough. Tokens within a hole do not count, and one that moves into a hole disturbs nobody.
    """
    start = 0  # the northernmost building has its north side on the outer edge
    for i in range(s.city_count):
        if s.city[i].y > s.city[start].y:
            start = i
    along = 0  # the letters along the edge
    edge = 0  # and how many sides of buildings it has
    building = start
    side = 0
    while edge == 0 or building != start or side != 0:
        token = token_beside(s, building, side, letter, x, y)
        if token >= 0:
            along |= 1 << token
        building, side = next_side(s, building, side)
        edge += 1
    if not has(along, letter):
        return True
    for _ in range(edge):  # let the walk begin at every touch of the letter
        if token_beside(s, building, side, letter, x, y) == letter:
            b = building
            d = side
            due = next_letter(along, letter)
            left = edge
            while left > 0 and due != letter:
                if token_beside(s, b, d, letter, x, y) == due:
                    due = next_letter(along, due)
                b, d = next_side(s, b, d)
                left -= 1
            if due == letter:
                return True
        building, side = next_side(s, building, side)
    return False


@rule
def next_letter(along: int, letter: int) -> int:
    """The letter of a set that follows `letter`, with A after L."""
    later = along & ~((2 << letter) - 1)
    return lowest(later or along)


@rule
def token_beside(s: State, building: int, side: int, letter: int, x: int, y: int) -> int:
    """The letter on the cell at a side of a building, -1 for none, with `letter` supposed at (x, y)."""
    b = s.city[building]
    cell_x = b.x + step_x(side)
    cell_y = b.y + step_y(side)
    if cell_x == x and cell_y == y:
        return letter
    token = token_at(s, cell_x, cell_y)
    return NONE if token == letter else token


@rule
def next_side(s: State, building: int, side: int) -> tuple[int, int]:
    """The side that follows clockwise on the edge of the city: around the corner, straight on, or into the recess."""
    ahead = int(s.city[building].near[(side + 1) & 3])
    if ahead < 0:
        return building, (side + 1) & 3
    recess = int(s.city[ahead].near[side])
    if recess < 0:
        return ahead, side
    return recess, (side + 3) & 3


@rule
def next_cell(s: State, letter: int, after: int, steps: int, ordered: bool) -> int:
    """The first cell above `after` where the token of `letter` may go, -1 for none.

    Cells are numbered (x + REACH) * SPAN + y + REACH. `steps` is `nearest(s)`, `ordered` is `order_binds(...)`.
    """
    new = s.city[s.city_count - 1]
    best = NONE
    for i in range(s.city_count - 1 if steps == 1 else 0, s.city_count):
        b = s.city[i]
        for direction in range(4):
            if b.near[direction] < 0:
                x = b.x + step_x(direction)
                y = b.y + step_y(direction)
                cell = (x + REACH) * SPAN + y + REACH
                if (
                    cell > after
                    and (best < 0 or cell < best)
                    and abs(x - new.x) + abs(y - new.y) == steps
                    and token_at(s, x, y) < 0
                    and (not ordered or in_order(s, letter, x, y))
                ):
                    best = cell
    return best


@rule
def order_binds(s: State, box: Box, letter: int, steps: int) -> bool:
    """Whether the order of the letters has to be kept: the box says so, and some cell keeps it (D4)."""
    return box.keep_letter_order != 0 and next_cell(s, letter, NONE, steps, True) >= 0


# -- districts (G84) ---------------------------------------------------------------------------------------------------


@rule
def district(s: State, start: int) -> int:
    """Set of the buildings connected with `start` by sides over tiles of its colour."""
    color = s.city[start].top // NUMBERS
    group = 1 << start
    frontier = group
    while frontier:
        building = lowest(frontier)
        frontier &= frontier - 1
        for direction in range(4):
            n = int(s.city[building].near[direction])
            if n >= 0 and not has(group, n) and s.city[n].top // NUMBERS == color:
                group |= 1 << n
                frontier |= 1 << n
    return group
