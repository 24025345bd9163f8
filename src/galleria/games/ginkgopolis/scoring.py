"""Final scoring of Ginkgopolis (G81-G99), as it would be now."""

from typing import Any

from galleria.core import bits, emit, has, lowest, rule

from .city import district
from .events import BY_CARDS, BY_DISTRICTS, BY_NEW_HANDS, BY_POINTS, SCORED
from .state import (
    BUILDINGS_OF_COLOR,
    BUILDINGS_OF_HEIGHT,
    CARDS_OF_COLOR,
    CARDS_WITH_TRIGGER,
    FIXED,
    NONE,
    NUMBERS,
    Box,
    State,
)

COLOR_CARDS = (1 << NUMBERS) - 1
"""Set of the building cards of the first colour."""


@rule
def end_card(s: State, box: Box, side: int, card: int) -> int:
    """What an end card brings its owner (G92-G99)."""
    kind = box.end_kind[card]
    low = int(box.end_low[card])
    me = s.seats[side]
    n = 0
    if kind == FIXED:
        n = 1
    elif kind == BUILDINGS_OF_COLOR:
        for i in range(s.city_count):
            if s.city[i].owner == side and s.city[i].top // NUMBERS == low:
                n += 1
    elif kind == BUILDINGS_OF_HEIGHT:
        for i in range(s.city_count):
            if s.city[i].owner == side and low <= s.city[i].height <= box.end_high[card]:
                n += 1
    elif kind == CARDS_WITH_TRIGGER:
        n = bits(me.cards & box.trigger_cards[low])
        if box.characters_count:  # G99
            n += bits(me.characters & box.trigger_characters[low])
    elif kind == CARDS_OF_COLOR:
        n = bits(me.cards & (COLOR_CARDS << low * NUMBERS))
        if box.characters_count:
            n += bits(me.characters & box.color_characters[low])
        if not box.end_high[card] and card // NUMBERS == low:  # without itself
            n -= 1
    return n * box.end_points[card]


@rule
def strength(s: State, group: int, side: int) -> int:
    """How a side stands in a district, 0 when it takes no part (G86).

    Its resources count first, then its tallest building, then the highest number on one of that height (G90).
    """
    resources = 0
    best = 0
    rest = group
    while rest:
        b = s.city[lowest(rest)]
        rest &= rest - 1
        if b.owner == side:
            resources += b.height
            best = max(best, b.height * 32 + b.top % NUMBERS)
    return resources * 4096 + best


@rule
def place(s: State, group: int, side: int) -> int:
    """The place of a side in a district: 1, 2, ... or 0 when it takes no part."""
    mine = strength(s, group, side)
    if mine == 0:
        return 0
    ahead = 1
    for other in range(s.sides):
        if other != side and strength(s, group, other) > mine:
            ahead += 1
    return ahead


@rule
def resources_in(s: State, group: int, side: int) -> int:
    """Resources in a district: those of a side, or all for side -1."""
    n = 0
    rest = group
    while rest:
        b = s.city[lowest(rest)]
        rest &= rest - 1
        if b.owner >= 0 and (side < 0 or side == b.owner):
            n += b.height
    return n


@rule
def first_prize(s: State, box: Box, group: int) -> int:
    """SP for the first place (G87)."""
    return resources_in(s, group, NONE) * box.first_place


@rule
def second_prize(s: State, box: Box, group: int, side: int, rank: int) -> int:
    """SP a side gets for the second place (G88), which it also takes when it is alone (G91)."""
    own = resources_in(s, group, side)
    if rank == 2 or (rank == 1 and box.both_places_alone and own == resources_in(s, group, NONE)):
        return own * box.second_place
    return 0


@rule
def score(s: State, box: Box, side: int, out: Any) -> int:
    """The points of a side by source, and its standing.

    Equal totals share the victory (G100); in the solitaire game the player has to have more than Hal (G107).
    """
    me = s.seats[side]
    out[BY_POINTS] = me.points
    out[BY_NEW_HANDS] = me.new_hands * box.new_hand_points  # G82
    out[BY_CARDS] = 0
    rest = me.cards & box.end_cards
    while rest:
        card = lowest(rest)
        rest &= rest - 1
        out[BY_CARDS] += end_card(s, box, side, card)
    out[BY_DISTRICTS] = 0
    seen = 0
    for i in range(s.city_count):
        if not has(seen, i):
            group = district(s, i)
            seen |= group
            if bits(group) >= box.district_size:  # G84, G85
                rank = place(s, group, side)
                if rank == 1:
                    out[BY_DISTRICTS] += first_prize(s, box, group)
                if rank > 0:
                    out[BY_DISTRICTS] += second_prize(s, box, group, side, rank)
    total = out[BY_POINTS] + out[BY_NEW_HANDS] + out[BY_CARDS] + out[BY_DISTRICTS]
    if s.sides > s.players:
        return 2 * int(total) + (side >= s.players)
    return int(total)


@rule
def report(s: State, box: Box) -> None:
    """Emit what the final scoring adds to everybody's SP."""
    for side in range(s.sides):
        me = s.seats[side]
        if me.new_hands:
            emit(s, SCORED, side, BY_NEW_HANDS, me.new_hands * box.new_hand_points, me.new_hands, 0)
        rest = me.cards & box.end_cards
        while rest:
            card = lowest(rest)
            rest &= rest - 1
            emit(s, SCORED, side, BY_CARDS, end_card(s, box, side, card), card, 0)
    seen = 0
    for i in range(s.city_count):
        if not has(seen, i):
            group = district(s, i)
            seen |= group
            if bits(group) >= box.district_size:
                for side in range(s.sides):
                    rank = place(s, group, side)
                    if rank == 1:
                        emit(s, SCORED, side, BY_DISTRICTS, first_prize(s, box, group), 1, s.city[i].top)
                    if rank > 0:
                        points = second_prize(s, box, group, side, rank)
                        if points:
                            emit(s, SCORED, side, BY_DISTRICTS, points, 2, s.city[i].top)
