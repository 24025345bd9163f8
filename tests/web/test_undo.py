"""Taking back: when it is free, whom it asks, what stays secret, and that nothing stale ever acts."""

import random
import re
from collections.abc import Callable
from html import unescape
from typing import Any

import httpx
import pytest
import tally
from running import Server, answer, api, new_table, until

from galleria.core import Game, Match, find_game, kernel, seed_random
from galleria.web.revealing import reveals


def seated(server: Server, people: list[httpx.Client], game: str = "tally", **wish: Any) -> str:
    """A running table at which every person has one seat. Its number."""
    seats = [{"kind": "me", "name": "P0"}, *({"kind": "open"} for _ in people[1:])]
    made = people[0].post("/api/tables", json={"game": game, "seats": seats, **wish}).json()
    for seat, code in made["invitations"].items():
        people[int(seat)].post(f"/api/invitations/{code}", json={"name": f"P{seat}"})
    if game == "tally":
        until(lambda: server.site.bots.is_ready(game))  # then pages offer hints
    return made["id"]


def offered(page: str) -> dict[str, str] | None:
    """The fields of the form with which the reader can take something back or ask for it."""
    found = re.search(r'<form class="undo".*?</form>', page, re.DOTALL)
    return dict(re.findall(r'name="(\w+)" value="(-?\d*)"', found[0])) if found else None


def asked(page: str, agrees: int) -> dict[str, str]:
    """The fields of the form with which the reader agrees or refuses."""
    for found in re.findall(r"<form[^>]*/undo/consent.*?</form>", page, re.DOTALL):
        fields = dict(re.findall(r'name="(\w+)" value="(-?\d*)"', found))
        if fields["agrees"] == str(agrees):
            return fields
    raise AssertionError("the reader is not asked")


def undo(client: httpx.Client, table: str) -> httpx.Response:
    """Press the button."""
    fields = offered(client.get(f"/table/{table}").text)
    assert fields is not None
    return client.post(f"/table/{table}/undo", data=fields)


def sentences(client: httpx.Client, table: str) -> list[tuple[str, bool]]:
    return [(line, entry["struck"]) for entry in api(client, table)["log"] for line in entry["lines"]]


def everything(client: httpx.Client, table: str) -> tuple[Any, ...]:
    """What a person sees of a table, but for the time."""
    page = re.sub(r"<time[^>]*>.*?</time>", "", client.get(f"/table/{table}").text)
    return page, api(client, table)


def round_of(people: list[httpx.Client], table: str) -> None:
    """Everybody plays a card and points; nobody takes the points yet."""
    for seat, client in enumerate(people):
        answer(client, table, seat)
        answer(client, table, seat)


# One's own secret answer


def test_half_an_answer_is_taken_back_and_nobody_notices(server: Server) -> None:
    with server.person() as ada, server.person() as ben, server.person() as eve:
        table = seated(server, [ada, ben])
        assert offered(ada.get(f"/table/{table}").text) is None
        decision = api(ada, table)["decision"]
        before = everything(ben, table), everything(eve, table)
        answer(ada, table, 0)
        assert offered(ben.get(f"/table/{table}").text) is None
        assert undo(ada, table).status_code == 303
        assert (everything(ben, table), everything(eve, table)) == before
        now = api(ada, table)["decision"]
        assert now["actions"] == decision["actions"]
        assert now["version"] > decision["version"]
        assert [line for line, _ in sentences(ada, table)][-1] == "P0 takes back an answer."


def test_a_secret_answer_is_taken_back_freely_until_all_have_answered(server: Server) -> None:
    with server.person() as ada, server.person() as ben, server.person() as cleo:
        table = seated(server, [ada, ben, cleo])
        answer(ada, table, 0)
        answer(ada, table, 0)
        answer(ben, table, 1)
        answer(ben, table, 1)
        version = api(cleo, table)["decision"]["version"]
        assert offered(ada.get(f"/table/{table}").text).keys() == {"seat", "version"}
        assert undo(ada, table).status_code == 303
        assert undo(ada, table).status_code == 303  # both halves
        assert offered(ada.get(f"/table/{table}").text) is None
        assert api(cleo, table)["decision"]["version"] == version  # her page stays good
        assert [s["to_act"] for s in api(cleo, table)["seats"]] == [True, False, True]  # Ben's answer stays
        assert sentences(cleo, table)[-3:] == [
            ("P1 has chosen.", False),
            ("P0 has chosen.", True),
            ("P0 takes back an answer.", False),
        ]
        card = api(ben, table)["view"]["hand"][0]
        for seat, client in ((0, ada), (2, cleo)):
            answer(client, table, seat)
            answer(client, table, seat)
        assert any(f"P1 plays {card} plainly" in line for line, _ in sentences(cleo, table))


