"""Watching with open hands: whoever may, never has a seat."""

import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from html import unescape
from pathlib import Path

import httpx
import pytest
from running import Server, answer, api, links, new_table, visit

from galleria.web.storage import SeatRow, SeesHands, Store, TableRow

LINK = r'value="(http[^"]*/watch/[^"]+)"'


def hand(page: str) -> list[int]:
    return [int(card) for card in re.findall(r'class="card"[^>]*>(\d+)<', page)]


def code_of(page: str) -> str:
    return re.findall(r'aria-hidden="true">([0-9A-Z]{4}-[0-9A-Z]{4})<', page)[0]


@pytest.fixture
def people(server: Server) -> Iterator[list[httpx.Client]]:
    """Somebody who hosts, two who play, one who watches."""
    with ExitStack() as stack:
        yield [visit(stack.enter_context(server.person())) for _ in range(4)]


def open_table(host: httpx.Client, ada: httpx.Client, ben: httpx.Client) -> tuple[str, str]:
    """A running table with open hands: its address, and that of its secret link."""
    table = new_table(host, "open", "open", hands="open")
    (link,) = re.findall(LINK, host.get(table).text)
    for somebody, name in ((ada, "Ada"), (ben, "Ben")):
        assert somebody.post(links(host.get(table).text)[0], data={"name": name}).status_code == 303
    return table, link


def test_a_watcher_sees_with_the_eyes_of_every_seat_and_decides_nothing(people: list[httpx.Client]) -> None:
    host, ada, ben, eve = people
    table, link = open_table(host, ada, ben)
    assert hand(eve.get(table).text) == []
    assert "You will see every hand" in unescape(eve.get(link).text)
    assert hand(eve.get(table).text) == []  # looking at the offer is not taking it
    assert eve.post(link).headers["location"] == table
    for client, seat in ((ada, 0), (ben, 1)):
        own = hand(client.get(table).text)
        assert len(own) == 4
        for watcher in (eve, host):
            page = watcher.get(table, params={"as": seat}).text
            assert hand(page) == own
            assert "pick=" not in page
            shown = api(watcher, table, seat)
            assert (shown["decision"], [s["mine"] for s in shown["seats"]]) == (None, [False, False])
        version = api(client, table)["decision"]["version"]
        assert answer(eve, table, seat, 0, version).status_code == 403
    before = api(eve, table)["version"]
    answer(ada, table, 0)  # hidden from Ben, not from her
    assert api(eve, table)["version"] > before


def test_players_are_told_and_see_their_own_hand_only(people: list[httpx.Client]) -> None:
    host, ada, ben, _ = people
    table, link = open_table(host, ada, ben)
    for player in (ada, ben):
        page = unescape(player.get(table).text)
        assert "see every hand at this table" in page
        assert link.rpartition("/")[2] not in page
        own = hand(page)
        assert hand(player.get(table, params={"as": 0}).text) == own == hand(player.get(table, params={"as": 1}).text)
        refused = player.post(link)
        assert refused.status_code == 403
        assert "you see your own hand only" in refused.text
        assert player.get(link).headers["location"] == table


def test_whoever_plays_gets_no_link(people: list[httpx.Client]) -> None:
    host, *_ = people
    fields = {"game": "tally", "players": 2, "name": "Ada", "hands": "open"}
    for kind in ("me", "here"):
        response = host.post("/new", data={**fields, "seat0": kind, "seat1": "open", "name0": "Ann"})
        assert response.status_code == 422
        assert "Who plays can’t hold the link to all hands" in response.text
    hidden = new_table(host, "open", "open")
    assert "/watch/" not in host.get(hidden).text
    assert host.get("/watch/nonsense").status_code == 404


def test_who_has_seen_hands_gets_no_seat_by_any_way(people: list[httpx.Client]) -> None:
    host, ada, ben, eve = people
    table = new_table(host, "open", "open", hands="open")
    (link,) = re.findall(LINK, host.get(table).text)
    first, second = links(host.get(table).text)
    ada.post(first, data={"name": "Ada"})
    eve.post(link)
    for watcher in (eve, host):
        refused = watcher.post(second, data={"name": "Eve"})
        assert refused.status_code == 403
        assert "You may see all hands at this table" in unescape(refused.text)
    # Neither by moving a seat, nor by becoming Ada, nor by Ada's becoming her.
    for place, giver, taker in (
        (f"{table}/seat/0/key", ada, eve),
        ("/devices/key", ada, eve),
        ("/devices/key", eve, ada),
    ):
        refused = taker.post(f"/move/{code_of(giver.post(place).text)}")
        assert refused.status_code == 403
    assert [s["mine"] for s in api(eve, table)["seats"]] == [False, False]
    ben.post(second, data={"name": "Ben"})
    assert hand(ada.get(table, params={"as": 1}).text) == hand(ada.get(table).text)


def test_watching_and_sitting_never_go_together_even_at_the_same_moment(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'tables.sqlite'}")
    store.migrate()
    host, *others = [store.enrol(bytes([i]) * 32) for i in range(1, 6)]
    seats = tuple(SeatRow(i, None, None, None, f"c{i}") for i in range(4))
    start = ("t", "tally", 1, "published", "00", "{}", {}, "seed", "11", host, "waiting", 0, 0, 0, 5, 5, seats)
    store.create(TableRow(*start, watch="code"), None)

    def rush(number: int) -> None:
        person = others[number // 2]
        with suppress(SeesHands):
            if number % 2:
                store.watch("t", person)
            else:
                store.claim("t", number // 2, person, f"P{number}")

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(rush, range(8)))
    table = store.table("t")
    assert table is not None
    sitting = {s.person for s in table.seats} - {None}
    assert sitting | store.watchers("t") == {host, *others}
    assert not sitting & store.watchers("t")
