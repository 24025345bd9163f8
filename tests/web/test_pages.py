import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from html import unescape
from pathlib import Path
from typing import Any

import httpx
import pytest
import tally
from running import Server, answer, api, field, links, new_table, until, visit

from galleria.core import games

HX = {"HX-Request": "true"}


def hand(page: str) -> list[int]:
    return [int(card) for card in re.findall(r'class="card"[^>]*>(\d+)<', page)]


def picks(page: str) -> list[str]:
    """Addresses behind the lit pieces and buttons."""
    return [unescape(href) for href in re.findall(r'href="(/table/[^"]*pick=[^"]*)"', page)]


def form(page: str) -> dict[str, str]:
    return {name: field(page, name) for name in ("action", "version", "seat")}


def sentence(page: str) -> str:
    found = re.search(r'class="notice"[^>]*>([^<]*)<|<h1>([^<]*)</h1>', page)
    assert found, page
    return unescape(found[1] or found[2])


def two(server: Server, ada: httpx.Client, ben: httpx.Client) -> str:
    """A running table: Ada sits on seat 0, Ben on seat 1."""
    table = new_table(ada, "me", "open")
    (link,) = links(ada.get(table).text)
    visit(ben)
    assert ben.post(link, data={"name": "Ben"}).status_code == 303
    until(lambda: server.site.bots.is_ready("tally"))  # then pages offer hints
    return table


# Lobby and new table


def test_the_lobby_lists_games_and_only_my_tables(server: Server) -> None:
    with server.person() as ada, server.person() as eve:
        assert "A game for tests." in eve.get("/").text
        table = new_table(ada, "me", "bot-easy")
        assert table in ada.get("/").text
        assert table not in eve.get("/").text


def test_a_table_is_made_by_a_form(server: Server) -> None:
    with server.person() as ada:
        table = new_table(ada, "me", "here:Ben", "bot-hard", "open", **{"option.prize": "two"})
        shown = api(ada, table)
        assert shown["state"] == "waiting"
        assert [(s["name"], s["kind"], s["level"], s["mine"]) for s in shown["seats"]] == [
            ("Ada", "person", "", True),
            ("Ben", "person", "", True),
            ("Fern", "bot", "hard", False),
            ("Seat 4", "open", "", False),
        ]
        assert shown["options"] == {"prize": "two"}
        assert 'value="Ada"' in ada.get("/new").text  # the name is remembered


def test_after_the_end_the_same_round_can_play_again(server: Server) -> None:
    with server.person() as ada, server.person() as eve:
        table = new_table(ada, "me", "here:Ben", "bot-easy", **{"option.prize": "two"})
        assert "like=" not in ada.get(table).text

        def move() -> bool:
            for seat in (0, 1):
                shown = api(ada, table, seat)
                if shown["decision"]:
                    assert answer(ada, table, seat).status_code == 200
            return shown["state"] == "over"

        until(move)
        (again,) = re.findall(r'href="(/new\?like=[^"]*)"', ada.get(table).text)
        form = visit(ada).get(again).text
        assert re.findall(r'value="([^"]*)" selected', form)[:3] == ["me", "here", "bot-easy"]
        assert 'name="name1" value="Ben"' in form
        assert re.search(r'name="option.prize" value="two" checked', form)
        assert re.search(r'name="players" value="3" checked', form)
        other = visit(eve).get(again).text  # a seat of somebody else is free
        assert re.findall(r'value="([^"]*)" selected', other)[:3] == ["open", "open", "bot-easy"]
        assert eve.get("/new?like=nothing").status_code == 404


def test_a_form_sent_twice_makes_one_table(server: Server) -> None:
    with server.person() as ada:
        data = {"csrf": field(visit(ada).get("/new").text, "csrf"), "game": "tally", "players": 2, "name": "Ada"}
        data |= {"seat0": "me", "seat1": "open"}
        with ThreadPoolExecutor(4) as pool:
            answers = list(pool.map(lambda _: ada.post("/new", data=data), range(8)))
        assert {a.status_code for a in answers} == {303}
        assert len({a.headers["location"] for a in answers}) == 1
        assert ada.get("/").text.count('href="/table/') == 1


