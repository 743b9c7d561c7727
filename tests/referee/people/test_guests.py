"""People without a seat: invited, on standby, observing; asked first, told late, let go in one mail."""

from email.message import EmailMessage
from pathlib import Path

import pytest

from pbem.errors import BadInput, Refused
from pbem.referee.admin.replacement import replace_player
from pbem.referee.admin.rulings import roll_back
from pbem.referee.admin.seating import Player
from pbem.referee.people.bots import set_bot
from pbem.referee.people.guests import Wish, ask_guest, invite, let_go
from pbem.store.rows import GuestRow
from tests.referee.making import ANA, DAY, HOUR, LENGTH, REFEREE, Room, flat, new_room, text_of

EVA = Player("moroccan", "moroccan", "eva@example.org", "es", "Europe/Madrid")


def writes(room: Room, address: str, body: str, to: str = REFEREE, **headers: str | None) -> None:
    """A mail of somebody without a seat comes in."""
    room.drop(room.mail("spanish", body, **{"From": address, "To": to, "Subject": "Hello", **headers}))
    room.tick()


def word_of(room: Room, address: str) -> str:
    """What a guest answers to."""
    guest = guest_of(room, address)
    return f"referee+{guest.game}.{guest.word}@pbem.example.org"


def guest_of(room: Room, address: str) -> GuestRow:
    """What is known of a guest."""
    return max(room.home.store.guests.of(address=address), key=lambda each: (each.state != "ended", each.at))


def got(room: Room, address: str) -> list[EmailMessage]:
    """The mails to an address."""
    return [mail for mail in room.mails() if str(mail["To"]).strip("<>") == address]


def observing(room: Room, address: str = "lola@example.net") -> None:
    """Somebody observes the game."""
    room.home.store.games.change("melilla", house={"observers": "yes", "observer-delay": "1"})
    writes(room, address, "OBSERVAR melilla\n")
    writes(room, address, "SÍ\n", word_of(room, address))


def test_an_invited_player_says_yes_and_has_the_seat(room: Room) -> None:
    invite(room.home, room.game, EVA, room.now, why="Omar is ill")
    (asked,) = got(room, "eva@example.org")
    said = flat(text_of(asked))
    assert "te invita a jugar con los marroquíes" in said
    assert "La partida va por el turno 1 de 13." in said
    assert "Omar is ill" in said
    assert room.seat("moroccan").addresses == ("omar@example.org",)
    writes(room, "eva@example.org", "Sí\n\nUn saludo\n", word_of(room, "eva@example.org"))
    seat = room.seat("moroccan")
    assert (seat.addresses, seat.language, seat.zone) == (("eva@example.org",), "es", "Europe/Madrid")
    welcome = next(mail for mail in got(room, "eva@example.org") if "Te haces cargo" in text_of(mail))
    (page,) = [part for part in welcome.walk() if part.get_filename() == "historia-melilla.txt"]
    assert "turno 1" in page.get_content()
    writes(room, "eva@example.org", "SÍ\n", word_of(room, "eva@example.org"))
    assert room.home.store.decisions.count("what = 'replaced'") == 1


def test_nobody_else_can_say_yes(room: Room) -> None:
    invite(room.home, room.game, EVA, room.now)
    writes(room, "mallory@example.net", "SÍ\n", word_of(room, "eva@example.org"))
    writes(room, "eva@example.org", "SÍ\n")
    assert room.seat("moroccan").addresses == ("omar@example.org",)


def test_who_says_no_is_let_go_and_the_referee_knows(room: Room) -> None:
    invite(room.home, room.game, EVA, room.now)
    writes(room, "eva@example.org", "NO\n", word_of(room, "eva@example.org"))
    assert guest_of(room, "eva@example.org").state == "ended"
    assert [n.code for n in room.home.store.notices.open()] == ["invitation-refused"]
    with pytest.raises(Refused):
        invite(room.home, room.game, Player("moroccan", "moroccan", "OMAR@example.org"), room.now)
    with pytest.raises(BadInput):
        invite(room.home, room.game, Player("green", "green", "x@example.org"), room.now)


