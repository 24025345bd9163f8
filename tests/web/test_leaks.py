"""What a seat is sent must be the same, byte for byte, after all that it may not know was dealt anew."""

import random
from collections.abc import Iterator
from contextlib import ExitStack
from html import unescape
from re import findall

import httpx
import pytest
import tally
from running import Server, answer, serving, until

from galleria.core import Game, Match, games, kernel, seed_random

GAMES = {"tally": tally.GAME, **games()}


def redealt(match: Match, seat: int, seed: str) -> bytes:
    """Another state of the match that looks the same to the seat."""
    state = match.hidden(seat)
    seed_random(state.rng, seed)
    buf = state.buffer()
    kernel(match.game).redeal(buf, match.box.buf, seat)
    return buf.tobytes()


def everything(client: httpx.Client, table: str, rng: random.Random) -> Iterator[tuple[str, bytes, dict[str, str]]]:
    """All that the client can be sent about the table now; some of the pieces are clicked."""
    page = client.get(f"/table/{table}")
    links = findall(r'href="(/table/[^"]*\?[^"]*)"', page.text)
    clicks = [unescape(link) for link in rng.sample(links, min(2, len(links)))]
    for path in (f"/table/{table}", f"/table/{table}?as=0", *clicks, f"/api/tables/{table}?seat=0"):
        response = client.get(path, headers={"HX-Request": rng.choice(("true", "false"))})
        assert response.status_code == 200
        kept = {name: value for name, value in response.headers.items() if name != "date"}
        yield path, response.content, kept
    nothing = {"seat": 0, "version": -1, "action": rng.randrange(10_000)}
    for seat in (0, 1):
        response = client.post(f"/table/{table}/act", data={**nothing, "seat": seat})
        assert response.status_code in {403, 409}
        yield f"refusal {seat}", response.content, {}


@pytest.mark.parametrize("name", sorted(GAMES))
def test_nothing_that_is_hidden_shows(server_with_games: Server, name: str) -> None:
    game: Game = GAMES[name]
    players = max(2, game.players.start)
    rng = random.Random(name)
    with ExitStack() as stack:
        people = [stack.enter_context(server_with_games.person()) for _ in range(players)]
        spectator = stack.enter_context(server_with_games.person())
        wish = {"game": name, "seats": [{"kind": "me", "name": "P0"}, *[{"kind": "open"}] * (players - 1)]}
        made = people[0].post("/api/tables", json=wish).json()
        table = made["id"]
        for seat, code in made["invitations"].items():
            people[int(seat)].post(f"/api/invitations/{code}", json={"name": f"P{seat}"})
        live = server_with_games.site.tables._lives[table]
        changed = 0
        for number in range(min(game.longest, 64)):
            match = live.match
            assert match is not None
            if match.over:
                break
            if number % 7 == 0:
                for seat, client in enumerate((*people, spectator)):
                    eyes = seat if seat < players else -1
                    truth = match.state.tobytes()
                    other = redealt(match, eyes, f"{name} {number} {seat}")
                    changed += other != truth
                    dice = rng.getstate()
                    before = list(everything(client, table, rng))
                    rng.setstate(dice)
                    match.state.buffer()[:] = list(other)
                    after = list(everything(client, table, rng))
                    match.state.buffer()[:] = list(truth)
                    for one, two in zip(before, after, strict=True):
                        assert one == two
            seat = rng.choice(match.to_act)
            action = rng.choice(match.legal(seat))
            assert answer(people[seat], f"/table/{table}", seat, action).status_code == 200
        if game.hide is not games()["connect_four"].hide:
            assert changed > 4


@pytest.fixture
def server_with_games(folder: object, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("leaks") / "tables.sqlite", games=GAMES) as server:
        until(lambda: all(server.site.bots.is_ready(game) for game in GAMES))
        yield server


def test_a_bot_is_given_what_its_seat_knows_and_nothing_else(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two tables that differ only in what the bot can't see give its worker the same bytes."""
    tables = server.site.tables
    asked: list[tuple[bytes, bytes]] = []
    choose = tables.bots.choose

    async def noted(game: str, hidden: bytes, box: bytes, seat: int, bot: str, seed: str) -> int:
        asked.append((hidden, box))
        return await choose(game, hidden, box, seat, bot, seed)

    monkeypatch.setattr(tables.bots, "choose", noted)
    with server.person() as ada:
        wish = {"game": "tally", "seats": [{"kind": "me", "name": "Ada"}, {"kind": "bot", "level": "slow"}]}
        table = ada.post("/api/tables", json=wish).json()["id"]
        until(lambda: asked)
        match = tables._lives[table].match
        assert match is not None
        state = match.game.state.of(bytearray(redealt(match, 1, "another world")))
        assert state.tobytes() != match.state.tobytes()
        kernel(match.game).hide(state.buffer(), match.box.buf, 1)
        assert asked == [(state.tobytes(), match.box.buf.tobytes())]
        row = server.site.store.table(table)
        assert row is not None
        assert row.seed.encode() not in asked[0][0] + asked[0][1]
