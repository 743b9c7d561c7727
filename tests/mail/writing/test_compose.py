"""Mails to players: the same facts are the same bytes, nothing can be slipped into a header."""

import email
from datetime import UTC, datetime, timedelta, timezone
from email.policy import default
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.mail.message.claims import claims_of, message_id, token
from pbem.mail.message.machine import machine_reason
from pbem.mail.message.message import parse
from pbem.mail.reading.extract import extract
from pbem.mail.reading.read_mail import parse_mail
from pbem.mail.writing.compose import Attachment, Image, Mailbox, Outgoing, compose

KEY = b"k" * 32
ID = message_id(KEY, "melilla", "report", 7, "spanish", 1, "pbem.example.org")
TOKEN = token(KEY, "melilla", "spanish", 1)
FORM = """## ORDERS melilla 3 spanish-movement
HOLD bandera-1-1        # at 0811, may move 6: 0812 0813 0814 0815 0816 0817 0911 0912 0913 0914
HOLD bandera-1-2        # at 0812
## END OF ORDERS
"""
FIRST = "La Legión, partida melilla: las moscas atacan Árboles y más, en un párrafo largo que nadie corta mal."
TEXT = f"{FIRST}\n\n{FORM}From here on nothing.\n-- \npbem\n"


def outgoing(**changes: Any) -> Outgoing:
    values: dict[str, Any] = {
        "message_id": ID,
        "sender": Mailbox("Árbitro de Melilla", "referee@example.org"),
        "recipient": Mailbox("Begoña Ríos", "begona@example.org"),
        "reply_to": f"referee+melilla.{TOKEN}@example.org",
        "subject": f"[melilla.{TOKEN}] Turno 3 · tu movimiento · plazo dom 30 nov 20:00 (tu hora) y aún más palabras",
        "date": datetime(2026, 11, 2, 21, 14, 7, tzinfo=timezone(timedelta(hours=1))),
        "language": "es",
        "list_id": "melilla.pbem.example.org",
        "host": "pbem.example.org",
        "auto": "auto-generated",
        "text": TEXT,
        "html": f'<p>¡Árboles!<img src="cid:map.1@pbem" alt="mapa"></p>{"x" * 3_000}',
        "images": (Image("map.1@pbem", "mapa.png", b"\x89PNG" + bytes(range(256)) * 20),),
        "attachments": (Attachment("form-spanish-movement.txt", "text/plain", FORM.encode()),),
        "references": ("<first@pbem.example.org>", "<second@pbem.example.org>"),
    }
    return Outgoing(**{**values, **changes})


def test_the_structure_is_the_contracts() -> None:
    mail = email.message_from_bytes(compose(outgoing()), policy=default)
    kinds = [part.get_content_type() for part in mail.walk()]
    assert kinds == [
        "multipart/mixed",
        "multipart/related",
        "multipart/alternative",
        "text/plain",
        "text/html",
        "image/png",
        "text/plain",
    ]
    assert [part["Content-ID"] for part in mail.walk() if part["Content-ID"]] == ["<map.1@pbem>"]
    assert mail.defects == []


@pytest.mark.parametrize(
    ("changes", "kind"),
    [
        ({"html": "", "images": (), "attachments": ()}, "text/plain"),
        ({"images": (), "attachments": ()}, "multipart/alternative"),
        ({"attachments": ()}, "multipart/related"),
        ({"html": "", "images": ()}, "multipart/mixed"),
    ],
)
def test_no_empty_wrapping(changes: dict[str, Any], kind: str) -> None:
    assert email.message_from_bytes(compose(outgoing(**changes))).get_content_type() == kind


def test_the_headers_are_the_contracts() -> None:
    mail = email.message_from_bytes(compose(outgoing(unsubscribe="mailto:referee+leave@example.org")), policy=default)
    expected = {
        "From": "Árbitro de Melilla <referee@example.org>",
        "To": "Begoña Ríos <begona@example.org>",
        "Reply-To": f"referee+melilla.{TOKEN}@example.org",
        "Subject": outgoing().subject,
        "Date": "Mon, 02 Nov 2026 21:14:07 +0100",
        "Message-ID": ID,
        "In-Reply-To": "<second@pbem.example.org>",
        "References": "<first@pbem.example.org> <second@pbem.example.org>",
        "Auto-Submitted": "auto-generated",
        "X-Auto-Response-Suppress": "All",
        "X-Loop": "pbem.example.org",
        "List-Id": "<melilla.pbem.example.org>",
        "List-Unsubscribe": "<mailto:referee+leave@example.org>",
        "Content-Language": "es",
        "MIME-Version": "1.0",
    }
    assert {name: str(mail[name]) for name in expected} == expected
    assert all(len(mail.get_all(name, [])) == 1 for name in expected)


def test_the_same_facts_are_the_same_bytes() -> None:
    assert compose(outgoing()) == compose(outgoing())
    assert compose(outgoing()) != compose(outgoing(message_id="<other@pbem.example.org>"))


