"""How units go: a path as it was written, or the cheapest one to a goal; and for what cannot be, the nearest space."""

from collections.abc import Callable, Iterable, Sequence
from typing import Protocol, TypeVar

from pbem.board.board import Board
from pbem.core.problems import Fault


class Walk(Protocol):
    """What a path comes to: its spaces from the start on, its cost, and why it cannot be gone."""

    @property
    def cost(self) -> int: ...

    @property
    def faults(self) -> tuple[Fault, ...]: ...


class SearchResult(Protocol):
    """What a search reached: points spent by node, and the way to each."""

    @property
    def spent(self) -> dict[int, int]:
        """Points by node of the map."""

    def way(self, goal: int) -> tuple[int, ...]:
        """The nodes from the start to `goal`, both included."""

    def ways(self, ids: Sequence[str]) -> dict[int, tuple[str, ...]]:
        """The way to every node as texts, the start left out."""


W = TypeVar("W", bound=Walk)


def to_goal(
    board: Board,
    start: str,
    goal: str,
    *,
    walk: Callable[[tuple[str, ...]], W],
    reached: Callable[[], Iterable[SearchResult | None]],
    refuse: Callable[[], W],
    least: int,
) -> W:
    """The cheapest legal path to one space, written out; or why there is none.

    `walk(path)` is what a written path comes to; `reached()` the searches from the start, the one that counts first at
    the front; `refuse()` what is said of a goal that no legal path reaches. `least` is what the cheapest step costs: a
    neighbour that costs no more than two of them is entered at once, for any way round takes two steps or more.
    """
    beside = goal in board.neighbours[start]
    if beside:
        step = walk((goal,))
        if not step.faults and step.cost <= 2 * least:
            return step
    node = board.index[goal]
    if goal != start:
        for found in reached():
            if found is not None and node in found.spent:
                return walk(tuple(board.ids[n] for n in found.way(node)[1:]))
    return step if beside else refuse()


def closest(board: Board, spaces: Iterable[str], goal: str) -> tuple[str, ...]:
    """Of some spaces the one nearest to the goal, the first by id of equals; none where there are none."""
    return tuple(sorted(spaces, key=lambda space: (board.distance(space, goal), space))[:1])


def nearest(board: Board, start: str, goal: str, reached: Iterable[SearchResult | None]) -> tuple[str, ...]:
    """The space nearest to the goal where the unit may go, if any: what the player may have meant."""
    searches = [found for found in reached if found is not None]
    spent = {board.ids[node]: points for found in reversed(searches) for node, points in found.spent.items()}
    spent.pop(start, None)
    return tuple(sorted(spent, key=lambda space: (board.distance(space, goal), spent[space], space))[:1])
