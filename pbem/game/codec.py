"""From stored JSON to typed orders and events of a rule set, and back."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Annotated, Any, Union

from pydantic import Field, TypeAdapter, ValidationError

from pbem.core.events import CORE_EVENTS, Event
from pbem.core.orders import Line, Order
from pbem.core.ruleset import Ruleset
from pbem.errors import RefereeError
from pbem.gamedata.rulesets import ruleset


def read_order(rules: Ruleset, data: Mapping[str, Any]) -> Order:
    """The typed order of stored JSON; RefereeError where it is none of this rule set."""
    order: Order = _read(_orders(rules.NAME), data, "order")
    return order


def read_event(rules: Ruleset, data: Mapping[str, Any]) -> Event:
    """The typed event of stored JSON; RefereeError where it is none of this rule set."""
    event: Event = _read(_events(rules.NAME), data, "event")
    return event


def read_lines(rules: Ruleset, data: Sequence[Mapping[str, Any]]) -> tuple[Line, ...]:
    """Order lines of stored JSON: {number, text, order}."""
    return tuple(
        Line(number=line["number"], text=line.get("text", ""), order=read_order(rules, line["order"])) for line in data
    )


def _read(adapter: TypeAdapter[Any], data: Mapping[str, Any], what: str) -> Any:
    try:
        return adapter.validate_python(data)
    except ValidationError as wrong:
        first = wrong.errors()[0]
        place = ".".join(str(part) for part in first["loc"])
        raise RefereeError(
            "A stored {what} cannot be read at {place} (“{why}”): {data!r:.200}",
            what=what,
            place=place,
            why=first["msg"],
            data=data,
        ) from None


@cache
def _orders(name: str) -> TypeAdapter[Any]:
    return _union(ruleset(name).ORDERS)


@cache
def _events(name: str) -> TypeAdapter[Any]:
    own = ruleset(name).EVENTS
    return _union((*own, *(event for event in CORE_EVENTS if event not in own)))


def _union(models: tuple[type[Any], ...]) -> TypeAdapter[Any]:
    either: Any = Union[models]  # noqa: UP007 - made from a tuple
    marked: Any = Annotated[either, Field(discriminator="type")]
    return TypeAdapter(marked if len(models) > 1 else either)
