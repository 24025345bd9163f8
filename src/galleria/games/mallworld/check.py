"""What holds in every state of a match (W69 to W74, and what the records promise)."""

from galleria.core import acts, bits, has, rule

from .mall import executable
from .state import (
    ACT,
    BID,
    BUY,
    CARDS,
    CELLS,
    COLORS,
    DRAW,
    EVERY_CARD,
    EXECUTE,
    FIRST_GREEN,
    HAND_LIMIT,
    HIDDEN,
    NONE,
    ORDERS,
    OVER,
    SLOTS,
    WALL,
    Box,
    State,
)

INVARIANTS = (
    "the coins of all players and the slush fund are those of the start (W69)",
    "every approval card is in one place (W70)",
    "shops and customers on the board and in the supply add up, and only shops have customers (W71)",
    "the active player's marker is not beside the lobby when the turn begins (W72)",
    "nobody has less money than nothing, and the money adds up (W73)",
    "nobody holds more than eight cards (W57)",
    "every order is in one place, red ones above green ones",
    "only cards that have lain open are reshuffled",
    "the phase fits those who act",
    "bids are possible",
    "the board has the spaces of the plan",
    "counts and flags are in range",
)
COINS, PLACES, BOARD, MARKERS, MONEY, HANDS, ORDER_PLACES, SEEN, PHASE, BIDS, PLAN, RANGES = range(12)


@rule
def check(s: State, box: Box) -> int:
    """Bit set of the broken invariants."""
    broken = 0
    broken |= check_coins(s, box) << COINS
    broken |= check_cards(s) << PLACES
    broken |= check_board(s, box) << BOARD
    if s.phase == BUY and s.seats[s.turn].marker != 0:
        broken |= 1 << MARKERS
    broken |= check_money(s, box) << MONEY
    broken |= check_hands(s) << HANDS
    broken |= check_orders(s) << ORDER_PLACES
    broken |= check_seen(s) << SEEN
    broken |= check_phase(s, box) << PHASE
    broken |= check_bids(s) << BIDS
    broken |= check_plan(s, box) << PLAN
    broken |= check_ranges(s, box) << RANGES
    return broken


@rule
def check_coins(s: State, box: Box) -> int:
    coins = s.fund + 0
    for seat in range(s.players):
        if s.seats[seat].coins < 0:
            return 1
        coins += s.seats[seat].coins
    return 1 if s.fund < 0 or coins != box.coins * s.players else 0


@rule
def check_cards(s: State) -> int:
    placed = s.discard | s.removed | s.offered
    n = bits(s.discard) + bits(s.removed) + bits(s.offered) + s.draw.n
    for i in range(CARDS):
        if i < s.draw.n:
            if not 0 <= s.draw.cards[i] < CARDS:
                return 1
            placed |= 1 << s.draw.cards[i]
        elif s.draw.cards[i] != NONE:
            return 1
    for slot in range(SLOTS):
        if s.display[slot] != NONE:
            if not 0 <= s.display[slot] < CARDS:
                return 1
            placed |= 1 << s.display[slot]
            n += 1
    for seat in range(s.players):
        placed |= s.seats[seat].cards
        n += bits(s.seats[seat].cards)
    return 0 if placed == EVERY_CARD and n == CARDS else 1


@rule
def check_board(s: State, box: Box) -> int:
    rented = 0
    for color in range(COLORS):
        shops = s.tiles[color] + 0
        customers = s.customers[color] + 0
        if shops < 0 or customers < 0:
            return 1
        for cell in range(CELLS):
            shops += s.shop[cell] == color
            if s.customer[cell] == color:
                customers += 1
                rented += 1
        if shops != box.tiles or customers != box.customers:
            return 1
    for cell in range(CELLS):
        if s.customer[cell] != NONE and not (0 <= s.customer[cell] < COLORS and 0 <= s.shop[cell] < COLORS):
            return 1
    return 0 if rented == s.rented else 1


@rule
def check_money(s: State, box: Box) -> int:
    for seat in range(s.players):
        me = s.seats[seat]
        if me.money < 0 or me.bought < 0 or me.fees < 0:
            return 1
        if me.money != box.money - me.bought - me.fees + me.earned[0] + me.earned[1] + me.earned[2]:
            return 1
    return 0


