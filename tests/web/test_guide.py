import re
from collections.abc import Callable
from pathlib import Path

from running import Server, new_table, visit

from galleria.core import games
from galleria.web.guide import guide_html


def test_every_page_of_a_game_leads_to_its_guide(start: Callable[..., Server]) -> None:
    server = start(games=games())
    with server.person() as ada:
        visit(ada)
        table = new_table(ada, "me", "open", game="ginkgopolis")
        for page in ("/", "/new?game=ginkgopolis", table):
            assert 'href="/guide/ginkgopolis"' in ada.get(page).text, page
        guide = ada.get("/guide/ginkgopolis").text
        assert "<h2>Scoring</h2>" in guide
        assert "<table>" in guide
        for sign in set(re.findall(r'href="#(g-[^"]*)"', guide)):
            assert f'id="{sign}"' in guide
        assert ada.get("/guide/nothing").status_code == 404


def test_tags_in_a_guide_stay_text(tmp_path: Path) -> None:
    file = tmp_path / "guide.en.md"
    file.write_text("# Play\n\n<script>1</script> and **more**")
    assert "&lt;script&gt;" in guide_html(file)
    assert "<strong>more</strong>" in guide_html(file)
