"""Connect Four: the smallest complete game, to learn from and to measure with.

Two players drop discs into seven columns; four of one's own in a row, in any direction, win. Everything a game gives
the engine is here, one file per matter, in the order in which one would write it:

    state.py       the records: what lies on the table, and what the box decides
    actions.py     the answers a player can give, as numbers and as words
    rules.py       the rules, written once, for people's moves and for millions of playouts
    box.toml       the box as data; box.py checks it and turns it into a record
    view.py        sentences, labels, and the picture that pages draw
    text.py        the language of the sentences, with the translations in locale/
    board.svg.j2   the board, and panel.html.j2 what stands beside it

The `Game` at the end of this file ties them together. pyproject.toml names it under the entry point group
`galleria.games`; installing this folder (`pip install examples/connect_four`) puts it into the lobby, the command line
and every study. tests/ shows the generic suite that every game gets for one line. docs/adding-a-game.md walks through
all of it.
"""

from pathlib import Path

from galleria.core import Game

from . import actions, box, rules, state, view

FOLDER = Path(__file__).parent

GAME = Game(
    name="connect_four",
    title="Connect Four",
    players=range(2, 3),
    rules_version=1,
    longest=42,
    sources=("win",),
    ends=("four in a row", "board full"),
    invariants=("discs lie on each other without gaps", "as many discs as moves"),
    event_kinds=("dropped", "won", "drawn"),
    folder=FOLDER,
    boxes={"published": FOLDER / "box.toml"},
    state=state.State,
    box=state.Box,
    box_model=box.BoxFile,
    pack=box.pack,
    actions=actions.space,
    setup=rules.setup,
    why_not=rules.why_not,
    legal=rules.legal,
    play=rules.play,
    hide=rules.hide,
    redeal=rules.redeal,
    score=rules.score,
    check=rules.check,
    value=rules.value,
    points=view.points,
    view=view.view,
    sentence=view.sentence,
    steps=view.steps,
    label=view.label,
    reason=view.reason,
    board_text=view.board_text,
    blurb=view.blurb,
    minutes="5",
    weight=1,
)
