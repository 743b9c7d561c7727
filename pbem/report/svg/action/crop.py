"""What part of the map to show close up: the window in which most happened."""

from collections.abc import Iterable

from pbem.board.hexes import column_row, hex_id
from pbem.core.scene import Scene
from pbem.report.svg.base.plan import ROOT3, Crop, map_size
from pbem.report.svg.ground.places import named

MOST_COLUMNS, LEAST_COLUMNS, LEAST_ROWS = 13, 9, 7
TALL = 0.93
"""The most height of the map window for its width: with title and legend a picture is at most 1.15 times as high as
wide, so that a phone shows it whole."""


def most_rows(columns: int) -> int:
    """How many rows a close-up of so many columns may have (hexes flat at the top, columns 1.5 radii apart)."""
    return int(TALL * (1.5 * (columns - 1) + 2) / ROOT3 - 0.5)


MOST_ROWS = most_rows(MOST_COLUMNS)


def action_crop(scene: Scene) -> Crop:
    """The part of the map, at most 13 hexes wide and little higher than wide, that holds most of what happened.

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
    return _tight(weights, Crop(*where, where[0] + wide - 1, where[1] + tall - 1), columns, rows)


def places_shown(scene: Scene, crop: Crop, lang: str, most: int = 3) -> tuple[str, ...]:
    """The names of the places that a close-up shows, those nearest to what happened first: for its text alternative."""
    weights = _weights(scene)
    hexes = scene.map["hexes"]
    found = []
    for space in sorted(hexes):
        place = hexes[space].get("place")
        if place and crop.holds(space):
            column, row = column_row(space)
            near = (weights.get((column + x, row + y), 0) for x in (-1, 0, 1) for y in (-1, 0, 1))
            found.append((-sum(near), space, named(place, lang)))
    return tuple(name for _, _, name in sorted(found)[:most])


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


def _tight(weights: dict[tuple[int, int], int], window: Crop, columns: int, rows: int) -> Crop:
    """The window drawn in to what matters in it and one hex around, so that little is shown large; in its middle."""
    held = {at: weights[at] for at in weights if window.holds(hex_id(*at))}
    if not held:
        return window
    enough = min(max(held.values()), 60)
    matters = [at for at in held if held[at] >= enough]
    used = [max(line) - min(line) + 3 for line in zip(*matters, strict=True)]
    least = next((n for n in range(LEAST_COLUMNS, window.columns) if most_rows(n) >= used[1]), window.columns)
    left, right = _span([c for c, _ in matters], min(least, window.columns), window.columns, columns)
    least = min(LEAST_ROWS, rows)
    tall = max(least, min(most_rows(right - left + 1), window.rows))
    top, bottom = _span([r for _, r in matters], least, tall, rows)
    return Crop(left, top, right, bottom)


def _span(used: list[int], least: int, most: int, last: int) -> tuple[int, int]:
    """First and last of the columns (or rows) that hold those used and one more at each end, within the map."""
    length = max(least, min(most, max(used) - min(used) + 3))
    first = (min(used) + max(used) + 1 - length) // 2
    first = min(max(1, first), last - length + 1)
    return first, first + length - 1
