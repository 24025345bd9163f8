"""What pages can do, programs can do too."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest
import routes
from running import Server, answer, api, new_table

ROOT = Path(__file__).resolve().parents[2]

TABLE, API = "/table/{table}", "/api/tables/{table}"
COUNTERPARTS: dict[tuple[str, str], tuple[str, str] | str] = {
    ("GET", "/"): ("GET", "/api/me"),
    ("POST", "/play"): ("POST", "/api/tables"),
    ("GET", "/new"): ("GET", "/api/games"),
    ("POST", "/new"): ("POST", "/api/tables"),
    ("GET", "/guide/{game}"): ("GET", "/api/games/{game}/guide"),
    ("GET", "/join/{code}"): ("GET", "/api/invitations/{code}"),
    ("POST", "/join/{code}"): ("POST", "/api/invitations/{code}"),
    ("GET", "/watch/{code}"): ("GET", "/api/watch/{code}"),
    ("POST", "/watch/{code}"): ("POST", "/api/watch/{code}"),
    ("GET", TABLE): ("GET", API),
    ("GET", f"{TABLE}/live"): ("GET", f"{API}/live"),
    ("POST", f"{TABLE}/act"): ("POST", f"{API}/actions"),
    ("POST", f"{TABLE}/undo"): ("POST", f"{API}/undo"),
    ("POST", f"{TABLE}/undo/consent"): ("POST", f"{API}/undo/consent"),
    ("POST", f"{TABLE}/undo/withdraw"): ("POST", f"{API}/undo/withdraw"),
    ("POST", f"{TABLE}/start"): ("POST", f"{API}/start"),
    ("POST", f"{TABLE}/leave"): ("POST", f"{API}/leave"),
    ("POST", f"{TABLE}/rematch"): ("POST", f"{API}/rematch"),
    ("POST", f"{TABLE}/uncover"): "covers a shared screen; programs say whose eyes they have by ?seat=",
    ("GET", f"{TABLE}/seat/{{seat}}"): ("GET", API),
    ("POST", f"{TABLE}/seat/{{seat}}/bot"): ("PUT", f"{API}/seats/{{seat}}/bot"),
    ("POST", f"{TABLE}/seat/{{seat}}/back"): ("DELETE", f"{API}/seats/{{seat}}/bot"),
    ("POST", f"{TABLE}/seat/{{seat}}/absent"): ("PUT", f"{API}/seats/{{seat}}/absent"),
    ("POST", f"{TABLE}/seat/{{seat}}/key"): ("POST", f"{API}/seats/{{seat}}/key"),
    ("GET", "/devices"): ("GET", "/api/me/devices"),
    ("POST", "/devices/key"): ("POST", "/api/me/devices"),
    ("POST", "/devices/{device}/forget"): ("DELETE", "/api/me/devices/{device}"),
    ("GET", "/move"): "a form for a code; programs have it already",
    ("POST", "/move"): "leads to the code's own page",
    ("GET", "/move/{secret}"): ("GET", "/api/keys/{secret}"),
    ("POST", "/move/{secret}"): ("POST", "/api/keys/{secret}"),
    ("POST", f"{TABLE}/seat/{{seat}}/late"): ("POST", f"{API}/seats/{{seat}}/late"),
    ("GET", "/lesson/{game}"): ("GET", "/api/games"),
    ("POST", "/lesson/{game}"): ("POST", "/api/games/{game}/lesson"),
    ("POST", f"{TABLE}/hint"): ("POST", f"{API}/hint"),
    ("GET", f"{TABLE}/replay"): ("GET", f"{API}/replay"),
    ("GET", f"{TABLE}/record.txt"): ("GET", f"{API}/record"),
    ("GET", f"{TABLE}/match.json"): ("GET", f"{API}/match"),
    ("GET", f"{TABLE}/board.svg"): ("GET", f"{API}/board.svg"),
    ("GET", f"{TABLE}/analysis"): ("GET", f"{API}/analysis"),
    ("POST", f"{TABLE}/analysis"): ("POST", f"{API}/analysis"),
    ("GET", "/replay"): "a form",
    ("POST", "/replay"): ("POST", "/api/records"),
    ("GET", "/replay/{record}"): ("GET", "/api/records/{record}/replay"),
    ("GET", "/replay/{record}/record.txt"): ("GET", "/api/records/{record}/record"),
    ("GET", "/replay/{record}/match.json"): ("GET", "/api/records/{record}/match"),
    ("GET", "/replay/{record}/board.svg"): ("GET", "/api/records/{record}/board.svg"),
    ("GET", "/replay/{record}/analysis"): ("GET", "/api/records/{record}/analysis"),
    ("POST", "/replay/{record}/analysis"): ("POST", "/api/records/{record}/analysis"),
    ("POST", "/name"): ("PUT", "/api/me"),
    ("POST", "/language"): ("PUT", "/api/me"),
}


def test_every_page_has_its_counterpart(server: Server) -> None:
    assert routes.pages(server.app) == COUNTERPARTS.keys()
    there = routes.api(server.app)
    for page, counterpart in COUNTERPARTS.items():
        assert isinstance(counterpart, str) or counterpart in there, page


def test_everything_is_described(server: Server) -> None:
    with server.person() as ada:
        described = ada.get("/openapi.json").json()
    there = {(method.upper(), path) for path, methods in described["paths"].items() for method in methods}
    assert there == routes.api(server.app)
    for path, methods in described["paths"].items():
        for method, operation in methods.items():
            where = f"{method} {path}"
            assert operation["description"].endswith("."), where
            assert operation["security"] == [{"token": []}, {"cookie": []}], where
            for parameter in operation.get("parameters", []):
                assert parameter.get("description"), (where, parameter["name"])
            for status, response in operation["responses"].items():
                for kind, content in response.get("content", {}).items():
                    if kind == "application/json":
                        schema = content["schema"]
                        assert "$ref" in schema or schema["type"] == "array", (where, status)
                        assert status.startswith("2") or schema["$ref"].endswith("/Problem"), (where, status)
    for name, schema in described["components"]["schemas"].items():
        assert schema.get("description"), name


def test_the_bot_of_the_documentation_plays_a_whole_match(server: Server) -> None:
    command = [sys.executable, ROOT / "examples/bot.py", server.address, "tally"]
    played = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert played.returncode == 0, played.stderr
    assert len(played.stdout.splitlines()) == 2
    assert "Robin" in played.stdout


Somebody = Callable[[str], httpx.Client]


@pytest.fixture
def somebody(server: Server) -> Iterator[Somebody]:
    """Programs with a token each, by name."""
    with ExitStack() as stack:

        def new(name: str) -> httpx.Client:
            told = httpx.post(timeout=60, url=f"{server.address}/api/people", json={"name": name})
            assert told.status_code == 201
            assert "set-cookie" not in told.headers
            headers = {"Authorization": f"Bearer {told.json()['token']}"}
            return stack.enter_context(httpx.Client(base_url=server.address, timeout=60, headers=headers))

        yield new


@pytest.fixture
def ada(somebody: Somebody) -> httpx.Client:
    return somebody("Ada")


def wish(client: httpx.Client, *kinds: str, **more: Any) -> dict[str, Any]:
    seats = [{"kind": kind, "name": "Ada", "level": "slow"} for kind in kinds]
    made = client.post("/api/tables", json={"game": "tally", "seats": seats, **more})
    assert made.status_code == 201, made.text
    return made.json()


def test_the_token_is_the_same_key_as_the_cookie(server: Server, ada: httpx.Client) -> None:
    table = wish(ada, "me", "bot")["id"]
    assert api(ada, table)["seat"] == 0
    token = ada.headers["Authorization"].removeprefix("Bearer ")
    with httpx.Client(base_url=server.address, timeout=60, cookies={"galleria": token}) as browser:
        assert api(browser, table)["seat"] == 0
        assert 'value="Ada"' in browser.get("/new").text
    with httpx.Client(base_url=server.address, timeout=60, headers={"Authorization": f"Basic {token}"}) as other:
        assert api(other, table)["seat"] == -1


def test_my_name_and_my_tables(ada: httpx.Client) -> None:
    assert ada.get("/api/me").json() == {"name": "Ada", "language": None, "tables": []}
    table = wish(ada, "me", "bot")["id"]
    assert ada.put("/api/me", json={"name": " Ada  L. "}).json()["name"] == "Ada L."
    told = ada.get("/api/me").json()
    assert told["name"] == "Ada L."
    assert told["tables"][0].items() >= {"id": table, "game": "tally", "state": "running", "your_turn": True}.items()
    assert ada.put("/api/me", json={"name": ""}).json() == {"detail": "Please give a name."}


def test_a_stranger_is_nobody(server: Server) -> None:
    assert httpx.get(timeout=60, url=f"{server.address}/api/me").json() == {"name": "", "language": None, "tables": []}


def test_joining_beginning_and_leaving(somebody: Somebody, ada: httpx.Client) -> None:
    ben = somebody("Ben")
    made = wish(ada, "me", "open", "open")
    code = made["invitations"]["1"]
    assert ben.get(f"/api/invitations/{code}").json() == {"table": made["id"], "seat": 1}
    assert api(ben, made["id"])["invitations"] == {}
    assert ben.post(f"/api/invitations/{code}", json={"name": "Ben"}).json()["seat"] == 1
    assert list(api(ben, made["id"])["invitations"]) == ["2"]
    assert ben.post(f"/api/tables/{made['id']}/start").status_code == 403
    begun = ada.post(f"/api/tables/{made['id']}/start").json()
    assert (begun["state"], len(begun["seats"]), begun["invitations"]) == ("running", 2, {})
    assert ben.post(f"/api/tables/{made['id']}/leave").status_code == 409
    other = wish(ada, "me", "open")
    assert ada.post(f"/api/tables/{other['id']}/leave").status_code == 204
    assert ada.get(f"/api/tables/{other['id']}").status_code == 404


def test_a_wish_that_is_sent_twice_makes_one_table(ada: httpx.Client) -> None:
    assert wish(ada, "me", "open", once="x") == wish(ada, "me", "open", once="x") != wish(ada, "me", "open", once="y")


def test_a_code_that_leads_nowhere_makes_nobody(server: Server) -> None:
    told = httpx.post(timeout=60, url=f"{server.address}/api/invitations/x", json={"name": "Eve"})
    assert told.status_code == 404
    assert "set-cookie" not in told.headers


def test_an_action_is_explained(ada: httpx.Client) -> None:
    table = wish(ada, "me", "bot")["id"]
    legal = api(ada, table)["decision"]["actions"][0]
    told = ada.get(f"/api/tables/{table}/action", params={"action": legal["action"]}).json()
    assert told.items() >= {**legal, "legal": True, "why_not": None}.items()
    assert ada.get(f"/api/tables/{table}/action", params={"action": legal["text"]}).json() == told
    known = {action["action"] for action in api(ada, table)["decision"]["actions"]}
    other = next(number for number in range(50) if number not in known)
    told = ada.get(f"/api/tables/{table}/action", params={"action": other}).json()
    assert not told["legal"]
    assert told["why_not"].endswith(".")
    assert told["preview"] == []
    assert answer(ada, table, 0, other, 0).json()["detail"] == told["why_not"]
    for nonsense in ("fly", "99999", "-1", "²"):
        assert ada.get(f"/api/tables/{table}/action", params={"action": nonsense}).status_code == 422


def test_whoever_watches_has_nothing_to_decide(somebody: Somebody, ada: httpx.Client) -> None:
    table = wish(ada, "me", "bot")["id"]
    eve = somebody("Eve")
    shown = api(eve, table)
    assert (shown["seat"], shown["decision"], shown["invitations"]) == (-1, None, {})
    told = eve.get(f"/api/tables/{table}/action", params={"action": 0})
    assert (told.status_code, told.json()["detail"]) == (422, "It is not your turn.")


def test_a_seat_goes_to_a_bot_and_back(somebody: Somebody, ada: httpx.Client) -> None:
    made = wish(ada, "me", "open")
    ben = somebody("Ben")
    ben.post(f"/api/invitations/{made['invitations']['1']}", json={"name": "Ben"})
    seat = f"/api/tables/{made['id']}/seats/0/bot"
    assert ben.put(seat, json={"level": "slow"}).status_code == 403
    assert ada.put(seat, json={"level": "huge"}).status_code == 422
    handed = ada.put(seat, json={"level": "slow"}).json()
    assert handed["seats"][0].items() >= {"kind": "person", "level": "slow", "mine": True}.items()
    assert handed["decision"] is None
    assert ada.delete(seat).json()["decision"] is not None


def test_an_answer_is_taken_back(somebody: Somebody, ada: httpx.Client) -> None:
    made = wish(ada, "me", "open")
    ben = somebody("Ben")
    ben.post(f"/api/invitations/{made['invitations']['1']}", json={"name": "Ben"})
    table = made["id"]
    undo = f"/api/tables/{table}/undo"
    assert api(ada, table)["undo"] is None
    before = api(ada, table)["decision"]["actions"]
    answer(ada, table, 0)
    offer = api(ada, table)["undo"]
    assert offer["free"]
    assert ben.post(undo, json={"seat": 0, "version": offer["version"]}).status_code == 403
    back = ada.post(undo, json={"seat": 0, "version": offer["version"]}).json()
    assert back["decision"]["actions"] == before
    assert ada.post(undo, json={"seat": 0, "version": offer["version"]}).status_code == 409
    while api(ada, table)["decision"]:
        answer(ada, table, 0)
    while api(ben, table)["decision"]:
        answer(ben, table, 1)
    offer = api(ada, table)["undo"]
    assert not offer["free"]
    wished = {"seat": 0, "version": offer["version"]}
    assert ada.post(undo, json=wished).status_code == 409  # the others have to agree
    (asking,) = ada.post(undo, json={**wished, "ask": True}).json()["asking"]
    assert (asking["seat"], asking["mine"], asking["waiting_for"]) == (0, True, [1])
    (asking,) = api(ben, table)["asking"]
    assert asking["asked"]
    ben.post(f"{undo}/consent", json={"seat": 0, "moment": asking["moment"], "agrees": True})
    assert api(ada, table)["asking"] == []
    assert api(ada, table)["decision"]


def test_a_match_that_is_over_is_looked_at_again(ada: httpx.Client) -> None:
    table = two_at_one_device(ada)
    path = f"/api/tables/{table}"
    assert ada.get(f"{path}/record").status_code == 409
    assert ada.post(f"{path}/analysis").status_code == 409
    while (shown := api(ada, table))["state"] != "over":
        for seat in (0, 1):
            if api(ada, table, seat)["decision"]:
                answer(ada, table, seat)
    first = ada.get(f"{path}/replay", params={"step": 0, "seat": "open"}).json()
    assert (first["place"], first["seat"], first["over"]) == (0, -2, False)
    last = ada.get(f"{path}/replay").json()
    assert last["place"] == last["last"]
    assert last["over"]
    record = ada.get(f"{path}/record").text
    assert ada.get(f"{path}/match").json()["seed"] == shown["seed"]
    assert ada.get(f"{path}/board.svg").text.startswith("<svg")
    kept = ada.post("/api/records", json={"record": record}).json()["id"]
    assert ada.get(f"/api/records/{kept}/record").text == record
    assert ada.get(f"/api/records/{kept}/replay").json()["view"] == ada.get(f"{path}/replay?seat=open").json()["view"]
    assert ada.get(f"/api/records/{kept}/analysis").json()["asked"] is False
    assert ada.post("/api/records", json={"record": record + "x"}).status_code == 422


def two_at_one_device(client: httpx.Client) -> str:
    seats = [{"kind": "me", "name": "Ada"}, {"kind": "here", "name": "Ben"}]
    return client.post("/api/tables", json={"game": "tally", "seats": seats}).json()["id"]


def test_the_guide(ada: httpx.Client) -> None:
    told = ada.get("/api/games/tally/guide")
    assert told.status_code == 404
    assert ada.get("/api/games/chess/guide").json() == {"detail": "There is no game “chess” here."}


def test_a_guided_game(ada: httpx.Client) -> None:
    assert [game["lesson"] for game in ada.get("/api/games").json()] == [False]
    told = ada.post("/api/games/tally/lesson", json={"name": "Ada"})
    assert (told.status_code, told.json()["detail"]) == (404, "This game has no guided first game.")


def test_refusals_speak_the_callers_language(ada: httpx.Client) -> None:
    told = ada.get("/api/tables/nowhere", headers={"Accept-Language": "de"})
    assert told.status_code == 404
    assert told.json()["detail"] not in {"There is no such table.", ""}


def test_pages_and_api_say_the_same(server: Server) -> None:
    with server.person() as browser:
        table = new_table(browser, "me", "bot-slow")
        page = browser.get(table).text
        for action in api(browser, table)["decision"]["actions"]:
            assert f'id="move-{action["action"]}"' in page
