"""What a player writes to the referee reaches him: questions in a mail, notes, wishes for time; signatures do not."""

import pytest

from pbem.errors import BadInput, Refused
from pbem.referee.desk.mail import answer_player, describe_mail, find_mail, short_id
from pbem.referee.home.notices import format_notice
from pbem.store.rows import NoticeRow
from tests.referee.making import DAY, Room, flat

MOVES = "MOVE beni-1 0402\n"
QUESTION = "Is there a bigger map of the west?"


def notices(room: Room) -> list[NoticeRow]:
    """What the referee is told."""
    return [notice for notice in room.home.store.notices.open() if notice.code in ("player-note", "time-wanted")]


def said(room: Room) -> str:
    """The one thing that the referee is told, as the status has it."""
    (notice,) = notices(room)
    return format_notice(notice)


def test_a_question_beside_orders_reaches_the_referee_and_its_player_is_told(room: Room) -> None:
    receipt = flat(room.answer("moroccan", f"{MOVES}\n{QUESTION}\n\nRegards,\nOmar\n"))
    assert f"Passed on to the referee: {QUESTION}" in receipt
    assert "Not understood, and no order" not in receipt
    told = said(room)
    assert told.startswith(f"melilla: moroccan writes: “{QUESTION}”")
    number = str(notices(room)[0].args["mail"])
    assert number in told
    assert QUESTION in describe_mail(find_mail(room.home, number))["text"]


def test_a_question_in_brackets_behind_an_order_reaches_the_referee_and_the_order_counts(room: Room) -> None:
    receipt = flat(room.answer("moroccan", "MOVE beni-1 0402, please (that is 3 to 1, right?)\n"))
    assert "Your order is accepted." in receipt
    assert "Passed on to the referee: that is 3 to 1, right?" in receipt
    assert said(room).startswith("melilla: moroccan writes: “that is 3 to 1, right?”")


def test_what_only_announces_the_orders_does_not_reach_the_referee(room: Room) -> None:
    receipt = flat(room.answer("moroccan", f"Good evening, here is my first turn:\n{MOVES}"))
    assert "Your order is accepted." in receipt
    assert "Passed on to the referee" not in receipt
    assert notices(room) == []


def test_a_question_alone_is_answered_with_that(room: Room) -> None:
    receipt = flat(room.answer("spanish", "¿Dónde están las reglas de la artillería?\n"))
    assert "Se lo he pasado al árbitro: ¿Dónde están las reglas de la artillería?" in receipt
    assert "spanish writes: “¿Dónde están las reglas de la artillería?”" in said(room)


def test_a_no_is_no_answer_where_nothing_is_asked(room: Room) -> None:
    receipt = flat(room.answer("moroccan", f"{MOVES}No attack on 0202 today.\nno, wait\n"))
    assert "does not count as an answer" not in receipt
    assert "no, wait" in receipt.partition("Not understood")[2]


def test_a_yes_that_says_more_is_told_how_it_counts(room: Room) -> None:
    room.answer("moroccan", "EXTEND 24h\n")
    receipt = flat(room.answer("spanish", "Sí, claro. Que descanse.\n"))
    assert "«Sí, claro. Que descanse.» no cuenta como respuesta: para eso escribe SÍ o NO solo" in receipt
    assert "alone in its line" not in flat(room.answer("moroccan", "What now, my friend, is to be done?\n"))
    assert "no cuenta como respuesta" not in flat(room.answer("spanish", "SÍ\n"))


def test_a_yes_or_a_done_that_does_not_count_is_answered_though_the_mail_says_nothing_else(room: Room) -> None:
    receipt = flat(room.answer("spanish", "Sí, claro, sin problema por mi parte.\n"))
    assert "«Sí, claro, sin problema por mi parte.» no cuenta como respuesta" in receipt
    receipt = flat(room.answer("moroccan", "And so for now I am DONE\n"))
    assert "“And so for now I am DONE” ended no turn" in receipt


