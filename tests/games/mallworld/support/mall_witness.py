"""What happens in random matches of Mall World."""

from typing import Any

from galleria.core import rule
from galleria.games.mallworld.events import LAID, RENTED, ROUND_OVER, WASTED
from galleria.testing import Witness

IDLE_ROUNDS, WASTES, RESHUFFLES, LAYOUTS, RENTS = range(5)


@rule
def see(s: Any, box: Any, own: Any, seen: Any) -> int:
    for i in range(s.log.n):
        e = s.log.items[i]
        own[LAYOUTS] += e.kind == LAID
        own[RENTS] += e.kind == RENTED
        seen[WASTES] += e.kind == WASTED
        seen[IDLE_ROUNDS] += e.kind == ROUND_OVER and e.b == 1
    if s.over:
        seen[RESHUFFLES] += s.reshuffles
        seen[LAYOUTS] = max(seen[LAYOUTS], own[LAYOUTS])
        seen[RENTS] = max(seen[RENTS], own[RENTS])
    return 0


WITNESS = Witness(see, ("idle rounds", "wasted cards", "reshuffles", "most layouts", "most rents"))  # W68, W48, W74
