"""Servers are killed in the middle of play. Whatever was acknowledged is there afterwards, and play goes on."""

import os
import random
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import httpx
import tally
from running import SUPPORT, api, until

from galleria.core import LoadedBox, Match
from galleria.web.storage import Store


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def process(database: Path, port: int) -> Iterator[subprocess.Popen[bytes]]:
    """A server that answers; killed at the end."""
    server = subprocess.Popen([sys.executable, SUPPORT / "serving_process.py", database, str(port)])
    try:

        def answers() -> bool:
            try:
                return httpx.get(f"http://127.0.0.1:{port}/healthz").status_code == 200
            except httpx.TransportError:
                assert server.poll() is None
                return False

        until(answers)
        yield server
    finally:
        server.kill()
        server.wait()


class Player:
    """A person who plays anything legal, as fast as possible, and remembers what the server has acknowledged."""

    def __init__(self, address: str, seed: int) -> None:
        self.client = httpx.Client(base_url=address, timeout=20)
        self.rng = random.Random(seed)
        self.acknowledged: list[int] = []

    def play(self, table: str, seat: int, until_time: float) -> None:
        while time.monotonic() < until_time:
            try:
                shown = api(self.client, table)
                if shown["state"] == "over":
                    return
                if shown["decision"] is None:
                    continue
                action = self.rng.choice(shown["decision"]["actions"])["action"]
                body = {"seat": seat, "action": action, "version": shown["decision"]["version"]}
                response = self.client.post(f"/api/tables/{table}/actions", json=body)
            except httpx.TransportError:
                return  # killed
            assert response.status_code == 200, response.text
            self.acknowledged.append(action)


def replay(store: Store, table: str) -> Match:
    """The match that the stored moves make; fails when they do not fit together."""
    row = store.table(table)
    assert row is not None
    data = tally.GAME.box_model.model_validate_json(row.box_text)
    box = LoadedBox(row.box, row.box_hash, data, tally.pack(data).buffer(), row.options)
    names = [seat.name or "" for seat in row.seats]
    match = Match.new(tally.GAME, len(row.seats), box=box, seed=row.seed, names=names)
    moves = store.moves(table)
    assert len(moves) >= row.moves  # it may be going on
    assert [move.number for move in moves] == list(range(1, len(moves) + 1))
    for move in moves:
        match.play(move.seat, move.action)
    return match


def test_killed_again_and_again_no_acknowledged_move_is_lost(folder: Path) -> None:
    database, port, rng = folder / "tables.sqlite", free_port(), random.Random(11)
    address = f"http://127.0.0.1:{port}"
    players = [Player(address, seed) for seed in range(2)]
    tables: list[str] = []
    store = Store(f"sqlite:///{database}")
    with ThreadPoolExecutor(2) as pool:
        for _ in range(5):
            with process(database, port) as server:
                if not tables or replay(store, tables[-1]).over:
                    seats = [{"kind": "me", "name": "Ada"}, {"kind": "open"}, {"kind": "bot", "level": "easy"}]
                    made = players[0].client.post("/api/tables", json={"game": "tally", "seats": seats}).json()
                    players[1].client.post(f"/api/invitations/{made['invitations']['1']}", json={"name": "Ben"})
                    tables.append(made["id"])
                    for player in players:
                        player.acknowledged.clear()
                end = time.monotonic() + rng.uniform(0.05, 0.5)
                runs = [pool.submit(player.play, tables[-1], seat, end + 5) for seat, player in enumerate(players)]
                while time.monotonic() < end and not all(run.done() for run in runs):
                    time.sleep(0.005)
                server.send_signal(signal.SIGKILL)
                for run in runs:
                    run.result()
            match = replay(store, tables[-1])
            for seat, player in enumerate(players):
                stored = [action for mover, action in match.actions if mover == seat]
                # At most the one move whose answer the kill swallowed is stored beyond those acknowledged.
                assert stored[: len(player.acknowledged)] == player.acknowledged
                assert len(stored) - len(player.acknowledged) in {0, 1}
                player.acknowledged = stored
        with process(database, port):
            for table in tables:
                end = time.monotonic() + 60
                for run in [pool.submit(player.play, table, seat, end) for seat, player in enumerate(players)]:
                    run.result()
                assert api(players[0].client, table)["state"] == "over"
                assert replay(store, table).over
    store.close()
    for player in players:
        player.client.close()


def test_a_secret_choice_survives_and_stays_secret(folder: Path) -> None:
    database, port = folder / "tables.sqlite", free_port()
    with httpx.Client(base_url=f"http://127.0.0.1:{port}") as ada, httpx.Client(base_url=ada.base_url) as ben:
        with process(database, port) as server:
            made = ada.post(
                "/api/tables", json={"game": "tally", "seats": [{"kind": "me", "name": "Ada"}, {"kind": "open"}]}
            ).json()
            ben.post(f"/api/invitations/{made['invitations']['1']}", json={"name": "Ben"})
            for _ in range(2):
                decision = api(ada, made["id"])["decision"]
                body = {"seat": 0, "action": decision["actions"][0]["action"], "version": decision["version"]}
                assert ada.post(f"/api/tables/{made['id']}/actions", json=body).status_code == 200
            before = [api(ada, made["id"]), api(ben, made["id"])]
            server.send_signal(signal.SIGKILL)
            server.wait()
        with process(database, port):
            assert [api(ada, made["id"]), api(ben, made["id"])] == before
            assert ada.post(f"/api/tables/{made['id']}/actions", json=body).status_code == 409


def test_bots_go_on_by_themselves_after_a_restart_and_die_with_their_server(folder: Path) -> None:
    database, port = folder / "tables.sqlite", free_port()
    with httpx.Client(base_url=f"http://127.0.0.1:{port}") as ada:
        with process(database, port) as server:
            seats = [{"kind": "bot", "level": "slow"}, {"kind": "bot", "level": "slow"}]
            table = ada.post("/api/tables", json={"game": "tally", "seats": seats}).json()["id"]
            until((folder / "asked.jsonl").exists)
            children = until(lambda: workers(server.pid))
            server.send_signal(signal.SIGKILL)
            server.wait()
        (folder / "go").touch()
        until(lambda: not any(Path(f"/proc/{child}").exists() and not is_zombie(child) for child in children))
        with process(database, port):
            store = Store(f"sqlite:///{database}")
            until(lambda: replay(store, table).over)  # nobody has looked at the table
            store.close()


def workers(pid: int) -> list[int]:
    """The processes that a server has started."""
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def is_zombie(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except FileNotFoundError:
        return True


def test_a_worker_of_a_running_server_is_replaced(folder: Path) -> None:
    database, port = folder / "tables.sqlite", free_port()
    with httpx.Client(base_url=f"http://127.0.0.1:{port}") as ada, process(database, port) as server:
        seats = [{"kind": "me", "name": "Ada"}, {"kind": "bot", "level": "slow"}]
        table = ada.post("/api/tables", json={"game": "tally", "seats": seats}).json()["id"]
        until((folder / "asked.jsonl").exists)
        for child in workers(server.pid):
            os.kill(child, signal.SIGKILL)
        assert ada.get(f"/table/{table}").status_code == 200
        (folder / "go").touch()
        for _ in range(2):
            decision = api(ada, table)["decision"]
            body = {"seat": 0, "action": decision["actions"][0]["action"], "version": decision["version"]}
            assert ada.post(f"/api/tables/{table}/actions", json=body).status_code == 200
        until(lambda: any("plays" in line for entry in api(ada, table)["log"] for line in entry["lines"]))
