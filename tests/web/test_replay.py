"""Replays: every position, through every pair of eyes, and nothing of a running match that its viewer did not know."""

import hashlib
import json
import random
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from html import unescape
from typing import Any

import httpx
import pytest
import tally
from running import Server, answer, api, links, new_table, serving, until, visit
from shortened import shortened

from galleria.core import Match, games, kernel, seed_random
from galleria.web.film import OPEN, Film, film_of
from galleria.web.reel import marked


def played(client: httpx.Client, table: str, seed: str = "replay", answers: int = 10_000) -> int:
    """Random answers by all seats of a table at this device; how many they were."""
    rng = random.Random(seed)
    for number in range(answers):
        state = api(client, table)
        if state["state"] == "over":
            return number
        seat = rng.choice([s["index"] for s in state["seats"] if s["to_act"]])
        decision = api(client, table, seat)["decision"]
        action = rng.choice(decision["actions"])["action"]
        assert answer(client, table, seat, action, decision["version"]).status_code == 200
    return answers


@pytest.fixture
def ada(server: Server) -> Iterator[httpx.Client]:
    with server.person() as client:
        yield client


def finished(client: httpx.Client) -> tuple[str, int]:
    table = new_table(client, "me", "here:Ben")
    return table, played(client, table)


def place(page: str) -> tuple[int, int]:
    found = re.search(r'data-place="(\d+)" data-last="(\d+)"', page)
    assert found
    return int(found[1]), int(found[2])


@pytest.fixture(scope="module")
def ended(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Server, httpx.Client, str, int]]:
    """A match that is over, for tests that only look at it: its server, its player, its table, its answers."""
    with serving(tmp_path_factory.mktemp("ended") / "tables.sqlite") as server, server.person() as client:
        yield server, client, *finished(client)


class TestAfterTheEnd:
    def test_every_position_through_all_eyes(self, ended: tuple[Server, httpx.Client, str, int]) -> None:
        server, ada, table, last = ended
        with server.person() as stranger:
            for client in (ada, stranger):
                for step in range(0, last + 1, 3 if client is ada else 7):
                    for seat in ("open", "-1", "0", "1"):
                        page = client.get(f"{table}/replay", params={"step": step, "seat": seat})
                        assert page.status_code == 200
                        assert place(page.text) == (step, last)

    def test_a_seat_sees_what_it_saw_then(self, server: Server, ada: httpx.Client) -> None:
        table = new_table(ada, "me", "here:Ben")
        before = [api(ada, table, seat)["view"] for seat in (0, 1)]
        played(ada, table)
        film = next(iter(server.site.films._kept.values()))[1] if server.site.films._kept else None
        assert film is None
        ada.get(f"{table}/replay")
        film = next(iter(server.site.films._kept.values()))[1]
        assert [film.view(0, seat) for seat in (0, 1)] == before
        assert film.view(film.last, 0) == api(ada, table, 0)["view"]

    def test_steps_out_of_range_are_the_nearest(self, ended: tuple[Server, httpx.Client, str, int]) -> None:
        _, ada, table, last = ended
        assert place(ada.get(f"{table}/replay?step=9999").text) == (last, last)
        assert place(ada.get(f"{table}/replay?step=-5").text) == (0, last)
        assert place(ada.get(f"{table}/replay?seat=nobody").text) == (last, last)
        assert ada.get(f"{table}/replay?step=x").status_code == 422

    def test_works_by_links_and_forms_alone(self, ended: tuple[Server, httpx.Client, str, int]) -> None:
        _, ada, table, last = ended
        page = ada.get(f"{table}/replay?step=3&seat=1").text
        hrefs = {int(step): unescape(url) for step, url in re.findall(r'data-step="(\d+)" href="([^"]*)"', page)}
        assert hrefs.keys() >= {0, 2, 4, last}
        for step, url in hrefs.items():
            assert place(ada.get(url).text) == (step, last)
            assert "seat=1" in url
        form = {"step": 5, **dict(re.findall(r'<input type="hidden" name="(seat)" value="([^"]*)"', page))}
        assert form["seat"] == "1"
        assert place(ada.get(f"{table}/replay", params=form).text) == (5, last)

    def test_an_unchanged_position_is_not_sent_again(self, ended: tuple[Server, httpx.Client, str, int]) -> None:
        _, ada, table, _ = ended
        first = ada.get(f"{table}/replay?step=2")
        same = ada.get(f"{table}/replay?step=2", headers={"If-None-Match": first.headers["etag"]})
        assert (same.status_code, same.content) == (304, b"")
        for other in ("step=3", "step=2&seat=1"):
            answer_ = ada.get(f"{table}/replay?{other}", headers={"If-None-Match": first.headers["etag"]})
            assert answer_.status_code == 200

    def test_the_log_leads_to_the_place(self, ended: tuple[Server, httpx.Client, str, int]) -> None:
        _, ada, table, last = ended
        entries = [unescape(url) for url in re.findall(r'class="log-look" href="([^"]*)"', ada.get(table).text)]
        assert len(entries) > 3
        found = [place(ada.get(url).text) for url in entries]
        assert all(n == last for _, n in found)
        assert sorted(found) == found or sorted(found) == found[::-1]

    def test_the_shuffle_is_checked_and_can_be_checked(self, ended: tuple[Server, httpx.Client, str, int]) -> None:
        server, ada, table, last = ended
        row = server.site.store.table(table.rpartition("/")[2])
        assert row is not None
        page = unescape(ada.get(f"{table}/replay").text)
        assert row.commitment == hashlib.sha256(row.seed.encode()).hexdigest()
        assert f"Checked: the shuffle has the fingerprint that the table showed before it, and {last} answers" in page
        assert f"printf %s {row.seed} | sha256sum" in page
        assert f"galleria verify --commitment {row.commitment} record.txt" in page

    def test_downloads(self, ended: tuple[Server, httpx.Client, str, int]) -> None:
        _, ada, table, last = ended
        record = ada.get(f"{table}/record.txt")
        assert record.headers["content-disposition"].startswith('attachment; filename="tally-')
        match = Match.parse(record.text, game=tally.GAME)
        assert len(match.actions) == last
        data = ada.get(f"{table}/match.json").json()
        assert data["format"] == "galleria match data 1"
        assert [(a["seat"], a["action"]) for a in data["actions"]] == match.actions
        assert data["commitment"] == hashlib.sha256(data["seed"].encode()).hexdigest()
        assert {e["kind"] for e in data["events"]} == set(tally.GAME.event_kinds)
        assert data["scores"][0]["rank"] == 1
        picture = ada.get(f"{table}/board.svg?step=2&seat=0")
        assert picture.headers["content-type"].startswith("image/svg+xml")
        assert ET.fromstring(picture.text).tag.endswith("svg")  # noqa: S314 - our own


