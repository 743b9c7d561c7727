"""Mails as witnesses: a report proves its dice alone; beside a save, mails prove that nothing was changed since."""

import json
import mailbox
import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import SMTP, default
from pathlib import Path
from typing import Any

import pytest

from pbem.errors import BadInput
from pbem.save.words import hash_words
from pbem.verify.mail_facts import Witness, read_mails, read_witness
from pbem.verify.verify import verify
from tests.referee.making import HOUR, LENGTH, Room
from tests.verify.rooms import code, kept, verified, warned

Change = Callable[[str], str]


@pytest.fixture
def report(fought: Room) -> Path:
    """The report that tells the Moroccans of the combat."""
    return next(path for path in kept(fought, "moroccan", "report") if b"attack beni-1" in path.read_bytes())


def leaf(mail: EmailMessage, what: str) -> EmailMessage:
    """The text part of a mail, or its proof."""
    for part in mail.walk():
        name = part.get_filename() or ""
        if (what == "proof" and name.startswith("dice-")) or (
            what == "text" and part.get_content_type() == "text/plain"
        ):
            assert isinstance(part, EmailMessage)
            return part
    raise AssertionError(what)


def edited(path: Path, text: Change = str, proof: Change = str) -> Path:
    """A mail with other words in its text, other values in its proof; in each something must change if asked for."""
    mail = message_from_bytes(path.read_bytes(), policy=default)
    assert isinstance(mail, EmailMessage)
    for what, change in (("text", text), ("proof", proof)):
        if change is str:
            continue
        part = leaf(mail, what)
        data = part.get_payload(decode=True)
        assert isinstance(data, bytes)
        new = change(data.decode())
        assert new != data.decode()
        del part["Content-Transfer-Encoding"]
        part.set_payload(new.encode(), None)
        part["Content-Transfer-Encoding"] = "8bit"
        part.set_payload(new.encode().decode("utf-8", "surrogateescape").encode("ascii", "backslashreplace"))
    target = path.with_name(f"edited-{path.name}")
    target.write_bytes(mail.as_bytes(policy=SMTP))
    return target


def test_a_report_alone_proves_its_dice(report: Path) -> None:
    found = verify(report)
    assert found.fault is None, found.fault
    assert [each.code for each in found.warnings] == ["warn-test-dice", "warn-head-alone", "warn-alone"]
    assert (found.rolls, found.mails) == (4, 1)


def test_with_the_first_mail_the_head_is_proved_too(report: Path, fought: Room) -> None:
    found = verify(report, kept(fought, "moroccan", "welcome"))
    assert found.fault is None
    assert "warn-head-alone" not in [each.code for each in found.warnings]


def test_all_reports_of_both_players_go_together(fought: Room) -> None:
    first, *others = kept(fought, what="report")
    assert code(verify(first, others)) is None
    assert warned(fought.save, *kept(fought)) == ["warn-test-dice", "warn-scenario-unknown", "warn-running"]


def first_face(text: str) -> str:
    at = text.index("attack beni-1: ") + len("attack beni-1: ")
    return text[:at] + ("5" if text[at] != "5" else "2") + text[at + 1 :]


def proof_face(text: str) -> str:
    at = text.index('"faces": [') + len('"faces": [')
    return text[:at] + ("5" if text[at] != "5" else "2") + text[at + 1 :]


def same_face(text: str) -> str:
    """As `proof_face` says, in the text."""
    return first_face(text)


def previous_of_the_second(text: str) -> str:
    """Another hash for the record before, in a record that follows another in the same proof."""
    data = json.loads(text)
    data["records"][1]["previous"] = "0" * 64
    return json.dumps(data)


def other_link(text: str) -> str:
    """Another digit in the link of the combat's dice, as the text shows it."""
    at = text.index("attack beni-1: ")
    found = [*re.finditer(r"[0-9a-f]{64}", text[:at])][-1]
    return text[: found.start()] + ("1" if text[found.start()] != "1" else "2") + text[found.start() + 1 :]


