"""Everything that holds in every reachable state of Superstore 3000, found out anew from the tiles and their cells."""

from galleria.core import bits, has, lowest, rule

from .mall import category_at, offset, root_of, tile_at
from .state import (
    ATTRACTION,
    BAY,
    BAYS,
    BY_ATTRACTIONS,
    BY_SUPPLY,
    CARDS,
    CELLS,
    CLOSED,
    CLUSTER,
    COLUMN_SAME,
    COLUMN_SATISFIED,
    COLUMNS,
    COMMONS,
    ELEMENTS,
    ENTRANCE,
    FLOOR,
    FULL_SETS,
    HIDDEN,
    KINDS,
    LEFT,
    MAIN,
    NO_WAITING,
    NONE,
    ON_ONE_FLOOR,
    OVER,
    OWN,
    PLACES,
    RANKED,
    RED,
    ROW_SAME,
    ROWS,
    SATISFIED,
    SATISFIED_ABOVE,
    SATISFIED_IN_ONE,
    SLOTS,
    SQUARE_FOUR,
    SQUARE_SAME,
    STORES,
    STRIDE,
    TILES,
    TURN,
    TYPES,
    WALK,
    WISHES,
    Box,
    Mall,
    State,
)

INVARIANTS = (
    "every mall element is in exactly one place",
    "every banknote is in exactly one place",
    "no two tiles overlap, and every tile lies where it was placed",
    "every tile stands on something that carries it",
    "docking bays and main entrance form one row on floor 1",
    "the open places are the free cells on supporting ones",
    "adjacent tiles know each other",
    "every customer is in one place, and no store holds two",
    "the counts of a mall fit its tiles",
    "clusters are as large as they look",
    "the progress of every condition is what the mall shows",
    "nobody waits who could walk, but while somebody chooses",
    "the dispenser has no gaps, and is full while there is a supply",
    "attractions and docking bays are in one place",
    "individual cards are all different",
    "the end triggers fit the situation",
    "turns, rounds and phase fit together",
    "no event was lost",
)
(
    TILES_BROKEN,
    NOTES_BROKEN,
    OVERLAP,
    SUPPORT,
    GROUND_ROW,
    OPEN_PLACES,
    NEIGHBORS,
    CUSTOMERS_BROKEN,
    COUNTS,
    CLUSTERS,
    PROGRESS,
    WALKS,
    DISPENSER,
    OFFERS,
    CARDS_BROKEN,
    TRIGGERS,
    COURSE,
    EVENTS,
) = (1 << i for i in range(len(INVARIANTS)))


@rule
def check(s: State, box: Box) -> int:
    """Bit set of the invariants broken."""
    broken = check_supply(s, box)
    for seat in range(s.players):
        mall = s.malls[seat]
        if not 0 < mall.tile_count <= TILES or not 0 <= mall.place_count <= PLACES:
            return broken | COUNTS
        broken |= check_cells(mall, box)
        broken |= check_places(mall)
        broken |= check_customers(s, box, mall, s.phase == WALK and s.turn == seat)
        broken |= check_counts(mall, box)
        broken |= check_progress(mall, box)
    broken |= check_course(s, box)
    if s.log.lost:
        broken |= EVENTS
    return broken


