"""What a seat may see, and dealing the rest anew.

`hide` keeps what the observer knows: her own reserve, hand and choices, everything on the table, and the cards she can
follow (cards.py). `redeal` fills the rest with a random world that agrees with all of it.
"""

from galleria.core import acts, below, bits, has, hide_head, lowest, nth_bit, rule, shuffle

from .cards import clear_slots, forget_slot
from .rules import payable_tiles
from .state import (
    CARDS,
    CHARACTERS,
    CHOOSE,
    DRAFT,
    EVERY_OBSERVER,
    FIRST_LETTER,
    HAND,
    HIDDEN,
    IN_DISCARD,
    IN_DRAW,
    IN_HAND,
    NONE,
    REFILL,
    SEATS,
    SPECTATOR,
    TILES,
    UNKNOWN,
    Box,
    State,
)

FAIR_TRIES = 20
TRIES = 2000
FORCED = 64
"""A bit in `known` beside those of the observers: dealt for a hidden choice while redealing."""

# -- hide --------------------------------------------------------------------------------------------------------------


@rule
def observer_of(seat: int) -> int:
    return seat if seat >= 0 else SPECTATOR


@rule
def hide(s: State, box: Box, seat: int) -> None:
    """Blank what `seat` (-1: a spectator) may not know."""
    observer = observer_of(seat)
    hide_head(s, seat)
    hide_tiles(s, observer)
    hide_cards(s, observer)
    for side in range(s.sides):
        me = s.seats[side]
        if side != observer:
            me.marked = 0
            me.returned = 0
            hide_choice(s, side)
            rest = me.draft
            while rest:
                character = lowest(rest)
                rest &= rest - 1
                if not has(s.character_known[character], observer):
                    me.draft &= ~(1 << character)
            if me.pick >= 0:
                me.pick = HIDDEN
    for character in range(CHARACTERS):
        s.character_known[character] &= 1 << observer
    hide_knowledge(s, observer)


@rule
def hide_tiles(s: State, observer: int) -> None:
    for i in range(s.supply.n):
        s.supply.cards[i] = NONE
    s.removed = 0
    for side in range(s.sides):
        if side != observer:
            s.seats[side].tiles = 0


@rule
def hide_cards(s: State, observer: int) -> None:
    for i in range(s.draw.n):
        s.draw.cards[i] = NONE
    for side in range(s.sides):
        me = s.seats[side]
        kept = 0
        for i in range(me.hand_count):
            card = me.hand[i]
            if card >= 0 and has(s.known[card], observer):
                me.hand[kept] = card
                kept += 1
        for i in range(kept, me.hand_count):
            me.hand[i] = NONE
    for card in range(CARDS):
        if not has(s.known[card], observer):
            s.where[card] = UNKNOWN


@rule
def hide_choice(s: State, side: int) -> None:
    """A choice is face down until all have chosen (G30); whether a tile lies on the card can be seen."""
    me = s.seats[side]
    if s.phase == CHOOSE and me.card != NONE:
        me.card = HIDDEN
        if me.tile != NONE:
            me.tile = HIDDEN


@rule
def hide_knowledge(s: State, observer: int) -> None:
    """Keep what the observer knows, and what all know."""
    for card in range(CARDS):
        s.known[card] &= 1 << observer | 1 << SPECTATOR
    for other in range(SEATS):
        if other != observer:
            for card in range(CARDS):
                s.since[other, card] = 0
            for side in range(SEATS):
                for i in range(HAND):
                    s.slots[other * SEATS + side, i] = 0
                s.slot_count[other * SEATS + side] = 0
                s.drawn[other, side] = 0
            s.old_discards[other] = 0


# -- redeal ------------------------------------------------------------------------------------------------------------