@pytest.mark.parametrize(
    ("fields", "complaint"),
    [
        ({"players": "7"}, "Please choose 2 to 4 players."),
        ({"players": "two"}, "Please choose 2 to 4 players."),
        ({"players": "²"}, "Please choose 2 to 4 players."),
        ({"box": "../../etc/passwd"}, "Tally has no box"),
        ({"option.prize": "three"}, "is not one of one, two"),
        ({"name": ""}, "Please give a name."),
        ({"name": "A|B"}, "A name can’t contain | or : or invisible characters."),
        ({"name": "x" * 25}, "A name has at most 24 characters; this one has 25."),
        ({"seat1": "bot-genius"}, "There is no bot “genius”."),
        ({"seat1": "king"}, "A seat can’t be “king”."),
        ({"seat1": "here", "name1": "ADA"}, "Two seats are called ADA; every name may occur once."),
    ],
)
def test_a_wrong_form_comes_back_with_a_sentence(server: Server, fields: dict[str, str], complaint: str) -> None:
    with server.person() as ada:
        data = {"game": "tally", "players": "2", "name": "Ada", "seat0": "me", "seat1": "bot-easy", **fields}
        response = visit(ada).post("/new", data=data)
        assert response.status_code == 422
        assert complaint in response.text
        assert "/table/" not in ada.get("/").text


def test_without_a_cookie_no_seat_is_given(server: Server) -> None:
    with server.person() as nobody:
        response = nobody.post("/new", data={"game": "tally", "players": "2", "name": "A", "seat0": "me"})
        assert response.status_code == 400
        assert "cookie" in sentence(response.text)


def test_names_are_escaped_and_tidied(server: Server) -> None:
    with server.person() as ada:
        table = new_table(ada, "me", "bot-easy", name="  <b>Ada</b>   & co ")
        page = ada.get(table).text
        assert "<b>Ada" not in page
        assert "&lt;b&gt;Ada&lt;/b&gt; &amp; co" in page


# Joining


def test_a_link_seats_one_person_and_the_match_begins(server: Server) -> None:
    with server.person() as ada, server.person() as ben, server.person() as eve:
        table = two(server, ada, ben)
        assert api(ben, table)["seats"][1]["name"] == "Ben"
        assert api(ada, table)["state"] == "running"
        assert links(ada.get(table).text) == []
        assert api(eve, table)["seat"] == -1


def test_a_link_is_seen_only_by_those_who_sit_at_the_table(server: Server) -> None:
    with server.person() as ada, server.person() as eve:
        table = new_table(ada, "me", "open")
        assert len(links(ada.get(table).text)) == 1
        assert "/join/" not in eve.get(table).text


def test_joining_twice_keeps_one_seat(server: Server) -> None:
    with server.person() as ada, server.person() as ben:
        table = new_table(ada, "me", "open", "open")
        first, second = links(ada.get(table).text)
        visit(ben)
        with ThreadPoolExecutor(4) as pool:
            answers = list(pool.map(lambda i: ben.post((first, second)[i % 2], data={"name": "Ben"}), range(8)))
        assert {(a.status_code, a.headers["location"]) for a in answers} == {(303, table)}
        assert sum(seat["mine"] for seat in api(ben, table)["seats"]) == 1
        assert ben.get(second).headers["location"] == table


def test_of_two_who_race_for_a_seat_one_gets_it(server: Server) -> None:
    with server.person() as ada, server.person() as ben, server.person() as eve:
        table = new_table(ada, "me", "open", "open")
        link = links(ada.get(table).text)[0]
        racers = {"Ben": visit(ben), "Eve": visit(eve)}
        with ThreadPoolExecutor(2) as pool:
            answers = list(pool.map(lambda name: racers[name].post(link, data={"name": name}), racers))
        assert sorted(a.status_code for a in answers) == [303, 409]
        loser = answers[0] if answers[0].status_code == 409 else answers[1]
        assert "Somebody else has taken this seat." in loser.text
        assert sorted(s["kind"] for s in api(ada, table)["seats"]) == ["open", "person", "person"]


