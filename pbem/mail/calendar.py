"""A deadline as an iCalendar file (RFC 5545), for the calendar of whoever it binds."""

from datetime import UTC, datetime, timedelta

from icalendar import Alarm, Calendar, Event, vText

from pbem.mail.compose import Attachment
from pbem.mail.plain import squeeze

NAME, TYPE = "deadline.ics", "text/calendar"
AHEAD = timedelta(hours=3)  # when the calendar reminds


def deadline(uid: str, when: datetime, written: datetime, summary: str, told: str) -> Attachment:
    """The file for a deadline at `when`, in a mail `written` now; both aware. It takes no time and blocks nothing.

    `uid` names the deadline: a later file under it, written later, moves the entry that the first one made.
    """
    event = Event()
    event.add("uid", uid)
    event.add("dtstamp", written.astimezone(UTC))
    event.add("sequence", int(written.timestamp()) // 60)
    event.add("dtstart", when.astimezone(UTC))
    event.add("duration", timedelta())
    event.add("summary", squeeze(summary))
    event.add("description", told)
    event.add("transp", "TRANSPARENT")
    alarm = Alarm()
    alarm.add("action", "DISPLAY")
    alarm.add("trigger", -AHEAD)
    alarm["description"] = vText(squeeze(summary))
    event.add_component(alarm)
    calendar = Calendar()
    calendar.add("prodid", "-//pbem//play by email//")
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH")
    calendar.add_component(event)
    return Attachment(NAME, TYPE, calendar.to_ical())
