"""What goes wrong is a sentence on standard error and an exit code: 1 no, 2 bad usage or file, 3 could not."""

import errno
import io
import json
import os
import shutil
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path
from threading import Timer

import pytest

from pbem.cli import common
from pbem.referee.letters import status
from pbem.report.svg.base import metrics
from pbem.save.lock import hold_lock
from tests.cli.making import GOOD, Ran, Shell, ran
from tests.mutants.forgetting import forget
from tests.referee.making import GAME

SIDES = ("--player", "spanish=a@example.org", "--player", "moroccan=b@example.org")

WRONG = [
    # words, exit code, what the sentence says
    ("status melila", 2, "There is no game 'melila' here. Did you mean melilla?"),
    ("status annual", 2, "There is no game 'annual' here; there are melilla."),
    ("replay nowhere", 2, "There is no game 'nowhere' here; there are melilla."),
    ("check melilla --seat spanis FILE", 2, "melilla has no seat 'spanis'; there are moroccan, spanish."),
    ("submit melilla --seat spanis FILE", 2, "melilla has no seat 'spanis'; there are moroccan, spanish."),
    ("check melilla --seat spanish LATIN", 2, "byte 3 is not UTF-8. Save the file as UTF-8 text."),
    ("check melilla --seat spanish LONG", 2, "is larger than a sheet of orders can be (1000000 bytes)."),
    ("show melilla --side spannish", 2, "melilla has no side 'spannish'; there are moroccan, spanish."),
    ("map melilla -o m.gif", 2, "A map is drawn as .svg or .png, not .gif."),
    ("map melilla -o m", 2, "A map is drawn as .svg or .png, not without ending."),
    ("map melilla -o m.svg --turn 9", 2, "melilla has played no turn 9; the last is 1."),
    ("map melilla -o nowhere/m.svg", 3, "No such file or directory (nowhere/m.svg). The save is as it was."),
    ("report melilla 9 --seat spanish", 2, "melilla has played no turn 9; the last is 1."),
    ("report melilla --seat french", 2, "melilla has no seat 'french'; there are moroccan, spanish."),
    ("extend melilla 24", 2, "'24' is not a length of time: write for example 72h, 30m, 2d or 1d 12h."),
    ("resume melilla", 1, "melilla is not paused."),
    ("start melilla --without-nonce spanish", 1, "melilla has started already."),
    ("start melilla --without-nonce french", 2, "melilla has no seat 'french'; there are moroccan, spanish."),
    ("rollback melilla 9.weather", 2, "melilla has not played '9.weather'"),
    ("case run FILE", 2, ""),
    ("case new chess", 2, "There is no rule set 'chess'; there are africa1860, legion"),
    ("case from melilla 99", 2, "Record 99 of melilla is no phase"),
    ("schema poem", 2, "There is no schema 'poem'; there are case,"),
    ("schema orders chess", 2, "There is no rule set 'chess'; there are africa1860, legion"),
    ("new chess x SIDES", 2, "There is no rule set 'chess'; there are africa1860, legion"),
    ("new legion X SIDES", 2, "'X' is no name for a game: small letters, digits and single dashes, at most 40."),
    ("new legion melilla SIDES", 1, "There is a game melilla already."),
    ("new legion x --player spanish=a@example.org", 2, "Nobody plays moroccan: name a player with"),
    ("new legion x --player french=a@example.org", 2, "the seat 'french' is none of moroccan, spanish"),
    ("new legion x --player spanish", 2, "write SEAT=ADDRESS,LANGUAGE,ZONE, for example"),
    ("new legion x --player spanish=ana", 2, "'ana' is not a mail address."),
    ("new legion x --player spanish=a@b.c,fr", 2, "the language is es or en, not 'fr'."),
    ("new legion x --player spanish=a@b.c,es,Madrid", 2, "There is no time zone 'Madrid'. Did you mean Europe/Madrid?"),
    ("new legion x SIDES --player spanish=c@b.c", 2, "The seat spanish is given to two players"),
    ("new legion x SIDES --option hills=no", 2, "legion has no option 'hills'; there are attacks-per-target,"),
    ("new legion x SIDES --option panic=no", 2, "The option panic is optional or compulsory, not 'no'."),
    ("new legion x SIDES --option panic", 2, "--option 'panic': write NAME=VALUE."),
    (
        "new legion x SIDES --set sector-column.spanish=east",
        2,
        "The setting sector-column.spanish cannot be 'east'",
    ),
    ("new legion x SIDES --scenario annual", 2, "legion has no scenario 'annual'; there are melilla-1921."),
    ("new legion x SIDES --deadline soon", 2, "'soon' is not a length of time"),
    (
        "new legion x --player spanish=A@b.c --player moroccan=Referee+a@pbem.example.org",
        2,
        "the referee's own address",
    ),
    ("seat replace melilla spanish=referee@pbem.example.org", 2, "the referee's own address"),
    ("seat invite melilla spanish=referee@pbem.example.org", 2, "the referee's own address"),
    ("seat observe melilla pepe", 2, "'pepe' is not a mail address."),
    ("seat observe melilla referee+x@pbem.example.org", 2, "the referee's own address"),
    ("demo --dir HOME", 1, "is not empty: name another folder with --dir, or remove it."),
    ("demo --dir NEW --ruleset chess", 2, "There is no rule set 'chess'; there are africa1860, legion"),
    ("backup FILE", 3, "is there already. Name another file."),
]


