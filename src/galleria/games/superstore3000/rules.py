"""The rules of Superstore 3000: set-up, what is allowed, and the course of a match."""

from typing import Any

from galleria.core import (
    acts,
    below,
    bits,
    clear_pile,
    emit,
    has,
    lowest,
    nth_bit,
    pop,
    push,
    rule,
    shuffle_pile,
    whisper,
)

from .actions import ATTRACT, BAY_CELLS, BUILD, DOCK, END, MONEY, MOVE, PLACES_OF_BAYS
from .events import (
    ASKED,
    ATTRACTED,
    BUILT,
    CARD,
    DOCKED,
    ENDED,
    FILLED,
    LAID,
    MONEY_TAKEN,
    NOTED,
    PAID,
    PASSED,
    REVEALED,
    ROUND,
    START,
    TRIGGERED,
    WALKED,
)
from .mall import (
    begin_mall,
    build_attraction,
    build_bay,
    build_element,
    forced,
    is_place,
    met,
    offset,
    satisfy,
    steps_between,
    stores_for,
    watch_waiting,
)
from .reasons import (
    ALLOWED,
    BASE,
    BAY_COLOR,
    BAY_GONE,
    BAY_NEEDS,
    BAY_PLACE,
    CONDITION,
    COVERS,
    EMPTY_COLUMN,
    EMPTY_SLOT,
    FLOATING,
    GONE,
    GROUND,
    MATCH_OVER,
    NO_ACTION,
    NO_MATCH,
    NO_WALK,
    NOT_LAID,
    NOT_YOUR_TURN,
    OCCUPIED,
    OUTSIDE,
    OWN_BUILT,
    ROOF,
    SAME_MIRRORED,
    TOO_EXPENSIVE,
    UNDERGROUND,
    WALK_FIRST,
)
from .scoring import report
from .state import (
    BAY,
    BAYS,
    BY_ATTRACTIONS,
    BY_SUPPLY,
    CELLS,
    CLOSED,
    COLUMNS,
    COMMONS,
    KINDS,
    LEFT,
    MAINS,
    NONE,
    NOTES,
    ORANGES,
    OVER,
    OWN,
    ROWS,
    SLOTS,
    STRIDE,
    TILES,
    TURN,
    TYPES,
    WALK,
    Box,
    Mall,
    State,
)

MAIN_CELL = LEFT * STRIDE + 1


@rule
def category_of(box: Box, kind: int) -> int:
    """The category of a type of mall element."""
    return int(box.category[kind]) if kind < KINDS else 3


# -- set-up ------------------------------------------------------------------------------------------------------------


@rule
def setup(s: State, box: Box, players: int) -> None:
    """S13 to S20, up to the first decision."""
    s.players = players
    s.sides = players
    s.gap = NONE
    clear_pile(s.supply)
    clear_pile(s.aside)
    for kind in range(TYPES):
        s.unseen[kind] = box.copies[kind] if kind < KINDS else 1
        for _ in range(s.unseen[kind]):
            push(s.supply, kind)
    shuffle_pile(s, s.supply)
    while s.supply.n > box.in_use[players]:
        push(s.aside, pop(s.supply))
    for slot in range(SLOTS):
        s.slots[slot] = NONE
    lay_out(s, box, players)
    s.free_bays = (1 << BAYS) - 1
    s.bank = box.start_bank
    mains = (1 << MAINS) - 1
    oranges = (1 << ORANGES) - 1
    for seat in range(players):
        mall = s.malls[seat]
        main = nth_bit(mains, below(s, bits(mains)))
        mains &= ~(1 << main)
        mall.card = nth_bit(oranges, below(s, bits(oranges)))
        oranges &= ~(1 << mall.card)
        mall.notes = box.start_notes
        begin_mall(mall, box, main, MAIN_CELL)
        watch_waiting(mall, box)
        emit(s, START, seat, main, mall.notes, 0, 0)
        whisper(s, 1 << seat, CARD, seat, mall.card, 0, 0, 0)
    for row in range(ROWS):
        for column in range(2):
            enter(s, column, row)
    s.first = below(s, players)  # S20
    s.turn = s.first
    s.triggers = 0
    begin_turn(s, box)


