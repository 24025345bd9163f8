"""Questions about a mall: areas, stages, who may move in and who may stay."""

from galleria.core import bits, has, rule

from .events import NO_BRANCH, NO_COUNTERS, WRONG_STAGE
from .state import (
    ACTIVE,
    AREAS,
    BARS,
    DENOMINATIONS,
    FIRST_FOOD,
    FIRST_FURNISHING,
    NONE,
    STAGES,
    STORES,
    WATER,
    Box,
    State,
)


@rule
def is_store(card: int) -> bool:
    return 0 <= card < STORES


@rule
def is_food(card: int) -> bool:
    return FIRST_FOOD <= card < FIRST_FURNISHING


@rule
def anchors_of(s: State, seat: int) -> int:
    """How many anchor areas are taken."""
    n = 0
    for area in range(AREAS):
        if s.seats[seat].anchors[area] != NONE:
            n += 1
    return n


@rule
def areas_of(s: State, seat: int) -> int:
    """Occupied areas (D36)."""
    return bits(s.seats[seat].marks) + anchors_of(s, seat)


@rule
def stage_for(box: Box, areas: int) -> int:
    """The development stage of so many occupied areas (D36)."""
    level = 1
    while level < STAGES and box.thresholds[level] <= areas:
        level += 1
    return level


@rule
def stage_of(s: State, box: Box, seat: int) -> int:
    return stage_for(box, areas_of(s, seat) if box.anchors_count_for_stage else bits(s.seats[seat].marks))


@rule
def fails(s: State, box: Box, seat: int, card: int) -> int:
    """Why a store would not pass an inspection now (D30): bit set of reasons, 0 when it stays."""
    me = s.seats[seat]
    why = 0
    if box.inspect_stage and stage_of(s, box, seat) < box.stage[card]:
        why |= WRONG_STAGE
    if box.needs_branches[card] & ~me.marks:
        why |= NO_BRANCH
    if me.counters < box.needs_counters[card]:
        why |= NO_COUNTERS
    return why


@rule
def owns(s: State, seat: int, card: int) -> bool:
    """Whether a seat has such a card in its deck, the row included."""
    me = s.seats[seat]
    for i in range(me.draw.n):
        if me.draw.cards[i] == card:
            return True
    for i in range(me.discard.n):
        if me.discard.cards[i] == card:
            return True
    for i in range(len(me.waiting)):
        if me.waiting[i] == card:
            return True
    if s.turn == seat:
        for bar in range(BARS):
            if s.row[bar] == card:
                return True
    return False


@rule
def owns_branch(s: State, box: Box, seat: int, branch: int) -> bool:
    """Whether some store of the branch is in a seat's deck, the row included."""
    for card in range(STORES):  # noqa: SIM110 - generators do not compile
        if box.copies[card] > 0 and box.branch[card] == branch and owns(s, seat, card):
            return True
    return False


@rule
def water(s: State) -> bool:
    """Whether money counts with its lower values (D51)."""
    return s.damage == ACTIVE and s.side == WATER


@rule
def worth(s: State, box: Box, denomination: int) -> int:
    """What a money card counts now."""
    return box.water_value[denomination] if water(s) else box.value[denomination]


@rule
def money_of(s: State, box: Box, seat: int) -> int:
    """What a seat's money counts now."""
    total = 0
    for d in range(DENOMINATIONS):
        total += s.seats[seat].money[d] * worth(s, box, d)
    return total


@rule
def all_branches(s: State, box: Box, seat: int) -> bool:
    """Whether a mall ends the match (D53)."""
    if s.seats[seat].marks != box.all_branches:
        return False
    return not box.end_needs_anchors or anchors_of(s, seat) == AREAS


@rule
def missing(s: State, box: Box, seat: int) -> int:
    """Empty areas that cost points at the end (D54)."""
    empty = box.branches - bits(s.seats[seat].marks)
    if box.anchor_areas_empty_count:
        empty += AREAS - anchors_of(s, seat)
    return empty


@rule
def wants(s: State, box: Box, seat: int, branch: int) -> bool:
    """Whether the field of a branch is empty."""
    return not has(s.seats[seat].marks, branch)
