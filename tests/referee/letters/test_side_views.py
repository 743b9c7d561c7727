"""Side views: what a seat may not know is in no byte of its mails: text, page, pictures, headers.

Two worlds that differ only in what is hidden from a seat send it the same mails to the byte; and where the rules hide
moves of the enemy, two worlds that differ in those alone give the same report.
"""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pbem.core.events import Event
from pbem.game.game import Game
from pbem.game.voice import voice_of
from pbem.referee.letters.receipt import receipt
from pbem.referee.letters.reports.records import NEW
from pbem.referee.letters.reports.report import report_of
from pbem.referee.letters.short import reminder, status
from pbem.referee.turn.sheets import judge_sheet
from pbem.referee.turn.submission import read_orders
from pbem.report.content import Rendered, Report
from pbem.report.letters import render_letter
from pbem.report.story import render
from pbem.rules import legion
from pbem.rules.legion.state import State, changed
from tests.referee.making import HOUR, Room, copied, new_room, scenario

MOVES = "MOVE beni-1 0402\nHOLD beni-2\nHOLD beni-3\n"
SECRETS = (
    "FASE spanish-movement\nMANTENER cer-3\nMANTENER cer-2\nMOVER cer-1 0302\n",
    "FASE spanish-movement\nMANTENER cer-3\nMANTENER cer-1\nMOVER cer-2 0303\n",
)


@pytest.fixture
def worlds(room: Room, tmp_path: Path) -> Iterator[tuple[Room, Room]]:
    """The same skirmish twice, but for what the Spanish seat sends ahead for its own phase, and its nonce.

    The Moroccan movement is closed; the Spanish one waits until nothing more has come for half an hour.
    """
    found = [copied(room, tmp_path / name) for name in ("one", "two")]
    for one, secret in zip(found, SECRETS, strict=True):
        one.says("moroccan", f"{MOVES}STATUS\nMAP\nHELP\nRULES\nRESEND\n")
        one.tick()
        one.now += HOUR / 3
        one.says("spanish", secret)
        one.tick()
        one.tick(HOUR / 4)
        one.says("spanish", f"NONCE {secret.split()[-1]}\n")
        one.tick()
        assert one.at == "1.spanish-movement", "the hidden orders are not carried out yet"
    yield found[0], found[1]
    for one in found:
        one.close()


def raw(room: Room, seat: str) -> list[bytes]:
    """All mails to a seat, as they were queued."""
    return [row.raw for row in room.rows(seat)]


def test_mails_to_a_seat_tell_nothing_of_the_others_sheets(worlds: tuple[Room, Room]) -> None:
    """Receipts, reports, maps, status, help: equal to the byte while the other's orders wait for their phase."""
    for room in worlds:
        room.says("moroccan", "STATUS\nMAP 1\nFASE moroccan-combat\n")
        room.tick()
    one, two = worlds
    assert len(raw(one, "moroccan")) > 5
    assert raw(one, "moroccan") == raw(two, "moroccan")
    assert raw(one, "spanish") != raw(two, "spanish"), "the worlds do differ"


def test_reports_and_pictures_tell_nothing_of_sheets_that_wait(worlds: tuple[Room, Room]) -> None:
    """The whole report of either side, drawn anew, is the same in both worlds."""
    for seat in ("moroccan", "spanish"):
        one, two = (told(room, seat) for room in worlds)
        assert one.images
        assert one == two


def test_once_they_are_carried_out_the_reports_differ(worlds: tuple[Room, Room]) -> None:
    """What is hidden is hidden only until then."""
    for room in worlds:
        room.tick(HOUR)
    one, two = (told(room, "moroccan") for room in worlds)
    assert one.text != two.text


def told(room: Room, seat: str) -> Rendered:
    """The report of all that happened so far to a seat."""
    row, game = room.seat(seat), room.game
    report = report_of(room.home, game, row, game.records, room.now, present=True, told=NEW)
    return render(report, voice_of(game, row.language))


# A rule set with fog ----------------------------------------------------------------------------------------------


