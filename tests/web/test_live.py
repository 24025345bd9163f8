import gc
import json
import struct
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from socket import SO_LINGER, SOL_SOCKET, create_connection

import pytest
from running import Server, answer, api, links, listening, new_table, serving, until, visit

from galleria.web import live


def test_a_page_hears_of_every_visible_change_and_of_nothing_else(server: Server) -> None:
    with server.person() as ada, server.person() as ben:
        table = new_table(ada, "me", "open")
        address = f"{table}/live"
        with listening(ada, address) as heard:
            assert heard.get(timeout=60) == ("version", str(api(ada, table)["version"]))
            visit(ben).post(links(ada.get(table).text)[0], data={"name": "Ben"})
            assert heard.get(timeout=60) == ("version", str(api(ada, table)["version"]))
            answer(ben, table, 1)  # the secret half of an answer: nothing to hear
            answer(ben, table, 1)
            assert heard.get(timeout=60) == ("version", str(api(ada, table)["version"]))
            answer(ada, table, 0)
            assert heard.get(timeout=60) == ("version", str(api(ada, table)["version"]))
            assert heard.empty()


def test_who_comes_late_hears_the_present_version(server: Server) -> None:
    with server.person() as ada:
        table = new_table(ada, "me", "bot-slow")
        answer(ada, table, 0)
        with listening(ada, f"/api/tables{table.removeprefix('/table')}/live") as heard:
            assert heard.get(timeout=60) == ("version", str(api(ada, table)["version"]))


def test_people_are_shown_as_present_while_they_listen(server: Server) -> None:
    with server.person() as ada, server.person() as ben:
        table = new_table(ada, "me", "open")
        with listening(ada, f"{table}/live") as heard:
            heard.get(timeout=60)
            until(lambda: api(ben, table)["seats"][0]["online"])
        until(lambda: not api(ben, table)["seats"][0]["online"])


def test_nobody_stays_present_who_has_gone_before_the_first_word(server: Server) -> None:
    with server.person() as ada:
        table = new_table(ada, "me", "open")
        cookies = "; ".join(f"{name}={value}" for name, value in ada.cookies.items())
        place = (ada.base_url.host, ada.base_url.port)
        request = f"GET {table}/live HTTP/1.1\r\nHost: {place[0]}:{place[1]}\r\nCookie: {cookies}\r\n\r\n".encode()
        gc.disable()  # it would clear up behind us, sooner or later
        try:
            for _ in range(3):
                pages = [create_connection(place) for _ in range(200)]
                for page in pages:
                    page.sendall(request)
                until(lambda: api(ada, table)["seats"][0]["online"])
                for page in pages:
                    page.setsockopt(SOL_SOCKET, SO_LINGER, struct.pack("ii", 1, 0))  # gone without a word
                    page.close()
                until(lambda: not server.site.hub.watched(table.rpartition("/")[2]))
        finally:
            gc.enable()


def test_the_progress_of_bots_is_heard(start: Callable[..., Server], folder: Path) -> None:
    (folder / "cold").touch()
    server = start()
    with server.person() as ada:
        table = new_table(ada, "me", "bot-easy")
        until(server.site.bots.progress)
        with listening(ada, f"{table}/live") as heard:
            bar = {"title": "Tally", "done": 2, "total": 3}
            until(lambda: heard.get(timeout=60) == ("compiling", json.dumps(bar)))
            (folder / "cold").unlink()
            assert heard.get(timeout=60) == ("compiling", json.dumps({**bar, "done": 1, "total": 1}))
            assert heard.empty()


def test_a_page_hears_a_beat_by_the_clock_alone(start: Callable[..., Server], monkeypatch: pytest.MonkeyPatch) -> None:
    """So it can tell a dead connection from a quiet table, and cannot tell when others answer in secret."""
    monkeypatch.setattr(live, "BEAT", 0.2)
    server = start()
    with server.person() as ada, server.person() as ben:
        table = new_table(ada, "me", "open")
        visit(ben).post(links(ada.get(table).text)[0], data={"name": "Ben"})
        with listening(ada, f"{table}/live", beats=True) as heard:
            assert heard.get(timeout=60)[0] == "version"
            for _ in range(3):
                assert heard.get(timeout=60) == ("beat", "0")
            monkeypatch.setattr(live, "BEAT", 60)
            while True:  # the last one that was announced
                assert heard.get(timeout=60) == ("beat", "0")
                if heard.empty():
                    break
            answer(ben, table, 1)  # the secret half of an answer
            until(lambda: api(ben, table)["decision"])
            assert heard.empty()


def test_a_stream_about_nothing_is_refused(server: Server) -> None:
    with server.person() as ada:
        assert ada.get("/table/nowhere/live").status_code == 404
        assert ada.get("/api/tables/nowhere/live").status_code == 404


def test_a_stream_ends_when_its_table_is_removed(server: Server) -> None:
    with server.person() as ada:
        table = new_table(ada, "me", "open")
        with listening(ada, f"{table}/live") as heard:
            heard.get(timeout=60)
            ada.post(f"{table}/leave")
            assert heard.get(timeout=60) == ("closed", "")


def test_a_server_stops_while_pages_are_open(folder: Path) -> None:
    with ExitStack() as streams:
        with serving(folder / "tables.sqlite") as server, server.person() as ada:
            table = new_table(ada, "me", "bot-slow")
            heard = [streams.enter_context(listening(ada, f"{table}/live")) for _ in range(3)]
            for queue in heard:
                queue.get(timeout=60)
        for queue in heard:
            assert queue.get(timeout=60) == ("closed", "")


def test_a_page_hears_what_another_server_on_the_same_database_has_written(start: Callable[..., Server]) -> None:
    here, there = start(), start()
    with here.person() as ada, there.person() as ben:
        table = new_table(ada, "me", "open")
        code = links(ada.get(table).text)[0].rpartition("/")[2]
        with listening(ada, f"{table}/live") as heard:
            heard.get(timeout=60)
            ben.post(f"/api/invitations/{code}", json={"name": "Ben"})
            while heard.get(timeout=60)[1] != str(api(ben, table)["version"]):
                pass
            while api(ada, table)["decision"]:
                answer(ada, table, 0)
            before = api(ada, table)["version"]
            while api(ada, table)["version"] == before:
                answer(ben, table, 1)
            while heard.get(timeout=60)[1] != str(api(ada, table)["version"]):
                pass


def test_nobody_is_woken_without_news_from_elsewhere(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    with server.person() as ada:
        table = new_table(ada, "me", "open")
        with listening(ada, f"{table}/live") as heard:
            heard.get(timeout=60)
            asked: list[object] = []
            rung: list[str] = []
            versions, ring = server.site.store.versions, server.site.hub.ring
            monkeypatch.setattr(server.site.store, "versions", lambda some: asked.append(some) or versions(some))
            monkeypatch.setattr(server.site.hub, "ring", lambda table: rung.append(table) or ring(table))
            until(lambda: len(asked) > 1)
            assert rung == []