def test_a_player_on_standby_is_invited_when_a_seat_is_free_and_the_game_goes_on(room: Room) -> None:
    writes(room, "lola@example.net", "SUPLENTE melilla\n")
    assert "tomar un puesto" in flat(text_of(got(room, "lola@example.net")[-1]))
    writes(room, "lola@example.net", "SÍ\n", word_of(room, "lola@example.net"))
    assert "Estás en la lista" in flat(text_of(got(room, "lola@example.net")[-1]))
    room.says("moroccan", "RESIGN\n")
    room.tick()
    assert room.home.game_row("melilla").paused_at is not None
    assert "seat-vacant" not in [n.code for n in room.home.store.notices.open()]
    assert "te invita a jugar con los marroquíes" in flat(text_of(got(room, "lola@example.net")[-1]))
    writes(room, "lola@example.net", "SÍ\n", word_of(room, "lola@example.net"))
    assert room.seat("moroccan").addresses == ("lola@example.net",)
    assert room.home.game_row("melilla").paused_at is None


def silent(room: Room) -> None:
    """Lola waits on standby in a game that asks her when somebody is silent, and the Moroccans are."""
    room.home.store.games.change("melilla", house={"silence": "standby"}, silence_limit=1)
    writes(room, "lola@example.net", "SUPLENTE melilla\n")
    writes(room, "lola@example.net", "SÍ\n", word_of(room, "lola@example.net"))
    assert room.tick(LENGTH).closed == []
    assert room.home.game_row("melilla").paused_at is not None


def test_who_waits_on_standby_takes_over_from_a_player_who_is_silent(room: Room) -> None:
    silent(room)
    assert "alguien que espera como suplente" in flat(room.text("spanish", "note"))
    assert "the place stays yours" in flat(room.text("moroccan", "note"))
    assert "te invita a jugar con los marroquíes" in flat(text_of(got(room, "lola@example.net")[-1]))
    room.tick(HOUR)
    writes(room, "lola@example.net", "SÍ\n", word_of(room, "lola@example.net"))
    assert room.seat("moroccan").addresses == ("lola@example.net",)
    assert room.home.game_row("melilla").paused_at is None
    room.answer("moroccan", "LEMA levante\n")
    assert room.home.game_row("melilla").deadline == room.now + LENGTH
    assert room.tick(LENGTH).closed == [], "with the new player the count begins anew, and is full again"


def test_a_player_who_is_heard_first_keeps_the_place(room: Room) -> None:
    silent(room)
    room.tick(HOUR)
    room.answer("moroccan", "MOVE beni-1 0402\n")
    writes(room, "lola@example.net", "SÍ\n", word_of(room, "lola@example.net"))
    assert room.seat("moroccan").addresses == ("omar@example.org",)
    assert "No recibirás más correos" in flat(text_of(got(room, "lola@example.net")[-1]))


def test_where_nobody_waits_on_standby_the_game_is_paused(room: Room) -> None:
    room.home.store.games.change("melilla", house={"silence": "standby"}, silence_limit=1)
    assert room.tick(LENGTH).closed == []
    assert "The referee starts the clock again" in flat(room.text("moroccan", "note")).replace("; the", ". The")
    replace_player(room.home, room.game, EVA, room.now)
    assert room.home.game_row("melilla").paused_at is None, "another plays in the place of who was silent"


def test_a_seat_of_a_computer_player_is_free_for_who_comes(tmp_path: Path) -> None:
    room = new_room(tmp_path / "home", players=(ANA, Player("moroccan", "moroccan", "")))
    room.tick()
    assert "contra los marroquíes (un jugador automático)." in flat(room.text("spanish", "welcome"))
    writes(room, "lola@example.net", "SUPLENTE melilla\n")
    writes(room, "lola@example.net", "SÍ\n", word_of(room, "lola@example.net"))
    assert "te invita a jugar con los marroquíes" in flat(text_of(got(room, "lola@example.net")[-1]))
    writes(room, "lola@example.net", "SÍ\n", word_of(room, "lola@example.net"))
    seat = room.seat("moroccan")
    assert (seat.bot, seat.addresses) == (False, ("lola@example.net",))
    room.close()


