"""The cheapest way to one space: straight to a neighbour only where no way round can be cheaper."""

from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

import pytest

from pbem.board.hexmap import HexMap
from pbem.core.problems import Fault
from pbem.kit.walking import closest, nearest, to_goal

BOARD = HexMap({"0101": ["clear"], "0102": ["clear"], "0201": ["clear"], "0202": ["clear"]}, {})
START, GOAL = "0101", "0102"
ROUND = (START, "0201", GOAL)


@dataclass
class Way:
    """What a path comes to."""

    path: tuple[str, ...]
    cost: int
    faults: tuple[Fault, ...] = ()


class Found:
    """A search that reaches the goal by the way round."""

    spent: dict[int, int] = {BOARD.index[GOAL]: 2}  # noqa: RUF012 - as a search has it

    def way(self, goal: int) -> tuple[int, ...]:
        return tuple(BOARD.index[space] for space in ROUND)


@pytest.mark.parametrize(
    ("least", "cost", "path"),
    [(1, 1, (GOAL,)), (1, 2, (GOAL,)), (1, 3, ROUND[1:]), (2, 4, (GOAL,)), (2, 5, ROUND[1:])],
)
def test_a_neighbour_is_entered_at_once_where_any_way_round_costs_as_much(
    least: int, cost: int, path: tuple[str, ...]
) -> None:
    def walk(way: tuple[str, ...]) -> Way:
        return Way(way, cost if way == (GOAL,) else 2)

    found: Any = Found()
    walked = to_goal(BOARD, START, GOAL, walk=walk, reached=lambda: [found], refuse=lambda: Way((), 0), least=least)
    assert walked.path == path


def test_a_neighbour_that_cannot_be_entered_from_here_is_reached_by_the_way_round() -> None:
    def walk(way: tuple[str, ...]) -> Way:
        return Way(way, 1, (Fault("closed", "T-1", {}),) if way == (GOAL,) else ())

    found: Any = Found()
    walked = to_goal(BOARD, START, GOAL, walk=walk, reached=lambda: [found], refuse=lambda: Way((), 0), least=1)
    assert walked.path == ROUND[1:]


def walked(start: str, goal: str, *spent: set[str] | None, near: bool = True) -> tuple[str, ...]:
    """Where the unit goes: the spaces of a way are its goal alone; searches have reached what is named."""

    def found(reached: set[str] | None) -> Any:
        return reached and Reached(reached)

    class Reached:
        def __init__(self, spaces: set[str]) -> None:
            self.spent = {BOARD.index[space]: 1 for space in spaces}

        def way(self, node: int) -> tuple[int, ...]:
            return (BOARD.index[start], *(BOARD.index[space] for space in ("0201",)), node)

    def walk(way: tuple[str, ...]) -> Way:
        return Way(way, 1, (Fault("closed", "T-1", {}),) if len(way) == 1 else ())

    return to_goal(
        BOARD, start, goal, walk=walk, reached=lambda: map(found, spent), refuse=lambda: Way(("refused",), 0), least=1
    ).path


def test_a_goal_that_no_search_reaches_is_refused_or_told_as_the_step_that_it_is() -> None:
    far = "0202"
    assert walked("0101", far, None, {"0102"}, {"0102", far}) == ("0201", far)
    assert walked("0101", far, None, {"0102"}) == ("refused",)
    assert walked("0101", "0102", None, {"0201"}) == ("0102",), "what is wrong with the step to a neighbour"
    assert walked("0101", "0101", {"0101"}) == ("refused",), "it is there"


def test_the_nearest_space_is_one_where_the_unit_may_go_the_cheapest_of_those_as_near() -> None:
    def may_go(**spent: int) -> Any:
        return SimpleNamespace(spent={BOARD.index[space[1:]]: points for space, points in spent.items()})

    assert nearest(BOARD, "0101", "0202", [None, may_go(h0101=0, h0102=3, h0201=2)]) == ("0201",)
    assert nearest(BOARD, "0101", "0202", [may_go(h0102=2, h0201=2)]) == ("0102",), "the first by id"
    assert nearest(BOARD, "0202", "0202", [may_go(h0202=0, h0101=1)]) == ("0101",), "where it stands is nowhere"
    assert nearest(BOARD, "0101", "0202", [may_go(h0201=1), may_go(h0102=2, h0201=9)]) == ("0201",)
    assert nearest(BOARD, "0101", "0202", [None]) == ()


def test_the_closest_space_is_the_first_by_id_of_those_that_are_as_near() -> None:
    assert closest(BOARD, ("0202", "0201", "0102"), "0101") == ("0102",)
    assert closest(BOARD, iter(("0202", "0101")), "0101") == ("0101",)
    assert closest(BOARD, (), "0101") == ()
