"""From the lobby to a table with one click."""

import re
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest
from running import Server, answer, api, field, until

from galleria.core.text import LANGUAGES


def press(client: httpx.Client, how: str, game: str = "tally") -> httpx.Response:
    """Press one of the buttons of a game in the lobby."""
    page = client.get("/").text
    return client.post("/play", data={"csrf": field(page, "csrf"), "game": game, "how": how})


def test_against_bots_whoever_comes_for_the_first_time_sits_at_a_table_at_once(server: Server) -> None:
    with server.person() as ada:
        made = press(ada, "bots")
        assert made.status_code == 303
        seats = api(ada, made.headers["location"])["seats"]
        assert [(s["name"], s["kind"], s["level"], s["mine"]) for s in seats] == [
            ("Guest", "person", "", True),
            ("Fern", "bot", "normal", False),
        ]
        assert 'value="Guest"' not in ada.get("/new").text  # a stopgap is no name to be remembered


def test_a_known_name_is_used(server: Server) -> None:
    with server.person() as ada:
        ada.get("/new")
        ada.post("/name", data={"name": "Ada"})
        assert api(ada, press(ada, "bots").headers["location"])["seats"][0]["name"] == "Ada"


def test_the_guest_is_called_so_in_every_language(server: Server) -> None:
    for language, name in zip(LANGUAGES, ("Guest", "Gast", "Gość"), strict=True):
        with server.person() as ada:
            ada.headers["Accept-Language"] = language
            assert api(ada, press(ada, "bots").headers["location"])["seats"][0]["name"] == name


def test_bots_alone_play_to_the_end_while_one_watches_and_can_stop(server: Server) -> None:
    with server.person() as ada:
        table = press(ada, "watch").headers["location"]
        shown = api(ada, table)
        assert [(s["kind"], s["level"]) for s in shown["seats"]] == [("bot", "normal")] * 3
        page = ada.get(table).text
        if shown["state"] != "over":
            assert f'href="{table}/replay"' in page
        until(lambda: api(ada, table)["state"] == "over")
        page = ada.get(f"{table}/replay?step=0").text
        assert re.search(r'id="replay"|class="replay', page)


def test_where_people_only_follow_bots_take_their_time(start: Callable[..., Server]) -> None:
    server = start(watch_pace=3600.0)
    with server.person() as ada:
        alone, mixed = (press(ada, how).headers["location"] for how in ("watch", "bots"))
        answer(ada, mixed, 0)
        until(lambda: len(server.site.store.moves(mixed.rpartition("/")[2])) > 1)  # a bot has answered there
        assert server.site.store.moves(alone.rpartition("/")[2]) == []
        page = ada.get(alone).text
        assert "Bots play: " in page
        assert f'href="{alone}/replay"' in page
        assert ada.get(f"{alone}/replay").status_code == 200


def test_a_button_pressed_twice_makes_one_table_and_another_button_another(server: Server) -> None:
    with server.person() as ada:
        data = {"csrf": field(ada.get("/").text, "csrf"), "game": "tally"}
        first, again, other = (ada.post("/play", data={**data, "how": how}) for how in ("bots", "bots", "watch"))
        assert first.headers["location"] == again.headers["location"] != other.headers["location"]
        assert press(ada, "bots").headers["location"] != first.headers["location"]  # the next visit to the lobby


def test_friends_are_invited_with_the_form_as_it_comes(server: Server) -> None:
    with server.person() as ada:
        page = ada.get("/").text
        (link,) = re.findall(r'href="(/new\?game=tally&amp;friends=yes)"', page)
        form = ada.get(link.replace("&amp;", "&")).text
        assert re.findall(r'value="([^"]*)" selected', form) == ["me", "open", "open", "open"]


@pytest.mark.parametrize(
    ("data", "status", "sentence"),
    [
        ({"game": "tally", "how": "alone"}, 422, "Please choose one of the ways to play in the lobby."),
        ({"game": "tally"}, 422, "Please choose one of the ways to play in the lobby."),
        ({"game": "chess", "how": "bots"}, 404, "There is no game “chess” here."),
    ],
)
def test_what_makes_no_sense_makes_no_table(server: Server, data: dict[str, str], status: int, sentence: str) -> None:
    with server.person() as ada:
        refused = ada.post("/play", data=data)
        assert refused.status_code == status
        assert sentence in refused.text
        assert "set-cookie" not in refused.headers


def test_the_lobby_speaks_every_language(server: Server, folder: Path) -> None:
    words = {
        "en": ("Play against bots", "Invite friends", "Watch bots play"),
        "de": ("Gegen Bots spielen", "Freunde einladen", "Bots zuschauen"),
        "pl": ("Zagraj z botami", "Zaproś znajomych", "Popatrz na grę botów"),
    }
    with server.person() as ada:
        for language, ways in words.items():
            page = ada.get("/", headers={"Accept-Language": language}).text
            assert [way in page for way in ways] == [True] * 3
