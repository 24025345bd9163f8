"""Mall des Jahres (markp.de, a prototype): stores, dice and the wishes of customers, for 2 to 4 players."""

from pathlib import Path

from galleria.core import Game

from . import events, reasons
from .actions import space
from .box import RULES_VERSION, BoxFile, pack
from .check import INVARIANTS, check
from .glance import preview_lines
from .goods import goods, holdings
from .rules import hide, legal, play, preview, redeal, score, setup, why_not
from .state import Box, State
from .value import value, weigh
from .view import board_text, view
from .words import blurb, label, option_words, points, reason, sentence, steps

FOLDER = Path(__file__).parent

GAME = Game(
    name="malldesjahres",
    title="Mall des Jahres",
    players=range(2, 5),
    rules_version=RULES_VERSION,
    longest=30_000,
    sources=events.SOURCES,
    ends=("stage", "last article", "round limit"),
    invariants=INVARIANTS,
    event_kinds=events.KINDS,
    folder=FOLDER,
    boxes={"published": FOLDER / "box.toml"},
    options={},
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
    other_question=frozenset(range(reasons.NO_ACTION, reasons.EMPTY_COLUMN)),
    preview_lines=preview_lines,
    points=points,
    goods=goods,
    holdings=holdings,
    board_text=board_text,
    blurb=blurb,
    option_words=option_words,
    minutes="45-90",
    weight=3,
    endless=True,  # whoever never opens five stores ends nothing; the box has a limit of rounds
    horizon=2,
    far_horizon=4,
    max_legal=16,
)
