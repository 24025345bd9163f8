"""The log by rounds, whose old rounds need not be told again, says what the log says that is told anew."""

import random
from typing import Any

import pytest

from galleria.core import Match, games
from galleria.web import story
from galleria.web.story import Chapter


def beside_of(rng: random.Random, actions: int, rounds: dict[int, int]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    for n, moves in enumerate(sorted(rng.randint(0, actions) for _ in range(6))):
        part = {"who": 0, "kind": "table", "text": f"Beside {n}."}
        entry: dict[str, Any] = {"moves": moves, "seat": 0, "name": "A", "lines": [part["text"]], "parts": [part]}
        if rng.random() < 0.5:  # something that was taken back
            entry |= {"rounds": (rounds[moves], rounds[moves]), "struck": True}
        found.append(entry)
    return found


def told(chapters: list[Any]) -> list[tuple[Any, ...]]:
    """Rounds, their titles and their entries, all but the numbers of these."""
    kept = ("place", "action", "seat", "name", "parts", "mine", "struck")
    return [
        (c["round"], c["title"], [{key: entry[key] for key in kept if key in entry} for entry in c["entries"]])
        for c in chapters
    ]


def made(chapters: list[Chapter]) -> list[dict[str, Any]]:
    whole = [{"round": c.round, "title": c.title, "entries": c.entries()} for c in chapters]
    return [chapter for chapter in whole if chapter["entries"]]


@pytest.mark.parametrize("name", games())
def test_rounds_say_the_same_and_change_only_with_what_they_are_made_of(name: str) -> None:
    game, rng = games()[name], random.Random(5)
    match = Match.new(game, game.players[-1], seed="story")
    rounds = {0: int(match.state.round)}
    known: dict[tuple[int, int], tuple[Any, Any]] = {}
    again = 0
    while not match.over and len(match.actions) < 150:
        seat = rng.choice(match.to_act)
        match.play(seat, rng.choice(match.legal(seat)))
        rounds[len(match.actions)] = int(match.state.round)
        if rng.random() > 0.1 and not match.over:
            continue
        actors = {number: seat for number, (seat, _action) in enumerate(match.actions, 1)}
        for seat in range(-1, len(match.names)):
            sides = (seat,) if seat >= 0 else ()
            context, events = match.context_for(seat), match.events_for(seat)
            beside = beside_of(rng, len(match.actions), rounds) if rng.random() < 0.5 else []
            entries = story.entries(game, context, events, actors, rounds)
            whole = story.chapters(story.woven(entries, beside), sides)
            lazy = story.by_round(game, context, events, actors, rounds, beside, sides)
            assert told(made(lazy)) == told(whole)
            keys = [float(entry["key"]) for chapter in lazy for entry in chapter.entries()]
            assert keys == sorted(set(keys))
            for chapter in lazy:
                found = [(entry["key"], entry["made_of"]) for entry in chapter.entries()]
                before = known.get((seat, chapter.round))
                if before is not None and before[0] == chapter.made_of:
                    again += 1
                    assert found == before[1]
                known[seat, chapter.round] = chapter.made_of, found
    assert again or max(rounds.values()) < 2
