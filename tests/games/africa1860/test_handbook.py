"""The handbooks of Africa 1859-60: complete, equal in both languages, their orders those of the program; the half of
a turn that they tell is played."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from pbem.gamedata.games import clauses, compose
from pbem.gamedata.handbook import open_handbook
from pbem.gamedata.lexicon import lexicon_of
from pbem.gamedata.rulesets import ruleset
from pbem.language.lexicon import Lexicon
from pbem.language.text.reader import read_text
from pbem.language.write import order_usage
from tests.games.handbook_example import AFRICA, Played, blocks, play, without_pictures
from tests.games.test_handbook import RENEW
from tests.referee.making import flat, lines_understood

LANGUAGES = ("en", "es")
CITED = re.compile(r"\b(AFR-[\d.]*\d)\b")
EXAMPLE = re.compile(r"(?:Example|Ejemplo): `([^`]+)`")
WAITING = re.compile(r"^    ((?:WHEN|CUANDO) .+)$", re.M)


def text(language: str) -> str:
    return open_handbook("africa1860", language).text


def lexicon() -> Lexicon:
    return lexicon_of(ruleset("africa1860"), compose("africa1860"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_clause_is_cited_and_none_that_there_is_not(language: str) -> None:
    assert set(CITED.findall(text(language))) == set(clauses("africa1860"))


def test_both_languages_cite_the_same_clauses_chapter_by_chapter() -> None:
    chapters = {language: re.split(r"^## \d+\. ", text(language), flags=re.M) for language in LANGUAGES}
    assert len(chapters["en"]) == len(chapters["es"]) == 19
    for english, spanish in zip(chapters["en"], chapters["es"], strict=True):
        assert Counter(CITED.findall(english)) == Counter(CITED.findall(spanish)), english[:40]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("battle", [("castillejos", "AFR-12.10"), ("tetuan", "AFR-13.12"), ("wad-ras", "AFR-14.11")])
def test_the_reinforcements_are_listed_with_turn_and_area(battle: tuple[str, str], language: str) -> None:
    data = compose("africa1860", battle[0])
    names = {id_: area["name"][language] for id_, area in data["map"]["areas"].items()}
    listed = re.compile(rf"^- \*\*\w+ (\d+)\*\* \[{re.escape(battle[1])}\]\. (.*?)\.$", re.M | re.S)
    told = {
        (int(turn), unit): place.lower()
        for turn, said in listed.findall(text(language))
        for place, _, units in (each.partition(": ") for each in flat(said).split("; "))
        for unit in units.split(", ")
    }
    due = {(each.turn, each.unit): each.at for each in ruleset("africa1860").read_scenario(data).arrivals}
    assert told.keys() == due.keys()
    assert {each: names[at].lower() for each, at in due.items() if at in names}.items() <= told.items()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_order_stands_in_both_languages(language: str) -> None:
    for order in ruleset("africa1860").ORDERS:
        forms = [order_usage(order, lexicon(), lang) for lang in (language, *(set(LANGUAGES) - {language}))]
        assert f"`{forms[0]}` · `{forms[1]}`" in text(language)


def test_the_examples_of_orders_are_understood_and_the_same() -> None:
    found = {}
    for language in LANGUAGES:
        lines = [*EXAMPLE.findall(text(language)), *WAITING.findall(text(language))]
        reading = read_text("\n".join(lines), lexicon(), strict=True)
        assert reading.problems == ()
        found[language] = [line.order for line in reading.lines]
    assert len(found["en"]) == len(ruleset("africa1860").ORDERS) - 2 + 3, "ASK and PASS stand in others"
    assert found["en"] == found["es"]


# The example ----------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def example(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Mapping[str, Played]]:
    """The half of a turn of each handbook, played."""
    with without_pictures():
        home: Path = tmp_path_factory.mktemp("handbook")
        found = {language: play(home / language, language, AFRICA) for language in LANGUAGES}
    yield found
    for each in found.values():
        each.room.close()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_example_quotes_what_the_program_says(language: str, example: Mapping[str, Played]) -> None:
    told = [block for block in blocks(text(language)) if block.kind != "orders"]
    assert [block.kind for block in told] == ["receipt", "supposed", "form", "receipt", "receipt", "report", "standing"]
    said = ["".join(f"{line}\n" for line in quote) for quote in example[language].quotes]
    assert [block.body for block in told] == said, RENEW


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_example_refuses_two_lines_and_takes_all_others(language: str, example: Mapping[str, Played]) -> None:
    receipts = [quote for quote in example[language].quotes if any("✓" in line or "✗" in line for line in quote)]
    assert ["".join(sign for sign, _, _ in lines_understood("\n".join(quote))) for quote in receipts] == ["✗✓✓✓✗", "✓✓"]


def test_its_reactions_are_told_to_their_owner_alone(example: Mapping[str, Played]) -> None:
    """Two act, one cannot; the other side reads what the units did, and no number."""
    room = example["en"].room
    assert [fact["standing"] for fact in room.facts("activated") if fact["side"] == "moroccan"] == [1, 2]
    assert {tuple(passed) for fact in room.facts("answered") for passed in fact.get("passed", ())} >= {
        (3, "already-activated")
    }
    said = room.text("spanish", "report")
    assert "Fire of Feras Zagir 1 at the cazadores of Vergara in Sands" in flat(said)
    assert "tanding order" not in said


def test_both_examples_are_the_same_half_turn(example: Mapping[str, Played]) -> None:
    english, spanish = ([getattr(i.record, "state", None) for i in each.room.game.records] for each in example.values())
    assert english == spanish
    assert all(each.room.replay().difference is None for each in example.values())
    assert {each.room.at for each in example.values()} == {"1.moroccan-movement"}
