"""Absences, more time, quiet days, pauses with an end: who is told, what moves, what stays."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from pbem.errors import BadInput, Refused
from pbem.referee.admin.clock import pause_game
from pbem.referee.home.house import parse_house
from pbem.referee.people.absence import NotAllowed, announce_absence, bank_of
from pbem.referee.people.house import change_house
from pbem.referee.turn.absences import today_of
from tests.referee.making import ANA, DAY, HOUR, LUIS, OMAR, START, Room, flat, new_room, scenario, text_of

MOVES = "MOVE beni-1 0402\nDONE\n"
DEADLINE = datetime(2026, 11, 5, 13, tzinfo=UTC)


def deadline(room: Room) -> datetime | None:
    """When the phase of now closes at the latest."""
    return room.home.game_row(room.name).deadline


def agree(room: Room, **rules: str) -> None:
    """House rules of the game."""
    row = room.home.game_row(room.name)
    room.home.store.games.change(
        room.name, house={**row.house, **{name.replace("_", "-"): value for name, value in rules.items()}}
    )


def test_an_absence_moves_the_deadline_of_who_is_awaited_and_all_are_told(room: Room) -> None:
    assert deadline(room) == DEADLINE
    said = flat(room.answer("moroccan", "ABSENCE 4-8 Nov\n"))
    assert (
        "You are away from Wed 4 Nov to Sun 8 Nov. No time of yours passes on these days, so the deadline moves" in said
    )
    assert "Days: 5; left in this game: 16. All players are told." in said
    assert deadline(room) == datetime(2026, 11, 10, 13, tzinfo=UTC)
    told = flat(room.text("spanish", "note"))
    assert "Los marroquíes: fuera del mié 4 nov al dom 8 nov." in told
    assert "que pasa del jue 5 nov, 14:00 (hora de Madrid) al mar 10 nov, 14:00" in told
    assert room.rows("moroccan", "note") == ()  # one mail is enough
    entries = [
        part for part in room.mails("moroccan", "receipt")[-1].walk() if part.get_content_type() == "text/calendar"
    ]
    assert ["DTSTART" in part.get_content() for part in entries] == [True]
    history = flat(room.answer("spanish", "HISTORIA\n"))
    assert "ausencia" in history
    assert room.tick(6 * DAY).closed == []
    assert room.tick(3 * DAY).closed != []


def test_an_absence_of_who_is_not_awaited_moves_the_deadline_of_their_turn(room: Room) -> None:
    room.answer("spanish", "AUSENCIA del 3 al 6 de nov\n")
    assert deadline(room) == DEADLINE
    room.answer("moroccan", MOVES)
    room.tick()
    assert room.at == "1.spanish-movement"
    assert deadline(room) == datetime(2026, 11, 9, 13, tzinfo=UTC)  # three days from Saturday on


def test_an_absence_is_withdrawn_and_its_days_are_in_the_bank_again(room: Room) -> None:
    room.answer("moroccan", "ABSENCE 4-8 Nov\n")
    said = flat(room.answer("moroccan", "ABSENCE OFF\n"))
    assert "Your absence is withdrawn." in said
    assert "The deadline moves from" in said
    assert room.rows("moroccan", "note") == ()
    assert deadline(room) == DEADLINE
    assert bank_of(room.home, room.seat("moroccan")).left == 21
    assert "ya no está fuera" in flat(room.text("spanish", "note"))
    assert "You have announced no absence." in flat(room.answer("moroccan", "ABSENCE OFF\n"))


def test_who_comes_back_early_keeps_what_was_not_used(room: Room) -> None:
    room.answer("moroccan", "ABSENCE 3-8 Nov\n")
    room.tick(2 * DAY)
    room.answer("moroccan", "ABSENCE OFF\n")
    assert bank_of(room.home, room.seat("moroccan")).left == 20
    (row,) = room.home.store.absences.of(game="melilla")
    assert (row.first.day, row.last.day, row.days) == (3, 3, 1)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("ABSENCE", "You may be away for 21 more days in this game."),
        ("ABSENCE soon", "Write the days of your absence: ABSENCE 2 Nov - 9 Nov"),
        ("ABSENCE 4 Nov - 4 Dec", "That would be 31 days, and you have 21 left of the 21"),
        ("ABSENCE 29-31 Oct 2026", "Write the days"),
    ],
)
def test_what_cannot_be_is_answered(room: Room, line: str, told: str) -> None:
    assert told in flat(room.answer("moroccan", f"{line}\n"))
    assert room.home.store.absences.count("1") == 0
    assert deadline(room) == DEADLINE


def test_two_absences_that_overlap(room: Room) -> None:
    room.answer("moroccan", "ABSENCE 10-12 Nov\n")
    said = flat(room.answer("moroccan", "ABSENCE 12-14 Nov\n"))
    assert "You are away on some of these days already: Tue 10 Nov to Thu 12 Nov." in said
    row = room.seat("moroccan")
    day = today_of(row, room.now).replace(day=11)
    with pytest.raises(NotAllowed):
        announce_absence(room.home, room.game, row, day, day, room.now)


def test_where_nobody_waits_an_absent_players_orders_and_defaults_play(room: Room) -> None:
    agree(room, absence="orders")
    said = flat(room.answer("moroccan", "MOVE beni-1 0402\nABSENCE 2-8 Nov\n"))
    assert "You are away" in said
    assert any("Mientras tanto la partida sigue" in flat(text_of(mail)) for mail in room.mails("spanish", "note"))
    assert room.at == "1.spanish-movement"
    assert room.game.state.units["beni-1"].at == "0402"


def test_it_begins_when_its_day_comes_though_no_mail_does(room: Room) -> None:
    agree(room, absence="orders")
    room.answer("moroccan", "ABSENCE 4-8 Nov\n")
    assert room.home.game_row("melilla").wake_at == datetime(2026, 11, 3, 23, tzinfo=UTC)  # midnight in Casablanca
    assert room.tick(DAY).closed == []
    assert room.tick(DAY).closed != []


def test_all_others_grant_more_time(room: Room) -> None:
    said = flat(room.answer("moroccan", "EXTEND 48h\n"))
    assert "The other players are asked for more time (48h). Until all agree the deadline stays" in said
    assert "Responde con una línea SÍ o NO" in flat(room.text("spanish", "note"))
    assert "asked for already" in flat(room.answer("moroccan", "EXTEND 24h\n"))
    said = flat(room.answer("spanish", "Sí\n"))
    assert "Todos de acuerdo: el plazo se mueve." in said
    assert deadline(room) == DEADLINE + 2 * DAY
    assert "The other players grant you more time (48h)" in flat(room.text("moroccan", "note"))
    assert "No hay nada propuesto" in flat(room.answer("spanish", "VOTAR SÍ\n"))
    assert deadline(room) == DEADLINE + 2 * DAY


def test_one_no_keeps_the_deadline(room: Room) -> None:
    room.answer("moroccan", "EXTEND 48h\n")
    assert "Has dicho que no: el plazo se mantiene." in flat(room.answer("spanish", "NO\n"))
    assert deadline(room) == DEADLINE
    assert "Not all players grant you more time (48h)." in flat(room.text("moroccan", "note"))
    assert "are asked for more time (2d)" in flat(room.answer("moroccan", "EXTEND 2d\n"))
    assert len(room.home.store.proposals.of(game="melilla")) == 2


def test_more_time_is_no_weapon(room: Room) -> None:
    agree(room, extend_hours="30")
    assert "may grant you 30 more hours" in flat(room.answer("moroccan", "EXTEND 48h\n"))
    room.answer("moroccan", "EXTEND 24h\n")
    room.answer("spanish", "SÍ\n")
    assert "may grant you 6 more hours" in flat(room.answer("moroccan", "EXTEND 24h\n"))
    assert "La partida no te espera a ti" in flat(room.answer("spanish", "PRÓRROGA 2h\n"))


def test_a_yes_that_comes_too_late_moves_nothing(room: Room) -> None:
    room.answer("moroccan", "EXTEND 48h\n")
    room.answer("moroccan", MOVES)
    room.tick()
    assert room.at == "1.spanish-movement"
    before = deadline(room)
    assert "ha terminado" in flat(room.answer("spanish", "SÍ\n"))
    assert deadline(room) == before


def test_three_players_must_all_agree(tmp_path: Path) -> None:
    players = (ANA, LUIS, OMAR)
    data = scenario(players=players, settings={"sector-column": {"spanish": 2}})
    room = new_room(tmp_path / "home", data, players).started()
    assert deadline(room) == START + 3 * DAY
    room.answer("spanish", "PRÓRROGA 1d\n")
    assert "spanish" not in flat(room.answer("spanish-2", "SÍ\n")).partition("Faltan")[2]
    assert deadline(room) == START + 3 * DAY
    room.answer("moroccan", "YES\n")
    assert deadline(room) == START + 4 * DAY
    room.close()


def test_yes_and_no_in_prose_are_no_votes(room: Room) -> None:
    room.answer("moroccan", "EXTEND 48h\n")
    room.says("spanish", "No, gracias a ti\n")
    room.tick()
    assert [row.state for row in room.home.store.proposals.of(game="melilla")] == ["open"]


def test_a_game_with_quiet_days(tmp_path: Path) -> None:
    room = new_room(tmp_path / "home", house={"quiet": "sat,sun"})
    room.now = datetime(2026, 11, 6, 12, tzinfo=UTC)  # a Friday
    room.started()
    assert deadline(room) == datetime(2026, 11, 11, 12, tzinfo=UTC)
    room.close()


def test_holidays_that_are_agreed_in_mid_turn_move_the_deadline_and_all_are_told(room: Room) -> None:
    change_house(room.home, "melilla", {"quiet": "2026-11-04..2026-11-05"}, room.now, why="the feast of Melilla")
    assert deadline(room) == DEADLINE + 2 * DAY
    told = flat(room.text("spanish", "note"))
    assert "El plazo no corre estos días: 4 nov 2026 – 5 nov 2026." in told
    assert "El plazo pasa del jue 5 nov, 14:00 (hora de Madrid) al sáb 7 nov, 14:00" in told
    assert "the feast of Melilla" in told
    assert "New house rules, new deadline Sat 7 Nov" in str(room.mails("moroccan", "note")[-1]["Subject"])
    change_house(room.home, "melilla", {"quiet": "none"}, room.now)
    assert deadline(room) == DEADLINE
    agree(room, quiet="2026-11-03..2026-11-06")
    room.answer("moroccan", "ABSENCE 3-7 Nov\n")
    assert bank_of(room.home, room.seat("moroccan")).left == 20, "holidays are no days of an absence"


def test_the_first_mail_tells_of_holidays_and_of_a_referee_who_plays(tmp_path: Path) -> None:
    house = {"quiet": "sun,2026-12-24..2026-12-26,2027-01-06", "referee-plays": "spanish"}
    room = new_room(tmp_path / "home", house=house)
    told = flat(room.text("moroccan", "welcome"))
    assert "No time passes on these days: Sunday, 24 Dec 2026 – 26 Dec 2026, 6 Jan 2027." in told
    assert "The referee plays too: the Spanish." in told
    assert str(room.mails("moroccan")[0]["From"]) == '"Referee, who plays the Spanish" <referee@pbem.example.org>'
    with pytest.raises(BadInput, match="The house rule referee-plays is none, moroccan or spanish, not 'green'"):
        change_house(room.home, "melilla", {"referee-plays": "green"}, room.now)
    room.close()


def test_the_quiet_days_must_leave_one() -> None:
    assert parse_house({"quiet": "sun, sat"}) == {"quiet": "sat,sun"}
    for wrong in ("mon,tue,wed,thu,fri,sat,sun", "saturday"):
        with pytest.raises(BadInput):
            parse_house({"quiet": wrong})


def test_a_pause_ends_by_itself(room: Room) -> None:
    pause_game(room.home, "melilla", room.now, why="Christmas", until=room.now + 2 * DAY)
    told = flat(room.text("moroccan", "note"))
    assert "The referee has paused the game until" in told
    assert "Christmas" in told
    assert room.tick(DAY).closed == []
    assert room.home.game_row("melilla").paused_at is not None
    room.tick(DAY + HOUR)
    row = room.home.game_row("melilla")
    assert (row.paused_at, row.paused_until) == (None, None)
    assert row.deadline == DEADLINE + 2 * DAY + HOUR
    assert "The referee has ended the pause." in flat(room.text("moroccan", "note"))
    with pytest.raises(Refused):
        pause_game(room.home, "melilla", room.now, until=room.now - HOUR)


def test_nothing_of_it_is_in_the_records(room: Room) -> None:
    before = room.files()
    room.answer("moroccan", "ABSENCE 4-8 Nov\nEXTEND 2h\n")
    room.answer("spanish", "SÍ\n")
    assert room.files() == before
    assert room.replay().difference is None
