"""The handbooks of Bailén: complete, equal in both languages, true to rules and charts; their example is played."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from pbem.game.voice import ruleset_words
from pbem.gamedata.games import clauses, compose, game_counters, game_tables
from pbem.gamedata.lexicon import lexicon_of
from pbem.gamedata.rulesets import ruleset
from pbem.language.lexicon import Lexicon
from pbem.language.text.reader import read_text
from pbem.language.write import order_usage
from tests.games.handbook_example import BAILEN, Played, blocks, play, rolls_of, table_rows, text_of, without_pictures
from tests.games.test_handbook import RENEW
from tests.referee.making import flat, lines_understood

LANGUAGES = ("en", "es")
CITED = re.compile(r"\[(NAP-[\d.]+)\]")
EXAMPLE = re.compile(r"(?:Example|Ejemplo): `([^`]+)`")
SIZES = {"batteries": "baterías", "battery": "batería", "battalion": "batallón", "regiment": "regimiento"}
TERMS = {  # by language: the words of the charts
    "en": {"yes, dismounted": "yes, on foot", "---": "–", "-1": "−1"},
    "es": {"yes": "sí", "yes, dismounted": "sí, a pie", "see G": "ver G", "---": "–", "-1": "−1"},
}
RIVER = {"en": "B on a river", "es": "B en un río"}
ENDS = {"en": ("or less", "or more"), "es": ("o menos", "o más")}


def text(language: str) -> str:
    return text_of(language, "napoleonic")


@cache
def lexicon() -> Lexicon:
    return lexicon_of(ruleset("napoleonic"), compose("napoleonic"))


def table(language: str, number: int, chapter: int) -> list[list[str]]:
    """The rows of a table of a chapter (both from 1), without its head."""
    said = re.split(r"^## \d+\. ", text(language), flags=re.M)[chapter]
    found = re.findall(r"(?:^\|.*\|\n)+", said, re.M)[number - 1]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in found.splitlines()]
    return rows[2:]


def shown(cell: str, language: str) -> str:
    """A cell of a chart as the handbook has it."""
    number, _, size = cell.partition(" ")
    if language == "es" and size in SIZES:
        return f"{number} {SIZES[size]}"
    return TERMS[language].get(cell, cell)


def signed(number: int) -> str:
    return f"+{number}" if number > 0 else f"−{-number}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_clause_is_cited_and_none_that_there_is_not(language: str) -> None:
    assert set(CITED.findall(text(language))) == set(clauses("napoleonic"))


def test_both_languages_cite_the_same_clauses_chapter_by_chapter() -> None:
    chapters = {language: re.split(r"^## \d+\. ", text(language), flags=re.M) for language in LANGUAGES}
    assert len(chapters["en"]) == len(chapters["es"]) == 23
    for english, spanish in zip(chapters["en"], chapters["es"], strict=True):
        assert Counter(CITED.findall(english)) == Counter(CITED.findall(spanish)), english[:40]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_order_stands_in_both_languages(language: str) -> None:
    for order in ruleset("napoleonic").ORDERS:
        forms = [order_usage(order, lexicon(), lang) for lang in (language, *(set(LANGUAGES) - {language}))]
        assert f"`{forms[0]}` · `{forms[1]}`" in text(language)


def test_the_examples_of_orders_are_understood_and_the_same() -> None:
    found = {}
    for language in LANGUAGES:
        reading = read_text("\n".join(EXAMPLE.findall(text(language))), lexicon(), strict=True)
        assert reading.problems == ()
        found[language] = [line.order for line in reading.lines]
    assert [order.type for order in found["en"] if order] == [
        order.model_fields["type"].default for order in ruleset("napoleonic").ORDERS
    ]
    assert found["en"] == found["es"]


# The charts -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("name", "chapter", "number"),
    [("fire", 12, 3), ("morale", 13, 1), ("shock", 15, 1), ("control", 16, 1), ("division-morale", 17, 1)],
)
def test_the_results_tables_are_those_of_the_game_cell_by_cell(
    language: str, name: str, chapter: int, number: int
) -> None:
    tables = game_tables("napoleonic")[name]
    faces = [face.replace("-", "−") for face in tables["rows"]]
    faces[0], faces[-1] = f"{faces[0]} {ENDS[language][0]}", f"{faces[-1]} {ENDS[language][1]}"
    cells = [[shown(row[column], language) for column in tables["columns"]] for row in tables["rows"].values()]
    printed = [[face, *row] for face, row in zip(faces, cells, strict=True)]
    assert table(language, number, chapter) == printed


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_terrain_tables_are_those_of_the_game_cell_by_cell(language: str) -> None:
    tables, arms = game_tables("napoleonic"), ("infantry", "cavalry", "artillery")
    every = {**tables["terrain"], **tables["hexsides"]}
    costs = [
        [
            *(shown(about["move"][arm], language) for arm in arms),
            shown(about["fire"], language),
            RIVER[language] if name == "bridge" else shown(about["shock"], language),
        ]
        for name, about in every.items()
    ]
    assert [row[1:] for row in table(language, 1, 3)[: len(every)]] == costs
    kinds = ("infantry", "square", "skirmish", "cavalry", "cavalry-skirmish", "guns-alone", "guns")
    holds = [[shown(about["stack"][kind], language) for kind in kinds] for about in tables["terrain"].values()]
    assert [row[1:] for row in table(language, 2, 3)] == holds
    words = ruleset_words("napoleonic", language, {})
    assert [row[0] for row in table(language, 2, 3)] == [words.word("terrain", name) for name in tables["terrain"]]


@pytest.mark.parametrize("language", LANGUAGES)
def test_movement_and_formations_are_those_of_the_tables(language: str) -> None:
    tables = game_tables("napoleonic")
    points = [[str(row.get(side, "–")) for side in ("spanish", "french")] for row in tables["movement"].values()]
    assert [row[1:] for row in table(language, 1, 9)] == points
    infantry, cavalry, forms = *(tables["formation"][arm] for arm in ("infantry", "cavalry")), ("normal", "skirmish")
    assert [row[1:] for row in table(language, 2, 9)] == [
        [
            *(str(infantry[held].get(wanted, "–")) for wanted in (*forms, "square")),
            *(str(cavalry.get(held, {}).get(wanted, "–")) for wanted in forms),
        ]
        for held in (*forms, "square")
    ]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("name", "chapter", "number", "before", "haza"),
    [
        ("fire-modifiers", 12, 4, 0, True),
        ("morale-modifiers", 13, 2, 1, False),
        ("shock-modifiers", 15, 2, 2, True),
        ("control-modifiers", 16, 2, 1, False),
        ("division-modifiers", 17, 2, 0, False),
    ],
)
def test_the_modifiers_are_those_of_the_tables(
    language: str, name: str, chapter: int, number: int, before: int, haza: bool
) -> None:
    tables = game_tables("napoleonic")
    said = [row[1] for row in table(language, number, chapter)][before:]
    in_haza = [shown(tables["terrain"]["haza"]["fire"], language)] if haza else []
    assert said == [*map(signed, tables[name].values()), *in_haza]


@pytest.mark.parametrize("language", LANGUAGES)
def test_ranges_points_and_ratings_are_those_of_the_tables(language: str) -> None:
    tables = game_tables("napoleonic")
    assert [row[1] for row in table(language, 1, 12)] == [str(reach) for reach in tables["fire-ranges"].values()]
    victory = tables["victory"]
    points = [("exit", "no-exit"), ("town", "town")]
    assert [(row[1], row[3]) for row in table(language, 3, 18)] == [
        *((str(victory[one]), str(victory[other])) for one, other in points),
        (str(victory["loss"]["french"]), str(victory["loss"]["spanish"])),
    ]
    for name, about in tables["divisions"].items():
        if name != "vedel":
            assert f"{name} {about['rating']}" in text(language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_army_lists_have_every_counter_with_its_figures(language: str) -> None:
    said = " ".join(row[1] for number in (1, 2) for row in table(language, number, 18))
    told = dict(re.findall(r"([a-z][\w-]*) (\d+-[\dA-F])", said))
    counters: Mapping[str, Mapping[str, Any]] = game_counters("napoleonic")
    figures = {"leader": ("shock", "morale-factor")}
    assert told == {
        unit: "-".join(str(about[field]) for field in figures.get(about["type"], ("pf", "grade")))
        for unit, about in counters.items()
    }


# The example ----------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def example(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Mapping[str, Played]]:
    """The example of each handbook, played."""
    with without_pictures():
        home: Path = tmp_path_factory.mktemp("handbook")
        found = {language: play(home / language, language, BAILEN) for language in LANGUAGES}
    yield found
    for each in found.values():
        each.room.close()


def example_text(language: str) -> str:
    """The chapter with the example: the last one."""
    return re.split(r"^## \d+\. ", text(language), flags=re.M)[-1]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_example_quotes_what_the_program_says(language: str, example: Mapping[str, Played]) -> None:
    told = [block.body for block in blocks(text(language)) if block.kind != "orders"]
    assert len(told) == 5
    assert told == ["".join(f"{line}\n" for line in quote) for quote in example[language].quotes], RENEW


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_example_refuses_one_line_and_takes_all_others(language: str, example: Mapping[str, Played]) -> None:
    quoted = [lines_understood("\n".join(quote)) for quote in example[language].quotes]
    assert ["".join(sign for sign, _, _ in lines) for lines in quoted] == ["✓✓✓✓✗✓", "✓✓", "", "✓✓✓", ""]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_dice_of_the_example_fall_and_do_as_told(language: str, example: Mapping[str, Played]) -> None:
    room = example[language].room
    told = {row[0]: int(row[1]) for row in table_rows(example_text(language), 3) if row[1].isdecimal()}
    assert told == rolls_of(room, 1)
    assert room.at == "2.french-command"
    units = room.game.rules.dump(room.game.state, full=True)["units"]
    ends = [row for row in table_rows(example_text(language), 2) if row[0] in units]
    assert len(ends) == 6
    assert {unit: units[unit]["at"] for unit, _ in ends} == dict(ends)


def test_both_examples_are_the_same_turn(example: Mapping[str, Played]) -> None:
    english, spanish = ([getattr(i.record, "state", None) for i in each.room.game.records] for each in example.values())
    assert english == spanish
    assert all(each.room.replay().difference is None for each in example.values())


@pytest.mark.parametrize(("language", "command"), [("en", "RULES NAP-11.3"), ("es", "REGLAS NAP-11.3")])
def test_a_clause_is_answered_by_mail_in_the_words_of_the_book(
    language: str, command: str, example: Mapping[str, Played]
) -> None:
    said = example[language].room.answer("spanish", f"{command}\n")
    assert {"en": "infantry counts double", "es": "la infantería cuenta el doble"}[language] in flat(said)
