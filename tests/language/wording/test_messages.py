"""Problems in words, and the catalogues: every code has a true sentence, every text a translation."""

import re
from functools import partial
from pathlib import Path

import pytest

from pbem.core.problems import Problem
from pbem.gamedata.games import problems
from pbem.language.catalogue import EXPECTED, TEXTS
from pbem.language.messages import join_or, placeholders, reason, sentence, translations
from tests.language import extraction
from tests.language.extraction import ROOT, messages, translated, used
from tests.language.factories import read

OWN = {lang: problems("legion", lang) for lang in ("en", "es")}
"""The texts of La Legión."""


def test_the_shared_texts_are_those_of_codes_that_no_rule_set_gives_alone() -> None:
    source = "\n".join(
        path.read_text("utf-8")
        for room in ("language", "referee")
        for path in (ROOT / "pbem" / room).rglob("*.py")
        if path.name != "catalogue.py"
    )
    assert [code for code in TEXTS if f'"{code}"' not in source] == []


@pytest.mark.parametrize("code", sorted(TEXTS))
def test_the_last_text_of_a_code_needs_no_values_and_none_is_out_of_reach(code: str) -> None:
    texts = TEXTS[code]
    assert placeholders(texts[-1]) == frozenset()
    for at, text in enumerate(texts):
        assert not any(placeholders(before) <= placeholders(text) for before in texts[:at])


@pytest.mark.parametrize("lang", ["en", "es"])
@pytest.mark.parametrize("code", sorted(TEXTS))
def test_a_code_is_told_with_all_values_with_some_and_with_none(code: str, lang: str) -> None:
    for text in TEXTS[code]:
        values: dict[str, str | int] = {name: name for name in placeholders(text)}
        told = reason(code, values, lang)
        assert "%(" not in told
        assert all(name in told for name in placeholders(text) - {"expected", "verb", "instead", "usage", "command"})
    assert reason(code, {}, lang) == translations(lang).gettext(str(TEXTS[code][-1]))


def test_a_code_without_texts_is_shown() -> None:
    assert reason("out-of-supply", {}, "en") == "this cannot be done (out-of-supply)"
    assert reason("out-of-supply", {}, "es") == "eso no puede ser (out-of-supply)"


FAR = Problem(
    line=4,
    code="move-too-far",
    args={"unit": "beni-3", "to": "0812", "cost": 7, "allowance": 6},
    near=("0811",),
    rule="LL-7.1",
)


def test_a_problem_is_one_exact_sentence() -> None:
    assert sentence(FAR, "en", text="MOVE beni-3 0812", own=OWN["en"]) == (
        "line 4: MOVE beni-3 0812: beni-3 to 0812: 7 movement points needed, it has 6; did you mean 0811?"
    )
    assert sentence(FAR, "es", text="MOVER beni-3 0812", own=OWN["es"]) == (
        "línea 4: MOVER beni-3 0812: beni-3 hasta 0812: hacen falta 7 puntos de movimiento y tiene 6; "
        "¿querías decir 0811?"
    )


def test_names_are_put_in_by_kind() -> None:
    def names(kind: str, id_: str) -> str:
        return f"<{kind} {id_}>"

    told = partial(reason, lang="en", names=names, own=OWN["en"])
    assert told("move-too-far", FAR.args).startswith("<unit beni-3> to <space 0812>: 7 ")
    assert told("not-adjacent", {"unit": "a", "target": "0715"}) == ("<unit a> is not adjacent to <space 0715>")
    assert told("must-attack", {"units": "a b", "count": 2}) == (
        "2 units entered an enemy zone of control and must attack: <unit a>, <unit b>"
    )
    assert told("wrong-phase", {"verb": "move", "phase": "x"}) == (
        "<verb move> cannot be ordered now for this phase: <phase x>"
    )


def test_one_and_several_have_their_own_words() -> None:
    told = partial(reason, lang="es", own=OWN["es"])
    assert told("must-attack", {"units": "a", "count": 1}) == (
        "esta ficha ha entrado en zona de control enemiga y debe atacar: a"
    )
    assert told("must-attack", {"units": "a b", "count": 2}).startswith("2 fichas han entrado")


def test_the_clause_decides_where_a_code_says_different_things() -> None:
    args: dict[str, str | int] = {"unit": "a", "hex": "0715"}
    told = partial(reason, lang="en", own=OWN["en"])
    assert told("cannot-attack", args, rule="LL-8.22") == "a is armour and never attacks"
    assert told("cannot-attack", args, rule="LL-7.9").startswith("0715 is in an enemy zone of control")
    assert told("cannot-attack", args, rule="LL-8.1") == "a cannot attack"
    assert told("cannot-attack", {}, rule="LL-8.1") == "no unit here may attack"
    assert told("cannot-attack", {}, rule="LL-8.22") == "armour never attacks"


