"""A missed deadline: the headline of the next report to both, a count in the status, a line of the history."""

from pathlib import Path

import pytest

from pbem.errors import BadInput
from pbem.referee.admin.clock import resume_game
from pbem.referee.admin.replacement import list_seats, replace_player
from pbem.referee.admin.rulings import roll_back
from pbem.referee.admin.seating import Player
from pbem.referee.letters.history import format_history, history
from pbem.referee.letters.status import game_status
from pbem.referee.turn.silence import parse_silence
from tests.referee.making import GAME, HOUR, LENGTH, SKIRMISH, Room, flat, foot, new_room, scenario, text_of

EVA = Player("moroccan", "moroccan", "eva@example.org", "en", "UTC", "Eva")
MOVES = "MOVE beni-1 0402\nHOLD beni-2\nHOLD beni-3\n"


def headlines(room: Room, seat: str) -> list[str]:
    """The headlines of the reports to a seat."""
    texts = map(text_of, room.mails(seat, "report"))
    return [flat(text.partition("*** ")[2].partition("\n\n")[0]) for text in texts if "*** " in text]


def missed(room: Room) -> dict[str, int]:
    """How many deadlines each seat has missed, as the status says."""
    return game_status(room.home, GAME, room.now).missed


def play_to(room: Room, at: str) -> None:
    """Let deadlines pass until the game stands somewhere."""
    while room.at != at:
        room.tick(LENGTH)
    room.tick()


def test_a_silence_is_the_headline_of_the_report_to_both(room: Room) -> None:
    play_to(room, "2.moroccan-movement")
    ana, omar = headlines(room, "spanish"), headlines(room, "moroccan")
    assert any(line.startswith("No han llegado órdenes de los marroquíes dentro del plazo.") for line in ana)
    assert any("No orders came from you by the deadline." in line for line in omar)
    assert "No orders came from the Spanish by the deadline." in omar[-1]
    assert "quiet" not in omar[-1]
    assert missed(room)["moroccan"] >= 1
    assert missed(room)["spanish"] >= 1


def test_the_deadlines_of_the_player_before_are_not_those_of_the_next(room: Room) -> None:
    play_to(room, "2.moroccan-movement")
    assert missed(room)["moroccan"] >= 1
    replace_player(room.home, room.game, EVA, room.now)
    assert "moroccan" not in missed(room)
    (seat,) = [each for each in list_seats(room.home, GAME) if each["seat"] == "moroccan"]
    assert seat["missed"] == 0
    room.answer("moroccan", "MOTTO sirocco\n")
    room.tick(LENGTH)
    room.tick()
    assert missed(room)["moroccan"] == 1


def test_reinforcements_that_wait_are_counted(tmp_path: Path) -> None:
    late = {f"late-{n}": foot("moroccan", turn=3, entry="moroccan-zone") for n in (1, 2)}
    room = new_room(tmp_path / "home", scenario({**SKIRMISH, **late})).started()
    room.set_up(spanish="cer-1 0202, cer-2 0203, cer-3 0204", moroccan="beni-1 0502, beni-2 0503, beni-3 0504")
    play_to(room, "3.spanish-movement")
    assert "No han llegado órdenes de los marroquíes dentro del plazo: 2 refuerzos esperan fuera del mapa." in flat(
        headlines(room, "spanish")[-1]
    )
    room.close()


def test_who_has_sent_orders_is_not_called_silent(room: Room) -> None:
    room.answer("moroccan", MOVES)
    room.tick(HOUR)
    assert missed(room) == {}
    assert "No han llegado" not in headlines(room, "spanish")[-1]


def test_an_incomplete_sheet_is_no_silence(room: Room) -> None:
    room.tick(HOUR)
    room.answer("moroccan", "MOVE beni-1 0101\n")
    room.tick(LENGTH)
    assert room.at != "1.moroccan-movement"
    assert missed(room) == {}


def test_a_phase_that_the_referee_closes_early_is_no_missed_deadline(room: Room) -> None:
    from pbem.referee.play_on import close_phase

    close_phase(room.home, GAME, room.now, at_once=True)
    assert missed(room) == {}


def test_a_name_is_used_where_there_is_one(room: Room) -> None:
    room.home.store.seats.change(GAME, "moroccan", name="Omar")
    play_to(room, "1.spanish-movement")
    assert "No han llegado órdenes de Omar dentro del plazo." in headlines(room, "spanish")[-1]


