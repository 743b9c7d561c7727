"""What is said in all of mails without a save, read from files: whose game, what was counted, what to know besides."""

import json
from pathlib import Path
from typing import Any

import pytest

from pbem.errors import BadInput
from pbem.save.records import Entry
from pbem.verify.mail_facts import Witness
from pbem.verify.verify import Verdict, verify
from tests.save.making import rollback
from tests.verify.proofs.making import HIDDEN, LEGION, LENGTH, NEW, OLD, letter, report, reported, rolled, run, stored

RECORDS: list[Entry] = [run(1, rolls=tuple(rolled()[:1])), rollback(2, 1), run(3, 2, value=HIDDEN), run(4, 2)]
FIRST, BACK, WAITS, LAST = (reported(item) for item in stored(*RECORDS))
DICE = {"legion": LEGION.faces}
HEAD = "List-Id: <{}.pbem.example.org>\nX-Loop: pbem.example.org\nMIME-Version: 1.0\n"
PART = 'Content-Disposition: attachment; filename="dice-7.json"\n'


def put(folder: Path, *mails: Witness) -> list[Path]:
    """The files of mails, in their order."""
    paths = []
    for number, mail in enumerate(mails):
        text = "Content-Type: text/plain\n\n" + "\n".join(mail.lines) + "\n"
        whole = HEAD.format(mail.game) + text
        if mail.sheet is not None:
            proof = f"Content-Type: application/json\n{PART}\n{json.dumps(mail.sheet.to_json())}\n"
            body = f"--x\n{text}--x\n{proof}--x--\n"
            whole = f"{HEAD.format(mail.game)}Content-Type: multipart/mixed; boundary=x\n\n{body}"
        paths.append(folder / f"{number}.eml")
        paths[-1].write_bytes(whole.encode())
    return paths


def judged(folder: Path, *mails: Witness) -> Verdict:
    """The verdict on mails, the first of which is given as if it were a save."""
    first, *others = put(folder, *mails)
    return verify(first, others, length=LENGTH)


def known(found: Verdict) -> list[tuple[str, int, dict[str, str]]]:
    """What to know besides."""
    return [(each.code, each.n, dict(each.values)) for each in found.warnings]


ALONE = ("warn-alone", 0, dict[str, str]())
HEAD_ALONE = ("warn-head-alone", 0, {"head": OLD.head})


def test_what_reports_tell_is_counted_each_record_once(tmp_path: Path) -> None:
    found = judged(tmp_path, report(BACK, WAITS, LAST, dice=DICE), report(FIRST, BACK, dice=DICE))
    assert (found.fault, found.game, found.ruleset) == (None, "melilla", "legion")
    assert (found.records, found.phases, found.rolls, found.mails, found.last) == (4, 3, 1, 2, LAST.hash)
    none = judged(tmp_path, report(dice={}))
    assert (none.fault, none.records, none.phases, none.rolls, none.mails, none.last) == (None, 0, 0, 0, 1, "")
    assert none.ruleset == "", "nobody's dice"


def test_all_mails_of_a_folder_are_taken_together(tmp_path: Path) -> None:
    put(tmp_path, letter(OLD.head), report(FIRST, BACK, dice=DICE))
    found = verify(tmp_path, length=LENGTH)
    assert (found.fault, found.mails, found.records, known(found)) == (None, 2, 2, [ALONE])


def test_what_cannot_be_proved_without_a_save_is_told(tmp_path: Path) -> None:
    assert known(judged(tmp_path, report(FIRST, dice=DICE))) == [HEAD_ALONE, ALONE]
    assert known(judged(tmp_path, report(FIRST, dice=DICE, test_dice=True))) == [
        ("warn-test-dice", 0, {}), HEAD_ALONE, ALONE
    ]  # fmt: skip
    assert known(judged(tmp_path, report(BACK, WAITS, LAST, dice=DICE))) == [("warn-open", 3, {}), HEAD_ALONE, ALONE]
    (waits, *_) = judged(tmp_path, report(WAITS, dice=DICE)).warnings
    assert (waits.turn, waits.phase) == (1, "movement")


def test_a_head_is_known_from_a_mail_without_a_proof(tmp_path: Path) -> None:
    """Whatever others say; a report shows no head but its own."""
    for first in (letter(OLD.head), letter(NEW.head)):
        mails = [first, report(FIRST, dice=DICE), letter(OLD.head, NEW.head), letter()]
        assert known(judged(tmp_path, *mails)) == [ALONE]
    itself = report(FIRST, dice=DICE, lines=[*report(FIRST).lines, *letter(OLD.head).lines])
    assert known(judged(tmp_path, itself)) == [HEAD_ALONE, ALONE]


def test_where_something_is_wrong_nothing_is_told_besides(tmp_path: Path) -> None:
    other: Any = LAST.model_copy(update={"hash": "0" * 64})
    found = judged(tmp_path, report(LAST, dice=DICE), report(other, dice=DICE))
    assert found.fault is not None
    assert (found.fault.n, found.fault.code, found.warnings) == (4, "mail-hash", ())


def test_mails_without_any_proof_prove_nothing(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="There is no proof of dice in these mails"):
        judged(tmp_path, letter(OLD.head))


def test_a_proof_that_cannot_be_read_is_the_fault(tmp_path: Path) -> None:
    (path,) = put(tmp_path, report(FIRST))
    path.write_bytes(path.read_bytes().replace(b'"records"', b'"record"'))
    found = verify(path)
    assert found.fault is not None
    assert (found.game, found.fault.code, found.fault.values["file"]) == ("", "mail-proof", "dice-7.json")
