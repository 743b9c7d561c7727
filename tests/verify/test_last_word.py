"""Which receipt has the last word on what was played: rollbacks, new and computer players, wrong clocks, a beacon."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from pbem.referee.admin.beacon import set_beacon
from pbem.referee.admin.replacement import replace_player
from pbem.referee.admin.rulings import roll_back
from pbem.referee.admin.seating import Player
from pbem.referee.admin.wrong_clock import accept_clock
from pbem.referee.people.bots import set_bot
from pbem.referee.people.leaving import leave_seat
from pbem.referee.tick import tick
from pbem.referee.turn.beacon_lock import awaited_lock
from pbem.save.records import AMENDED, Entry, PhaseRecord, RollbackRecord, RulingRecord
from pbem.verify.mails import check_receipts
from pbem.verify.verify import verify
from tests.referee.making import ASSAULT, HOUR, LENGTH, Room, copied, new_room, scenario
from tests.referee.turn.test_dice_beacon import FIGHT, MOVEMENT, SOURCE, VALUE, open_
from tests.verify.making import case
from tests.verify.rooms import Json, code, forged, kept, records, verified, warned

__all__ = ["open_"]

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
        moment=None,
    )


def journal(
    *, same_dice: bool = False, ruling: bool = False, sheet: bool = False, bot: bool = False, to: int = 0
) -> list[Entry]:
    """Another phase or a ruling, record 2 back to `to`, the movement with a `sheet` of other orders or none."""
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
    back = RollbackRecord(n=2, to=to, same_dice=same_dice, **values)
    other = next(each for each in made.sheets if each.lines).model_copy(update={"seat": "spanish", "bot": bot})
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
        (2, journal(sheet=True, bot=True), []),
        (3, journal(sheet=True, bot=True), ["receipt"]),
        (2, journal(same_dice=True), ["receipt"]),
        (2, journal(ruling=True), ["receipt"]),
        (2, journal(to=1), []),
    ],
)
def test_orders_that_a_rollback_asked_for_again_may_stay_away(
    since: int | None, records: list[Entry], codes: list[str]
) -> None:
    """Only those: not after it, not other orders but a computer player's, not where a rollback leaves the sheets or no
    mail says when."""
    assert [each.code for each in check_receipts([receipt(since)], case().manifest, records, ORDER)] == codes


# A computer player ----------------------------------------------------------------------------------------------------


def by_bot(room: Room) -> list[Path]:
    """The Moroccan has withdrawn all orders and gone, and a computer player has sent others; the mails of all."""
    for orders in ("MOVE beni-1 0402\nWAIT\n", "CLEAR\n"):
        room.now += HOUR / 60
        room.answer("moroccan", orders)
    room.now += HOUR / 60
    set_bot(room.home, room.game, "moroccan", room.now, on=True)
    turn = room.game.state.turn
    while room.game.state.turn == turn:
        room.tick(LENGTH)
    return kept(room)


def sheets(made: list[Json], seat: str) -> list[Json]:
    """The sheets of a seat with lines, in order."""
    return [s for r in made for s in r.get("sheets", ()) if s["seat"] == seat and s["lines"] and r["turn"]]


def test_a_computer_player_orders_what_no_receipt_tells(room: Room) -> None:
    mails = by_bot(room)
    assert verified(room.save, *mails) is None
    sent = sheets(records(room), "moroccan")
    assert [sheet.get("bot") for sheet in sent[1:]] == [True] * (len(sent) - 1) != [], "after the set-up"
    assert "warn-bot" in warned(room.save, *mails)
    (warning,) = (each for each in verify(room.save).warnings if each.code == "warn-bot")
    assert (warning.values["seat"], warning.values["count"]) == ("moroccan", str(len(sent) - 1))


def test_orders_of_nobody_are_found_where_no_record_says_that_a_computer_player_sent_them(room: Room) -> None:
    mails = by_bot(room)

    def silent(made: list[Json]) -> None:
        for sheet in sheets(made, "moroccan"):
            sheet.pop("bot", None)

    found = verified(forged(room, silent), *[mail for mail in mails if "receipt" in mail.name])
    assert found is not None
    assert found[1] == "receipt-withdrawn"


def test_no_computer_player_orders_in_the_place_of_what_a_receipt_tells(fought: Room) -> None:
    """The referee changes a sheet and says that a computer player has sent it."""
    mails = kept(fought, "moroccan", "receipt")

    def changed(made: list[Json]) -> None:
        combat = next(record for record in made if record.get("phase") == "moroccan-combat")
        combat["sheets"][0]["bot"] = True

    run = next(i.record for i in fought.game.records if getattr(i.record, "phase", "") == "moroccan-combat")
    assert isinstance(run, PhaseRecord)
    told = SimpleNamespace(**{**vars(receipt(None)), "sheets": [("moroccan", run.at, HASH)]})
    (other,) = (sheet.model_copy(update={"bot": True}) for sheet in run.sheets if sheet.seat == "moroccan")
    lying = [
        item.record.model_copy(update={"sheets": (other,)}) if item.record == run else item.record
        for item in fought.game.records
    ]
    found = check_receipts([told], fought.game.manifest, lying, ORDER)  # type: ignore[list-item]
    assert [each.code for each in found] == ["receipt"]
    assert verified(forged(fought, changed), *mails) is None, "the orders are those of the receipt, whoever sent them"


# Another player -------------------------------------------------------------------------------------------------------

EVA = Player("moroccan", "moroccan", "eva@example.org", "en", "Europe/Madrid")


def asked(path: Path) -> Room:
    """The Moroccans have taken a battery and are asked what becomes of it."""
    room = new_room(path, scenario(ASSAULT, options={"reactions": "ask"})).started()
    room.set_up(spanish="cer-1 0101, krupp 0302, schneider 0304", moroccan="beni-1 0402, beni-2 0404")
    while "movement" not in room.game.state.phase:
        room.tick(LENGTH)
    room.answer("moroccan", "HOLD beni-1\nATTACK krupp WITH beni-1\nATTACK schneider WITH beni-2\n")
    room.tick(HOUR)
    assert room.game.questions
    return room


def of_address(room: Room, address: str) -> list[Path]:
    """The mails that somebody has got."""
    files = kept(room, "moroccan")
    return [path for path, row in zip(files, room.rows("moroccan"), strict=True) if row.recipient == address]


def test_a_new_player_is_told_the_orders_of_a_phase_that_waits_for_an_answer(tmp_path: Path) -> None:
    """They stand, whoever sent them: the receipt says so, and proves them."""
    room = asked(tmp_path / "home")
    waits = room.game.records[-1].record.n
    alone = verify(kept(room, "moroccan", "report")[-1]).warnings
    assert [each.n for each in alone if each.code == "warn-open"] == [waits], "its dice are not told yet"
    at = f"{room.game.state.turn}.{room.game.state.phase}"
    told = room.fingerprints("moroccan")
    (line,) = (line for line in told.splitlines() if f"(moroccan, {at}):" in line)
    room.now += HOUR
    replace_player(room.home, room.game, EVA, room.now)
    room.tick()
    room.answer("moroccan", "NONCE mine now\n", From="eva@example.org")
    assert line in room.fingerprints("moroccan").splitlines()
    room.answer("moroccan", "CAPTURE NO\n", From="eva@example.org")
    while room.game.state.turn == 1:
        room.tick(LENGTH)
    for mails in (kept(room), of_address(room, "omar@example.org"), of_address(room, "eva@example.org")):
        assert verified(room.save, *mails) is None
    assert "warn-handed" in warned(room.save)

    def another(made: list[Json]) -> None:
        for record in made:
            if record.get("phase") == "moroccan-combat":
                record["sheets"][0]["lines"].pop()

    assert verified(forged(room, another)) is not None
    room.close()


def played_on(room: Room, sender: str = "eva@example.org") -> None:
    """Another player has come, gives words and other orders, and the turn is played."""
    room.answer("moroccan", "NONCE mine now\nMOVE beni-1 0501\nDONE\n", From=sender)
    turn = room.game.state.turn
    while room.game.state.turn == turn:
        room.tick(LENGTH)


def test_what_a_former_player_was_acknowledged_is_void_and_the_save_says_so(room: Room) -> None:
    room.answer("moroccan", "NONCE mine\nMOVE beni-1 0402\nWAIT\n")
    room.now += HOUR
    replace_player(room.home, room.game, EVA, room.now)
    room.tick()
    played_on(room)
    for mails in (kept(room), of_address(room, "omar@example.org"), of_address(room, "eva@example.org")):
        assert verified(room.save, *mails) is None
    first = next(r for r in records(room) if r.get("handed"))
    assert (first["handed"], warned(room.save).count("warn-handed")) == ({"moroccan": 1}, 1)

    def unsaid(made: list[Json]) -> None:
        for record in made:
            record.pop("handed", None)

    found = verified(forged(room, unsaid), *of_address(room, "omar@example.org"))
    assert found is not None
    assert found[1] in ("own-words", "receipt", "mail-unknown")


def test_a_player_who_never_left_is_not_said_to_have_left(fought: Room) -> None:
    """Who would not be bound by a receipt says so; the next receipt of the seat says what is true."""
    n = len(fought.game.records)
    fought.answer("moroccan", "STATUS\n")

    def left(made: list[Json]) -> None:
        made[-1]["handed"] = {"moroccan": 1}

    mails = kept(fought, "moroccan", "receipt")
    assert verified(forged(fought, left), *mails) == (n, "handed")


def test_a_seat_that_a_computer_player_took_over_is_not_bound_by_receipts_of_who_left(room: Room) -> None:
    room.answer("moroccan", "MOVE beni-1 0402\nWAIT\n")
    room.now += HOUR
    leave_seat(room.home, room.game, room.seat("moroccan"), "resigned", room.now)
    set_bot(room.home, room.game, "moroccan", room.now, on=True)
    turn = room.game.state.turn
    while room.game.state.turn == turn:
        room.tick(LENGTH)
    assert verified(room.save, *of_address(room, "omar@example.org")) is None
    assert {"warn-handed", "warn-bot"} <= {*warned(room.save)}


# A wrong clock --------------------------------------------------------------------------------------------------------


def test_a_receipt_of_a_clock_that_was_ahead_is_older_than_those_after_it(room: Room) -> None:
    right = room.now + HOUR
    room.says("moroccan", "MOVE beni-1 0402\nWAIT\n")
    tick(room.home, room.now + 4 * HOUR)
    room.now = right
    room.says("moroccan", "MOVE beni-1 0501\n")
    tick(room.home, room.now)
    accept_clock(room.home, "Referee", "it had no battery", room.now)
    room.answer("moroccan", "DONE\n")
    while room.game.state.turn == 1:
        room.tick(LENGTH)
    mails = kept(room)
    assert "warn-dates" not in warned(room.save, *mails), "the record says that it was ahead"
    assert verified(room.save, *mails) is None


def test_mails_whose_dates_and_counts_disagree_are_told(room: Room) -> None:
    """Without a record of it anybody would have to believe the counts."""
    room.says("moroccan", "MOVE beni-1 0402\nWAIT\n")
    tick(room.home, room.now + HOUR / 2)
    room.answer("moroccan", "MOVE beni-1 0501\n")
    assert "warn-dates" in warned(room.save, *kept(room, "moroccan", "receipt"))


# A beacon -------------------------------------------------------------------------------------------------------------


@pytest.fixture
def locked(open_: Room, tmp_path: Path) -> Iterator[Room]:
    """The Moroccan movement is locked."""
    found = copied(open_, tmp_path / "locked")
    found.answer("moroccan", FIGHT)
    assert found.tick(HOUR).locked
    yield found
    found.close()


def test_a_rollback_while_orders_are_locked_asks_for_them_again(locked: Room) -> None:
    """Words that come then count from a record later on; that says nothing of when the receipt was written."""
    locked.answer("moroccan", "NONCE of later\n")
    roll_back(locked.home, locked.game, "1.weather", same_dice=False, who="Referee", why="a slip", now=locked.now)
    for _ in range(4):
        locked.tick(LENGTH)
        if awaited_lock(locked.home, locked.game):
            set_beacon(locked.home, locked.game, f"{VALUE} {locked.at}", SOURCE, locked.now)
            locked.tick()
    runs = [r for r in records(locked) if f"{r['turn']}.{r.get('phase')}" == MOVEMENT]
    assert [sheet["lines"] for sheet in runs[-1]["sheets"]] == [[]]
    for mails in (kept(locked), kept(locked, "moroccan", "receipt")):
        assert verified(locked.save, *mails) is None


def test_words_of_a_locked_phase_hold_from_the_run_after_it_though_the_clock_was_accepted(locked: Room) -> None:
    locked.answer("moroccan", "NONCE of later\n")
    tick(locked.home, locked.now + 3 * HOUR)
    locked.says("spanish", "STATUS\n")
    tick(locked.home, locked.now + 3 * HOUR)
    accept_clock(locked.home, "Referee", "it had no battery", locked.now)
    set_beacon(locked.home, locked.game, VALUE, SOURCE, locked.now)
    locked.tick()
    assert verified(locked.save, *kept(locked)) is None
    assert code(verify(locked.save)) is None