@rule
def redeal(s: State, box: Box, seat: int) -> None:
    """Fill a hidden state with a random world that agrees with all that `seat` knows.

    Every world that agrees is equally likely, as long as what others have put down can be paid with what they are
    dealt. Where that fails too often, they are first dealt something that can.
    """
    observer = observer_of(seat)
    spare = 1 if observer == 0 else 0  # an observer whose knowledge is blank now
    copy_slots(s, observer, spare)
    for attempt in range(TRIES):
        if attempt > 0:
            clear_attempt(s, observer, spare)
        if deal_world(s, box, observer, attempt >= FAIR_TRIES):
            break
    for card in range(CARDS):
        if has(s.known[card], 6):
            s.known[card] = 0
    copy_slots(s, spare, observer)
    if s.phase == DRAFT:
        deal_draft(s, observer)
    if s.phase == REFILL:
        for other in range(s.players):
            if other != observer and not acts(s, other):
                rest = s.seats[other].tiles
                while rest:
                    if below(s, 2):
                        s.seats[other].marked |= rest & -rest
                    rest &= rest - 1
    fill_knowledge(s, observer)


@rule
def copy_slots(s: State, source: int, target: int) -> None:
    for side in range(SEATS):
        for i in range(HAND):
            s.slots[target * SEATS + side, i] = s.slots[source * SEATS + side, i]
        s.slot_count[target * SEATS + side] = s.slot_count[source * SEATS + side]


@rule
def clear_attempt(s: State, observer: int, spare: int) -> None:
    for card in range(CARDS):
        if has(s.known[card], 6):
            s.known[card] = 0
    copy_slots(s, spare, observer)
    hide_tiles(s, observer)
    hide_cards(s, observer)
    for side in range(s.sides):
        if side != observer:
            hide_choice(s, side)


@rule
def deal_world(s: State, box: Box, observer: int, forced: bool) -> bool:
    """Deal all hidden tiles and cards; false when some hidden choice cannot be."""
    if forced:
        for side in range(s.players):
            if s.seats[side].tile == HIDDEN and not force_choice(s, box, observer, side):
                return False
    if not deal_cards(s, observer) or not deal_tiles(s, observer):
        return False
    for side in range(s.players):  # noqa: SIM110 - generators do not compile
        if s.seats[side].card == HIDDEN and not guess_choice(s, box, side):
            return False
    return True


@rule
def unseen_tiles(s: State, observer: int) -> int:
    """Set of the tiles whose place is still open in a hidden state."""
    seen = 0
    for i in range(s.city_count):
        tile = int(s.city[i].top)
        while tile >= 0:
            seen |= 1 << tile
            tile = int(s.below[tile])
    for side in range(s.sides):
        seen |= s.seats[side].tiles
        if s.phase != CHOOSE and s.seats[side].tile >= 0:
            seen |= 1 << int(s.seats[side].tile)
    return ~seen & (1 << TILES) - 1


@rule
def returned_by(s: State, observer: int) -> int:
    """Set of the tiles the observer gave back at the refill: they are not among the removed ones."""
    return s.seats[observer].returned if observer < SEATS else 0


@rule
def open_tiles(s: State, observer: int, side: int) -> int:
    """How many more of a side's tiles can be ones that the observer gave back: at most those drawn since."""
    me = s.seats[side]
    n = min(me.tile_count, s.drawn[observer, side]) if observer < SEATS else me.tile_count
    return max(0, n - bits(me.tiles & returned_by(s, observer)))


