"""A PostgreSQL server for the tests, where the machine has one: in a folder of its own, without a network."""

import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


def programs() -> Path | None:
    """Where the newest installed server's programs are."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    if found:
        return found[-1].parent
    there = shutil.which("initdb")
    return Path(there).parent if there else None


def missing() -> str | None:
    """Why no server can be started here; None when one can."""
    if programs() is None:
        return "PostgreSQL is not installed"
    if os.geteuid() == 0 and user() is None:
        return "PostgreSQL does not run as root, and there is no user postgres"
    return None


def user() -> str | None:
    """Who runs the server: oneself, or the package's own user in root's stead."""
    if os.geteuid() != 0:
        return pwd.getpwuid(os.geteuid()).pw_name
    try:
        return pwd.getpwnam("postgres").pw_name
    except KeyError:
        return None


@contextmanager
def running() -> Iterator[str]:
    """A server that is stopped at the end; gives the address of its database."""
    folder, name = Path(tempfile.mkdtemp(prefix="galleria-")), user()
    bin_ = programs()
    assert bin_ is not None
    assert name is not None
    if os.geteuid() == 0:
        shutil.chown(folder, name)
    as_user = {"user": name, "group": pwd.getpwnam(name).pw_gid, "extra_groups": []} if os.geteuid() == 0 else {}

    def run(*command: object) -> None:
        subprocess.run([str(part) for part in command], check=True, capture_output=True, cwd=folder, **as_user)

    try:
        run(bin_ / "initdb", "--no-sync", "--auth=trust", "--username=galleria", "--pgdata", folder / "data")
        options = f"-F -c listen_addresses='' -c unix_socket_directories='{folder}'"
        run(bin_ / "pg_ctl", "-D", folder / "data", "-w", "-l", folder / "log", "-o", options, "start")
        try:
            yield f"postgresql+pg8000://galleria@/postgres?unix_sock={folder}/.s.PGSQL.5432"
        finally:
            run(bin_ / "pg_ctl", "-D", folder / "data", "-m", "immediate", "stop")
    finally:
        shutil.rmtree(folder, ignore_errors=True)
