"""Servers are killed in the middle of play. Whatever was acknowledged is there afterwards, and play goes on."""

import os
import random
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar

import httpx
import tally
from running import SUPPORT, api, until

from galleria.core import LoadedBox, Match
from galleria.web.clock import always
from galleria.web.course import Course
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

        until(answers, 200)
        yield server
    finally:
        server.kill()
        server.wait()


Deed = tuple[str, int]
"""("act", action), or ("undo", 0)."""


class Player:
    """A person at one table who plays anything legal, as fast as possible, and now and then takes it back.

    She remembers what the server has acknowledged.
    """

    def __init__(self, address: str, name: str, seed: int) -> None:
        self.client = httpx.Client(base_url=address, timeout=20)
        self.name = name
        self.rng = random.Random(seed)
        self.table, self.seat = "", -1
        self.acknowledged: list[Deed] = []
        self.latest: tuple[str, dict[str, int]] | None = None

    def close(self) -> None:
        self.client.close()

    def sit(self, table: str, seat: int) -> None:
        self.table, self.seat = table, seat
        self.acknowledged.clear()
        self.latest = None

    def play(self, until_time: float) -> None:
        """Until then, or until the server is killed."""
        with suppress(httpx.TransportError):
            if self.latest is not None:  # what was acknowledged before the kill is not taken again
                path, body = self.latest
                assert self.client.post(path, json=body).status_code == 409
            while time.monotonic() < until_time:
                shown = api(self.client, self.table)
                if shown["state"] == "over":
                    return
                undo, decision = shown["undo"], shown["decision"]
                if undo and undo["free"] and self.rng.random() < 0.2:
                    self.send("undo", {"seat": self.seat, "version": undo["version"]}, ("undo", 0))
                elif decision is not None:
                    action = self.rng.choice(decision["actions"])["action"]
                    body = {"seat": self.seat, "action": action, "version": decision["version"]}
                    self.send("actions", body, ("act", action))

    def send(self, what: str, body: dict[str, int], deed: Deed) -> None:
        path = f"/api/tables/{self.table}/{what}"
        response = self.client.post(path, json=body)
        if response.status_code == 409:  # the others were faster: they answered, or took back what this one answers
            return
        assert response.status_code == 200, response.text
        self.acknowledged.append(deed)
        self.latest = (path, body)


P = TypeVar("P", bound=Player)


@contextmanager
def playing(players: Iterable[P]) -> Iterator[list[P]]:
    """Players whose connections are closed at the end, however it comes."""
    with ExitStack() as stack:
        yield [stack.enter_context(closing(player)) for player in players]


def replay(store: Store, table: str) -> Course:
    """The match that the stored rows make; fails when they do not fit together."""
    row = store.table(table)
    assert row is not None
    data = tally.GAME.box_model.model_validate_json(row.box_text)
    box = LoadedBox(row.box, row.box_hash, data, tally.pack(data).buffer(), row.options)
    names = [seat.name or "" for seat in row.seats]
    course = Course(Match.new(tally.GAME, len(row.seats), box=box, seed=row.seed, names=names), row.created, always)
    rows = store.moves(table)
    assert len(rows) >= row.moves  # it may be going on
    assert [move.number for move in rows] == list(range(1, len(rows) + 1))
    for move in rows:
        course.take(move)
    return course


def deeds(store: Store, table: str, seat: int) -> list[Deed]:
    """What is stored of a seat."""
    rows = (row for row in store.moves(table) if row.seat == seat)
    return [("act", row.action) if row.undoes is None else ("undo", 0) for row in rows]


def seat_them(players: Sequence[Player], bots: int) -> None:
    """Let people sit down at a new table, with bots."""
    host, *others = players
    seats = [{"kind": "me", "name": host.name}, *[{"kind": "open"}] * len(others)]
    seats += [{"kind": "bot", "level": "easy"}] * bots
    made = host.client.post("/api/tables", json={"game": "tally", "seats": seats}).json()
    for seat, player in enumerate(players):
        if seat:
            code = made["invitations"][str(seat)]
            assert player.client.post(f"/api/invitations/{code}", json={"name": player.name}).status_code == 200
        player.sit(made["id"], seat)


