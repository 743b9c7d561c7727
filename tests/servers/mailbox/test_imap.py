"""The IMAP transport against a real Dovecot: what is taken, marked, moved; lines that die; words for what is wrong."""

import gc
import re
import socket
import threading
import time
import warnings
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import trustme
from imapclient import IMAPClient

from pbem.effects import Effects
from pbem.mail.message.size import LIMIT
from pbem.mail.servers.imap import BATCH, Imap
from pbem.mail.servers.transport import Incoming, ServerTrouble
from tests.servers.mailservers import Dovecot, certificates, free_ports

HEAD = {"From": "ana@example.org", "To": "referee@example.org"}


def mail(number: int, size: int = 0) -> bytes:
    """A small mail, or one of about `size` bytes."""
    head = "".join(f"{name}: {value}\r\n" for name, value in {**HEAD, "Subject": number}.items())
    return (
        f"{head}Message-ID: <{number}@example.org>\r\n".encode()
        + b"\r\nEND\r\n"
        + b"filling the mail up to its size, line by line\r\n" * (size // 47)
    )


@pytest.fixture
def leaky() -> Iterator[None]:
    """For lines that break while they are opened: the libraries leave their sockets to the garbage collector."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ResourceWarning)
        yield
        gc.collect()


def renumber(maildir: Path) -> None:
    """Give a mailbox another UIDVALIDITY, as a server does that has lost its own records."""
    for file in maildir.glob("dovecot.index*"):
        file.unlink()
    listed = maildir / "dovecot-uidlist"
    head, rest = listed.read_text().split("\n", 1)
    numbered = re.sub(r" V(\d+) ", lambda found: f" V{int(found[1]) + 1000} ", head)
    assert numbered != head
    listed.write_text(f"{numbered}\n{rest}")


def box(dovecot: Dovecot, **changes: object) -> Imap:
    """The transport to the referee's mailbox."""
    return Imap(dovecot.account(**changes), Effects())  # type: ignore[arg-type]


def numbers(mails: "list[Incoming]") -> list[int]:
    """The subjects of some mails."""
    return [int(each.read().partition(b"Subject: ")[2].splitlines()[0].split()[-1]) for each in mails]


def test_of_many_mails_those_of_known_people_come_first_by_turns(
    dovecot: Dovecot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pbem.mail.servers.imap.CROWD", 3)
    people = [("ana@example.org", "melilla.k7f3q9xw"), ("omar@example.org", "melilla.x9x9x9x9")]
    stranger, tokens = mail(0).replace(b"ana@", b"bot@"), b"Subject: [melilla.k7f3q9xw] "
    raws = [stranger, mail(1), mail(2), stranger.replace(b": 0", b": 3"), mail(4).replace(b"ana@", b"Omar@")]
    raws.append(stranger.replace(b"Subject: ", tokens).replace(b"] 0", b"] 5"))
    dovecot.deliver_all(raws)
    transport = box(dovecot)
    found = list(transport.fetch(lambda: people))
    assert list(zip(numbers(found), [each.urgent for each in found], strict=True)) == [
        (1, True),
        (4, True),
        (2, True),
        (5, True),
        (0, False),
        (3, False),
    ]
    without = {each.key for each in found[:2]}
    assert numbers(list(transport.fetch(lambda: people, without))) == [2, 5, 0, 3]
    transport.settle(found[0], "handled")
    transport.flush()
    assert len(dovecot.folder("referee", "Handled")) == 1
    transport.close()


def test_mails_come_in_order_and_reading_marks_nothing(dovecot: Dovecot) -> None:
    dovecot.deliver_all([mail(n) for n in range(3)])
    transport = box(dovecot)
    assert numbers(list(transport.fetch())) == [0, 1, 2]
    assert numbers(list(transport.fetch())) == [0, 1, 2]
    with IMAPClient("localhost", dovecot.imap, ssl=False) as other:
        other.login("referee", "s3cret")
        other.select_folder("INBOX", readonly=True)
        assert other.search("SEEN") == []
    transport.close()


def test_settled_mails_lie_in_their_folders(dovecot: Dovecot) -> None:
    dovecot.deliver_all([mail(n) for n in range(4)])
    transport = box(dovecot, security="starttls")
    for incoming, where in zip(transport.fetch(), ("handled", "refused", "machines", "handled"), strict=True):
        transport.settle(incoming, where)  # type: ignore[arg-type]
    assert list(transport.fetch()) == []
    transport.close()
    assert dovecot.folder("referee") == []
    assert [len(dovecot.folder("referee", name)) for name in ("Handled", "Refused", "Machines")] == [2, 1, 1]
    assert transport.troubles == []


def test_more_mails_than_a_batch_are_all_taken_once(dovecot: Dovecot) -> None:
    count = 2 * BATCH + 7
    dovecot.deliver_all([mail(n) for n in range(count)])
    transport = box(dovecot)
    seen = []
    for incoming in transport.fetch():
        seen.append(incoming)
        transport.settle(incoming, "handled")
    transport.close()
    assert numbers(seen) == list(range(count))
    assert dovecot.folder("referee") == []


def test_of_a_mail_over_the_limit_only_the_headers_are_fetched(dovecot: Dovecot) -> None:
    dovecot.deliver_all([mail(1, LIMIT + 1000), mail(2)])
    transport = box(dovecot)
    large, small = transport.fetch()
    assert not large.whole
    assert large.size > LIMIT
    assert len(large.fetch()) < LIMIT / 10
    assert large.read().endswith(b"<1@example.org>")
    assert small.whole
    transport.close()


@pytest.mark.usefixtures("leaky")
def test_what_a_crash_left_unmarked_comes_again(dovecot: Dovecot) -> None:
    dovecot.deliver_all([mail(n) for n in range(2)])
    first = box(dovecot)
    for incoming in list(first.fetch()):
        first.settle(incoming, "handled")
    first._drop()  # the process dies before the batch is marked
    second = box(dovecot)
    assert numbers(list(second.fetch())) == [0, 1]
    second.close()


def test_a_folder_that_cannot_be_made_keeps_mails_marked_where_they_are(dovecot: Dovecot) -> None:
    dovecot.deliver(mail(1))
    transport = replace(box(dovecot), folders={"handled": "a" * 300, "refused": "Refused", "machines": "Machines"})
    for incoming in transport.fetch():
        transport.settle(incoming, "handled")
    assert list(transport.fetch()) == []
    assert "Mails stay in INBOX" in transport.troubles[0]
    transport.close()
    assert len(dovecot.folder("referee")) == 1


@pytest.mark.usefixtures("leaky")
def test_new_numbers_for_all_mails_lose_nothing_and_mark_nothing_else(dovecot: Dovecot) -> None:
    dovecot.deliver_all([mail(n) for n in range(2)])
    transport = box(dovecot)
    held = list(transport.fetch())
    transport._drop()
    dovecot.stop()
    renumber(dovecot.root / "mail" / "referee" / "Maildir")
    dovecot.start()
    transport.settle(held[0], "refused")
    with pytest.raises(ServerTrouble, match="numbered its mails anew"):
        transport.flush()
    first, _ = transport.fetch()
    transport.settle(first, "refused")
    transport._drop()
    dovecot.stop()
    renumber(dovecot.root / "mail" / "referee" / "Maildir")
    dovecot.start()
    assert numbers(list(transport.fetch())) == [0, 1]  # which flushes, too
    transport.settle(held[1], "refused")  # the old number means nothing any more
    transport.flush()
    assert len(dovecot.folder("referee")) == 2
    transport.close()


def test_waiting_ends_with_a_new_mail(dovecot: Dovecot) -> None:
    transport = box(dovecot)
    assert list(transport.fetch()) == []
    later = threading.Timer(0.3, dovecot.deliver, [mail(1)])
    later.start()
    assert transport.wait(20.0, lambda: False, time.monotonic, time.sleep)
    later.join()
    assert numbers(list(transport.fetch())) == [1]
    transport.close()


def test_waiting_ends_with_its_time_and_when_it_is_told_to(dovecot: Dovecot) -> None:
    transport = box(dovecot)
    assert not transport.wait(0.2, lambda: False, time.monotonic, time.sleep)
    assert not transport.wait(60.0, lambda: True, time.monotonic, time.sleep)
    assert list(transport.fetch()) == []
    transport.close()


@pytest.mark.usefixtures("leaky")
def test_a_line_that_dies_while_waiting_is_noticed_and_opened_again(dovecot: Dovecot) -> None:
    transport = box(dovecot)
    list(transport.fetch())
    stop = threading.Timer(0.3, dovecot.stop)
    stop.start()
    began = time.monotonic()
    with suppress(ServerTrouble):  # a server that stops may say so first
        transport.wait(60.0, lambda: False, time.monotonic, time.sleep)
    assert time.monotonic() - began < 20
    stop.join()
    with pytest.raises(ServerTrouble) as found:
        list(transport.fetch())
    assert found.value.why == "refused"
    dovecot.start()
    dovecot.deliver(mail(1))
    assert numbers(list(transport.fetch())) == [1]
    transport.close()


def test_what_is_missing_at_the_server_is_named(dovecot: Dovecot) -> None:
    transport = box(dovecot)
    assert transport.check() == ["Handled", "Refused", "Machines"]
    dovecot.deliver(mail(1))
    for incoming in transport.fetch():
        transport.settle(incoming, "handled")
    assert transport.check() == []
    transport.close()
    with pytest.raises(ServerTrouble, match="no folder Orders") as found:
        list(replace(box(dovecot), inbox="Orders").fetch())
    assert found.value.why == "folder"


def test_a_wrong_password_says_what_to_do(dovecot: Dovecot) -> None:
    account = replace(dovecot.account(), secret=lambda: "guess")
    with pytest.raises(ServerTrouble, match="does not accept the login of referee") as found:
        list(Imap(account, Effects()).fetch())
    assert found.value.why == "wrong-password"
    assert "guess" not in str(found.value)


@pytest.mark.usefixtures("leaky")
def test_a_certificate_of_somebody_else_is_refused_before_the_password(dovecot: Dovecot, tmp_path: Path) -> None:
    trustme.CA().cert_pem.write_to_path(str(tmp_path / "other.pem"))

    def never() -> str:
        raise AssertionError("the password was asked for")

    for security in ("tls", "starttls"):
        account = replace(dovecot.account(security=security), secret=never, ca=tmp_path / "other.pem")
        with pytest.raises(ServerTrouble, match="certificate") as found:
            list(Imap(account, Effects()).fetch())
        assert found.value.why == "certificate"


@pytest.mark.usefixtures("leaky")
def test_a_server_that_is_silent_absent_or_unknown_is_told_apart(dovecot: Dovecot) -> None:
    (closed,) = free_ports(1)
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen(1)
        quiet = int(silent.getsockname()[1])
        for changes, why in (
            ({"port": closed}, "refused"),
            ({"port": quiet, "timeout": 0.3}, "silent"),
            ({"host": "nowhere.invalid"}, "no-such-host"),
            ({"port": dovecot.imap}, "no-tls"),
        ):
            with pytest.raises(ServerTrouble) as found:
                list(Imap(replace(dovecot.account(), **changes), Effects()).fetch())
            assert found.value.why == why, changes


def test_no_password_leaves_this_machine_without_tls(dovecot: Dovecot) -> None:
    account = replace(dovecot.account(security="none"), host="mail.example.org")
    with pytest.raises(ServerTrouble, match="only within this machine") as found:
        list(Imap(account, Effects()).fetch())
    assert found.value.why == "no-tls"
    within = Imap(replace(dovecot.account(security="starttls"), security="none"), Effects())
    assert list(within.fetch()) == []
    within.close()


@pytest.mark.usefixtures("leaky")
def test_an_expired_certificate_is_named(tmp_path_factory: pytest.TempPathFactory, dovecot: Dovecot) -> None:
    server = Dovecot(tmp_path_factory.mktemp("expired")).write()
    certificates(server.root, not_after=datetime.now(UTC) - timedelta(days=1))
    server.start()
    try:
        with pytest.raises(ServerTrouble, match="expired") as found:
            list(Imap(server.account(), Effects()).fetch())
        assert found.value.why == "certificate"
    finally:
        server.stop()


def test_a_password_may_have_letters_beyond_ascii(dovecot: Dovecot) -> None:
    transport = Imap(dovecot.account("begona"), Effects())
    assert transport.check() == ["Handled", "Refused", "Machines"]
    transport.close()
    with pytest.raises(ServerTrouble) as found:
        Imap(replace(dovecot.account(), secret=lambda: "señas"), Effects()).check()
    assert found.value.why == "wrong-password"


def test_the_servers_clock_is_read_where_it_does_not_say_what_it_has_put_away(
    dovecot: Dovecot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server may have UIDPLUS and yet give no APPENDUID: for a folder whose numbers do not last it must not."""
    transport = box(dovecot)
    transport.check()
    put, sent = IMAPClient.append, []

    def append(client: IMAPClient, *args: object, **more: object) -> bytes:
        sent.append(put(client, *args, **more))
        return b"Append completed."

    for silent in (False, True):
        if silent:
            monkeypatch.setattr(IMAPClient, "append", append)
        when = transport.server_time()
        assert when is not None
        assert abs(datetime.now(UTC) - when) < timedelta(minutes=1)
        assert dovecot.folder("referee", "Machines") == []
    assert b"APPENDUID" in sent[0]
    transport.close()
