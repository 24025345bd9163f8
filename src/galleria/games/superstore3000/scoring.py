"""Final scoring of Superstore 3000 (S59 to S62), as it would be now."""

from typing import Any

from galleria.core import bits, emit, has, lowest, rule

from .events import BY_ATTRACTION, BY_BAY, BY_BLUE, BY_GREEN, BY_RAINBOW, BY_YELLOW, SCORED
from .state import ATTRACTIONS, FASHION, FOOD, HOBBY, LAST_FLOOR, PER_ATTRACTION, RANKED, SCORE, STORES, Box, State

COLOR_SOURCES = (BY_YELLOW, BY_BLUE, BY_GREEN)
"""Per category of stores: the source of its balloons."""
COLOR_ORDER = (HOBBY, FOOD, FASHION)
"""S60."""


@rule
def happier(s: State, a: int, b: int) -> bool:
    """Whether side `a` stands before `b` for the rainbow balloons (S59)."""
    one = s.malls[a]
    other = s.malls[b]
    if one.satisfied != other.satisfied:
        return one.satisfied > other.satisfied
    for floor in range(LAST_FLOOR, 0, -1):
        if one.satisfied_at[floor] != other.satisfied_at[floor]:
            return one.satisfied_at[floor] > other.satisfied_at[floor]
    return (a - s.first) % s.players > (b - s.first) % s.players


@rule
def rainbow_rank(s: State, side: int) -> int:
    """0 for the first, 1 for the second ..."""
    rank = 0
    for other in range(s.players):
        if other != side and happier(s, other, side):
            rank += 1
    return rank


@rule
def rainbow(s: State, box: Box, side: int) -> int:
    return int(box.rainbow[s.players, rainbow_rank(s, side)]) if s.malls[side].satisfied > 0 else 0


@rule
def color_rank(s: State, side: int, category: int) -> int:
    """The rank for a colour balloon: size, satisfied customers, rainbow rank (S60); -1 without a store."""
    mine = s.malls[side].best[category]
    if mine == 0:
        return -1
    rank = 0
    for other in range(s.players):
        theirs = s.malls[other].best[category]
        if other != side and (theirs > mine or (theirs == mine and happier(s, other, side))):
            rank += 1
    return rank


@rule
def balloon(s: State, box: Box, side: int, category: int) -> int:
    rank = color_rank(s, side, category)
    return int(box.balloons[category, rank]) if 0 <= rank < 2 else 0


@rule
def attraction_points(s: State, box: Box, side: int) -> int:
    points = 0
    for attraction in range(ATTRACTIONS):
        if has(s.malls[side].built, attraction):
            points += box.shapes[attraction].points
    return points


@rule
def bay_points(s: State, box: Box, side: int, bay: int) -> int:
    """What a docking bay brings its owner (S42)."""
    b = box.bays[bay]
    points = int(b.points)
    if b.effect == SCORE:
        mall = s.malls[side]
        n = bits(mall.built) if b.per == PER_ATTRACTION else int(mall.satisfied)
        points += b.per_points * (n // b.each)
    return points


@rule
def score(s: State, box: Box, side: int, out: Any) -> int:
    """The points of a side by source, and its standing: equal totals are parted by the rainbow rank (S62)."""
    out[BY_RAINBOW] = rainbow(s, box, side)
    for category in range(STORES):
        out[COLOR_SOURCES[category]] = balloon(s, box, side, category)
    out[BY_ATTRACTION] = attraction_points(s, box, side)
    out[BY_BAY] = 0
    rest = s.malls[side].bays + 0
    while rest:
        out[BY_BAY] += bay_points(s, box, side, lowest(rest))
        rest &= rest - 1
    total = 0
    for source in range(BY_BAY + 1):
        total += int(out[source])
    return total * 8 + s.players - rainbow_rank(s, side)


@rule
def report(s: State, box: Box) -> None:
    """Tell all balloons: rainbow, blue, yellow, green by rank, then attractions and bays (S59 to S61)."""
    for rank in range(s.players):
        for side in range(s.players):
            if rainbow_rank(s, side) == rank and s.malls[side].satisfied > 0:
                emit(s, SCORED, side, BY_RAINBOW, rainbow(s, box, side), rank + 1, s.malls[side].satisfied)
    for category in COLOR_ORDER:
        for rank in range(2):
            for side in range(s.players):
                if color_rank(s, side, category) == rank:
                    size = s.malls[side].best[category] // RANKED
                    emit(s, SCORED, side, COLOR_SOURCES[category], box.balloons[category, rank], rank + 1, size)
    for side in range(s.players):
        for attraction in range(ATTRACTIONS):
            if has(s.malls[side].built, attraction):
                emit(s, SCORED, side, BY_ATTRACTION, box.shapes[attraction].points, attraction, 0)
        rest = s.malls[side].bays + 0
        while rest:
            bay = lowest(rest)
            rest &= rest - 1
            emit(s, SCORED, side, BY_BAY, bay_points(s, box, side, bay), bay, 0)