@pytest.mark.parametrize(("words", "code", "says"), WRONG, ids=[words for words, _, _ in WRONG])
def test_a_fault_is_a_sentence(
    shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: str, code: int, says: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "latin.txt").write_bytes(b"# a\xf1o\n")
    names = {
        "FILE": [shell.file("orders.txt", GOOD)],
        "LATIN": ["latin.txt"],
        "LONG": [shell.file("long.txt", "# " + "long " * 250_000)],
        "HOME": [str(shell.home)],
        "NEW": [str(tmp_path / "new")],
        "SIDES": SIDES,
    }
    found = shell(*(word for said in words.split() for word in names.get(said, [said])))
    assert found.code == code
    assert says in found.out + found.err
    if words.startswith("case run"):  # several files: each has its line in the answer
        assert found.out.startswith("invalid  ")
    else:
        assert_one_sentence(found)
    assert not (tmp_path / "new").exists()


def assert_one_sentence(found: Ran) -> None:
    assert found.out == ""
    assert found.err.startswith("pbem: ")
    assert found.err.count("\n") == 1
    assert found.err.rstrip().endswith((".", "?"))


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("check melilla --seat spanish nowhere.txt", "'nowhere.txt' does not exist"),
        ("check melilla /dev/null", "Missing option '--seat'"),
        ("report melilla soon --seat spanish", "'soon' is not a valid integer"),
        ("status --jsonn", "No such option '--jsonn'"),
        ("show melilla --lang fr", "'fr' is not one of 'en', 'es'"),
    ],
)
def test_bad_usage_shows_the_usage(shell: Shell, words: str, says: str) -> None:
    found = shell(*words.split())
    assert (found.code, found.out) == (2, "")
    assert found.err.startswith("Usage: pbem ")
    assert says in found.err


# The mailbox ---------------------------------------------------------------------------------------------------------


def test_a_folder_that_is_no_mailbox(tmp_path: Path) -> None:
    found = Shell(tmp_path)("status")
    assert found.code == 2
    assert f"There is no pbem.toml in {tmp_path}." in found.err
    assert_one_sentence(found)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[referee\n", "cannot be read: "),
        ("[referees]\n", "[referees] is not a table of pbem.toml; there are referee, mail, imap, smtp, clock, trust."),
        ("[clock]\ndeadlin = '3d'\n", "clock.deadlin is not a setting; there are deadline, settle, grace."),
        ("[clock]\ndeadline = 3\n", "clock.deadline is a text in quotation marks, not 3."),
        ("[clock]\ndeadline = 'soon'\n", "clock.deadline: 'soon' is not a length of time"),
        ("[referee]\naddress = 'me'\n", "referee.address is a mail address, not 'me'."),
        ("[referee]\nlanguage = 'fr'\n", "referee.language is es or en, not 'fr'."),
        ("[mail]\ntransport = 'pigeon'\n", "mail.transport is maildir or imap, not 'pigeon'."),
        ("[mail]\naddress-alone = 'yes'\n", "mail.address-alone is true or false, not 'yes'."),
    ],
)
def test_bad_settings_are_named(shell: Shell, text: str, says: str) -> None:
    (shell.home / "pbem.toml").write_text(text)
    found = shell("tick")
    assert found.code == 2
    assert f"{shell.home / 'pbem.toml'}" in found.err
    assert says in found.err
    assert_one_sentence(found)