@rule
def deal_tiles(s: State, observer: int) -> bool:
    """Deal the unseen tiles to the removed ones, to the other reserves and to the supply.

    Places that cannot hold a tile the observer gave back are filled first, from the others. False when tiles dealt
    before, for hidden choices, have left too few of those.
    """
    pool = s.supply.cards
    returned = returned_by(s, observer)
    unseen = unseen_tiles(s, observer)
    places = int(s.removed_count)
    for side in range(s.sides):
        me = s.seats[side]
        if side != observer:
            places += max(0, me.tile_count - bits(me.tiles) - open_tiles(s, observer, side))
    if bits(unseen & ~returned) < places:
        return False
    n = 0
    for tile in range(TILES):
        if has(unseen & ~returned, tile):
            pool[n] = tile
            n += 1
    shuffle(s, pool, n)
    for _ in range(s.removed_count):
        n -= 1
        s.removed |= 1 << int(pool[n])
    for side in range(s.sides):
        me = s.seats[side]
        if side != observer:
            for _ in range(me.tile_count - bits(me.tiles) - open_tiles(s, observer, side)):
                n -= 1
                me.tiles |= 1 << int(pool[n])
    for tile in range(TILES):
        if has(unseen & returned, tile):
            pool[n] = tile
            n += 1
    shuffle(s, pool, n)
    for side in range(s.sides):
        me = s.seats[side]
        if side != observer:
            for _ in range(me.tile_count - bits(me.tiles)):
                n -= 1
                me.tiles |= 1 << int(pool[n])
    for i in range(n, TILES):
        pool[i] = NONE
    return True


@rule
def deal_cards(s: State, observer: int) -> bool:
    """Deal the unknown cards to the other hands, to the discard pile and to the draw pile.

    The oldest places are filled first: fewest cards can be there.
    """
    pool = s.draw.cards
    n = 0
    discarded = 0
    for card in range(CARDS):
        if s.where[card] == UNKNOWN:
            pool[n] = card
            n += 1
        elif s.where[card] == IN_DISCARD:
            discarded += 1
    while True:
        oldest = int(s.reshuffles)
        hand = NONE
        for side in range(s.sides):
            free = free_places(s, side)
            if free > 0:
                h = observer * SEATS + side
                slot = s.slots[h, s.slot_count[h] - free]
                if slot < oldest:
                    oldest = int(slot)
                    hand = side
        if hand < 0:
            break
        i = pick_card(s, observer, oldest, n)
        if i < 0:
            return False
        fill_place(s, hand, pool[i])
        n -= 1
        pool[i] = pool[n]
    for _ in range(s.old_discards[observer]):
        i = pick_card(s, observer, s.reshuffles - 1, n)
        if i < 0:
            return False
        s.where[pool[i]] = IN_DISCARD
        discarded += 1
        n -= 1
        pool[i] = pool[n]
    shuffle(s, pool, n)
    for side in range(s.sides):
        while free_places(s, side) > 0:
            n -= 1
            fill_place(s, side, pool[n])
    for _ in range(s.discard_count - discarded):
        n -= 1
        s.where[pool[n]] = IN_DISCARD
    for i in range(n):
        s.where[pool[i]] = IN_DRAW
    for i in range(n, CARDS):
        pool[i] = NONE
    return True


@rule
def pick_card(s: State, observer: int, slot: int, n: int) -> int:
    """Index of a random one of the pool's first `n` cards that can have been dealt after `slot` reshuffles."""
    pool = s.draw.cards
    possible = 0
    for i in range(n):
        if s.since[observer, pool[i]] <= slot:
            possible += 1
    if possible == 0:
        return NONE
    k = below(s, possible)
    for i in range(n):
        if s.since[observer, pool[i]] <= slot:
            if k == 0:
                return i
            k -= 1
    return NONE


@rule
def free_places(s: State, side: int) -> int:
    """Places of a hand that are still blank; they are its last ones."""
    me = s.seats[side]
    n = 0
    while n < me.hand_count and me.hand[me.hand_count - 1 - n] < 0:
        n += 1
    return n


@rule
def fill_place(s: State, side: int, card: int) -> None:
    """Put a card into a blank place of a hand, in order."""
    me = s.seats[side]
    i = me.hand_count - free_places(s, side)
    while i > 0 and me.hand[i - 1] > card:
        me.hand[i] = me.hand[i - 1]
        i -= 1
    me.hand[i] = card
    s.where[card] = IN_HAND + side


@rule
def tiles_for(s: State, box: Box, side: int, card: int, tiles: int) -> int:
    """Set of the tiles among `tiles` that a side could put on a card (G44, G60)."""
    if card < FIRST_LETTER:
        return tiles & payable_tiles(s, box, side, card)
    return tiles if s.seats[side].reserve > 0 else 0


