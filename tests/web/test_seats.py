"""Seats that change hands: to a bot and back."""

import json
from concurrent.futures import ThreadPoolExecutor
from html import unescape
from pathlib import Path

import httpx
import pytest
from running import Server, answer, api, field, links, new_table, serving, until, visit

from galleria.web.storage import RUNNING, Conflict, MoveRow, SeatRow, Store, TableRow

HASH = b"\x01" * 32


@pytest.fixture
def store(tmp_path: Path) -> Store:
    store = Store(f"sqlite:///{tmp_path / 'tables.sqlite'}")
    store.migrate()
    assert store.enrol(HASH) == 1
    return store


def row(*seats: SeatRow, table: str = "t", status: str = RUNNING) -> TableRow:
    return TableRow(table, "tally", 1, "published", "00", "{}", {}, "seed", "11", 1, status, 0, 0, 0, 5, 5, seats)


def two(server: Server, ada: httpx.Client, ben: httpx.Client) -> str:
    """A running table: Ada sits on seat 0, Ben on seat 1."""
    table = new_table(ada, "me", "open")
    assert visit(ben).post(links(ada.get(table).text)[0], data={"name": "Ben"}).status_code == 303
    return table


def log(client: httpx.Client, table: str) -> list[str]:
    return [line for entry in api(client, table)["log"] for line in entry["lines"]]


def asked(folder: Path) -> int:
    """How often bots were asked."""
    file = folder / "asked.jsonl"
    return len(file.read_text().splitlines()) if file.exists() else 0


# A bot in one's stead


def test_a_bot_plays_until_the_seat_is_taken_back(server: Server) -> None:
    with server.person() as ada, server.person() as ben:
        table = two(server, ada, ben)
        assert ben.post(f"{table}/seat/1/bot", data={"level": "easy"}).headers["location"] == table
        shown = api(ada, table)["seats"][1]
        assert (shown["name"], shown["kind"], shown["level"], shown["mine"]) == ("Ben", "person", "easy", False)
        page = unescape(ben.get(table).text)
        assert "A bot plays for you (easy)." in page
        assert api(ben, table)["decision"] is None
        assert "Ben lets a bot play (easy)." in log(ada, table)
        answer(ada, table, 0)
        answer(ada, table, 0)
        until(lambda: any(move.seat == 1 for move in server.site.store.moves(table.rpartition("/")[2])))
        assert ben.post(f"{table}/seat/1/back").headers["location"] == table
        assert api(ada, table)["seats"][1]["level"] == ""
        assert log(ada, table).index("Ben plays again.") > log(ada, table).index("Ben lets a bot play (easy).")
        assert "Ben plays again." in unescape(ada.get(table).text)


def test_a_game_goes_to_its_end_with_a_bot_in_ones_stead(server: Server) -> None:
    with server.person() as ada, server.person() as ben:
        table = two(server, ada, ben)
        ben.post(f"{table}/seat/1/bot", data={"level": "easy"})

        def move() -> bool:
            shown = api(ada, table)
            if shown["decision"]:
                answer(ada, table, 0)
            return shown["state"] == "over"

        until(move)
        assert ben.post(f"{table}/seat/1/back").status_code == 409


def test_what_a_bot_still_thinks_about_is_not_played_after_the_seat_was_taken_back(
    server: Server, folder: Path
) -> None:
    with server.person() as ada, server.person() as ben:
        table = two(server, ada, ben)
        number = table.rpartition("/")[2]
        ben.post(f"{table}/seat/1/bot", data={"level": "slow"})
        until(lambda: asked(folder) == 1)
        ben.post(f"{table}/seat/1/back")
        (folder / "go").touch()  # now it has its answer
        until(lambda: not server.site.tables._tasks)
        assert server.site.store.moves(number) == []
        assert answer(ben, table, 1).status_code == 200
        assert [move.seat for move in server.site.store.moves(number)] == [1]


def test_a_bot_that_was_sent_away_does_not_speak_for_the_next_one(server: Server, folder: Path) -> None:
    with server.person() as ada, server.person() as ben:
        table = two(server, ada, ben)
        ben.post(f"{table}/seat/1/bot", data={"level": "slow"})
        until(lambda: asked(folder) == 1)
        ben.post(f"{table}/seat/1/back")
        ben.post(f"{table}/seat/1/bot", data={"level": "easy"})
        (folder / "go").touch()
        until(lambda: server.site.store.moves(table.rpartition("/")[2]))
        first, second, *_ = map(json.loads, (folder / "asked.jsonl").read_text().splitlines())
        assert (first["bot"], second["bot"]) == ("slow", "easy")
        assert first["seed"] == second["seed"]  # the same question: nothing came of the first answer


