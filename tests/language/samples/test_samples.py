"""Every line of the order tables of three games: declared as slots, read, written, put into JSON and back."""

import json
from types import SimpleNamespace
from typing import Any
from unicodedata import combining, normalize

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from pbem.core.orders import Order
from pbem.core.record import kebab
from pbem.gamedata.orders_schema import orders_schema
from pbem.language.lexicon import Lexicon, all_slots
from pbem.language.messages import sentence
from pbem.language.reading import Reading
from pbem.language.sheet import read_json
from pbem.language.text.reader import read_text
from pbem.language.write import write_order
from tests.effort import within
from tests.language.samples import africa1860, napoleonic, rif1926
from tests.language.samples.drawing import lines, orders
from tests.language.samples.world import Sample, World

WORLDS = (rif1926.WORLD, africa1860.WORLD, napoleonic.WORLD)
LEXICONS = {world.name: world.lexicon() for world in WORLDS}
SAMPLES = [
    pytest.param(sample, LEXICONS[world.name], id=f"{sample.clause} {sample.line[:40]}")
    for world in WORLDS
    for sample in world.samples
]


def order_of(reading: Reading) -> Order | None:
    assert reading.problems == ()
    (line,) = reading.lines
    return line.order


@pytest.mark.parametrize(("sample", "lexicon"), SAMPLES)
@pytest.mark.parametrize("strict", [True, False])
def test_each_line_is_read(sample: Sample, lexicon: Lexicon, strict: bool) -> None:
    for line in (sample.line, sample.english, sample.spanish, *sample.also):
        assert order_of(read_text(line, lexicon, strict=strict)) == sample.order, line


@pytest.mark.parametrize(("sample", "lexicon"), SAMPLES)
def test_each_line_is_read_however_it_is_typed(sample: Sample, lexicon: Lexicon) -> None:
    """Verb and fields in two languages, capitals, no accents, commas, a list mark, quotes and dashes of telephones."""
    verbs = {lang: lexicon.say("verbs", sample.order.type, lang) for lang in ("en", "es")}
    english = verbs["en"] + sample.spanish.removeprefix(verbs["es"])
    spanish = verbs["es"] + sample.english.removeprefix(verbs["en"])
    phone = sample.spanish.replace('"', "“").replace("-", "–").replace(">=", "≥")
    plain = "".join(c for c in normalize("NFD", sample.spanish) if not combining(c))
    mixed = [] if lexicon.double & set(english.lower().split()) else [english]
    for line in (*mixed, spanish, sample.english.upper(), plain.lower(), phone, f" 2) {sample.spanish}.  # así"):
        assert order_of(read_text(line, lexicon)) == sample.order, line


@pytest.mark.parametrize(("sample", "lexicon"), SAMPLES)
def test_each_order_is_written(sample: Sample, lexicon: Lexicon) -> None:
    assert write_order(sample.order, lexicon, "en") == sample.english
    assert write_order(sample.order, lexicon, "es") == sample.spanish


@pytest.mark.parametrize(("sample", "lexicon"), SAMPLES)
def test_each_order_goes_into_json_and_back(sample: Sample, lexicon: Lexicon) -> None:
    data = json.loads(json.dumps(sample.order.to_json()))
    assert order_of(read_json(sheet(data), lexicon)) == sample.order
    assert type(sample.order).model_validate(data) == sample.order


def sheet(*orders: Any) -> bytes:
    return json.dumps({"format": 1, "sections": [{"orders": list(orders)}]}).encode()


def schema(world: World) -> dict[str, Any]:
    rules: Any = SimpleNamespace(NAME=world.name, ORDERS=world.orders, SEQUENCE=world.phases)
    return orders_schema(rules)


SCHEMAS = {world.name: schema(world) for world in WORLDS}
LINES = {world.name: lines(world) for world in WORLDS}


@pytest.mark.parametrize("world", WORLDS, ids=lambda world: world.name)
def test_the_schema_takes_them_where_they_belong(world: World) -> None:
    Draft202012Validator.check_schema(SCHEMAS[world.name])
    validator = Draft202012Validator(SCHEMAS[world.name])
    for sample in world.samples:
        order = sample.order
        if order.asks():
            continue  # a question is no order of a sheet
        phase = next((phase.id for phase in world.phases if order.type in phase.orders), "")
        section = {"format": 1, "sections": [{"phase": phase, "orders": [order.to_json()]}]}
        data = {"format": 1, "standing": [order.to_json()]} if order.stands() else section
        assert [fault.message for fault in validator.iter_errors(data)] == [], sample.line