@rule
def guess_choice(s: State, box: Box, side: int) -> bool:
    """Choose at random for a seat that has chosen, with a tile or without as can be seen; false when nothing fits."""
    me = s.seats[side]
    if me.tile == NONE:
        me.card = me.hand[below(s, me.hand_count)]
        return True
    n = 0
    for i in range(me.hand_count):
        n += bits(tiles_for(s, box, side, me.hand[i], me.tiles))
    if n == 0:
        return False
    k = below(s, n)
    for i in range(me.hand_count):
        tiles = tiles_for(s, box, side, me.hand[i], me.tiles)
        if k < bits(tiles):
            me.card = me.hand[i]
            me.tile = nth_bit(tiles, k)
            return True
        k -= bits(tiles)
    return False


@rule
def could_hold(s: State, observer: int, side: int, card: int) -> bool:
    """Whether a side's hand, partly blank, has the card or could."""
    if s.where[card] == IN_HAND + side:
        return True
    h = observer * SEATS + side
    return (
        s.where[card] == UNKNOWN
        and free_places(s, side) > 0
        and s.since[observer, card] <= s.slots[h, s.slot_count[h] - 1]
    )


@rule
def force_choice(s: State, box: Box, observer: int, side: int) -> bool:
    """Deal a seat a random card and tile that it could have put down together, before all other dealing."""
    me = s.seats[side]
    tiles = unseen_tiles(s, observer)
    if open_tiles(s, observer, side) == 0:
        tiles &= ~returned_by(s, observer)
    n = 0
    for card in range(CARDS):
        if could_hold(s, observer, side, card):
            n += bits(tiles_for(s, box, side, card, tiles))
    if n == 0:
        return False
    k = below(s, n)
    for card in range(CARDS):
        if could_hold(s, observer, side, card):
            fitting = tiles_for(s, box, side, card, tiles)
            if k < bits(fitting):
                me.card = card
                me.tile = nth_bit(fitting, k)
                me.tiles |= 1 << int(me.tile)
                if s.where[card] == UNKNOWN:
                    force_card(s, observer, side, card)
                return True
            k -= bits(fitting)
    return False


@rule
def force_card(s: State, observer: int, side: int, card: int) -> None:
    """Put a card into a blank place as if the observer knew it."""
    fill_place(s, side, card)
    forget_slot(s, observer, side, s.since[observer, card])
    s.known[card] = FORCED


@rule
def deal_draft(s: State, observer: int) -> None:
    pool = (1 << CHARACTERS) - 1
    for seat in range(s.players):
        pool &= ~(s.seats[seat].characters | s.seats[seat].draft)
    for seat in range(s.players):
        me = s.seats[seat]
        for _ in range(me.draft_count - bits(me.draft)):
            character = nth_bit(pool, below(s, bits(pool)))
            pool &= ~(1 << character)
            me.draft |= 1 << character
        if me.pick == HIDDEN:
            me.pick = nth_bit(me.draft, below(s, me.draft_count))


@rule
def fill_knowledge(s: State, observer: int) -> None:
    """The others know what all know, and what they hold."""
    for card in range(CARDS):
        if has(s.known[card], SPECTATOR):
            s.known[card] = EVERY_OBSERVER
        elif s.where[card] >= IN_HAND:
            s.known[card] |= 1 << s.where[card] - IN_HAND
    for character in range(CHARACTERS):
        for seat in range(s.players):
            if has(s.seats[seat].draft, character):
                s.character_known[character] |= 1 << seat
    for other in range(SEATS):
        if other != observer:
            copy_slots(s, SPECTATOR, other)
            if other < s.players:
                for card in range(CARDS):
                    s.since[other, card] = s.since[SPECTATOR, card]
                clear_slots(s, other, other)
                s.old_discards[other] = s.old_discards[SPECTATOR]
            else:
                for side in range(s.sides):
                    clear_slots(s, other, side)