CHANGES: dict[str, tuple[dict[str, Change], str]] = {
    "a face in the text": ({"text": first_face}, "mail-text"),
    "a face in the proof": ({"proof": proof_face}, "face"),
    "a face in both": ({"text": same_face, "proof": proof_face}, "face"),
    "the link in the text": ({"text": other_link}, "mail-text"),
    "a label": ({"proof": lambda p: p.replace('"attack beni-1"', '"attack beni-9"', 1)}, "face"),
    "two labels alike": ({"proof": lambda p: p.replace('"defence cer-1"', '"attack beni-1"', 1)}, "label-twice"),
    "a player's text": ({"proof": lambda p: p.replace("spanish throws", "spanish draws")}, "face"),
    "the faces of a die": ({"proof": lambda p: p.replace("2, 3, 3, 4, 4, 5", "2, 3, 3, 4, 5, 5")}, "mail-die"),
    "a die that is none": ({"proof": lambda p: p.replace('"die": "legion"', '"die": "d6"', 1)}, "die"),
    "the head": ({"proof": lambda p: p.replace('"head": "', '"head": "0000').replace("0000", "", 0)}, "mail-proof"),
    "a link that no chain is long enough for": (
        {"proof": lambda p: re.sub(r'"number": [0-9]+', '"number": 99999999', p, count=1)},
        "link-far",
    ),
    "the record before": ({"proof": previous_of_the_second}, "mail-previous"),
    "no JSON": ({"proof": lambda p: p[:-20]}, "mail-proof"),
    "more than there is": ({"proof": lambda p: p.replace('"format"', '"more": 1, "format"', 1)}, "mail-proof"),
}


@pytest.mark.parametrize("change", CHANGES)
def test_what_is_changed_in_a_report_is_found_without_the_save(report: Path, change: str) -> None:
    how, expected = CHANGES[change]
    found = code(verify(edited(report, **how)))
    assert found is not None
    assert found[1] == expected


def test_a_link_or_head_of_another_chain_is_found(report: Path) -> None:
    sheet = read_witness(report.name, report.read_bytes()).sheet
    assert sheet is not None
    told = next(each for each in sheet.records if each.rolls)
    assert told.link is not None
    assert told.link.value is not None
    other = "0" + told.link.value[1:] if told.link.value[0] != "0" else "1" + told.link.value[1:]

    def swap(text: str) -> str:
        return text.replace(str(told.link and told.link.value), other)

    assert code(verify(edited(report, swap, swap))) == (told.n, "link-broken")

    def head(text: str) -> str:
        return text.replace(sheet.head, "0" * 64)

    found = code(verify(edited(report, str, head)))
    assert found is not None
    assert found[1] == "link-broken"


def test_a_report_without_proof_proves_nothing(fought: Room) -> None:
    with pytest.raises(BadInput, match="no proof"):
        verify(kept(fought, "moroccan", "welcome")[0])


def test_a_mailbox_file_and_a_maildir_are_read(fought: Room, tmp_path: Path) -> None:
    box, maildir = mailbox.mbox(tmp_path / "box"), mailbox.Maildir(tmp_path / "maildir")
    for path in kept(fought):
        box.add(path.read_bytes())
        maildir.add(path.read_bytes())
    box.close()
    for path in (tmp_path / "box", tmp_path / "maildir"):
        assert len(list(read_mails(path))) == len(kept(fought))
        assert verified(fought.save, path) is None
        assert verify(fought.save, [path]).mails == len(kept(fought))


def test_a_mail_of_another_game_is_named(fought: Room, report: Path) -> None:
    other = report.with_name("other.eml")
    other.write_bytes(report.read_bytes().replace(b"List-Id: <melilla.", b"List-Id: <annual."))
    assert verified(fought.save, other) == (0, "mail-game")
    assert code(verify(report, [other])) == (0, "mail-game"), "without the save too"
    receipt = kept(fought, "spanish", "receipt")[0]
    receipt.write_bytes(receipt.read_bytes().replace(b"List-Id: <melilla.", b"List-Id: <annual."))
    assert verified(fought.save, receipt) == (0, "mail-game"), "one without a proof too"


@pytest.mark.parametrize("head", [b"List-Id: <melilla.example.com>", b"X-Loop: example.com", b"X-Loop: "])
def test_a_mail_is_ours_where_its_list_is_of_the_host_that_it_loops_at(report: Path, head: bytes) -> None:
    name = head.partition(b":")[0]
    raw, found = re.subn(rb"(?m)^" + name + rb": [^\r\n]*", head, report.read_bytes(), count=1)
    assert found == 1
    with pytest.raises(BadInput, match="no mail of a game"):
        read_witness("made", raw)


