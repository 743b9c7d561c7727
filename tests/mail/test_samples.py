"""Raw mails in the manner of real mail programs: what is read is what their writers meant."""

import re
from functools import cache

import pytest

from pbem.mail.message.claims import Claim, claims_of
from pbem.mail.message.message import parse
from pbem.mail.reading.listing import orders_in
from pbem.mail.reading.read_mail import ParsedMail, parse_mail
from tests.mail.making import HOST, REPORT, Sample, bare, blind, is_order, samples

SAMPLES = samples()
BLIND = blind()
QUOTED = re.compile(
    r"(.*(la legi[oó]n, (game|partida)|how to answer|cómo responder|your orders of last turn|tus órdenes del turno"
    r"|due sun|plazo: dom|wrote:|escribió:|schrieb|a écrit|ha scritto|escreveu|original|gesendet|inviato|enviad[oa]"
    r"|envoyé|sent from|sent with|confidential|confidencial|mailing list|unsubscribe"
    r"|signature|ATTACK on titan|word in my|end of orders|fin de órdenes).*"
    r"|(from|von|de|da|to|an|para|subject|betreff|asunto|oggetto|objet)\s?:.*)",
    re.I,
)


def by_name(sample: Sample) -> str:
    return sample.name


@cache
def taken_of(sample: Sample) -> ParsedMail:
    return parse_mail(sample.raw, own_host=HOST, sent=sample.was_sent)


def test_there_are_enough_samples() -> None:
    assert len(SAMPLES) >= 18 + 50
    assert len(BLIND) == 60


@pytest.mark.parametrize("sample", [*SAMPLES, *BLIND], ids=by_name)
def test_the_outcome_is_right(sample: Sample) -> None:
    mail = taken_of(sample)
    assert mail.outcome == sample.outcome
    assert not sample.reason or mail.reason == sample.reason


@pytest.mark.parametrize("sample", [*SAMPLES, *BLIND], ids=by_name)
def test_the_lines_meant_are_read_and_nothing_quoted(sample: Sample) -> None:
    mail = taken_of(sample)
    got = [bare(line) for line in mail.extract.lines]
    rest = iter(got)
    assert all(line in rest for line in sample.lines), got
    extra = list(got)
    for line in sample.lines:
        extra.remove(line)
    assert not [line for line in extra if is_order(line) or QUOTED.fullmatch(line)]


@pytest.mark.parametrize("sample", [each for each in SAMPLES if each.sent is None], ids=by_name)
def test_shown_are_exactly_the_order_lines(sample: Sample) -> None:
    shown = orders_in(sample.raw, lambda line: is_order(line) and not line.endswith("."))
    assert tuple(bare(line) for line in shown.lines) == sample.lines


@pytest.mark.parametrize("sample", [each for each in SAMPLES if each.outcome == "person"], ids=by_name)
def test_the_seat_is_claimed_by_address_subject_and_thread(sample: Sample) -> None:
    found = claims_of(parse(sample.raw))
    assert found[0] == Claim("melilla", "k7f3q9xw", "address")
    assert {each.token for each in found} == {"k7f3q9xw", REPORT, "<first0a1b@pbem.example.org>"}


@pytest.mark.parametrize("sample", BLIND, ids=by_name)
def test_the_seat_of_a_blind_mail_is_claimed_by_its_address(sample: Sample) -> None:
    found = claims_of(parse(sample.raw))[0]
    assert (found.game, found.where) == ("demo", "address")


@pytest.mark.parametrize("sample", [each for each in SAMPLES if each.outcome == "bounce"], ids=by_name)
def test_a_bounce_names_the_mail_that_came_back(sample: Sample) -> None:
    mail = taken_of(sample)
    assert mail.bounce is not None
    assert mail.bounce.message_ids == (REPORT,)
    assert mail.bounce.recipient == "omar.tahiri@example.org"


def test_a_full_mailbox_is_not_permanent() -> None:
    full = next(each for each in SAMPLES if each.name.startswith("16"))
    mail = taken_of(full)
    assert mail.bounce is not None
    assert (mail.bounce.status, mail.bounce.permanent) == ("5.2.2", False)


def test_two_deliveries_of_one_mail_have_one_identity() -> None:
    both = [*SAMPLES, *BLIND]
    for sample in both:
        again = b"Received: from elsewhere by mx; Wed, 4 Nov 2026 01:00:00 +0100\r\n" + sample.raw
        assert taken_of(sample).identity == parse_mail(again, own_host=HOST, sent=sample.was_sent).identity
    assert len({taken_of(each).identity for each in both}) == len(both)
