"""Two weeks of a referee's life: an absence over a clock change, a ruling, who vanishes, who resigns."""

from datetime import UTC, datetime
from pathlib import Path

from pbem.dice.chain import derive_secret
from pbem.effects import Effects
from pbem.game.voice import format_moment
from pbem.referee.admin.amendment import read_amendment
from pbem.referee.admin.new_game import NewGame, create_from_scenario
from pbem.referee.admin.rulings import amend
from pbem.referee.admin.seating import Player
from pbem.referee.desk.mail import list_mails
from pbem.referee.home.config import config_text
from pbem.referee.home.home import make_home
from pbem.referee.people.bots import set_bot
from pbem.referee.people.guests import invite
from tests.referee.making import ANA, DAY, GAME, HOUR, LENGTH, OMAR, REFEREE, SEED, Room, flat, scenario

EVA = Player("moroccan", "moroccan", "eva@example.org", "en", "UTC")
OCTOBER = datetime(2026, 10, 20, 8, tzinfo=UTC)
"""Five days before clocks go back in Madrid."""


def test_midnight_ends_a_day() -> None:
    """A deadline at the end of Thursday is no time on Friday, whatever the clocks did between."""
    midnight = datetime(2026, 10, 29, 23, tzinfo=UTC)
    assert format_moment(midnight, "Europe/Madrid", "es") == "jue 29 oct, 24:00"
    assert format_moment(midnight, "UTC", "en") == "Thu 29 Oct, 23:00"


def new_room(path: Path) -> Room:
    """A game in its first phase; it pauses when two deadlines have passed without a player's orders."""
    config = config_text(name="Referee", address=REFEREE, language="es").replace('settle = "30m"', 'settle = "0m"')
    make_home(path, config, Effects())
    room = Room(path.resolve(), now=OCTOBER)
    new = NewGame(GAME, (ANA, OMAR), derive_secret(SEED, GAME), test_dice=True, silence_limit=2)
    create_from_scenario(room.home, new, scenario(), room.now)
    return room.started().set_up(
        spanish="cer-1 0202, cer-2 0203, cer-3 0204", moroccan="beni-1 0502, beni-2 0503, beni-3 0504"
    )


def test_two_weeks(tmp_path: Path) -> None:
    room = new_room(tmp_path / "home")
    absence_over_the_end_of_summer_time(room)
    ruling(room)
    who_vanishes(room)
    new_player(room)
    who_resigns(room)
    room.close()


def open_notices(room: Room) -> list[str]:
    """What the referee should know."""
    return [notice.code for notice in room.home.store.notices.open()]


def absence_over_the_end_of_summer_time(room: Room) -> None:
    """It ends with its last day, an hour later in UTC than it would have a week before."""
    room.answer("spanish", "AUSENCIA 22-26 oct\n")
    room.tick(DAY)
    said = room.answer("moroccan", "MOVE beni-1 0402\nMOVE beni-2 0403\nMOVE beni-3 0404\nDONE\n")
    assert "All orders are in: Moroccan movement is carried out now." in flat(said)
    assert "You have until" not in said
    passed = datetime(2026, 10, 21, 22, tzinfo=UTC) - room.now
    assert room.home.game_row(GAME).deadline == datetime(2026, 10, 26, 23, tzinfo=UTC) + LENGTH - passed
    room.tick(6 * DAY)
    assert room.at == "1.spanish-movement"
    assert "Tienes hasta el" in flat(room.text("spanish", "report"))


def ruling(room: Room) -> None:
    """Both are told, and the phase goes on from the position as it is now."""
    event = read_amendment(room.game, ["unit cer-1 at=0301"]).event
    amend(room.home, room.game, event, who="Referee", why="se leyó mal", now=room.now)
    assert "El árbitro ha cambiado la posición con una decisión: Cer-1" in flat(room.text("spanish", "note"))
    assert "The referee has changed the position by a ruling: Cer-1" in flat(room.text("moroccan", "note"))


def who_vanishes(room: Room) -> None:
    """After two deadlines in a row the game waits, and the referee knows."""
    for _ in range(40):
        if room.home.game_row(GAME).paused_at is not None:
            break
        if "spanish" in room.game.state.phase:
            room.says("spanish", "LISTO TODO\n")
        room.tick(DAY / 2)
    assert room.game.state.phase == "moroccan-movement"
    assert "silence-pause" in open_notices(room)
    assert "No orders have come from you by the deadline" in flat(room.text("moroccan", "note"))


def new_player(room: Room) -> None:
    """She is told what the game waits for, and not blamed for what the former one missed."""
    invite(room.home, room.game, EVA, room.now, why="Omar no contesta")
    assert [mail.what for mail in list_mails(room.home, most=1)] == ["note"]
    (guest,) = room.home.store.guests.of(address=EVA.address)
    room.drop(room.mail("spanish", "YES\n", From=EVA.address, To=f"referee+{GAME}.{guest.word}@pbem.example.org"))
    room.tick()
    assert "The game waits for your first reply: MOTTO" in flat(room.text("moroccan", "report"))
    assert "silence-pause" not in open_notices(room)
    room.answer("moroccan", "MOTTO new brooms\nMOVE beni-1 0401\nDONE ALL\n")
    room.tick(HOUR)
    assert "No orders came from you" not in flat(room.text("moroccan", "report"))


def who_resigns(room: Room) -> None:
    """A computer player goes on."""
    room.says("spanish", "ABANDONAR\n")
    room.tick()
    assert "seat-vacant" in open_notices(room)
    set_bot(room.home, room.game, "spanish", room.now, on=True)
    assert "seat-vacant" not in open_notices(room)
    turn = room.game.state.turn
    room.answer("moroccan", "DONE ALL\n")
    for _ in range(12):
        room.tick(DAY / 2)
    assert room.game.state.turn > turn
