"""The beacon: sheets are locked and told to all, then a public value enters their dice; nothing later does."""

import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from pbem.dice.chain import ChainDice, phase_key
from pbem.errors import BadInput, Refused
from pbem.referee.admin.beacon import set_beacon
from pbem.referee.admin.rulings import roll_back
from pbem.referee.letters.status import game_status
from pbem.referee.play_on import close_phase
from pbem.referee.turn.beacon_lock import awaited_lock, lock_of
from pbem.save.records import PhaseRecord, sheet_hash
from tests.referee.making import GAME, HOUR, LENGTH, Room, copied, flat, lines_understood, new_room

VALUE, SOURCE = "8430af44c2bd41e2", "drand round 12345"
RULE = "drand quicknet, the first round of the hour after the lock"
FIGHT = "MOVE beni-1 0302\nMOVE beni-2 0403\nHOLD beni-3\nATTACK cer-1 WITH beni-1\n"
MOVEMENT, COMBAT = "1.moroccan-movement", "1.moroccan-combat"


def given(room: Room, value: str = VALUE) -> None:
    """The referee gives the value, and the game goes on."""
    set_beacon(room.home, room.game, value, SOURCE, room.now)
    room.tick()


def phases(room: Room) -> list[PhaseRecord]:
    """The records of phases."""
    return [item.record for item in room.game.records if isinstance(item.record, PhaseRecord)]


@pytest.fixture(scope="module", name="open_")
def open_(tmp_path_factory: pytest.TempPathFactory) -> Room:
    """The skirmish with a beacon; the Moroccans are asked for their first movement."""
    home = tmp_path_factory.mktemp("beacon") / "home"
    room = new_room(home, beacon="referee", beacon_source=RULE).started()
    room.says("spanish", "DEPLOY cer-1 0202\nDEPLOY cer-2 0203\nDEPLOY cer-3 0204\n")
    room.says("moroccan", "DEPLOY beni-1 0502\nDEPLOY beni-2 0503\nDEPLOY beni-3 0504\n")
    while room.game.state.phase != "moroccan-movement":
        room.tick(HOUR)
        if awaited_lock(room.home, room.game):
            given(room, f"value of {room.at}")
    return room


@pytest.fixture
def room(open_: Room, tmp_path: Path) -> Iterator[Room]:
    found = copied(open_, tmp_path / "home")
    yield found
    found.close()


@pytest.fixture
def locked(room: Room) -> Room:
    """The Moroccan movement is locked."""
    room.answer("moroccan", FIGHT)
    result = room.tick(HOUR)
    assert (result.closed, result.locked) == ([], [f"{GAME} {MOVEMENT}"])
    return room


def test_the_first_mail_says_that_there_is_a_beacon_and_which(room: Room) -> None:
    said = flat(room.text("moroccan", "welcome"))
    assert "Before dice are rolled all orders are locked" in said
    assert f"The value: {RULE}" in said
    game = (room.save / "game.json").read_text()
    assert f'"beacon":"referee",\n  "beacon-source":"{RULE}"' in game


def test_locked_sheets_are_told_to_all_before_any_die(locked: Room) -> None:
    row = locked.home.store.sections.need(GAME, "moroccan", 1, "moroccan-movement")
    expected = sheet_hash(row.lines)
    for seat in ("moroccan", "spanish"):
        said = flat(locked.text(seat, "lock"))
        assert f"(moroccan, {MOVEMENT}): {expected}" in said
        assert "moroccan: moroccan throws spanish: spanish throws" in said
        assert RULE in said
    assert phases(locked)[-1].at == "1.weather"
    assert locked.tick(9 * LENGTH).closed == []
    assert len(locked.rows(what="lock")) == 2 * len({r.record for r in locked.rows(what="lock")})


