"""What a PGP signature covers and is worth: mails as programs sign them, changed on their way, or made to deceive."""

import base64
import quopri
import sys
import zlib
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pysequoia
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.mail.message.message import parse
from pbem.mail.reading.extract import extract
from pbem.mail.reading.read_mail import parse_mail, parse_signed
from pbem.mail.signatures.packets import KEYS, SIGNATURES, packets
from pbem.mail.signatures.pgp import (
    BadKey,
    PgpMissing,
    PgpResult,
    check_pgp,
    format_fingerprint,
    key_blocks,
    merge_keys,
    read_key,
)
from pbem.mail.signatures.signed_parts import MOST, signed_parts
from tests.effort import within
from tests.mail.making import raw_mail, with_files
from tests.mail.signatures.pgp_making import (
    BORN,
    EVE,
    SIGNED,
    TEXT,
    YEAR,
    Maker,
    armoured,
    body_of,
    clear,
    clear_mail,
    crlf,
    enclosed,
    mixed,
    omar,
    signed_mail,
    text_part,
    under,
)

Make = Callable[..., bytes]
NOW = datetime(2026, 11, 2, 12, tzinfo=UTC)
KEY = omar().public().decode()
MADE = Path(__file__).parents[1] / "pgp"


def look(raw: bytes, key: str = KEY, now: datetime = NOW) -> PgpResult:
    """What a mail is worth to who has a key."""
    return check_pgp(raw, key, now)


def lines(pgp: PgpResult) -> tuple[str, ...]:
    """The lines that may be read of a mail."""
    assert pgp.message is not None
    return extract(pgp.message).lines


# Verdicts


@pytest.mark.parametrize("make", [signed_mail, clear_mail])
def test_a_good_signature(make: Make) -> None:
    pgp = look(make(raw_mail(), omar()))
    assert (pgp.result, pgp.at, pgp.alone) == ("good", SIGNED, True)
    assert lines(pgp) == ("MOVE beni-3 0812",)
    assert str(pgp) == "good 2025-06-01 12:00:00Z"
    assert look(make(raw_mail(), omar()).replace(b"\r\n", b"\n")) == pgp, "as a mailbox folder keeps it"


@pytest.mark.parametrize("make", [signed_mail, clear_mail])
def test_what_is_not_good(make: Make) -> None:
    signed = make(raw_mail(), omar())
    assert look(signed.replace(b"0812", b"0813")).result == "bad"
    assert look(make(raw_mail(), EVE)).result == "other"
    assert look(make(raw_mail(), omar(), NOW + timedelta(hours=1))).result == "early"
    assert look(make(raw_mail(), omar(), BORN - YEAR)).result == "bad", "before the key was made"
    assert look(signed, omar(lasts=YEAR).public().decode()).result == "expired"
    assert look(signed, omar(revoked=True).public().decode()).result == "revoked"
    assert look(raw_mail()) == PgpResult()
    assert str(PgpResult()) == ""


def test_the_signature_of_the_samples_is_no_signature() -> None:
    raw = (Path(__file__).parents[1] / "corpus" / "13-pgp-signed.eml").read_bytes()
    assert look(raw).result == "other"


def test_a_signature_says_what_it_is_over_and_no_other_kind_counts() -> None:
    part = crlf(body_of(raw_mail()))
    for kind, result in ((0x00, "good"), (TEXT, "good"), (0x02, "bad"), (0x13, "bad"), (0x40, "bad")):
        assert look(under(raw_mail(), enclosed(part, omar(), kind=kind))).result == result


def test_a_time_that_is_not_signed_is_no_time() -> None:
    """Subpackets outside of the hash are anybody's: a newer time there would make an old mail new."""
    part = crlf(body_of(raw_mail()))
    later = int((SIGNED + YEAR / 2).timestamp()).to_bytes(4, "big")
    packet = omar().signature(part, loose=[(2, later), (16, bytes(8)), (33, b"\x04" + bytes(20))])
    pgp = look(under(raw_mail(), enclosed(part, omar(), signature=armoured(packet))))
    assert (pgp.result, pgp.at) == ("good", SIGNED)


def test_a_signature_that_has_expired_is_not_good() -> None:
    part = crlf(body_of(raw_mail()))
    packet = omar().signature(part, more=[(3, (3600).to_bytes(4, "big"))])
    assert look(under(raw_mail(), enclosed(part, omar(), signature=armoured(packet)))).result == "bad"


