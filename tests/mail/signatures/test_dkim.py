"""Whether a mail's own domain vouches for it: DKIM with a zone at hand, and what a trusted server wrote."""

import pytest

from pbem.mail.message.message import parse
from pbem.mail.signatures.dkim import (
    DkimResult,
    NameServerSilent,
    check_dkim,
    is_aligned,
    read_dkim_result,
    was_sent_to,
)
from tests.effort import within
from tests.mail.making import raw_mail
from tests.mail.signatures.signing import sign, zone

ANA = "ana@example.org"


def test_a_mail_as_it_was_signed_passes() -> None:
    raw = sign(raw_mail())
    assert check_dkim(raw, ANA, zone()) == DkimResult("pass", "example.org")
    assert check_dkim(b"Received: from a by b; today\r\n" + raw, ANA, zone()) == DkimResult("pass", "example.org")
    assert check_dkim(raw.replace(b"\r\n", b"\n"), ANA, zone()) == DkimResult("pass", "example.org")
    assert str(check_dkim(raw, ANA, zone())) == "pass example.org"


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
    assert check_dkim(sign(raw_mail()).replace(*change), ANA, zone()) == DkimResult("fail")


def test_no_signature_is_none_and_nobody_is_asked() -> None:
    names = zone()
    assert check_dkim(raw_mail(), ANA, names) == DkimResult("none")
    assert names.asked == []


def test_a_signature_without_key_fails() -> None:
    assert check_dkim(sign(raw_mail()), ANA, zone("elsewhere.example")) == DkimResult("fail")


def test_no_answer_is_no_fail() -> None:
    def silent(name: bytes) -> bytes | None:
        raise NameServerSilent(str(name))

    assert check_dkim(sign(raw_mail()), ANA, silent) == DkimResult("unasked")


def test_a_foreign_signature_says_nothing_and_its_servers_are_not_asked() -> None:
    names = zone("evil.example")
    assert check_dkim(sign(raw_mail(), "evil.example"), ANA, names) == DkimResult("none")
    assert names.asked == []


def test_the_signature_of_a_domain_above_counts() -> None:
    raw = sign(raw_mail(sender="ana@mail.example.org"), include_headers=[b"from"])
    assert check_dkim(raw, "ana@mail.example.org", zone()) == DkimResult("pass", "example.org")


def test_one_good_signature_of_several_is_enough() -> None:
    raw = sign(sign(raw_mail()), "evil.example")
    assert check_dkim(raw, ANA, zone()) == DkimResult("pass", "example.org")
    other = sign(raw_mail(Subject="another"))
    assert check_dkim(other.partition(b"Return-Path")[0] + sign(raw_mail()), ANA, zone()).result == "pass"


def test_a_body_length_says_nothing() -> None:
    """After so many bytes anything may follow: the signature would be good for orders that nobody signed."""
    assert check_dkim(sign(raw_mail(), length=True) + b"MOVE beni-1 0101\r\n", ANA, zone()) == DkimResult("none")


def test_sha1_says_nothing() -> None:
    assert check_dkim(sign(raw_mail(), signature_algorithm=b"rsa-sha1"), ANA, zone()) == DkimResult("none")


def test_a_signature_that_leaves_from_out_says_nothing() -> None:
    raw = sign(raw_mail())
    assert check_dkim(raw.replace(b"h=from : ", b"h="), ANA, zone()) == DkimResult("none")


@pytest.mark.parametrize("time", [b"t=99999999999;", b"x=1000;"])
def test_a_signature_of_another_time_says_nothing(time: bytes) -> None:
    raw = sign(raw_mail()).replace(b"q=dns/txt;", b"q=dns/txt; " + time.replace(b"t=", b"t="))
    raw = raw if time.startswith(b"x") else sign(raw_mail()).replace(b" t=", b" t=9999")
    assert check_dkim(raw, ANA, zone()) == DkimResult("none")


@pytest.mark.parametrize(
    "raw",
    [
        sign(raw_mail()).replace(b"Subject:", b"Subject: x\rX-Other:", 1),
        sign(raw_mail()).replace(b"Subject:", b"Subject: \0", 1),
        b"From: eva@example.org\r\n" + sign(raw_mail()),
        b"Subject: another\r\n" + sign(raw_mail()),
        b"To: referee+melilla.another@example.org\r\n" + sign(raw_mail()),
        b"message-id : <another@example.org>\r\n" + sign(raw_mail()),
        b"Content-Type: text/html\r\n" + sign(raw_mail()),
        b"DKIM-Signature: \xff;;;=\r\n" + raw_mail(),
        b"DKIM-Signature: v=1; a=rsa-sha256; d=example.org; s=" + b"x" * 300 + b"; h=from; b=A; bh=A\r\n" + raw_mail(),
        b"",
        b"DKIM-Signature:",
    ],
)
def test_what_two_readers_may_read_in_two_ways_never_passes(raw: bytes) -> None:
    assert check_dkim(raw, ANA, zone()).result in ("none", "fail")


def test_a_top_level_domain_is_above_nobody() -> None:
    assert is_aligned("example.org", ANA)
    assert is_aligned("example.org", "ana@mail.example.org")
    assert not is_aligned("org", ANA)
    assert not is_aligned("ample.org", ANA)
    assert not is_aligned("mail.example.org", ANA)


