"""The lexicons and the clause titles of La Legión: complete, equal in both languages, without double meanings."""

import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

from pbem.resources import shipped_path
from pbem.rules.legion import sequence
from pbem.rules.legion.orders import ORDERS
from pbem.rules.legion.picture import STATES
from pbem.rules.legion.sequence import SEQUENCE

LANGUAGES = ("en", "es")
COMMANDS = {
    *("STATUS", "MAP", "HISTORY", "RULES", "PRESS", "ABSENCE", "WAIT", "NOWAIT", "PROPOSE", "VOTE", "CONCEDE", "CLEAR"),
    *("LANGUAGE", "ADDRESS", "RESIGN", "TAKEOVER", "OBSERVE", "HELP", "END", "GAME", "TURN", "PHASE", "WHEN"),
}
FIELDS = {slot for order in ORDERS for slot in order.FORM}


def lexicon(language: str) -> dict[str, Any]:
    return tomllib.loads(shipped_path("games", "legion", f"lexicon.{language}.toml").read_text("utf-8"))


def clauses() -> dict[str, Any]:
    return tomllib.loads(shipped_path("games", "legion", "clauses.toml").read_text("utf-8"))


def test_both_languages_have_the_same_tables_and_ids():
    english, spanish = map(lexicon, LANGUAGES)
    assert {table: set(english[table]) for table in english} == {table: set(spanish[table]) for table in spanish}


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_that_an_order_is_made_of_has_words(language):
    words = lexicon(language)
    assert set(words["verbs"]) == {str(order.model_fields["type"].default) for order in ORDERS}
    assert set(words["keywords"]) == {slot.keyword for slot in FIELDS if slot.keyword}
    assert set(words["choices"]) == {choice for slot in FIELDS for choice in slot.choices}
    assert set(words["phases"]) == {phase.id for phase in SEQUENCE}
    assert all(told for table in ("verbs", "keywords", "choices") for told in words[table].values())


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_state_that_a_counter_shows_has_a_word(language):
    assert set(lexicon(language)["states"]) == set(STATES)


@pytest.mark.parametrize("group", ["verbs", "keywords", "choices"])
def test_no_word_means_two_things(group):
    meant: dict[str, str] = {}
    for language in LANGUAGES:
        for id_, words in lexicon(language)[group].items():
            for word in words:
                assert meant.setdefault(word.casefold(), id_) == id_


def test_no_verb_is_a_command_of_the_mail():
    verbs = {word for language in LANGUAGES for words in lexicon(language)["verbs"].values() for word in words}
    assert verbs & COMMANDS == set()


def test_the_verbs_of_the_rules_come_first():
    spanish = {id_: words[0] for id_, words in lexicon("es")["verbs"].items()}
    assert spanish == {
        "deploy": "DESPLEGAR",
        "move": "MOVER",
        "march": "DESPLAZAR",
        "reinforce": "REFORZAR",
        "land": "DESEMBARCAR",
        "hold": "MANTENER",
        "bombard": "BOMBARDEAR",
        "fly": "VOLAR",
        "place": "SITUAR",
        "attack": "ATACAR",
        "panic": "AHUYENTAR",
        "capture": "TOMAR",
        "cooperate": "COOPERAR",
    }
    english = {id_: words[0] for id_, words in lexicon("en")["verbs"].items()}
    assert english == {id_: id_.upper() for id_ in english}
    assert "ESPERAR" in lexicon("es")["verbs"]["hold"]


def test_phase_aliases_name_one_phase_of_a_side():
    for language in LANGUAGES:
        for side in ("moroccan", "spanish"):
            ids = [phase.id for phase in SEQUENCE if side in phase.sides]
            names = [n.casefold() for id_ in ids for n in _names(lexicon(language)["phases"][id_])]
            assert len(names) == len(set(names))


def _names(told: dict[str, Any]) -> list[str]:
    return [told["name"], *told["aliases"]]


def test_clauses_are_in_order_and_belong_to_their_chapter():
    found = clauses()
    ids = [tuple(map(int, re.fullmatch(r"LL-(\d+)\.(\d+)", id_).groups())) for id_ in found["clauses"]]
    assert ids == sorted(set(ids))
    assert len(ids) == 72
    for (chapter, _), told in zip(ids, found["clauses"].values(), strict=True):
        assert told["chapter"] == chapter
        assert str(chapter) in found["chapters"]
        assert all(0 < len(told[language]) <= 110 for language in LANGUAGES)
        assert set(told) == {"chapter", "es", "en"}


def test_the_numbers_of_a_clause_are_the_same_in_both_languages():
    for id_, told in clauses()["clauses"].items():
        assert sorted(re.findall(r"\d+", told["es"])) == sorted(re.findall(r"\d+", told["en"])), id_


def test_every_clause_that_the_rules_name_has_a_title():
    known = set(clauses()["clauses"])
    package = Path(str(sequence.__file__)).parent
    named = {id_ for path in package.glob("*.py") for id_ in re.findall(r"LL-\d+\.\d+", path.read_text("utf-8"))}
    assert len(named) > 30
    assert named - known == set()
