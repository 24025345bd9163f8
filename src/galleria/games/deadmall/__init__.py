"""Dead Mall (markp.de, a prototype): dice and decks in an abandoned mall, for 2 to 4 players."""

from pathlib import Path

from galleria.core import Game

from . import events, reasons
from .actions import space
from .box import BoxFile, pack
from .check import INVARIANTS, check
from .goods import goods, holdings
from .rules import hide, legal, play, preview, redeal, score, setup, why_not
from .state import Box, State
from .value import value, weigh
from .view import board_text, view
from .words import blurb, label, option_words, points, preview_lines, reason, sentence, steps

FOLDER = Path(__file__).parent

GAME = Game(
    name="deadmall",
    title="Dead Mall",
    players=range(2, 5),
    rules_version=1,
    longest=30_000,
    sources=events.SOURCES,
    ends=("all branches", "round limit"),
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
    view=view,
    sentence=sentence,
    steps=steps,
    label=label,
    reason=reason,
    other_question=frozenset(range(reasons.NO_ACTION, reasons.EMPTY_SLOT)),
    preview=preview,
    preview_lines=preview_lines,
    points=points,
    goods=goods,
    holdings=holdings,
    board_text=board_text,
    blurb=blurb,
    option_words=option_words,
    minutes="60-90",
    weight=4,
    endless=True,  # whoever never acquires anything ends nothing; the box has a limit of rounds
    horizon=3,
    max_legal=64,
)
