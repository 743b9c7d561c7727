"""Rollback: nothing is forgotten; new dice for sheets that are asked for again, the same dice for a correction."""

from pathlib import Path

import pytest

from pbem.errors import BadInput, Refused
from pbem.game.game import STATES
from pbem.game.phase import state_after
from pbem.referee.admin.rulings import roll_back
from pbem.save.records import PhaseRecord
from tests.killed import Killed
from tests.referee.making import HOUR, LENGTH, At, Room, copied, flat, kill, text_of

FIGHT = "MOVE beni-1 0302\nMOVE beni-3 0304\nATTACK cer-1 WITH beni-1\nATTACK cer-3 WITH beni-3\n"
COMBAT = "1.moroccan-combat"


@pytest.fixture
def fought(room: Room) -> Room:
    """The Moroccans have moved and fought twice."""
    room.answer("moroccan", FIGHT)
    room.tick(HOUR)
    assert room.phases()[-1] == COMBAT
    return room


def back(room: Room, phase: str = COMBAT, *, same_dice: bool = False) -> None:
    """The referee takes the game back."""
    game = room.game
    roll_back(room.home, game, phase, same_dice=same_dice, who="Referee", why="a wrong hex", now=room.now)


def combats(room: Room) -> list[PhaseRecord]:
    """The records of the combat phase, old ones too."""
    records = (item.record for item in room.game.records)
    return [r for r in records if isinstance(r, PhaseRecord) and r.at == COMBAT]


def rolls(record: PhaseRecord) -> dict[str, tuple[int | str, ...]]:
    """Faces by label."""
    return {roll.label: roll.faces for roll in record.rolls}


def test_history_keeps_both(fought: Room) -> None:
    before = {name: data for name, data in fought.files().items() if name.startswith("turns/")}
    back(fought)
    files = fought.files()
    assert all(files[name] == data for name, data in before.items())
    record = fought.game.records[-1].record.to_json()
    assert (record["kind"], record["to"], record["same-dice"], record["who"]) == ("rollback", 4, False, "Referee")
    assert fought.at == COMBAT
    assert fought.replay().difference is None
    log = fought.home.git.log(fought.save, 99)
    assert log[0][2].endswith("rollback")


def test_an_earlier_state_is_that_of_its_records_whatever_was_taken_back_since(
    fought: Room,
) -> None:
    game, numbers = fought.game, range(2, len(fought.game.records) + 2)
    assert [game.state_before(n) for n in numbers]  # kept by the game, and by those that follow it
    back(fought)
    fought.answer("moroccan", "ATTACK cer-1 WITH beni-1\n")
    fought.tick(HOUR)
    game = fought.game
    for number in (len(game.records) + 1, 3, len(game.records), 2, 5, 1, len(game.records) + 1, 4):
        kept = [record for record in game.position.journal.in_force() if record.n < number]
        assert game.state_before(number) == state_after(game.rules, game.rules.initial(game.scenario), kept)
        assert len(game.states) <= STATES


def test_new_dice_ask_for_the_sheets_again_and_take_the_next_link(fought: Room) -> None:
    back(fought)
    assert fought.home.store.sections.get("melilla", "moroccan", 1, "moroccan-combat") is None
    assert fought.tick(HOUR).closed == []
    told = flat(fought.text("moroccan", "report"))
    assert (
        "The game goes back to: Moroccan combat, turn 1. Decided by Referee, to be played again with new dice. "
        "The reason: a wrong hex"
    ) in told
    fought.answer("moroccan", "ATTACK cer-1 WITH beni-1\nATTACK cer-3 WITH beni-3\n")
    fought.tick(HOUR)
    old, new = combats(fought)
    assert new.link.number > old.link.number
    assert not new.link.again
    assert new.link.value != old.link.value
    assert fought.replay().difference is None


def test_a_correction_names_the_old_link_once_and_has_the_same_dice(fought: Room) -> None:
    back(fought, same_dice=True)
    old, new = combats(fought)
    assert (new.link.number, new.link.again, new.link.value) == (old.link.number, True, old.link.value)
    assert rolls(new) == rolls(old)
    assert new.sheets == old.sheets
    assert new.events == old.events
    assert fought.replay().difference is None
    with pytest.raises(Refused, match="was corrected once already"):
        back(fought, same_dice=True)