def test_what_has_shown_something_hidden_needs_consent(server: Server) -> None:
    with server.person() as ada, server.person() as ben:
        table = seated(server, [ada, ben])
        round_of([ada, ben], table)
        assert offered(ben.get(f"/table/{table}").text)["ask"] == "1"  # his answer turned up the cards


# One's own open answer


def test_an_open_answer_is_taken_back_until_somebody_answers(server: Server) -> None:
    with server.person() as ada, server.person() as ben:
        table = seated(server, [ada, ben])
        round_of([ada, ben], table)
        winner, seat = (ada, 0) if api(ada, table)["decision"] else (ben, 1)
        other = ben if winner is ada else ada
        old = api(winner, table)["decision"]
        answer(winner, table, seat, "take 2")
        stale = api(other, table)["decision"]
        assert undo(winner, table).status_code == 303
        assert api(other, table)["decision"] is None
        assert api(winner, table)["decision"]["actions"] == old["actions"]
        assert [line for line, struck in sentences(other, table) if struck] == [f"P{seat} takes 2."]
        assert answer(winner, table, seat, "take 1", old["version"]).status_code == 409
        answer(winner, table, seat, "take 1")
        assert answer(other, table, 1 - seat, stale["actions"][0]["action"], stale["version"]).status_code == 409
        assert offered(winner.get(f"/table/{table}").text).keys() == {"seat", "version"}
        answer(other, table, 1 - seat)  # half an answer: nobody can know, so nothing changes for the winner
        assert offered(winner.get(f"/table/{table}").text).keys() == {"seat", "version"}
        answer(other, table, 1 - seat)
        assert offered(winner.get(f"/table/{table}").text)["ask"] == "1"
        row = server.site.store.table(table)
        match = server.site.tables._lives[table].match
        assert row is not None
        assert match is not None
        assert f"undo 5. P{seat}: take 2" in match.record()
        assert Match.parse(match.record(), game=tally.GAME).record() == match.record()


def test_after_the_end_nothing_is_taken_back(server: Server) -> None:
    with server.person() as ada:
        table = new_table(ada, "me", "here:Ben").rpartition("/")[2]
        while api(ada, table)["state"] != "over":
            for seat in (0, 1):
                if api(ada, table, seat)["decision"]:
                    before = offered(ada.get(f"/table/{table}").text)
                    answer(ada, table, seat)
        assert offered(ada.get(f"/table/{table}").text) is None
        assert ada.post(f"/table/{table}/undo", data=before or {}).status_code == 409


def retold(client: httpx.Client, table: str) -> list[str]:
    """What the replay's log says of undos, with what is struck out."""
    page = unescape(client.get(f"/table/{table}/replay").text)
    return re.findall(r"<span>(?:<del>)?([^<]*(?:(?=</del>)|takes back[^<]*))", page)


def test_the_replay_tells_what_was_taken_back(server: Server) -> None:
    with server.person() as ada, server.person() as ben:
        table = seated(server, [ada, ben])
        answer(ada, table, 0)  # half an answer, of which nobody else can know
        undo(ada, table)
        assert retold(ada, table) == ["P0 takes back an answer."]
        assert retold(ben, table) == []
        round_of([ada, ben], table)
        winner, seat = (ada, 0) if api(ada, table)["decision"] else (ben, 1)
        answer(winner, table, seat, "take 2")
        undo(winner, table)
        told = [f"P{seat} takes 2.", f"P{seat} takes back an answer."]
        assert retold(ben, table) == told
        assert retold(ada, table) == ["P0 takes back an answer.", *told]
        while api(ada, table)["state"] != "over":
            for number, client in enumerate((ada, ben)):
                if api(client, table)["decision"]:
                    answer(client, table, number)
        for client in (ada, ben):
            assert retold(client, table) == ["P0 takes back an answer.", *told]
        back = ada.get(f"/table/{table}/match.json").json()["taken_back"]
        assert [len(one["answers"]) for one in back] == [1, 1]
        kept = ada.post("/api/records", json={"record": ada.get(f"/table/{table}/record.txt").text}).json()["id"]
        assert ada.get(f"/replay/{kept}").text.count("takes back an answer.") == 2


