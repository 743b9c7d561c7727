"""Commands that move games on: new, start, submit, adjudicate, tick, extend, pause, resume, rollback."""

import os
import re
import sqlite3
import subprocess
from contextlib import closing
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from pbem.effects import Effects
from pbem.referee.home.config import config_text
from pbem.referee.home.home import make_home
from pbem.save.git import Git
from tests.cli.making import BAD, GOOD, Shell
from tests.referee.making import GAME, REFEREE

SIDES = ("--player", "spanish=ana@example.org,es,Europe/Madrid", "--player", "moroccan=omar@example.org,en")


def phase(shell: Shell) -> str:
    """Where the game stands."""
    (game,) = shell("status", GAME, "--json").data["games"]
    return f"{game['turn']}.{game['phase']}"


def test_new_makes_mailbox_and_game_and_start_begins_it(tmp_path: Path) -> None:
    shell = Shell(tmp_path / "home")
    made = shell("new", "legion", "annual", *SIDES, "--deadline", "2d", "--address", REFEREE, "--json")
    assert (made.code, made.err) == (0, "")
    assert made.data["seats"] == {"moroccan": "moroccan", "spanish": "spanish"}
    assert re.fullmatch(r"[0-9a-f]{64}", made.data["head"])
    assert Path(made.data["path"]) == shell.home / "saves" / "annual"
    assert shell("tick").out.splitlines()[-1] == "reports: 0, sent: 2, to be tried again: 0, failed: 0"
    assert shell("start", "annual", "--without-nonce", "spanish").code == 1
    begun = shell("start", "annual", "--without-nonce", "spanish", "--without-nonce", "moroccan")
    assert (begun.code, begun.out) == (0, "annual has started.\n")
    (game,) = shell("status", "annual", "--json").data["games"]
    assert (game["why"], game["seats"]["spanish"]) == ("open", "awaited")


def test_a_new_mailbox_speaks_the_language_in_which_it_was_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "es_ES.UTF-8")
    shell = Shell(tmp_path / "home")
    assert "esperan" in shell("new", "legion", "annual", *SIDES, "--address", REFEREE).out
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")
    assert shell("tick").out.splitlines()[-1] == "informes: 0, enviados: 2, por reintentar: 0, fallidos: 0"


def test_new_dice_are_nobodys_guess(tmp_path: Path) -> None:
    def head(home: str, *words: str) -> str:
        return str(Shell(tmp_path / home)("new", "legion", "annual", *SIDES, *words, "--json").data["head"])

    assert head("one", "--seed", "annual") == head("two", "--seed", "annual")
    assert head("three") != head("four")


def test_submit_takes_orders_and_adjudicate_runs_them(shell: Shell) -> None:
    assert shell("adjudicate", GAME).out == "melilla: not due (open).\n"
    sent = shell("submit", GAME, "--seat", "moroccan", "-", says=GOOD)
    assert sent.code == 0
    assert "accepted." in sent.out
    previewed = shell("preview", GAME, "--json").data
    assert [(line["order"], line["problems"]) for line in previewed] == [
        ("MOVE beni-1 0402", []), ("MOVE beni-2 0403", []), ("HOLD beni-3", [])
    ]  # fmt: skip
    done = shell("adjudicate", GAME, "--now", "--json")
    assert (done.code, done.data["closed"]) == (0, ["melilla 1.moroccan-movement"])
    assert phase(shell) == "1.spanish-movement"
    assert {s["unit"]: s["at"] for s in shell("show", GAME, "--json").data["units"]}["beni-1"] == "0402"
    assert shell("replay", GAME).code == 0


def test_preview_tells_totals_and_faults_before_any_die(shell: Shell) -> None:
    shell("submit", GAME, "--seat", "moroccan", "-", says="MOVE beni-1 0302\nMOVE beni-2 0303\nHOLD beni-3\n")
    shell("adjudicate", GAME, "--now")
    (whole,) = shell("preview", GAME, "--json").data
    assert (whole["number"], whole["problems"]) == (0, ["must-attack"])
    assert shell("preview", GAME, "--lang", "es").out.splitlines()[1].startswith("✗ moroccan 2 fichas han entrado")
    shell("submit", GAME, "--seat", "moroccan", "-", says="ATTACK cer-1 WITH beni-1 beni-2\n")
    (attack,) = shell("preview", GAME, "--json").data
    assert (attack["notes"]["attack"], attack["notes"]["defence"]) == (6, 2)
    assert "· moroccan 1 ATTACK cer-1 WITH beni-1 beni-2 (" in shell("preview", GAME).out


