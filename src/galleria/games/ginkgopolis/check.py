"""Everything that holds in every reachable state of Ginkgopolis."""

from galleria.core import bits, has, rule

from .city import step_x, step_y
from .rules import why_not_build
from .state import (
    BY_HAL,
    BY_RESOURCES,
    BY_TILES,
    CARDS,
    CHARACTERS,
    CHOOSE,
    DONE,
    DRAFT,
    DUE,
    EVERY_OBSERVER,
    FIRST_LETTER,
    HAND,
    IN_DISCARD,
    IN_DRAW,
    IN_HAND,
    IN_PLAY,
    IN_SUPPLY,
    IN_TABLEAU,
    LETTERS,
    NONE,
    NOT_YET,
    OBSERVERS,
    OVER,
    REFILL,
    SEATS,
    SPECTATOR,
    TAKE,
    TILES,
    TOKEN,
    Box,
    State,
)

INVARIANTS = (
    "every resource is in the supply, in a reserve or on a building",
    "every tile is in exactly one place",
    "the city has one floor per tile laid",
    "every card is in exactly one place",
    "the cards in circulation are those of the buildings without a pawn",
    "the tokens lie on different empty cells beside the city",
    "nothing is negative",
    "hands are full before choosing",
    "neighbours know each other",
    "what nobody owns has one floor",
    "what observers know fits what is",
    "no event was lost",
    "the phase fits those who are to act",
    "everything chosen can be paid",
    "the draft adds up",
    "the end triggers fit the situation",
    "every number is within its range",
)
(
    RESOURCES,
    PLACES_OF_TILES,
    FLOORS,
    PLACES_OF_CARDS,
    CIRCULATION,
    TOKENS,
    NEGATIVE,
    HANDS,
    NEIGHBORS,
    OWNERS,
    KNOWLEDGE,
    EVENTS,
    PHASE,
    CHOICES,
    CHARACTERS_HELD,
    TRIGGERS,
    RANGES,
) = (1 << bit for bit in range(len(INVARIANTS)))


@rule
def check(s: State, box: Box) -> int:
    """Bit set of the invariants that are broken."""
    if not (ranges_of_match(s) and ranges_of_city(s) and ranges_of_cards(s)):
        return RANGES  # the other checks would look outside of the state
    return (
        check_resources(s, box)
        | check_tiles(s, box)
        | check_city(s, box)
        | check_tokens(s)
        | check_cards(s, box)
        | check_knowledge(s)
        | check_tile_knowledge(s)
        | check_course(s, box)
        | check_draft(s, box)
        | (EVENTS if s.log.lost else 0)
    )


@rule
def is_set(mask: int, size: int) -> bool:
    """Whether a bit mask is a set of numbers below `size`."""
    return mask >> size == 0


@rule
def ranges_of_match(s: State) -> bool:
    if (
        not 1 <= s.players <= SEATS
        or s.sides != max(2, s.players)
        or not DRAFT <= s.phase <= OVER
        or not NONE <= s.first < s.players
        or not NONE <= s.actor < s.sides
        or not 0 <= s.turn <= s.sides
        or not 0 <= s.reason <= BY_HAL + 1
        or not is_set(s.triggers, BY_HAL + 1)
        or not NOT_YET <= s.refill <= DONE
        or not is_set(s.removed, TILES)
        or s.reshuffles < 0
        or s.round < 0
    ):
        return False
    for side in range(SEATS):
        me = s.seats[side]
        if (
            not is_set(me.tiles | me.cards | me.marked | me.returned, TILES)
            or not is_set(me.characters | me.draft, CHARACTERS)
            or not 0 <= me.hand_count <= HAND
            or not NONE <= me.pick < CHARACTERS
            or not NONE <= me.card < CARDS
            or not NONE <= me.tile < TILES
        ):
            return False
        for i in range(HAND):
            if not (0 if i < me.hand_count else NONE) <= me.hand[i] < CARDS:
                return False
    return True


