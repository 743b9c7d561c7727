"""What a mail says: counts, words, hashes, lists of dice, whose receipt it is; and how mails are read from files."""

import mailbox
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from pbem.errors import BadInput
from pbem.language.messages import translations
from pbem.report.letters import FINGERPRINTS, OWN_WORDS
from pbem.save.words import hash_words
from pbem.verify import mail_facts
from pbem.verify.mail_facts import Moment, Witness, read_mails, read_witness, written

WHEN = datetime(2026, 1, 1, tzinfo=UTC)
ONE, TWO = "a1" * 32, "b2" * 32
WORDS = {language: translations(language).gettext(OWN_WORDS) % {"n": 7} for language in ("en", "es")}


def mail(*lines: str, answers: bool = False) -> Witness:
    """A mail of some lines."""
    return Witness("a.eml", "melilla", WHEN, " ".join(" ".join(lines).split()), lines, answers)


# What it says ---------------------------------------------------------------------------------------------------------


def test_the_counts_of_a_mail_are_the_last_that_it_tells_and_put_it_behind_all_that_have_none() -> None:
    told = mail("(spanish, 1.movement…) 3-12-1", "(lock, 2.combat…) 4-7-2")
    assert told.moment == Moment(4, 7, 2)
    assert mail("(spanish, 1.movement…)").moment is None
    assert written(told)[:2] == (4, 7)
    assert written(mail()) == (0, 0, WHEN)
    later = replace(told, date=WHEN.replace(year=2030))
    assert written(later) == written(told), "no clock counts then"


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("mark", ["", "! ", "  "])
def test_the_words_of_a_seat_stand_in_the_line_below(language: str, mark: str) -> None:
    said = WORDS[language]
    assert mail("Hello,", f"{mark}{said}", "fog  in Annual", "HOLD").own_words == (7, "fog in Annual")
    assert mail(f"{said} 8", "fog").own_words is None
    assert mail(said).own_words is None
    last = said.replace("7", "12")
    assert mail(said, "fog", last, "sand").own_words == (12, "sand")


def test_hashes_count_with_their_words_each_once_and_not_those_of_sheets() -> None:
    both = f"{ONE} {hash_words(ONE)} {TWO} {hash_words(TWO)}"
    assert mail(both, both).hashes == [ONE, TWO]
    assert mail(ONE, TWO, hash_words(TWO)).hashes == [TWO]
    assert mail(f"{ONE}0 {hash_words(ONE)}").hashes == []
    assert mail(both, answers=True).hashes == []
    assert mail(both, f"(spanish, 1.movement): {ONE}").hashes == [], "a lock mail tells those of sheets"


def test_order_sheets_are_told_by_seat_and_phase() -> None:
    told = mail(f"Movement (spanish, 1.movement): {ONE}", f"(moroccan-2, 12.combat) {TWO}", f"(spanish): {ONE}")
    assert told.sheets == [("spanish", "1.movement", ONE), ("moroccan-2", "12.combat", TWO)]


@pytest.mark.parametrize("title", ["Dice of this phase:", translations("es").gettext("Dice of this phase:")])
def test_the_dice_of_each_phase_are_listed_to_the_next_empty_line(title: str) -> None:
    told = mail("  none: 1", title, "  attack: 3", "  weather:", "4 2", "    6", "", "  no: 2", title, "one", "  a: b")
    assert told.rolls == [["attack: 3", "weather: 4 2 6"], ["a: b"]]
    assert mail("Dice:", "  attack: 3").rolls == []


@pytest.mark.parametrize(
    ("lines", "of"),
    [
        (["(spanish, 2.combat…) 1-1-0", "(moroccan, 3.movement…)"], ("moroccan", 3, "movement")),
        ([f"(spanish, 2.combat): {ONE}", "(moroccan, 3.movement…)"], ("moroccan", 3, "movement")),
        (["(moroccan, 4)", f"(spanish, 2.combat): {ONE}", f"(spanish, 3.combat): {ONE}"], ("spanish", 2, "")),
        (["(moroccan, 4)", "(spanish, 5)"], ("moroccan", 4, "")),
        (["Hello"], None),
    ],
)
def test_whose_receipt_it_is_and_from_when_on_it_tells_all(lines: list[str], of: tuple[str, int, str] | None) -> None:
    assert mail(*lines, answers=True).receipt_of == of
    assert mail(*lines).receipt_of is None, "another mail is no receipt"


# How it is read -------------------------------------------------------------------------------------------------------

HEAD = b"List-Id: <melilla.pbem.example.org>\r\nX-Loop: pbem.example.org\r\nMIME-Version: 1.0\r\n"
TEXT = HEAD + b"Content-Type: text/plain; charset=utf-8\r\n\r\nFirst  line\r\nsecond\r\n"


def test_a_mail_is_its_text_on_one_line_and_in_lines() -> None:
    found = read_witness("a.eml", TEXT)
    assert (found.name, found.game, found.text, found.lines[:2]) == (
        "a.eml", "melilla", "First line second", ("First  line", "second")
    )  # fmt: skip
    assert (found.answers, found.file, found.sheet) == (False, "", None)


