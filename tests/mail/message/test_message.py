"""Reading raw messages: what the standard library stumbles over, what people lie about, what is too much."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.mail.message.message import DEPTH, LINES, PARTS, parse
from pbem.mail.message.size import LIMIT
from pbem.mail.text.charset import decode
from tests.effort import within
from tests.mail.making import raw_mail, samples


def nested(depth: int, leaf: bytes = b"MOVE beni-3 0812\r\n") -> bytes:
    heads = b"".join(
        b"Content-Type: multipart/mixed; boundary=b%d\r\n\r\n--b%d\r\n" % (level, level) for level in range(depth)
    )
    return b"From: ana@example.org\r\n" + heads + b"Content-Type: text/plain\r\n\r\n" + leaf


@pytest.mark.parametrize(
    ("data", "declared", "text"),
    [
        ("señal".encode(), "us-ascii", "señal"),
        ("señal".encode("latin-1"), "utf-8", "señal"),
        ("señal".encode("latin-1"), "", "señal"),
        ("señal".encode(), "iso-8859-1", "señal"),
        ("“x” – €".encode("cp1252"), "iso-8859-1", "“x” – €"),
        ("żółw".encode("iso-8859-2"), "iso-8859-2", "żółw"),
        ("Привет".encode("koi8-r"), "koi8-r", "Привет"),
        ("移動".encode("iso2022_jp"), "iso-2022-jp", "移動"),
        ("MOVE".encode("utf-16"), "us-ascii", "MOVE"),
        (b"\xef\xbb\xbfMOVE", "cp1252", "MOVE"),
        ("señal".encode(), "x-unknown-8bit", "señal"),
        ("señal".encode(), "punycode", "señal"),
        ("señal".encode(), "zip", "señal"),
        ("señal".encode(), "\x00", "señal"),
        (b"\x81\x8d\xff", "utf-8", "\x81\x8dÿ"),
    ],
)
def test_a_declared_charset_is_believed_as_far_as_the_bytes_bear_it_out(data: bytes, declared: str, text: str) -> None:
    assert decode(data, declared) == text


@given(st.binary(max_size=300), st.text(max_size=20))
def test_any_bytes_decode(data: bytes, declared: str) -> None:
    assert isinstance(decode(data, declared), str)


@pytest.mark.parametrize("value", ["<>", "<a b@c>", "a@b", "", "<a@b", "\x00"])
def test_a_message_id_that_is_none_is_empty(value: str) -> None:
    assert parse(raw_mail(Message_ID=value)).message_id == ""


def test_headers_come_out_on_one_line_without_tricks() -> None:
    message = parse(
        raw_mail(Subject="=?utf-8?Q?Re:_=0D=0ABcc:_x@example.org=00?=", sender="=?x?B?!!?= <ANA@Example.org>")
    )
    assert message.subject == "Re: Bcc: x@example.org"
    assert message.sender == "ana@example.org"
    assert message.all("bcc") == ()


def test_an_encoded_word_cannot_be_an_address() -> None:
    assert parse(raw_mail(sender="=?utf-8?Q?boss=40example.org=3E?= <ana@example.org>")).sender == "ana@example.org"


@pytest.mark.parametrize(
    "sender",
    ["a@example.org, b@example.org", "A <a@example.org>\r\nFrom: B <b@example.org>", "a@example.org\nFrom: b@x.y"],
)
def test_two_senders_are_none(sender: str) -> None:
    message = parse(raw_mail(sender=sender))
    assert message.sender == ""
    assert "two-senders" in message.problems


def test_recipients_are_all_that_are_named_delivered_to_first() -> None:
    message = parse(
        raw_mail(
            To='"X, Y" <R+a.bbbbbbbb@example.org>, c@example.org', Cc="d@example.org", Delivered_To="z@example.org"
        )
    )
    assert message.recipients == ("z@example.org", "r+a.bbbbbbbb@example.org", "c@example.org", "d@example.org")


def test_a_file_name_in_any_encoding() -> None:
    for header in (
        "attachment; filename*=iso-8859-1''%F3rdenes.txt",
        'attachment; filename="=?utf-8?Q?=C3=B3rdenes.txt?="',
        "attachment; filename*0*=utf-8''%C3%B3rd; filename*1*=enes.txt",
    ):
        assert parse(raw_mail(Content_Disposition=header)).parts[0].name == "órdenes.txt"


@pytest.mark.parametrize(
    "header",
    ["attachment; filename*=bogus''%ZZ", "attachment; filename*99999=x", "; ; =", "attachment; filename*x*=''"],
)
def test_a_broken_file_name_is_harmless(header: str) -> None:
    assert parse(raw_mail(Content_Disposition=header)).parts[0].text.startswith("MOVE")


def test_depth_and_parts_are_limited() -> None:
    assert len(parse(nested(DEPTH)).parts) == 1
    assert parse(nested(DEPTH + 1)).problems == ("too-deep",)
    many = b"--b\r\n\r\nx\r\n" * (PARTS + 5)
    message = parse(b"Content-Type: multipart/mixed; boundary=b\r\n\r\n" + many + b"--b--\r\n")
    assert len(message.parts) == PARTS
    assert message.problems == ("too-many-parts",)


@pytest.mark.parametrize(
    ("raw", "problem"),
    [
        (nested(10_000), "too-deep"),
        (raw_mail("x" * LIMIT), "too-big"),
        (raw_mail("\n" * (LINES + 1)), "too-many-lines"),
        (nested(20, b"--\r\n" * (LINES - 200)), "too-many-parts"),
        (b"From: ana@example.org\r\n" + b"X-A: y\r\n" * 60_000 + b"\r\nMOVE\r\n", "too-many-headers"),
        (b"From: ana@example.org\r\nX: " + b"y " * 300_000 + b"\r\n\r\nMOVE\r\n", "too-many-headers"),
        (
            b"Subject: " + b"=?utf-8?q?a?= " * 10_000 + b"\r\nFrom: ana@example.org\r\n\r\n" + b"\r" * 200_000,
            "too-many-lines",
        ),
    ],
    ids=["deep", "big", "lines", "boundaries", "headers", "long-header", "words"],
)
def test_too_much_is_said_and_costs_little(raw: bytes, problem: str) -> None:
    message = within(90, lambda: parse(raw))
    assert problem in message.problems
    assert message.sender == "ana@example.org"


@given(st.binary(max_size=600))
def test_no_bytes_raise(raw: bytes) -> None:
    parse(raw)
    parse(b"Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n" + raw)


@given(st.data())
def test_no_damaged_mail_raises(data: st.DataObject) -> None:
    raw = data.draw(st.sampled_from(samples())).raw
    at = data.draw(st.integers(0, len(raw)))
    parse(raw[:at])
    parse(raw[:at] + data.draw(st.binary(max_size=20)) + raw[at + data.draw(st.integers(0, 40)) :])
