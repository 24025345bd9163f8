import random
import re
from collections.abc import Callable
from pathlib import Path

from running import Server, new_table, visit

from galleria.core import Match, games
from galleria.core.text import LANGUAGES
from galleria.web.guide import guide_beside, guide_html, guide_section, topics


def test_every_page_of_a_game_leads_to_its_guide(start: Callable[..., Server]) -> None:
    server = start(games=games())
    with server.person() as ada:
        visit(ada)
        table = new_table(ada, "me", "open", game="ginkgopolis")
        for page in ("/", "/new?game=ginkgopolis", table):
            assert 'href="/guide/ginkgopolis"' in ada.get(page).text, page
        guide = ada.get("/guide/ginkgopolis").text
        assert re.search("<h2[^>]*>Scoring</h2>", guide)
        assert "<table>" in guide
        for sign in set(re.findall(r'href="#(g-[^"]*)"', guide)):
            assert f'id="{sign}"' in guide
        assert ada.get("/guide/nothing").status_code == 404


def test_tags_in_a_guide_stay_text(tmp_path: Path) -> None:
    file = tmp_path / "guide.en.md"
    file.write_text("# Play\n\n<script>1</script> and **more**")
    assert "&lt;script&gt;" in guide_html(file)
    assert "<strong>more</strong>" in guide_html(file)


def test_every_decision_has_its_part_of_the_guide_in_every_language() -> None:
    for game in games().values():
        guides = [file for code in LANGUAGES if (file := game.folder / f"guide.{code}.md").is_file()]
        if not guides:
            continue
        named = {topics(file) for file in guides}
        assert len(named) == 1, game.name
        asked = set()
        for players in {game.players[0], game.players[-1]}:
            match, rng = Match.new(game, players, seed=f"guide-{players}"), random.Random(players)
            while match.over is None and len(match.actions) < 400:
                seat = match.to_act[0]
                asked.add(match.view(seat)["prompt"]["topic"])
                match.play(seat, rng.choice(match.legal(seat)))
        assert asked <= next(iter(named)), game.name
        assert asked, game.name


def test_a_section_ends_where_the_next_one_of_its_level_begins(tmp_path: Path) -> None:
    file = tmp_path / "guide.en.md"
    parts = (
        "# Play",
        "{#turn}",
        "## A turn",
        "First.",
        "{#draw}",
        "### Drawing",
        "Two <b>cards</b>.",
        "## End",
        "Over.",
    )
    file.write_text("\n\n".join(parts))
    drawing = "<p>Two &lt;b&gt;cards&lt;/b&gt;.</p>\n"
    assert guide_section(file, "turn") == ("A turn", f"<p>First.</p>\n<h4>Drawing</h4>\n{drawing}")
    assert guide_section(file, "draw") == ("Drawing", drawing)
    assert guide_section(file, "lunch") is None
    assert topics(file) == {"turn", "draw"}
    beside = guide_beside(file)
    assert "Play" not in beside
    assert "id=" not in beside
    assert "<h3>A turn</h3>" in beside
