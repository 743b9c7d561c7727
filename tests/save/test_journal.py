"""What follows from the records alone: what is in force, the next number and link, and every break of the chain."""

from collections.abc import Sequence

import pytest

from pbem.canonical import digest
from pbem.save.journal import Journal, StoredRecord, faults
from pbem.save.records import Entry, Link, RekeyRecord, RulingRecord, States
from tests.save.making import HEAD, game, phase, rollback, sheet, suspended

STATES = States(before="1" * 64, after="1" * 64)


def numbers(records: Sequence[Entry]) -> list[int]:
    """Their journal numbers."""
    return [record.n for record in records]


def journal(*records: Entry) -> Journal:
    """The journal of the game after these."""
    return Journal.of(game(), records)


def rekey(n: int, head: str = "e" * 64) -> RekeyRecord:
    """A new chain."""
    return RekeyRecord(
        n=n, turn=1, previous="0" * 64, state=STATES, test_dice=False, head=head, who="referee", why="lost"
    )


def test_all_is_in_force_without_rollbacks() -> None:
    assert numbers(journal(phase(1), phase(2)).in_force()) == [1, 2]
    assert journal().in_force() == ()
    assert journal(phase(1), phase(2)).next_number == 3


def test_a_rollback_withdraws_and_its_number_is_never_used_again() -> None:
    after = journal(phase(1), phase(2), phase(3), rollback(4, 1))
    assert numbers(after.in_force()) == [1]
    assert after.next_number == 5
    after.add(phase(5, link=4))
    assert numbers(after.in_force()) == [1, 5]


def test_a_rollback_of_a_rollback_rolls_forward() -> None:
    after = journal(phase(1), phase(2), phase(3), rollback(4, 1), phase(5, link=4), rollback(6, 3))
    assert numbers(after.in_force()) == [1, 2, 3]


def test_rollback_to_the_start() -> None:
    assert journal(phase(1), rollback(2, 0)).in_force() == ()


def test_a_rollback_to_a_record_that_is_not_there_withdraws_nothing() -> None:
    """It is a fault, which is told (rollback-to): the journal is still read to its end."""
    for to in (2, 3, 9):
        forged = rollback(3, to)
        assert journal(phase(1), phase(2)).withdrawn_by(forged) == ()
        assert numbers(journal(phase(1), phase(2), forged).in_force()) == [1, 2]


def test_what_a_rollback_would_withdraw_is_known_before() -> None:
    assert numbers(journal(phase(1), phase(2), phase(3)).withdrawn_by(rollback(4, 1))) == [2, 3]


def test_each_phase_takes_the_next_link() -> None:
    assert journal().dice_for("1.movement").number == 1
    assert journal(phase(1), phase(2)).dice_for("1.combat").number == 3


def test_a_suspended_phase_keeps_its_link_and_nonces() -> None:
    waiting = journal(phase(1), suspended(2, nonces={"spanish": "old"}))
    dice = waiting.dice_for("1.movement")
    assert (dice.number, dice.again, dice.nonces) == (2, False, {"spanish": "old"})
    assert waiting.suspended_run() is not None
    waiting.add(phase(3, link=2))
    assert waiting.suspended_run() is None
    assert waiting.dice_for("1.combat").number == 3


def test_another_phase_than_the_one_that_waits_takes_the_next_link() -> None:
    dice = journal(phase(1), suspended(2, nonces={"spanish": "old"})).dice_for("1.combat")
    assert (dice.number, dice.again, dice.nonces) == (3, False, None)


def test_what_is_decided_while_a_phase_waits_leaves_it_waiting() -> None:
    waiting = journal(suspended(1), ruling(2), ruling(3))
    assert waiting.suspended_run() == suspended(1)
    assert journal(phase(1), ruling(2)).suspended_run() is None
    assert journal(phase(1), suspended(2), rollback(3, 1), ruling(4)).suspended_run() is None
    assert journal(suspended(1), phase(2, link=1), rollback(3, 1), ruling(4)).suspended_run() == suspended(1)


def ruling(n: int) -> RulingRecord:
    """A ruling that moves no piece."""
    common = {"turn": 1, "previous": "0" * 64, "state": STATES, "test_dice": False, "who": "referee", "why": ""}
    return RulingRecord(n=n, ruling="clock-accepted", seats=(), events=(), **common)


