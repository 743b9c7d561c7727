"""The lock: one holder, told by name to who comes second, let go by death."""

import json
import os
import signal
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from pbem.save.errors import Locked, SaveError
from pbem.save.lock import hold_lock
from tests.killed import Killed
from tests.save.making import DiesAt

HOLDER = """
import sys, time
from pathlib import Path
from pbem.save.lock import hold_lock
with hold_lock(Path(sys.argv[1]), "pbem watch", "30 Nov 20:00"):
    print("held", flush=True)
    time.sleep(60)
"""


def test_a_second_pbem_is_told_who_holds_it(tmp_path: Path) -> None:
    lock = tmp_path / ".pbem" / "lock"
    with hold_lock(lock, "pbem watch", "30 Nov 20:00"):
        with pytest.raises(Locked) as told, hold_lock(lock, "pbem tick", "30 Nov 20:05"):
            pass
        assert f"in use by pbem watch (process {os.getpid()} on " in str(told.value)
        assert "since 30 Nov 20:00)" in str(told.value)
        assert json.loads(lock.read_text())["what"] == "pbem watch"
    with hold_lock(lock, "pbem tick", "30 Nov 20:06"):
        assert json.loads(lock.read_text())["what"] == "pbem tick"


def test_the_lock_and_its_folder_are_the_owners(tmp_path: Path) -> None:
    lock = tmp_path / ".pbem" / "lock"
    with hold_lock(lock, "pbem tick", "now"):
        assert stat.S_IMODE(lock.stat().st_mode) == 0o600
        assert stat.S_IMODE(lock.parent.stat().st_mode) == 0o700


def test_a_crash_before_it_is_held_leaves_no_lock(tmp_path: Path) -> None:
    lock = tmp_path / ".pbem" / "lock"
    for n in (0, 1):
        with pytest.raises(Killed), hold_lock(lock, "pbem tick", "now", DiesAt(n)):
            pass
        assert not lock.exists()


def test_death_lets_go(tmp_path: Path) -> None:
    lock = tmp_path / ".pbem" / "lock"
    holder = subprocess.Popen([sys.executable, "-c", HOLDER, str(lock)], stdout=subprocess.PIPE, cwd=Path.cwd())
    with holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"held\n"
        with pytest.raises(Locked, match=f"process {holder.pid} "), hold_lock(lock, "pbem tick", "now"):
            pass
        holder.send_signal(signal.SIGKILL)
        holder.wait()
    with hold_lock(lock, "pbem tick", "now"):
        pass


def test_a_lock_file_that_tells_nothing_is_still_a_lock(tmp_path: Path) -> None:
    lock = tmp_path / "lock"
    with hold_lock(lock, "pbem watch", "now"):
        lock.write_bytes(b"")
        with pytest.raises(Locked, match="in use by another pbem"), hold_lock(lock, "pbem tick", "now"):
            pass


def test_of_who_held_it_before_nothing_is_left(tmp_path: Path) -> None:
    lock = tmp_path / "lock"
    with hold_lock(lock, "pbem watch --every 10 --quiet", "30 Nov 20:00"):
        pass
    with hold_lock(lock, "pbem tick", "now"):
        assert json.loads(lock.read_bytes())["what"] == "pbem tick"


def test_an_error_inside_lets_go(tmp_path: Path) -> None:
    lock = tmp_path / "lock"
    with pytest.raises(RuntimeError), hold_lock(lock, "pbem tick", "now"):
        raise RuntimeError
    with hold_lock(lock, "pbem tick", "now"):
        pass


def test_where_no_lock_can_be_made_it_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with (
        pytest.raises(SaveError, match="cannot be opened to lock"),
        hold_lock(tmp_path / "file" / "lock", "pbem", "now"),
    ):
        pass
