"""A bot that plays over the JSON API: `python examples/bot.py http://127.0.0.1:8000 ginkgopolis`."""

import random
import sys

import httpx


def play(address: str, game: str) -> list[dict[str, object]]:
    """Play a match against the server's own bot, with any legal answers; gives the final scores."""
    with httpx.Client(base_url=f"{address}/api", timeout=60) as server:
        me = server.post("/people", json={"name": "Robin"}).raise_for_status().json()
        server.headers["Authorization"] = f"Bearer {me['token']}"
        seats = [{"kind": "me", "name": "Robin"}, {"kind": "bot", "level": "easy"}]
        made = server.post("/tables", json={"game": game, "seats": seats}).raise_for_status().json()
        table = f"/tables/{made['id']}"
        with server.stream("GET", f"{table}/live") as news:
            for line in news.iter_lines():
                if not line.startswith("data:"):  # nothing new
                    continue
                shown = server.get(table).raise_for_status().json()
                while shown["decision"]:
                    action = random.choice(shown["decision"]["actions"])["action"]
                    answer = {"seat": shown["seat"], "action": action, "version": shown["decision"]["version"]}
                    shown = server.post(f"{table}/actions", json=answer).raise_for_status().json()
                if shown["state"] == "over":
                    return shown["scores"]
    raise RuntimeError("The server has stopped.")


if __name__ == "__main__":
    for score in play(*sys.argv[1:3]):
        print(score["rank"], score["name"], score["total"])
