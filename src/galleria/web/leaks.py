"""Looks for leaks: `python -m galleria.web.leaks GAME` plays random matches at tables of a server without a network.

After every answer the hidden part of the match is exchanged, under the table, for another one that fits what a viewer
knows: the state is redealt, and events, answers and the seed that she may not see are scrambled. Whatever the server
then knows of the table when it answers her, and whatever it sends her, has to be what it was before, byte for byte:
pages, fragments, clicks, the API, replays and pictures of her past, hints, what is refused before the end, and refusals
with their status and words. What bots are given for her counts too.
"""

import argparse
import asyncio
import hashlib
import json
import random
import sys
import tempfile
from collections import Counter
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import ExitStack, asynccontextmanager, contextmanager, suppress
from copy import copy
from dataclasses import dataclass, field, fields, replace
from html import unescape
from re import findall
from re import search as found
from typing import Any
from urllib.parse import unquote, urlencode, urlsplit

import numpy as np
from fastapi import FastAPI
from sqlalchemy import event

from galleria.core import GalleriaError, Game, Match, find_game, games, kernel, seed_random
from galleria.core.compiled import compiled

from .app import create_app
from .course import SPECTATOR
from .film import Film, shoot
from .looking import Picture
from .memory import Live
from .people import fresh_token
from .refusals import Stale, Unready
from .settings import Settings
from .site import Site

_LONGEST = 600  # answers after which a match is given up for another


class Leak(GalleriaError):
    """A viewer was sent something that depends on what she may not know."""


@dataclass(frozen=True)
class Asked:
    """A request of a viewer."""

    method: str
    path: str
    body: dict[str, Any] = field(default_factory=dict)
    headers: tuple[tuple[str, str], ...] = ()
    raw: bytes | None = None
    """Sent instead of `body`; then `headers` say what it is."""

    def __str__(self) -> str:
        return " ".join(filter(None, (self.method, self.path, json.dumps(self.body) if self.body else "")))


@dataclass(frozen=True)
class Answered:
    """All that was sent for a request."""

    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes


class Wire:
    """Asks an application directly: no sockets, no network."""

    def __init__(self, app: FastAPI) -> None:
        self.app = app

    async def ask(self, token: str | None, asked: Asked) -> Answered:
        """Send a request with somebody's token."""
        url = urlsplit(asked.path)
        api = url.path.startswith("/api/")
        body = asked.raw
        headers = [("host", "galleria.example"), *asked.headers]
        if body is None:
            body = (json.dumps(asked.body) if api else urlencode(asked.body)).encode()
            if asked.method != "GET":
                headers.append(("content-type", "application/json" if api else "application/x-www-form-urlencoded"))
        headers.append(("content-length", str(len(body))))
        if token is not None:
            headers.append(("cookie", f"galleria={token}"))
        scope = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": asked.method,
            "scheme": "http",
            "path": unquote(url.path),
            "raw_path": url.path.encode(),
            "query_string": url.query.encode(),
            "root_path": "",
            "headers": [(name.lower().encode(), value.encode("latin-1")) for name, value in headers],
            "client": ("127.0.0.1", 1),
            "server": ("galleria.example", 80),
        }
        sent: list[dict[str, Any]] = []

        async def receive() -> dict[str, Any]:
            return {"type": "http.request", "body": body, "more_body": False}

        async def send(message: Any) -> None:
            sent.append(message)

        await self.app(scope, receive, send)
        pairs = ((name.decode(), value.decode("latin-1")) for name, value in sent[0]["headers"])
        return Answered(
            sent[0]["status"],
            tuple(sorted(pair for pair in pairs if pair[0] not in {"date", "set-cookie"})),
            b"".join(message.get("body", b"") for message in sent[1:]),
        )


