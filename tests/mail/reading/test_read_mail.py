"""One mail, one outcome: repeats, forgeries, hostile mails. Nothing raises, nothing takes long."""

import gzip
import struct
import zipfile
from collections.abc import Callable
from io import BytesIO

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.mail.message.size import LIMIT
from pbem.mail.reading.read_mail import ParsedMail, parse_mail
from tests.effort import within
from tests.mail.making import HOST, REPORT, raw_mail, samples, with_files


def take(raw: bytes, whole: bool = True) -> ParsedMail:
    return parse_mail(raw, own_host=HOST, sent=lambda _: None, whole=whole)


def html_mail(page: str) -> bytes:
    return raw_mail(page).replace(b"text/plain", b"text/html")


def zipped() -> bytes:
    buffer = BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("orders.txt", "MOVE beni-9 0101\n" + " " * 50_000_000)
    return buffer.getvalue()


def tnef(*attributes: tuple[int, bytes]) -> bytes:
    body = b"".join(struct.pack("<BHHI", 2, name, 6, len(data)) + data + b"\0\0" for name, data in attributes)
    return struct.pack("<IH", 0x223E9F78, 1) + body


HOSTILE: dict[str, Callable[[], bytes]] = {
    "nothing": lambda: b"",
    "nulls": lambda: b"\0" * 100_000,
    "binary": lambda: bytes(range(256)) * 2_000,
    "no-head": lambda: b"\r\n\r\nMOVE beni-3 0812\r\n",
    "no-body": lambda: b"From: ana@example.org",
    "only-colons": lambda: b":" * 100_000,
    "no-end-boundary": lambda: (
        b"From: a@b.c\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nMOVE beni-3 0812"
    ),
    "own-boundary": lambda: b"From: a@b.c\r\nContent-Type: multipart/mixed; boundary=\r\n\r\n--\r\n--\r\n",
    "nested": lambda: b"".join(b"Content-Type: multipart/mixed; boundary=%d\n\n--%d\n" % (n, n) for n in range(10_000)),
    "messages": lambda: b"From: a@b.c\n" + b"Content-Type: message/rfc822\n\n" * 10_000,
    "bad-base64": lambda: raw_mail("====\n!!!\n", Content_Transfer_Encoding="base64"),
    "bad-uuencode": lambda: raw_mail("begin 666 x\nzzz\n", Content_Transfer_Encoding="x-uuencode"),
    "bad-qp": lambda: raw_mail("=ZZ=\n=", Content_Transfer_Encoding="quoted-printable"),
    "charset": lambda: raw_mail().replace(b"charset=utf-8", b'charset="zlib\r\n\t; x'),
    "date": lambda: raw_mail(Date="Fri, 99 Foo 99999 99:99:99 +9999999"),
    "address": lambda: raw_mail(sender="(" * 5_000 + "<" * 5_000),
    "blank-lines": lambda: raw_mail("\n" * 90_000),
    "on-wrote": lambda: raw_mail("On 2 Nov 2026, at 21:14, x\n" * 3_000 + "y wrote:\n"),
    "colons": lambda: raw_mail(("On 2 Nov 2026 21:14 " + "x " * 80 + ":\n") * 5_000),
    "long-line": lambda: raw_mail("wrote " * 500_000),
    "quotes": lambda: raw_mail(">" * 400_000 + "\n" + "> " * 1_000 + "\n"),
    "flowed": lambda: raw_mail("x \n" * 60_000).replace(b"charset=utf-8", b"charset=utf-8; format=flowed"),
    "forms": lambda: raw_mail("## ORDERS x\n" * 30_000),
    "marks": lambda: raw_mail("- - - - -\n- " * 10_000),
    "html-deep": lambda: html_mail("<div>" * 900_000),
    "html-deep-in-limit": lambda: html_mail("<blockquote class=gmail_quote>" * 9_900),
    "html-attributes": lambda: html_mail("<a " + " ".join(f"a{n}=b" for n in range(100_000)) + ">MOVE"),
    "html-open": lambda: html_mail("<!--" * 300_000),
    "html-entities": lambda: html_mail("&nbsp;&#x200b;&bogus;" * 40_000),
    "zip": lambda: with_files(("orders.zip", "application/zip", zipped())),
    "zip-as-text": lambda: with_files(("orders.txt", "text/plain", zipped()[:4_000_000])),
    "gzip-json": lambda: with_files(("orders.json", "application/json", gzip.compress(b" " * 10_000_000))),
    "deep-json": lambda: raw_mail('{"a":' * 1_900 + "\n" + '{"a":' * 1_900),
    "tnef-count": lambda: with_files(("winmail.dat", "application/ms-tnef", tnef((0x9003, b"\xff\xff\xff\xff")))),
    "tnef-many": lambda: with_files(("winmail.dat", "application/ms-tnef", tnef(*[(0x9002, b"")] * 200_000))),
    "tnef-name": lambda: with_files(
        (
            "winmail.dat",
            "application/ms-tnef",
            tnef((0x9005, b"\x1f\x00\x07\x37\x01\0\0\0\xff\xff\xff\xff" + b"A" * 999)),
        )
    ),
    "many-files": lambda: with_files(*[(f"orders{n}.txt", "text/plain", b"MOVE beni-9 0101\n") for n in range(300)]),
    "ids": lambda: raw_mail(References="<" * 100_000 + " <a@b>" * 20_000),
    "encoded-words": lambda: raw_mail(Subject="=?utf-8?b?////?= " * 20_000),
    "too-big": lambda: raw_mail("x" * 5_500_000),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_mails_are_survived_quickly(name: str) -> None:
    raw = HOSTILE[name]()
    mail = within(120, lambda: take(raw))
    assert mail.outcome in ("person", "machine", "refused")
    assert len(mail.extract.lines) <= 2_000
    assert "beni-9" not in mail.extract.text or name == "many-files"
    assert len(mail.identity) == 64


@given(st.binary(max_size=2_000))
def test_no_bytes_raise(raw: bytes) -> None:
    assert take(raw).outcome in ("person", "machine", "bounce", "refused")


@given(st.text(max_size=600), st.sampled_from(["text/plain", "text/html", "text/plain; format=flowed; delsp=yes"]))
def test_no_text_raises(text: str, kind: str) -> None:
    body = text.encode("utf-8", "surrogatepass")
    assert take(b"From: ana@example.org\nContent-Type: " + kind.encode() + b"\n\n" + body).outcome == "person"


@settings(max_examples=60)
@given(st.data())
def test_no_damaged_mail_raises(data: st.DataObject) -> None:
    raw = bytearray(data.draw(st.sampled_from(samples())).raw)
    for _ in range(data.draw(st.integers(0, 12))):
        raw[data.draw(st.integers(0, len(raw) - 1))] = data.draw(st.integers(0, 255))
    assert take(bytes(raw)).reason != "unreadable"


LINES = (
    "MOVE beni-3 0812",
    "> quoted",
    "-- ",
    "--",
    "On 2 Nov 2026, at 21:14, X <a@b.c> wrote:",
    "From: X",
    "Sent: now",
    "To: y",
    "## ORDERS m",
    "## END OF ORDERS",
    "HOLD a # b",
    "",
    "END",
    "Sent from my iPhone",
    "____________",
    "X mailing list",
    "This e-mail is confidential",
    "-----Original Message-----",
)


@given(st.lists(st.sampled_from(LINES), max_size=30))
def test_every_line_is_taken_or_left_out_with_a_reason(lines: list[str]) -> None:
    extract = take(raw_mail("\n".join(lines))).extract
    said = [line.strip() for line in lines if any(character.isalnum() for character in line.partition("#")[0])]
    told = "\n".join([*extract.lines, *(left.text for left in extract.left_out)])
    assert all(line.removeprefix("> ") in told for line in said if line != "END")


def test_the_same_mail_has_the_same_identity_in_another_encoding() -> None:
    plain = raw_mail("MOVER policía-1 0710\nHOLD x-1\n")
    quoted = raw_mail("MOVER polic=C3=ADa-1 0710\nHOLD x-1\n", Content_Transfer_Encoding="quoted-printable")
    assert take(plain).identity == take(quoted).identity == take(plain.replace(b"\r\n", b"\n")).identity


@pytest.mark.parametrize(
    "other",
    [raw_mail("MOVE beni-3 0813\n"), raw_mail(sender="eve@example.org"), raw_mail(Message_ID="<two@example.org>")],
)
def test_another_body_sender_or_id_is_another_mail(other: bytes) -> None:
    assert take(other).identity != take(raw_mail()).identity


def test_without_a_message_id_the_date_tells_two_mails_apart() -> None:
    one = raw_mail(Message_ID="")
    assert take(one).message_id == ""
    assert take(one).identity != take(raw_mail(Message_ID="", Date="Wed, 4 Nov 2026 08:02:11 +0100")).identity


def test_headers_of_a_mail_over_the_limit_are_enough_to_answer() -> None:
    mail = take(
        b"From: ana@example.org\r\nMessage-ID: <big@example.org>\r\nSubject: [melilla.k7f3q9xw]\r\n", whole=False
    )
    assert (mail.outcome, mail.reason) == ("refused", "too-big")
    assert (mail.sender, mail.claims[0].token) == ("ana@example.org", "k7f3q9xw")


@pytest.mark.parametrize(
    ("raw", "reason"),
    [
        (raw_mail("x" * LIMIT), "too-big"),
        (raw_mail(sender="undisclosed"), "no-sender"),
        (raw_mail(sender="a@b.c, d@e.f"), "two-senders"),
    ],
)
def test_what_is_refused(raw: bytes, reason: str) -> None:
    mail = take(raw)
    assert (mail.outcome, mail.reason) == ("refused", reason)


def test_a_mail_that_exceeds_the_parts_is_read_as_far_as_it_goes_and_says_so() -> None:
    many = with_files(*[(f"{n}.bin", "application/octet-stream", b"x") for n in range(30)], body="MOVE beni-3 0812\n")
    mail = take(many)
    assert mail.extract.lines == ("MOVE beni-3 0812",)
    assert mail.extract.left_out[0].reason == "too-many-parts"


def test_our_own_mail_coming_back_is_never_answered() -> None:
    mail = parse_mail(raw_mail(Message_ID=REPORT), own_host=HOST, sent=lambda each: "x" if each == REPORT else None)
    assert (mail.outcome, mail.reason) == ("machine", "own-mail")
    assert mail.extract.lines == ()


@pytest.mark.parametrize("step", ["parse", "extract"])
def test_a_fault_of_ours_refuses_the_mail_and_stops_nothing(step: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object) -> None:
        raise RecursionError

    monkeypatch.setattr(f"pbem.mail.reading.read_mail.{step}", fails)
    mail = take(raw_mail())
    assert (mail.outcome, mail.reason, mail.extract.lines) == ("refused", "unreadable", ())
    assert "ana@example.org" in mail.extract.left_out[0].text


def test_what_the_store_raises_is_not_the_mails_fault() -> None:
    def sent(_: str) -> str | None:
        raise OSError("database")

    with pytest.raises(OSError, match="database"):
        parse_mail(raw_mail(), own_host=HOST, sent=sent)


def test_only_a_lists_mail_is_read_for_a_referee_who_overrides() -> None:
    listed = take(raw_mail(List_Id="<players.example.org>"))
    vacation = take(raw_mail(Auto_Submitted="auto-replied"))
    assert (listed.outcome, listed.reason, listed.extract.lines) == ("machine", "list", ("MOVE beni-3 0812",))
    assert (vacation.outcome, vacation.extract.lines) == ("machine", ())