@rule
def ranges_of_city(s: State) -> bool:
    if not 9 <= s.city_count <= TILES or not 0 <= s.supply.n <= TILES:
        return False
    for i in range(s.city_count):
        b = s.city[i]
        if not 0 <= b.top < TILES or not 1 <= b.height <= TILES or not NONE <= b.owner < s.sides:
            return False
        for direction in range(4):
            if not NONE <= b.near[direction] < s.city_count:
                return False
    for tile in range(TILES):
        if not NONE <= s.at[tile] < s.city_count or not NONE <= s.below[tile] < TILES:
            return False
        if not (0 if tile < s.supply.n else NONE) <= s.supply.cards[tile] < (TILES if tile < s.supply.n else 0):
            return False
    return True


@rule
def ranges_of_cards(s: State) -> bool:
    if not 0 <= s.draw.n <= CARDS:
        return False
    for card in range(CARDS):
        if not (0 if card < s.draw.n else NONE) <= s.draw.cards[card] < (CARDS if card < s.draw.n else 0):
            return False
        if not IN_SUPPLY <= s.where[card] < IN_TABLEAU + SEATS or not is_set(s.known[card], OBSERVERS):
            return False
    for h in range(OBSERVERS * SEATS):  # noqa: SIM110 - generators do not compile
        if not 0 <= s.slot_count[h] <= HAND:
            return False
    return True


@rule
def check_resources(s: State, box: Box) -> int:
    broken = 0
    for side in range(s.sides):
        me = s.seats[side]
        total = me.supply + me.reserve
        for i in range(s.city_count):
            if s.city[i].owner == side:
                total += s.city[i].height  # G5
        if total != box.setup[s.players].resources:
            broken |= RESOURCES
        if me.supply < 0 or me.reserve < 0 or me.points < 0 or me.new_hands < 0 or me.tile_count < 0:
            broken |= NEGATIVE
    return broken


@rule
def check_tiles(s: State, box: Box) -> int:
    seen = 0
    twice = 0
    floors = 0
    broken = 0
    for i in range(s.city_count):
        tile = int(s.city[i].top)
        if s.at[tile] != i:
            broken |= PLACES_OF_TILES
        height = 0
        while tile >= 0 and height <= TILES:
            twice |= seen & (1 << tile)
            seen |= 1 << tile
            height += 1
            tile = int(s.below[tile])
        if height != s.city[i].height:
            broken |= FLOORS
        floors += height
    for i in range(s.supply.n):
        tile = int(s.supply.cards[i])
        twice |= seen & (1 << tile)
        seen |= 1 << tile
    for side in range(s.sides):
        me = s.seats[side]
        twice |= seen & me.tiles
        seen |= me.tiles
        if bits(me.tiles) != me.tile_count:
            broken |= PLACES_OF_TILES
        if me.tile >= 0 and s.phase != CHOOSE:
            twice |= seen & (1 << int(me.tile))
            seen |= 1 << int(me.tile)
    twice |= seen & s.removed
    seen |= s.removed
    tops = 0
    for tile in range(TILES):
        tops += s.at[tile] >= 0
    if twice != 0 or bits(seen) != TILES or bits(s.removed) != s.removed_count or tops != s.city_count:
        broken |= PLACES_OF_TILES
    if s.removed_count != box.setup[s.players].tiles_removed:
        broken |= PLACES_OF_TILES
    if floors != 9 + s.urbanized + s.constructed or s.city_count != 9 + s.urbanized:
        broken |= FLOORS
    return broken


@rule
def check_city(s: State, box: Box) -> int:
    broken = 0
    for i in range(s.city_count):
        b = s.city[i]
        if b.owner < 0 and b.height > 1:
            broken |= OWNERS
        for direction in range(4):
            expected = NONE
            for j in range(s.city_count):
                if s.city[j].x == b.x + step_x(direction) and s.city[j].y == b.y + step_y(direction):
                    expected = j
            if b.near[direction] != expected:
                broken |= NEIGHBORS
        for j in range(i):
            if s.city[j].x == b.x and s.city[j].y == b.y:
                broken |= NEIGHBORS
    return broken


@rule
def check_tokens(s: State) -> int:
    lifted = s.seats[s.actor].card - FIRST_LETTER if s.phase == TOKEN else NONE
    for letter in range(LETTERS):
        beside = False
        for i in range(s.city_count):
            steps = abs(s.city[i].x - s.token_x[letter]) + abs(s.city[i].y - s.token_y[letter])
            if steps == 0 and letter != lifted:
                return TOKENS
            beside = beside or steps == 1
        if not beside:
            return TOKENS
        for other in range(letter):
            if s.token_x[other] == s.token_x[letter] and s.token_y[other] == s.token_y[letter]:
                return TOKENS
    return 0


