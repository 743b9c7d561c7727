"""What part of the map to show close up: the window in which most happened."""

from collections.abc import Iterable

from pbem.board.hexes import column_row
from pbem.core.scene import Scene
from pbem.report.svg.plan import Crop, map_size

MOST_COLUMNS, MOST_ROWS = 13, 11


def action_crop(scene: Scene) -> Crop:
    """The part of the map, at most 13 hexes wide and 11 high, that holds most of what happened.

    Combats count most, then losses and hits, then changes of control, moves and counters. Around what it holds stays
    one hex of room if the map has it. Without any event it is where most counters stand.
    """
    columns, rows = map_size(scene.map)
    wide, tall = min(MOST_COLUMNS, columns), min(MOST_ROWS, rows)
    weights = _weights(scene)
    sums = _summed(weights, columns, rows)
    best, where = (-1, 0), (1, 1)
    for column in range(1, columns - wide + 2):
        for row in range(1, rows - tall + 2):
            inner = _window(sums, column + 1, row + 1, column + wide - 2, row + tall - 2)
            value = (_window(sums, column, row, column + wide - 1, row + tall - 1) + inner, inner)
            if value > best:
                best, where = value, (column, row)
    column, row = _centred(weights, where, wide, tall, columns, rows)
    return Crop(column, row, column + wide - 1, row + tall - 1)


def _weights(scene: Scene) -> dict[tuple[int, int], int]:
    """How much each hex is worth being shown, by (column, row). Names that are no hex of the map count nothing."""
    weights: dict[tuple[int, int], int] = {}
    places = {**{g.unit: g.space for g in scene.ghosts}, **{c.unit: c.space for c in scene.counters}}

    def add(spaces: Iterable[str], worth: int) -> None:
        for space in spaces:
            space = space if space in scene.map["hexes"] else places.get(space, "")
            if space in scene.map["hexes"]:
                at = column_row(space)
                weights[at] = weights.get(at, 0) + worth

    for battle in scene.battles:
        add((*battle.attackers, *battle.defenders), 300)
    add((g.space for g in scene.ghosts if g.lost), 200)
    for shot in scene.shots:
        add((shot.target,), 160 if shot.hit else 60)
    add((c.space for c in scene.controls if c.changed), 150)
    for arrow in scene.arrows:
        add((arrow.path[0], arrow.path[-1]) if arrow.path else (), 20)
    add((c.space for c in scene.counters), 1)
    return weights


def _summed(weights: dict[tuple[int, int], int], columns: int, rows: int) -> list[list[int]]:
    """Sums over all rectangles that begin at the first hex."""
    sums = [[0] * (rows + 1) for _ in range(columns + 1)]
    for column in range(1, columns + 1):
        for row in range(1, rows + 1):
            here = weights.get((column, row), 0)
            sums[column][row] = here + sums[column - 1][row] + sums[column][row - 1] - sums[column - 1][row - 1]
    return sums


def _window(sums: list[list[int]], left: int, top: int, right: int, bottom: int) -> int:
    if right < left or bottom < top:
        return 0
    return sums[right][bottom] - sums[left - 1][bottom] - sums[right][top - 1] + sums[left - 1][top - 1]


def _centred(
    weights: dict[tuple[int, int], int], where: tuple[int, int], wide: int, tall: int, columns: int, rows: int
) -> tuple[int, int]:
    """The window moved so that what matters in it lies in its middle, as far as the map allows."""
    column, row = where
    held = [at for at in weights if column <= at[0] < column + wide and row <= at[1] < row + tall]
    if not held:
        return max(1, (columns - wide) // 2 + 1), max(1, (rows - tall) // 2 + 1)
    most = max(weights[at] for at in held)
    matters = [at for at in held if weights[at] * 4 >= min(most, 80)]
    middle_column = (min(c for c, _ in matters) + max(c for c, _ in matters)) // 2
    middle_row = (min(r for _, r in matters) + max(r for _, r in matters)) // 2
    column = min(max(1, middle_column - wide // 2), columns - wide + 1)
    row = min(max(1, middle_row - tall // 2), rows - tall + 1)
    return column, row
