"""A mall: what stands where, who can walk where, and how far the conditions of the attractions are reached."""

from typing import Any

from galleria.core import bits, lowest, rule

from .state import (
    ATTRACTION,
    BAY,
    CARDS,
    CLOSED,
    CLUSTER,
    COLUMN_SAME,
    COLUMN_SATISFIED,
    ENTRANCE,
    FIRST_ORANGE,
    FLOOR,
    FULL_SETS,
    KINDS,
    MAIN,
    NO_WAITING,
    NONE,
    ON_ONE_FLOOR,
    RANKED,
    RED,
    ROW_SAME,
    SATISFIED,
    SATISFIED_ABOVE,
    SATISFIED_IN_ONE,
    SQUARE_FOUR,
    SQUARE_SAME,
    STORES,
    STRIDE,
    WISHES,
    Box,
    Mall,
)

# -- cells -------------------------------------------------------------------------------------------------------------


@rule
def tile_at(mall: Mall, cell: int) -> int:
    """The tile on a cell, -1 for none."""
    return (mall.grid[cell] & (CLOSED - 1)) - 1


@rule
def is_place(mall: Mall, cell: int) -> bool:
    """Whether a cell is free and stands on a supporting one (S25)."""
    below = mall.grid[cell - 1]
    return mall.grid[cell] == 0 and below > 0 and below < CLOSED


@rule
def add_place(mall: Mall, cell: int) -> None:
    i = int(mall.place_count)
    while i > 0 and mall.places[i - 1] > cell:
        mall.places[i] = mall.places[i - 1]
        i -= 1
    mall.places[i] = cell
    mall.place_count += 1


@rule
def drop_place(mall: Mall, cell: int) -> None:
    """Take a cell out of the places, if it is one."""
    n = int(mall.place_count)
    i = 0
    while i < n and mall.places[i] < cell:
        i += 1
    if i == n or mall.places[i] != cell:
        return
    while i + 1 < n:
        mall.places[i] = mall.places[i + 1]
        i += 1
    mall.places[n - 1] = 0
    mall.place_count -= 1


@rule
def add_tile(mall: Mall, what: int, number: int, cell: int) -> int:
    """A new tile, whose cells are still to be occupied."""
    tile = int(mall.tile_count)
    mall.tile_count += 1
    t = mall.tiles[tile]
    t.what = what
    t.id = number
    t.cell = cell
    for i in range(WISHES):
        t.wishes[i] = NONE
    return tile


@rule
def occupy(mall: Mall, tile: int, cell: int, supports: bool) -> None:
    """Lay a part of a tile on a cell and make its neighbours known (S7)."""
    mall.grid[cell] = tile + 1 + (0 if supports else CLOSED)
    drop_place(mall, cell)
    meet(mall, tile, cell - 1)
    meet(mall, tile, cell + 1)
    meet(mall, tile, cell - STRIDE)
    meet(mall, tile, cell + STRIDE)


@rule
def meet(mall: Mall, tile: int, cell: int) -> None:
    other = tile_at(mall, cell)
    if other >= 0 and other != tile:
        mall.tiles[tile].near |= 1 << other
        mall.tiles[other].near |= 1 << tile


@rule
def open_above(mall: Mall, cell: int) -> None:
    """A supporting cell makes a place of a free cell above it."""
    if mall.grid[cell + 1] == 0:
        add_place(mall, cell + 1)


# -- customers ---------------------------------------------------------------------------------------------------------


@rule
def arrive(mall: Mall, tile: int, table: Any, row: int) -> None:
    """Customers come to wait on a tile: `table[row]` has their wishes."""
    t = mall.tiles[tile]
    for i in range(WISHES):
        wish = table[row, i]
        if wish >= 0:
            t.wishes[i] = wish
            mall.waiting[wish] |= 1 << tile
            mall.unsatisfied += 1


@rule
def spread(mall: Mall, reached: int) -> int:
    """A set of tiles, and the attractions that are entered from it for nothing (S48)."""
    fresh = reached
    while fresh:
        near = 0
        while fresh:
            near |= mall.tiles[lowest(fresh)].near
            fresh &= fresh - 1
        fresh = near & mall.attractions & ~reached
        reached |= fresh
    return reached