def test_submit_keeps_the_good_lines_of_a_sheet(shell: Shell) -> None:
    sent = shell("submit", GAME, "--seat", "moroccan", "-", "--json", says=BAD)
    assert (sent.code, [p["line"] for p in sent.data["problems"]]) == (1, [2])
    shown = [(line["order"], line["problems"]) for line in shell("preview", GAME, "--json").data]
    assert shown == [("MOVE beni-1 0402", []), ("MOVE beni-2 0101", ["refused"])]
    assert "2: MOVE beni-2 0101\n" in shell("status", GAME).out
    receipts = [path for path in (shell.home / "spool" / "out").iterdir() if b"MOVE beni-2 0101" in path.read_bytes()]
    assert len(receipts) == 1


def test_a_phase_that_is_not_due_is_the_answer_no(shell: Shell) -> None:
    found = shell("adjudicate", GAME, "--json")
    assert (found.code, found.data["closed"], found.data["faults"]) == (1, [], ["open"])


def test_tick_does_what_is_due_and_says_little_when_quiet(shell: Shell) -> None:
    inbox = shell.home / "spool" / "in"
    inbox.mkdir(parents=True, exist_ok=True)
    (inbox / "1.eml").write_bytes(b"From: nobody@example.org\r\nMessage-ID: <1@example.org>\r\n\r\nHello\r\n")
    found = shell("tick")
    assert (found.code, found.out.splitlines()[0]) == (0, "mails in: 1 refused")
    assert shell("tick", "--quiet").out == ""


def test_extend_pause_and_resume_move_the_deadline(shell: Shell) -> None:
    def deadline() -> datetime:
        return datetime.fromisoformat(shell("status", GAME, "--json").data["games"][0]["deadline"])

    before = deadline()
    assert shell("extend", GAME, "1d 12h").code == 0
    assert deadline() - before == timedelta(days=1, hours=12)
    assert shell("pause", GAME).out == "melilla: the clock stands still.\n"
    assert shell("pause", GAME).code == 1
    assert "paused" in shell("status").out
    assert shell("resume", GAME, "--quiet").out == ""
    assert shell("resume", GAME).code == 1


def test_a_seat_is_given_to_another_player_and_listed(shell: Shell) -> None:
    given = shell("seat", "replace", GAME, "moroccan=eva@example.org,es", "--why", "Omar has no time")
    assert (given.code, given.out) == (0, "melilla: eva@example.org plays moroccan now.\n")
    listed = shell("seat", "list", GAME).out
    assert "moroccan       eva@example.org (es, UTC), has not answered the first mail" in listed
    assert "omar@example.org" not in listed
    assert "The reason: Omar has no time" in shell("history", GAME).out
    wrong = shell("seat", "replace", GAME, "spanish-2=eva@example.org")
    assert (wrong.code, wrong.err) == (2, "pbem: melilla has no seat 'spanish-2'; there are moroccan, spanish.\n")
    assert shell("seat", "replace", GAME, "moroccan=eva@example.org").code == 1
    assert [seat["answered"] for seat in shell("seat", "list", GAME, "--json").data["seats"]] == [False, True]


def test_a_decision_about_the_clock_is_in_the_history_at_once_and_mailed_by_the_next_tick(shell: Shell) -> None:
    out = shell.home / "spool" / "out"
    before = set(out.iterdir())
    assert shell("extend", GAME, "24h", "--why", "Ana travels").code == 0
    assert shell("pause", GAME, "--why", "a holiday").code == 0
    assert set(out.iterdir()) == before
    assert shell("tick").code == 0
    assert len(set(out.iterdir()) - before) == 4
    assert shell("tick").code == 0
    assert len(set(out.iterdir()) - before) == 4
    told = shell("history", GAME).out
    assert "deadline moved" in told
    assert "The reason: Ana travels" in told
    assert "The reason: a holiday" in told
    kinds = [one["kind"] for one in shell("history", GAME, "--json").data]
    assert kinds[-2:] == ["extended", "paused"]
    assert "Ana travels" not in shell("history", str(shell.save)).out  # the save does not hold it


def test_rollback_shows_where_the_game_stands(shell: Shell) -> None:
    shell("submit", GAME, "--seat", "moroccan", "-", says=GOOD)
    shell("adjudicate", GAME, "--now")
    again = shell("rollback", GAME, "1.moroccan-movement", "--same-dice", "--yes", "--why", "a test")
    assert (again.code, again.out) == (0, "melilla stands at 1.spanish-movement. All players are told.\n")
    back = shell("rollback", GAME, "1.moroccan-movement", "--yes", "--json")
    assert (back.code, back.data["done"], back.data["phase"]) == (0, True, "1.moroccan-movement")
    assert "1.moroccan-movement" in back.data["phases"]
    assert shell("replay", GAME).code == 0


