"""Canonical JSON: RFC 8785 limited to ASCII keys and integers within ±2^53, and hashes over it."""

import hashlib
import json
from typing import Any

LARGEST = 2**53


def canonical(value: Any) -> bytes:
    """The one UTF-8 encoding of a JSON value: keys sorted, no spaces, nothing escaped that need not be.

    Raises ValueError for what has no such encoding: floats, integers beyond 2^53, keys that are not ASCII texts,
    texts with lone surrogates.
    """
    _require(value)
    text = json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False)
    return text.encode("utf-8")


def digest(value: Any) -> str:
    """SHA-256 of a value's canonical JSON, as 64 hex digits."""
    return hashlib.sha256(canonical(value)).hexdigest()


def _require(value: Any) -> None:
    if value is None or isinstance(value, bool | str):
        return
    if isinstance(value, int):
        if abs(value) > LARGEST:
            raise ValueError(f"integer beyond 2^53: {value}")
    elif isinstance(value, dict):
        for key, item in value.items():
            if not (isinstance(key, str) and key.isascii()):
                raise ValueError(f"key is not an ASCII text: {key!r}")
            _require(item)
    elif isinstance(value, list | tuple):
        for item in value:
            _require(item)
    else:
        raise ValueError(f"no canonical JSON for {type(value).__name__}: {value!r}")