def test_with_bots_alone_everything_can_be_taken_back_at_once(server: Server) -> None:
    with server.person() as ada:
        table = new_table(ada, "me", "bot-easy").rpartition("/")[2]
        until(lambda: server.site.bots.is_ready("tally"))
        hand = api(ada, table)["view"]["hand"]
        answer(ada, table, 0)
        answer(ada, table, 0)
        until(lambda: any("plays" in line for line, _ in sentences(ada, table)))
        for _ in range(4):
            if offered(ada.get(f"/table/{table}").text) is None:
                break
            assert undo(ada, table).status_code == 303
        assert api(ada, table)["view"]["hand"] == hand
        assert api(ada, table)["decision"] is not None
        for _ in range(2):
            answer(ada, table, 0)
        until(lambda: sum("plays" in line and not struck for line, struck in sentences(ada, table)) >= 2)


# Asking


@pytest.fixture
def asking(server: Server) -> Any:
    """Three people; the third one's answer has turned up the cards, and she asks to take it back."""
    with server.person() as ada, server.person() as ben, server.person() as cleo:
        table = seated(server, [ada, ben, cleo])
        for seat, client in enumerate((ada, ben, cleo)):
            answer(client, table, seat)
            answer(client, table, seat)
        assert undo(cleo, table).status_code == 303
        yield table, ada, ben, cleo


def test_all_have_to_agree(asking: Any) -> None:
    table, ada, ben, cleo = asking
    page = unescape(cleo.get(f"/table/{table}").text)
    assert "You have asked to take back your last answer. Waiting for P0, P1." in page
    assert offered(page) is None
    consent = f"/table/{table}/undo/consent"
    ours = asked(ada.get(f"/table/{table}").text, 1)
    assert cleo.post(consent, data=ours).status_code == 403  # nobody agrees with herself
    assert ada.post(consent, data=ours).status_code == 303
    assert ada.post(consent, data=ours).status_code == 409
    assert "plays" in str(api(ben, table)["log"])
    assert not any(struck for _, struck in sentences(ben, table))
    assert ben.post(consent, data=asked(ben.get(f"/table/{table}").text, 1)).status_code == 303
    assert [s["to_act"] for s in api(ben, table)["seats"]] == [False, False, True]
    assert sum(struck and "plays" in line for line, struck in sentences(ada, table)) == 3
    assert ben.post(consent, data=ours).status_code == 409


def test_one_refusal_is_enough(asking: Any) -> None:
    table, ada, ben, cleo = asking
    consent = f"/table/{table}/undo/consent"
    late = asked(ada.get(f"/table/{table}").text, 1)
    assert ben.post(consent, data=asked(ben.get(f"/table/{table}").text, 0)).status_code == 303
    assert ada.post(consent, data=late).status_code == 409
    page = unescape(cleo.get(f"/table/{table}").text)
    assert "P1 would rather go on: your answer stays." in page
    assert offered(page) is None  # nobody is asked twice


def test_asking_can_be_withdrawn_and_is_not_repeated(asking: Any) -> None:
    table, ada, _, cleo = asking
    late = asked(ada.get(f"/table/{table}").text, 1)
    fields = {name: late[name] for name in ("seat", "moment")}
    assert ada.post(f"/table/{table}/undo/withdraw", data=fields).status_code == 403
    assert cleo.post(f"/table/{table}/undo/withdraw", data=fields).status_code == 303
    assert ada.post(f"/table/{table}/undo/consent", data=late).status_code == 409
    assert offered(cleo.get(f"/table/{table}").text) is None


def test_asking_lapses_when_somebody_moves(asking: Any) -> None:
    table, ada, ben, cleo = asking
    late = asked(ada.get(f"/table/{table}").text, 1)
    seat, winner = next((i, c) for i, c in enumerate((ada, ben, cleo)) if api(c, table)["decision"])
    answer(winner, table, seat)
    assert "would like to take back" not in ada.get(f"/table/{table}").text
    assert ada.post(f"/table/{table}/undo/consent", data=late).status_code == 409


