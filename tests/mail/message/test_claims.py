"""Tokens, Message-IDs, claims."""

import re

import pytest

from pbem.mail.message.claims import Claim, claims_of, equal_tokens, message_id, token
from pbem.mail.message.message import parse
from tests.mail.making import raw_mail

KEY = b"k" * 32


def test_a_token_is_80_bits_of_base32_and_renewable() -> None:
    first = token(KEY, "melilla", "spanish", 1)
    assert re.fullmatch(r"[a-z2-7]{16}", first)
    assert first == token(KEY, "melilla", "spanish", 1)
    others = {
        token(KEY, "melilla", "spanish", 2),
        token(KEY, "melilla", "moroccan", 1),
        token(KEY, "rif", "spanish", 1),
        token(b"x" * 32, "melilla", "spanish", 1),
    }
    assert first not in others
    assert len(others) == 4


def test_a_message_id_follows_from_the_facts_alone() -> None:
    one = message_id(KEY, "melilla", "report", 7, "spanish", 1, "pbem.example.org")
    assert re.fullmatch(r"<[0-9a-f]{64}@pbem\.example\.org>", one)
    assert one == message_id(KEY, "melilla", "report", "7", "spanish", 1, "pbem.example.org")
    assert one != message_id(KEY, "melilla", "report", 7, "spanish", 2, "pbem.example.org")
    assert one != message_id(KEY, "melilla", "report", 71, "spanish", 1, "pbem.example.org")


def test_parts_cannot_run_into_each_other() -> None:
    assert message_id(KEY, "a", "bc", 1, "s", 1, "h") != message_id(KEY, "ab", "c", 1, "s", 1, "h")
    assert token(KEY, "a", "bc", 1) != token(KEY, "ab", "c", 1)


def test_same_ignores_case_only() -> None:
    assert equal_tokens("k7f3q9xw", "K7F3Q9XW")
    assert not equal_tokens("k7f3q9xw", "k7f3q9x")
    assert not equal_tokens("k7f3q9xw", "k7f3q9x\u0175")


@pytest.mark.parametrize(
    ("headers", "found"),
    [
        ({"To": "Referee+Melilla.K7F3Q9XW@example.org"}, Claim("melilla", "k7f3q9xw", "address")),
        (
            {"To": "x@y.z", "X_Original_To": "r+rif-2.abcdefgh234567ab@y.z"},
            Claim("rif-2", "abcdefgh234567ab", "address"),
        ),
        ({"To": "x@y.z", "Cc": "a@b.c, r+melilla.k7f3q9xw@y.z"}, Claim("melilla", "k7f3q9xw", "address")),
        ({"To": "x@y.z", "Subject": "[Liste] AW: [Melilla.K7F3q9xw] Zug"}, Claim("melilla", "k7f3q9xw", "subject")),
        ({"To": "x@y.z", "Subject": "=?utf-8?Q?RV:_=5Bmelilla.k7f3q9xw=5D?="}, Claim("melilla", "k7f3q9xw", "subject")),
        ({"To": "x@y.z", "Subject": "moves"}, Claim("", "<3f9ac1d07be2@pbem.example.org>", "thread")),
    ],
)
def test_the_first_claim(headers: dict[str, str], found: Claim) -> None:
    assert claims_of(parse(raw_mail(**headers)))[0] == found


def test_a_thread_is_read_from_its_end() -> None:
    message = parse(raw_mail(To="x@y.z", Subject="", In_Reply_To="<c@h>", References="<a@h> <b@h>\r\n <c@h>"))
    assert [claim.token for claim in claims_of(message)] == ["<c@h>", "<b@h>", "<a@h>"]


@pytest.mark.parametrize("to", ["r+melilla@y.z", "r+melilla.short@y.z", "r@y.z", "+.@y.z", f"r+melilla.{'a' * 33}@y.z"])
def test_what_is_no_claim(to: str) -> None:
    assert claims_of(parse(raw_mail(To=to, Subject="[melilla] [1.2] melilla.k7f3q9xw", In_Reply_To="none"))) == ()


def test_claims_are_few() -> None:
    many = " ".join(f"<{n}@h>" for n in range(500))
    assert len(claims_of(parse(raw_mail(References=many)))) == 20