def test_one_good_signature_of_several_is_enough() -> None:
    part = crlf(body_of(raw_mail()))
    theirs, wrong, ours = EVE.signature(part), omar().signature(b"x"), omar().signature(part)
    for made, result in (
        (theirs + ours, "good"),
        (wrong + ours, "good"),
        (theirs + wrong, "bad"),
        (theirs, "other"),
    ):
        assert look(under(raw_mail(), enclosed(part, omar(), signature=armoured(made)))).result == result
    many = theirs * 5 + ours
    assert look(under(raw_mail(), enclosed(part, omar(), signature=armoured(many)))).result == "other", "five are tried"


# As programs write them


def thunderbird(inner: str, kind: str, *more: bytes) -> bytes:
    """Its mixed part with protected headers, and what is attached."""
    head = b'Content-Type: multipart/mixed; boundary="----------jQ3"; protected-headers="v1"\r\n'
    head += b"From: Omar <omar@example.org>\r\nTo: referee+melilla.k7f3q9xw@example.org\r\n"
    head += b"Subject: Re: [melilla.k7f3q9xw] Turn 3\r\nMessage-ID: <one@example.org>\r\n"
    parts = (text_part(inner, kind), *more)
    body = b"".join(b"\r\n------------jQ3\r\n" + part for part in parts)
    return head + body + b"\r\n------------jQ3--\r\n"


QUOTED = "text/plain; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable"
THUNDERBIRD = "text/plain; charset=UTF-8; format=flowed\r\nContent-Transfer-Encoding: base64"
AS_WRITTEN = {
    "thunderbird": thunderbird("TU9WRSBiZW5pLTMgMDgxMgpNT1ZFIGVsZcOxYS0xIDA4MTMK", THUNDERBIRD),
    "thunderbird flowed": thunderbird(
        "MOVE beni-3 0812\nMOVE eleña-1 \n0813\n\nOn 2 Nov Referee wrote:\n> MOVE beni-2 0403\n-- \nOmar\n",
        "text/plain; charset=UTF-8; format=flowed\r\nContent-Transfer-Encoding: 8bit",
    ),
    "mutt": text_part("MOVE beni-3 0812\nMOVE eleña-1 0813\n", "text/plain; charset=utf-8; x=mutt"),
    "k-9": text_part("MOVE beni-3 0=\n812\nMOVE ele=C3=B1a-1 0813\n", QUOTED),
    "apple mail": mixed(
        text_part("MOVE beni-3 0812\nMOVE ele=C3=B1a-1 0813\n", QUOTED),
        text_part("<div>MOVE beni-3 0812<br>MOVE eleña-1 0813</div>\n", "text/html; charset=utf-8"),
        mark="Apple-Mail=_8A7C",
        kind="alternative",
    ),
    "latin-1": b"Content-Type: text/plain; charset=iso-8859-1\r\nContent-Transfer-Encoding: 8bit\r\n\r\n"
    + "MOVE beni-3 0812\r\nMOVE eleña-1 0813\r\n".encode("latin-1"),
}  # fmt: skip


@pytest.mark.parametrize("program", AS_WRITTEN)
def test_mails_as_programs_sign_them(program: str) -> None:
    for mark in ("----=_Part(1)+0.?", "pgp mark"):
        for kind in (0x00, TEXT):
            pgp = look(under(raw_mail(), enclosed(AS_WRITTEN[program], omar(), mark=mark, kind=kind)))
            assert (pgp.result, pgp.alone) == ("good", True)
            assert lines(pgp) == ("MOVE beni-3 0812", "MOVE eleña-1 0813")


CLEAR = "Salam!\n\nMOVE beni-3 0812   \n- MOVE eleña-1 0813\n-- \nOmar\n"


