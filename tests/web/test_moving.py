"""Seats that move to other devices, and people with several devices."""

import re
from concurrent.futures import ThreadPoolExecutor
from html import unescape
from pathlib import Path
from tempfile import TemporaryDirectory

import httpx
import pytest
from alembic import command
from alembic.config import Config
from hypothesis import given, settings
from hypothesis import strategies as st
from running import Server, answer, api, links, new_table, serving, visit

from galleria.web import database, onetime
from galleria.web.database import now
from galleria.web.devices import DevicesChanged, KeyGone, KeyRow, LastDevice
from galleria.web.people import device_name
from galleria.web.schema import devices, seats
from galleria.web.storage import WAITING, SeatRow, SeatTaken, Store, TableRow


def row(table: str, host: int, *seats: SeatRow) -> TableRow:
    return TableRow(table, "tally", 1, "published", "00", "{}", {}, "seed", "11", host, WAITING, 0, 0, 0, 5, 5, seats)


def token(number: int) -> bytes:
    return bytes([number]) * 32


def code_of(page: str) -> str:
    found = re.search(r'aria-hidden="true">([0-9A-Z]{4}-[0-9A-Z]{4})<', page)
    assert found, page
    return found[1]


def enter(client: httpx.Client, code: str) -> httpx.Response:
    """Type a code on a device, look at what it offers, and agree."""
    offered = client.get("/move")
    assert offered.status_code == 200
    offered = client.post("/move", data={"code": code})
    assert offered.status_code == 303
    assert client.get(offered.headers["location"]).status_code == 200
    return client.post(offered.headers["location"])


# In the database


def test_people_of_an_older_database_keep_their_seats(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'tables.sqlite'}")
    config = Config()
    config.set_main_option("script_location", str(Path(database.__file__).parent / "migrations"))
    config.set_main_option("path_separator", "os")
    with store.engine.begin() as db:
        config.attributes["connection"] = db
        command.upgrade(config, "0002")
        db.exec_driver_sql("INSERT INTO people (id, token, name, created) VALUES (7, ?, 'Ada', 5)", (token(7),))
        db.exec_driver_sql(
            "INSERT INTO tables VALUES"
            " ('t', 'tally', 1, 'b', 'h', '{}', '{}', 's', 'c', 7, NULL, 'waiting', 0, 0, 0, 5, 5)"
        )
        db.exec_driver_sql("INSERT INTO seats VALUES ('t', 0, 'Ada', 7, NULL, NULL, 0)")
    store.migrate()
    device = store.device(token(7))
    assert device is not None
    assert (device.person, device.person_name) == (7, "Ada")
    assert [s.person for t in store.tables_of(7) for s in t.seats] == [7]
    with store.engine.begin() as db:
        assert db.exec_driver_sql("PRAGMA foreign_keys").scalar() == 1
        assert db.exec_driver_sql("PRAGMA foreign_key_check").all() == []


def cut(store: Store, person: int, table: str | None = None, seat: int | None = None, life: int = 60) -> str:
    key = onetime.fresh(now() + life)
    row = KeyRow(onetime.hashed(key.link), person, "", table, seat, key.expires, None)  # type: ignore[arg-type]
    store.cut_key(row, key.link[:8].encode().ljust(32))
    return key.link


def found(store: Store, link: str) -> KeyRow:
    key = store.key(onetime.hashed(link))  # type: ignore[arg-type]
    if key is None:
        raise KeyGone
    return key


STEPS = ("claim", "move", "join", "forget", "bot")


@settings(max_examples=12)
@given(
    st.lists(
        st.tuples(st.sampled_from(["claim", "move", "join", "forget", "bot"]), *[st.integers(0, 3)] * 3), max_size=24
    )
)
def test_no_seat_is_lost_or_doubled_whatever_happens_at_the_same_time(
    steps: list[tuple[str, int, int, int]],
) -> None:
    with TemporaryDirectory() as folder:
        stores = [Store(f"sqlite:///{folder}/tables.sqlite") for _ in range(2)]
        stores[0].migrate()
        tokens = [token(20 + i) for i in range(4)]
        people = [stores[0].enrol(t) for t in tokens]
        for table in ("a", "b"):
            open_seats = [SeatRow(i, None, None, None, f"{table}{i}") for i in range(1, 4)]
            stores[0].create(row(table, people[0], SeatRow(0, "P", people[0], None, None), *open_seats), None)

        def step(number: int) -> None:
            what, who, other, seat = steps[number]
            store, table = stores[number % 2], "ab"[number % 2]
            device = store.device(tokens[who])
            person = device.person if device else store.enrol(tokens[who])
            try:
                if what == "claim":
                    store.claim(table, seat, person, f"P{seat}")
                elif what == "move":
                    store.move_seat(found(store, cut(store, person, table, seat)), tokens[other])
                elif what == "join":
                    store.join_people(found(store, cut(store, person)), tokens[other])
                elif what == "bot":
                    store.hand_over(table, seat, person, "easy" if other % 2 else None)
                elif device is not None:
                    store.forget(person, device.id)
            except (SeatTaken, KeyGone, LastDevice, DevicesChanged):
                pass

        with ThreadPoolExecutor(4) as pool:
            list(pool.map(step, range(len(steps))))
        with stores[0].engine.connect() as db:
            held = set(db.execute(devices.select().with_only_columns(devices.c.person)).scalars())
            sitting = set(db.execute(seats.select().with_only_columns(seats.c.person)).scalars()) - {None}
            assert sitting <= held
            assert db.exec_driver_sql("PRAGMA foreign_key_check").all() == []
        for table in ("a", "b"):
            now_ = stores[1].table(table)
            assert now_ is not None
            assert [s.seat for s in now_.seats] == [0, 1, 2, 3]
            assert all((s.person is None) == (s.name is None) for s in now_.seats)
            for seat in now_.seats:
                told = [h for h in stores[0].happenings(table) if h.seat == seat.seat and h.kind in {"bot", "back"}]
                assert len(told) == seat.handover
        for store in stores:
            store.close()


