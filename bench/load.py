"""Many tables with live pages at once: `python bench/load.py --tables 200`.

Starts a server of its own and plays as browsers do: every table has two people, and both keep a live page open. Whoever
has to decide clicks a move, which is a request, and sends it, which is another one, each time with the fresh page as
the answer; the other page hears of it and fetches its view. Pages travel compressed. Every table moves once every
`--pace` seconds on average, of several paces one after the other; a match that is over makes way for a new one. When
the measuring begins, the tables are in the midst of their matches, as they would be after an hour: programs have played
up to `--ahead` moves at each. With `--bot` a bot plays too at every table. At the end all moves that the server has
said yes to have to stand in its database. The clients need a processor too.
"""

import argparse
import asyncio
import contextlib
import json
import os
import random
import re
import sqlite3
import sys
import tempfile
import time
import zlib
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass
from datetime import UTC, datetime
from html import unescape
from itertools import cycle
from pathlib import Path
from statistics import median
from typing import Any
from urllib.parse import urlencode

from bench_web import ROOT, serving

RESULTS = Path(__file__).with_name("RESULTS.md")

MOVE = re.compile(rb'href="([^"]+)" data-soft id="move-\d+"')
FIELD = re.compile(rb'name="(action|version|seat)" value="(-?\d+)"')
FORM = re.compile(rb'<form class="confirm" method="post" action="([^"]+/act)".*?</form>', re.DOTALL)


IDLE = 3
"""Seconds after which a connection is not used again."""


class Line:
    """One connection that is kept open, as a browser does."""

    def __init__(self, port: int, headers: dict[str, str]) -> None:
        self._port, self._headers = port, headers
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
        self._used = 0.0

    async def send(self, method: str, path: str, body: bytes = b"", **more: str) -> asyncio.StreamReader:
        """Ask; the reader stands before the answer."""
        if time.perf_counter() - self._used > IDLE:  # the server hangs up soon
            self.close()
        self._used = time.perf_counter()
        if self._streams is None:
            self._streams = await asyncio.open_connection("127.0.0.1", self._port, limit=1 << 22)
        reader, writer = self._streams
        lines = {"Host": "127.0.0.1", "Content-Length": str(len(body)), **self._headers, **more}
        head = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
        writer.write(f"{method} {path} HTTP/1.1\r\n{head}\r\n".encode() + body)
        await writer.drain()
        return reader

    async def ask(self, method: str, path: str, body: bytes = b"", **more: str) -> tuple[int, bytes]:
        """Status and body of an answer."""
        reader = await self.send(method, path, body, **more)
        status, headers = await head_of(reader)
        if headers.get("transfer-encoding") == "chunked":
            parts = [part async for part in chunks(reader)]
            raw = b"".join(parts)
        else:
            raw = await reader.readexactly(int(headers.get("content-length", "0")))
        return status, zlib.decompress(raw, 31) if headers.get("content-encoding") == "gzip" else raw

    def close(self) -> None:
        """Hang up."""
        if self._streams is not None:
            self._streams[1].close()
            self._streams = None


async def head_of(reader: asyncio.StreamReader) -> tuple[int, dict[str, str]]:
    """Status and headers."""
    first, *lines = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
    pairs = (line.partition(": ") for line in lines if line)
    return int(first.split()[1]), {name.lower(): value for name, _, value in pairs}


async def chunks(reader: asyncio.StreamReader) -> AsyncIterator[bytes]:
    """The parts of an answer of unknown length."""
    while size := int(await reader.readuntil(b"\r\n"), 16):
        yield await reader.readexactly(size)
        await reader.readexactly(2)
    await reader.readexactly(2)


class Figures:
    """What was measured, by minute."""

    def __init__(self) -> None:
        self.begin = time.perf_counter()
        self.moves: defaultdict[int, list[float]] = defaultdict(list)
        self.clicks: list[float] = []
        self.views: list[float] = []
        self.matches = self.refused = self.streams = 0

    def moved(self, seconds: float) -> None:
        """A move took so long."""
        self.moves[int((time.perf_counter() - self.begin) / 60)].append(seconds)


