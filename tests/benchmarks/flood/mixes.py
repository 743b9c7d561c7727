"""What floods of mails are made of: each gives so many raw mails for a mailbox folder with a game."""

from collections.abc import Callable, Iterator, Mapping

from tests.mail.making import raw_mail
from tests.referee.making import REFEREE, Room

BODY = "Dear referee,\n\nMOVE beni-1 0402 %d\n\n" + "A line of no great interest to anybody at all.\n" * 20


def strangers_mail(n: int, sender: str) -> bytes:
    """A mail of somebody who has no seat."""
    return raw_mail(
        BODY % n,
        sender,
        Return_Path=f"<{sender}>",
        Message_ID=f"<{n}@spam.example>",
        To=REFEREE,
        Subject="hello",
        In_Reply_To="<x@spam.example>",
    )


def stranger(room: Room, count: int) -> Iterator[bytes]:
    """So many mails of one who has no seat."""
    return (strangers_mail(n, "bot@spam.example") for n in range(count))


def strangers(room: Room, count: int) -> Iterator[bytes]:
    """One mail each of so many without a seat."""
    return (strangers_mail(n, f"s{n}@spam.example") for n in range(count))


def seat(room: Room, count: int) -> Iterator[bytes]:
    """So many mails with orders of one seat."""
    for n in range(count):
        yield room.mail("spanish", f"MOVER cer-1 030{1 + n % 5}\n", Message_ID=f"<{n}@flood.example>")


def forged(room: Room, count: int) -> Iterator[bytes]:
    """So many mails that bear a player's address, without the token."""
    return (strangers_mail(n, "ana@example.org") for n in range(count))


def copies(room: Room, count: int) -> Iterator[bytes]:
    """One mail so many times."""
    return (strangers_mail(0, "bot@spam.example") for _ in range(count))


def twins(room: Room, count: int) -> Iterator[bytes]:
    """So many mails with other contents but the same Message-ID."""
    for n in range(count):
        yield strangers_mail(n, f"s{n}@spam.example").replace(b"<%d@spam.example>" % n, b"<same@spam.example>")


def bounces(room: Room, count: int) -> Iterator[bytes]:
    """So many bounces of one mail of ours."""
    own = room.rows("spanish")[0].message_id
    for n in range(count):
        yield BOUNCE % {b"n": n, b"own": own.encode()}


BOUNCE = b"""\
Return-Path: <>
From: Mail Delivery System <MAILER-DAEMON@mx.example.org>
To: referee@pbem.example.org
Subject: Undelivered Mail Returned to Sender
Message-ID: <%(n)d@mx.example.org>
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="=b"

--=b
Content-Type: text/plain

The mail system could not deliver your message.

--=b
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example.org

Final-Recipient: rfc822; ana@example.org
Action: failed
Status: 5.1.1

--=b
Content-Type: text/rfc822-headers

Message-ID: %(own)s
To: ana@example.org

--=b--
"""

MIXES: Mapping[str, Callable[[Room, int], Iterator[bytes]]] = {
    "stranger": stranger,
    "seat": seat,
    "strangers": strangers,
    "copies": copies,
    "bounces": bounces,
    "forged": forged,
    "twins": twins,
}
"""The mixes by name."""
