"""A phase that waits for an answer: told as far as it went, finished by an answer or the deadline, dice unchanged."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.referee.desk.export_game import hand_over, private_file
from pbem.referee.desk.import_game import open_parcel, take_over
from pbem.referee.home.config import config_text
from pbem.referee.home.home import make_home
from pbem.referee.letters.position import position_view
from pbem.save.game_file import pack
from pbem.save.records import PhaseRecord
from pbem.verify.verify import verify
from tests.referee.making import (
    ASSAULT,
    HOUR,
    LENGTH,
    Room,
    copied,
    flat,
    lines_understood,
    new_room,
    scenario,
    text_of,
)

COMBAT = "1.moroccan-combat"


@pytest.fixture(scope="module")
def _asked(tmp_path_factory: pytest.TempPathFactory) -> Room:
    """The Moroccans have taken one battery for certain and are asked what becomes of it; they attack another."""
    data = scenario(ASSAULT, options={"reactions": "ask"})
    room = new_room(tmp_path_factory.mktemp("asked") / "home", data).started()
    room.set_up(spanish="cer-1 0101, krupp 0302, schneider 0304", moroccan="beni-1 0402, beni-2 0404")
    while "movement" not in room.game.state.phase:
        room.tick(LENGTH)
    room.answer("moroccan", "HOLD beni-1\nATTACK krupp WITH beni-1\nATTACK schneider WITH beni-2\n")
    room.tick(HOUR)
    room.tick()
    return room


@pytest.fixture
def asked(_asked: Room, tmp_path: Path) -> Iterator[Room]:
    """A copy of the room whose Moroccans are asked."""
    room = copied(_asked, tmp_path / "home")
    yield room
    room.close()


def runs(room: Room) -> list[PhaseRecord]:
    """The records of the combat phase."""
    records = (item.record for item in room.game.records)
    return [r for r in records if isinstance(r, PhaseRecord) and r.at == COMBAT]


def test_the_phase_is_sealed_and_its_link_kept_back(asked: Room) -> None:
    (run,) = runs(asked)
    assert run.suspended is not None
    assert (run.suspended.id, run.suspended.side, run.suspended.default) == ("capture krupp", "moroccan", "yes")
    stored = json.loads((asked.save / "turns" / run.name).read_text("utf-8"))
    assert (stored["suspended"]["id"], "beside" in stored) == ("capture krupp", False), "as it always was for one alone"
    assert run.link.value is None
    assert run.state.before == run.state.after
    assert asked.at == COMBAT
    assert asked.replay().difference is None


def test_the_position_is_shown_with_whose_answer_it_waits_for(asked: Room) -> None:
    position = position_view(asked.game, "en")
    assert (position.asked, position.phase, position.ended) == (("moroccan",), "Moroccan combat", False)


def test_the_owner_is_mailed_the_question_and_how_to_answer(asked: Room) -> None:
    mail = flat(asked.text("moroccan", "report"))
    assert "The guns of krupp are yours: is a captured battery placed in their hex?" in mail
    assert "CAPTURE YES and its name for another (taken-2, taken-1), or CAPTURE NO." in mail
    assert "The proof of these dice comes with the finished phase." in mail
    assert "ORDERS melilla" not in mail
    assert "a decision is yours" in str(asked.mails("moroccan", "report")[-1]["Subject"])
    assert asked.tick(HOUR).closed == []
    assert asked.tick(HOUR).reports == 0


def test_done_answers_no_question_and_that_is_said(asked: Room) -> None:
    said = flat(asked.answer("moroccan", "DONE\n"))
    assert "A question waits for your answer; without one its default counts at the deadline." in said
    assert "A question waits for the Moroccans" not in said
    assert len(runs(asked)) == 1


def test_an_answer_by_mail_goes_on_with_the_same_dice(asked: Room) -> None:
    said = flat(asked.answer("moroccan", "CAPTURE YES taken-1\n"))
    assert "Your answer: CAPTURE YES taken-1. The question was: The guns of krupp are yours:" in said
    first, second = runs(asked)
    assert second.events[: len(first.events)] == first.events
    assert (second.link.number, second.nonces) == (first.link.number, first.nonces)
    given = [(a.question, a.answer, a.source) for a in second.answers]
    assert given[0] == ("capture krupp", "taken-1", "answer")
    assert asked.replay().difference is None


@pytest.mark.parametrize("said", ["YES", "NO"])
def test_a_bare_yes_or_no_answers_a_question_that_takes_it(asked: Room, said: str) -> None:
    told = flat(asked.answer("moroccan", f"{said}\n"))
    assert f"Your answer: {said}. The question was: The guns of krupp are yours:" in told
    assert "Nothing has been proposed." not in told
    given = [(a.question, a.answer, a.source) for a in runs(asked)[-1].answers]
    assert given[0] == ("capture krupp", said.casefold(), "answer")
    assert asked.replay().difference is None


def test_a_vote_answers_no_question(asked: Room) -> None:
    assert "Nothing has been proposed." in flat(asked.answer("moroccan", "VOTE YES\n"))
    assert len(runs(asked)) == 1


def test_the_standing_order_that_answered_serves_for_what_is_asked_next(asked: Room) -> None:
    asked.answer("moroccan", "CAPTURE YES taken-1\n")
    last = runs(asked)[-1]
    assert last.suspended is None
    assert [(a.question, a.answer, a.source) for a in last.answers] == [
        ("capture krupp", "taken-1", "answer"),
        ("capture schneider", "yes", "standing"),
    ]
    assert last.link.value is not None
    placed = {fact["unit"]: fact["at"] for fact in asked.facts("battery-captured")}
    assert placed == {"taken-1": "0302", "taken-2": "0304"}
    assert asked.at == "1.spanish-movement"


def test_silence_until_the_deadline_gives_the_default_and_says_so(asked: Room) -> None:
    assert asked.tick(LENGTH - 3 * HOUR).closed == []
    assert asked.tick(3 * HOUR).closed == [f"melilla {COMBAT}"]
    first, second = runs(asked)
    assert second.suspended is not None, "the second battery is asked for in its turn"
    assert second.suspended.id == "capture schneider"
    assert [(a.question, a.answer, a.source) for a in second.answers] == [("capture krupp", "yes", "default")]
    assert second.events[: len(first.events)] == first.events
    asked.tick(LENGTH)
    last = runs(asked)[-1]
    assert last.suspended is None
    assert [a.source for a in last.answers] == ["default", "default"]
    assert asked.replay().difference is None


def test_a_changed_standing_order_does_not_answer_anew_what_is_answered(asked: Room) -> None:
    asked.tick(LENGTH)
    asked.answer("moroccan", "CAPTURE NO\n")
    last = runs(asked)[-1]
    assert [(a.question, a.answer, a.source) for a in last.answers] == [
        ("capture krupp", "yes", "default"),
        ("capture schneider", "no", "answer"),
    ]


def test_the_other_side_cannot_answer(asked: Room) -> None:
    asked.answer("spanish", "TOMAR NO\n")
    assert len(runs(asked)) == 1
    assert asked.home.store.answers.of(game="melilla") == ()


def test_orders_for_the_phase_that_is_being_carried_out_are_refused(asked: Room) -> None:
    said = asked.answer("moroccan", "ATTACK schneider WITH beni-1\n")
    assert [sign for sign, _, _ in lines_understood(said)] == ["✗"]
    assert "are being carried out and cannot be changed any more" in flat(said)
    assert "There was nothing to withdraw." in asked.answer("moroccan", "CLEAR\n")
    asked.answer("moroccan", "CAPTURE NO\n")
    assert [line.text for line in runs(asked)[-1].sheets[0].lines] == [
        "ATTACK krupp WITH beni-1",
        "ATTACK schneider WITH beni-2",
    ]


def test_status_and_receipts_say_whose_answer_is_waited_for(asked: Room) -> None:
    said = flat(asked.answer("spanish", "ESTADO\n"))
    assert "Una pregunta espera a los marroquíes: la fase sigue con la respuesta, o al vencer el plazo." in said
    assert "los marroquíes: se le espera" in said
    assert "Ahora no te toca." in said


def test_the_owner_is_reminded_of_the_question(asked: Room) -> None:
    assert asked.tick(LENGTH * 3 / 4).reminders == 1
    reminder = flat(asked.text("moroccan", "reminder"))
    assert "The guns of krupp are yours" in reminder
    assert "ORDERS melilla" not in reminder
    assert asked.tick(HOUR).reminders == 0


def test_a_pause_holds_an_answered_question(asked: Room) -> None:
    asked.home.store.games.change("melilla", paused_at=asked.now)
    asked.answer("moroccan", "CAPTURE NO\n")
    assert len(runs(asked)) == 1
    asked.home.store.games.change("melilla", paused_at=None)
    asked.tick()
    assert runs(asked)[-1].suspended is None


def test_a_concession_ends_a_game_that_waits_for_an_answer(asked: Room) -> None:
    asked.answer("spanish", "RENDIRSE\n")
    assert asked.game.over
    assert asked.tick(9 * LENGTH).closed == []
    assert asked.replay().difference is None


def test_who_is_told_only_of_the_finished_phase_has_a_proof_without_a_gap(asked: Room) -> None:
    """The run that stopped is in it, by its hash; what was rolled stands with the run that went on."""
    asked.answer("moroccan", "CAPTURE YES taken-1\n")
    asked.tick(HOUR)
    first, second = runs(asked)
    (mail,) = (each for each in asked.mails("spanish", "report") if f"dice-{second.n}.json" in str(each))
    file = next(part for part in mail.walk() if str(part.get_filename()).startswith("dice-"))
    told = {each["n"]: len(each["rolls"]) for each in json.loads(file.get_content())["records"]}
    assert (sorted(told), told[first.n], told[second.n] > 0) == ([*range(min(told), max(told) + 1)], 0, True)
    kept = asked.path / "kept.eml"
    kept.write_bytes(mail.as_bytes())
    assert verify(kept).fault is None
    assert verify(asked.save, [kept]).fault is None


def test_it_is_answered_where_the_game_was_taken_over(asked: Room, tmp_path: Path) -> None:
    hand_over(asked.home, asked.name, asked.now, to="eva@other.example.org")
    file = tmp_path / "game.pbem"
    file.write_bytes(pack(private_file(asked.home, asked.name, copy=False)))
    there = Room(tmp_path / "there", asked.now + HOUR, count=1000)
    make_home(there.path, config_text(name="Eva", address="eva@other.example.org", language="en"), there.effects)
    take_over(there.home, open_parcel(file, None, "en"), there.now, lambda n: None)
    assert "CAPTURE" in there.text("moroccan", "note"), "the question once more"
    there.answer("moroccan", "CAPTURE NO\n")
    there.tick(HOUR)
    assert [run.suspended is None for run in runs(there)] == [False, True]
    assert there.replay().difference is None
    there.close()


def test_the_mail_that_asks_tells_what_has_happened_so_far(asked: Room) -> None:
    """The run has stopped in its middle: what it has done is news, and no game is quiet in which there was fighting."""
    said = flat(asked.text("moroccan", "report"))
    assert "All is quiet" not in said
    assert "In 1 combat the Spanish lose 1 unit." in said
    asked.tick(LENGTH)
    asked.tick(LENGTH)
    assert "En 2 combates" in flat(asked.text("spanish", "report")), "what a run began with is not counted again"


def test_the_next_question_and_the_report_tell_only_what_has_happened_since_the_last_mail(asked: Room) -> None:
    asked.tick(LENGTH)
    asked.tick(LENGTH)
    first, second, last = (flat(text_of(mail)) for mail in asked.mails("moroccan", "report")[-3:])
    assert ("Combat 1 at" in first, "Combat 1 at" in second, "Combat 2 at" in second) == (True, False, True)
    assert "LOSSES ====== Spanish (1): schneider." in second
    assert "Combat" not in last.partition("WHAT HAPPENED")[2].partition("SITUATION")[0].replace("Moroccan combat", "")
    assert "taken-1: placed at 0304" in last
    assert all("attack beni-1: 3" in each for each in (first, second, last)), "the proof has all dice of the phase"
