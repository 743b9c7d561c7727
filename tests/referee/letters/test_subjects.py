"""Subjects: a list of mails shows some 40 characters, so game and news come first, what routes an answer last."""

import re

import pytest

from pbem.referee.letters.queue import plain_subject, subject_with
from tests.referee.making import GAME, HOUR, Room

SEEN = 40
GOOD = "MOVE beni-1 0302\n"


def test_every_subject_begins_with_the_game_and_its_news_and_ends_with_the_token(room: Room) -> None:
    room.answer("moroccan", f"{GOOD}MOVE beni-2 0101\n")
    room.says("moroccan", "STATUS\n")
    room.tick(HOUR)
    rows = [row for seat in ("spanish", "moroccan") for row in room.rows(seat)]
    assert {row.what for row in rows} >= {"welcome", "report", "receipt"}
    for row in rows:
        subject = str(room.mails(row.seat, row.what)[0]["Subject"])
        assert re.match(rf"(Re: )?{GAME} · (Turn|Turno) \d", subject[:SEEN]) or row.what in ("welcome", "start")
        assert re.match(rf"(Re: )?{GAME} · \w+", subject)
        assert subject.endswith(f" [{GAME}.{room.seat(str(row.seat)).token}]")


def test_the_subject_of_mistakes_is_not_kept_by_the_answer_that_mends_them(room: Room) -> None:
    """It bears that of the mail that asked: under it Gmail shows the whole conversation, and it says nothing false."""
    asked = room.mails("moroccan", "report")[-1]
    room.answer("moroccan", f"{GOOD}MOVE beni-2 0101\n", In_Reply_To=asked["Message-ID"])
    wrong = room.mails("moroccan", "receipt")[-1]
    assert str(wrong["Subject"]).startswith(f"{GAME} · Turn 1 · 1 order needs another look [")
    room.answer("moroccan", "MOVE beni-2 0403\n", In_Reply_To=wrong["Message-ID"])
    assert str(room.mails("moroccan", "receipt")[-1]["Subject"]) == f"Re: {asked['Subject']}"


@pytest.mark.parametrize("form", ["[{game}.{token}] {news}", "{game} · {news} [{game}.{token}]"])
def test_a_subject_routes_an_answer_wherever_its_token_stands(room: Room, form: str) -> None:
    """Those of older releases are still read: the token came first then."""
    subject = form.format(game=GAME, token=room.seat("moroccan").token, news="Turn 1 · your turn: Moroccan movement")
    room.says("moroccan", GOOD, To="referee@example.org", Subject=f"RE: {subject}")
    assert room.tick().mails == {"orders": 1}


@pytest.mark.parametrize("re_", ["", "Re: "])
@pytest.mark.parametrize("form", ["[{game}.{token}] {news}", "{game} · {news} [{game}.{token}]"])
def test_the_news_of_a_mail_is_known_whichever_release_sent_it(room: Room, form: str, re_: str) -> None:
    news = "Turn 1 · 2 orders need another look [sic] · by Fri 9 Jan"
    row = room.rows("moroccan", "report")[-1]
    subject = re_ + form.format(game=GAME, token=room.seat("moroccan").token, news=news)
    raw = re.sub(
        rb"^Subject: (?:[^\r\n]*\r\n[ \t])*[^\r\n]*", f"Subject: {subject}".encode(), row.raw, count=1, flags=re.M
    )
    room.home.store.outbox.change(row.message_id, raw=raw)
    assert plain_subject(room.rows("moroccan", "report")[-1]) == news


def test_an_answer_keeps_its_re_before_the_game() -> None:
    assert subject_with("melilla", "k7f3", "Re: [melilla] Turn 1") == "Re: melilla · Turn 1 [melilla.k7f3]"
    assert subject_with("melilla", "k7f3", "Turn 1") == "melilla · Turn 1 [melilla.k7f3]"


def test_a_phase_that_is_asked_for_again_in_a_turn_has_a_subject_of_its_own(room: Room) -> None:
    room.answer("moroccan", GOOD)
    room.tick(HOUR)
    (turn, later) = (str(mail["Subject"]) for mail in room.mails("moroccan", "report")[-2:])
    assert turn.startswith(f"{GAME} · Turn 1 · your turn")
    assert re.match(rf"{GAME} · Turn 1 · your turn: Moroccan combat · by \w+ \d+ \w+", later)
