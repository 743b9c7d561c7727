"""The record of the end against what rules and rulings say, and what a journal that does not end there may end with."""

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from pbem.dice.chain import LENGTH
from pbem.save.journal import Journal
from pbem.save.records import EndRecord, Entry
from pbem.save.words import hash_words
from pbem.verify.findings import Finding
from pbem.verify.verify import UncheckedSave, Verdict, Verification, end_faults, verify_save
from tests.save.making import rollback
from tests.verify.making import case
from tests.verify.proofs.making import BY, GAME, letter, ruling


def ended(n: int, *, winner: str = "moroccan", reason: str = "LL-5.2", level: str = "") -> EndRecord:
    """The record of an end."""
    by = {key: BY[key] for key in ("turn", "previous", "state", "test_dice")}
    return EndRecord(n=n, winner=winner, reason=reason, level=level, **by)


def fact(**more: str) -> dict[str, str]:
    """The event by which a game ends."""
    return {"type": "game-ended", "reason": "LL-5.2", **more}


def faults(end: EndRecord, *before: Entry, winner: str | None = "moroccan") -> list[tuple[int, str, dict[str, str]]]:
    """What is wrong with an end after other records, where by the rules this side has won."""
    save: Any = SimpleNamespace(rules=SimpleNamespace(winner=lambda state: winner))
    found = end_faults(save, None, end, Journal.of(GAME, [*before, end]))
    return [(each.n, each.code, dict(each.values)) for each in found]


def test_an_end_that_rules_and_rulings_give_holds() -> None:
    assert faults(ended(2), ruling(1, "other", events=(fact(),))) == []
    assert faults(ended(2, level="decisive"), ruling(1, "other", events=(fact(level="decisive"),))) == []
    assert faults(ended(1, reason="")) == [], "no event says why"


def test_an_end_where_by_the_rules_the_game_goes_on_is_told_and_nothing_else_of_it() -> None:
    assert faults(ended(1, level="decisive"), winner=None) == [(1, "end-early", {})]


@pytest.mark.parametrize(
    ("given", "values"),
    [
        ({"winner": "spanish"}, {"found": "spanish", "why": "LL-5.2", "expected": "moroccan", "reason": "LL-5.2"}),
        ({"reason": "conceded"}, {"found": "moroccan", "why": "conceded", "expected": "moroccan", "reason": "LL-5.2"}),
    ],
)
def test_another_winner_or_another_reason_is_told(given: dict[str, str], values: dict[str, str]) -> None:
    assert faults(ended(2, **given), ruling(1, "other", events=(fact(),))) == [(2, "end-winner", values)]


@pytest.mark.parametrize(
    ("given", "by_rules", "found", "expected"),
    [("decisive", "", "decisive", "-"), ("", "decisive", "-", "decisive"), ("a", "b", "a", "b")],
)
def test_another_level_is_told_a_dash_for_none(given: str, by_rules: str, found: str, expected: str) -> None:
    told = faults(ended(2, level=given), ruling(1, "other", events=(fact(level=by_rules),)))
    assert told == [(2, "end-level", {"found": found, "expected": expected})]


def test_the_last_event_in_force_that_ends_the_game_is_the_one_that_counts() -> None:
    first, other = ruling(1, "other", events=(fact(reason="draw"),)), ruling(2, "other", events=({"type": "moved"},))
    last = ruling(3, "other", events=(fact(), {"type": "moved", "reason": "no"}))
    assert faults(ended(4), first, other, last) == []
    assert faults(ended(5, reason="draw"), first, other, last, rollback(4, 2)) == []


# The last record ------------------------------------------------------------------------------------------------------


def cut(count: int) -> UncheckedSave:
    """The archived game as if it had ended after so many records."""
    written = case().written[:count]
    return replace(case(), written=written, state_hash=written[-1].record.state.after if written else case().start)


def judged(save: UncheckedSave) -> tuple[Finding | None, dict[str, Finding]]:
    """The first fault of a save, and the warnings by their codes."""
    found = verify_save(save)
    return found.fault, {each.code: each for each in found.warnings}


@pytest.mark.parametrize("count", [0, 3])
def test_a_game_that_goes_on_is_told_with_the_words_of_its_last_record(count: int) -> None:
    fault, told = judged(cut(count))
    hash_ = case().written[count - 1].hash if count else case().game_hash
    assert (fault, {*told}) == (None, {"warn-test-dice", "warn-running"})
    assert told["warn-running"].values == {"n": str(count), "words": hash_words(hash_)}


def test_a_game_that_is_over_has_a_record_that_says_so() -> None:
    fault, _ = judged(cut(len(case().written) - 1))
    assert fault is not None
    assert (fault.n, fault.code) == (len(case().written) - 1, "end-missing")


def test_of_what_has_a_fault_nothing_else_is_told() -> None:
    """Neither what was proved before it nor what to know would be of use."""
    state = replace(cut(3), state_hash="0" * 64)
    found = verify_save(state)
    assert (found.fault and found.fault.code, found.warnings) == ("state-file", ())


def test_each_record_that_is_adjudicated_again_is_told_on_the_way() -> None:
    heard: list[int] = []
    assert verify_save(cut(4), progress=heard.append).fault is None
    assert heard == [1, 2, 3, 4]


def test_what_was_verified_is_counted() -> None:
    found = verify_save(cut(5))
    phases = [record for record in case().records[:5] if record.kind == "phase"]
    counted = (found.records, found.phases, found.rolls, found.mails, found.last)
    assert counted == (5, len(phases), sum(len(each.rolls) for each in phases), 0, case().written[4].hash)
    assert counted[2] > 0
    mails = [letter(of="melilla-1921"), letter(of="melilla-1921"), letter(of="pbem")]
    assert verify_save(cut(5), mails).mails == 2, "one is to a stranger"
    assert found.words == hash_words(found.last)
    nothing = Verdict("x")
    assert (nothing.records, nothing.phases, nothing.rolls, nothing.mails, nothing.words) == (0, 0, 0, 0, "")
    assert verify_save(cut(0)).last == ""


def test_dice_chains_have_the_length_of_the_format_unless_it_is_said() -> None:
    assert Verification(cut(0)).length == LENGTH
    fault = verify_save(cut(5), length=2).fault
    assert fault is not None
    assert fault.code == "link-far"
