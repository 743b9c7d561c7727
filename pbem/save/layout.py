"""How a save's JSON files are laid out: sorted keys, one counter, event, roll or order line a line, LF, final newline.

The layout is canonical JSON with line breaks and indents between values: for people and for `git diff`. Hashes are
taken over the canonical JSON, so a checkout that changed line ends, or a hand that did, still gives the same save.
"""

import hashlib
import json
import re
from collections.abc import Mapping
from typing import Any

import orjson

from pbem.save.errors import SaveError

_BREAKS = re.compile(rb"\n *")
_NESTED = (dict, list, tuple)


def text(value: Mapping[str, Any], levels: Mapping[str, int] | None = None) -> bytes:
    """The file of a JSON object: each key on a line of its own, and below it as many levels as `levels[key]` says.

    A key that `levels` does not name has one level opened if anything in its value is itself an object or a list, so
    that each entry has its line. The value is one that `canonical` takes.
    """
    parts = []
    for key in sorted(value):
        item = value[key]
        depth = _depth(item) if levels is None or key not in levels else levels[key]
        parts.append(b"  %b:%b" % (encode(key), _open(item, depth, b"  ")))
    return b"{\n" + b",\n".join(parts) + b"\n}\n" if parts else b"{}\n"


def quick_hash(data: bytes) -> str:
    """SHA-256 of a file's bytes less the breaks of the layout: the hash of its value, if it is laid out as `text` does.

    A text in JSON holds no raw line break, so nothing but layout is dropped. Where this equals a hash that is already
    known, the bytes are the canonical JSON and need no second reading; else the value has to be read and hashed.
    """
    return hashlib.sha256(strip_layout(data)).hexdigest()


def strip_layout(data: bytes) -> bytes:
    """A file's bytes without the line breaks and indents of its layout."""
    return _BREAKS.sub(b"", data)


def value_of(data: bytes, where: str) -> dict[str, Any]:
    """The JSON object in the bytes of file `where`; SaveError with line and column for anything else."""
    try:
        found = json.loads(data, object_pairs_hook=_unique, parse_float=_whole, parse_constant=_whole)
    except json.JSONDecodeError as broken:
        raise SaveError(
            "{where}, line {row}, column {column}: not JSON ({why}).",
            where=where,
            row=broken.lineno,
            column=broken.colno,
            why=broken.msg,
        ) from None
    except UnicodeDecodeError as broken:
        raise SaveError("{where}: byte {start} is not UTF-8.", where=where, start=broken.start) from None
    except RecursionError:
        raise SaveError("{where}: nested too deeply to be a file of a save.", where=where) from None
    except ValueError as broken:
        raise SaveError("{where}: {broken}.", where=where, broken=broken) from None
    if not isinstance(found, dict):
        raise SaveError("{where}: a JSON object was expected, not {name}.", where=where, name=type(found).__name__)
    return found


def encode(value: Any) -> bytes:
    """Canonical JSON of a value that `canonical` takes, on one line. Four times as fast as json, which counts here."""
    return orjson.dumps(value, option=orjson.OPT_SORT_KEYS)


def _depth(value: Any) -> int:
    items = value.values() if isinstance(value, dict) else value if isinstance(value, list | tuple) else ()
    return int(any(isinstance(item, _NESTED) for item in items))


def _open(value: Any, depth: int, indent: bytes) -> bytes:
    if depth < 1 or not value or not isinstance(value, _NESTED):
        return encode(value)
    inner = indent + b"  "
    if isinstance(value, dict):
        lines = [b"%b%b:%b" % (inner, encode(key), _open(value[key], depth - 1, inner)) for key in sorted(value)]
        return b"{\n" + b",\n".join(lines) + b"\n" + indent + b"}"
    lines = [encode(item) for item in value] if depth == 1 else [_open(item, depth - 1, inner) for item in value]
    return b"[\n" + inner + (b",\n" + inner).join(lines) + b"\n" + indent + b"]"


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        raise ValueError(f"the key {next(key for key in keys if keys.count(key) > 1)!r} stands twice in one object")
    return found


def _whole(number: str) -> int:
    raise ValueError(f"{number} is not a whole number")