def test_an_observer_is_told_what_is_over_and_nothing_before(room: Room) -> None:
    observing(room)
    assert "Observas esta partida" in flat(text_of(got(room, "lola@example.net")[-1]))
    count = len(got(room, "lola@example.net"))
    room.answer("moroccan", "MOVE beni-1 0402\nDONE\n")
    room.tick()
    assert room.at == "1.spanish-movement"
    assert len(got(room, "lola@example.net")) == count
    room.answer("spanish", "LISTO TODO\n")
    room.tick(HOUR)
    assert room.game.state.turn == 2
    (report,) = got(room, "lola@example.net")[count:]
    text = text_of(report)
    assert "0402" in text
    assert "beni-1" in text
    assert "## ÓRDENES" not in text
    assert str(report["List-Unsubscribe"]).startswith("<mailto:referee+melilla.")
    assert "Para dejarlo, responde con una línea BAJA." in flat(text)
    assert "Informe público" in text
    assert "No es tu turno" not in text
    assert any(part.get_content_type() == "image/png" for part in report.walk())
    for seat in ("spanish", "moroccan"):
        assert room.seat(seat).token not in report.as_string()
        assert room.seat(seat).addresses[0] not in report.as_string()
    room.tick(HOUR)
    assert len(got(room, "lola@example.net")) == count + 1


def test_one_mail_ends_it(room: Room) -> None:
    observing(room)
    to = word_of(room, "lola@example.net")
    writes(room, "lola.other@example.net", "\n", to, Subject="unsubscribe")
    assert guest_of(room, "lola@example.net").state == "ended"
    before = len(got(room, "lola@example.net"))
    for seat in ("spanish", "moroccan"):
        set_bot(room.home, room.game, seat, room.now, on=True)
    room.tick(DAY)
    assert room.game.state.turn > 1
    assert len(got(room, "lola@example.net")) == before


@pytest.mark.parametrize("body", ["\n", "This message was automatically generated by Gmail.\n"])
def test_a_mail_program_ends_it_with_an_empty_mail_and_is_answered_once(room: Room, body: str) -> None:
    observing(room)
    mail = got(room, "lola@example.net")[-1]
    to, _, subject = str(mail["List-Unsubscribe"]).strip("<>").removeprefix("mailto:").partition("?subject=")
    assert mail["List-Unsubscribe-Post"] is None, "that is for addresses of the web (RFC 8058)"
    count = len(got(room, "lola@example.net"))
    for n in range(3):
        writes(room, "lola@example.net", body, to, Subject=subject, Message_ID=f"<{n}@example.net>")
        assert guest_of(room, "lola@example.net").state == "ended"
        assert len(got(room, "lola@example.net")) == count + 1
    assert room.places()["refused"] == []
    room.now += HOUR
    writes(room, "lola@example.net", "OBSERVE melilla\n")
    assert guest_of(room, "lola@example.net").state == "asked", "who went may come again"


def test_observers_are_told_of_a_turn_again_because_the_game_went_back(room: Room) -> None:
    observing(room)
    why = "the wrong map"

    def play_a_turn() -> str:
        for _ in range(10):  # nobody sends anything
            if room.game.state.turn == 1:
                room.tick(LENGTH + HOUR)
        return flat(text_of(got(room, "lola@example.net")[-1]))

    assert "La partida vuelve" not in play_a_turn()
    roll_back(room.home, room.game, "1.moroccan-movement", same_dice=False, who="Referee", why=why, now=room.now)
    assert room.game.records[-1].record.turn > room.game.state.turn == 1
    said = play_a_turn()
    assert "La partida vuelve a: movimiento marroquí, turno 1." in said
    assert "El motivo: the wrong map" in said


def test_a_machine_ends_it_unanswered_and_says_nothing_else(room: Room) -> None:
    observing(room)
    to, count = word_of(room, "lola@example.net"), len(got(room, "lola@example.net"))
    writes(room, "lola@example.net", "unsubscribe\n", to, Subject="Out of office", Auto_Submitted="auto-replied")
    assert guest_of(room, "lola@example.net").state == "open"
    writes(room, "lola@example.net", "\n", to, Subject="unsubscribe", Auto_Submitted="auto-generated")
    assert guest_of(room, "lola@example.net").state == "ended"
    assert len(got(room, "lola@example.net")) == count


def test_nobody_is_unsubscribed_from_a_game_that_they_play(room: Room) -> None:
    """A copy of her mail that goes on to others does not end her part, nor does her own word to observe no more."""
    before = room.seat("spanish")
    for sender in ("ana@example.org", "stranger@example.net"):
        room.says("spanish", "BAJA\nUNSUBSCRIBE\n", From=sender, Subject="unsubscribe")
        room.tick()
    ask_guest(room.home, Wish("melilla", "observer", "es"), "ana@example.org", room.now)
    writes(room, "ana@example.org", "SÍ\n", word_of(room, "ana@example.org"))
    assert guest_of(room, "ana@example.org").state == "open"
    writes(room, "ana@example.org", "\n", word_of(room, "ana@example.org"), Subject="unsubscribe")
    assert guest_of(room, "ana@example.org").state == "ended"
    after = room.seat("spanish")
    assert (after.addresses, after.token, after.bot) == (before.addresses, before.token, before.bot)
    assert all(mail["List-Unsubscribe"] is None for mail in room.mails("spanish"))


