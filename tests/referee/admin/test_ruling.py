"""Rulings by which the referee changes the position: shown before, told to all, recorded, replayed, taken back."""

from pathlib import Path

import pytest

from pbem.errors import BadInput, Refused
from pbem.game.game import Game
from pbem.referee.admin.amendment import read_amendment
from pbem.referee.admin.rollback import preview_rollback
from pbem.referee.admin.rulings import amend, concede, roll_back
from tests.cli.making import ran
from tests.killed import Killed
from tests.referee.making import GAME, HOUR, LENGTH, At, Room, copied, flat, kill


@pytest.fixture
def moved(room: Room) -> Room:
    """The Moroccans are to fight."""
    room.answer("moroccan", "MOVE beni-1 0302\n")
    room.tick(HOUR)
    return room


def rule(room: Room, *texts: str, why: str = "it was read as another hex") -> Game:
    """What `pbem rule` does."""
    game = room.game
    return amend(room.home, game, read_amendment(game, texts).event, who="Referee", why=why, now=room.now)


def test_a_ruling_moves_a_unit_and_is_replayed_and_verified(moved: Room) -> None:
    at = moved.at
    game = rule(moved, "unit cer-2 at=0105 fought=yes", "state weather=hot")
    assert (game.state.units["cer-2"].at, game.state.units["cer-2"].fought, game.state.weather) == ("0105", True, "hot")
    assert moved.at == at
    record = game.records[-1].record.to_json()
    assert (record["kind"], record["ruling"], record["who"]) == ("ruling", "amended", "Referee")
    assert moved.replay().difference is None
    moved.answer("moroccan", "DONE\n")
    moved.tick(HOUR)
    assert moved.replay().difference is None


def test_all_seats_are_told_what_was_and_what_is(moved: Room) -> None:
    rule(moved, "unit cer-2 at=0105")
    english, spanish = (flat(moved.text(seat, "note")) for seat in ("moroccan", "spanish"))
    assert "Cer-2: where: 0203 → 0105." in english
    assert "The reason: it was read as another hex" in english
    assert "El árbitro ha cambiado la posición con una decisión:" in spanish
    assert "dónde: 0203 → 0105" in spanish


def test_who_has_nothing_left_to_do_is_asked_for_nothing(moved: Room) -> None:
    """The only unit that might attack is taken to where no enemy is."""
    rule(moved, "unit beni-1 at=0505")
    note = flat(moved.text("moroccan", "note"))
    assert "Beni-1: where: 0302 → 0505." in note
    assert "Your turn" not in note
    assert "It is not your turn" in note or "You have until" not in note
    moved.tick()
    assert moved.at == "1.spanish-movement"


def test_the_next_report_and_the_history_tell_it(moved: Room) -> None:
    rule(moved, "state weather=sandstorm")
    moved.tick(LENGTH)
    assert "Referee ha cambiado la posición con una decisión:" in flat(moved.text("spanish", "report"))
    moved.close()
    done = ran("--home", str(moved.path), "history", GAME)
    assert "Weather: normal weather → sandstorm." in done.out


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("unit cer-9 at=0105", "there is no unit 'cer-9'. Is one of these meant: cer-3, cer-2, cer-1?"),
        ("unit cer-2 att=0105", "there is no field 'att' to change. Is one of these meant: at"),
        ("unit cer-2 at", "'at' is no field=value"),
        ("unit cer-2", "'unit ID field=value …' or 'state field=value …' is expected"),
        ("piece cer-2 at=0105", "'unit ID field=value …' or 'state field=value …' is expected"),
        ("unit cer-2 at=0909", "piece cer-2: '0909' is no hex of the map"),
        ("unit cer-2 at=0302", "two land pieces in 0302: beni-1 and cer-2"),
        ("unit cer-2 fought=maybe", "fought is true or false, not 'maybe'"),
        ("state weather=fog", "weather is one of normal, sandstorm, hot, not 'fog'"),
        ("state turn=9", "there is no field 'turn' to change"),
        ("unit cer-2 at=0203", "Nothing would change by this."),
    ],
)
def test_a_ruling_that_cannot_be_is_told_and_changes_nothing(moved: Room, text: str, told: str) -> None:
    before = moved.files()
    with pytest.raises(BadInput) as refused:
        rule(moved, text)
    assert told in str(refused.value)
    assert moved.files() == before


def test_orders_that_the_ruling_makes_impossible_do_not_count(moved: Room) -> None:
    moved.answer("moroccan", "ATTACK cer-1 WITH beni-1\n")
    rule(moved, "unit beni-1 at=0605")
    moved.tick(HOUR)
    moved.answer("moroccan", "DONE\n")
    moved.tick(HOUR)
    assert moved.phases()[-1] != "1.moroccan-movement"
    assert not [r for item in moved.game.records for r in getattr(item.record, "rolls", ()) if "beni-1" in r.label]
    assert moved.replay().difference is None