def test_a_bot_in_one_s_stead_agrees(asking: Any) -> None:
    table, ada, ben, cleo = asking
    ada.post(f"/table/{table}/undo/consent", data=asked(ada.get(f"/table/{table}").text, 1))
    assert ben.post(f"/table/{table}/seat/1/bot", data={"level": "slow"}).status_code == 303
    if not any("takes" in line for line, _ in sentences(cleo, table)):
        assert undo(cleo, table).status_code == 303
        assert any(struck for _, struck in sentences(ada, table))


def test_nobody_takes_back_for_another_and_old_wishes_do_nothing(server: Server) -> None:
    with server.person() as ada, server.person() as ben, server.person() as eve:
        table = seated(server, [ada, ben])
        answer(ada, table, 0)
        fields = offered(ada.get(f"/table/{table}").text)
        assert fields is not None
        address = f"/table/{table}/undo"
        for client in (ben, eve):
            assert client.post(address, data=fields).status_code == 403
        answer(ada, table, 0)
        assert ada.post(address, data=fields).status_code == 409
        assert ada.post(address, data={**fields, "seat": 9}).status_code == 403
        assert ada.post(address, data={"seat": "x"}).status_code == 422
        assert ben.post(address, data={"seat": 1, "version": api(ben, table)["decision"]["version"]}).status_code == 409
        assert len(server.site.store.moves(table)) == 2


def test_two_servers_agree_about_what_was_taken_back(start: Callable[..., Server]) -> None:
    one, two = start(), start()
    with one.person() as ada, one.person() as ben:
        table = seated(one, [ada, ben])
        until(lambda: two.site.bots.is_ready("tally"))
        with httpx.Client(base_url=two.address, cookies=ada.cookies) as there:
            answer(ada, table, 0)
            fields = offered(there.get(f"/table/{table}").text)
            assert fields is not None
            codes = {client.post(f"/table/{table}/undo", data=fields).status_code for client in (there, ada)}
            assert codes == {303, 409}
            assert everything(there, table) == everything(ada, table)


# What counts as having shown something


GAMES = {"tally": tally.GAME, "ginkgopolis": find_game("ginkgopolis"), "connect_four": find_game("connect_four")}


def played(game: Game, rng: random.Random, answers: int) -> Match:
    match = Match.new(game, max(2, game.players.start), seed=str(rng.random()))
    for _ in range(answers):
        if match.over:
            break
        seat = rng.choice(match.to_act)
        match.play(seat, rng.choice(match.legal(seat)))
    return match


def test_nothing_is_ever_shown_where_all_is_open() -> None:
    match = played(GAMES["connect_four"], random.Random(1), 20)
    assert not any(reveals(match, number) for number in range(1, len(match.actions) + 1))


def test_drawing_and_turning_up_show_something_and_open_choices_do_not() -> None:
    game, rng = GAMES["ginkgopolis"], random.Random(2)
    shown: dict[str, set[bool]] = {}
    for _ in range(3):
        match = Match.new(game, 3, seed=str(rng.random()), options={"characters": "beginner"})
        for _ in range(40):
            if match.over:
                break
            seat = rng.choice(match.to_act)
            last = len(match.to_act) == 1
            action = rng.choice(match.legal(seat))
            word = game.actions.text(action).split()[0]
            events = match.play(seat, action)
            kinds = {game.event_kinds[event.kind] for event in events}
            drawn = kinds & {"dealt", "reshuffled", "revealed"} or word == "new"
            what = "drawn" if drawn else word if last else f"{word}, others still choose"
            shown.setdefault(what, set()).add(reveals(match, len(match.actions)))
    assert shown["drawn"] == {True}
    assert shown["exploit, others still choose"] == {False}


@pytest.mark.parametrize("name", sorted(GAMES))
def test_whether_something_was_shown_follows_from_what_the_seat_knows(name: str) -> None:
    game, rng, compared = GAMES[name], random.Random(name), 0
    for _ in range(12):
        match = played(game, rng, rng.randrange(1, 24))
        number = len(match.actions)
        seat, action = match.actions[-1]
        truth = reveals(match, number)
        seen = match.hidden(seat)
        before = match.before(number)
        kernel(game).hide(before.buffer(), match.box.buf, seat)
        seed_random(before.rng, str(rng.random()))
        kernel(game).redeal(before.buffer(), match.box.buf, seat)
        other = Match.from_state(game, before, match.box)
        other.play(seat, action)
        if other.hidden(seat) == seen:  # else the seat has learnt which of the worlds it is
            compared += 1
            assert reveals(other, 1) == truth
    assert compared
