"""What a seat is sent must be the same, byte for byte, after all that it may not know was dealt anew."""

import asyncio
import hashlib
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
import tally
from running import Server, until

from galleria.core import Game, Match, games, kernel, seed_random
from galleria.web import leaks, pages, present
from galleria.web.acting import Acting
from galleria.web.leaks import Leak
from galleria.web.looking import Looking, Picture
from galleria.web.refusals import Foreign, Illegal

GAMES = {"tally": tally.GAME, **games()}


def search(game: Game, states: int, share: float, seed: str = "1") -> Counter[str]:
    return asyncio.run(leaks.search([game], states, seed, share))


@pytest.mark.parametrize("name", sorted(GAMES))
def test_nothing_that_is_hidden_shows(name: str) -> None:
    count = search(GAMES[name], 60, 0.4)
    assert count["states"] == 60
    assert count["answers"] > 10
    assert count["exchanged"] > 60 or name == "connect_four"  # where nothing is hidden


def digest(match: Match) -> str:
    return hashlib.sha256(match.state.tobytes()).hexdigest()


def whole_state(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Match, "hidden", lambda match, _seat: match.game.state.of(match.state.buffer().copy()))


def whole_log(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Match, "events_for", lambda match, _seat=-1: match.events)


def answers_of_others(patch: pytest.MonkeyPatch) -> None:
    made: Callable[..., Picture] = Looking._picture

    def told(*given: Any) -> Picture:
        picture = made(*given)
        match = given[1].match
        return picture if match is None else leaks.replace(picture, names=(*picture.names, str(match.actions)))

    patch.setattr(Looking, "_picture", told)


def number_of_secrets(patch: pytest.MonkeyPatch) -> None:
    made: Callable[..., Picture] = Looking._picture

    def told(*given: Any) -> Picture:
        picture = made(*given)
        match = given[1].match
        return picture if match is None else leaks.replace(picture, version=len(match.events))

    patch.setattr(Looking, "_picture", told)


def seed_on_the_page(patch: pytest.MonkeyPatch) -> None:
    made = present.table_facts
    patch.setattr(present, "table_facts", lambda picture, *rest: {**made(picture, *rest), "seed": picture.row.seed})


def seed_in_a_header(patch: pytest.MonkeyPatch) -> None:
    made = pages.etag
    patch.setattr(pages, "etag", lambda picture, *rest: f"{made(picture, *rest)}{picture.row.seed}")


def words_of_a_refusal(patch: pytest.MonkeyPatch) -> None:
    made = Match.why_not

    def told(match: Match, seat: int, action: int | str) -> str | None:
        reason = made(match, seat, action)
        return reason and f"{reason} {digest(match)}"

    patch.setattr(Match, "why_not", told)


def kind_of_a_refusal(patch: pytest.MonkeyPatch) -> None:
    made = Acting.act

    async def told(tables: Any, table: str, *given: Any) -> None:
        try:
            await made(tables, table, *given)
        except Illegal as error:
            kind = Foreign if int(digest(tables._lives[table].match)[0], 16) % 2 else Illegal
            raise kind(str(error)) from error

    patch.setattr(Acting, "act", told)


@pytest.mark.parametrize(
    "mutation",
    [
        whole_state,
        whole_log,
        answers_of_others,
        number_of_secrets,
        seed_on_the_page,
        seed_in_a_header,
        words_of_a_refusal,
        kind_of_a_refusal,
    ],
)
def test_a_leak_is_noticed(mutation: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch) -> None:
    mutation(monkeypatch)
    with pytest.raises(Leak, match="when what is hidden is exchanged"):
        search(tally.GAME, 300, 1.0)


def redealt(match: Match, seat: int, seed: str) -> bytes:
    """Another state of the match that looks the same to the seat."""
    state = match.hidden(seat)
    seed_random(state.rng, seed)
    buf = state.buffer()
    kernel(match.game).redeal(buf, match.box.buf, seat)
    return buf.tobytes()


def test_a_bot_is_given_what_its_seat_knows_and_nothing_else(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two tables that differ only in what the bot can't see give its worker the same bytes."""
    tables = server.site.tables
    asked: list[tuple[bytes, bytes]] = []
    choose = tables.bots.choose

    async def noted(game: str, hidden: bytes, box: bytes, seat: int, bot: str, seed: str) -> int:
        asked.append((hidden, box))
        return await choose(game, hidden, box, seat, bot, seed)

    monkeypatch.setattr(tables.bots, "choose", noted)
    with server.person() as ada:
        wish = {"game": "tally", "seats": [{"kind": "me", "name": "Ada"}, {"kind": "bot", "level": "slow"}]}
        table = ada.post("/api/tables", json=wish).json()["id"]
        until(lambda: asked)
        match = tables._lives[table].match
        assert match is not None
        state = match.game.state.of(bytearray(redealt(match, 1, "another world")))
        assert state.tobytes() != match.state.tobytes()
        kernel(match.game).hide(state.buffer(), match.box.buf, 1)
        assert asked == [(state.tobytes(), match.box.buf.tobytes())]
        row = server.site.store.table(table)
        assert row is not None
        assert row.seed.encode() not in asked[0][0] + asked[0][1]
