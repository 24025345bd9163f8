"""What becomes of a seat after somebody has taken it."""

from dataclasses import dataclass

from anyio.to_thread import run_sync

from galleria.core.text import _

from . import onetime
from .acting import Acting
from .database import now
from .devices import KeyGone, KeyRow
from .memory import Live, seats_of
from .onetime import Key
from .refusals import Foreign, Invalid, Unready
from .storage import OVER, WAITING, TableRow


@dataclass(frozen=True, slots=True)
class Opening:
    """What a one-time key opens."""

    row: KeyRow
    table: TableRow | None
    """None: all seats of the person who made the key."""

    @property
    def name(self) -> str:
        """Of the seat, or of the person."""
        if self.table is None or self.row.seat is None:
            return self.row.person_name
        return self.table.seats[self.row.seat].name or ""


class Seats(Acting):
    """Handing seats over: to a bot and back, and to another device."""

    # To a bot and back

    async def hand_to_bot(self, table: str, person: int | None, seat: int, level: str) -> None:
        """Let a bot of this level play the person's seat until she takes it back; a second time changes the level.

        Raises `Unknown`, `Foreign`, `Unready` or `Invalid`.
        """
        async with self._open(table) as live:
            self._running(live, person, seat)
            await self._hand_over(live, person, seat, self.level(level))

    def level(self, wish: str) -> str:
        """The level of a bot that plays for somebody else; a usual one when none is wished. Raises `Invalid`."""
        if not wish:
            return "normal" if "normal" in self.levels else self.levels[0]
        if wish not in self.levels:
            raise Invalid({"level": _("There is no bot “%(bot)s”.") % {"bot": wish[:40]}})
        return wish

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

    # To another device

    async def device_key(self, person: int) -> Key:
        """A one-time key with which another device becomes one of the person's: it gets all her seats, and shares them.

        Show it to her alone. Her last key of this kind opens nothing any more.
        """
        return await self._cut(person, None, None)

    async def seat_key(self, table: str, person: int | None, seat: int) -> Key:
        """A one-time key with which another device gets this seat, alone: the devices that have it now let it go.

        Raises `Unknown` or `Foreign`.
        """
        async with self._open(table) as live:
            self._own(live, person, seat)
            assert person is not None
            return await self._cut(person, table, seat)

    async def _cut(self, person: int, table: str | None, seat: int | None) -> Key:
        key = onetime.fresh(now() + onetime.LIFE)
        link, code = await run_sync(onetime.hashed, key.link), await run_sync(onetime.hashed, key.code)
        assert link is not None
        assert code is not None
        await run_sync(self.store.cut_key, KeyRow(link, person, "", table, seat, key.expires, None), code)
        return key

    async def opening(self, secret: str, token: bytes | None = None) -> Opening:
        """What the key with this secret (from a link, or a code as typed) opens; nothing changes. Raises `KeyGone`.

        A used key is shown to nobody but the device (hash of its `token`) for which it opened.
        """
        hashed = await run_sync(onetime.hashed, secret)
        key = await run_sync(self.store.key, hashed) if hashed is not None else None
        if key is None or (key.used is not None and key.used != token):
            raise KeyGone
        if key.table is None:
            return Opening(key, None)
        async with self._open(key.table) as live:
            row = live.row
            assert row is not None
            assert key.seat is not None
            if key.used is None and key.seat not in seats_of(row, key.person):
                raise KeyGone
            return Opening(key, row)

    async def move_here(self, secret: str, token: bytes) -> str | None:
        """Use a one-time key up for the device with this hash of its token, which is enrolled.

        Returns the table of the seat that it gave, None when it gave all seats of a person. The same device using it
        twice changes nothing. Raises `KeyGone`.
        """
        opening = await self.opening(secret, token)
        key = opening.row
        if key.table is None:
            changed = await run_sync(self.store.join_people, key, token)
        else:
            changed = [key.table]
            async with self._open(key.table) as live:
                await run_sync(self.store.move_seat, key, token)
                live.looking.clear()
        for table in changed:
            async with self._open(table):  # takes over what is new
                self.hub.ring(table)
        return key.table

    def _own(self, live: Live, person: int | None, seat: int) -> TableRow:
        row = live.row
        assert row is not None
        if seat not in seats_of(row, person):
            raise Foreign(_("This is not your seat."))
        return row

    def _running(self, live: Live, person: int | None, seat: int) -> TableRow:
        row = self._own(live, person, seat)
        if row.status == WAITING:
            raise Unready(_("The match has not begun yet."))
        if row.status == OVER:
            raise Unready(_("The match is over."))
        return row
