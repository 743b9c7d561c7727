"""What came of all games: winners, turns, answers of players, dice; and that of the players nobody is told but one."""

from datetime import date
from pathlib import Path

import pytest

from pbem.effects import Effects
from pbem.referee.admin.clock import resume_game
from pbem.referee.desk.games_statistics import all_statistics
from pbem.referee.desk.reliability import asked_turns, by_player, of_player, reliability
from pbem.referee.people.bots import set_bot
from pbem.resources import shipped_path
from pbem.save.git import Git
from pbem.store.rows import AbsenceRow
from pbem.verify.dice_statistics import statistics
from tests.cli.making import Shell
from tests.referee.making import GAME, HOUR, LENGTH, OMAR, Room, new_room

LEGION = shipped_path("games", "legion", "archive", "melilla-1921")
TETUAN = shipped_path("games", "africa1860", "archive", "tetuan")


def answers(room: Room, seat: str) -> list[tuple[str, float | None, int]]:
    """What came of each turn that a seat was asked for: outcome, hours, deadlines passed."""
    turns = [turn for turn in asked_turns(room.home, GAME) if turn.seat == seat]
    return [(t.outcome, None if t.seconds is None else t.seconds / 3600, t.silences) for t in turns]


def test_turns_in_time_and_missed(room: Room) -> None:
    before = len(answers(room, "moroccan"))
    room.tick(5 * HOUR)
    room.answer("moroccan", "MOVE beni-1 0402\nDONE\n")
    room.tick(LENGTH + HOUR)  # the Spanish say nothing
    room.tick(2 * HOUR)
    room.answer("moroccan", "MOVE beni-1 0403\n")
    room.answer("moroccan", "MOVE beni-2 0404\nDONE\n")
    assert answers(room, "moroccan")[before:] == [("in-time", 5.0, 0), ("in-time", 2.0, 0)]
    assert answers(room, "spanish")[-1] == ("missed", None, 1)
    known = of_player(room.home, OMAR.address.upper())
    assert (known.games, known.missed, known.deadlines) == (1, 0, 0)
    assert known == by_player(room.home)[OMAR.address]
    assert by_player(room.home)["ana@example.org"].missed == 1
    assert of_player(room.home, "nobody@example.org") == reliability(())


def test_a_bare_done_is_an_answer(room: Room) -> None:
    before = len(answers(room, "moroccan"))
    room.tick(3 * HOUR)
    room.answer("moroccan", "DONE\n")
    assert room.at == "1.spanish-movement"
    assert answers(room, "moroccan")[before:] == [("in-time", 3.0, 0)]
    room.answer("moroccan", "DONE\n")
    assert len(answers(room, "moroccan")) == before + 1, "one that ends no turn is none"


def test_an_answer_after_the_deadline_is_late(tmp_path: Path) -> None:
    room = new_room(tmp_path / "home", silence_limit=1).started()
    room.tick(LENGTH + HOUR)  # the Spanish set-up: paused
    room.tick(3 * HOUR)
    room.answer("spanish", "COLOCAR cer-1 0202\nCOLOCAR cer-2 0203\nCOLOCAR cer-3 0204\n")
    resume_game(room.home, GAME, room.now)
    room.tick(HOUR)
    assert answers(room, "spanish") == [("late", LENGTH.total_seconds() / 3600 + 4, 1)]
    found = reliability(asked_turns(room.home, GAME))
    assert (found.asked, found.in_time, found.late, found.missed, found.deadlines) == (1, 0, 1, 0, 1)
    room.close()


def test_of_a_game_that_has_not_begun_nothing_is_known(tmp_path: Path) -> None:
    room = new_room(tmp_path / "home")
    assert asked_turns(room.home, GAME) == []
    room.close()


def test_what_a_computer_player_orders_is_nobodys(room: Room) -> None:
    before = answers(room, "moroccan")
    set_bot(room.home, room.game, "moroccan", room.now, on=True)
    room.tick(HOUR)
    assert "moroccan" not in room.at
    assert answers(room, "moroccan") == before


