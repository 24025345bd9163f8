"""Whose turn it is, since when, and what becomes of those whose time runs out."""

import re
from collections.abc import Callable
from html import unescape
from pathlib import Path
from typing import Any

import httpx
import pytest
import tally
from hypothesis import given
from hypothesis import strategies as st
from running import Server, answer, api, links, new_table, until, visit

from galleria.core import Match
from galleria.web import clock, database, uptime
from galleria.web.clock import DAYS, LIVE, Pace, always, left, read_pace
from galleria.web.course import Course
from galleria.web.storage import MoveRow, SeatRow, Store, TableRow


@pytest.fixture
def time(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """Lets the server's clock go on by so many seconds."""
    shift = [0]
    real = database.time.time
    monkeypatch.setattr(database.time, "time", lambda: real() + shift[0])

    def go_on(seconds: int) -> None:
        shift[0] += seconds

    return go_on


def two(ada: httpx.Client, ben: httpx.Client, **pace: Any) -> str:
    """A running table of two. Its address."""
    table = new_table(ada, "me", "open", **{f"pace{key}": value for key, value in pace.items()})
    visit(ben).post(links(ada.get(table).text)[0], data={"name": "Ben"})
    return table


# Clocks


def course(at: int = 1000) -> Course:
    match = Match.new(tally.GAME, 2, seed="clocks")
    return Course(match, at, always)


def play(running: Course, seat: int, at: int, word: str = "") -> None:
    action = next(a for a in running.match.legal(seat) if word in tally.space.text(a))
    running.take(MoveRow(running.entries + 1, seat, action, at=at))


def take_back(running: Course, seat: int, at: int) -> None:
    undo = running.undo(seat)
    assert undo is not None
    running.take(MoveRow(running.entries + 1, seat, int(undo.alone), undoes=undo.entry, at=at))


def test_time_runs_for_those_who_are_asked() -> None:
    running = course()
    play(running, 0, 1010)
    play(running, 0, 1015)
    assert [(c.since, c.used, c.earned) for c in running.clocks.seats] == [(None, 15, 1), (1000, 15, 0)]
    play(running, 1, 1040)
    play(running, 1, 1050)
    assert [(c.used, c.earned) for c in running.clocks.seats] == [(15, 1), (50, 1)]
    (seat,) = running.match.to_act
    assert [c.since for c in running.clocks.seats] == [1050 if s == seat else None for s in range(2)]


def test_half_an_answer_in_secret_shows_in_no_clock() -> None:
    one, other = course(), course()
    play(one, 0, 1010)
    take_back(one, 0, 1015)
    play(one, 0, 1017)
    for running in (one, other):
        running.clocks.run(1020)
    assert one.clocks.seats == other.clocks.seats


def test_an_undo_gives_no_time_and_no_second_reward() -> None:
    running = course()
    play(running, 0, 1010)
    play(running, 0, 1020)
    take_back(running, 0, 1100)  # alone: she was not asked meanwhile
    mine = running.clocks.seats[0]
    assert (mine.since, mine.used, mine.turn, mine.earned) == (1100, 20, 20, 0)
    play(running, 0, 1130)
    assert (running.clocks.seats[0].used, running.clocks.seats[0].earned) == (50, 1)
    for at in (1140, 1150):
        play(running, 1, at)
    (seat,) = running.match.to_act
    before = running.clocks.seats
    play(running, seat, 1160, "take 2")
    play(running, 1 - seat, 1200)
    running.take(MoveRow(running.entries + 1, seat, 0, undoes=running.last_entry(seat), at=1300))
    own, others = running.clocks.seats[seat], running.clocks.seats[1 - seat]
    assert others == before[1 - seat]  # what the other used since is given back
    assert (own.used, own.earned) == (before[seat].used + 10 + 140, before[seat].earned)


@given(st.integers(60, 10_000), st.integers(0, 100), st.integers(0, 20_000), st.integers(0, 50), st.integers(0, 10_000))
def test_what_is_left(base: int, extra: int, used: int, earned: int, passed: int) -> None:
    asked = clock.SeatClock(5, used, min(used, 77), earned)
    resting = clock.SeatClock(None, used, min(used, 77), earned)
    assert left(Pace(LIVE, base, extra), asked, passed) == base + extra * earned - used - passed
    assert left(Pace(LIVE, base, extra), resting, passed) == base + extra * earned - used
    assert left(Pace(DAYS, base), asked, passed) == base - min(used, 77) - passed
    for pace in (Pace(LIVE, base, extra), Pace(DAYS, base)):
        assert read_pace(str(pace)) == pace


# When the server was down


def row(*bots: str | None) -> TableRow:
    seats = tuple(SeatRow(i, "A", 1, bot, None) for i, bot in enumerate(bots))
    return TableRow("t", "tally", 1, "published", "", "{}", {}, "s", "", 1, "running", 0, 0, 0, 5, 5, seats)


def test_clocks_stand_still_while_no_process_is_up_or_bots_are_prepared(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = Store(f"sqlite:///{tmp_path / 'tables.sqlite'}")
    store.migrate()
    at = [0]
    monkeypatch.setattr(database.time, "time", lambda: at[0])
    for run, began, last in (("one", 100, 200), ("two", 150, 250), ("three", 300, 400)):
        at[0] = last
        store.beat(run, {"": began})
    at[0] = 400
    store.beat("three", {"": 300, "tally": 350})
    at[0] = 390
    mine = uptime.Uptime(store, lambda _game: False, ["tally"])
    monkeypatch.setattr(uptime, "now", lambda: 500)
    mine._own = {"": 500}
    at[0] = 500
    mine._note()
    people, bots = mine.running(row(None, None)), mine.running(row(None, "easy"))
    assert people(0, 90) == 0
    assert people(0, 1000) == 150 + 100 + 500  # overlapping processes count once
    assert people(160, 320) == 90 + 20
    assert people(450, 450) == 0
    assert bots(0, 1000) == 50
    store.close()


def test_clocks_survive_a_restart(start: Callable[..., Server], time: Callable[[int], None]) -> None:
    server = start()
    with server.person() as ada, server.person() as ben:
        table = two(ada, ben, **{"": "live", ".minutes": 10, ".seconds": 5})
        until(lambda: server.site.tables.running(row(None))(database.now() - 1, database.now()) == 1)
        time(100)
        before = api(ada, table)["seats"]
        assert 480 <= before[0]["left"] <= 501
        later = start()
        with httpx.Client(base_url=later.address, cookies=ada.cookies) as there:
            after = api(there, table)["seats"]
            assert before[0]["since"] == after[0]["since"]


# The pace of a table


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({}, ""),
        ({"pace": "live", "pace.minutes": "20", "pace.seconds": "0"}, "20 min each, and 0 s more for every turn"),
        ({"pace": "days", "pace.days": "1"}, "1 day per turn"),
    ],
)
def test_a_pace_is_chosen_with_the_table(server: Server, fields: dict[str, str], words: str) -> None:
    with server.person() as ada:
        table = new_table(ada, "me", "here:Ben", **fields)
        page = unescape(ada.get(table).text)
        assert ("<dt>Pace</dt>" in page) == bool(words)
        assert words in page
        assert (api(ada, table)["seats"][0]["left"] is None) == (not words)
        again = ada.get(f"/new?like={table.rpartition('/')[2]}").text
        kind = fields.get("pace", "none")
        assert re.search(f'name="pace" value="{kind}" checked', again)
        for name in fields.keys() - {"pace"}:
            assert f'name="{name}"' in again
            assert re.search(f'name="{name}"[^>]* value="{fields[name]}"', again)


