"""Mails written blind, read to the end: each line meant becomes an order or a command, and nothing else does."""

import pytest

from pbem.gamedata.games import compose
from pbem.gamedata.lexicon import lexicon_of
from pbem.gamedata.rulesets import ruleset
from pbem.language.lexicon import Lexicon
from pbem.language.text.reader import read_text
from pbem.mail.reading.read_mail import parse_mail
from pbem.referee.intake.hints import overlooked_order_hints
from tests.mail.making import HOST, REPORT, Sample, blind, raw_mail

DICTATED = {"es02-iphone-dictated": 3}  # orders in its one line
ASKED = {"pt03-terra": ["unknown-order"]}  # a verb in Portuguese: the receipt names the nearest


@pytest.fixture(scope="module")
def lexicon() -> Lexicon:
    return lexicon_of(ruleset("legion"), compose("legion"))


def by_name(sample: Sample) -> str:
    return sample.name


@pytest.mark.parametrize("sample", [each for each in blind() if each.lines[:1] != ("{",)], ids=by_name)
def test_each_line_meant_is_an_order_and_no_other(sample: Sample, lexicon: Lexicon) -> None:
    reading = read_text(parse_mail(sample.raw, own_host=HOST, sent=sample.was_sent).extract.text, lexicon)
    assert [problem.code for problem in reading.problems] == ASKED.get(sample.name, [])
    heads = sum(line.casefold().startswith("phase ") for line in sample.lines)
    assert not overlooked_order_hints(parse_mail(sample.raw, own_host=HOST, sent=sample.was_sent), lexicon, "en")
    said = len(reading.lines) + len(reading.commands) + heads
    assert said == DICTATED.get(sample.name, len(sample.lines))


@pytest.mark.parametrize(
    ("block", "language", "said"),
    [
        ("From: Referee <r@h>\nSent: Monday\nTo: me\nSubject: x", "en", "They are in the quoted text"),
        (
            "-----Mensaje original-----\nDe: Árbitro <r@h>\nEnviado: lunes\nPara: mí\nAsunto: x",
            "es",
            "Están en el texto",
        ),
    ],
)
def test_orders_between_the_lines_of_an_unmarked_quotation_are_told_of(
    lexicon: Lexicon, block: str, language: str, said: str
) -> None:
    sent = "Your orders for: movement.\nDue on the 8th.\nUse MOVE urriaguel-3 0614 for example.\nHOLD urriaguel-4"
    first, rest = sent.split("\n", 1)
    quoted = f"see below\n\n{block}\n\n{first}\nMOVE urriaguel-3 0715\n{rest}\n"
    mail = parse_mail(raw_mail(quoted), own_host=HOST, sent={REPORT: sent}.get)
    assert mail.extract.lines == ("see below",)
    (told,) = overlooked_order_hints(mail, lexicon, language)
    assert told.startswith(said)
    assert told.count("urriaguel") == 1
    assert "MOVE urriaguel-3 0715" in told
    page = "".join(f"<p>{line}</p>" for line in quoted.split("\n") if line).encode()
    raw = raw_mail("").replace(b"text/plain", b"text/html") + page.replace(b"<r@h>", b"&lt;r@h&gt;")
    assert overlooked_order_hints(parse_mail(raw, own_host=HOST, sent={REPORT: sent}.get), lexicon, language) == [told]


@pytest.mark.parametrize("line", ["MOVE urriaguel-3 0715 # at 0613", "MOVE urriaguel-4 0614"])
def test_a_line_changed_in_a_form_without_its_head_is_told_of(lexicon: Lexicon, line: str) -> None:
    """Who cuts the quotation down cuts off the head of the form: a mark taken away is a change too."""
    form = ("## ORDERS x 1 movement", "# MOVE urriaguel-3 0614 # at 0613", "# MOVE urriaguel-4 0614")
    sent = "\n".join((*form, "MOVE urriaguel-5 0615 # \u2713 1"))
    kept = "> # MOVE urriaguel-3 0614 # at 0613\n> MOVE urriaguel-5 0615 #\n> \u2713 1"
    mail = parse_mail(raw_mail(f"see below\n\n{kept}\n> {line}\n"), own_host=HOST, sent={REPORT: sent}.get)
    assert mail.extract.lines == ("see below",)
    (told,) = overlooked_order_hints(mail, lexicon, "en")
    assert f": {line.partition(' #')[0]}" in told
    assert "urriaguel-5" not in told