def test_of_what_a_correction_takes_back_only_the_phase_that_it_corrects_has_other_orders_with_the_same_dice() -> None:
    """Whoever sends others for a later one has seen its dice."""
    after = journal(phase(1, phase="weather"), phase(2), rollback(3, 0, same_dice=True))
    same, other = (sheet(),), (sheet(texts=("HOLD beni-1",)),)
    given = [after.dice_for(at, lines) for at in ("1.weather", "1.movement") for lines in (same, other, (), None)]
    assert [(dice.number, dice.again) for dice in given] == [
        *[(1, True)] * 4,
        (2, True),
        (3, False),
        (3, False),
        (2, True),
    ]


def test_new_dice_after_a_rollback_take_the_next_link() -> None:
    after = journal(phase(1), phase(2), rollback(3, 1))
    assert after.dice_for("1.movement").number == 3
    assert after.dice_for("1.movement").again is False


def test_same_dice_name_the_old_link_once() -> None:
    after = journal(phase(1, phase="weather"), phase(2, nonces={"spanish": "old"}), rollback(3, 1, same_dice=True))
    dice = after.dice_for("1.movement")
    assert (dice.number, dice.again, dice.nonces) == (2, True, {"spanish": "old"})
    assert after.dice_for("1.combat").number == 3
    after.add(phase(4, link=Link(number=2, value="b" * 64, again=True)))
    assert after.dice_for("1.movement").number == 3
    after.add(rollback(5, 1, same_dice=True))
    again = after.dice_for("1.movement")
    assert (again.number, again.again) == (3, False)


def test_a_correction_that_stopped_and_was_taken_back_has_not_used_its_link_up() -> None:
    first = [phase(1, phase="weather"), phase(2), rollback(3, 1, same_dice=True)]
    waits = suspended(4).model_copy(update={"link": Link(number=2, again=True)})
    dice = journal(*first, waits, rollback(5, 1, same_dice=True)).dice_for("1.movement")
    assert (dice.number, dice.again) == (2, True)


def test_same_dice_over_several_phases_keep_each_its_link() -> None:
    after = journal(phase(1, phase="a"), phase(2, phase="b"), phase(3, phase="c"), rollback(4, 1, same_dice=True))
    after.add(phase(5, phase="b", link=Link(number=2, value="b" * 64, again=True)))
    assert after.dice_for("1.c").number == 3
    assert after.dice_for("1.c").again is True
    assert after.dice_for("1.d").number == 4


def test_a_new_chain_counts_links_from_one() -> None:
    after = journal(phase(1), phase(2), rekey(3))
    dice = after.dice_for("1.combat")
    assert (dice.chain, dice.head, dice.number) == (2, "e" * 64, 1)
    published = journal(phase(1, next_head="f" * 64))
    assert (published.dice_for("1.x").head, published.dice_for("1.x").number) == ("f" * 64, 1)


def test_same_dice_do_not_reach_into_an_older_chain() -> None:
    after = journal(phase(1), phase(2), rekey(3), rollback(4, 1, same_dice=True))
    dice = after.dice_for("1.movement")
    assert (dice.chain, dice.number, dice.again) == (2, 1, False)


def chained(*records: Entry) -> list[StoredRecord]:
    """The records, each naming the hash of the one before, as if read."""
    written, before = [], digest(game().to_json())
    for record in records:
        linked = record.model_copy(update={"previous": before})
        before = digest(linked.to_json())
        written.append(StoredRecord(linked, before, linked.name))
    return written


SOUND = (
    phase(1),
    suspended(2),
    phase(3, link=2),
    rollback(4, 1, same_dice=True),
    phase(5, link=Link(number=2, value="b" * 64, again=True)),
    rekey(6),
    phase(7, link=1, head="e" * 64),
)


def codes(*records: Entry) -> list[tuple[int, str]]:
    """The faults of a journal as (record, code)."""
    return [(f.n, f.code) for f in faults(game(), digest(game().to_json()), "1" * 64, chained(*records))]


def test_a_sound_journal_has_no_fault() -> None:
    assert codes(*SOUND) == []


