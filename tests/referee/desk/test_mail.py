"""The referee's hand in the mail: list, show, take a refused mail after all, set one aside, send one again."""

import pytest

from pbem.errors import BadInput, Refused
from pbem.referee.admin.replacement import replace_player
from pbem.referee.admin.seating import Player
from pbem.referee.desk.mail import (
    answer_player,
    describe_mail,
    find_mail,
    list_mails,
    quarantine,
    retry,
    send_again,
    short_id,
)
from pbem.referee.turn.progress import held_lines
from pbem.store.rows import MailRow
from tests.referee.making import GAME, HOUR, LENGTH, Room, flat
from tests.verify.rooms import kept, verified


def newest(room: Room) -> MailRow:
    """The mail that came last."""
    return max(room.home.store.mails.where(), key=lambda row: row.at)


def test_the_list_shows_what_came_and_went_in_order(room: Room) -> None:
    room.answer("moroccan", "MOVE beni-1 0402\n")
    rows = list_mails(room.home, game=GAME, seat="moroccan")
    assert [row.at for row in rows] == sorted(row.at for row in rows)
    assert [(row.way, row.state) for row in rows if row.what in ("mail", "receipt")][-2:] == [
        ("in", "orders"),
        ("out", "sent"),
    ]
    assert {row.seat for row in rows} == {"moroccan"}
    assert list_mails(room.home, game=GAME, seat="moroccan", most=2) == rows[-2:]
    assert list_mails(room.home, game="another") == []


def test_the_list_tells_why_a_machine_is_not_answered(room: Room) -> None:
    room.says("moroccan", "I am away until Monday.\n", Auto_Submitted="auto-replied")
    room.tick()
    (row,) = (row for row in list_mails(room.home) if row.state == "machine")
    assert (row.why, str(row.reason)) == (
        "auto-submitted",
        "an automatic answer (Auto-Submitted): machines are not answered",
    )


def test_a_mail_is_shown_without_control_characters(room: Room) -> None:
    room.says("moroccan", "MOVE beni-1 0402\n\x1b]0;title\x07 red \x1b[31m\n", Subject="Re: \x1b[2J turn")
    room.tick()
    data = describe_mail(newest(room))
    assert "MOVE beni-1 0402" in data["text"]
    assert data["state"] == "orders"
    assert all(c.isprintable() or c == "\n" for c in data["text"] + "".join(data["headers"].values()))


def test_a_mail_is_found_by_the_start_of_its_number_or_its_message_id(room: Room) -> None:
    room.answer("moroccan", "MOVE beni-1 0402\n")
    row = newest(room)
    assert find_mail(room.home, short_id(row)) == find_mail(room.home, row.message_id) == row
    for number in ("zzzzzzzz", "", "0"):
        with pytest.raises(BadInput, match="no mail"):
            find_mail(room.home, number)


def test_a_mail_from_an_unknown_address_is_taken_by_the_referees_word(room: Room) -> None:
    room.says("moroccan", "MOVE beni-1 0402\n", From="omar@holiday.example.net")
    room.tick()
    row = newest(room)
    assert (row.outcome, row.reason) == ("refused", "wrong-address")
    assert retry(room.home, short_id(row), room.now) == "refused"
    assert retry(room.home, short_id(row), room.now, room.seat("moroccan")) == "orders"
    assert "0402" in room.text("moroccan", "receipt")
    with pytest.raises(Refused, match="was taken"):
        retry(room.home, short_id(row), room.now)


def test_a_mail_set_aside_does_not_count_and_its_seat_is_told(room: Room) -> None:
    room.answer("moroccan", "MOVE beni-1 0402\n")
    row = newest(room)
    before = len(room.rows("moroccan", "receipt")) - 1
    assert quarantine(room.home, short_id(row), room.now) == ["1.moroccan-movement"]
    assert room.home.store.sections.of(game=GAME, seat="moroccan", phase="moroccan-movement") == ()
    said = flat(room.text("moroccan", "note"))
    assert "omar@example.org" in said
    assert "does not count" in said
    assert "movement" in said
    with pytest.raises(Refused, match="no mail of orders"):
        quarantine(room.home, short_id(row), room.now)
    room.drop(row.raw or b"")  # its second delivery changes nothing
    assert room.tick().mails == {"quarantined": 1}
    for told in (2, 3):
        assert retry(room.home, short_id(row), room.now) == "orders"
        assert len(room.home.store.sections.of(game=GAME, seat="moroccan", phase="moroccan-movement")) == 1
        assert len(room.rows("moroccan", "receipt")) == told + before, "whoever was told no is told yes"
        quarantine(room.home, short_id(row), room.now)
        assert len(room.rows("moroccan", "note")) == told