@pytest.mark.parametrize("charset", ["utf-8", "iso-8859-1"])
@pytest.mark.parametrize("encoding", ["8bit", "quoted-printable", "base64"])
@pytest.mark.parametrize("sent_as", ["utf-8", "iso-8859-1"])
def test_clear_signed_text_however_it_was_sent(charset: str, encoding: str, sent_as: str) -> None:
    """Enigmail and gpg at a terminal; also where the program then wrote it in UTF-8, what most sign."""
    text = clear(CLEAR, omar(), charset=charset).decode(charset).encode(sent_as)
    body = {"8bit": text, "quoted-printable": quopri.encodestring(text), "base64": base64.encodebytes(text)}[encoding]
    head = f"Content-Type: text/plain; charset={sent_as}\r\nContent-Transfer-Encoding: {encoding}\r\n\r\n"
    pgp = look(under(raw_mail(), head.encode() + crlf(body)))
    if charset == "utf-8" or sent_as == charset:
        assert pgp.result == "good"
        assert lines(pgp) == ("Salam!", "MOVE beni-3 0812", "MOVE eleña-1 0813")
    else:
        assert pgp.result == "bad"


def test_clear_signed_text_in_a_flowed_part() -> None:
    text = clear(" indented\nMOVE beni-3 0812\nFrom here\n", omar())
    stuffed = b"\n".join(b" " + line if line.startswith((b" ", b"From ", b">")) else line for line in text.split(b"\n"))
    for body in (text, stuffed):
        raw = under(raw_mail(), b"Content-Type: text/plain; charset=utf-8; format=flowed\r\n\r\n" + crlf(body))
        assert look(raw).result == "good"
        assert "MOVE beni-3 0812" in lines(look(raw))


def test_a_soft_line_break_that_nobody_signed_joins_nothing() -> None:
    """Spaces at line ends are not covered, and `format` stands outside: a second order must not become a comment."""
    raw = under(
        raw_mail(),
        b"Content-Type: text/plain; format=flowed\r\n\r\n"
        + crlf(clear("MOVE beni-3 0812 # so\nMOVE beni-1 0402\n", omar())),
    )
    raw = raw.replace(b"# so\r\n", b"# so \r\n")
    assert lines(look(raw)) == ("MOVE beni-3 0812 # so", "MOVE beni-1 0402")


@pytest.mark.parametrize("name", sorted(path.name for path in MADE.glob("*.eml")))
def test_mails_that_gpg_signed(name: str) -> None:
    """Made once with GnuPG 2.2: signing subkey of an RSA key, Ed25519; detached, in text mode, clear-signed."""
    raw, key = (MADE / name).read_bytes(), (MADE / f"{name.partition('-')[0]}.asc").read_text()
    pgp = look(raw, key)
    assert (pgp.result, pgp.at) == ("good", datetime(2025, 6, 1, 12, tzinfo=UTC))
    assert lines(pgp) == ("MOVE beni-3 0812", "MOVE eleña-1 0813")
    assert look(raw.replace(b"0812", b"0811"), key).result == "bad"
    assert look(raw).result == "other"


# On their way


FOOTER = text_part("_____\nMOVE beni-1 0101\nlist@example.org\n")


def test_what_a_list_or_a_scanner_adds_is_not_covered() -> None:
    signed = enclosed(body_of(raw_mail()), omar())
    for entity in (mixed(signed, FOOTER), mixed(FOOTER, signed), mixed(mixed(signed, FOOTER, mark="in"), FOOTER)):
        pgp = look(under(raw_mail(), entity))
        assert (pgp.result, pgp.alone) == ("good", False)
        assert lines(pgp) == ("MOVE beni-3 0812",)
    text = crlf(b"MOVE beni-1 0101\n" + clear("MOVE beni-3 0812\n", omar()) + b"MOVE beni-2 0102\n")
    pgp = look(under(raw_mail(), b"Content-Type: text/plain\r\n\r\n" + text))
    assert (pgp.result, pgp.alone, lines(pgp)) == ("good", False, ("MOVE beni-3 0812",))
    page = text_part("<p>MOVE beni-1 0101</p>", "text/html")
    both = mixed(
        b"Content-Type: text/plain\r\n\r\n" + crlf(clear("MOVE beni-3 0812\n", omar())), page, kind="alternative"
    )
    pgp = look(under(raw_mail(), both))
    assert (pgp.result, pgp.alone, lines(pgp)) == ("good", False, ("MOVE beni-3 0812",))


