"""Raw mails in the manner of real mail programs: what is read is what their writers meant."""

import re

import pytest

from pbem.mail.intake import read
from pbem.mail.message import parse
from pbem.mail.show import orders_in
from pbem.mail.who import Claim, claims
from tests.mail.making import HOST, REPORT, Sample, bare, is_order, samples

SAMPLES = samples()
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


def test_there_are_enough_samples() -> None:
    assert len(SAMPLES) >= 18 + 50


@pytest.mark.parametrize("sample", SAMPLES, ids=by_name)
def test_the_outcome_is_right(sample: Sample) -> None:
    taken = read(sample.raw, own_host=HOST, sent=sample.was_sent)
    assert taken.outcome == sample.outcome
    assert not sample.reason or taken.reason == sample.reason


@pytest.mark.parametrize("sample", SAMPLES, ids=by_name)
def test_the_lines_meant_are_read_and_nothing_quoted(sample: Sample) -> None:
    taken = read(sample.raw, own_host=HOST, sent=sample.was_sent)
    got = [bare(line) for line in taken.extract.lines]
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
    found = claims(parse(sample.raw))
    assert found[0] == Claim("melilla", "k7f3q9xw", "address")
    assert {each.token for each in found} == {"k7f3q9xw", REPORT, "<first0a1b@pbem.example.org>"}


@pytest.mark.parametrize("sample", [each for each in SAMPLES if each.outcome == "bounce"], ids=by_name)
def test_a_bounce_names_the_mail_that_came_back(sample: Sample) -> None:
    taken = read(sample.raw, own_host=HOST, sent=sample.was_sent)
    assert taken.bounce is not None
    assert taken.bounce.message_ids == (REPORT,)
    assert taken.bounce.recipient == "omar.tahiri@example.org"


def test_a_full_mailbox_is_not_permanent() -> None:
    full = next(each for each in SAMPLES if each.name.startswith("16"))
    taken = read(full.raw, own_host=HOST, sent=full.was_sent)
    assert taken.bounce is not None
    assert (taken.bounce.status, taken.bounce.permanent) == ("5.2.2", False)


def test_two_deliveries_of_one_mail_have_one_identity() -> None:
    for sample in SAMPLES:
        again = b"Received: from elsewhere by mx; Wed, 4 Nov 2026 01:00:00 +0100\r\n" + sample.raw
        one = read(sample.raw, own_host=HOST, sent=sample.was_sent)
        assert one.identity == read(again, own_host=HOST, sent=sample.was_sent).identity
    assert len({read(each.raw, own_host=HOST, sent=each.was_sent).identity for each in SAMPLES}) == len(SAMPLES)
