"""Questions open together: one mail asks them all, each is answered line by line, the phase goes on with the last."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.game.replay import Replay
from pbem.referee.letters.history import history
from pbem.referee.letters.position import position_view
from pbem.referee.letters.status import game_status
from pbem.save.records import PhaseRecord
from pbem.verify.verify import verify
from tests.ford.making import BLUE, BLUE_2, RED, ford_installed, ford_room, set_up
from tests.referee.making import HOUR, LENGTH, Room, copied, flat, lines_understood

ALL = ["shelter red-1", "shelter blue-1", "shelter blue-1 2"]


@pytest.fixture(scope="module", autouse=True)
def _ford() -> Iterator[None]:
    with ford_installed():
        yield


def to_fate(room: Room) -> Room:
    """Blue has prayed, both have walked; storms come for all."""
    room.says("blue", "PRAY blue-1\nWALK blue-1 0203\n")
    room.says("red", "ANDA red-1 0202\n")
    room.tick()
    room.tick(HOUR)
    room.tick(HOUR)
    return room


@pytest.fixture(scope="module")
def _asked(_ford: None, tmp_path_factory: pytest.TempPathFactory) -> Room:
    folder = tmp_path_factory.mktemp("asked")
    return to_fate(set_up(ford_room(folder / "home", reactions="ask", cards="storms")))


@pytest.fixture
def asked(_asked: Room, tmp_path: Path) -> Iterator[Room]:
    """A copy of the game in which red is asked of one storm and blue of two."""
    room = copied(_asked, tmp_path / "home")
    yield room
    room.close()


def runs(room: Room) -> list[PhaseRecord]:
    """The runs of turn 1's fate."""
    records = (item.record for item in room.game.records)
    return [r for r in records if isinstance(r, PhaseRecord) and r.at == "1.fate"]


def answers(record: PhaseRecord) -> dict[str, tuple[str, str]]:
    """The answers of a run, with where they came from."""
    return {given.question: (given.answer, given.source) for given in record.answers}


def test_all_questions_are_kept_in_one_record(asked: Room) -> None:
    (run,) = runs(asked)
    assert [question.id for question in run.questions] == ALL
    assert run.suspended is not None
    assert [question.id for question in run.beside] == ALL[1:]
    assert [roll.label for roll in run.rolls] == ["fate red", "fate blue"]
    assert run.answers == ()
    stored = json.loads((asked.save / "turns" / run.name).read_text("utf-8"))
    assert (stored["suspended"]["id"], [each["id"] for each in stored["beside"]]) == (ALL[0], ALL[1:])
    assert asked.replay().difference is None
    assert verify(asked.save).fault is None


def test_each_owner_is_mailed_all_that_it_may_answer_and_no_more(asked: Room) -> None:
    blue, red = flat(asked.text("blue", "report")), flat(asked.text("red", "report"))
    for question in ALL[1:]:
        assert f"A question: {question}. Possible answers: yes, no. Without an answer: no." in blue
    assert ALL[0] not in blue
    assert "Una pregunta: shelter red-1." in red
    assert ALL[1] not in red
    assert position_view(asked.game, "en").asked == ("blue", "red")
    assert "a decision is yours" in str(asked.mails("blue", "report")[-1]["Subject"])
    said = [past.notes for past in history(asked.game, None, "en", 1)][-1]
    assert said == ("It waited for 3 answers.",)


