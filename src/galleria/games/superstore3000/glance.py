"""What an answer of Superstore 3000 looks like at first sight: weights for playouts, and where a search looks first."""

from galleria.core import Array, rule

from .actions import ATTRACT, BUILD, DOCK, MONEY, MOVE
from .mall import around, root_of, spread, tile_at
from .rules import category_of
from .state import (
    CELLS,
    KINDS,
    RANKED,
    ROWS,
    STRIDE,
    TILES,
    WISHES,
    Box,
    Mall,
    State,
)

STORE = 24
ENTRANCE = 26
WALK = 150
"""For each customer who walks at once."""
GROW = 9
"""For each store in the cluster that a store joins."""
LEAD = 30
"""For a cluster larger than the best so far."""
VACANT = 14
"""For an entrance, by vacant store in the mall that its customers wish for, though too far."""
NOTE = 22
"""For a note, while there are fewer than `ENOUGH`."""
ENOUGH = 4
RIDE = 90
"""For each point of an attraction."""
BAY = 170
BAY_POINT = 45
CHEAPER = (64, 40, 25, 15)
"""By the notes that a tile costs, in 1/64."""


@rule
def reach_of_place(mall: Mall, cell: int, steps: int) -> int:
    """Set of the tiles that are in reach of a tile that would stand on a cell."""
    near = 0
    for other in (cell - 1, cell + 1, cell - STRIDE, cell + STRIDE):
        tile = tile_at(mall, other)
        if tile >= 0:
            near |= 1 << tile
    free = spread(mall, near & mall.attractions)
    reached = near | free
    reached = spread(mall, reached | around(mall, free))
    for _ in range(steps - 1):
        reached = spread(mall, around(mall, reached))
    return reached


@rule
def joined_size(mall: Mall, box: Box, cell: int, category: int) -> int:
    """Stores of the clusters of a category beside a cell."""
    size = 0
    first = -1
    second = -1
    third = -1
    for other in (cell - 1, cell + 1, cell - STRIDE, cell + STRIDE):
        tile = tile_at(mall, other)
        if tile >= 0 and mall.tiles[tile].what < KINDS and box.category[mall.tiles[tile].what] == category:
            root = root_of(mall, tile)
            if root not in (first, second, third):
                third = second
                second = first
                first = root
                size += int(mall.tiles[root].stores)
    return size


@rule
def weigh(s: State, box: Box, seat: int, actions: Array[int], n: int, out: Array[int]) -> None:
    """Weights of the `n` legal `actions`, into `out`."""
    mall = s.malls[seat]
    left = int(s.supply.n) // int(s.players)
    place = -1
    reached = 0
    many = 0
    while many < n and actions[many] < ATTRACT:
        many += 1
    places = int(mall.place_count)
    for i in range(min(places, many)):
        # The same places come for every slot; what is in reach of one is worked out once.
        place = int(mall.places[i])
        reached = reach_of_place(mall, place, box.max_steps)
        sizes = (joined_size(mall, box, place, 0) << 16) | (joined_size(mall, box, place, 1) << 8)
        sizes |= joined_size(mall, box, place, 2)
        for j in range(i, many, places):
            slot = (int(actions[j]) - BUILD) // CELLS
            out[j] = weigh_element(s, box, mall, slot, reached, sizes, left)
    for j in range(many, n):
        action = int(actions[j])
        if action < DOCK:
            out[j] = RIDE * max(1, int(box.shapes[(action - ATTRACT) // CELLS // 2].points))
        elif action < MONEY:
            out[j] = BAY + BAY_POINT * box.bays[(action - DOCK) // 4].points
        elif action < MOVE:
            out[j] = weigh_money(s, box, mall, action - MONEY, left)
        else:
            store = (action - MOVE) % TILES
            out[j] = 10 + mall.tiles[store].cell % STRIDE


@rule
def weigh_element(s: State, box: Box, mall: Mall, slot: int, reached: int, sizes: int, left: int) -> int:
    kind = int(s.slots[slot])
    weight = STORE
    if kind < KINDS:
        category = int(box.category[kind])
        size = (sizes >> (16 - 8 * category)) & 255
        if reached & mall.waiting[kind]:
            weight += WALK
        weight += GROW * size
        if size >= mall.best[category] // RANKED:
            weight += LEAD
    else:
        weight = ENTRANCE
        if left < 4:
            weight = 4
        for i in range(WISHES):
            wish = box.entrance_wishes[kind - KINDS, i]
            if wish >= 0 and mall.vacant[wish]:
                weight += WALK if reached & mall.vacant[wish] else VACANT
    cost = int(box.row_cost[slot % ROWS])
    if cost and left > 1:
        weight = weight * CHEAPER[min(cost, 3)] // 64
    return max(1, weight)


@rule
def weigh_money(s: State, box: Box, mall: Mall, column: int, left: int) -> int:
    category = category_of(box, s.slots[column * ROWS])
    equal = 0
    for row in range(1, ROWS):
        other = s.slots[column * ROWS + row]
        if other >= 0 and category_of(box, other) == category:
            equal += 1
    if not box.take_tiles:
        equal = min(equal, int(s.bank))
    gain = 1 + equal
    if left < 2:
        return 1
    useful = min(gain, max(1, ENOUGH - int(mall.notes)))
    return 1 + NOTE * useful * (gain if mall.notes == 0 else 1) // (1 if mall.notes < ENOUGH else 4)