@rule
def around(mall: Mall, reached: int) -> int:
    """All tiles beside a set of tiles, and the set."""
    rest = reached
    while rest:
        reached |= mall.tiles[lowest(rest)].near
        rest &= rest - 1
    return reached


@rule
def in_reach(mall: Mall, tile: int, steps: int) -> int:
    """Set of the tiles that can be reached from a tile in so many steps; the same the other way round (S48)."""
    reached = spread(mall, 1 << tile)
    for _ in range(steps):
        reached = spread(mall, around(mall, reached))
    return reached


@rule
def waiting_for(mall: Mall, tile: int, kind: int) -> int:
    """How many customers on a tile wish for a kind."""
    t = mall.tiles[tile]
    n = 0
    for i in range(WISHES):
        if t.wishes[i] == kind:
            n += 1
    return n


@rule
def stores_for(mall: Mall, tile: int, steps: int) -> int:
    """Set of the stores that a customer waiting on a tile can walk to (S47)."""
    t = mall.tiles[tile]
    found = 0
    for i in range(WISHES):
        if t.wishes[i] >= 0:
            found |= mall.vacant[t.wishes[i]]
    return found & in_reach(mall, tile, steps) if found else 0


@rule
def forced(mall: Mall, steps: int) -> int:
    """A match that no other one competes with, as tile * 64 + store; -1 for none, -2 where somebody has to choose.

    A match competes with another when they share the store, or the customer. One that stands alone is carried out in
    the end whatever is chosen, as distances never change; so nobody is asked about it (S50).
    """
    answer = -1
    for kind in range(KINDS):
        if mall.waiting[kind] == 0 or mall.vacant[kind] == 0:
            continue
        stores = mall.vacant[kind]
        while stores:
            store = lowest(stores)
            stores &= stores - 1
            seekers = in_reach(mall, store, steps) & mall.waiting[kind]
            if seekers == 0:
                continue
            tile = lowest(seekers)
            if seekers & (seekers - 1) == 0:
                others = in_reach(mall, tile, steps) & mall.vacant[kind]
                if bits(others) <= waiting_for(mall, tile, kind):
                    return tile * 64 + store
            answer = -2
    return answer


@rule
def steps_between(mall: Mall, tile: int, store: int, most: int) -> int:
    """How many steps the shortest way takes; more than `most` when there is none so short."""
    reached = spread(mall, 1 << tile)
    n = 0
    while (reached >> store) & 1 == 0 and n <= most:
        reached = spread(mall, around(mall, reached))
        n += 1
    return n


@rule
def satisfy(mall: Mall, box: Box, tile: int, store: int) -> None:
    """A customer moves from a tile into a store (S49)."""
    s = mall.tiles[store]
    t = mall.tiles[tile]
    kind = int(s.what)
    i = 0
    while t.wishes[i] != kind:
        i += 1
    t.wishes[i] = NONE
    if waiting_for(mall, tile, kind) == 0:
        mall.waiting[kind] &= ~(1 << tile)
    mall.vacant[kind] &= ~(1 << store)
    s.taken = 1
    floor = s.cell % STRIDE
    category = box.category[kind]
    mall.unsatisfied -= 1
    mall.satisfied += 1
    mall.satisfied_in[category] += 1
    mall.satisfied_at[floor] += 1
    root = root_of(mall, store)
    mall.tiles[root].happy += 1
    rate(mall, category, root)
    low = int(s.cell)
    while happy_store(mall, low - 1):
        low -= 1
    high = int(s.cell)
    while happy_store(mall, high + 1):
        high += 1
    for card in range(CARDS):
        c = box.conditions[card]
        if c.kind == SATISFIED:
            mall.progress[card] = mall.satisfied
        elif c.kind == SATISFIED_IN_ONE:
            mall.progress[card] = max(mall.progress[card], mall.satisfied_in[category])
        elif c.kind == SATISFIED_ABOVE:
            if floor >= c.floor:
                mall.progress[card] += 1
        elif c.kind == COLUMN_SATISFIED:
            mall.progress[card] = max(mall.progress[card], high - low + 1)


@rule
def happy_store(mall: Mall, cell: int) -> bool:
    tile = tile_at(mall, cell)
    return tile >= 0 and mall.tiles[tile].taken != 0


