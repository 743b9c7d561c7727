"""A player vanishes and another comes: nothing of the former one counts, the game waits, and everybody knows."""

from datetime import timedelta
from pathlib import Path

import pytest

from pbem.errors import Refused
from pbem.referee.admin.dice_root import rekey
from pbem.referee.admin.replacement import list_seats, replace_player
from pbem.referee.admin.seating import Player
from pbem.referee.letters.history import format_history, history
from pbem.referee.letters.status import game_status
from tests.referee.making import DAY, GAME, HOUR, LENGTH, Room, flat, new_room, text_of

EVA = Player("moroccan", "moroccan", "eva@example.org", "es", "Europe/Madrid")


def replaced(room: Room, why: str = "Omar has no time") -> None:
    """Eva has taken Omar's place."""
    replace_player(room.home, room.game, EVA, room.now, why=why)
    room.tick()


def test_nothing_of_the_former_player_counts_any_more(room: Room) -> None:
    """DONE in mid-turn: else the turn would pass with what the one who left had sent."""
    room.says("moroccan", "PHASE moroccan-movement\nMOVE beni-1 0402\nCAPTURE NO\nPASSPHRASE a word of mine\nWAIT\n")
    room.says("spanish", "PRENSA A moroccan: solo para Omar\n")
    room.tick()
    assert room.home.store.standing.get(GAME, "moroccan") is not None
    was, former = room.at, room.seat("moroccan")
    room.says("moroccan", "DONE\n")
    replaced(room)
    assert game_status(room.home, GAME, room.now).seats["moroccan"] == "has not answered the first mail"
    seat = room.seat("moroccan")
    assert (seat.wait, seat.done, seat.passphrase, seat.nonce, seat.conceded) == (False, "", None, None, False)
    assert room.home.store.sections.get(GAME, "moroccan", 1, "moroccan-movement") is None
    assert seat.token != former.token
    assert room.home.store.standing.get(GAME, "moroccan") is None
    kit = [mail.as_bytes() for mail in room.mails("moroccan") if mail["To"] == "eva@example.org"]
    assert len(kit) == 2
    assert not any(word in raw for raw in kit for word in (b"solo para Omar", former.token.encode(), b"omar@"))
    replies = [str(mail["Reply-To"]) for mail in room.mails("moroccan") if mail["To"] == "eva@example.org"]
    assert replies == [f"referee+{GAME}.{seat.token}@pbem.example.org"] * 2
    room.tick(10 * LENGTH)
    assert room.at == was, "the game has gone on without the new player"
    late = room.mail(
        "moroccan", "MOVE beni-1 0402\n", From="omar@example.org", To=f"referee+{GAME}.{former.token}@pbem.example.org"
    )
    room.drop(late)
    room.tick()
    assert room.home.store.sections.get(GAME, "moroccan", 1, "moroccan-movement") is None


def test_the_new_player_gets_all_that_is_needed_and_the_turn_has_its_whole_time(room: Room) -> None:
    room.tick(2 * DAY)
    replaced(room)
    welcome, report = room.mails("moroccan")[-2:]
    assert (welcome["To"], report["To"]) == ("eva@example.org", "eva@example.org")
    told = flat(room.text("moroccan", "welcome"))
    assert "Te haces cargo de esta partida en el turno 1." in told
    assert "El motivo: Omar has no time" in told
    assert "La partida empieza" not in told
    assert "La partida espera tu primera respuesta" in told
    assert room.game.manifest.head in told.replace(" ", "")
    assert "beni-1" in room.text("moroccan", "report")
    (page,) = [part for part in welcome.walk() if str(part.get_filename()).startswith("historia-")]
    history_told = str(page.get_content())
    assert "colocación española" in history_told
    assert "otro jugador para los marroquíes" in history_told
    assert any(part.get_content_type() == "image/png" for part in report.walk())
    assert any(part.get_content_type() == "text/html" for part in welcome.walk())
    assert "## FIN DE ÓRDENES" in room.text("moroccan", "report")
    room.tick(5 * DAY)
    room.says("moroccan", "NONCE vientos de levante\nMOVER beni-1 0402\n")
    room.tick()
    row = room.home.game_row(GAME)
    assert row.deadline == room.now + LENGTH
    assert room.seat("moroccan").nonce == "vientos de levante"
    room.says("moroccan", "LISTO\n")
    room.tick()
    room.tick(HOUR)
    assert room.at != "1.moroccan-movement"
    assert room.replay().difference is None


