import sqlite3
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import postgresql
import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from galleria.web.database import StorageError
from galleria.web.schema import metadata
from galleria.web.storage import (
    OVER,
    RUNNING,
    WAITING,
    Conflict,
    MoveRow,
    SeatRow,
    SeatTaken,
    Store,
    TableRow,
)

HASH = b"\x01" * 32


def row(
    table: str = "t", *, host: int = 1, seats: tuple[SeatRow, ...] | None = None, status: str = WAITING
) -> TableRow:
    if seats is None:
        seats = (SeatRow(0, "Ada", host, None, None), SeatRow(1, None, None, None, f"{table}-1"))
    return TableRow(
        table, "tally", 1, "published", "00", "{}", {"a": "b"}, "seed", "11", host, status, 0, 0, 0, 5, 5, seats
    )


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    """The address of a database in PostgreSQL."""
    if reason := postgresql.missing():
        pytest.skip(reason)
    with postgresql.running() as url:
        yield url


@pytest.fixture(params=["sqlite", "postgresql"])
def store(request: pytest.FixtureRequest) -> Iterator[Store]:
    if request.param == "sqlite":
        yield request.getfixturevalue("file")
        return
    store = Store(request.getfixturevalue("server"))
    with store.engine.begin() as db:
        db.exec_driver_sql("DROP SCHEMA public CASCADE")
        db.exec_driver_sql("CREATE SCHEMA public")
    store.migrate()
    assert store.enrol(HASH) == 1
    yield store
    store.close()


@pytest.fixture
def file(tmp_path: Path) -> Iterator[Store]:
    """A database in a file."""
    store = Store(f"sqlite:///{tmp_path / 'new' / 'tables.sqlite'}")
    store.migrate()
    assert store.enrol(HASH) == 1
    yield store
    store.close()


def test_migrations_make_what_the_schema_says(store: Store) -> None:
    with store.engine.connect() as db:
        assert compare_metadata(MigrationContext.configure(db), metadata) == []


def test_a_move_is_on_the_disk_when_it_is_acknowledged(file: Store) -> None:
    with file.engine.connect() as db:
        assert db.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        assert db.exec_driver_sql("PRAGMA synchronous").scalar() == 2
        assert db.exec_driver_sql("PRAGMA foreign_keys").scalar() == 1


def test_migrating_twice_changes_nothing(store: Store) -> None:
    store.create(row(), None)
    store.migrate()
    assert store.table("t") == row()


def test_a_database_of_a_newer_program_is_refused(store: Store) -> None:
    with store.engine.begin() as db:
        db.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(StorageError, match="newer Galleria"):
        store.migrate()


def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    (tmp_path / "x").write_text("no database" * 100)
    with pytest.raises(StorageError, match="can’t be opened: file is not a database"):
        Store(f"sqlite:///{tmp_path / 'x'}").migrate()


@pytest.mark.parametrize("url", ["", "tables.sqlite", "nothing://x"])
def test_an_address_that_is_none_is_refused(url: str) -> None:
    with pytest.raises(StorageError, match="write for example sqlite:///"):
        Store(url)


def test_a_password_is_not_shown(tmp_path: Path) -> None:
    (tmp_path / "x").write_text("no database" * 100)
    store = Store(f"sqlite:///{tmp_path / 'x'}")
    store.engine.url = store.engine.url.set(username="me", password="hunter2")
    with pytest.raises(StorageError) as error:
        store.migrate()
    assert "hunter2" not in str(error.value)


def test_the_same_person_is_enrolled_once(store: Store) -> None:
    with ThreadPoolExecutor(8) as pool:
        ids = set(pool.map(lambda _: store.enrol(b"\x02" * 32), range(32)))
    assert len(ids) == 1
    device = store.device(b"\x02" * 32)
    assert device is not None
    assert (device.person, device.person_name) == (ids.pop(), "")
    assert store.device(b"\x03" * 32) is None


def test_a_form_sent_twice_makes_one_table(store: Store) -> None:
    assert store.create(row("a"), "form") == "a"
    assert store.create(row("b"), "form") == "a"
    assert store.create(row("c"), None) == "c"
    assert store.create(row("d"), None) == "d"
    assert store.table("b") is None


def test_one_of_many_gets_a_seat(store: Store) -> None:
    store.create(row(), None)
    people = [store.enrol(bytes([10 + i]) * 32) for i in range(16)]

    def claim(person: int) -> int | None:
        try:
            return store.claim("t", 1, person, f"P{person}")
        except SeatTaken:
            return None

    with ThreadPoolExecutor(8) as pool:
        got = list(pool.map(claim, people))
    assert sorted(seat for seat in got if seat is not None) == [1]
    winner = people[got.index(1)]
    after = store.table("t")
    assert after is not None
    assert after.seats[1] == SeatRow(1, f"P{winner}", winner, None, "t-1")
    assert after.revision == 1


