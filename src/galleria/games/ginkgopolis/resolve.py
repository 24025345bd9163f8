"""What the actions of Ginkgopolis do (rules 5 to 8). Preview uses the same functions on what a seat may see."""

from galleria.core import emit, lowest, pop, rule, whisper

from .cards import discard
from .city import cover, found
from .events import (
    BUILT,
    COMPENSATED,
    DREW,
    FIRED,
    FOR_COLOR,
    FOR_NUMBER,
    FOR_OWNER,
    FROM_BUILDING,
    FROM_CARD,
    FROM_LETTER,
    FROM_NEIGHBOR,
    GAINED,
    PAID,
    RETURNED,
    SHORT,
    TABLEAU,
    TOKEN_MOVED,
    URBANIZED,
)
from .state import (
    CONSTRUCTING,
    DONE,
    FIRST_CHARACTER,
    FIRST_LETTER,
    IN_TABLEAU,
    NONE,
    NUMBERS,
    POINT,
    RESOURCE,
    TILE,
    Box,
    State,
)

# -- items -------------------------------------------------------------------------------------------------------------


@rule
def draw_tiles(s: State, side: int, n: int) -> None:
    """Draw `n` tiles that are there. Tiles the observer of a hidden state cannot see are only counted."""
    me = s.seats[side]
    me.tile_count += n
    if s.refill == DONE:
        for observer in range(s.players):
            if observer != side:
                s.drawn[observer, side] += n
    for first in range(0, n, 4):
        a = pop(s.supply)
        b = pop(s.supply) if first + 1 < n else NONE
        c = pop(s.supply) if first + 2 < n else NONE
        d = pop(s.supply) if first + 3 < n else NONE
        if a >= 0:
            me.tiles |= tile_bit(a) | tile_bit(b) | tile_bit(c) | tile_bit(d)
            whisper(s, 1 << side, DREW, side, a, b, c, d)


@rule
def tile_bit(tile: int) -> int:
    return 1 << tile if tile >= 0 else 0


@rule
def available(s: State, side: int, item: int, n: int) -> int:
    """How many of `n` items a side can get (G43)."""
    if item == RESOURCE:
        return min(n, s.seats[side].supply)
    if item == TILE:
        return int(min(n, s.supply.n))
    return n


@rule
def hand_out(s: State, side: int, item: int, n: int) -> None:
    """Give `n` items that are there."""
    me = s.seats[side]
    if item == RESOURCE:
        me.supply -= n
        me.reserve += n
    elif item == TILE:
        if n > 0:
            draw_tiles(s, side, n)
    else:
        me.points += n


@rule
def gain(s: State, side: int, item: int, n: int, source: int, number: int) -> None:
    """Give a side up to `n` items, as many as there are (G43)."""
    got = available(s, side, item, n)
    if got > 0:
        emit(s, GAINED, side, item, got, source, number)
        hand_out(s, side, item, got)
    if got < n:
        emit(s, SHORT, side, item, n - got, source, number)


@rule
def pay_points(s: State, side: int, n: int, why: int) -> None:
    if n > 0:
        s.seats[side].points -= n
        emit(s, PAID, side, POINT, n, why, 0)


# -- tableau cards (G62) -----------------------------------------------------------------------------------------------


@rule
def fire(s: State, box: Box, side: int, trigger: int) -> None:
    """Every card of the tableau with the trigger gives its items once."""
    rest = s.seats[side].characters & box.trigger_characters[trigger]
    while rest:
        fire_card(s, box, side, FIRST_CHARACTER + lowest(rest))
        rest &= rest - 1
    rest = s.seats[side].cards & box.trigger_cards[trigger]
    while rest:
        fire_card(s, box, side, lowest(rest))
        rest &= rest - 1


@rule
def fire_card(s: State, box: Box, side: int, card: int) -> None:
    resources = available(s, side, RESOURCE, box.gain[card, RESOURCE])
    tiles = available(s, side, TILE, box.gain[card, TILE])
    points = box.gain[card, POINT]
    if resources + tiles + points > 0:
        emit(s, FIRED, side, card, resources, tiles, points)
        hand_out(s, side, RESOURCE, resources)
        hand_out(s, side, TILE, tiles)
        hand_out(s, side, POINT, points)
    if resources < box.gain[card, RESOURCE]:
        emit(s, SHORT, side, RESOURCE, box.gain[card, RESOURCE] - resources, FROM_CARD, card)
    if tiles < box.gain[card, TILE]:
        emit(s, SHORT, side, TILE, box.gain[card, TILE] - tiles, FROM_CARD, card)


