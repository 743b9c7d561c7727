"""A deadline as an iCalendar file (RFC 5545), for the calendar of whoever it binds: set, moved or cancelled."""

from datetime import UTC, datetime, timedelta
from typing import Literal

from icalendar import Alarm, Calendar, Event, vCalAddress, vText

from pbem.mail.text.plain import squeeze
from pbem.mail.writing.compose import Attachment, Mailbox

NAME, TYPE = "deadline.ics", "text/calendar"
Method = Literal["PUBLISH", "REQUEST", "CANCEL"]
"""What a calendar is to do with an entry (RFC 5546, 3.2): add it, move the one that it has, strike that out."""
AHEAD = timedelta(hours=3)  # when the calendar reminds


def deadline_file(
    uid: str,
    when: datetime,
    written: datetime,
    summary: str,
    description: str,
    by: Mailbox,
    *,
    method: Method = "PUBLISH",
    to: Mailbox | None = None,
) -> Attachment:
    """The file for a deadline at `when` that `by` has set, in a mail `written` now; both aware. It blocks nothing.

    It has neither end nor length, so it takes no time (RFC 5545, 3.6.1).

    `uid` names the deadline: a later file under it, written later, moves the entry that the first one made, or strikes
    it out. Those say whom they concern (`to`), of whose calendar no answer is wanted.
    """
    event = Event()
    event.add("uid", uid)
    event.add("dtstamp", written.astimezone(UTC))
    event.add("sequence", int(written.timestamp()) // 60)
    event.add("dtstart", when.astimezone(UTC))
    event.add("organizer", _person(by))
    if to is not None:
        event.add("attendee", _person(to, rsvp="FALSE", partstat="ACCEPTED"))
    if method == "CANCEL":
        event.add("status", "CANCELLED")
    event.add("summary", squeeze(summary))
    event.add("description", description)
    event.add("transp", "TRANSPARENT")
    if method != "CANCEL":
        event.add_component(_alarm(summary))
    calendar = Calendar()
    calendar.add("prodid", "-//pbem//play by email//")
    calendar.add("version", "2.0")
    calendar.add("method", method)
    calendar.add_component(event)
    return Attachment(NAME, TYPE, calendar.to_ical(), method)


def cancellation(made: bytes, written: datetime, by: Mailbox, to: Mailbox) -> tuple[str, Attachment]:
    """What strikes a deadline, whose file was `made` here before, out of the calendar again; and its uid."""
    event = Calendar.from_ical(made).walk("VEVENT")[0]
    uid, summary, description = (str(event[name]) for name in ("uid", "summary", "description"))
    when = event.decoded("dtstart")
    return uid, deadline_file(uid, when, written, summary, description, by, method="CANCEL", to=to)


def _person(mailbox: Mailbox, **parameters: str) -> vCalAddress:
    person = vCalAddress(f"mailto:{mailbox.address}")
    if mailbox.name:
        person.params["cn"] = squeeze(mailbox.name).replace('"', "'")
    person.params.update(parameters)
    return person


def _alarm(summary: str) -> Alarm:
    alarm = Alarm()
    alarm.add("action", "DISPLAY")
    alarm.add("trigger", -AHEAD)
    alarm["description"] = vText(squeeze(summary))
    return alarm
