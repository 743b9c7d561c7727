"""XOAUTH2 at a real Dovecot and at submission: a fresh token for each login, words where it is not taken."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from pbem.effects import Effects
from pbem.mail.servers.account import Account
from pbem.mail.servers.imap import Imap
from pbem.mail.servers.smtp import Smtp
from pbem.mail.servers.transport import ServerTrouble, TemporaryFailure
from tests.servers.mailbox.test_smtp import ID, mail
from tests.servers.mailservers import Dovecot
from tests.servers.oauth import OAuthRelay, Provider, configuration


@pytest.fixture(scope="module")
def asking(one_dovecot: Dovecot) -> Iterator[tuple[Dovecot, Provider]]:
    """A Dovecot of its own that asks a provider about tokens."""
    provider = Provider()
    with TemporaryDirectory(prefix="pbem-dovecot-") as root:
        server = Dovecot(Path(root)).write()
        server.more = configuration(server.root, provider.start())
        server.configure()
        try:
            yield server.start(), provider
        finally:
            server.stop()
            provider.stop()


@pytest.fixture
def provider(asking: tuple[Dovecot, Provider]) -> Provider:
    """The provider; one token of the referee's and one of Ana's are good."""
    provider = asking[1]
    provider.tokens, provider.asked = {"ya29.first": "referee", "ya29.ana": "ana"}, []
    return provider


@pytest.fixture
def submission(asking: tuple[Dovecot, Provider], provider: Provider) -> Iterator[OAuthRelay]:
    """Submission that takes tokens."""
    relay = OAuthRelay(asking[0], provider=provider)
    relay.start()
    try:
        yield relay
    finally:
        relay.stop()


def with_tokens(account: Account, tokens: list[str]) -> Account:
    """The account, logging in with one token after the other."""
    return replace(account, login="xoauth2", secret=lambda: tokens.pop(0))


def test_imap_takes_a_token_and_each_login_asks_for_a_fresh_one(
    asking: tuple[Dovecot, Provider], provider: Provider
) -> None:
    dovecot, tokens = asking[0], ["ya29.first", "ya29.second"]
    transport = Imap(with_tokens(dovecot.account(), tokens), Effects())
    assert list(transport.fetch()) == []
    transport.close()
    assert tokens == ["ya29.second"]
    provider.tokens = {"ya29.second": "referee"}  # the first has run out
    dovecot.deliver(mail())
    assert [incoming.read().count(b"Subject: 1") for incoming in transport.fetch()] == [1]
    transport.close()
    assert provider.asked == ["ya29.first", "ya29.second"]


@pytest.mark.parametrize("token", ["ya29.stale", "ya29.ana"])
def test_imap_refuses_a_token_that_is_stale_or_of_somebody_else(
    asking: tuple[Dovecot, Provider], provider: Provider, token: str
) -> None:
    with pytest.raises(ServerTrouble, match="does not accept the access token of referee") as found:
        Imap(with_tokens(asking[0].account(), [token]), Effects()).check()
    assert found.value.why == "wrong-password"
    assert token not in str(found.value)
    assert provider.asked == [token]


def test_submission_takes_a_token_and_each_login_asks_for_a_fresh_one(
    submission: OAuthRelay, provider: Provider
) -> None:
    smtp = Smtp(with_tokens(submission.account(), ["ya29.first", "ya29.second"]), Effects(), "referee@example.org")
    smtp.send(mail(), ID)
    smtp.close()
    provider.tokens = {"ya29.second": "referee"}
    smtp.send(mail(), ID)
    smtp.close()
    assert provider.asked == ["ya29.first", "ya29.second"]
    assert len(submission.accepted) == 2


@pytest.mark.parametrize("token", ["ya29.stale", "ya29.ana"])
def test_submission_refuses_a_token_that_is_stale_or_of_somebody_else(submission: OAuthRelay, token: str) -> None:
    account = with_tokens(submission.account(), [token, token])
    with pytest.raises(ServerTrouble, match="does not accept the access token of referee") as found:
        Smtp(account, Effects(), "referee@example.org").check()
    assert found.value.why == "wrong-password"
    assert token not in str(found.value)
    with pytest.raises(TemporaryFailure, match="access token"):
        Smtp(account, Effects(), "referee@example.org").send(mail(), ID)
    assert submission.accepted == []