def test_the_phase_waits_until_the_last_is_answered_and_tells_nothing_before(asked: Room) -> None:
    said = flat(asked.answer("blue", "STAY blue-1 FIRST\n"))
    assert "Your answer: STAY blue-1 FIRST. The question was: shelter blue-1" in said
    assert "Still to be answered: shelter blue-1 2" in said
    assert "A question waits for your answer; without one its default counts at the deadline." in said
    assert "A question waits for the Reds: the phase goes on with the answer, or at its deadline." in said
    said = flat(asked.answer("blue", "STAY blue-1 LAST\n"))
    assert "Your answer: STAY blue-1 LAST. The question was: shelter blue-1 2" in said
    assert "Still to be answered" not in said
    assert "A question waits for the Reds:" in said
    assert game_status(asked.home, "melilla", asked.now).seats == {
        "blue": "has answered",
        "red": "a question waits for an answer",
    }
    assert len(runs(asked)) == 1, "red does not see what blue has answered"
    said = asked.answer("red", "AGUANTA red-1\n")
    assert [sign for sign, _, _ in lines_understood(said)] == ["✓"]
    first, last = runs(asked)
    assert answers(last) == dict.fromkeys(ALL, ("no", "answer"))
    assert last.suspended is None
    assert last.events[: len(first.events)] == first.events
    assert (last.link.number, last.rolls) == (first.link.number, first.rolls)
    assert asked.replay().difference is None
    assert verify(asked.save).fault is None


def test_one_mail_may_answer_all_and_what_was_answered_may_be_changed_until_the_last(asked: Room) -> None:
    said = flat(asked.answer("blue", "STAY blue-1\n"))
    for question in ALL[1:]:
        assert f"Your answer: STAY blue-1. The question was: {question}" in said
    assert "SHELTER YES. The question was: shelter blue-1" in flat(asked.answer("blue", "SHELTER YES\n"))
    asked.answer("red", "REFUGIO SI\n")
    assert answers(runs(asked)[-1]) == dict.fromkeys(ALL, ("yes", "answer"))


def test_a_bare_yes_to_several_questions_is_told_that_each_wants_a_line(asked: Room) -> None:
    said = flat(asked.answer("blue", "YES\n"))
    assert "YES alone answers one question, and 2 are open: send a line for each. Still to be answered: " in said


def test_the_mail_that_asks_has_a_form_with_a_line_for_each_answer(asked: Room) -> None:
    mail = asked.text("red", "report")
    assert "El formulario del final trae una línea por respuesta." in flat(mail)
    form = mail[mail.index("## ÓRDENES melilla 1\n") :].strip().splitlines()
    assert [" ".join(line.split()) for line in form[2:]] == [
        "# REFUGIO SÍ # se refugia", "# AGUANTA red-1", "## FIN DE ÓRDENES",
    ]  # fmt: skip
    assert "ORDERS melilla" not in asked.text("blue", "report"), "its game has no such lines in that language"
    asked.answer("red", "\n".join(f"> {line}" for line in form))
    assert len(runs(asked)) == 1
    edited = [line.removeprefix("# ") if "REFUGIO" in line else line for line in form]
    said = flat(asked.answer("red", "\n".join(f"> {line}" for line in edited)))
    assert "Tu respuesta: REFUGIO SÍ" in said


def test_an_answer_is_no_standing_order_and_no_line_of_a_phase(asked: Room) -> None:
    asked.answer("blue", "STAY blue-1 LAST\n")
    assert asked.home.store.standing.get("melilla", "blue") is None
    section = asked.home.store.sections.get("melilla", "blue", 1, "fate")
    assert section is not None
    assert [line["text"] for line in section.lines] == ["PRAY blue-1"], "it was locked, and stands as it was"


def test_a_line_that_answers_nothing_is_too_late_for_the_phase(asked: Room) -> None:
    said = asked.answer("blue", "STAY blue-1 LAST\nPRAY blue-1\n")
    assert {sign for sign, _, _ in lines_understood(said)} == {"✓", "✗"}
    assert "are being carried out and cannot be changed any more" in flat(said)
    assert [row.question for row in asked.home.store.answers.of(game="melilla")] == ["shelter blue-1 2"]


def test_nobody_answers_for_the_other_side(asked: Room) -> None:
    said = flat(asked.answer("red", "AGUANTA blue-1\n"))
    assert "✗" in said
    assert asked.home.store.answers.of(game="melilla") == ()