def test_any_link_leads_to_any_free_seat(server: Server) -> None:
    with server.person() as ada, server.person() as ben:
        table = new_table(ada, "me", "open", "open")
        first, _ = links(ada.get(table).text)
        assert visit(ben).post(first, data={"name": "Ben", "seat": "2"}).status_code == 303
        assert [s["mine"] for s in api(ben, table)["seats"]] == [False, False, True]


@pytest.mark.parametrize(
    ("fields", "status", "complaint"),
    [
        ({"name": "ada"}, 422, "Somebody at this table is called ada already"),
        ({"name": "\u202eBen"}, 422, "invisible characters"),
        ({}, 422, "Please give a name."),
        ({"name": "Ben", "seat": "9"}, 422, "There is no such seat at this table."),
        ({"name": "Ben", "seat": "0"}, 409, "Somebody else has taken this seat."),
    ],
)
def test_a_wrong_joining_comes_back_with_a_sentence(
    server: Server, fields: dict[str, str], status: int, complaint: str
) -> None:
    with server.person() as ada, server.person() as ben:
        table = new_table(ada, "me", "open")
        (link,) = links(ada.get(table).text)
        response = visit(ben).post(link, data=fields)
        assert response.status_code == status
        assert complaint in unescape(response.text)
        assert api(ada, table)["state"] == "waiting"


def test_watching_needs_no_seat(server: Server) -> None:
    with server.person() as ada, server.person() as eve:
        table = new_table(ada, "me", "open")
        (link,) = links(ada.get(table).text)
        assert visit(eve).post(link, data={"seat": "-1"}).headers["location"] == table
        assert api(ada, table)["seats"][1]["kind"] == "open"


def test_a_link_to_nowhere_says_so(server: Server) -> None:
    with server.person() as ada:
        response = ada.get("/join/nonsense")
        assert response.status_code == 404
        assert sentence(response.text) == "This invitation does not lead to a table; ask for a new link."


def test_the_host_can_begin_without_the_open_seats(server: Server) -> None:
    with server.person() as ada, server.person() as ben:
        table = new_table(ada, "open", "me", "open")
        response = ada.post(f"{table}/start")
        assert response.status_code == 409
        assert sentence(response.text) == "Tally is for 2 to 4 players, not 1."
        link = links(ada.get(table).text)[1]
        visit(ben).post(link, data={"name": "Ben"})
        assert ben.post(f"{table}/start").status_code == 403
        assert ada.post(f"{table}/start").status_code == 303
        assert [(s["name"], s["index"]) for s in api(ben, table)["seats"]] == [("Ada", 0), ("Ben", 1)]
        assert api(ben, table)["seat"] == 1
        assert ada.post(f"{table}/start").status_code == 409


def test_leaving_before_the_match_frees_the_seat_and_its_link_is_new(server: Server) -> None:
    with server.person() as ada, server.person() as ben, server.person() as eve:
        table = new_table(ada, "me", "open", "open")
        old, _ = links(ada.get(table).text)
        visit(ben).post(old, data={"name": "Ben"})
        assert visit(eve).post(f"{table}/leave").status_code == 403
        assert ben.post(f"{table}/leave").headers["location"] == "/"
        assert api(ada, table)["seats"][1]["kind"] == "open"
        assert old not in links(ada.get(table).text)
        assert ben.get(old).status_code == 404


def test_when_the_host_leaves_the_next_one_hosts_and_with_the_last_one_the_table_goes(server: Server) -> None:
    with server.person() as ada, server.person() as ben, server.person() as eve:
        table = new_table(ada, "me", "open", "open", "open")
        visit(ben).post(links(ada.get(table).text)[0], data={"name": "Ben"})
        visit(eve).post(links(ada.get(table).text)[1], data={"name": "Eve"})
        assert ada.post(f"{table}/leave").status_code == 303
        assert eve.post(f"{table}/leave").status_code == 303
        assert [s["name"] for s in api(ben, table)["seats"]] == ["Seat 1", "Ben", "Seat 3", "Seat 4"]
        visit(eve).post(links(ben.get(table).text)[0], data={"name": "Eve"})
        assert ben.post(f"{table}/start").status_code == 303
        other = new_table(ben, "me", "open")
        assert ben.post(f"{other}/leave").status_code == 303
        response = ben.get(other)
        assert response.status_code == 404
        assert sentence(response.text) == "There is no such table."


