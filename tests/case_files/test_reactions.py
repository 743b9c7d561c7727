"""Cases of a game in which both act at once, the other side reacts and several questions are open. The Ford."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pbem.cases.file import CaseInvalid
from pbem.cases.run import case_from_record, run_case
from pbem.game.game import open_game
from pbem.save.records import PhaseRecord
from tests.ford.making import ford_installed, ford_room, set_up
from tests.referee.making import HOUR, Room

UNITS = [{"id": "blue-1"}, {"id": "red-1"}]
HEAD: dict[str, Any] = {"game": "ford", "title": "a ford", "map": "ford", "units": UNITS}


@pytest.fixture(scope="module", autouse=True)
def _ford() -> Iterator[None]:
    with ford_installed():
        yield


def test_a_reaction_waits_for_the_step_of_its_phase_and_draws_are_scripted() -> None:
    steps = [
        {"phase": "set-up", "orders": {"red": "PLACE red-1 0101", "blue": "PLACE blue-1 0402\n"}},
        {
            "phase": "red-walk",
            "orders": {"red": "WALK red-1 0202", "blue": "FIRE blue-1\nPRAY blue-1"},
            "dice": ["HHT"],
            "answers": [{"question": "shelter red-1", "answer": "no"}],
            "expect": {"rolls": ["fire blue-1"], "units": {"red-1": {"at": "0202", "hits": 1}}},
        },
        {"phase": "fate", "dice": ["fog", ["calm", "rain"]], "expect": {"rolls": ["fate red", "fate blue"]}},
    ]
    found = run_case({**HEAD, "step": steps, "expect": {"state": {"pool": ["calm", "storm", "storm"]}}})
    assert found.differences == ()
    assert found.holds


def test_a_reaction_that_is_none_is_a_problem() -> None:
    problems = [{"side": "blue", "line": 1, "code": "wrong-phase"}]
    case = {**HEAD, "phase": "red-walk", "orders": {"blue": "PHASE red-walk\nWALK blue-1 0402"}}
    assert run_case({**case, "expect": {"problems": problems}}).differences == ()


def test_orders_without_a_seat_are_of_the_side_that_acts_alone() -> None:
    with pytest.raises(CaseInvalid, match="orders: both sides act in set-up; write them under a seat"):
        run_case({**HEAD, "phase": "set-up", "orders": "PLACE red-1 0101"})
    with pytest.raises(CaseInvalid, match="orders: nobody acts in fate; write them under a seat"):
        run_case({**HEAD, "phase": "fate", "orders": "PRAY red-1"})


def test_the_questions_that_are_open_together_are_listed() -> None:
    case = {**HEAD, "phase": "fate", "options": {"reactions": "ask", "cards": "storms"}, "dice": ["storm", "storm"]}
    both = ["shelter red-1", "shelter blue-1"]
    assert run_case({**case, "expect": {"question": both}}).differences == ()
    wrong = run_case({**case, "expect": {"question": both[0]}})
    assert [str(each) for each in wrong.differences] == [
        'question: expected "shelter red-1", found ["shelter red-1", "shelter blue-1"]'
    ]
    one = {**case, "answers": [{"question": both[0], "answer": "no"}], "expect": {"question": both[1]}}
    assert run_case(one).differences == ()


@pytest.fixture(scope="module")
def played(_ford: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Room]:
    """A turn with reactions of both sides."""
    room = set_up(ford_room(tmp_path_factory.mktemp("played") / "home"))
    room.says("blue", "FIRE blue-1\nPRAY blue-1\nWALK blue-1 0203\n")
    room.says("red", "DISPARA red-1\nANDA red-1 0202\n")
    for after in (0, 1, 1):
        room.tick(after * HOUR)
    yield room
    room.close()


@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_a_record_becomes_a_case_that_holds(played: Room, n: int, tmp_path: Path) -> None:
    record = open_game(played.save).records[n - 1].record
    assert isinstance(record, PhaseRecord)
    path = tmp_path / "case.toml"
    path.write_text(case_from_record(played.save, n), "utf-8")
    assert run_case(path).differences == (), path.read_text("utf-8")
