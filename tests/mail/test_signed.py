"""Whether a mail's own domain vouches for it: DKIM with a zone at hand, and what a trusted server wrote."""

import pytest

from pbem.mail.message import parse
from pbem.mail.signed import Signed, Silent, aligned, signed, told
from tests.mail.making import raw_mail
from tests.mail.signing import sign, zone

ANA = "ana@example.org"


def test_a_mail_as_it_was_signed_passes() -> None:
    raw = sign(raw_mail())
    assert signed(raw, ANA, zone()) == Signed("pass", "example.org")
    assert signed(b"Received: from a by b; today\r\n" + raw, ANA, zone()) == Signed("pass", "example.org")
    assert signed(raw.replace(b"\r\n", b"\n"), ANA, zone()) == Signed("pass", "example.org")
    assert str(signed(raw, ANA, zone())) == "pass example.org"


@pytest.mark.parametrize(
    "change",
    [
        (b"beni-3", b"beni-2"),
        (b"Turn 3", b"Turn 4"),
        (b"Ana <", b"Eva <"),
        (b"0812\r\n", b"0812\r\n-- \r\nlist footer\r\n"),
    ],
)
def test_one_changed_letter_fails(change: tuple[bytes, bytes]) -> None:
    assert signed(sign(raw_mail()).replace(*change), ANA, zone()) == Signed("fail")


def test_no_signature_is_none_and_nobody_is_asked() -> None:
    names = zone()
    assert signed(raw_mail(), ANA, names) == Signed("none")
    assert names.asked == []


def test_a_signature_without_key_fails() -> None:
    assert signed(sign(raw_mail()), ANA, zone("elsewhere.example")) == Signed("fail")


def test_no_answer_is_no_fail() -> None:
    def silent(name: bytes) -> bytes | None:
        raise Silent(str(name))

    assert signed(sign(raw_mail()), ANA, silent) == Signed("unasked")


def test_a_foreign_signature_says_nothing_and_its_servers_are_not_asked() -> None:
    names = zone("evil.example")
    assert signed(sign(raw_mail(), "evil.example"), ANA, names) == Signed("none")
    assert names.asked == []


def test_the_signature_of_a_domain_above_counts() -> None:
    raw = sign(raw_mail(sender="ana@mail.example.org"), include_headers=[b"from"])
    assert signed(raw, "ana@mail.example.org", zone()) == Signed("pass", "example.org")


def test_one_good_signature_of_several_is_enough() -> None:
    raw = sign(sign(raw_mail()), "evil.example")
    assert signed(raw, ANA, zone()) == Signed("pass", "example.org")
    other = sign(raw_mail(Subject="another"))
    assert signed(other.partition(b"Return-Path")[0] + sign(raw_mail()), ANA, zone()).result == "pass"


def test_a_body_length_says_nothing() -> None:
    """After so many bytes anything may follow: the signature would be good for orders that nobody signed."""
    assert signed(sign(raw_mail(), length=True) + b"MOVE beni-1 0101\r\n", ANA, zone()) == Signed("none")


def test_sha1_says_nothing() -> None:
    assert signed(sign(raw_mail(), signature_algorithm=b"rsa-sha1"), ANA, zone()) == Signed("none")


def test_a_signature_that_leaves_from_out_says_nothing() -> None:
    raw = sign(raw_mail())
    assert signed(raw.replace(b"h=from : ", b"h="), ANA, zone()) == Signed("none")


@pytest.mark.parametrize("time", [b"t=99999999999;", b"x=1000;"])
def test_a_signature_of_another_time_says_nothing(time: bytes) -> None:
    raw = sign(raw_mail()).replace(b"q=dns/txt;", b"q=dns/txt; " + time.replace(b"t=", b"t="))
    raw = raw if time.startswith(b"x") else sign(raw_mail()).replace(b" t=", b" t=9999")
    assert signed(raw, ANA, zone()) == Signed("none")


@pytest.mark.parametrize(
    "raw",
    [
        sign(raw_mail()).replace(b"Subject:", b"Subject: x\rX-Other:", 1),
        sign(raw_mail()).replace(b"Subject:", b"Subject: \0", 1),
        b"From: eva@example.org\r\n" + sign(raw_mail()),
        b"DKIM-Signature: \xff;;;=\r\n" + raw_mail(),
        b"DKIM-Signature: v=1; a=rsa-sha256; d=example.org; s=" + b"x" * 300 + b"; h=from; b=A; bh=A\r\n" + raw_mail(),
        b"",
        b"DKIM-Signature:",
    ],
)
def test_what_two_readers_may_read_in_two_ways_never_passes(raw: bytes) -> None:
    assert signed(raw, ANA, zone()).result in ("none", "fail")


def test_a_top_level_domain_is_above_nobody() -> None:
    assert aligned("example.org", ANA)
    assert aligned("example.org", "ana@mail.example.org")
    assert not aligned("org", ANA)
    assert not aligned("ample.org", ANA)
    assert not aligned("mail.example.org", ANA)


def results(*values: str) -> Signed:
    """What headers of these values say to somebody who trusts mx.example.org."""
    head = "".join(f"Authentication-Results: {value}\r\n" for value in values)
    return told(parse(head.encode() + raw_mail()), "mx.example.org")


@pytest.mark.parametrize(
    ("value", "found"),
    [
        ("mx.example.org; dkim=pass header.d=example.org", Signed("pass", "example.org")),
        ("mx.example.org; dkim=pass (good) header.i=@example.org header.s=one", Signed("pass", "example.org")),
        ("mx.example.org; spf=pass smtp.mailfrom=ana@example.org; dkim=fail header.d=example.org", Signed("fail")),
        ("mx.example.org; dkim=pass header.d=evil.example", Signed("none")),
        ("mx.example.org; dkim=temperror header.d=example.org", Signed("none")),
        ("mx.example.org; spf=pass smtp.mailfrom=example.org", Signed("none")),
        ("mx.example.org; none", Signed("none")),
        ("mx.example.org.evil.example; dkim=pass header.d=example.org", Signed("none")),
        ("evil.example; dkim=pass header.d=example.org (mx.example.org)", Signed("none")),
        ("mx.example.org dkim=pass header.d=", Signed("none")),
        (";;;\x00", Signed("none")),
    ],
)
def test_what_a_trusted_server_wrote(value: str, found: Signed) -> None:
    assert results(value) == found


def test_only_the_topmost_header_of_the_trusted_server_counts() -> None:
    good, forged = "mx.example.org; dkim=fail header.d=example.org", "mx.example.org; dkim=pass header.d=example.org"
    assert results("other.example; none", good, forged) == Signed("fail")