def test_a_correction_leaves_unrelated_dice_as_they_were(fought: Room) -> None:
    """The referee strikes one attack from the sheet: the other combat's dice fall as before."""
    row = fought.home.store.sections.need("melilla", "moroccan", 1, "moroccan-combat")
    fought.home.store.sections.change("melilla", "moroccan", 1, "moroccan-combat", lines=row.lines[1:])
    back(fought, same_dice=True)
    old, new = combats(fought)
    kept = {label: faces for label, faces in rolls(old).items() if "beni-3" in label or "cer-3" in label}
    assert len(kept) == 2
    assert kept.items() <= rolls(new).items()
    assert fought.replay().difference is None


def test_both_sides_are_told_of_a_correction(fought: Room) -> None:
    fought.tick()
    back(fought, same_dice=True)
    while fought.game.state.turn == 1:
        fought.tick(LENGTH)
    said = {seat: flat(" ".join(map(text_of, fought.mails(seat, "report")))) for seat in ("moroccan", "spanish")}
    assert "to be played again with the same dice. The reason: a wrong hex" in said["moroccan"]
    assert "A correction: this phase was played again with the dice that it had." in said["moroccan"]
    assert "con los mismos dados. El motivo: a wrong hex" in said["spanish"]
    assert "Corrección: esta fase se ha jugado otra vez con los dados que tenía." in said["spanish"]


def test_orders_of_an_earlier_phase_stay_when_a_later_one_is_taken_back(fought: Room) -> None:
    back(fought)
    assert fought.home.store.sections.get("melilla", "moroccan", 1, "moroccan-movement") is not None
    back(fought, "1.moroccan-movement")
    assert fought.home.store.sections.get("melilla", "moroccan", 1, "moroccan-movement") is None
    assert fought.game.state.units["beni-1"].at == "0502"


def test_a_phase_that_was_not_played_is_named_with_the_last_ones(fought: Room) -> None:
    with pytest.raises(BadInput, match=r"has not played '7\.weather'; the last phases are"):
        back(fought, "7.weather")


def test_a_game_that_was_conceded_can_be_taken_back(fought: Room) -> None:
    fought.answer("moroccan", "CONCEDE\n")
    assert fought.game.over
    back(fought)
    assert not fought.game.over
    assert not fought.seat("moroccan").conceded
    assert fought.home.game_row("melilla").ended is None
    fought.tick()
    assert fought.replay().difference is None


@pytest.mark.parametrize("same_dice", [False, True])
def test_a_rollback_that_was_killed_is_finished_by_the_next_tick(fought: Room, tmp_path: Path, same_dice: bool) -> None:
    fought.tick()
    whole = copied(fought, tmp_path / "whole", At())
    back(whole, same_dice=same_dice)
    assert isinstance(whole.effects, At)
    numbers = whole.effects.of_each_kind()
    whole.tick()
    for n in numbers:
        room = copied(fought, tmp_path / str(n), At(n=n, strike=kill))
        with pytest.raises(Killed):
            back(room, same_dice=same_dice)
        room.close()
        room.effects = At()
        if all(item.record.kind != "rollback" for item in room.game.records):
            back(room, same_dice=same_dice)
        room.tick()
        assert room.files() == whole.files()
        assert (room.home.store.sections.where(), room.at) == (whole.home.store.sections.where(), whole.at)
        room.close()


def test_a_correction_plays_all_that_was_taken_back_at_once(fought: Room) -> None:
    """Its dice are known by now: nobody gets to write other orders for a later phase, or to have its dice anew."""
    stood = fought.at
    back(fought, "1.moroccan-movement", same_dice=True)
    assert fought.at == stood
    old, new = combats(fought)
    assert (new.link.again, new.link.number, rolls(new)) == (True, old.link.number, rolls(old))
    assert new.state == old.state
    assert fought.replay().difference is None