def test_a_part_added_inside_the_signed_entity_is_not_covered() -> None:
    raw = signed_mail(raw_mail(), omar())
    third = raw.replace(b"\r\n--pgp-mark--", b"\r\n--pgp-mark\r\n" + FOOTER + b"\r\n--pgp-mark--")
    pgp = look(third)
    assert (pgp.result, pgp.alone, lines(pgp)) == ("good", False, ("MOVE beni-3 0812",))
    first = raw.replace(b"\r\n--pgp-mark\r\n", b"\r\n--pgp-mark\r\n" + FOOTER + b"\r\n--pgp-mark\r\n", 1)
    assert look(first).result == "none"


def test_of_two_signed_parts_the_newer_counts_alone() -> None:
    old = enclosed(text_part("MOVE beni-1 0101\n"), omar(), SIGNED - timedelta(days=1), mark="old")
    new = enclosed(text_part("MOVE beni-3 0812\n"), omar(), mark="new")
    for pair in ((old, new), (new, old)):
        pgp = look(under(raw_mail(), mixed(*pair)))
        assert (pgp.result, pgp.at, pgp.alone, lines(pgp)) == ("good", SIGNED, False, ("MOVE beni-3 0812",))
    texts = clear("MOVE beni-1 0101\n", omar(), SIGNED - timedelta(days=1)) + clear("MOVE beni-3 0812\n", omar())
    assert lines(look(under(raw_mail(), b"Content-Type: text/plain\r\n\r\n" + crlf(texts)))) == ("MOVE beni-3 0812",)


def test_a_signed_mail_within_a_mail_or_in_a_file_or_in_a_quotation_counts_for_nothing() -> None:
    mail = signed_mail(raw_mail(), omar())
    signed = enclosed(body_of(raw_mail()), omar())
    text = clear("MOVE beni-3 0812\n", omar())
    quoted = b"".join(b"> " + line for line in text.splitlines(keepends=True))
    attached = b'Content-Disposition: attachment; filename="orders.txt"\r\nContent-Type: text/plain\r\n\r\n' + crlf(
        text
    )
    for entity in (
        mixed(FOOTER, b"Content-Type: message/rfc822\r\n\r\n" + mail),
        mixed(FOOTER, b"Content-Disposition: attachment\r\n" + signed),
        mixed(FOOTER, attached),
        b"Content-Type: text/plain\r\n\r\n" + crlf(quoted),
        text_part(f"<pre>{text.decode()}</pre>", "text/html"),
    ):
        assert look(under(raw_mail(), entity)) == PgpResult()


def test_a_signature_of_another_kind_around_it_is_no_matter() -> None:
    inner = enclosed(body_of(raw_mail()), omar())
    outer = enclosed(inner, EVE, mark="outer")
    assert lines(look(under(raw_mail(), outer))) == ("MOVE beni-3 0812",)
    smime = outer[::-1].replace(b"application/pgp-signature"[::-1], b"application/pkcs7-signature"[::-1], 1)[::-1]
    assert lines(look(under(raw_mail(), smime))) == ("MOVE beni-3 0812",)


def test_headers_that_are_signed_do_not_name_the_sender() -> None:
    raw = under(raw_mail(), enclosed(AS_WRITTEN["thunderbird"], omar()))
    mail = parse_mail(raw, own_host="pbem.example.org", sent=lambda _: None)
    inner = parse_signed(mail, raw, look(raw).message or parse(b""), sent=lambda _: None)
    assert (inner.sender, inner.message_id, inner.identity) == ("ana@example.org", mail.message_id, mail.identity)
    assert inner.extract.lines == ("MOVE beni-3 0812", "MOVE eleña-1 0813")


# Changed, forged, hostile


@pytest.mark.parametrize("make", [signed_mail, clear_mail])
def test_no_changed_byte_of_what_is_covered_is_good(make: Make) -> None:
    raw = make(raw_mail("MOVE b-3 0812\nEND\n"), omar())
    start = raw.index(b"charset=utf-8\r\n\r\nMOVE" if make is signed_mail else b"MOVE")
    end = raw.index(b"END\r\n") + len(b"END")
    good = look(raw)
    assert good.result == "good"
    for at in range(start, end):
        assert look(raw[:at] + bytes([raw[at] ^ (1 << at % 8)]) + raw[at + 1 :]).message in (None, good.message), at
        other = raw[:at] + (raw[at + 1 :] if at % 2 else raw[at : at + 1] + raw[at:])
        assert look(other).message in (None, good.message), at


