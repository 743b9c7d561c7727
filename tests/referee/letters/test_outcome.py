"""How a game ended: who won and how much of a victory it is, in report, status, show, history and record. The Ford."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.game.game import open_game
from pbem.referee.letters.history import history
from pbem.referee.letters.position import position_view
from pbem.referee.letters.status import game_status
from pbem.save.records import EndRecord
from pbem.verify.dice_statistics import statistics
from pbem.verify.verify import verify
from tests.ford.making import ford_installed, ford_room, set_up
from tests.referee.making import HOUR, Room


@pytest.fixture(scope="module")
def ended(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Room]:
    """A game to its end: storms fall on all, and twice on blue, who prays for them and does not shelter."""
    folder = tmp_path_factory.mktemp("ended")
    with ford_installed():
        room = set_up(ford_room(folder / "home", cards="storms"))
        for to in ("0202", "0101"):
            room.says("blue", "PRAY blue-1\nWALK blue-1 0203\n")
            room.says("red", f"FIRE red-1\nANDA red-1 {to}\n")
            for after in (0, 1, 1):
                room.tick(after * HOUR)
        assert room.game.over
        yield room
        room.close()


def test_the_report_says_who_won_and_how(ended: Room) -> None:
    assert "The Reds win: a decisive victory." in ended.text("blue", "report")
    assert "Ganan los rojos: victoria decisiva." in ended.text("red", "report")


def test_status_show_and_history_say_it(ended: Room) -> None:
    status = game_status(ended.home, "melilla", ended.now)
    assert (status.winner, status.level, status.to_json()["level"]) == ("red", "decisive", "decisive")
    assert position_view(ended.game, "en").outcome == "The Reds win: a decisive victory."
    assert position_view(ended.game, "en", turn=1).outcome == ""
    (note,) = history(ended.game, None, "es")[-1].notes
    assert note.startswith("Ganan los rojos: victoria decisiva. FORD-2")


def test_the_record_of_the_end_keeps_it_and_verify_checks_it(ended: Room, tmp_path: Path) -> None:
    record = ended.game.records[-1].record
    assert isinstance(record, EndRecord)
    assert (record.winner, record.reason, record.level) == ("red", "FORD-2", "decisive")
    assert verify(ended.save).fault is None
    path = ended.save / "turns" / record.name
    true = path.read_bytes()
    path.write_bytes(true.replace(b'"decisive"', b'"marginal"'))
    fault = verify(ended.save).fault
    path.write_bytes(true)
    assert fault is not None
    assert (fault.code, fault.values) == ("end-level", {"found": "marginal", "expected": "decisive"})


def test_draws_are_no_dice_in_the_statistics(ended: Room) -> None:
    found = statistics(ended.path, ["melilla"])
    drawn = [roll for item in open_game(ended.save).records for roll in getattr(item.record, "rolls", ())]
    assert len([roll for roll in drawn if roll.items]) == 4
    coins = sum(len(roll.faces) for roll in drawn if not roll.items)
    assert [(section.tally.die.name, section.tally.total) for section in found.sections] == [("coin", coins)]
    assert found.games[0].dice == coins
