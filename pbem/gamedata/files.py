"""The files of a game as they are read: JSON and TOML, valid by the schema of their kind; faults in one sentence."""

import json
import tomllib
from functools import lru_cache
from pathlib import Path
from typing import Any

from pbem.gamedata.rulesets import BadGame
from pbem.gamedata.schemas import faults_of
from pbem.resources import shipped_path

_LONGEST = 200  # characters of a fault that quotes the file


def read_file(kind: str, path: Path, name: str = "") -> Any:
    """A JSON file of a kind (map, counters, tables, game, scenario) and a game, valid by the schema for both.

    BadGame that names the file, the JSON path and what was expected there.
    """
    try:
        text = path.read_text("utf-8")
        data = json.loads(text, object_pairs_hook=_once)
    except json.JSONDecodeError as wrong:
        raise BadGame(
            "{path}, line {row}, column {column}: not JSON (“{why}”).",
            path=label(path),
            row=wrong.lineno,
            column=wrong.colno,
            why=wrong.msg,
        ) from None
    except (OSError, ValueError) as wrong:
        raise BadGame("{path} cannot be read (“{wrong}”).", path=label(path), wrong=wrong) from None
    fault = _fault(kind, text, name)
    if fault is not None:
        raise _misplaced(path, *fault)
    return data


def _misplaced(path: Path, place: str, detail: str) -> BadGame:
    """The error for what the schema does not allow: a place in a file, and what the library says of it."""
    where = label(path)
    return BadGame("{path}, {place}: not what belongs there (“{detail}”).", path=where, place=place, detail=detail)


@lru_cache(maxsize=128)
def _fault(kind: str, text: str, name: str) -> tuple[str, str] | None:
    """What is wrong with a JSON text by the schema of its kind: place and sentence. Kept, for it takes long to find."""
    from jsonschema.exceptions import best_match

    fault = best_match(faults_of(json.loads(text), kind, name))
    return None if fault is None else (fault.json_path, _short(fault.message))


def read_toml(path: Path, kind: str = "", name: str = "") -> dict[str, Any]:
    """A TOML file of a game, valid by the schema if it is of a kind that has one; BadGame as above."""
    try:
        found = tomllib.loads(path.read_text("utf-8"))
    except (OSError, ValueError) as wrong:
        raise BadGame("{path} cannot be read (“{wrong}”).", path=label(path), wrong=wrong) from None
    fault = _fault(kind, json.dumps(found, default=str), name) if kind else None
    if fault is not None:
        raise _misplaced(path, *fault)
    return found


def label(path: Path) -> str:
    """How a file is called in a sentence: from games/ on where it is a shipped one."""
    root = shipped_path("games").parent
    return path.relative_to(root).as_posix() if path.is_relative_to(root) else str(path)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A JSON object, refused where a key stands twice: the second would hide the first."""
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise ValueError(f"the key {twice!r} stands twice in one object.")
    return found


def _short(message: str) -> str:
    return message if len(message) <= _LONGEST else f"{message[:_LONGEST]} …"
