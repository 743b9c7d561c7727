"""What lies between two spaces, as lines: slopes with their hachures, walls, edges of woods and marshes, banks."""

from collections.abc import Mapping, Sequence

from pbem.report.svg.base import palette
from pbem.report.svg.base.shapes import grain, normals, resample
from pbem.report.svg.base.write import Point, element, lines, num, path

HEIGHTS = ("mountain", "hill", "forest")
"""Terrain that lies above other, the highest first: a slope between two areas falls to the lower one."""


def draw_border(kind: str, line: Sequence[Point], radius: float, falls: int = 0) -> str:
    """A border of a kind; `falls` says to which side of the line the ground falls: 1 right, -1 left, 0 unknown.

    A kind that nobody defined is a plain line.
    """
    thin = max(1.0, radius * 0.028)
    d = lines(line)
    if kind in _DASHED:
        colour, wide, dashes = _DASHED[kind]
        dash = " ".join(num(thin * part) for part in dashes)
        return path(d, fill="none", stroke=colour, stroke_width=thin * wide, stroke_dasharray=dash)
    colour, wide = _PLAIN.get(kind, (palette.EDGE, 1.2))
    below = path(d, fill="none", stroke=colour, stroke_width=thin * wide, stroke_linejoin="round")
    if kind == "slope":
        return below + hachures(line, radius, falls or 1)
    if kind == "cliff":
        return below + _teeth(line, radius, falls or 1)
    if kind == "parapet":
        return below + _battlements(line, radius)
    if kind in ("wood", "hedge"):
        return below + _bushes(line, radius)
    return below


_PLAIN: Mapping[str, tuple[str, float]] = {
    "open": (palette.EDGE, 1.2),
    "road": (palette.EDGE, 1.2),
    "slope": (palette.EDGE, 1.4),
    "cliff": (palette.INK, 2.2),
    "wood": (palette.EDGE, 1.2),
    "hedge": (palette.EDGE, 1.0),
    "walls": (palette.WALL, 2.6),
    "wall": (palette.WALL, 2.6),
    "parapet": (palette.INK, 2.0),
    "trench": (palette.INK, 2.0),
    "bank": (palette.COAST, 1.7),
    "shore": (palette.COAST, 2.2),
}
"""Colour and thickness of the kinds that are drawn through."""
_DASHED: Mapping[str, tuple[str, float, tuple[float, ...]]] = {
    "mire": (palette.COAST, 1.6, (5, 2.5)),
    "stream": (palette.COAST, 1.5, (6, 3)),
    "water": (palette.LINING[-1], 1.4, (1.4, 3.5)),
}


def hachures(line: Sequence[Point], radius: float, side: int, reach: float = 0.2) -> str:
    """Short strokes down one side of a line, every other one longer."""
    points = resample(line, max(3.0, radius * 0.075))
    parts = []
    for i, ((x, y), (nx, ny)) in enumerate(zip(points, normals(points), strict=True)):
        far = radius * reach * (0.75 if i % 2 else 1.0) * (1 + 0.2 * grain(i, 7)) * side
        parts.append(f"M{x:.1f} {y:.1f}l{nx * far:.1f} {ny * far:.1f}")
    return path("".join(parts), fill="none", stroke=palette.HACHURE, stroke_width=max(0.8, radius * 0.02))


def _teeth(line: Sequence[Point], radius: float, side: int) -> str:
    """Solid teeth down one side of a line."""
    points = resample(line, max(4.0, radius * 0.12))
    tips = list(zip(points, normals(points), strict=True))
    far, parts = radius * 0.14 * side, []
    for ((ax, ay), (nx, ny)), ((bx, by), _) in zip(tips[::2], tips[1::2], strict=False):
        tip = ((ax + bx) / 2 + nx * far, (ay + by) / 2 + ny * far)
        parts.append(lines(((ax, ay), (bx, by), tip), closed=True))
    return path("".join(parts), fill=palette.INK)


def _battlements(line: Sequence[Point], radius: float) -> str:
    """Blocks along a line."""
    points = resample(line, max(4.0, radius * 0.13))
    half = radius * 0.05
    blocks = (
        f"M{x - nx * half:.1f} {y - ny * half:.1f}L{x + nx * half:.1f} {y + ny * half:.1f}"
        for (x, y), (nx, ny) in zip(points, normals(points), strict=True)
    )
    return path("".join(blocks), fill="none", stroke=palette.INK, stroke_width=max(1.6, radius * 0.045))


def _bushes(line: Sequence[Point], radius: float) -> str:
    """Small trees along a line."""
    r = max(1.4, radius * 0.038)
    return "".join(
        element("circle", cx=x, cy=y, r=r, fill=palette.TREE) for x, y in resample(line, radius * 0.14)[1:-1]
    )