def test_a_mail_set_aside_takes_its_done_and_its_refused_lines_along(room: Room) -> None:
    """The phase waits: its player was asked to send the orders again."""
    room.answer("moroccan", "MOVE beni-1 0402\nMOVE beni-2 9999\nDONE\n")
    assert room.game.state.phase == "moroccan-movement"
    assert quarantine(room.home, short_id(newest(room)), room.now) == ["1.moroccan-movement", "done"]
    assert "Your DONE is withdrawn." in flat(room.text("moroccan", "note"))
    room.tick(HOUR)
    room.tick(HOUR)
    assert room.game.state.phase == "moroccan-movement"
    assert held_lines(room.home, room.game, room.seat("moroccan")) == ()


def test_a_done_of_a_turn_that_is_over_is_not_told_as_withdrawn(room: Room) -> None:
    room.answer("moroccan", "HOLD beni-1\nDONE\n")
    while room.game.state.turn == 1 or room.game.state.phase != "moroccan-movement":
        room.tick(LENGTH)
    assert room.seat("moroccan").done
    assert "DONE is withdrawn" not in room.answer("moroccan", "WAIT\n")
    room.home.store.seats.change(GAME, "moroccan", done="1.moroccan-movement")
    room.now += HOUR
    room.answer("moroccan", "MOVE beni-1 0402\n")
    assert quarantine(room.home, short_id(newest(room)), room.now) == ["2.moroccan-movement"]


def test_a_mail_set_aside_takes_the_standing_orders_along_that_came_last_with_it(room: Room) -> None:
    room.answer("moroccan", "CAPTURE NO\n")
    room.now += HOUR
    room.answer("moroccan", "MOVE beni-1 0402\n")
    moved = newest(room)
    room.now += HOUR
    assert quarantine(room.home, short_id(moved), room.now) == ["1.moroccan-movement"]
    room.answer("moroccan", "CAPTURE YES\n")
    assert quarantine(room.home, short_id(newest(room)), room.now) == ["standing"]
    assert "Your standing orders are withdrawn." in flat(room.text("moroccan", "note"))
    assert "You have given no standing orders." in room.answer("moroccan", "STANDING\n")


def test_the_mail_that_tells_of_one_set_aside_proves_that_its_orders_are_withdrawn(room: Room) -> None:
    room.answer("moroccan", "MOVE beni-1 0402\n")
    quarantine(room.home, short_id(newest(room)), room.now)
    while room.game.state.phase == "moroccan-movement":
        room.tick(LENGTH)
    assert verified(room.save, *kept(room)) is None
    before = [path for path, row in zip(kept(room), room.rows(), strict=True) if row.what != "note"]
    found = verified(room.save, *before)
    assert found is not None
    assert found[1] == "receipt"


def test_a_mail_is_sent_again_to_the_byte_under_its_own_id(room: Room) -> None:
    room.answer("moroccan", "MOVE beni-1 0402\n")
    row = room.rows("moroccan", "receipt")[-1]
    assert send_again(room.home, short_id(row), room.now) == "omar@example.org"
    assert send_again(room.home, short_id(row), room.now) == "omar@example.org"
    again = room.rows("moroccan", "receipt")[-2:]
    assert len({row.message_id, *(each.message_id for each in again)}) == 3
    for each in again:
        assert each.raw.partition(b"\r\n\r\n")[2] == row.raw.partition(b"\r\n\r\n")[2]
    with pytest.raises(Refused, match="came in"):
        send_again(room.home, short_id(newest(room)), room.now)


def test_a_failed_mail_waits_for_the_next_tick_again(room: Room) -> None:
    room.answer("moroccan", "MOVE beni-1 0402\n")
    row = room.rows("moroccan", "receipt")[-1]
    room.home.store.outbox.change(row.message_id, state="failed", tries=16, why="550 no such user")
    assert [each.why for each in list_mails(room.home) if each.state == "failed"] == ["550 no such user"]
    assert retry(room.home, short_id(row), room.now) == "ready"
    assert room.tick().sent == 1
    with pytest.raises(Refused, match="was sent"):
        retry(room.home, short_id(row), room.now)


def test_of_a_mail_that_is_set_aside_the_next_player_of_its_seat_hears_nothing(room: Room) -> None:
    room.answer("moroccan", "MOVE beni-1 0402\n")
    written = newest(room)
    room.now += HOUR
    replace_player(room.home, room.game, Player("moroccan", "moroccan", "eva@example.org"), room.now)
    before = len(room.rows("moroccan"))
    assert quarantine(room.home, short_id(written), room.now) == []
    assert len(room.rows("moroccan")) == before


def test_what_one_player_wrote_or_was_answered_is_not_for_the_next(room: Room) -> None:
    room.answer("moroccan", "STATUS\n")
    written, receipt = room.home.store.mails.latest(1)[0], room.rows("moroccan", "receipt")[-1]
    room.now += HOUR
    replace_player(room.home, room.game, Player("moroccan", "moroccan", "eva@example.org"), room.now)
    room.tick()
    with pytest.raises(Refused, match="has another player since"):
        answer_player(room.home, written.identity, "Yes.", room.now)
    with pytest.raises(Refused, match="has another player since"):
        send_again(room.home, receipt.message_id, room.now)