@rule
def check_cards(s: State, box: Box) -> int:
    broken = 0
    drawn = 0
    discarded = 0
    for card in range(CARDS):
        where = s.where[card]
        circulates = True
        if where == IN_DRAW:
            found = 0
            for i in range(s.draw.n):
                found += s.draw.cards[i] == card
            if found != 1:
                broken |= PLACES_OF_CARDS
            drawn += 1
        elif where == IN_DISCARD:
            discarded += 1
        elif where == IN_SUPPLY:
            circulates = False
        elif where == IN_PLAY:
            holders = 0
            for side in range(s.sides):
                holders += s.seats[side].card == card
            if holders != 1 or s.phase == CHOOSE:
                broken |= PLACES_OF_CARDS
            circulates = False  # its tile may be covered already
        elif IN_HAND <= where < IN_HAND + s.sides:
            me = s.seats[where - IN_HAND]
            found = 0
            for i in range(me.hand_count):
                found += me.hand[i] == card
            if found != 1:
                broken |= PLACES_OF_CARDS
        elif IN_TABLEAU <= where < IN_TABLEAU + s.sides:
            if card >= FIRST_LETTER or not has(s.seats[where - IN_TABLEAU].cards, card):
                broken |= PLACES_OF_CARDS
            circulates = False
        else:
            broken |= PLACES_OF_CARDS
        if card < FIRST_LETTER and where != IN_PLAY:
            building = s.at[card]
            if circulates != (building >= 0 and not s.city[building].pawn):
                broken |= CIRCULATION
    in_tableaus = 0
    for card in range(CARDS):
        in_tableaus += s.where[card] >= IN_TABLEAU
    for side in range(s.sides):
        me = s.seats[side]
        in_tableaus -= bits(me.cards)
        for i in range(HAND):
            if i >= me.hand_count:
                if me.hand[i] != NONE:
                    broken |= PLACES_OF_CARDS
            elif s.where[me.hand[i]] != IN_HAND + side or (i > 0 and me.hand[i - 1] >= me.hand[i]):
                broken |= PLACES_OF_CARDS
        if s.phase == CHOOSE:
            full = box.hand_size
            if s.players == 1:
                full = box.solo_hand if side == 0 else 1
            if me.hand_count != full:
                broken |= HANDS
    if drawn != s.draw.n or discarded != s.discard_count or in_tableaus != 0:
        broken |= PLACES_OF_CARDS
    return broken


@rule
def check_knowledge(s: State) -> int:
    """Nobody knows a card of the draw pile, all know what lies open, and unknown cards fit into the slots."""
    for card in range(CARDS):
        where = s.where[card]
        known = s.known[card]
        if where == IN_DRAW and known != 0:
            return KNOWLEDGE
        if (where in (IN_SUPPLY, IN_PLAY) or where >= IN_TABLEAU) and known != EVERY_OBSERVER:
            return KNOWLEDGE
        if IN_HAND <= where < IN_TABLEAU and (not has(known, where - IN_HAND) or has(known, SPECTATOR)):
            return KNOWLEDGE
    for observer in range(SPECTATOR + 1):
        if observer < s.players or observer == SPECTATOR:
            unknown_discards = 0
            for card in range(CARDS):
                if s.since[observer, card] > s.reshuffles:
                    return KNOWLEDGE
                if s.where[card] == IN_DISCARD and not has(s.known[card], observer):
                    unknown_discards += 1
            if not 0 <= s.old_discards[observer] <= unknown_discards:
                return KNOWLEDGE
            for side in range(s.sides):
                if not slots_fit(s, observer, side):
                    return KNOWLEDGE
    return 0


