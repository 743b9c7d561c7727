"""No loops: machines that answer our mails, other pbems, and our own mail coming back. Each comes to silence."""

from collections.abc import Callable
from datetime import timedelta
from email import message_from_bytes
from email.message import Message
from pathlib import Path

import pytest

from pbem.referee.admin.seating import Player
from pbem.referee.home.config import config_text
from pbem.referee.intake import answer
from tests.referee.making import DAY, REFEREE, Room, new_room

MINUTE = timedelta(minutes=1)
OTHER = "referee@other.example.org"
MARKS = ("Auto-Submitted", "X-Auto-Response-Suppress", "List-Id", "List-Unsubscribe", "Precedence", "X-Loop")
Stripped = Callable[[Message], Message]

RECEIPTS = 15


def as_sent(mail: Message) -> Message:
    """A mail as we sent it."""
    return mail


def without_marks(mail: Message) -> Message:
    """The same after a gateway that takes away whatever says that a machine wrote it."""
    for name in MARKS:
        del mail[name]
    return mail


def with_new_id(mail: Message) -> Message:
    """The same after one that gives mails identities of its own too, as Exchange may."""
    given = abs(hash(mail["Message-ID"]))
    del mail["Message-ID"]
    mail["Message-ID"] = f"<{given}@gateway.example>"
    return without_marks(mail)


def pbem_of(path: Path, address: str, opponent: str) -> Room:
    """A pbem at an address, one of whose players is said to live at another."""
    path.mkdir()
    (path / "pbem.toml").write_text(config_text(name="Referee", address=address, language="en"))
    players = (Player("spanish", "spanish", "ana@example.org"), Player("moroccan", "moroccan", opponent))
    return new_room(path, players=players)


def carry(source: Room, target: Room, known: set[str], to: str, strip: Stripped) -> int:
    """Deliver what one pbem has sent to the other's address; how many mails that were."""
    new = {name: raw for name, raw in source.out().items() if name not in known}
    known.update(new)
    letters = [(raw, message_from_bytes(raw)) for raw in new.values()]
    mine = [mail for _, mail in letters if to.partition("@")[2] in str(mail["To"])]
    for mail in mine:
        target.drop(b"Return-Path: <bot@example.net>\r\n" + strip(mail).as_bytes())
    return len(mine)


@pytest.mark.parametrize("strip", [as_sent, without_marks, with_new_id])
def test_two_pbems_that_play_each_other_fall_silent(
    tmp_path: Path, strip: Stripped, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At the latest when a seat has had its receipts of a day: some of what one writes are orders to the other."""
    monkeypatch.setattr(answer, "RECEIPTS_A_DAY", RECEIPTS)
    one, two = pbem_of(tmp_path / "one", REFEREE, OTHER), pbem_of(tmp_path / "two", OTHER, REFEREE)
    seen: tuple[set[str], set[str]] = (set(), set())
    carried = []
    for _ in range(50):
        one.tick(MINUTE)
        two.tick(MINUTE)
        carried.append(carry(one, two, seen[0], OTHER, strip) + carry(two, one, seen[1], REFEREE, strip))
    assert carried[0] == 2, "the welcomes"
    assert sum(carried) <= 2 if strip is as_sent else sum(carried) <= 2 + 2 * RECEIPTS
    assert carried[-10:] == [0] * 10
    assert one.game.state.turn == two.game.state.turn == 1
    one.close()
    two.close()


def test_our_own_mail_that_comes_back_is_a_machines(room: Room) -> None:
    room.answer("moroccan", "MOVE beni-1 0402\n")
    raw = room.rows("moroccan", "receipt")[-1].raw
    room.drop(raw)
    room.drop(b"Return-Path: <omar@example.org>\r\n" + without_marks(message_from_bytes(raw)).as_bytes(), "back.eml")
    before = len(room.rows())
    assert set(room.tick(MINUTE).mails) == {"machine"}
    assert len(room.rows()) == before


def away(room: Room, known: set[str], n: int) -> int:
    """Omar's mailbox answers each mail to him that he is away, without any mark; how many mails that were."""
    new = {name: message_from_bytes(raw) for name, raw in room.out().items() if name not in known}
    known.update(new)
    mine = [mail for mail in new.values() if "omar@" in str(mail["To"])]
    for mail in mine:
        headers = {
            "To": str(mail["Reply-To"]),
            "Subject": " ".join(f"Away: {mail['Subject']}".split()),
            "In_Reply_To": str(mail["Message-ID"]),
        }
        room.drop(room.mail("moroccan", f"I am out of the office until day {n}. Call Eva for help.\n", **headers))
    return len(mine)


def test_an_out_of_office_without_any_mark_gets_one_answer_a_day(room: Room) -> None:
    known = set(room.out())
    room.says("moroccan", "STATUS\n")
    room.tick()
    answered = []
    for n in range(60):
        room.tick(timedelta(hours=1))
        answered.append(away(room, known, n))
    assert 1 <= sum(answered) <= 12, "its reports and reminders, and no more than one answer a day beside them"


def test_a_stranger_gets_one_answer_a_minute_ten_a_day_thirty_a_month(room: Room) -> None:
    def answers() -> int:
        return len([row for row in room.rows() if row.recipient == "bot@machine.example"])

    def writes(count: int, every: timedelta) -> None:
        for n in range(count):
            room.says("moroccan", f"Your ticket {n} is open.\n", From="bot@machine.example", To=REFEREE, Subject=str(n))
            room.tick(every)

    writes(3, timedelta(seconds=10))
    assert answers() == 1
    writes(30, 2 * MINUTE)
    assert answers() == 10
    for _ in range(5):
        room.now += DAY
        writes(15, 2 * MINUTE)
    assert answers() == 30


def test_what_strangers_send_does_not_fill_the_disk(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pbem.referee.intake.refuse.KEPT_A_DAY", 4)
    for n in range(7):
        room.says("moroccan", "Buy!\n", From=f"s{n}@spam.example", To=REFEREE, Subject="cheap")
    room.tick()
    every = room.home.store.mails.of(outcome="refused")
    assert len(every) == 7
    assert len([row for row in every if row.raw is not None]) == 4
    assert len(room.places()["refused"]) == 7