accepted: Counter[str] = Counter()
"""By table: the moves that the server has said yes to."""


def lost(database: Path) -> int:
    """How many accepted moves are not in the database."""
    with closing(sqlite3.connect(database)) as opened:
        stored = Counter(dict(opened.execute('SELECT "table", count(*) FROM moves WHERE seat < 2 GROUP BY "table"')))
    return sum((accepted - stored).values())


class Page:
    """One person's live page."""

    def __init__(self, port: int, table: str, token: str, address: str, figures: Figures) -> None:
        self.table, self.figures = table, figures
        known = {"Cookie": f"galleria={token}", "X-Forwarded-For": address, "Accept-Encoding": "gzip"}
        self.line, self._stream = Line(port, {**known, "HX-Request": "true"}), Line(port, known)
        self.html = b""
        self._lock = asyncio.Lock()
        self._listener: asyncio.Task[None] | None = None

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return b'id="scores"' in self.html

    @property
    def mine(self) -> bool:
        """Whether it is this person's turn."""
        return b'data-mine="yes"' in self.html

    async def open(self) -> None:
        """Read the page and listen for news."""
        await self.read()
        self._listener = asyncio.create_task(self._listen())

    async def close(self) -> None:
        """Leave."""
        if self._listener is not None:
            self._listener.cancel()
            await asyncio.gather(self._listener, return_exceptions=True)
        self.line.close()
        self._stream.close()

    async def read(self) -> None:
        """Fetch the view."""
        async with self._lock:
            begin = time.perf_counter()
            status, html = await self.line.ask("GET", f"/table/{self.table}")
            self.figures.views.append(time.perf_counter() - begin)
            if status == 200:
                self.html = html
            else:
                self.figures.refused += 1

    async def _listen(self) -> None:
        reader = await self._stream.send("GET", f"/table/{self.table}/live")
        await head_of(reader)
        self.figures.streams += 1
        try:
            async for part in chunks(reader):
                version = re.search(rb"event: version\ndata: (\d+)|data: (\d+)\n.*event: version", part)
                shown = re.search(rb'data-version="(\d+)"', self.html)
                if version and (shown is None or int(version[1] or version[2]) > int(shown[1])):
                    await self.read()
        finally:
            self.figures.streams -= 1

    async def move(self, rng: random.Random) -> None:
        """Click a move and send it."""
        async with self._lock:
            form = FORM.search(self.html)
            if form is None:
                links = MOVE.findall(self.html)
                if not links:
                    return
                begin = time.perf_counter()
                status, html = await self.line.ask("GET", unescape(rng.choice(links).decode()))
                self.figures.clicks.append(time.perf_counter() - begin)
                form = FORM.search(html)
                if status != 200 or form is None:
                    self.figures.refused += status != 200
                    return
            fields = {name.decode(): value.decode() for name, value in FIELD.findall(form[0])}
            kind = {"Content-Type": "application/x-www-form-urlencoded"}
            begin = time.perf_counter()
            status, html = await self.line.ask("POST", form[1].decode(), urlencode(fields).encode(), **kind)
            if status == 200:
                self.figures.moved(time.perf_counter() - begin)
                self.html = html
                accepted[self.table] += 1
            else:
                self.figures.refused += 1


@dataclass(frozen=True)
class Table:
    """A table with two people."""

    id: str
    number: int
    game: str
    bot: str | None
    tokens: tuple[str, ...]
    addresses: tuple[str, ...]


