"""`galleria serve`: the tables in the browser."""

import asyncio
import os
import socket
import sys
import webbrowser
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace
from ipaddress import ip_network
from pathlib import Path
from typing import TYPE_CHECKING

import click
import uvicorn
from rich.progress import Progress

from galleria.core import GalleriaError, Game, find_game, games, load_box
from galleria.core.text import N_, _

from .botpool import BotPool
from .settings import Settings, default_database

if TYPE_CHECKING:
    from .site import Site

DEFAULT_PORT = 8000
_MORE_PORTS = 20


@click.command(help=N_("Open the lobby: play in the browser, with friends and bots."))
@click.option("--host", default="127.0.0.1", show_default=True, help=N_("Address to listen on; 0.0.0.0 for everybody."))
@click.option("--port", type=click.IntRange(0, 65535), help=N_("Port to listen on.  [default: 8000 or the next]"))
@click.option(
    "--db", default=default_database, help=N_("Database, such as sqlite:///tables.sqlite.  [default: your own]")
)
@click.option(
    "--proxy",
    metavar=N_("ADDRESSES"),
    default="127.0.0.1,::1",
    show_default=True,
    help=N_("Proxies that may say whose requests they pass on; networks too, with commas between them."),
)
@click.option("--limits/--no-limits", default=True, show_default=True, help=N_("Limit what one address may ask for."))
@click.option(
    "--box",
    "boxes",
    metavar=N_("GAME=FILE"),
    multiple=True,
    help=N_("Offer a box of your own as well; may be given again."),
)
@click.option(
    "--watch-pace",
    type=click.FloatRange(0, 60),
    default=Settings.watch_pace,
    show_default=True,
    help=N_("Seconds that a move takes at least where only bots play."),
)
@click.option(
    "--open/--no-open", "show", default=None, help=N_("Open the lobby in the browser.  [default: on a desktop]")
)
def serve(
    host: str,
    port: int | None,
    db: str,
    proxy: str,
    boxes: tuple[str, ...],
    watch_pace: float,
    *,
    limits: bool,
    show: bool | None,
) -> None:
    offered = with_boxes(boxes)
    with listen(host, port) as listening:
        settings = Settings(database=db, limits=limits, watch_pace=watch_pace)
        networks = _networks(proxy)
        bots = BotPool(settings.bots, settings.workers)
        bots.hire()  # they load while the server does
        try:
            _serve(listening, settings, bots, networks, offered, show=desktop() if show is None else show)
        finally:
            bots.dismiss()


def with_boxes(texts: Iterable[str]) -> dict[str, Game]:
    """The installed games with boxes of one's own, each named GAME=FILE; the file is read anew for every table.

    Raises `GalleriaError` for a mistake in a text or in a box.
    """
    offered = dict(games())
    for text in texts:
        name, equals, file = text.partition("=")
        if not equals or not file:
            words = {"text": text, "game": next(iter(offered))}
            raise GalleriaError(_("%(text)r is no box of a game; write --box %(game)s=my-box.toml.") % words)
        path = Path(file).absolute()
        loaded = load_box(find_game(name), path)
        game = offered[name]
        if loaded.name in game.boxes:
            words = {"game": game.title, "box": loaded.name, "file": path.name}
            raise GalleriaError(_("%(game)s has a box %(box)r already; give the file %(file)s another name.") % words)
        offered[name] = replace(game, boxes={**game.boxes, loaded.name: path})
    return offered


def _serve(
    listening: socket.socket,
    settings: Settings,
    bots: BotPool,
    proxies: list[str],
    offered: dict[str, Game],
    *,
    show: bool,
) -> None:
    from .app import create_app

    app = create_app(settings, offered, bots)
    server = Server(
        uvicorn.Config(
            app,
            log_level="warning",
            access_log=False,
            timeout_graceful_shutdown=5,
            forwarded_allow_ips=proxies,
        )
    )
    server.show = show
    server.address = address(listening)
    with suppress(KeyboardInterrupt):
        server.run([listening])