def test_a_note_that_says_nothing_goes_nowhere_and_is_told(room: Room) -> None:
    receipt = flat(room.answer("spanish", "NOTA AL ÁRBITRO\n\nUn saludo,\nAna\n"))
    assert "Esta nota está vacía: escribe lo que quieras decir detrás, o en las líneas de debajo." in receipt
    assert notices(room) == []
    assert "Your note goes to the referee." in flat(room.answer("moroccan", "NOTE TO REFEREE\nThe map is blurred.\n"))
    assert "The map is blurred." in said(room)


@pytest.mark.parametrize(
    "end",
    [
        "Thanks!\nOmar\n",
        "Best regards,\nOmar Benali\nHead of Operations and many other things\n",
        "Un saludo,\nOmar, que tiene mucho trabajo en la oficina\n",
        "Sent from Outlook for iOS\n",
        "Enviado desde mi iPhone\n",
        "Obtener Outlook para Android\n",
        "Omar Benali Idrissi, Head of Department\nCalle Mayor 5, 28013 Madrid\nTel. +34 600 000 000\n",
        "Hi Ana,\n",
    ],
)
def test_a_signature_reaches_nobody(room: Room, end: str) -> None:
    receipt = room.answer("moroccan", f"{MOVES}\n{end}")
    assert "Passed on" not in receipt
    assert notices(room) == []


@pytest.mark.parametrize(
    "note",
    [
        '<img src="x">',
        'May <b onclick="f()">two</b> go there?',
        "3 < 4, 5 > 2 & <script>so on</script>",
        "a long line, " * 20 + "and its end",
    ],
)
@pytest.mark.parametrize("head", ["NOTE TO REFEREE ", "NOTE TO REFEREE:\n"])
def test_a_note_in_plain_text_loses_nothing_not_even_what_looks_like_markup(room: Room, head: str, note: str) -> None:
    room.answer("moroccan", f"{MOVES}{head}{note}\n")
    assert f"“{note}”" in said(room)
    page = room.mails("moroccan", "receipt")[-1].get_body(("html",))
    assert page is not None
    assert "<" not in note or note not in page.get_content(), "it is written as text there"


@pytest.mark.parametrize(
    ("line", "hint"),
    [
        ("listo, gracias!", "“listo, gracias!” ended no turn: write DONE alone in its line for that."),
        ("That is all, DONE. Bye", "“That is all, DONE. Bye” ended no turn: write DONE alone in its line for that."),
        ("Done with it. Bye", "“Done with it. Bye” ended no turn: write DONE alone in its line for that."),
        ("Perfect, done.", "“Perfect, done.” ended no turn: write DONE alone in its line for that."),
        ("DONE", ""),
        ("See you", ""),
        ("All is well done, I think", ""),
    ],
)
def test_who_means_to_end_a_turn_and_has_not_is_told_how(room: Room, line: str, hint: str) -> None:
    receipt = flat(room.answer("moroccan", f"{MOVES}{line}\n"))
    assert hint in receipt
    assert ("ended no turn" in receipt) is bool(hint)


def test_what_stands_under_each_mail_is_passed_on_once_at_most(room: Room) -> None:
    small = "the views in this mail are mine and of nobody else\n"
    room.answer("moroccan", f"{MOVES}\n{small}")
    room.answer("moroccan", f"HOLD beni-2\n\n{small}")
    assert len(notices(room)) == 1


def test_prose_that_begins_like_a_command_is_passed_on(room: Room) -> None:
    room.answer("moroccan", f"{MOVES}\nPress on says my brother who knows the map by heart\n")
    assert "Press on says my brother" in said(room)


def test_the_referee_answers_by_mail_in_its_thread(room: Room) -> None:
    room.answer("spanish", "¿Dónde están las reglas de la artillería?\n")
    number = str(notices(room)[0].args["mail"])
    assert (
        answer_player(room.home, number, "En el capítulo 9.\nREGLAS LL-9 las manda.\n", room.now) == "ana@example.org"
    )
    assert notices(room) == []  # the status no longer asks for an answer
    mail = room.mails("spanish", "note")[-1]
    assert "El árbitro te responde" in mail["subject"]
    assert "En el capítulo 9." in room.text("spanish", "note")
    assert mail["In-Reply-To"] == f"<{room.count - 1}.spanish@example.org>"
    with pytest.raises(BadInput, match="The answer is empty"):
        answer_player(room.home, number, " \n", room.now)
    with pytest.raises(Refused, match="is no mail of a player"):
        answer_player(room.home, short_id(room.rows("spanish", "note")[-1]), "Hello", room.now)


