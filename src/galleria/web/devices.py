"""People as the database knows them: each by the devices she plays on. All calls block."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from galleria.core.errors import GalleriaError
from galleria.core.text import _

from .database import Database, now
from .schema import devices, keys, people


class KeyGone(GalleriaError):
    """A one-time key that opens nothing: unknown, used, too old, or its seat has gone elsewhere."""

    def __init__(self) -> None:
        super().__init__(_("This code is no longer valid; ask for a new one on the other device."))


class LastDevice(GalleriaError):
    """The only device of a person can't be forgotten."""

    def __init__(self) -> None:
        super().__init__(_("This is your only device: without it your seats would be lost. Add another one first."))


class DevicesChanged(GalleriaError):
    """The device has become another person's, or nobody's, while it asked."""

    def __init__(self) -> None:
        super().__init__(_("Your devices have changed just now; please try again."))


@contextmanager
def while_known() -> Iterator[None]:
    """Within the block, what refers to a person who is no more raises `DevicesChanged`."""
    try:
        yield
    except IntegrityError as error:
        raise DevicesChanged from error


@dataclass(frozen=True, slots=True)
class Device:
    """A browser or program on which a person plays."""

    id: int
    person: int
    person_name: str
    """As she used it last, or ""."""
    name: str
    created: int
    seen: int
    """When it was used last, give or take some hours."""
    language: str | None = None
    """Of the person, as she has chosen it; None: as her browser wishes."""


@dataclass(frozen=True, slots=True)
class KeyRow:
    """A one-time key: for a seat of the person who made it, or (no table) for all that she has."""

    link: bytes
    person: int
    person_name: str
    table: str | None
    seat: int | None
    expires: int
    used: bytes | None


class Devices(Database):
    """People and their devices."""

    def device(self, token: bytes) -> Device | None:
        """The device whose secret has this hash."""
        with self.reading() as db:
            found = self._devices(db, devices.c.token == token)
        return found[0] if found else None

    def devices_of(self, person: int) -> list[Device]:
        """All devices of the person, the one used last first."""
        with self.reading() as db:
            return self._devices(db, devices.c.person == person)

    def _devices(self, db: sa.Connection, where: sa.ColumnElement[bool]) -> list[Device]:
        query = sa.select(devices, people.c.name.label("person_name"), people.c.language).join(people).where(where)
        return [
            Device(row.id, row.person, row.person_name or "", row.name or "", row.created, row.seen, row.language)
            for row in db.execute(query.order_by(devices.c.seen.desc(), devices.c.id.desc()))
        ]

    def enrol(self, token: bytes, *, name: str | None = None, language: str | None = None) -> int:
        """The id of the person with the device whose secret has this hash; made if new, with the device's `name`."""
        if (known := self.device(token)) is not None:
            return known.person
        try:
            with self.writing() as db:
                made = people.insert().values(created=now(), language=language).returning(people.c.id)
                person = int(db.execute(made).scalar_one())
                db.execute(devices.insert().values(person=person, token=token, name=name, created=now(), seen=now()))
                return person
        except IntegrityError:
            with self.reading() as db:
                return int(db.execute(sa.select(devices.c.person).where(devices.c.token == token)).scalar_one())

    def saw(self, device: int, name: str) -> None:
        """Note that the device is used, and what it looks like."""
        with self.writing() as db:
            db.execute(devices.update().where(devices.c.id == device).values(seen=now(), name=name))

    def forget(self, person: int, device: int) -> None:
        """Take a device from its person; a device that she does not have is nothing to forget. Raises `LastDevice`."""
        with self.writing() as db:
            # Two devices that forget each other at the same time wait for each other.
            db.execute(sa.select(people.c.id).where(people.c.id == person).with_for_update())
            held = [row.id for row in db.execute(sa.select(devices.c.id).where(devices.c.person == person))]
            if device in held:
                if len(held) == 1:
                    raise LastDevice
                db.execute(devices.delete().where(devices.c.id == device))

    def rename(self, person: int, name: str) -> None:
        """Remember the name that the person used last."""
        with self.writing() as db:
            db.execute(people.update().where(people.c.id == person).values(name=name))

    def speak(self, person: int, language: str) -> None:
        """Remember the language that the person has chosen."""
        with self.writing() as db:
            db.execute(people.update().where(people.c.id == person).values(language=language))

    # One-time keys

    def cut_key(self, key: KeyRow, code: bytes) -> None:
        """Store a new key; the person's last one for the same purpose opens nothing any more."""
        same = sa.and_(
            keys.c.person == key.person,
            keys.c.table.is_not_distinct_from(key.table),
            keys.c.seat.is_not_distinct_from(key.seat),
        )
        values = {"link": key.link, "person": key.person, "table": key.table, "seat": key.seat, "expires": key.expires}
        with while_known(), self.writing() as db:
            db.execute(keys.delete().where(same | (keys.c.expires <= now())))
            db.execute(keys.insert().values(code=code, **values))

    def key(self, hashed: bytes) -> KeyRow | None:
        """The key whose link's secret, or code, has this hash, used ones too; None when it has expired."""
        query = sa.select(keys, people.c.name.label("person_name")).join(people)
        query = query.where((keys.c.link == hashed) | (keys.c.code == hashed), keys.c.expires > now())
        with self.reading() as db:
            row = db.execute(query).first()
        if row is None:
            return None
        return KeyRow(row.link, row.person, row.person_name or "", row.table, row.seat, row.expires, row.used)

    def _person(self, db: sa.Connection, token: bytes) -> int:
        """Whose device it is, and stays until the transaction ends. Raises `DevicesChanged`."""
        query = sa.select(devices.c.person).where(devices.c.token == token).with_for_update()
        person = db.execute(query).scalar()
        if person is None:
            raise DevicesChanged
        return int(person)

    def _use_key(self, db: sa.Connection, key: KeyRow, token: bytes) -> bool:
        """Use the key up for this device; False when it has done so before. Raises `KeyGone`."""
        own = keys.c.link == key.link
        query = keys.update().where(own, keys.c.used.is_(None), keys.c.expires > now()).values(used=token)
        if db.execute(query).rowcount == 1:
            return True
        if db.execute(sa.select(keys.c.used).where(own)).scalar() != token:
            raise KeyGone
        return False
