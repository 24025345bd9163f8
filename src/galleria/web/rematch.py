"""Playing again with the same people."""

import secrets
from dataclasses import replace

from anyio.to_thread import run_sync

from galleria.core import load_box
from galleria.core.text import _

from .database import now
from .export import commitment_of
from .memory import Memory, seats_of
from .refusals import Foreign, Unready
from .storage import OVER, RUNNING, SeatRow, TableRow


class Rematch(Memory):
    """Tables that follow others."""

    async def rematch(self, table: str, person: int | None, seed: str) -> str:
        """Begin the match in which the same people and bots play again, with this seed, and return its table's id.

        Everybody who sat there has a seat; whoever was second begins where the order of seats matters. Asked twice, or
        by several people, it is one table. Raises `Unknown`, `Foreign` or `Unready`.
        """
        async with self._open(table) as live:
            row = live.row
            assert row is not None
            mine = seats_of(row, person)
            if person is None or (not mine and row.host != person):
                raise Foreign(_("You have no seat at this table."))
            if row.status != OVER:
                raise Unready(_("The match is not over yet."))
            if row.rematch is None:
                again = await run_sync(self._again, row, person, seed)
                await run_sync(self.store.rematch, table, again, mine[0] if mine else None)
                await run_sync(self._refresh, live)
                self.hub.ring(table)
                assert live.row is not None
                row = live.row
        follows = str(row.rematch)
        async with self._open(follows):  # lets its bots begin
            return follows

    def _again(self, before: TableRow, person: int, seed: str) -> TableRow:
        game = self.game(before.game)
        held = (*before.seats[1:], before.seats[0])
        moment = now()
        row = replace(
            before,
            id=secrets.token_urlsafe(9),
            seed=seed,
            commitment=commitment_of(seed),
            host=person,
            status=RUNNING,
            revision=0,
            moves=0,
            created=moment,
            changed=moment,
            began=moment,
            rematch=None,
            watch=secrets.token_urlsafe(12) if before.watch is not None else None,
            seats=tuple(
                SeatRow(number, seat.name, seat.person, seat.bot if seat.person is None else None, None)
                for number, seat in enumerate(held)
            ),
        )
        if game.rules_version != before.rules:  # the rules were mended meanwhile: with today's box
            options = {key: value for key, value in before.options.items() if value in game.options.get(key, ())}
            loaded = load_box(game, before.box if before.box in game.boxes else next(iter(game.boxes)), options)
            row = replace(
                row,
                rules=game.rules_version,
                box=loaded.name,
                box_hash=loaded.hash,
                box_text=loaded.data.model_dump_json(),
                options=loaded.options,
            )
        match = self._begin(row)
        return replace(row, to_act=match.state.to_act, asked=dict.fromkeys(match.to_act, moment))