def test_the_last_receipt_counts(fought: Room) -> None:
    """Orders that were replaced or withdrawn are in earlier receipts; only the last one is the phase's."""
    fought.tick(LENGTH)
    while "movement" not in fought.game.state.phase or fought.game.state.turn < 2:
        fought.tick(LENGTH)
    seat = fought.game.rules.awaited(fought.game.state)[0]
    unit = next(iter(fought.game.rules.choices(fought.game.state, seat).actors))
    fought.answer(seat, f"HOLD {unit}\n")
    early = kept(fought, seat, "receipt")
    fought.answer(seat, "CLEAR\n")
    late = kept(fought, seat, "receipt")
    while fought.game.state.turn == 2:
        fought.tick(LENGTH)
    assert verified(fought.save, *late) is None
    found = verified(fought.save, *early)
    assert found is not None
    assert found[1] == "receipt"


def test_a_sheet_in_the_record_that_was_withdrawn_is_found(fought: Room) -> None:
    while "movement" not in fought.game.state.phase or fought.game.state.turn < 2:
        fought.tick(LENGTH)
    seat = fought.game.rules.awaited(fought.game.state)[0]
    unit = next(iter(fought.game.rules.choices(fought.game.state, seat).actors))
    for text in (f"HOLD {unit}\n", "CLEAR\n"):
        fought.now += HOUR / 60
        fought.answer(seat, text)
    withdrawn = kept(fought, seat, "receipt")
    fought.now += HOUR / 60
    fought.answer(seat, f"HOLD {unit}\n")
    while fought.game.state.turn == 2:
        fought.tick(LENGTH)
    found = verified(fought.save, *withdrawn)
    assert found is not None
    assert found[1] == "receipt-withdrawn"
    assert verified(fought.save, *kept(fought, seat, "receipt")) is None


def test_mails_tell_of_a_journal_that_was_cut(fought: Room) -> None:
    mails = kept(fought, what="report")
    last = sorted((fought.save / "turns").iterdir())[-1]
    before: Any = fought.game.records[-2].record
    last.unlink()
    from tests.verify.rooms import stood

    stood(fought, before.n)
    assert verified(fought.save) is None
    assert verified(fought.save, *mails) == (before.n + 1, "mail-cut")


def test_receipts_of_the_same_second_come_in_no_order(fought: Room) -> None:
    """Two mails taken by one tick are answered at once: either receipt may be the last."""
    while "movement" not in fought.game.state.phase or fought.game.state.turn < 2:
        fought.tick(LENGTH)
    seat = fought.game.rules.awaited(fought.game.state)[0]
    unit = next(iter(fought.game.rules.choices(fought.game.state, seat).actors))
    fought.says(seat, "STATUS\n")
    fought.says(seat, f"HOLD {unit}\n")
    fought.tick()
    mails = kept(fought, seat, "receipt")
    for _ in range(2):
        fought.tick(LENGTH)
    assert verified(fought.save, *mails) is None
    assert verified(fought.save, *reversed(mails)) is None


def without_a_roll(text: str) -> str:
    data = json.loads(text)
    told = next(each for each in data["records"] if each.get("rolls"))
    del told["rolls"][-1]
    return json.dumps(data)


def without_all_rolls(text: str) -> str:
    data = json.loads(text)
    next(each for each in data["records"] if each.get("rolls"))["rolls"] = []
    return json.dumps(data)


def without_a_record(at: int) -> Change:
    def change(text: str) -> str:
        data = json.loads(text)
        del data["records"][at]
        return json.dumps(data)

    return change


LEFT_OUT: dict[str, tuple[Change, str]] = {
    "a roll": (without_a_roll, "mail-more"),
    "all rolls of a phase": (without_all_rolls, "mail-more"),
    "the first record": (without_a_record(0), "mail-more"),
    "the last record": (without_a_record(-1), "mail-more"),
    "a record between": (without_a_record(1), "mail-gap"),
    "a key that stands twice": (lambda p: p.replace('"proof":', '"proof": "pbem-dice-1", "proof":', 1), "mail-proof"),
    "a format that is no number": (lambda p: p.replace('"format": 1', '"format": true', 1), "mail-proof"),
}


@pytest.mark.parametrize("what", LEFT_OUT)
def test_what_is_left_out_of_the_proof_is_found_alone_and_beside_the_save(fought: Room, what: str) -> None:
    change, expected = LEFT_OUT[what]
    paths = kept(fought, "moroccan", "report")
    report = max(paths, key=lambda path: len(read_witness(path.name, path.read_bytes()).sheet.records))  # type: ignore[union-attr]
    assert code(verify(report)) is None
    bad = edited(report, str, change)
    for found in (code(verify(bad)), verified(fought.save, bad)):
        assert found is not None
        assert found[1] == expected