@asynccontextmanager
async def quiet_site(installed: Sequence[Game]) -> AsyncIterator[tuple[Site, Wire]]:
    """A server without a network, in a database that need not survive, whose bots answer by what they are given."""
    with tempfile.TemporaryDirectory() as folder:
        settings = Settings(database=f"sqlite:///{folder}/tables.sqlite", workers=1, pace=0.0, limits=False)
        app = create_app(settings, {game.name: game for game in installed})
        site: Site = app.state.site
        event.listen(site.store.engine, "connect", lambda db, _record: db.execute("PRAGMA synchronous = OFF"))
        site.store.engine.dispose()
        given = _Given(site)
        site.bots.choose = given.choose  # type: ignore[method-assign, assignment]
        site.bots.analyse = given.analyse  # type: ignore[method-assign, assignment]
        site.bots.is_ready = lambda _game: True  # type: ignore[method-assign, assignment]
        # A hint is found anew whenever it is asked for: one that was kept would tell nothing of another world.
        site.archive.keep_hint = lambda *_given: False  # type: ignore[method-assign, assignment]
        try:
            yield site, Wire(app)
        finally:
            await site.tables.close()
            site.store.close()


class _Given:
    """In place of the bots: a legal action that depends on every byte they are given."""

    def __init__(self, site: Site) -> None:
        self._site = site

    def _legal(self, game: str, hidden: bytes, box: bytes, seat: int) -> list[int]:
        chosen = self._site.games[game]
        out = np.zeros(chosen.max_legal, np.int32)
        given, packed = (np.frombuffer(data, np.uint8).copy() for data in (hidden, box))
        return [int(action) for action in out[: kernel(chosen).legal(given, packed, seat, out)]]

    async def choose(self, game: str, hidden: bytes, box: bytes, seat: int, bot: str, _seed: str) -> int:
        digest = hashlib.sha256(repr((hidden, box, seat, bot)).encode()).digest()
        legal = self._legal(game, hidden, box, seat)
        return legal[int.from_bytes(digest[:4]) % len(legal)]

    async def analyse(
        self, game: str, hidden: bytes, box: bytes, seat: int, playouts: int, seed: str, **more: Any
    ) -> list[tuple[int, int, float]]:
        digest = hashlib.sha256(repr((hidden, box, seat, playouts, seed, sorted(more.items()))).encode()).digest()
        legal = self._legal(game, hidden, box, seat)
        return [(action, digest[i % 32], digest[(i + 1) % 32] / 255) for i, action in enumerate(legal)]


@contextmanager
def exchanged(live: Live, eyes: int, seed: str) -> Iterator[bool]:
    """Within the block, what `eyes` may not know is another possible thing; whether anything of the state changed."""
    match, row = live.match, live.row
    assert match is not None
    assert row is not None
    rng = random.Random(seed)
    truth, events, actions = match.state.tobytes(), list(match.events), list(match.actions)
    buf = match.state.buffer().copy()
    kernel(match.game).hide(buf, match.box.buf, eyes)
    seed_random(match.game.state.of(buf).rng, seed)
    kernel(match.game).redeal(buf, match.box.buf, eyes)
    seen = {happened.number for happened in events if happened.visible(eyes)}
    match.state.buffer()[:] = buf
    match.events[:] = [
        happened if happened.visible(eyes) else replace(happened, **{name: rng.randrange(8) for name in "abcd"})
        for happened in events
        if happened.visible(eyes) or rng.random() < 0.8  # in another world there may be fewer of them
    ]
    match.actions[:] = [
        (seat, action) if seat == eyes or number in seen else (seat, rng.randrange(match.game.actions.size))
        for number, (seat, action) in enumerate(actions, 1)
    ]
    live.row = replace(row, seed=hashlib.sha256(seed.encode()).hexdigest()[:32])
    try:
        yield buf.tobytes() != truth
    finally:
        match.state.buffer()[:] = np.frombuffer(truth, np.uint8)
        match.events[:], match.actions[:] = events, actions
        live.row = row


