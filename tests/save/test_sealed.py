"""Hidden events: a seal tells nothing, fits its event only, and is opened by a record at the end."""

import hashlib

import pytest

from pbem.save.records import EndRecord, OpenedRecord, Opening, States
from pbem.save.sealed import fits, opened, seal
from tests.save.making import phase

EVENT = {"at": "0614", "type": "deployed", "unit": "gaix-1"}
SALT = bytes(range(16))
STATES = States(before="1" * 64, after="1" * 64)


def opening(**fields: object) -> Opening:
    """The opening of EVENT as event 1 of record 1."""
    usual = {"n": 1, "index": 1, "salt": SALT.hex(), "event": EVENT}
    return Opening.model_validate({**usual, **fields})


def test_a_seal_is_the_hash_of_salt_and_canonical_json() -> None:
    wanted = hashlib.sha256(SALT + b'{"at":"0614","type":"deployed","unit":"gaix-1"}').hexdigest()
    assert seal(EVENT, SALT) == {"sha256": wanted, "type": "sealed"}


def test_a_short_salt_is_refused() -> None:
    with pytest.raises(ValueError, match="at least 16 bytes, not 4"):
        seal(EVENT, b"salt")


def test_openings_fit_their_seal_only() -> None:
    journal = [phase(1, events=({"type": "moved"}, seal(EVENT, SALT)))]
    assert fits(opening(), journal)
    assert not fits(opening(event={**EVENT, "at": "0615"}), journal)
    assert not fits(opening(salt="00" * 16), journal)
    assert not fits(opening(index=0), journal)
    assert not fits(opening(index=2), journal)
    assert not fits(opening(n=2), journal)


def test_the_journal_tells_what_was_hidden() -> None:
    common = {"turn": 1, "previous": "0" * 64, "state": STATES, "test_dice": False}
    end = EndRecord(n=2, winner="draw", reason="LL-5.4", **common)
    reveal = OpenedRecord(n=3, opens=(opening(),), **common)
    assert opened([phase(1), end, reveal]) == {(1, 1): EVENT}
