"""Questions about a mall: its level, free fields, what a store needs to stay."""

from galleria.core import bits, has, rule

from .events import NO_ANCHORS, NO_BRANCH, NO_COUNTERS, WRONG_STAGE
from .state import FIRST_ANCHOR, FIRST_FOOD, GROUPS, LEVELS, Box, Seat


@rule
def is_store(card: int) -> bool:
    return 0 <= card < FIRST_ANCHOR


@rule
def is_anchor(card: int) -> bool:
    return FIRST_ANCHOR <= card < FIRST_FOOD


@rule
def stores_of(me: Seat, box: Box) -> int:
    """How many store cards a player owns."""
    n = 0
    for branch in range(box.branches):
        n += me.stores[branch]
    return n


@rule
def fields_of(me: Seat, box: Box) -> int:
    """Occupied fields of all three kinds (M45)."""
    return stores_of(me, box) + me.anchors + me.counters


@rule
def reaches(me: Seat, box: Box, level: int) -> bool:
    """Whether a mall has what this level itself asks for (M31)."""
    i = level - 1
    if me.anchors < box.level_anchors[i] or me.counters < box.level_counters[i]:
        return False
    for k in range(GROUPS):
        group = box.groups[i, k]
        if group and not group & me.marks:
            return False
    return True


@rule
def level_of(me: Seat, box: Box) -> int:
    """The development stage of a mall (M31)."""
    found = 1
    for level in range(2, LEVELS + 1):
        if reaches(me, box, level):
            found = level
        elif box.levels_cumulative:
            break
    return found


@rule
def free_field(me: Seat, box: Box, card: int) -> bool:
    """Whether a mall has a free field of the right kind (M26, M27)."""
    if is_store(card):
        return me.stores[box.branch[card]] < box.fields[box.branch[card]]
    if is_anchor(card):
        return me.anchors < box.anchor_fields
    return me.counters < box.counters


@rule
def lacks(me: Seat, box: Box, card: int) -> int:
    """What a focus store lacks (M17): bit set of reasons, 0 when it stays."""
    why = 0
    if me.level < box.level[card]:
        why |= WRONG_STAGE
    if box.needs_branches[card] & ~me.marks:
        why |= NO_BRANCH
    if me.anchors < box.needs_anchors[card]:
        why |= NO_ANCHORS
    if me.counters < box.needs_counters[card]:
        why |= NO_COUNTERS
    return why


@rule
def sells(me: Seat, box: Box, article: int) -> bool:
    """Whether a mall can offer an article (M36, M37)."""
    return has(me.marks, box.wish[article])


@rule
def branches_missing(me: Seat, box: Box, level: int) -> int:
    """How many groups of branches a level still lacks by itself."""
    n = 0
    for k in range(GROUPS):
        group = box.groups[level - 1, k]
        if group and not group & me.marks:
            n += 1
    return n


@rule
def kinds_of(me: Seat) -> int:
    """How many different branches a mall has."""
    return bits(me.marks)