def test_while_a_bot_plays_its_person_must_take_the_seat_back_first(server: Server) -> None:
    with server.person() as ada, server.person() as ben:
        table = two(server, ada, ben)
        decision = api(ben, table)["decision"]
        ben.post(f"{table}/seat/1/bot", data={"level": "slow"})
        refused = answer(ben, table, 1, decision["actions"][0]["action"], decision["version"])
        assert (refused.status_code, refused.json()["detail"]) == (
            409,
            "A bot plays this seat now; take it back first.",
        )


def test_clicking_twice_hands_over_once(server: Server) -> None:
    with server.person() as ada, server.person() as ben:
        table = two(server, ada, ben)
        for what, data in (("bot", {"level": "slow"}), ("back", {})):
            with ThreadPoolExecutor(4) as pool:
                answers = list(pool.map(lambda _, w=what, d=data: ben.post(f"{table}/seat/1/{w}", data=d), range(8)))
            assert {a.status_code for a in answers} == {303}
        assert sorted(line for line in log(ada, table) if "Ben" in line) == [
            "Ben lets a bot play (slow).",
            "Ben plays again.",
        ]


def test_nobody_hands_over_a_foreign_seat(server: Server) -> None:
    with server.person() as ada, server.person() as ben, server.person() as eve:
        table = two(server, ada, ben)
        for other in (ada, eve):
            assert other.get(f"{table}/seat/1").status_code == 403
            assert other.post(f"{table}/seat/1/bot", data={"level": "easy"}).status_code == 403
            assert other.post(f"{table}/seat/1/back").status_code == 403
        assert ben.post(f"{table}/seat/1/bot", data={"level": "genius"}).status_code == 422
        assert ben.post(f"{table}/seat/9/bot", data={"level": "easy"}).status_code == 403
        waiting = new_table(ada, "me", "open")
        assert ada.post(f"{waiting}/seat/0/bot", data={"level": "easy"}).status_code == 409
        assert [s["level"] for s in api(ada, table)["seats"]] == ["", ""]


def test_after_a_restart_the_bot_goes_on_in_its_persons_stead(folder: Path) -> None:
    with serving(folder / "tables.sqlite") as server, server.person() as ada, server.person() as ben:
        table = two(server, ada, ben)
        ben.post(f"{table}/seat/1/bot", data={"level": "slow"})
        cookies = dict(ben.cookies)
    (folder / "go").touch()
    with serving(folder / "tables.sqlite") as server, server.person() as ben:
        ben.cookies.update(cookies)
        until(lambda: server.site.store.moves(table.rpartition("/")[2]))
        assert "Ben lets a bot play (slow)." in log(ben, table)


def test_a_move_counts_only_for_whom_the_seat_belongs_to(store: Store) -> None:
    ada = SeatRow(0, "Ada", 1, None, None)
    store.create(row(ada, SeatRow(1, "Moss", None, "easy", None)), None)
    assert store.hand_over("t", 0, 1, "easy")
    assert not store.hand_over("t", 0, 1, "easy")
    assert not store.hand_over("t", 1, 1, None)  # the bot's own seat is nobody's
    store.append("t", MoveRow(1, 0, 5), 1, over=False, handover=1)
    assert store.hand_over("t", 0, 1, None)
    with pytest.raises(Conflict, match="handed over"):
        store.append("t", MoveRow(2, 0, 5), 1, over=False, handover=1)
    store.append("t", MoveRow(2, 0, 5), 1, over=False, handover=2)
    assert [(h.moves, h.kind, h.seat, h.data) for h in store.happenings("t")] == [
        (0, "bot", 0, {"level": "easy"}),
        (1, "back", 0, {"level": None}),
    ]


# A host who is away


