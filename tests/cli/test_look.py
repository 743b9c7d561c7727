"""Commands that only look: status, show, map, report, preview, check, mail read. None changes a byte of the mailbox."""

import hashlib
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.save.lock import hold_lock
from tests.cli.making import BAD, GOOD, Shell, ran
from tests.referee.making import GAME, lines_understood


@pytest.fixture(autouse=True)
def _nothing_is_changed(mailbox: Shell) -> Iterator[None]:
    before = fingerprint(mailbox.home)
    yield
    assert fingerprint(mailbox.home) == before


def fingerprint(home: Path) -> dict[str, str]:
    """The files of a mailbox folder with their hashes; notes of who reads or writes just now are no part of it."""
    notes = ("lock", "pbem.db-shm", "pbem.db-wal")
    files = (path for path in sorted(home.rglob("*")) if path.is_file() and path.name not in notes)
    return {str(path.relative_to(home)): hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


def test_status_says_who_is_awaited_and_until_when(mailbox: Shell) -> None:
    found = mailbox("status")
    assert (found.code, found.err) == (0, "")
    first, stage, moroccan, spanish = found.out.splitlines()
    assert stage == "  stage: running"
    assert first.startswith("melilla: turn 1, Moroccan movement (open), due 20")
    assert moroccan.split() == ["moroccan", "awaited"]
    assert spanish.split() == ["spanish", "not", "asked", "now"]
    assert mailbox("status", GAME).out == found.out


def test_status_for_scripts(mailbox: Shell) -> None:
    data = mailbox("status", "--json").data
    (game,) = data["games"]
    assert (game["game"], game["turn"], game["phase"], game["winner"]) == (GAME, 1, "moroccan-movement", None)
    assert game["seats"] == {"moroccan": "awaited", "spanish": "not asked now"}
    assert data["notices"] == []


def test_looking_needs_no_lock(mailbox: Shell) -> None:
    with hold_lock(mailbox.home / ".pbem" / "lock", "pbem watch", "today"):
        assert mailbox("status").code == 0
        assert mailbox("check", GAME, "--seat", "moroccan", "-", says=GOOD).code == 0


@pytest.mark.parametrize(("name", "start"), [("map.svg", b"<svg"), ("map.png", b"\x89PNG"), ("MAP.PNG", b"\x89PNG")])
def test_map_draws_what_the_ending_says(mailbox: Shell, tmp_path: Path, name: str, start: bytes) -> None:
    found = mailbox("map", GAME, "-o", str(tmp_path / name), "--turn", "1", "--lang", "es")
    assert (found.code, found.out) == (0, f"{tmp_path / name} is drawn.\n")
    assert (tmp_path / name).read_bytes().startswith(start)
    assert mailbox("map", GAME, "-o", str(tmp_path / name), "--action", "--quiet").out == ""


def test_map_of_a_part(mailbox: Shell, tmp_path: Path) -> None:
    """What is named is found as in an order; a place that is none is told with the nearest ones."""
    file = tmp_path / "part.svg"
    assert mailbox("map", GAME, "--around", "0402", "-o", str(file)).code == 0
    assert file.read_bytes().startswith(b"<svg")
    missed = mailbox("map", GAME, "--around", "040Z", "-o", str(file))
    assert (missed.code, missed.err) == (2, "pbem: The map of melilla has no place '040Z'. Did you mean 0402?\n")
    both = mailbox("map", GAME, "--around", "0402", "--action", "-o", str(file))
    assert both.code == 2
    assert "--action and --around" in both.err


@pytest.mark.parametrize(("paper", "size"), [("A4", (210, 297)), ("a3", (297, 420))])
def test_a_map_to_print(mailbox: Shell, tmp_path: Path, paper: str, size: tuple[int, int]) -> None:
    """Pages of the paper's size, in points; the same bytes each time; other pages without counters."""
    file = tmp_path / "table.pdf"
    drawn = []
    for more in ((), (), ("--empty",)):
        assert mailbox("map", GAME, "--print", paper, *more, "-o", str(file)).code == 0
        drawn.append(file.read_bytes())
    assert drawn[0] == drawn[1] != drawn[2]
    for pdf in drawn:
        boxes = re.findall(rb"/MediaBox\[0 0 ([0-9.]+) ([0-9.]+)\]", pdf)
        assert boxes
        for box in boxes:
            assert [round(float(each) * 25.4 / 72) for each in box] == list(size)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--print", "A4", "-o", "map.png"), "--print makes a .pdf"),
        (("-o", "map.pdf"), "--print A3 or --print A4"),
        (("--print", "A4", "--turn", "1", "-o", "map.pdf"), "leave --turn, --action, --around and --supply out"),
        (("--empty", "-o", "map.png"), "--empty goes with --print"),
    ],
)
def test_what_is_not_printed_is_told(mailbox: Shell, words: tuple[str, ...], said: str) -> None:
    found = mailbox("map", GAME, *words)
    assert found.code == 2
    assert said in found.err


