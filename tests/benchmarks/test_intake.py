"""Waiting mails taken from a real IMAP server, against a bare batched FETCH and the standard library's parser."""

from collections.abc import Iterator
from email import message_from_bytes
from email.policy import default

import pytest
from imapclient import IMAPClient
from pytest_benchmark.fixture import BenchmarkFixture

from pbem.effects import Effects
from pbem.mail.imap import BATCH, Imap
from pbem.mail.message import parse
from tests.benchmarks.timing import ratio
from tests.mail.making import samples
from tests.servers.conftest import dovecot, one_dovecot
from tests.servers.mailservers import Dovecot

__all__ = ["dovecot", "one_dovecot"]

WAITING = 2_000
LIMIT = 1.5


@pytest.fixture(scope="module")
def full(one_dovecot: Dovecot) -> Iterator[Dovecot]:
    """A mailbox in which mails wait: the corpus of real replies over and over, none like the other."""
    raws = [sample.raw for sample in samples()]
    one_dovecot.clear()
    one_dovecot.deliver_all([b"X-Number: %d\r\n" % n + raws[n % len(raws)] for n in range(WAITING)])
    yield one_dovecot
    one_dovecot.clear()


def ours(server: Dovecot) -> int:
    """Fetch and parse with the transport and the parser of pbem."""
    transport = Imap(server.account(security="starttls"), Effects())
    count = sum(bool(parse(incoming.read()).headers) for incoming in transport.fetch())
    transport.close()
    return count


def bare(server: Dovecot) -> int:
    """Fetch and parse with imapclient and the standard library alone, as many mails a command."""
    account, count = server.account(security="starttls"), 0
    with IMAPClient("localhost", account.port, ssl=False, timeout=30) as client:
        client.starttls(account.context())
        client.login(account.user, account.secret())
        client.select_folder("INBOX", readonly=True)
        uids = client.search("ALL")
        for start in range(0, len(uids), BATCH):
            for data in client.fetch(uids[start : start + BATCH], ["BODY.PEEK[]"]).values():
                message = message_from_bytes(data[b"BODY[]"], policy=default)
                count += sum(bool(part.get_payload(decode=True)) for part in message.walk()) > 0 or bool(message)
    return count


def test_two_thousand_waiting_mails(full: Dovecot, benchmark: BenchmarkFixture) -> None:
    assert ours(full) == bare(full) == WAITING
    assert ratio(lambda: ours(full), lambda: bare(full), limit=LIMIT, rounds=2) <= LIMIT
    benchmark.pedantic(ours, args=(full,), rounds=1)
