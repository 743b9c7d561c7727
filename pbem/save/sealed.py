"""Hidden events in a public record: a hash stands for them until a record at the game's end opens them."""

import hashlib
from collections.abc import Iterable, Mapping
from typing import Any

from pbem.canonical import canonical
from pbem.save.records import Entry, Json, OpenedRecord, Opening

TYPE = "sealed"


def seal(event: Mapping[str, Any], salt: bytes) -> Json:
    """What stands in the record for a hidden event: SHA-256(salt ‖ canonical JSON). `salt`: 16 random bytes or more."""
    if len(salt) < 16:
        raise ValueError(f"a salt has at least 16 bytes, not {len(salt)}")
    return {"sha256": hashlib.sha256(salt + canonical(event)).hexdigest(), "type": TYPE}


def fits(opening: Opening, journal: Iterable[Entry]) -> bool:
    """Whether an opening gives the event whose seal stands in the journal at its place."""
    facts = next((getattr(record, "events", ()) for record in journal if record.n == opening.n), ())
    if opening.index >= len(facts):
        return False
    return bool(facts[opening.index] == seal(opening.event, bytes.fromhex(opening.salt)))


def opened(journal: Iterable[Entry]) -> dict[tuple[int, int], Json]:
    """The hidden events that the journal opens, by (record number, index of the event)."""
    found = (opening for record in journal if isinstance(record, OpenedRecord) for opening in record.opens)
    return {(opening.n, opening.index): opening.event for opening in found}
