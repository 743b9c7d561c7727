"""Receipts are witnesses of a seat's words in the dice: who puts others in their place is found."""

from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from pbem.dice.chain import first_nonce
from pbem.save.records import Entry, Link, OpenQuestion, PhaseRecord, RollbackRecord, RulingRecord
from pbem.store.rows import SeatRow
from pbem.verify.mail_facts import Witness
from pbem.verify.own_words import check_own_words
from tests.referee.making import HOUR, LENGTH, Room, flat, new_room
from tests.verify.making import case
from tests.verify.proofs.making import receipt, rekey, ruling
from tests.verify.rooms import kept, verified

SET_UP = {"spanish": "cer-1 0202, cer-2 0203, cer-3 0204", "moroccan": "beni-1 0502, beni-2 0503, beni-3 0504"}


def put(room: Room, **columns: object) -> SeatRow:
    """The referee edits a seat's row with his own hand."""
    return room.home.store.seats.change(room.name, "spanish", **columns)


def played(path: Path, *, without: bool = False) -> Room:
    """A game that has begun; `without`: the Spanish have answered the first mail without words."""
    room = new_room(path)
    room.says("moroccan", "NONCE sand\n")
    room.says("spanish", "STATUS\n" if without else "NONCE niebla en  Annual\n")
    room.tick()
    return room


@pytest.mark.parametrize("words", ["ground until the dice please", "niebla en", "niebla en Annual, y viento"])
def test_words_put_in_the_place_of_a_seats_own_are_found(tmp_path: Path, words: str) -> None:
    room = played(tmp_path / "home")
    receipt = room.text("spanish", "receipt")
    assert "Tu texto entra en todas las tiradas desde el registro 1:\nniebla en Annual\n" in receipt
    put(room, nonce=words)
    room.set_up(**SET_UP)
    assert verified(room.save) is None, "the save alone cannot know"
    assert verified(room.save, *kept(room, "spanish", "receipt")) == (1, "own-words")
    room.close()


def test_a_text_of_a_seat_that_gave_none_is_told_and_bound_too(tmp_path: Path) -> None:
    room = played(tmp_path / "home", without=True)
    text = first_nonce(str(room.seat("spanish").nonce_mail_id))
    assert f"Tu texto entra en todas las tiradas desde el registro 1: {text}" in flat(room.text("spanish", "receipt"))
    room.set_up(**SET_UP)
    assert verified(room.save, *kept(room)) is None
    room.close()


def test_a_text_put_in_where_a_seat_gave_none_is_found(tmp_path: Path) -> None:
    room = played(tmp_path / "home", without=True)
    put(room, nonce="ground until the dice please")
    room.set_up(**SET_UP)
    assert verified(room.save, *kept(room, "spanish", "receipt")) == (1, "own-words")
    room.close()


def test_new_words_hold_from_the_record_that_their_receipt_names(tmp_path: Path) -> None:
    room = played(tmp_path / "home")
    room.set_up(**SET_UP)
    n = len(room.game.records)
    for text in ("NONCE not these\n", "NONCE but these\n"):
        room.now += HOUR / 60
        said = room.answer("spanish", text)
    assert f"desde el registro {n + 1}:\nbut these\n" in said
    for _ in range(2):
        room.tick(LENGTH)
    assert len(room.game.records) > n + 1
    mails = kept(room, "spanish", "receipt")
    assert verified(room.save, *mails) is None
    assert verified(room.save, *mails[:-1]) == (n + 1, "own-words"), "as if the last words had never been sent"
    room.close()


def test_a_text_that_stays_away_is_found(fought: Room) -> None:
    """Another's words, in the middle of the game, from one phase on."""
    n = len(fought.game.records)
    put(fought, nonce="ground until the dice please")
    while len(fought.game.records) == n:
        fought.tick(LENGTH)
    assert verified(fought.save) is None
    assert verified(fought.save, *kept(fought, "spanish", "receipt")) == (n + 1, "own-words")


def told(n: int, words: str) -> Any:
    """A receipt of the Spanish seat that says from which record on its words enter the dice."""
    when = datetime(2026, 1, 1, tzinfo=UTC)
    return SimpleNamespace(
        name="a.eml", date=when, receipt_of=("spanish", 1, "movement"), own_words=(n, words), moment=None
    )


def runs(**changes: Any) -> list[PhaseRecord]:
    """Two runs of one phase with the same old words; `changes` are of the first and the second."""
    found = [item.record for item in case().written if isinstance(item.record, PhaseRecord) and item.record.sheets]
    first = found[0].model_copy(update={"n": 1, "nonces": {"spanish": "old"}, **changes.get("first", {})})
    return [first, first.model_copy(update={"n": 2, "suspended": None, **changes.get("second", {})})]


WAITS = OpenQuestion(id="q", side="spanish", kind="retreat", options=("a",), default="a", rule="X-1")
SAID = [("own-words", 2)]


@pytest.mark.parametrize(
    ("changes", "found"),
    [
        ({"first": {"suspended": WAITS}}, []),
        ({"first": {"suspended": WAITS}, "second": {"phase": "another"}}, SAID),
        ({}, SAID),
        ({"first": {"beacon": "b"}, "second": {"beacon": "b", "sheets": ()}}, []),
        ({"first": {"beacon": "b"}, "second": {"beacon": "b"}}, SAID),
        ({"first": {"beacon": None}, "second": {"beacon": None, "sheets": ()}}, SAID),
    ],
)
def test_words_hold_from_the_run_by_which_they_were_fixed(changes: Any, found: list[tuple[str, int]]) -> None:
    """A phase that stopped keeps those of its first run, and so does what follows at once under one beacon."""
    assert [(each.code, each.n) for each in check_own_words([told(2, "new")], runs(**changes))] == found


