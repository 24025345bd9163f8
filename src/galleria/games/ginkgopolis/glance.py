"""What an answer of Ginkgopolis looks like at first sight: weights for playouts, and for where a search looks first.

The weight of an answer is an exponential of a sum over its features. The factors come from a logistic regression on
69,240 answers in 4,000 decisions: how often a tree search of 500 full playouts tried each of them.
"""

from decimal import Decimal
from typing import Any

from galleria.core import Array, bits, has, lowest, rule

from .actions import BUILD, EXPLOIT, NEW_HAND, URBANIZE
from .state import (
    BUILDINGS_OF_COLOR,
    BUILDINGS_OF_HEIGHT,
    CARDS_WITH_TRIGGER,
    CHOOSE,
    CONSTRUCTING,
    DONE,
    EXPLOITING,
    FIRST_CHARACTER,
    FIRST_LETTER,
    FIXED,
    NUMBERS,
    POINT,
    RESOURCE,
    TILE,
    TILES,
    URBANIZING,
    Box,
    State,
)

ROW = (1 << NUMBERS) - 1

FACTORS = (
    (181, 8),  # a new hand
    (-94, 18),  # exploit a building
    (-154, 28),  # exploit with a letter
    (-76, 2),  # urbanize
    (96, -20),  # construct
    (60, 1),  # per resource gained, costs taken off
    (51, 3),  # per tile gained
    (139, -4),  # per SP gained, costs taken off
    (47, -6),  # per resource that the reserve then has fewer than 3
    (-29, 0),  # per resource that it has more than 8
    (-44, 0),  # per tile that the reserve then has fewer than 2
    (-42, 1),  # per tile that it has more than 6
    (134, -7),  # per own resource on buildings of the new tile's colour beside it
    (59, -4),  # per resource of others there
    (93, -4),  # per unowned building, or floor of one, there
    (-33, 0),  # the same three for the colour that is covered by another
    (29, -2),
    (-54, 4),
    (110, 14),  # per resource on the building afterwards
    (213, -24),  # per resource returned to somebody else
    (-85, -11),  # per resource taken back from an own building
    (66, -7),  # another colour
    (-9, 0),  # per number of the new tile
    (5, -1),  # per number of the covered tile
    (-255, 47),  # per resource, tile and SP of the gained card's bonus
    (-223, 43),
    (-113, 43),
    (-44, 5),  # its bonus is for exploiting
    (-32, 9),  # its bonus is for constructing
    (91, 4),  # end card: per SP that is fixed
    (107, -5),  # end card for a colour's buildings: per SP it brings now, and in any case; so the others
    (-151, 45),
    (91, -4),  # for heights
    (51, 61),
    (80, 0),  # for triggers
    (64, 30),
    (83, -2),  # for a colour's cards
    (-85, 80),
)
"""Per feature: its factor in 1/256 at the end of the match, and what each round still to come adds to it."""
HAND, ALONE, LETTER, FOUND, FLOOR, RESOURCES, TILES_GOT, POINTS, POOR, RICH, BARE, FULL = range(12)
NEAR, LEFT = 12, 15
STACK, TAKEN, KEPT, RECOLOR, NUMBER, COVERED = range(18, 24)
BONUS = 24
FOR_EXPLOITING, FOR_CONSTRUCTING, FIXED_CARD = range(27, 30)
COLOR_CARD, HEIGHT_CARD, TRIGGER_CARD, SET_CARD = range(30, 38, 2)

EVEN = 64
STEPS = 64
EXPONENTIALS = tuple(max(1, round(EVEN * (Decimal(i - STEPS) / 16).exp())) for i in range(2 * STEPS + 1))
"""Weights for sums of -4 to 4 in steps of 1/16."""


