"""What we send against the rules of SpamAssassin: no mail of ours looks like junk."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from pbem.referee.games import compose
from tests.referee.making import ANA, HOUR, OMAR, new_room

MOST = 2.0  # SpamAssassin takes a mail for junk at 5
INSTALL = "SpamAssassin is needed: apt-get install spamassassin"


def test_no_kind_of_mail_of_a_whole_game_looks_like_junk(tmp_path: Path) -> None:
    """A whole board: a mail of few words beside a picture, as six pieces or an empty board make, scores 2.2."""
    program = shutil.which("spamassassin")
    if program is None:
        (pytest.fail if os.environ.get("CI") else pytest.skip)(INSTALL)
    data = compose("legion", seats={ANA.seat: ANA.side, OMAR.seat: OMAR.side})
    room = new_room(tmp_path / "home", data).started()
    room.answer("spanish", "DEPLOY bandera-1-1 1613\nDEPLOY bandera-1-2 9999\nHELP\nSTATUS\n")
    room.says("spanish", "DEPLOY bandera-1-1 1613\n", From="ana@elsewhere.example.net")
    room.tick(70 * HOUR)
    room.tick(10 * HOUR)
    room.answer("moroccan", "MAP\n")
    rows = {row.what: row for row in room.rows()}
    assert set(rows) >= {"welcome", "report", "receipt", "reminder", "refusal"}
    room.close()
    box = tmp_path / "mails"
    box.write_bytes(b"".join(b"From x Mon Nov  2 12:00:00 2026\n" + _stored(row.raw) for row in rows.values()))
    done = subprocess.run(
        [program, "--local", "--mbox", str(box)], capture_output=True, env={**os.environ, "HOME": str(tmp_path)}
    )
    judged = [_judged(part) for part in re.split(rb"^From x ", done.stdout, flags=re.M)[1:]]
    assert len(judged) == len(rows), done.stderr
    assert [each for each in judged if each[0] >= MOST] == []


def _judged(mail: bytes) -> tuple[float, str]:
    """The score that a mail was given, with its subject and the rules that it met."""
    head = b" ".join(mail.partition(b"\n\n")[0].split()).decode()
    status = re.search(r"X-Spam-Status: \w+, score=(-?[0-9.]+) .*?tests=([A-Z0-9_, ]*)", head)
    subject = re.search(r"Subject: (.{,60})", head)
    assert status, head
    assert subject, head
    return float(status[1]), f"{subject[1]}: {status[2]}"


def _stored(raw: bytes) -> bytes:
    """A mail as an mbox keeps it."""
    lines = raw.replace(b"\r\n", b"\n").split(b"\n")
    return b"\n".join(b">" + line if line.startswith(b"From ") else line for line in lines) + b"\n\n"