@rule
def check_supply(s: State, box: Box) -> int:
    """Tiles, notes, attractions, bays and cards."""
    broken = 0
    in_malls = 0
    notes = s.bank + 0
    held = 0
    built = 0
    docked = 0
    for seat in range(s.players):
        mall = s.malls[seat]
        notes += mall.notes
        if mall.notes < 0:
            broken |= NOTES_BROKEN
        for tile in range(mall.tile_count):
            if mall.tiles[tile].what <= ENTRANCE:
                in_malls += 1
        if mall.card >= 0:
            if has(held, mall.card):
                broken |= CARDS_BROKEN
            held |= 1 << mall.card
        elif mall.card != HIDDEN or has(mall.built, OWN):
            broken |= CARDS_BROKEN
        if (built & mall.built & ~(1 << OWN)) != 0 or (docked & mall.bays) != 0:
            broken |= OFFERS
        built |= mall.built & ~(1 << OWN)
        docked |= mall.bays
    if s.bank < 0 or notes != box.start_bank + s.players * box.start_notes + s.turned:
        broken |= NOTES_BROKEN
    if (built & s.offer) != 0 or (built | s.offer) != s.laid:
        broken |= OFFERS
    if (docked & s.free_bays) != 0 or (docked | s.free_bays) != (1 << BAYS) - 1:
        broken |= OFFERS
    on_dispenser = 0
    for slot in range(SLOTS):
        if s.slots[slot] >= 0:
            on_dispenser += 1
            if slot % ROWS > 0 and s.slots[slot - 1] < 0:
                broken |= DISPENSER
        elif s.supply.n > 0 and s.phase == TURN:
            broken |= DISPENSER
    if s.supply.n + on_dispenser + in_malls + s.turned != box.in_use[s.players]:
        broken |= TILES_BROKEN
    unseen = 0
    every = 0
    for kind in range(TYPES):
        copies = int(box.copies[kind]) if kind < KINDS else 1
        every += copies
        unseen += s.unseen[kind]
        seen = 0
        for slot in range(SLOTS):
            seen += s.slots[slot] == kind
        for seat in range(s.players):
            mall = s.malls[seat]
            for tile in range(mall.tile_count):
                t = mall.tiles[tile]
                what = t.what + t.id if t.what == ENTRANCE else int(t.what)
                if t.what <= ENTRANCE and what == kind:
                    seen += 1
        if not 0 <= s.unseen[kind] <= copies - seen:
            broken |= TILES_BROKEN
        hidden = 0
        for i in range(s.supply.n):
            hidden += s.supply.cards[i] == kind
        for i in range(s.aside.n):
            hidden += s.aside.cards[i] == kind
        known = s.supply.n > 0 and s.supply.cards[0] >= 0
        if known and hidden != s.unseen[kind]:
            broken |= TILES_BROKEN
    if s.supply.n + s.aside.n != unseen or s.aside.n != every - box.in_use[s.players]:
        broken |= TILES_BROKEN
    for i in range(s.supply.n, ELEMENTS):
        if s.supply.cards[i] != NONE:
            broken |= TILES_BROKEN
    return broken


@rule
def cells_of(mall: Mall, box: Box, tile: int) -> int:
    """How many cells a tile has."""
    t = mall.tiles[tile]
    if t.what == MAIN:
        return 2
    return int(box.shapes[t.id].cells) if t.what == ATTRACTION else 1


@rule
def cell_of(mall: Mall, box: Box, tile: int, i: int) -> int:
    """Cell number `i` of a tile."""
    t = mall.tiles[tile]
    if t.what == MAIN:
        return t.cell + i * STRIDE
    return t.cell + offset(box, t.id, t.mirrored, i) if t.what == ATTRACTION else int(t.cell)


@rule
def carries(mall: Mall, box: Box, tile: int, i: int) -> bool:
    """Whether cell number `i` of a tile is supporting (S6)."""
    t = mall.tiles[tile]
    return t.what != ATTRACTION or has(box.shapes[t.id].platforms, i)