@contextmanager
def refilmed(site: Site, live: Live, eyes: int, seed: str, film: Film) -> Iterator[None]:
    """Within the block, inside `exchanged`, the past is another possible one too: every position of `film` redealt."""
    match = live.match
    assert match is not None
    states = []
    for step in range(film.last + 1):
        buf = film.seen(step, eyes).buffer()
        seed_random(match.game.state.of(buf).rng, f"{seed} {step}")
        kernel(match.game).redeal(buf, match.box.buf, eyes)
        states.append(buf)
    other = copy(film)
    other._states, other.events, other.actions = tuple(states), tuple(match.events), tuple(match.actions)
    with site.films.holding(f"table {live.id}", (tuple(match.actions), tuple(match.taken_back)), other):
        yield


@dataclass
class Table:
    """A table under examination. Whoever has several seats sees what the page's own rules show her."""

    site: Site
    wire: Wire
    id: str
    owners: list[str]
    """Token by seat."""
    people: dict[str, int]
    """The server's number of a person by her token."""
    rng: random.Random

    @property
    def live(self) -> Live:
        """The table in the server's memory."""
        return self.site.tables._lives[self.id]

    @property
    def match(self) -> Match:
        """The match as the server has it."""
        assert self.live.match is not None
        return self.live.match

    async def ask(self, token: str | None, method: str, path: str, **body: Any) -> Answered:
        """A request that is no part of the examination."""
        return await self.wire.ask(token, Asked(method, path, body))

    async def move(self) -> None:
        """Any legal answer of anybody; now and then one is taken back, or the others are asked for that."""
        tables, live = self.site.tables, self.live
        if self.rng.random() < 0.1:
            seat = self.rng.randrange(len(self.owners))
            with suppress(Stale, Unready):
                person, ask = self.people[self.owners[seat]], self.rng.random() < 0.5
                await tables.undo(self.id, person, seat, live.decided[seat], ask=ask)
        seat = self.rng.choice(self.match.to_act)
        action = self.rng.choice(self.match.legal(seat))
        await tables.act(self.id, self.people[self.owners[seat]], seat, action, live.decided[seat])

    def probes(self, seat: int, page: str, *, covered: bool) -> list[Asked]:
        """Some of what a viewer may ask who sees `page` with the eyes of `seat`; `covered` while her own seats are."""
        rng, table, api = self.rng, f"/table/{self.id}", f"/api/tables/{self.id}"
        soft = (("hx-request", "true"),)
        links = [unescape(link) for link in findall(r'href="(/table/[^"]*\?[^"]*)"', page)]
        form = {"action": rng.randrange(self.match.game.actions.size), "version": -1, "seat": max(seat, 0)}
        match rng.randrange(15):
            case 0:
                return [Asked("GET", table)]
            case 1 | 2:
                return [Asked("GET", table, headers=soft)]
            case 3 | 4 if links:
                return [Asked("GET", rng.choice(links), headers=soft)]
            case 5:  # an old answer, or a foreign one
                return [Asked("POST", f"{table}/act", form | {"seat": rng.randrange(len(self.owners))}, soft)]
            case 6 if seat in self.match.to_act:
                form["version"] = self.live.decided[seat]
                forbidden = (rng.randrange(self.match.game.actions.size) for _ in range(8))
                return [
                    Asked("POST", f"{api}/actions", form | {"action": action})
                    for action in forbidden
                    if kernel(self.match.game).why_not(self.match.state.buffer(), self.match.box.buf, seat, action)
                ]
            case 7 if seat in self.match.to_act and not covered:
                form["version"] = self.live.decided[seat]
                return [Asked("POST", f"{table}/hint", form, soft), Asked("POST", f"{api}/hint", form)]
            case 8 if not covered:
                query = urlencode({"action": rng.randrange(self.match.game.actions.size), "seat": seat})
                return [Asked("GET", f"{api}/action?{query}")]
            case 9 | 10 if not covered:  # one's own past
                query = urlencode({"as": seat} if seat >= 0 else {})
                place = rng.randrange(len(self.match.actions) + 2)
                return [Asked("GET", f"{table}/replay?entry={place}&{query}", headers=rng.choice([(), soft]))]
            case 11 if not covered:
                place = rng.randrange(len(self.match.actions) + 2)
                query = urlencode({"as": seat} if seat >= 0 else {})
                return [
                    Asked("GET", f"{table}/board.svg?entry={place}&{query}"),
                    Asked("GET", f"{api}/replay?step={place}&seat={rng.choice(('open', '0', '1', '-1'))}"),
                    Asked("GET", f"{api}/board.svg?step={place}&seat=open"),
                ]
            case 12:  # what is for after the end
                return [
                    Asked("GET", rng.choice([f"{table}/record.txt", f"{table}/match.json", f"{api}/record"])),
                    Asked("GET", f"{api}/match"),
                    Asked("GET", rng.choice([f"{table}/analysis", f"{api}/analysis"]), headers=soft),
                    Asked("POST", rng.choice([f"{table}/analysis", f"{api}/analysis"]), headers=soft),
                    Asked("POST", rng.choice([f"{table}/rematch", f"{api}/rematch"])),
                ]
            case 13:
                wish = {"seat": seat, "version": rng.choice([-1, self.live.decided[max(seat, 0)] - 1])}
                return [Asked("POST", f"{api}/undo", wish), Asked("POST", f"{table}/undo", wish, soft)]
            case 14:
                own = rng.randrange(len(self.owners))
                return [Asked("GET", f"{table}/seat/{own}"), Asked("GET", "/api/me")]
            case _ if not covered:
                return [Asked("GET", f"{api}?seat={seat}")]
            case _:
                return [Asked("GET", table, headers=soft)]

    async def examine(self, count: Counter[str], share: float) -> None:
        """Compare what every viewer sees in two worlds, and for a `share` what one of them is sent. Raises `Leak`."""
        viewers = [*dict.fromkeys(self.owners), None]
        chosen = self.rng.choice(viewers) if self.rng.random() < share else ""
        for token in viewers:
            seed = str(self.rng.random())
            person = None if token is None else self.people[token]
            picture = self.site.tables._picture(self.live, person, None, True)
            eyes, before = picture.seat, seen(picture)
            with exchanged(self.live, eyes, seed) as changed:
                after = seen(self.site.tables._picture(self.live, person, None, True))
            count["views"] += 1
            count["exchanged"] += changed
            for name, one in before.items():
                if one != after[name]:
                    raise Leak(self._story(eyes, name, repr(one).encode(), repr(after[name]).encode()))
            if token == chosen:
                await self._send(count, token, eyes, seed, covered=picture.cover is not None)
        count["states"] += 1

    async def _send(self, count: Counter[str], token: str | None, eyes: int, seed: str, *, covered: bool) -> None:
        page = (await self.ask(token, "GET", f"/table/{self.id}")).body.decode()
        probes = self.probes(eyes, page, covered=covered)
        before = [await self.wire.ask(token, probe) for probe in probes]
        row, actions = self.live.row, tuple(self.match.actions)
        assert row is not None
        with ExitStack() as other:
            other.enter_context(exchanged(self.live, eyes, seed))
            if any(found(r"/(replay|board\.svg|record|match|analysis)\b", probe.path) for probe in probes):
                film = shoot(self.site.tables.retold(row), actions)
                other.enter_context(refilmed(self.site, self.live, eyes, seed, film))
            after = [await self.wire.ask(token, probe) for probe in probes]
        for probe, one, two in zip(probes, before, after, strict=True):
            count["answers"] += 1
            count["bytes"] += len(one.body)
            if one.status >= 500:
                raise GalleriaError(f"{probe} failed.\n{self.match.record()}")
            if one != two:
                pair = (one.body, two.body)
                if one.body == two.body:
                    pair = (repr((one.status, one.headers)).encode(), repr((two.status, two.headers)).encode())
                raise Leak(self._story(eyes, f"answer to {probe}", *pair))

    def _story(self, eyes: int, what: str, one: bytes, two: bytes) -> str:
        who = f"Seat {eyes}" if eyes != SPECTATOR else "A spectator"
        at = next((i for i, (a, b) in enumerate(zip(one, two, strict=False)) if a != b), min(len(one), len(two)))
        parts = (text[max(0, at - 100) : at + 60].decode("utf-8", "replace") for text in (one, two))
        said = "\n".join((f"{who} gets another {what} when what is hidden is exchanged:", *parts))
        return f"{said}\n\n{self.match.record()}"


