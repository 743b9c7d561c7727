"""A glance goes in the same step as whatever it was worked out from; nothing else takes it away."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from pbem.store.rows import AnswerRow, LockRow
from pbem.store.store import Store
from tests.store.making import NOW, game, glance, mail, outgoing, seat, section, sheet, store

LOCK = LockRow("melilla", 5, "3.moroccan-combat", NOW, {}, {}, {})
ANSWER = AnswerRow("melilla", "3.moroccan-combat", "retreat beni-1", "spanish", "0715", NOW)
CHANGES: dict[str, Callable[[Store], object]] = {
    "a seat is there anew": lambda full: full.seats.put(seat("moroccan")),
    "a seat says something": lambda full: full.seats.change("melilla", "spanish", wait=True),
    "a seat is gone": lambda full: full.seats.remove(seat="spanish"),
    "a sheet": lambda full: full.sheets.receive(sheet(), [section()]),
    "lines": lambda full: full.sections.put(section()),
    "lines that are taken out": lambda full: full.sections.remove(game="melilla"),
    "an answer": lambda full: full.answers.put(ANSWER),
    "an answer that is taken back": lambda full: full.answers.remove(question="mine"),
    "locked sheets": lambda full: full.locks.put(LOCK),
    "a beacon": lambda full: full.locks.change("melilla", 1, beacon="8430"),
    "the start": lambda full: full.games.change("melilla", started=NOW),
    "a hand with sqlite3": lambda full: full.database.write("UPDATE seats SET reminded_at = NULL"),
}
NONE: dict[str, Callable[[Store], object]] = {
    "an extension": lambda full: full.games.change("melilla", deadline=NOW),
    "a pause": lambda full: full.games.change("melilla", paused_at=NOW),
    "a mail": lambda full: full.mails.put(mail()),
    "a mail to send": lambda full: full.outbox.enqueue(outgoing(), "text"),
    "another game": lambda full: full.seats.put(replace(seat("spanish"), game="annual", token="other")),
}


@pytest.fixture
def full(tmp_path: Path) -> Iterator[Store]:
    """A store with two games, rows of each kind, and a glance of both."""
    found = store(tmp_path)
    found.games.put(game())
    found.seats.put(seat("spanish"))
    found.sections.put(section(phase="moroccan-movement"))
    found.answers.put(replace(ANSWER, question="mine"))
    found.locks.put(replace(LOCK, n=1))
    found.glances.put(glance())
    found.glances.put(glance("tetuan"))
    yield found
    found.close()


def kept(full: Store) -> list[str]:
    """The games with a glance."""
    return [row.game for row in full.glances.of()]


@pytest.mark.parametrize("what", CHANGES)
def test_a_glance_goes_with_what_it_was_worked_out_from(full: Store, what: str) -> None:
    CHANGES[what](full)
    assert kept(full) == ["tetuan"]


@pytest.mark.parametrize("what", NONE)
def test_a_glance_stays_with_what_it_does_not_depend_on(full: Store, what: str) -> None:
    NONE[what](full)
    assert kept(full) == ["melilla", "tetuan"]


def test_a_step_that_is_taken_back_leaves_the_glance(full: Store) -> None:
    def broken() -> None:
        with full.transaction():
            full.seats.change("melilla", "spanish", wait=True)
            assert kept(full) == ["tetuan"]
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        broken()
    assert kept(full) == ["melilla", "tetuan"]


def test_every_table_of_a_game_but_those_of_mails_drops_glances(full: Store) -> None:
    """A table that comes later is to be thought of: what of it may a glance be worked out from?"""
    watched = dict(
        full.database.execute("SELECT tbl_name, COUNT(*) FROM sqlite_master WHERE type = 'trigger' GROUP BY 1")
    )
    of_games = {
        name
        for (name,) in full.database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        if any(row[1] == "game" for row in full.database.execute(f"PRAGMA table_info({name})"))
    }
    without = {
        "glances",
        "mails",
        "outbox",
        "sent",
        "bounces",
        "notices",
        "proposals",
        "votes",
        "standing",
        "decisions",
        "silences",
        "press",
        "absences",
        "guests",
    }
    assert watched == {**dict.fromkeys(of_games - without, 3), "games": 1}
