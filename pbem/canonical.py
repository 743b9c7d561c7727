"""Canonical JSON: RFC 8785 limited to ASCII keys and integers within ±2^53, and hashes over it."""

import hashlib
import json
from collections.abc import Iterable
from typing import Any

LARGEST = 2**53
_LISTS = (list, tuple)
_encode = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False).encode


def canonical(value: Any) -> bytes:
    """The one UTF-8 encoding of a JSON value: keys sorted, no spaces, nothing escaped that need not be.

    Raises ValueError for what has no such encoding: floats, integers beyond 2^53, keys that are not ASCII texts,
    texts with lone surrogates.
    """
    require(value)
    return _encode(value).encode("utf-8")


def digest(value: Any) -> str:
    """SHA-256 of a value's canonical JSON, as 64 hex digits."""
    return hashlib.sha256(canonical(value)).hexdigest()


def require(value: Any) -> None:
    """Nothing for a value that has a canonical encoding; ValueError as `canonical` raises it for another."""
    _require((value,))


def _require(values: Iterable[Any]) -> None:
    """The usual types by identity, without a call for each leaf: a save asks this of every value that it writes."""
    for value in values:
        kind = type(value)
        if kind is str or kind is bool or value is None:
            continue
        if kind is int and -LARGEST <= value <= LARGEST:
            continue
        if isinstance(value, dict):
            _require_keys(value)
            _require(value.values())
        elif isinstance(value, _LISTS):
            _require(value)
        elif not isinstance(value, str | int):
            raise ValueError(f"no canonical JSON for {kind.__name__}: {value!r}")
        elif isinstance(value, int) and abs(value) > LARGEST:
            raise ValueError(f"integer beyond 2^53: {value}")


def _require_keys(value: dict[Any, Any]) -> None:
    try:
        if "".join(value).isascii():
            return
    except TypeError:
        pass  # a key is no text: it is named below
    wrong = next(key for key in value if not (isinstance(key, str) and key.isascii()))
    raise ValueError(f"key is not an ASCII text: {wrong!r}")
