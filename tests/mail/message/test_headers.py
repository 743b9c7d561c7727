"""Headers that the library's parser stumbles over, or takes for none: the sender is found all the same."""

import pytest

from pbem.mail.message.claims import claims_of
from pbem.mail.message.message import addresses_in, parse
from pbem.mail.reading.read_mail import parse_mail

ID = f"<{'0123456789abcdef' * 4}@pbem.example.org>"
RAISING = b'Content-Type: multipart/mixed; boundary="b"; x*0="b"; x*=utf-8\'\'b\r\n'
HEAD = (
    b"From: Ana <Ana@Example.org>\r\nTo: referee+melilla.abcdefgh23456789@pbem.example.org\r\n"
    b"Subject: Re: orders,\r\n for turn 3\r\nMessage-ID: <1@example.org>\r\n"
)


def test_the_parser_still_raises() -> None:
    """Else this room is for nothing."""
    import email

    with pytest.raises(Exception):  # noqa: B017, PT011 - whatever it is
        email.message_from_bytes(RAISING + b"\r\nx\r\n")


@pytest.mark.parametrize("raw", [HEAD + RAISING + b"\r\nMOVE\r\n", RAISING + HEAD + b"\r\nMOVE\r\n", RAISING + HEAD])
def test_a_header_that_makes_the_parser_raise_leaves_the_others(raw: bytes) -> None:
    message = parse(raw)
    assert (message.sender, message.message_id) == ("ana@example.org", "<1@example.org>")
    assert (message.subject, message.problems, message.parts) == ("Re: orders, for turn 3", ("unreadable",), ())
    assert [claim.token for claim in claims_of(message)] == ["abcdefgh23456789"]
    mail = parse_mail(raw, own_host="pbem.example.org", sent=lambda message_id: None)
    assert (mail.outcome, mail.reason, mail.sender) == ("refused", "unreadable", "ana@example.org")
    assert addresses_in(raw, ("from",)) == ("ana@example.org",)


@pytest.mark.parametrize("name", [b"From :", b"From \t :", b"from :"])
def test_a_blank_before_the_colon_is_a_header(name: bytes) -> None:
    message = parse(name + b" eve@example.net\r\nTo : referee@x.org\r\nSubject : Hi\r\n\r\nMOVE beni-1 0302\r\n")
    assert (message.sender, message.recipients, message.subject) == ("eve@example.net", ("referee@x.org",), "Hi")
    assert message.parts[0].text.strip() == "MOVE beni-1 0302"


def test_a_second_from_with_a_blank_is_a_second_sender() -> None:
    message = parse(b"From: ana@example.org\r\nFrom : eve@example.net\r\n\r\nMOVE\r\n")
    assert "two-senders" in message.problems
    assert message.sender == ""


def test_the_first_line_of_an_mbox_and_the_body_stay_as_they_are() -> None:
    message = parse(b"From eve@example.net Mon Nov  2 12:00:00 2026\r\nFrom: ana@example.org\r\n\r\nNote : x\r\n")
    assert message.sender == "ana@example.org"
    assert message.parts[0].text == "Note : x\r\n"


@pytest.mark.parametrize(
    "value",
    [
        f"=?utf-8?q?=3C{ID[1:-1].replace('@', '=40')}=3E?=",
        f"=?utf-8?q?=3C{ID[1:41]}?=\r\n =?utf-8?q?{ID[41:-1]}=3E?=",
    ],
)
def test_a_thread_that_a_library_has_encoded_is_read(value: str) -> None:
    message = parse(f"From: ana@example.org\r\nIn-Reply-To: {value}\r\nReferences: {value}\r\n\r\nx\r\n".encode())
    assert message.in_reply_to == message.references == (ID,)
    assert [(claim.where, claim.token) for claim in claims_of(message)] == [("thread", ID)]
