import json
import random
from pathlib import Path
from urllib.parse import quote

import httpx
import pytest
from running import Server, answer, api, links, new_table, visit


def test_every_answer_carries_the_security_headers(server: Server) -> None:
    with server.person() as ada:
        table = new_table(ada, "me", "bot-slow")
        for path in ("/", "/new", table, "/nowhere", "/api/games", "/static/galleria.css", "/openapi.json"):
            headers = ada.get(path).headers
            policy = headers["content-security-policy"]
            assert "default-src 'none'" in policy
            assert "unsafe" not in policy
            assert headers["x-content-type-options"] == "nosniff"
            assert headers["x-frame-options"] == "DENY"
            assert headers["referrer-policy"] == "same-origin"


def test_the_cookie_is_out_of_reach_for_scripts_and_other_sites(server: Server) -> None:
    with server.person() as ada:
        cookie = ada.get("/new").headers["set-cookie"]
        assert "HttpOnly" in cookie
        assert "SameSite=lax" in cookie
        assert "set-cookie" not in ada.get("/new").headers
        assert "set-cookie" not in server.person().__enter__().get("/").headers  # looking around needs none


def test_the_database_does_not_hold_the_cookies_secret(server: Server, folder: Path) -> None:
    with server.person() as ada:
        table = new_table(ada, "me", "bot-slow")
        secret = ada.cookies["galleria"]
        files = [path.read_bytes() for path in folder.glob("tables.sqlite*")]
        assert any(table.rpartition("/")[2].encode() in data for data in files)
        assert not any(secret.encode() in data for data in files)


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site", "Origin": "http://127.0.0.1"},
    ],
)
def test_other_sites_change_nothing(server: Server, headers: dict[str, str]) -> None:
    with server.person() as ada:
        table = new_table(ada, "me", "bot-slow")
        before = api(ada, table)
        decision = before["decision"]
        data = {"seat": 0, "action": decision["actions"][0]["action"], "version": decision["version"]}
        for path in (f"{table}/act", "/new", "/name", f"{table}/leave"):
            response = ada.post(path, data=data, headers=headers)
            assert response.status_code == 403
            assert response.text == "This request came from another site, so nothing was changed."
        response = ada.post(f"/api/tables{table.removeprefix('/table')}/actions", json=data, headers=headers)
        assert response.status_code == 403
        assert api(ada, table) == before


def test_the_same_site_may(server: Server) -> None:
    with server.person() as ada:
        table = new_table(ada, "me", "bot-slow")
        decision = api(ada, table)["decision"]
        data = {"seat": 0, "action": decision["actions"][0]["action"], "version": decision["version"]}
        headers = {"Origin": server.address, "Sec-Fetch-Site": "same-origin"}
        assert ada.post(f"{table}/act", data=data, headers=headers).status_code == 303


def test_huge_bodies_are_refused(server: Server) -> None:
    with server.person() as ada:
        visit(ada)
        response = ada.post("/name", data={"name": "x" * 100_000})
        assert (response.status_code, response.text) == (413, "The request is too large.")
        chunks = iter([b"name=", *[b"x" * 50_000] * 3])  # says no length
        response = ada.post("/name", content=chunks, headers={"Content-Type": "application/x-www-form-urlencoded"})
        assert response.status_code == 413
        assert "<h1>The request is too large.</h1>" in response.text
        for body in (b'"' + b"x" * 100_000, iter([b'"', *[b"x" * 50_000] * 3])):
            response = ada.post("/api/tables", content=body, headers={"Content-Type": "application/json"})
            assert response.status_code == 413
            assert response.json() == {"detail": "The request is too large."}


@pytest.mark.parametrize(
    ("method", "path", "status", "words"),
    [
        ("GET", "/nowhere", 404, "There is no such page."),
        ("GET", "/table/nowhere", 404, "There is no such table."),
        ("GET", "/new?game=chess", 404, "There is no game “chess” here."),
        ("GET", "/table/x/act", 405, "This address can’t be used in this way."),
        ("DELETE", "/", 405, "This address can’t be used in this way."),
        ("POST", "/table/nowhere/act", 422, "action: field required."),
        ("GET", "/static/nowhere.css", 404, "There is no such page."),
        ("GET", "/static/../app.py", 404, "There is no such page."),
        ("GET", "/static/vendor/htmx.org/%2e%2e/%2e%2e/secret", 404, "There is no such page."),
        ("GET", "/table/x?as=first", 422, "as: input should be a valid integer, unable to parse string as an integer."),
    ],
)
def test_errors_are_pages_with_one_sentence(server: Server, method: str, path: str, status: int, words: str) -> None:
    with server.person() as ada:
        response = ada.request(method, path)
        assert response.status_code == status
        assert f"<h1>{words}</h1>" in response.text
        assert "Traceback" not in response.text


@pytest.mark.parametrize(
    ("method", "path", "status", "words"),
    [
        ("GET", "/api/nowhere", 404, "There is no such page."),
        ("GET", "/api/tables/nowhere", 404, "There is no such table."),
        ("POST", "/api/games", 405, "This address can’t be used in this way."),
        ("POST", "/api/tables", 422, "The request: field required."),
        ("POST", "/api/invitations/nonsense", 422, "The request: field required."),
    ],
)
def test_errors_of_the_api_are_json(server: Server, method: str, path: str, status: int, words: str) -> None:
    with server.person() as ada:
        response = ada.request(method, path)
        assert response.status_code == status
        assert response.json() == {"detail": words}


