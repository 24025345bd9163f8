"""The web: from `make play` to the lobby, weight of pages, time to answer a move."""

import contextlib
import gzip
import json
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from http.cookiejar import CookieJar
from pathlib import Path
from statistics import median
from urllib.parse import urlencode

ROOT = Path(__file__).resolve().parent.parent
PATIENCE = 900  # seconds to wait for a lobby


def free_port() -> int:
    """A port nobody listens on."""
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return int(s.getsockname()[1])


@contextlib.contextmanager
def serving(command: list[str], folder: Path, **environment: str) -> Iterator[tuple[str, float]]:
    """Run a command that serves at the port it is given; gives the address and the seconds until the lobby came."""
    port = free_port()
    full = [part.replace("PORT", str(port)) for part in command]
    begin = time.perf_counter()
    log = tempfile.TemporaryFile("w+")  # noqa: SIM115 - closed below, with the process
    server = subprocess.Popen(
        full, cwd=folder, env={**os.environ, **environment}, stdout=log, stderr=log, start_new_session=True
    )
    try:
        address = f"http://127.0.0.1:{port}/"
        while True:
            if server.poll() is not None or time.perf_counter() - begin > PATIENCE:
                log.seek(0)
                raise RuntimeError(f"{' '.join(full)} does not serve:\n{log.read()}")
            with contextlib.suppress(OSError), urllib.request.urlopen(address, timeout=5) as answer:
                answer.read()
                break
            time.sleep(0.02)
        yield address, time.perf_counter() - begin
    finally:
        os.killpg(server.pid, signal.SIGTERM)
        server.wait(30)
        log.close()


def starts() -> dict[str, float]:
    """Seconds from `make play` to the lobby: in a fresh copy with empty caches, and again in the same."""
    with tempfile.TemporaryDirectory() as folder:
        copy, cache = Path(folder) / "galleria", Path(folder) / "cache"
        subprocess.run(["git", "clone", "--quiet", str(ROOT), str(copy)], check=True)
        environment = {
            "XDG_CACHE_HOME": str(cache),
            "XDG_DATA_HOME": str(Path(folder) / "data"),
            "npm_config_cache": str(cache / "npm"),
        }
        command = ["make", "play", "ARGS=--no-open --port PORT"]
        with serving(command, copy, **environment) as (_, cold):
            pass
        with serving(command, copy, **environment) as (_, warm):
            pass
    return {"cold": cold, "warm": warm}


class Browser:
    """Somebody with cookies."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))

    def get(self, path: str, **headers: str) -> tuple[bytes, int]:
        """What stands at a path, and the bytes that travelled for it."""
        request = urllib.request.Request(  # noqa: S310 - our own server
            self.address + path.lstrip("/"), headers={"Accept-Encoding": "gzip", **headers}
        )
        with self.opener.open(request, timeout=60) as answer:
            raw = answer.read()
            return gzip.decompress(raw) if answer.headers.get("Content-Encoding") == "gzip" else raw, len(raw)

    def post(self, path: str, data: bytes, **headers: str) -> bytes:
        """Send something, read the answer."""
        request = urllib.request.Request(self.address + path.lstrip("/"), data, headers)  # noqa: S310 - our own server
        with self.opener.open(request, timeout=60) as answer:
            return bytes(answer.read())


def weights(browser: Browser, path: str) -> dict[str, float]:
    """Bytes of a page, and with everything it loads, as they travel."""
    page, size = browser.get(path)
    found = set(re.findall(r'(?:href|src)="(/static/[^"]+)"', page.decode()))
    styles = [file for file in found if file.split("?")[0].endswith(".css")]
    whole = size
    fonts: set[str] = set()
    for file in found:
        content, travelled = browser.get(file)
        whole += travelled
        if file in styles:
            base = file.rsplit("/", 1)[0]
            fonts |= {f"{base}/{url}" for url in re.findall(r'url\("([^"]+latin-wght[^"]+)"\)', content.decode())}
    return {"page": size, "whole": whole + sum(browser.get(font)[1] for font in fonts)}


def answers(browser: Browser, table: str, moves: int) -> list[float]:
    """Seconds from sending an answer, as the page does, to having the new page."""
    spent: list[float] = []
    while len(spent) < moves:
        for seat in (0, 1):
            state = json.loads(browser.get(f"api/tables/{table}?seat={seat}")[0])
            if state["decision"]:
                break
        else:
            break
        answer = {
            "action": state["decision"]["actions"][0]["action"],
            "version": state["decision"]["version"],
            "seat": seat,
        }
        begin = time.perf_counter()
        browser.post(f"table/{table}/act", urlencode(answer).encode(), **{"HX-Request": "true"})
        spent.append(time.perf_counter() - begin)
    return spent


def measure(game: str = "ginkgopolis", moves: int = 40) -> dict[str, float]:
    """Weights of pages and time to answer, at a table of two people."""
    with tempfile.TemporaryDirectory() as folder:
        galleria = str(Path(sys.executable).with_name("galleria"))
        command = [galleria, "serve", "--no-open", "--port", "PORT", "--db", f"sqlite:///{folder}/tables.sqlite"]
        with serving(command, ROOT) as (address, start):
            browser = Browser(address)
            lobby = weights(browser, "/")
            seats = [{"kind": "me", "name": "Ada"}, {"kind": "here", "name": "Ben"}]
            wish = json.dumps({"game": game, "seats": seats}).encode()
            table = json.loads(browser.post("api/tables", wish, **{"Content-Type": "application/json"}))["id"]
            spent = answers(browser, table, moves)
            page = weights(browser, f"table/{table}")
            return {
                "serve_seconds": start,
                "lobby_bytes": lobby["page"],
                "lobby_whole_bytes": lobby["whole"],
                "table_bytes": page["page"],
                "table_whole_bytes": page["whole"],
                "answer_seconds": median(spent),
                "answer_seconds_95": sorted(spent)[int(0.95 * len(spent))],
            }