@rule
def slots_fit(s: State, observer: int, side: int) -> bool:
    """Whether the cards of a hand that the observer does not know can have been dealt when she remembers."""
    me = s.seats[side]
    h = observer * SEATS + side
    slots = s.slot_count[h]
    unknown = 0
    for i in range(me.hand_count):
        if not has(s.known[me.hand[i]], observer):
            unknown += 1
    if unknown != slots:
        return False
    for j in range(HAND):
        if j >= slots:
            if s.slots[h, j] != 0:
                return False
            continue
        if s.slots[h, j] > s.reshuffles or (j > 0 and s.slots[h, j - 1] > s.slots[h, j]):
            return False
        later = 0  # cards that can only be in later slots
        for i in range(me.hand_count):
            card = me.hand[i]
            if not has(s.known[card], observer) and s.since[observer, card] > s.slots[h, j]:
                later += 1
        if later > slots - 1 - j:
            return False
    return True


@rule
def check_tile_knowledge(s: State) -> int:
    for seat in range(s.players):
        returned = s.seats[seat].returned
        if returned & s.removed or (returned and s.refill != DONE):
            return KNOWLEDGE
        for other in range(s.players):
            if other != seat and bits(s.seats[other].tiles & returned) > max(0, s.drawn[seat, other]):
                return KNOWLEDGE
    return 0


@rule
def check_course(s: State, box: Box) -> int:
    broken = 0
    everybody = (1 << int(s.players)) - 1
    if (s.to_act & ~everybody) != 0 or (s.to_act == 0) != (s.phase == OVER) or (s.over != 0) != (s.phase == OVER):
        broken |= PHASE
    if s.phase in (TAKE, TOKEN):
        if bits(s.to_act) != 1 or not 0 <= s.actor < s.sides or s.seats[s.actor].card < FIRST_LETTER:
            broken |= PHASE
    elif s.actor != NONE:
        broken |= PHASE
    if s.phase == REFILL and s.refill != DUE:
        broken |= PHASE
    for seat in range(s.players):
        me = s.seats[seat]
        if (me.marked & ~me.tiles) != 0 or (me.marked != 0 and s.phase != REFILL):
            broken |= PHASE
        if s.phase == CHOOSE:
            if (me.card == NONE) != has(s.to_act, seat) or (me.card == NONE and me.tile != NONE):
                broken |= PHASE
            elif me.card != NONE:
                if s.where[me.card] != IN_HAND + seat:
                    broken |= CHOICES
                elif me.tile != NONE:
                    if not has(me.tiles, me.tile):
                        broken |= CHOICES
                    elif me.card >= FIRST_LETTER:
                        if me.reserve < 1:
                            broken |= CHOICES
                    elif why_not_build(s, box, seat, me.card, me.tile):
                        broken |= CHOICES
    if (s.refill == NOT_YET and s.supply.n == 0 and s.phase not in (TAKE, TOKEN)) or (
        s.reason != 0 and not has(s.triggers, s.reason - 1)
    ):
        broken |= TRIGGERS
    if (s.triggers != 0) != (s.reason != 0) or (has(s.triggers, BY_TILES) and s.supply.n > 0):
        broken |= TRIGGERS
    if s.phase == CHOOSE and s.triggers != 0:
        broken |= TRIGGERS
    if s.phase == CHOOSE and not has(s.triggers, BY_RESOURCES):
        for seat in range(s.players):
            if s.seats[seat].supply == 0 and s.seats[seat].reserve == 0:
                broken |= TRIGGERS
    return broken


@rule
def check_draft(s: State, box: Box) -> int:
    kept = 0
    held = 0
    for seat in range(s.players):
        me = s.seats[seat]
        if (kept | held) & (me.characters | me.draft) != 0 or me.characters & me.draft != 0:
            return CHARACTERS_HELD
        kept |= me.characters
        held |= me.draft
        if bits(me.draft) != me.draft_count or (me.draft != 0) != (s.phase == DRAFT):
            return CHARACTERS_HELD
        if s.phase == DRAFT:
            if (me.pick == NONE) != has(s.to_act, seat) or (me.pick >= 0 and not has(me.draft, me.pick)):
                return CHARACTERS_HELD
        elif me.pick != NONE or (s.players > 1 and bits(me.characters) != box.characters_each):
            return CHARACTERS_HELD
        for character in range(CHARACTERS):
            if has(me.draft, character) and not has(s.character_known[character], seat):
                return CHARACTERS_HELD
    for character in range(CHARACTERS):
        if not has(held, character) and s.character_known[character] != 0:
            return CHARACTERS_HELD
    return 0
