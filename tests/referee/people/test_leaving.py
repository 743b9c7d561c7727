"""Who leaves a seat: nothing of theirs counts any more, the others know, and the game waits or a bot goes on."""

from dataclasses import replace
from pathlib import Path

import pytest

from pbem.errors import Refused
from pbem.referee.admin.clock import abandon_game, pause_game, resume_game
from pbem.referee.admin.replacement import replace_player
from pbem.referee.admin.rulings import start_without_nonces
from pbem.referee.admin.seating import Player
from pbem.referee.people.bots import set_bot
from pbem.referee.people.leaving import leave_seat
from tests.referee.making import DAY, HOUR, LENGTH, Room, flat, new_room, text_of

EVA = Player("moroccan", "moroccan", "eva@example.org", "en", "Europe/Madrid")


def notes(room: Room, seat: str) -> str:
    """All notes to a seat."""
    return flat(" ".join(text_of(mail) for mail in room.mails(seat, "note")))


def test_a_player_resigns_and_the_game_waits_for_another(room: Room) -> None:
    former = room.seat("moroccan")
    room.answer("moroccan", "PASSPHRASE a word of mine\n")
    room.says("moroccan", "RESIGN\nMOVE beni-1 0402\n")
    room.tick()
    seat = room.seat("moroccan")
    assert (seat.addresses, seat.passphrase, seat.bot) == ((), None, False)
    assert room.home.store.sections.of(game="melilla", seat="moroccan", phase="moroccan-movement") == ()
    assert "Los marroquíes: abandono. La partida queda en pausa" in notes(room, "spanish")
    assert "You have resigned your place in this game." in notes(room, "moroccan")
    assert [n.code for n in room.home.store.notices.open()] == ["seat-vacant"]
    assert room.tick(10 * LENGTH).closed == []
    before = len(room.rows("moroccan"))
    to = f"referee+melilla.{former.token}@pbem.example.org"
    late = room.mail("spanish", "MOVE beni-1 0402\n", From="omar@example.org", To=to)
    room.drop(late)
    room.tick(HOUR)
    assert len(room.rows("moroccan")) == before, "nothing goes to nobody"
    assert "omar@example.org" not in {row.recipient for row in room.rows() if row.at == room.now and row.seat}
    replace_player(room.home, room.game, EVA, room.now, why="a new ally")
    assert room.home.game_row("melilla").paused_at is None
    told = flat(room.text("spanish", "note"))
    assert "El árbitro ha encontrado otro jugador para los marroquíes. La partida espera" in told
    assert "You take over this game on turn 1." in flat(room.text("moroccan", "welcome"))
    room.says("moroccan", "NONCE levante\nMOVE beni-1 0402\nDONE\n")
    room.tick()
    room.tick()
    assert room.at == "1.spanish-movement"
    assert room.replay().difference is None


@pytest.mark.parametrize(
    ("names", "resigned", "replaced"),
    [("shown", "Eva: abandono.", "para Omar."), ("hidden", "Los marroquíes: abandono.", "para los marroquíes.")],
)
def test_who_leaves_is_told_by_name_where_names_are(room: Room, names: str, resigned: str, replaced: str) -> None:
    room.home.store.games.change("melilla", house={"names": names})
    room.home.store.seats.change("melilla", "moroccan", name="Omar")
    replace_player(room.home, room.game, replace(EVA, name="Eva"), room.now)
    told = flat(room.text("spanish", "note"))
    assert f"El árbitro ha encontrado otro jugador {replaced}" in told
    assert ("Ahora Eva manda a los marroquíes." in told, "Eva" in told) == ((names == "shown"),) * 2
    room.says("moroccan", "RESIGN\n")
    room.tick()
    assert resigned in notes(room, "spanish")


def test_a_computer_player_goes_on_where_that_was_agreed(room: Room) -> None:
    room.home.store.games.change("melilla", house={"vacant": "bot"})
    room.says("moroccan", "RESIGN\n")
    room.tick()
    room.tick()
    assert room.at == "1.spanish-movement"
    assert "Un jugador automático sigue hasta que llegue otro jugador." in notes(room, "spanish")
    assert room.home.game_row("melilla").paused_at is None


def test_a_game_with_a_vacant_seat_is_not_let_run_on(room: Room) -> None:
    """Not by the referee's word, nor by the end of a pause: it would wait for the orders of nobody."""
    pause_game(room.home, "melilla", room.now, until=room.now + HOUR)
    leave_seat(room.home, room.game, room.seat("moroccan"), "ejected", room.now)
    with pytest.raises(Refused, match="Nobody plays moroccan in melilla"):
        resume_game(room.home, "melilla", room.now)
    room.tick(2 * HOUR)
    row = room.home.game_row("melilla")
    assert (row.paused_at is None, row.paused_until, row.wake_at) == (False, None, None)
    set_bot(room.home, room.game, "moroccan", room.now, on=True)
    assert room.home.game_row("melilla").paused_at is None