@pytest.mark.parametrize(
    ("fields", "complaint"),
    [
        ({"pace": "hasty"}, "There is no pace “hasty”."),
        ({"pace": "live", "pace.minutes": "0", "pace.seconds": "5"}, "Minutes: please give a number from 1 to 180."),
        ({"pace": "live", "pace.minutes": "5", "pace.seconds": "-1"}, "Seconds: please give a number from 0 to 600."),
        ({"pace": "days", "pace.days": "²"}, "Days: please give a number from 1 to 30."),
    ],
)
def test_a_pace_that_can_t_be_is_refused(server: Server, fields: dict[str, str], complaint: str) -> None:
    with server.person() as ada:
        visit(ada)
        form = {"game": "tally", "players": "2", "name": "Ada", "seat0": "me", "seat1": "open"}
        response = ada.post("/new", data={**form, **fields})
        assert response.status_code == 422
        assert complaint in unescape(response.text)


def test_when_time_runs_out_the_others_choose_and_nothing_is_lost(
    server: Server, time: Callable[[int], None], folder: Path
) -> None:
    (folder / "go").touch()
    with server.person() as ada, server.person() as ben, server.person() as eve:
        server.site.tables.running = lambda _row: always
        table = two(ada, ben, **{"": "live", ".minutes": 1, ".seconds": 0})
        for _ in range(2):
            answer(ada, table, 0)
        late = f"{table}/seat/1/late"
        assert late not in ada.get(table).text
        assert ada.post(late).status_code == 409
        time(61)
        shown = api(ada, table)["seats"]
        assert shown[1]["left"] < 1 <= shown[0]["left"]
        assert "time has run out" in ada.get(table).text
        assert late in ada.get(table).text
        assert late not in ben.get(table).text
        assert late not in eve.get(table).text
        assert ben.post(late).status_code == 403
        assert eve.post(late).status_code == 403
        assert api(ben, table)["decision"] is not None  # he may still move
        assert ada.post(late, data={"level": "perfect"}).status_code == 422
        assert f'action="{late}"' in ada.get(table).text
        assert re.findall(r'<option value="(\w+)"', ada.get(table).text) == ["easy", "normal", "hard"]
        assert ada.post(late, data={"level": "hard"}).status_code == 303
        until(lambda: "plays" in str(api(ada, table)["log"]))
        assert "The time of Ben has run out; Ada lets a bot play meanwhile (hard)." in str(api(ada, table)["log"])
        assert ben.post(f"{table}/seat/1/back").status_code == 303
        assert api(ben, table)["seats"][1]["level"] == ""


