"""How large malls become in random matches of Superstore 3000."""

from typing import Any

from galleria.core import below, rule
from galleria.games.superstore3000.actions import ATTRACT, DOCK, MONEY
from galleria.games.superstore3000.events import PASSED
from galleria.games.superstore3000.state import COLUMNS, LEFT, STRIDE, WALK
from galleria.testing import Witness

CHOICES, PASSES, TURNS, HIGHEST, FIRST, LAST, TILES, PLACES = range(8)


@rule
def see(s: Any, box: Any, own: Any, seen: Any) -> int:
    for i in range(s.log.n):
        e = s.log.items[i]
        if e.kind == PASSED:
            seen[PASSES] += 1
            own[e.who] += 1
    if s.to_act and s.phase == WALK:
        seen[CHOICES] += 1
    elif s.to_act:
        own[s.turn] += 1
    if not s.over:
        return 0
    for seat in range(s.players):
        if own[seat] != own[0]:
            return 1
        seen[TURNS] = max(seen[TURNS], own[seat])
        mall = s.malls[seat]
        seen[TILES] = max(seen[TILES], int(mall.tile_count))
        seen[PLACES] = max(seen[PLACES], int(mall.place_count))
        for column in range(COLUMNS):
            for floor in range(STRIDE):
                if mall.grid[column * STRIDE + floor] != 0:
                    seen[HIGHEST] = max(seen[HIGHEST], floor)
                    seen[FIRST] = max(seen[FIRST], LEFT - column)
                    seen[LAST] = max(seen[LAST], column - LEFT)
    return 0


@rule
def choose(s: Any, box: Any, actions: Any, n: int, game: int, dice: Any) -> int:
    """Every other match prefers attractions, every eighth the highest place; an eighth does what looks promising."""
    pick = -1
    if game & 1:
        special = 0
        for i in range(n):
            if ATTRACT <= actions[i] < MONEY:
                special += 1
                if below(dice, special) == 0:
                    pick = i
    elif game % 8 == 6:
        best = -1
        for i in range(n):
            if actions[i] < DOCK and actions[i] % STRIDE > best:
                best = actions[i] % STRIDE
                pick = i
    return pick


FACTS = ("choices", "passes", "turns", "highest floor", "first column", "last column", "tiles", "places")
WITNESS = Witness(see, FACTS, ("not everybody had the same number of turns",), choose)