def test_a_folder_in_use_is_left_alone(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PBEM_WAIT", "0")
    with hold_lock(shell.home / ".pbem" / "lock", "pbem watch", "today"):
        for words in (["tick"], ["submit", GAME, "--seat", "moroccan", "-"], ["adjudicate", GAME, "--now"]):
            found = shell(*words, says=GOOD)
            assert found.code == 3
            assert "is in use by pbem watch (process " in found.err
            assert_one_sentence(found)
    assert shell("tick").code == 0


def test_a_folder_in_use_is_waited_for(shell: Shell) -> None:
    with ExitStack() as held:
        held.enter_context(hold_lock(shell.home / ".pbem" / "lock", "pbem watch", "today"))
        soon = Timer(0.5, held.close)
        soon.start()
        assert shell("extend", GAME, "1h").code == 0
        soon.join()


def test_secrets_that_are_lost_are_told(shell: Shell) -> None:
    shutil.rmtree(shell.home / ".pbem")
    (shell.home / ".pbem").mkdir()
    found = shell("status", GAME)
    assert found.code in (2, 3)
    assert "restore .pbem/ from a backup" in found.err
    assert_one_sentence(found)


@pytest.mark.parametrize("name", ["game.json", "scenario.json", "turns/0003-01-weather.json"])
def test_a_broken_save_names_file_and_place(shell: Shell, name: str) -> None:
    (shell.save / name).write_text('{"format": 1,\n')
    found = shell("status", GAME)
    assert found.code == 3
    assert name in found.err
    assert "line 2" in found.err
    assert_one_sentence(found)


# The archive ---------------------------------------------------------------------------------------------------------


def tampered(shell: Shell, name: str, old: str, new: str) -> Ran:
    """What replay says after a change in a record."""
    path = shell.save / "turns" / name
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))
    return shell("replay", GAME)


def test_a_changed_roll_is_found_out(shell: Shell) -> None:
    face = next(r for r in record(shell, 3)["rolls"] if r["label"] == "weather")["faces"][0]
    other = 5 if face != 5 else 4
    found = tampered(shell, "0003-01-weather.json", f'"faces":[{face}]', f'"faces":[{other}]')
    assert found.code == 1
    assert found.out.startswith("melilla: record 3 differs first in its roll (1).\n")
    assert f"[{other}]" in found.out


def test_a_changed_order_is_found_out(shell: Shell) -> None:
    found = tampered(shell, "0001-01-spanish-setup.json", "DEPLOY cer-1 0202", "DEPLOY cer-1 0302")
    assert found.code == 1
    assert found.out.startswith("melilla: record 1 differs first in its order (hash of spanish).\n")


def test_a_changed_link_between_records_is_found_out(shell: Shell) -> None:
    previous = record(shell, 2)["previous"]
    found = tampered(shell, "0002-01-moroccan-setup.json", previous, "0" * 64)
    assert found.code == 1
    assert found.out.startswith("melilla: record 2 differs first in its hash (previous).\n")
    data = shell("replay", GAME, "--json").data
    assert (data["records"], data["difference"]["recorded"]) == (2, "0" * 64)


def record(shell: Shell, n: int) -> dict[str, object]:
    """A record as it stands in its file."""
    (path,) = (shell.save / "turns").glob(f"{n:04d}-*.json")
    data: dict[str, object] = json.loads(path.read_text())
    return data


# pbem itself ---------------------------------------------------------------------------------------------------------


