"""What a position of Mall des Jahres is worth to bots, and what answers look like at first sight."""

from galleria.core import Array, bits, has, rule
from galleria.core.dice import lacking, shows, spare, tally

from .actions import COVER, DRAW, KEEP, ROLL, STOP, TAKE, WIN
from .mall import free_field, is_anchor, is_store, lacks, sells
from .rules import points_from, top
from .state import (
    ANCHOR_PILE,
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
POINT = 6
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
def branch_worth(me: Seat, box: Box, branch: int) -> int:
    """How much the first store of a branch is wanted, in about tenths of a point."""
    if has(me.marks, branch):
        return 2
    for level in range(me.level, LEVELS):
        for k in range(GROUPS):
            group = box.groups[level, k]
            if has(group, branch) and not group & me.marks:
                return 14 + 3 * box.demand[branch] + 80 // (2 + level - me.level)
    return 8 + 3 * box.demand[branch]


@rule
def worth(me: Seat, box: Box, card: int) -> int:
    """How much a card is wanted, 0 where there is no room for it."""
    if not free_field(me, box, card):
        return 0
    if is_store(card):
        wanted = branch_worth(me, box, box.branch[card])
        return wanted if lacks(me, box, card) == 0 else (4 * wanted) // 5
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
def promise(me: Seat, box: Box, card: int, free: bool) -> int:
    """What it brings to roll for a card, in about tenths of a point; not above 0 where it is not worth its rolls."""
    wanted = worth(me, box, card)
    have = tally(me.dice)
    if wanted == 0 or shows(have, box.need[card]):
        return 0
    thrown = spare(me.dice, box.need[card])
    rolls = rolls_for(lacking(have, box.need[card]), bits(thrown)) - (1 if free else 0)
    price = int(box.price[me.points])
    if me.points < price * (rolls // 2) + 2:
        return wanted // 4 if free else 0
    return wanted - POINT * price * rolls


@rule
def weigh(s: State, box: Box, seat: int, actions: Array[int], n: int, out: Array[int]) -> None:
    """Weights of answers for playouts."""
    me = s.seats[seat]
    free = s.rolls == 0
    aim = 0
    best = 0
    if s.drawn != NONE:
        best = promise(me, box, s.drawn, free)
        aim = spare(me.dice, box.need[s.drawn])
    else:
        for column in range(COLUMNS):
            card = top(s, column)
            if card != NONE:
                found = promise(me, box, card, free)
                if found > best:
                    best = found
                    aim = spare(me.dice, box.need[card])
    for i in range(n):
        out[i] = weight(s, box, seat, int(actions[i]), aim, best)


@rule
def pile_worth(s: State, box: Box, seat: int, pile: int) -> int:
    """What it brings to draw from a pile."""
    me = s.seats[seat]
    if pile == STORE_PILE:
        total = 0
        for branch in range(box.branches):
            if me.stores[branch] < box.fields[branch]:
                total += branch_worth(me, box, branch)
        return 4 * total // (5 * box.branches)
    if pile == ANCHOR_PILE:
        return worth(me, box, FIRST_ANCHOR) - 6 * POINT * box.price[me.points]
    return worth(me, box, FIRST_FOOD) - 2 * POINT * box.price[me.points]


@rule
def weight(s: State, box: Box, seat: int, action: int, aim: int, best: int) -> int:
    me = s.seats[seat]
    if action < KEEP:
        wanted = worth(me, box, top(s, action - TAKE))
        return 1 + wanted * wanted if s.rolls == 0 else 1 + 60 * wanted
    if action == KEEP:
        return 1 + 8 * worth(me, box, s.drawn)
    if action == WIN:
        return 20000
    if action < DRAW:
        after = s.seats[(seat + 1) % s.players]
        return 10 + max(0, 30 - worth(me, box, top(s, action - COVER))) + worth(after, box, top(s, action - COVER))
    if action < ROLL:
        wanted = max(0, pile_worth(s, box, seat, action - DRAW))
        return 1 + wanted * wanted // 2
    if action < STOP:
        if action - ROLL + 1 != aim:
            return 1
        if s.rolls == 0:
            return 1 + best * best // 2 if s.drawn == NONE else 5000
        return 1 + 40 * max(0, best)
    return 1 if s.rolls == 0 else 120