def test_who_leaves_before_the_start_keeps_the_game_from_beginning(tmp_path: Path) -> None:
    """The same tick takes the other first answer: the words of who left are no answer any more."""
    room = new_room(tmp_path / "home")
    room.tick()
    room.says("moroccan", "RESIGN\n")
    room.says("spanish", "MOTTO levante\n")
    room.tick()
    assert room.home.game_row("melilla").started is None
    with pytest.raises(Refused, match="Nobody plays moroccan in melilla"):
        start_without_nonces(room.home, room.game, ["moroccan"], "Referee", room.now)
    replace_player(room.home, room.game, EVA, room.now)
    room.says("moroccan", "MOTTO poniente\n")
    room.tick(HOUR)
    assert room.home.game_row("melilla").started == room.now
    room.close()


def test_the_referee_puts_a_player_out(room: Room) -> None:
    leave_seat(room.home, room.game, room.seat("moroccan"), "ejected", room.now, why="no word for a month")
    assert "El árbitro ha puesto fin a la participación en esta partida: los marroquíes." in notes(room, "spanish")
    assert "no word for a month" in notes(room, "moroccan")
    with pytest.raises(Refused):
        leave_seat(room.home, room.game, room.seat("moroccan"), "ejected", room.now)
    history = flat(room.answer("spanish", "HISTORIA\n"))
    assert "expulsión" in history


@pytest.mark.parametrize("line", ["I resign myself to it", "Resign? Never!", "RESIGN to the inevitable", "RESIGN?"])
def test_who_only_speaks_of_it_has_not_resigned(room: Room, line: str) -> None:
    room.says("moroccan", f"{line}\n")
    room.tick()
    assert room.seat("moroccan").addresses == ("omar@example.org",)


def test_a_vacant_seat_keeps_reports_and_calendars_from_nobody_else(room: Room) -> None:
    room.home.store.games.change("melilla", house={"vacant": "bot"})
    room.says("moroccan", "RESIGN\n")
    room.tick()
    room.tick(LENGTH + DAY)
    assert room.rows("spanish", "report")
    assert {row.recipient for row in room.rows("moroccan")} == {"omar@example.org"}


def test_a_pause_that_is_over_ends_when_its_vacant_seat_is_taken(room: Room) -> None:
    pause_game(room.home, "melilla", room.now, until=room.now + DAY)
    leave_seat(room.home, room.game, room.seat("moroccan"), "resigned", room.now)
    room.tick(2 * DAY)
    assert room.home.game_row("melilla").paused_at is not None, "nobody plays the Moroccans yet"
    replace_player(room.home, room.game, EVA, room.now)
    row = room.home.game_row("melilla")
    assert (row.paused_at, row.deadline) == (None, None)
    room.answer("moroccan", "NONCE levante\n")
    assert room.home.game_row("melilla").deadline == room.now + LENGTH


def test_a_pause_of_the_referee_without_an_end_outlasts_a_change_of_players(room: Room) -> None:
    pause_game(room.home, "melilla", room.now)
    leave_seat(room.home, room.game, room.seat("moroccan"), "resigned", room.now)
    replace_player(room.home, room.game, EVA, room.now)
    room.tick(HOUR)
    assert room.home.game_row("melilla").paused_at is not None


def test_a_computer_player_in_a_vacant_seat_ends_the_pause(room: Room) -> None:
    leave_seat(room.home, room.game, room.seat("moroccan"), "resigned", room.now)
    room.tick(DAY)
    set_bot(room.home, room.game, "moroccan", room.now, on=True)
    assert "El árbitro ha terminado la pausa." in notes(room, "spanish")
    assert room.tick(HOUR).closed != []
    assert "los marroquíes (un jugador automático)" in flat(room.answer("spanish", "ESTADO\n"))


def test_the_game_goes_on_when_both_have_found_successors(room: Room) -> None:
    zoe = Player("spanish", "spanish", "zoe@example.org", "es", "Europe/Madrid")
    leave_seat(room.home, room.game, room.seat("moroccan"), "ejected", room.now)
    calendar = [part for part in room.mails("spanish", "note")[-1].walk() if part.get_content_type() == "text/calendar"]
    assert calendar == [], "she was not asked"
    leave_seat(room.home, room.game, room.seat("spanish"), "resigned", room.now)
    replace_player(room.home, room.game, EVA, room.now)
    assert room.home.game_row("melilla").paused_at is not None
    replace_player(room.home, room.game, zoe, room.now)
    assert room.home.game_row("melilla").paused_at is None
    leave_seat(room.home, room.game, room.seat("moroccan"), "ejected", room.now)
    assert room.home.game_row("melilla").paused_at is not None
    replace_player(room.home, room.game, Player("moroccan", "moroccan", "omar@example.org"), room.now)
    assert room.home.game_row("melilla").paused_at is None


@pytest.mark.parametrize("line", ["RESIGN", "TAKEOVER", "DONE", "CONCEDE", "PROPOSE DRAW"])
def test_who_leaves_or_ends_a_game_that_was_abandoned_is_told_that_it_is_over(room: Room, line: str) -> None:
    abandon_game(room.home, room.game.name, room.now)
    told = room.answer("moroccan", f"{line}\n")
    assert "The game is over already." in flat(told)


def test_no_player_comes_into_a_game_that_was_abandoned(room: Room) -> None:
    abandon_game(room.home, "melilla", room.now)
    with pytest.raises(Refused, match="melilla is over"):
        replace_player(room.home, room.game, EVA, room.now)
    with pytest.raises(Refused, match="melilla is over"):
        leave_seat(room.home, room.game, room.seat("moroccan"), "ejected", room.now)
    assert room.home.game_row("melilla").ended is not None
