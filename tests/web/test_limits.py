from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from routes import routes
from running import Server, answer, api, new_table, serving, until, visit
from starlette.requests import Request

from galleria.web import limits
from galleria.web.limits import KINDS, Kind, address, person

# By day: a test that begins in one minute and ends in the next would see both.
CODES = ("3/day", "5/day")
TIGHT = {"all": ("200/day", "1000/day"), "tables": ("2/day", "3/day"), "codes": CODES, "keys": CODES}


@pytest.fixture
def tight(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    """A server with the kinds of limits that all have, and small numbers."""
    monkeypatch.setattr(limits, "KINDS", [Kind(kind.name, kind.requests, *TIGHT[kind.name]) for kind in KINDS])
    monkeypatch.setattr(limits, "PAGES", {"person": 2, "address": 3})
    with serving(tmp_path / "tables.sqlite", limits=True) as server:
        yield server


@contextmanager
def at(server: Server, place: str) -> Iterator[httpx.Client]:
    """Somebody at an address of her own, told by the proxy on this machine."""
    with httpx.Client(base_url=server.address, timeout=60, headers={"X-Forwarded-For": place}) as client:
        yield visit(client)


def wish(client: httpx.Client) -> httpx.Response:
    seats = [{"kind": "me", "name": "Ada"}, {"kind": "open"}]
    return client.post("/api/tables", json={"game": "tally", "seats": seats})


def test_too_many_tables_get_a_sentence_and_say_when_it_is_possible_again(tight: Server) -> None:
    with at(tight, "192.0.2.1") as ada:
        assert [wish(ada).status_code for _ in range(3)] == [201, 201, 429]
        refused = wish(ada)
        wait = int(refused.headers["retry-after"])
        assert 1 <= wait <= 24 * 3600
        assert refused.json()["detail"].startswith("That was too much at once; please try again in ")
        assert "content-security-policy" in refused.headers
        page = ada.post("/new", data={"game": "tally"})
        assert page.status_code == 429
        assert "<h1>That was too much at once; please try again in" in page.text
        assert "retry-after" in page.headers
        assert ada.get("/").status_code == 200  # everything else is possible


def test_what_is_refused_changes_nothing(tight: Server) -> None:
    with at(tight, "192.0.2.1") as ada:
        for _ in range(4):
            wish(ada)
        assert len(tight.site.store.tables_of(1)) == 2


def test_a_family_behind_one_address_shares_only_its_limit(tight: Server) -> None:
    with at(tight, "192.0.2.1") as ada, at(tight, "192.0.2.1") as ben, at(tight, "192.0.2.2") as cleo:
        assert [wish(ada).status_code for _ in range(3)] == [201, 201, 429]
        assert [wish(ben).status_code for _ in range(2)] == [201, 429]  # three of the address
        assert wish(cleo).status_code == 201


def test_codes_cannot_be_tried_out(tight: Server) -> None:
    with at(tight, "192.0.2.1") as eve:
        tries = [eve.get(f"/join/{n}").status_code for n in range(5)]
        assert tries == [404, 404, 404, 429, 429]
        eve.cookies.clear()  # a new face at the same address
        assert [eve.get(f"/join/{n}").status_code for n in range(3)] == [404, 404, 429]
        assert eve.post("/api/invitations/x", json={"name": "Eve"}).status_code == 429


def test_a_game_is_played_within_the_limits_that_servers_have(tmp_path: Path) -> None:
    with serving(tmp_path / "tables.sqlite", limits=True) as server, at(server, "192.0.2.1") as ada:
        table = new_table(ada, "me", "here:Ben", "bot-easy")
        while api(ada, table)["state"] != "over":
            for seat in (0, 1):
                if api(ada, table, seat)["decision"]:
                    assert answer(ada, table, seat).status_code == 200
                    assert ada.get(table).status_code == 200


def test_open_pages_are_counted_and_given_back(tight: Server) -> None:
    with at(tight, "192.0.2.1") as ada:
        live = f"{new_table(ada, 'me', 'open')}/live"
        with ada.stream("GET", live) as one, ada.stream("GET", live) as two, ada.stream("GET", live) as three:
            assert [one.status_code, two.status_code, three.status_code] == [200, 200, 429]

        def opens() -> bool:
            with ada.stream("GET", live) as page:
                return page.status_code == 200

        until(opens)  # those that are closed make room


@pytest.mark.parametrize(
    ("host", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("testclient", "testclient"),
        (None, ""),
    ],
)
def test_addresses_of_one_home_count_as_one(host: str | None, counted: str) -> None:
    assert address({"type": "http", "client": None if host is None else (host, 1)}) == counted


def test_a_person_is_known_by_cookie_or_token_and_only_by_a_token_of_ours() -> None:
    def asked(name: str, value: str) -> str | None:
        return person(Request({"type": "http", "headers": [(name.encode(), value.encode())]}))

    token = "A" * 43
    assert asked("cookie", f"galleria={token}") == asked("authorization", f"Bearer {token}") is not None
    assert token not in str(asked("cookie", f"galleria={token}"))
    assert asked("cookie", "galleria=x") is asked("authorization", "Basic x") is None


def test_every_kind_of_limit_is_about_pages_and_api_that_exist(server: Server) -> None:
    asked = [f"{method} {path}" for method, path in routes(server.app)]
    for kind in KINDS:
        assert any(kind.requests.fullmatch(request) for request in asked), kind.name
    assert not KINDS[0].requests.fullmatch("GET /static/galleria.css")
    assert {kind.name for kind in KINDS} == TIGHT.keys()
