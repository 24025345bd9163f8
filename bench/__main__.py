"""Measures speeds and writes them to bench/RESULTS.md.

make bench                      everything, about ten minutes
make bench ARGS="--quick"       shorter runs, printed only
"""

import argparse
import platform
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path
from typing import Any

import bench_search
import playouts
import serving

RESULTS = Path(__file__).parent / "RESULTS.md"


def cpu() -> str:
    """The processor's name."""
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
    except OSError:
        return platform.processor()
    return next((line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")), platform.machine())


def versions() -> str:
    """What was measured with."""
    gcc = subprocess.run(["gcc", "-dumpfullversion"], capture_output=True, text=True, check=True).stdout.strip()
    names = ("numba", "numpy", "open-spiel", "catanatron")
    return ", ".join([f"Python {platform.python_version()}", *(f"{n} {version(n)}" for n in names), f"gcc {gcc}"])


def million(n: float) -> str:
    """A speed for people."""
    return f"{n / 1e6:.2f} M/s" if n >= 1e6 else f"{n / 1e3:.1f} k/s"


def page(found: dict[str, Any]) -> str:
    """The results as Markdown."""
    four, town = found["playouts"]["connect_four"], found["playouts"]["ginkgopolis"]
    against_open_spiel = f"ours / OpenSpiel = {four['ours'] / four['open_spiel']:.1f}"
    against_catanatron = f"ours / Catanatron = {town['ours'] / town['catanatron']:.0f}"
    rows = [
        "# Measured",
        "",
        "Written by `make bench`. Speeds drift with the machine, so what counts are the ratios: both sides of a ratio",
        "were measured in turn, in one run, on one core; figures are medians.",
        "",
        f"Machine: {cpu()}, {platform.system()}; {versions()}.",
        "",
        "## Random playouts",
        "",
        "Every decision lists all legal actions, draws one and plays it.",
        "",
        "| game | decisions | ratio | aim |",
        "|---|---|---|---|",
        f"| Connect Four, Galleria | {million(four['ours'])} | | |",
        f"| Connect Four, hand-written C | {million(four['c'])} | ours / C = {four['ours'] / four['c']:.2f} | 0.85 |",
        f"| Connect Four, OpenSpiel in C++ | {million(four['open_spiel'])} | {against_open_spiel} | 10 |",
        f"| Ginkgopolis, two players, Galleria | {million(town['ours'])} | | 1.00 M/s |",
        f"| Settlers, two players, Catanatron | {million(town['catanatron'])} | {against_catanatron} | |",
        "",
        "| Ginkgopolis players | decisions | games | decisions a game | forced |",
        "|---|---|---|---|---|",
    ]
    rows += [
        f"| {n} | {million(r['decisions'])} | {r['games']:,.0f} /s | {r['length']:.1f} | {100 * r['forced']:.1f} % |"
        for n, r in found["playouts"]["by_players"].items()
    ]
    search = found["search"]
    first = search["first_move_seconds"]
    rows += [
        "",
        "## Search",
        "",
        f"Ginkgopolis, {search['players']} players, positions along a match; one core.",
        "",
        "| level | playouts | mean move | longest move |",
        "|---|---|---|---|",
    ]
    rows += [
        f"| {level} | {r['playouts_per_second']:,} /s | {r['mean_seconds']:.2f} s | {r['max_seconds']:.2f} s |"
        for level, r in search.items()
        if isinstance(r, dict)
    ]
    serve = found["serving"]
    weight = serve["page"]
    rows += [
        "",
        f"A new process makes its first move (`normal`) after {first:.2f} s with compiled code on disk.",
        "",
        "## Serving",
        "",
        "| what | figure |",
        "|---|---|",
        f"| `galleria serve` to the lobby, nothing compiled, no database | {serve['lobby_cold']:.2f} s |",
        f"| the same, second start | {serve['lobby_warm']:.2f} s |",
        f"| answer to a move, with the fresh table in it | {1000 * serve['answer_median']:.0f} ms |",
        f"| the slowest of a hundred | {1000 * serve['answer_p99']:.0f} ms |",
        f"| page of a table | {weight['html'] / 1000:.0f} kB, sent compressed as {weight['sent'] / 1000:.0f} kB |",
        f"| its styles, scripts and pictures, fetched once | {weight['once'] / 1000:.0f} kB |",
        "",
    ]
    return "\n".join(rows)


def main() -> None:
    """Measure, print and keep."""
    parser = argparse.ArgumentParser(prog="make bench", description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="shorter runs; the results are printed, not kept")
    quick = parser.parse_args().quick
    found = {
        "playouts": playouts.measure(1 if quick else 7, 0.1 if quick else 1.0),
        "search": bench_search.measure("ginkgopolis", 2),
        "serving": serving.measure(1 if quick else 5, 10 if quick else 100),
    }
    text = page(found)
    print(text)
    if not quick:
        RESULTS.write_text(text, encoding="utf-8")
        print(f"kept in {RESULTS}", file=sys.stderr)


if __name__ == "__main__":
    main()
