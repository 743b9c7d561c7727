"""Sheets about the time of a deadline: in the grace they count; later they are answered, and nothing is lost."""

from datetime import timedelta

from pbem.store.rows import MailRow
from tests.referee.making import HOUR, LENGTH, Room, flat

MINUTE = timedelta(minutes=1)
MOVES = "MOVE beni-1 0402\n"
FORM = "## ORDERS melilla 1 Moroccan movement\n"


def newest(room: Room) -> MailRow:
    """The mail that came last."""
    return max(room.home.store.mails.where(), key=lambda row: row.at)


def test_a_sheet_of_a_closed_phase_is_answered_and_kept_and_moves_nothing(room: Room) -> None:
    assert room.tick(LENGTH).closed == ["melilla 1.moroccan-movement"]
    room.now += MINUTE
    before = room.files()
    told = flat(room.answer("moroccan", FORM + MOVES))
    assert "Your order could not be accepted. What counted before still counts." in told
    assert "✗ 1. MOVE beni-1 0402 too late for MOVE: Moroccan movement is over" in told
    assert "It is not your turn." in told
    named = flat(room.answer("moroccan", f"PHASE moroccan-movement\n{MOVES}"))
    assert "too late for MOVE: Moroccan movement is over" in named
    assert room.files() == before
    row = newest(room)
    assert (row.outcome, row.game, row.seat) == ("orders", "melilla", "moroccan")
    assert MOVES.strip() in (row.raw or b"").decode()


def test_in_the_grace_a_sheet_counts_and_after_it_no_more(room: Room) -> None:
    room.home.store.games.change("melilla", grace=2 * 60 * 60)
    assert room.tick(LENGTH + HOUR).closed == []
    assert "accepted." in room.answer("moroccan", MOVES)
    assert room.tick(HOUR - MINUTE).closed == ["melilla 1.moroccan-movement"], "all is in, and it was quiet for a while"
    assert room.game.state.units["beni-1"].at == "0402"
    assert room.tick(LENGTH + HOUR).closed == []
    assert room.tick(HOUR).closed == ["melilla 1.spanish-movement"]


def test_an_answer_to_a_mail_of_a_turn_that_is_over_is_told_for_which_turn_it_counts(room: Room) -> None:
    asked = str(room.mails("moroccan", "report")[-1]["Message-ID"])
    said = "You replied to an email of an earlier turn, which is over: these lines count for turn 2."
    assert said not in flat(room.answer("moroccan", MOVES, In_Reply_To=asked))
    room.tick(LENGTH)
    room.tick(LENGTH)
    assert room.at == "2.moroccan-movement"
    now = str(room.mails("moroccan", "report")[-1]["Message-ID"])
    assert said not in flat(room.answer("moroccan", "MOVE beni-2 0403\n", In_Reply_To=now))
    told = flat(room.answer("moroccan", "MOVE beni-2 0404\n", In_Reply_To=asked))
    assert said in told
    assert "accepted." in told
    assert said not in flat(room.answer("moroccan", "STATUS\n", In_Reply_To=asked))


def test_an_answer_to_a_receipt_of_a_turn_that_is_over_is_told_so_too(room: Room) -> None:
    said = "You replied to an email of an earlier turn, which is over: these lines count for turn 2."
    room.answer("moroccan", MOVES)
    old = str(room.mails("moroccan", "receipt")[-1]["Message-ID"])
    room.now += MINUTE
    assert said not in flat(room.answer("moroccan", "MOVE beni-2 0403\n", In_Reply_To=old))
    room.tick(LENGTH)
    room.tick(LENGTH)
    assert room.at == "2.moroccan-movement"
    room.now += MINUTE
    assert said in flat(room.answer("moroccan", "MOVE beni-2 0404\n", In_Reply_To=old))
    new = str(room.mails("moroccan", "receipt")[-1]["Message-ID"])
    room.now += MINUTE
    assert said not in flat(room.answer("moroccan", "MOVE beni-2 0403\n", In_Reply_To=new))