async def found(port: int, number: int, game: str, bot: str | None) -> Table:
    """A new table, both people at it, and a bot of this level."""
    tokens, addresses, table = [], tuple(f"10.{seat}.{number // 250}.{number % 250}" for seat in (1, 2)), ""
    for seat, address in enumerate(addresses):
        with closing(Line(port, {"X-Forwarded-For": address, "Content-Type": "application/json"})) as line:
            name = {"name": f"P{seat}"}
            tokens.append((await told(line, "POST", "/api/people", name))["token"])
            bearer = {"Authorization": f"Bearer {tokens[-1]}"}
            if seat == 0:
                seats = [{"kind": "me", "name": "P0"}, {"kind": "open"}]
                seats += [{"kind": "bot", "level": bot}] if bot else []
                made = await told(line, "POST", "/api/tables", {"game": game, "seats": seats}, **bearer)
                table = made["id"]
            else:
                await told(line, "POST", f"/api/invitations/{made['invitations']['1']}", name, **bearer)
    return Table(table, number, game, bot, tuple(tokens), addresses)


async def play_ahead(port: int, table: Table, moves: int, rng: random.Random) -> None:
    """Make moves as a program does."""
    with ExitStack() as stack:
        people = []
        for token, address in zip(table.tokens, table.addresses, strict=True):
            known = {"X-Forwarded-For": address, "Authorization": f"Bearer {token}", "Content-Type": "application/json"}
            people.append(stack.enter_context(closing(Line(port, known))))
        for seat in cycle(range(len(people))):
            picture = await told(people[seat], "GET", f"/api/tables/{table.id}")
            if decision := picture["decision"]:
                moves -= 1
                action = rng.choice(decision["actions"])["action"]
                answer = {"seat": seat, "action": action, "version": decision["version"]}
                await told(people[seat], "POST", f"/api/tables/{table.id}/actions", answer)
                accepted[table.id] += 1
            elif table.bot:
                await asyncio.sleep(0.1)
            if moves <= 0 or picture["state"] == "over":
                break


async def play(port: int, table: Table, pace: float, end: float, figures: Figures) -> Table:
    """At one table after the other, until the end; returns the last."""
    rng = random.Random(table.number)
    while time.perf_counter() < end:
        pages = [Page(port, table.id, *who, figures) for who in zip(table.tokens, table.addresses, strict=True)]
        try:
            for page in pages:
                await page.open()
            while time.perf_counter() < end and not any(page.over for page in pages):
                await asyncio.sleep(rng.uniform(0.5, 1.5) * pace)
                ready = [page for page in pages if page.mine]
                if ready:
                    await rng.choice(ready).move(rng)
        finally:
            for page in pages:
                await page.close()
        if time.perf_counter() < end:
            figures.matches += 1
            table = await found(port, table.number, table.game, table.bot)
    return table


async def told(line: Line, method: str, path: str, body: object = None, **more: str) -> dict[str, Any]:
    """What the API answers."""
    sent = b"" if body is None else json.dumps(body).encode()
    status, answer = await line.ask(method, path, sent, **more)
    if status >= 300:
        raise RuntimeError(f"{method} {path}: {status} {answer.decode()}")
    read: dict[str, Any] = json.loads(answer)
    return read


def memory(pid: int) -> int:
    """Bytes of a process and of what it has started."""
    total = 0
    with contextlib.suppress(OSError):
        total += int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    return total


def server_of(port: int) -> int:
    """The process that listens on the port."""
    own = f":{port:04X}"
    lines = (line.split() for line in Path("/proc/net/tcp").read_text().splitlines()[1:])
    inode = next(line[9] for line in lines if line[1].endswith(own) and line[3] == "0A")
    for pid in (int(path.name) for path in Path("/proc").iterdir() if path.name.isdigit()):
        with contextlib.suppress(OSError):
            for handle in Path(f"/proc/{pid}/fd").iterdir():
                if str(handle.readlink()) == f"socket:[{inode}]":
                    return pid
    raise RuntimeError(f"Nobody listens on port {port}.")


async def watch(pid: int, end: float, seen: list[tuple[float, int, float]], figures: Figures) -> None:
    """Every ten seconds: (seconds since the beginning, bytes, share of a processor)."""
    ticks = os.sysconf("SC_CLK_TCK")

    def used() -> float:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / ticks

    last, at = used(), time.perf_counter()
    while time.perf_counter() < end:
        await asyncio.sleep(min(10, max(0.1, end - time.perf_counter())))
        now, then = used(), time.perf_counter()
        seen.append((then - figures.begin, memory(pid), (now - last) / (then - at)))
        last, at = now, then