def test_a_game_may_say_a_shared_code_in_its_own_way_where_its_clause_gives_it() -> None:
    told = partial(reason, "wrong-phase", {"verb": "capture"}, "en", own=OWN["en"])
    assert told(rule="LL-8.16") == "only the Moroccan side gives CAPTURE"
    assert told(rule="LL-10.1") == "no phase of yours that is still to come this turn takes CAPTURE"


@pytest.mark.parametrize(
    ("line", "english", "spanish"),
    [
        (
            "MOVE uriaguel-33 0614",
            'no unit is called "uriaguel-33"; did you mean urriaguel-3, urriaguel-23 or urriaguel-13?',
            "ninguna ficha se llama «uriaguel-33»; ¿querías decir urriaguel-3, urriaguel-23 o urriaguel-13?",
        ),
        ("MOVE urriaguel-3", "missing: a hex", "falta: un hexágono"),
        ("ATTACK 0715", "WITH is missing, and after it a unit", "falta CON y, detrás, una ficha"),
        (
            "HOLD urriaguel-3 0715",
            '"0715" is one word too many',
            "«0715» sobra",
        ),
        (
            "FLY hidro-1 0715 WITH x",
            '"WITH" cannot stand here, only BOMB or ELSE',
            "«WITH» no puede ir aquí; aquí va BOMBA o SINO",
        ),
        ("CAPTURE maybe", '"maybe" is not YES or NO', "«maybe» no es SÍ o NO"),
        (
            "VOTE maybe",
            '"maybe" cannot follow VOTE, only YES or NO',
            "«maybe» no puede ir detrás de VOTAR; ahí va SÍ o NO",
        ),
        ("RESEND", None, None),
        (
            "RESEND soon",
            '"soon" cannot follow RESEND, only the number of a turn',
            "«soon» no puede ir detrás de REENVIAR; ahí va el número de un turno",
        ),
        ("NONCE", "MOTTO needs a text after it", "LEMA necesita detrás un texto"),
    ],
)
def test_what_reading_finds_in_words(line: str, english: str | None, spanish: str | None) -> None:
    problems = read(line).problems
    if english is None:
        assert problems == ()
        return
    (problem,) = problems
    begin = "line 1: " if problem.line else f"{line}: "
    assert sentence(problem, "en") == begin + english
    assert sentence(problem, "es") == begin.replace("line", "línea") + str(spanish)


def test_a_place_in_json_is_told() -> None:
    problem = Problem(line=2, code="off-map", args={"read": "9901", "path": "sections[0].orders[1].path[0]"})
    assert sentence(problem, "en") == "line 2: sections[0].orders[1].path[0]: the map has no hex 9901"


def test_lists_of_words() -> None:
    assert [join_or(words, "es") for words in ((), ("a",), ("a", "b"), ("a", "b", "c"))] == [
        "",
        "a",
        "a o b",
        "a, b o c",
    ]


def test_english_and_unknown_languages_need_no_catalogue() -> None:
    for lang in ("en", "fr", "../es"):
        assert translations(lang).gettext("a unit") == "a unit"
    assert translations("es").gettext("a unit") == "una ficha"
    assert translations("es") is translations("es")


# The catalogue of the whole program


def forms(text: str | tuple[str, ...] | list[str]) -> tuple[str, ...]:
    return (text,) if isinstance(text, str) else tuple(text)


def test_every_text_of_code_and_templates_is_translated() -> None:
    catalogue = translated("es")
    left = [message.id for message in messages(used()) if message.id not in catalogue]
    assert left == [], "run python -m tests.language.extraction and translate what it lists"
    empty = [message.id for message in messages(catalogue) if not all(forms(message.string))]
    assert empty == []
    assert [message.id for message in messages(catalogue) if message.fuzzy] == []


def test_the_catalogue_is_as_the_extraction_writes_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """So that who adds a text sees nothing but it in the difference: no text twice, all in their order."""
    kept, made = extraction.path_of("es"), tmp_path / "pbem.po"
    new = extraction.update("es")
    monkeypatch.setattr(extraction, "path_of", lambda _: made)
    extraction.write(new)
    assert made.read_text("utf-8") == kept.read_text("utf-8"), "run python -m tests.language.extraction"


def test_the_catalogue_has_nothing_that_is_not_used() -> None:
    wanted = used()
    assert [message.id for message in messages(translated("es")) if message.id not in wanted] == []


def test_translations_have_the_places_of_their_texts() -> None:
    for message in messages(translated("es")):
        wanted = {name for form in forms(message.id) for name in re.findall(r"%\((\w+)\)[sd]", form)}
        many = isinstance(message.id, tuple)
        for form in forms(message.string):
            found = set(re.findall(r"%\((\w+)\)[sd]", form))
            assert found == wanted or (many and found <= wanted), message.id
            assert re.sub(r"%\(\w+\)[sd]", "", form).count("%") == re.sub(
                r"%\(\w+\)[sd]", "", forms(message.id)[0]
            ).count("%")


def test_all_texts_of_problems_are_extracted() -> None:
    wanted = used()
    assert all(text in wanted for texts in TEXTS.values() for text in texts)
    assert all(text in wanted for text in EXPECTED.values())
