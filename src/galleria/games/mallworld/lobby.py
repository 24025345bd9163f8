"""The lobby: buying orders, markers beside it, and what leaves it (W23 to W31)."""

from galleria.core import emit, pop, rule

from .events import BOUGHT, LOBBY_REMOVED, MARKER, MARKERS_BACK, REDS_OUT, UNLOCKED
from .reasons import ALLOWED, HAND_FULL, NO_MONEY, NOT_IN_LOBBY
from .state import FIRST_BLUE, FIRST_GREEN, HAND_LIMIT, NONE, SLOTS, Box, State


@rule
def hand_size(s: State, seat: int) -> int:
    """Approval cards and orders count together (W57)."""
    return int(s.seats[seat].card_count) + int(s.seats[seat].order_count)


@rule
def slot_of(s: State, order: int) -> int:
    """The slot of an order in the lobby, -1 when it is not there."""
    for slot in range(SLOTS):
        if s.lobby[slot] == order:
            return slot
    return NONE


@rule
def why_not_buy(s: State, box: Box, seat: int, order: int) -> int:
    slot = slot_of(s, order)
    if slot < 0:
        return NOT_IN_LOBBY
    if hand_size(s, seat) >= HAND_LIMIT:  # W24
        return HAND_FULL
    if s.seats[seat].money < box.price[slot]:  # D11
        return NO_MONEY
    return ALLOWED


@rule
def fill_lobby(s: State) -> None:
    """Cards move to the right, new ones come in on the left (W25)."""
    slot = 0
    for i in range(SLOTS):
        if s.lobby[i] != NONE:
            s.lobby[slot] = s.lobby[i]
            slot += 1
    for i in range(slot, SLOTS):
        s.lobby[i] = NONE
        if s.pile.n > 0:
            order = pop(s.pile)
            if s.pile_reds > 0:
                s.pile_reds -= 1
            s.lobby[i] = order
            s.seen_orders |= 1 << order if order >= 0 else 0  # a preview does not know what comes


@rule
def buy(s: State, box: Box, seat: int, order: int) -> None:
    """W23 to W25, W27, W29, W31."""
    me = s.seats[seat]
    slot = slot_of(s, order)
    price = box.price[slot] + 0
    me.money -= price
    me.bought += price
    me.orders |= 1 << order
    me.order_count += 1
    s.lobby[slot] = NONE
    emit(s, BOUGHT, seat, order, price, slot, 0)
    if FIRST_GREEN <= order < FIRST_BLUE:
        if not s.unlocked:
            unlock(s)
        remove_reds(s)
    fill_lobby(s)
    return_markers(s)


@rule
def unlock(s: State) -> None:
    """W31."""
    s.unlocked = 1
    emit(s, UNLOCKED, -1, 0, 0, 0, 0)


@rule
def remove_reds(s: State) -> None:
    """All red orders of the display and the pile leave the game (W29, W30); the lobby is not refilled yet."""
    n = 0
    for slot in range(SLOTS):
        if s.lobby[slot] != NONE and s.lobby[slot] < FIRST_GREEN:
            s.gone_orders |= 1 << s.lobby[slot]
            s.lobby[slot] = NONE
            n += 1
    while s.pile_reds > 0:
        pop(s.pile)
        s.pile_reds -= 1
        n += 1
    if n > 0:
        emit(s, REDS_OUT, -1, n, 0, 0, 0)


@rule
def buy_nothing(s: State, seat: int, why: int) -> None:
    """W26, W28; `why` nothing can be bought, ALLOWED when the seat wants nothing."""
    s.seats[seat].marker = 1
    emit(s, MARKER, seat, why, 0, 0, 0)
    for other in range(s.players):
        if not s.seats[other].marker:
            return
    if s.lobby[0] != NONE:
        s.gone_orders |= 1 << s.lobby[0]
        emit(s, LOBBY_REMOVED, -1, s.lobby[0], 0, 0, 0)
        s.lobby[0] = NONE
        fill_lobby(s)
    return_markers(s)


@rule
def return_markers(s: State) -> None:
    """W27, D10."""
    n = 0
    for seat in range(s.players):
        n += s.seats[seat].marker
        s.seats[seat].marker = 0
    if n > 0:
        emit(s, MARKERS_BACK, -1, n, 0, 0, 0)
