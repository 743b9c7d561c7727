"""Hexes of a flat-topped grid, written CCRR: column then row, 0101 top left, even columns half a hex down.

A hex is addressed by its text ("0614") in orders, events and saves. Geometry is done in cube coordinates
(x + y + z = 0; x east, z south), where distances and straight steps are sums.
"""

from typing import NamedTuple


class Cube(NamedTuple):
    """Cube coordinates of a hex; their sum is always 0."""

    x: int
    y: int
    z: int


# North first, then clockwise: the order in which neighbours are listed everywhere.
DIRECTIONS: tuple[Cube, ...] = (
    Cube(0, 1, -1),
    Cube(1, 0, -1),
    Cube(1, -1, 0),
    Cube(0, -1, 1),
    Cube(-1, 0, 1),
    Cube(-1, 1, 0),
)


def hex_id(column: int, row: int) -> str:
    """The text of a hex: ``hex_id(6, 14) == "0614"``. Columns and rows run from 1 to 99."""
    if not (1 <= column <= 99 and 1 <= row <= 99):
        raise ValueError(f"column and row are 1 to 99: {column}, {row}")
    return f"{column:02d}{row:02d}"


def column_row(hex_: str) -> tuple[int, int]:
    """Column and row of a hex text; ValueError if it is not four ASCII digits."""
    if len(hex_) != 4 or not (hex_.isascii() and hex_.isdigit()):
        raise ValueError(f"a hex is four digits, column then row: {hex_!r}")
    return int(hex_[:2]), int(hex_[2:])


def to_cube(hex_: str) -> Cube:
    """Cube coordinates of a hex text."""
    column, row = column_row(hex_)
    x = column - 1
    z = row - 1 - x // 2  # even columns (odd x) lie half a hex lower
    return Cube(x, -x - z, z)


def from_cube(cube: Cube) -> str:
    """The hex text of cube coordinates; ValueError outside 0101 to 9999."""
    return hex_id(cube.x + 1, cube.z + cube.x // 2 + 1)


def step(cube: Cube, direction: int, count: int) -> Cube:
    """The cube `count` hexes away in a direction (0 north, then clockwise to 5)."""
    d = DIRECTIONS[direction]
    return Cube(cube.x + d.x * count, cube.y + d.y * count, cube.z + d.z * count)


def cube_distance(a: Cube, b: Cube) -> int:
    """Hexes between two cubes: 0 for the same, 1 for neighbours."""
    (ax, ay, az), (bx, by, bz) = a, b
    return (abs(ax - bx) + abs(ay - by) + abs(az - bz)) // 2


def distance(a: str, b: str) -> int:
    """Hexes from a to b: 0 for the same hex, 1 for neighbours."""
    return cube_distance(to_cube(a), to_cube(b))


def straight_direction(a: str, b: str) -> int | None:
    """The direction in which b lies exactly straight from a, or None (also for a == b)."""
    start, end = to_cube(a), to_cube(b)
    count = cube_distance(start, end)
    if count == 0:
        return None
    return next((d for d in range(6) if step(start, d, count) == end), None)
