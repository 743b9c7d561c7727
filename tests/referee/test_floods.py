"""Many mails at once, and what a mail's text can reach: never a path, a shell, a template or a terminal."""

import re
import sqlite3
import tracemalloc
import unicodedata
from collections.abc import Iterator
from datetime import datetime
from itertools import count
from pathlib import Path

import pytest

from pbem.effects import Effects
from pbem.errors import Refused
from pbem.mail.servers.maildir import Maildir
from pbem.mail.servers.transport import Incoming, PermanentFailure
from pbem.referee.desk.mail import describe_mail, list_mails, retry, short_id
from pbem.referee.home.home import Home
from pbem.referee.home.limits import KEEP_FOR
from pbem.referee.home.sweep import FEWEST, PORTION, Sweep, people
from pbem.referee.intake.refuse import KEPT_A_DAY, STRANGERS_ANSWERED_A_DAY
from pbem.referee.tick import tick
from pbem.referee.watch import next_due
from tests.effort import spent
from tests.killed import Killed
from tests.mail.making import raw_mail, with_files
from tests.referee.making import DAY, GAME, HOUR, REFEREE, At, Room, copied, kill

NASTY = (
    "{{ 7777*7777 }}{% for x in ().__class__.__base__.__subclasses__() %}{% endfor %}",
    "<script>alert(1)</script><img src=x onerror=alert(1)>",
    "$(touch /tmp/pwned) `id` ; rm -rf ~ | tee x && true",
    "../../../etc/passwd",
    "\x1b]0;pwned\x07\x1b[2J\x9b31m",
    "\u202eexe.txt\u2066\u200b",
    "%(sender)s %n %s {0} {__class__}",
    "'; DROP TABLE mails; --",
)


def laid(room: Room, first: int, many: int, sender: str = "s%d@spam.example") -> None:
    """So many strangers' mails lie there at once."""
    folder = room.path / "spool" / "in"
    folder.mkdir(parents=True, exist_ok=True)
    for n in range(first, first + many):
        head = {"To": REFEREE, "Subject": "hello", "In_Reply_To": "<x@spam.example>", "Return_Path": "<x@spam.example>"}
        raw = raw_mail(f"{n}\n", sender.replace("%d", str(n)), Message_ID=f"<{n}@spam.example>", **head)
        (folder / f"{n:06}.eml").write_bytes(raw)


def flood(room: Room, first: int, many: int) -> float:
    """The seconds of processor time that it takes to take so many strangers' mails."""
    laid(room, first, many)
    result, seconds = spent(room.tick)
    assert sum(result.mails.values()) == many
    return seconds


def answers(room: Room) -> int:
    """How many strangers were answered."""
    return room.home.store.outbox.count("recipient LIKE '%spam.example'")


def test_four_times_the_mails_cost_four_times_as_much(room: Room) -> None:
    """Linear in their number, whatever came before; and not all who may be forged are written to."""
    flood(room, 0, STRANGERS_ANSWERED_A_DAY)
    few = flood(room, 100, 25)
    many = flood(room, 1_000, 100)
    assert many < 4 * few * 2 + 0.5, f"{few:.2f} s, then {many:.2f} s"
    assert answers(room) == STRANGERS_ANSWERED_A_DAY


def test_a_flood_holds_up_neither_a_player_nor_a_deadline(room: Room) -> None:
    """A tick takes a portion, players' mails before all others; phases close and receipts go out in between."""
    laid(room, 0, 500, "bot@spam.example")
    room.drop(room.mail("moroccan", "MOVE beni-1 0402\n"), "000250b.eml")
    room.home.store.games.change(GAME, deadline=room.now)
    sweep = Sweep(ticks=count(step=PORTION / 128).__next__)
    result = tick(room.home, room.now, sweep)
    assert (result.more, sum(result.mails.values()), result.mails["orders"]) == (True, 128, 1)
    assert result.closed[0] == "melilla 1.moroccan-movement"
    assert [fact["unit"] for fact in room.facts("moved")] == ["beni-1"]
    assert result.sent >= 2
    ticks = 1
    while result.more:
        part = tick(room.home, room.now, sweep)
        assert 0 < sum(part.mails.values()) <= 128
        result.add(part)
        ticks += 1
    assert (ticks, result.mails, result.faults) == (4, {"orders": 1, "refused": 500}, [])
    assert room.places()["in"] == []
    assert answers(room) == 1
    assert room.home.store.mails.count("raw IS NOT NULL AND game IS NULL") == KEPT_A_DAY
    assert len(list_mails(room.home, most=30)) == 30