def test_lines_and_octets_suit_any_server() -> None:
    raw = compose(outgoing(subject="ñ" * 900 + " x" * 900, references=tuple(f"<{'a' * 250}{n}@h>" for n in range(40))))
    assert raw.isascii()
    assert b"\n" not in raw.replace(b"\r\n", b"")
    assert b"\r" not in raw.replace(b"\r\n", b"")
    assert max(map(len, raw.split(b"\r\n"))) <= 998
    assert all(
        len(line) <= 78
        for line in raw.split(b"\r\n\r\n")[0].split(b"\r\n")
        if b"@h>" not in line and ID.encode() not in line
    )


def test_the_text_comes_back_as_it_was_and_the_form_whole() -> None:
    message = parse(compose(outgoing()))
    part = message.parts[0]
    assert part.flowed
    assert "HOLD bandera-1-1        # at 0811, may move 6: 0812 0813 0814 0815 0816 0817 0911" in part.text
    found = extract(message)
    assert found.lines[0] == FIRST
    assert found.lines[-1] == "From here on nothing."
    assert "form-unchanged" in [left.reason for left in found.left_out]
    assert "attachment-unchanged" in [left.reason for left in found.left_out]


def test_our_own_mail_is_a_machines_and_names_its_seat() -> None:
    message = parse(compose(outgoing(reply_to="referee@example.org")))
    assert machine_reason(message, "pbem.example.org", ()) == "own-mail"
    assert claims_of(message)[0].token == TOKEN
    other = parse(compose(outgoing(message_id="<x@elsewhere.example.org>")))
    assert machine_reason(other, "pbem.example.org", ()) == "loop"


def test_an_answer_to_our_mail_is_read() -> None:
    sent = TEXT
    answer = (
        f"From: begona@example.org\r\nIn-Reply-To: {ID}\r\nMessage-ID: <a@b>\r\n"
        f"Content-Type: text/plain; charset=utf-8\r\n"
        "\r\n> " + TEXT.replace("HOLD bandera-1-2  ", "MOVER bandera-1-2 0813").replace("\n", "\r\n> ")
    ).encode()
    mail = parse_mail(answer, own_host="pbem.example.org", sent=lambda each: sent if each == ID else None)
    assert [line.partition("#")[0].strip() for line in mail.extract.lines] == ["MOVER bandera-1-2 0813"]


INJECTIONS = [
    "x\r\nBcc: eve@example.org",
    "x\nBcc: eve@example.org",
    "x\rBcc: eve",
    "x\x00\x0b\u2028Bcc: eve",
    "=?utf-8?q?=0D=0ABcc:?=",
]


@pytest.mark.parametrize("name", ["=?utf-8?q?eve=40example.org?=", 'A "B" \\C', "A, B <c@d.e>", "ñ, (x)", "x" * 70])
def test_names_come_back_as_they_were(name: str) -> None:
    message = parse(compose(outgoing(sender=Mailbox(name, "referee@example.org"))))
    assert (message.sender_name, message.sender) == (name, "referee@example.org")


@pytest.mark.parametrize("text", INJECTIONS)
def test_texts_cannot_make_headers(text: str) -> None:
    raw = compose(
        outgoing(
            subject=text,
            sender=Mailbox(text, "referee@example.org"),
            attachments=(Attachment(text, "application/pdf", b"x"),),
            references=(text, f"<{text}@h>"),
        )
    )
    mail = email.message_from_bytes(raw, policy=default)
    assert mail["Bcc"] is None
    assert all(part["Bcc"] is None for part in mail.walk())
    assert mail["References"] is None
    assert b"\nBcc" not in raw


@pytest.mark.parametrize(
    "changes",
    [
        {"recipient": Mailbox("x", "a@b.c\r\nBcc: eve@example.org")},
        {"recipient": Mailbox("x", "a@b.c, d@e.f")},
        {"recipient": Mailbox("x", "ñ@example.org")},
        {"reply_to": "a b@example.org"},
        {"message_id": "<a@b>\r\nX: y"},
        {"message_id": "a@b"},
        {"host": "h\r\nX: y"},
        {"list_id": "<x>"},
        {"language": "es\n"},
        {"unsubscribe": "javascript:x"},
        {"images": (Image("a>\r\nX: y", "n", b""),)},
        {"attachments": (Attachment("n", "text/plain\r\nX: y", b""),)},
        {"date": datetime(2026, 11, 2)},  # noqa: DTZ001
    ],
)
def test_our_own_addresses_must_have_their_form(changes: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"form|time zone"):
        compose(outgoing(**changes))


@given(st.text(), st.text(), st.text(), st.text())
def test_any_texts_make_a_mail_that_can_be_read(subject: str, name: str, text: str, html: str) -> None:
    raw = compose(outgoing(subject=subject, recipient=Mailbox(name, "ana@example.org"), text=text, html=html))
    message = parse(raw)
    assert raw.isascii()
    assert max(map(len, raw.split(b"\r\n"))) <= 998
    assert message.recipients == ("ana@example.org",)
    assert message.first("message-id") == ID
    assert message.problems == ()
    assert message.subject == parse(compose(outgoing(subject=message.subject))).subject


def test_utc_dates_are_written_with_a_zone() -> None:
    assert b"Date: Mon, 02 Nov 2026 20:00:00 +0000\r\n" in compose(outgoing(date=datetime(2026, 11, 2, 20, tzinfo=UTC)))
