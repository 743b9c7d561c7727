"""A phase of both sides; lines sent for a phase of the other: taken, kept, used, told. By mail, in The Ford."""

import json
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from pbem.game.codec import read_lines
from pbem.game.phase import sheet_lines
from pbem.game.replay import Replay
from pbem.referee.admin.beacon import set_beacon
from pbem.referee.admin.rulings import roll_back
from pbem.referee.letters.preview import preview
from pbem.referee.turn.progress import seat_progress
from pbem.save.records import PhaseRecord
from pbem.verify.verify import verify
from tests.ford.making import ford_installed, ford_room, set_up
from tests.referee.making import HOUR, Room, copied, flat, lines_understood


@pytest.fixture(scope="module", autouse=True)
def _ford() -> Iterator[None]:
    with ford_installed():
        yield


@pytest.fixture(scope="module")
def _walking(_ford: None, tmp_path_factory: pytest.TempPathFactory) -> Room:
    return set_up(ford_room(tmp_path_factory.mktemp("walking") / "home"))


@pytest.fixture
def walking(_walking: Room, tmp_path: Path) -> Iterator[Room]:
    """A copy of a game in which both have set up and red is asked to walk."""
    room = copied(_walking, tmp_path / "home")
    yield room
    room.close()


def records(room: Room, at: str) -> list[PhaseRecord]:
    """The records of a phase."""
    found = (item.record for item in room.game.records)
    return [record for record in found if isinstance(record, PhaseRecord) and record.at == at]


def sheets(room: Room, at: str) -> dict[str, list[str]]:
    """The lines that a phase was run with, by seat."""
    return {sheet.seat: [line.text for line in sheet.lines] for sheet in records(room, at)[-1].sheets}


def red_walks(room: Room) -> None:
    """Red sends its order, and its phase is run."""
    room.says("red", "ANDA red-1 0202\n")
    room.tick()
    room.tick(HOUR)


# Both at once ------------------------------------------------------------------------------------------------------


def test_a_common_phase_waits_for_both_and_is_one_record(tmp_path: Path) -> None:
    room = ford_room(tmp_path / "home")
    assert [(each.seat, each.complete) for each in seat_progress(room.home, room.game)] == [
        ("blue", False),
        ("red", False),
    ]
    assert room.mails("red", "report") == room.mails("blue", "report") == [], "both were asked by their welcome"
    assert "COLOCA red-1" in room.text("red", "welcome")
    assert "PLACE blue-1" in room.text("blue", "welcome")
    room.says("blue", "PLACE blue-1 0402\n")
    assert room.tick(HOUR).closed == []
    assert room.tick(HOUR).closed == [], "red has not placed"
    room.says("red", "COLOCA red-1 0101\n")
    room.tick()
    assert room.tick(HOUR).closed == ["melilla 1.set-up"]
    assert sheets(room, "1.set-up") == {"blue": ["PLACE blue-1 0402"], "red": ["COLOCA red-1 0101"]}
    assert room.game.state.at == {"blue-1": "0402", "red-1": "0101"}
    assert room.replay().difference is None
    room.close()


# Reactions ---------------------------------------------------------------------------------------------------------


def test_a_reaction_is_taken_kept_used_and_told(walking: Room) -> None:
    said = walking.answer("blue", "FIRE blue-1\nWALK blue-1 0203\n")
    assert list(lines_understood(said)) == [("✓", 1, "FIRE blue-1"), ("✓", 2, "WALK blue-1 TO 0203")]
    assert "(blue, 1.red-walk): " in walking.fingerprints("blue"), "its hash is acknowledged"
    assert "It is not your turn." in said
    assert [(line.seat, line.order) for line in preview(walking.home, walking.game, "en")] == [("blue", "FIRE blue-1")]
    red_walks(walking)
    assert sheets(walking, "1.red-walk") == {"blue": ["FIRE blue-1"], "red": ["ANDA red-1 0202"]}
    (fired,) = walking.facts("rolled")[:1]
    assert (fired["label"], fired["die"], len(fired["faces"])) == ("fire blue-1", "coin", 3)
    walking.tick(HOUR)
    told = walking.text("red", "report")
    assert f"fire blue-1: {''.join(fired['faces'])} – {fired['meaning']} [FORD-1]" in flat(told), "the coins in a row"
    assert walking.replay().difference is None
    kept = (row.raw for row in walking.rows() if row.what in ("welcome", "receipt", "report"))
    mails = walking.path / "mails"
    mails.mkdir()
    for number, raw in enumerate(kept):
        (mails / f"{number}.eml").write_bytes(raw)
    verdict = verify(walking.save, [mails])
    assert (verdict.fault, verdict.mails > 5) == (None, True)


