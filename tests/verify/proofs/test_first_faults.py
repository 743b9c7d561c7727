"""What the cheap proofs find in a short save, in their order, and how a fault of the journal or of a replay is told."""

from typing import Any

import pytest

from pbem.dice.chain import FORMAT, Chain
from pbem.dice.die import D6
from pbem.game.replay import Difference
from pbem.save.records import EndRecord, Entry, Manifest
from pbem.verify.chain import ChainProof
from pbem.verify.verify import UncheckedSave, Verification, finding_of_difference
from tests.save.making import game, rollback
from tests.verify.making import case
from tests.verify.proofs.making import (
    BY,
    GAME,
    GAME_HASH,
    HIDDEN,
    LEGION,
    LENGTH,
    NEW,
    OLD,
    rekey,
    rolled,
    ruling,
    run,
    stored,
)

ZERO, STATE = "0" * 64, "1" * 64
Told = tuple[int, str, dict[str, str]]


class Rules:
    """Rules of another version, whose scenarios are not compared."""

    VERSION, NAME, DICE = 9, "legion", (LEGION, D6)


def save(*records: Entry, manifest: Manifest = GAME, **changes: Any) -> UncheckedSave:
    """A save of some records, in which all fits but the changes."""
    of_game = {key: getattr(manifest, key) for key in ("seats", "options", "ruleset", "version")}
    usual: dict[str, Any] = {
        "manifest": manifest,
        "game_hash": GAME_HASH,
        "data": {**of_game, **changes.pop("data", {})},
        "state_hash": STATE,
        "rules": Rules,
        "scenario": None,
        "lexicon": None,
        "start": STATE,
        "written": stored(*records),
    }
    return UncheckedSave(**{**usual, **changes})


def found(made: UncheckedSave) -> list[Told]:
    """All that is found, in its order."""
    return [(each.n, each.code, dict(each.values)) for each in Verification(made, LENGTH).of_records(ChainProof())]


def warned(made: UncheckedSave) -> list[tuple[str, int]]:
    """The warnings of a save that holds."""
    work = Verification(made, LENGTH)
    assert list(work.of_records(ChainProof())) == []
    return [(each.code, each.n) for each in work.warned]


def ended(n: int) -> EndRecord:
    return EndRecord(
        n=n, winner="a", reason="b", **{key: BY[key] for key in ("turn", "previous", "state", "test_dice")}
    )


def test_a_sound_save_gives_the_links_of_its_phases_to_the_rules() -> None:
    made = save(run(1, rolls=tuple(rolled())), rollback(2, 1), run(3, 2))
    proof = ChainProof()
    assert list(Verification(made, LENGTH).of_records(proof)) == []
    assert proof.links == {1: OLD.link(1), 3: OLD.link(2)}
    assert warned(made) == [("warn-version", 0)]


# Files ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("n", "before"), [(1, "game.json"), (2, "turns/0001-01-movement.json")])
def test_another_hash_of_the_record_before_is_told_with_its_file(n: int, before: str) -> None:
    made = save(run(1), run(2))
    written = list(made.written)
    expected = written[n - 1].record.previous
    other = written[n - 1].record.model_copy(update={"previous": ZERO})
    written[n - 1] = stored(run(1), run(2))[n - 1].__class__(other, written[n - 1].hash, written[n - 1].file)
    told = found(save(written=tuple(written)))
    assert told == [(n, "previous", {"found": ZERO, "expected": expected, "before": before})]


@pytest.mark.parametrize("test_dice", [True, False])
def test_a_record_that_says_otherwise_whether_its_dice_are_test_dice_is_told(test_dice: bool) -> None:
    made = save(run(1, test_dice=test_dice), manifest=game(head=OLD.head, test_dice=not test_dice))
    assert found(made) == [(1, "test-dice-yes" if test_dice else "test-dice-no", {})]


@pytest.mark.parametrize(
    ("key", "value"),
    [("seats", {"a": "a"}), ("options", {}), ("ruleset", "rif1926"), ("version", 2)],
)
def test_what_game_and_scenario_say_otherwise_is_told(key: str, value: Any) -> None:
    values = {"key": key, "found": str(getattr(GAME, key)), "expected": str(value)}
    assert found(save(data={key: value})) == [(0, "game", values)]


def test_dice_of_another_format_are_told() -> None:
    made = save(manifest=game(head=OLD.head, dice="dice-9"))
    assert found(made) == [(0, "game", {"key": "dice", "found": FORMAT, "expected": "dice-9"})]


def test_the_faces_of_the_dice_are_those_of_the_rules_where_the_game_says_them() -> None:
    faces = {"legion": LEGION.faces, "d6": D6.faces}
    assert found(save(manifest=game(head=OLD.head, faces=faces))) == []
    other = {**faces, "d6": (1, 1, 1, 6, 6, 6)}
    values = {"found": "d6 1 1 1 6 6 6; legion 2 3 3 4 4 5", "expected": "d6 1 2 3 4 5 6; legion 2 3 3 4 4 5"}
    assert found(save(manifest=game(head=OLD.head, faces=other))) == [(0, "faces", values)]


@pytest.mark.parametrize("records", [[], [run(1)]])
def test_a_position_to_which_no_record_leads_is_told(records: list[Entry]) -> None:
    assert found(save(*records, state_hash=ZERO)) == [(0, "state-file", {"found": ZERO, "expected": STATE})]


