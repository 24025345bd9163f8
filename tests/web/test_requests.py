"""Wrong, stale, doubled, foreign and malformed requests change nothing and get a clear sentence."""

import asyncio
import json
import random
import re
from collections import Counter
from collections.abc import Callable, Coroutine, Mapping
from typing import Any
from urllib.parse import quote, urlencode

import pytest
import tally
from routes import routes
from sqlalchemy import event, text

from galleria.web.leaks import Answered, Asked, Wire, quiet_site
from galleria.web.people import fresh_token
from galleria.web.site import Site


class World:
    """A server with a table that is being played and one that waits; Ada and Ben sit at both, Eve at none."""

    def __init__(self, site: Site, wire: Wire) -> None:
        self.site, self.wire = site, wire
        self.ada, self.ben, self.eve = (fresh_token() for _ in range(3))
        self.written = 0
        """How often something was written, but for who has come and when: somebody without a seat may be anybody."""
        event.listen(site.store.engine, "before_cursor_execute", self._note)

    def _note(self, _db: Any, _cursor: Any, statement: str, *_: Any) -> None:
        self.written += bool(re.match(r"(INSERT INTO|UPDATE|DELETE FROM) (?!people|devices|server_secrets)", statement))

    async def begin(self) -> None:
        self.running = await self.table("open")
        self.waiting = await self.table("open", "open")
        self.code = (await self.look(self.ada, self.waiting))["invitations"]["2"]
        await self.post(self.eve, "/api/tables", {"game": "tally", "seats": [{"kind": "me", "name": "Eve"}, OPEN]})
        await self.answer(self.ada, self.running, 0)

    async def table(self, *others: str) -> str:
        seats = [{"kind": "me", "name": "Ada"}, *[OPEN] * len(others)]
        made = await self.post(self.ada, "/api/tables", {"game": "tally", "seats": seats})
        await self.post(self.ben, f"/api/invitations/{made['invitations']['1']}", {"name": "Ben"})
        return str(made["id"])

    async def ask(self, token: str | None, method: str, path: str, body: Any = None) -> Answered:
        return await self.wire.ask(token, Asked(method, path, body or {}))

    async def post(self, token: str | None, path: str, body: Any) -> Any:
        answered = await self.ask(token, "POST", path, body)
        assert answered.status < 300, answered.body
        return json.loads(answered.body)

    async def look(self, token: str | None, table: str) -> Any:
        return json.loads((await self.ask(token, "GET", f"/api/tables/{table}")).body)

    async def answer(self, token: str, table: str, seat: int) -> dict[str, Any]:
        """An answer that was taken."""
        decision = (await self.look(token, table))["decision"]
        body = {"seat": seat, "action": decision["actions"][0]["action"], "version": decision["version"]}
        await self.post(token, f"/api/tables/{table}/actions", body)
        return body

    def stored(self) -> dict[str, list[Any]]:
        """All that the database holds, but for who has come."""
        with self.site.store.engine.connect() as db:
            names = [row[0] for row in db.execute(text("SELECT name FROM sqlite_master WHERE type = 'table'"))]
            kept = sorted(name for name in names if name not in {"people", "devices", "server_secrets"})
            return {name: [tuple(row) for row in db.execute(text(f"SELECT * FROM {name}"))] for name in kept}  # noqa: S608


OPEN = {"kind": "open"}


def in_a_world(act: Callable[[World], Coroutine[Any, Any, None]]) -> None:
    async def run() -> None:
        async with quiet_site([tally.GAME]) as (site, wire):
            world = World(site, wire)
            await world.begin()
            await act(world)

    asyncio.run(run())


def clear(answered: Answered) -> bool:
    """Whether it is a refusal with a sentence."""
    if not 400 <= answered.status < 500:
        return False
    if dict(answered.headers)["content-type"] == "application/json":
        return bool(re.fullmatch(r".+[.!?]", json.loads(answered.body)["detail"], re.DOTALL))
    page = answered.body.decode()
    return (
        bool(re.search(r"<h1>[^<]+\.</h1>|role=\"alert\">[^<]+<|class=\"error\"[^>]*>[^<]+<", page)) or "<" not in page
    )


def test_the_token_of_another_seat_is_no_key() -> None:
    async def act(world: World) -> None:
        before = world.stored()
        ben = (await world.look(world.ben, world.running))["decision"]
        body = {"seat": 1, "action": ben["actions"][0]["action"], "version": ben["version"]}
        for token in (world.ada, world.eve, None, "A" * 43, "nonsense"):
            table = f"/api/tables/{world.running}"
            for method, path, sent in (
                ("POST", f"{table}/actions", body),
                ("PUT", f"{table}/seats/1/bot", {"level": "easy"}),
                ("DELETE", f"{table}/seats/1/bot", None),
                ("POST", f"/table/{world.running}/act", body),
                ("POST", f"/table/{world.running}/uncover", {"seat": 1}),
                ("POST", f"/table/{world.running}/seat/1/bot", {"level": "easy"}),
                ("POST", f"/table/{world.running}/seat/1/back", None),
            ):
                answered = await world.ask(token, method, path, sent)
                assert (answered.status, clear(answered)) == (403, True), (path, answered)
        for token in (world.ben, world.eve, None):  # the host alone may begin
            answered = await world.ask(token, "POST", f"/api/tables/{world.waiting}/start")
            assert (answered.status, clear(answered)) == (403, True)
        assert world.stored() == before

    in_a_world(act)


