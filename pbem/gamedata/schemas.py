"""The schemas of data files: a game's own where its folder has one, else the one of schemas/ that all games share.

A game's own schema refers to the shared form by its $id (`"allOf": [{"$ref": "pbem:counters"}]`), says what its game
has besides, and closes it with unevaluatedProperties. What is given back holds the schemas that it refers to in its
$defs, so that it can be used, and printed, alone.
"""

import json
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pbem.errors import BadInput
from pbem.gamedata.rulesets import game_file
from pbem.resources import shipped_path

if TYPE_CHECKING:
    from jsonschema import Draft202012Validator
    from jsonschema.exceptions import ValidationError

ENDING = ".schema.json"
SHARED = "pbem:"
"""How the $id of a schema of ours begins; a shared one's ends with its kind."""


def schema_of(kind: str, game: str = "") -> dict[str, Any]:
    """The schema of a kind of file (map, counters, case …) of a game; BadInput with the kinds there are for another."""
    paths = _paths(game)
    if kind not in paths:
        known = sorted({*paths, "options", "orders", "settings"})
        raise BadInput("There is no schema {kind!r}; there are {known}.", kind=kind, known=", ".join(known))
    made = _read(paths[kind])
    referred = _referred(made, {})
    return {**made, "$defs": {**made.get("$defs", {}), **referred}} if referred else made


def faults_of(data: Any, kind: str, game: str = "") -> "list[ValidationError]":
    """What is wrong with data by the schema of their kind.

    Where a shared form is not met, all that it names counts as unknown: so unknown keys are told when nothing else is.
    """
    faults = list(_validator(kind, game).iter_errors(data))
    return [fault for fault in faults if fault.validator != "unevaluatedProperties"] or faults


@cache
def _validator(kind: str, game: str) -> "Draft202012Validator":
    from jsonschema import Draft202012Validator

    return Draft202012Validator(schema_of(kind, game))


def _paths(game: str) -> dict[str, Path]:
    """The schema files by kind."""
    folders = [shipped_path("schemas"), *([game_file(game, "schemas")] if game else [])]
    return {path.name.removesuffix(ENDING): path for folder in folders for path in folder.glob(f"*{ENDING}")}


def _referred(value: Any, found: dict[str, Any]) -> dict[str, Any]:
    """The shared schemas that a schema refers to, and those refer to, by $id."""
    for ref in _refs(value):
        id_ = ref.partition("#")[0]
        if id_.startswith(SHARED) and id_ not in found:
            found[id_] = _read(shipped_path("schemas", id_.removeprefix(SHARED) + ENDING))
            _referred(found[id_], found)
    return found


def _refs(value: Any) -> Iterator[str]:
    if isinstance(value, Mapping):
        if isinstance(value.get("$ref"), str):
            yield value["$ref"]
        yield from (ref for inner in value.values() for ref in _refs(inner))
    elif isinstance(value, list):
        yield from (ref for inner in value for ref in _refs(inner))


def _read(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return found
