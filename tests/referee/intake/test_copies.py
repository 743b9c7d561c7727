"""Copies of a mail, and strangers who use its Message-ID, never keep the mail itself from being taken."""

from email import message_from_bytes
from email.policy import SMTP

import pytest

from tests.referee.making import HOUR, REFEREE, Room, flat

ID = "<same@example.org>"
MOVE = "MOVE beni-1 0302\n"


def without_token(raw: bytes) -> bytes:
    """The same mail to the referee's address without plus part, its subject without token."""
    mail = message_from_bytes(raw, policy=SMTP.clone(max_line_length=998))
    mail.replace_header("To", REFEREE)
    return mail.as_bytes()


def outcomes(room: Room) -> list[str]:
    return [row.outcome for row in room.home.store.mails.with_id(ID)]


def taken(room: Room, text: str = "MOVE beni-1 0302") -> bool:
    row = room.home.store.sections.get(room.name, "moroccan", room.game.state.turn, "moroccan-movement")
    return row is not None and [line["text"] for line in row.lines] == [text]


def test_a_copy_without_token_that_comes_first_does_not_swallow_the_mail(room: Room) -> None:
    raw = room.mail("moroccan", MOVE, Message_ID=ID)
    room.drop(without_token(raw))
    assert room.tick().mails == {"refused": 1}
    room.drop(raw)
    assert room.tick().mails == {"orders": 1}
    assert taken(room)
    assert "accepted." in room.text("moroccan", "receipt")


def test_a_copy_without_token_that_comes_later_is_the_same_mail(room: Room) -> None:
    raw = room.mail("moroccan", MOVE, Message_ID=ID)
    room.drop(raw)
    room.tick()
    before = len(room.rows("moroccan"))
    room.drop(without_token(raw))
    assert room.tick(HOUR / 60).mails == {"orders": 1}
    assert (outcomes(room), len(room.rows("moroccan"))) == (["orders"], before)


def test_an_opponent_in_copy_who_is_quicker_changes_nothing(room: Room) -> None:
    """He forges what he has read, but knows no token."""
    raw = room.mail("moroccan", MOVE, Message_ID=ID)
    room.drop(without_token(raw.replace(b"beni-1", b"beni-2")))
    assert room.tick().mails == {"refused": 1}
    room.drop(raw)
    assert room.tick().mails == {"orders": 1}
    assert taken(room)


@pytest.mark.parametrize("who", ["eve@example.net", "spanish"])
def test_the_message_id_of_another_is_nobodys_to_take(room: Room, who: str) -> None:
    """A stranger, or the other player with a good mail of his own, uses the Message-ID before her mail comes."""
    if who == "spanish":
        room.says("spanish", "STATUS\n", Message_ID=ID)
    else:
        room.says("moroccan", "Hello\n", From=who, To=REFEREE, Message_ID=ID)
    room.tick()
    assert "accepted." in room.answer("moroccan", MOVE, Message_ID=ID)
    assert taken(room)


def test_what_comes_after_it_under_its_message_id_with_other_contents_is_refused_as_ever(room: Room) -> None:
    room.answer("moroccan", MOVE, Message_ID=ID)
    room.says("moroccan", "MOVE beni-2 0302\n", Message_ID=ID)
    assert room.tick().mails == {"refused": 1}
    assert taken(room)
    assert "came before, with other contents" in flat(room.text("moroccan", "refusal"))