def test_the_value_enters_the_record_its_key_and_the_report(locked: Room) -> None:
    expected = lock_of(locked.home, locked.game)
    assert expected is not None
    given(locked)
    record = next(r for r in phases(locked) if r.at == MOVEMENT)
    assert (record.beacon, record.beacon_source) == (VALUE, SOURCE)
    assert {s.seat: [line.text for line in s.lines] for s in record.sheets} == {
        "moroccan": [line["text"] for line in expected.sheets["moroccan"]]
    }
    assert record.to_json()["beacon-source"] == SOURCE
    assert locked.replay().difference is None
    locked.tick(HOUR)
    given(locked, "the second value")
    fight = next(r for r in phases(locked) if r.at == COMBAT)
    assert fight.link.value is not None
    link = bytes.fromhex(fight.link.value)
    dice, other = (ChainDice(phase_key(link, GAME, COMBAT, fight.nonces, b)) for b in ("the second value", VALUE))
    legion = next(die for die in locked.game.rules.DICE if die.name == fight.rolls[0].die)
    labels = [(roll.label, len(roll.faces)) for roll in fight.rolls]
    assert [dice.faces(label, legion, n) for label, n in labels] == [roll.faces for roll in fight.rolls]
    assert [other.faces(label, legion, n) for label, n in labels] != [roll.faces for roll in fight.rolls]
    while locked.game.state.phase != "spanish-movement":
        locked.tick(HOUR)
    locked.tick()
    said = flat(locked.text("spanish", "report"))
    assert f"valor público: {VALUE} ({SOURCE})" in said


def test_what_comes_after_the_lock_is_too_late(locked: Room) -> None:
    before = lock_of(locked.home, locked.game)
    said = locked.answer("moroccan", "MOVE beni-1 0402\nPHASE moroccan-combat\nATTACK cer-1 WITH beni-1\nNONCE other\n")
    assert next(sign for sign, _, _ in lines_understood(said)) == "✗"
    assert "are locked until their dice are rolled, and cannot be changed any more" in flat(said)
    assert "The dice of the orders that are locked already take the words locked with them." in flat(said)
    assert "All orders are locked: the phase waits for the public value that enters its dice." in flat(said)
    assert "There was nothing to withdraw." in locked.answer("moroccan", "CLEAR moroccan-movement\n")
    assert lock_of(locked.home, locked.game) == before
    given(locked)
    record = next(r for r in phases(locked) if r.at == MOVEMENT)
    assert [line.text for line in record.sheets[0].lines] == FIGHT.splitlines()[:3]
    assert record.nonces["moroccan"] == "moroccan throws"
    locked.tick(LENGTH)
    given(locked, "another")
    assert next(r for r in phases(locked) if r.at == COMBAT).nonces["moroccan"] == "other"


def test_standing_orders_and_words_are_locked_for_the_phases_that_follow_at_once(locked: Room) -> None:
    """Also after a kill between two records of a run: what is decided once the value is known enters none of them."""
    given(locked)
    locked.tick(LENGTH)
    lock = awaited_lock(locked.home, locked.game)
    assert lock is not None
    locked.answer("spanish", "LEMA palabras tardías\n")
    given(locked, "one value")
    run = [r for r in phases(locked) if r.beacon == "one value"]
    assert {r.nonces["spanish"] for r in run} == {"spanish throws"}
    assert all(not r.sheets for r in run[1:])


def test_one_value_serves_the_phases_that_follow_at_once_and_no_other(locked: Room) -> None:
    given(locked)
    turn = locked.game.state.turn
    while locked.game.state.turn == turn:
        locked.tick(LENGTH)
        if awaited_lock(locked.home, locked.game):
            given(locked, f"value of {locked.at}")
    found = phases(locked)
    asked = {r.at for r in found if r.sheets}
    for before, record in pairwise(found):
        expected = f"value of {record.at}" if record.at in asked else before.beacon
        assert record.beacon == (VALUE if record.at == MOVEMENT else expected), record.at
    assert locked.replay().difference is None


def test_a_rollback_to_a_phase_that_asks_nobody_waits_for_a_value_of_its_own(locked: Room) -> None:
    """The old value is known, and so is the next link to the referee: he could foresee what a rollback brings."""
    given(locked)
    roll_back(locked.home, locked.game, "1.weather", same_dice=False, who="Referee", why="", now=locked.now)
    locked.tick()
    assert locked.at == "1.weather"
    lock = awaited_lock(locked.home, locked.game)
    assert lock is not None
    assert lock.sheets == {}
    given(locked, "fresh")
    assert (phases(locked)[-1].at, phases(locked)[-1].beacon) == ("1.weather", "fresh")
    assert locked.at == MOVEMENT
    assert locked.replay().difference is None