@rule
def put_away(s: State, side: int, card: int, trigger: int) -> None:
    """The card of a construction joins the tableau (G61), others are discarded (G42, G45, G48)."""
    if trigger == CONSTRUCTING:
        s.seats[side].cards |= 1 << card
        s.where[card] = IN_TABLEAU + side
        emit(s, TABLEAU, side, card, 0, 0, 0)
    else:
        discard(s, side, card)


# -- exploit -----------------------------------------------------------------------------------------------------------


@rule
def exploit_building(s: State, box: Box, side: int, card: int) -> None:
    """G38, G39."""
    color = card // NUMBERS
    floors = s.city[s.at[card]].height
    gain(s, side, box.color_item[color], floors * box.color_yield[color], FROM_BUILDING, card)


@rule
def take(s: State, box: Box, side: int, card: int, item: int) -> None:
    """G40."""
    gain(s, side, item, box.letter_yield[item], FROM_LETTER, card - FIRST_LETTER)


# -- urbanize ----------------------------------------------------------------------------------------------------------


@rule
def urbanize(s: State, side: int, card: int, tile: int) -> None:
    """Steps (1) to (3) of G45: tile, resource, pawn."""
    letter = card - FIRST_LETTER
    x = s.token_x[letter]
    y = s.token_y[letter]
    found(s, tile, x, y, side, 1)
    s.seats[side].reserve -= 1
    s.urbanized += 1
    emit(s, URBANIZED, side, letter, tile, x, y)


@rule
def move_token(s: State, seat: int, letter: int, x: int, y: int) -> None:
    """Step (4)."""
    s.token_x[letter] = x
    s.token_y[letter] = y
    emit(s, TOKEN_MOVED, seat, letter, x, y, 0)


@rule
def exploit_neighbors(s: State, box: Box, side: int) -> None:
    """Step (5), G50: what the buildings beside the newest one yield. Hal gets SP instead (G105)."""
    for direction in range(4):
        n = s.city[s.city_count - 1].near[direction]
        if n >= 0:
            b = s.city[n]
            color = b.top // NUMBERS
            yields = b.height * box.color_yield[color]
            if side < s.players:
                gain(s, side, box.color_item[color], yields, FROM_NEIGHBOR, b.top)
            else:
                gain(s, side, POINT, yields * box.hal_points_per_item, FROM_NEIGHBOR, b.top)


# -- construct a floor -------------------------------------------------------------------------------------------------


@rule
def color_price(s: State, box: Box, side: int, covered: int, tile: int) -> int:
    """Resources for another colour (G55)."""
    if covered // NUMBERS == tile // NUMBERS or (side >= s.players and not box.hal_pays_costs):
        return 0
    return int(box.color_cost)


@rule
def number_price(s: State, box: Box, side: int, covered: int, tile: int) -> int:
    """SP for a lower number (G56)."""
    if side >= s.players and not box.hal_pays_costs:
        return 0
    return max(0, covered % NUMBERS - tile % NUMBERS) * box.number_cost


@rule
def owner_price(s: State, box: Box, side: int, building: int) -> int:
    """SP for the previous owner, where the builder has to pay them (G54, D2); in the solitaire game the bank does."""
    b = s.city[building]
    if not box.builder_compensates or s.players == 1 or b.owner < 0 or b.owner == side:
        return 0
    return b.height * box.compensation


@rule
def own_resources(s: State, side: int, building: int) -> int:
    """What a side gets back from a building for this very action (G53)."""
    b = s.city[building]
    return int(b.height) if b.owner == side else 0


@rule
def construct(s: State, box: Box, side: int, card: int, tile: int) -> None:
    """G53 to G59."""
    building = int(s.at[card])
    b = s.city[building]
    me = s.seats[side]
    price = owner_price(s, box, side, building)
    if b.owner >= 0:
        owner = s.seats[b.owner]
        owner.reserve += b.height
        emit(s, RETURNED, b.owner, b.height, card, side, 0)
        if b.owner != side:
            pay_points(s, side, price, FOR_OWNER)
            points = b.height * box.compensation
            if points > 0:
                owner.points += points
                emit(s, COMPENSATED, b.owner, points, card, side if price else NONE, 0)
    color = color_price(s, box, side, card, tile)
    if color > 0:
        me.reserve -= color
        me.supply += color  # D11
        emit(s, PAID, side, RESOURCE, color, FOR_COLOR, 0)
    pay_points(s, side, number_price(s, box, side, card, tile), FOR_NUMBER)
    cover(s, building, tile, side)
    me.reserve -= b.height
    s.constructed += 1
    emit(s, BUILT, side, tile, card, b.height, 0)