def test_at_the_deadline_what_was_answered_counts_and_the_rest_has_its_default(asked: Room) -> None:
    asked.answer("blue", "SHELTER YES\n")
    assert asked.tick(HOUR).closed == []
    asked.tick(LENGTH)
    last = runs(asked)[-1]
    assert last.suspended is None
    assert answers(last) == {ALL[0]: ("no", "default"), ALL[1]: ("yes", "answer"), ALL[2]: ("yes", "answer")}
    assert asked.replay().difference is None


def test_only_who_has_still_to_answer_is_reminded_and_of_what_is_left(asked: Room) -> None:
    asked.answer("red", "AGUANTA red-1\n")
    asked.answer("blue", "STAY blue-1 FIRST\n")
    assert asked.tick(LENGTH * 3 / 4).reminders == 1
    reminder = flat(asked.text("blue", "reminder"))
    assert "A question: shelter blue-1 2." in reminder
    assert "A question: shelter blue-1." not in reminder


@pytest.mark.parametrize("keep", [0, 1, 3], ids=["two less", "one less", "one more"])
def test_a_replay_finds_a_question_more_or_less(asked: Room, keep: int) -> None:
    asked.answer("blue", "STAY blue-1\n")
    asked.answer("red", "AGUANTA red-1\n")
    first, last = runs(asked)
    forged = first.model_copy(update={"beside": (*first.beside, *first.beside)[:keep]})
    game, link = asked.game, bytes.fromhex(last.link.value or "")
    again = Replay(game.rules, game.manifest, game.lexicon, game.rules.initial(game.scenario), {first.n: link})
    for item in game.records:
        found = again.step(forged if item.record is first else item.record)
        if found is not None:
            break
    assert found is not None
    assert (found.n, found.what, found.replayed) == (first.n, "question", ", ".join(ALL))


def test_standing_orders_are_tried_by_rank_and_counted(tmp_path: Path) -> None:
    """FIRST before LAST; ONCE serves once a turn, also for questions of other phases, and anew in the next turn."""
    room = set_up(ford_room(tmp_path / "home", cards="storms"))
    room.answer("red", "REFUGIO SI DOS ULTIMO\nREFUGIO NO UNA PRIMERO\nANDA red-1 0202\n")
    room.answer("blue", "FIRE blue-1\nWALK blue-1 0203\n")
    room.tick(HOUR)
    room.tick(HOUR)
    given = [fact for fact in room.facts("answered") if fact["side"] == "red"]
    assert [(fact["answer"], fact["line"], fact.get("passed", [])) for fact in given] == [
        ("no", 2, []),
        ("yes", 1, [[2, "used-up"]]),
    ]
    assert room.at == "2.red-walk"
    assert room.game.state.uses == {}
    assert room.replay().difference is None
    room.close()


def test_of_two_seats_that_share_a_side_the_answer_says_whose_line_it_was(tmp_path: Path) -> None:
    room = ford_room(tmp_path / "home", (RED, BLUE, BLUE_2), cards="storms")
    room.says("red", "COLOCA red-1 0101\n")
    for seat in ("blue", "blue-2"):
        room.says(seat, "PLACE blue-1 0402\n")
    room.tick()
    room.tick(HOUR)
    room.says("blue-2", "SHELTER YES\nPHASE blue-walk\n")
    room.says("blue", "SHELTER NO ONCE LAST\nPHASE blue-walk\n")
    room.says("red", "ANDA red-1 0202\n")
    room.tick()
    room.tick(HOUR)
    room.tick(HOUR)
    (fact,) = [fact for fact in room.facts("answered") if fact["side"] == "blue"]
    assert (fact["answer"], fact["line"], fact.get("seat", "")) == ("no", 1, "")
    room.says("blue", "SHELTER NO TWICE LAST\nPHASE blue-walk\n")
    room.says("blue-2", "SHELTER YES ONCE FIRST\nPHASE blue-walk\n")
    room.says("red", "ANDA red-1 0101\n")
    room.tick()
    room.tick(LENGTH)
    last = [fact for fact in room.facts("answered") if fact["side"] == "blue"][-1]
    assert (last["answer"], last["seat"]) == ("yes", "blue-2")
    assert room.replay().difference is None
    room.close()
