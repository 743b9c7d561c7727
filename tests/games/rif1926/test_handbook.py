"""The handbooks of Morocco 1926: complete, equal in both languages, true to rules and data; their example is played."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from pbem.gamedata.games import clauses, compose, game_tables
from pbem.gamedata.handbook import Handbook, open_handbook
from pbem.gamedata.lexicon import lexicon_of
from pbem.gamedata.rulesets import ruleset
from pbem.language.lexicon import Lexicon
from pbem.language.text.reader import read_text
from pbem.language.write import order_usage
from pbem.referee.letters.order_form import form_of
from pbem.rules.rif1926.evolve import marked
from pbem.rules.rif1926.orders import Attack, Move
from tests.games.handbook_example import RIF, Played, blocks, play, rolls_of, table_rows, without_pictures
from tests.games.napoleonic.bailen import standing_at
from tests.games.test_handbook import RENEW
from tests.referee.making import flat, lines_understood, text_of

LANGUAGES = ("en", "es")
CITED = re.compile(r"\[(RIF-[\d.]+)\]")
EXAMPLE = re.compile(r"(?:Example|Ejemplo): `([^`]+)`")


@cache
def book(language: str) -> Handbook:
    return open_handbook("rif1926", language)


@cache
def lexicon() -> Lexicon:
    return lexicon_of(ruleset("rif1926"), compose("rif1926"))


def rows(language: str, first: str) -> list[list[str]]:
    """The cells of the table whose first row of figures begins with a word."""
    lines = book(language).text.splitlines()
    at = next(n for n, line in enumerate(lines) if line.startswith(f"| {first} |"))
    found = []
    for line in lines[at:]:
        if not line.startswith("|"):
            break
        found.append([cell.strip() for cell in line.strip("|").split("|")])
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_clause_is_cited_and_none_that_there_is_not(language: str) -> None:
    assert set(CITED.findall(book(language).text)) == set(clauses("rif1926"))


def test_both_languages_cite_the_same_clauses_chapter_by_chapter() -> None:
    chapters = {language: re.split(r"^## \d+\. ", book(language).text, flags=re.M) for language in LANGUAGES}
    assert len(chapters["en"]) == len(chapters["es"]) == 17
    for english, spanish in zip(chapters["en"], chapters["es"], strict=True):
        assert Counter(CITED.findall(english)) == Counter(CITED.findall(spanish))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_order_stands_in_both_languages(language: str) -> None:
    for order in ruleset("rif1926").ORDERS:
        forms = [order_usage(order, lexicon(), lang) for lang in (language, *(set(LANGUAGES) - {language}))]
        assert f"`{forms[0]}` · `{forms[1]}`" in book(language).text


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_example_is_an_order_that_can_be_read(language: str) -> None:
    examples = EXAMPLE.findall(book(language).text)
    assert len(examples) == len(ruleset("rif1926").ORDERS)
    for example in examples:
        found = read_text(example, lexicon())
        assert not found.problems, (example, found.problems)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_tables_are_those_of_the_rules(language: str) -> None:
    tables = game_tables("rif1926")
    crt = tables["crt"]
    printed = [[row, *(cells[column] for column in crt["columns"])] for row, cells in crt["rows"].items()]
    assert rows(language, "0") == printed
    words = {"en": ("clear", "mountain", "trench"), "es": ("llano", "montaña", "trinchera")}[language]
    numbers = list(tables["bombardment"]["rows"].values())
    shown = [[word, *("–" if n is None else str(n) for n in row)] for word, row in zip(words, numbers, strict=True)]
    assert rows(language, words[0]) == shown


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_all_games_have_in_common_is_there_with_examples_of_this_one(language: str) -> None:
    text = book(language).text
    assert "<!--" not in text
    assert not re.search(r"\{[a-z]+\}", text)
    assert "attack 2607" in text
    assert {"en": "PHASE allied-combat", "es": "FASE combate aliado"}[language] in text


# The example ----------------------------------------------------------------------------------------------------------

ELIMINATED = {"en": "eliminated", "es": "eliminado"}


@pytest.fixture(scope="module")
def example(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Mapping[str, Played]]:
    """The example of each handbook, played."""
    with without_pictures():
        home: Path = tmp_path_factory.mktemp("handbook")
        found = {language: play(home / language, language, RIF) for language in LANGUAGES}
    yield found
    for each in found.values():
        each.room.close()


def example_text(language: str) -> str:
    """The chapter with the example: the last one."""
    return re.split(r"^## \d+\. ", book(language).text, flags=re.M)[-1]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_example_quotes_what_the_program_says(language: str, example: Mapping[str, Played]) -> None:
    told = [block.body for block in blocks(book(language).text) if block.kind != "orders"]
    assert len(told) == 5
    assert told == ["".join(f"{line}\n" for line in quote) for quote in example[language].quotes], RENEW


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_example_refuses_one_line_and_takes_all_others(language: str, example: Mapping[str, Played]) -> None:
    quoted = [lines_understood("\n".join(quote)) for quote in example[language].quotes]
    assert ["".join(sign for sign, _, _ in lines) for lines in quoted] == ["✓✗✓✓", "✓✓", "", "✓✓", ""]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_form_says_of_a_unit_on_the_map_that_it_is_dispersed(language: str, example: Mapping[str, Played]) -> None:
    room, word = example[language].room, {"en": ", dispersed", "es": ", dispersa"}[language]
    for state, told in ((room.game.state, False), (marked(room.game.state, ("fr-marty",), dispersed=True), True)):
        seat = replace(room.seat("allied"), language=language)
        form = form_of(room.home, standing_at(room.game, state), seat)
        assert any(" fr-marty " in line and word in line for line in form) is told


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_dice_of_the_example_fall_and_do_as_told(language: str, example: Mapping[str, Played]) -> None:
    room = example[language].room
    rows = [row for row in table_rows(example_text(language), 3) if row[1].isdecimal()]
    assert {label: int(face) for label, face, _ in rows} == rolls_of(room, 1) | rolls_of(room, 2)
    assert room.at == "2.allied-movement"
    units = room.game.rules.dump(room.game.state, full=True)["units"]
    ends = [row for row in table_rows(example_text(language), 2) if row[0] in units]
    assert len(ends) == 6
    for unit, said in ends:
        assert said == (units[unit]["at"] or ELIMINATED[language]), unit


def test_both_examples_are_the_same_turn(example: Mapping[str, Played]) -> None:
    english, spanish = ([getattr(i.record, "state", None) for i in each.room.game.records] for each in example.values())
    assert english == spanish
    assert all(each.room.replay().difference is None for each in example.values())


@pytest.mark.parametrize(("language", "command"), [("en", "MAP SUPPLY"), ("es", "MAPA ABASTECIMIENTO")])
def test_the_lines_of_supply_come_by_mail(language: str, command: str, example: Mapping[str, Played]) -> None:
    room = example[language].room
    assert command in room.answer("allied", f"{command}\n")
    mail = room.mails("allied", "note")[-1]
    assert {"en": "lines of supply", "es": "líneas de abastecimiento"}[language] in str(mail["Subject"])
    assert [part.get_content_type() for part in mail.walk()].count("image/png") == 1
    said = flat(text_of(mail))
    assert {"en": "Allies: all are in supply.", "es": "Aliados: todas las fichas están abastecidas."}[language] in said
    helped, asked = {"en": ("AIR-HIT", "HELP\n"), "es": ("AVERIA", "AYUDA\n")}[language]
    of_the_rif = room.answer("rif", asked)
    assert command in of_the_rif
    assert not {helped, "SAIL", "NAVEGAR"} & set(of_the_rif.split()), "it has neither aircraft nor ships"
    assert helped in room.answer("allied", asked).split()


@pytest.mark.parametrize("named", ["goums mixtos", "Mixed Goums", "goums"])
def test_a_unit_is_found_by_the_words_that_only_its_name_begins_with(named: str) -> None:
    found = read_text(f"mover {named} 2927", lexicon())
    assert [(line.order.units, line.order.path) for line in found.lines if isinstance(line.order, Move)] == [
        (("fr-partisans",), ("2927",))
    ]


@pytest.mark.parametrize("named", ["Beni Ammart", "beni ammart market", "zoco de Beni Ammart", "beni-ammart"])
def test_a_place_is_found_by_the_words_that_only_its_name_begins_with(named: str) -> None:
    found = read_text(f"attack {named} with fr-ibos", lexicon())
    assert [line.order.target for line in found.lines if isinstance(line.order, Attack)] == ["1426"]