def test_a_rollback_takes_the_silence_back(room: Room) -> None:
    play_to(room, "1.spanish-movement")
    assert missed(room) == {"moroccan": 1}
    roll_back(room.home, room.game, "1.moroccan-movement", same_dice=False, who="R", why="", now=room.now)
    assert missed(room) == {}


def test_history_has_it(room: Room) -> None:
    play_to(room, "1.spanish-movement")
    found = history(room.game, None, "en", silences=room.home.store.silences.of(game=GAME))
    told = flat(" ".join(format_history(room.game, found, "en", "UTC")))
    assert "No orders came from the Moroccans by the deadline." in told
    assert "No han llegado órdenes de los marroquíes" in flat(room.answer("spanish", "HISTORIA\n"))


def lenient(room: Room, limit: int) -> Room:
    """The skirmish as it would be if it had been made with this policy."""
    room.home.store.games.change(GAME, silence_limit=limit)
    return room


def test_after_so_many_deadlines_in_a_row_the_game_is_paused_and_all_are_told(room: Room) -> None:
    lenient(room, 2)
    assert room.tick(LENGTH).closed == ["melilla 1.moroccan-movement"], "the first one goes by the defaults"
    room.answer("spanish", "MANTENER cer-1\nLISTO\n")
    assert room.at == "2.moroccan-movement"
    assert room.tick(LENGTH).closed == []
    assert room.at == "2.moroccan-movement", "nothing was played"
    assert missed(room) == {"moroccan": 2}
    assert game_status(room.home, GAME, room.now).why == "paused"
    told = flat(room.text("spanish", "note"))
    assert "No han llegado órdenes de los marroquíes antes del" in told
    assert "No orders have come from you by the deadline" in flat(room.text("moroccan", "note"))
    (notice,) = [n for n in room.home.store.notices.open() if n.code == "silence-pause"]
    assert notice.args["seat"] == "moroccan"
    assert room.tick(LENGTH).closed == []
    assert len(room.rows("spanish", "note")) == 1, "told once"


def test_orders_during_that_pause_are_played_once_the_referee_resumes(room: Room) -> None:
    lenient(room, 1)
    room.tick(LENGTH)
    room.answer("moroccan", MOVES)
    assert room.tick(HOUR).closed == []
    resume_game(room.home, GAME, room.now)
    deadline = room.home.game_row(GAME).deadline
    assert deadline == room.now + LENGTH, "a turn's whole time"
    assert room.tick().closed == ["melilla 1.moroccan-movement"]
    assert room.game.state.units["beni-1"].at == "0402"


def test_a_word_between_two_silences_begins_the_count_anew(room: Room) -> None:
    lenient(room, 2)
    room.tick(LENGTH)
    room.answer("spanish", "LISTO\n")
    room.answer("moroccan", "MOVE beni-1 0402\nDONE\n")
    room.answer("spanish", "LISTO\n")
    assert room.at == "3.moroccan-movement"
    assert room.tick(LENGTH).closed == ["melilla 3.moroccan-movement"]
    assert missed(room) == {"moroccan": 2}


@pytest.mark.parametrize(
    ("silence", "told"),
    [
        ("pause", "the game is paused."),
        ("bot", "a computer player orders for them."),
        ("standby", "the game is paused, and whoever waits on standby is asked to take over."),
    ],
)
def test_the_first_mail_says_what_follows_on_silence(tmp_path: Path, silence: str, told: str) -> None:
    room = new_room(tmp_path / "home", silence_limit=3, house={"silence": silence})
    said = flat(room.text("moroccan", "welcome"))
    assert f"If a player lets 3 deadlines in a row pass without orders, {told}" in said
    assert "too many deadlines" not in said
    room.close()


@pytest.mark.parametrize(
    ("text", "limit"), [("defaults", 0), ("pause after 2", 2), (" Pause  After 12 ", 12), ("standby after 3", 3)]
)
def test_the_policy_is_read(text: str, limit: int) -> None:
    assert parse_silence(text) == (limit, "standby" if "standby" in text else "pause")


@pytest.mark.parametrize("text", ["", "standby", "pause", "pause after 0", "pause after 100", "pause after two"])
def test_another_policy_is_refused(text: str) -> None:
    with pytest.raises(BadInput, match="'defaults', 'pause after N', 'bot after N' or 'standby after N'"):
        parse_silence(text)
