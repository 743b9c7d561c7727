"""Names of players: hidden they leave in nothing that is sent or published, and at the end all are told who played."""

import subprocess
from collections.abc import Iterator
from dataclasses import replace
from email.message import EmailMessage
from pathlib import Path

import pytest

from pbem.errors import Refused
from pbem.referee.admin.amendment import read_amendment
from pbem.referee.admin.clock import abandon_game, move_deadline
from pbem.referee.admin.replacement import replace_player
from pbem.referee.admin.rulings import amend, roll_back
from pbem.referee.admin.seating import Player
from pbem.referee.home.naming import FORMER, without_own_name
from pbem.referee.letters.queue import resend
from pbem.referee.people.house import change_house
from pbem.referee.people.press import broadcast
from tests.referee.making import ANA, DAY, GAME, HOUR, LENGTH, OMAR, REFEREE, Room, flat, new_room, text_of

BEGONA = replace(ANA, name="Begoña Múgica", address="b.mugica@correo.example.org")
IDRIS = replace(OMAR, name="Idris Wazzani", address="idris77@post.example.net")
ZOE = Player("moroccan", "moroccan", "zq1812@later.example.com", "en", "Europe/London", "Zoraida Quillfeather")
WORDS = {
    BEGONA.address: ("Begoña", "Múgica", "Mugica", "correo.example.org"),
    IDRIS.address: ("Idris", "Wazzani", "idris77", "post.example.net"),
    ZOE.address: ("Zoraida", "Quillfeather", "zq1812@later.example.com"),
}
"""What tells who somebody is, by their address."""
HOUSE = {"press-archive": "yes", "observers": "yes", "observer-delay": "1"}
LOLA = "lola@observer.example.net"


def named(path: Path, names: str) -> Room:
    """A game whose players have names, in the first movement."""
    room = new_room(path / "home", players=(BEGONA, IDRIS), house={"names": names, **HOUSE})
    room.says("spanish", "LEMA Begoña la valiente\n")
    room.says("moroccan", "Idris here\n")
    room.tick()
    assert "sin tu nombre" in flat(room.text("spanish", "receipt"))
    return room.set_up(spanish="cer-1 0202, cer-2 0203, cer-3 0204", moroccan="beni-1 0502, beni-2 0503, beni-3 0504")


def bytes_of(mail: EmailMessage) -> Iterator[bytes]:
    """A mail as it is, and every part and header of it decoded."""
    yield mail.as_bytes()
    for part in mail.walk():
        yield "\n".join(f"{name}: {value}" for name, value in part.items()).encode()
        if not part.is_multipart():
            yield part.get_payload(decode=True) or b""  # type: ignore[misc]


def leaks(room: Room) -> set[tuple[str, str, str]]:
    """The mails that tell their reader who somebody else is: kind, reader, word."""
    found = set()
    for row, mail in zip(room.rows(), room.mails(), strict=True):
        whole = b"\n".join(bytes_of(mail)).lower()
        for person, words in WORDS.items():
            told = (word for word in words if row.recipient != person and word.casefold().encode() in whole)
            found |= {(row.what, row.recipient, word) for word in told}
    return found


def published(room: Room) -> bytes:
    """All that git holds of the save, in every version."""
    told = subprocess.run(["git", "log", "-p", "--format=%an %ae %s%n%b"], cwd=room.path, capture_output=True)
    return told.stdout + b"".join(room.files().values())