def test_map_as_a_seat_sees_it(mailbox: Shell, tmp_path: Path) -> None:
    """In this game both see all; who has no seat is told which there are."""
    drawn = []
    for seat in ("moroccan", "spanish"):
        assert mailbox("map", GAME, "-o", str(tmp_path / "map.svg"), "--seat", seat).code == 0
        drawn.append((tmp_path / "map.svg").read_bytes())
    assert drawn[0] == drawn[1]
    found = mailbox("map", GAME, "-o", str(tmp_path / "none.svg"), "--seat", "nobody")
    assert (found.code, found.err) == (2, "pbem: melilla has no seat 'nobody'; there are moroccan, spanish.\n")
    assert not (tmp_path / "none.svg").exists()


def test_report_tells_a_seat_in_its_language(mailbox: Shell) -> None:
    assert mailbox("report", GAME, "--seat", "spanish").out.startswith("La Legión · partida melilla · turno 1 de 13")
    assert mailbox("report", GAME, "1", "--seat", "moroccan").out.startswith("La Legión · game melilla · turn 1 of 13")
    page = mailbox("report", GAME, "--seat", "moroccan", "--html").out
    assert page.startswith("<!DOCTYPE html>")
    assert "cid:" not in page


def test_preview_shows_the_present_phase(mailbox: Shell) -> None:
    assert mailbox("preview", GAME).out == "melilla: turn 1, moroccan-movement\n"
    assert mailbox("preview", GAME, "--json").data == []


def test_check_judges_each_line(mailbox: Shell) -> None:
    good = mailbox("check", GAME, "--seat", "moroccan", mailbox.file("good.txt", GOOD))
    assert (good.code, good.err) == (0, "")
    assert lines_understood(good.out)[-1] == ("✓", 3, "HOLD beni-3")
    bad = mailbox("check", GAME, "--seat", "moroccan", mailbox.file("bad.txt", BAD), "--json")
    assert bad.code == 1
    assert [line["verdict"] for line in bad.data["lines"]] == ["taken", "refused"]
    assert [(p["line"], p["code"]) for p in bad.data["problems"]] == [(2, "impassable")]


def test_check_reads_json_and_standard_input(mailbox: Shell) -> None:
    sheet = '{"format": 1, "sections": [{"orders": [{"type": "move", "unit": "beni-1", "path": ["0402"]}]}]}'
    found = mailbox("check", GAME, "--seat", "moroccan", "-", "--json", says=sheet)
    assert (found.code, found.data["lines"][0]["order"]) == (0, "MOVE beni-1 0402")


def test_check_is_told_what_to_judge(mailbox: Shell) -> None:
    """It does not wait for a file at the terminal; and a sheet in JSON has no room for what is supposed beside it."""
    found = mailbox("check", GAME, "--seat", "moroccan")
    assert found.code == 2
    assert "Name a file of orders" in found.err
    beside = ("check", GAME, "--seat", "moroccan", "-", "--suppose", "beni-1 ENTERS 0402")
    assert mailbox(*beside, says='{"format": 1, "sections": []}').code == 2


def test_quiet_says_nothing_of_a_good_sheet(mailbox: Shell) -> None:
    assert mailbox("check", GAME, "--seat", "moroccan", "-", "--quiet", says=GOOD).out == ""
    assert mailbox("check", GAME, "--seat", "moroccan", "-", "--quiet", says=BAD).out != ""


def test_mail_read_prints_the_orders_in_a_raw_mail(tmp_path: Path) -> None:
    mail = tmp_path / "reply.eml"
    mail.write_bytes(
        b"From: omar@example.org\r\nTo: referee@example.org\r\nSubject: Re: orders\r\nMessage-ID: <1@example.org>\r\n"
        b"\r\nHello referee,\r\nMOVE beni-1 0402\r\n> MOVE beni-2 0403\r\n-- \r\nOmar\r\n"
    )
    assert ran("mail", "read", str(mail)).out == "MOVE beni-1 0402\n"
    data = ran("mail", "read", "--json", str(mail)).data
    assert data["lines"] == ["MOVE beni-1 0402"]


def test_what_the_rules_know_nothing_of_is_said(mailbox: Shell) -> None:
    for words, what in ((("los", GAME, "0402", "0403"), "no line of sight"), (("fire", GAME, "beni-1"), "no arcs")):
        found = mailbox(*words)
        assert (found.code, found.out) == (2, "")
        assert f"The rules of melilla know {what}" in found.err


@pytest.mark.parametrize("home", [".", "home"])
def test_history_has_times_wherever_one_stands(mailbox: Shell, monkeypatch: pytest.MonkeyPatch, home: str) -> None:
    monkeypatch.chdir(mailbox.home if home == "." else mailbox.home.parent)
    said = ran("--home", home, "history", GAME).out
    assert re.fullmatch(r"1\. turn 1, \w+ set-up · \w+ \d+ \w+, \d\d:\d\d \(UTC\) · [a-z ]+", said.splitlines()[0])
