"""The server: time until the lobby answers, time until an answer to a move, and what a page weighs."""

import os
import random
import re
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from typing import Any

import httpx

ORIGIN = "http://127.0.0.1"


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def server(home: Path) -> Iterator[tuple[str, float]]:
    """A server with its data and compiled code in `home`: its address, and seconds until the lobby answered."""
    port = _free_port()
    env = os.environ | {"HOME": str(home), "XDG_DATA_HOME": str(home), "GALLERIA_CACHE": str(home / "cache")}
    command = [sys.executable, "-m", "galleria", "serve", "--port", str(port), "--no-open"]
    command += ["--db", f"sqlite:///{home / 'tables.sqlite'}"]
    start = time.perf_counter()
    process = subprocess.Popen(command, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    base = f"{ORIGIN}:{port}"
    try:
        while True:
            try:
                if httpx.get(base, timeout=5).status_code == 200:
                    break
            except httpx.TransportError:
                if process.poll() is not None or time.perf_counter() - start > 120:
                    raise
                time.sleep(0.01)
        yield base, time.perf_counter() - start
    finally:
        process.terminate()
        process.wait(20)


def play(base: str, moves: int) -> tuple[list[float], dict[str, int]]:
    """Seconds of each answer to a move by two people at one device, and sizes of the table's page."""
    with httpx.Client(base_url=base, headers={"Origin": base}, timeout=60) as client:
        seats = [{"kind": "me", "name": "Ada"}, {"kind": "here", "name": "Ben"}]
        made = client.post("/api/tables", json={"game": "ginkgopolis", "seats": seats})
        made.raise_for_status()
        table = made.json()["id"]
        seconds: list[float] = []
        chance = random.Random(1)
        while len(seconds) < moves:
            for seat in range(2):
                decision = client.get(f"/api/tables/{table}", params={"seat": seat}).json()["decision"]
                if decision is None or not decision["actions"]:
                    continue
                action = chance.choice(decision["actions"])["action"]
                form = {"action": action, "version": decision["version"], "seat": seat}
                start = time.perf_counter()
                answer = client.post(f"/table/{table}/act", data=form, headers={"HX-Request": "true"})
                seconds.append(time.perf_counter() - start)
                answer.raise_for_status()
        page = client.get(f"/table/{table}")
        with client.stream("GET", f"/table/{table}") as raw:
            sent = sum(len(chunk) for chunk in raw.iter_raw())
        return seconds, {"html": len(page.content), "sent": sent, "once": _assets(client, page.text)}


def _assets(client: httpx.Client, text: str) -> int:
    """Bytes sent for the styles, scripts and pictures that a page names."""
    total = 0
    for path in set(re.findall(r'(?:src|href)="(/static/[^"]+)"', text)):
        with client.stream("GET", path) as response:
            total += sum(len(chunk) for chunk in response.iter_raw())
    return total


def measure(repeats: int, moves: int) -> dict[str, Any]:
    """All of it."""
    with tempfile.TemporaryDirectory() as folder:
        cold = []
        for i in range(repeats):
            home = Path(folder) / f"cold{i}"
            home.mkdir()
            with server(home) as (_, seconds):
                cold.append(seconds)
        warm = []
        for _ in range(repeats):
            with server(Path(folder) / "cold0") as (base, seconds):
                warm.append(seconds)
        with server(Path(folder) / "cold0") as (base, _):
            answers, size = play(base, moves)
    answers.sort()
    return {
        "lobby_cold": median(cold),
        "lobby_warm": median(warm),
        "answer_median": median(answers),
        "answer_p99": answers[min(len(answers) - 1, round(0.99 * len(answers)))],
        "page": size,
    }
