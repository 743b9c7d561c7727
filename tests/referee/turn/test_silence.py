"""A missed deadline: the headline of the next report to both, a count in the status, a line of the history."""

from pathlib import Path

from pbem.referee.admin.rulings import roll_back
from pbem.referee.letters.history import format_history, history
from pbem.referee.letters.status import game_status
from tests.referee.making import GAME, HOUR, LENGTH, SKIRMISH, Room, flat, foot, new_room, scenario, text_of

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