@pytest.mark.parametrize(
    ("place", "record", "expected"),
    [
        (0, phase(1, state=States(before="2" * 64, after="1" * 64)), (1, "state")),
        (0, phase(1, test_dice=True), (1, "test-dice")),
        (2, phase(3, link=3), (3, "link")),
        (2, phase(4, link=2), (4, "number")),
        (4, phase(5, link=2), (5, "link-again")),
        (4, phase(5, link=Link(number=2, again=True)), (5, "link-hidden")),
        (6, phase(7, link=1), (7, "head")),
        (3, rollback(4, 4), (4, "rollback-to")),
        (3, rollback(4, 1, state=States(before="1" * 64, after="2" * 64)), (4, "rollback-state")),
        (0, phase(1, sheets=(phase().sheets[0].model_copy(update={"hash": "9" * 64}),)), (1, "sheet")),
    ],
    ids=lambda value: value[1] if isinstance(value, tuple) else "",
)
def test_each_break_is_named(place: int, record: Entry, expected: tuple[int, str]) -> None:
    records = list(SOUND)
    records[place] = record
    assert expected in codes(*records)


@pytest.mark.parametrize(
    ("formats", "told"), [((1, 2, 2), []), ((1, 3, 1), [("1", "3")]), ((2, 1, 1), [("1", "2")] * 2)]
)
def test_no_phase_has_a_lower_format_than_the_game_and_the_phases_before_it(
    formats: tuple[int, int, int], told: list[tuple[str, str]]
) -> None:
    of_game, *of_phases = formats
    records = []
    for n, format_ in enumerate(of_phases, 1):
        lines = phase().sheets[0]
        records.append(phase(n, format=format_, sheets=(lines.model_copy(update={"hash": lines.hash_in(format_)}),)))
    found = faults(game(format=of_game), digest(game().to_json()), "1" * 64, chained(*records))
    assert [(f.found, f.expected) for f in found if f.code == "format"] == told
    assert {f.code for f in found} <= {"format"}


def test_other_words_beside_the_same_dice_are_told_with_whose_they_are() -> None:
    records = list(SOUND)
    records[4] = phase(5, link=Link(number=2, value="b" * 64, again=True), nonces={"spanish": "y", "moroccan": "x"})
    found = faults(game(), digest(game().to_json()), "1" * 64, chained(*records))
    assert [(f.n, f.code, f.found) for f in found if f.code == "nonces"] == [(5, "nonces", "moroccan: x, spanish: y")]


@pytest.mark.parametrize(("first", "second"), [("b", "c"), ("b", None), (None, "c")])
def test_another_public_value_for_a_phase_that_goes_on_is_told(first: str | None, second: str | None) -> None:
    made = chained(suspended(1, beacon=first), phase(2, link=1, beacon=second))
    (found,) = faults(game(), digest(game().to_json()), "1" * 64, made)
    assert (found.n, found.code, found.found, found.expected) == (2, "beacon", second or "", first or "")
    assert codes(suspended(1, beacon="b"), phase(2, link=1, beacon="b")) == []


@pytest.mark.parametrize(("to", "told"), [(1, []), (2, []), (3, ["2"]), (9, ["2"])])
def test_a_rollback_goes_back_at_most_to_the_record_before_it(to: int, told: list[str]) -> None:
    found = faults(game(), digest(game().to_json()), "1" * 64, chained(phase(1), phase(2), rollback(3, to)))
    assert [each.expected for each in found] == told
    assert {(each.n, each.code, each.found) for each in found} <= {(3, "rollback-to", str(to))}


def test_a_link_used_twice_or_skipped_is_told() -> None:
    assert codes(phase(1), phase(2, link=1)) == [(2, "link")]
    assert codes(phase(1), phase(2, link=3)) == [(2, "link")]


def test_a_changed_record_breaks_previous_of_the_next() -> None:
    written = chained(*SOUND)
    forged = written[0].record.model_copy(update={"nonces": {"spanish": "other"}})
    written[0] = StoredRecord(forged, digest(forged.to_json()), forged.name)
    found = faults(game(), digest(game().to_json()), "1" * 64, written)
    assert [(f.n, f.code) for f in found] == [(2, "previous")]
    assert HEAD not in (found[0].found, found[0].expected)