def test_a_save_put_back_stops_its_game_until_the_referee_says_what_is_lost(shell: Shell) -> None:
    assert shell("submit", GAME, "--seat", "moroccan", "-", says=GOOD).code == 0
    assert shell("adjudicate", GAME, "--now").code == 0
    subprocess.run(["git", "reset", "-q", "--hard", "HEAD~2"], cwd=shell.home, check=True)
    found = shell("tick")
    assert found.code == 3
    assert "its last record is" in found.out
    assert shell("adjudicate", GAME, "--now").code == 3
    assert shell("doctor").code == 1
    assert shell("rollback", GAME, "1.moroccan-movement").code == 3
    assert shell("rollback", GAME, "1.moroccan-movement", "--lost").code == 2
    assert shell("rollback", GAME, "--lost").code == 2
    assert shell("rollback", GAME, "--lost", "--why", "the disk died").code == 0
    assert shell("tick").code == 0
    assert shell("doctor").code == 0
    assert shell("verify", GAME).code == 0
    assert shell("history", GAME).out.count("the disk died") == 2
    heads = [path for path in (shell.home / "spool" / "out").iterdir() if b"the disk died" in path.read_bytes()]
    assert len(heads) >= 2


def test_a_clock_that_was_ahead_is_accepted_in_the_open(shell: Shell) -> None:
    assert shell("clock", "accept", "--why", "it was ahead").code == 1
    with closing(sqlite3.connect(shell.home / ".pbem" / "pbem.db")) as database, database:
        database.execute("UPDATE outbox SET at = '2099-01-01T00:00:00.000000+00:00' WHERE what = 'report'")
    found = shell("tick")
    assert found.code == 3
    assert "but mails were written at 2099-01-01 00:00" in found.out
    assert shell("doctor").code == 1
    told = shell("clock", "accept", "--why", "it was ahead", "--json")
    assert (told.code, told.data["games"]) == (0, [GAME])
    assert shell("tick").code == 0
    assert shell("doctor").code == 0
    assert shell("verify", GAME).code == 0
    assert "it was ahead" in shell("history", GAME).out


def test_rollback_shows_what_it_takes_back_and_does_nothing_unasked(shell: Shell) -> None:
    shell("submit", GAME, "--seat", "moroccan", "-", says=GOOD)
    shell("adjudicate", GAME, "--now")
    records = len(shell("history", GAME, "--json").data)
    shown = shell("rollback", GAME, "1.moroccan-movement")
    assert shown.code == 1
    assert "melilla: back to before 1.moroccan-movement, with new dice" in shown.out
    assert "  turn 1: moroccan-movement" in shown.out
    assert "  fights: 0" in shown.out
    assert "Mails that no longer count: 2" in shown.out
    assert "Turno 1 · te toca · antes del " in shown.out
    assert shown.out.endswith("Nothing is done yet: add --yes.\n")
    data = shell("rollback", GAME, "1.moroccan-movement", "--json")
    assert (data.code, data.data["done"], {mail["seat"] for mail in data.data["mails"]}) == (
        1,
        False,
        {"moroccan", "spanish"},
    )
    assert len(shell("history", GAME, "--json").data) == records


def test_each_record_is_a_commit(shell: Shell) -> None:
    shell("submit", GAME, "--seat", "moroccan", "-", says=GOOD)
    shell("adjudicate", GAME, "--now")
    assert Git(shell.home, Effects()).uncommitted(shell.save) == ()


def test_a_mailbox_without_games_says_so(tmp_path: Path) -> None:
    make_home(tmp_path / "home", config_text(name="R", address=REFEREE, language="en"), Effects())
    found = Shell(tmp_path / "home")("status")
    assert (found.code, found.out) == (0, "No games here. 'pbem new' makes one.\n")


def test_what_the_referee_should_know_stands_in_the_status_until_it_was_read(shell: Shell) -> None:
    lock = shell.home / ".git" / "index.lock"
    lock.touch()
    os.utime(lock, (lock.stat().st_mtime + 3600,) * 2)  # younger than the run: somebody's git may be at work
    assert shell("adjudicate", GAME, "--now").code == 0
    lock.unlink()
    told = shell("status", GAME)
    (line,) = [line for line in told.out.splitlines() if line.startswith("! ")]
    assert "UTC, melilla: git has not kept the last step yet" in line
    assert told.out.splitlines()[-1] == f"Once you have read them: 'pbem status {GAME} --seen'."
    assert line in shell("status", "--seen").out
    assert "! " not in shell("status").out
    assert shell("status", "--seen").code == 0


def test_tick_says_why_mails_wait(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pbem.referee.tick.send_mails", lambda home, now, result, stopped: vars(result).update(
        kept=13, limit="per-minute"))  # fmt: skip
    said = shell("tick").out
    assert "waiting: 13, for no more may leave at once (per-minute in pbem.toml); the next runs send them" in said
    assert shell("tick", "--json").data["kept"] == 13