def test_a_correction_with_the_same_dice_keeps_the_value(locked: Room) -> None:
    given(locked)
    roll_back(locked.home, locked.game, MOVEMENT, same_dice=True, who="Referee", why="a slip", now=locked.now)
    old, new = (r for r in phases(locked) if r.at == MOVEMENT)
    assert (new.beacon, new.beacon_source, new.nonces, new.link.again) == (VALUE, SOURCE, old.nonces, True)
    assert locked.replay().difference is None


def test_the_value_is_given_once_and_only_when_it_is_waited_for(locked: Room) -> None:
    with pytest.raises(BadInput, match="a public value on one line"):
        set_beacon(locked.home, locked.game, "  ", SOURCE, locked.now)
    with pytest.raises(BadInput, match="where everybody can look the value up"):
        set_beacon(locked.home, locked.game, VALUE, "", locked.now)
    set_beacon(locked.home, locked.game, VALUE, SOURCE, locked.now)
    with pytest.raises(Refused, match="it is never given anew"):
        set_beacon(locked.home, locked.game, "another", SOURCE, locked.now)


def test_no_value_is_taken_before_the_sheets_are_locked(room: Room) -> None:
    with pytest.raises(Refused, match="the sheets of its phase are not locked yet"):
        set_beacon(room.home, room.game, VALUE, SOURCE, room.now)


def test_a_game_without_beacon_takes_none(tmp_path: Path) -> None:
    room = new_room(tmp_path / "home")
    with pytest.raises(Refused, match="has no beacon"):
        set_beacon(room.home, room.game, VALUE, SOURCE, room.now)
    assert "beacon" not in (room.save / "game.json").read_text()
    room.close()


def test_a_source_that_was_not_said_beforehand_is_warned_of(tmp_path: Path) -> None:
    room = new_room(tmp_path / "home", beacon="referee").started()
    room.tick(LENGTH)
    assert "ask now, or the referee may choose among several" in flat(room.text("moroccan", "lock"))
    room.close()


def test_referee_and_players_see_what_the_game_waits_for(locked: Room) -> None:
    status = game_status(locked.home, GAME, locked.now)
    assert (status.why, status.waits) == (
        "beacon",
        f"the orders of {MOVEMENT} are locked: 'pbem dice beacon melilla VALUE --source …' ({RULE})",
    )
    assert [n.code for n in locked.home.store.notices.open()][-1] == "beacon-awaited"
    said = flat(locked.answer("spanish", "ESTADO\n"))
    assert "Todas las órdenes están cerradas: la fase espera el valor público que entra en sus dados." in said
    assert locked.tick(LENGTH).reminders == 0
    with pytest.raises(Refused, match="waits for the public value"):
        close_phase(locked.home, GAME, locked.now, at_once=True)
    set_beacon(locked.home, locked.game, VALUE, SOURCE, locked.now)
    assert "beacon-awaited" not in [n.code for n in locked.home.store.notices.open()]


def test_closing_at_once_locks_at_once(room: Room) -> None:
    result = close_phase(room.home, GAME, room.now, at_once=True)
    assert (result.closed, result.locked) == ([], [f"{GAME} {MOVEMENT}"])
    assert re.search(rf"\(moroccan, {MOVEMENT}\): 4f53cda1.*\(no lines\)", flat(room.text("moroccan", "lock")))


def test_a_pause_holds_locked_orders(locked: Room) -> None:
    locked.home.store.games.change(GAME, paused_at=locked.now)
    given(locked)
    assert phases(locked)[-1].at == "1.weather"
    locked.home.store.games.change(GAME, paused_at=None)
    locked.tick()
    assert next(r.beacon for r in phases(locked) if r.at == MOVEMENT) == VALUE
