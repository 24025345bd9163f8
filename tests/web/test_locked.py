"""A database that is locked, or does not answer: everybody is told to come back soon, and then everything goes on."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from running import Server, answer, api, links, listening, new_table, until, visit

from galleria.web import acting, database, live
from galleria.web.database import Unavailable
from galleria.web.storage import Store

SENTENCE = "The server’s database does not answer just now; please try again in a moment."


@pytest.fixture
def server(start: Callable[..., Server], monkeypatch: pytest.MonkeyPatch) -> Server:
    for module, name in ((database, "PATIENCE"), (database, "BRIEF"), (acting, "AGAIN"), (live, "SOON")):
        monkeypatch.setattr(module, name, 0.1)
    return start()


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Within the block another program is writing."""
    with closing(sqlite3.connect(folder / "tables.sqlite", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")


@contextmanager
def locked_for_readers(server: Server, folder: Path) -> Iterator[None]:
    """Within the block another program has the database to itself."""
    with closing(sqlite3.connect(folder / "tables.sqlite", isolation_level=None, timeout=0.1)) as other:
        other.execute("PRAGMA locking_mode = EXCLUSIVE")

        def alone() -> bool:
            server.site.store.engine.dispose()
            try:
                other.execute("BEGIN EXCLUSIVE")
            except sqlite3.OperationalError:
                return False
            return True

        until(alone)
        yield
        other.execute("ROLLBACK")


def test_whoever_writes_is_told_to_come_back_and_nothing_has_changed(server: Server, folder: Path) -> None:
    with server.person() as ada, server.person() as ben:
        table = new_table(ada, "me", "open")
        visit(ben).post(links(ada.get(table).text)[0], data={"name": "Ben"})
        before = api(ada, table)
        form = {"seat": 0, "action": before["decision"]["actions"][0]["action"], "version": 0}
        number = table.rpartition("/")[2]
        with locked(folder):
            refused = answer(ada, table, 0)
            assert (refused.status_code, refused.json()) == (503, {"detail": SENTENCE})
            assert int(refused.headers["Retry-After"]) > 0
            for path in (f"{table}/act", f"{table}/seat/0/bot", "/name"):
                page = ada.post(path, data={**form, "level": "easy", "name": "Ada"}, headers={"Accept-Language": "de"})
                assert page.status_code == 503
                assert int(page.headers["Retry-After"]) > 0
                assert "Die Datenbank des Servers antwortet gerade nicht" in page.text
            assert ada.post("/api/people", json={"name": "Cem"}).status_code == 503
            assert ada.get(table).status_code == 200  # who only reads is not disturbed
            assert ben.get(f"{table}/replay").status_code == 200
            assert api(ada, table) == before
        assert answer(ada, table, 0).status_code == 200
        assert server.site.store.moves(number)[0].number == 1


def test_a_page_is_shown_although_a_new_device_cannot_be_noted(server: Server, folder: Path) -> None:
    with server.person() as ada, server.person() as ben:
        table = new_table(ada, "me", "open")
        ben.headers["Authorization"] = f"Bearer {ben.post('/api/people', json={'name': 'Ben'}).json()['token']}"
        with locked(folder):
            assert ben.get(table).status_code == 200
        ben.get(table)
        assert "python-httpx" in ben.get("/api/me/devices").text


def test_live_pages_and_bots_go_on_by_themselves(server: Server, folder: Path) -> None:
    with server.person() as ada:
        table = new_table(ada, "me", "bot-slow")
        with listening(ada, f"{table}/live") as heard:
            assert heard.get(timeout=60)[0] == "version"
            until((folder / "asked.jsonl").exists)
            while api(ada, table)["decision"]:
                assert answer(ada, table, 0).status_code == 200
            while heard.get(timeout=60) != ("version", str(api(ada, table)["version"])):
                pass
            with locked(folder):
                (folder / "go").touch()  # the bot answers, and its answer can't be stored
                until(lambda: not server.site.tables._lives[table.rpartition("/")[2]].thinking)
                assert heard.empty()
            while heard.get(timeout=60) != ("version", str(api(ada, table)["version"])):
                pass
            assert until(lambda: api(ada, table)["decision"])


def test_a_database_that_cannot_be_read_is_waited_for(server: Server, folder: Path) -> None:
    with server.person() as ada:
        table = new_table(ada, "me", "open")
        with listening(ada, f"{table}/live") as heard:
            said = heard.get(timeout=60)
            with locked_for_readers(server, folder):
                for path in (table, "/", f"/api{table.replace('table', 'tables')}", "/healthz"):
                    refused = ada.get(path)
                    assert refused.status_code == 503
                    assert int(refused.headers["Retry-After"]) > 0
                    assert SENTENCE in refused.text
            assert said == ("version", str(api(ada, table)["version"]))
            ada.post(f"{table}/start")
            ada.post(f"{table}/leave")
            assert heard.get(timeout=60) == ("closed", "")


def test_one_who_waits_in_vain_does_not_keep_the_others_waiting(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "PATIENCE", 0.1)
    with closing(Store(f"sqlite:///{folder / 'tables.sqlite'}")) as store:
        store.migrate()
        with locked(folder), pytest.raises(Unavailable):
            store.enrol(b"1" * 32)
        with store.writing(), pytest.raises(Unavailable), store.writing():
            pass
        assert store.enrol(b"1" * 32) == 1