@rule
def watch_waiting(mall: Mall, box: Box) -> None:
    """How far the cards are that allow nobody to wait: satisfied customers while nobody waits, else 0."""
    for card in range(CARDS):
        if box.conditions[card].kind == NO_WAITING:
            mall.progress[card] = mall.satisfied if mall.unsatisfied == 0 else 0


# -- clusters ----------------------------------------------------------------------------------------------------------


@rule
def root_of(mall: Mall, tile: int) -> int:
    while mall.tiles[tile].root != tile:
        tile = int(mall.tiles[tile].root)
    return tile


@rule
def rate(mall: Mall, category: int, root: int) -> None:
    """A cluster has grown: it may be the best now (S53). Clusters never shrink."""
    t = mall.tiles[root]
    rank = RANKED * t.stores + t.happy
    mall.best[category] = max(mall.best[category], rank)


@rule
def join(mall: Mall, box: Box, root: int, cell: int, category: int) -> int:
    """Unite the cluster of `root` with that of the store on a cell, if it has the category; returns the root."""
    other = tile_at(mall, cell)
    if other < 0 or mall.tiles[other].what >= KINDS or box.category[mall.tiles[other].what] != category:
        return root
    other = root_of(mall, other)
    if other == root:
        return root
    if mall.tiles[other].stores < mall.tiles[root].stores:
        held = other
        other = root
        root = held
    into = mall.tiles[other]
    gone = mall.tiles[root]
    into.stores += gone.stores
    into.happy += gone.happy
    gone.root = other
    gone.stores = 0
    gone.happy = 0
    return other


# -- building ----------------------------------------------------------------------------------------------------------


@rule
def category_at(mall: Mall, box: Box, cell: int) -> int:
    """The category of the mall element on a cell, -1 where there is none."""
    tile = tile_at(mall, cell)
    if tile < 0:
        return NONE
    what = int(mall.tiles[tile].what)
    if what < KINDS:
        return int(box.category[what])
    return RED if what == ENTRANCE else NONE


@rule
def run_length(mall: Mall, box: Box, cell: int, step: int, category: int) -> int:
    """Elements of a category in a line through a cell, which has one."""
    n = 1
    at = cell + step
    while category_at(mall, box, at) == category:
        n += 1
        at += step
    at = cell - step
    while category_at(mall, box, at) == category:
        n += 1
        at -= step
    return n


@rule
def square_alike(mall: Mall, box: Box, corner: int, category: int) -> int:
    """How many of the four cells with `corner` at the lower left have a category."""
    n = 0
    n += category_at(mall, box, corner) == category
    n += category_at(mall, box, corner + 1) == category
    n += category_at(mall, box, corner + STRIDE) == category
    n += category_at(mall, box, corner + STRIDE + 1) == category
    return n


@rule
def square_kinds(mall: Mall, box: Box, corner: int) -> int:
    """How many categories the four cells with `corner` at the lower left have."""
    found = 0
    found |= 1 << (category_at(mall, box, corner) + 1)
    found |= 1 << (category_at(mall, box, corner + 1) + 1)
    found |= 1 << (category_at(mall, box, corner + STRIDE) + 1)
    found |= 1 << (category_at(mall, box, corner + STRIDE + 1) + 1)
    return bits(found >> 1)


@rule
def full_sets(mall: Mall, box: Box) -> int:
    """Categories of which the mall has every kind that is in the box."""
    missing = 0
    for kind in range(KINDS):
        if box.copies[kind] > 0 and (mall.kinds >> kind) & 1 == 0:
            missing |= 1 << box.category[kind]
    return STORES - bits(missing)