def test_stale_and_doubled_answers_change_nothing() -> None:
    async def act(world: World) -> None:
        old = await world.answer(world.ada, world.running, 0)
        before = world.stored()
        path = f"/api/tables/{world.running}/actions"
        for body in (old, {**old, "version": old["version"] - 1}, {**old, "version": -1}, {**old, "version": 10**30}):
            answered = await world.ask(world.ada, "POST", path, body)
            assert (answered.status, clear(answered)) == (409, True)
            assert (await world.ask(world.ada, "POST", f"/table/{world.running}/act", body)).status == 409
        assert world.stored() == before

    in_a_world(act)


def test_a_move_that_is_sent_many_times_at_once_is_made_once() -> None:
    async def act(world: World) -> None:
        decision = (await world.look(world.ben, world.running))["decision"]
        moves = len(world.stored()["moves"])
        bodies = [
            {"seat": 1, "action": action["action"], "version": decision["version"]}
            for action in decision["actions"]
            for _ in range(5)
        ]
        path = f"/api/tables/{world.running}/actions"
        answers = await asyncio.gather(*(world.ask(world.ben, "POST", path, body) for body in bodies))
        assert Counter(answered.status for answered in answers) == {200: 1, 409: len(bodies) - 1}
        assert len(world.stored()["moves"]) == moves + 1

    in_a_world(act)


def test_a_seat_that_many_want_at_once_goes_to_one() -> None:
    async def act(world: World) -> None:
        tokens = [fresh_token() for _ in range(8)]
        path = f"/api/invitations/{world.code}"
        answers = await asyncio.gather(
            *(world.ask(token, "POST", path, {"name": f"N{i}"}) for i, token in enumerate(tokens) for _ in range(2))
        )
        assert {answered.status for answered in answers} == {200, 409}
        assert sum(answered.status == 200 for answered in answers) == 2  # both clicks of the one who came first
        assert [seat["kind"] for seat in (await world.look(None, world.waiting))["seats"]] == ["person"] * 3

    in_a_world(act)


def test_no_script_is_inline_and_what_people_write_stays_text() -> None:
    async def act(world: World) -> None:
        name = "<b>&\"'</b>{{7*7}}"
        table = (
            await world.post(world.eve, "/api/tables", {"game": "tally", "seats": [{"kind": "me", "name": name}, OPEN]})
        )["id"]
        code = (await world.look(world.eve, table))["invitations"]["1"]
        await world.post(world.ben, f"/api/invitations/{code}", {"name": "</script><i>"})
        await world.answer(world.eve, table, 0)
        await world.answer(world.eve, table, 0)
        for path in ("/", "/new", f"/table/{table}", f"/table/{table}?why=%3Cb%3E&pick=%3Ci%3E", f"/join/{code}"):
            page = (await world.ask(world.eve, "GET", path)).body.decode()
            assert not re.search(r"<b>&|<i>|</script><i|49\b.*49\b.*49", page), path
            for script in re.findall(r"<script([^>]*)>([^<]*)", page):
                assert "src=" in script[0], path
                assert not script[1].strip(), path
            assert not re.search(r"\son[a-z]+=|\sstyle=|javascript:", page), path
        assert "&lt;b&gt;&amp;" in (await world.ask(world.eve, "GET", f"/table/{table}")).body.decode()

    in_a_world(act)


# Malformed requests, made from what the server says that it takes.