class Server(uvicorn.Server):
    """Says where it is, and lets go of open pages when it stops."""

    show = False
    address = ""
    _bar: asyncio.Task[None] | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to answer."""
        await super().startup(sockets)
        click.echo(_("Galleria is open at %(address)s (Ctrl+C closes it).") % {"address": self.address})
        if self.show:
            await asyncio.to_thread(webbrowser.open, self.address)
        if sys.stdout.isatty():
            self._bar = asyncio.create_task(_show_progress(self._site))

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End the streams of open pages, which would last for ever, and then everything else."""
        if self._bar is not None:
            self._bar.cancel()
        self._site.hub.close()
        await super().shutdown(sockets)

    @property
    def _site(self) -> "Site":
        site: Site = self.config.app.state.site  # type: ignore[union-attr]
        return site


def _networks(text: str) -> list[str]:
    """The addresses of proxies. Raises `GalleriaError`; with "*" anybody could say to be anybody."""
    found = [part.strip() for part in text.split(",") if part.strip()]
    for part in found:
        try:
            ip_network(part)
        except ValueError as error:
            text = _("%(part)r is no address of a proxy; write for example --proxy 10.0.0.0/8.") % {"part": part}
            raise GalleriaError(text) from error
    return found


def desktop() -> bool:
    """Whether somebody sits at a terminal on a desktop."""
    display = sys.platform in {"darwin", "win32"} or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    return bool(display) and sys.stdout.isatty()


def listen(host: str, port: int | None) -> socket.socket:
    """A socket on the port, or on the first free one from 8000 on when None. Raises `GalleriaError`."""
    wanted = [port] if port is not None else range(DEFAULT_PORT, DEFAULT_PORT + _MORE_PORTS)
    for number in wanted:
        try:
            family, _kind, _protocol, _name, place = socket.getaddrinfo(host, number, type=socket.SOCK_STREAM)[0]
        except (OSError, UnicodeError) as error:
            text = _("There is no address %(host)r to listen on; try --host 127.0.0.1.") % {"host": host}
            raise GalleriaError(text) from error
        listening = socket.socket(family)
        try:
            if os.name == "posix":
                listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listening.bind(place)
            listening.listen(2048)
        except PermissionError as error:
            listening.close()
            text = _("Port %(port)s may not be used by you; choose one above 1023 with --port.") % {"port": number}
            raise GalleriaError(text) from error
        except OSError as error:
            listening.close()
            if port is not None:
                words = {"port": number, "host": host, "why": error.strerror}
                text = _("Port %(port)s of %(host)s can’t be used (%(why)s); choose another with --port.") % words
                raise GalleriaError(text) from error
        else:
            return listening
    words = {"first": wanted[0], "last": wanted[-1]}
    raise GalleriaError(_("Ports %(first)s to %(last)s are all taken; choose another with --port.") % words)


def address(listening: socket.socket) -> str:
    """The lobby's address, as a browser on this machine reaches it."""
    host, port = listening.getsockname()[:2]
    if host in {"0.0.0.0", "::"}:  # noqa: S104 - read, not bound
        host = "localhost"
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


async def _show_progress(site: "Site") -> None:
    """A bar while bots are being prepared; their first time takes a minute."""
    with Progress(transient=True) as bars:
        bar, shown = bars.add_task("", visible=False), ""
        while not all(site.bots.is_ready(game) for game in site.games):
            now = site.bots.progress()
            if now is None:
                bars.update(bar, visible=False)
            else:
                title = _("The bots are getting ready for %(game)s.") % {"game": site.games[now.game].title}
                if title != shown:
                    bars.reset(bar)
                    shown = title
                bars.update(bar, description=title, completed=now.done, total=now.total, visible=True)
            await asyncio.sleep(0.2)
