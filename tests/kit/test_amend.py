"""A position amended by a ruling: what is set, what a unit leaves when it is put elsewhere, what cannot be set."""

import copy
from typing import Any

import pytest

from pbem.core.events import Amended, Change, Unfit
from pbem.kit.amend import amended


class Position:
    """A state as its JSON alone."""

    def __init__(self, data: dict[str, Any], scenario: str = "a scenario") -> None:
        self.data, self.scenario = data, scenario


def dump(state: Position, *, full: bool) -> dict[str, Any]:
    assert full
    return copy.deepcopy(state.data)


def load(scenario: Any, data: Any) -> Position:
    if data["turn"] > 9:
        raise ValueError("there is no such turn")
    return Position(data, scenario)


def position() -> Position:
    return Position(
        {
            "turn": 3,
            "at": "camp",
            "status": "open",
            "score": {"red": 1, "blue": 2},
            "units": {
                "a": {"at": "0101", "status": "map", "targets": ["b", "a"]},
                "b": {"at": "0102", "status": "map", "targets": []},
            },
            "stacks": {"0101": ["a", "c"], "0102": ["b"]},
            "asked": {"red": {"who": ["a"]}},
        }
    )


def change(field: str, now: Any, unit: str = "") -> Change:
    return Change(unit=unit, field=field, now=now)


def after(*changes: Change, piles: str = "") -> dict[str, Any]:
    before = position()
    found = amended(load, dump, before, Amended(changes=changes), piles=piles)
    assert found.scenario == "a scenario"
    assert before.data == position().data
    return found.data


def test_a_field_of_the_state_or_of_a_unit_is_set_and_nothing_else():
    expected = position().data
    expected["turn"], expected["score"]["blue"], expected["units"]["b"]["status"] = 4, 5, "gone"
    assert after(change("turn", 4), change("score.blue", 5), change("status", "gone", "b")) == expected


def test_a_unit_put_elsewhere_leaves_every_list_and_its_status_follows():
    data = after(change("at", "0102", "a"))
    assert data["stacks"] == {"0101": ["c"], "0102": ["b"]}
    assert data["asked"] == {"red": {"who": []}}
    assert data["units"] == {
        "a": {"at": "0102", "targets": ["b", "a"]},
        "b": {"at": "0102", "status": "map", "targets": []},
    }


def test_it_is_the_last_of_the_pile_where_it_goes_if_there_is_one():
    assert after(change("at", "0102", "a"), piles="stacks")["stacks"] == {"0101": ["c"], "0102": ["b", "a"]}
    assert after(change("at", "0103", "a"), piles="stacks")["stacks"] == {"0101": ["c"], "0102": ["b"]}


def test_a_status_of_the_same_ruling_is_kept_another_ones_is_not():
    kept = after(change("status", "asleep", "a"), change("at", "0102", "a"), change("at", "0101", "b"))
    assert kept["units"]["a"]["status"] == "asleep"
    assert "status" not in kept["units"]["b"]


def test_a_unit_put_where_it_is_and_a_place_of_the_state_itself_move_nobody():
    assert after(change("at", "0101", "a"), piles="stacks") == position().data
    assert after(change("status", "gone", "a"))["stacks"] == position().data["stacks"]
    assert after(change("at", "road")) == {**position().data, "at": "road"}


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        (change("at", "0101", "z"), "There is no unit 'z' in this game."),
        (change("moved", 1, "a"), "Unit a has no field 'moved'."),
        (change("at.x", 1, "a"), "Unit a has no field 'at.x'."),
        (change("weather", 1), "The state has no field 'weather'."),
        (change("score", 1), "The state has no field 'score'."),
        (change("turn.red", 1), "The state has no field 'turn.red'."),
        (change("turn", 10), "there is no such turn"),
    ],
)
def test_what_cannot_be_set_is_said(wrong: Change, sentence: str):
    with pytest.raises(Unfit) as told:
        after(wrong)
    assert str(told.value) == sentence