SMUGGLED = (
    *(b"", b"\r", b"\n", b"-", b"- ", b"\0", b"\r\n\r\n", b"--pgp-mark\r\n", b"MOVE beni-1 0101\r\n"),
    *(b"-----BEGIN PGP SIGNED MESSAGE-----\r\n\r\n", b"Content-Type: text/html\r\n"),
)


@settings(max_examples=30, deadline=None)
@given(data=st.data(), form=st.sampled_from([signed_mail, clear_mail]))
def test_whatever_is_changed_anywhere_what_is_good_reads_as_it_was_signed(data: st.DataObject, form: Make) -> None:
    raw = form(raw_mail("MOVE beni-3 0812\nATTACK 0715\n"), omar())
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(raw)))
        cut = data.draw(st.integers(0, 40))
        new = data.draw(st.sampled_from(SMUGGLED) | st.binary(max_size=3))
        raw = raw[:at] + new + raw[at + cut :]
    pgp = look(raw)
    if pgp.result == "good":
        assert pgp.at == SIGNED
        assert lines(pgp) == ("MOVE beni-3 0812", "ATTACK 0715")


def test_a_line_that_should_be_escaped_ends_it() -> None:
    text = clear("MOVE beni-3 0812\n- dash\n", omar())
    assert look(under(raw_mail(), b"Content-Type: text/plain\r\n\r\n" + crlf(text))).result == "good"
    assert (
        look(under(raw_mail(), b"Content-Type: text/plain\r\n\r\n" + crlf(text.replace(b"- - d", b"- d")))).result
        == "bad"
    )
    assert (
        look(under(raw_mail(), b"Content-Type: text/plain\r\n\r\n" + crlf(text.replace(b"- - d", b"-d")))).result
        == "none"
    )


def test_what_stands_in_the_armour_head_of_clear_text_is_not_read() -> None:
    text = clear("MOVE beni-3 0812\n", omar()).replace(b"Hash: SHA256\n", b"Hash: SHA256\nMOVE beni-1 0101\n")
    pgp = look(under(raw_mail(), b"Content-Type: text/plain\r\n\r\n" + crlf(text)))
    assert pgp.result == "bad" or lines(pgp) == ("MOVE beni-3 0812",)


def test_so_many_signed_parts_are_looked_at() -> None:
    parts = [enclosed(text_part(f"MOVE beni-{n} 0101\n"), EVE, mark=f"m{n}") for n in range(15)]
    assert len(signed_parts(under(raw_mail(), mixed(*parts)))) == MOST
    last = enclosed(text_part("MOVE beni-1 0101\n"), omar(), mark="last")
    assert look(under(raw_mail(), mixed(*parts, last))).result == "other"


@pytest.mark.parametrize(
    "armour",
    [
        b"", b"\r\n", b"x" * 70_000, b"-----BEGIN PGP SIGNATURE-----\r\n\r\n\r\n-----END PGP SIGNATURE-----",
        b"-----BEGIN PGP SIGNATURE-----\r\n\r\niHUEABYKAB0=\r\n=abcd\r\n-----END PGP SIGNATURE-----",
        b"-----BEGIN PGP MESSAGE-----\r\n\r\n" + b"owE" * 20_000, b"\xc2\xff\xff\xff\xff\xff", b"\xc8\x01" + b"\0" * 50,
        armoured(omar().signature(b"x"))[:-60], omar().public(),
    ],
)  # fmt: skip
def test_hostile_armour(armour: bytes) -> None:
    part = body_of(raw_mail())
    raw = under(raw_mail(), enclosed(part, omar(), signature=armour or b" "))
    assert look(raw).result in ("other", "bad", "none")


def test_of_many_packets_few_are_read() -> None:
    """The library takes its time to find that a packet is none."""
    raw = under(raw_mail(), enclosed(text_part("x"), omar(), signature=b"\xc2\x00" * 30_000))
    assert within(30, lambda: look(raw)).result == "other"


def test_a_key_of_very_many_packets_is_not_read() -> None:
    with pytest.raises(BadKey, match="too-big"):
        read_key(b"".join(packet for _, packet in packets(omar().public(), KEYS)) + b"\xcd\x01a" * 5_000)


