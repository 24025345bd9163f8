"""What a position of Mall des Jahres is worth to bots, and what answers look like at first sight."""

from galleria.core import Array, bits, has, rule
from galleria.core.dice import lacking, shows, spare, tally

from .actions import COVER, DRAW, KEEP, ROLL, STOP, TAKE, WIN
from .mall import free_field, is_anchor, is_store, lacks, sells
from .rules import points_from, top
from .state import (
    ANCHOR_PILE,
    BRANCHES,
    COLUMNS,
    DICE,
    FIRST_ANCHOR,
    FIRST_FOOD,
    GROUPS,
    LEVELS,
    NONE,
    OVER,
    STORE_PILE,
    Box,
    Seat,
    State,
)

ALL_DICE = (1 << DICE) - 1
POINT = 4
"""A point on the scale, in the tenths of a point that `worth` counts in."""


# -- what a position is worth ------------------------------------------------------------------------------------------


@rule
def rounds_left(s: State, box: Box) -> int:
    """About how many rounds are still to come."""
    left = int(s.articles.n) if box.end_articles else 30
    if box.round_limit:
        left = min(left, box.round_limit - s.round)
    if box.end_level:
        for seat in range(s.players):
            me = s.seats[seat]
            left = min(left, 1 + effort(me, box, int(box.end_level), me.marks) // 10)
    return max(left, 0)


@rule
def firm(me: Seat, box: Box, left: int) -> int:
    """Bit set of the branches whose stores will not close within so many rounds, as things are."""
    kept = 0
    delay = 0
    if me.red > 0:
        stays = lacks(me, box, me.focus) == 0
        delay = 0 if stays else me.red - box.red_end
        if is_store(me.focus) and (stays or delay > left):
            kept |= 1 << box.branch[me.focus]
    for i in range(me.deck.n):
        card = int(me.deck.cards[i])
        if is_store(card):
            until = delay + me.deck.n - i + box.red_start - box.red_end
            if until > left or lacks(me, box, card) == 0:
                kept |= 1 << box.branch[card]
    return kept


@rule
def effort(me: Seat, box: Box, level: int, kept: int) -> int:
    """About how many rounds it takes a mall to a level, in tenths; branches that will close are to be had again."""
    n = 0
    counters = 0
    anchors = 0
    for i in range(1, level):
        for k in range(GROUPS):
            group = box.groups[i, k]
            if group and not group & kept:
                n += 28 if group & me.marks else 42
        counters = max(counters, box.level_counters[i] - me.counters)
        anchors = max(anchors, box.level_anchors[i] - me.anchors)
    return n + 28 * counters + 60 * anchors


@rule
def chance(left: int, rounds: int) -> int:
    """About how likely something that takes so many tenths of rounds is done in time, in 1/1000."""
    if rounds == 0:
        return 980
    have = 1000 * left * left * left
    need = (rounds + 15) * (rounds + 15) * (rounds + 15)
    return 1000 * have // (have + need)


@rule
def points_then(me: Seat, box: Box, left: int) -> int:
    """About where the marker will be in so many rounds, in thousandths: a focus store brings something each round."""
    return min(1000 * box.most, 1000 * me.points + 700 * left)


@rule
def value(s: State, box: Box, seat: int) -> int:
    """An estimate of the seat's final score in 1/1000 point."""
    me = s.seats[seat]
    now = 0
    for source in range(4):
        now += 1000 * points_from(s, box, seat, source)
    if s.phase == OVER:
        return now
    left = rounds_left(s, box)
    kept = firm(me, box, left)
    total = now - 1000 * points_from(s, box, seat, 0) - 1000 * points_from(s, box, seat, 1)
    rise = 0
    for level in range(2, LEVELS + 1):
        if level > me.level:
            likely = chance(left, effort(me, box, level, kept))
            rise = max(rise, likely)
            total += box.level_points * likely
        else:
            total += box.level_points * (600 + 2 * chance(left, effort(me, box, level, kept)) // 5)
    total += 1000 * box.level_points
    then = points_then(me, box, left)
    total += box.scale_points * (then * (1000 - rise) + (1000 * box.reward - 2000) * rise) // 1000
    total += 150 * box.scale_points * me.points * min(left, 2) // 2
    n = int(s.articles.n)
    sold = 0
    for i in range(n):
        if sells(me, box, s.articles.cards[i]):
            sold += 1
    each = 0 if box.positive_unused else 1000 * box.positive_points
    later = 11 * each * left // (10 * left + 60) - 500 * box.negative_points  # what is missing now may be there by then
    total += (each * sold + later * (n - sold)) * min(left, n) // max(n, 1)
    total += 120 * bits(me.marks) * min(left, 5)
    if left > 1 and not box.negative_kept:
        total += (0, 1600, 2000)[min(2, me.negative)]  # they go back before the end, at the price of a store
    return total


# -- what answers look like --------------------------------------------------------------------------------------------


@rule
def wishes(me: Seat, box: Box) -> int:
    """The branches that a mall lacks for the next level, for the one after it and for all above: three bit sets."""
    found = 0
    for level in range(me.level, LEVELS):
        shift = BRANCHES * min(2, level - me.level)
        for k in range(GROUPS):
            group = box.groups[level, k]
            if group and not group & me.marks:
                found |= group << shift
    return found


@rule
def branch_worth(me: Seat, box: Box, wanted: int, branch: int) -> int:
    """How much the first store of a branch is wanted, in about tenths of a point; `wanted` are the wishes."""
    if has(me.marks, branch):
        return 2
    sold = 3 * int(box.demand[branch])
    if has(wanted, branch):
        return 54 + sold
    if has(wanted, BRANCHES + branch):
        return 40 + sold
    return (32 if has(wanted, 2 * BRANCHES + branch) else 8) + sold


@rule
def worth(me: Seat, box: Box, wanted: int, card: int) -> int:
    """How much a card is wanted, 0 where there is no room for it."""
    if not free_field(me, box, card):
        return 0
    if is_store(card):
        first = branch_worth(me, box, wanted, box.branch[card])
        return first if lacks(me, box, card) == 0 else (4 * first) // 5
    for level in range(me.level, LEVELS):
        short = box.level_anchors[level] > me.anchors if is_anchor(card) else box.level_counters[level] > me.counters
        if short:
            return 15 + 80 // (2 + level - me.level)
    return 3


@rule
def rolls_for(short: int, thrown: int) -> int:
    """About how many rolls it takes until so many dice that are lacking show, throwing so many."""
    if short == 1:
        return 6 if thrown == 1 else 3
    if short == 2:
        return 7 if thrown == 2 else 5
    return 9


@rule
def promise(me: Seat, box: Box, first: int, need: int, have: int, free: bool) -> int:
    """What it brings to roll for a card worth `first`, in tenths of a point, 0 where it is not worth its rolls."""
    if first == 0 or shows(have, need):
        return 0
    rolls = rolls_for(lacking(have, need), bits(spare(me.dice, need))) - (1 if free else 0)
    price = int(box.price[me.points])
    if me.points < price * (rolls // 2) + 2:
        return first // 4 if free else 0
    return max(0, first - POINT * price * rolls)


@rule
def weigh(s: State, box: Box, seat: int, actions: Array[int], n: int, out: Array[int]) -> None:
    """Weights of answers for playouts."""
    me = s.seats[seat]
    free = s.rolls == 0
    wanted = wishes(me, box)
    have = tally(me.dice)
    aim = 0
    best = 0
    if s.drawn != NONE:
        best = promise(me, box, worth(me, box, wanted, s.drawn), box.need[s.drawn], have, free)
        aim = spare(me.dice, box.need[s.drawn])
    else:
        for column in range(COLUMNS):
            card = top(s, column)
            if card != NONE:
                found = promise(me, box, worth(me, box, wanted, card), box.need[card], have, free)
                if found > best:
                    best = found
                    aim = spare(me.dice, box.need[card])
    for i in range(n):
        out[i] = weight(s, box, seat, int(actions[i]), wanted, aim, best)


@rule
def pile_worth(s: State, box: Box, seat: int, wanted: int, pile: int) -> int:
    """What it brings to draw from a pile."""
    me = s.seats[seat]
    if pile == STORE_PILE:
        total = 0
        for branch in range(box.branches):
            if me.stores[branch] < box.fields[branch]:
                total += branch_worth(me, box, wanted, branch)
        return 4 * total // (5 * box.branches)
    if pile == ANCHOR_PILE:
        return worth(me, box, wanted, FIRST_ANCHOR) - 6 * POINT * box.price[me.points]
    return worth(me, box, wanted, FIRST_FOOD) - 2 * POINT * box.price[me.points]


@rule
def weight(s: State, box: Box, seat: int, action: int, wanted: int, aim: int, best: int) -> int:
    me = s.seats[seat]
    if action < KEEP:
        first = worth(me, box, wanted, top(s, action - TAKE))
        return 1 + first * first if s.rolls == 0 else 1 + 60 * first
    if action == KEEP:
        return 1 + 8 * worth(me, box, wanted, s.drawn)
    if action == WIN:
        return 20000
    if action < DRAW:
        return 10 + max(0, 70 - worth(me, box, wanted, top(s, action - COVER)))
    if action < ROLL:
        first = max(0, pile_worth(s, box, seat, wanted, action - DRAW))
        return 1 + first * first // 2
    if action < STOP:
        if action - ROLL + 1 != aim:
            return 1
        if s.rolls == 0:
            return 1 + best * best // 2 if s.drawn == NONE else 5000
        return 1 + 40 * best
    return 1 if s.rolls == 0 else 120
