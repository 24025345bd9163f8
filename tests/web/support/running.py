"""A server in a thread of the test, and browsers without a window."""

import re
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from html import unescape
from http.client import HTTPConnection
from pathlib import Path
from queue import Queue
from socket import SHUT_RDWR
from typing import Any

import httpx
import tally
import uvicorn
from fastapi import FastAPI

from galleria.web import serve
from galleria.web.app import create_app
from galleria.web.settings import Settings
from galleria.web.site import Site

SUPPORT = Path(__file__).parent


@dataclass
class Server:
    app: FastAPI
    address: str

    @property
    def site(self) -> Site:
        return self.app.state.site

    @contextmanager
    def person(self) -> Iterator[httpx.Client]:
        """A browser with cookies of its own."""
        with httpx.Client(base_url=self.address, timeout=60) as client:
            yield client


@contextmanager
def serving(database: Path, **settings: Any) -> Iterator[Server]:
    games = settings.pop("games", {"tally": tally.GAME})
    at_once = {"pace": 0.0, "watch_pace": 0.0}
    wished = {"bots": "standin", "workers": 1, **at_once, "modules": database.parent, "limits": False, **settings}
    app = create_app(Settings(database=f"sqlite:///{database}", **wished), games)
    listening = serve.listen("127.0.0.1", 0)
    server = serve.Server(uvicorn.Config(app, log_level="error", timeout_graceful_shutdown=5))
    server.address = serve.address(listening)
    thread = threading.Thread(target=server.run, args=([listening],))
    thread.start()
    try:
        until(lambda: server.started or not thread.is_alive())
        yield Server(app, server.address.rstrip("/"))
    finally:
        server.should_exit = True
        thread.join()


def until(true: Callable[[], Any], seconds: float = 60) -> Any:
    """What `true()` gives as soon as it gives something; fails when it never does."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if found := true():
            return found
        time.sleep(0.01)
    raise AssertionError("what should have happened has not")


def visit(client: httpx.Client) -> httpx.Client:
    """The same client, with a cookie."""
    assert client.get("/new").status_code == 200
    return client


def new_table(client: httpx.Client, *seats: str, name: str = "Ada", **more: Any) -> str:
    """A table made by the form; seats as in the form ("me", "here:Ben", "open", "bot-easy"). Its address."""
    page = visit(client).get("/new").text
    fields: dict[str, Any] = {
        "csrf": field(page, "csrf"),
        "game": "tally",
        "box": "published",
        "players": len(seats),
        "name": name,
    }
    for i, seat in enumerate(seats):
        kind, _, other = seat.partition(":")
        fields |= {f"seat{i}": kind, f"name{i}": other}
    response = client.post("/new", data={**fields, **more})
    assert response.status_code == 303, response.text
    return response.headers["location"]


def field(page: str, name: str) -> str:
    """The value of a hidden field."""
    found = re.search(rf'name="{name}" value="([^"]*)"', page)
    assert found, f"no field {name}"
    return unescape(found[1])


def links(page: str) -> list[str]:
    """The invitations on a table's page."""
    return list(dict.fromkeys(unescape(link) for link in re.findall(r'value="(http[^"]*/join/[^"]+)"', page)))


def api(client: httpx.Client, table: str, seat: int | None = None) -> dict[str, Any]:
    """The table as JSON, for an address like /table/x."""
    response = client.get(f"/api/tables/{table.rpartition('/')[2]}", params={} if seat is None else {"seat": seat})
    assert response.status_code == 200, response.text
    return response.json()


def answer(
    client: httpx.Client, table: str, seat: int, action: int | str | None = None, version: int | None = None
) -> httpx.Response:
    """Answer through the API: the first legal action, for the present situation, unless told otherwise."""
    if action is None or version is None:
        decision = api(client, table, seat)["decision"]
        action = decision["actions"][0]["action"] if action is None else action
        version = decision["version"] if version is None else version
    number = table.rpartition("/")[2]
    return client.post(f"/api/tables/{number}/actions", json={"seat": seat, "action": action, "version": version})


@contextmanager
def listening(client: httpx.Client, address: str, *, beats: bool = False) -> Iterator["Queue[tuple[str, str]]"]:
    """The (event, data) of a stream as they come, `beats` if wanted; the last one is ("closed", "")."""
    heard: Queue[tuple[str, str]] = Queue()
    connection = HTTPConnection(client.base_url.host, client.base_url.port)
    cookies = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
    connection.request("GET", address, headers={"Cookie": cookies})
    socket = connection.sock
    response = connection.getresponse()
    assert response.status == 200
    assert response.headers["content-type"].startswith("text/event-stream")

    def listen() -> None:
        name = ""
        for line in response:
            kind, _, value = line.decode().rstrip("\n").partition(": ")
            if kind == "event":
                name = value
            elif kind == "data" and (beats or name != "beat"):
                heard.put((name, value))
        heard.put(("closed", ""))

    thread = threading.Thread(target=listen)
    thread.start()
    try:
        yield heard
    finally:
        with suppress(OSError):
            socket.shutdown(SHUT_RDWR)
        thread.join()
        response.close()
        connection.close()
