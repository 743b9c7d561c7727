"""The JSON Schema of an order sheet, made from a rule set's order classes: text, JSON and schema never drift."""

from functools import reduce
from operator import or_
from typing import Annotated, Any

from pydantic import Field, TypeAdapter

from pbem.core.orders import Order
from pbem.core.record import kebab
from pbem.core.ruleset import Ruleset

DIALECT = "https://json-schema.org/draft/2020-12/schema"
FORMAT = 1
_DEFS = "#/$defs/"


def orders_schema(rules: Ruleset) -> dict[str, Any]:
    """The JSON Schema of a sheet of orders for a rule set: sections by phase, each order told by its type.

    The game, turn and nonce may be left out where the mail says them; an order's `type` never.
    """
    taken = {verb for phase in rules.SEQUENCE for verb in (*phase.orders, *phase.reactions)}
    phased = tuple(order for order in rules.ORDERS if _verb(order) in taken)
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
        "What one seat orders. A new sheet replaces the phases that it has a section for.",
        {
            "format": {"description": "Format of this sheet.", "const": FORMAT},
            "game": {"description": "The name of the game.", "type": "string", "minLength": 1},
            "turn": {"description": "The turn that the orders are for.", "type": "integer", "minimum": 0},
            "nonce": {
                "description": "Words of the player's own that enter every die from now on (as NONCE).",
                "type": "string",
                "minLength": 1,
            },
            "sections": {"type": "array", "items": section},
            "standing": {
                "description": "Standing orders: they stay in force until changed.",
                "type": "array",
                "items": _choice(standing) if standing else False,
            },
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


def _choice(orders: tuple[type[Order], ...]) -> dict[str, Any]:
    """One of these orders, told by its type."""
    names = {_verb(order): f"{_DEFS}{order.__name__}" for order in orders}
    return {
        "oneOf": [{"$ref": ref} for ref in names.values()],
        "discriminator": {"propertyName": "type", "mapping": names},
    }


def _verb(order: type[Order]) -> str:
    return str(order.model_fields["type"].default)


def _definitions(orders: tuple[type[Order], ...]) -> dict[str, Any]:
    """The schema of each order class by its name, from pydantic; its `type` required, its titles dropped."""
    union: Any = reduce(or_, orders)
    adapter: TypeAdapter[Any] = TypeAdapter(Annotated[union, Field(discriminator="type")])
    made: dict[str, Any] = adapter.json_schema(by_alias=True, mode="validation")["$defs"]
    return {order.__name__: _order(order, _untitled(made[order.__name__])) for order in orders}


def _order(order: type[Order], made: dict[str, Any]) -> dict[str, Any]:
    """The schema of an order with what pydantic does not know: the type is needed, a needed list is not empty."""
    fields = made["properties"]
    for slot in order.FORM:
        if slot.many and slot.required:
            fields[kebab(slot.field)]["minItems"] = 1
    return {**made, "required": ["type", *(key for key in made.get("required", ()) if key != "type")]}


def _untitled(made: Any) -> Any:
    """The same schema without the titles that pydantic makes of field names: they say nothing new."""
    if isinstance(made, list):
        return [_untitled(each) for each in made]
    if not isinstance(made, dict):
        return made
    return {key: _untitled(value) for key, value in made.items() if key != "title" or not isinstance(value, str)}
