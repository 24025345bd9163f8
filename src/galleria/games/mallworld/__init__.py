"""Mall World (Andrea Meyer, 2004): the auction game, for 3 to 5 players."""

from pathlib import Path

from galleria.core import Game

from . import events, reasons
from .actions import space
from .box import BoxFile, pack
from .check import INVARIANTS, check
from .glance import weigh
from .goods import goods, holdings
from .hidden import hide, redeal
from .rules import legal, play, preview, setup, why_not
from .scoring import score
from .state import Box, State
from .value import value
from .view import board_text, view
from .words import blurb, label, option_words, points, preview_lines, reason, sentence, steps

FOLDER = Path(__file__).parent

GAME = Game(
    name="mallworld",
    title="Mall World",
    players=range(3, 6),
    rules_version=1,
    longest=5_000,
    sources=events.SOURCES,
    ends=("rounds", "customers", "spaces"),
    invariants=INVARIANTS,
    event_kinds=events.KINDS,
    folder=FOLDER,
    boxes={"published": FOLDER / "box.toml"},
    options={"red_orders_leave": ("round_2", "green_purchase")},
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
    other_question=frozenset(range(reasons.NO_ACTION, reasons.NOT_IN_LOBBY)),
    preview_lines=preview_lines,
    points=points,
    goods=goods,
    holdings=holdings,
    board_text=board_text,
    blurb=blurb,
    option_words=option_words,
    minutes="70-90",
    weight=4,
    horizon=1,
    max_legal=2048,
)
