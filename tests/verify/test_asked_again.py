"""A receipt of before a rollback that asked for orders again, beside a phase that was then played without any."""

from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

import pytest

from pbem.save.records import AMENDED, Entry, PhaseRecord, RollbackRecord, RulingRecord
from pbem.verify.mails import check_receipts
from tests.verify.making import case

HASH = "a" * 64
ORDER = ("movement",)


def receipt(since: int | None) -> Any:
    """The Spanish seat's receipt for the movement, written when record `since` was the next."""
    return SimpleNamespace(
        name="a.eml",
        date=datetime(2026, 1, 1, tzinfo=UTC),
        sheets=[("spanish", "1.movement", HASH)],
        receipt_of=("spanish", 1, "movement"),
        own_words=None if since is None else (since, "niebla"),
    )


def journal(*, same_dice: bool = False, ruling: bool = False, sheet: bool = False) -> list[Entry]:
    """Another phase (or a ruling), taken back by record 2, and the movement, with a `sheet` of other orders or none."""
    made = next(r for r in case().records if isinstance(r, PhaseRecord) and r.sheets and r.next_head is None)
    values: dict[str, Any] = {
        "turn": 1,
        "previous": HASH,
        "state": made.state,
        "test_dice": False,
        "who": "R",
        "why": "",
    }
    phase = made.model_copy(update={"n": 1, "turn": 1, "phase": "supply", "sheets": ()})
    ruled = RulingRecord(n=1, ruling=AMENDED, seats=("spanish",), events=(), **values)
    back = RollbackRecord(n=2, to=0, same_dice=same_dice, **values)
    other = next(each for each in made.sheets if each.lines).model_copy(update={"seat": "spanish"})
    run = made.model_copy(
        update={"n": 3, "turn": 1, "phase": "movement", "suspended": None, "sheets": (other,) if sheet else ()}
    )
    return [ruled if ruling else phase, back, run]


@pytest.mark.parametrize(
    ("since", "records", "codes"),
    [
        (2, journal(), []),
        (3, journal(), ["receipt"]),
        (None, journal(), ["receipt"]),
        (2, journal(sheet=True), ["receipt"]),
        (2, journal(same_dice=True), ["receipt"]),
        (2, journal(ruling=True), ["receipt"]),
    ],
)
def test_orders_that_a_rollback_asked_for_again_may_stay_away(
    since: int | None, records: list[Entry], codes: list[str]
) -> None:
    """Only those: not after it, not other orders, not where a rollback leaves the sheets or no mail says when."""
    assert [each.code for each in check_receipts([receipt(since)], case().manifest, records, ORDER)] == codes
