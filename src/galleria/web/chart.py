"""The analysis as the page shows it: lines to draw, rows of a table, and the turning points in words and numbers."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from .analysis import Findings
from .reel import Reel

LEFT, RIGHT, TOP, BOTTOM = 40.0, 330.0, 12.0, 192.0
"""The field of the curves, in a picture 440 wide and 226 high; names stand to its right."""
SPACE = 17.0
"""Between two names."""


def curve_chart(reel: Reel, found: Findings) -> dict[str, Any]:
    """Lines of every side's chance to win, with what is needed to tell them apart without colour."""
    film = reel.film
    last = max(film.last, 1)

    def x(step: int) -> float:
        return round(LEFT + (RIGHT - LEFT) * step / last, 1)

    def y(chance: float) -> float:
        return round(BOTTOM - (BOTTOM - TOP) * chance, 1)

    lines = []
    ends = _apart([y(found.curve[-1][1][side]) for side in range(len(film.names))])
    for side, name in enumerate(film.names):
        points = [(x(step), y(chances[side])) for step, chances in found.curve]
        marks = points[side % 4 :: max(1, len(points) // 9)]  # not all in the same places
        lines.append(
            {
                "side": side,
                "name": name,
                "path": "M" + "L".join(f"{a} {b}" for a, b in points),
                "marks": marks,
                "label": ends[side],
                "now": round(100 * found.curve[-1][1][side]),
            }
        )
    rows = [
        {
            "url": reel.link(step),
            "step": step,
            "round": film.rounds[step],
            "chances": [round(100 * chance) for chance in chances],
        }
        for step, chances in found.curve
    ]
    return {
        "lines": lines,
        "rows": rows,
        "grid": [(y(share / 4), f"{25 * share} %") for share in range(5)],
        "left": LEFT,
        "right": RIGHT,
        "top": TOP,
        "bottom": BOTTOM,
        "cursor": x(reel.step),
        "turning": [{"x": x(point["number"]), "url": reel.link(point["number"])} for point in found.turning],
    }


def turning_points(reel: Reel, found: Findings) -> list[dict[str, Any]]:
    """The moves that changed most, with the bot's choice and its reasons in numbers."""
    film = reel.film
    shown = []
    for point in found.turning:
        context = film.asked(point["number"])
        label = film.game.label
        shown.append(
            {
                "step": point["number"],
                "before": reel.link(point["number"] - 1, point["seat"]),
                "url": reel.link(point["number"]),
                "round": film.rounds[point["number"] - 1],
                "seat": point["seat"],
                "name": film.names[point["seat"]],
                "played": label(point["action"], context),
                "better": label(point["best"], context),
                "worth": round(100 * point["worth"]),
                "best": round(100 * point["better"]),
                "lost": round(100 * (point["better"] - point["worth"])),
                "share": round(100 * point["visits"] / point["tries"]),
                "best_share": round(100 * point["best_visits"] / point["tries"]),
                "tries": point["tries"],
                "deeper": point["deeper"],
                "place": point["place"],
                "choices": point["choices"],
                "others": [
                    {"label": label(action, context), "share": round(100 * visits / point["tries"])}
                    for action, visits, _mean in point["others"]
                ],
            }
        )
    return shown


def _apart(heights: Sequence[float]) -> list[float]:
    """Heights for names, near the ends of their lines and far enough from each other."""
    order = sorted(range(len(heights)), key=lambda i: heights[i])
    placed = list(heights)
    for lower, higher in pairwise(order):
        placed[higher] = max(placed[higher], placed[lower] + SPACE)
    over = max(0.0, max(placed, default=0.0) - BOTTOM)
    return [round(height - over, 1) for height in placed]
