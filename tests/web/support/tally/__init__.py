"""A small game for tests, with all that is awkward: secret simultaneous choices in two steps, then an open one.

Everybody holds four of the cards 0..cards-1. In a round all secretly play a card, plainly or with a risk (worth one
more, but nothing in a tie), then secretly name a seat (`point`). The winner of the round then takes 1 or 2 points.
"""

from pathlib import Path
from typing import Any

from pydantic import Field

from galleria.core import (
    ActionSpace,
    Array,
    BoxModel,
    Context,
    Event,
    Game,
    GameState,
    LoadedBox,
    Record,
    acts,
    array,
    below,
    emit,
    int16,
    rule,
    whisper,
)

FOLDER = Path(__file__).parent
SEATS, CARDS, HAND = 4, 16, 4
PLAY_IT, TAKE_IT = 0, 1

space = ActionSpace()
PLAY = space.verb("play {card} {way}", card=range(CARDS), way=("plain", "risk"))
POINT = space.verb("point at {seat}", seat=range(SEATS))
TAKE = space.verb("take {points}", points=(1, 2))

NO_ACTION, NOT_YOU, OTHER_DECISION, NOT_HELD, TOO_LOW, NO_SUCH_SEAT = range(1, 7)
DEALT, HAS_CHOSEN, PLAYED, TOOK, ENDED = range(5)


class Seat(Record):
    points: int16
    n: int16
    hand: Array[int16] = array(int16, HAND)
    played: int16  # 1 + action, 0 = nothing
    pointed: int16  # 1 + seat, 0 = nobody


class State(GameState):
    winner: int16  # who takes points now, -1 while all choose
    seats: Array[Seat] = array(Seat, SEATS)


class Box(Record):
    rounds: int16
    cards: int16
    double: int16


class Options(BoxModel):
    prize: str


class BoxFile(BoxModel):
    rounds: int = Field(ge=1, le=3)
    cards: int = Field(ge=8, le=CARDS)
    options: Options


def pack(file: BoxFile) -> Box:
    box = Box.new()
    box.rounds, box.cards, box.double = file.rounds, file.cards, int(file.options.prize == "two")
    return box


@rule
def setup(s: State, box: Box, players: int) -> None:
    s.players = players
    s.sides = players
    s.round = 1
    s.winner = -1
    taken = 0
    for i in range(players):
        me = s.seats[i]
        me.n = HAND
        for k in range(HAND):
            card = below(s, box.cards)
            while (taken >> card) & 1:
                card = (card + 1) % box.cards
            taken |= 1 << card
            me.hand[k] = card
            whisper(s, 1 << i, DEALT, i, card, 0, 0, 0)
    s.to_act = (1 << players) - 1


@rule
def why_not(s: State, box: Box, seat: int, action: int) -> int:
    if action < 0 or action >= TAKE + 2:
        return NO_ACTION
    if not acts(s, seat):
        return NOT_YOU
    if s.winner >= 0:
        return 0 if action >= TAKE else OTHER_DECISION
    me = s.seats[seat]
    if me.played:
        if action < POINT or action >= TAKE:
            return OTHER_DECISION
        return 0 if action - POINT < s.players else NO_SUCH_SEAT
    if action >= POINT:
        return OTHER_DECISION
    card = action // 2
    held = 0
    for k in range(me.n):
        if me.hand[k] == card:
            held = 1
    if held == 0:
        return NOT_HELD
    if action % 2 == 1 and card < 3:
        return TOO_LOW
    return 0


@rule
def legal(s: State, box: Box, seat: int, out: Any) -> int:
    n = 0
    for action in range(TAKE + 2):
        if why_not(s, box, seat, action) == 0:
            out[n] = action
            n += 1
    return n


