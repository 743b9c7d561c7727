"""The lexicons and clause titles of Africa 1859-60: complete, equal in both languages, of one meaning each."""

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from pbem.gamedata.games import compose
from pbem.gamedata.lexicon import lexicon_of
from pbem.gamedata.rulesets import ruleset
from pbem.language.lexicon import all_slots
from pbem.language.text import read_text
from pbem.language.write import write_order
from pbem.resources import shipped_path
from pbem.rules.africa1860 import sequence
from pbem.rules.africa1860.orders import ORDERS
from pbem.rules.africa1860.sequence import SEQUENCE, SIDES

LANGUAGES = ("en", "es")
SLOTS = [slot for order in ORDERS for slot in all_slots(order.FORM)]


def parsed(name: str) -> dict[str, Any]:
    return tomllib.loads(shipped_path("games", "africa1860", name).read_text("utf-8"))


def lexicon(language: str) -> dict[str, Any]:
    return parsed(f"lexicon.{language}.toml")


def test_both_languages_have_the_same_tables_and_ids() -> None:
    english, spanish = map(lexicon, LANGUAGES)
    assert list(english) == list(spanish)
    tables = [table for table in english if isinstance(english[table], dict)]
    assert {table: list(english[table]) for table in tables} == {table: list(spanish[table]) for table in tables}


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_that_an_order_is_made_of_has_words(language: str) -> None:
    words = lexicon(language)
    assert set(words["verbs"]) == {str(order.model_fields["type"].default) for order in ORDERS}
    assert set(words["keywords"]) == {slot.keyword for slot in SLOTS if slot.keyword}
    assert set(words["choices"]) == {choice for slot in SLOTS for choice in slot.choices}
    assert set(words["phases"]) == {phase.id for phase in SEQUENCE}
    assert all(told for table in ("verbs", "keywords", "choices") for told in words[table].values())


@pytest.mark.parametrize("group", ["verbs", "keywords", "choices"])
def test_no_word_means_two_things(group: str) -> None:
    meant: dict[str, str] = {}
    for language in LANGUAGES:
        for id_, words in lexicon(language)[group].items():
            for word in words:
                assert meant.setdefault(word.casefold(), id_) == id_


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("DISPARAR caz-vergara A arenal con prim", "FIRE caz-vergara AT arenal WITH prim"),
        ("FIRE caz-vergara TO arenal", "FIRE caz-vergara AT arenal"),
        ("ACTIVAR husares-princesa con prim MOVER a arenal", "ACTIVATE husares-princesa prim MOVE arenal"),
        ("ACTIVAR bia-2 FUEGO a arenal", "ACTIVATE bia-2 FIRE arenal"),
        ("ACTIVATE bia-2 FIRE AT arenal", "ACTIVATE bia-2 FIRE arenal"),
        ("ACTIVAR bia-2 FUEGO en arenal MOVER", ""),
        ("MOVER cuenca en arenal", "MOVE cuenca TO arenal"),
        ("DEFENDER en arenal alto", "DEFEND arenal HOLD"),
        ("ACTIVAR seyyid-1 ALGARABÍA POR jaral FUEGO a area-b A jaral",
         "ACTIVATE seyyid-1 ALGARABÍA VIA jaral FIRE area-b TO jaral"),
        ("CUANDO FASE choque marroquí EMPIEZA SI arenal TIENE 2 fichas enemigas ACTIVAR bia-2 FUEGO ALLÍ",
         "WHEN PHASE Moroccan shock STARTS IF arenal HAS 2 enemy ACTIVATE bia-2 FIRE THERE"),
        ("WHEN enemies ENTER arenal ACTIVATE bia-2 FIRE THERE PRIORITY 5",
         "WHEN enemy ENTERS arenal ACTIVATE bia-2 FIRE THERE"),
    ],
)  # fmt: skip
def test_prepositions_may_be_those_that_one_would_write(written: str, meant: str) -> None:
    """Where none is a keyword it says nothing; what an order would be without being said is not written."""
    known = lexicon_of(ruleset("africa1860"), compose("africa1860"))
    (line,) = read_text(written, known, strict=True).lines
    assert (write_order(line.order, known, "en") if line.order else "") == meant


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_short_name_of_a_phase_is_one_phase_of_a_side(language: str) -> None:
    told = lexicon(language)["phases"]
    for side in SIDES:
        mine = [phase.id for phase in SEQUENCE if phase.id.startswith(side) or not phase.id.startswith(SIDES)]
        names = [name.casefold() for id_ in mine for name in (told[id_]["name"], *told[id_]["aliases"])]
        assert sorted(names) == sorted(set(names))


def test_the_phases_and_sides_are_called_alike_in_game_json() -> None:
    game = json.loads(shipped_path("games", "africa1860", "game.json").read_text("utf-8"))
    for language in LANGUAGES:
        words = lexicon(language)
        assert {id_: name[language] for id_, name in game["phases"].items()} == {
            id_: told["name"] for id_, told in words["phases"].items()
        }
        for group in ("sides", "corps", "status", "terrain"):
            assert {id_: name[language] for id_, name in game[group].items()} == words[group], group
        assert {id_: name[language] for id_, name in game["types"].items()} == {
            code.lower(): name for code, name in words["types"].items()
        }


def test_the_clauses_are_those_of_the_rules_in_their_order() -> None:
    found = parsed("clauses.toml")
    ids = [tuple(map(int, id_.removeprefix("AFR-").split("."))) for id_ in found["clauses"]]
    assert ids == sorted(set(ids))
    counts = {chapter: sum(1 for first, _ in ids if first == chapter) for chapter in range(1, 17)}
    assert list(counts.values()) == [1, 12, 3, 7, 5, 16, 2, 5, 9, 5, 4, 10, 12, 11, 5, 4]
    for (chapter, _), told in zip(ids, found["clauses"].values(), strict=True):
        assert told["chapter"] == chapter
        assert str(chapter) in found["chapters"]
        assert set(told) == {"chapter", "es", "en"}
        assert all(0 < len(told[language]) <= 110 for language in LANGUAGES)


def test_every_clause_that_the_code_and_the_data_name_has_a_title() -> None:
    known = set(parsed("clauses.toml")["clauses"])
    package, data = Path(str(sequence.__file__)).parent, shipped_path("games", "africa1860")
    texts = [path.read_text("utf-8") for path in (*package.glob("*.py"), *data.rglob("*.json"), *data.glob("*.toml"))]
    named = {id_ for text in texts for id_ in re.findall(r"AFR-\d+\.\d+", text)}
    assert len(named) > 100
    assert named - known == set()