def test_nothing_compressed_is_unpacked() -> None:
    """The library would unpack it, and what is in it: so it never sees it."""
    body = b"\x02" + zlib.compress(b"\xc2\x00\xcb\xff" + (1_000_000).to_bytes(4, "big") + bytes(1_000_000))
    packet = b"\xc8\xff" + len(body).to_bytes(4, "big") + body
    part = crlf(body_of(raw_mail()))
    for data in (packet, armoured(packet)):
        assert packets(data, (*KEYS, *SIGNATURES)) == []
        assert look(under(raw_mail(), enclosed(part, omar(), signature=data))).result == "other"
        with pytest.raises(BadKey, match="unreadable"):
            read_key(data)
    both = armoured(packet + omar().signature(part))
    assert look(under(raw_mail(), enclosed(part, omar(), signature=both))).result == "good"


def test_packets_of_all_lengths_and_of_none() -> None:
    whole = [
        bytes([0xC2, 5]),
        bytes([0xC2, 192, 8]),
        bytes([0xC2, 255, 0, 0, 0, 7]),
        bytes([0x88, 5]),
        bytes([0x89, 1, 0]),
    ]
    bodies = [5, 200, 7, 5, 256]
    each = [head + bytes(size) for head, size in zip(whole, bodies, strict=True)]
    assert packets(b"".join(each), (2,)) == [(2, one) for one in each]
    assert packets(armoured(b"".join(each)), (2,)) == [(2, one) for one in each]
    assert packets(b"".join(each), (6,)) == []
    for cut in (
        bytes([0xC2, 230, 1, 1]),
        bytes([0x8B, 1, 1]),
        bytes([0xC2]),
        bytes([0xC2, 255, 9]),
        bytes([0xC2, 9, 1]),
        b"\x01",
        b"",
    ):
        assert packets(each[0] + cut, (2,)) == [(2, each[0])]
    for junk in (b"-----BEGIN PGP X-----", b"-----BEGIN PGP X-----\n\n*\n", b"-----BEGIN PGP X-----\n\nabc\n=\n"):
        assert packets(junk, (2,)) == []


def test_packets_that_nobody_knows() -> None:
    """Found by changing packets at random: the library raises when it is asked what they are."""
    unknown, part = b"\xcf\x01x", crlf(body_of(raw_mail()))
    key = b"".join(map(bytes, pysequoia.packet.PacketPile.from_bytes(omar().public())))
    with pytest.raises(BadKey):
        read_key(unknown)
    assert read_key(unknown + key + unknown).fingerprint == omar().fingerprint
    packets = unknown + omar().signature(part) + unknown
    assert look(under(raw_mail(), enclosed(part, omar(), signature=armoured(packets)))).result == "good"
    assert look(signed_mail(raw_mail(), omar()), armoured(key + unknown, "PUBLIC KEY BLOCK").decode()).result != "bad"


@settings(max_examples=15, deadline=None)
@given(
    st.binary(max_size=200), st.sampled_from([b"", b"\x98", b"\xc6\x33\x04", b"\xc2\x75\x04\x00", b"\xa3\x01", b"\xd2"])
)
def test_rubbish_never_raises(rubbish: bytes, head: bytes) -> None:
    raw = under(raw_mail(), enclosed(body_of(raw_mail()), omar(), signature=armoured(head + rubbish)))
    assert look(raw).result != "good"
    with pytest.raises(BadKey):
        read_key(head + rubbish)
    assert look(signed_mail(raw_mail(), omar()), (head + rubbish).decode("latin-1")).result == "other"


def test_great_and_senseless_mails_are_looked_at_in_time() -> None:
    body = "MOVE beni-3 0812\n" * 20_000
    assert look(signed_mail(raw_mail(body), omar())).result == "good"
    begin = b"-----BEGIN PGP SIGNED MESSAGE-----\r\n"
    coded = "text/plain\r\nContent-Transfer-Encoding: base64"
    many = text_part(base64.encodebytes(begin * 25_000).decode(), coded)
    marks = b'Content-Type: multipart/signed; boundary="x"\r\n\r\n' + b"--x\r\n" * 50_000
    for entity in (many, marks):
        assert look(under(raw_mail(), entity)).result == "none"


# Keys


