"""Verifying the archived game, against the bare hashes that it needs and one replay."""

import hashlib
import hmac
import json

import pytest

from pbem.dice.chain import PREFIX
from pbem.game.game import _read_box, open_definition
from pbem.game.replay import replay
from pbem.save.records import PhaseRecord
from pbem.verify.verify import verify
from tests.benchmarks.timing import ratio
from tests.verify.making import ARCHIVE

LIMIT = 1.2


def ours() -> int:
    """All proofs of a save, from its files on; how many rolls."""
    found = verify(ARCHIVE)
    assert found.fault is None
    return found.rolls


def bare() -> int:
    """The files read and hashed, SHA-256 of each link, an HMAC a key and a roll; and the phases adjudicated again."""
    _read_box.cache_clear()  # what a daemon keeps: a proof begins with the files
    definition, count = open_definition(ARCHIVE), 0
    written = definition.folder.unchecked_records()
    for item in written:
        hashlib.sha256((ARCHIVE / "turns" / item.file).read_bytes()).hexdigest()
        if isinstance(item.record, PhaseRecord):
            link = bytes.fromhex(item.record.link.value or "")
            hashlib.sha256(PREFIX + b"link:" + link).digest()
            key = hmac.digest(link, PREFIX + b"phase:" + json.dumps(item.record.nonces).encode(), "sha256")
            for roll in item.record.rolls:
                hmac.digest(key, PREFIX + b"roll:" + roll.label.encode() + bytes(5), "sha256")
                count += 1
    found = replay(definition, written)
    assert found.difference is None
    return count


@pytest.mark.benchmark(group="verify")
def test_verifying_costs_little_more_than_hashes_and_a_replay(benchmark) -> None:  # type: ignore[no-untyped-def]
    assert ours() == bare() == 391
    benchmark.pedantic(ours, rounds=2)
    found = ratio(ours, bare, limit=LIMIT, rounds=4)
    benchmark.extra_info["cost of verifying, of hashes and a replay"] = round(found, 2)
    assert found <= LIMIT