WORDS = [
    *("", "0", "1", "-1", "1e9", "NaN", "9" * 40, "null", "true", "'", '"', "<b>", "\x00", "%00", "é", "²", "1_0"),
    *("[]", "{}", "../..", "a" * 300, "\ud800", "👩‍👩‍👧", "\u202e", "|", "Zoë"),
    *("me", "open", "bot", "tally", "easy", "published"),
]
FIELDS = [
    *("action", "version", "seat", "name", "game", "seats", "box", "options", "once", "level", "players", "csrf"),
    *("kind", "seat0", "seat1", "name1", "option.prize", "back", "language", "as", "pick", "why", "token", "code", ""),
]
KINDS = [
    *("application/json", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"),
    *("multipart/form-data", "text/plain", "application/json; charset=utf-16", "x", ""),
]
HEADERS = ["if-none-match", "accept-language", "hx-request", "accept", "authorization", "referer", "cookie", "range"]


class Nonsense:
    """Requests that are wrong in one way or another, many of them nearly right."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng

    def word(self) -> str:
        rng = self.rng
        return rng.choice(WORDS) if rng.random() < 0.9 else "".join(chr(rng.randrange(0x3000)) for _ in range(6))

    def encoded(self) -> bytes:
        return self.word().encode("utf-8", "replace")

    def value(self, depth: int = 2) -> Any:
        rng = self.rng
        match rng.randrange(9 if depth else 7):
            case 0 | 1:
                return self.word()
            case 2 | 3:
                return rng.randrange(-2, 40)
            case 4:
                return rng.choice([None, True, False, 1.5, float("inf"), float("nan"), 10**30, -(10**30)])
            case 5 | 6:
                return rng.randrange(3)
            case 7:
                return [self.value(depth - 1) for _ in range(rng.randrange(3))]
            case _:
                return {self.word(): self.value(depth - 1) for _ in range(rng.randrange(3))}

    def body(self) -> tuple[bytes, str]:
        rng = self.rng
        fields = {rng.choice(FIELDS): self.value() for _ in range(rng.randrange(6))}
        match rng.randrange(6):
            case 0 | 1:
                return json.dumps(fields).encode(), "application/json"
            case 2 | 3:
                pairs = {key: str(value).encode("utf-8", "replace") for key, value in fields.items()}
                return urlencode(pairs).encode(), "application/x-www-form-urlencoded"
            case 4:
                return json.dumps(self.value()).encode(), rng.choice(KINDS)
            case _:
                return rng.randbytes(rng.randrange(60)), rng.choice(KINDS)

    def request(self, method: str, path: str, real: Mapping[str, str]) -> Asked:
        """To an address of the server, whose gaps are filled with `real` things or not."""
        rng = self.rng

        def gap(found: re.Match[str]) -> str:
            return real[found[1]] if rng.random() < 0.7 and found[1] in real else quote(self.encoded(), safe="") or "x"

        path = re.sub(r"\{([^}]*)\}", gap, path)
        query = urlencode([(rng.choice(FIELDS), self.encoded()) for _ in range(rng.randrange(3))])
        body, kind = self.body()
        printable = "".join(chr(rng.randrange(32, 127)) for _ in range(rng.randrange(30)))
        more = [(rng.choice(HEADERS), printable)] if rng.random() < 0.3 else []
        return Asked(method, f"{path}?{query}" if query else path, headers=(("content-type", kind), *more), raw=body)


def test_ten_thousand_malformed_requests_change_nothing_and_break_nothing() -> None:
    """What is in order by chance may do what it says, but nothing that was refused has done anything."""

    async def act(world: World) -> None:
        rng = random.Random(7)
        nonsense = Nonsense(rng)
        there = sorted(found for found in routes(world.wire.app) if "live" not in found[1])
        first = last = world.stored()
        count: Counter[int] = Counter()
        real = {"table": world.running, "code": world.code, "game": "tally", "seat": "0"}
        for _ in range(10_000):
            asked = nonsense.request(*rng.choice(there), real)
            token = rng.choice([world.ada, world.ben, world.eve, None, "nonsense"])
            world.written = 0
            answered = await world.wire.ask(token, asked)
            count[answered.status] += 1
            assert answered.status < 500, asked
            assert answered.status < 400 or clear(answered), (asked, answered)
            if world.written:
                now = world.stored()
                assert answered.status < 400 or now == last, asked
                last = now
        assert last["moves"][: len(first["moves"])] == first["moves"]
        assert sum(n for status, n in count.items() if status >= 400) > 5000, count
        assert count.keys() >= {200, 303, 400, 403, 404, 409, 422}, count

    in_a_world(act)


def test_addresses_that_nobody_has_get_a_sentence() -> None:
    async def act(world: World) -> None:
        before = world.stored()
        rng = random.Random(8)
        nonsense = Nonsense(rng)
        for method in ("GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "BREW"):
            for path in (
                "/",
                "/api",
                "/api/",
                "/static/",
                "/static/../x",
                "//evil.example",
                "/table",
                "/api/tables/x/y",
            ):
                answered = await world.wire.ask(world.ada, nonsense.request(method, path, {}))
                assert answered.status < 500, (method, path)
        assert world.stored() == before

    in_a_world(act)


def test_no_request_has_to_wait_for_routes_to_be_made(monkeypatch: pytest.MonkeyPatch) -> None:
    """FastAPI makes those of a router with the first request that comes so far, and not safely beside other threads."""

    async def ask() -> None:
        async with quiet_site([tally.GAME]) as (_site, wire):
            monkeypatch.setattr("fastapi.routing.create_model_field", None)
            for path, status in (("/", 200), ("/api/games", 200), ("/api/records/x/replay", 404), ("/nowhere", 404)):
                assert (await wire.ask(None, Asked("GET", path))).status == status

    asyncio.run(ask())


def test_an_analysis_of_a_match_that_runs_is_refused() -> None:
    async def ask() -> None:
        async with quiet_site([tally.GAME]) as (_site, wire):
            wish = {"game": "tally", "seats": [{"kind": "me", "name": "Ada"}, {"kind": "here", "name": "Ben"}]}
            token = fresh_token()
            table = json.loads((await wire.ask(token, Asked("POST", "/api/tables", wish))).body)["id"]
            for method in ("GET", "POST"):
                asked = Asked(method, f"/table/{table}/analysis", headers=(("hx-request", "true"),))
                assert (await wire.ask(token, asked)).status == 409

    asyncio.run(ask())
