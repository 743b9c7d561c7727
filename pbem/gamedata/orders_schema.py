"""The JSON Schema of an order sheet, made from a rule set's order classes: text, JSON and schema never drift."""

from collections.abc import Iterator
from functools import reduce
from operator import or_
from typing import Annotated, Any

from pydantic import Field, TypeAdapter

from pbem.core.orders import Order, Slot, rivals
from pbem.core.record import kebab, type_of
from pbem.core.ruleset import Ruleset

DIALECT = "https://json-schema.org/draft/2020-12/schema"
FORMAT = 1
_DEFS = "#/$defs/"


def orders_schema(rules: Ruleset) -> dict[str, Any]:
    """The JSON Schema of a sheet of orders for a rule set: sections by phase, each order told by its type.

    The game, turn and nonce may be left out where the mail says them; an order's `type` never.
    """
    taken = {verb for phase in rules.SEQUENCE for verb in (*phase.orders, *phase.reactions)}
    phased = tuple(order for order in rules.ORDERS if type_of(order) in taken)
    standing = tuple(order for order in rules.ORDERS if order.stands is not Order.stands)
    phases = [phase.id for phase in rules.SEQUENCE if phase.orders or phase.reactions]
    section = _closed(
        "The orders for one phase, in the order in which they are carried out.",
        {
            "phase": {"description": "A phase that takes orders.", "enum": phases},
            "orders": {"type": "array", "items": _choice(phased)},
        },
        ["phase", "orders"],
    )
    sheet = _closed(
        "What one seat orders. A new sheet replaces the phases that it has a section for, unless it says merge.",
        {
            "format": {"description": "Format of this sheet.", "const": FORMAT},
            "game": {"description": "The name of the game.", "type": "string", "minLength": 1},
            "turn": {"description": "The turn that the orders are for.", "type": "integer", "minimum": 0},
            "nonce": {
                "description": "Words of the player's own that enter every die from now on (as MOTTO).",
                "type": "string",
                "minLength": 1,
            },
            "merge": {
                "description": "Whether its orders stand beside those of earlier mails, as lines of a text do.",
                "type": "boolean",
            },
            "sections": {"type": "array", "items": section},
            "standing": {
                "description": "Standing orders: they stay in force until changed.",
                "type": "array",
                "items": _choice(standing) if standing else False,
            },
            "press": {"description": "Messages to other players.", "type": "array", "items": _MESSAGE},
        },
        ["format"],
    )
    head = {"$schema": DIALECT, "$id": "pbem:orders", "title": f"A sheet of orders ({rules.NAME})"}
    return {**head, **sheet, "$defs": _definitions(rules.ORDERS)}


def _closed(description: str, properties: dict[str, Any], required: list[str]) -> dict[str, Any]:
    return {
        "description": description,
        "type": "object",
        "additionalProperties": False,
        "required": required,
        "properties": properties,
    }


_MESSAGE = _closed(
    "A message to others, as PRESS TO in a mail.",
    {
        "to": {
            "description": "Seats with commas between, all, or referee: then it is a note to the referee.",
            "type": "string",
            "minLength": 1,
        },
        "text": {"description": "What is passed on, line by line.", "type": "string", "minLength": 1},
        "anonymous": {"description": "Not signed, where the game allows it.", "type": "boolean"},
    },
    ["to", "text"],
)


def _choice(orders: tuple[type[Order], ...]) -> dict[str, Any]:
    """One of these orders, told by its type."""
    names = {type_of(order): f"{_DEFS}{order.__name__}" for order in orders}
    return {
        "oneOf": [{"$ref": ref} for ref in names.values()],
        "discriminator": {"propertyName": "type", "mapping": names},
    }


def _definitions(orders: tuple[type[Order], ...]) -> dict[str, Any]:
    """The schema of each order class and of each clause by the name of its class, from pydantic, without its titles."""
    union: Any = reduce(or_, orders)
    adapter: TypeAdapter[Any] = TypeAdapter(Annotated[union, Field(discriminator="type")])
    made: dict[str, Any] = _untitled(adapter.json_schema(by_alias=True, mode="validation")["$defs"])
    forms: dict[str, tuple[Slot, ...]] = {}
    for order in orders:
        name = order.__name__
        made[name]["required"] = ["type", *(key for key in made[name].get("required", ()) if key != "type")]
        forms.update(_forms(made, name, order.FORM))
    for name, form in forms.items():
        _complete(made[name], form)
    ordered = {order.__name__: made[order.__name__] for order in orders}
    return {**ordered, **{name: made[name] for name in made if name not in ordered}}


def _forms(made: dict[str, Any], name: str, form: tuple[Slot, ...]) -> Iterator[tuple[str, tuple[Slot, ...]]]:
    """The form of an order or a clause by the name of its class, and those of the clauses within it."""
    yield name, form
    for slot in form:
        for clause in _parts(made[name]["properties"][kebab(slot.field)], "$ref") if slot.clause else ():
            yield from _forms(made, clause["$ref"].removeprefix(_DEFS), slot.clause)


def _complete(made: dict[str, Any], form: tuple[Slot, ...]) -> None:
    """Add to the schema of an order or a clause what its slots say and pydantic does not know.

    A needed list is not empty, a number keeps its bounds, and fields that may be given instead of each other are not
    given together.
    """
    for slot in form:
        field, others = made["properties"][kebab(slot.field)], rivals(slot, form)
        if slot.many and slot.required and not others:
            field["minItems"] = 1
        for number in _parts(field, "type", "integer"):
            number.update(minimum=slot.least, maximum=slot.most)
        if others and not slot.instead:
            one_of = [{"required": [kebab(each.field)]} for each in (slot, *others)]
            made.setdefault("allOf", []).append(_either(one_of, slot.required))


def _either(one_of: list[dict[str, Any]], needed: bool) -> dict[str, Any]:
    """Exactly one of these; or none, where none is needed."""
    return {"oneOf": one_of if needed else [*one_of, {"not": {"anyOf": one_of}}]}


def _parts(schema: Any, key: str, value: str | None = None) -> Iterator[dict[str, Any]]:
    """The schemas within one, itself too, that have a key (with this value)."""
    if isinstance(schema, dict):
        if key in schema and value in (None, schema[key]):
            yield schema
        for inner in schema.values():
            yield from _parts(inner, key, value)
    elif isinstance(schema, list):
        for inner in schema:
            yield from _parts(inner, key, value)


def _untitled(made: Any) -> Any:
    """The same schema without the titles that pydantic makes of field names: they say nothing new."""
    if isinstance(made, list):
        return [_untitled(each) for each in made]
    if not isinstance(made, dict):
        return made
    return {key: _untitled(value) for key, value in made.items() if key != "title" or not isinstance(value, str)}
