"""What a position of Superstore 3000 is worth."""

from galleria.core import has, rule

from .scoring import attraction_points, balloon, bay_points, rainbow
from .state import BAYS, COMMONS, FIRST_ORANGE, NO_WAITING, OVER, OWN, RANKED, STORES, Box, State

HAPPY = 900
HOPE = 130
"""A waiting customer, for each round left, up to 5."""
NOTE = 150
STORE = 350
"""A store in the best cluster of a colour, of which the balloons count already."""
RIDE = 600
"""Part of the points of an attraction that is within reach."""


@rule
def value(s: State, box: Box, seat: int) -> int:
    """An estimate of the seat's final score in 1/1000 points: the score as it stands, and what the rest may bring."""
    mall = s.malls[seat]
    total = rainbow(s, box, seat) + attraction_points(s, box, seat)
    for category in range(STORES):
        total += balloon(s, box, seat, category)
    for bay in range(BAYS):
        if has(mall.bays, bay):
            total += bay_points(s, box, seat, bay)
    worth = 1000 * int(total)
    if s.phase == OVER:
        return worth
    left = min(5, int(s.supply.n) // int(s.players))
    worth += HAPPY * mall.satisfied
    worth += HOPE * left * min(4, int(mall.unsatisfied)) // 2
    worth += NOTE * min(4, int(mall.notes)) * left // 5
    for category in range(STORES):
        worth += STORE * (mall.best[category] // RANKED) + 40 * (mall.best[category] % RANKED)
    for attraction in range(COMMONS):
        if has(s.offer, attraction):
            worth += promise(s, box, seat, attraction, attraction)
    if mall.card >= 0 and not has(mall.built, OWN):
        worth += promise(s, box, seat, FIRST_ORANGE + mall.card, OWN)
    return worth


@rule
def promise(s: State, box: Box, seat: int, card: int, attraction: int) -> int:
    """What an attraction is worth that is not built yet: the more, the nearer its condition."""
    c = box.conditions[card]
    need = max(1, int(c.need))
    have = min(need, int(s.malls[seat].progress[card]))
    if c.kind == NO_WAITING:
        have = min(need, int(s.malls[seat].satisfied))
    left = min(4, int(s.supply.n) // int(s.players))
    return RIDE * int(box.shapes[attraction].points) * have * have * left // (4 * need * need)
