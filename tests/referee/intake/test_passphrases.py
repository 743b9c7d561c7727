"""The passphrase of a seat: what it opens, that it is not guessed, and that it is nowhere to be read."""

import pytest

from pbem.referee.desk.mail import describe_mail
from pbem.referee.intake.credentials import forget_credentials
from tests.mail.signatures.signing import sign
from tests.referee.intake.test_trust import MINUTE, MOVES, come, held, lines_of, newest, stored, with_trust, word_of
from tests.referee.making import DAY, GAME, HOUR, Room, flat

SECRET = "Calm  sea at Alhucemas"


def set_passphrase(room: Room) -> str:
    """Set the Moroccan's; its receipt."""
    room.now += MINUTE
    return room.answer("moroccan", f"{MOVES}PASSPHRASE {SECRET}\n")


def test_a_passphrase_opens_a_seat_from_any_address_and_answers_go_to_its_own(room: Room) -> None:
    set_passphrase(room)
    mail = room.mail("moroccan", "MOVE beni-2 0403\npassphrase: calm sea at alhucemas\n", From="cafe@example.net")
    assert come(room, mail) == "orders"
    assert "MOVE beni-2 0403" in lines_of(room)
    assert room.rows()[-1].recipient == "omar@example.org"


@pytest.mark.parametrize("line", ["PASSPHRASE calm sea", "PASSPHRASE", "CONTRASEÑA hola que tal", ""])
def test_a_wrong_one_opens_nothing(room: Room, line: str) -> None:
    set_passphrase(room)
    before = lines_of(room)
    assert come(room, room.mail("moroccan", f"MOVE beni-2 0403\n{line}\n", From="eva@evil.example")) == "refused"
    assert newest(room).reason == ("wrong-passphrase" if line else "wrong-address")
    assert lines_of(room) == before


def test_without_the_token_the_passphrase_opens_nothing(room: Room) -> None:
    set_passphrase(room)
    raw = room.mail("moroccan", f"PASSPHRASE {SECRET}\nNOWAIT\n", From="x@example.net", To="referee@pbem.example.org")
    assert come(room, raw) == "refused"


@pytest.mark.parametrize("sender", ["eva@evil.example", "omar@example.org"])
def test_it_is_not_guessed(room: Room, sender: str) -> None:
    set_passphrase(room)
    for n in range(10):
        come(room, room.mail("moroccan", f"PASSPHRASE guess number {n}\n", From=sender))
    assert come(room, room.mail("moroccan", f"PASSPHRASE {SECRET}\n", From="eva@evil.example")) == "refused"
    room.now += DAY + HOUR
    assert come(room, room.mail("moroccan", f"PASSPHRASE {SECRET}\n", From="cafe@example.net")) == "orders"


def test_it_is_nowhere_to_be_read(room: Room) -> None:
    said = set_passphrase(room)
    assert "********" in said
    row = newest(room)
    assert "********" in describe_mail(row)["text"]
    assert "MOVE beni-1 0402" in describe_mail(row)["text"]
    room.says("moroccan", f"Salam\n\nOn Monday Omar wrote:\n> {MOVES}> PASSPHRASE {SECRET}\n")
    room.says("moroccan", f"NOWAIT\nPasphrase {SECRET}\nPASSPHRASE NEW {SECRET} again\n")
    room.tick(MINUTE)
    every = stored(room).lower()
    for words in (b"calm  sea", b"calm sea", b"alhucemas"):
        assert words not in every
    assert b"scrypt:" in every


def test_another_one_needs_the_old_one_or_a_signature(room: Room) -> None:
    set_passphrase(room)
    first = room.seat("moroccan").passphrase
    room.now += MINUTE
    assert "write the old one too" in flat(room.answer("moroccan", "PASSPHRASE NEW rough sea at dawn\n"))
    assert room.seat("moroccan").passphrase == first
    room.now += MINUTE
    room.answer("moroccan", f"PASSPHRASE {SECRET}\nPASSPHRASE NEW rough sea at dawn\n")
    second = room.seat("moroccan").passphrase
    assert second != first
    with_trust(room)
    assert come(room, sign(room.mail("moroccan", "PASSPHRASE NEW rough sea at noon\n"))) == "orders"
    assert room.seat("moroccan").passphrase != second


def test_a_held_mail_may_set_one(room: Room) -> None:
    """Between its coming and its owner's yes only the hash is there."""
    with_trust(room).home.store.seats.change(GAME, "moroccan", dkim_seen=True)
    assert come(room, room.mail("moroccan", f"PASSPHRASE {SECRET}\n")) == "held"
    word = word_of(room)
    assert b"Alhucemas" not in (newest(room).raw or b"")
    assert come(room, room.mail("moroccan", "CONFIRM\n", To=word)) == "confirmed"
    mail = room.mail("moroccan", f"{MOVES}PASSPHRASE {SECRET}\n", From="cafe@example.net")
    assert come(room, mail) == "orders"


def test_the_mail_that_confirms_keeps_none_readable(room: Room) -> None:
    word = held(room)
    assert come(room, room.mail("moroccan", f"CONFIRM\nPASSPHRASE {SECRET}\n", To=word)) == "confirmed"
    (yes,) = room.home.store.mails.of(outcome="confirmed")
    assert b"CONFIRM" in (yes.raw or b"")
    assert b"Alhucemas" not in (yes.raw or b"")


def test_a_hash_is_no_passphrase(room: Room) -> None:
    set_passphrase(room)
    kept = room.seat("moroccan").passphrase
    assert come(room, room.mail("moroccan", f"PASSPHRASE {kept}\n", From="eva@evil.example")) == "refused"


def test_the_referee_may_forget_it_and_the_signature(room: Room) -> None:
    set_passphrase(room)
    with_trust(room).home.store.seats.change(GAME, "moroccan", dkim_seen=True)
    forget_credentials(room.home, room.seat("moroccan"))
    assert come(room, room.mail("moroccan", MOVES)) == "orders"
    assert come(room, room.mail("moroccan", f"PASSPHRASE {SECRET}\n", From="cafe@example.net")) == "refused"
