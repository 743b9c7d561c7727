"""A fuzz target for the reading of mails, guided by coverage; no part of the suite.

    pip install atheris
    cd tests/mail
    python ../fuzz/fuzz_intake.py -max_total_time=600 -rss_limit_mb=2048 FOLDER corpus more pgp

FOLDER keeps what it finds worth trying again. Whatever it stops at is written to crash-*: make a test of it in
tests/mail/test_hostile.py.
"""

import sys
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["pbem", "email", "dkim", "authres"]):
    from pbem.mail.message.message import parse
    from pbem.mail.reading.read_mail import read
    from pbem.mail.signatures.pgp import BadKey, key_blocks, read_key, sealed
    from pbem.mail.signatures.signed import signed, told
    from pbem.mail.text.plain import plain
    from pbem.referee.desk.mail import shown
    from pbem.store.rows import MailRow


KEY = (Path(__file__).parents[1] / "mail" / "pgp" / "ed25519.asc").read_text("ascii")
NOW = datetime(2026, 11, 2, tzinfo=UTC)


def one(data: bytes) -> None:
    """One input: a raw mail."""
    found = read(data, own_host="pbem.example.org", sent=lambda _: None)
    assert plain(found.subject) == found.subject
    assert len(found.extract.lines) <= 3_000
    signed(data, found.sender or "ana@example.org", lambda name: b"v=DKIM1; p=AAAA")
    message = parse(data)
    told(message, "mx.example.org")
    seal = sealed(data, KEY, NOW)
    assert (seal.message is None) == (seal.result != "good")
    for block in key_blocks(message):
        with suppress(BadKey):
            read_key(block)
    shown(MailRow("a" * 64, "", "", "refused", "", NOW, data, None, None))


if __name__ == "__main__":
    atheris.Setup(sys.argv, one)
    atheris.Fuzz()