def test_the_referee_says_why_somebody_is_asked_to_observe_and_why_let_go(room: Room) -> None:
    ask_guest(
        room.home, Wish("melilla", "observer", "en"), "lola@example.net", room.now, why="You asked me at the club"
    )
    room.tick()
    assert "You asked me at the club" in text_of(got(room, "lola@example.net")[-1])
    let_go(room.home, "melilla", "lola@example.net", room.now, why="The game goes on in private")
    room.tick()
    last = text_of(got(room, "lola@example.net")[-1])
    assert "You will get no further email" in last
    assert "The game goes on in private" in last
    assert guest_of(room, "lola@example.net").state == "ended"


def test_no_reason_to_an_observer_names_a_player_who_is_hidden(room: Room) -> None:
    room.home.store.games.change("melilla", house={"names": "hidden"})
    room.home.store.seats.change("melilla", "spanish", name="Begoña")
    with pytest.raises(Refused, match="names of players are hidden"):
        ask_guest(room.home, Wish("melilla", "observer", "en"), "lola@example.net", room.now, why="Begoña wants you")
    assert room.home.store.guests.count("1") == 0


@pytest.mark.parametrize(
    ("line", "rules"),
    [
        ("OBSERVE melilla", {}),
        ("OBSERVE tetuan", {"observers": "yes"}),
        ("OBSERVE melilla please, and MOVE beni-1 0402", {"observers": "yes"}),
        ("I observe melilla from my window", {"observers": "yes"}),
    ],
)
def test_what_is_no_wish_or_not_allowed_is_a_strangers_mail(room: Room, line: str, rules: dict[str, str]) -> None:
    room.home.store.games.change("melilla", house=rules)
    writes(room, "lola@example.net", f"{line}\n")
    assert room.home.store.guests.count("1") == 0
    assert room.places()["refused"] != []


def test_who_wrote_something_else_first_is_told_how_and_then_heard(room: Room) -> None:
    writes(room, "eva@example.net", "Can I look on?\n")
    room.home.store.games.change("melilla", house={"observers": "yes"})
    for line in ("Can I look on?", "OBSERVE melilla please", "OBSERVE melilla"):
        writes(room, "lola@example.net", f"{line}\n")
    told, asked = got(room, "lola@example.net")
    assert "write OBSERVE and the name of the game, alone in one line" in flat(text_of(told))
    assert "Is this address yours?" in asked["Subject"]
    assert guest_of(room, "lola@example.net").state == "asked"
    assert "OBSERVE" not in text_of(got(room, "eva@example.net")[0]), "where no game lets anybody"


def test_who_says_yes_in_a_mail_of_its_own_is_told_to_reply_to_the_question(room: Room) -> None:
    room.home.store.games.change("melilla", house={"observers": "yes"})
    writes(room, "lola@example.net", "OBSERVAR melilla\n")
    room.now += HOUR
    writes(room, "lola@example.net", "SÍ\n")
    assert guest_of(room, "lola@example.net").state == "asked", "anybody may write in this name"
    said = flat(text_of(got(room, "lola@example.net")[-1]))
    assert (
        "A esta dirección le hemos preguntado por la partida melilla. Para decir que sí, responde a ese correo" in said
    )
    assert "OBSERVAR" not in said


def test_an_address_is_asked_once_and_never_told_before_it_says_yes(room: Room) -> None:
    room.home.store.games.change("melilla", house={"observers": "yes", "observer-delay": "1"})
    for _ in range(3):
        writes(room, "victim@example.net", "OBSERVE melilla\n")
    assert len(got(room, "victim@example.net")) == 1
    for seat in ("spanish", "moroccan"):
        set_bot(room.home, room.game, seat, room.now, on=True)
    room.tick(HOUR)
    assert len(got(room, "victim@example.net")) == 1
    with pytest.raises(BadInput):
        let_go(room.home, "melilla", "nobody@example.net", room.now)
    assert let_go(room.home, "melilla", "VICTIM@example.net", room.now) == 1
