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
    from pbem.mail.reading.read_mail import parse_mail
    from pbem.mail.signatures.dkim import check_dkim, read_dkim_result
    from pbem.mail.signatures.pgp import BadKey, check_pgp, key_blocks, read_key
    from pbem.mail.text.plain import plain
    from pbem.referee.desk.mail import describe_mail
    from pbem.store.rows import MailRow


KEY = (Path(__file__).parents[1] / "mail" / "pgp" / "ed25519.asc").read_text("ascii")
NOW = datetime(2026, 11, 2, tzinfo=UTC)


def one(data: bytes) -> None:
    """One input: a raw mail."""
    found = parse_mail(data, own_host="pbem.example.org", sent=lambda _: None)
    assert plain(found.subject) == found.subject
    assert len(found.extract.lines) <= 3_000
    check_dkim(data, found.sender or "ana@example.org", lambda name: b"v=DKIM1; p=AAAA")
    message = parse(data)
    read_dkim_result(message, "mx.example.org")
    pgp = check_pgp(data, KEY, NOW)
    assert (pgp.message is None) == (pgp.result != "good")
    for block in key_blocks(message):
        with suppress(BadKey):
            read_key(block)
    describe_mail(MailRow("a" * 64, "", "", "refused", "", NOW, data, None, None))


if __name__ == "__main__":
    atheris.Setup(sys.argv, one)
    atheris.Fuzz()