@rule
def build_element(mall: Mall, box: Box, kind: int, cell: int) -> int:
    """Place a mall element: a store, or with a type from KINDS on an entrance. Nobody moves yet."""
    what = kind if kind < KINDS else ENTRANCE
    tile = add_tile(mall, what, 0 if kind < KINDS else kind - KINDS, cell)
    occupy(mall, tile, cell, True)
    open_above(mall, cell)
    floor = cell % STRIDE
    category = int(box.category[kind]) if kind < KINDS else RED
    mall.elements[category] += 1
    mall.elements_at[floor] += 1
    column = 0
    row = 0
    alike = 0
    new = False
    if kind < KINDS:
        new = (mall.kinds >> kind) & 1 == 0
        mall.kinds |= 1 << kind
        mall.vacant[kind] |= 1 << tile
        t = mall.tiles[tile]
        t.root = tile
        t.stores = 1
        root = join(mall, box, tile, cell - 1, category)
        root = join(mall, box, root, cell + 1, category)
        root = join(mall, box, root, cell - STRIDE, category)
        root = join(mall, box, root, cell + STRIDE, category)
        rate(mall, category, root)
        column = run_length(mall, box, cell, 1, category)
        row = run_length(mall, box, cell, STRIDE, category)
        alike = square_alike(mall, box, cell, category)
        alike = max(alike, square_alike(mall, box, cell - 1, category))
        alike = max(alike, square_alike(mall, box, cell - STRIDE, category))
        alike = max(alike, square_alike(mall, box, cell - STRIDE - 1, category))
    else:
        arrive(mall, tile, box.entrance_wishes, kind - KINDS)
    for card in range(CARDS):
        c = box.conditions[card]
        best = int(mall.progress[card])
        if c.kind == COLUMN_SAME:
            best = max(best, column)
        elif c.kind == ROW_SAME:
            best = max(best, row)
        elif c.kind == SQUARE_SAME:
            best = max(best, alike)
        elif c.kind == SQUARE_FOUR:
            if best < 4:
                best = max(best, square_kinds(mall, box, cell))
                best = max(best, square_kinds(mall, box, cell - 1))
                best = max(best, square_kinds(mall, box, cell - STRIDE))
                best = max(best, square_kinds(mall, box, cell - STRIDE - 1))
        elif c.kind == CLUSTER:
            if kind < KINDS and (c.category < 0 or c.category == category):
                best = max(best, mall.best[category] // RANKED)
        elif c.kind == FLOOR:
            best = max(best, floor)
        elif c.kind == ON_ONE_FLOOR:
            best = max(best, mall.elements_at[floor])
        elif c.kind == FULL_SETS and new:
            best = full_sets(mall, box)
        mall.progress[card] = best
    return tile


@rule
def offset(box: Box, attraction: int, mirrored: int, i: int) -> int:
    """From the base of an attraction to its cell number `i`."""
    shape = box.shapes[attraction]
    right = int(shape.right[i])
    return (-right if mirrored else right) * STRIDE + shape.up[i]


@rule
def build_attraction(mall: Mall, box: Box, attraction: int, mirrored: int, cell: int) -> int:
    """Place an attraction with its base on a cell (S34 to S36)."""
    tile = add_tile(mall, ATTRACTION, attraction, cell)
    mall.tiles[tile].mirrored = mirrored
    mall.attractions |= 1 << tile
    mall.built |= 1 << attraction
    shape = box.shapes[attraction]
    for i in range(shape.cells):
        occupy(mall, tile, cell + offset(box, attraction, mirrored, i), (shape.platforms >> i) & 1 != 0)
    for i in range(shape.cells):
        if (shape.platforms >> i) & 1:
            open_above(mall, cell + offset(box, attraction, mirrored, i))
    return tile


@rule
def build_bay(mall: Mall, box: Box, bay: int, cell: int) -> int:
    """Place a docking bay (S41); its customers wait on it."""
    tile = add_tile(mall, BAY, bay, cell)
    mall.bays |= 1 << bay
    occupy(mall, tile, cell, True)
    open_above(mall, cell)
    arrive(mall, tile, box.bay_wishes, bay)
    return tile


@rule
def begin_mall(mall: Mall, box: Box, main: int, cell: int) -> None:
    """The main entrance with its left half on a cell (S2), and its customers."""
    mall.main = main
    tile = add_tile(mall, MAIN, main, cell)
    occupy(mall, tile, cell, True)
    occupy(mall, tile, cell + STRIDE, True)
    open_above(mall, cell)
    open_above(mall, cell + STRIDE)
    arrive(mall, tile, box.main_wishes, main)


@rule
def met(mall: Mall, box: Box, attraction: int) -> bool:
    """Whether the condition of an attraction is true; for the individual one its card has to be known (S33)."""
    card = attraction if attraction < FIRST_ORANGE else FIRST_ORANGE + mall.card
    return mall.progress[card] >= box.conditions[card].need