class Fog:
    """La Legión in a fog: a side sees only its own pieces, and of the events only those about them and about none."""

    def __getattr__(self, name: str) -> Any:
        return getattr(legion, name)

    def view(self, state: State, side: str | None) -> State:
        """The position without the enemy's pieces."""
        hidden = {unit: replace(state.units[unit], status="off-map", at=None) for unit in state.units
                  if state.counter(unit).side != side}  # fmt: skip
        return changed(state, hidden)

    def sees(self, event: Event, side: str | None) -> Event | None:
        """The event, unless it is about one of the enemy's pieces."""
        unit = str(getattr(event, "unit", ""))
        return event if not unit or side == ("spanish" if unit.startswith("cer") else "moroccan") else None


def foggy(room: Room) -> Game:
    """The game under the rules with fog."""
    game = room.game
    box = replace(game.definition.box, rules=Fog())
    return replace(game, definition=replace(game.definition, box=box), checked={}, chosen={})


def in_fog(room: Room, seat: str) -> Rendered:
    """The report of a seat in the fog. Hashes are those of the records, which are sealed where a game hides events."""
    row, game = room.seat(seat), foggy(room)
    report = report_of(room.home, game, row, game.records, room.now, present=True, told=NEW)
    return render(_without_hashes(report), voice_of(game, row.language))


def _without_hashes(report: Report) -> Report:
    spans = tuple(replace(span, hash="0" * 64, words="", link="") for span in report.spans)
    return replace(report, spans=spans)


@pytest.fixture
def moved(tmp_path: Path) -> Iterator[tuple[Room, Room]]:
    """Two worlds that differ in where a Moroccan piece went, in the same phase."""
    begun = new_room(tmp_path / "home", scenario()).started()
    begun.set_up(spanish="cer-1 0101, cer-2 0102, cer-3 0103", moroccan="beni-1 0602, beni-2 0603, beni-3 0604")
    found = [copied(begun, tmp_path / name) for name in ("one", "two")]
    for room, to in zip(found, ("0501", "0502"), strict=True):
        room.says("moroccan", f"MOVE beni-1 {to}\n")
        room.tick()
        room.tick(HOUR)
        assert room.at == "1.spanish-movement"
    yield found[0], found[1]
    for room in found:
        room.close()


def test_what_a_side_may_not_see_is_in_no_byte_of_its_report(moved: tuple[Room, Room]) -> None:
    """Neither in the words nor on the page, in no pixel and no alternative text; its own side reads it."""
    one, two = (in_fog(room, "spanish") for room in moved)
    assert one.images
    assert one == two
    for mail in (one, two):
        said = "\n".join((mail.subject, mail.text, mail.html, *(image.alt for image in mail.images)))
        assert "beni" not in said.lower()
    mine, other = (in_fog(room, "moroccan") for room in moved)
    assert mine.text != other.text
    assert [image.png for image in mine.images] != [image.png for image in other.images]


def test_a_public_report_tells_of_no_piece_that_a_side_alone_sees(moved: tuple[Room, Room]) -> None:
    """What an observer would be sent, in no byte and no pixel."""
    found = []
    for room in moved:
        game, reader = foggy(room), replace(room.seat("spanish"), seat="observer", side=None)  # type: ignore[arg-type]
        report = report_of(room.home, game, reader, game.records, room.now, present=True, told=NEW)
        found.append(render(_without_hashes(report), voice_of(game, reader.language)))
    one, two = found
    assert one.images
    assert one == two
    assert not any(name in f"{one.text}{one.html}".lower() for name in ("beni", "cer-"))


def test_without_fog_the_same_reports_differ(moved: tuple[Room, Room]) -> None:
    """The two worlds are told apart where the rules hide nothing: the test above can fail."""
    one, two = (told(room, "spanish") for room in moved)
    assert one.text != two.text
    assert one.html != two.html
    assert [image.png for image in one.images] != [image.png for image in two.images]


def test_reminders_status_and_receipts_show_only_what_the_seat_sees(moved: tuple[Room, Room]) -> None:
    """The other mails of a seat in the fog."""
    one, two = (letters(room) for room in moved)
    assert one == two


def letters(room: Room) -> list[Rendered]:
    """Reminder, status and an empty receipt to the Spanish seat."""
    row, game = room.seat("spanish"), foggy(room)
    sheet = judge_sheet(room.home, game, row, read_orders(game, row.seat, "MOVER cer-1 0201\n"))
    voice = voice_of(game, row.language)
    return [
        render_letter(letter, voice.words, voice.translations)
        for letter in (
            reminder(room.home, game, row, room.now),
            status(room.home, game, row, room.now),
            receipt(room.home, game, row, sheet, (), (), room.now),
        )
    ]