def test_a_key_as_it_comes() -> None:
    key = read_key(omar().public())
    assert (key.fingerprint, key.expires, key.revoked) == (omar().fingerprint, None, False)
    assert format_fingerprint(key.fingerprint).split() == [omar().fingerprint[n : n + 4] for n in range(0, 40, 4)]
    assert read_key(omar(lasts=YEAR).public()).expires == BORN + YEAR
    assert read_key(omar(revoked=True).public()).revoked


def test_keys_that_are_none() -> None:
    weak = (MADE / "weak.asc").read_bytes()
    both = omar().public() + EVE.public()
    for data, why in (
        (b"", "unreadable"), (b"hello", "unreadable"), (armoured(omar().signature(b"x")), "unreadable"),
        (omar().private(), "private"), (b"x" * 200_001, "too-big"), (weak, "unusable"),
        (omar().public()[:200] + b"\n-----END PGP PUBLIC KEY BLOCK-----\n", "unreadable"),
    ):  # fmt: skip
        with pytest.raises(BadKey) as wrong:
            read_key(data)
        assert wrong.value.why == why
    assert len(key_blocks(parse(under(raw_mail(), text_part(both.decode()))))) == 2


def test_a_newer_copy_adds_to_a_key() -> None:
    old = read_key(omar(lasts=YEAR).public())
    assert merge_keys(old.armour, read_key(omar(revoked=True).public())).revoked
    with pytest.raises(BadKey):
        merge_keys(old.armour, read_key(EVE.public()))


def test_keys_of_the_newer_kinds_of_rfc_9580() -> None:
    """Version 6, and a signing subkey: made by the library itself, as of now."""
    tsk = pysequoia.Tsk.generate("Omar", profile=pysequoia.Profile.RFC9580)
    part, now = crlf(body_of(raw_mail())), datetime.now(UTC) + timedelta(minutes=1)
    armour = pysequoia.sign(tsk.signer(), part, mode=pysequoia.SignatureMode.DETACHED)
    raw = under(raw_mail(), enclosed(part, omar(), signature=armour))
    key = read_key(bytes(tsk.extract_certificate()))
    assert len(key.fingerprint) == 64
    assert look(raw, key.armour, now).result == "good"
    assert look(raw.replace(b"0812", b"0811"), key.armour, now).result == "bad"
    assert look(raw, KEY, now).result == "other"


def test_where_in_a_mail_a_key_is_found() -> None:
    key = omar().public()
    named = with_files(("0x1234.asc", "application/octet-stream", key), body="PGP\n")
    typed = with_files(("", "application/pgp-keys", key), body="PGP\n")
    written = under(raw_mail(), text_part(f"PGP\n\n{key.decode()}\n"))
    signed = clear_mail(raw_mail(f"PGP\n\n{key.decode()}\n"), omar())
    packets = base64.b64encode(b"".join(bytes(one) for one in pysequoia.packet.PacketPile.from_bytes(key))).decode()
    folded = " ".join(packets[at : at + 76] for at in range(0, len(packets), 76))
    sent_along = raw_mail("PGP\n", Autocrypt=f"addr=omar@example.org; prefer-encrypt=mutual; keydata={folded}")
    for raw in (named, typed, written, signed, sent_along):
        (block,) = key_blocks(parse(raw))
        assert read_key(block).fingerprint == omar().fingerprint
        assert extract(parse(raw)).lines == ("PGP",)
    quoted = "".join(f"> {line}\n" for line in key.decode().splitlines())
    for raw in (signed_mail(raw_mail(), omar()), raw_mail(quoted), raw_mail(Autocrypt="addr=x; keydata=\u00e9%")):
        assert key_blocks(parse(raw)) == ()
    assert extract(parse(clear_mail(raw_mail(f"PGP\n{key.decode()}\nMOVE beni-1 0402\n- dash\n"), omar()))).lines == (
        "PGP", "MOVE beni-1 0402", "dash"
    )  # fmt: skip


def test_without_the_library_it_says_which_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pysequoia", None)
    with pytest.raises(PgpMissing, match=r"pip install 'pbem\[pgp\]'"):
        look(signed_mail(raw_mail(), omar()))
    with pytest.raises(PgpMissing):
        read_key(omar().public())
    assert look(raw_mail()) == PgpResult(), "what is not signed needs none"


def test_keys_of_tests_are_told_apart() -> None:
    assert Maker("Ana").fingerprint != omar().fingerprint != EVE.fingerprint