def test_one_person_gets_one_seat(store: Store) -> None:
    seats = tuple(SeatRow(i, None, None, None, f"c{i}") for i in range(4))
    store.create(row(seats=seats), None)
    person = store.enrol(b"\x05" * 32)
    with ThreadPoolExecutor(8) as pool:
        got = set(pool.map(lambda i: store.claim("t", i % 4, person, "Eve"), range(16)))
    after = store.table("t")
    assert after is not None
    assert [s.seat for s in after.seats if s.person == person] == list(got)


def test_claiming_at_no_table_is_refused(store: Store) -> None:
    with pytest.raises(SeatTaken):
        store.claim("nowhere", 0, 1, "Ada")


def test_an_invitation_leads_to_its_seat(store: Store) -> None:
    store.create(row(), None)
    assert store.invited("t-1") == ("t", 1)
    assert store.invited("t-2") is None


def test_a_seat_can_be_freed_before_the_match(store: Store) -> None:
    store.create(row(), None)
    person = store.enrol(b"\x06" * 32)
    store.claim("t", 1, person, "Eve")
    store.release("t", person, {1: "fresh", 0: "not hers"}, 1)
    after = store.table("t")
    assert after is not None
    assert after.seats == (row().seats[0], SeatRow(1, None, None, None, "fresh"))


def test_a_match_begins_once_and_with_the_seats_as_they_are(store: Store) -> None:
    store.create(row(), None)
    before = store.table("t")
    assert before is not None
    person = store.enrol(b"\x07" * 32)
    store.claim("t", 1, person, "Eve")
    with pytest.raises(Conflict, match="seats"):
        store.start("t", before.seats, 3)
    now = store.table("t")
    assert now is not None
    store.start("t", now.seats, 3)
    with pytest.raises(Conflict, match="begun"):
        store.start("t", now.seats, 3)
    begun = store.table("t")
    assert begun is not None
    assert (begun.status, begun.to_act, begun.seats) == (RUNNING, 3, now.seats)


def test_open_seats_can_be_left_out(store: Store) -> None:
    seats = (
        SeatRow(0, None, None, None, "a"),
        SeatRow(1, "Ada", 1, None, None),
        SeatRow(2, "Moss", None, "easy", None),
    )
    store.create(row(seats=seats), None)
    store.start("t", seats[1:], 3)
    begun = store.table("t")
    assert begun is not None
    assert begun.seats == (replace(seats[1], seat=0), replace(seats[2], seat=1))


def test_a_move_number_is_taken_once(store: Store) -> None:
    store.create(row(status=RUNNING), None)
    other = Store(store.engine.url.render_as_string())

    def append(i: int) -> int | None:
        try:
            (store if i % 2 else other).append("t", MoveRow(1, 0, i), 2, over=False)
        except Conflict:
            return None
        return i

    with ThreadPoolExecutor(8) as pool:
        done = [i for i in pool.map(append, range(16)) if i is not None]
    assert len(done) == 1
    assert store.moves("t") == [MoveRow(1, 0, done[0])]
    store.append("t", MoveRow(2, 1, 7), 0, over=True)
    assert other.moves("t", after=1) == [MoveRow(2, 1, 7)]
    assert other.version("t") == (2, 0)
    after = other.table("t")
    assert after is not None
    assert (after.status, after.moves, after.to_act) == (OVER, 2, 0)
    other.close()


def test_lists_of_tables(store: Store) -> None:
    eve = store.enrol(b"\x08" * 32)
    bot = SeatRow(1, "Moss", None, "easy", None)
    store.create(row("hosted", host=1, seats=(SeatRow(0, None, None, None, "h"), bot)), None)
    store.create(row("hers", host=eve, seats=(SeatRow(0, "Eve", eve, None, None), bot), status=RUNNING), None)
    assert [t.id for t in store.tables_of(1)] == ["hosted"]
    assert [t.id for t in store.tables_of(eve)] == ["hers"]
    assert store.running_with_bots() == ["hers"]
    store.delete("hers")
    assert store.tables_of(eve) == []
    assert store.version("hers") is None


def test_other_programs_can_read_the_file_while_it_is_used(file: Store) -> None:
    file.create(row(), None)
    with file.engine.begin() as writing:
        writing.exec_driver_sql("UPDATE tables SET moves = 1")
        with sqlite3.connect(file.engine.url.database or "") as reader:
            assert reader.execute("SELECT moves FROM tables").fetchone() == (0,)
        reader.close()