@rule
def reveal(s: State, box: Box) -> None:
    best = -1
    s.winner = 0
    for i in range(s.players):
        me = s.seats[i]
        action = me.played - 1
        emit(s, PLAYED, i, action // 2, action % 2, me.pointed - 1, 0)
        worth = 2 * (action // 2 + action % 2)
        if worth > best:
            best = worth
            s.winner = i
        n = 0
        for k in range(me.n):
            if me.hand[k] != action // 2:
                me.hand[n] = me.hand[k]
                n += 1
        me.hand[n] = 0
        me.n = n
        me.played = 0
        me.pointed = 0
    s.stage += 1
    s.to_act = 1 << s.winner


@rule
def play(s: State, box: Box, seat: int, action: int) -> None:
    me = s.seats[seat]
    if action >= TAKE:
        gain = (action - TAKE + 1) * (1 + box.double)
        me.points += gain
        emit(s, TOOK, seat, gain, 0, 0, 0)
        s.stage += 1
        s.winner = -1
        if s.round == box.rounds:
            s.over = 1
            s.to_act = 0
            emit(s, ENDED, -1, 0, 0, 0, 0)
        else:
            s.round += 1
            s.to_act = (1 << s.players) - 1
    elif action >= POINT:
        me.pointed = action - POINT + 1
        s.to_act &= ~(1 << seat)
        emit(s, HAS_CHOSEN, seat, 0, 0, 0, 0)
        if s.to_act == 0:
            reveal(s, box)
    else:
        me.played = action + 1


@rule
def hide(s: State, box: Box, seat: int) -> None:
    s.rng.a = 0
    s.rng.b = 0
    s.rng.c = 0
    s.rng.counter = 0
    for i in range(s.players):
        if i != seat:
            other = s.seats[i]
            other.played = 0
            other.pointed = 0
            for k in range(HAND):
                other.hand[k] = 0


@rule
def redeal(s: State, box: Box, seat: int) -> None:
    taken = 0
    if seat >= 0:
        for k in range(s.seats[seat].n):
            taken |= 1 << s.seats[seat].hand[k]
    for i in range(s.players):
        if i != seat:
            other = s.seats[i]
            for k in range(other.n):
                card = below(s, box.cards)
                while (taken >> card) & 1:
                    card = (card + 1) % box.cards
                taken |= 1 << card
                other.hand[k] = card
            if s.winner < 0 and not acts(s, i):
                other.played = 2 * other.hand[0] + 1
                other.pointed = 1 + below(s, s.players)


@rule
def score(s: State, box: Box, seat: int, out: Any) -> int:
    out[0] = s.seats[seat].points
    return out[0]


@rule
def check(s: State, box: Box) -> int:
    return 0


@rule
def value(s: State, box: Box, seat: int) -> int:
    return 1000 * s.seats[seat].points


@rule
def preview(s: State, box: Box, seat: int, action: int) -> None:
    s.log.n = 0
    if action >= TAKE:
        emit(s, TOOK, seat, (action - TAKE + 1) * (1 + box.double), 0, 0, 0)


def view(s: Any, box: LoadedBox, seat: int) -> dict[str, Any]:
    return {
        "seat": seat,
        "round": s.round,
        "hand": sorted(s.seats[seat].hand[k] for k in range(s.seats[seat].n)) if seat >= 0 else [],
        "points": [s.seats[i].points for i in range(s.players)],
        "prompt": {"title": "Choose", "hint": ""},
        "buttons": [
            {"step": step, "text": step, "hint": "", "icon": ""} for step in ("plain", "risk", "take-1", "take-2")
        ],
        "sources": [{"key": "rounds", "title": "Rounds", "help": ""}],
        "final": None,
    }


def sentence(event: Event, context: Context) -> str:
    who = context.names[event.who] if event.who >= 0 else ""
    if event.kind == DEALT:
        return f"You get card {event.a}."
    if event.kind == HAS_CHOSEN:
        return f"{who} has chosen."
    if event.kind == PLAYED:
        way = "with a risk" if event.b else "plainly"
        return f"{who} plays {event.a} {way} and points at {context.names[event.c]}."
    return f"{who} takes {event.a}." if event.kind == TOOK else "That was the last round."


def steps(action: int) -> tuple[str, ...]:
    if action >= TAKE:
        return (f"take-{action - TAKE + 1}",)
    if action >= POINT:
        return (f"seat-{action - POINT}",)
    return (f"card-{action // 2}", "risk" if action % 2 else "plain")


def label(action: int, context: Context) -> str:
    return space.text(action).capitalize()


def reason(code: int, s: Any, box: LoadedBox, seat: int, action: int) -> str:
    return {
        NO_ACTION: "There is no such action.",
        NOT_YOU: "It is not your turn.",
        OTHER_DECISION: "This is not what you are asked now.",
        NOT_HELD: f"You do not hold card {action // 2}.",
        TOO_LOW: f"A risk needs a card of 3 or more; this is {action // 2}.",
        NO_SUCH_SEAT: "Nobody sits there.",
    }[code]


def preview_lines(events: list[Event], context: Context) -> list[dict[str, Any]]:
    return [{"kind": "gain", "item": "", "amount": e.a, "text": f"{e.a} points"} for e in events]


GAME = Game(
    name="tally",
    title="Tally",
    players=range(2, SEATS + 1),
    rules_version=1,
    longest=40,
    sources=("rounds",),
    ends=("last round",),
    invariants=(),
    event_kinds=("dealt", "has chosen", "played", "took", "ended"),
    folder=FOLDER / "templates",
    boxes={"published": FOLDER / "box.toml"},
    options={"prize": ("one", "two")},
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
    preview=preview,
    view=view,
    sentence=sentence,
    steps=steps,
    label=label,
    reason=reason,
    other_question=frozenset({NO_ACTION, NOT_YOU, OTHER_DECISION}),
    preview_lines=preview_lines,
    blurb=lambda: "A game for tests.",
    minutes="5",
)
