"""ASK phase: show me the results first. That phase is asked for when it opens, whatever else was said of the turn."""

from datetime import timedelta

from pbem.referee.admin.rulings import roll_back
from tests.referee.making import DAY, HOUR, LENGTH, Room, flat

FORM = "## ORDERS melilla 1 Moroccan combat"
ATTACK = "MOVE beni-1 0302\nATTACK cer-1 WITH beni-1\n"


def test_a_phase_in_which_nothing_can_be_done_is_not_asked_for_all_the_same(room: Room) -> None:
    receipt = flat(room.answer("moroccan", "MOVE beni-1 0402\nASK combat\nDONE\n"))
    assert "You are asked when it opens, with the results before it: Moroccan combat." in receipt
    assert room.at == "1.spanish-movement", "nobody stands beside an enemy: there is nothing to ask"


def test_beside_done_that_phase_alone_is_asked_for_though_lines_for_it_were_sent_ahead(room: Room) -> None:
    room.answer("moroccan", f"{ATTACK}ASK combat\nDONE\n")
    assert room.at == "1.moroccan-combat"
    assert FORM in room.text("moroccan", "report")
    assert "0302" in room.text("moroccan", "report").split("## ORDERS")[0]
    form = room.text("moroccan", "report").split(FORM)[1]
    assert "# 2. ATTACK cer-1 WITH beni-1" in form, "what stands is in the form, and counts"
    assert "has to attack" not in form
    status = flat(room.answer("moroccan", "STATUS\n"))
    assert (
        "You wanted to see the results first (ASK): send your orders, or DONE if what you have sent is all." in status
    )
    assert room.tick(HOUR).closed == []
    room.answer("moroccan", "DONE\n")
    assert room.at == "1.spanish-movement"
    assert room.facts("fought")[0]["attack"]["units"] == ["beni-1"]


def test_orders_for_the_phase_that_was_asked_for_are_the_word_that_it_waited_for(room: Room) -> None:
    room.answer("moroccan", "MOVE beni-1 0302\nPREGUNTAR combate\nLISTO\n")
    assert room.at == "1.moroccan-combat"
    room.answer("moroccan", "ATTACK cer-1 WITH beni-1\n")
    assert room.at == "1.spanish-movement", "DONE was said"


def test_the_report_that_asks_nothing_says_whom_the_game_waits_for(room: Room) -> None:
    room.answer("moroccan", f"{ATTACK}DONE\n")
    assert room.at == "1.spanish-movement"
    said = flat(room.text("moroccan", "report"))
    assert "It is not your turn. The game waits for the Spanish, until " in said
    assert "waits for" not in flat(room.text("spanish", "report"))


def test_ask_counts_for_its_turn_alone(room: Room) -> None:
    room.answer("moroccan", f"{ATTACK}ASK combat\nDONE\n")
    room.answer("moroccan", "DONE\n")
    room.answer("spanish", "LISTO\n")
    assert room.at == "2.moroccan-movement"
    room.answer("moroccan", "DONE\n")
    assert room.at.startswith("2.spanish")


def test_the_clock_of_such_a_question_is_the_rest_of_the_turns_and_at_least_a_day(room: Room) -> None:
    first = room.home.game_row(room.name).deadline
    assert first is not None
    room.answer("moroccan", f"{ATTACK}ASK combat\nDONE\n")
    assert room.home.game_row(room.name).deadline == first


def test_late_in_the_turn_it_has_a_day(room: Room) -> None:
    room.now += LENGTH - 2 * HOUR
    room.answer("moroccan", f"{ATTACK}ASK combat\nDONE\n")
    assert room.home.game_row(room.name).deadline == room.now + DAY
    assert room.tick(DAY - timedelta(minutes=1)).closed == []
    assert room.tick(timedelta(minutes=1)).closed == ["melilla 1.moroccan-combat"]
    assert room.facts("fought"), "at the deadline the lines that stand are carried out"


def test_clear_takes_it_back(room: Room) -> None:
    room.answer("moroccan", f"{ATTACK}ASK combat\n")
    assert "Your orders are withdrawn." in room.answer("moroccan", "CLEAR combat\n")
    assert room.seat("moroccan").asked == ()


def test_what_cannot_be_asked_for_is_said(room: Room) -> None:
    assert "This phase is not yours: Spanish movement." in flat(room.answer("moroccan", "ASK Spanish movement\n"))
    assert "You are asked for this phase now: Moroccan movement." in flat(room.answer("moroccan", "ASK movement\n"))
    room.answer("moroccan", "DONE\n")
    over = flat(room.answer("moroccan", "ASK movement\n"))
    assert "This phase of turn 1 is over: Moroccan movement. ASK counts for one turn alone." in over
    assert room.seat("moroccan").asked == ()


def test_a_question_that_begins_with_the_word_is_none(room: Room) -> None:
    room.answer("moroccan", "PREGUNTA: ¿puedo mover de noche?\nAsk the referee for a map\n")
    assert room.seat("moroccan").asked == ()
    (notice,) = [n for n in room.home.store.notices.open() if n.code == "player-note"]
    assert "¿puedo mover de noche?" in str(notice.args["text"])


def test_a_rollback_takes_done_and_ask_back(room: Room) -> None:
    """Else the turn that is asked for again would pass at once, with nothing ordered."""
    room.answer("moroccan", f"{ATTACK}ASK combat\nDONE\n")
    room.answer("moroccan", "DONE\n")
    roll_back(room.home, room.game, "1.moroccan-movement", same_dice=False, who="R", why="", now=room.now)
    assert (room.seat("moroccan").done, room.seat("moroccan").asked) == ("", ())
    assert room.tick(HOUR).closed == []
    assert room.at == "1.moroccan-movement"