def seen(picture: Picture) -> dict[str, Any]:
    """Everything that pages and API can know of a table when they show it to a viewer, but for the match's seed."""
    values = {part.name: getattr(picture, part.name) for part in fields(picture)}
    values |= {"row": replace(picture.row, seed=""), "state": picture.state and picture.state.tobytes()}
    values |= {"game": picture.game.name, "box": picture.box and picture.box.hash}
    return values


async def open_table(site: Site, wire: Wire, game: Game, rng: random.Random) -> Table:
    """A table that is being played, with some number of people, box and options; sometimes two share a device."""
    players = rng.choice(game.players)
    box = rng.choice(list(game.boxes))
    options = {key: rng.choice(values) for key, values in game.options.items()}
    owners = [fresh_token() for _ in range(players)]
    seats: list[dict[str, Any]] = [{"kind": "me", "name": "P0"}, *({"kind": "open"} for _ in range(players - 1))]
    if players > 1 and rng.random() < 0.25:
        owners[1], seats[1] = owners[0], {"kind": "here", "name": "P1"}
    wish = {"game": game.name, "seats": seats, "box": box, "options": options}
    made = await wire.ask(owners[0], Asked("POST", "/api/tables", wish))
    if made.status != 201:
        raise GalleriaError(f"There is no table for {wish}: {made.body.decode()}")
    told = json.loads(made.body)
    for seat, code in told["invitations"].items():
        name = {"name": f"P{seat}"}
        await wire.ask(owners[int(seat)], Asked("POST", f"/api/invitations/{code}", name))
    devices = {token: site.store.device(hashlib.sha256(token.encode()).digest()) for token in owners}
    people = {token: device.person for token, device in devices.items() if device is not None}
    return Table(site, wire, told["id"], owners, people, rng)