def test_nobody_waits_for_a_reaction(walking: Room) -> None:
    assert [each.seat for each in seat_progress(walking.home, walking.game)] == ["red"]
    red_walks(walking)
    assert sheets(walking, "1.red-walk") == {"red": ["ANDA red-1 0202"]}
    assert walking.at == "1.blue-walk"


def test_a_reaction_is_replaced_and_withdrawn_as_other_lines_are(walking: Room) -> None:
    walking.answer("blue", "FIRE blue-1\n")
    assert "Your orders are withdrawn." in walking.answer("blue", "CLEAR\n")
    walking.answer("blue", "FIRE blue-1\n")
    walking.answer("blue", "PHASE red walk\nSTAY blue-1\n")
    red_walks(walking)
    assert sheets(walking, "1.red-walk")["blue"] == ["STAY blue-1"]


def test_what_is_no_reaction_is_refused_for_the_others_phase(walking: Room) -> None:
    said = flat(walking.answer("blue", "PHASE red-walk\nWALK blue-1 0203\n"))
    assert "WALK is for blue walk, not for red walk" in said
    assert [sign for sign, _, _ in lines_understood(walking.answer("red", "DISPARA red-1\n"))] == ["✓"], "for blue's"
    said = flat(walking.answer("red", "FASE red-walk\nDISPARA red-1\n"))
    assert "en esta fase no se puede ordenar" in said or "✗" in said
    walking.answer("red", "ANDA red-1 0202\n")
    walking.tick(HOUR)
    assert sheets(walking, "1.red-walk") == {"red": ["ANDA red-1 0202"]}


def test_a_reaction_whose_time_is_over_is_refused(walking: Room) -> None:
    red_walks(walking)
    said = walking.answer("blue", "FIRE blue-1\n")
    assert [sign for sign, _, _ in lines_understood(said)] == ["✗"]
    assert "too late for FIRE: red walk is over" in flat(said)


def test_reactions_to_a_phase_that_asks_nobody(walking: Room) -> None:
    walking.answer("blue", "PRAY blue-1\nWALK blue-1 0203\n")
    red_walks(walking)
    walking.tick(HOUR)
    assert walking.at == "2.red-walk"
    assert sheets(walking, "1.fate") == {"blue": ["PRAY blue-1"]}
    assert [(fact["side"], len(fact["cards"])) for fact in walking.facts("dealt")] == [("red", 1), ("blue", 2)]
    rolls = [roll for record in records(walking, "1.fate") for roll in record.rolls]
    assert [(roll.label, roll.die, len(roll.faces), len(roll.items)) for roll in rolls] == [
        ("fate red", "", 1, 6),
        ("fate blue", "", 2, 5),
    ]
    drawn = rolls[1]
    assert f"fate blue: {' '.join(map(str, drawn.faces))} (from {' '.join(drawn.items)})" in flat(
        walking.text("blue", "report")
    )
    assert walking.replay().difference is None
    assert verify(walking.save).fault is None


def test_a_rollback_keeps_reactions_with_their_dice_and_reopens_them_for_new_ones(walking: Room) -> None:
    walking.answer("blue", "FIRE blue-1\n")
    red_walks(walking)
    first = records(walking, "1.red-walk")[-1]

    def back(same_dice: bool) -> None:
        roll_back(
            walking.home,
            walking.game,
            "1.red-walk",
            same_dice=same_dice,
            who="Referee",
            why="a test",
            now=walking.now,
        )

    back(True)
    again = records(walking, "1.red-walk")[-1]
    assert (again.n > first.n, again.sheets, again.rolls) == (True, first.sheets, first.rolls)
    back(False)
    assert walking.at == "1.red-walk"
    red_walks(walking)
    assert sheets(walking, "1.red-walk") == {"red": ["ANDA red-1 0202"]}, "its reaction was asked for anew, too"
    assert walking.replay().difference is None
    assert verify(walking.save).fault is None