def played(room: Room) -> None:
    """Whatever may be written about a player, up to the end of the game; somebody observes it."""
    room.drop(room.mail("spanish", f"OBSERVE {GAME}\n", From=LOLA, To=REFEREE, Subject="hello"))
    room.tick()
    (guest,) = room.home.store.guests.of(game=GAME)
    room.drop(room.mail("spanish", "YES\n", From=LOLA, To=f"referee+{GAME}.{guest.word}@pbem.example.org"))
    room.answer("moroccan", "PRESS TO spanish: Peace?\nIdris Wazzani, idris77@post.example.net\n")
    assert "Your name was left out of it" in flat(room.text("moroccan", "receipt"))
    room.answer("spanish", "PRENSA A Idris: hola\nPRÓRROGA 2h\n")
    room.answer("moroccan", "STATUS\nEXTEND 2h\nABSENCE 20-21 Nov\nHISTORY\nMAP\n")
    room.answer("spanish", "SÍ\nPROPONER TABLAS\n")
    room.answer("moroccan", "VOTE NO\n")
    broadcast(room.home, room.game, "The war goes on.", room.now)
    move_deadline(room.home, GAME, HOUR, room.now)
    room.tick(LENGTH + DAY)
    roll_back(room.home, room.game, "1.moroccan-movement", same_dice=False, who="R.", why="a slip", now=room.now)
    room.tick()
    first = room.rows("moroccan", "report")[0]
    replace_player(room.home, room.game, ZOE, room.now, why="no time")
    room.tick()
    resend(room.home, first, 1, room.now)
    room.answer("moroccan", "NONCE levanter\nMOVE beni-1 0402\nPRESS TO all: I am new here. Zoraida\n")
    event = read_amendment(room.game, ["unit cer-1 at=0103"]).event
    amend(room.home, room.game, event, who="R.", why="a ruling", now=room.now)
    theirs = room.mail("spanish", "STATUS\n", From=ZOE.address)
    room.drop(theirs)
    room.drop(room.mail("moroccan", "STATUS\n", From=BEGONA.address))
    room.tick(HOUR)
    room.answer("spanish", "ESTADO\nHISTORIA\n", Cc="stranger@example.net, zq1812@later.example.com")
    assert "stranger@example.net" in flat(room.text("spanish", "receipt"))
    room.tick(HOUR)


def test_hidden_names_are_in_nothing_that_is_sent_or_published(tmp_path: Path) -> None:
    room = named(tmp_path, "hidden")
    played(room)
    room.answer("spanish", "CONCEDE\n")
    assert room.game.over
    room.tick(HOUR)
    typed = ("Idris", "Zoraida", "zq1812@later.example.com")
    assert leaks(room) <= {("receipt", BEGONA.address, word) for word in typed}, "but what she wrote herself"
    assert sum(row.recipient == LOLA for row in room.rows()) > 2
    whole = published(room).lower()
    assert [word for words in WORDS.values() for word in words if word.casefold().encode() in whole] == []
    assert not any("Who played" in str(mail["Subject"]) for mail in room.mails())
    assert {"welcome", "start", "report", "receipt", "note", "press", "refusal"} <= {row.what for row in room.rows()}
    room.close()


def told_to(room: Room, address: str) -> list[EmailMessage]:
    """The mails that tell an address who played."""
    return [mail for mail in room.mails() if address in str(mail["To"]) and "Who played" in str(mail["Subject"])]


def test_at_the_end_all_are_told_who_played(tmp_path: Path) -> None:
    room = named(tmp_path, "at-end")
    room.drop(room.mail("spanish", f"OBSERVE {GAME}\n", From=LOLA, To=REFEREE, Subject="hello"))
    room.tick()
    (guest,) = room.home.store.guests.of(game=GAME)
    room.drop(room.mail("spanish", "YES\n", From=LOLA, To=f"referee+{GAME}.{guest.word}@pbem.example.org"))
    replace_player(room.home, room.game, ZOE, room.now)
    assert "When the game is over you will be told who played" in flat(room.text("moroccan", "note"))
    room.answer("moroccan", "NONCE levanter\n")
    assert leaks(room) == set()
    room.answer("spanish", "CONCEDE\n")
    room.tick(HOUR)
    (mail,) = [each for each in room.mails("moroccan") if "Who played" in str(each["Subject"])]
    assert "The Moroccans: Idris Wazzani, then Zoraida Quillfeather" in text_of(mail)
    assert "The Spanish: Begoña Múgica" in text_of(mail)
    (mail,) = [each for each in room.mails("spanish") if "Quién ha jugado" in str(each["Subject"])]
    assert "Los marroquíes: Idris Wazzani, después Zoraida Quillfeather" in text_of(mail)
    assert "example" not in text_of(mail)
    (mail,) = told_to(room, IDRIS.address)
    assert "The Moroccans: Idris Wazzani, then Zoraida Quillfeather" in text_of(mail), "who has left is told too"
    (mail,) = told_to(room, LOLA)
    assert "The Spanish: Begoña Múgica" in text_of(mail)
    room.tick(DAY)
    assert len(told_to(room, IDRIS.address)) == 1
    assert sum("Who played" in str(each["Subject"]) for each in room.mails("moroccan")) == 1
    room.close()


