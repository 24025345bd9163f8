"""What happens in random matches of Ginkgopolis."""

from typing import Any

from galleria.core import rule
from galleria.games.ginkgopolis.city import nearest
from galleria.games.ginkgopolis.state import REFILL, TOKEN
from galleria.testing import Witness

REFILLS, FAR_TOKENS, RESHUFFLES = range(3)


@rule
def see(s: Any, box: Any, own: Any, seen: Any) -> int:
    if s.phase == REFILL and s.to_act and s.seats[0].marked == 0:
        seen[REFILLS] += 1
    if s.phase == TOKEN and s.to_act and nearest(s) > 1:
        seen[FAR_TOKENS] += 1
    if s.over:
        seen[RESHUFFLES] += s.reshuffles
    return 0


WITNESS = Witness(see, ("refills", "far tokens", "reshuffles"))