def test_a_roll_back_takes_it_back(moved: Room) -> None:
    was = moved.game.state.units["cer-2"].at
    rule(moved, "unit cer-2 at=0105")
    game = moved.game
    roll_back(moved.home, game, "1.moroccan-movement", same_dice=False, who="Referee", why="", now=moved.now)
    assert moved.game.state.units["cer-2"].at == was
    assert moved.replay().difference is None


def test_a_ruling_alone_is_undone_and_the_orders_stay(moved: Room) -> None:
    was = moved.game.state.units["cer-2"].at
    moved.answer("moroccan", "PHASE moroccan-combat\nATTACK cer-1 WITH beni-1\n")
    sent, at = moved.home.store.sections.of(game=GAME, seat="moroccan"), moved.at
    n = rule(moved, "unit cer-2 at=0105").records[-1].record.n
    moved.tick()
    found = preview_rollback(moved.home, moved.game, n, same_dice=False)
    assert (found.phases, found.rulings, found.fights) == ((), ((n, "it was read as another hex"),), 0)
    with pytest.raises(Refused, match="Nothing was played since that ruling"):
        roll_back(moved.home, moved.game, n, same_dice=True, who="Referee", why="", now=moved.now)
    roll_back(moved.home, moved.game, n, same_dice=False, who="Referee", why="the other unit", now=moved.now)
    assert (moved.game.state.units["cer-2"].at, moved.at) == (was, at)
    assert moved.home.store.sections.of(game=GAME, seat="moroccan") == sent
    told = flat(moved.text("moroccan", "note"))
    assert "A ruling of the referee is taken back" in str(moved.mails("moroccan", "note")[-1]["Subject"])
    assert "The reason: the other unit" in told
    assert "Nothing that was played is taken back. Your orders stay" in told
    assert "This ruling no longer counts: Cer-2: where: 0203 → 0105." in told
    assert "back to before this phase" not in told
    moved.tick(HOUR)
    assert "A ruling of the referee is taken back. Decided by Referee." in flat(moved.answer("moroccan", "HISTORY\n"))
    with pytest.raises(BadInput, match=rf"Record {n} of melilla is no ruling on the position that is in force"):
        roll_back(moved.home, moved.game, n, same_dice=False, who="Referee", why="", now=moved.now)
    assert moved.replay().difference is None


def test_with_a_ruling_what_was_played_since_is_taken_back_too(moved: Room) -> None:
    n = rule(moved, "unit cer-2 at=0105").records[-1].record.n
    moved.tick(LENGTH)
    played = moved.at
    moved.close()
    told = ran("--home", str(moved.path), "rollback", GAME, "--ruling", str(n))
    assert told.code == 1
    assert f"melilla: back to before the ruling of record {n}, with new dice" in told.out
    assert f"  ruling of record {n}: it was read as another hex" in told.out
    assert "turn 1: moroccan-combat" in told.out
    assert moved.at == played
    roll_back(moved.home, moved.game, n, same_dice=True, who="Referee", why="", now=moved.now)
    assert moved.game.state.units["cer-2"].at == "0203"
    assert moved.at == played, "it was played again at once"
    assert "This ruling no longer counts: Cer-2" in flat(moved.text("moroccan", "note"))
    assert moved.replay().difference is None


def test_a_ruling_that_was_killed_is_finished_by_the_next_tick(moved: Room, tmp_path: Path) -> None:
    """Wherever it was killed, there is one record and one mail to each seat in the end."""
    moved.tick()
    whole = copied(moved, tmp_path / "whole", At())
    rule(whole, "unit cer-2 at=0105")
    assert isinstance(whole.effects, At)
    numbers = whole.effects.of_each_kind()
    whole.tick()
    assert len(rulings_told(whole)) == 2
    for n in numbers:
        room = copied(moved, tmp_path / str(n), At(n=n, strike=kill))
        with pytest.raises(Killed):
            rule(room, "unit cer-2 at=0105")
        room.close()
        room.effects = At()
        if all(item.record.kind != "ruling" for item in room.game.records):
            rule(room, "unit cer-2 at=0105")
        room.tick()
        assert room.files() == whole.files()
        assert rulings_told(room) == rulings_told(whole)
        room.close()


def rulings_told(room: Room) -> list[str]:
    """The seats that were mailed of a ruling, one for each mail."""
    return sorted(
        row.seat for row in room.rows() if b"A ruling of the referee" in row.raw or b"decisi=C3=B3n" in row.raw
    )


def test_a_game_that_is_over_is_not_touched(moved: Room) -> None:
    concede(moved.home, moved.game, ["moroccan"], moved.now)
    with pytest.raises(Refused, match="is over"):
        read_amendment(moved.game, ["unit cer-2 at=0105"])


def test_the_referee_sees_it_before_it_is_done(moved: Room) -> None:
    records = len(moved.game.records)
    moved.close()
    shown = ran("--home", str(moved.path), "rule", GAME, "unit cer-2 at=0105")
    assert "where: 0203 → 0105" in shown.out
    assert "add --yes" in shown.out
    assert len(moved.game.records) == records
