"""A deadline as an iCalendar file (RFC 5545), for the calendar of whoever it binds."""

from datetime import UTC, datetime, timedelta

from icalendar import Alarm, Calendar, Event, vCalAddress, vText

from pbem.mail.text.plain import squeeze
from pbem.mail.writing.compose import Attachment, Mailbox

NAME, TYPE, METHOD = "deadline.ics", "text/calendar", "PUBLISH"
AHEAD = timedelta(hours=3)  # when the calendar reminds


def deadline_file(
    uid: str, when: datetime, written: datetime, summary: str, description: str, by: Mailbox
) -> Attachment:
    """The file for a deadline at `when` that `by` has set, in a mail `written` now; both aware. It blocks nothing.

    It has neither end nor length, so it takes no time (RFC 5545, 3.6.1).

    `uid` names the deadline: a later file under it, written later, moves the entry that the first one made.
    """
    event = Event()
    event.add("uid", uid)
    event.add("dtstamp", written.astimezone(UTC))
    event.add("sequence", int(written.timestamp()) // 60)
    event.add("dtstart", when.astimezone(UTC))
    organizer = vCalAddress(f"mailto:{by.address}")
    if by.name:
        organizer.params["cn"] = squeeze(by.name).replace('"', "'")
    event.add("organizer", organizer)
    event.add("summary", squeeze(summary))
    event.add("description", description)
    event.add("transp", "TRANSPARENT")
    alarm = Alarm()
    alarm.add("action", "DISPLAY")
    alarm.add("trigger", -AHEAD)
    alarm["description"] = vText(squeeze(summary))
    event.add_component(alarm)
    calendar = Calendar()
    calendar.add("prodid", "-//pbem//play by email//")
    calendar.add("version", "2.0")
    calendar.add("method", METHOD)
    calendar.add_component(event)
    return Attachment(NAME, TYPE, calendar.to_ical(), METHOD)
