"""The box: what is in it, what is said about mistakes, and that a match keeps its version of the rules."""

import re
from dataclasses import replace
from pathlib import Path

import pytest
from year_table import GAME, shipped

from galleria.core import BoxError, Match, RecordError, load_box


def test_the_cards() -> None:
    data = shipped().data
    assert (len(data.store), len(data.branch), len(data.anchor), len(data.article)) == (82, 16, 8, 32)
    assert sum(row.fields for row in data.branch.values()) == 17  # M4
    assert data.branch["mode"].fields == 2
    assert sum(row.copies for row in data.food.values()) == 24
    for branch in data.branch:
        assert any(row.branch == branch for row in data.store.values())
        assert any(row.branch == branch for row in data.article.values())
    assert all(len(row.dice) == 3 for row in data.anchor.values())
    assert all(len(row.dice) == 1 for row in data.food.values())


def test_the_scale() -> None:  # M5, M24
    box = GAME.box.of(shipped().buf.copy())
    prices = [int(box.price[points]) for points in range(41)]
    assert prices == [3] * 9 + [2] * 16 + [1] * 16
    assert (box.most, box.start, box.reward) == (40, 40, 40)


def test_everything_the_text_does_not_give_is_marked() -> None:
    data = shipped().data
    for table in (data.store, data.anchor, data.food):
        assert all(row.assumed is True for row in table.values())
    text = {name for name, row in data.article.items() if not row.assumed}
    assert {data.article[name].names.en for name in text} == {"Ice Skates", "Laptop", "Frying Pan"}  # M37
    assert [data.stage[str(n)].assumed for n in range(1, 6)] == [False, False, False, True, True]  # M31
    assert data.options.assumed is True
    assert data.end.assumed is True  # M43
    assert data.scoring.assumed is True
    assert all(row.assumed == ["last"] for row in data.zone.values())  # H5
    assert all("points" in row.assumed for row in data.feedback.values())


def write(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "mine.toml"
    path.write_text(text)
    return path


def test_a_card_a_number_and_a_switch_of_an_own_box(tmp_path: Path) -> None:
    text = """
        extends = "published"
        [options]
        focus_points = "pips"
        [scale]
        start = 30
        [store.mode_1]
        dice = [1, 2]
        [store.mode_8]
        names = { en = "Sock Cellar", de = "Sockenkeller", pl = "Skarpety" }
        branch = "mode"
        dice = [6, 6]
        copies = 2
        [article.socks]
        names = { en = "Socks", de = "Socken", pl = "Skarpety" }
        branch = "mode"
        [store.hobby_4]
        copies = 0
        """
    box = load_box(GAME, write(tmp_path, text))
    record = GAME.box.of(box.buf.copy())
    number = next(card for card, (_, name) in box.data.cards.items() if name == "mode_8")
    assert (record.gain[number], record.copies[number], record.start) == (12, 2, 30)
    assert record.wish[box.data.articles.index("socks")] == box.data.branches.index("mode")
    state = GAME.state.new()
    GAME.setup(state, record, 2)
    assert GAME.check(state, record) == 0


def test_the_order_in_the_file_changes_nothing(tmp_path: Path) -> None:
    whole = GAME.boxes["published"].read_text()
    head, *tables = re.split(r"(?m)^(?=\[)", whole)
    turned = load_box(GAME, write(tmp_path, head + "\n".join(reversed(tables))))
    assert turned.hash == shipped().hash
    assert turned.buf.tobytes() == shipped().buf.tobytes()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[rules]\nversion = 2", "version is 2, but these are the rules of version 1; play the box with the rules"),
        ("[rules]\ntext = 'four_stores'", 'text is "four_stores", but these rules follow the text "focus_store"'),
        ("[store.mode_1]\nbranch = 'modes'", 'store.mode_1: there is no branch "modes"'),
        ("[store.mode_1]\nneeds = ['mode']", "a store can't need its own branch"),
        ("[store.mode_1]\ndice = [7]", "less than or equal to 6"),
        ("[store.mode_1]\ndice = []", "table [store], key mode_1.dice"),
        ("[store.mode_1]\ncolor = 1", "this key is not known"),
        ("[store.new]\nbranch = 'mode'", "is missing; add it"),
        ("[article.article_01]\nbranch = 'sports'", 'article.article_01: there is no branch "sports"'),
        ("[anchor.anchor_1]\nneeds = ['x']", 'anchor.anchor_1: there is no branch "x"'),
        ("[stage.2]\nall_of = [['x']]", 'stage.2: there is no branch "x"'),
        ("[stage.1]\ncounters = 1", "stage.1: every mall begins there"),
        ("[stage.6]\ncounters = 1", "stage.6 is not known"),
        ("[scale]\nstart = 41", "the scale ends at fields = 40"),
        ("[scale]\nfields = 50", "zone.gold: last must be the last field of the scale, 50"),
        ("[zone.grey]\nlast = 8", "each zone must end after the one before"),
        ("[zone.red]\nprice = 0", "greater than or equal to 1"),
        ("[red_die]\ncloses_at = 6", "closes_at must be lower than start"),
        ("[branch.mode]\nplace = 2", "two branches have the same place"),
        ("".join(f"[branch.{name}]\nfields = 4\n" for name in ("mode", "optik", "sport")), "room for 24 store fields"),
        ("[food.food_01]\ncopies = 20", "there is room for 40 cards, not for 42"),
        ("[feedback.positive]\ncloses_store_at = 3", "only negative cards close a store"),
        ("[feedback.negative]\npoints = 2", "positive cards must not cost points"),
        ("[end]\nstage = 1", "stage 1 is where everybody begins"),
        ("[options]\nfree_roll = 'none'", "'any_dice' or 'all_dice'"),
        ("[scoring]\ntie_break = ['luck']", "table [scoring], key tie_break, number 1"),
    ],
)
def test_mistakes_are_named(tmp_path: Path, text: str, said: str) -> None:
    with pytest.raises(BoxError) as error:
        load_box(GAME, write(tmp_path, f'extends = "published"\n{text}\n'))
    assert said in str(error.value)
    assert str(error.value).startswith("mine.toml: ")


def test_the_box_names_the_version_of_the_rules() -> None:
    assert shipped().data.rules.version == GAME.rules_version
    assert shipped().data.rules.text == "focus_store"


def record() -> str:
    match = Match.new(GAME, 2, box=shipped(), seed="version")
    seat = match.to_act[0]
    match.play(seat, "end the turn")
    return match.record()


def test_a_record_of_another_version_is_refused_with_a_sentence() -> None:
    text = record()
    assert Match.parse(text, game=GAME).record() == text
    with pytest.raises(RecordError, match="line 3: it was played by version 2 of the rules, this is version 1"):
        Match.parse(text.replace("rules: 1", "rules: 2"), game=GAME)


def test_a_record_stays_with_its_box_and_its_rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another version of the rules, like another number, is another content of the box."""
    text = record()
    path = write(tmp_path, 'extends = "published"\n[end]\nstage = 4\n')
    changed = [load_box(GAME, path)]
    monkeypatch.setattr("galleria.games.malldesjahres.box.RULES_VERSION", 2)
    changed.append(load_box(GAME, write(tmp_path, 'extends = "published"\n[rules]\nversion = 2\n')))
    for box in changed:
        assert box.hash != shipped().hash
        with pytest.raises(RecordError, match="it was played with another content of the box"):
            Match.parse(text, box=replace(box, name="published", path=None), game=GAME)
