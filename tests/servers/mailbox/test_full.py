"""Full mailboxes at a real Dovecot: a player's puts mails off, the referee's own keeps them where they are."""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from smtplib import SMTPDataError
from tempfile import TemporaryDirectory

import pytest

from pbem.mail.servers import imap
from pbem.referee.desk.mail import list_mails
from pbem.referee.home.home import open_home
from pbem.referee.home.sweep import TickResult
from pbem.referee.letters.status import game_status
from tests.referee.making import GAME, HOUR, START
from tests.servers.mailservers import Dovecot, Relay
from tests.servers.players import ANA, OMAR, Person, new_game, ticked

QUOTA = 6_000_000  # bytes: room for a first mail, with maps and handbook
NO_MOVE = "imap_capability = IMAP4rev1 LITERAL+ UIDPLUS NAMESPACE IDLE\n"


@pytest.fixture
def small(one_dovecot: Dovecot, request: pytest.FixtureRequest) -> Iterator[Relay]:
    """Servers of their own, with small mailboxes; the parameter is further configuration."""
    with TemporaryDirectory(prefix="pbem-dovecot-") as root:
        dovecot = Dovecot(Path(root), quota=f"{QUOTA}B", more=getattr(request, "param", "")).write().start()
        relay = Relay(dovecot).start()
        try:
            yield relay
        finally:
            relay.stop()
            dovecot.stop()


def fill(dovecot: Dovecot, user: str) -> None:
    """Fill a mailbox until it takes nothing."""
    for size in (3_000_000, 300_000, 30_000, 3_000, 300):
        with suppress(SMTPDataError):
            while True:
                dovecot.deliver(
                    b"Subject: filling\r\n\r\n" + b"what fills the mailbox of somebody\r\n" * (size // 36), user
                )


@pytest.mark.parametrize(
    ("small", "answer"),
    [("", "552 5.2.2"), ("protocol lmtp {\n  quota_full_tempfail = yes\n}\n", "452 4.2.2")],
    indirect=["small"],
    ids=["for good", "for now"],
)
def test_a_mail_to_a_full_mailbox_is_put_off_until_there_is_room(tmp_path: Path, small: Relay, answer: str) -> None:
    home = tmp_path / "home"
    new_game(home, small)
    fill(small.dovecot, OMAR.address.partition("@")[0])
    for n in range(3):
        result = ticked(home, small, START + n * HOUR)
        assert (result.sent, result.later, result.failed, result.faults) == (int(n == 0), 1, 0, [])
    with open_home(home, START, "a test", environment={}) as opened:
        (told,) = [row for row in list_mails(opened) if row.state != "sent"]
        assert (told.who, told.state) == (OMAR.address, "ready")
        assert told.why.startswith(answer)
        assert "Quota exceeded" in told.why
        assert game_status(opened, GAME, START).mail["waiting"] == 1
    assert len(small.dovecot.folder("ana")) == 1
    small.dovecot.clear()
    assert ticked(home, small, START + 3 * HOUR).sent == 1
    assert ticked(home, small, START + 4 * HOUR).sent == 0
    assert [str(mail["To"]) for mail in Person(OMAR, small, home).look()] == [OMAR.address]


@pytest.mark.parametrize("small", [NO_MOVE], indirect=True, ids=["without MOVE"])
def test_mails_of_a_full_mailbox_are_taken_once_though_they_cannot_be_copied(
    tmp_path: Path, small: Relay, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without MOVE a mail needs the room of two for a moment. Several batches have the same to tell."""
    monkeypatch.setattr(imap, "BATCH", 3)
    home = tmp_path / "home"
    new_game(home, small)
    ticked(home, small, START)
    ana = Person(ANA, small, home)
    ana.answer(ana.look()[-1])
    fill(small.dovecot, "referee")
    waiting = len(small.dovecot.folder("referee"))
    assert waiting > 2 * imap.BATCH
    result = ticked(home, small, START)
    assert result.mails.pop("orders") == 1
    assert sum(result.mails.values()) == waiting - 1
    assert len(result.faults) == 2
    for fault, folder in zip(result.faults, ("Handled", "Refused"), strict=True):
        assert "the mailbox is full" in fault
        assert fault.endswith(f"Make room there; nothing is lost. Mails stay in INBOX in place of {folder}.")
        assert small.dovecot.folder("referee", folder) == []
    assert len(small.dovecot.folder("referee")) == waiting
    assert ticked(home, small, START) == TickResult()
    small.dovecot.stop()
    small.dovecot.quota = "0"
    small.dovecot.configure()
    small.dovecot.start()
    assert ticked(home, small, START) == TickResult()
    assert small.dovecot.folder("referee") == [], "there is room again: what was marked is moved"
    assert len(small.dovecot.folder("referee", "Handled")) == 1
    assert len(small.dovecot.folder("referee", "Refused")) == waiting - 1
    small.dovecot.deliver(b"Subject: room again\r\n\r\nHello\r\n")
    assert ticked(home, small, START).mails == {"refused": 1}
    assert small.dovecot.folder("referee") == []
