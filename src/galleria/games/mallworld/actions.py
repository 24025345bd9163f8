"""The answers of Mall World, in ascending order of their numbers."""

from itertools import combinations

from galleria.core import ActionSpace, rule

from .state import BLUES, CARDS, COLUMNS, GREENS, OFFER, REDS, ROWS, SEATS, SPACES, TURNS

COLOR_NAMES = ("green", "purple", "blue", "red")
CARD_NAMES = tuple(f"A{number:02}" for number in range(1, CARDS + 1))
ORDER_NAMES = tuple(
    f"{kind}{number:02}" for kind, count in (("R", REDS), ("G", GREENS), ("B", BLUES)) for number in range(1, count + 1)
)
SPACE_NAMES = tuple(f"{row}{column}" for row in "abcdefgh"[:ROWS] for column in range(1, COLUMNS + 1))
MOST_COINS = 8
"""Coins per player that a box can give."""
PAIRS = CARDS * (CARDS - 1) // 2
TRIPLES = PAIRS * (CARDS - 2) // 3


def _sets(size: int) -> tuple[str, ...]:
    """The sets of `size` cards, in the order of `pair` and `triple`."""
    found = sorted(combinations(range(CARDS), size), key=lambda cards: cards[::-1])
    return tuple(" ".join(CARD_NAMES[card] for card in cards) for cards in found)


space = ActionSpace()
BUY_NOTHING = space.verb("buy nothing")
"""W26."""
BUY_ORDER = space.verb("buy {order}", order=ORDER_NAMES)
"""+ order (W23)."""
SINGLE = space.verb("execute {card}", card=CARD_NAMES)
"""+ card: an auction of one card, without bids (W33)."""
PAIR = space.verb("auction {cards}", cards=_sets(2))
"""+ pair(a, b) (W34)."""
TRIPLE = space.verb("auction {cards}", cards=_sets(OFFER))
"""+ triple(a, b, c) (W35)."""
PLAY_ORDER = space.verb("play {order}", order=ORDER_NAMES)
"""+ order (W50)."""
SKIP = space.verb("skip the action")
"""Only without a legal action (W22), or instead of the second one in the last round (W21)."""
BID_COINS = space.verb("bid {coins}", coins=range(MOST_COINS * SEATS + 1))
"""+ coins (W36)."""
LAY = space.verb("lay {card} at {space} turn {turn}", card=CARD_NAMES, space=SPACE_NAMES, turn=range(TURNS))
"""+ (card * SPACES + space of the first tile) * TURNS + turn (W43)."""
RENT = space.verb("rent {card} on {space}", card=CARD_NAMES, space=SPACE_NAMES)
"""+ card * SPACES + space (W46)."""
WASTE = space.verb("discard {card}", card=CARD_NAMES)
"""+ card that can't be executed any more (W48)."""
REMOVE = space.verb("remove {card}", card=CARD_NAMES)
"""+ unusable card of the own hand (W54)."""
CLEAN = space.verb("clean up the display")
"""W55."""
REFRESH = space.verb("refresh the display")
"""W56."""
TAKE = space.verb("take {card}", card=CARD_NAMES)
"""+ card of the display (W57)."""
DONE = space.verb("draw no more")
END = space.size


@rule
def pair(a: int, b: int) -> int:
    """The number of a set of two cards, a < b."""
    return b * (b - 1) // 2 + a


@rule
def triple(a: int, b: int, c: int) -> int:
    """The number of a set of three cards, a < b < c."""
    return c * (c - 1) * (c - 2) // 6 + b * (b - 1) // 2 + a


@rule
def offered_cards(action: int) -> int:
    """The set of cards that an answer offers (W32)."""
    if action < PAIR:
        return 1 << (action - SINGLE)
    found = 0
    rest = action - PAIR
    if action >= TRIPLE:
        rest = action - TRIPLE
        c = 2
        while (c + 1) * c * (c - 1) // 6 <= rest:
            c += 1
        rest -= c * (c - 1) * (c - 2) // 6
        found = 1 << c
    b = 1
    while (b + 1) * b // 2 <= rest:
        b += 1
    return found | 1 << b | 1 << (rest - b * (b - 1) // 2)


@rule
def laid_card(action: int) -> int:
    return (action - LAY) // (SPACES * TURNS)


@rule
def laid_space(action: int) -> int:
    return (action - LAY) // TURNS % SPACES


@rule
def laid_turn(action: int) -> int:
    return (action - LAY) % TURNS
