"""The base of every value that is written as JSON: frozen, strict, keys in kebab-case."""

from typing import Any

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

    def to_json(self) -> dict[str, Any]:
        """Plain JSON values under kebab-case keys; fields at their default are left out, `type` never."""
        return self.model_dump(mode="json", by_alias=True, exclude_defaults=True)
