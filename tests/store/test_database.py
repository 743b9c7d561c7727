"""The database file: who may read it, what survives death, what is said of a full disk, damage and the future."""

import signal
import sqlite3
import stat
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from threading import Barrier

import pytest

from pbem.store.errors import StoreError
from pbem.store.schema import MIGRATIONS, VERSION
from pbem.store.store import Store
from tests.killed import Killed
from tests.store.making import NOW, DiesAt, game, mail, outgoing, seat, section, sheet, store

HOLDER = """
import sys, time
from pathlib import Path
from tests.store.making import mail, store
full = store(Path(sys.argv[1]))
full.mails.put(mail("done"))
with full.transaction():
    full.mails.put(mail("begun"))
    print("begun", flush=True)
    time.sleep(60)
"""


def test_the_private_side_is_the_owners(tmp_path: Path) -> None:
    with store(tmp_path) as full:
        full.games.put(game())
        files = sorted((tmp_path / ".pbem").iterdir())
        assert [file.name for file in files] == ["pbem.db", "pbem.db-shm", "pbem.db-wal"]
        assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o600}
        assert stat.S_IMODE((tmp_path / ".pbem").stat().st_mode) == 0o700


def test_an_opened_up_file_is_closed_again(tmp_path: Path) -> None:
    store(tmp_path).close()
    (tmp_path / ".pbem").chmod(0o755)
    (tmp_path / ".pbem" / "pbem.db").chmod(0o644)
    with store(tmp_path) as full:
        assert stat.S_IMODE((tmp_path / ".pbem" / "pbem.db").stat().st_mode) == 0o600
        assert stat.S_IMODE((tmp_path / ".pbem").stat().st_mode) == 0o700
        assert full.fresh is False


def test_it_is_written_to_last(tmp_path: Path) -> None:
    with store(tmp_path) as full:
        assert full.database.execute("PRAGMA journal_mode") == [("wal",)]
        assert full.database.execute("PRAGMA synchronous") == [(2,)]
        assert full.database.execute("PRAGMA user_version") == [(VERSION,)]


def test_a_lost_database_is_told(tmp_path: Path) -> None:
    with store(tmp_path) as full:
        assert full.fresh is True
        full.games.put(game())
    (tmp_path / ".pbem" / "pbem.db").unlink()
    with store(tmp_path) as full:
        assert full.fresh is True
        assert full.games.of() == ()


def failing_step(full: Store, identity: str) -> None:
    """A step that takes a mail, queues a receipt, and then fails."""
    with full.transaction():
        full.mails.put(mail(identity))
        full.outbox.enqueue(outgoing(), "ok")
        full.games.change("annual", grace=1)


def big_step(full: Store) -> None:
    """A step that needs room for a hundred thousand bytes."""
    with full.transaction():
        full.mails.put(mail("other"))
        full.mails.put(mail("big", raw=b"x" * 100_000))


def test_a_step_is_all_or_nothing(tmp_path: Path) -> None:
    with store(tmp_path) as full:
        with pytest.raises(StoreError, match="games has no annual"):
            failing_step(full, "id-1")
        assert full.mails.of() == ()
        assert full.outbox.of() == ()


def test_an_inner_step_that_fails_takes_back_its_own_part(tmp_path: Path) -> None:
    with store(tmp_path) as full, full.transaction():
        full.mails.put(mail("outer"))
        with pytest.raises(StoreError, match="games has no annual"):
            failing_step(full, "inner")
        full.mails.put(mail("after"))
    with store(tmp_path) as full:
        assert [row.identity for row in full.mails.of()] == ["after", "outer"]


