"""Reports: one a seat a tick, of what is new, when the seat is asked or the turn has ended; two seats a side."""

import json
import re
from io import BytesIO
from pathlib import Path

from PIL import Image as Picture

from pbem.referee.letters.plan_map import planned_scene
from pbem.referee.letters.queue import plain_subject
from pbem.referee.letters.reports.report import report_since
from pbem.referee.turn.submission import judge_reading, read_orders
from tests.referee.making import (
    ANA,
    GAME,
    HOUR,
    LENGTH,
    LUIS,
    OMAR,
    SKIRMISH,
    Room,
    flat,
    lines_understood,
    new_room,
    scenario,
    text_of,
)

MOVES = "MOVE beni-1 0402\n"


def told(room: Room, seat: str) -> list[list[str]]:
    """The phases that each report of a seat tells of: the lines under "what happened" that begin with the turn."""
    reports = (text_of(mail) for mail in room.mails(seat, "report"))
    return [[line for line in text.splitlines() if line.startswith(("Turn ", "Turno "))] for text in reports]


def test_a_report_goes_to_the_seat_that_is_asked_and_covers_what_it_has_not_read(room: Room) -> None:
    assert told(room, "moroccan") == [["Turn 1 · Spanish set-up", "Turn 1 · Moroccan set-up", "Turn 1 · weather"]]
    assert told(room, "spanish") == []
    room.answer("moroccan", MOVES)
    result = room.tick(HOUR)
    assert result.reports == 2, "who has moved is told what came of it, too"
    assert told(room, "moroccan")[-1] == ["Turn 1 · Moroccan movement"]
    assert told(room, "spanish") == [
        [
            "Turno 1 · colocación española",
            "Turno 1 · colocación marroquí",
            "Turno 1 · tiempo",
            "Turno 1 · movimiento marroquí",
        ]
    ]
    assert "Your orders for" not in room.text("moroccan", "report")


def test_both_seats_read_every_fight_in_the_tick_in_which_it_is_fought(room: Room) -> None:
    """The attacker too, whichever side it is. The subject names the turn that is asked or, where none is, that told."""
    for seat, orders in (
        ("moroccan", "MOVE beni-1 0302\nATTACK cer-1 WITH beni-1\nDONE\n"),
        ("spanish", "MOVER cer-3 0404\nATACAR beni-3 CON cer-3\nLISTO\n"),
    ):
        before = {each: len(room.mails(each, "report")) for each in ("moroccan", "spanish")}
        fought = len(room.facts("fought"))
        room.answer(seat, orders)
        assert len(room.facts("fought")) == fought + 1
        for each, count in before.items():
            assert len(room.mails(each, "report")) == count + 1
            assert re.search(r"^\* Combate? (\d+ )?(at|en) ", room.text(each, "report"), re.M)
    news = [plain_subject(row) for each in ("moroccan", "spanish") for row in room.rows(each, "report")[-2:]]
    assert [subject.partition(" · by ")[0].partition(" · antes ")[0] for subject in news] == [
        "Turn 1 · report: Moroccan combat",
        "Turn 2 · your turn: Moroccan movement",
        "Turno 1 · te toca",
        "Turno 1 terminado",
    ]


def test_the_end_of_a_turn_is_told_to_all(room: Room) -> None:
    room.answer("moroccan", MOVES)
    room.tick(HOUR)
    assert room.tick(LENGTH).reports == 2
    assert told(room, "spanish")[-1] == ["Turno 1 · fin de turno", "Turno 2 · tiempo"], "an empty phase says nothing"
    assert told(room, "moroccan")[-1][0] == "Turn 1 · end of turn"


def test_a_tick_that_closes_many_phases_sends_one_report_a_seat(room: Room) -> None:
    room.answer("spanish", "NOESPERAR\nMANTENER cer-1\n")
    room.answer("moroccan", MOVES)
    result = room.tick(HOUR)
    assert result.closed == ["melilla 1.moroccan-movement", "melilla 1.spanish-movement"]
    assert result.reports == 2
    assert [len(told(room, seat)) for seat in ("moroccan", "spanish")] == [2, 1]


def test_the_pictures_of_many_turns_show_the_last_ones_alone(room: Room) -> None:
    """All is told; but the arrows and fights of many turns in one picture could not be read."""
    room.answer("moroccan", "MOVE beni-1 0302\nATTACK cer-1 WITH beni-1\nDONE\n")
    room.tick()
    seat = room.seat("spanish")
    assert report_since(room.home, room.game, seat, 0, room.now).drawn is None
    while room.game.state.turn < 3:
        room.tick(LENGTH)
    report = report_since(room.home, room.game, seat, 0, room.now)
    assert report.scene is not None
    assert report.drawn is not None
    assert (len(report.scene.battles), len(report.drawn.battles)) == (1, 0)
    assert report.drawn.counters == report.scene.counters


def test_a_tick_with_no_news_sends_no_report(room: Room) -> None:
    assert room.tick(HOUR).reports == 0
    room.answer("moroccan", MOVES)
    assert room.tick().reports == 0


