"""The cheapest way to one space: straight to a neighbour only where no way round can be cheaper."""

from dataclasses import dataclass
from typing import Any

import pytest

from pbem.board.hexmap import HexMap
from pbem.core.problems import Fault
from pbem.kit.walking import closest, to_goal

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


def test_the_closest_space_is_the_first_by_id_of_those_that_are_as_near() -> None:
    assert closest(BOARD, ("0202", "0201", "0102"), "0101") == ("0102",)
    assert closest(BOARD, iter(("0202", "0101")), "0101") == ("0101",)
    assert closest(BOARD, (), "0101") == ()
