"""The texts of a rule set's problems: one for each code that it can give, in both languages, and none too many."""

import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from pbem import kit
from pbem.conformance.codes import codes_given
from pbem.gamedata import games
from pbem.gamedata.games import LANGUAGES, BadGame, problems
from pbem.gamedata.rulesets import SHIPPED, ruleset
from pbem.language.catalogue import TEXTS, Plural, Text
from pbem.language.messages import placeholders, reason

NAMES = SHIPPED
EACH = [(name, language) for name in NAMES for language in LANGUAGES]


def forms(text: Text) -> Sequence[str]:
    return (text.one, text.many) if isinstance(text, Plural) else (text,)


def test_the_codes_are_read_off_whichever_way_the_source_names_them() -> None:
    """As a text, by a condition, from a table, in a call that voids an order; passed on by whoever found it first."""
    given = codes_given(ruleset("legion")).codes
    assert {("off-map", "LL-2.1"), ("unknown-hex", "LL-2.1"), ("path-blocked", "LL-7.3")} <= given
    assert {("march-into-zoc", "LL-7.9"), ("no-target", "LL-8.1"), ("no-target", None)} <= given


@pytest.mark.parametrize("name", NAMES)
def test_no_text_is_unused(name: str) -> None:
    """That every code has a text is held by the conformance suite, for the games of other packages too."""
    given = codes_given(ruleset(name))
    assert given.untold == (), "which codes are these?"
    for own in (problems(name, language) for language in LANGUAGES):
        assert sorted(own.keys() - {code for code, _ in given.codes}) == []
        by_clause = {(code, clause) for code in own for clause in own[code] if clause}
        assert sorted(by_clause - given.codes) == []


def test_what_the_kit_gives_every_game_shares() -> None:
    assert {code for code, _ in codes_given(kit).codes} <= TEXTS.keys()


@pytest.mark.parametrize("name", NAMES)
def test_both_languages_say_the_same_with_the_same_values(name: str) -> None:
    shapes = [
        {
            (code, clause, *(placeholders(text) for text in texts))
            for code, said in own.items()
            for clause, texts in said.items()
        }
        for own in (problems(name, language) for language in LANGUAGES)
    ]
    assert shapes[0] == shapes[1]


@pytest.mark.parametrize(("name", "language"), EACH)
def test_the_last_text_of_a_code_needs_no_values_and_none_is_out_of_reach(name: str, language: str) -> None:
    for code, said in problems(name, language).items():
        if "" in said:
            assert placeholders(said[""][-1]) == frozenset(), code
        for texts in said.values():
            for at, text in enumerate(texts):
                assert not any(placeholders(before) <= placeholders(text) for before in texts[:at]), (code, text)
                assert not any(form.endswith(".") for form in forms(text)), (code, text)


@pytest.mark.parametrize(("name", "language"), EACH)
def test_a_code_is_told_with_all_values_with_some_and_with_none(name: str, language: str) -> None:
    own = problems(name, language)
    for code, said in own.items():
        for clause, texts in said.items():
            for text in texts:
                by = text.by if isinstance(text, Plural) else ""
                values: dict[str, str | int] = {place: 2 if place == by else place for place in placeholders(text)}
                told = reason(code, values, language, rule=clause, own=own)
                assert "%(" not in told
                assert all(place.upper() in told.upper() for place in placeholders(text) - {by})


def test_reports_tell_a_voided_order_to_both_sides() -> None:
    """Without values a text is read by the enemy too: nothing in it is "yours"."""
    you = {"en": r"\b(you|yours?)\b", "es": r"\b(tú|tuy[oa]s?|tus?|contigo)\b"}
    for name, language in EACH:
        for said in problems(name, language).values():
            for text in [text for texts in said.values() for text in texts if not placeholders(text)]:
                assert not re.search(you[language], forms(text)[0]), text


@pytest.mark.parametrize(
    ("said", "fault"),
    [
        ("[late]\ntexts = []\n", "$.late.texts: not what belongs there (“[] should be non-empty”)."),
        ('[late]\ntexts = ["50% late"]\n', "$.late.texts[0]: "),
        ('[late]\n"clause 7" = ["late"]\n', "$.late: "),
        ('[late]\ntexts = [{ one = "a", many = "b" }]\n', "$.late.texts[0]: "),
        ("[late\n", "cannot be read (“"),
    ],
)
def test_a_file_that_is_not_of_its_schema_is_told(own_game: Path, said: str, fault: str) -> None:
    (own_game / "problems.es.toml").write_text(said, "utf-8")
    with pytest.raises(BadGame) as wrong:
        problems("legion", "es")
    assert str(wrong.value).removeprefix("games/legion/problems.es.toml").lstrip(", ").startswith(fault)
    assert str(wrong.value) in games.faults("legion")