def test_a_seat_whose_orders_are_in_is_not_asked_for_them(room: Room) -> None:
    room.answer("moroccan", MOVES)
    room.tick(HOUR / 3)
    room.answer("spanish", "MOVER cer-1 0302\n")
    result = room.tick(HOUR / 6)
    assert (result.closed, result.reports) == (["melilla 1.moroccan-movement"], 2)
    said = flat(room.text("spanish", "report"))
    assert "Te toca" not in said
    assert "Tus órdenes para esta fase están completas. Están todas las órdenes: la fase de movimiento español" in said
    assert "Ahora no te toca" not in said
    assert room.at == "1.spanish-movement", "the quiet time is not over yet"


def test_a_seat_whose_early_orders_are_not_complete_is_asked(room: Room) -> None:
    room.answer("spanish", "MOVER cer-1 0302\nMOVER cer-2 0101\nMOVER cer-2 2020\n")
    room.answer("moroccan", MOVES)
    assert room.tick(HOUR).reports == 2
    assert "Te toca: movimiento español." in flat(room.text("spanish", "report"))


def test_a_report_has_maps_the_form_and_the_deadline_in_the_seats_zone(room: Room) -> None:
    mail = room.mails("moroccan", "report")[0]
    assert "You have until Thu 5 Nov, " in text_of(mail)
    assert "(Casablanca time)" in text_of(mail)
    images = [part for part in mail.walk() if part.get_content_type() == "image/png"]
    assert images
    assert all(str(image["Content-ID"]).strip("<>") in mail.as_string() for image in images)
    forms = [part for part in mail.iter_attachments() if str(part.get_filename()).startswith("form-")]
    assert "## ORDERS melilla 1 Moroccan movement" in forms[0].get_content()
    assert mail["Auto-Submitted"] == "auto-generated"
    assert mail["List-Id"] == "<melilla.pbem.example.org>"


def test_an_answer_to_the_report_threads_with_the_first_mail(room: Room) -> None:
    welcome = room.mails("moroccan", "welcome")[0]
    assert room.mails("moroccan", "report")[0]["In-Reply-To"] == welcome["Message-ID"]


def test_a_receipt_threads_with_the_mail_it_answers(room: Room) -> None:
    room.answer("moroccan", MOVES, Message_ID="<orders@example.org>")
    receipt = room.mails("moroccan", "receipt")[-1]
    assert receipt["In-Reply-To"] == "<orders@example.org>"
    assert receipt["Auto-Submitted"] == "auto-replied"


def test_two_seats_of_a_side_order_their_own_sectors(tmp_path: Path) -> None:
    players = (ANA, LUIS, OMAR)
    data = scenario(SKIRMISH, players=players, settings={"sector-column": {"spanish": 3}})
    room = new_room(tmp_path / "home", data, players).started()
    first, second = flat(room.text("spanish", "welcome")), flat(room.text("spanish-2", "welcome"))
    assert "las columnas 1 a 2 al empezar el turno de tu bando, además de aviones, flotas y refuerzos; las de" in first
    assert "de las columnas 3 a 6 son de los españoles 2 (LL-3.1). La colocación es toda tuya." in first
    assert "las columnas 3 a 6 al empezar el turno de tu bando; las de las columnas 1 a 2, además de" in second
    assert "refuerzos, son de los españoles (LL-3.1). La colocación es toda de los españoles." in second
    assert "LL-3.1" not in room.text("moroccan", "welcome"), "who has a side alone shares it with nobody"
    assert "fortaleza" not in room.answer("spanish-2", "ESTADO\n")
    room.answer("spanish", "DESPLEGAR cer-1 0102\nDESPLEGAR cer-2 0103\nDESPLEGAR cer-3 0303\n")
    room.tick(LENGTH)
    room.answer("moroccan", "DEPLOY beni-1 0602\nDEPLOY beni-2 0603\nDEPLOY beni-3 0604\n")
    room.tick(HOUR)
    room.tick(LENGTH)
    assert room.at == "1.spanish-movement"
    assert "Mandas las fichas que estén en las columnas 3 a 6" in flat(room.text("spanish-2", "report"))
    assert room.game.rules.awaited(room.game.state) == ("spanish", "spanish-2")
    assert {seat: len(told(room, seat)) for seat in ("spanish", "spanish-2")} == {"spanish": 1, "spanish-2": 1}
    refused = room.answer("spanish", "MOVER cer-1 0202\nMOVER cer-3 0304\n")
    assert [(sign, number) for sign, number, _ in lines_understood(refused)] == [("✓", 1), ("✗", 2)]
    assert "cer-3 está en el sector del otro jugador de tu bando" in flat(refused)
    room.answer("spanish", "MOVER cer-1 0202\n")
    assert room.tick(HOUR).closed == [], "the second seat has not answered"
    room.answer("spanish-2", "MOVER cer-3 0304\n")
    assert room.tick(HOUR).closed == ["melilla 1.spanish-movement"]
    sheets = json.loads(next(room.save.glob("turns/*-spanish-movement.json")).read_text())["sheets"]
    assert [(sheet["seat"], [line["text"] for line in sheet["lines"]]) for sheet in sheets] == [
        ("spanish", ["MOVER cer-1 0202"]),
        ("spanish-2", ["MOVER cer-3 0304"]),
    ]
    assert (room.game.state.units["cer-1"].at, room.game.state.units["cer-3"].at) == ("0202", "0304")
    assert room.replay().difference is None
    room.close()


