"""What is kept beside the tables: pasted records, analyses, hints. Calls block."""

import hashlib
import json
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from .database import now
from .schema import analyses, hints, records, server_secrets
from .storage import Store

KEPT = 5000
"""Pasted records; the oldest go first."""


@dataclass(frozen=True, slots=True)
class AnalysisRow:
    """An analysis as far as it has come."""

    person: int
    """Who asked for it first."""
    done: int
    total: int
    data: dict[str, Any]


class Archive:
    """Pasted records, analyses and hints in the database of `store`."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def key(self, name: str) -> bytes:
        """A secret of this database, made when it is first asked for."""
        query = sa.select(server_secrets.c.value).where(server_secrets.c.name == name)
        with self._store.reading() as db:
            found = db.execute(query).scalar()
        if found is None:
            with suppress(IntegrityError), self._store.writing() as db:  # another process may be faster
                db.execute(server_secrets.insert().values(name=name, value=secrets.token_bytes(32)))
            with self._store.reading() as db:
                found = db.execute(query).scalar_one()
        return bytes(found)

    def keep_record(self, text: str, person: int | None) -> str:
        """Keep the text of a match and return its id, which is the same for the same text."""
        record = urlsafe_b64encode(hashlib.sha256(text.encode()).digest()[:12]).decode()
        try:
            with self._store.writing() as db:
                db.execute(records.insert().values(id=record, text=text, person=person, created=now()))
                old = sa.select(records.c.id).order_by(records.c.created.desc()).offset(KEPT)
                gone = list(db.execute(old).scalars())
                if gone:
                    db.execute(records.delete().where(records.c.id.in_(gone)))
        except IntegrityError:
            pass  # it is there already
        return record

    def record(self, record: str) -> str | None:
        """The text kept under this id."""
        with self._store.reading() as db:
            return db.execute(sa.select(records.c.text).where(records.c.id == record)).scalar()

    def analysis(self, subject: str) -> AnalysisRow | None:
        """The analysis of a match, as far as it has come."""
        with self._store.reading() as db:
            row = db.execute(sa.select(analyses).where(analyses.c.subject == subject)).first()
        return AnalysisRow(row.person, row.done, row.total, json.loads(row.data)) if row else None

    def keep_analysis(self, subject: str, row: AnalysisRow) -> None:
        """Keep how far an analysis has come."""
        values = {
            "person": row.person,
            "done": row.done,
            "total": row.total,
            "data": json.dumps(row.data),
            "changed": now(),
        }
        with self._store.writing() as db:
            if not db.execute(analyses.update().where(analyses.c.subject == subject).values(values)).rowcount:
                db.execute(analyses.insert().values(subject=subject, **values))

    def analyses_of(self, person: int, since: int) -> int:
        """How many analyses a person has asked for since a moment."""
        query = sa.select(sa.func.count()).where(analyses.c.person == person, analyses.c.changed >= since)
        with self._store.reading() as db:
            return int(db.execute(query).scalar_one())

    def keep_hint(self, table: str, seat: int, position: str, data: Mapping[str, Any]) -> bool:
        """Keep the hint that a seat was given in a position; whether it is the first."""
        try:
            with self._store.writing() as db:
                values = {"table": table, "seat": seat, "position": position, "data": json.dumps(data), "at": now()}
                db.execute(hints.insert().values(values))
        except IntegrityError:
            return False
        return True

    def hint(self, table: str, seat: int, position: str) -> dict[str, Any] | None:
        """The hint that a seat was given in this position."""
        query = sa.select(hints.c.data).where(
            hints.c.table == table, hints.c.seat == seat, hints.c.position == position
        )
        with self._store.reading() as db:
            found = db.execute(query).scalar()
        return None if found is None else dict(json.loads(found))

    def hints_used(self, table: str) -> dict[int, int]:
        """By seat: how many hints it was given."""
        query = sa.select(hints.c.seat, sa.func.count()).where(hints.c.table == table).group_by(hints.c.seat)
        with self._store.reading() as db:
            return {int(seat): int(n) for seat, n in db.execute(query)}
