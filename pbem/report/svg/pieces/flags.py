"""Flags of those who hold the places that matter."""

from collections.abc import Sequence

from pbem.report.svg.base import palette
from pbem.report.svg.base.areaplan import AreaPlan
from pbem.report.svg.base.labels import Box, Placer
from pbem.report.svg.base.plan import Plan
from pbem.report.svg.base.shapes import inside
from pbem.report.svg.base.write import element, lines, path

# Where the foot of a flag may stand from the centre of its space, in radii, the best first.
_FEET = ((0.72, 0.16), (-0.96, 0.16), (0.44, -0.5), (-0.7, -0.5), (0.44, 0.84), (-0.7, 0.84))
_AFAR = tuple(
    (east, south)
    for far in (1.0, 1.4, 1.8, 2.2, 2.6)
    for east in (far, -far - 0.24, 0.0, far / 2, -far / 2)
    for south in (0.3, -far, far, -far / 2, far / 2)
)
"""More places, for areas, which have more room and larger piles: those count that lie within."""
_RING = (0.3, 0.5, 0.86)
"""The middle of the ring from the foot of its flag, east and up, and its radius, in heights of the flag."""


def flags(plan: Plan, marks: Sequence[tuple[str, str, bool]], placer: Placer) -> list[str]:
    """A small flag at each place held: (space, colour, whether it changed hands in this span)."""
    out = []
    r = plan.radius * (0.36 if plan.detailed else 0.75)
    for space, colour, changed in marks:
        x, y = plan.centre(space)
        spots = _FEET if plan.kind == "hexes" else (*_FEET, *_AFAR)
        feet = [(x + east * plan.radius, y + south * plan.radius) for east, south in spots]
        if isinstance(plan, AreaPlan):
            outline = plan.outline(space)
            feet = [
                (fx, fy) for fx, fy in feet if inside((fx, fy), outline) and inside((fx + r / 2, fy - r), outline)
            ] or feet
        boxes = [_box(*foot, r, changed) for foot in feet]
        chosen = placer.choose(boxes, worst=float("inf"))
        out.append(_flag(*feet[chosen or 0], r, colour, changed))
    return out


def _box(fx: float, fy: float, r: float, changed: bool) -> Box:
    """What a flag with its foot there takes up, and the ring around one that is new."""
    if not changed:
        return (fx - 2, fy - r - 2, fx + 0.85 * r, fy + 1)
    x, y, ring = fx + _RING[0] * r, fy - _RING[1] * r, _RING[2] * r + 1
    return (x - ring, y - ring, x + ring, y + ring)


def _flag(fx: float, fy: float, r: float, colour: str, changed: bool) -> str:
    top = fy - r
    tail = ((fx + 0.62 * r, top + 0.28 * r), (fx + 0.8 * r, top + 0.56 * r), (fx, top + 0.56 * r))
    cloth = lines(((fx, top), (fx + 0.8 * r, top), *tail), closed=True)
    ring = element("circle", cx=fx + r * _RING[0], cy=fy - r * _RING[1], r=r * _RING[2], fill=palette.STAR,
                   stroke=palette.INK, stroke_width=2)  # fmt: skip
    return (
        (ring if changed else "")
        + path(cloth, fill=colour, stroke=palette.INK, stroke_width=max(1, r * 0.07), stroke_linejoin="round")
        + path(lines(((fx, fy), (fx, top))), fill="none", stroke=palette.INK, stroke_width=max(1.4, r * 0.12))
    )