def test_others_begin_when_the_host_is_away(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    with server.person() as ada, server.person() as ben, server.person() as eve:
        table = new_table(ada, "me", "open", "open")
        visit(ben).post(links(ada.get(table).text)[0], data={"name": "Ben"})
        refused = ben.post(f"{table}/start")
        assert refused.status_code == 403
        assert "The host of the table is here" in refused.text
        monkeypatch.setattr("galleria.web.tables.HOST_AWAY", 0.0)
        assert eve.post(f"{table}/start").status_code == 403
        assert ben.post(f"{table}/start").status_code == 303
        assert [s["name"] for s in api(ada, table)["seats"]] == ["Ada", "Ben"]


# Playing again


def finish(*players: tuple[httpx.Client, str, int]) -> None:
    """Play to the end."""

    def move() -> bool:
        shown = [(client, table, seat, api(client, table, seat)) for client, table, seat in players]
        for client, table, seat, now in shown:
            if now["decision"]:
                answer(client, table, seat)
        return all(now["state"] == "over" for *_, now in shown)

    until(move)


def test_the_group_plays_again_at_one_table_whoever_asks(server: Server) -> None:
    with server.person() as ada, server.person() as ben, server.person() as eve:
        table = new_table(ada, "me", "open", "bot-easy", **{"option.prize": "two"})
        visit(ben).post(links(ada.get(table).text)[0], data={"name": "Ben"})
        assert ben.post(f"{table}/rematch").status_code == 409
        finish((ada, table, 0), (ben, table, 1))
        assert eve.post(f"{table}/rematch").status_code == 403
        before = api(ben, table)["version"]
        promised = field(ada.get(table).text, "commitment")  # before anything is shuffled
        assert promised == ben.get(f"/api/tables/{table.rpartition('/')[2]}/rematch").json()["commitment"]
        assert ada.post(f"{table}/rematch", data={"commitment": "00"}).status_code == 409
        with ThreadPoolExecutor(4) as pool:
            answers = list(pool.map(lambda i: (ada, ben)[i % 2].post(f"{table}/rematch"), range(8)))
        (again,) = {a.headers["location"] for a in answers}
        assert again != table
        for somebody in (ada, ben, eve):
            assert f'href="{again}"' in somebody.get(table).text
        assert api(ben, table)["version"] > before  # open pages hear of it
        assert "/rematch" not in ada.get(table).text
        shown = api(ada, again)
        assert [(s["name"], s["kind"], s["mine"]) for s in shown["seats"]] == [
            ("Ben", "person", False),
            ("Fern", "bot", False),
            ("Ada", "person", True),
        ]
        assert (shown["state"], shown["options"]) == ("running", {"prize": "two"})
        assert api(ben, again)["seat"] == 0
        assert shown["commitment"] == promised != api(ada, table)["commitment"]
        assert "commitment" not in eve.get(table).text


def test_who_had_a_bot_in_her_stead_plays_again_herself(server: Server) -> None:
    with server.person() as ada, server.person() as ben:
        table = two(server, ada, ben)
        ben.post(f"{table}/seat/1/bot", data={"level": "easy"})
        finish((ada, table, 0))
        again = ben.post(f"{table}/rematch").headers["location"]
        assert [(s["name"], s["level"]) for s in api(ben, again)["seats"]] == [("Ben", ""), ("Ada", "")]


def test_the_lobby_says_whose_turn_it_is(server: Server) -> None:
    with server.person() as ada, server.person() as ben:
        table = two(server, ada, ben)
        assert "your turn" in ada.get("/").text
        answer(ada, table, 0)
        answer(ada, table, 0)
        assert "to choose: Ben" in unescape(ada.get("/").text)
        assert "your turn" in ben.get("/").text


# Somebody who is away for long


def test_a_bot_plays_for_the_absent_only_when_all_who_are_there_agree(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    with server.person() as ada, server.person() as ben, server.person() as eve:
        table = new_table(ada, "me", "open", "open")
        for somebody, name in ((ben, "Ben"), (eve, "Eve")):
            visit(somebody).post(links(ada.get(table).text)[0], data={"name": name})
        place = f"{table}/seat/1/absent"
        assert ada.post(place).status_code == 409  # nobody has waited long
        monkeypatch.setattr("galleria.web.absence.LONG", 0)
        assert ada.post(place).status_code == 409  # Ben was here just now
        away = type(server.site.tables).away
        monkeypatch.setattr(
            type(server.site.tables), "away", lambda self, live, who: 1e6 if who == 2 else away(self, live, who)
        )
        assert ben.post(place).status_code == 403
        assert ada.post(place).status_code == 303
        page = unescape(eve.get(table).text)
        assert "Agreed: Ada. Still to agree: Eve." in page
        assert api(ada, table)["seats"][1]["level"] == ""
        assert eve.post(place, data={"agree": "no"}).status_code == 303
        assert "Agreed: Ada" not in unescape(eve.get(table).text)
        for _ in range(2):
            assert eve.post(place).status_code == 303
        assert api(ada, table)["seats"][1]["level"] == ""
        assert ada.post(place, data={"level": "perfect"}).status_code == 422
        assert ada.post(place, data={"level": "easy"}).status_code == 303
        assert api(ada, table)["seats"][1]["level"] == "easy"
        assert "Ben has been away for long; the others let a bot play meanwhile (easy)." in log(eve, table)
        assert ben.post(f"{table}/seat/1/back").status_code == 303
        assert api(ada, table)["seats"][1]["level"] == ""