@rule
def check_cells(mall: Mall, box: Box) -> int:
    broken = 0
    cells = 0
    bays = 0
    for tile in range(mall.tile_count):
        t = mall.tiles[tile]
        near = 0
        for i in range(cells_of(mall, box, tile)):
            cell = cell_of(mall, box, tile, i)
            floor = cell % STRIDE
            if not (1 <= floor <= STRIDE - 2 and 1 <= cell // STRIDE <= COLUMNS - 2):
                return broken | OVERLAP
            cells += 1
            if mall.grid[cell] != tile + 1 + (0 if carries(mall, box, tile, i) else CLOSED):
                broken |= OVERLAP
            if i == 0 and t.what not in (MAIN, BAY):
                below = mall.grid[cell - 1]
                if not 0 < below < CLOSED or floor < 2 or below - 1 >= tile:
                    broken |= SUPPORT
            for other in (cell - 1, cell + 1, cell - STRIDE, cell + STRIDE):
                neighbor = tile_at(mall, other)
                if neighbor >= 0 and neighbor != tile:
                    near |= 1 << neighbor
        if near != t.near:
            broken |= NEIGHBORS
        if (t.what == MAIN) != (tile == 0):
            broken |= GROUND_ROW
        if t.what == BAY:
            bays += 1
            if t.cell % STRIDE != 1:
                broken |= GROUND_ROW
    filled = 0
    for cell in range(CELLS):
        if mall.grid[cell] != 0:
            filled += 1
    if filled != cells:
        broken |= OVERLAP
    row = (LEFT - 1) * STRIDE + 1
    joined = 0
    for step in (-STRIDE, STRIDE):
        at = row if step < 0 else row + 3 * STRIDE
        while tile_at(mall, at) >= 0 and mall.tiles[tile_at(mall, at)].what == BAY:
            joined += 1
            at += step
    if joined != bays or mall.tiles[0].cell != LEFT * STRIDE + 1 or mall.tiles[0].id != mall.main:
        broken |= GROUND_ROW
    return broken


@rule
def check_places(mall: Mall) -> int:
    n = 0
    for cell in range(STRIDE, CELLS - STRIDE):
        floor = cell % STRIDE
        if 2 <= floor <= STRIDE - 2 and mall.grid[cell] == 0 and 0 < mall.grid[cell - 1] < CLOSED:
            if n >= mall.place_count or mall.places[n] != cell:
                return OPEN_PLACES
            n += 1
    if n != mall.place_count:
        return OPEN_PLACES
    for i in range(n, PLACES):
        if mall.places[i] != 0:
            return OPEN_PLACES
    return 0


@rule
def reach(mall: Mall, start: int, steps: int) -> int:
    """Set of the tiles in reach, tile by tile over the cells' neighbours: the same as `mall.in_reach` (S48)."""
    found = 1 << start
    for step in range(steps + 1):
        again = True
        while again:  # attractions cost nothing
            again = False
            for tile in range(mall.tile_count):
                if (
                    not has(found, tile)
                    and mall.tiles[tile].what == ATTRACTION
                    and (found & mall.tiles[tile].near) != 0
                ):
                    found |= 1 << tile
                    again = True
        if step < steps:
            wider = found
            for tile in range(mall.tile_count):
                if (found & mall.tiles[tile].near) != 0:
                    wider |= 1 << tile
            found = wider
    return found


@rule
def check_customers(s: State, box: Box, mall: Mall, choosing: bool) -> int:
    broken = 0
    came = 0
    waits = 0
    happy = 0
    matches = 0
    for tile in range(mall.tile_count):
        t = mall.tiles[tile]
        if t.taken not in (0, 1) or (t.taken and t.what >= KINDS):
            broken |= CUSTOMERS_BROKEN
        happy += t.taken
        for i in range(WISHES):
            printed = NONE
            if t.what == ENTRANCE:
                printed = box.entrance_wishes[t.id, i]
            elif t.what == MAIN:
                printed = box.main_wishes[t.id, i]
            elif t.what == BAY:
                printed = box.bay_wishes[t.id, i]
            came += printed >= 0
            wish = t.wishes[i]
            if wish not in (NONE, printed):
                broken |= CUSTOMERS_BROKEN
            if wish >= 0:
                waits += 1
                if not has(mall.waiting[wish], tile):
                    broken |= CUSTOMERS_BROKEN
                if (reach(mall, tile, box.max_steps) & mall.vacant[wish]) != 0:
                    matches += 1
    if came != waits + happy or waits != mall.unsatisfied or happy != mall.satisfied:
        broken |= CUSTOMERS_BROKEN
    for kind in range(KINDS):
        for tile in range(mall.tile_count):
            t = mall.tiles[tile]
            if has(mall.vacant[kind], tile) != (t.what == kind and not t.taken):
                broken |= CUSTOMERS_BROKEN
            wanted = False
            for i in range(WISHES):
                wanted |= t.wishes[i] == kind
            if has(mall.waiting[kind], tile) != wanted:
                broken |= CUSTOMERS_BROKEN
    if (matches > 0) != choosing:
        broken |= WALKS
    return broken


@rule
def check_counts(mall: Mall, box: Box) -> int:
    """Counts and clusters."""
    broken = 0
    attractions = 0
    built = 0
    bays = 0
    kinds = 0
    for category in range(4):
        n = 0
        satisfied = 0
        best = 0
        for tile in range(mall.tile_count):
            t = mall.tiles[tile]
            store = t.what < KINDS and box.category[min(int(t.what), KINDS - 1)] == category
            if store or (category == RED and t.what == ENTRANCE):
                n += 1
                satisfied += t.taken
            if store:
                group = cluster(mall, box, tile, category)
                size = bits(group)
                happy = 0
                rest = group
                while rest:
                    happy += mall.tiles[lowest(rest)].taken
                    if root_of(mall, lowest(rest)) != root_of(mall, tile):
                        broken |= CLUSTERS
                    rest &= rest - 1
                root = mall.tiles[root_of(mall, tile)]
                if root.stores != size or root.happy != happy:
                    broken |= CLUSTERS
                best = max(best, RANKED * size + happy)
        if mall.elements[category] != n:
            broken |= COUNTS
        if category < STORES and (mall.satisfied_in[category] != satisfied or mall.best[category] != best):
            broken |= CLUSTERS
    for tile in range(mall.tile_count):
        t = mall.tiles[tile]
        if t.what < KINDS:
            kinds |= 1 << t.what
        elif t.what == ATTRACTION:
            attractions |= 1 << tile
            built |= 1 << t.id
        elif t.what == BAY:
            bays |= 1 << t.id
    if attractions != mall.attractions or built != mall.built or bays != mall.bays or kinds != mall.kinds:
        broken |= COUNTS
    colors = 0
    rest = mall.bays + 0
    while rest:
        color = box.bays[lowest(rest)].color
        if has(colors, color):
            broken |= OFFERS
        colors |= 1 << color
        rest &= rest - 1
    for floor in range(STRIDE):
        n = 0
        satisfied = 0
        for tile in range(mall.tile_count):
            t = mall.tiles[tile]
            if t.what <= ENTRANCE and t.cell % STRIDE == floor:
                n += 1
                satisfied += t.taken
        if mall.elements_at[floor] != n or mall.satisfied_at[floor] != satisfied:
            broken |= COUNTS
    return broken


@rule
def cluster(mall: Mall, box: Box, tile: int, category: int) -> int:
    """Set of the stores of a category connected with a store (S53)."""
    group = 1 << tile
    again = True
    while again:
        again = False
        for other in range(mall.tile_count):
            t = mall.tiles[other]
            if not has(group, other) and t.what < KINDS and (t.near & group) != 0 and box.category[t.what] == category:
                group |= 1 << other
                again = True
    return group


@rule
def check_progress(mall: Mall, box: Box) -> int:
    low = COLUMNS
    high = 0
    top = 0
    for tile in range(mall.tile_count):
        for i in range(cells_of(mall, box, tile)):
            cell = cell_of(mall, box, tile, i)
            low = min(low, cell // STRIDE)
            high = max(high, cell // STRIDE)
            top = max(top, cell % STRIDE)
    for card in range(CARDS):
        if mall.progress[card] != shown(mall, box, card, low - 1, high, top):
            return PROGRESS
    return 0


@rule
def shown(mall: Mall, box: Box, card: int, low: int, high: int, top: int) -> int:
    """How far a condition is reached, by looking at all cells of the columns `low` to `high` up to the floor `top`."""
    c = box.conditions[card]
    best = 0
    total = 0
    for column in range(low, high + 1):
        for floor in range(top + 1):
            cell = column * STRIDE + floor
            tile = tile_at(mall, cell)
            if tile < 0 or mall.tiles[tile].what > ENTRANCE:
                if c.kind == SQUARE_FOUR:
                    best = max(best, kinds_of_square(mall, box, cell))
                continue
            t = mall.tiles[tile]
            category = category_at(mall, box, cell)
            n = 0
            at = cell
            if c.kind in (COLUMN_SAME, ROW_SAME) and category != RED:
                while category_at(mall, box, at) == category:
                    n += 1
                    at += 1 if c.kind == COLUMN_SAME else STRIDE
            elif c.kind == SQUARE_SAME and category != RED:
                for corner in (cell, cell - 1, cell - STRIDE, cell - STRIDE - 1):
                    n = max(n, alike_in_square(mall, box, corner, category))
            elif c.kind == SQUARE_FOUR:
                n = kinds_of_square(mall, box, cell)
            elif c.kind == CLUSTER and category != RED and c.category in (category, NONE):
                n = bits(cluster(mall, box, tile, category))
            elif c.kind == FLOOR:
                n = cell % STRIDE
            elif c.kind == ON_ONE_FLOOR:
                for other in range(mall.tile_count):
                    if mall.tiles[other].what <= ENTRANCE and mall.tiles[other].cell % STRIDE == cell % STRIDE:
                        n += 1
            elif c.kind == SATISFIED or (c.kind == SATISFIED_ABOVE and cell % STRIDE >= c.floor):
                total += t.taken
            elif c.kind == SATISFIED_IN_ONE and t.taken:
                for other in range(mall.tile_count):
                    o = mall.tiles[other]
                    if o.taken and box.category[o.what] == category:
                        n += 1
            elif c.kind == COLUMN_SATISFIED:
                while tile_at(mall, at) >= 0 and mall.tiles[tile_at(mall, at)].taken:
                    n += 1
                    at += 1
            elif c.kind == NO_WAITING:
                total += t.taken if mall.unsatisfied == 0 else 0
            best = max(best, n)
    if c.kind == FULL_SETS:
        for category in range(STORES):
            missing = False
            for kind in range(KINDS):
                if box.category[kind] == category and box.copies[kind] > 0:
                    missing |= not has(mall.kinds, kind)
            total += not missing
    return max(best, total)


@rule
def alike_in_square(mall: Mall, box: Box, corner: int, category: int) -> int:
    n = 0
    for cell in (corner, corner + 1, corner + STRIDE, corner + STRIDE + 1):
        n += category_at(mall, box, cell) == category
    return n


@rule
def kinds_of_square(mall: Mall, box: Box, corner: int) -> int:
    found = 0
    for cell in (corner, corner + 1, corner + STRIDE, corner + STRIDE + 1):
        category = category_at(mall, box, cell)
        if category >= 0:
            found |= 1 << category
    return bits(found)


@rule
def check_course(s: State, box: Box) -> int:
    broken = 0
    if (s.over != 0) != (s.phase == OVER) or (s.over and s.over != s.reason):
        broken |= COURSE
    if s.to_act != (0 if s.phase == OVER else 1 << s.turn):
        broken |= COURSE
    if (s.gap >= 0) and s.phase != WALK:
        broken |= COURSE
    if not 0 <= s.turn < s.players or not 0 <= s.first < s.players or s.round < 1:
        broken |= COURSE
    if s.phase == OVER and s.turn != s.first:
        broken |= COURSE
    supply_gone = s.supply.n == 0
    if has(s.triggers, BY_SUPPLY) != supply_gone:
        broken |= TRIGGERS
    if has(s.triggers, BY_ATTRACTIONS) != (s.offer == 0) and s.phase != WALK:
        broken |= TRIGGERS
    if (s.triggers != 0) != (s.reason != 0) or (s.reason != 0 and not has(s.triggers, s.reason - 1)):
        broken |= TRIGGERS
    if bits(s.offer & ~((1 << COMMONS) - 1)) != 0:
        broken |= OFFERS
    return broken