@rule
def check_hands(s: State) -> int:
    for seat in range(s.players):
        me = s.seats[seat]
        if me.card_count != bits(me.cards) or me.order_count != bits(me.orders):
            return 1
        if me.card_count + me.order_count > HAND_LIMIT or me.shown & ~me.cards:
            return 1
    return 0


@rule
def check_orders(s: State) -> int:
    placed = s.gone_orders
    n = bits(s.gone_orders)
    for slot in range(SLOTS):
        if s.lobby[slot] != NONE:
            if not 0 <= s.lobby[slot] < ORDERS or not has(s.seen_orders, s.lobby[slot]):
                return 1
            if slot > 0 and s.lobby[slot - 1] == NONE:
                return 1
            placed |= 1 << s.lobby[slot]
            n += 1
    for seat in range(s.players):
        me = s.seats[seat]
        placed |= me.orders | me.played
        n += bits(me.orders) + bits(me.played)
        if me.played & ~s.seen_orders:
            return 1
    for i in range(s.pile.n):
        order = s.pile.cards[i] + 0
        if not 0 <= order < ORDERS or (order < FIRST_GREEN) != (i >= s.pile.n - s.pile_reds):
            return 1
        if has(s.seen_orders, order):
            return 1
        placed |= 1 << order
        n += 1
    return 0 if bits(placed) == n and not s.gone_orders & ~s.seen_orders else 1


@rule
def check_seen(s: State) -> int:
    known = s.discard | s.removed | s.offered
    for seat in range(s.players):
        known |= s.seats[seat].shown
    for slot in range(SLOTS):
        if s.display[slot] != NONE:
            known |= 1 << s.display[slot]
    if known & ~s.seen:
        return 1
    for i in range(s.draw.n):
        if has(s.seen, s.draw.cards[i]) != (s.reshuffles > 0):
            return 1
    for seat in range(s.players):
        if s.seats[seat].cards & ~s.seats[seat].shown & s.seen:
            return 1
    return 0


@rule
def check_phase(s: State, box: Box) -> int:
    if (s.phase == OVER) != (s.over != 0):
        return 1
    if s.phase == OVER:
        return 0 if s.to_act == 0 else 1
    if s.phase == BID:
        return 0 if s.to_act != 0 and not acts(s, s.turn) and bits(s.offered) > 1 else 1
    if s.phase == EXECUTE:
        rest = s.offered
        alive = bits(rest) > 1
        for card in range(CARDS):
            if has(rest, card) and executable(s, box, card):
                alive = True
        return 0 if alive and s.actor >= 0 and s.to_act == 1 << s.actor else 1
    if s.phase not in (BUY, ACT, DRAW):
        return 1
    return 0 if s.to_act == 1 << s.turn and s.offered == 0 and s.actor == NONE else 1


@rule
def check_bids(s: State) -> int:
    for seat in range(s.players):
        me = s.seats[seat]
        if me.bid == HIDDEN or (s.phase == BID and me.bid > me.coins):
            return 1
        if s.phase == BID and seat != s.turn and acts(s, seat) != (me.bid == NONE):
            return 1
        if s.phase not in (BID, EXECUTE) and me.bid != NONE:
            return 1
    return 0


@rule
def check_plan(s: State, box: Box) -> int:
    plan = box.plan[s.players]
    n = 0
    for cell in range(CELLS):
        n += s.shop[cell] != WALL
    for i in range(plan.spaces):
        if s.shop[plan.cell[i]] == WALL:
            return 1
    return 0 if n == plan.spaces and s.open_spaces == n else 1


@rule
def check_ranges(s: State, box: Box) -> int:
    if not 0 <= s.turn < s.players or not 1 <= s.round <= 3:
        return 1
    if not 0 <= s.chips <= box.plan[s.players].chips[s.round - 1] or not 0 <= s.acted <= 3:
        return 1
    if s.round > 1 and not s.unlocked:
        return 1
    return 0 if 0 <= s.idle < s.players and 0 <= s.taken <= box.most_drawn else 1