def test_a_flood_of_notes_does_not_flood_the_referee(room: Room) -> None:
    for n in range(14):
        room.answer("moroccan", f"NOTE TO REFEREE this is the number {n}\n")
    assert len(notices(room)) == 10
    assert "too many notes today" in flat(room.text("moroccan", "receipt"))
    room.now += DAY
    room.answer("moroccan", "NOTE TO REFEREE a new day\n")
    assert len(notices(room)) == 11


def test_a_wish_for_time_may_say_why(room: Room) -> None:
    said = flat(room.answer("moroccan", "EXTEND 2 days please, I travel till Sunday\n"))
    assert "asked for more time (2d)." in said
    assert any("I travel till Sunday" in str(format_notice(notice)) for notice in notices(room))


def test_drop_all_takes_all_out(room: Room) -> None:
    room.answer("moroccan", "MOVE beni-1 0402\nMOVE beni-2 0403\n")
    assert "Your orders are withdrawn." in flat(room.answer("moroccan", "DROP ALL\n"))
    assert "There was nothing to withdraw." in flat(room.answer("moroccan", "TACHAR todo\n"))


def test_an_order_in_a_sentence_beside_done_is_told_and_holds_the_phase_for_a_while(room: Room) -> None:
    """It is not taken, nor is the turn over before its player can send it in a line of its own."""
    receipt = flat(room.answer("moroccan", "I would like to MOVE beni-1 0402, the rest as it is.\nDONE\n"))
    assert "an order stands alone in its line. Did you mean: MOVE beni-1 0402?" in receipt
    assert room.at == "1.moroccan-movement"
    assert "accepted" in room.answer("moroccan", "MOVE beni-1 0402\nDONE\n")
    assert room.at != "1.moroccan-movement"


@pytest.mark.parametrize(
    "line",
    ["The rest hold.", "b) The rest hold.", "Everyone else stays put.", "Los demás se quedan.", "Nadie más se mueve."],
)
def test_who_leaves_the_rest_as_it_is_is_told_that_this_takes_no_order(room: Room, line: str) -> None:
    receipt = flat(room.answer("moroccan", f"{MOVES}{line}\n"))
    assert f"“{line.rstrip('.')}” needs no order: that is so without one." in receipt
    assert "Not understood, and no order" not in receipt
    assert notices(room) == []


@pytest.mark.parametrize("line", ["beni-1 does not attack", "beni-1 no ataca", "beni-1 holds its fire"])
def test_who_is_said_to_do_nothing_keeps_an_order_of_an_earlier_email_and_that_is_told(room: Room, line: str) -> None:
    room.answer("moroccan", "MOVE beni-1 0402\n")
    receipt = flat(room.answer("moroccan", f"{line}\n"))
    assert f"“{line}” takes back no order of an earlier email: for that write DROP and its number." in receipt
    assert "needs no order" not in receipt
    assert "beni-2 does not attack” needs no order" in flat(room.answer("moroccan", "beni-2 does not attack\n"))


def test_what_the_rest_is_to_do_is_left_to_the_referee(room: Room) -> None:
    receipt = flat(room.answer("moroccan", f"{MOVES}all the others follow the first one\n"))
    assert "Passed on to the referee: all the others follow the first one" in receipt


def test_a_short_mail_that_names_a_place_or_a_unit_is_answered_though_it_orders_nothing(room: Room) -> None:
    """It may be meant as an order or an answer; one of a machine names nothing of the game."""
    assert "No order was found in your email." in flat(room.answer("moroccan", "we go back to 0402 then\n"))
    before = len(room.mails("moroccan", "receipt"))
    room.says("moroccan", "I am away until Monday and read no emails.\n")
    room.tick()
    assert len(room.mails("moroccan", "receipt")) == before
