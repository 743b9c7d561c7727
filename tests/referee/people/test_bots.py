"""Computer players that hold a seat: from the start, for somebody silent or away, until somebody takes it."""

from pathlib import Path

import pytest

from pbem.errors import BadInput, Refused
from pbem.referee import play_on
from pbem.referee.admin.replacement import replace_player
from pbem.referee.admin.seating import Player, parse_player
from pbem.referee.people.bots import set_bot
from pbem.save.records import PhaseRecord
from tests.killed import Killed
from tests.referee.making import ANA, DAY, HOUR, LENGTH, OMAR, At, Room, copied, flat, kill, new_room, text_of

MOVES = "MOVE beni-1 0402\n"
BOT = Player("moroccan", "moroccan", "")


def notes(room: Room, seat: str) -> str:
    """All notes to a seat."""
    return flat(" ".join(text_of(mail) for mail in room.mails(seat, "note")))


def test_a_seat_is_a_computer_players_from_the_start(tmp_path: Path) -> None:
    assert parse_player("moroccan=bot", ("spanish", "moroccan")) == BOT
    room = new_room(tmp_path / "home", players=(ANA, BOT))
    assert [row.seat for row in room.rows()] == ["spanish"]
    room.answer("spanish", "LEMA niebla\nDESPLEGAR cer-1 0202\nDESPLEGAR cer-2 0203\nDESPLEGAR cer-3 0204\nLISTO\n")
    room.tick(HOUR)
    room.tick(HOUR)
    assert "1.moroccan-setup" in room.phases()
    assert room.at == "1.spanish-movement"
    (first, *_) = [item.record for item in room.game.records if isinstance(item.record, PhaseRecord)]
    assert first.nonces["moroccan"].startswith("bot ")
    assert room.rows("moroccan") == ()
    assert {row.recipient for row in room.rows()} == {"ana@example.org"}
    assert room.replay().difference is None
    room.close()


def test_a_computer_player_that_comes_first_keeps_nobody_waiting(tmp_path: Path) -> None:
    room = new_room(tmp_path / "home", players=(Player("spanish", "spanish", ""), OMAR))
    room.answer("moroccan", "READY\n")
    room.tick()
    assert (room.at, room.phases()) == ("1.moroccan-setup", ["1.spanish-setup"])
    (report,) = room.mails("moroccan", "report")
    assert "DEPLOY beni-1" in text_of(report)
    room.close()


def test_two_computer_players_play_by_themselves(tmp_path: Path) -> None:
    room = new_room(tmp_path / "home", players=(Player("spanish", "spanish", ""), BOT))
    room.tick()
    assert room.game.over
    assert room.replay().difference is None
    room.close()


def test_what_one_tick_leaves_of_a_game_of_computer_players_the_next_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(play_on, "MOST_PHASES", 1)
    room = new_room(tmp_path / "home", players=(Player("spanish", "spanish", ""), BOT))
    room.tick()
    assert not room.game.over
    seen = {room.at}
    for _ in range(3):
        room.tick()
        assert room.at not in seen
        seen.add(room.at)
    room.close()


def test_the_same_position_gets_the_same_orders_also_after_a_kill(room: Room, tmp_path: Path) -> None:
    set_bot(room.home, room.game, "moroccan", room.now, on=True)
    one = copied(room, tmp_path / "one", At())
    one.tick()
    assert one.at == "1.spanish-movement"
    for number in one.effects.of_each_kind()[::4]:  # type: ignore[attr-defined]
        two = copied(room, tmp_path / f"two-{number}", At(n=number, strike=kill))
        with pytest.raises(Killed):
            two.tick()
        two.close()
        again = Room(two.path, two.now, count=two.count)
        again.tick()
        assert [item.hash for item in again.game.records] == [item.hash for item in one.game.records]
        again.close()
    one.close()


def test_a_bot_orders_what_its_player_does_not_and_all_are_told(room: Room) -> None:
    set_bot(room.home, room.game, "moroccan", room.now, on=True, why="Omar is ill")
    assert "Ahora un jugador automático lleva un puesto: los marroquíes." in notes(room, "spanish")
    assert "Omar is ill" in notes(room, "spanish")
    assert "To play on alone, reply with a line TAKEOVER." in notes(room, "moroccan")
    with pytest.raises(Refused):
        set_bot(room.home, room.game, "moroccan", room.now, on=True)
    room.says("moroccan", MOVES)
    room.tick()
    room.tick(HOUR)
    assert room.game.state.units["beni-1"].at == "0402", "what the player had sent stands"
    assert room.at == "1.spanish-movement"
    room.answer("spanish", "LISTO TODO\n")
    room.tick()
    assert room.game.state.turn == 2
    said = flat(room.answer("moroccan", "TAKEOVER\n"))
    assert "You play alone again" in said
    assert "ya no lleva el puesto un jugador automático" in notes(room, "spanish")
    assert "You play alone: no computer player" in flat(room.answer("moroccan", "TAKEOVER\n"))
    history = flat(room.answer("spanish", "HISTORIA\n"))
    assert "jugador automático" in history
    assert room.replay().difference is None


def test_its_orders_are_those_that_a_player_could_send(room: Room) -> None:
    set_bot(room.home, room.game, "moroccan", room.now, on=True)
    room.tick()
    (sheet,) = (row for row in room.home.store.sheets.of(game="melilla", seat="moroccan") if row.source == "bot")
    assert sheet.complete
    assert sheet.problems == ()


def test_a_person_takes_the_seat_of_a_bot(tmp_path: Path) -> None:
    room = new_room(tmp_path / "home", players=(ANA, BOT))
    eva = Player("moroccan", "moroccan", "eva@example.org", "en", name="Eva")
    replace_player(room.home, room.game, eva, room.now)
    told = notes(room, "spanish")
    assert "otro jugador para los marroquíes." in told
    assert "Ahora Eva manda a los marroquíes." in told
    seat = room.seat("moroccan")
    assert (seat.bot, seat.addresses) == (False, ("eva@example.org",))
    with pytest.raises(BadInput):
        replace_player(room.home, room.game, BOT, room.now)
    room.close()


def test_a_bot_stands_in_while_its_player_is_away(room: Room) -> None:
    room.home.store.games.change("melilla", house={"absence": "bot"})
    room.answer("moroccan", "ABSENCE 3-6 Nov\n")
    assert room.tick(HOUR).closed == []
    assert room.tick(DAY).closed != []
    assert "Mientras tanto un jugador automático ordena" in notes(room, "spanish")
    assert not room.seat("moroccan").bot


def test_a_bot_comes_after_missed_deadlines_where_that_was_agreed(room: Room) -> None:
    room.home.store.games.change("melilla", house={"silence": "bot"}, silence_limit=1)
    room.tick(LENGTH + HOUR)
    assert room.seat("moroccan").bot
    assert "No han llegado órdenes de los marroquíes en demasiados plazos." in notes(room, "spanish")
    assert room.home.game_row("melilla").paused_at is None
