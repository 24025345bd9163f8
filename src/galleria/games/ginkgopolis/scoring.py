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
def shares(s: State, group: int) -> int:
    """The resources of all sides in a district, eight bits for each side (G86)."""
    packed = 0
    rest = group
    while rest:
        b = s.city[lowest(rest)]
        rest &= rest - 1
        if b.owner >= 0:
            packed += int(b.height) << 8 * b.owner
    return packed


@rule
def share(packed: int, side: int) -> int:
    """The resources of one side in a district."""
    return (packed >> 8 * side) & 255


@rule
def all_shares(packed: int) -> int:
    """The resources of all sides together."""
    n = 0
    while packed:
        n += packed & 255
        packed >>= 8
    return n


@rule
def crown(s: State, group: int, side: int) -> int:
    """What breaks ties: a side's tallest building in a district, then the highest number on one so tall (G90)."""
    best = 0
    rest = group
    while rest:
        b = s.city[lowest(rest)]
        rest &= rest - 1
        if b.owner == side:
            best = max(best, b.height * 32 + b.top % NUMBERS)
    return best


@rule
def place(s: State, group: int, packed: int, side: int) -> int:
    """The place of a side in a district with these `shares`: 1, 2, ... or 0 when it takes no part."""
    mine = share(packed, side)
    if mine == 0:
        return 0
    ahead = 1
    for other in range(s.sides):
        if other != side:
            theirs = share(packed, other)
            if theirs > mine or (theirs == mine and crown(s, group, other) > crown(s, group, side)):
                ahead += 1
    return ahead


@rule
def first_prize(box: Box, packed: int) -> int:
    """SP for the first place (G87)."""
    return all_shares(packed) * box.first_place


@rule
def second_prize(box: Box, packed: int, side: int, rank: int) -> int:
    """SP a side gets for the second place (G88), which it also takes when it is alone (G91)."""
    mine = share(packed, side)
    if rank == 2 or (rank == 1 and box.both_places_alone and mine == all_shares(packed)):
        return mine * box.second_place
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
                packed = shares(s, group)
                rank = place(s, group, packed, side)
                if rank == 1:
                    out[BY_DISTRICTS] += first_prize(box, packed)
                if rank > 0:
                    out[BY_DISTRICTS] += second_prize(box, packed, side, rank)
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
                packed = shares(s, group)
                for side in range(s.sides):
                    rank = place(s, group, packed, side)
                    if rank == 1:
                        emit(s, SCORED, side, BY_DISTRICTS, first_prize(box, packed), 1, s.city[i].top)
                    if rank > 0:
                        points = second_prize(box, packed, side, rank)
                        if points:
                            emit(s, SCORED, side, BY_DISTRICTS, points, 2, s.city[i].top)
