"""A game in a player's mailbox is one thread, and each receipt stands below the answer that it is for."""

import re
from collections.abc import Iterator
from email.message import EmailMessage

from imapclient import IMAPClient

from tests.referee.conftest import _begun, room
from tests.referee.making import HOUR, Room
from tests.servers.mailservers import Dovecot
from tests.servers.players import asks

__all__ = ["_begun", "room"]


def answered(room: Room, mail: EmailMessage, body: str) -> bytes:
    """What a mail program makes of an answer to a mail; it is on its way."""
    references = f"{mail['References'] or ''} {mail['Message-ID']}".strip()
    named = {"In_Reply_To": str(mail["Message-ID"]), "References": references}
    raw = room.mail("moroccan", body, Subject=f"Re: {mail['Subject']}", To=str(mail["Reply-To"]), **named)
    room.drop(raw)
    room.tick()
    return raw


def played(room: Room) -> list[bytes]:
    """All mails of the Moroccans, sent and received, of a game in which they answer three mails."""
    for body in ("MOVE beni-1 0402\nHOLD beni-2\nHOLD beni-3\n", "HOLD beni-1\nMOVE nobody 9999\n", "TOKEN NEW\n"):
        mail = [mail for mail in room.mails("moroccan") if asks(mail)][-1]
        answered(room, mail, body)
        room.tick(HOUR)
    kept = [path.read_bytes() for path in sorted((room.path / "spool" / "handled").iterdir())]
    return [*(raw for raw in kept if b"omar@example.org" in raw), *(row.raw for row in room.rows("moroccan"))]


def test_a_game_is_one_thread(room: Room, dovecot: Dovecot) -> None:
    mails = played(room)
    dovecot.deliver_all(mails, "omar")
    with IMAPClient("localhost", dovecot.imap, ssl=False, timeout=10) as box:
        box.login("omar", dovecot.users["omar"])
        box.select_folder("INBOX")
        ((thread,), (other,)) = (box.thread(way, "ALL", "UTF-8") for way in ("REFERENCES", "REFS"))
        uids = sorted(box.search("ALL"))
        envelopes = {uid: data[b"ENVELOPE"] for uid, data in box.fetch(uids, ["ENVELOPE"]).items()}
    assert sorted(flat(thread)) == sorted(flat(other)) == uids
    assert len(uids) == len(mails)
    below = dict(parents(thread))
    ids = {uid: envelope.message_id for uid, envelope in envelopes.items()}
    receipts = [
        uid for uid, envelope in envelopes.items() if (envelope.in_reply_to or b"").endswith(b".moroccan@example.org>")
    ]
    assert len(receipts) >= 3
    assert all(ids[below[uid]] == envelopes[uid].in_reply_to for uid in receipts)


def test_a_receipt_that_leaves_nothing_to_do_keeps_the_subject(room: Room) -> None:
    """Gmail shows mails in one conversation only under one subject; what needs a look shows a subject of its own."""
    played(room)
    subjects = [str(mail["Subject"]) for mail in room.mails("moroccan", "receipt")][-3:]
    plain = [re.sub(r"\.[a-z2-7]{16}\]", "]", subject) for subject in subjects]
    assert plain[0].startswith("Re: melilla · Turn 1 · your turn: Moroccan movement · by ")
    assert plain[1] == "melilla · Turn 1 · 2 orders need another look [melilla]"
    assert plain[2].startswith("Re: melilla · Turn 1 · "), "of the mail that it answers"
    assert f".{room.seat('moroccan').token}]" in subjects[2], "the token in force, not that of the mail answered"


def flat(thread: object) -> Iterator[int]:
    """All mails of a thread."""
    if isinstance(thread, int):
        yield thread
    elif isinstance(thread, tuple):
        for each in thread:
            yield from flat(each)


def parents(thread: tuple[object, ...], above: int = 0) -> Iterator[tuple[int, int]]:
    """Each mail of a thread (RFC 5256: numbers follow one another, branches stand in brackets) and the one above it."""
    for each in thread:
        if isinstance(each, int):
            yield each, above
            above = each
        elif isinstance(each, tuple):
            yield from parents(each, above)