def test_the_others_and_the_former_player_are_told_at_once_and_the_history_says_who_and_why(room: Room) -> None:
    replaced(room)
    ana = flat(room.text("spanish", "note"))
    assert "El árbitro ha encontrado otro jugador para los marroquíes" in ana
    assert "El motivo: Omar has no time" in ana
    farewell = next(mail for mail in room.mails("moroccan", "note") if mail["To"] == "omar@example.org")
    assert "You no longer play in this game" in str(farewell["Subject"])
    assert any(part.get_content_type() == "text/calendar" for part in farewell.walk())
    past = history(room.game, room.home.git, "en", decisions=room.home.store.decisions.of(game=GAME))
    assert any("another player for the Moroccans. The reason: Omar has no time" in flat(line) for line in
               format_history(room.game, past, "en", "UTC"))  # fmt: skip
    room.tick(timedelta(hours=1))
    later = [mail for mail in room.mails("moroccan") if mail["To"] == "omar@example.org"]
    assert later[-1]["Message-ID"] == farewell["Message-ID"]


def test_mails_to_the_old_address_that_wait_are_not_sent(room: Room) -> None:
    room.says("moroccan", "STATUS\n")
    room.home.store.outbox.write("UPDATE outbox SET state = 'ready' WHERE seat = 'moroccan' AND what = 'report'")
    replaced(room)
    rows = [row for row in room.rows("moroccan", "report") if row.recipient == "omar@example.org"]
    assert {row.state for row in rows} == {"failed"}


def test_before_the_first_turn_the_new_player_gets_the_first_mail(tmp_path: Path) -> None:
    fresh = new_room(tmp_path / "home")
    fresh.tick()
    replaced(fresh)
    told = flat(fresh.text("moroccan", "welcome"))
    assert "Te haces cargo" not in told
    assert "Mandas a los marroquíes contra los españoles." in told
    for seat in ("spanish", "moroccan"):
        fresh.says(seat, "NONCE mine\n")
    fresh.tick()
    assert fresh.home.game_row(GAME).started is not None


def test_once_the_new_player_has_answered_all_are_told_the_deadline_that_they_were_promised(room: Room) -> None:
    replaced(room)
    assert "recibirás otro" in flat(room.text("spanish", "note"))
    room.says("moroccan", "MOTTO good winds\n")
    room.tick(HOUR)
    (told,) = (each for each in map(text_of, room.mails("spanish", "note")) if "LA PARTIDA CONTINÚA" in each)
    assert "El plazo es hasta jue 5 nov, 15:00" in flat(told)
    notes = len(room.rows(what="note"))
    room.tick(HOUR)
    assert len(room.rows(what="note")) == notes, "once"


def test_who_comes_after_the_dice_were_changed_is_sent_their_head_and_any_answer_serves_as_words(room: Room) -> None:
    rekey(room.home, room.game, "Referee", "the root was lost", room.now)
    room.tick(HOUR)
    for seat in ("spanish", "moroccan"):
        room.answer(seat, f"NONCE new words of {seat}\n")
    replaced(room)
    assert room.game.position.journal.head in room.text("moroccan", "welcome")
    assert room.home.game_row(GAME).deadline is None
    hand_over = room.mails("moroccan", "welcome")[-1]["Message-ID"]
    room.answer("moroccan", "MOVE beni-1 0402\n", In_Reply_To=str(hand_over))
    assert room.home.game_row(GAME).deadline == room.now + LENGTH


def test_who_plays_is_listed_with_the_deadlines_missed(room: Room) -> None:
    room.tick(LENGTH + HOUR)
    (moroccan,) = (each for each in list_seats(room.home, GAME) if each["seat"] == "moroccan")
    assert moroccan == {
        "seat": "moroccan", "side": "moroccan", "address": "omar@example.org", "name": "", "bot": False,
        "language": "en",
        "zone": "Africa/Casablanca", "missed": 1, "answered": True,
    }  # fmt: skip


def test_the_same_address_and_a_game_that_is_over_are_refused(room: Room) -> None:
    with pytest.raises(Refused, match=r"(?i)omar@example\.org plays moroccan in melilla already"):
        replace_player(room.home, room.game, Player("moroccan", "moroccan", "Omar@example.org"), room.now)
    room.answer("spanish", "CONCEDE\n")
    assert room.game.over
    with pytest.raises(Refused, match="melilla is over"):
        replace_player(room.home, room.game, EVA, room.now)