def test_a_key_opens_for_one_of_many(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'tables.sqlite'}")
    store.migrate()
    ada, *others = [store.enrol(token(i)) for i in range(1, 10)]
    store.create(row("t", ada, SeatRow(0, "Ada", ada, None, None), SeatRow(1, "Ann", ada, None, None)), None)
    key = found(store, cut(store, ada, "t", 1))

    def move(number: int) -> bool:
        try:
            store.move_seat(key, token(number))
        except KeyGone:
            return False
        return True

    with ThreadPoolExecutor(8) as pool:
        got = list(pool.map(move, range(2, 10)))
    assert sum(got) == 1
    assert move(2 + got.index(True))  # a second time changes nothing
    after = store.table("t")
    assert after is not None
    assert [s.person for s in after.seats] == [ada, others[got.index(True)]]
    assert after.revision == 1
    assert after.host == ada


def test_a_key_lasts_for_some_minutes_and_until_the_next_one(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'tables.sqlite'}")
    store.migrate()
    ada = store.enrol(token(1))
    first, old = cut(store, ada), cut(store, ada, life=0)
    for link in (first, old):
        with pytest.raises(KeyGone):
            found(store, link)
    last = cut(store, ada)
    assert found(store, last).person == ada


def test_secrets_are_not_stored(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.sqlite") as server, server.person() as ada:
        visit(ada)
        page = ada.post("/devices/key").text
        code = code_of(page)
        link = re.search(r"/move/([A-Za-z0-9_-]{22})", page)
        assert link is None  # it is in the picture alone
        with server.site.store.engine.connect() as db:
            stored = repr(db.exec_driver_sql("SELECT * FROM keys").all())
        assert code not in stored
        assert code.replace("-", "") not in stored


def test_codes_are_read_as_people_type_them() -> None:
    key = onetime.fresh(0)
    typed = key.code.lower().replace("-", " ")
    assert onetime.hashed(f" {typed} ") == onetime.hashed(key.code)
    assert not set("01OILU") & set(key.code)
    for wrong in ("", "K7PM", "K7PM-4XQ0", "K7PM-4XQAA", "😀" * 8, "x" * 10_000):
        assert onetime.hashed(wrong) is None


@pytest.mark.parametrize(
    ("agent", "name"),
    [
        ("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox, Linux"),
        ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1", "Safari, iPhone"),
        ("Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140 Mobile Safari/537.36", "Chrome, Android"),
        ("mybot/1.0", "mybot"),
        ("", "?"),
    ],
)
def test_a_device_is_called_what_people_call_it(agent: str, name: str) -> None:
    assert device_name(agent) == name


# Through pages


def test_a_code_makes_another_device_ones_own(server: Server) -> None:
    with server.person() as ada, server.person() as phone:
        table = new_table(ada, "me", "bot-slow")
        code = code_of(ada.post("/devices/key").text)
        assert "Is this a device of Ada too?" in phone.get(f"/move/{code}").text
        assert table not in phone.get("/").text  # looking at the offer is not taking it
        assert enter(phone, code.lower()).headers["location"] == "/"
        assert table in phone.get("/").text
        assert api(phone, table)["seat"] == 0
        assert answer(phone, table, 0).status_code == 200
        assert api(ada, table)["seat"] == 0  # and both have it
        assert len(re.findall("/forget", ada.get("/devices").text)) == 2


def test_a_key_that_was_used_opens_nothing_for_others_and_nothing_twice(server: Server) -> None:
    with server.person() as ada, server.person() as phone, server.person() as eve:
        table = new_table(ada, "me", "bot-slow")
        code = code_of(ada.post("/devices/key").text)
        place = f"/move/{code}"
        visit(phone)
        with ThreadPoolExecutor(4) as pool:
            answers = list(pool.map(lambda _: phone.post(place), range(8)))
        assert {(a.status_code, a.headers["location"]) for a in answers} == {(303, "/")}
        assert phone.get(place).headers["location"] == "/"
        for refused in (visit(eve).get(place), eve.post(place)):
            assert refused.status_code == 404
            assert "This code is no longer valid" in refused.text
        assert api(eve, table)["seat"] == -1
        assert eve.post("/move", data={"code": "  "}).status_code == 422


def test_a_seat_alone_moves_and_the_old_device_lets_it_go(server: Server) -> None:
    with server.person() as ada, server.person() as ben:
        table = new_table(ada, "me", "here:Ben", "bot-slow")
        code = code_of(ada.post(f"{table}/seat/1/key").text)
        assert "Play Ben’s seat here?" in visit(ben).get(f"/move/{code}").text
        assert enter(ben, code).headers["location"] == table
        assert [s["mine"] for s in api(ada, table)["seats"]] == [True, False, False]
        assert [s["mine"] for s in api(ben, table)["seats"]] == [False, True, False]
        assert api(ben, table)["seat"] == 1
        assert "The seat of Ben has moved to another device." in unescape(ada.get(table).text)
        assert answer(ada, table, 1, 0, 0).status_code == 403


def test_what_a_device_had_comes_along(server: Server) -> None:
    with server.person() as ada, server.person() as phone:
        first = new_table(ada, "me", "bot-slow")
        second = new_table(phone, "me", "open", name="Ada on the phone")
        code = code_of(ada.post("/devices/key").text)
        assert "It comes along" in phone.get(f"/move/{code}").text
        enter(phone, code)
        for device in (ada, phone):
            assert first in device.get("/").text
            assert second in device.get("/").text
        assert ada.post(f"{second}/leave").status_code == 303  # she is its host too


def test_a_forgotten_device_has_no_seat_and_the_last_one_stays(server: Server) -> None:
    with server.person() as ada, server.person() as phone, server.person() as eve:
        table = new_table(ada, "me", "bot-slow")
        enter(phone, code_of(ada.post("/devices/key").text))
        new_table(eve, "me", "bot-slow")
        own = re.findall(r"/devices/(\d+)/forget", ada.get("/devices").text)
        for device in own:
            eve.post(f"/devices/{device}/forget")  # foreign ones are not hers to forget
        assert api(phone, table)["seat"] == 0
        here = server.site.store.devices_of(1)
        phones = next(d.id for d in here if d.id != 1)
        assert ada.post(f"/devices/{phones}/forget").headers["location"] == "/devices"
        assert api(phone, table)["seat"] == -1
        assert table not in phone.get("/").text
        refused = ada.post("/devices/1/forget")
        assert refused.status_code == 409
        assert "This is your only device" in refused.text
        assert api(ada, table)["seat"] == 0


def test_nobody_makes_a_key_for_a_foreign_seat(server: Server) -> None:
    with server.person() as ada, server.person() as ben:
        table = new_table(ada, "me", "open")
        visit(ben).post(links(ada.get(table).text)[0], data={"name": "Ben"})
        assert ben.post(f"{table}/seat/0/key").status_code == 403
        assert ben.post(f"{table}/seat/1/key").status_code == 200
        assert ben.get("/move/nonsense").status_code == 404


def test_programs_move_seats_too(server: Server) -> None:
    with server.person() as ada, server.person() as bot:
        wish = {"game": "tally", "seats": [{"kind": "me", "name": "Ada"}, {"kind": "bot", "level": "slow"}]}
        table = ada.post("/api/tables", json=wish).json()["id"]
        key = ada.post(f"/api/tables/{table}/seats/0/key").json()
        assert bot.post(f"/api/keys/{key['code']}").status_code == 403  # it has no token yet
        bot.headers["Authorization"] = f"Bearer {bot.post('/api/people', json={'name': 'Bot'}).json()['token']}"
        assert bot.get(f"/api/keys/{key['code']}").json() == {"name": "Ada", "table": table, "seat": 0}
        assert bot.post(f"/api/keys/{key['secret']}").json() == {"table": table}
        assert (api(bot, table)["seat"], api(ada, table)["seat"]) == (0, -1)
        assert [device["here"] for device in bot.get("/api/me/devices").json()] == [True]
        assert ada.post(f"/api/tables/{table}/seats/0/key").status_code == 403
        (own,) = bot.get("/api/me/devices").json()
        assert bot.delete(f"/api/me/devices/{own['id']}").status_code == 409
        assert len(bot.post("/api/me/devices").json()["code"]) == 9
