"""Hostile mail: whatever the bytes, reading never raises, takes no longer than the size is worth, invents no order."""

import json
import unicodedata
import zlib

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pbem.mail.message.message import parse
from pbem.mail.message.size import LIMIT
from pbem.mail.reading.extract import LeftOut
from pbem.mail.reading.quotes import LINES
from pbem.mail.reading.read_mail import ParsedMail, parse_mail
from pbem.mail.servers.transport import Incoming
from pbem.mail.signatures.dkim import check_dkim
from pbem.mail.signatures.signed_parts import signed_parts
from pbem.mail.text.plain import plain
from pbem.mail.writing.compose import ADDRESS
from tests.effort import within
from tests.mail.making import HOST, REPORT, raw_mail, with_files
from tests.mail.rubbish import mails

PART = b"From: a@b.org\r\nContent-Type: multipart/mixed; boundary=B\r\n\r\n--B\r\n%b\r\n\r\nx\r\n--B--\r\n"
SENT = "La Legión\nMOVE beni-1 0402\nOne line\nAnother line\nA third line\n"
FUZZ = settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
BASE, PER_KB = 15, 0.6  # of a million turns of an empty loop: thirty times what it takes


def taken(raw: bytes, sent: str | None = SENT) -> ParsedMail:
    """A mail as read, within its time."""
    return within(
        BASE + PER_KB * len(raw) / 1024,
        lambda: parse_mail(raw, own_host=HOST, sent=lambda id_: sent if id_ == REPORT else None),
    )


def is_clean(text: str) -> bool:
    """Whether a text can do nothing to a terminal, a log or a header."""
    return not any(unicodedata.category(c) in ("Cc", "Cf", "Cs", "Zl", "Zp") for c in text)


def check(found: ParsedMail) -> None:
    """What holds for every mail."""
    assert is_clean(found.message_id + found.sender + found.subject)
    assert not found.sender or "@" in found.sender
    if found.extract.kind == "text":
        assert all(is_clean(line) for line in found.extract.lines)
    assert len(found.extract.lines) <= LINES
    assert found.outcome in ("person", "machine", "bounce", "refused")


@FUZZ
@given(mails())
def test_any_tree_of_parts_is_read(raw: bytes) -> None:
    check(taken(raw, None))
    check_dkim(raw, "ana@example.org", lambda name: b"v=DKIM1; p=AAAA")


@FUZZ
@given(st.data())
def test_a_mail_with_bytes_changed_is_read(data: st.DataObject) -> None:
    raw = bytearray(with_files(("orders.txt", "text/plain", b"MOVE beni-1 0402\n"), ("winmail.dat", "x/y", b'x\x9f>"')))
    for _ in range(data.draw(st.integers(1, 8))):
        raw[data.draw(st.integers(0, len(raw) - 1))] = data.draw(st.integers(0, 255))
    check(taken(bytes(raw)))


@FUZZ
@given(st.binary(max_size=2_000))
def test_any_bytes_are_read(raw: bytes) -> None:
    check(taken(raw))


_words = st.sampled_from(
    ("MOVE", "ATTACK", "beni-1", "0402", "casa-del-morabito", "¡Hola!", "#", ">", "- ", "END", "--")
)
_said = st.lists(st.lists(st.one_of(_words, st.text(max_size=6)), max_size=6).map(" ".join), max_size=12)
_encodings = st.sampled_from(("7bit", "8bit", "base64", "quoted-printable"))


@FUZZ
@given(_said, _said, _encodings, st.booleans())
def test_no_line_is_read_that_nobody_can_see(said: list[str], secret: list[str], encoding: str, flowed: bool) -> None:
    """Every line read stands in the visible text: not in what is hidden, nor put together from pieces."""
    from email.mime.multipart import MIMEMultipart
    from email.mime.nonmultipart import MIMENonMultipart

    mail = MIMEMultipart("alternative")
    mail["From"], mail["Message-ID"], mail["Subject"] = "ana@example.org", "<1@example.org>", "hello"
    text = "\n".join(said)
    hidden = "\n".join(f"MOVE hidden-{n} {''.join(c for c in line if c.isalnum())}" for n, line in enumerate(secret))
    page = (
        f"<head><title>{hidden}</title></head><p>x</p><script>{hidden}</script><p hidden>{hidden}</p><!-- {hidden} -->"
    )
    for kind, content in (("plain", text), ("html", page)):
        part = MIMENonMultipart("text", kind, charset="utf-8", format="flowed" if flowed else "fixed")
        part.set_payload(content.encode("utf-8", "replace").decode("utf-8"), "utf-8")
        mail.attach(part)
    raw = mail.as_bytes()
    found = taken(raw, None)
    visible = "".join(plain(text.encode("utf-8", "replace").decode()).split()) + "x"
    for line in found.extract.lines:
        assert "".join(line.split()) in visible
        assert "hidden" not in line or "hidden" in visible


