"""A game at rest is not opened: what is known of it without, and what tells that this is out of date."""

import json
import os
import shutil
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from pbem.game import game as games
from pbem.referee.admin.clock import move_deadline, pause_game
from pbem.referee.home import past
from pbem.referee.home.notices import format_notice
from pbem.referee.letters.status import every_status, game_status
from pbem.referee.tick import tick
from pbem.referee.turn import glance
from pbem.referee.turn.deadlines import extend, pause, resume, stop_clock
from pbem.referee.watch import next_due
from pbem.store.errors import StoreError
from tests.referee.making import DAY, GAME, HOUR, Room, copied, text_of

MINUTE = timedelta(minutes=1)


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the saves that are opened, one after the other."""
    found: list[str] = []
    really = games.open_game

    def noted(path: Path, *more: Any) -> games.Game:
        found.append(path.name)
        return really(path, *more)

    monkeypatch.setattr(past, "open_game", noted)
    return found


@pytest.fixture
def resting(room: Room, opened: list[str]) -> Room:
    """The skirmish after a tick that left nothing to do, its folder closed."""
    room.tick()
    room.close()
    opened.clear()
    return room


def test_a_tick_opens_no_save_of_a_game_in_which_nothing_came_and_nothing_is_due(
    resting: Room, opened: list[str]
) -> None:
    for _ in range(3):
        assert not resting.tick(HOUR).happened
        assert next_due(resting.home, resting.now) is not None
        resting.close()
    assert opened == []


def test_a_status_opens_no_save_that_was_looked_at_before(room: Room, opened: list[str]) -> None:
    room.home.store.glances.remove()
    room.close()
    first = every_status(room.home, room.now)
    assert opened == [GAME]
    room.close()
    assert every_status(room.home, room.now) == first
    assert game_status(room.home, GAME, room.now) == first[0][0]
    assert opened == [GAME]


def test_commands_for_the_clock_open_no_save_and_the_next_tick_tells_what_they_did(
    resting: Room, opened: list[str]
) -> None:
    before = len(resting.rows("spanish", "note"))
    move_deadline(resting.home, GAME, DAY, resting.now, why="Ana travels", by_tick=True)
    pause_game(resting.home, GAME, resting.now, by_tick=True)
    assert opened == []
    assert len(resting.rows("spanish", "note")) == before
    resting.close()
    resting.tick(MINUTE)
    assert opened == [GAME]
    assert len(resting.rows("spanish", "note")) == before + 2
    assert "Ana travels" in text_of(resting.mails("moroccan", "note")[-2])
    resting.close()
    opened.clear()
    resting.tick(MINUTE)
    assert opened == []
    assert len(resting.rows("spanish", "note")) == before + 2


def test_what_the_referee_does_to_the_clock_opens_no_save(resting: Room, opened: list[str]) -> None:
    deadline = extend(resting.home, GAME, DAY, resting.now)
    told = game_status(resting.home, GAME, resting.now)
    assert (told.why, told.deadline) == ("open", deadline.isoformat(timespec="minutes"))
    pause(resting.home, GAME, resting.now)
    assert game_status(resting.home, GAME, resting.now).why == "paused"
    resting.close()
    assert not resting.tick(9 * DAY).happened
    assert next_due(resting.home, resting.now) is None
    assert opened == []
    resume(resting.home, GAME, resting.now)
    assert resting.tick(3 * DAY).closed == []
    assert resting.tick(DAY).closed == ["melilla 1.moroccan-movement"]


def head(room: Room) -> Path:
    """The file of the last record."""
    return max((room.save / "turns").iterdir())


def edited(path: Path) -> None:
    """A file is written anew with the bytes that it had, and with its old date."""
    before = path.stat()
    path.write_bytes(path.read_bytes())
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))


def put_back(room: Room) -> None:
    """The save is taken away and put back, every file with its date."""
    shutil.copytree(room.save, room.path / "copy")
    shutil.rmtree(room.save)
    (room.path / "copy").rename(room.save)


STIRS: dict[str, Callable[[Room], object]] = {
    "a mail": lambda room: room.says("moroccan", "MOVE beni-1 0402\n"),
    "state.json edited": lambda room: edited(room.save / "state.json"),
    "state.json gone": lambda room: (room.save / "state.json").unlink(),
    "scenario.json edited": lambda room: edited(room.save / "scenario.json"),
    "game.json edited": lambda room: edited(room.save / "game.json"),
    "the last record edited": lambda room: edited(head(room)),
    "a record that came": lambda room: (room.save / "turns" / ".0009-01-x.json.tmp").write_bytes(b""),
    "the save put back": put_back,
    "the key of the dice put back": lambda room: edited(room.path / ".pbem" / f"{GAME}.key"),
    "a fault": lambda room: stop_clock(room.home, GAME, room.now, "why."),
    "a seat changed by hand": lambda room: room.home.store.seats.change(GAME, "spanish", wait=True),
    "the clock set to another record": lambda room: room.home.store.games.change(GAME, opened_n=0),
    "the clock without a deadline": lambda room: room.home.store.games.change(GAME, deadline=None),
}


@pytest.mark.parametrize("what", STIRS)
def test_whatever_stirs_a_game_opens_it_once(resting: Room, opened: list[str], what: str) -> None:
    before = resting.files()
    STIRS[what](resting)
    resting.close()
    opened.clear()
    resting.tick(MINUTE)
    resting.close()
    assert opened == [GAME]
    assert resting.files() == before | {n: b for n, b in resting.files().items() if n.endswith(".tmp")}
    resting.tick(MINUTE)
    assert opened == [GAME]


def test_another_release_looks_at_every_game_once(
    resting: Room, opened: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(glance, "__version__", "99.0")
    for _ in range(2):
        resting.tick()
        resting.close()
    assert opened == [GAME]


def test_a_save_that_was_damaged_is_told_at_once_and_again(resting: Room) -> None:
    record = head(resting)
    data = json.loads(record.read_bytes())
    record.write_text(json.dumps({**data, "turn": 7}), "utf-8")
    for _ in range(2):
        (fault,) = tick(resting.home, resting.now).faults
        assert "it holds record" in fault
        resting.close()
    assert every_status(resting.home, resting.now)[1].keys() == {GAME}


def test_a_lost_key_of_the_dice_is_told_at_once(resting: Room) -> None:
    assert game_status(resting.home, GAME, resting.now).waits == ""
    (resting.path / ".pbem" / f"{GAME}.key").rename(resting.path / "key")
    assert "The dice key of melilla is missing" in game_status(resting.home, GAME, resting.now).waits
    (resting.path / "key").rename(resting.path / ".pbem" / f"{GAME}.key")
    assert game_status(resting.home, GAME, resting.now).waits == ""


def test_a_deadline_and_the_reminder_before_it_come_when_they_are_due(resting: Room, opened: list[str]) -> None:
    row = resting.home.game_row(GAME)
    assert row.deadline is not None
    due = next_due(resting.home, resting.now)
    assert due is not None
    assert due < row.deadline
    assert not resting.tick(due - resting.now - MINUTE).happened
    assert opened == []
    assert resting.tick(MINUTE).reminders == 1
    assert opened == [GAME]
    resting.close()
    assert not resting.tick(row.deadline - resting.now - MINUTE).happened
    assert opened == [GAME]
    assert resting.tick(MINUTE).closed == ["melilla 1.moroccan-movement"]


def test_the_quiet_time_ends_when_it_is_over(resting: Room, opened: list[str]) -> None:
    resting.answer("moroccan", "MOVE beni-1 0402\n")
    resting.close()
    opened.clear()
    assert not resting.tick(29 * MINUTE).happened
    assert opened == []
    assert resting.tick(MINUTE).closed == ["melilla 1.moroccan-movement"]


def test_what_git_could_not_do_is_tried_again_at_each_tick(resting: Room, opened: list[str]) -> None:
    head = resting.path / ".git" / "HEAD"
    whole = head.read_bytes()
    head.write_text("nonsense")
    edited(resting.save / "state.json")
    for tries in (1, 2):
        resting.tick()
        assert opened == [GAME] * tries
        assert "git has not kept the last step" in format_notice(resting.home.store.notices.open()[-1])
        resting.close()
    head.write_bytes(whole)
    resting.tick()
    resting.close()
    resting.tick()
    assert opened == [GAME] * 3
    assert resting.home.store.notices.open() == ()


def test_a_status_keeps_nothing_of_a_save_that_changed_while_it_looked(resting: Room) -> None:
    """It holds no lock: a tick may come between its reading of the save and its writing."""
    looked = games.open_game(resting.save)
    assert resting.tick(3 * DAY).closed == ["melilla 1.moroccan-movement"]
    after = glance.current_glances(resting.home)
    assert glance.keep(resting.home, looked).phase == "moroccan-movement"
    assert glance.current_glances(resting.home) == after
    assert after[GAME].phase != "moroccan-movement"


def test_a_game_goes_on_as_if_it_were_opened_at_each_tick(room: Room, tmp_path: Path) -> None:
    """Ten days with mails, silence, WAIT, refused lines, reminders and deadlines."""
    other = copied(room, tmp_path / "other")
    mails = {
        2: ("moroccan", "MOVE beni-1 0402\n"),
        5: ("spanish", "WAIT\nMOVE cer-1 0302\n"),
        9: ("spanish", "NOWAIT\n"),
        30: ("moroccan", "MOVE beni-2 9999\n"),
        31: ("moroccan", "MOVE beni-2 0403\n"),
        100: ("moroccan", "NOWAIT\nMOVE beni-1 0302\nATTACK cer-1 WITH beni-1\n"),
    }
    for hour in range(0, 240, 2):
        seen = []
        for one in (room, other):
            for at in (hour, hour + 1):
                if at in mails:
                    one.says(*mails[at])
            if one is other:
                one.home.store.glances.remove()
            one.close()
            result = one.tick(2 * HOUR)
            seen.append((result, next_due(one.home, one.now), every_status(one.home, one.now)))
            one.close()
        assert seen[0] == seen[1], hour
    assert len(room.phases()) > 6
    assert room.files() == other.files()
    assert room.out() == other.out()
    other.close()


def test_a_game_that_is_over_is_never_opened_again(resting: Room, opened: list[str]) -> None:
    resting.answer("moroccan", "CONCEDE\n")
    assert resting.game.over
    over = game_status(resting.home, GAME, resting.now)
    resting.close()
    opened.clear()
    assert not resting.tick(99 * DAY).happened
    assert game_status(resting.home, GAME, resting.now) == over
    assert opened == []


def test_a_full_disk_keeps_nobody_from_looking(resting: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise StoreError("pbem.db: database or disk is full.")

    wanted = game_status(resting.home, GAME, resting.now)
    resting.home.store.glances.remove()
    monkeypatch.setattr(glance, "keep", full)
    assert game_status(resting.home, GAME, resting.now) == wanted