def test_nobody_reads_anothers_token(room: Room) -> None:
    room.answer("moroccan", f"{MOVES}STATUS\nHELP\nRESEND\n")
    room.tick(HOUR)
    for seat, other in (("spanish", "moroccan"), ("moroccan", "spanish")):
        token = room.seat(other).token.encode()
        assert all(token not in row.raw for row in room.rows(seat))
        assert all(row.recipient == room.seat(seat).addresses[0] for row in room.rows(seat))
    secrets = {room.seat("moroccan").token, room.seat("spanish").token, "ana@example.org", "omar@example.org"}
    assert not any(secret.encode() in data for secret in secrets for data in room.files().values())


def test_a_plan_shows_what_earlier_mails_ordered_too(room: Room) -> None:
    """Moves and attacks that stand, whichever mail brought them, in the order in which they count."""
    seat, game = room.seat("moroccan"), room.game
    told = ("MOVE beni-1 0302\nATTACK cer-1 WITH beni-1\n", "MOVE beni-3 0505\n")
    first = judge_reading(game, seat.seat, read_orders(game, seat.seat, told[0]), earlier={})
    second = judge_reading(game, seat.seat, read_orders(game, seat.seat, told[1]), earlier=first.sheet)
    alone, both = planned_scene(game, seat, first), planned_scene(game, seat, second)
    assert alone is not None
    assert both is not None
    assert {(arrow.unit, arrow.kind) for arrow in both.arrows} == {
        *((arrow.unit, arrow.kind) for arrow in alone.arrows), ("beni-3", "planned"),
    }  # fmt: skip
    assert ("beni-1", "planned-attack") in {(arrow.unit, arrow.kind) for arrow in both.arrows}
    assert [each.line.number for each in second.standing_lines] == [1, 2, 3]


def test_a_receipt_shows_what_is_planned_and_says_it_in_words(room: Room) -> None:
    """A picture of 1280 pixels with the ways; nothing of the kind where the sheet moves nobody."""
    room.answer("moroccan", "MOVE beni-1 0402\nMOVE beni-2 9999\nHOLD beni-3\n")
    mail = room.mails("moroccan", "receipt")[-1]
    (image,) = (part for part in mail.walk() if part.get_content_type() == "image/png")
    assert Picture.open(BytesIO(image.get_content())).width == 1280
    page = mail.get_body(("html",))
    assert page is not None
    assert f'src="cid:{str(image["Content-ID"]).strip("<>")}"' in page.get_content()
    assert 'alt="The map with what you have ordered; the orders themselves stand below."' in page.get_content()
    text = flat(room.text("moroccan", "receipt"))
    assert "MOVE beni-1 0402 # ✓ 1 · 1 of 4 points" in text
    for sheet in ("HOLD beni-3\n", "MOVE beni-2 9999\n", "STATUS\n"):
        room.answer("moroccan", sheet)
        assert not [
            part for part in room.mails("moroccan", "receipt")[-1].walk() if part.get_content_type() == "image/png"
        ]


def test_a_bounce_is_told_once(room: Room) -> None:
    """In the next report of each seat, and no more until another mail comes back."""
    told_ = "Emails to spanish come back: the referee knows."
    store = room.home.store
    store.bounces.note("melilla", "spanish", "ana@example.org", "5.1.1", room.now)
    for orders in (MOVES, "HOLD beni-1\n"):
        room.answer("moroccan", orders)
        room.tick(LENGTH)
        room.tick(LENGTH)
    assert sum(told_ in text_of(mail) for mail in room.mails("moroccan", "report")) == 1
    assert len(room.mails("moroccan", "report")) == 5
    store.bounces.note("melilla", "spanish", "ana@example.org", "5.1.1", room.now)
    room.answer("moroccan", "HOLD beni-1\n")
    room.tick(LENGTH)
    room.tick(LENGTH)
    assert sum(told_ in text_of(mail) for mail in room.mails("moroccan", "report")) == 2


def test_whoever_is_asked_gets_the_deadline_for_a_calendar(room: Room) -> None:
    asked = room.mails("moroccan", "report")[-1]
    (file,) = [part for part in asked.iter_attachments() if part.get_content_type() == "text/calendar"]
    due = room.home.game_row(GAME).deadline
    assert due is not None
    text = str(file.get_content())
    assert f"DTSTART:{due:%Y%m%dT%H%M%SZ}" in text
    assert "melilla: your orders for turn 1" in text
    assert not [p for m in room.mails("spanish", "report") for p in m.walk() if p.get_content_type() == "text/calendar"]