@rule
def lay_out(s: State, box: Box, players: int) -> None:
    """S17: common attractions at random."""
    for color in range(2):
        left = 0
        for attraction in range(COMMONS):
            if box.shapes[attraction].color == color:
                left |= 1 << attraction
        for _ in range(box.lie_out[players, color]):
            attraction = nth_bit(left, below(s, bits(left)))
            left &= ~(1 << attraction)
            s.laid |= 1 << attraction
    s.offer = s.laid
    for attraction in range(COMMONS):
        if has(s.laid, attraction):
            emit(s, LAID, -1, attraction, 0, 0, 0)


@rule
def enter(s: State, column: int, row: int) -> None:
    """The next tile of the supply comes on the dispenser."""
    kind = pop(s.supply)
    s.unseen[kind] -= 1
    s.slots[column * ROWS + row] = kind
    emit(s, FILLED, -1, column, kind, s.supply.n, 0)


# -- what is allowed ---------------------------------------------------------------------------------------------------


@rule
def why_not(s: State, box: Box, seat: int, action: int) -> int:
    """0, or the number of the reason."""
    if action < 0 or action >= END:
        return NO_ACTION
    if s.phase == OVER:
        return MATCH_OVER
    if seat < 0 or seat >= s.players or not acts(s, seat):
        return NOT_YOUR_TURN
    mall = s.malls[seat]
    if s.phase == WALK:
        if action < MOVE:
            return WALK_FIRST
        tile = (action - MOVE) // TILES
        store = (action - MOVE) % TILES
        if tile >= mall.tile_count or not has(stores_for(mall, tile, box.max_steps), store):
            return NO_MATCH
        return ALLOWED
    if action < ATTRACT:
        return why_not_build(s, box, mall, (action - BUILD) // CELLS, (action - BUILD) % CELLS)
    if action < DOCK:
        rest = (action - ATTRACT) // CELLS
        return why_not_attract(s, box, mall, rest // 2, rest % 2, (action - ATTRACT) % CELLS)
    if action < MONEY:
        return why_not_dock(s, box, mall, (action - DOCK) // PLACES_OF_BAYS, (action - DOCK) % PLACES_OF_BAYS)
    if action < MOVE:
        return ALLOWED if s.slots[(action - MONEY) * ROWS] >= 0 else EMPTY_COLUMN
    return NO_WALK


@rule
def inside(cell: int) -> bool:
    """Whether a number of a cell is one of a mall, and none of the border."""
    floor = cell % STRIDE
    return 0 < floor < STRIDE - 1 and 0 < cell // STRIDE < COLUMNS - 1


@rule
def why_not_build(s: State, box: Box, mall: Mall, slot: int, cell: int) -> int:
    if s.slots[slot] < 0:
        return EMPTY_SLOT
    if mall.notes < box.row_cost[slot % ROWS]:
        return TOO_EXPENSIVE
    if not inside(cell):
        return OUTSIDE
    if mall.grid[cell] != 0:
        return OCCUPIED
    if cell % STRIDE == 1:
        return GROUND
    if mall.grid[cell - 1] == 0:
        return FLOATING
    return ALLOWED if mall.grid[cell - 1] < CLOSED else ROOF


@rule
def why_not_attract(s: State, box: Box, mall: Mall, attraction: int, mirrored: int, cell: int) -> int:
    if attraction == OWN:
        if has(mall.built, OWN):
            return OWN_BUILT
    elif not has(s.laid, attraction):
        return NOT_LAID
    elif not has(s.offer, attraction):
        return GONE
    if not met(mall, box, attraction):
        return CONDITION
    if mirrored and box.shapes[attraction].symmetric:
        return SAME_MIRRORED
    if not inside(cell):
        return OUTSIDE
    if mall.grid[cell] != 0:
        return COVERS
    if not is_place(mall, cell):
        return BASE
    return why_not_fit(mall, box, attraction, mirrored, cell)


@rule
def why_not_fit(mall: Mall, box: Box, attraction: int, mirrored: int, cell: int) -> int:
    """Whether all cells of an attraction are free with its base on a place (S35)."""
    floor = cell % STRIDE
    shape = box.shapes[attraction]
    for i in range(1, shape.cells):
        if floor + shape.up[i] < 1:
            return UNDERGROUND
        if mall.grid[cell + offset(box, attraction, mirrored, i)] != 0:
            return COVERS
    return ALLOWED


@rule
def why_not_dock(s: State, box: Box, mall: Mall, bay: int, place: int) -> int:
    if not has(s.free_bays, bay):
        return BAY_GONE
    color = box.bays[bay].color
    rest = mall.bays + 0
    while rest:
        if box.bays[lowest(rest)].color == color:
            return BAY_COLOR
        rest &= rest - 1
    if not bay_earned(mall, box, color):
        return BAY_NEEDS
    cell = BAY_CELLS[place]
    if mall.grid[cell] != 0:
        return OCCUPIED
    return ALLOWED if beside_base(mall, cell) else BAY_PLACE


@rule
def bay_earned(mall: Mall, box: Box, color: int) -> bool:
    """S38."""
    needs = box.bay_needs[color]
    for category in range(4):  # noqa: SIM110 - generators do not compile
        if mall.elements[category] < needs:
            return False
    return True


@rule
def beside_base(mall: Mall, cell: int) -> bool:
    """Whether a cell of floor 1 is next to the main entrance or to an own bay (S41)."""
    for other in (cell - STRIDE, cell + STRIDE):
        tile = (mall.grid[other] & (CLOSED - 1)) - 1
        if tile >= 0 and (tile == 0 or mall.tiles[tile].what == BAY):
            return True
    return False


@rule
def legal(s: State, box: Box, seat: int, out: Any) -> int:
    """All answers for which `why_not` says 0, ascending."""
    n = 0
    if seat < 0 or seat >= s.players or not acts(s, seat):
        return n
    mall = s.malls[seat]
    if s.phase == WALK:
        for tile in range(mall.tile_count):
            stores = stores_for(mall, tile, box.max_steps)
            while stores:
                out[n] = MOVE + tile * TILES + lowest(stores)
                stores &= stores - 1
                n += 1
        return n
    places = int(mall.place_count)
    for slot in range(SLOTS):
        if s.slots[slot] >= 0 and mall.notes >= box.row_cost[slot % ROWS]:
            base = BUILD + slot * CELLS
            for i in range(places):
                out[n] = base + mall.places[i]
                n += 1
    ready = buildable(s, box, seat)
    while ready:
        attraction = lowest(ready)
        ready &= ready - 1
        for mirrored in range(2 - box.shapes[attraction].symmetric):
            base = ATTRACT + (attraction * 2 + mirrored) * CELLS
            for i in range(places):
                if why_not_fit(mall, box, attraction, mirrored, mall.places[i]) == 0:
                    out[n] = base + mall.places[i]
                    n += 1
    if bits(mall.bays) < 2:
        n = legal_bays(s, box, mall, out, n)
    for column in range(2):
        if s.slots[column * ROWS] >= 0:
            out[n] = MONEY + column
            n += 1
    return n


@rule
def buildable(s: State, box: Box, seat: int) -> int:
    """Set of the attractions whose condition the seat meets and that it may still build (S33)."""
    mall = s.malls[seat]
    found = 0
    rest = s.offer + 0
    while rest:
        attraction = lowest(rest)
        rest &= rest - 1
        if mall.progress[attraction] >= box.conditions[attraction].need:
            found |= 1 << attraction
    if not has(mall.built, OWN) and mall.card >= 0 and met(mall, box, OWN):
        found |= 1 << OWN
    return found


@rule
def legal_bays(s: State, box: Box, mall: Mall, out: Any, n: int) -> int:
    colors = 0
    for color in range(2):
        if bay_earned(mall, box, color):
            colors |= 1 << color
    rest = mall.bays + 0
    while rest:
        colors &= ~(1 << box.bays[lowest(rest)].color)
        rest &= rest - 1
    if colors == 0:
        return n
    for bay in range(BAYS):
        if has(s.free_bays, bay) and has(colors, box.bays[bay].color):
            for place in range(PLACES_OF_BAYS):
                cell = BAY_CELLS[place]
                if mall.grid[cell] == 0 and beside_base(mall, cell):
                    out[n] = DOCK + bay * PLACES_OF_BAYS + place
                    n += 1
    return n


# -- the course of a match ---------------------------------------------------------------------------------------------


@rule
def play(s: State, box: Box, seat: int, action: int) -> None:
    """Carry out a legal answer, and all that follows without a decision (S29)."""
    s.stage += 1
    if act(s, box, seat, action):
        conclude(s, box, seat)
    else:
        s.phase = WALK
        emit(s, ASKED, seat, 0, 0, 0, 0)


@rule
def act(s: State, box: Box, seat: int, action: int) -> bool:
    """The answer itself, up to the refill; whether all customers have moved."""
    mall = s.malls[seat]
    if action >= MOVE:
        walk(s, box, seat, (action - MOVE) // TILES, (action - MOVE) % TILES)
    elif action >= MONEY:
        take_money(s, box, seat, action - MONEY)
        return True
    elif action >= DOCK:
        dock(s, box, seat, (action - DOCK) // PLACES_OF_BAYS, (action - DOCK) % PLACES_OF_BAYS)
    elif action >= ATTRACT:
        rest = (action - ATTRACT) // CELLS
        attract(s, box, seat, rest // 2, rest % 2, (action - ATTRACT) % CELLS)
    else:
        build(s, box, seat, (action - BUILD) // CELLS, (action - BUILD) % CELLS)
    settled = move_customers(s, box, seat)
    watch_waiting(mall, box)
    return settled


@rule
def build(s: State, box: Box, seat: int, slot: int, cell: int) -> None:
    """S23 to S25: pay, take, place."""
    mall = s.malls[seat]
    cost = int(box.row_cost[slot % ROWS])
    if cost:
        mall.notes -= cost
        s.bank += cost
        emit(s, PAID, seat, cost, s.bank, 0, 0)
    kind = int(s.slots[slot])
    slide(s, slot)
    s.gap = slot // ROWS
    build_element(mall, box, kind, cell)
    emit(s, BUILT, seat, kind, cell // STRIDE - LEFT, cell % STRIDE, slot)


@rule
def slide(s: State, slot: int) -> None:
    """Tiles above a gap come down by a row (S28)."""
    while slot % ROWS < ROWS - 1:
        s.slots[slot] = s.slots[slot + 1]
        slot += 1
    s.slots[slot] = NONE


@rule
def attract(s: State, box: Box, seat: int, attraction: int, mirrored: int, cell: int) -> None:
    """S34."""
    mall = s.malls[seat]
    if attraction == OWN:
        emit(s, REVEALED, seat, mall.card, 0, 0, 0)
    else:
        s.offer &= ~(1 << attraction)
    build_attraction(mall, box, attraction, mirrored, cell)
    emit(s, ATTRACTED, seat, attraction, cell // STRIDE - LEFT, cell % STRIDE, mirrored)


@rule
def dock(s: State, box: Box, seat: int, bay: int, place: int) -> None:
    """S40 to S42."""
    mall = s.malls[seat]
    cell = BAY_CELLS[place]
    s.free_bays &= ~(1 << bay)
    build_bay(mall, box, bay, cell)
    emit(s, DOCKED, seat, bay, cell // STRIDE - LEFT, 0, 0)
    if box.bays[bay].effect == NOTES:
        n = min(int(box.bays[bay].notes), int(s.bank))
        s.bank -= n
        mall.notes += n
        emit(s, NOTED, seat, n, bay, 0, 0)


@rule
def take_money(s: State, box: Box, seat: int, column: int) -> None:
    """S43 and S44; or, in a box that says so, the equal tiles themselves."""
    mall = s.malls[seat]
    bottom = column * ROWS
    kind = int(s.slots[bottom])
    category = category_of(box, kind)
    beside = 0
    for row in range(1, ROWS):
        other = s.slots[bottom + row]
        if other >= 0 and category_of(box, other) == category:
            beside += 1
    if box.take_tiles:
        for row in range(ROWS - 1, 0, -1):
            other = s.slots[bottom + row]
            if other >= 0 and category_of(box, other) == category:
                slide(s, bottom + row)
                s.turned += 1
    else:
        beside = min(beside, int(box.bonus_max), int(s.bank))
        s.bank -= beside
    slide(s, bottom)
    s.turned += 1
    mall.notes += 1 + beside
    s.gap = column
    emit(s, MONEY_TAKEN, seat, column, kind, beside, mall.notes)


@rule
def move_customers(s: State, box: Box, seat: int) -> bool:
    """S49 and S50: whoever can walk does; False where the player has to say who."""
    mall = s.malls[seat]
    while True:
        found = forced(mall, box.max_steps)
        if found < 0:
            return found == -1
        walk(s, box, seat, found // 64, found % 64)


@rule
def walk(s: State, box: Box, seat: int, tile: int, store: int) -> None:
    mall = s.malls[seat]
    steps = steps_between(mall, tile, store, box.max_steps)
    satisfy(mall, box, tile, store)
    emit(s, WALKED, seat, tile, store, mall.tiles[store].what, steps)


@rule
def conclude(s: State, box: Box, seat: int) -> None:
    """Refill, look for the end, and go on to the next player (S28, S56, S57)."""
    if s.gap >= 0:
        refill(s, seat)
    if s.offer == 0:
        trigger(s, seat, BY_ATTRACTIONS)
    s.turn = (s.turn + 1) % s.players
    if s.turn == s.first and s.triggers != 0:
        finish(s, box)
    else:
        begin_turn(s, box)


@rule
def refill(s: State, seat: int) -> None:
    """New tiles enter at the top of the column that has gaps, and slide down."""
    top = s.gap * ROWS + ROWS - 1
    slot = s.gap * ROWS
    while slot <= top:
        if s.slots[slot] < 0 and s.supply.n > 0:
            enter(s, s.gap, slot % ROWS)
            if s.supply.n == 0:
                trigger(s, seat, BY_SUPPLY)
        slot += 1
    s.gap = NONE


@rule
def trigger(s: State, seat: int, reason: int) -> None:
    if not has(s.triggers, reason):
        s.triggers |= 1 << reason
        if s.reason == 0:
            s.reason = reason + 1
            emit(s, TRIGGERED, seat, reason, 0, 0, 0)


@rule
def begin_turn(s: State, box: Box) -> None:
    """The next player who can do anything; whoever cannot passes (S22)."""
    while True:
        if s.turn == s.first:
            s.round += 1
            emit(s, ROUND, s.first, s.round, 0, 0, 0)
        s.phase = TURN
        s.to_act = 1 << s.turn
        if s.slots[0] >= 0 or s.slots[ROWS] >= 0 or can_build(s, box, s.turn):
            return
        emit(s, PASSED, s.turn, 0, 0, 0, 0)
        s.turn = (s.turn + 1) % s.players
        if s.turn == s.first:
            finish(s, box)
            return


@rule
def can_build(s: State, box: Box, seat: int) -> bool:
    """Whether something can be built without the dispenser, which is empty: that is so after the supply has run out."""
    mall = s.malls[seat]
    ready = buildable(s, box, seat)
    while ready:
        attraction = lowest(ready)
        ready &= ready - 1
        for mirrored in range(2):
            for i in range(mall.place_count):
                if why_not_fit(mall, box, attraction, mirrored, mall.places[i]) == 0:
                    return True
    for bay in range(BAYS):
        for place in range(PLACES_OF_BAYS):
            if why_not_dock(s, box, mall, bay, place) == 0:
                return True
    return False


@rule
def finish(s: State, box: Box) -> None:
    s.over = s.reason
    s.phase = OVER
    s.to_act = 0
    emit(s, ENDED, -1, s.reason - 1, 0, 0, 0)
    report(s, box)


@rule
def preview(s: State, box: Box, seat: int, action: int) -> None:
    """On a hidden state: what a legal answer does up to the refill, which nobody knows."""
    if not act(s, box, seat, action):
        emit(s, ASKED, seat, 0, 0, 0, 0)
