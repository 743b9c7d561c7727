"""The lexicons and clause titles of the shipped rule sets: complete, equal in both languages, of one meaning each."""

import json
import re
import tomllib
from collections import Counter
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from pbem.gamedata.rulesets import SHIPPED, ruleset
from pbem.language.commands import command_words
from pbem.language.lexicon import all_slots
from pbem.language.words import key
from pbem.resources import shipped_path
from pbem.rules.napoleonic.scenario import ORDERS_OF_DIVISIONS

LANGUAGES = ("en", "es")
CLAUSES = {
    "legion": ("LL", (1, 11, 1, 1, 5, 10, 11, 24, 6, 2)),
    "rif1926": ("RIF", (1, 1, 1, 4, 2, 1, 5, 2, 21, 5, 1, 4, 1, 3)),
    "africa1860": ("AFR", (1, 12, 3, 7, 5, 16, 2, 5, 9, 5, 4, 10, 12, 11, 5, 4)),
    "napoleonic": ("NAP", (5, 5, 7, 5, 8, 3, 4, 15, 6, 6, 10, 5, 2, 4, 7, 2)),
}
"""How the clauses of each rule set begin, and how many each chapter has, from the first on."""
MORE_STATES = {"napoleonic": {"skirmish", "square", "limbered", *ORDERS_OF_DIVISIONS}}
"""Words for states beside those that a picture shows."""
VERBS_AND_COMMANDS = {
    "legion": {"esperar"},
    "rif1926": {"esperar"},
    "africa1860": {"ask", "preguntar", "pregunta"},
    "napoleonic": {"turn"},
}
"""Verbs that are a command, or a head, where they stand alone or name no piece."""

every_game = pytest.mark.parametrize("game", SHIPPED)
every_language = pytest.mark.parametrize("language", LANGUAGES)


def parsed(game: str, name: str) -> dict[str, Any]:
    return tomllib.loads(shipped_path("games", game, name).read_text("utf-8"))


def lexicon(game: str, language: str) -> dict[str, Any]:
    return parsed(game, f"lexicon.{language}.toml")


@every_game
def test_both_languages_have_the_same_tables_and_ids(game: str) -> None:
    english, spanish = (lexicon(game, language) for language in LANGUAGES)
    assert list(english) == list(spanish)
    tables = [table for table in english if isinstance(english[table], dict)]
    assert {table: list(english[table]) for table in tables} == {table: list(spanish[table]) for table in tables}


@every_language
@every_game
def test_everything_that_an_order_is_made_of_has_words(game: str, language: str) -> None:
    words, rules = lexicon(game, language), ruleset(game)
    slots = [slot for order in rules.ORDERS for slot in all_slots(order.FORM)]
    assert set(words["verbs"]) == {str(order.model_fields["type"].default) for order in rules.ORDERS}
    assert set(words["keywords"]) == {slot.keyword for slot in slots if slot.keyword}
    assert set(words["choices"]) == {choice for slot in slots for choice in slot.choices}
    assert set(words["phases"]) == {phase.id for phase in rules.SEQUENCE}
    shown = import_module(f"pbem.rules.{game}.picture").STATES
    assert set(words["states"]) == {*shown, *MORE_STATES.get(game, ())}
    assert all(told for table in ("verbs", "keywords", "choices") for told in words[table].values())


@pytest.mark.parametrize("group", ["verbs", "keywords", "choices"])
@every_game
def test_no_word_means_two_things(game: str, group: str) -> None:
    meant: dict[str, str] = {}
    for language in LANGUAGES:
        for id_, words in lexicon(game, language)[group].items():
            for word in words:
                assert meant.setdefault(word.casefold(), id_) == id_


@every_game
def test_no_further_verb_is_a_command_or_a_head_of_the_mail(game: str) -> None:
    verbs = {key(word) for language in LANGUAGES for said in lexicon(game, language)["verbs"].values() for word in said}
    assert verbs & {*command_words().commands, *command_words().heads} == VERBS_AND_COMMANDS.get(game, set())


@every_language
@every_game
def test_a_short_name_of_a_phase_is_one_phase_of_a_side(game: str, language: str) -> None:
    told, rules = lexicon(game, language)["phases"], ruleset(game)
    for side in rules.SIDES:
        mine = [phase.id for phase in rules.SEQUENCE if side in phase.sides or not phase.id.startswith(rules.SIDES)]
        names = [name.casefold() for id_ in mine for name in (told[id_]["name"], *told[id_]["aliases"])]
        assert sorted(names) == sorted(set(names))


@every_language
@every_game
def test_phases_and_what_counters_are_are_called_alike_in_game_json(game: str, language: str) -> None:
    manifest = json.loads(shipped_path("games", game, "game.json").read_text("utf-8"))
    words = lexicon(game, language)
    assert {id_: name[language] for id_, name in manifest["phases"].items()} == {
        id_: told["name"] for id_, told in words["phases"].items()
    }
    for group in {"sides", "types", "corps", "status", "terrain"} & manifest.keys():
        told = {code.lower(): name for code, name in words[group].items()}
        assert {id_: name[language] for id_, name in manifest[group].items()} == told, group


@every_game
def test_the_clauses_are_those_of_the_rules_in_their_order(game: str) -> None:
    found, (prefix, counts) = parsed(game, "clauses.toml"), CLAUSES[game]
    ids = [tuple(map(int, id_.removeprefix(f"{prefix}-").split("."))) for id_ in found["clauses"]]
    assert ids == sorted(set(ids))
    assert Counter(chapter for chapter, _ in ids) == dict(enumerate(counts, 1))
    for (chapter, _), told in zip(ids, found["clauses"].values(), strict=True):
        assert told["chapter"] == chapter
        assert str(chapter) in found["chapters"]
        assert set(told) == {"chapter", "es", "en"}
        assert all(0 < len(told[language]) <= 110 for language in LANGUAGES)
        assert sorted(re.findall(r"\d+", told["es"])) == sorted(re.findall(r"\d+", told["en"]))


@every_game
def test_every_clause_that_the_code_and_the_data_name_has_a_title(game: str) -> None:
    known, prefix = set(parsed(game, "clauses.toml")["clauses"]), CLAUSES[game][0]
    package, data = Path(str(import_module(f"pbem.rules.{game}").__file__)).parent, shipped_path("games", game)
    paths = [*package.glob("*.py"), *data.glob("*.toml"), *data.glob("*.json")]
    paths += [path for room in ("maps", "scenarios") for path in (data / room).glob("*.json")]
    texts = [path.read_text("utf-8") for path in paths if path.name != "clauses.toml"]
    named = {id_ for text in texts for id_ in re.findall(rf"{prefix}-\d+\.\d+", text)}
    assert len(named) > len(known) / 2
    assert named - known == set()
