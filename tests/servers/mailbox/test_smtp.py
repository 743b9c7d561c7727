"""The SMTP transport against a real server that delivers into Dovecot: sent, put off, refused, lost."""

import gc
import warnings
from collections.abc import Iterator
from dataclasses import replace

import pytest

from pbem.effects import Effects
from pbem.mail.servers.smtp import Smtp
from pbem.mail.servers.transport import PermanentFailure, ServerTrouble, TemporaryFailure, Unreachable
from tests.servers.mailservers import Relay, free_ports

ID = "<1@example.org>"


def mail(to: str = "Ana <ana@example.org>") -> bytes:
    """A mail of the referee."""
    return (
        f"From: referee@example.org\r\nTo: {to}\r\nSubject: 1\r\nMessage-ID: {ID}\r\n\r\nText\r\n.\r\nend\r\n".encode()
    )


@pytest.fixture(autouse=True)
def _leaky() -> Iterator[None]:
    """The server library leaves the sockets of lines that it cuts to the garbage collector."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ResourceWarning)
        yield
        gc.collect()


def out(relay: Relay, **changes: object) -> Smtp:
    """The transport."""
    return Smtp(replace(relay.account(), **changes), Effects(), "referee@example.org")  # type: ignore[arg-type]


def test_a_mail_arrives_to_the_byte(relay: Relay) -> None:
    smtp = out(relay)
    smtp.send(mail(), ID)
    smtp.send(mail(), ID)
    smtp.close()
    first, second = relay.dovecot.folder("ana")
    assert first.replace(b"\r\n", b"\n").endswith(mail().replace(b"\r\n", b"\n"))
    assert b"Return-Path: <referee@example.org>" in second
    assert relay.accepted == [mail(), mail()]


def test_a_greylisting_server_is_asked_again_later(relay: Relay) -> None:
    smtp = out(relay)
    relay.rcpt_faults = ["451 4.7.1 greylisted, come again"]
    with pytest.raises(TemporaryFailure, match="greylisted"):
        smtp.send(mail(), ID)
    smtp.send(mail(), ID)
    smtp.close()
    assert len(relay.accepted) == 1


@pytest.mark.parametrize(
    ("answer", "kind"),
    [
        ("550 5.1.1 no such user", PermanentFailure),
        ("552 5.3.4 message size exceeds the limit", PermanentFailure),
        ("552 5.2.2 mailbox full", TemporaryFailure),
        ("550 5.4.5 Daily user sending limit exceeded", TemporaryFailure),
        ("550 5.1.1 host mx.evil.example said: 550 Sender address rejected", PermanentFailure),
    ],
)
def test_what_a_server_refuses_for_good_and_what_for_now(relay: Relay, answer: str, kind: type[Exception]) -> None:
    for faults in (relay.rcpt_faults, relay.data_faults):
        faults.append(answer)
        with pytest.raises(kind, match=answer[4:9]):
            out(relay).send(mail(), ID)
    assert relay.accepted == []


@pytest.mark.parametrize("where", ["mail_faults", "rcpt_faults", "data_faults"])
@pytest.mark.parametrize(
    ("answer", "kind"),
    [
        ("553 5.7.1 <referee@example.org>: Sender address rejected: not owned by user ana", Unreachable),
        ("554 5.2.252 SendAsDenied; referee@example.org not allowed to send as", Unreachable),
        ("552 5.3.4 message size exceeds the limit", PermanentFailure),
    ],
)
def test_a_sender_that_is_not_the_accounts_own_is_no_fault_of_the_mail(
    relay: Relay, where: str, answer: str, kind: type[Exception]
) -> None:
    getattr(relay, where).append(answer)
    with pytest.raises(kind, match=answer[:9]) as found:
        out(relay).send(mail(), ID)
    if isinstance(found.value, Unreachable):
        assert found.value.refused
        assert "does not let referee send as referee@example.org" in str(found.value)


def test_an_unknown_mailbox_is_refused_by_the_server_behind(relay: Relay) -> None:
    with pytest.raises(PermanentFailure, match=r"550 5\.1\.1"):
        out(relay).send(mail("nobody@example.org"), ID)


def test_a_line_cut_after_delivery_is_a_failure_for_now_and_the_next_try_has_the_same_id(relay: Relay) -> None:
    smtp = out(relay)
    relay.drop_after_delivery = 1
    with pytest.raises(TemporaryFailure, match="connection was lost"):
        smtp.send(mail(), ID)
    smtp.send(mail(), ID)
    smtp.close()
    assert [raw.count(ID.encode()) for raw in relay.dovecot.folder("ana")] == [1, 1]


def test_a_line_cut_before_delivery_loses_nothing(relay: Relay) -> None:
    smtp = out(relay)
    relay.drop_before_delivery = 1
    with pytest.raises(TemporaryFailure):
        smtp.send(mail(), ID)
    assert relay.accepted == []
    smtp.send(mail(), ID)
    smtp.close()
    assert len(relay.accepted) == 1


def test_a_server_that_does_not_let_us_in_is_asked_once_a_pass(relay: Relay) -> None:
    asked: list[str] = []

    def wrong() -> str:
        asked.append("once")
        return "guess"

    smtp = out(relay, secret=wrong)
    for _ in range(3):
        with pytest.raises(TemporaryFailure, match="does not accept the login"):
            smtp.send(mail(), ID)
    assert asked == ["once"]
    smtp.close()
    with pytest.raises(ServerTrouble) as found:
        smtp.check()
    assert found.value.why == "wrong-password"
    assert asked == ["once", "once"]


def test_a_server_that_is_gone_puts_mails_off_until_it_is_back(relay: Relay) -> None:
    smtp = out(relay)
    smtp.send(mail(), ID)
    relay.stop()
    with pytest.raises(TemporaryFailure):
        smtp.send(mail(), ID)
    smtp.close()
    relay.start()
    smtp.send(mail(), ID)
    smtp.close()
    assert len(relay.accepted) == 2


def test_the_mailbox_server_behind_may_be_down(relay: Relay) -> None:
    relay.dovecot.stop()
    with pytest.raises(TemporaryFailure, match=r"451 4\.4\.1"):
        out(relay).send(mail(), ID)


def test_a_server_without_tls_gets_no_password(relay: Relay) -> None:
    (closed,) = free_ports(1)
    for changes, why in (({"port": closed}, "refused"), ({"port": relay.dovecot.lmtp}, "no-tls")):
        with pytest.raises(ServerTrouble) as found:
            out(relay, **changes).check()
        assert found.value.why == why
    with pytest.raises(ServerTrouble, match="only within this machine"):
        out(relay, host="mail.example.org", security="none").check()


@pytest.mark.parametrize("to", ["", "ana@example.org, omar@example.org"])
def test_a_mail_goes_to_one_player(relay: Relay, to: str) -> None:
    with pytest.raises(PermanentFailure, match="recipients in place of one"):
        out(relay).send(mail(to), ID)


def test_a_password_may_have_letters_beyond_ascii(relay: Relay) -> None:
    smtp = Smtp(relay.account("begona"), Effects(), "referee@example.org")
    smtp.check()
    with pytest.raises(ServerTrouble, match="does not accept the login"):
        out(relay, secret=lambda: "señas").check()