async def search(installed: Sequence[Game], states: int, seed: str, share: float = 0.25) -> Counter[str]:
    """Examine `states` states of these games, reached at random, sending pages for a `share` of them. Raises `Leak`."""
    count: Counter[str] = Counter()
    rng = random.Random(seed)
    async with quiet_site(installed) as (site, wire):
        while count["states"] < states:
            game = installed[count["matches"] % len(installed)]
            table = await open_table(site, wire, game, rng)
            count["matches"] += 1
            await wire.ask(None, Asked("GET", f"/table/{table.id}"))
            for _ in range(_LONGEST):
                if table.match.over or count["states"] >= states:
                    break
                await table.examine(count, share)
                await table.move()
    return count


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m galleria.web.leaks", description=__doc__.split("\n", 1)[0])
    parser.add_argument("game", nargs="*", help="games (default: all that are installed)")
    parser.add_argument("--states", type=int, default=1000, help="how many states to examine (default: 1000)")
    parser.add_argument("--share", type=float, default=0.25, help="of them with pages (default: 0.25)")
    parser.add_argument("--seed", default="1", help="another seed reaches other states")
    arguments = parser.parse_args()
    try:
        chosen = [find_game(name) for name in arguments.game] or list(games().values())
        for game in chosen:
            compiled(game)
        count = asyncio.run(search(chosen, arguments.states, arguments.seed, arguments.share))
    except GalleriaError as error:
        sys.exit(str(error))
    sys.stdout.write(
        f"{count['states']} states of {count['matches']} matches: {count['views']} views, {count['exchanged']} of them "
        f"with something to hide, and {count['answers']} answers with {count['bytes'] / 1e6:.1f} MB are the same after "
        "what is hidden was exchanged. No leak was found.\n"
    )


if __name__ == "__main__":
    main()
