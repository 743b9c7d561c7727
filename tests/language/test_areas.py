"""Areas as order words: by id and by name, ids that clash with keywords, what an area is called in both languages."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.core.orders import Order
from pbem.core.ruleset import Choice, Choices
from pbem.gamedata.lexicon import lexicon_of
from pbem.language.forms import FormWords, order_form
from pbem.language.lexicon import Lexicon
from pbem.language.messages import sentence
from pbem.language.sheet import read_json
from pbem.language.text.reader import read_text
from pbem.language.write import order_usage, write_order
from pbem.rules import legion
from pbem.rules.legion.orders import Attack, Move, Reinforce

NAMED = {
    "area-a": {"es": "Área A", "en": "Area A"},
    "casa-del-morabito": {"es": "Casa del Morabito", "en": "The Marabout's House"},
    "castillejos": {"es": "Los Castillejos", "en": "Los Castillejos"},
    "ceuta": {"es": "Ceuta", "en": "Ceuta"},
    "monte-negron": {"es": "Monte Negrón", "en": "Black Hill"},
}
CLASHING = (
    "a",
    "e",
    "y",
    "to",
    "via",
    "at",
    "en",
    "con",
    "with",
    "else",
    "before",
    "and",
    "move",
    "n",
    "12",
    "1860-1861",
)
"""Ids that are also keywords, verbs, words that say nothing, or look like hexes."""


def data() -> dict[str, Any]:
    areas: dict[str, Any] = {area: {"name": names, "to": ["ceuta"]} for area, names in NAMED.items()}
    areas["ceuta"]["to"] = list(CLASHING)
    areas |= {area: {"to": []} for area in CLASHING}
    counters = {"prim-1": {"side": "spanish", "name": {"es": "Prim", "en": "Prim"}, "short": "PRI"}}
    return {"map": {"areas": areas}, "counters": counters, "seats": {"spanish": "spanish"}}


LEXICON: Lexicon = lexicon_of(legion, data())
FORM = FormWords(unit=lambda id_: id_)
AREAS = sorted({*NAMED, *CLASHING})


def order(line: str) -> Order:
    reading = read_text(line, LEXICON, strict=True)
    assert reading.problems == ()
    (only,) = reading.lines
    assert only.order is not None
    return only.order


@pytest.mark.parametrize(
    "line",
    [
        "MOVE prim-1 area-a casa-del-morabito monte-negron",
        "MOVE prim-1 TO area a, casa del morabito, monte negron",
        "MOVER prim-1 A ÁREA A → Casa del Morabito → Monte Negrón",
        'move prim-1 to "Area A" "the marabout\'s house" black hill',
        "mueve prim-1 area_a CASA-DEL-MORABITO «Monte Negrón»",
        "MOVE prim-1 TO area-a casa monte",
    ],
)
def test_an_area_is_read_by_its_id_a_name_or_a_beginning(line: str) -> None:
    assert order(line) == Move(unit="prim-1", path=("area-a", "casa-del-morabito", "monte-negron"))


def test_digits_are_an_area_where_the_map_has_one_so_called() -> None:
    assert order("MOVE prim-1 12 1860-1861") == Move(unit="prim-1", path=("12", "1860-1861"))
    reading = read_text("MOVE prim-1 0715", LEXICON, strict=True)
    assert [(problem.code, problem.args["read"]) for problem in reading.problems] == [("unknown-area", "0715")]


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", 'line 1: "castilejos" is no area of the map; did you mean castillejos?'),
        ("es", "línea 1: «castilejos» no es un área del mapa; ¿querías decir castillejos?"),
    ],
)
def test_an_area_that_is_none_is_told_with_the_nearest(lang: str, said: str) -> None:
    (problem,) = read_text("MOVE prim-1 castilejos", LEXICON, strict=True).problems
    assert sentence(problem, lang) == said


@pytest.mark.parametrize(
    ("lang", "line", "said"),
    [
        ("en", "MOVE prim-1", "an area"),
        ("es", "MOVER prim-1", "un área"),
        ("en", "ATTACK", "a unit"),
        ("es", "REFUERZO prim-1 EN", "un área"),
    ],
)
def test_what_is_missing_is_an_area(lang: str, line: str, said: str) -> None:
    (problem,) = read_text(line, LEXICON, strict=True).problems
    assert problem.code == "missing-field"
    assert said in sentence(problem, lang)
    assert "hex" not in sentence(problem, lang)


def test_json_says_area_too() -> None:
    sheet = {"format": 1, "sections": [{"orders": [{"type": "move", "unit": "prim-1"}]}]}
    (problem,) = read_json(json.dumps(sheet).encode(), LEXICON).problems
    assert sentence(problem, "es").endswith("un área")


def test_the_usage_of_a_verb_says_area() -> None:
    assert order_usage(Move, LEXICON, "en") == "MOVE unit [TO] area …"
    assert order_usage(Move, LEXICON, "es") == "MOVER ficha [A] área …"
    assert order_usage(Attack, LEXICON, "en").startswith("ATTACK area or unit")


@pytest.mark.parametrize(
    ("lang", "said"), [("en", "Behind …: how many areas in all."), ("es", "Detrás de …: cuántas áreas hay en total.")]
)
def test_an_order_form_counts_areas(lang: str, said: str) -> None:
    """Where it does not name all of them, if of one unit alone."""
    choices = tuple(Choice(Move(unit="prim-1", path=(area,)), {"allowance": 2, "cost": 1}) for area in NAMED)
    units = {"prim-1": choices, "prim-2": choices[:1]}
    form = order_form(Choices("spanish", "spanish-movement", units), LEXICON, lang, FORM, game="x", turn=1)
    assert any(line.endswith(said) for line in form)
    assert not any("hex" in line for line in form)


PATHS = st.lists(st.sampled_from(AREAS), min_size=1, max_size=5).map(tuple)


@given(PATHS, st.sampled_from(AREAS), st.sampled_from(["en", "es"]))
def test_what_is_written_reads_back_whatever_the_ids_are(path: tuple[str, ...], at: str, lang: str) -> None:
    for given_ in (Move(unit="prim-1", path=path), Reinforce(unit="prim-1", at=at, path=path)):
        text = write_order(given_, LEXICON, lang)
        assert order(text) == given_
        assert write_order(order(text), LEXICON, lang) == text
        sheet = {"format": 1, "sections": [{"orders": [given_.to_json()]}]}
        assert [line.order for line in read_json(json.dumps(sheet).encode(), LEXICON).lines] == [given_]


@pytest.mark.parametrize("area", CLASHING)
def test_an_id_that_is_also_a_word_is_read_in_quotes_everywhere(area: str) -> None:
    assert order(f'MOVE prim-1 "{area}" "{area}"') == Move(unit="prim-1", path=(area, area))
    assert order(f'MOVER prim-1 A "{area}"') == Move(unit="prim-1", path=(area,))