def test_a_ruling_between_two_runs_of_a_phase_changes_nothing_and_a_rollback_does() -> None:
    first, second = runs(first={"suspended": WAITS})
    values = {"n": 2, "turn": 1, "previous": first.previous, "state": first.state, "test_dice": False, "who": "R"}
    ruling = RulingRecord(ruling="clock-accepted", seats=("spanish",), why="it was ahead", events=(), **values)
    back = RollbackRecord(to=0, same_dice=False, why="a mistake", **values)
    last = second.model_copy(update={"n": 3})
    assert [*check_own_words([told(3, "new")], [first, ruling, last])] == []
    assert [each.n for each in check_own_words([told(3, "new")], [first, back, last])] == [3]


def test_a_phase_after_a_ruling_follows_nothing_at_once_and_has_words_of_its_own() -> None:
    """Under a beacon, without sheets: only what comes right behind a run has its words."""
    first, second = runs(first={"beacon": "b"}, second={"beacon": "b", "sheets": ()})
    values = {"n": 2, "turn": 1, "previous": first.previous, "state": first.state, "test_dice": False, "who": "R"}
    ruling = RulingRecord(ruling="amended", seats=("spanish",), why="a slip", events=({"type": "x"},), **values)
    found = check_own_words([told(3, "new")], [first, ruling, second.model_copy(update={"n": 3})])
    assert [each.n for each in found] == [3]


def said(n: int, words: str, moment: tuple[int, int, int] | None = None, **more: Any) -> Witness:
    """A receipt of the Spanish seat: its words from record n on, and when it was written by its counts."""
    return receipt("a.eml", words=(n, words), moment=moment, **more)


def found_in(records: Sequence[Entry], *mails: Witness) -> list[int]:
    return [each.n for each in check_own_words(mails, records)]


def old(n: int, **fields: Any) -> PhaseRecord:
    """A run with the old words of the Spanish seat."""
    return runs()[1].model_copy(update={"n": n, **fields})


def test_a_correction_keeps_its_words() -> None:
    again = Link(number=1, value="b" * 64, again=True)
    assert found_in([old(1), old(2, link=again)], said(2, "new")) == []
    assert found_in([old(1), old(2, link=again), old(3)], said(2, "new")) == [3], "what follows does not"


def test_words_of_a_former_player_bind_no_longer_and_those_of_the_next_do() -> None:
    handed = [old(1, handed={"spanish": 1}), old(2, handed={"spanish": 1})]
    former, now = said(1, "mine", (1, 0, 0)), said(2, "new", (2, 1, 1))
    assert found_in(handed, former) == []
    assert found_in(handed, former, now) == [2]
    assert found_in([old(1), old(2)], former) == [1, 2]


def test_only_receipts_tell_words() -> None:
    assert found_in([old(1)], said(1, "new", answers=False), said(1, "old")) == []
    assert found_in([old(1)], receipt("b.eml")) == []


def test_the_last_words_for_a_record_are_those_that_count() -> None:
    assert found_in([old(1), old(2)], said(2, "old"), said(2, "new", minutes=1)) == [2]
    assert found_in([old(1), old(2)], said(2, "old", minutes=1), said(2, "new")) == []


@pytest.mark.parametrize(
    ("records", "found"),
    [
        ([old(1), old(2)], [2]),
        ([ruling(1, "clock-accepted"), old(2), old(3)], [3]),
        ([ruling(1, "amended", events=({"type": "x"},)), old(2), old(3)], [2, 3]),
        ([rekey(1), old(2), old(3)], [2, 3]),
        ([ruling(1, "clock-accepted"), ruling(2, "clock-accepted"), old(3), old(4)], [4]),
    ],
)
def test_words_that_came_while_sheets_were_locked_hold_behind_the_run_of_these(
    records: Sequence[Entry], found: list[int]
) -> None:
    """The receipt was written before record 1, and could not know of a ruling that came first."""
    assert found_in(records, said(2, "new", (1, 0, 0))) == found


def test_words_for_what_was_not_played_yet_are_in_no_record() -> None:
    assert found_in([old(1)], said(3, "new", (2, 0, 0))) == []
    assert found_in([old(1), old(2)], said(2, "new", (2, 0, 0))) == [2], "nothing was locked"


@pytest.mark.parametrize("new_head", [[old(1), rekey(2)], [old(1, next_head="e" * 64), ruling(2, "other")]])
def test_a_new_head_ends_what_was_told_before_it(new_head: list[Entry]) -> None:
    assert found_in([*new_head, old(3)], said(1, "new")) == [1]
    assert found_in([*new_head, old(3)], said(3, "new")) == [3]
    assert found_in([old(1), ruling(2, "other"), old(3)], said(1, "new")) == [1, 3]


def test_words_that_are_missing_are_told_with_a_dash() -> None:
    (found,) = check_own_words([told(2, "new")], runs(second={"nonces": {}}))
    assert (found.values["found"], found.values["expected"]) == ("new", "-")


def test_of_the_words_of_one_second_the_first_by_name_is_told() -> None:
    (found,) = check_own_words([told(2, "new"), told(2, "also")], runs())
    assert found.values["found"] == "also"


def test_the_last_receipt_for_a_phase_is_the_one_that_counts() -> None:
    first, second = check_own_words([told(1, "other"), told(2, "new")], runs())
    assert (first.n, first.values["since"], first.values["found"]) == (1, "1", "other")
    assert {each.values["expected"] for each in (first, second)} == {"old"}, "what the records have"
    assert (second.n, second.values["since"], second.values["found"]) == (2, "2", "new")
