import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import httpx
import pytest
from click.testing import CliRunner
from running import field, new_table, serving, until

from galleria.cli import COMMANDS, main
from galleria.core import GalleriaError, games
from galleria.web import serve
from galleria.web.settings import Settings


@pytest.fixture
def taken() -> Iterator[int]:
    """A port that another program uses."""
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        yield other.getsockname()[1]


def test_a_port_that_is_taken_gets_a_sentence(taken: int) -> None:
    with pytest.raises(
        GalleriaError, match=rf"^Port {taken} of 127\.0\.0\.1 can’t be used \(.*\); choose another with"
    ):
        serve.listen("127.0.0.1", taken)
    result = CliRunner().invoke(main, ["serve", "--port", str(taken), "--no-open"])
    assert result.exit_code == 1
    assert result.output.startswith(f"Error: Port {taken} of 127.0.0.1 can’t be used")
    assert result.output.count("\n") == 1


def test_without_a_wish_the_next_free_port_is_used(taken: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serve, "DEFAULT_PORT", taken)
    with serve.listen("127.0.0.1", None) as listening:
        assert taken < listening.getsockname()[1] < taken + 20


def test_an_address_that_is_not_ours_gets_a_sentence() -> None:
    with pytest.raises(GalleriaError, match=r"^There is no address 'nowhere\.invalid' to listen on"):
        serve.listen("nowhere.invalid", 0)
    for host in ("..", "a" * 300, "\udcff"):
        with pytest.raises(GalleriaError, match=r"^There is no address '.*' to listen on"):
            serve.listen(host, 0)
    with pytest.raises(GalleriaError, match="can’t be used"):
        serve.listen("192.0.2.1", 1234)


@pytest.mark.parametrize(
    ("host", "shown"),
    [("127.0.0.1", "127.0.0.1"), ("0.0.0.0", "localhost"), ("::1", "[::1]")],  # noqa: S104 - for a moment
)
def test_the_address_is_one_for_a_browser(host: str, shown: str) -> None:
    try:
        listening = serve.listen(host, 0)
    except GalleriaError:
        assert host == "::1"  # a machine without IPv6
        return
    with listening:
        assert serve.address(listening) == f"http://{shown}:{listening.getsockname()[1]}/"


def test_a_box_of_ones_own_is_offered_and_read_anew(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('extends = "published"\n[costs]\ncolor_change = 2\n')
    offered = serve.with_boxes([f"ginkgopolis={file}"])
    assert list(offered) == list(games())
    game = offered["ginkgopolis"]
    assert list(game.boxes) == [*games()["ginkgopolis"].boxes, "mine"]
    with serving(tmp_path / "tables.sqlite", games=offered) as server, server.person() as ada:
        assert "Mine" in ada.get("/new?game=ginkgopolis").text
        for cost in (2, 3):
            file.write_text(f'extends = "published"\n[costs]\ncolor_change = {cost}\n')
            table = new_table(ada, "me", "here:Ben", game="ginkgopolis", box="mine").rpartition("/")[2]
            assert json.loads(server.site.store.table(table).box_text)["costs"]["color_change"] == cost
        file.write_text('extends = "published"\n[costs]\ncolour_change = 4\n')
        page = ada.get("/new?game=ginkgopolis").text
        wish = {"csrf": field(page, "csrf"), "game": "ginkgopolis", "box": "mine", "players": 2, "seat0": "me"}
        refused = ada.post("/new", data={**wish, "name": "Ada", "seat1": "here", "name1": "Ben"})
        assert "mine.toml: table [costs], key colour_change: this key is not known" in unescape(refused.text)


def test_a_box_that_can_not_be_offered_gets_a_sentence(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('extends = "published"\n[costs]\ncolour_change = 2\n')
    (tmp_path / "published.toml").write_text('extends = "published"\n')
    for text, said in (
        ("ginkgopolis", "'ginkgopolis' is no box of a game; write --box "),
        ("chess=mine.toml", 'There is no game "chess"'),
        (f"ginkgopolis={tmp_path}/none.toml", "cannot be read"),
        (f"ginkgopolis={file}", "mine.toml: table [costs], key colour_change: this key is not known"),
        (f"ginkgopolis={tmp_path}/published.toml", "Ginkgopolis has a box 'published' already"),
    ):
        result = CliRunner().invoke(main, ["serve", "--port", "0", "--no-open", "--box", text])
        assert result.exit_code == 1
        assert said in result.output
        assert result.output.count("\n") == 1


def test_the_browser_opens_only_on_a_desktop(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.setenv("DISPLAY", ":0")
    assert not serve.desktop()  # no terminal here
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    assert serve.desktop()
    monkeypatch.delenv("DISPLAY")
    monkeypatch.setattr(sys, "platform", "linux")
    assert not serve.desktop()


def test_a_database_that_can_t_be_used_gets_a_sentence(tmp_path: Path) -> None:
    file = f"sqlite:///{tmp_path}/tables.sqlite"
    broken = ("nonsense", "sqlite:////proc/tables.sqlite", "oracle+nothing://x", "postgresql://host:port/x")
    memory = ("sqlite://", "sqlite:///:memory:")  # where no two threads would see the same
    for url in (*broken, *memory, f"{file}?timeout=abc", f"{file}?wal=1"):
        result = CliRunner().invoke(main, ["serve", "--port", "0", "--no-open", "--db", url])
        assert result.exit_code == 1
        assert result.output.startswith("Error: The database")
        assert result.output.count("\n") == 1


def test_the_database_is_in_the_user_s_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert Settings().database == f"sqlite:///{tmp_path}/galleria/galleria.sqlite"


def test_the_command_line_starts_fast() -> None:
    """Asking for help imports neither the web nor the compiler."""
    check = "import sys, galleria.cli; print({'fastapi', 'numba', 'sqlalchemy', 'rich'} & set(sys.modules))"
    assert subprocess.run([sys.executable, "-c", check], capture_output=True, text=True, check=True).stdout == "set()\n"


def test_the_server_leaves_the_compiler_to_its_workers() -> None:
    check = "import sys, galleria.web.app as a; a.games(); print({'numba', 'llvmlite'} & set(sys.modules))"
    assert subprocess.run([sys.executable, "-c", check], capture_output=True, text=True, check=True).stdout == "set()\n"


def test_every_command_is_there() -> None:
    for name in COMMANDS:
        result = CliRunner().invoke(main, [name, "--help"])
        assert result.exit_code == 0, result.output
    assert CliRunner().invoke(main, ["nonsense"]).exit_code == 2


def test_serve_opens_the_lobby_and_stops_when_told(tmp_path: Path) -> None:
    environment = {**os.environ, "XDG_DATA_HOME": str(tmp_path), "PYTHONUNBUFFERED": "1"}
    command = [sys.executable, "-m", "galleria", "serve", "--port", "0"]
    with (tmp_path / "said").open("w") as said:
        server = subprocess.Popen(command, env=environment, stdout=said, stderr=subprocess.STDOUT)
    try:
        line = until((tmp_path / "said").read_text)
        assert line.startswith("Galleria is open at http://127.0.0.1:")
        lobby = httpx.get(line.split()[4])
        assert lobby.status_code == 200
        assert "Ginkgopolis" in lobby.text
        assert (tmp_path / "galleria" / "galleria.sqlite").exists()
        server.send_signal(signal.SIGINT)
        assert server.wait(timeout=60) == 0
        assert (tmp_path / "said").read_text() == line
    finally:
        server.kill()
        server.wait()
