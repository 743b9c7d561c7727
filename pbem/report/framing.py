"""What part of the map a picture of plans shows: all of them, as large as they fit."""

from collections.abc import Iterable

from pbem.board.board import read_board
from pbem.board.hexes import column_row
from pbem.core.scene import Scene
from pbem.report.svg import Crop
from pbem.report.svg.base.plan import map_size

LEAST_COLUMNS, LEAST_ROWS = 9, 8


def plan_crop(scene: Scene) -> Crop | None:
    """The smallest part of a hex map that holds every way, shot and new counter of a scene, with a hex around it.

    None, which is the whole map, for areas.
    """
    board = read_board(scene.map)
    if board.kind == "areas":
        return None
    columns, rows = map_size(scene.map)
    cells = [column_row(space) for space in _spaces(scene) if space in board.index]
    left, right = _stretch([column for column, _ in cells], LEAST_COLUMNS, columns)
    top, bottom = _stretch([row for _, row in cells], LEAST_ROWS, rows)
    return Crop(left, top, right, bottom)


def _spaces(scene: Scene) -> Iterable[str]:
    for arrow in scene.arrows:
        yield from arrow.path
    for shot in scene.shots:
        yield from (shot.origin, shot.target)
    yield from (counter.space for counter in scene.counters if "planned" in counter.states)


def _stretch(used: list[int], least: int, last: int) -> tuple[int, int]:
    """First and last of the columns (or rows) used, one more at each end, and no fewer than `least`, on the map."""
    if not used:
        return 1, last
    first, end = max(1, min(used) - 1), min(last, max(used) + 1)
    while end - first + 1 < min(least, last):
        first, end = max(1, first - 1), min(last, end + 1)
    return first, end