def test_an_answer_to_a_stranger_is_no_false_alarm(fought: Room) -> None:
    fought.drop(b"From: eve@example.net\r\nTo: referee@pbem.example.org\r\nMessage-ID: <1@evil>\r\n\r\nHello?\r\n")
    fought.tick()
    mails = kept(fought)
    assert any(read_witness(path.name, path.read_bytes()).game == "pbem" for path in mails)
    assert verified(fought.save, *mails) is None
    report = next(path for path in mails if "report" in path.name)
    assert code(verify(report, [path for path in mails if path != report])) is None
    assert verify(fought.save, mails).mails == len(mails) - 1


def test_two_reports_that_tell_another_hash_of_a_record_are_found(report: Path) -> None:
    """The last record's, whose hash no other one in the mail repeats."""
    sheet = read_witness(report.name, report.read_bytes()).sheet
    assert sheet is not None
    last = sheet.records[-1]

    def other(text: str) -> str:
        return text.replace(last.hash, "0" * 64)

    assert code(verify(report, [edited(report, other, other)])) == (last.n, "mail-hash")


@pytest.mark.parametrize(
    ("new", "expected"),
    [
        (("attack beni-1", "attack beni-9"), ("mail-roll", "-")),
        (("spanish throws", "spanish draws"), ("mail-other", "moroccan: moroccan throws, spanish: spanish throws")),
    ],
)
def test_what_a_proof_tells_otherwise_than_the_save_is_shown_beside_it(
    fought: Room, report: Path, new: tuple[str, str], expected: tuple[str, str]
) -> None:
    fault = verify(fought.save, [edited(report, proof=lambda text: text.replace(*new, 1))]).fault
    assert fault is not None
    assert (fault.code, fault.values["expected"]) == expected


@pytest.mark.parametrize(("answers", "told"), [(False, ["a" * 64]), (True, [])])
def test_the_hashes_of_an_answer_are_of_no_record(answers: bool, told: list[str]) -> None:
    """A receipt may tell that of a standing order, which may have been replaced since."""
    text = f"{'a' * 64} {hash_words('a' * 64)}"
    assert Witness("a.eml", "melilla", datetime(2026, 1, 1, tzinfo=UTC), text, (text,), answers).hashes == told


def test_a_folder_of_mails_is_read(fought: Room, tmp_path: Path) -> None:
    """The files of mails that stand in it, and no others."""
    folder = tmp_path / "mails"
    folder.mkdir()
    for path in kept(fought):
        (folder / path.name).write_bytes(path.read_bytes())
    (folder / "notes.txt").write_text("no mail")
    (folder / "more.eml").mkdir()
    assert [name for name, _ in read_mails(folder)] == sorted(path.name for path in kept(fought))
    assert verify(fought.save, [folder]).mails == len(kept(fought))
    alone = verify(folder)
    assert (alone.fault, alone.game) == (None, fought.name), "without a save too"


def test_the_text_of_a_mail_is_the_part_that_is_neither_attached_nor_named(report: Path) -> None:
    head, text = report.read_bytes().partition(b"MIME-Version")[0], b"the text\r\nin two lines"
    parts = [
        b'Content-Type: text/plain\r\nContent-Disposition: attachment; filename="notes.txt"\r\n\r\nnotes',
        b'Content-Type: text/plain; name="more.txt"\r\n\r\nmore',
        b"Content-Type: text/html\r\n\r\n<p>page</p>",
        b"Content-Type: text/plain\r\n\r\n" + text,
    ]
    body = b"".join(b"--x\r\n" + part + b"\r\n" for part in parts) + b"--x--\r\n"
    made = head + b"MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n" + body
    assert read_witness("made", made).lines[:2] == ("the text", "in two lines")


@pytest.mark.parametrize("zone", ["+0000", "-0000", "GMT", "+0130"])
def test_the_date_of_a_mail_has_a_zone(report: Path, zone: str) -> None:
    """Without one it is UTC; a page alone has no lines."""
    head = re.sub(rb"Date: [^\r]*", f"Date: Mon, 02 Nov 2026 14:00:00 {zone}".encode(), report.read_bytes())
    head = head.partition(b"MIME-Version")[0]
    witness = read_witness("made", head + b"MIME-Version: 1.0\r\nContent-Type: text/html\r\n\r\n<p>page</p>\r\n")
    hours = 12.5 if zone == "+0130" else 14
    assert witness.date == datetime(2026, 11, 2, tzinfo=UTC) + timedelta(hours=hours)
    assert witness.lines == ()
