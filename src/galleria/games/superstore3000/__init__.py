"""Superstore 3000 (Rodrigo Rego, 2024) for 2 to 4 players."""

from pathlib import Path

from galleria.core import Game

from . import events, reasons
from .actions import space
from .box import MAX_LEGAL, BoxFile, pack
from .check import INVARIANTS, check
from .glance import weigh
from .goods import goods, holdings
from .hidden import hide, redeal
from .rules import legal, play, preview, setup, why_not
from .scoring import score
from .state import Box, State
from .value import value
from .view import board_text, points, view
from .words import blurb, label, option_words, preview_lines, reason, sentence, steps

FOLDER = Path(__file__).parent

GAME = Game(
    name="superstore3000",
    title="Superstore 3000",
    players=range(2, 5),
    rules_version=1,
    longest=320,  # 39 turns for each of 4 players, and a walk for each store at most
    sources=events.SOURCES,
    ends=("supply", "attractions"),
    invariants=INVARIANTS,
    event_kinds=events.KINDS,
    folder=FOLDER,
    boxes={"published": FOLDER / "box.toml", "readings": FOLDER / "readings.toml"},
    state=State,
    box=Box,
    box_model=BoxFile,
    pack=pack,
    actions=space,
    setup=setup,
    why_not=why_not,
    legal=legal,
    play=play,
    hide=hide,
    redeal=redeal,
    score=score,
    check=check,
    value=value,
    weigh=weigh,
    preview=preview,
    view=view,
    sentence=sentence,
    steps=steps,
    label=label,
    reason=reason,
    other_question=frozenset({reasons.WALK_FIRST, reasons.NO_WALK, reasons.MATCH_OVER, reasons.NOT_YOUR_TURN}),
    preview_lines=preview_lines,
    points=points,
    goods=goods,
    holdings=holdings,
    board_text=board_text,
    blurb=blurb,
    option_words=option_words,
    minutes="30-45",
    weight=2,
    max_legal=MAX_LEGAL,
)
