"""A mail to ourselves and back, over servers that change, lose or mistake it: what the referee is told."""

import time
from collections.abc import Callable
from datetime import UTC, datetime

import pytest

from pbem.effects import Effects
from pbem.mail.servers.connection import connect
from pbem.mail.servers.imap import Imap
from pbem.mail.servers.probe import round_trip
from pbem.mail.servers.smtp import Smtp
from pbem.setup.round_trip import judge_trip
from tests.servers.mailservers import Relay

ADDRESS = "referee@example.org"


class Changing(Relay):
    """A server that gives mails a Message-ID of its own, and loses those to addresses with a plus part."""

    change: Callable[[bytes], bytes | None]

    def _deliver(self, envelope: object) -> str:
        content = self.change(envelope.original_content)  # type: ignore[attr-defined]
        if content is None:
            return "250 2.0.0 lost"
        envelope.original_content = content  # type: ignore[attr-defined]
        return super()._deliver(envelope)


@pytest.mark.parametrize(
    ("change", "good", "said"),
    [
        (lambda raw: raw.replace(b"Message-ID: <", b"Message-ID: <0"), True, "another Message-ID"),
        (lambda raw: None if b"To: referee+" in raw else raw, False, "The server took it, but it did not come"),
        (lambda raw: None if b"To: referee@" in raw else raw, True, "plain address did not come"),
        (lambda raw: None, False, "none came within"),
    ],
)
def test_what_a_round_trip_says(relay: Relay, change: Callable[[bytes], bytes | None], good: bool, said: str) -> None:
    server = Changing(relay.dovecot)
    server.change = change
    server.start()
    relay.dovecot.deliver(b"Subject: waits\r\n\r\nfor the referee\r\n")
    imap = Imap(relay.dovecot.account(), Effects())
    smtp = Smtp(server.account(), Effects(), ADDRESS)
    try:
        trip = round_trip(imap, smtp, "7" * 16, datetime.now(UTC), time.monotonic, time.sleep, patience=1.5)
    finally:
        server.stop()
    found, lines = judge_trip(trip)
    assert found == good
    assert said in " ".join(lines)
    assert len(relay.dovecot.folder("referee")) == 1  # only what was there before


def test_mails_that_are_taken_for_spam_are_found_and_removed(relay: Relay) -> None:
    server, imap = Changing(relay.dovecot), Imap(relay.dovecot.account(), Effects())
    with connect(imap.account) as other:
        other.create_folder("Junk")
        server.change = lambda raw: None if other.append("Junk", raw) else raw
        server.start()
        smtp = Smtp(server.account(), Effects(), ADDRESS)
        trip = round_trip(imap, smtp, "7" * 16, datetime.now(UTC), time.monotonic, time.sleep, patience=20)
        server.stop()
    found, lines = judge_trip(trip)
    assert found
    assert "They came into Junk, not into the inbox" in lines[-1]
    assert relay.dovecot.folder("referee", "Junk") == []


def test_a_mailbox_that_another_pbem_is_emptying_is_seen_through(relay: Relay) -> None:
    """Our mails are found where the referee that runs meanwhile has put them."""
    imap = Imap(relay.dovecot.account(), Effects())
    imap.check()

    def sleep(seconds: float) -> None:
        for incoming in imap.fetch():
            imap.settle(incoming, "machines")
        time.sleep(0.1)

    trip = round_trip(
        Imap(relay.dovecot.account(), Effects()),
        Smtp(relay.account(), Effects(), ADDRESS),
        "7" * 16,
        datetime.now(UTC),
        time.monotonic,
        sleep,
        patience=10,
    )
    imap.close()
    assert judge_trip(trip)[0]