def test_results_and_dice_of_all_games(room: Room) -> None:
    folder = room.path
    found = all_statistics(folder, room.home, [str(LEGION), str(TETUAN), GAME], room.home.git)
    assert [(g.game, g.state, g.winner, g.turns) for g in found.games] == [
        (GAME, "played", None, 1), ("melilla-1921", "over", "moroccan", 13), ("tetuan", "over", "moroccan", 9)
    ]  # fmt: skip
    assert found.games[0].days == 0.0
    assert [(t.ruleset, t.scenario, t.games, t.over, t.won) for t in found.tallies] == [
        ("africa1860", "tetuan", 1, 1, {"moroccan": 1}),
        ("legion", "melilla-1921", 1, 1, {"moroccan": 1}),
        ("legion", "skirmish", 1, 0, {}),
    ]
    assert found.dice[str(LEGION)] == statistics(folder, [str(LEGION)])
    everything = [str(room.save), str(LEGION), str(TETUAN)]
    assert found.all_dice == statistics(folder, everything)
    assert {seat.address for seat in found.seats} == {"ana@example.org", OMAR.address}
    assert not found.faults


def test_a_game_that_cannot_be_read_hides_no_other(room: Room, tmp_path: Path) -> None:
    (room.save / "scenario.json").write_text("{}")
    room.close()
    found = all_statistics(room.path, room.home, [str(LEGION)], room.home.git)
    assert [each.game for each in found.games] == ["melilla-1921"]
    assert list(found.faults) == [str(room.save)]
    nowhere = all_statistics(tmp_path / "nowhere", None, [str(LEGION)], Git(tmp_path, Effects()))
    assert (nowhere.seats, nowhere.players, len(nowhere.games)) == ((), {}, 1)


@pytest.fixture
def shell(room: Room) -> Shell:
    """The mailbox after a turn that the Spanish have missed, on the command line."""
    room.tick(HOUR)
    room.answer("moroccan", "MOVE beni-1 0402\nDONE\n")
    room.tick(LENGTH + HOUR)
    room.close()
    return Shell(room.path)


def test_the_referee_is_told_and_nobody_else(shell: Shell) -> None:
    told = shell("stats")
    assert told.code == 0
    assert "Players over all games (for you alone)" in told.out
    (line,) = [line for line in told.out.splitlines() if line.split()[:1] == ["ana@example.org"]]
    assert line.split()[1:7] == ["1", "1", "0", "0", "1", "1"]
    data = shell("stats", "--json").data
    (ana,) = [each for each in data["players"] if each["address"] == "ana@example.org"]
    assert (ana["asked"], ana["in-time"], ana["late"], ana["missed"], ana["deadlines-missed"]) == (1, 0, 0, 1, 1)
    listed = shell("seat", "list", GAME)
    assert "turns asked: 1 (games: 1); in time 1, late 0, missed 0; median 1.0 h" in listed.out
    assert shell("seat", "list", GAME, "--json").data["seats"][0]["player"]["asked"] >= 1
    invited = shell("seat", "invite", GAME, "moroccan=ana@example.org", "--why", "x")
    assert "For you alone: ana@example.org, turns asked: 1" in invited.out
    room = Room(shell.home)
    mailed = b"".join(row.raw for row in room.home.store.outbox.of())
    assert b"turns asked" not in mailed
    room.close()


def test_status_tells_stage_absences_and_computer_players(shell: Shell) -> None:
    room = Room(shell.home)
    first, last = date(2130, 12, 2), date(2130, 12, 9)
    room.home.store.absences.put(AbsenceRow(GAME, "spanish", 1, first, last, 8, room.now))
    room.close()
    assert shell("seat", "bot", GAME, "moroccan", "--why", "ill").code == 0
    told = shell("status").out
    assert "  stage: running\n" in told
    assert "  spanish will be away: 2130-12-02 to 2130-12-09\n" in told
    assert ", with a computer player\n" in told
    (game,) = shell("status", "--json").data["games"]
    assert game["bots"] == {"moroccan": True}
    assert game["absences"] == [{"seat": "spanish", "first": "2130-12-02", "last": "2130-12-09", "now": False}]
