"""Canonical JSON: RFC 8785 limited to ASCII keys and integers within ±2^53, and hashes over it."""

import hashlib
import json
from typing import Any

LARGEST = 2**53
_LISTS = (list, tuple)


def canonical(value: Any) -> bytes:
    """The one UTF-8 encoding of a JSON value: keys sorted, no spaces, nothing escaped that need not be.

    Raises ValueError for what has no such encoding: floats, integers beyond 2^53, keys that are not ASCII texts,
    texts with lone surrogates.
    """
    require(value)
    text = json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False)
    return text.encode("utf-8")


def digest(value: Any) -> str:
    """SHA-256 of a value's canonical JSON, as 64 hex digits."""
    return hashlib.sha256(canonical(value)).hexdigest()


def require(value: Any) -> None:
    """Nothing for a value that has a canonical encoding; ValueError as `canonical` raises it for another."""
    if isinstance(value, str) or value is None or value is True or value is False:
        return
    if isinstance(value, dict):
        for key, item in value.items():
            if not (isinstance(key, str) and key.isascii()):
                raise ValueError(f"key is not an ASCII text: {key!r}")
            if not isinstance(item, str):
                require(item)
    elif isinstance(value, _LISTS):
        for item in value:
            if not isinstance(item, str):
                require(item)
    elif not isinstance(value, int):
        raise ValueError(f"no canonical JSON for {type(value).__name__}: {value!r}")
    elif abs(value) > LARGEST:
        raise ValueError(f"integer beyond 2^53: {value}")
