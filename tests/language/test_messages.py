"""Problems in words, and the catalogues: every code has a true sentence, every text a translation."""

import re

import pytest

from pbem.core.problems import Problem
from pbem.language.catalogue import EXPECTED, PROBLEMS, READING, TEXTS, VARIANTS
from pbem.language.marks import Plural
from pbem.language.messages import listed, places, reason, sentence, translations
from tests.language.extraction import messages, translated, used
from tests.language.factories import read

CATALOGUE = """
unknown-unit unknown-hex off-map wrong-phase not-your-piece not-your-sector wrong-zone fortress-empty not-yet-placed
cannot-stand-there not-due base-lost not-a-landing-hex landing-hex-taken stuck-at-sea reinforcement-cannot-attack
in-enemy-zoc already-moved move-too-far not-connected hex-occupied path-blocked impassable armour-terrain cannot-move
zoc-stop march-into-zoc must-attack not-adjacent already-fought already-attacked cannot-attack marched no-target
too-many-combatants not-mutually-adjacent out-of-range already-fired too-early aircraft-there aircraft-grounded
not-sea armour-marched not-in-zoc bad-panic-hex wrong-distance weather-forbids
"""


def test_every_code_of_the_rule_catalogue_has_texts() -> None:
    assert sorted(PROBLEMS) == sorted(CATALOGUE.split())
    assert {code for code, _ in VARIANTS} <= set(PROBLEMS)


@pytest.mark.parametrize("code", sorted(TEXTS))
def test_the_last_text_of_a_code_needs_no_values_and_none_is_out_of_reach(code: str) -> None:
    texts = TEXTS[code]
    assert places(texts[-1]) == frozenset()
    for at, text in enumerate(texts):
        assert not any(places(before) <= places(text) for before in texts[:at])


@pytest.mark.parametrize("lang", ["en", "es"])
@pytest.mark.parametrize("code", sorted(TEXTS))
def test_a_code_is_told_with_all_values_with_some_and_with_none(code: str, lang: str) -> None:
    for text in TEXTS[code]:
        values: dict[str, str | int] = {name: name if name not in ("count", "distance") else 2 for name in places(text)}
        told = reason(code, values, lang)
        assert "%(" not in told
        assert all(name in told for name in places(text) - {"count", "distance", "expected", "verb", "command"})
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
    assert sentence(FAR, "en", text="MOVE beni-3 0812") == (
        "line 4: MOVE beni-3 0812: beni-3 to 0812: 7 movement points needed, it has 6; did you mean 0811?"
    )
    assert sentence(FAR, "es", text="MOVER beni-3 0812") == (
        "línea 4: MOVER beni-3 0812: beni-3 hasta 0812: hacen falta 7 puntos de movimiento y tiene 6; "
        "¿querías decir 0811?"
    )


def test_names_are_put_in_by_kind() -> None:
    def names(kind: str, id_: str) -> str:
        return f"<{kind} {id_}>"

    assert reason("move-too-far", FAR.args, "en", names).startswith("<unit beni-3> to <space 0812>: 7 ")
    assert reason("not-adjacent", {"unit": "a", "target": "0715"}, "en", names) == (
        "<unit a> is not adjacent to <space 0715>"
    )
    assert reason("must-attack", {"units": "a b", "count": 2}, "en", names) == (
        "2 pieces entered an enemy zone of control and must attack: <unit a>, <unit b>"
    )
    assert reason("wrong-phase", {"verb": "move", "phase": "x"}, "en", names) == (
        "<verb move> cannot be ordered now for this phase: <phase x>"
    )


def test_one_and_several_have_their_own_words() -> None:
    assert reason("must-attack", {"units": "a", "count": 1}, "es") == (
        "esta ficha ha entrado en zona de control enemiga y debe atacar: a"
    )
    assert reason("must-attack", {"units": "a b", "count": 2}, "es").startswith("2 fichas han entrado")


def test_the_clause_decides_where_a_code_says_different_things() -> None:
    args: dict[str, str | int] = {"unit": "a", "hex": "0715"}
    assert reason("cannot-attack", args, "en", rule="LL-8.22") == "a is armour and never attacks"
    assert reason("cannot-attack", args, "en", rule="LL-7.9").startswith("0715 is in an enemy zone of control")
    assert reason("cannot-attack", args, "en", rule="LL-8.1") == "a cannot attack"
    assert reason("cannot-attack", {}, "en", rule="LL-7.9") == "there is nothing here that may attack"


@pytest.mark.parametrize(
    ("line", "english", "spanish"),
    [
        (
            "MOVE uriaguel-33 0614",
            'no piece is called "uriaguel-33"; did you mean urriaguel-3, urriaguel-23 or urriaguel-13?',
            "ninguna ficha se llama «uriaguel-33»; ¿querías decir urriaguel-3, urriaguel-23 o urriaguel-13?",
        ),
        ("MOVE urriaguel-3", "missing: a hex", "falta: un hexágono"),
        ("ATTACK 0715", "WITH/CON is missing, and after it a piece", "falta WITH/CON y, detrás, una ficha"),
        (
            "HOLD urriaguel-3 0715",
            '"0715" is one word too many',
            "«0715» sobra",
        ),
        (
            "FLY hidro-1 0715 WITH x",
            '"WITH" cannot stand here, only BOMB/BOMBA or ELSE/SINO',
            "«WITH» no puede ir aquí; aquí va BOMB/BOMBA o ELSE/SINO",
        ),
        ("CAPTURE maybe", '"maybe" is not YES/SÍ or NO', "«maybe» no es YES/SÍ o NO"),
        (
            "VOTE maybe",
            '"maybe" cannot follow VOTE, only YES/SÍ or NO',
            "«maybe» no puede ir detrás de VOTAR; ahí va YES/SÍ o NO",
        ),
        ("RESEND", None, None),
        (
            "RESEND soon",
            '"soon" cannot follow RESEND, only the number of a turn',
            "«soon» no puede ir detrás de REENVIAR; ahí va el número de un turno",
        ),
        ("NONCE", "NONCE must be followed by a text", "detrás de LEMA tiene que ir un texto"),
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
    assert [listed(words, "es") for words in ((), ("a",), ("a", "b"), ("a", "b", "c"))] == [
        "",
        "a",
        "a o b",
        "a, b o c",
    ]


def test_english_and_unknown_languages_need_no_catalogue() -> None:
    for lang in ("en", "fr", "../es"):
        assert translations(lang).gettext("a piece") == "a piece"
    assert translations("es").gettext("a piece") == "una ficha"
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
    for text in [text for group in (TEXTS, VARIANTS) for texts in group.values() for text in texts]:
        assert (text[:2] if isinstance(text, Plural) else text) in wanted
    assert all(text in wanted for text in EXPECTED.values())
    assert set(READING).isdisjoint(PROBLEMS)
