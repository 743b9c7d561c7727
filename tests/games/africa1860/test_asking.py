"""Africa 1859-60 with `reactions = ask`, by mail: a half-turn stops, its owner is asked all at once, and it goes on."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbem.gamedata.games import compose
from pbem.referee.admin.seating import Player
from pbem.rules.africa1860.orders import Activate
from pbem.rules.africa1860.reacting import read_order
from pbem.save.records import PhaseRecord
from pbem.verify.verify import verify
from tests.referee.conftest import _each_picture_is_drawn_once
from tests.referee.making import HOUR, LENGTH, Room, copied, flat, lines_understood, new_room

__all__ = ["_each_picture_is_drawn_once"]

ANA = Player("spanish", "spanish", "ana@example.org", "es", "Europe/Madrid")
OMAR = Player("moroccan", "moroccan", "omar@example.org", "en")
BEACH, HALF_TURN = "playa-de-la-condesa", "1.spanish-movement"
ASKING = (
    f"WHEN enemy ENTERS {BEACH} ASK seyyid-1\n"
    f"WHEN enemy ENTERS {BEACH} ASK feras-zagir-1, feras-zagir-2 PRIORITY 2\n"
    f"WHEN enemy ENTERS {BEACH} ACTIVATE seyyid-2 MOVE abbas-encampment PRIORITY 3\n"
)
BOTH = ["react moroccan 2", "react moroccan 1"]
"""In the order in which they are resolved: the lower priority first (AFR-15.3)."""


def to_beach(path: Path, standing: str, **options: str) -> Room:
    """The Moroccans have given standing orders, and the Cazadores of Vergara have gone to the beach."""
    room = new_room(path, compose("africa1860", options=options), (ANA, OMAR), seed="africa").started()
    assert "✗" not in room.answer("moroccan", standing)
    assert "✗" not in room.answer("spanish", f"FASE spanish-movement\nMOVER caz-vergara {BEACH}\nLISTO\n")
    room.tick(HOUR)
    room.tick(HOUR)
    return room


@pytest.fixture(scope="module")
def _asked(tmp_path_factory: pytest.TempPathFactory) -> Room:
    return to_beach(tmp_path_factory.mktemp("asked") / "home", ASKING, reactions="ask")


@pytest.fixture
def asked(_asked: Room, tmp_path: Path) -> Iterator[Room]:
    """A copy of the game in which the Moroccans are asked two things."""
    room = copied(_asked, tmp_path / "home")
    yield room
    room.close()


def runs(room: Room) -> list[PhaseRecord]:
    """The runs of the Spanish movement of turn 1."""
    records = (item.record for item in room.game.records)
    return [r for r in records if isinstance(r, PhaseRecord) and r.at == HALF_TURN]


def answers(record: PhaseRecord) -> dict[str, tuple[str, str]]:
    """The answers to what the owner was asked, and whence they are."""
    return {a.question: (a.answer, a.source) for a in record.answers if a.question.startswith("react ")}


def acted(record: PhaseRecord) -> list[str]:
    """Which units were activated, in order; of several together the first."""
    return [fact["units"][0] for fact in record.events if fact["type"] == "activated"]


def holds(room: Room) -> bool:
    """Whether the save plays again and its proofs hold."""
    return room.replay().difference is None and verify(room.save).fault is None


def test_all_that_is_open_is_asked_in_one_mail(asked: Room) -> None:
    (run,) = runs(asked)
    assert asked.at == HALF_TURN
    assert [question.id for question in run.questions] == BOTH
    reports = len(asked.rows("moroccan", "report"))
    mail = flat(asked.text("moroccan", "report"))
    asking = (
        "2 asks what Feras Zagir 1 and Feras Zagir 2 do: ACTIVATE feras-zagir-1, feras-zagir-2 and what, or PASS",
        "1 asks what Seyyid 1 does: ACTIVATE seyyid-1 and what, or PASS",
    )
    first, second = (mail.index(f"Your standing order {words}") for words in asking)
    assert first < second
    assert "If you say nothing: nothing." in mail
    assert "Cazadores of Vergara: move from Area A to Condesa Beach." in mail
    assert "a decision is yours" in str(asked.mails("moroccan", "report")[-1]["Subject"])
    assert "standing order" not in asked.text("spanish", "receipt")
    assert asked.tick(HOUR).closed == []
    assert len(asked.rows("moroccan", "report")) == reports, "nothing is mailed twice"
    assert holds(asked)


def test_the_answers_are_carried_out_in_their_order_and_the_phase_goes_on(asked: Room) -> None:
    said = flat(asked.answer("moroccan", "ACTIVATE feras-zagir-1 MOVE valle-alto\nACTIVATE seyyid-1 MOVE ar-rahim\n"))
    assert "Your answer: ACTIVATE feras-zagir-1 MOVE valle-alto. The question was: Your standing order 2" in said
    assert "Your answer: ACTIVATE seyyid-1 MOVE ar-rahim. The question was: Your standing order 1" in said
    first, last = runs(asked)
    assert last.suspended is None
    assert last.events[: len(first.events)] == first.events
    assert acted(last) == ["feras-zagir-1", "seyyid-2", "seyyid-1"], "priorities 2, 3 and 5"
    units = asked.game.state.units
    places = {unit: units[unit].at for unit in ("feras-zagir-1", "seyyid-1", "seyyid-2", "caz-vergara")}
    assert places == {
        "feras-zagir-1": "valle-alto",
        "seyyid-1": "ar-rahim",
        "seyyid-2": "abbas-encampment",
        "caz-vergara": BEACH,
    }
    assert asked.at == "1.moroccan-fire"
    assert holds(asked)


def test_a_standing_order_that_answers_nothing_leaves_the_questions_and_they_are_told_again(asked: Room) -> None:
    said = flat(asked.answer("moroccan", "DEFEND gaix-haus HOLD\n"))
    assert "Your answer" not in said
    assert said.count("Still to be answered:") == len(BOTH)


def test_pass_is_for_what_no_activation_answers(asked: Room) -> None:
    asked.answer("moroccan", "PASS\nACTIVATE seyyid-1 MOVE ar-rahim\n")
    (answer, _), passed = (answers(runs(asked)[-1])[question] for question in reversed(BOTH))
    assert read_order(answer) == Activate(units=("seyyid-1",), move=("ar-rahim",))
    assert passed == ("pass", "answer")


def test_the_phase_waits_for_the_last_answer_and_what_was_said_may_be_changed_until_then(asked: Room) -> None:
    said = flat(asked.answer("moroccan", "ACTIVATE feras-zagir-1 MOVE valle-alto\n"))
    assert "Still to be answered: Your standing order 1" in said
    assert len(runs(asked)) == 1
    said = flat(asked.answer("moroccan", "ACTIVATE feras-zagir-2 MOVE llano-alto\n"))
    assert "Still to be answered: Your standing order 1" in said
    asked.answer("moroccan", "ACTIVATE seyyid-1 MOVE ar-rahim\n")
    assert acted(runs(asked)[-1]) == ["feras-zagir-2", "seyyid-2", "seyyid-1"]
    assert holds(asked)


def test_an_answer_that_comes_again_when_all_is_done_changes_nothing(asked: Room) -> None:
    asked.answer("moroccan", "PASS\n")
    done = runs(asked)
    assert asked.at == "1.moroccan-fire"
    said = asked.answer("moroccan", "PASS\n")
    assert [sign for sign, _, _ in lines_understood(said)] == ["✗"]
    assert "Your answer: " not in said
    assert runs(asked) == done


def test_one_mail_that_comes_twice_is_taken_once(asked: Room) -> None:
    raw = asked.mail("moroccan", "ACTIVATE seyyid-1 MOVE ar-rahim\n")
    for _ in range(2):
        asked.drop(raw)
    asked.tick()
    assert len(asked.home.store.answers.of(game=asked.name)) == 1
    assert (
        len([r for r in asked.rows("moroccan", "receipt") if "ACTIVATE seyyid-1 MOVE ar-rahim. The" in r.raw.decode()])
        == 1
    )


def test_nobody_answers_for_the_other_side(asked: Room) -> None:
    for line in ("PASAR\n", "ACTIVAR seyyid-1 MOVER ar-rahim\n", "ACTIVAR husares-princesa MOVER area-b\n"):
        said = asked.answer("spanish", line)
        assert "react moroccan" not in said
        assert "✗" in said, line
    assert asked.home.store.answers.of(game=asked.name) == ()
    assert len(runs(asked)) == 1


def test_units_that_were_not_asked_for_do_not_act(asked: Room) -> None:
    for line in ("ACTIVATE seyyid-2 MOVE abbas-encampment\n", "ACTIVATE bujari-1 MOVE ar-rahim\n"):
        assert "✗" in asked.answer("moroccan", line)
    assert asked.home.store.answers.of(game=asked.name) == ()


def test_at_the_deadline_what_was_answered_counts_and_the_rest_does_nothing(asked: Room) -> None:
    asked.answer("moroccan", "ACTIVATE seyyid-1 MOVE ar-rahim\n")
    asked.tick(LENGTH)
    last = runs(asked)[-1]
    assert last.suspended is None
    assert answers(last)[BOTH[0]] == ("pass", "default")
    assert acted(last) == ["seyyid-2", "seyyid-1"]
    told = flat(asked.text("moroccan", "report"))
    assert "The Moroccans do not answer in time, and let the moment pass [AFR-15.5]." in told
    assert holds(asked)


def test_silence_to_the_deadline_lets_all_pass_and_tells_it(asked: Room) -> None:
    asked.tick(LENGTH)
    assert answers(runs(asked)[-1]) == dict.fromkeys(BOTH, ("pass", "default"))
    assert (
        flat(asked.text("moroccan", "report")).count("The Moroccans do not answer in time, and let the moment pass")
        == 2
    )
    assert asked.at == "1.moroccan-fire"
    assert holds(asked)


def test_a_question_that_is_void_when_its_turn_comes_takes_no_answer(tmp_path: Path) -> None:
    """Both orders ask of one unit; the first answer takes its activation."""
    standing = f"WHEN enemy ENTERS {BEACH} ASK seyyid-1\nWHEN enemy ENTERS {BEACH} ASK seyyid-1 UNTIL TURN 4\n"
    room = to_beach(tmp_path / "home", standing, reactions="ask")
    assert [question.id for question in room.game.questions] == ["react moroccan 1", "react moroccan 2"]
    said = room.answer("moroccan", "ACTIVATE seyyid-1 MOVE ar-rahim\n")
    assert said.count("Your answer: ") == 2
    last = runs(room)[-1]
    assert list(answers(last)) == ["react moroccan 1"]
    assert acted(last) == ["seyyid-1"]
    assert "Order 2: did not act" in flat(room.text("moroccan", "report"))
    assert holds(room)
    room.close()


def test_a_standing_order_that_is_cancelled_while_the_phase_waits_asks_no_more(asked: Room) -> None:
    """Nor does a replay ask, though the record of the first part names it."""
    asked.answer("moroccan", "CANCEL 1\n")
    asked.answer("moroccan", "PASS\n")
    last = runs(asked)[-1]
    assert [kept.number for kept in last.standing] == [2, 1, 3]
    assert list(answers(last)) == ["react moroccan 2"]
    assert holds(asked)


def test_a_game_with_reactions_by_standing_order_plays_again(tmp_path: Path) -> None:
    """The record keeps the orders that acted, and a replay holds their answers against them."""
    room = to_beach(tmp_path / "home", ASKING)
    (run,) = runs(room)
    assert acted(run) == ["seyyid-2"]
    assert [(kept.seat, kept.number) for kept in run.standing] == [("moroccan", 3)]
    stored = json.loads((room.save / "turns" / run.name).read_text("utf-8"))
    assert stored["answers"][0]["passed"] == [[2, "not-asked"]], "3 acted before 1 was tried"
    assert holds(room)
    room.close()


def test_an_answer_that_cannot_be_carried_out_is_told_why(asked: Room) -> None:
    """And the question stays open: it is no order that came too late."""
    said = flat(asked.answer("moroccan", "ACTIVATE seyyid-1 FIRE area-a\n"))
    assert "✗ 1. ACTIVATE seyyid-1 FIRE area-a the area is not next to the one before" in said
    assert "are being carried out" not in said
    assert "It is not your turn" not in said
    assert "A question waits for" in said
    assert asked.at == HALF_TURN
