"""The base of every value that is written as JSON: frozen, strict, keys in kebab-case."""

from collections.abc import Mapping
from typing import Any, Self, TypeVar

from pydantic import BaseModel, ConfigDict, SerializerFunctionWrapHandler, model_serializer


def kebab(name: str) -> str:
    """The JSON key of a Python name: `must_attack` is "must-attack", `else_` is "else"."""
    return name.strip("_").replace("_", "-")


class Record(BaseModel):
    """A frozen value with kebab-case JSON keys; unknown keys are refused."""

    model_config = ConfigDict(frozen=True, extra="forbid", alias_generator=kebab, populate_by_name=True)

    @model_serializer(mode="wrap")
    def _with_type(self, handler: SerializerFunctionWrapHandler) -> dict[str, Any]:
        """A type is always written, also where defaults are left out."""
        data: dict[str, Any] = handler(self)
        kind = getattr(self, "type", None)
        if kind is not None:
            data["type"] = kind
        return data

    def model_copy(self, *, update: Mapping[str, Any] | None = None, deep: bool = False) -> Self:
        """The record with some fields replaced, unchecked: pydantic's in a third of its time.

        Records are frozen, have no private attributes, and share what they hold; so there is no deep copy either.
        """
        if deep:
            raise TypeError("a record shares what it holds")
        new, fields = object.__new__(type(self)), update or {}
        object.__setattr__(new, "__dict__", {**self.__dict__, **fields})
        object.__setattr__(new, "__pydantic_fields_set__", self.__pydantic_fields_set__ | fields.keys())
        object.__setattr__(new, "__pydantic_extra__", None)
        object.__setattr__(new, "__pydantic_private__", None)
        return new

    def to_json(self) -> dict[str, Any]:
        """Plain JSON values under kebab-case keys; fields at their default are left out, `type` never."""
        return self.model_dump(mode="json", by_alias=True, exclude_defaults=True)


def type_of(kind: type[Record]) -> str:
    """What records of a kind have as their `type`: the id of an order's verb, the name of an event."""
    return str(kind.model_fields["type"].default)


Kind = TypeVar("Kind", bound=Record)


def kinds_in(module: Mapping[str, Any], base: type[Kind]) -> tuple[type[Kind], ...]:
    """The kinds of a record (each has a `type`) that a module defines itself, in the order in which they stand there.

    `module` is what it names: `kinds_in(vars(), Order)` as its last line are all verbs, none forgotten.
    """
    own = (each for each in module.values() if getattr(each, "__module__", "") == module["__name__"])
    return tuple(
        each for each in own if isinstance(each, type) and issubclass(each, base) and "type" in each.__annotations__
    )
