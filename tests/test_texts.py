"""Catalogues of texts: complete, without leftovers, with the right forms; and the tool that keeps them so."""

import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from galleria.cli import main
from galleria.core import GalleriaError, find_game, games
from galleria.core.text import FOLDER, N_, Texts, joined, number, speaking, texts
from galleria.texts import CLICK, extract, folders, problems, update

CODE = """
from galleria.core.text import texts
_, ngettext = ...
TABLE = (N_("A shop is full."),)
print(_("%(name)s opens a shop."), ngettext("%(n)s shop", "%(n)s shops", n))
"""
PANEL = '<p>{{ _("Your mall") }} {{ ngettext("%(num)s guest", "%(num)s guests", n) }}</p>'
GERMAN = {
    "A shop is full.": "Ein Laden ist voll.",
    "%(name)s opens a shop.": "%(name)s eröffnet einen Laden.",
    "Your mall": "Dein Einkaufszentrum",
}


@pytest.mark.parametrize("name", folders())
def test_every_text_is_translated_and_none_is_left_over(name: str) -> None:
    assert problems(folders()[name]) == []


def test_every_game_in_the_box_speaks_all_languages() -> None:
    ours = {name for name, game in games().items() if game.folder.is_relative_to(FOLDER)}
    assert ours
    assert ours <= set(folders())


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A game of somebody else, fully translated into German."""
    (tmp_path / "words.py").write_text(CODE)
    (tmp_path / "panel.html.j2").write_text(PANEL)
    assert [path.name for path in update(tmp_path)] == ["de.po", "pl.po"]
    fill(tmp_path / "locale" / "de.po")
    return tmp_path


def fill(path: Path) -> None:
    text = path.read_text()
    for english, german in GERMAN.items():
        text = text.replace(f'msgid "{english}"\nmsgstr ""', f'msgid "{english}"\nmsgstr "{german}"')
    for singular, one, many in (
        ("%(n)s shop", "%(n)s Laden", "%(n)s Läden"),
        ("%(num)s guest", "%(num)s Gast", "%(num)s Gäste"),
    ):
        before, after = text.split(f'msgid_plural "{singular}s"')
        after = after.replace('msgstr[0] ""', f'msgstr[0] "{one}"', 1).replace('msgstr[1] ""', f'msgstr[1] "{many}"', 1)
        text = f'{before}msgid_plural "{singular}s"{after}'
    path.write_text(text)


def german(folder: Path) -> list[str]:
    return [line for line in problems(folder) if "pl.po" not in line]


def test_texts_are_found_in_code_tables_and_templates(folder: Path) -> None:
    found = {m.id if isinstance(m.id, str) else tuple(m.id) for m in extract(folder) if m.id}
    assert found == {*GERMAN, ("%(n)s shop", "%(n)s shops"), ("%(num)s guest", "%(num)s guests")}


def test_a_game_finds_its_own_texts_then_those_of_galleria(folder: Path) -> None:
    speak = Texts(folder)
    ours = texts(FOLDER)
    with speaking("de"):
        assert speak.gettext("A shop is full.") == "Ein Laden ist voll."
        assert [speak.ngettext("%(n)s shop", "%(n)s shops", n) for n in (1, 2)] == ["%(n)s Laden", "%(n)s Läden"]
        assert ours.gettext("A shop is full.") == "A shop is full."
        assert speak.gettext("Players") == ours.gettext("Players")
    assert speak.gettext("A shop is full.") == "A shop is full."
    assert speak.gettext("") == ""


def test_a_complete_catalogue_has_no_problems_and_stays_as_it_is(folder: Path) -> None:
    assert german(folder) == []
    before = (folder / "locale" / "de.po").read_bytes()
    assert list(update(folder)) == []
    assert (folder / "locale" / "de.po").read_bytes() == before


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ('msgstr "Ein Laden ist voll."', 'msgstr ""', "not translated"),
        ('msgid "Your mall"', 'msgid "Your old mall"', "unused"),
        ('msgid "Your mall"', 'msgid "Your old mall"', "missing"),
        ('msgid "Your mall"', '#, fuzzy\nmsgid "Your mall"', "fuzzy"),
        ("%(name)s eröffnet", "%(nam)s eröffnet", "other placeholders"),
        ("%(name)s eröffnet", "Jemand eröffnet", "other placeholders"),
        ('msgstr[1] "%(n)s Läden"\n', "", "not translated"),
        ('msgstr[1] "%(n)s Läden"', 'msgstr[1] "Läden"', "other placeholders"),
        ("plural=(n != 1)", "plural=(n > 1)", "Plural-Forms should be nplurals=2"),
        ('msgstr "Dein Einkaufszentrum"', 'msgstr "Dein Einkaufszentrum "', "other spaces"),
    ],
)
def test_what_is_wrong_with_a_catalogue_is_said(folder: Path, old: str, new: str, complaint: str) -> None:
    path = folder / "locale" / "de.po"
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))
    assert any(complaint in line for line in german(folder)), german(folder)


def test_of_a_text_that_a_merge_has_doubled_the_translation_stays(folder: Path) -> None:
    path = folder / "locale" / "de.po"
    head, entry, rest = path.read_text().partition('msgid "Your mall"\nmsgstr "Dein Einkaufszentrum"\n')
    path.write_text(f'{head}msgid "Your mall"\nmsgstr ""\n\n{entry}{rest}')
    list(update(folder))
    assert path.read_text() == head + entry + rest


def test_a_text_that_is_new_in_the_code_is_missing_until_it_is_translated(folder: Path) -> None:
    (folder / "more.py").write_text('print(_("The mall closes."))')
    assert [line for line in german(folder) if "missing" in line]
    list(update(folder))
    assert [line for line in german(folder) if "not translated" in line]


def test_a_game_that_takes_the_wrong_mark_is_told(folder: Path) -> None:
    (folder / "view.py").write_text("from galleria.core.text import (\n    N_,\n    _,\n)\n")
    assert [line for line in german(folder) if "import it from .text" in line]


def test_a_guide_in_english_alone_is_a_problem(folder: Path) -> None:
    (folder / "guide.en.md").write_text("# How to play\n")
    assert [line for line in german(folder) if "guide.de.md" in line]


def test_a_broken_catalogue_is_named(folder: Path) -> None:
    path = folder / "locale" / "de.po"
    path.write_text(path.read_text() + "\nmsgid nonsense\n")
    with pytest.raises(GalleriaError, match=r"de\.po"):
        problems(folder)


def test_the_words_of_click_are_compiled_from_their_catalogue(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    shutil.copytree(folders()[CLICK] / "locale", tmp_path / "locale")
    monkeypatch.setattr("galleria.texts.CLICK_FOLDER", tmp_path)
    assert problems(tmp_path) == []
    path = tmp_path / "locale" / "de" / "LC_MESSAGES" / "click.mo"
    before = path.read_bytes()
    for spoil in (
        lambda: path.write_bytes(before.replace(b"Fehler", b"Felher")),
        lambda: path.write_bytes(before[:99]),
        path.unlink,
    ):
        spoil()
        assert [line for line in problems(tmp_path) if str(path) in line]
        assert list(update(tmp_path)) == [path]
        assert problems(tmp_path) == []


def test_the_command_checks_without_changing() -> None:
    before = {path: path.read_bytes() for path in (FOLDER / "locale").iterdir()}
    done = CliRunner().invoke(main, ["texts", "galleria", "--check"])
    assert (done.exit_code, done.output) == (0, "galleria: no problems.\n")
    assert {path: path.read_bytes() for path in (FOLDER / "locale").iterdir()} == before


def test_a_mark_in_a_table_changes_nothing() -> None:
    assert N_("A shop is full.") == "A shop is full."


def test_numbers_and_lists_are_written_as_the_reader_writes_them() -> None:
    seen = {}
    for code in ("en", "de", "pl"):
        with speaking(code):
            seen[code] = (number(12345.5), joined(["A", "B", "C"]))
    assert seen == {
        "en": ("12,345.5", "A, B, and C"),
        "de": ("12.345,5", "A, B und C"),
        "pl": ("12\N{NO-BREAK SPACE}345,5", "A, B i C"),
    }


def test_names_in_boxes_are_there_in_every_language() -> None:
    for game in games().values():
        for name in game.boxes:
            assert list(empty_names(game.boxes[name])) == []
    assert find_game("ginkgopolis").boxes


def empty_names(path: Path) -> list[str]:
    """Every table of the box file whose keys are languages has a word in each."""
    import tomllib

    def walk(value: object, place: str) -> list[str]:
        if isinstance(value, list):
            return [line for i, item in enumerate(value) for line in walk(item, f"{place}[{i}]")]
        if not isinstance(value, dict):
            return []
        if value.keys() & {"de", "pl"}:
            return [f"{place}.{code}" for code in ("en", "de", "pl") if not str(value.get(code, "")).strip()]
        return [line for key, item in value.items() for line in walk(item, f"{place}.{key}")]

    return walk(tomllib.loads(path.read_text()), path.name)


def test_a_sentence_in_an_f_string_would_stay_english(folder: Path) -> None:
    words = folder / "words.py"
    words.write_text(CODE + """print(f"{_('Closed.')} {ngettext('%(n)s day', '%(n)s days', 2)}")\n""")
    with pytest.raises(GalleriaError, match=r"words\.py:6: a sentence is marked inside an f-string"):
        extract(folder)