def test_nobody_leaves_a_running_match_by_accident(server: Server) -> None:
    with server.person() as ada, server.person() as ben:
        table = two(server, ada, ben)
        assert ben.post(f"{table}/leave").status_code == 409
        assert api(ben, table)["seat"] == 1


# Playing


def test_a_round_by_links_and_forms_alone(server: Server) -> None:
    with server.person() as ada, server.person() as ben:
        table = two(server, ada, ben)
        for person in (ada, ben):
            page = person.get(table).text
            assert len(hand(page)) == 4
            card = max(hand(page))
            page = person.get(table, params={"pick": [f"card-{card}", "plain"]}).text
            response = person.post(f"{table}/act", data=form(page))
            assert (response.status_code, response.headers["location"]) == (303, table)
            page = person.get(table, params={"pick": "seat-1"}).text
            assert person.post(f"{table}/act", data=form(page)).status_code == 303
        log = [line for entry in api(ada, table)["log"] for line in entry["lines"]]
        assert any("plays" in line and "points at Ben" in line for line in log)


def test_every_link_on_the_page_works(server: Server) -> None:
    with server.person() as ada:
        table = new_table(ada, "me", "bot-slow")
        seen: set[str] = set()
        waiting = [table]
        while waiting:
            address = waiting.pop()
            response = ada.get(address)
            assert response.status_code == 200
            for href in picks(response.text):
                if href not in seen:
                    seen.add(href)
                    waiting.append(href)
        assert len(seen) > 4


def test_asking_why_gives_the_reason(server: Server) -> None:
    with server.person() as ada:
        table = new_table(ada, "me", "bot-slow")
        held = hand(ada.get(table).text)
        missing = next(card for card in range(12) if card not in held)
        assert f"You do not hold card {missing}." in ada.get(table, params={"why": f"card-{missing}"}).text
        assert "You do not hold" not in ada.get(table, params={"why": f"card-{held[0]}"}).text
        assert "You do not hold" not in ada.get(table, params={"why": "card-<script>"}).text


def test_scripts_get_the_inside_of_the_page(server: Server) -> None:
    with server.person() as ada:
        table = new_table(ada, "me", "bot-slow")
        part = ada.get(table, headers=HX).text
        assert "<html" not in part
        assert 'id="prompt"' in part
        whole = ada.get(table)
        assert "<html" in whole.text
        assert "HX-Request" in whole.headers["vary"]
        page = ada.get(table, params={"pick": f"card-{hand(part)[0]}"}).text
        card = hand(page)[-1]
        page = ada.get(table, params={"pick": [f"card-{card}", "plain"]}).text
        response = ada.post(f"{table}/act", data=form(page), headers=HX)
        assert response.status_code == 200
        assert "<html" not in response.text
        assert response.headers["hx-replace-url"] == table


def test_an_unchanged_page_is_not_sent_again(server: Server) -> None:
    with server.person() as ada, server.person() as ben:
        table = two(server, ada, ben)
        tag = ada.get(table).headers["etag"]
        same = {"If-None-Match": f'"other", W/{tag}'}
        response = ada.get(table, headers=same)
        assert (response.status_code, response.content) == (304, b"")
        assert response.headers["etag"] == tag
        others = [
            ada.get(table, params={"pick": "plain"}, headers=same),
            ada.get(table, params={"why": "plain"}, headers=same),
            ada.get(table, headers={**same, **HX}),
            ben.get(table, headers=same),
        ]
        assert [other.status_code for other in others] == [200] * 4
        assert len({other.headers["etag"] for other in others} | {tag}) == 5
        answer(ada, table, 0)
        assert ada.get(table, headers=same).status_code == 200


