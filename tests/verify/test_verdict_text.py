"""What came of a verification, in words and for scripts: what is wrong, what was proved, what to know besides."""

import pytest

from pbem.verify.findings import Finding
from pbem.verify.verdict_text import format_verdict, verdict_json
from pbem.verify.verify import Verdict

HASH = "ab" * 32
KNOWN = Finding("warn-version", values={"found": "7", "expected": "1"})
WRONG = Finding("receipt-withdrawn", 3, 2, "spanish-combat", {"seat": "spanish", "mail": "a.eml"})
HOLDS = Verdict("melilla", "legion", None, (KNOWN,), records=5, phases=4, rolls=12, mails=2, last=HASH)


def test_what_was_proved_is_counted_and_what_to_know_follows() -> None:
    said = format_verdict(HOLDS, "en").splitlines()
    assert said[0] == "melilla: all proofs hold. Records: 5, phases: 4, rolls: 12."
    assert said[1] == "Emails that agree: 2."
    assert said[2] == f"The last record is {HOLDS.words} ({HASH})."
    assert said[3:] == [f"! {KNOWN.sentence('en')}"]
    assert said[3].startswith("! The game is of version 7 of its rules; this pbem has version 1, ")


def test_without_mails_and_records_nothing_is_said_of_them() -> None:
    assert format_verdict(Verdict("melilla", "legion"), "en").count("\n") == 0


@pytest.mark.parametrize(("language", "phase"), [("en", "Spanish combat"), ("es", "combate español")])
def test_a_fault_comes_first_and_names_the_phase_in_the_words_of_the_game(language: str, phase: str) -> None:
    said = format_verdict(Verdict("melilla", "legion", WRONG, (KNOWN,), last=HASH), language)
    assert phase in said.splitlines()[0]
    assert len(said.splitlines()) == 2
    assert HASH not in said


def test_a_rule_set_that_is_not_known_leaves_the_ids() -> None:
    assert "spanish-combat" in format_verdict(Verdict("melilla", "", WRONG), "en")


def test_scripts_get_everything_with_each_finding_in_words() -> None:
    assert verdict_json(HOLDS, "en") == {
        "game": "melilla",
        "holds": True,
        "fault": None,
        "warnings": [{**KNOWN.to_json(), "said": KNOWN.sentence("en")}],
        "checked": {"mails": 2, "phases": 4, "records": 5, "rolls": 12},
        "hash": HASH,
        "words": HOLDS.words,
    }
    wrong = verdict_json(Verdict("melilla", "legion", WRONG), "es")
    assert wrong["holds"] is False
    assert "combate español" in wrong["fault"]["said"]
