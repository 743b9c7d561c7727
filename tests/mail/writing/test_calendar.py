"""Deadlines for calendars: read again by the library, in UTC, one entry for one deadline."""

from datetime import UTC, datetime, timedelta, timezone

from icalendar import Calendar

from pbem.mail.writing.calendar import deadline_file
from pbem.mail.writing.compose import Mailbox
from tests.mail.writing.rfc_bodies import calendar

WHEN = datetime(2026, 11, 30, 20, tzinfo=timezone(timedelta(hours=1)))
BY = Mailbox('El árbitro "Ñ"; de Melilla, ', "referee@example.org")
WRITTEN = datetime(2026, 11, 27, 9, 30, tzinfo=UTC)


def test_a_deadline_is_read_as_meant() -> None:
    made = deadline_file(
        "melilla.3.moroccan-combat.moroccan@example.org", WHEN, WRITTEN, "melilla:\r\nturn 3, ñ", "Answer; soon", BY
    )
    assert (made.name, made.content_type, made.method) == ("deadline.ics", "text/calendar", "PUBLISH")
    assert list(calendar(made.data, made.method)) == []
    read = Calendar.from_ical(made.data)
    assert read["method"] == "PUBLISH"
    (event,) = read.walk("VEVENT")
    assert event.decoded("dtstart") == WHEN
    assert made.data.count(b"DTSTART:20261130T190000Z") == 1
    assert str(event["summary"]) == "melilla: turn 3, ñ"
    assert event["transp"] == "TRANSPARENT"
    assert event["organizer"] == "mailto:referee@example.org"
    assert event["organizer"].params["cn"] == "El árbitro 'Ñ'; de Melilla,"
    assert not {"dtend", "duration"} & event.keys()
    assert event.walk("VALARM")[0].decoded("trigger") == -timedelta(hours=3)
    assert all(len(line) <= 75 for line in made.data.split(b"\r\n"))


def test_the_same_deadline_told_later_comes_after_the_first() -> None:
    first, later = (
        Calendar.from_ical(deadline_file("1@example.org", WHEN, WRITTEN + after, "s", "t", BY).data).walk("VEVENT")[0]
        for after in (timedelta(), timedelta(hours=1))
    )
    assert first["uid"] == later["uid"]
    assert later.decoded("sequence") > first.decoded("sequence")