@rule
def eighths_left(s: State) -> int:
    """About how many rounds are still to come, in 1/8 round: fitted by least squares to 1,010 matches between bots."""
    if s.triggers != 0:
        return 0
    free = 1000
    tiles = 0
    for seat in range(s.players):
        free = min(free, s.seats[seat].supply + s.seats[seat].reserve)
        tiles += s.seats[seat].tile_count
    n = s.players + 0
    thousandths: int
    if s.refill == DONE:
        thousandths = (803 * s.supply.n + 90 * tiles - 632) // n + 611 * free - 2353
    else:
        thousandths = (667 * s.supply.n - 5 * tiles) // n + 356 * free + 1374
    return max(8, min(128, thousandths // 125))


@rule
def factor(feature: int, left: int) -> int:
    """The factor of a feature in 1/2048 with `left` eighths of a round to come."""
    return 8 * FACTORS[feature][0] + left * FACTORS[feature][1]


@rule
def weight(total: int) -> int:
    """The weight for a sum in 1/2048."""
    return EXPONENTIALS[max(0, min(2 * STEPS, STEPS + total // 128))]


@rule
def bonus(s: State, box: Box, seat: int, trigger: int, item: int) -> int:
    """Items that one action with the trigger brings from the tableau."""
    n = 0
    rest = s.seats[seat].characters & box.trigger_characters[trigger]
    while rest:
        n += box.gain[FIRST_CHARACTER + lowest(rest), item]
        rest &= rest - 1
    rest = s.seats[seat].cards & box.trigger_cards[trigger]
    while rest:
        n += box.gain[lowest(rest), item]
        rest &= rest - 1
    return n


@rule
def goods(s: State, seat: int, resources: int, tiles: int, points: int, laid: int, left: int) -> int:
    """The part of the sum that comes from gains less costs, and from what the reserve has then."""
    me = s.seats[seat]
    resources = min(resources, me.supply)
    tiles = min(tiles, s.supply.n)
    total = resources * factor(RESOURCES, left) + tiles * factor(TILES_GOT, left) + points * factor(POINTS, left)
    reserve = me.reserve + resources
    hand = me.tile_count - laid + tiles
    if reserve < 3:
        total += (3 - reserve) * factor(POOR, left)
    elif reserve > 8:
        total += (reserve - 8) * factor(RICH, left)
    if hand < 2:
        total += (2 - hand) * factor(BARE, left)
    elif hand > 6:
        total += (hand - 6) * factor(FULL, left)
    return total


@rule
def beside(s: State, seat: int, building: int, color: int, feature: int, left: int) -> int:
    """The part of the sum that comes from the buildings of a colour beside a building."""
    total = 0
    for direction in range(4):
        n = s.city[building].near[direction]
        if n >= 0:
            b = s.city[n]
            if b.top // NUMBERS == color:
                whose = 0 if b.owner == seat else (1 if b.owner >= 0 else 2)
                total += b.height * factor(feature + whose, left)
    return total


@rule
def around(s: State, seat: int, letter: int, color: int, left: int) -> int:
    """The same for the cell of a token."""
    total = 0
    for i in range(s.city_count):
        b = s.city[i]
        if abs(b.x - s.token_x[letter]) + abs(b.y - s.token_y[letter]) == 1 and b.top // NUMBERS == color:
            if b.owner < 0:
                total += factor(NEAR + 2, left)
            else:
                total += b.height * factor(NEAR + (b.owner != seat), left)
    return total


@rule
def site(s: State, box: Box, letter: int, item: int) -> int:
    """Items that the buildings around a token yield."""
    n = 0
    for i in range(s.city_count):
        b = s.city[i]
        if abs(b.x - s.token_x[letter]) + abs(b.y - s.token_y[letter]) == 1:
            color = b.top // NUMBERS
            if box.color_item[color] == item:
                n += b.height * box.color_yield[color]
    return n


@rule
def card_gained(s: State, box: Box, seat: int, card: int, left: int) -> int:
    """The part of the sum that comes from the card a construction brings."""
    me = s.seats[seat]
    if not has(box.end_cards, card):
        total = 0
        for item in range(3):
            total += box.gain[card, item] * factor(BONUS + item, left)
        if has(box.trigger_cards[EXPLOITING], card):
            total += factor(FOR_EXPLOITING, left)
        elif has(box.trigger_cards[CONSTRUCTING], card):
            total += factor(FOR_CONSTRUCTING, left)
        return total
    kind = box.end_kind[card]
    low = box.end_low[card] + 0
    points = box.end_points[card] + 0
    if kind == FIXED:
        return points * factor(FIXED_CARD, left)
    feature = SET_CARD
    n = 0
    if kind == BUILDINGS_OF_COLOR:
        feature = COLOR_CARD
        for i in range(s.city_count):
            n += s.city[i].owner == seat and s.city[i].top // NUMBERS == low
    elif kind == BUILDINGS_OF_HEIGHT:
        feature = HEIGHT_CARD
        for i in range(s.city_count):
            n += s.city[i].owner == seat and low <= s.city[i].height <= box.end_high[card]
    elif kind == CARDS_WITH_TRIGGER:
        feature = TRIGGER_CARD
        n = bits(me.cards & box.trigger_cards[low]) + bits(me.characters & box.trigger_characters[low])
    else:
        n = 1 + bits(me.cards & (ROW << low * NUMBERS)) + bits(me.characters & box.color_characters[low])
    return n * points * factor(feature, left) + factor(feature + 1, left)


@rule
def exploit_sum(s: State, box: Box, seat: int, card: int, left: int) -> int:
    resources = bonus(s, box, seat, EXPLOITING, RESOURCE)
    tiles = bonus(s, box, seat, EXPLOITING, TILE)
    points = bonus(s, box, seat, EXPLOITING, POINT)
    if card >= FIRST_LETTER:
        return factor(LETTER, left) + goods(s, seat, resources, tiles, points, 0, left)
    color = card // NUMBERS
    n = s.city[s.at[card]].height * box.color_yield[color]
    item = box.color_item[color]
    resources += n if item == RESOURCE else 0
    tiles += n if item == TILE else 0
    points += n if item == POINT else 0
    return factor(ALONE, left) + goods(s, seat, resources, tiles, points, 0, left)


@rule
def urbanize_sum(s: State, box: Box, seat: int, letter: int, left: int) -> int:
    """Without what depends on the tile."""
    resources = site(s, box, letter, RESOURCE) + bonus(s, box, seat, URBANIZING, RESOURCE) - 1
    tiles = site(s, box, letter, TILE) + bonus(s, box, seat, URBANIZING, TILE)
    points = site(s, box, letter, POINT) + bonus(s, box, seat, URBANIZING, POINT)
    return factor(FOUND, left) + factor(STACK, left) + goods(s, seat, resources, tiles, points, 1, left)


@rule
def build_sum(s: State, box: Box, seat: int, card: int, left: int) -> int:
    """Without goods and without what depends on the tile."""
    b = s.city[s.at[card]]
    total = factor(FLOOR, left) + (b.height + 1) * factor(STACK, left) + card % NUMBERS * factor(COVERED, left)
    if b.owner == seat:
        total += b.height * factor(KEPT, left)
    elif b.owner >= 0:
        total += b.height * factor(TAKEN, left)
    return total + card_gained(s, box, seat, card, left)


@rule
def weigh(s: State, box: Box, seat: int, actions: Array[int], n: int, out: Any) -> None:
    """Weights of the `n` legal `actions`: the choice for a round is weighed, everything else is even."""
    if s.phase != CHOOSE:
        for i in range(n):
            out[i] = EVEN
        return
    left = eighths_left(s)
    before = -1
    base = 0
    colors = 0
    red = 0
    blue = 0
    yellow = 0
    resources = 0
    tiles = 0
    points = 0
    for i in range(n):
        action = int(actions[i])
        if action == NEW_HAND:
            total = factor(HAND, left)
        elif action < URBANIZE:
            total = exploit_sum(s, box, seat, action - EXPLOIT, left)
        else:
            founding = action < BUILD
            card = (action - URBANIZE) // TILES if founding else (action - BUILD) // TILES
            tile = (action - URBANIZE) % TILES if founding else (action - BUILD) % TILES
            color = tile // NUMBERS
            if founding and before != FIRST_LETTER + card:
                before = FIRST_LETTER + card
                base = urbanize_sum(s, box, seat, card, left)
                red = around(s, seat, card, 0, left)
                blue = around(s, seat, card, 1, left)
                yellow = around(s, seat, card, 2, left)
            elif not founding and before != card:
                before = card
                building = s.at[card] + 0
                b = s.city[building]
                base = build_sum(s, box, seat, card, left)
                resources = bonus(s, box, seat, CONSTRUCTING, RESOURCE) - 1 - (0 if b.owner == seat else b.height)
                tiles = bonus(s, box, seat, CONSTRUCTING, TILE)
                points = bonus(s, box, seat, CONSTRUCTING, POINT)
                red = beside(s, seat, building, 0, NEAR, left)
                blue = beside(s, seat, building, 1, NEAR, left)
                yellow = beside(s, seat, building, 2, NEAR, left)
                colors = factor(RECOLOR, left) + beside(s, seat, building, card // NUMBERS, LEFT, left)
            total = (
                base + tile % NUMBERS * factor(NUMBER, left) + (red if color == 0 else blue if color == 1 else yellow)
            )
            if not founding:
                other = color != card // NUMBERS
                price = max(0, card % NUMBERS - tile % NUMBERS) * box.number_cost
                spent = box.color_cost + 0 if other else 0
                total += goods(s, seat, resources - spent, tiles, points - price, 1, left)
                if other:
                    total += colors
        out[i] = weight(total)