@pytest.mark.parametrize("n", range(2))
def test_a_mail_its_sheet_and_its_receipt_live_or_die_together(tmp_path: Path, n: int) -> None:
    with store(tmp_path) as full:
        full.seats.put(seat())
    dying = store(tmp_path, DiesAt(n))
    try:
        with dying.transaction():
            dying.mails.put(mail())
            dying.sheets.receive(sheet(), [section()])
            dying.outbox.enqueue(outgoing(), "1. MOVE beni-1 0714")
            dying.seats.change("melilla", "spanish", wait=True)
    except Killed:
        assert n == 0
    dying.close()
    with store(tmp_path) as full:
        counts = [len(full.mails.of()), len(full.sheets.of()), len(full.sections.of()), len(full.outbox.of())]
        assert counts == ([0] * 4 if n == 0 else [1] * 4)
        assert full.seats.need("melilla", "spanish").wait is (n > 0)


def test_sigkill_in_the_middle_leaves_what_was_done(tmp_path: Path) -> None:
    holder = subprocess.Popen([sys.executable, "-c", HOLDER, str(tmp_path)], stdout=subprocess.PIPE)
    with holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"begun\n"
        holder.send_signal(signal.SIGKILL)
        holder.wait()
    with store(tmp_path) as full:
        assert [row.identity for row in full.mails.of()] == ["done"]


def test_a_full_disk_is_told_and_changes_nothing(tmp_path: Path) -> None:
    with store(tmp_path) as full:
        full.mails.put(mail("small"))
        pages = full.database.execute("PRAGMA page_count")[0][0]
        full.database.execute(f"PRAGMA max_page_count = {pages + 1}")
        with pytest.raises(StoreError, match=r"database or disk is full\. Nothing was changed"):
            big_step(full)
        assert [row.identity for row in full.mails.of()] == ["small"]
        full.database.execute("PRAGMA max_page_count = 1000000")
        big_step(full)
        assert [row.identity for row in full.mails.of()] == ["big", "other", "small"]


def test_a_newer_database_is_refused(tmp_path: Path) -> None:
    store(tmp_path).close()
    raw = sqlite3.connect(tmp_path / ".pbem" / "pbem.db")
    raw.execute(f"PRAGMA user_version = {VERSION + 1}")
    raw.close()
    with pytest.raises(
        StoreError, match=f"written by a newer pbem \\(version {VERSION + 1}; this one knows {VERSION}\\)"
    ):
        store(tmp_path)


def test_a_damaged_database_is_told(tmp_path: Path) -> None:
    (tmp_path / ".pbem").mkdir()
    (tmp_path / ".pbem" / "pbem.db").write_bytes(b"not a database at all, " * 100)
    with pytest.raises(StoreError, match=r"pbem\.db is damaged .*Restore it from a backup"):
        store(tmp_path)


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / ".pbem").write_text("")
    with pytest.raises(StoreError, match=r"pbem\.db cannot be opened: "):
        store(tmp_path)


def test_many_that_open_an_old_database_at_once_raise_it_once(tmp_path: Path) -> None:
    """Commands that only look take no lock: a status may meet a tick after pbem was brought up to date."""
    for attempt in range(5):
        home = tmp_path / str(attempt)
        (home / ".pbem").mkdir(parents=True)
        with closing(sqlite3.connect(home / ".pbem" / "pbem.db")) as raw:
            raw.execute("PRAGMA journal_mode = WAL")
            raw.executescript(f"{MIGRATIONS[0]} PRAGMA user_version = 1;")
        together = Barrier(4)

        def opened(home: Path = home, together: Barrier = together) -> int:
            together.wait()
            with store(home) as full:
                return int(full.database.execute("PRAGMA user_version")[0][0])

        with ThreadPoolExecutor(4) as pool:
            versions = [each.result() for each in [pool.submit(opened) for _ in range(4)]]
        assert versions == [VERSION] * 4


def test_the_migration_is_whole_or_not_at_all(tmp_path: Path) -> None:
    with pytest.raises(Killed):
        store(tmp_path, DiesAt(1))
    with store(tmp_path) as full:
        full.games.put(game(created=NOW))
        assert full.games.of() == (game(created=NOW),)