def test_whoever_moves_late_goes_on(server: Server, time: Callable[[int], None]) -> None:
    with server.person() as ada, server.person() as ben:
        server.site.tables.running = lambda _row: always
        table = two(ada, ben, **{"": "days", ".days": 1})
        time(3 * 86400)
        for seat, client in ((1, ben), (0, ada)):
            assert "Time left" in client.get(table).text or "time has run out" in client.get(table).text
            for _ in range(2):
                assert answer(client, table, seat).status_code == 200
        assert ada.post(f"{table}/seat/1/late").status_code == 409
        times = [seat["left"] for seat in api(ada, table)["seats"] if seat["to_act"]]
        assert len(times) == 1
        assert 86300 < times[0] <= 86400


# My tables


def test_the_lobby_says_whose_turn_it_is_and_since_when(server: Server, time: Callable[[int], None]) -> None:
    with server.person() as ada, server.person() as ben:
        table = two(ada, ben)

        def line(client: httpx.Client) -> str:
            return re.findall(f'<a href="{table}".*?</a>', client.get("/").text)[0]

        time(300)
        assert "your turn" in line(ada)
        assert "5 minutes ago" in line(ada)
        answer(ben, table, 1)  # half an answer, which nobody notices
        assert line(ada) == line(ada)
        assert "5 minutes ago" in line(ada)
        for _ in range(2):
            answer(ada, table, 0)
        assert "to choose: Ben" in line(ada)
        assert "5 minutes ago" in line(ben)


def test_the_page_says_since_when_a_seat_is_asked(server: Server, time: Callable[[int], None]) -> None:
    with server.person() as ada, server.person() as ben:
        table = two(ada, ben)
        assert "just now" in ada.get(table).text
        assert re.search('<link rel="icon"[^>]*/icon-turn.svg', ada.get(table).text)
        time(7200)
        assert ada.get(table).text.count("2 hours ago") == 2
        for _ in range(2):
            answer(ada, table, 0)
        page = ada.get(table).text
        assert page.count("2 hours ago") == 1
        assert re.search('<link rel="icon"[^>]*/icon.svg', page)
        german = ada.get(table, headers={"Accept-Language": "de"}).text
        assert "vor 2 Stunden" in german
