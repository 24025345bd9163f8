"""The database: who sits where and which moves were made. Nothing here knows rules or HTTP. All calls block."""

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from galleria.core.errors import GalleriaError
from galleria.core.text import _

from .database import now
from .devices import Devices, DevicesChanged, KeyGone, KeyRow, while_known
from .schema import asks, consents, devices, happenings, keys, moves, people, seats, tables, uptime, votes, watchers

WAITING = "waiting"
RUNNING = "running"
OVER = "over"


class Conflict(GalleriaError):
    """Somebody else has written this move number first."""


class SeesHands(GalleriaError):
    """Whoever sees all hands at a table can't have a seat at it, nor the other way round."""


class SeedUsed(GalleriaError):
    """There is a table with this seed already: somebody may know it."""

    def __init__(self) -> None:
        super().__init__(_("The shuffle has a new fingerprint; please look at it and confirm once more."))


class SeatTaken(GalleriaError):
    """The seat was claimed by somebody else."""


@dataclass(frozen=True, slots=True)
class SeatRow:
    """One seat of a table. Open while it has neither person nor bot."""

    seat: int
    name: str | None
    person: int | None
    bot: str | None
    """The level of the bot that plays it: for itself when there is no person, else in the person's stead."""
    invite: str | None
    handover: int = 0
    """How often it was handed to a bot or taken back."""

    @property
    def open(self) -> bool:
        """Whether it waits for somebody."""
        return self.person is None and self.bot is None


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table as stored, with its seats in order."""

    id: str
    game: str
    rules: int
    box: str
    box_hash: str
    box_text: str
    options: dict[str, str]
    seed: str
    commitment: str
    host: int
    status: str
    revision: int
    moves: int
    to_act: int
    created: int
    changed: int
    seats: tuple[SeatRow, ...]
    began: int | None = None
    asked: Mapping[int, int] = field(default_factory=dict)
    """By seat that is to act: since when."""
    pace: str = ""
    rematch: str | None = None
    """The table at which the same people play again."""
    watch: str | None = None
    """The code in the link for watching with open hands; None: nobody may."""
    hints: bool = True
    """Whether people may ask a bot what it would do."""

    @property
    def bots_alone(self) -> bool:
        """Whether bots have all seats, and nobody can come."""
        return all(seat.bot is not None and seat.person is None for seat in self.seats)


@dataclass(frozen=True, slots=True)
class MoveRow:
    """One answer of one seat, or its taking back; `number` counts 1, 2, ... within its table."""

    number: int
    seat: int
    action: int
    """Of an undo: 1 when only that answer goes, 0 when all that followed goes with it."""
    undoes: int | None = None
    """The number of the answer that is taken back; None for an answer."""
    at: int = field(default=0, compare=False)
    """When it was stored."""


@dataclass(frozen=True, slots=True)
class AskRow:
    """A seat asks the others whether it may take an answer back."""

    seat: int
    moment: int
    """How many public changes there had been: it lapses with the next one."""
    undoes: int
    withdrawn: bool = False
    voices: Mapping[int, bool] = field(default_factory=dict)
    """By person: whether she agrees."""


@dataclass(frozen=True, slots=True)
class Happening:
    """What happened at a table beside its moves. Everybody may know it."""

    moves: int
    """How many moves had been made then."""
    kind: str
    seat: int | None
    """Whom it concerns; None for the whole table."""
    data: dict[str, Any]
    at: int


class Store(Devices):
    """The database behind `url`. Safe to use from several threads and several processes at once."""

    # Tables and seats

    def create(self, row: TableRow, form: str | None) -> str:
        """Store a new table and return its id. The same `form` of the same host sent again: the id of the first.

        Raises `SeedUsed` when the form's seed was that of another table, whoever hosts it now.
        """
        try:
            with self.writing() as db:
                if form is not None:
                    query = sa.select(tables.c.id, tables.c.host, tables.c.form)
                    for known in db.execute(query.where(tables.c.commitment == row.commitment)):
                        if (known.host, known.form) != (row.host, form):
                            raise SeedUsed
                self._insert(db, row, form)
        except IntegrityError as error:
            with self.reading() as db:
                first = db.execute(
                    sa.select(tables.c.id).where(tables.c.host == row.host, tables.c.form == form)
                ).scalar()
            if first is None:
                raise DevicesChanged from error
            return str(first)
        return row.id

    def _insert(self, db: sa.Connection, row: TableRow, form: str | None) -> None:
        values = {name: getattr(row, name) for name in TableRow.__slots__ if name != "seats"}
        values["options"] = json.dumps(row.options, sort_keys=True)
        values["asked"] = json.dumps(row.asked)
        db.execute(tables.insert().values(form=form, **values))
        db.execute(
            seats.insert(),
            [{"table": row.id, **{name: getattr(seat, name) for name in SeatRow.__slots__}} for seat in row.seats],
        )
        if row.watch is not None and row.host not in {seat.person for seat in row.seats}:
            db.execute(watchers.insert().values(table=row.id, person=row.host))

    def rematch(self, before: str, row: TableRow, seat: int | None) -> str:
        """Store the table that follows another one, as its `seat` wishes; the id of the first one that was stored."""
        with while_known(), self.writing() as db:
            self._lock(db, before)
            first = db.execute(sa.select(tables.c.rematch).where(tables.c.id == before)).scalar()
            if first is not None:
                return str(first)
            self._insert(db, row, None)
            if row.watch is not None:
                known = sa.select(watchers.c.person).where(watchers.c.table == row.id)
                held = [seat.person for seat in row.seats if seat.person is not None]
                more = sa.select(sa.literal(row.id), watchers.c.person).where(watchers.c.table == before)
                more = more.where(watchers.c.person.not_in(held), watchers.c.person.not_in(known))
                db.execute(watchers.insert().from_select(["table", "person"], more))
            self._tell(db, before, "rematch", seat)
            self._touch(db, before, rematch=row.id)
            return row.id

    def table(self, table: str) -> TableRow | None:
        """The table with this id."""
        with self.reading() as db:
            found = self._tables(db, tables.c.id == table)
        return found[0] if found else None

    def version(self, table: str) -> tuple[int, int] | None:
        """(moves, revision) of the table: whether another process has changed it."""
        with self.reading() as db:
            row = db.execute(sa.select(tables.c.moves, tables.c.revision).where(tables.c.id == table)).first()
        return (row.moves, row.revision) if row else None

    def versions(self, some: Collection[str]) -> dict[str, tuple[int, int]]:
        """The same of several tables, by id; those that are gone are missing."""
        query = sa.select(tables.c.id, tables.c.moves, tables.c.revision).where(tables.c.id.in_(some))
        with self.reading() as db:
            return {row.id: (row.moves, row.revision) for row in db.execute(query)}

    def invited(self, code: str) -> tuple[str, int] | None:
        """Table and seat that a link's code leads to."""
        with self.reading() as db:
            row = db.execute(sa.select(seats.c.table, seats.c.seat).where(seats.c.invite == code)).first()
        return (row.table, row.seat) if row else None

    def watched(self, code: str) -> str | None:
        """The table whose hands are open to those who have this code."""
        with self.reading() as db:
            return db.execute(sa.select(tables.c.id).where(tables.c.watch == code)).scalar()

    def watchers(self, table: str) -> frozenset[int]:
        """The people who may see all hands there."""
        with self.reading() as db:
            return frozenset(db.execute(sa.select(watchers.c.person).where(watchers.c.table == table)).scalars())

    def watch(self, table: str, person: int) -> None:
        """Let the person see all hands at the table. Raises `SeesHands` when she has a seat."""
        with while_known(), self.writing() as db:
            self._lock(db, table)
            if db.execute(sa.select(seats.c.seat).where(seats.c.table == table, seats.c.person == person)).first():
                raise SeesHands(_("You have a seat at this table, so you see your own hand only."))
            known = sa.select(watchers).where(watchers.c.table == table, watchers.c.person == person)
            if db.execute(known).first() is None:
                db.execute(watchers.insert().values(table=table, person=person))
                self._touch(db, table)

    def _sees_no_hands(self, db: sa.Connection, table: str, person: int) -> None:
        if db.execute(sa.select(watchers).where(watchers.c.table == table, watchers.c.person == person)).first():
            raise SeesHands(_("You may see all hands at this table, so you can’t have a seat at it."))

    def tables_of(self, person: int, limit: int = 50) -> list[TableRow]:
        """The tables at which the person sits or which she hosts, last changed first."""
        sits = sa.select(seats.c.table).where(seats.c.person == person)
        with self.reading() as db:
            return self._tables(db, tables.c.id.in_(sits) | (tables.c.host == person), limit)

    def running_with_bots(self) -> list[str]:
        """Ids of the tables where a bot may have to go on, last changed first."""
        bots = sa.select(seats.c.table).where(seats.c.bot.is_not(None))
        query = sa.select(tables.c.id).where(tables.c.status == RUNNING, tables.c.id.in_(bots))
        with self.reading() as db:
            return [row.id for row in db.execute(query.order_by(tables.c.changed.desc()))]

    def _tables(self, db: sa.Connection, where: sa.ColumnElement[bool], limit: int = 1) -> list[TableRow]:
        rows = db.execute(
            sa.select(tables).where(where).order_by(tables.c.changed.desc(), tables.c.id).limit(limit)
        ).all()
        held: dict[str, list[SeatRow]] = {row.id: [] for row in rows}
        query = sa.select(seats).where(seats.c.table.in_(held)).order_by(seats.c.table, seats.c.seat)
        for row in db.execute(query):
            held[row.table].append(SeatRow(row.seat, row.name, row.person, row.bot, row.invite, row.handover))
        return [_table_row(row, held[row.id]) for row in rows]

    def claim(self, table: str, seat: int, person: int, name: str) -> int:
        """Give an open seat to a person and return its number; one who sits there already keeps the seat she has.

        `SeatTaken` when somebody else was first, or the table or its seat is gone.
        """
        with while_known(), self.writing() as db:
            self._lock(db, table)
            held = db.execute(
                sa.select(seats.c.seat).where(seats.c.table == table, seats.c.person == person).order_by(seats.c.seat)
            ).scalar()
            if held is not None:
                return int(held)
            self._sees_no_hands(db, table, person)
            claimed = db.execute(
                seats.update()
                .where(
                    seats.c.table == table,
                    seats.c.seat == seat,
                    seats.c.person.is_(None),
                    seats.c.bot.is_(None),
                )
                .values(person=person, name=name)
            )
            if claimed.rowcount != 1:
                raise SeatTaken(_("Somebody else has taken this seat."))
            self._touch(db, table)
            return seat

    def release(self, table: str, person: int, invites: dict[int, str], host: int) -> None:
        """Open the person's seats again, with new codes (seat -> code), and let `host` host; only before the match."""
        with self.writing() as db:
            self._lock(db, table)
            for seat, code in invites.items():
                db.execute(
                    seats.update()
                    .where(seats.c.table == table, seats.c.seat == seat, seats.c.person == person)
                    .values(person=None, name=None, invite=code)
                )
            self._touch(db, table, host=host)

    def start(self, table: str, row: Sequence[SeatRow], to_act: int) -> None:
        """Begin the match with the seats in `row`; `Conflict` when it has begun or the seats have changed."""
        with self.writing() as db:
            self._lock(db, table)
            stored = self._tables(db, tables.c.id == table)
            if not stored or stored[0].status != WAITING:
                raise Conflict(_("The match has begun already."))
            if {s for s in stored[0].seats if not s.open} != {s for s in row if not s.open}:
                raise Conflict(_("The seats have changed meanwhile."))
            db.execute(seats.delete().where(seats.c.table == table))
            db.execute(
                seats.insert(),
                [
                    {"table": table, **{name: getattr(seat, name) for name in SeatRow.__slots__}, "seat": number}
                    for number, seat in enumerate(row)
                ],
            )
            began = now()
            asked = json.dumps(dict.fromkeys(_seats(to_act), began))
            self._touch(db, table, status=RUNNING, to_act=to_act, began=began, asked=asked)

    def delete(self, table: str) -> None:
        """Remove a table with all that belongs to it."""
        with self.writing() as db:
            db.execute(tables.delete().where(tables.c.id == table))

    def hand_over(
        self,
        table: str,
        seat: int,
        person: int,
        bot: str | None,
        *,
        by: int | None = None,
        moves: int | None = None,
        absent: bool = False,
    ) -> bool:
        """Let a bot of this level play the person's seat, or (None) the person again; whether that was a change.

        `by` is another seat that does so, because time has run out or the person is `absent`. `Conflict` when the table
        has not `moves` moves any more.
        """
        with self.writing() as db:
            self._lock(db, table)
            if moves is not None:
                self._expect(db, table, moves)
            changed = db.execute(
                seats.update()
                .where(
                    seats.c.table == table,
                    seats.c.seat == seat,
                    seats.c.person == person,
                    seats.c.bot.is_distinct_from(bot),
                )
                .values(bot=bot, handover=seats.c.handover + 1)
            ).rowcount
            if changed:
                db.execute(votes.delete().where(votes.c.table == table, votes.c.seat == seat))
                if by is not None:
                    self._tell(db, table, "absent" if absent else "late", seat, level=bot, by=by)
                else:
                    self._tell(db, table, "back" if bot is None else "bot", seat, level=bot)
                self._touch(db, table)
            return bool(changed)

    def vote(self, table: str, seat: int, voters: Collection[int]) -> None:
        """Note that these seats agree to a bot in the stead of another one; none of them: nobody does any more."""
        with self.writing() as db:
            self._lock(db, table)
            own = (votes.c.table == table, votes.c.seat == seat)
            known = set(db.execute(sa.select(votes.c.voter).where(*own)).scalars())
            new = [{"table": table, "seat": seat, "voter": voter} for voter in voters if voter not in known]
            if new:
                db.execute(votes.insert(), new)
            elif not voters:
                db.execute(votes.delete().where(*own))
            if new or (known and not voters):
                self._touch(db, table)

    def votes(self, table: str) -> dict[int, frozenset[int]]:
        """By seat of an absent person: the seats that agree to a bot in her stead."""
        found: dict[int, frozenset[int]] = {}
        with self.reading() as db:
            for row in db.execute(sa.select(votes).where(votes.c.table == table)):
                found[row.seat] = found.get(row.seat, frozenset()) | {row.voter}
        return found

    def move_seat(self, key: KeyRow, token: bytes) -> None:
        """Give the key's seat to the person of this device. Doing so twice changes nothing. Raises `KeyGone`."""
        with self.writing() as db:
            self._lock(db, str(key.table))
            if not self._use_key(db, key, token):
                return
            to = self._person(db, token)
            self._sees_no_hands(db, str(key.table), to)
            own = (seats.c.table == key.table, seats.c.seat == key.seat, seats.c.person == key.person)
            if db.execute(seats.update().where(*own).values(person=to)).rowcount != 1:
                raise KeyGone
            kept = sa.select(seats.c.seat).where(seats.c.table == key.table, seats.c.person == key.person)
            self._tell(db, str(key.table), "moved", key.seat)
            self._touch(db, str(key.table))
            if db.execute(kept).first() is None:  # whoever hosts and has no seat any more hosts no longer
                hosted = (tables.c.id == key.table, tables.c.host == key.person)
                db.execute(tables.update().where(*hosted).values(host=to, form=None))

    def join_people(self, key: KeyRow, token: bytes) -> list[str]:
        """Make this device one of the key's person. What it had comes along, with its other devices.

        Returns the tables that changed. Doing so twice changes nothing. Raises `KeyGone`.
        """
        with self.writing() as db:
            if not self._use_key(db, key, token):
                return []
            to = key.person
            before = self._person(db, token)
            if before == to:
                return []
            held = sa.select(seats.c.table).where(seats.c.person == before)
            query = sa.select(tables.c.id).where(tables.c.id.in_(held) | (tables.c.host == before))
            changed = [row.id for row in db.execute(query.order_by(tables.c.id))]
            for table in changed:
                self._lock(db, table)
                both = sa.select(seats.c.seat).where(seats.c.table == table)
                hers = db.execute(both.where(seats.c.person == before)).scalars().all()
                if hers:
                    self._sees_no_hands(db, table, to)
                if hers and db.execute(both.where(seats.c.person == to)).first() is not None:
                    for seat in hers:
                        self._tell(db, table, "moved", seat)
                self._touch(db, table)
            sees = sa.select(watchers.c.table).where(watchers.c.person == before)
            sits = sa.select(seats.c.table).where(seats.c.table.in_(sees), seats.c.person == to)
            for table in db.execute(sits).scalars():
                self._sees_no_hands(db, table, before)
            mine = sa.select(watchers.c.table).where(watchers.c.person == to)
            db.execute(watchers.delete().where(watchers.c.person == before, watchers.c.table.in_(mine)))
            db.execute(watchers.update().where(watchers.c.person == before).values(person=to))
            db.execute(seats.update().where(seats.c.person == before).values(person=to))
            db.execute(tables.update().where(tables.c.host == before).values(host=to, form=None))
            db.execute(devices.update().where(devices.c.person == before).values(person=to))
            db.execute(keys.delete().where(keys.c.person == before))
            chosen = sa.select(people.c.language).where(people.c.id == before).scalar_subquery()
            db.execute(people.update().where(people.c.id == to, people.c.language.is_(None)).values(language=chosen))
            ask = sa.tuple_(consents.c.table, consents.c.seat, consents.c.moment)
            answered = sa.select(consents.c.table, consents.c.seat, consents.c.moment).where(consents.c.person == to)
            db.execute(consents.delete().where(consents.c.person == before, ask.in_(answered)))
            db.execute(consents.update().where(consents.c.person == before).values(person=to))
            db.execute(people.delete().where(people.c.id == before))
            return changed

    # When the server was up

    def beat(self, run: str, began: Mapping[str, int]) -> None:
        """Note that a process is up now, with the bots of the games in `began` prepared since then."""
        last = now()
        with self.writing() as db:
            known = set(
                db.execute(
                    uptime.update().where(uptime.c.run == run).values(last=last).returning(uptime.c.game)
                ).scalars()
            )
            fresh = [
                {"run": run, "game": game, "began": since, "last": last}
                for game, since in began.items()
                if game not in known
            ]
            if fresh:
                db.execute(uptime.insert(), fresh)

    def uptime(self, but: str) -> dict[str, list[tuple[int, int]]]:
        """By game: when processes other than `but` were up."""
        spans: dict[str, list[tuple[int, int]]] = {}
        with self.reading() as db:
            for row in db.execute(sa.select(uptime).where(uptime.c.run != but)):
                spans.setdefault(row.game, []).append((row.began, row.last))
        return spans

    # What happened beside moves

    def note(self, table: str, kind: str, seat: int) -> None:
        """Note something that happened at a running match and that everybody may know."""
        with self.writing() as db:
            self._lock(db, table)
            self._tell(db, table, kind, seat)
            self._touch(db, table)

    def _tell(self, db: sa.Connection, table: str, kind: str, seat: int | None, **data: Any) -> None:
        """Note what happened, within the transaction that makes it so; the caller has locked and touches the table."""
        own = happenings.c.table == table
        number = sa.select(sa.func.coalesce(sa.func.max(happenings.c.number), 0) + 1).where(own).scalar_subquery()
        made = sa.select(tables.c.moves).where(tables.c.id == table).scalar_subquery()
        values = {"kind": kind, "seat": seat, "data": json.dumps(data, sort_keys=True), "at": now()}
        db.execute(happenings.insert().values(table=table, number=number, moves=made, **values))

    def happenings(self, table: str) -> list[Happening]:
        """What happened at the table beside its moves, in order."""
        query = sa.select(happenings).where(happenings.c.table == table).order_by(happenings.c.number)
        with self.reading() as db:
            rows = db.execute(query).all()
        return [Happening(row.moves, row.kind, row.seat, json.loads(row.data), row.at) for row in rows]

    # Moves

    def append(
        self,
        table: str,
        move: MoveRow,
        to_act: int,
        *,
        over: bool,
        asked: Mapping[int, int] | None = None,
        public: bool = True,
        handover: int = 0,
    ) -> None:
        """Store one move and how the table stands after it; on disk when this returns.

        `public` is whether everybody can see that something happened. `Conflict` when the number is taken, because
        another process was faster, or when the seat has been handed over since `handover`: a bot finishes nothing after
        its seat was taken back.
        """
        try:
            with self.writing() as db:
                self._lock(db, table)
                own = (seats.c.table == table, seats.c.seat == move.seat)
                if db.execute(sa.select(seats.c.handover).where(*own)).scalar() != handover:
                    raise Conflict(_("The seat has been handed over."))
                self._append(db, table, move, to_act, asked or {}, over=over, public=public)
        except IntegrityError as error:
            raise Conflict(_("The situation has changed meanwhile; please choose again.")) from error

    def _append(
        self,
        db: sa.Connection,
        table: str,
        move: MoveRow,
        to_act: int,
        asked: Mapping[int, int],
        *,
        over: bool,
        public: bool,
    ) -> None:
        row = {name: getattr(move, name) for name in MoveRow.__slots__}
        db.execute(moves.insert().values(table=table, **{**row, "at": move.at or now()}))
        values: dict[str, Any] = {"moves": move.number, "to_act": to_act, "asked": json.dumps(asked)}
        if public:
            values["changed"] = now()
        if over:
            values["status"] = OVER
        db.execute(tables.update().where(tables.c.id == table).values(values))

    def moves(self, table: str, after: int = 0) -> list[MoveRow]:
        """The table's moves with numbers above `after`, in order; undos are among them."""
        query = sa.select(*(moves.c[name] for name in MoveRow.__slots__))
        query = query.where(moves.c.table == table, moves.c.number > after).order_by(moves.c.number)
        with self.reading() as db:
            return [MoveRow(**row._asdict()) for row in db.execute(query)]

    # Asking for an undo

    def ask(self, table: str, ask: AskRow, expected: int) -> None:
        """Store that a seat asks; `Conflict` when the table has not `expected` moves, or it has asked already."""
        try:
            with self.writing() as db:
                self._expect(db, table, expected)
                db.execute(
                    asks.insert().values(
                        table=table, seat=ask.seat, moment=ask.moment, undoes=ask.undoes, withdrawn=int(ask.withdrawn)
                    )
                )
                self._touch(db, table)
        except IntegrityError as error:
            raise Conflict(_("The seat has asked already.")) from error

    def withdraw(self, table: str, ask: AskRow) -> None:
        """Store that a seat asks no more."""
        with self.writing() as db:
            self._lock(db, table)
            db.execute(asks.update().where(*_ask(asks, table, ask)).values(withdrawn=1))
            self._touch(db, table)

    def consent(
        self,
        table: str,
        ask: AskRow,
        person: int,
        *,
        agrees: bool,
        needed: Collection[int],
        undo: MoveRow,
        to_act: int,
        asked: Mapping[int, int],
    ) -> None:
        """Store a person's answer to an ask and, when all `needed` persons agree now, the `undo`, both or none.

        `Conflict` when the table has moved on, the ask was withdrawn, or the person has answered it.
        """
        try:
            with self.writing() as db:
                self._expect(db, table, undo.number - 1)
                if db.execute(sa.select(asks.c.withdrawn).where(*_ask(asks, table, ask))).scalar() != 0:
                    raise Conflict(_("The request was withdrawn."))
                db.execute(
                    consents.insert().values(
                        table=table, seat=ask.seat, moment=ask.moment, person=person, agrees=int(agrees)
                    )
                )
                query = sa.select(consents.c.person).where(*_ask(consents, table, ask), consents.c.agrees == 1)
                if set(needed) <= set(db.execute(query).scalars()):
                    self._append(db, table, undo, to_act, asked, over=False, public=True)
                self._touch(db, table)
        except IntegrityError as error:
            raise Conflict(_("The request was answered already.")) from error

    def asks(self, table: str) -> list[AskRow]:
        """What seats have asked, the newest moments last."""
        query = sa.select(asks).where(asks.c.table == table).order_by(asks.c.moment, asks.c.seat)
        said = sa.select(consents).where(consents.c.table == table)
        with self.reading() as db:
            voices: dict[tuple[int, int], dict[int, bool]] = {}
            for row in db.execute(said):
                voices.setdefault((row.seat, row.moment), {})[row.person] = bool(row.agrees)
            return [
                AskRow(row.seat, row.moment, row.undoes, bool(row.withdrawn), voices.get((row.seat, row.moment), {}))
                for row in db.execute(query)
            ]

    def _expect(self, db: sa.Connection, table: str, moves: int) -> None:
        self._lock(db, table)
        if db.execute(sa.select(tables.c.moves).where(tables.c.id == table)).scalar() != moves:
            raise Conflict(_("The situation has changed meanwhile; please choose again."))

    def _lock(self, db: sa.Connection, table: str) -> None:
        """Make other writers of this table wait (SQLite lets only one write anyway)."""
        db.execute(sa.select(tables.c.id).where(tables.c.id == table).with_for_update())

    def _touch(self, db: sa.Connection, table: str, **values: Any) -> None:
        values = {"revision": tables.c.revision + 1, "changed": now(), **values}
        db.execute(tables.update().where(tables.c.id == table).values(values))


def _seats(to_act: int) -> list[int]:
    return [seat for seat in range(to_act.bit_length()) if to_act >> seat & 1]


def _ask(which: sa.Table, table: str, ask: AskRow) -> tuple[sa.ColumnElement[bool], ...]:
    return which.c.table == table, which.c.seat == ask.seat, which.c.moment == ask.moment


def _table_row(row: Any, held: list[SeatRow]) -> TableRow:
    values = {name: getattr(row, name) for name in TableRow.__slots__ if name not in {"seats", "options", "asked"}}
    asked = {int(seat): since for seat, since in json.loads(row.asked or "{}").items()}
    return TableRow(options=json.loads(row.options), seats=tuple(held), asked=asked, **values)
