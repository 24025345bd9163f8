"""What becomes of a seat after somebody has taken it."""

from anyio.to_thread import run_sync

from galleria.core.text import _

from .acting import Acting
from .memory import Live, seats_of
from .refusals import Foreign, Invalid, Unready
from .storage import OVER, WAITING, TableRow


class Seats(Acting):
    """Handing seats over."""

    async def hand_to_bot(self, table: str, person: int | None, seat: int, level: str) -> None:
        """Let a bot of this level play the person's seat until she takes it back; a second time changes the level.

        Raises `Unknown`, `Foreign`, `Unready` or `Invalid`.
        """
        async with self._open(table) as live:
            self._running(live, person, seat)
            if level not in self.levels:
                raise Invalid({"level": _("There is no bot “%(bot)s”.") % {"bot": level[:40]}})
            await self._hand_over(live, person, seat, level)

    async def take_back(self, table: str, person: int | None, seat: int) -> None:
        """Play one's seat oneself again. What its bot was thinking about is never played.

        Raises `Unknown`, `Foreign` or `Unready`.
        """
        async with self._open(table) as live:
            self._running(live, person, seat)
            await self._hand_over(live, person, seat, None)

    async def _hand_over(self, live: Live, person: int | None, seat: int, bot: str | None) -> None:
        assert person is not None
        if await run_sync(self.store.hand_over, live.id, seat, person, bot):
            await run_sync(self._refresh, live)
            self.hub.ring(live.id)

    def _running(self, live: Live, person: int | None, seat: int) -> TableRow:
        row = live.row
        assert row is not None
        if seat not in seats_of(row, person):
            raise Foreign(_("This is not your seat."))
        if row.status == WAITING:
            raise Unready(_("The match has not begun yet."))
        if row.status == OVER:
            raise Unready(_("The match is over."))
        return row
