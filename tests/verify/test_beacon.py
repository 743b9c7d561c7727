"""A public value that nobody could know when orders were locked: it enters every die, and verify asks for it."""

import pytest

from pbem.save.records import OpenQuestion, PhaseRecord
from pbem.verify.chain import beacon_code, beacon_fault
from pbem.verify.verify import verify
from tests.referee.making import LENGTH, Room
from tests.referee.turn.test_dice_beacon import given, locked, open_, room
from tests.save.making import game, phase
from tests.verify.rooms import Json, code, forged, kept, verified

__all__ = ["locked", "open_", "room"]


def test_the_value_that_nobody_knew_is_in_the_dice(locked: Room) -> None:
    """Locked sheets are mailed out first: the mails hold against the record whose dice came later."""
    given(locked)
    locked.tick(LENGTH)
    assert verified(locked.save, *kept(locked)) is None

    def none(made: list[Json]) -> None:
        made[-1]["beacon"] = None

    n = locked.game.records[-1].record.n
    found = code(verify(forged(locked, none)))
    assert found == (n, "beacon-missing")


def test_another_value_gives_other_dice_or_other_hashes(locked: Room) -> None:
    given(locked)
    mails = kept(locked, what="report")

    def another(made: list[Json]) -> None:
        for record in made:
            record["beacon"] = "another"

    found = verified(forged(locked, another), *mails)
    assert found is not None
    assert found[1] in ("face", "mail-hash", "mail-unknown", "roll-other")


def test_what_follows_a_phase_that_waits_for_an_answer_has_texts_of_its_own(locked: Room) -> None:
    """Only what runs at once with the phase before it must have its texts and value."""
    given(locked)
    runs = [item.record for item in locked.game.records if isinstance(item.record, PhaseRecord)]
    first = runs[-1].model_copy(update={"suspended": None})
    second = first.model_copy(update={"n": first.n + 1, "sheets": (), "nonces": {**first.nonces, "spanish": "other"}})
    found = beacon_fault(locked.game.manifest, [first, second])
    assert found is not None
    assert (found.n, found.code) == (second.n, "beacon-run")
    waits = OpenQuestion(id="q", side="spanish", kind="retreat", options=("a",), default="a", rule="X-1")
    assert beacon_fault(locked.game.manifest, [first.model_copy(update={"suspended": waits}), second]) is None


@pytest.mark.parametrize(
    ("asked", "value", "code_"),
    [
        ("none", None, ""),
        ("none", "b", "beacon-stranger"),
        ("referee", "b", ""),
        ("referee", None, "beacon-missing"),
    ],
)
def test_a_public_value_is_there_where_the_game_asks_for_one(asked: str, value: str | None, code_: str) -> None:
    assert beacon_code(game(beacon=asked), phase(beacon=value)) == code_