def test_a_secret_half_answer_of_another_changes_no_page_of_mine(server: Server) -> None:
    with server.person() as ada, server.person() as ben, server.person() as eve:
        table = two(server, ada, ben)
        pages = [person.get(table) for person in (ada, eve)]
        answer(ben, table, 1)
        for person, page in zip((ada, eve), pages, strict=True):
            assert person.get(table, headers={"If-None-Match": page.headers["etag"]}).status_code == 304
            assert person.get(table).text == page.text
        answer(ben, table, 1)
        for person, page in zip((ada, eve), pages, strict=True):
            now = person.get(table)
            assert "Ben has chosen." in now.text
            assert now.headers["etag"] != page.headers["etag"]


def test_my_form_stays_good_while_others_choose_in_secret(server: Server) -> None:
    with server.person() as ada, server.person() as ben:
        table = two(server, ada, ben)
        card = hand(ada.get(table).text)[-1]
        mine = form(ada.get(table, params={"pick": [f"card-{card}", "plain"]}).text)
        answer(ben, table, 1)
        answer(ben, table, 1)
        assert ada.post(f"{table}/act", data=mine).status_code == 303


def test_a_stale_form_never_becomes_another_action(server: Server) -> None:
    with server.person() as ada, server.person() as ben:
        table = two(server, ada, ben)
        low, high = hand(ada.get(table).text)[0], hand(ada.get(table).text)[-1]
        first = form(ada.get(table, params={"pick": [f"card-{high}", "plain"]}).text)
        second = form(ada.get(table, params={"pick": [f"card-{low}", "plain"]}).text)
        assert ada.post(f"{table}/act", data=first).status_code == 303
        before = api(ada, table)
        again = ada.post(f"{table}/act", data=first)
        assert again.status_code == 409
        assert sentence(again.text) == "This answer has arrived already."
        other = ada.post(f"{table}/act", data=second, headers=HX)
        assert other.status_code == 409
        assert sentence(other.text) == "The situation has changed meanwhile; please choose again."
        assert "<html" not in other.text
        assert api(ada, table) == before
        # Next round the same seat, the same card and the old version: still refused.
        for person, seat in ((ada, 0), (ben, 1), (ben, 1)):
            answer(person, table, seat)
        taker = api(ada, table)["view"]
        assert taker["round"] == 1
        winner = next(seat["index"] for seat in api(ada, table)["seats"] if seat["to_act"])
        answer((ada, ben)[winner], table, winner)
        assert ada.post(f"{table}/act", data=second).status_code == 409


def test_double_clicks_move_once(server: Server) -> None:
    with server.person() as ada, server.person() as ben:
        table = two(server, ada, ben)
        card = hand(ada.get(table).text)[-1]
        data = form(ada.get(table, params={"pick": [f"card-{card}", "plain"]}).text)
        with ThreadPoolExecutor(4) as pool:
            answers = list(pool.map(lambda _: ada.post(f"{table}/act", data=data).status_code, range(8)))
        assert sorted(answers) == [303] + [409] * 7
        assert [(m.number, m.seat) for m in server.site.store.moves(table.rpartition("/")[2])] == [(1, 0)]


def test_nobody_moves_for_another(server: Server) -> None:
    with server.person() as ada, server.person() as ben, server.person() as eve:
        table = two(server, ada, ben)
        card = hand(ada.get(table).text)[-1]
        data = form(ada.get(table, params={"pick": [f"card-{card}", "plain"]}).text)
        for person, forged in ((ben, data), (eve, data), (ben, {**data, "seat": "1", "version": "0"})):
            response = person.post(f"{table}/act", data=forged)
            assert response.status_code in {403, 409}
            assert sentence(response.text)
        for seat in ("-1", "2", "99"):
            assert ada.post(f"{table}/act", data={**data, "seat": seat}).status_code == 403
        assert server.site.store.moves(table.rpartition("/")[2]) == []


