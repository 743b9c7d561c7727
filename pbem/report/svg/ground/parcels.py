"""Country cut into parcels: spaces into a few irregular plots with lanes between, each with rows of its own direction.

As all that grows, a plot looks the same in every window of a map: what seems chance lies by its place in the plane.
"""

from collections.abc import Iterator, Sequence
from math import atan2, cos, pi, sin

from pbem.report.svg.base.shapes import grain, mix
from pbem.report.svg.base.write import Point

LANE = 0.93
"""How much of its breadth a parcel keeps: the rest is lanes."""
UNEVEN = 0.1
"""How far the corners of a space are drawn in at most."""
STRIP = 900.0
"""Over how many units of the plane parcels lie in about the same direction."""


def parcels(ring: Sequence[Point]) -> list[list[Point]]:
    """The four parcels of a space, whose ring it is, in the plane."""
    x, y = _middle(ring)
    turn = 0.9 * grain(int(x // STRIP), int(y // STRIP)) + 0.16 * grain(int(x), int(y))
    drawn_in = [mix((x, y), corner, 1 - UNEVEN * abs(grain(int(corner[0]), int(corner[1])))) for corner in ring]
    found: list[list[Point]] = []
    for half in cut(drawn_in, (x, y), turn):
        if len(half) > 2:
            at = _middle(half)
            found += cut(half, at, turn + pi / 2 + 0.2 * grain(int(at[0]), int(at[1])))
    return [[mix(_middle(part), corner, LANE) for corner in part] for part in found if len(part) > 2]


def cut(ring: Sequence[Point], at: Point, turn: float) -> tuple[list[Point], list[Point]]:
    """The two parts of a ring on either side of a line through a point, at an angle."""
    c, s = cos(turn), sin(turn)
    sides = [(y - at[1]) * c - (x - at[0]) * s for x, y in ring]
    left, right = list[Point](), list[Point]()
    for n, (point, side) in enumerate(zip(ring, sides, strict=True)):
        (left if side >= 0 else right).append(point)
        after, beyond = ring[(n + 1) % len(ring)], sides[(n + 1) % len(ring)]
        if (side >= 0) != (beyond >= 0):
            met = mix(point, after, side / (side - beyond))
            left.append(met)
            right.append(met)
    return left, right


def rows(ring: Sequence[Point], gap: float) -> Iterator[tuple[Point, Point]]:
    """The stretches within a ring of lines along its first edge, so far apart."""
    (ax, ay), (bx, by) = ring[0], ring[1]
    angle = atan2(by - ay, bx - ax)
    c, s = cos(angle), sin(angle)
    turned = [((x - ax) * c + (y - ay) * s, (y - ay) * c - (x - ax) * s) for x, y in ring]
    low, high = min(y for _, y in turned), max(y for _, y in turned)
    row = low + gap
    while row < high - gap / 2:
        met = []
        for (px, py), (qx, qy) in zip(turned, [*turned[1:], turned[0]], strict=True):
            if (py > row) != (qy > row):
                met.append(px + (qx - px) * (row - py) / (qy - py))
        met.sort()
        for left, right in zip(met[::2], met[1::2], strict=False):
            start, end = ((ax + x * c - row * s, ay + x * s + row * c) for x in (left, right))
            yield start, end
        row += gap


def planted(ring: Sequence[Point], gap: float) -> Iterator[Point]:
    """Where trees stand in a ring: in rows, so far apart."""
    for n, ((ax, ay), (bx, by)) in enumerate(rows(ring, gap)):
        far = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5
        place = gap * (0.45 if n % 2 else 0.8)
        while place < far - 0.2 * gap:
            yield ax + (bx - ax) * place / far, ay + (by - ay) * place / far
            place += gap


def _middle(ring: Sequence[Point]) -> Point:
    return sum(x for x, _ in ring) / len(ring), sum(y for _, y in ring) / len(ring)