def test_the_first_mails_are_taken_together_however_long_one_takes(room: Room) -> None:
    """To read a game takes a busy machine seconds: the mail behind the first belongs to the same tick."""
    room.says("spanish", "ESTADO\n")
    room.says("moroccan", "DONE\n")
    result = tick(room.home, room.now, Sweep(ticks=count(step=2 * PORTION).__next__))
    assert (result.more, result.mails) == (False, {"orders": 2})
    assert "Tu próximo informe dice qué se te pide." in room.text("spanish", "receipt")


def test_what_cannot_be_taken_is_not_tried_twice_on_one_way_through_the_mailbox(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    laid(room, 0, 2 * FEWEST, "bot@spam.example")
    tried: list[str] = []

    def full(home: Home, incoming: Incoming, now: datetime) -> str:
        tried.append(incoming.key)
        raise OSError("No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr("pbem.referee.intake.inbox.receive", full)
        sweep = Sweep(ticks=count(step=PORTION / 2).__next__)
        while tick(room.home, room.now, sweep).more:
            pass
        assert len(tried) == len(set(tried)) == 2 * FEWEST
    assert sweep == Sweep(sweep.ticks, sweep.stopped, _until=sweep._until)
    assert tick(room.home, room.now, sweep).mails["refused"] > 0


def test_a_stop_leaves_the_rest_of_a_flood_for_later(room: Room) -> None:
    laid(room, 0, 9, "bot@spam.example")
    room.home.store.games.change(GAME, deadline=room.now)
    stops = iter([*[False] * 4, *[True] * 99])
    result = tick(room.home, room.now, Sweep(stopped=lambda: next(stops)))
    assert 0 < result.mails["refused"] < 9
    assert (result.closed, result.sent) == ([], 0)
    assert room.tick().mails["refused"] == 9 - result.mails["refused"]


def test_a_seat_that_floods_waits_like_a_stranger(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its mails would be refused; of one whose address is forged again and again only the token counts."""
    monkeypatch.setattr("pbem.referee.home.limits.MAILS_A_DAY", 3)
    omar = f"melilla.{room.seat('moroccan').token}"
    ana = ("ana@example.org", f"melilla.{room.seat('spanish').token}")
    assert sorted(people(room.home, room.now)) == [ana, ("omar@example.org", omar)]
    for _ in range(3):
        room.says("moroccan", "MOVE beni-1 0402\n", To=REFEREE, Subject="no token")
    assert room.tick().mails == {"refused": 3}
    assert sorted(people(room.home, room.now)) == [ana, (omar,)]
    for _ in range(4):
        room.says("moroccan", "MOVE beni-1 0402\n")
    assert room.tick().mails == {"orders": 1, "refused": 3}, "two came when the game was set up"
    assert people(room.home, room.now) == [ana]


def test_no_mail_makes_the_database_look_through_all_of_them(room: Room) -> None:
    """What each mail of a flood asks is answered by an index."""
    asked: list[str] = []
    laid(room, 0, 2)
    room.says("moroccan", "MOVE beni-1 0402\n", To=REFEREE)
    room.says("moroccan", "MOVE beni-1 0402\n")
    connection = room.home.store.database._connection
    connection.set_trace_callback(asked.append)
    room.tick()
    next_due(room.home, room.now)
    connection.set_trace_callback(None)
    questions = [sql for sql in asked if sql.startswith(("SELECT", "UPDATE")) and ("mails" in sql or "outbox" in sql)]
    assert len(questions) > 20
    for sql in questions:
        plan = " ".join(str(row[3]) for row in connection.execute(f"EXPLAIN QUERY PLAN {sql}"))
        assert not re.search("SCAN (mails|outbox)", plan), f"{plan}: {sql[:300]}"


def test_bytes_of_old_mails_that_were_not_taken_are_let_go(room: Room) -> None:
    laid(room, 0, 2)
    room.answer("moroccan", "MOVE beni-1 0402\n")
    kept = room.home.store.mails.count("raw IS NOT NULL")
    room.tick(KEEP_FOR - HOUR)
    assert room.home.store.mails.count("raw IS NOT NULL") == kept
    room.tick(2 * HOUR)
    assert {row.outcome for row in room.home.store.mails.where("raw IS NOT NULL")} == {"orders"}
    (old, _) = room.home.store.mails.of(outcome="refused")
    with pytest.raises(Refused, match="only this line was kept"):
        retry(room.home, short_id(old), room.now)


def test_answers_to_forged_strangers_that_fail_are_told_once(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(spool: Maildir, raw: bytes, message_id: str) -> None:
        raise PermanentFailure("550 no such user")

    monkeypatch.setattr(Maildir, "send", refused)
    laid(room, 0, 3)
    assert room.tick().failed == 3
    assert [notice.code for notice in room.home.store.notices.open()] == ["mail-failed"]


def test_a_mail_that_fails_is_told_of_wherever_we_are_killed(
    room: Room, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The mark and the notice are one step: a mail that is marked is not tried again, so nobody would tell of it."""

    def refused(spool: Maildir, raw: bytes, message_id: str) -> None:
        raise PermanentFailure("550 no such user")

    monkeypatch.setattr(Maildir, "send", refused)
    room.says("moroccan", "MOVE beni-1 0402\n")
    whole = copied(room, tmp_path / "whole", At())
    assert whole.tick().failed == 1
    steps = len(whole.effects.names)  # type: ignore[attr-defined]
    whole.close()
    for n in range(steps - 3, steps + 1):
        killed = copied(room, tmp_path / str(n), At(n, kill))
        with pytest.raises(Killed):
            killed.tick()
        killed.close()
        killed.effects = Effects()
        killed.tick()
        assert [row.state for row in killed.rows("moroccan", "receipt")][-1] == "failed"
        assert [notice.code for notice in killed.home.store.notices.open()] == ["mail-failed"]
        killed.close()


def test_of_many_large_mails_only_one_is_in_memory(room: Room) -> None:
    folder = room.path / "spool" / "in"
    for n in range(24):
        raw = with_files((f"{n}.bin", "application/octet-stream", bytes([n])))
        large = raw.replace(b"<files@", f"<{n}@".encode()) + b"".join([b"x" * 990 + b"\n"] * 1_000)
        (folder / f"{n:03}.eml").write_bytes(large)
    tracemalloc.start()
    try:
        assert room.tick().mails == {"refused": 24}
        _now, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 12 * 2**20, "they are 24 MB"


def texts(room: Room) -> Iterator[str]:
    """All that we wrote to anybody, and all that the referee is shown."""
    for mail in room.mails():
        yield str(mail["Subject"])
        for part in mail.walk():
            if part.get_content_maintype() == "text":
                yield str(part.get_content())
    for row in list_mails(room.home):
        yield " ".join((row.who, row.what, row.state, row.why, row.id))
    for notice in room.home.store.notices.open():
        yield " ".join(map(str, notice.args.values()))
    for mail_row in room.home.store.mails.where():
        data = describe_mail(mail_row)
        yield " ".join((*data["headers"].values(), data["text"].replace("\n", " ")))


@pytest.mark.parametrize("nasty", NASTY)
def test_what_a_mail_says_stays_text(room: Room, nasty: str, tmp_path: Path) -> None:
    before = {path for path in tmp_path.rglob("*") if "spool" not in path.parts}
    line = " ".join(nasty.split())
    for sender in ("omar@example.org", "eva@evil.example"):
        to = None if sender.startswith("omar") else REFEREE
        headers = {"From": f'"x" <{sender}>', **({"To": to} if to else {})}
        raw = room.mail("moroccan", f"MOVE {line} 0402\nNONCE {line}\nMAP {line}\n{line}\n", **headers)
        raw = raw.replace(b"Subject: ", f"Subject: {line} ".encode("utf-8", "replace"))
        room.drop(raw.replace(b'"x"', f'"{line}"'.replace("\x00", "").encode("utf-8", "replace")))
        room.tick()
    room.tick(DAY)
    for text in texts(room):
        odd = {c for c in text if unicodedata.category(c) in ("Cc", "Cf", "Cs") and c not in "\r\n\t\u00ad"}
        assert odd == set(), text[:200]
        assert "60481729" not in text
    new = {path.name for path in tmp_path.rglob("*") if "spool" not in path.parts} - {path.name for path in before}
    assert not any(word in name for name in new for word in ("pwned", "passwd", "script", "touch", "exe"))
    database = sqlite3.connect(room.path / ".pbem" / "pbem.db")
    assert database.execute("SELECT COUNT(*) FROM mails").fetchone()[0] >= 2
    database.close()


def test_in_a_page_a_mails_text_is_escaped(room: Room) -> None:
    room.answer("moroccan", f"MOVE {NASTY[1]} 0402\n<b>PRESS</b>\n")
    mail = room.mails("moroccan", "receipt")[-1]
    page = mail.get_body(("html",))
    assert page is not None
    assert "<script" not in page.get_content()
    assert "onerror=alert(1)&gt;" in page.get_content()