# Named tricks


@pytest.mark.parametrize(
    ("written", "read_as"),
    [
        ("MOVE beni-1 ０７１５", "MOVE beni-1 0715"),
        ("MOVE beni-1 ٠٧١٥", "MOVE beni-1 0715"),
        ("MOVE beni\u200b-1 07\u200d15", "MOVE beni-1 0715"),
        ("MOVE beni\u20111 0715\u202e", "MOVE beni-1 0715"),
        ("\u202eMOVE beni-1 0715", "MOVE beni-1 0715"),
        ("MOVE beni-1 0715\x1b]0;pwned\x07", "MOVE beni-1 0715]0;pwned"),
        ("MO\u00adVE beni-1 0715", "MOVE beni-1 0715"),
        ("MOVE beni-1\u00a00715", "MOVE beni-1 0715"),
        ("MOVE b\u0435ni-1 0715", "MOVE b\u0435ni-1 0715"),
    ],
)
def test_what_tricks_of_unicode_read_as(written: str, read_as: str) -> None:
    """Invisible characters go, digits are digits; a Cyrillic letter stays one, and so names no unit."""
    assert taken(raw_mail(f"{written}\n"), None).extract.lines == (read_as,)


@pytest.mark.parametrize("header", ["Subject", "From", "Message-ID", "In-Reply-To"])
def test_headers_bring_in_no_lines(header: str) -> None:
    raw = raw_mail(**{header: "=?utf-8?Q?x=0D=0ABcc:_eva@evil.example?= <ana@example.org>"})
    found = taken(raw)
    assert is_clean(found.subject + found.sender + found.message_id)
    assert all(is_clean(claim.token + claim.game) for claim in found.claims)


@pytest.mark.parametrize("address", ["a@b\r\nBcc: x@y", "a b@c.d", "a@b,c@d", "<a@b>", "a@b>", "-@\x00", "a@ü.de"])
def test_no_address_that_could_break_a_header_is_written(address: str) -> None:
    assert not ADDRESS.fullmatch(address)


@pytest.mark.parametrize(
    ("charset", "data"),
    [
        ("utf-7", b"MOVE beni-1 0402 +AD4-\r\n"),
        ("utf-16", b"MOVE beni-1 0402\r\n"),
        ("us-ascii", "MOVE beni-1 0402 ñ\r\n".encode("latin-1")),
        ("utf-8", "MOVE beni-1 0402 ñ\r\n".encode("cp1252")),
        ("no-such-charset", b"MOVE beni-1 0402\r\n"),
        ("rot13", b"MOVE beni-1 0402\r\n"),
        ("unicode_escape", rb"MOVE beni-1 0402\nMOVE beni-2 0403" + b"\r\n"),
    ],
)
def test_a_lying_charset_makes_no_order(charset: str, data: bytes) -> None:
    """The same bytes read in another way must not become other orders."""
    raw = b"From: ana@example.org\r\nMessage-ID: <1@x>\r\nContent-Type: text/plain; charset=" + charset.encode()
    lines = taken(raw + b"\r\n\r\n" + data, None).extract.lines
    assert len(lines) <= 1
    assert all(line.startswith("MOVE beni-1 0402") or "MOVE" not in line for line in lines)


def test_a_charset_with_a_null_is_a_lie_like_others() -> None:
    """Found by the fuzzer: the standard library raises on it."""
    head = b'From: a@b.org\r\nMessage-ID: <1@x>\r\nContent-Type: text/plain; charset="x\0"'
    raw = head + b"\r\n\r\nMOVE beni-1 0402 \xf1\r\n"
    assert taken(raw).extract.lines == ("MOVE beni-1 0402 ñ",)
    parse(raw)


def test_archives_are_not_opened() -> None:
    """Ten thousand times what came in: a zip, a gzip and a compressed TNEF stay shut."""
    bomb = zlib.compress(b"MOVE beni-1 0402\n" * 1_000_000)
    rtf = b"\x78\x9f\x3e\x22\x00\x00\x02\x03\x90\x06\x00" + len(bomb).to_bytes(4, "little") + bomb + b"\x00\x00"
    found = taken(
        with_files(
            ("orders.zip", "application/zip", bomb),
            ("orders.txt.gz", "application/gzip", bomb),
            ("winmail.dat", "application/ms-tnef", rtf),
            ("orders.txt", "text/plain; charset=deflate", b"MOVE beni-2 0403\n"),
        )
    )
    assert found.extract.lines == ("MOVE beni-2 0403",)
    assert {left.reason for left in found.extract.left_out if isinstance(left, LeftOut)} >= {"attachment"}


def test_encoded_content_does_not_grow() -> None:
    """Base64 in base64 in base64: only the outermost is undone."""
    import base64

    inner = base64.b64encode(b"MOVE beni-1 0402\n")
    head = (
        b"From: a@b.org\r\nMessage-ID: <1@x>\r\nContent-Type: text/plain\r\nContent-Transfer-Encoding: base64\r\n\r\n"
    )
    assert all("MOVE" not in line for line in taken(head + base64.b64encode(inner), None).extract.lines)