@pytest.mark.parametrize(
    ("name", "value", "answers"),
    [
        ("Auto-Submitted", "auto-replied", True),
        ("Auto-Submitted", "Auto-Replied; x=y", True),
        ("Auto-Submitted", "auto-generated", False),
        ("Subject", "auto-replied", False),
    ],
)
def test_a_receipt_is_an_answer_of_a_program(name: str, value: str, answers: bool) -> None:
    assert read_witness("a.eml", f"{name}: {value}\r\n".encode() + TEXT).answers is answers


def test_fingerprints_are_part_of_the_text_and_make_a_receipt() -> None:
    parts = [
        b"Content-Type: text/plain\r\n\r\nHello\r\n",
        f'Content-Type: text/plain\r\nContent-Disposition: attachment; filename="{FINGERPRINTS}"\r\n\r\n'.encode()
        + f"(spanish, 2): {ONE}\r\n".encode(),
    ]
    body = b"".join(b"--x\r\n" + part for part in parts) + b"--x--\r\n"
    found = read_witness("a.eml", HEAD + b"Content-Type: multipart/mixed; boundary=x\r\n\r\n" + body)
    assert (found.answers, found.text) == (True, f"Hello (spanish, 2): {ONE}")
    assert found.receipt_of == ("spanish", 2, "")


@pytest.mark.parametrize(
    "other",
    [
        b"Content-Type: text/html\r\n\r\n<p>page</p>",
        b"Content-Type: text/plain\r\nContent-Disposition: attachment\r\n\r\nnotes",
        b'Content-Type: text/plain; name="notes.txt"\r\n\r\nnotes',
    ],
)
def test_the_text_of_a_mail_is_neither_a_page_nor_attached_nor_a_file(other: bytes) -> None:
    body = b"".join(b"--x\r\n" + part + b"\r\n" for part in (other, b"Content-Type: text/plain\r\n\r\nHello"))
    found = read_witness("a.eml", HEAD + b"Content-Type: multipart/mixed; boundary=x\r\n\r\n" + body + b"--x--\r\n")
    assert found.text == "Hello"


@pytest.mark.parametrize("ending", ["; format=flowed", "; format=flowed; delsp=yes", ""])
def test_soft_breaks_of_a_flowed_text_are_joined(ending: str) -> None:
    text = f"Content-Type: text/plain{ending}\r\n\r\na soft \r\nbreak\r\n".encode()
    lines = read_witness("a.eml", HEAD + text).lines
    expected = {"": ("a soft", "break"), "; format=flowed": ("a soft break",)}.get(ending, ("a softbreak",))
    assert lines[: len(expected)] == expected


@pytest.mark.parametrize(
    ("listed", "loop"),
    [("<melilla.other.example.org>", "pbem.example.org"), ("<melilla.>", ""), ("<melilla.pbem.example.org>", "")],
)
def test_a_mail_is_ours_where_its_list_is_of_its_host(listed: str, loop: str) -> None:
    raw = TEXT.replace(b"<melilla.pbem.example.org>", listed.encode())
    raw = raw.replace(b"X-Loop: pbem.example.org", f"X-Loop: {loop}".encode())
    with pytest.raises(BadInput, match=r"^a\.eml is no mail of a game"):
        read_witness("a.eml", raw)


@pytest.mark.parametrize(("zone", "hour"), [("-0000", 14), ("+0200", 12)])
def test_a_date_without_a_zone_is_in_utc(zone: str, hour: int) -> None:
    found = read_witness("a.eml", f"Date: Mon, 02 Nov 2026 14:00:00 {zone}\r\n".encode() + TEXT)
    assert found.date == datetime(2026, 11, 2, hour, tzinfo=UTC)


@pytest.mark.parametrize("date", ["", "Date: nonsense\r\n", "Date: Mon, 99 Nov 2026 14:00:00 +0000\r\n"])
def test_a_mail_without_a_date_comes_before_all_others(date: str) -> None:
    assert read_witness("a.eml", date.encode() + TEXT).date < datetime(2000, 1, 1, tzinfo=UTC)


def test_of_a_mail_that_is_too_large_one_byte_more_than_the_limit_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So that whoever reads it sees that it is."""
    limit = 300
    monkeypatch.setattr(mail_facts, "LIMIT", limit)
    path, box = tmp_path / "a.eml", mailbox.mbox(tmp_path / "box")
    path.write_bytes(TEXT + b"x" * 400)
    for more in (400, 10):
        box.add(TEXT + b"x" * more)
    box.close()
    assert [(name, len(data)) for name, data in read_mails(path)] == [("a.eml", limit + 1)]
    named = [(name, len(data)) for name, data in read_mails(tmp_path / "box")]
    assert [name for name, _ in named] == ["box#1", "box#2"]
    assert named[0][1] == limit + 1
    assert named[1][1] < limit


def test_mails_are_those_of_a_maildir_and_of_files_that_say_so(tmp_path: Path) -> None:
    for name in ("b.eml", "new/1", "cur/2:2,S", "tmp/3", "notes.txt", "new/folder/4", "more.eml/5"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(TEXT)
    assert [name for name, _ in read_mails(tmp_path)] == ["b.eml", "2:2,S", "1"]


def test_what_cannot_be_read_is_told_with_why(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"nowhere cannot be read: No such file or directory\."):
        list(read_mails(tmp_path / "nowhere"))
