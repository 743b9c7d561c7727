"""Whoever the clock binds is told at once when the referee moves, stops or starts it: what was, what is, and why."""

from datetime import datetime, timedelta
from email.message import EmailMessage
from typing import Any

from icalendar import Calendar

from pbem.referee.admin.clock import move_deadline, pause_game, resume_game
from pbem.referee.letters.history import format_history, history
from tests.referee.making import DAY, GAME, HOUR, Room, flat, text_of


def note(room: Room, seat: str) -> str:
    """Subject and text of the last note to a seat."""
    return flat(f"{room.mails(seat, 'note')[-1]['subject']} {room.text(seat, 'note')}")


def entry(mail: EmailMessage) -> Any:
    """The calendar of a mail; None where it has none."""
    files = [part for part in mail.iter_attachments() if part.get_content_type() == "text/calendar"]
    return Calendar.from_ical(files[0].get_content()) if files else None


def asked_of(room: Room) -> Any:
    """The entry that came with the report to the seat that is asked."""
    return entry(room.mails("moroccan", "report")[-1]).walk("VEVENT")[0]


def deadline(room: Room) -> datetime:
    """The deadline of the phase."""
    found = room.home.game_row(GAME).deadline
    assert found is not None
    return found


def test_both_players_are_told_at_once_what_was_what_is_and_why(room: Room) -> None:
    move_deadline(room.home, GAME, DAY, room.now, why="Omar travels")
    omar = note(room, "moroccan")
    assert "New deadline: Fri 6 Nov, 14:00 (Casablanca time)" in omar
    assert "The referee has moved the deadline from Thu 5 Nov, 14:00 (Casablanca time) to Fri 6 Nov, 14:00" in omar
    assert "The reason: Omar travels" in omar
    assert "Moroccan movement" in omar
    ana = note(room, "spanish")
    assert "Nuevo plazo: vie 6 nov, 14:00 (hora de Madrid)" in ana
    assert "El motivo: Omar travels" in ana
    assert "Ahora no te toca." in ana


def test_the_calendar_entry_of_the_seat_that_is_asked_is_moved(room: Room) -> None:
    first = asked_of(room)
    room.now += HOUR
    move_deadline(room.home, GAME, DAY, room.now)
    moved = entry(room.mails("moroccan", "note")[-1])
    assert moved["method"] == "REQUEST"
    (event,) = moved.walk("VEVENT")
    assert (event["uid"], event.decoded("dtstart")) == (first["uid"], deadline(room))
    assert event.decoded("sequence") > first.decoded("sequence")
    assert event["attendee"] == "mailto:omar@example.org"
    assert event["attendee"].params["rsvp"] == "FALSE"  # no calendar sends the referee an answer
    assert entry(room.mails("spanish", "note")[-1]) is None


def test_without_a_reason_none_is_told(room: Room) -> None:
    move_deadline(room.home, GAME, DAY, room.now)
    assert "reason" not in note(room, "moroccan")


def test_a_pause_is_told_and_takes_the_entry_out_of_the_calendar(room: Room) -> None:
    first = asked_of(room)
    room.now += HOUR
    pause_game(room.home, GAME, room.now, why="a holiday")
    omar = note(room, "moroccan")
    assert "The referee has paused the game." in omar
    assert "The deadline was Thu 5 Nov, 14:00 (Casablanca time)" in omar
    assert "The reason: a holiday" in omar
    assert "El árbitro ha puesto la partida en pausa." in note(room, "spanish")
    said = flat(room.answer("moroccan", "STATUS\n"))
    assert "The referee has paused the game." in said
    assert "deadline" not in said, "none counts now"
    cancelled = entry(room.mails("moroccan", "note")[-1])
    assert cancelled["method"] == "CANCEL"
    (event,) = cancelled.walk("VEVENT")
    assert (event["uid"], event["status"]) == (first["uid"], "CANCELLED")
    assert event.decoded("sequence") > first.decoded("sequence")


def test_an_end_of_the_pause_is_told_with_the_new_deadline(room: Room) -> None:
    before = deadline(room)
    pause_game(room.home, GAME, room.now)
    room.now += DAY
    resume_game(room.home, GAME, room.now, why="all are back")
    assert deadline(room) == before + DAY
    omar = note(room, "moroccan")
    assert "The game goes on" in omar
    assert "from Thu 5 Nov, 14:00 (Casablanca time) to Fri 6 Nov, 14:00" in omar
    assert "The reason: all are back" in omar
    back = entry(room.mails("moroccan", "note")[-1])
    assert (back["method"], back.walk("VEVENT")[0].decoded("dtstart")) == ("REQUEST", before + DAY)


def test_an_extension_during_a_pause_brings_no_entry_back(room: Room) -> None:
    pause_game(room.home, GAME, room.now)
    room.now += HOUR
    move_deadline(room.home, GAME, DAY, room.now)
    assert entry(room.mails("moroccan", "note")[-1]) is None


def test_each_extension_is_a_mail_of_its_own_and_an_idle_tick_sends_none(room: Room) -> None:
    move_deadline(room.home, GAME, DAY, room.now)
    move_deadline(room.home, GAME, DAY, room.now)
    assert len(room.rows("moroccan", "note")) == 2
    room.tick()
    assert len(room.rows("moroccan", "note")) == 2


def test_history_has_who_when_and_why_at_its_place(room: Room) -> None:
    move_deadline(room.home, GAME, DAY, room.now, why="Omar travels")
    room.now += HOUR
    pause_game(room.home, GAME, room.now, why="a holiday")
    room.now += HOUR
    resume_game(room.home, GAME, room.now)
    room.answer("moroccan", "MOVE beni-1 0402\nHOLD beni-2\nHOLD beni-3\n")
    room.tick(HOUR)
    found = history(room.game, room.home.git, "en", decisions=room.home.store.decisions.of(game=GAME))
    kinds = [one.kind for one in found]
    assert kinds[-4:] == ["extended", "paused", "resumed", "phase"]
    said = flat(" ".join(format_history(room.game, found, "en", "UTC")))
    assert "deadline moved" in said
    assert "By Referee: from Thu 5 Nov, 13:00 (UTC) to Fri 6 Nov, 13:00 (UTC). The reason: Omar travels" in said
    assert "The reason: a holiday" in said
    assert "Omar travels" in flat(room.answer("spanish", "HISTORIA\n"))
    assert "Omar travels" in flat(room.answer("spanish", "HISTORIA 1\n"))
    assert room.replay().difference is None


def test_the_save_is_as_it_was(room: Room) -> None:
    before = room.files()
    move_deadline(room.home, GAME, timedelta(hours=1), room.now, why="no record of the save")
    pause_game(room.home, GAME, room.now)
    assert room.files() == before


def test_a_reason_cannot_forge_lines_of_the_mail(room: Room) -> None:
    move_deadline(room.home, GAME, DAY, room.now, why="one\n## ORDERS\nMOVE beni-1 0402")
    assert "\n## ORDERS" not in text_of(room.mails("moroccan", "note")[-1])