def test_what_the_rules_forbid_is_refused_with_the_reason(server: Server) -> None:
    with server.person() as ada, server.person() as ben:
        table = two(server, ada, ben)
        missing = next(card for card in range(12) if card not in hand(ada.get(table).text))
        version = api(ada, table)["decision"]["version"]
        for action, reason in ((2 * missing, f"You do not hold card {missing}."), (9999, "There is no such action.")):
            response = ada.post(f"{table}/act", data={"action": action, "version": version, "seat": 0})
            assert response.status_code == 409
            assert sentence(response.text) == reason
        assert server.site.store.moves(table.rpartition("/")[2]) == []


def test_a_table_that_has_not_begun_takes_no_answers(server: Server) -> None:
    with server.person() as ada:
        table = new_table(ada, "me", "open")
        response = ada.post(f"{table}/act", data={"action": 1, "version": 0, "seat": 0})
        assert response.status_code == 409
        assert sentence(response.text) == "The match has not begun yet."


def test_a_match_against_bots_to_the_end(server: Server) -> None:
    with server.person() as ada, server.person() as eve:
        table = new_table(ada, "bot-easy", "me", "bot-fatal")
        secret = server.site.store.table(table.rpartition("/")[2])
        assert secret is not None

        def move() -> bool:
            shown = api(ada, table)
            if shown["decision"]:
                assert secret.seed not in ada.get(table).text
                assert answer(ada, table, 1).status_code == 200
            return shown["state"] == "over"

        until(move)
        for person in (ada, eve):
            end = api(person, table)
            assert end["seed"] == secret.seed
            assert [s["total"] for s in end["scores"]] == sorted((s["total"] for s in end["scores"]), reverse=True)
            assert secret.seed in person.get(table).text
        response = ada.post(f"{table}/act", data={"action": 1, "version": 0, "seat": 1})
        assert (response.status_code, sentence(response.text)) == (409, "The match is over.")


@pytest.mark.parametrize("bot", ["failing", "cheating", "deadly"])
def test_a_broken_bot_does_not_hold_up_the_table(server: Server, bot: str) -> None:
    with server.person() as ada:
        table = new_table(ada, "me", f"bot-{bot}")
        answer(ada, table, 0)
        answer(ada, table, 0)
        until(lambda: api(ada, table)["view"]["round"] == 2 or api(ada, table)["decision"])


def test_only_bots_play_by_themselves(server: Server) -> None:
    with server.person() as ada:
        table = new_table(ada, "bot-easy", "bot-hard")
        until(lambda: api(ada, table)["state"] == "over")


def test_pages_answer_while_bots_think_and_bots_wait_for_people(start: Callable[..., Server], folder: Path) -> None:
    server = start(workers=1)
    with server.person() as ada:
        table = new_table(ada, "me", "bot-slow")
        until((folder / "asked.jsonl").exists)
        assert ada.get(table).status_code == 200
        assert ada.get("/").status_code == 200
        version = api(ada, table)["version"]
        (folder / "go").touch()
        until(lambda: (folder / "asked.jsonl").read_text().count("slow") == 2)  # card, then seat: but nobody is told
        assert api(ada, table)["version"] == version


# One device for several people


def test_a_shared_device_is_covered_until_the_right_person_looks(server: Server) -> None:
    with server.person() as device:
        table = new_table(device, "me", "here:Ben")
        page = device.get(table).text
        assert hand(page) == []
        assert api(device, table, 0)["view"]["hand"] != api(device, table, 1)["view"]["hand"]
        assert device.post(f"{table}/uncover", data={"seat": "0"}).headers["location"] == f"{table}?as=0"
        page = device.get(f"{table}?as=0")
        assert page.headers["cache-control"] == "no-store"
        assert hand(page.text) == api(device, table, 0)["view"]["hand"]
        assert hand(device.get(f"{table}?as=1").text) == []
        # Ada's second half of the answer is still hers, then comes Ben's cover.
        for step in (f"card-{hand(page.text)[-1]}", "seat-1"):
            page = device.get(table, params={"as": 0, "pick": [step, "plain"]})
            response = device.post(f"{table}/act", data=form(page.text), headers=HX)
            assert response.status_code == 200
        assert hand(response.text) == []
        assert hand(device.get(f"{table}?as=0").text) == []
        device.post(f"{table}/uncover", data={"seat": "1"})
        assert hand(device.get(table).text) == api(device, table, 1)["view"]["hand"]


