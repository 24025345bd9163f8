"""Answers of people and bots. An answer is stored before anybody hears of it."""

import asyncio
import hashlib
import logging
import secrets
from dataclasses import replace

from anyio.to_thread import run_sync

from galleria.core import GalleriaError, Game, IllegalAction, Match, read_log
from galleria.core.text import _

from .botpool import BotError
from .course import SPECTATOR
from .database import Unavailable, now
from .lesson import advice, lesson_at, not_now
from .memory import Live, Memory, Question, seats_of
from .refusals import Foreign, Illegal, Stale, Unready
from .storage import OVER, Conflict, MoveRow
from .working import computed

log = logging.getLogger("galleria.tables")

AGAIN = 2.0
"""Seconds after which bots look again whether the database answers."""


class Acting(Memory):
    """Acting at tables."""

    async def act(self, table: str, person: int | None, seat: int, action: int | str, decision: int) -> None:
        """Carry out an answer. It is stored when this returns.

        Raises `Unknown`, `Foreign`, `Unready`, `Stale` or `Illegal`; nothing has changed then.
        """
        async with self._open(table) as live:
            while True:
                row = live.row
                assert row is not None
                if person is None or seat not in seats_of(row, person):
                    raise Foreign(_("This is not your seat."))
                if live.match is None:
                    raise Unready(_("The match has not begun yet."))
                if row.seats[seat].bot is not None:
                    raise Unready(_("A bot plays this seat now; take it back first."))
                number = _number(live.match.game, action)
                self._check_decision(live, seat, number, decision)
                hint = advice(live.match.game, row, live.match.actions, seat)
                if hint is not None and hint.action is not None and hint.action != number:
                    raise Illegal(not_now(live.match.game, hint.action, live.match.context_for(seat)))
                try:
                    await run_sync(self._commit, live, seat, number)
                except IllegalAction as error:
                    raise Illegal(str(error)) from error
                except Conflict:  # another process was faster: look again at what is left of this answer
                    await computed(self._refresh, live)
                else:
                    break
            live.looking[person] = seat  # whoever answers for a seat of a shared device is the one who sits there now
            await self._settle(live)
            self.hub.ring(table)

    def _check_decision(self, live: Live, seat: int, action: int, decision: int) -> None:
        assert live.match is not None
        if decision == live.decided[seat] and seat in live.match.to_act:
            return
        if live.last.get(seat) == (decision, action):
            raise Stale(_("This answer has arrived already."))
        if live.match.over:
            raise Stale(_("The match is over."))
        if seat in live.match.to_act:
            raise Stale(_("The situation has changed meanwhile; please choose again."))
        raise Stale(_("It is not your turn any more."))

    def _commit(self, live: Live, seat: int, action: int) -> None:
        """Play and store an answer. Raises `IllegalAction`, or `Conflict` after which memory has to be refreshed."""
        row = live.row
        assert row is not None
        decision = live.decided[seat]
        self._enter(live, MoveRow(row.moves + 1, seat, action, at=now()))
        live.last[seat] = (decision, action)

    def _enter(self, live: Live, move: MoveRow) -> None:
        """Play and store a row. Raises `IllegalAction`, or `Conflict` after which memory has to be refreshed."""
        course, row = live.course, live.row
        assert course is not None
        assert row is not None
        seen = course.seen[SPECTATOR]
        try:
            course.take(move)
            to_act, over = int(course.match.state.to_act), course.match.over is not None
            asked, public = course.asked(), course.seen[SPECTATOR] != seen
            handover = row.seats[move.seat].handover
            self.store.append(live.id, move, to_act, over=over, asked=asked, public=public, handover=handover)
        except IllegalAction:
            raise
        except BaseException:  # what is not stored has not happened
            live.forget()
            raise
        live.row = replace(row, moves=move.number, to_act=to_act, asked=asked, status=OVER if over else row.status)

    # Bots

    async def resume(self) -> None:
        """Let bots go on at all tables where they have to, after a restart."""
        while True:
            try:
                tables = await run_sync(self.store.running_with_bots)
            except Unavailable:
                await asyncio.sleep(AGAIN)
            else:
                break
        for table in tables:
            await self._resume(table)

    async def _resume(self, table: str) -> None:
        """Let the bots of a table go on, as soon as the database answers."""
        try:
            async with self._open(table):
                pass
        except Unavailable:
            self._run(self._resume_later(table))
        except GalleriaError as error:
            log.warning("Table %s can't go on: %s", table, error)
        except Exception:
            log.exception("Table %s can't go on.", table)

    async def _resume_later(self, table: str) -> None:
        await asyncio.sleep(AGAIN)
        await self._resume(table)

    async def close(self) -> None:
        """Stop everything that runs in the background."""
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _bot(self, live: Live, seat: int) -> str | None:
        assert live.row is not None
        return live.row.seats[seat].bot

    def _question(self, live: Live, seat: int) -> Question | None:
        """What the bot at the seat has to think about; None when there is no bot or it has nothing to decide."""
        assert live.row is not None
        if live.match is None or seat not in live.match.to_act or self._bot(live, seat) is None:
            return None
        return Question(live.decided[seat], live.row.seats[seat].handover)

    def _wake(self, live: Live) -> None:
        """Let the bots that have to act begin to think, and forget what those thought that were sent away."""
        if live.row is None:
            return
        for seat in range(len(live.row.seats)):
            question = self._question(live, seat)
            if question is None:
                live.thinking.pop(seat, None)
                live.thought.pop(seat, None)
            elif live.thinking.get(seat) != question:
                live.thinking[seat] = question
                self._run(self._think(live, seat, question))

    async def _think(self, live: Live, seat: int, question: Question) -> None:
        try:
            await self._find(live.id, seat, question)
        except Exception as error:
            if live.thinking.get(seat) == question:
                del live.thinking[seat]  # the next look at the table lets it try again
            if isinstance(error, Unavailable):
                self._run(self._resume_later(live.id))
            else:
                log.exception("The bot at seat %d of table %s could not move.", seat, live.id)

    async def _find(self, table: str, seat: int, question: Question) -> None:
        began = asyncio.get_running_loop().time()
        async with self._open(table) as live:
            match, row = live.match, live.row
            if match is None or row is None or self._question(live, seat) != question:
                return
            hidden = (await computed(match.hidden, seat)).tobytes()
            box, level = match.box.buf.tobytes(), row.seats[seat].bot or ""
            seed = hashlib.sha256(f"{row.seed} {seat} {question.decision}".encode()).hexdigest()
            lesson = lesson_at(match.game, row)
            action = lesson.given(match.actions, seat) if lesson is not None else None
            pace = self._watch_pace if row.bots_alone else self._pace
        try:
            if action is None:
                action = await self.bots.choose(row.game, hidden, box, seat, level, seed)
        except BotError as error:
            log.error("The bot %s gave no answer at table %s: %s", level, table, error)  # noqa: TRY400 - known cause
            action = None
        rest = began + pace - asyncio.get_running_loop().time()
        if rest > 0:
            await asyncio.sleep(rest)
        async with self._open(table) as live:
            if live.thinking.get(seat) != question:
                return
            live.thought[seat] = (question, action)
            if await self._settle(live):
                self.hub.ring(table)

    async def _settle(self, live: Live) -> bool:
        """Enter the answers that bots have found; whether there were any.

        While several seats choose at the same time, what others would notice of a bot's answer waits for the people's
        answers: when it comes then tells nobody how long the bot has thought.
        """
        entered = False
        while (match := live.match) is not None:
            acting = match.to_act
            held = len(acting) > 1 and any(self._bot(live, seat) is None for seat in acting)
            for seat in acting:
                question, action = live.thought.get(seat, (None, None))
                if question is None or question != self._question(live, seat):
                    continue
                if not (held and await run_sync(_noticed, match, seat, action)):
                    break
            else:
                break
            del live.thought[seat]
            live.thinking.pop(seat, None)
            try:
                try:
                    await run_sync(self._commit_bot, live, seat, action)
                except Conflict:
                    await computed(self._refresh, live)
            except Unavailable:  # the bot thinks again, and comes to the same
                self._run(self._resume_later(live.id))
                break
            except Exception:
                log.exception("The bot at seat %d of table %s could not move.", seat, live.id)
                live.thinking[seat] = question  # so that it is not tried for ever
                break
            entered = True
        return entered

    def _commit_bot(self, live: Live, seat: int, action: int | None) -> None:
        match = live.match
        assert match is not None
        if action is None or match.why_not(seat, action) is not None:
            log.error("The bot at seat %d of table %s has no usable answer; any legal one is taken.", seat, live.id)
            action = secrets.choice(match.legal(seat))
        self._commit(live, seat, action)


def _number(game: Game, action: int | str) -> int:
    if isinstance(action, int):
        return action if 0 <= action < game.actions.size else -1  # compiled rules know no larger numbers
    try:
        return game.actions.parse(action)
    except ValueError as error:
        raise Illegal(_("“%(action)s” is no action of this game.") % {"action": action[:40]}) from error


def _noticed(match: Match, seat: int, action: int | None) -> bool:
    """Whether others could see that the seat has answered so."""
    if action is None or match.why_not(seat, action) is not None:
        return True
    buf = match.state.buffer().copy()
    match.kernel.play(buf, match.box.buf, seat, action)
    after = match.game.state.of(buf)
    if (after.stage, after.to_act) != (match.state.stage, match.state.to_act):
        return True
    others = (*(other for other in range(match.state.players) if other != seat), SPECTATOR)
    return any(event.visible(other) for event in read_log(after.log, 0) for other in others)