def test_what_follows_the_end_is_told_unless_it_takes_the_end_back() -> None:
    assert found(save(ended(1), ruling(2, "other"))) == [(2, "end-after", {})]
    assert found(save(run(1), ended(2), rollback(3, 1), run(4, 2))) == []
    assert found(save(run(1), ended(2), rollback(3, 1), ended(4), rekey(5))) == [(5, "end-after", {})]


# Chain ----------------------------------------------------------------------------------------------------------------


def test_faults_of_files_come_before_those_of_dice() -> None:
    made = save(run(1, 2), run(2, 3, test_dice=True), state_hash=ZERO)
    assert [(n, code) for n, code, _ in found(made)][:3] == [
        (2, "test-dice-no" if GAME.test_dice else "test-dice-yes"),
        (0, "state-file"),
        (1, "link"),
    ]


def test_a_new_head_comes_when_the_chain_is_used_up() -> None:
    told = found(save(run(1, next_head=NEW.head)))
    assert told == [(1, "next-head", {"found": "1"})]


@pytest.mark.parametrize(
    ("record", "told"),
    [
        (run(2, 3), ("link", {"found": "3", "expected": "2"})),
        (run(2, 2, NEW), ("head", {"found": NEW.head, "expected": OLD.head})),
    ],
)
def test_what_does_not_follow_from_the_journal_is_told_with_what_would(record: Any, told: Any) -> None:
    assert found(save(run(1), record))[0] == (2, *told)


def again(beacon: str | None, first: str | None = "b", asked: str = "referee") -> list[Told]:
    """A phase that stopped with a public value and goes on with another."""
    manifest = game(head=OLD.head, beacon=asked)
    return found(save(run(1, value=HIDDEN, beacon=first), run(2, 1, beacon=beacon), manifest=manifest))


def test_a_phase_that_goes_on_has_the_value_that_it_began_with() -> None:
    assert again("b") == []
    assert again("c") == [(2, "beacon", {"found": "c", "expected": "b"})]
    assert again(None)[0] == (2, "beacon-missing", {})
    assert again("b", None, "none")[0] == (2, "beacon-stranger", {})


def test_another_fault_of_a_phase_is_told_though_its_value_is_none_either() -> None:
    manifest = game(head=OLD.head, beacon="referee")
    assert found(save(run(1, 2), manifest=manifest))[:2] == [
        (1, "link", {"found": "2", "expected": "1"}), (1, "beacon-missing", {})
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("records", "told"),
    [
        ([run(1, value=bytes(32))], "link-broken"),
        ([run(1, nonces={})], "nonce-missing"),
        ([run(1, beacon="b")], "beacon-stranger"),
        ([run(1, rolls=(rolled()[0], rolled()[0]))], "label-twice"),
    ],
)
def test_links_texts_values_and_rolls_are_proved(records: list[Entry], told: str) -> None:
    assert (1, told) in [(n, code) for n, code, _ in found(save(*records))]


def test_phases_whose_chain_was_given_up_while_they_waited_are_told_but_the_last() -> None:
    third = Chain.from_root(b"3" * 32, LENGTH)
    waits = [run(1, value=HIDDEN), rekey(2), run(3, 1, NEW, value=HIDDEN), rekey(4, third.head)]
    made = save(*waits, run(5, 1, third, value=HIDDEN))
    assert warned(made) == [("warn-unproved", 1), ("warn-unproved", 3), ("warn-version", 0)]


# Adjudicated again ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("what", "place", "code"),
    [
        ("state", "before", "position-before"),
        ("state", "after", "position-after"),
        ("order", "seats", "seats"),
        ("order", "spanish", "order"),
        ("event", "3", "event"),
    ],
)
def test_a_difference_is_told_by_what_it_is_in(what: str, place: str, code: str) -> None:
    record = case().records[2]
    told = finding_of_difference(Difference(record.n, what, place, ["a", 1], "b"), record)
    values = {"place": place, "found": "a, 1", "expected": "b"}
    assert (told.n, told.code, told.values) == (record.n, code, values)


@pytest.mark.parametrize(("order", "said"), [({"type": "hold"}, '{"type":"hold"}'), (None, "-")])
def test_an_order_that_does_not_mean_its_text_is_told_with_both(order: Any, said: str) -> None:
    record = case().records[2]
    both = (("HOLD a", order), ("HOLD a", {"type": "move"}))
    told = finding_of_difference(Difference(record.n, "text", "spanish 1", *both), record)
    values = {"place": "spanish 1", "text": "HOLD a", "found": said, "expected": '{"type":"move"}'}
    assert (told.code, told.values) == ("text", values)


def test_a_roll_that_is_missing_or_too_many_is_told_by_its_label() -> None:
    record, roll = case().records[2], ["weather", "legion", [3], [], "rain"]
    for was, now, code, values in (
        (None, roll, "roll-missing", {"expected": "weather"}),
        (roll, None, "roll-added", {"found": "weather"}),
        (
            roll,
            ["weather", "d6", [3], ["x"], ""],
            "roll-other",
            {"place": "1", "found": "weather", "expected": "weather"},
        ),
    ):
        told = finding_of_difference(Difference(record.n, "roll", "1", was, now), record)
        assert (told.code, told.values) == (code, values)
