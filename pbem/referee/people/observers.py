"""Public reports: turns that are over, as everybody may see them, some turns later, to addresses that asked."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial

from pbem.game.game import Game
from pbem.game.voice import voice_of
from pbem.referee.home.ground_store import grounds_of
from pbem.referee.home.home import Home
from pbem.referee.home.house import house_number
from pbem.referee.home.notices import note_daily
from pbem.referee.letters.people.guests import how_to_end, post_guest
from pbem.referee.letters.reports.report import report_of
from pbem.referee.people.guests import OBSERVER, OPEN
from pbem.report.content import Rendered, attempt
from pbem.report.story import render
from pbem.save.journal import StoredRecord
from pbem.save.records import RollbackRecord
from pbem.store.rows import GuestRow, SeatRow


def send_public_reports(home: Home, game: Game, now: datetime) -> int:
    """Queue the public reports that are due, one an observer; how many. None tells more than the turns before."""
    delay, count = house_number(home.game_row(game.name), "observer-delay"), 0
    for guest in home.store.guests.of(game=game.name, role=OBSERVER, state=OPEN):
        items = [item for item in _told(game, delay) if item.record.n > guest.seen]
        if not items:
            continue
        last = items[-1]
        mail, left_out = attempt("report", partial(_report, home, game, guest, items, now), None)
        for gap in left_out:  # no game stands still for it
            note_daily(home, "public-failed", now, game.name, why=gap.why)
        if mail is None:
            continue
        with home.store.transaction():
            post_guest(home, guest, mail, f"public {last.record.n} {last.hash}", now)
            home.store.guests.change(guest.game, guest.word, seen=last.record.n)
        count += 1
    return count


def _told(game: Game, delay: int) -> list[StoredRecord]:
    """The records of the turns that may be told, and the roll-backs that led to them, in whatever turn those were."""
    due = [item for item in game.records if game.over or item.record.turn + delay <= game.state.turn]
    last = due[-1].record.n if due else 0
    numbers = {item.record.n for item in due}
    return [
        item
        for item in game.records
        if item.record.n in numbers or (isinstance(item.record, RollbackRecord) and item.record.n < last)
    ]


def _report(home: Home, game: Game, guest: GuestRow, items: Sequence[StoredRecord], now: datetime) -> Rendered:
    """What some records tell an observer."""
    report = report_of(home, game, _as_seat(guest), items, now, present=game.over)
    report = replace(report, ends=how_to_end(guest))
    return render(report, voice_of(game, guest.language), grounds=grounds_of(home.path))


def _as_seat(guest: GuestRow) -> SeatRow:
    """An observer as reports know their readers: of no side, with no orders."""
    return SeatRow(guest.game, OBSERVER, None, (guest.address,), guest.word, language=guest.language, zone=guest.zone)  # type: ignore[arg-type]
