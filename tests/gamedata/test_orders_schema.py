"""The orders.schema.json of La Legión is what its order classes say: it takes and refuses what they do."""

import json
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from pbem.gamedata.orders_schema import orders_schema
from pbem.gamedata.rulesets import ruleset
from pbem.resources import shipped_path
from pbem.rules.legion.orders import ORDERS
from tests.ford.making import ford_installed


def committed() -> dict[str, Any]:
    schema: dict[str, Any] = json.loads(
        shipped_path("games", "legion", "schemas", "orders.schema.json").read_text("utf-8")
    )
    return schema


def sheet(*orders: dict[str, Any], phase: str = "moroccan-movement", **more: Any) -> dict[str, Any]:
    return {"format": 1, "sections": [{"phase": phase, "orders": list(orders)}], **more}


def faults(data: dict[str, Any]) -> list[str]:
    return [fault.message for fault in Draft202012Validator(committed()).iter_errors(data)]


def test_the_committed_schema_is_the_generated_one():
    assert committed() == orders_schema(ruleset("legion"))


def test_a_phase_that_takes_reactions_takes_them_in_a_sheet():
    with ford_installed():
        made = orders_schema(ruleset("ford"))
    phases = made["properties"]["sections"]["items"]["properties"]["phase"]["enum"]
    assert phases == ["set-up", "red-walk", "blue-walk", "fate"]
    taken = Draft202012Validator(made)
    assert taken.is_valid(sheet({"type": "pray", "unit": "red-1"}, phase="fate"))
    assert not taken.is_valid(sheet({"type": "shelter"}, phase="fate"))


def test_it_is_a_schema():
    Draft202012Validator.check_schema(committed())


def test_every_verb_has_its_definition_with_the_sentence_of_its_class():
    made = committed()["$defs"]
    assert {name: made[name]["description"] for name in made} == {o.__name__: o.__doc__ for o in ORDERS}


def test_a_whole_sheet_of_the_product_page_is_valid():
    move = {"type": "move", "unit": "urriaguel-3", "path": ["0614", "0714"]}
    standing = [{"type": "capture", "policy": "no"}, {"type": "cooperate", "seat": "spanish-2", "policy": "yes"}]
    press = [{"to": "spanish", "text": "A truce?", "anonymous": True}]
    assert faults(sheet(move, game="melilla", turn=3, nonce="niebla", standing=standing, press=press)) == []
    assert faults(sheet(move, press=[{"to": "spanish"}])) != []


EXAMPLES = [
    {"type": "deploy", "unit": "policia-1", "at": "3907"},
    {"type": "march", "unit": "policia-1", "path": ["3908"]},
    {"type": "reinforce", "unit": "aros-1", "at": "0316", "path": ["0317"]},
    {"type": "land", "unit": "reina-1", "at": "0209"},
    {"type": "hold", "unit": "policia-1"},
    {"type": "bombard", "unit": "cerinola-art-1", "target": "urriaguel-1", "else": ["urriaguel-2"]},
    {"type": "fly", "unit": "hidro-1", "to": "1613", "bomb": True},
    {"type": "place", "unit": "flota-1", "at": "0208"},
    {"type": "attack", "targets": ["0715"], "with": ["urriaguel-3"], "support": ["bateria-1"]},
    {"type": "panic", "unit": "blindados-1", "target": "urriaguel-2", "to": "0712", "when": "after"},
]


@pytest.mark.parametrize("order", EXAMPLES, ids=lambda order: order["type"])
def test_schema_and_class_agree_on_an_order(order):
    known = {str(o.model_fields["type"].default): o for o in ORDERS}
    assert known[order["type"]].model_validate(order).to_json() == order
    assert faults(sheet(order)) == []


@pytest.mark.parametrize(
    "wrong",
    [
        {"unit": "a", "path": ["0614"]},
        {"type": "move", "unit": "a", "path": []},
        {"type": "move", "unit": "a", "path": ["0614"], "speed": 3},
        {"type": "attack", "targets": ["0715"], "with_": ["a"]},
        {"type": "panic", "unit": "a", "target": "b", "to": "0712", "when": "later"},
        {"type": "capture", "policy": "no"},
        {"type": "teleport", "unit": "a"},
    ],
    ids=["no type", "no path", "unknown field", "python name", "unknown choice", "standing in a phase", "no such verb"],
)
def test_a_wrong_order_is_refused(wrong):
    assert faults(sheet(wrong)) != []


def test_a_phase_that_takes_no_orders_is_refused():
    assert faults(sheet(phase="weather")) != []
    assert faults({"sections": []}) != []