def test_a_shared_device_is_not_covered_where_nothing_is_secret(start: Callable[..., Server]) -> None:
    if "connect_four" not in games():
        pytest.skip("the example is not installed")
    server = start(games={"connect_four": games()["connect_four"]})
    with server.person() as device:
        table = new_table(device, "me", "here:Ben", game="connect_four")
        for name in ("Ada", "Ben"):
            page = device.get(table).text
            assert "Pass the device" not in page
            assert re.search(f'class="prompt-who">.*{name}</p>', page)
            page = device.get(table, params={"pick": "column-3"}).text
            assert device.post(f"{table}/act", data=form(page)).status_code == 303


def test_only_my_seats_can_be_uncovered(server: Server) -> None:
    with server.person() as device, server.person() as eve:
        table = new_table(device, "me", "here:Ben", "bot-slow")
        assert device.post(f"{table}/uncover", data={"seat": "2"}).status_code == 403
        assert visit(eve).post(f"{table}/uncover", data={"seat": "0"}).status_code == 403


def test_spectators_see_no_hands(server: Server) -> None:
    with server.person() as ada, server.person() as ben, server.person() as eve:
        table = two(server, ada, ben)
        page = eve.get(table, params={"as": 0}).text
        assert hand(page) == []
        assert "You get card" not in page
        shown = api(eve, table, 0)
        assert (shown["seat"], shown["decision"]) == (-1, None)


# Coming back


def test_tables_with_the_same_box_share_its_content(server: Server) -> None:
    with server.person() as ada:
        tables = [new_table(ada, "me", "bot-slow").rpartition("/")[2] for _ in range(2)]
        matches = [server.site.tables._lives[table].match for table in tables]
        assert matches[0] is not None and matches[1] is not None  # noqa: PT018 - for the types
        assert matches[0].box.data is matches[1].box.data
        assert matches[0].box.buf is not matches[1].box.buf


def test_tables_that_nobody_looks_at_are_forgotten(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server.site.tables, "_idle", 3)
    with server.person() as ada:
        looked_at = new_table(ada, "me", "open")
        with ada.stream("GET", f"{looked_at}/live"):
            until(lambda: server.site.hub.watched(looked_at.rpartition("/")[2]))
            others = [new_table(ada, "me", "open") for _ in range(5)]
            known = {table.rpartition("/")[2] for table in (looked_at, *others[-3:])}
            assert set(server.site.tables._lives) == known
            assert all(ada.get(table).status_code == 200 for table in others)


def test_of_matches_that_are_over_few_stay_in_memory(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server.site.tables, "_idle", 8)
    with server.person() as ada:
        tables = [new_table(ada, "me", "here:Ben") for _ in range(8)]
        for table in tables[:6]:
            while api(ada, table)["state"] != "over":
                for seat in (0, 1):
                    if api(ada, table, seat)["decision"]:
                        assert answer(ada, table, seat).status_code == 200
        new_table(ada, "me", "open")
        assert [table.rpartition("/")[2] in server.site.tables._lives for table in tables] == [False] * 5 + [True] * 3
        assert all("The game is over" in ada.get(table).text for table in tables[:6])


def test_leaving_and_coming_back(start: Callable[..., Server]) -> None:
    first = start()
    with first.person() as ada:
        table = new_table(ada, "me", "bot-easy")
        answer(ada, table, 0)
        before = api(ada, table)
        second = start()  # another process would see the same
        with second.person() as same:
            same.cookies = ada.cookies
            assert table in same.get("/").text
            assert api(same, table) == before


def test_the_name_is_remembered(server: Server) -> None:
    with server.person() as ada:
        visit(ada)
        response = ada.post("/name", data={"name": "Ada L.", "back": "/new"})
        assert (response.status_code, response.headers["location"]) == (303, "/new")
        assert 'value="Ada L."' in ada.get("/new").text
        for back in ("//evil.example", "https://evil.example", "/\\evil.example"):
            assert ada.post("/name", data={"name": "Ada", "back": back}).headers["location"] == "/"
        assert ada.post("/name", data={"name": ""}).status_code == 422


