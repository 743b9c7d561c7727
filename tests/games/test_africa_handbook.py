"""The handbooks of Africa 1859-60: complete, equal in both languages, their orders those of the program."""

import re
from collections import Counter

import pytest

from pbem.gamedata.games import clauses, compose
from pbem.gamedata.handbook import open_handbook
from pbem.gamedata.lexicon import lexicon_of
from pbem.gamedata.rulesets import ruleset
from pbem.language.lexicon import Lexicon
from pbem.language.text import read_text
from pbem.language.write import order_usage

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
    assert len(chapters["en"]) == len(chapters["es"]) == 18
    for english, spanish in zip(chapters["en"], chapters["es"], strict=True):
        assert Counter(CITED.findall(english)) == Counter(CITED.findall(spanish)), english[:40]


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