async def measure(port: int, arguments: argparse.Namespace) -> list[dict[str, Any]]:
    """All figures, by pace."""
    pid = server_of(port)
    await asyncio.sleep(arguments.warm)
    # One table first: with it the server loads what all of them share.
    first = await found(port, arguments.tables, arguments.game, arguments.bot)
    await play(port, first, 0.5, time.perf_counter() + 3, Figures())
    empty, several = memory(pid), asyncio.Semaphore(4)

    async def begun(number: int) -> Table:
        async with several:
            table = await found(port, number, arguments.game, arguments.bot)
            rng = random.Random(number)
            await play_ahead(port, table, rng.randint(0, arguments.ahead), rng)
            return table

    tables, measured = await asyncio.gather(*map(begun, range(arguments.tables))), []
    for pace, minutes in zip(arguments.pace, arguments.minutes, strict=True):
        quiet, figures = os.getloadavg()[0], Figures()
        end = figures.begin + 60 * minutes
        seen: list[tuple[float, int, float]] = []
        async with asyncio.TaskGroup() as group:
            group.create_task(watch(pid, end, seen, figures))
            playing = []
            for table in tables:
                playing.append(group.create_task(play(port, table, pace, end, figures)))
                await asyncio.sleep(arguments.ramp / arguments.tables)
        tables = [task.result() for task in playing]
        spent = [seconds for minute in figures.moves.values() for seconds in minute]
        full = median(size for _, size, _ in seen[len(seen) // 2 :])
        busy = sum(share for *_, share in seen) / len(seen)
        row = {
            "pace": pace,
            "moves": len(spent),
            "moves_per_second": len(spent) / (60 * minutes),
            "move_ms": percentiles(spent),
            "click_ms": percentiles(figures.clicks),
            "view_ms": percentiles(figures.views),
            "by_minute": {minute + 1: percentiles(spent) for minute, spent in sorted(figures.moves.items())},
            "refused": figures.refused,
            "matches": figures.matches,
            "memory_mb": [round(size / 1e6) for _, size, _ in seen],
            "memory_per_table_kb": round((full - empty) / 1e3 / arguments.tables),
            "cpu_ms": round(1000 * busy * 60 * minutes / max(1, len(spent)), 1),
            "load": (quiet, os.getloadavg()[0]),
            "processor": round(busy, 2),
        }
        print(json.dumps(row, indent=2), flush=True)
        measured.append(row)
    return measured


def percentiles(seconds: list[float]) -> tuple[float, float]:
    """Median and 99th percentile in milliseconds."""
    ordered = sorted(seconds) or [0.0]
    return round(1000 * median(ordered), 1), round(1000 * ordered[int(0.99 * (len(ordered) - 1))], 1)


def write(arguments: argparse.Namespace, measured: Sequence[dict[str, Any]], gone: int) -> None:
    """Put the figures into RESULTS.md, in place of those that stand there."""
    head = f"## Many tables at once{', each with a bot' if arguments.bot else ''}"
    before, _, after = RESULTS.read_text(encoding="utf-8").partition(f"\n{head}\n")
    _, more, rest = after.partition("\n## ")
    said = f"{before.rstrip()}\n\n{head}\n\n{told_of(arguments, measured, gone)}"
    RESULTS.write_text(f"{said}{more}{rest}", encoding="utf-8")


def told_of(arguments: argparse.Namespace, measured: Sequence[dict[str, Any]], gone: int) -> str:
    """The figures as a section."""
    columns = [rows_of(figures) for figures in measured]
    before, after = measured[0]["load"][0], measured[-1]["load"][1]
    lines = [
        f"Written by `python bench/load.py --write` on {datetime.now(UTC):%Y-%m-%d}: {arguments.tables} tables of two",
        f"people with live pages; server and clients on the same {os.cpu_count()} cores of the machine above (load",
        f"{before:.0f} before, {after:.0f} at the end). The tables begin up to {arguments.ahead} moves old.",
        f"At each plays a bot of level {arguments.bot} too." if arguments.bot else "No bots play.",
        f"The server said yes to {accepted.total():,} moves; {gone or 'none'} of them missed in its database.",
        "",
        f"| every table moves on average once in | {' | '.join(f'{pace:g} s' for pace in arguments.pace)} |",
        f"| --- |{' ---: |' * len(columns)}",
        f"| for | {' | '.join(f'{minutes:g} min' for minutes in arguments.minutes)} |",
        *(f"| {name} | {' | '.join(column[name] for column in columns)} |" for name in columns[0]),
    ]
    return "\n".join(lines) + "\n"


def rows_of(figures: dict[str, Any]) -> dict[str, str]:
    """What is said of one pace."""
    memory_mb, minutes = figures["memory_mb"], list(figures["by_minute"].values())
    grown = memory_mb[min(5, len(memory_mb) - 1)], memory_mb[len(memory_mb) // 2], memory_mb[-1]
    return {
        "a move sent until the new page is there, median / 99 %": "{} / {} ms".format(*figures["move_ms"]),
        "the same in the first whole minute": "{} / {} ms".format(*minutes[min(1, len(minutes) - 1)]),
        "the same in the last whole minute": "{} / {} ms".format(*minutes[-2 if len(minutes) > 2 else -1]),
        "a click on a piece, median / 99 %": "{} / {} ms".format(*figures["click_ms"]),
        "the others' page after it, median / 99 %": "{} / {} ms".format(*figures["view_ms"]),
        "moves a second, of all tables": f"{figures['moves_per_second']:.1f}",
        "how busy the server's processor was": f"{figures['processor']:.0%}",
        "processor time of a move, its clicks and the others' pages": f"{figures['cpu_ms']} ms",
        "memory of a table": f"{figures['memory_per_table_kb']} kB",
        "memory of the server: after a minute, half the time, the whole": f"{' / '.join(map(str, grown))} MB",
        "matches that ended": str(figures["matches"]),
        "requests refused": str(figures["refused"]),
    }


def main() -> None:
    """Measure and tell."""
    parser = argparse.ArgumentParser(prog="bench/load.py", description=__doc__.splitlines()[0])
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument(
        "--minutes", type=float, nargs="+", default=[10, 2], help="how long, by pace (default: 10, then 2)"
    )
    parser.add_argument(
        "--pace",
        type=float,
        nargs="+",
        default=[20, 5],
        help="seconds between moves of a table (default: 20, then 5)",
    )
    parser.add_argument("--game", default="ginkgopolis")
    parser.add_argument("--bot", help="the level of a bot at every table (default: none)")
    parser.add_argument("--ahead", type=int, default=75, help="how old tables are at most, in moves (default: 75)")
    parser.add_argument("--ramp", type=float, default=30, help="seconds in which the tables come (default: 30)")
    parser.add_argument("--write", action="store_true", help="write the figures into RESULTS.md")
    parser.add_argument("--warm", type=float, default=5, help="seconds for the bots to get ready (default: 5)")
    arguments = parser.parse_args()
    if len(arguments.pace) != len(arguments.minutes):
        parser.error("--pace and --minutes need equally many numbers")
    with tempfile.TemporaryDirectory() as folder:
        galleria = str(Path(sys.executable).with_name("galleria"))
        command = [galleria, "serve", "--no-open", "--port", "PORT", "--db", f"sqlite:///{folder}/tables.sqlite"]
        with serving(command, ROOT) as (address, _):
            measured = asyncio.run(measure(int(address.rpartition(":")[2].strip("/")), arguments))
        gone = lost(Path(folder, "tables.sqlite"))
    print(f"Moves that the server said yes to: {accepted.total():,}; not in its database: {gone}.")
    if arguments.write:
        write(arguments, measured, gone)


if __name__ == "__main__":
    main()