def broken(*_: object) -> object:
    raise RuntimeError("out of cheese")


def test_a_fault_of_ours_is_called_one(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(status, "every_status", broken)
    found = shell("status")
    assert found.code == 3
    assert "this is a fault of pbem itself (RuntimeError: out of cheese)" in found.err
    assert_one_sentence(found)
    with pytest.raises(RuntimeError, match="out of cheese"):
        ran("--debug", "--home", str(shell.home), "status")


def test_a_full_disk_is_told(shell: Shell, tmp_path: Path) -> None:
    (tmp_path / "map.svg").symlink_to("/dev/full")
    found = shell("map", GAME, "-o", str(tmp_path / "map.svg"))
    assert found.code == 3
    assert "The disk is full" in found.err
    assert_one_sentence(found)


def test_a_picture_for_which_the_disk_has_no_room_leaves_no_file(
    shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(path: Path, _: bytes) -> None:
        path.touch()
        raise OSError(errno.ENOSPC, "No space left on device", str(path))

    monkeypatch.setattr(Path, "write_bytes", full)
    found = shell("map", GAME, "-o", str(tmp_path / "map.svg"))
    assert (found.code, "The disk is full" in found.err) == (3, True)
    assert not (tmp_path / "map.svg").exists()


def test_a_font_that_is_gone_is_told(shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(metrics, "FOLDER", tmp_path)
    forget("pbem.report")
    found = shell("map", GAME, "-o", str(tmp_path / "map.svg"))
    assert found.code == 2
    assert f"The map of {GAME} cannot be drawn: the map needs the font file " in found.err
    assert not (tmp_path / "map.svg").exists()
    assert_one_sentence(found)


def test_what_may_not_be_read_is_told(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object) -> object:
        raise PermissionError(13, "Permission denied", str(shell.home))

    monkeypatch.setattr(status, "every_status", refused)
    found = shell("status")
    assert found.code == 3
    assert f"Writing or reading is not allowed here ({shell.home}). Check who owns the folder." in found.err


def test_stopping_by_hand_is_no_traceback(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(*_: object) -> object:
        raise KeyboardInterrupt

    monkeypatch.setattr(status, "every_status", stopped)
    found = shell("status")
    assert (found.code, found.err.strip()) == (3, "Stopped.")


def test_a_reader_that_goes_away_is_no_traceback() -> None:
    program = [sys.executable, "-c", "from pbem.cli import main; main()", "schema", "orders"]
    with subprocess.Popen(program, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""


def test_completion_offers_commands_and_games(mailbox: Shell) -> None:
    def offered(words: str, count: int) -> list[str]:
        wanted = {"_PBEM_COMPLETE": "bash_complete", "COMP_WORDS": words, "COMP_CWORD": str(count)}
        environment = {**os.environ, **wanted, "PBEM_HOME": str(mailbox.home)}
        program = [sys.executable, "-c", "from pbem.cli import main; main()"]
        said = subprocess.run(program, env=environment, capture_output=True, text=True, check=True).stdout
        return [line.partition(",")[2] for line in said.splitlines()]

    assert offered("pbem re", 1) == ["replay", "report", "resume"]
    assert offered("pbem status m", 2) == offered("pbem replay m", 2) == ["melilla"]
    assert offered("pbem replay a", 2) == [""]
    assert offered("pbem check melilla --seat s", 4) == ["spanish"]
    assert offered("pbem show melilla --s", 3) == ["--seat", "--side"]


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("stream", "hidden", "shown"), [(Terminal, False, True), (Terminal, True, False), (io.StringIO, False, False)]
)
def test_progress_is_for_terminals(
    stream: type[io.StringIO], hidden: bool, shown: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stderr", stream())
    with common.progress("replay", 4, hidden=hidden) as reached:
        reached(2)
        reached(4)
    assert ("replay" in sys.stderr.getvalue()) == shown  # type: ignore[attr-defined]
    assert ("100%" in sys.stderr.getvalue()) == shown  # type: ignore[attr-defined]


def test_only_the_command_line_has_a_clock() -> None:
    assert common.now().utcoffset() is not None
