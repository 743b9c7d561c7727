"""The comparison of reply parsers counts rightly; the parsers themselves are not needed here."""

import pbem.mail.reading.read_mail
from tests.mail.making import samples
from tests.mail.parsers import ENTRANTS, Score, body_of, hostile, score, uncut

OURS = ENTRANTS[0]
PERSONS = [sample for sample in samples() if sample.outcome == "person"]


def test_lines_are_counted_as_lost_and_false() -> None:
    meant = ("MOVE beni-3 0812", "HOLD beni-4")
    assert score("Hello\n- MOVE beni-3  0812\n2. HOLD beni-4 # stay", meant) == Score(0, 0)
    assert score("MOVE beni-3 0812\nMOVE beni-3 0812\nMOVE beni-2 0710", meant) == Score(1, 2)
    assert score("", meant) == Score(2, 0)


def test_a_failure_is_never_right() -> None:
    assert Score(0, 0).right
    assert not Score(0, 0, "time").right
    assert not Score(1, 0).right
    assert not Score(0, 1).right


def test_ours_reads_all_mails_and_the_uncut_body_does_not() -> None:
    read = [score(OURS.keep(pbem.mail.reading.read_mail, body_of(sample), sample), sample.lines) for sample in PERSONS]
    assert all(each.right for each in read)
    assert sum(uncut(sample).right for sample in PERSONS) < len(PERSONS) * 0.6


def test_ours_reads_hostile_mails() -> None:
    for sample in hostile():
        assert score(OURS.keep(pbem.mail.reading.read_mail, body_of(sample), sample), sample.lines).right


def test_a_body_is_the_text_or_else_the_html() -> None:
    both = next(sample for sample in PERSONS if sample.name.startswith("73"))
    page = next(sample for sample in PERSONS if sample.name.startswith("74"))
    assert body_of(both).text == body_of(both).plain != ""
    assert body_of(page).plain == ""
    assert "MOVE beni-3 0812" in body_of(page).text