def results(*values: str) -> DkimResult:
    """What headers of these values say to somebody who trusts mx.example.org."""
    head = "".join(f"Authentication-Results: {value}\r\n" for value in values)
    return read_dkim_result(parse(head.encode() + sign(raw_mail())), "mx.example.org")


@pytest.mark.parametrize(
    ("value", "found"),
    [
        ("mx.example.org; dkim=pass header.d=example.org", DkimResult("pass", "example.org")),
        ("mx.example.org; dkim=pass (good) header.i=@example.org header.s=one", DkimResult("pass", "example.org")),
        ("mx.example.org; spf=pass smtp.mailfrom=ana@example.org; dkim=fail header.d=example.org", DkimResult("fail")),
        ("mx.example.org; dkim=pass header.d=evil.example", DkimResult("none")),
        ("mx.example.org; dkim=temperror header.d=example.org", DkimResult("none")),
        ("mx.example.org; spf=pass smtp.mailfrom=example.org", DkimResult("none")),
        ("mx.example.org; none", DkimResult("none")),
        ("mx.example.org.evil.example; dkim=pass header.d=example.org", DkimResult("none")),
        ("evil.example; dkim=pass header.d=example.org (mx.example.org)", DkimResult("none")),
        ("mx.example.org dkim=pass header.d=", DkimResult("none")),
        (";;;\x00", DkimResult("none")),
    ],
)
def test_what_a_trusted_server_wrote(value: str, found: DkimResult) -> None:
    assert results(value) == found


def test_only_the_topmost_header_of_the_trusted_server_counts() -> None:
    good, forged = "mx.example.org; dkim=fail header.d=example.org", "mx.example.org; dkim=pass header.d=example.org"
    assert results("other.example; none", good, forged) == DkimResult("fail")


@pytest.mark.parametrize(
    "raw",
    [
        raw_mail(),
        b"Subject: another\r\n" + sign(raw_mail()),
        sign(raw_mail(), include_headers=[b"from"], length=True),
        sign(raw_mail(), domain="evil.example"),
    ],
    ids=["no signature", "two subjects", "a body length", "another's signature"],
)
def test_a_pass_that_a_server_tells_counts_only_with_a_signature_that_says_something(raw: bytes) -> None:
    head = b"Authentication-Results: mx.example.org; dkim=pass header.d=example.org\r\n"
    assert read_dkim_result(parse(head + raw), "mx.example.org") == DkimResult("none")


@pytest.mark.parametrize(
    "value",
    [
        'mx.example.org; dkim=pass header.i="a b"c"@evil.example',
        "mx.example.org; dkim=fail (no (end header.d=example.org",
        '"mx.example.org" 1; dkim==pass',
        "MX.example.org; dkim=fail header.d=example.org",
        "mx.example.org/1; dkim=",
    ],
)
def test_what_a_trusted_server_wrote_in_vain_lets_no_other_header_speak(value: str) -> None:
    assert results(value, "mx.example.org; dkim=pass header.d=example.org").result != "pass"


def test_a_signature_vouches_for_whom_a_mail_was_written_to() -> None:
    raw = sign(raw_mail(To="Referee <Referee+melilla.k7f3q9xw@example.org>, eva@example.org"))
    found = check_dkim(raw, ANA, zone())
    assert was_sent_to(raw, found, "referee@example.org")
    assert was_sent_to(raw, found, "eva@example.org")
    assert not was_sent_to(raw, found, "eva@other.example")
    assert not was_sent_to(b"Cc: omar@example.org\r\n" + raw, found, "omar@example.org"), "added on the way"
    named = sign(raw_mail(To='"referee@pbem.example.org," <eva@example.org>'))
    assert not was_sent_to(named, check_dkim(named, ANA, zone()), "referee@pbem.example.org"), "only a name"


@pytest.mark.parametrize(
    "body", [b" " * 200_000 + b"x", b"\t" * 200_000 + b"\r\n", b" \t" * 99 + b"x\r\n "], ids=range(3)
)
def test_spaces_cost_no_more_than_letters_and_count_as_little(body: bytes) -> None:
    raw = sign(raw_mail(), canonicalize=(b"relaxed", b"relaxed"))
    found = within(15, lambda: check_dkim(raw + body, ANA, zone()))
    assert found.result == ("pass" if not body.strip() else "fail")


@pytest.mark.parametrize(
    "mark",
    [
        b" " * 200_000,
        b"\r\n " * 80_000,
        b" b" + b" " * 20_000 + b"; b=AAAA" + b" " * 20_000 + b"!;",
        b"; b=" + b"A " * 2_000 + b"!",
    ],
    ids=range(4),
)
def test_signatures_made_to_be_slow_are_not(mark: bytes) -> None:
    raw = sign(raw_mail())
    for place in (b"q=dns/txt;", b"Subject:"):
        slow = raw.replace(place, place + mark)
        found = within(8, lambda slow=slow: check_dkim(slow, ANA, zone()))
        assert found.result in ("pass", "fail", "none")