def test_a_game_without_a_result_ends_too(room: Room) -> None:
    room.home.store.games.change(GAME, house={"names": "at-end"})
    room.home.store.seats.change(GAME, "spanish", name="Begoña")
    abandon_game(room.home, GAME, room.now)
    room.tick(DAY)
    (mail,) = [each for each in room.mails("moroccan") if "Who played" in str(each["Subject"])]
    assert "The Spanish: Begoña" in text_of(mail)
    assert "The Moroccans: someone who gave no name" in text_of(mail)


def test_the_referee_does_not_let_a_name_slip(room: Room) -> None:
    room.home.store.games.change(GAME, house={"names": "hidden"})
    for seat, name in (("spanish", "Begoña Múgica"), ("moroccan", "Idris")):
        room.home.store.seats.change(GAME, seat, name=name)
    before, files = len(room.rows()), room.files()
    with pytest.raises(Refused, match="The names of players are hidden in melilla, and this text has 'Idris'"):
        move_deadline(room.home, GAME, HOUR, room.now, why="Idris is ill")
    with pytest.raises(Refused, match="'Múgica'"):
        broadcast(room.home, room.game, "Good luck, señora Múgica!", room.now)
    with pytest.raises(Refused):
        replace_player(room.home, room.game, ZOE, room.now, why="Idris has no time")
    with pytest.raises(Refused):
        roll_back(room.home, room.game, "1.spanish-setup", same_dice=False, who="R.", why="Idris asked", now=room.now)
    assert (len(room.rows()), room.files()) == (before, files)
    move_deadline(room.home, GAME, HOUR, room.now, why="an idrisid question, not of a player")


@pytest.mark.parametrize(
    ("written", "passed_on"),
    [
        ("I will wait. Will is ill.\n- will", "I will wait. […] is ill.\n[…]"),
        ("del Mar, de la mar: WILL DEL MAR", "del […], de la mar: […]"),
        ("Willing, Marta, will@home", "Willing, Marta, will@home"),
        ("will del mar (Will2@post.example.org)", "[…] ([…])"),
    ],
)
def test_a_name_is_told_from_words_like_it(room: Room, written: str, passed_on: str) -> None:
    room.home.store.games.change(GAME, house={"names": "hidden"})
    seat = replace(room.seat("moroccan"), name="Will del Mar", addresses=("will2@post.example.org",))
    assert without_own_name(room.home, seat, written) == passed_on


def test_what_was_promised_stays_hidden(room: Room) -> None:
    change_house(room.home, GAME, {"names": "at-end"}, room.now)
    change_house(room.home, GAME, {"names": "hidden"}, room.now)
    for opener in ("shown", "at-end"):
        with pytest.raises(Refused, match="were promised that their names are hidden"):
            change_house(room.home, GAME, {"names": opener}, room.now)
    told = flat(room.text("moroccan", "note"))
    assert "No player knows who the others are: the side stands for the player." in told


def test_shown_names_are_told_as_before(room: Room) -> None:
    room.home.store.seats.change(GAME, "spanish", name="Begoña")
    room.answer("moroccan", "PRESS TO begoña: hello\n")
    assert "Begoña (the Spanish)" in flat(room.text("moroccan", "receipt"))
    replace_player(room.home, room.game, replace(ZOE, seat="spanish", side="spanish"), room.now)
    (decision,) = room.home.store.decisions.of(game=GAME, what="replaced")
    assert decision.facts[FORMER] == "Begoña"