@pytest.mark.parametrize("world", WORLDS, ids=lambda world: world.name)
def test_every_verb_has_a_sample(world: World) -> None:
    shown = {type(sample.order) for sample in world.samples}
    within = {type(getattr(sample.order, "then", None)) for sample in world.samples}
    assert set(world.orders) - shown - within == set()


# Whatever order, whatever line

ALL = st.sampled_from(WORLDS).flatmap(lambda world: st.tuples(st.just(world), st.lists(orders(world), max_size=4)))


@given(ALL, st.sampled_from(["en", "es", "fr"]))
@settings(max_examples=150)
def test_whatever_order_is_written_reads_back_to_it(drawn: tuple[World, list[Order]], lang: str) -> None:
    world, many = drawn
    lexicon = LEXICONS[world.name]
    text = "\n".join(write_order(order, lexicon, lang) for order in many if order.type != "end")
    reading = read_text(text, lexicon, strict=True)
    assert reading.problems == ()
    assert [line.order for line in reading.lines] == [order for order in many if order.type != "end"]


@given(ALL)
@settings(max_examples=100)
def test_whatever_order_goes_into_json_and_back(drawn: tuple[World, list[Order]]) -> None:
    world, many = drawn
    data = [order.to_json() for order in many]
    reading = read_json(sheet(*data), LEXICONS[world.name])
    assert reading.problems == ()
    assert [line.order for line in reading.lines] == many
    for order in many:
        definition = {"$ref": f"#/$defs/{type(order).__name__}", "$defs": SCHEMAS[world.name]["$defs"]}
        assert [fault.message for fault in Draft202012Validator(definition).iter_errors(order.to_json())] == []


KEYS = sorted({kebab(slot.field) for world in WORLDS for order in world.orders for slot in all_slots(order.FORM)})
VALUES = ["u", "a", "b", "0403", "reding", "start", "spanish-shock", "activate", "ask", "", -1, 0, 2, 10**30, 2.5, None]
ANYTHING = st.recursive(
    st.sampled_from([*VALUES, True, False, "\ud800"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["type", *KEYS]), inner, max_size=6),
    max_leaves=20,
)


@pytest.mark.parametrize("world", WORLDS, ids=lambda world: world.name)
@given(st.data())
@settings(max_examples=100)
def test_whatever_json_is_read_without_raising(world: World, data: st.DataObject) -> None:
    verb = st.sampled_from([str(order.model_fields["type"].default) for order in world.orders])
    many = data.draw(st.lists(st.tuples(verb, st.dictionaries(st.sampled_from(KEYS), ANYTHING)), max_size=4))
    reading = read_json(sheet(*({**fields, "type": type_} for type_, fields in many)), LEXICONS[world.name])
    assert len(reading.lines) == len(many)
    assert {problem.line for problem in reading.problems} == {x.number for x in reading.lines if x.order is None}
    assert all("%(" not in sentence(problem, "es") for problem in reading.problems)


@pytest.mark.parametrize(
    "line",
    ["WHEN enemy ENTERS b IF u AT a {}", "WHEN {} ACTIVATE u", "ATTACK 0403 RETREAT {}", "SQUARE {} distance>={}"],
)
def test_rubbish_in_clauses_costs_little(line: str) -> None:
    text = "\n".join(line.replace("{}", f"x{i} iff{i} 99{i}") for i in range(600))
    for lexicon in LEXICONS.values():
        reading = within(60, lambda lexicon=lexicon: read_text(text, lexicon, strict=True))
        assert len(reading.lines) == 600


@pytest.mark.parametrize("world", WORLDS, ids=lambda world: world.name)
@given(st.data(), st.booleans())
@settings(max_examples=100)
def test_whatever_line_is_read_without_raising(world: World, data: st.DataObject, strict: bool) -> None:
    text = data.draw(st.lists(LINES[world.name], max_size=4).map("\n".join))
    reading = read_text(text, LEXICONS[world.name], strict=strict, side=world.sides[0])
    bad = {problem.line for problem in reading.problems} - {0}
    assert bad == {line.number for line in reading.lines if line.order is None}
    rows = text.splitlines()
    for problem in reading.problems:
        assert problem.column >= 1
        if problem.line:
            assert problem.column <= len(rows[reading.lines[problem.line - 1].row - 1]) + 1
        for lang in ("en", "es"):
            assert sentence(problem, lang)
    for line in reading.lines:
        if line.order:
            (again,) = read_text(write_order(line.order, LEXICONS[world.name], "es"), LEXICONS[world.name]).lines
            assert again.order == line.order
