"""Approval cards: the display, the draw pile, and what is cleaned up (W53 to W58)."""

from galleria.core import emit, has, lowest, pop, push, rule, shuffle_pile

from .events import COINS, DISPLAYED, FOR_REFRESH, REFRESHED, REMOVED, RESHUFFLED, TOOK
from .mall import usable
from .state import NONE, SLOTS, Box, State


@rule
def draw_card(s: State) -> int:
    """The next approval card, -1 when there is none (W58)."""
    if s.draw.n == 0:
        if s.discard == 0:
            return NONE
        rest = s.discard
        while rest:
            push(s.draw, lowest(rest))
            rest &= rest - 1
        s.discard = 0
        s.reshuffles += 1
        shuffle_pile(s, s.draw)
        emit(s, RESHUFFLED, -1, s.draw.n, 0, 0, 0)
    return pop(s.draw)


@rule
def fill_display(s: State) -> None:
    """Fill the empty places of the display."""
    for slot in range(SLOTS):
        if s.display[slot] == NONE:
            card = draw_card(s)
            if card == NONE:
                return
            s.display[slot] = card
            s.seen |= 1 << card
            emit(s, DISPLAYED, -1, card, 0, 0, 0)


@rule
def display_stale(s: State, box: Box) -> bool:
    """Whether some card of the display is unusable."""
    for slot in range(SLOTS):  # noqa: SIM110 - generators do not compile
        if s.display[slot] != NONE and not usable(s, box, s.display[slot]):
            return True
    return False


@rule
def clean_display(s: State, box: Box, seat: int) -> None:
    """Replace unusable cards until every displayed card is usable or no cards are left (W55, D22)."""
    while display_stale(s, box):
        for slot in range(SLOTS):
            card = s.display[slot] + 0
            if card != NONE and not usable(s, box, card):
                s.display[slot] = NONE
                s.removed |= 1 << card
                emit(s, REMOVED, seat, card, 1, 0, 0)
        fill_display(s)


@rule
def refresh_display(s: State, box: Box, seat: int) -> None:
    """W56."""
    s.seats[seat].coins -= box.refresh_price
    s.fund += box.refresh_price
    emit(s, REFRESHED, seat, 0, 0, 0, 0)
    emit(s, COINS, seat, -box.refresh_price, FOR_REFRESH, NONE, 0)
    for slot in range(SLOTS):
        if s.display[slot] != NONE:
            s.discard |= 1 << s.display[slot]
            s.display[slot] = NONE
    fill_display(s)


@rule
def displayed(s: State, card: int) -> bool:
    for slot in range(SLOTS):  # noqa: SIM110 - generators do not compile
        if s.display[slot] == card:
            return True
    return False


@rule
def display_empty(s: State) -> bool:
    for slot in range(SLOTS):  # noqa: SIM110
        if s.display[slot] != NONE:
            return False
    return True


@rule
def take_card(s: State, seat: int, card: int) -> None:
    """W57."""
    me = s.seats[seat]
    for slot in range(SLOTS):
        if s.display[slot] == card:
            s.display[slot] = NONE
    me.cards |= 1 << card
    me.shown |= 1 << card
    me.card_count += 1
    emit(s, TOOK, seat, card, 0, 0, 0)


@rule
def remove_card(s: State, seat: int, card: int) -> None:
    """An unusable card of the hand leaves the game (W54)."""
    me = s.seats[seat]
    me.cards &= ~(1 << card)
    me.shown &= ~(1 << card)
    me.card_count -= 1
    s.removed |= 1 << card
    s.seen |= 1 << card
    emit(s, REMOVED, seat, card, 0, 0, 0)


@rule
def in_hand(s: State, seat: int, card: int) -> bool:
    return has(s.seats[seat].cards, card)
