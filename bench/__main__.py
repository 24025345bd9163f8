"""`make bench`: measures speeds on this machine, prints them, and writes them to bench/RESULTS.md.

    python bench [--quick] [--without-start]

Ratios are of runs that took turns; numbers are medians of several repeats. --quick repeats less and does not write.
"""

import argparse
import os
import platform
import subprocess
import sys
from collections.abc import Iterable
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path

HERE = Path(__file__).parent
RESULTS = HERE / "RESULTS.md"
LOAD = "## Many tables at once"
"""Head of the last section."""
PACKAGES = ("numba", "llvmlite", "numpy", "open-spiel", "catanatron", "fastapi", "sqlalchemy")


def first_line(path: str, start: str) -> str:
    """What a line of a file says after its colon, or ""."""
    try:
        lines = Path(path).read_text().splitlines()
    except OSError:
        return ""
    return next((line.partition(":")[2].strip() for line in lines if line.startswith(start)), "")


def machine() -> list[str]:
    """Where and with what it was measured."""
    memory = first_line("/proc/meminfo", "MemTotal").split()
    gcc = subprocess.run(["gcc", "-dumpfullversion"], capture_output=True, text=True, check=True).stdout.strip()
    packages = ", ".join(f"{name} {version(name)}" for name in PACKAGES)
    size = f", {int(memory[0]) / 2**20:.0f} GB" if memory else ""
    cpu = first_line("/proc/cpuinfo", "model name") or platform.processor()
    system = f"{platform.system()} {platform.release()}, load {os.getloadavg()[0]:.1f} at the start"
    return [
        f"- {cpu}, {os.cpu_count()} cores{size}; {system}",
        f"- Python {platform.python_version()}, gcc {gcc} (-O3), {packages}",
        f"- galleria {version('galleria')}, {datetime.now(UTC):%Y-%m-%d}",
    ]


def table(heads: Iterable[str], rows: Iterable[Iterable[str]]) -> list[str]:
    """A Markdown table; all columns but the first are numbers."""
    heads = list(heads)
    lines = [heads, ["---"] + ["---:"] * (len(heads) - 1), *rows]
    return [f"| {' | '.join(line)} |" for line in lines] + [""]


def connect_four(repeats: int) -> list[str]:
    """The yardstick."""
    import bench_connect_four as bench

    r = bench.measure(repeats)
    return [
        "## Connect Four: random playouts on one core",
        "",
        *table(
            ("", "decisions/s", "ours is"),
            [
                ("ours, rules linked into the loop", f"{r['ours'] / 1e6:.1f} M", ""),
                ("C by hand, gcc -O3", f"{r['c'] / 1e6:.1f} M", f"{r['share_of_c']:.2f} of it (aim 0.85)"),
                (
                    "OpenSpiel, C++ random rollouts",
                    f"{r['open_spiel'] / 1e6:.1f} M",
                    f"{r['times_open_spiel']:.1f} times it (aim 10)",
                ),
            ],
        ),
    ]


def large_games(repeats: int) -> list[str]:
    """Random games."""
    import bench_games as bench

    r = bench.measure(repeats)
    other = r.pop("catanatron")
    rows = [
        (
            title,
            f"{row['decisions_per_second']:,.0f}",
            f"{row['games_per_second']:,.0f}",
            f"{row['forced_share']:.1%}",
            f"{row['decisions_per_game']:.0f}",
        )
        for title, row in r.items()
    ]
    speed, length = other["decisions_per_second"], other["decisions_per_game"]
    rows.append(("Catanatron (Settlers), 4 players", f"{speed:,.0f}", f"{speed / length:,.0f}", "", f"{length:.0f}"))
    return [
        "## Random games on one core",
        "",
        "Aim: 1,000,000 decisions/s. Forced: with a single legal action. Played as by `galleria simulate`,",
        "scores, spreads and digest included.",
        "",
        *table(("", "decisions/s", "games/s", "forced", "decisions a game"), rows),
    ]


def search() -> list[str]:
    """The bots."""
    import bench_search as bench

    r = bench.measure("ginkgopolis", 2)
    rows = [
        (level, f"{row['playouts_per_second']:,}", f"{row['mean_seconds']:.3f} s", f"{row['max_seconds']:.3f} s")
        for level, row in r.items()
        if isinstance(row, dict)
    ]
    return [
        "## Bots: Ginkgopolis, two players, one core",
        "",
        *table(("level", "playouts/s", "mean time of a move", "longest"), rows),
        f"From the start of a process to the first move of `normal`: {r['first_move_seconds']:.2f} s.",
        "",
    ]


def web(with_start: bool) -> list[str]:
    """Pages."""
    import bench_web as bench

    r = bench.measure()
    rows = [
        (
            "weight of the lobby / with all it loads",
            f"{r['lobby_bytes'] / 1e3:.1f} / {r['lobby_whole_bytes'] / 1e3:.0f} kB",
        ),
        (
            "weight of a table / with all it loads",
            f"{r['table_bytes'] / 1e3:.1f} / {r['table_whole_bytes'] / 1e3:.0f} kB",
        ),
        (
            "an answer sent until the new page is there, median / 95 %",
            f"{1000 * r['answer_seconds']:.0f} / {1000 * r['answer_seconds_95']:.0f} ms",
        ),
        ("`galleria serve` until the lobby", f"{r['serve_seconds']:.1f} s"),
    ]
    if with_start:
        s = bench.starts()
        rows += [
            ("`make play` until the lobby, fresh copy, empty caches", f"{s['cold']:.0f} s"),
            ("`make play` until the lobby, again", f"{s['warm']:.1f} s"),
        ]
    return ["## Web: Ginkgopolis, a table of two people", "", *table(("", "measured"), rows)]


def kept() -> list[str]:
    """What `bench/load.py` has written: it takes ten minutes and is measured by itself."""
    _, mark, rest = RESULTS.read_text(encoding="utf-8").partition(f"\n{LOAD}\n") if RESULTS.exists() else ("", "", "")
    return [LOAD, *rest.splitlines()] if mark else []


def main() -> None:
    """Measure and tell."""
    parser = argparse.ArgumentParser(prog="bench", description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="few repeats; nothing is written")
    parser.add_argument(
        "--without-start", action="store_true", help="leave out make play, which installs everything anew"
    )
    arguments = parser.parse_args()
    repeats = 3 if arguments.quick else 9
    lines = [
        "# Speeds",
        "",
        "Written by `make bench`. Medians of several repeats; ratios of runs that took turns.",
        "",
        *machine(),
        "",
    ]
    print("\n".join(lines))
    parts = (
        lambda: connect_four(repeats),
        lambda: large_games(3 if arguments.quick else 5),
        search,
        lambda: web(not (arguments.quick or arguments.without_start)),
    )
    for part in parts:
        found = part()
        print("\n".join(found), flush=True)
        lines += found
    if not arguments.quick:
        lines += kept()
        RESULTS.write_text("\n".join(lines).rstrip() + "\n", encoding="utf-8")
        print(f"Written to {RESULTS.relative_to(HERE.parent)}.")


if __name__ == "__main__":
    sys.exit(main())