@pytest.mark.parametrize(
    "raw",
    [
        b"From: a@b.org\r\n" + b"References: " + b"<a@b> " * 100_000 + b"\r\n\r\nx",
        b"From: " + b"a@b.org, " * 50_000 + b"\r\n\r\nx",
        b"Subject: " + b"=?utf-8?Q?=41?= " * 50_000 + b"\r\nFrom: a@b.org\r\n\r\nx",
        b"From: a@b.org\r\n" + b"X: y\r\n" * 40_000 + b"\r\nx",
        b"From: a@b.org\r\nContent-Type: text/html\r\n\r\n" + b"<div>" * 200_000,
        b"From: a@b.org\r\nContent-Type: text/html\r\n\r\n<p " + b"a=1 " * 200_000,
        b"From: a@b.org\r\nContent-Type: text/html\r\n\r\n" + b"<p style='display:none'>" * 9_000,
        b"From: a@b.org\r\n\r\n" + b"> " * 400_000,
        b"From: a@b.org\r\n\r\n" + b">" * 400_000,
        b"From: a@b.org\r\n\r\n" + b"One line\nAnother line\nA third line\n" * 20_000,
        b"From: a@b.org\r\n\r\n" + b"{" * 400_000,
        b"From: a@b.org\r\n\r\n" + b"PASSPHRASE x\n" * 30_000,
        b"From: a@b.org\r\nContent-Type: multipart/mixed; boundary=a\r\n\r\n" + b"--a\r\n\r\n\r\n" * 30_000,
        b"From: a@b.org\r\nDKIM-Signature: " + b"a=b;" * 60_000 + b"\r\n\r\nx",
        b"\xff" * 1_000_000,
        b"From: a@b.org\r\nContent-Type: text/plain; x=" + b'";' * 100_000 + b"\r\n\r\nx",
        PART % (b'Content-Type: text/plain; x="' + b";" * 300_000),
        PART % (b"Content-Type: multipart/mixed; x=" + b'";' * 150_000),
        PART % (b"Content-Disposition: attachment" + b'\r\n ;"' * 90_000),
        PART % (b"Content-Disposition: attachment" + b";a=b" * 250_000),
        PART % (b"Content-Disposition: attachment" + b"".join(b";filename*%d*=%%41" % n for n in range(60_000))),
        b"From: a@b.org\r\n" + b"a:\r\n" * 60_000 + b"\r\nx",
        b"From: a@b.org\r\nTo: a" + b"\r\n b" * 60_000 + b"\r\n\r\nx",
        b"From: a@b.org\r\n\r\n" + (b"=" * 1_990 + b"\r\n") * 50,
        b"From: a@b.org\r\nSubject: Fwd: x\r\n\r\n" + b"to" * 400_000,
    ],
    ids=range(25),
)
def test_what_is_made_to_be_slow_is_not(raw: bytes) -> None:
    check(taken(raw))
    most = BASE + PER_KB * len(raw) / 1024
    within(most, lambda: check_dkim(raw, "a@b.org", lambda name: None))
    within(most, lambda: signed_parts(raw))


@pytest.mark.parametrize(
    "body",
    [
        "On Mon, Nov 2, 2026 at 9:14 PM Ref <a@b.c> wrote:\nfoo\n" * 1_000,
        "## ORDERS melilla 3\n" + "".join(f"MOVE {n}\n0402 # BEN\n" for n in range(999)),
        "## ORDERS melilla 3\n" + "".join(f"MOVE {n} # BEN\n" for n in range(1_999)),
    ],
    ids=["attributions", "cut before", "cut within"],
)
def test_what_seems_to_quote_a_long_form_costs_little(body: str) -> None:
    form = "\n".join(f"HOLD beni-{n} # BEN {n}, {n}: Budinar 1512 (1)" for n in range(1_500))
    check(taken(raw_mail(body), form))


def test_a_mail_that_is_too_big_is_read_by_its_headers_only() -> None:
    raw = raw_mail("x" * 70 + "\n") + b"y" * LIMIT
    incoming = Incoming("1", len(raw), lambda: raw)
    found = parse_mail(incoming.read(), own_host=HOST, sent=lambda _: None, whole=incoming.whole)
    assert (found.outcome, found.reason) == ("refused", "too-big")
    assert len(incoming.read()) < 1000


def test_deep_json_is_an_error_and_no_crash() -> None:
    deep = b"[" * 100_000 + b"]" * 100_000
    found = taken(with_files(("orders.json", "application/json", b'{"format": 1, "sections": ' + deep + b"}")))
    assert found.extract.kind == "json"
    with pytest.raises((ValueError, RecursionError)):
        json.loads(found.extract.text)
