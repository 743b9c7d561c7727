"""What all rule sets answer alike, what shared events make of a state; values that are frozen or worked out late."""

from dataclasses import FrozenInstanceError, dataclass
from types import SimpleNamespace
from typing import Any

import pytest

from pbem.core.events import Amended, Answered, Change, GameEnded, OrderVoided, PhaseBegan, Rolled
from pbem.kit import common
from pbem.kit.choices import ByActor
from pbem.kit.evolving import core_changes
from pbem.kit.frozen import alter, once

SEATS = {"red-2": "red", "blue": "blue", "red": "red"}


def state(winner: str | None = None, **seats: str) -> Any:
    return SimpleNamespace(winner=winner, scenario=SimpleNamespace(options={"fog": "yes"}, seats=seats or SEATS))


def test_what_is_asked_of_every_state() -> None:
    assert (common.option(state(), "fog"), common.side_of(state(), "red-2")) == ("yes", "red")
    assert (common.winner(state()), common.winner(state("draw"))) == (None, "draw")
    assert common.seats_of(state().scenario, "red") == ("red", "red-2")
    for unknown in (lambda: common.option(state(), "wind"), lambda: common.side_of(state(), "green")):
        with pytest.raises(KeyError):
            unknown()


def test_where_nothing_is_hidden_everybody_sees_all_and_there_is_no_more_to_see() -> None:
    position, event = state(), PhaseBegan(turn=1, phase="move")
    for side in ("red", None):
        assert common.view(position, side) is position
        assert common.sees(event, side) is event
        assert common.supply(position, side) is None
        assert common.sight(position, side, "a", "b") is None
        assert common.field_of_fire(position, side, "u-1") is None
    assert common.suppose(position, "red", SimpleNamespace(), ()) == ()  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("conceding", "winner"), [((), None), (("red",), None), (("red", "red-2"), "blue"), (("blue",), "red")]
)
def test_a_side_gives_up_when_all_its_seats_do(conceding: tuple[str, ...], winner: str | None) -> None:
    gives_up, _ = common.ends_by_word(("red", "blue"), "T-1", "T-2")
    expected = None if winner is None else GameEnded(winner=winner, reason="T-1")
    assert gives_up(state(), conceding) == expected


def test_a_side_without_a_seat_gives_nothing_up() -> None:
    assert common.surrender(state(red="red"), ("red", "blue"), (), "T-1") is None


@pytest.mark.parametrize("missing", [*SEATS, None])
def test_a_draw_wants_every_seat(missing: str | None) -> None:
    _, agreed = common.ends_by_word(("red", "blue"), "T-1", "T-2")
    expected = GameEnded(winner="draw", reason="T-2") if missing is None else None
    assert agreed(state(), SEATS.keys() - {missing}) == expected


def test_counters_are_printed_by_id_however_they_are_listed() -> None:
    by_id = {"a": {"id": "a"}, "b": {"id": "b"}}
    assert common.printed_counters({"counters": by_id}) == by_id
    assert common.printed_counters({"counters": list(by_id.values())}) == by_id
    assert common.printed_counters({}) == {}


# Events of the core ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Position:
    turn: int = 1
    winner: str | None = None
    win_reason: str = ""
    scenario: str = "a scenario"

    @once
    def worked_out(self) -> list[int]:
        """A list of its own."""
        return [self.turn]


def dump(position: Position, *, full: bool) -> dict[str, Any]:
    return {"turn": position.turn}


CHANGES = core_changes(lambda scenario, data: Position(data["turn"], scenario=scenario), dump)


def test_what_only_tells_something_leaves_the_state_as_it_was() -> None:
    before = Position()
    for kind in (Rolled, Answered, OrderVoided):
        assert CHANGES[kind](before, None) is before


def test_the_end_of_the_game_says_who_has_won_and_why() -> None:
    after = CHANGES[GameEnded](Position(3), GameEnded(winner="red", reason="T-3"))
    assert after == Position(3, "red", "T-3")


def test_a_ruling_changes_the_position() -> None:
    after = CHANGES[Amended](Position(), Amended(changes=(Change(field="turn", now=4),)))
    assert after == Position(4)


# Frozen, once, late ---------------------------------------------------------------------------------------------------


def test_what_is_worked_out_once_is_kept_and_is_not_that_of_an_altered_value() -> None:
    position = Position(2)
    assert position.worked_out is position.worked_out == [2]
    assert Position.worked_out.__doc__ == "A list of its own."
    assert isinstance(Position.worked_out, once)
    with pytest.raises(FrozenInstanceError):
        position.turn = 3  # type: ignore[misc]
    assert alter(Position(2), turn=5) == Position(5)


def test_the_choices_of_an_actor_are_worked_out_at_the_first_look() -> None:
    asked: list[str] = []

    def choices_of(actor: str) -> Any:
        asked.append(actor)
        return (f"choice of {actor}",)

    found = ByActor(("b", "a", "b"), choices_of)
    assert (list(found), len(found), asked) == (["b", "a"], 2, [])
    assert found["a"] == found["a"] == ("choice of a",)
    assert asked == ["a"]
    with pytest.raises(KeyError):
        found["c"]
    assert (asked, "c" in found) == (["a"], False)