def test_an_accident_of_ours_tells_no_secrets(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("secret detail")

    with server.person() as ada:
        table = new_table(ada, "me", "bot-slow")
        monkeypatch.setattr(server.site.tables, "_picture", broken)
        response = ada.get(table)
        assert response.status_code == 500
        assert "Something went wrong here, not with you; please try again." in response.text
        assert "secret detail" not in response.text
        assert "content-security-policy" in response.headers
        response = ada.get(f"/api/tables{table.removeprefix('/table')}")
        assert response.json() == {"detail": "Something went wrong here, not with you; please try again."}
        monkeypatch.undo()
        assert ada.get(table).status_code == 200


def test_static_files_are_kept_for_ever_under_addresses_that_change(server: Server) -> None:
    with server.person() as ada:
        url = server.site.assets.url("galleria.css")
        response = ada.get(url)
        assert response.status_code == 200
        assert "immutable" in response.headers["cache-control"]
        plain = ada.get("/static/galleria.css")
        assert plain.content == response.content
        assert "immutable" not in plain.headers.get("cache-control", "")
        assert url in ada.get("/").text


def test_without_npm_packages_pages_work(server: Server) -> None:
    with server.person() as ada:
        assert not server.site.assets.has("vendor/htmx.org/dist/htmx.min.js")
        table = new_table(ada, "me", "bot-slow")
        assert ada.get(table).status_code == 200
        assert "not found" not in ada.get(table).text.lower()


def test_health(server: Server) -> None:
    with server.person() as ada:
        assert ada.get("/healthz").json() == {"status": "ok"}


def test_nothing_malformed_changes_anything_or_breaks_the_server(server: Server) -> None:
    """Seeded nonsense against every address that takes something."""
    rng = random.Random(7)
    junk = [
        "",
        "0",
        "-1",
        "1e9",
        "NaN",
        "9" * 40,
        "null",
        "'",
        "<b>",
        "\x00",
        "%00",
        "é",
        "true",
        "[]",
        "{}",
        "²",
        "1_0",
        "--1",
    ]
    with server.person() as ada, server.person() as eve:
        table = new_table(ada, "me", "bot-slow")
        answer(ada, table, 0)
        before = api(ada, table)
        number = table.rpartition("/")[2]
        waiting = new_table(ada, "me", "open")
        (link,) = links(ada.get(waiting).text)
        visit(eve)
        for _ in range(300):
            person = rng.choice((ada, eve))
            path = rng.choice(
                [
                    f"{table}/act",
                    f"{table}/uncover",
                    f"{table}/start",
                    f"{table}/leave",
                    f"/api/tables/{number}/actions",
                    "/api/invitations/x",
                    "/join/x",
                    "/new",
                    link,
                    f"/table/{quote(rng.choice(junk))}/act",
                ]
            )
            fields = {name: rng.choice(junk) for name in ("action", "version", "seat", "name") if rng.random() < 0.9}
            style = rng.randrange(4)
            if style == 0:
                response = person.post(path, data=fields)
            elif style == 1:
                response = person.post(
                    path, json={key: rng.choice([value, None, 3.5, [], -1]) for key, value in fields.items()}
                )
            elif style == 2:
                body = bytes(rng.randrange(256) for _ in range(rng.randrange(80)))
                kind = rng.choice(
                    ["application/json", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "x"]
                )
                response = person.post(path, content=body, headers={"Content-Type": kind})
            else:
                query = {"pick": [rng.choice(junk) for _ in range(3)], "why": rng.choice(junk), "as": rng.choice(junk)}
                response = person.get(table, params=query)
                assert response.status_code in {200, 422}
                continue
            joined = path == link and response.status_code == 303  # some of the nonsense is a good name
            assert joined or 400 <= response.status_code < 500, (path, style, response.status_code)
        assert api(ada, table) == before


def test_broken_json_gets_a_sentence(server: Server) -> None:
    with server.person() as ada:
        response = ada.post("/api/tables", content="{", headers={"Content-Type": "application/json"})
        assert response.status_code == 422
        assert json.loads(response.text)["detail"].endswith(".")


@pytest.mark.parametrize("field", ["game", "box", "kind", "level", "option"])
def test_half_a_character_can_be_told_back(server: Server, field: str) -> None:
    """JSON can bring one half of a pair of surrogates, which no answer can hold."""
    wish = {"game": "tally", "seats": [{"kind": "me", "name": "Ada"}, {"kind": "bot", "level": "easy"}]}
    half = json.dumps(wish).replace('"easy"' if field == "level" else '"bot"' if field == "kind" else "?", r'"\ud800"')
    half = half.replace('"tally"', r'"\ud800"') if field == "game" else half
    extra = {"box": r', "box": "\ud800"}', "option": r', "options": {"\ud800": "\ud800"}}'}.get(field, "}")
    with server.person() as ada:
        response = ada.post("/api/tables", content=half[:-1] + extra, headers={"Content-Type": "application/json"})
        assert response.status_code in {404, 422}
        assert response.json()["detail"].endswith(".")


def test_what_is_no_number_is_no_answer(server: Server) -> None:
    with server.person() as ada:
        table = new_table(ada, "me", "bot-slow")
        before = api(ada, table)
        good = {"seat": 0, "action": before["decision"]["actions"][0]["action"], "version": before["version"]}
        for key, value in (("action", True), ("action", 1.0), ("seat", "0"), ("version", False)):
            response = ada.post(f"/api{table.replace('table', 'tables')}/actions", json={**good, key: value})
            assert response.status_code == 422
        assert api(ada, table) == before


def test_a_cookie_that_is_none_of_ours_is_no_key(server: Server) -> None:
    with server.person() as eve:
        for value in ("x", "' OR 1=1", "A" * 43):
            eve.cookies.set("galleria", value)
            assert eve.get("/").status_code == 200
    assert httpx.get(f"{server.address}/").status_code == 200
