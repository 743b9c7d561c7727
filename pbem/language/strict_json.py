"""The JSON of a sheet, taken strictly: not too much, UTF-8, no key twice in an object."""

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any

from pbem.core.problems import Args, Problem
from pbem.language.reading import MAX_TEXT
from pbem.language.words import plain

SHOWN = 80
"""Characters of a value that a problem repeats."""


class Refused(Exception):
    """The whole sheet cannot be read; the problem says why."""

    def __init__(self, code: str, args: Args, column: int = 0) -> None:
        super().__init__(code)
        self.problem = Problem(line=0, code=code, column=column, args=args)


class _Object(dict[str, Any]):
    """A JSON object that remembers which keys it had twice."""

    def __init__(self, pairs: list[tuple[str, Any]]) -> None:
        super().__init__(pairs)
        counts = Counter(name for name, _ in pairs)
        self.twice = sorted(name for name, count in counts.items() if count > 1)


def parse(data: bytes) -> Any:
    """The JSON values of a sheet; Refused for too much, broken JSON, and keys that stand twice.

    RecursionError for lists and objects that stand some hundred deep in each other.
    """
    if len(data) > MAX_TEXT:
        raise Refused("too-long", {"length": len(data), "limit": MAX_TEXT})
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as wrong:
        raise Refused("not-utf-8", {"offset": wrong.start}) from None
    try:
        value = json.loads(text, object_pairs_hook=_Object, parse_constant=_no_constant)
    except json.JSONDecodeError as wrong:
        raise Refused("bad-json", {"row": wrong.lineno, "column": wrong.colno}, wrong.colno) from None
    except ValueError:
        raise Refused("bad-number", {}) from None
    for path, name in _twice(value, ""):
        raise Refused("duplicate-key", {"path": dotted(path, name)})
    return value


def _no_constant(name: str) -> None:
    raise ValueError(name)


def _twice(value: Any, path: str) -> Iterator[tuple[str, str]]:
    if isinstance(value, _Object):
        yield from ((path, name) for name in value.twice)
        for name, inner in value.items():
            yield from _twice(inner, dotted(path, name))
    elif isinstance(value, list):
        for at, inner in enumerate(value):
            yield from _twice(inner, f"{path}[{at}]")


def dotted(path: str, name: str) -> str:
    """The path of a key in an object that has a path ("": the sheet)."""
    return f"{path}.{shown(name)}" if path else shown(name)


def shown(value: Any) -> str:
    """A JSON value as a problem repeats it."""
    return plain(value if isinstance(value, str) else json.dumps(value, ensure_ascii=False))[:SHOWN]
