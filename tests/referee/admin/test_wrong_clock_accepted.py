"""A clock that was ahead and is right again: what may be trusted decides, or the referee, and games go on."""

import os
from dataclasses import fields, replace
from datetime import timedelta
from pathlib import Path

import pytest

from pbem.errors import BadInput, Refused
from pbem.referee.admin.beacon import set_beacon
from pbem.referee.admin.wrong_clock import accept_clock, is_among
from pbem.referee.letters.history import history
from pbem.referee.tick import tick
from pbem.save.journal import faults
from pbem.setup.doctor import examine
from pbem.store.store import PASSED
from tests.mail.memory import Memory
from tests.referee.making import DAY, HOUR, LENGTH, START, Room, flat, new_room

AHEAD = 400 * DAY
MOVES = "NOWAIT\nMOVE beni-1 0402\n"
WHY = "the machine had no battery"


def dated(room: Room) -> list[str]:
    """What the doctor says of the dates."""
    found = examine(room.path, {"PATH": os.environ["PATH"]}, room.now)
    return [each.wrong for each in found if each.about == "dates" and each.wrong]


@pytest.fixture
def ahead(room: Room) -> Room:
    """The clock was ahead for a tick in which a phase closed; now it is right again, and orders are in."""
    room.answer("moroccan", "MOVE beni-1 0402\n")
    right = room.now + HOUR
    assert tick(room.home, room.now + AHEAD).closed != []
    room.now = right
    return room


def stopped(room: Room) -> str:
    """Why nothing closes, though time goes by."""
    before = len(room.game.records)
    result = tick(room.home, room.now + LENGTH + HOUR)
    assert (result.closed, len(room.game.records)) == ([], before)
    return result.faults[0]


def goes_on(room: Room) -> None:
    """The deadline of the open phase is that of a phase that opens now, and it closes by that."""
    deadline = room.home.game_row("melilla").deadline
    assert deadline is not None
    assert abs(deadline - room.now - LENGTH) <= HOUR
    assert not room.tick(LENGTH - HOUR).closed
    assert room.tick(2 * HOUR).closed != []
    assert dated(room) == []
    start = room.game.records[0].record.state.before
    assert not faults(room.game.manifest, room.game.folder.game_hash(), start, room.game.records)
    assert room.replay().difference is None


def test_the_doctor_is_red_and_the_advice_right_while_nothing_closes(ahead: Room) -> None:
    assert "mails are dated up to 2027-12" in dated(ahead)[0]
    assert "pbem clock accept --why" in stopped(ahead)


def test_the_referee_says_that_the_clock_is_right_and_it_is_recorded_and_told(ahead: Room) -> None:
    with pytest.raises(BadInput, match="Say why"):
        accept_clock(ahead.home, "Referee", "", ahead.now)
    found = accept_clock(ahead.home, "Referee", WHY, ahead.now)
    assert found.games == ("melilla",)
    said = " ".join(history(ahead.game, None, "en")[-1].notes)
    assert said == f"The clock was ahead for a while; it counts as it is now, says Referee: {WHY}"
    for seat in ("moroccan", "spanish"):
        assert WHY in flat(ahead.text(seat, "note"))
    assert "You have until" in ahead.text("moroccan", "note")
    assert [notice.code for notice in ahead.home.store.notices.open()] == ["clock-accepted"]
    goes_on(ahead)
    with pytest.raises(Refused, match="need not be accepted"):
        accept_clock(ahead.home, "Referee", WHY, ahead.now)


def test_the_mail_servers_time_decides(ahead: Room) -> None:
    server = Memory(time=ahead.now - 2 * DAY)
    home = replace(ahead.home, connect=lambda: server)
    assert "and at the mail server it is" in tick(home, ahead.now, compares=True).faults[0]
    with pytest.raises(Refused, match="At the mail server it is"):
        accept_clock(home, "Referee", WHY, ahead.now)
    server.time = ahead.now
    result = tick(home, ahead.now, compares=True)
    assert result.faults == []
    assert any("the clock counts as it is now" in notice for notice in result.notices)
    assert ahead.game.records[-1].record.to_json()["who"] == "pbem"
    goes_on(ahead)


def test_without_a_server_the_records_decide_where_they_clearly_can(room: Room) -> None:
    for n in range(5):
        room.answer("moroccan", f"MOVE beni-1 0402 # {n}\n")
        room.now += HOUR
    right = room.now
    assert tick(room.home, room.now + AHEAD).closed != []
    room.now = right + HOUR
    result = tick(room.home, room.now)
    assert result.faults == []
    assert any("the clock counts as it is now" in notice for notice in result.notices)
    goes_on(room)


def test_moments_decide_only_where_most_are_past_and_the_others_far_off() -> None:
    past = [START + n * HOUR for n in range(8)]
    now = past[-1] + HOUR
    assert is_among([*past, now + AHEAD], now)
    assert not is_among([*past, now + 2 * HOUR], now), "it may be this clock that is behind"
    assert not is_among(past, past[3] - timedelta(minutes=1)), "the clock has gone back among them"
    assert not is_among(past, START - AHEAD), "nothing is past: a clock without battery"
    assert not is_among([past[0], now + AHEAD], now)
    assert not is_among([*past[:5], *(now + AHEAD + n * HOUR for n in range(6))], now)
    assert not is_among(past, now), "nothing is dated later"


def test_what_is_locked_stays_locked(tmp_path: Path) -> None:
    room = new_room(tmp_path / "home", beacon="referee").started()
    assert room.tick(AHEAD).locked != []
    (lock,) = room.home.store.locks.of()
    room.now = START + DAY
    accept_clock(room.home, "Referee", WHY, room.now)
    assert room.home.store.locks.of() == (replace(lock, n=len(room.game.records) + 1, at=room.now),)
    set_beacon(room.home, room.game, "8430af44c2bd41e2", "drand round 12345", room.now)
    assert room.tick().closed != []
    assert room.replay().difference is None
    room.close()


def test_every_date_of_the_private_side_is_thought_of(room: Room) -> None:
    """Each says what has been, and is mended; but deadlines, dates that a signer gave, and what is worked out anew."""
    store, others = room.home.store, {("games", "deadline"), ("seats", "pgp_at"), ("glances", "since")}
    others |= {("games", "paused_until"), ("games", "wake_at"), ("absences", "first"), ("absences", "last")}  # to come
    others |= {("decisions", "deadline_before"), ("decisions", "deadline_after"), ("silences", "deadline")}
    tables = [each for each in (*vars(store).values(), store.outbox.texts) if hasattr(each, "row")]
    found = {
        (table.name, field.name) for table in tables for field in fields(table.row) if "datetime" in str(field.type)
    }
    assert found == {(table, column) for table, columns in PASSED.items() for column in columns} | others
