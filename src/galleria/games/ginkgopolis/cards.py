"""Hands, draw pile, discard pile and reshuffle of Ginkgopolis, and what the observers learn from them.

What an observer knows of a card is one of two things: where it is (`known`), or at least that it took part in a certain
reshuffle (`since`). A card that was in the shuffled pile cannot be one that somebody has held all along. So for every
hand the observer also remembers when the cards unknown to her were dealt (`slots`): a card can only fill a slot that
is not older than the card's last known reshuffle.
"""

from galleria.core import emit, pop, push, rule, shuffle_pile, whisper

from .events import CARD, DEALT, DISCARDED, RESHUFFLED
from .state import (
    CARDS,
    EVERY_OBSERVER,
    HAND,
    IN_DISCARD,
    IN_DRAW,
    IN_HAND,
    IN_PLAY,
    NONE,
    OBSERVERS,
    SEATS,
    SPECTATOR,
    Box,
    State,
)


@rule
def watches(s: State, observer: int) -> bool:
    """Whether there is such an observer in this match."""
    return observer < s.players or observer == SPECTATOR


@rule
def forget_slot(s: State, observer: int, side: int, since: int) -> None:
    """A card unknown to `observer` left a hand: strike the oldest slot it can have filled, which leaves most open."""
    h = observer * SEATS + side
    last = s.slot_count[h] - 1
    i = 0
    while i < last and s.slots[h, i] < since:
        i += 1
    while i < last:
        s.slots[h, i] = s.slots[h, i + 1]
        i += 1
    s.slots[h, last] = 0
    s.slot_count[h] = last


@rule
def clear_slots(s: State, observer: int, side: int) -> None:
    h = observer * SEATS + side
    for i in range(s.slot_count[h]):
        s.slots[h, i] = 0
    s.slot_count[h] = 0


@rule
def put_in_hand(s: State, side: int, card: int) -> None:
    """Add a card to a hand, in order."""
    me = s.seats[side]
    i = int(me.hand_count)
    while i > 0 and me.hand[i - 1] > card:
        me.hand[i] = me.hand[i - 1]
        i -= 1
    me.hand[i] = card
    me.hand_count += 1
    s.where[card] = IN_HAND + side


@rule
def take_from_hand(s: State, side: int, card: int) -> None:
    """Put a card from a hand into play, face up."""
    me = s.seats[side]
    last = me.hand_count - 1
    i = 0
    while me.hand[i] != card:
        i += 1
    while i < last:
        me.hand[i] = me.hand[i + 1]
        i += 1
    me.hand[last] = NONE
    me.hand_count = last
    s.where[card] = IN_PLAY
    for observer in range(OBSERVERS):
        if (s.known[card] >> observer) & 1 == 0 and watches(s, observer):
            forget_slot(s, observer, side, s.since[observer, card])
    s.known[card] = EVERY_OBSERVER


@rule
def discard(s: State, side: int, card: int) -> None:
    """Put a card from play on the discard pile (G42, G45)."""
    s.where[card] = IN_DISCARD
    s.discard_count += 1
    emit(s, DISCARDED, side, card, 0, 0, 0)


@rule
def discard_hand(s: State, side: int) -> None:
    """Put a whole hand on the discard pile, face down (G32). Those who knew a card of it still know where it is."""
    me = s.seats[side]
    for i in range(me.hand_count):
        s.where[me.hand[i]] = IN_DISCARD
        me.hand[i] = NONE
    s.discard_count += me.hand_count
    me.hand_count = 0
    for observer in range(OBSERVERS):
        h = observer * SEATS + side
        for i in range(s.slot_count[h]):
            if s.slots[h, i] < s.reshuffles:
                s.old_discards[observer] += 1
        clear_slots(s, observer, side)


@rule
def reshuffle(s: State, box: Box, pending: int) -> None:
    """Make a new draw pile (G70), `pending` cards of which will be asked for at once."""
    entered = 0
    for i in range(s.city_count):  # (1)
        building = s.city[i]
        if building.pawn:
            building.pawn = 0
            s.where[building.top] = IN_DISCARD
            s.discard_count += 1
            entered += 1
    s.reshuffles += 1
    for card in range(CARDS):  # (2)
        if s.where[card] == IN_DISCARD:
            s.where[card] = IN_DRAW
            push(s.draw, card)
            for observer in range(OBSERVERS):
                if (s.known[card] >> observer) & 1 and watches(s, observer):
                    s.since[observer, card] = s.reshuffles
            s.known[card] = 0
    shuffle_pile(s, s.draw)
    turned = turn_over(s, box.setup[s.players].discarded_at_reshuffle, pending)  # (3)
    s.discard_count = turned
    for observer in range(OBSERVERS):
        s.old_discards[observer] = 0
    emit(s, RESHUFFLED, -1, s.draw.n, turned, entered, 0)


@rule
def turn_over(s: State, wanted: int, pending: int) -> int:
    """Move cards from the draw pile to the discard pile, but leave `pending` to be dealt (D23)."""
    turned: int = max(0, min(wanted, s.draw.n - pending))
    for _ in range(turned):
        s.where[pop(s.draw)] = IN_DISCARD
    return turned


@rule
def deal(s: State, box: Box, side: int, n: int, pending: int) -> None:
    """Deal `n` cards to a side; `pending` counts them and all that others will be dealt after them.

    A draw pile that becomes empty is renewed at once (G69, D7). If even that is too small, there are fewer cards (D23).
    """
    dealt = 0
    for i in range(n):
        if s.draw.n == 0:
            reshuffle(s, box, pending - i)
        if s.draw.n == 0:
            break
        card = pop(s.draw)
        put_in_hand(s, side, card)
        s.known[card] = 1 << side
        for observer in range(OBSERVERS):
            if observer != side and watches(s, observer):
                h = observer * SEATS + side
                s.slots[h, s.slot_count[h]] = s.reshuffles
                s.slot_count[h] += 1
        dealt += 1
        if side < s.players:
            whisper(s, 1 << side, CARD, side, card, 0, 0, 0)
        if s.draw.n == 0:
            reshuffle(s, box, pending - i - 1)
    emit(s, DEALT, side, dealt, 0, 0, 0)


@rule
def pass_hands(s: State) -> None:
    """Every hand goes to the left neighbour (G35). Who passed it on still knows it."""
    for side in range(s.players - 1, 0, -1):
        swap_hands(s, side, side - 1)
    for side in range(s.players):
        me = s.seats[side]
        for i in range(me.hand_count):
            s.where[me.hand[i]] = IN_HAND + side
            s.known[me.hand[i]] |= 1 << side
        clear_slots(s, side, side)


@rule
def swap_hands(s: State, one: int, other: int) -> None:
    a = s.seats[one]
    b = s.seats[other]
    for i in range(HAND):
        card = a.hand[i]
        a.hand[i] = b.hand[i]
        b.hand[i] = card
    count = a.hand_count
    a.hand_count = b.hand_count
    b.hand_count = count
    for observer in range(OBSERVERS):
        g = observer * SEATS + one
        h = observer * SEATS + other
        for i in range(HAND):
            slot = s.slots[g, i]
            s.slots[g, i] = s.slots[h, i]
            s.slots[h, i] = slot
        count = s.slot_count[g]
        s.slot_count[g] = s.slot_count[h]
        s.slot_count[h] = count