class TestWhileItRuns:
    def test_a_seat_sees_its_own_past_and_the_rest_stays_closed(self, server: Server) -> None:
        with server.person() as ada, server.person() as ben, server.person() as stranger:
            table = new_table(ada, "me", "open")
            code = links(ada.get(table).text)[0].rpartition("/")[2]
            assert ben.get(table + "/replay").status_code == 409  # it has not begun
            ben.post(f"/api/invitations/{code}", json={"name": "Ben"})
            people = [ada, ben]
            rng = random.Random(4)
            for _ in range(7):
                seat = rng.choice([s["index"] for s in api(ada, table)["seats"] if s["to_act"]])
                answer(people[seat], table, seat)
            for seat, client in enumerate((*people, stranger)):
                eyes = seat if seat < 2 else -1
                page = client.get(f"{table}/replay").text
                _, last = place(page)
                film = next(iter(server.site.films._kept.values()))[1]
                assert last == len(film.steps_of(eyes)) - 1
                for name in ("record.txt", "match.json"):
                    assert client.get(f"{table}/{name}").status_code == 409
                assert client.post(f"{table}/analysis").status_code in {400, 409}
                assert "sha256sum" not in page
                for wanted in ("open", "0", "1"):
                    assert client.get(f"{table}/replay?seat={wanted}").text == page
                    assert client.get(f"{table}/board.svg?seat={wanted}").text == client.get(f"{table}/board.svg").text

    def test_secret_answers_of_others_do_not_show(self, server: Server) -> None:
        """Two different secret answers, and none at all: the past of everybody else is the same."""
        with server.person() as ada, server.person() as ben:
            table = new_table(ada, "me", "open")
            code = links(ada.get(table).text)[0].rpartition("/")[2]
            ben.post(f"/api/invitations/{code}", json={"name": "Ben"})
            tables = server.site.tables
            live = tables._lives[table.rpartition("/")[2]]
            assert live.match is not None
            pages = []
            paths = (f"{table}/replay", f"{table}/replay?entry=0", f"{table}/board.svg")
            for action in (None, *live.match.legal(1)[:3]):
                if action is not None:
                    live.match.play(1, action)
                pages.append([ada.get(path).content for path in paths])
                live.match.rewind(0)
            first, *others = pages[1:]
            assert all(page == first for page in others)


