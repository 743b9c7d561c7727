"""Tables: rows out as they went in, the schema as the dataclasses say, keys and serials."""

import sqlite3
from contextlib import suppress
from dataclasses import fields
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.store import rows
from pbem.store.errors import StoreError
from pbem.store.store import Store
from pbem.store.table import Table, to_sql
from tests.store.making import NOW, game, glance, mail, outgoing, seat, section, sheet, store


def tables(full: Store) -> list[Table[Any]]:
    """Every table of a store."""
    return [*(value for value in vars(full).values() if isinstance(value, Table)), full.outbox.texts]


SAMPLES = (
    game(deadline=NOW, paused_at=None),
    glance(),
    seat(addresses=("a@example.org", "ñ@example.org"), nonce="niebla en Annual #1", wait=True, nonce_at=NOW),
    sheet(serial=1, problems=({"line": 4, "code": "points"},)),
    section(),
    rows.StandingRow("melilla", "spanish", ({"number": 1},), NOW),
    rows.AnswerRow("melilla", "3.moroccan-combat", "retreat beni-1", "spanish", "0715", NOW),
    rows.LockRow("melilla", 5, "3.moroccan-combat", NOW, {"moroccan": [{"number": 1}]}, {}, {"spanish": "niebla"}),
    mail(),
    mail("id-2", raw=None, game="melilla", seat="spanish"),
    outgoing(),
    rows.SentRow("<r1@host>", "melilla", None, "texto\nde dos líneas", NOW),
    rows.BounceRow("melilla", "spanish", "ana@example.org", 2, "5.1.1", NOW),
    rows.RefusalRow("x@example.org", NOW, "token"),
    rows.ProposalRow("melilla", 1, "draw", "spanish", NOW),
    rows.VoteRow("melilla", 1, "spanish", True, NOW),
    rows.DecisionRow("melilla", 1, 7, 2, NOW, "extended", "Referee", "Ana travels", NOW, NOW),
    rows.GuestRow("melilla", "k7f3", "eva@example.org", "observer", "open", NOW, "", "es", "UTC", "Eva", 7),
    rows.AbsenceRow("melilla", "spanish", 1, NOW.date(), NOW.date(), 1, NOW, withdrawn=True),
    rows.PressRow("melilla", 1, "spanish", ("moroccan",), "¿Tablas?", NOW, 8, 2, "0" * 64, unsigned=True),
    rows.SilenceRow("melilla", "spanish", NOW, 8, 2, "spanish-movement", 20),
    rows.NoticeRow(1, NOW, "bounce", {"address": "ana@example.org", "count": 2}, "melilla"),
)


@pytest.mark.parametrize("row", SAMPLES, ids=lambda row: type(row).__name__)
def test_rows_come_out_as_they_went_in(tmp_path: Path, row: Any) -> None:
    with store(tmp_path) as full:
        table = next(t for t in tables(full) if t.row is type(row))
        if isinstance(row, rows.RefusalRow):
            full.refusals.note(row.sender, row.at, row.reason)
        else:
            table.put(row)
        assert table.of() == (row,)
    with store(tmp_path) as again:
        assert next(t for t in tables(again) if t.row is type(row)).of() == (row,)


def test_every_row_class_has_a_sample_and_a_table_with_its_columns(tmp_path: Path) -> None:
    with store(tmp_path) as full:
        found = tables(full)
        assert {t.row for t in found} == {type(sample) for sample in SAMPLES}
        named = {row for row in vars(rows).values() if isinstance(row, type) and row.__name__.endswith("Row")}
        assert {t.row for t in found} == named
        for table in found:
            columns = {row[1] for row in full.database.execute(f"PRAGMA table_info({table.name})")}
            assert columns == {field.name for field in fields(table.row)}
        kept = {row[0] for row in full.database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
        assert kept == {table.name for table in found}


def test_put_replaces_the_row_with_the_same_key_only(tmp_path: Path) -> None:
    with store(tmp_path) as full:
        full.seats.put(seat("spanish"))
        full.seats.put(seat("moroccan"))
        full.seats.put(seat("spanish", zone="Europe/Madrid"))
        assert [row.zone for row in full.seats.of(game="melilla")] == ["UTC", "Europe/Madrid"]
        with pytest.raises(sqlite3.IntegrityError):
            full.seats.put(seat("moroccan", token="k-spanish"))
        assert len(full.seats.of()) == 2


def test_add_keeps_what_is_there(tmp_path: Path) -> None:
    with store(tmp_path) as full:
        assert full.mails.add(mail(outcome="handled")) is True
        assert full.mails.add(mail(outcome="refused")) is False
        found = full.mails.find("id-1")
        assert found is not None
        assert found.outcome == "handled"


def test_change_and_remove(tmp_path: Path) -> None:
    with store(tmp_path) as full:
        full.games.put(game())
        assert full.games.change("melilla", deadline=NOW, grace=5) == game(deadline=NOW, grace=5)
        assert full.games.need("melilla").grace == 5
        with pytest.raises(StoreError, match=r"pbem\.db: games has no annual\.$"):
            full.games.change("annual", grace=5)
        assert full.games.remove(name="melilla") == 1
        assert full.games.remove(name="melilla") == 0
        assert full.games.get("melilla") is None


@given(st.datetimes(), st.integers(-23, 23))
def test_times_keep_their_moment_and_sort_as_texts(when: datetime, hours: int) -> None:
    aware = when.replace(year=max(2, min(when.year, 9998)), tzinfo=timezone(timedelta(hours=hours)))
    text = to_sql(aware)
    assert datetime.fromisoformat(text) == aware
    later = to_sql(aware + timedelta(microseconds=1))
    assert text < later
    assert len(text) == len(later) == 32


def test_a_seat_that_was_read_before_is_read_anew_after_every_change(tmp_path: Path) -> None:
    """By this store, by a transaction that is taken back, by another program."""
    one, other = store(tmp_path), store(tmp_path)
    with one, other:
        one.seats.put(seat(name="Ana"))
        assert one.seats.of(game="melilla")[0].name == "Ana"
        assert one.seats.of(game="melilla") is one.seats.of(game="melilla"), "kept meanwhile"
        with suppress(KeyError), one.transaction():
            one.seats.change("melilla", "spanish", name="Eva")
            assert one.seats.need("melilla", "spanish").name == "Eva"
            raise KeyError
        assert one.seats.need("melilla", "spanish").name == "Ana"
        other.seats.change("melilla", "spanish", name="Omar")
        assert one.seats.need("melilla", "spanish").name == "Omar"


def test_a_time_without_zone_is_refused(tmp_path: Path) -> None:
    with store(tmp_path) as full, pytest.raises(ValueError, match="a time without zone"):
        full.games.put(game(created=NOW.replace(tzinfo=None)))
    assert to_sql(NOW.astimezone(timezone(timedelta(hours=1)))) == to_sql(NOW.astimezone(UTC))


def test_a_row_that_a_hand_spoiled_is_told(tmp_path: Path) -> None:
    with store(tmp_path) as full:
        full.games.put(game())
        full.database.write("UPDATE games SET created = 'yesterday'")
        with pytest.raises(StoreError, match=r"a row of games cannot be read .*yesterday"):
            full.games.of()
