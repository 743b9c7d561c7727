"""The servers of a test session: one Dovecot, emptied for each test, and an SMTP server that delivers into it."""

import os
from collections.abc import Iterator

import pytest

from tests.servers.mailservers import DOVECOT, INSTALL, Dovecot, Relay


@pytest.fixture(scope="session")
def one_dovecot(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Dovecot]:
    """The session's Dovecot. Without one a developer is told what to install; where CI is set, the test fails."""
    if DOVECOT is None:
        (pytest.fail if os.environ.get("CI") else pytest.skip)(INSTALL)
    server = Dovecot(tmp_path_factory.mktemp("dovecot")).write()
    try:
        yield server.start()
    finally:
        server.stop()


@pytest.fixture
def dovecot(one_dovecot: Dovecot) -> Iterator[Dovecot]:
    """Dovecot with empty mailboxes."""
    one_dovecot.clear()
    yield one_dovecot
    if one_dovecot.process is None:
        one_dovecot.start()


@pytest.fixture
def relay(dovecot: Dovecot) -> Iterator[Relay]:
    """The SMTP server before it."""
    server = Relay(dovecot).start()
    try:
        yield server
    finally:
        server.stop()