def test_killed_again_and_again_nothing_that_was_acknowledged_is_lost(folder: Path) -> None:
    """Three tables at once: secret choices by people and bots, and answers that are taken back."""
    database, port, rng = folder / "tables.sqlite", free_port(), random.Random(11)
    address = f"http://127.0.0.1:{port}"
    played: set[str] = set()
    with (
        closing(Store(f"sqlite:///{database}")) as store,
        playing(Player(address, f"P{n // 2}{n % 2}", 10 * (n // 2) + n % 2) for n in range(6)) as players,
        ThreadPoolExecutor(len(players)) as pool,
    ):
        tables = [players[i : i + 2] for i in (0, 2, 4)]
        for _ in range(8):
            with process(database, port) as server:
                for number, table in enumerate(tables):
                    if not table[0].table or replay(store, table[0].table).match.over:
                        seat_them(table, bots=number)
                        played.add(table[0].table)
                end = time.monotonic() + rng.uniform(0.05, 0.7)
                runs = [pool.submit(player.play, end + 30) for player in players]
                while time.monotonic() < end and not all(run.done() for run in runs):
                    time.sleep(0.005)
                server.send_signal(signal.SIGKILL)
                for run in runs:
                    run.result()
            for player in players:
                stored = deeds(store, player.table, player.seat)
                # At most the one deed whose answer the kill swallowed is stored beyond those acknowledged.
                assert stored[: len(player.acknowledged)] == player.acknowledged
                assert len(stored) - len(player.acknowledged) in {0, 1}
                player.acknowledged = stored
                replay(store, player.table)
        with process(database, port):
            for run in [pool.submit(player.play, time.monotonic() + 120) for player in players]:
                run.result()
            for table in played:
                assert api(players[0].client, table)["state"] == "over"
                assert replay(store, table).match.over
    assert sum(deed == ("undo", 0) for player in players for deed in player.acknowledged) > 0


class Asker(Player):
    """A person who asks for undos that need consent, and answers when she is asked."""

    def __init__(self, address: str, name: str, seed: int) -> None:
        super().__init__(address, name, seed)
        self.asked: list[tuple[int, int]] = []
        """(seat, moment) of asks that the server has acknowledged."""
        self.said: list[tuple[int, int, bool]] = []
        """The same of answers, with what was answered."""

    @property
    def agreed(self) -> bool:
        return any(agrees for _, _, agrees in self.said)

    def sit(self, table: str, seat: int) -> None:
        super().sit(table, seat)
        self.asked.clear()
        self.said.clear()

    def play(self, until_time: float) -> None:
        with suppress(httpx.TransportError):
            while time.monotonic() < until_time:
                shown = api(self.client, self.table)
                if shown["state"] == "over":
                    return
                undo, decision = shown["undo"], shown["decision"]
                asked = next((ask for ask in shown["asking"] if ask["asked"]), None)
                if asked is not None:
                    agrees = self.rng.random() < 0.8
                    body = {"seat": asked["seat"], "moment": asked["moment"], "agrees": agrees}
                    if self.post("undo/consent", body) is not None:
                        self.said.append((asked["seat"], asked["moment"], agrees))
                elif undo and not undo["free"] and self.rng.random() < 0.4:
                    body = {"seat": self.seat, "version": undo["version"], "ask": True}
                    found = self.post("undo", body)
                    mine = [ask["moment"] for ask in found["asking"] if ask["mine"]] if found is not None else []
                    self.asked += [(self.seat, moment) for moment in mine]
                elif decision is not None:
                    action = self.rng.choice(decision["actions"])["action"]
                    body = {"seat": self.seat, "action": action, "version": decision["version"]}
                    if self.post("actions", body) is not None:
                        self.acknowledged.append(("act", action))

    def post(self, what: str, body: dict[str, object]) -> dict[str, Any] | None:
        """What the server says; None when somebody else was faster."""
        response = self.client.post(f"/api/tables/{self.table}/{what}", json=body)
        assert response.status_code in {200, 409}, response.text
        return response.json() if response.status_code == 200 else None


def test_what_people_have_asked_and_agreed_to_outlives_a_kill(folder: Path) -> None:
    database, port, rng = folder / "tables.sqlite", free_port(), random.Random(5)
    with (
        closing(Store(f"sqlite:///{database}")) as store,
        playing(Asker(f"http://127.0.0.1:{port}", f"P{seat}", seat) for seat in range(2)) as players,
        ThreadPoolExecutor(len(players)) as pool,
    ):
        for _ in range(3):
            with process(database, port) as server:
                for _ in range(50):  # matches are short: one may end before anybody has agreed
                    seat_them(players, bots=0)
                    runs = [pool.submit(player.play, time.monotonic() + 60) for player in players]
                    while not any(player.agreed for player in players) and not all(run.done() for run in runs):
                        time.sleep(0.005)
                    if any(player.agreed for player in players):
                        break
                time.sleep(rng.uniform(0, 0.1))
                server.send_signal(signal.SIGKILL)
                for run in runs:
                    run.result()
            table = players[0].table
            replay(store, table)
            rows, asks = store.moves(table), {(ask.seat, ask.moment): ask for ask in store.asks(table)}
            back = {row.undoes for row in rows if row.undoes is not None}
            assert back
            # What was refused can be asked again, and then be agreed to.
            agreed = {ask.undoes for ask in asks.values() if ask.voices and all(ask.voices.values())}
            for player in players:
                acts = [("act", row.action) for row in rows if row.seat == player.seat and row.undoes is None]
                assert acts[: len(player.acknowledged)] == player.acknowledged
                assert len(acts) - len(player.acknowledged) in {0, 1}
                assert set(player.asked) <= asks.keys()
                for seat, moment, agrees in player.said:
                    assert list(asks[seat, moment].voices.values()) == [agrees]
                    assert (asks[seat, moment].undoes in back) == (asks[seat, moment].undoes in agreed)  # both, or none


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
            until(lambda: replay(store, table).match.over)  # nobody has looked at the table
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