def test_bots_are_awaited_with_a_bar(start: Callable[..., Server], folder: Path) -> None:
    (folder / "cold").touch()
    server = start()
    with server.person() as ada:
        table = new_table(ada, "me", "bot-easy")
        assert "<progress" in ada.get(table).text  # from the first moment, even if another game's bots come first
        until(lambda: re.search(r'<progress max="3"', ada.get(table).text))
        assert "<progress" in ada.get("/").text
        assert not ada.get("/api/games").json()[0]["ready"]
        assert answer(ada, table, 0).status_code == 200  # people need not wait
        (folder / "cold").unlink()
        until(lambda: "<progress" not in ada.get(table).text)
        until(lambda: ada.get("/api/games").json()[0]["ready"])


def test_two_servers_on_one_database_agree(start: Callable[..., Server]) -> None:
    one, two_ = start(), start()
    with one.person() as ada, two_.person() as ben:
        table = two(one, ada, ben_at_first := visit(one_person(one)))
        ben.cookies = ben_at_first.cookies
        answer(ada, table, 0)
        answer(ada, table, 0)
        assert "Ada has chosen." in ben.get(table).text
        assert answer(ben, table, 1).status_code == 200
        assert answer(ben, table, 1).status_code == 200
        assert api(ben, table)["version"] > 0
        assert api(ada, table)["view"]["round"] == 1
        assert any("plays" in line for entry in api(ada, table)["log"] for line in entry["lines"])
        ben_at_first.close()


def one_person(server: Server) -> httpx.Client:
    return httpx.Client(base_url=server.address, timeout=60)


def test_of_two_servers_that_race_for_a_move_one_writes_it(start: Callable[..., Server]) -> None:
    servers = [start(), start()]
    with servers[0].person() as ada, servers[1].person() as same, servers[0].person() as ben:
        table = two(servers[0], ada, ben)
        same.cookies = ada.cookies
        number = table.rpartition("/")[2]
        for _ in range(4):
            decision = api(ada, table)["decision"]
            if decision is None:
                answer(ben, table, 1)
                continue
            bodies: list[tuple[httpx.Client, dict[str, Any]]] = [
                (client, {"seat": 0, "action": a["action"], "version": decision["version"]})
                for a in decision["actions"][:2]
                for client in (ada, same)
            ]
            with ThreadPoolExecutor(4) as pool:
                codes = list(
                    pool.map(lambda x: x[0].post(f"/api/tables/{number}/actions", json=x[1]).status_code, bodies)
                )
            assert sorted(codes) == [200, 409, 409, 409][: len(codes)]
        assert api(ada, table) == api(same, table)


def test_a_bot_s_move_that_can_t_be_entered_harms_nobody(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    """The person's own answer was stored, so she is told so."""

    def broken(*_: object) -> None:
        raise RuntimeError("broken rules")

    with server.person() as ada:
        table = new_table(ada, "me", "bot-easy")
        monkeypatch.setattr(server.site.tables, "_commit_bot", broken)
        for _ in range(2):
            assert answer(ada, table, 0).status_code == 200
        until(lambda: not server.site.tables._tasks)
        assert ada.get(table).status_code == 200
        assert [move.seat for move in server.site.store.moves(table.rpartition("/")[2])] == [0, 0]


def test_nobody_is_called_like_an_automatic_opponent(start: Callable[..., Server]) -> None:
    server = start(games={"tally": replace(tally.GAME, sides=("Hal",))})
    with server.person() as ada, server.person() as ben:
        data = {"game": "tally", "players": "2", "name": "HAL", "seat0": "me", "seat1": "open"}
        response = visit(ada).post("/new", data=data)
        assert (response.status_code, "Two seats are called HAL" in response.text) == (422, True)
        table = new_table(ada, "me", "open")
        response = visit(ben).post(links(ada.get(table).text)[0], data={"name": "hal"})
        assert (response.status_code, "is called hal already" in response.text) == (422, True)