def test_done_beside_a_reaction_ends_no_turn_that_has_not_come(walking: Room) -> None:
    walking.answer("blue", "DONE\nFIRE blue-1\n")
    red_walks(walking)
    walking.tick(timedelta(days=1))
    assert walking.at == "1.blue-walk", "blue has sent nothing for its own phases"


@pytest.mark.parametrize(
    ("seat", "lines"),
    [("blue", []), ("red-2", [{"number": 1, "order": {"type": "fire", "unit": "red-1"}, "text": "FIRE red-1"}])],
    ids=["an empty reaction", "a seat that may not"],
)
def test_a_sheet_that_nobody_may_send_is_found(walking: Room, seat: str, lines: list[dict[str, Any]]) -> None:
    """An empty sheet more would give the referee another beacon to choose from."""
    red_walks(walking)
    (record,) = records(walking, "1.red-walk")

    sent = read_lines(walking.game.rules, lines)
    extra = sheet_lines(seat, sent, sent)
    forged = record.model_copy(update={"sheets": tuple(sorted((*record.sheets, extra), key=lambda each: each.seat))})
    game = walking.game
    before = [item.record for item in game.records if item.record.n < record.n]
    again = Replay(game.rules, game.manifest, game.lexicon, game.rules.initial(game.scenario))
    assert [again.step(each) for each in before] == [None] * len(before)
    found = again.step(forged)
    assert found is not None
    assert (found.what, found.place, found.replayed) == ("order", "seats", ["red"])


# With a beacon -----------------------------------------------------------------------------------------------------


def given(room: Room, value: str) -> None:
    """The referee gives the beacon that the game waits for."""
    set_beacon(room.home, room.game, value, "a test", room.now)


def test_a_reaction_is_locked_with_its_phase_and_an_automatic_phase_with_one_waits_for_its_own(tmp_path: Path) -> None:
    room = ford_room(tmp_path / "home", beacon="referee")
    room.says("red", "COLOCA red-1 0101\n")
    room.says("blue", "PLACE blue-1 0402\n")
    room.tick()
    room.tick(HOUR)
    given(room, "one")
    room.tick()
    assert room.at == "1.red-walk"
    room.answer("blue", "FIRE blue-1\nPRAY blue-1\nWALK blue-1 0203\n")
    assert room.tick(HOUR).locked == []
    room.says("red", "ANDA red-1 0202\n")
    room.tick()
    assert room.tick(HOUR).locked == ["melilla 1.red-walk"]
    assert "marcha roja (blue, 1.red-walk)" in room.text("red", "lock")
    said = flat(room.answer("blue", "PHASE red walk\nFIRE blue-1\n"))
    assert "are locked until their dice are rolled" in said
    given(room, "two")
    room.tick()
    assert room.tick(HOUR).locked == ["melilla 1.blue-walk"]
    given(room, "three")
    room.tick()
    assert room.at == "1.fate", "blue's prayer was not locked with its walk"
    assert room.tick().locked == []
    given(room, "four")
    room.tick()
    assert room.at == "2.red-walk"
    beacons = {item.record.at: item.record.beacon for item in room.game.records if hasattr(item.record, "beacon")}
    assert beacons == {"1.set-up": "one", "1.red-walk": "two", "1.blue-walk": "three", "1.fate": "four"}
    assert verify(room.save).fault is None
    room.says("red", "ANDA red-1 0101\n")
    room.says("blue", "WALK blue-1 0402\n")
    for value in ("five", "six"):
        assert len([*room.tick().locked, *room.tick(HOUR).locked]) == 1
        given(room, value)
    room.tick()
    last = records(room, "2.fate")[-1]
    assert (last.beacon, last.sheets) == ("six", ()), "without a reaction it goes with the phase before"
    assert verify(room.save).fault is None
    assert json.loads((room.save / "game.json").read_text("utf-8"))["beacon"] == "referee"
    room.close()
