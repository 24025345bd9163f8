"""Every page in the reader's language, chosen at any time."""

import random
import re
import tomllib
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import httpx
import pytest
from running import Server, links, new_table, serving, visit
from shortened import shortened

from galleria.core import Game, Match, games
from galleria.core.compiled import compiled
from galleria.core.text import FOLDER
from galleria.texts import OTHER_LANGUAGES, folders, read
from galleria.web.storage import MoveRow

SPOKEN = {name: game for name, game in games().items() if name in folders()}
SHOWN = ("aria-label", "title", "placeholder", "alt", "data-cut", "data-title", "data-copied")
SILENT = {"script", "style", "code", "em"}  # keys of files and names of things are what they are
STOPS = (0, 3, 20, 100)
PEOPLE = ("Żaneta", "Ümit", "Zoë", "Ásta", "Đuro", "Œdipe")
WORD = re.compile(r"(?<!\w)[^\W\d_]*[a-z][^\W\d_]+(?!\w)")


@pytest.fixture(scope="module")
def shelf(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with all games that speak several languages; Dead Mall is soon over, which else takes long."""
    folder = tmp_path_factory.mktemp("shelf")
    short = shortened({"deadmall": SPOKEN["deadmall"]}, folder)
    with serving(folder / "tables.sqlite", games={**SPOKEN, **short}) as server:
        yield server


def language(response: httpx.Response) -> str:
    found = re.search(r'<html lang="(\w+)"', response.text)
    assert found, response.text[:200]
    return found[1]


@pytest.mark.parametrize(
    ("wish", "spoken"),
    [
        ("", "en"),
        ("de", "de"),
        ("de-AT,de;q=0.9,en;q=0.5", "de"),
        ("fr-FR, fr;q=0.9, pl;q=0.4, en;q=0.3", "pl"),
        ("en;q=0.2, de ; q=0.7, pl;q=0.8", "pl"),
        ("de;q=0, en", "en"),
        ("fr", "en"),
        ("*", "en"),
        (";;;q=,de;q=x,\t,", "en"),
    ],
)
def test_the_browsers_wish_is_followed(server: Server, wish: str, spoken: str) -> None:
    with server.person() as ada:
        assert language(ada.get("/", headers={"Accept-Language": wish})) == spoken


def test_a_choice_counts_more_than_the_browsers_wish_and_stays(server: Server) -> None:
    with server.person() as ada, server.person() as ben:
        ada.headers["Accept-Language"] = "pl"
        assert ada.post("/language", data={"language": "de"}).status_code == 303
        assert [language(ada.get(path)) for path in ("/", "/new", "/nowhere")] == ["de"] * 3
        assert "HttpOnly" in ada.post("/language", data={"language": "de"}).headers["set-cookie"]
        assert language(ben.get("/")) == "en"
        assert "set-cookie" not in ada.post("/language", data={"language": "xx"}).headers
        assert language(ada.get("/")) == "de"


def test_a_choice_follows_its_person_to_all_her_devices(server: Server) -> None:
    with server.person() as ada, server.person() as phone, server.person() as ben:
        ada.post("/language", data={"language": "de"})  # nobody knows her yet: this browser alone
        table = new_table(ada, "me", "open")
        phone.headers["Accept-Language"] = "pl"
        secret = ada.post("/api/me/devices").json()["secret"]
        visit(phone).post(f"/move/{secret}")
        assert [language(phone.get(path)) for path in ("/", table, "/nowhere", f"{table}/replay")] == ["de"] * 4
        phone.post("/language", data={"language": "en"})
        assert [language(client.get(table)) for client in (ada, phone, ben)] == ["en"] * 3
        ada.put("/api/me", json={"name": "Ada", "language": "pl"})
        assert ada.get("/api/me").json()["language"] == "pl"
        assert [language(client.get(table)) for client in (ada, phone, ben)] == ["pl", "pl", "en"]


def test_programs_say_with_every_request_what_they_wish(server: Server) -> None:
    with server.person() as ada:
        ada.headers["Authorization"] = "Bearer " + ada.post("/api/people", json={"name": "A"}).json()["token"]
        for wish, chosen, said in (
            ("de", None, "gibt es"),
            (None, None, "There is no"),
            (None, "pl", "Nie ma"),
            ("de", "pl", "gibt es"),
        ):
            ada.put("/api/me", json={"name": "A", "language": chosen})
            headers = {} if wish is None else {"Accept-Language": wish}
            assert said in ada.get("/api/tables/nowhere", headers=headers).json()["detail"], (wish, chosen)


def test_who_joins_another_person_brings_a_choice_where_there_is_none(server: Server) -> None:
    with server.person() as ada, server.person() as phone:
        new_table(ada, "me", "open")
        new_table(phone, "me", "open")
        phone.post("/language", data={"language": "pl"})
        visit(phone).post(f"/move/{ada.post('/api/me/devices').json()['secret']}")
        assert language(ada.get("/")) == "pl"


def test_a_language_can_be_chosen_on_every_page(server: Server) -> None:
    with server.person() as ada, server.person() as ben:
        table = new_table(ada, "me", "open")
        invitation = links(ada.get(table).text)[0]
        for client, path in ((ada, "/"), (ada, "/new"), (ada, table), (ben, invitation), (ada, "/nowhere")):
            page = client.get(path).text
            assert page.count('action="/language"') == 1, path
            assert re.findall(r'name="language" value="(\w+)"', page) == ["en", "de", "pl"]


def test_choosing_leads_back_to_the_page_that_was_open(server: Server) -> None:
    with server.person() as ada:
        table = new_table(ada, "me", "open")

        def back(page: str) -> str:
            return ada.post("/language", data={"language": "en"}, headers={"Referer": page}).headers["location"]

        at = server.address
        for path in ("/", "/new?game=tally", table, f"{table}?as=0&pick=card-1"):
            assert back(at + path) == path
        assert back(f"{at}{table}/act") == table
        assert back(f"{at}/language") == "/"
        assert back(f"{at}//elsewhere.example/?x") == "/"
        assert back("https://elsewhere.example/new") == "/"
        assert back("") == "/"


def test_refusals_speak_the_readers_language(server: Server) -> None:
    with server.person() as ada:
        ada.headers["Accept-Language"] = "de"
        elsewhere = ada.post("/new", data={}, headers={"Origin": "https://elsewhere.example"})
        assert (elsewhere.status_code, elsewhere.text.partition(" ")[0]) == (403, "Diese")
        assert "Diesen Tisch gibt es nicht." in ada.get("/table/abc").text
        assert ada.get("/api/tables/abc").json()["detail"] == "Diesen Tisch gibt es nicht."


class Words(HTMLParser):
    """Everything on a page that somebody sees or hears."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: set[str] = set()
        self._silent = 0
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self._silent += tag in SILENT
        self.found |= {text for name in SHOWN if (text := given.get(name))}
        if tag == "button" and given.get("name") == "language":
            self._silent += 1

    def handle_endtag(self, tag: str) -> None:
        if tag in {*SILENT, "button"}:
            self._silent = max(0, self._silent - 1)

    def handle_data(self, data: str) -> None:
        if not self._silent and (text := " ".join(data.split())):
            self.found.add(text)


def same_in(code: str, game: Game) -> set[str]:
    """Texts that are in that language what they are in English, in small letters."""
    catalogues = (read(FOLDER, code), read(game.folder, code))
    found = {message.id for catalogue in catalogues for message in catalogue if message.id == str(message.string)}
    for box in (tomllib.loads(path.read_text()) for path in game.boxes.values()):
        for names in named(box):
            found.update(re.findall(r"\w+", names[code]))  # a drawing may break a name into lines
            if names["en"] == names[code]:
                found.add(names["en"])
    return {text.lower() for text in (*found, *PEOPLE)}


def named(value: Any) -> Iterator[dict[str, str]]:
    """All names in several languages within a box."""
    if isinstance(value, dict) and value.keys() >= {"en", "de", "pl"}:
        yield value
    elif isinstance(value, dict | list):
        for part in value.values() if isinstance(value, dict) else value:
            yield from named(part)


def pages(server: Server, game: Game) -> Iterator[tuple[str, httpx.Client, list[str]]]:
    """Pages as a visitor, a player and a spectator see them, from the lobby to the end of a match."""
    number = max(2, game.players.start)
    rng = random.Random(game.name)
    with server.person() as ada, server.person() as ben:
        visit(ada)
        yield "before", ada, ["/", f"/new?game={game.name}", f"/guide/{game.name}", "/nowhere"]
        waiting = new_table(ada, "me", *["open"] * (number - 1), name=PEOPLE[0], game=game.name)
        yield "waiting", ada, [waiting]
        yield "invited", ben, [links(ada.get(waiting).text)[0], waiting]
        others = [f"here:{name}" for name in PEOPLE[1:number]]
        table = new_table(ada, "me", *others, name=PEOPLE[0], game=game.name)
        for step in a_match(server, ada, table, rng):
            seats = [f"{table}?as={seat}" for seat in range(number)]
            clicks = re.findall(rf'href="({table}\?[^"]*)"', ada.get(seats[0]).text)
            picked = [link.replace("&amp;", "&") for link in rng.sample(clicks, min(2, len(clicks)))]
            yield f"step {step}", ada, [*seats, *picked]
            yield f"step {step}", ben, [table]


def a_match(server: Server, client: httpx.Client, table: str, rng: random.Random) -> Iterator[int]:
    """Plays a match at random to its end, as another process on the same database would; stops now and then."""
    client.get(table)
    number = table.rpartition("/")[2]
    shown = server.site.tables._lives[number].match
    assert shown is not None
    compiled(shown.game)  # as other tests have done already; a thousand decisions take their time otherwise
    match = Match.parse(shown.record(), game=shown.game)
    for step in range(match.game.longest):
        if step in STOPS or match.over:
            yield step
        if match.over:
            return
        seat = rng.choice(match.to_act)
        action = rng.choice(match.legal(seat))
        match.play(seat, action)
        to_act = sum(1 << other for other in match.to_act)
        server.site.store.append(number, MoveRow(step + 1, seat, action), to_act, over=match.over is not None)
    raise AssertionError("The match has no end.")


def foreign(text: str, allowed: set[str]) -> bool:
    """Whether there are words in the text that the language does not have; CHF and such belong to all."""
    return any(word.lower() not in allowed for word in WORD.findall(text))


@pytest.mark.parametrize("name", SPOKEN)
def test_nothing_stays_english_on_any_page(shelf: Server, name: str) -> None:
    game = shelf.site.games[name]
    allowed = {code: same_in(code, game) for code in OTHER_LANGUAGES}
    # "Whole" is the box that the short ones shorten.
    titles = "|".join(
        re.escape(name) for name in ("Galleria", "Whole", *PEOPLE, *(other.title for other in SPOKEN.values()))
    )
    for moment, client, paths in pages(shelf, game):
        for path in paths:
            english = Words(client.get(path, headers={"Accept-Language": "en"}).text).found
            for code in OTHER_LANGUAGES:
                response = client.get(path, headers={"Accept-Language": code})
                assert language(response) == code
                left = {text for text in Words(response.text).found & english if text.lower() not in allowed[code]}
                left = {text for text in left if foreign(re.sub(titles, "", text), allowed[code])}
                assert not left, (moment, path, code)


def test_a_game_brings_words_of_its_own_for_the_same_english(shelf: Server) -> None:
    with shelf.person() as ada:
        page = ada.get("/guide/ginkgopolis", headers={"Accept-Language": "de"}).text
        assert "Die Zeichen" in page  # the game's template
        assert "Zum Inhalt springen" in page  # the frame's


def test_languages_do_not_get_mixed_up_between_requests(shelf: Server, tmp_path: Path) -> None:
    with shelf.person() as ada:
        for code in ("en", "pl", "de", "en", "de", "pl"):
            assert language(ada.get("/", headers={"Accept-Language": code})) == code