@pytest.mark.parametrize("name", sorted(games()))
def test_every_game_has_replays(name: str, tmp_path: Any) -> None:
    """All templates of all games work in a replay, at the start, in the middle and at the end."""
    game = shortened({name: games()[name]}, tmp_path)[name]
    rng = random.Random(name)
    with serving(tmp_path / "tables.sqlite", games={name: game}) as server, server.person() as ada:
        players = max(2, game.players.start)
        match = Match.new(game, players, seed="replay")
        while not match.over:
            seat = rng.choice(match.to_act)
            match.play(seat, rng.choice(match.legal(seat)))
        visit(ada)
        shown = ada.post("/replay", data={"record": match.record()})
        assert shown.status_code == 303, shown.text
        home = shown.headers["location"].partition("?")[0]
        for step in (0, len(match.actions) // 2, len(match.actions)):
            for seat in ("open", "0"):
                page = ada.get(home, params={"step": step, "seat": seat})
                assert page.status_code == 200, page.text
                ids = re.findall(r' id="([^"]+)"', page.text)
                assert len(set(ids)) == len(ids), [i for i in ids if ids.count(i) > 1]
        assert ada.get(f"{home}/record.txt").text == match.record()


class TestPasting:
    def record(self) -> str:
        match = Match.new(tally.GAME, 2, seed="7")
        while not match.over:
            seat = match.to_act[0]
            match.play(seat, match.legal(seat)[0])
        return match.record()

    def test_a_record_gets_a_link_of_its_own(self, server: Server, ada: httpx.Client) -> None:
        visit(ada)
        text = self.record()
        ways = ({"data": {"record": text.replace("\n", "\r\n") + "\r\n"}}, {"files": {"file": ("match.txt", text)}})
        found = {ada.post("/replay", **way).headers["location"] for way in ways}
        assert len(found) == 1
        with server.person() as stranger:
            assert "Replay" in stranger.get(found.pop()).text

    @pytest.mark.parametrize(
        ("change", "sentence"),
        [
            (("galleria match 1", "chess match 1"), "Line 1: this is not a record of a match"),
            (("seed: 7", "seed: 8"), r"Line \d+: "),
            (("end: ", "end: never "), r"Line \d+: the match ended otherwise"),
            (("1. ", "2. "), r"Line 9: expected &#34;1. name: action&#34;"),
            (("seed: 7", "state: AAAA"), "This match begins in a position made by hand"),
        ],
    )
    def test_a_damaged_record_gets_a_sentence(self, ada: httpx.Client, change: tuple[str, str], sentence: str) -> None:
        visit(ada)
        response = ada.post("/replay", data={"record": self.record().replace(*change, 1)})
        assert response.status_code == 422
        assert re.search(sentence, response.text)
        assert "Traceback" not in response.text

    def test_what_is_no_record_gets_a_sentence(self, ada: httpx.Client) -> None:
        visit(ada)
        for sent in ({"data": {"record": " "}}, {"files": {"file": ("x.txt", b"\xff\xfe")}}, {"data": {}}):
            assert ada.post("/replay", **sent).status_code == 422
        assert ada.post("/replay", data={"record": "x" * 70_000}).status_code == 413
        assert ada.get("/replay/nothing").status_code == 404


class TestAnalysis:
    def test_it_is_done_once_in_the_background_and_stays(self, server: Server, ada: httpx.Client, folder: Any) -> None:
        table, last = finished(ada)
        subject = f"table {table.rpartition('/')[2]}"
        assert "Analyse this match" in ada.get(f"{table}/replay").text
        (folder / "wait").touch()
        assert ada.post(f"{table}/analysis").status_code == 303
        assert "The bots are thinking" in ada.get(f"{table}/replay").text
        assert ada.post(f"{table}/analysis").status_code == 303
        (folder / "wait").unlink()
        until(lambda: subject not in server.site.analyst._tasks)
        asked = (folder / "asked.jsonl").read_text().count("\n")
        page = ada.get(f"{table}/replay").text
        assert "Turning points" in page
        assert page.count('class="curve-line"') == 2
        assert "The same as a table" in page
        ada.post(f"{table}/analysis")
        until(lambda: subject not in server.site.analyst._tasks)
        assert (folder / "asked.jsonl").read_text().count("\n") == asked
        row = server.site.archive.analysis(subject)
        assert row is not None
        assert row.done == row.total
        for point in row.data["turning"]:
            assert 0 < point["number"] <= last
            assert point["action"] != point["best"]

    def test_each_position_is_seen_with_the_eyes_of_its_seat(
        self, server: Server, ada: httpx.Client, folder: Any
    ) -> None:
        table, _ = finished(ada)
        ada.post(f"{table}/analysis")
        until(lambda: not server.site.analyst._tasks)
        film = next(iter(server.site.films._kept.values()))[1]
        for line in (folder / "asked.jsonl").read_text().splitlines():
            asked = json.loads(line)
            step = int(asked["seed"].split()[-1]) - (asked["do"] == "analyse")
            assert asked["hidden"] == film.seen(step, asked["seat"]).tobytes().hex()

    def test_an_interrupted_analysis_goes_on(self, start: Any, folder: Any) -> None:
        with serving(folder / "tables.sqlite") as first, first.person() as ada:
            table, _ = finished(ada)
            subject = f"table {table.rpartition('/')[2]}"
            (folder / "wait").touch()
            ada.post(f"{table}/analysis")
            cookies = dict(ada.cookies)
        (folder / "wait").unlink()
        server = start()
        with server.person() as ada:
            ada.cookies.update(cookies)
            ada.get(f"{table}/replay")
            until(lambda: subject not in server.site.analyst._tasks)
            assert "Turning points" in ada.get(f"{table}/replay").text


class TestHints:
    def test_a_hint_comes_from_what_the_seat_knows(self, server: Server, ada: httpx.Client, folder: Any) -> None:
        table = new_table(ada, "me", "here:Ben")
        match = server.site.tables._lives[table.rpartition("/")[2]].match
        assert match is not None
        version = api(ada, table, 0)["decision"]["version"]
        url = f"/api/tables/{table.rpartition('/')[2]}/hint"
        hint = ada.post(url, json={"seat": 0, "version": version}).json()
        assert hint["actions"][0]["action"] == match.legal(0)[-1]
        assert hint["actions"][0]["share"] == 100
        asked = [json.loads(line) for line in (folder / "asked.jsonl").read_text().splitlines()]
        assert [one["hidden"] for one in asked] == [match.hidden(0).tobytes().hex()]
        row = server.site.store.table(table.rpartition("/")[2])
        assert row is not None
        assert row.seed not in json.dumps(asked)
        again = ada.post(url, json={"seat": 0, "version": api(ada, table, 0)["decision"]["version"]})
        assert again.json() == hint
        assert (folder / "asked.jsonl").read_text().count("\n") == 1
        assert "Ada asks for a hint." in str(api(ada, table)["log"])

    def test_it_is_the_same_in_every_world_that_looks_the_same(self, server: Server, ada: httpx.Client) -> None:
        table = new_table(ada, "me", "here:Ben")
        match = server.site.tables._lives[table.rpartition("/")[2]].match
        assert match is not None
        url = f"/api/tables/{table.rpartition('/')[2]}/hint"
        version = api(ada, table, 0)["decision"]["version"]
        first = ada.post(url, json={"seat": 0, "version": version}).content
        with server.site.store.engine.begin() as db:
            db.exec_driver_sql("DELETE FROM hints")
        state = match.hidden(0)
        seed_random(state.rng, "another world")
        kernel(match.game).redeal(state.buffer(), match.box.buf, 0)
        assert state.tobytes() != match.state.tobytes()
        match.state.buffer()[:] = state.buffer()
        version = api(ada, table, 0)["decision"]["version"]
        assert ada.post(url, json={"seat": 0, "version": version}).content == first

    def test_nobody_gets_one_for_another_seat_or_an_old_question_or_where_there_are_none(self, server: Server) -> None:
        with server.person() as ada, server.person() as ben:
            table = new_table(ada, "me", "here:Ben")
            url = f"/api/tables/{table.rpartition('/')[2]}/hint"
            version = api(ada, table, 0)["decision"]["version"]
            assert ben.post(url, json={"seat": 0, "version": version}).status_code == 403
            assert ada.post(url, json={"seat": 0, "version": version - 1}).status_code == 409
            assert ada.post(url, json={"seat": 7, "version": version}).status_code == 403
            assert 'id="ask-hint"' in ada.get(f"{table}?as=0").text or 'uncover"' in ada.get(table).text
            without = new_table(ben, "me", "here:Ada", name="Ben", hints="no")
            version = api(ben, without, 0)["decision"]["version"]
            url = f"/api/tables/{without.rpartition('/')[2]}/hint"
            assert ben.post(url, json={"seat": 0, "version": version}).status_code == 409
            assert 'id="ask-hint"' not in ben.get(f"{without}?as=0").text


class TestFairness:
    def test_the_form_promises_the_shuffle_of_its_table(self, server: Server, ada: httpx.Client) -> None:
        visit(ada)
        page = ada.get("/new").text
        fields = dict(re.findall(r'<input type="hidden" name="([a-z]+)" value="([^"]*)"', page))
        assert re.fullmatch("[0-9a-f]{64}", fields["commitment"])
        sent = {**fields, "players": 2, "name": "Ada", "seat0": "me", "seat1": "here", "name1": "Ben"}
        made = ada.post("/new", data=sent).headers["location"]
        row = server.site.store.table(made.rpartition("/")[2])
        assert row is not None
        assert row.commitment == fields["commitment"] == hashlib.sha256(row.seed.encode()).hexdigest()
        assert re.fullmatch("[0-9a-f]{32}", row.seed)  # 128 bits: nobody can try them all
        assert ada.post("/new", data=sent).headers["location"] == made
        with server.person() as ben:  # the same form in other hands has another shuffle
            visit(ben)
            refused = ben.post("/new", data=sent)
            assert refused.status_code == 422
            assert "new fingerprint" in refused.text

    def test_seeds_differ_and_cannot_be_computed_from_what_is_shown(self, server: Server, ada: httpx.Client) -> None:
        visit(ada)
        pages = [ada.get("/new").text for _ in range(20)]
        shown = {re.search(r'name="commitment" value="([^"]*)"', page)[1] for page in pages}  # type: ignore[index]
        assert len(shown) == 20
        assert len(server.site.archive.key("seeds")) == 32


def film(game: Any, seed: str) -> Film:
    match = Match.new(game, max(2, game.players.start), seed=seed)
    rng = random.Random(seed)
    while not match.over:
        seat = rng.choice(match.to_act)
        match.play(seat, rng.choice(match.legal(seat)))
    return film_of(match)


@pytest.mark.parametrize("name", sorted(games()))
def test_a_film_shows_the_match(name: str, tmp_path: Any) -> None:
    game = shortened({name: games()[name]}, tmp_path)[name]
    made = film(game, "film")
    match = Match.parse(made.match.record(), game=game)
    match.rewind(0)
    for step, (seat, action) in enumerate((*made.actions, (0, -1))):
        assert made.whole(step).tobytes() == match.state.tobytes()
        for eyes in range(-1, match.state.players):
            assert made.seen(step, eyes).tobytes() == match.hidden(eyes).tobytes()
            assert made.told(step, eyes) == match.events_for(eyes)
        assert made.told(step, OPEN) == match.events
        assert made.rounds[step] == match.state.round
        if action >= 0:
            assert made.choices[step] == len(match.legal(seat))
            match.play(seat, action)
    assert made.boundaries[0] == 0
    assert made.boundaries[-1] == made.last


def test_what_changed_on_the_board_is_marked() -> None:
    before = '<svg><a id="a" class="x" aria-label="red 5"/><a id="b" class="x" aria-label="blue"/></svg>'
    after = (
        '<svg><a id="a" class="x" aria-label="red 6"/><a id="b" class="x" aria-label="blue – chosen"/>'
        '<g class="y" id="c" aria-label="new"></g></svg>'
    )
    drawn = marked(after, before)
    assert drawn.count("is-new") == 2
    assert '<a id="a" class="is-new x"' in drawn
    assert '<g class="is-new y" id="c"' in drawn
    assert marked(after, after) == after
