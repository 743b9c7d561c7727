"""Where one can see and fire to: spaces shaded with what is written on them, and straight lines of sight."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from pbem.core.scene import Scene, Shade, Sightline
from pbem.report.svg.base import metrics, palette
from pbem.report.svg.base.labels import plate
from pbem.report.svg.base.plan import Plan
from pbem.report.svg.base.write import Point, element, lines, num, path, text


@dataclass(frozen=True, slots=True)
class Look:
    """How spaces of a kind look: the fill and how dense it is, the edge of each, dashed or not."""

    fill: str
    opacity: str
    edge: str
    dashed: bool = False


LOOKS: Mapping[str, Look] = {
    "reach": Look(palette.LOST, "0.34", palette.LOST),
    "far-reach": Look(palette.STAR, "0.45", palette.LOST),
    "hidden": Look(palette.INK, "0.22", palette.INK, dashed=True),
    "arc": Look(palette.LOST, "0.10", palette.LOST, dashed=True),
    "crossed": Look(palette.STAR, "0.38", palette.INK),
    "blocking": Look(palette.LOST, "0.34", palette.LOST),
}
"""Kinds of shades; any other is its label alone."""


def draw_shades(plan: Plan, scene: Scene) -> list[str]:
    """The shaded spaces, for below the counters."""
    return [
        _space(plan, space, LOOKS[shade.kind])
        for shade in scene.shades
        if shade.kind in LOOKS
        for space in shade.spaces
        if plan.shows(space)
    ]


def _space(plan: Plan, space: str, look: Look) -> str:
    wide = max(1.2, plan.radius * 0.035)
    dashes = {"stroke_dasharray": f"{num(wide * 3)} {num(wide * 2)}"} if look.dashed else {}
    ring = lines(plan.outline(space, 0.93), closed=True)
    return path(ring, fill=look.fill, fill_opacity=look.opacity, stroke=look.edge, stroke_width=num(wide), **dashes)


def draw_over(plan: Plan, scene: Scene) -> list[str]:
    """Lines of sight and what is written on shades, for above the counters."""
    drawn = [part for line in scene.sightlines for part in _line(plan, line)]
    held = {counter.space for counter in scene.counters}
    return [*drawn, *(_label(plan, shade, space, low=space in held) for shade, space in _labelled(plan, scene))]


def _labelled(plan: Plan, scene: Scene) -> Iterator[tuple[Shade, str]]:
    for shade in scene.shades if plan.detailed else ():
        for space in shade.spaces if shade.label else ():
            if plan.shows(space):
                yield shade, space


def _label(plan: Plan, shade: Shade, space: str, *, low: bool) -> str:
    """A plate at the foot of a space with what is written there; `low`: across its edge, below a counter."""
    (x, y), size = plan.centre(space), plan.radius * 0.36
    words = metrics.to_drawable(shade.label)
    half, foot = metrics.width(words, size, "bold") / 2 + size * 0.3, y + plan.radius * (1.16 if low else 0.84)
    box = (x - half, foot - size * 1.15, x + half, foot)
    fill = palette.STAR if shade.kind == "odds" else palette.PAPER
    more = {"text_anchor": "middle", **metrics.ATTRIBUTES["bold"]}
    return plate(box, fill, size * 0.25) + text(words, x, foot - size * 0.24, round(size, 1), fill=palette.INK, **more)


def _line(plan: Plan, line: Sightline) -> Iterator[str]:
    """A line from centre to centre: whole where one sees, red and dashed behind what hides."""
    start, end = plan.centre(line.origin), plan.centre(line.target)
    stop = _foot(start, end, plan.centre(line.stopped)) if line.stopped else end
    wide = max(2.0, plan.radius * 0.06)
    yield path(lines((start, end)), fill="none", stroke=palette.PAPER, stroke_width=num(wide * 2.2))
    yield path(lines((start, stop)), fill="none", stroke=palette.INK, stroke_width=num(wide))
    if line.stopped:
        red = {"stroke": palette.LOST, "stroke_dasharray": f"{num(wide * 1.6)} {num(wide * 1.6)}"}
        yield path(lines((stop, end)), fill="none", stroke_width=num(wide), **red)
        cross = path("M-8-8L8 8M-8 8L8-8", fill="none", stroke=palette.PAPER, stroke_width=8)
        cross += path("M-8-8L8 8M-8 8L8-8", fill="none", stroke=palette.LOST, stroke_width=4.5)
        at = f"translate({num(stop[0])} {num(stop[1])}) scale({num(wide / 2.4)})"
        yield element("g", cross, transform=at)
    for x, y in (start, end):
        yield element("circle", cx=num(x), cy=num(y), r=num(wide * 1.8), fill=palette.PAPER, stroke=palette.INK,
                      stroke_width=num(wide))  # fmt: skip


def _foot(start: Point, end: Point, at: Point) -> Point:
    """The point of a line that is nearest to a point."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    part = ((at[0] - start[0]) * dx + (at[1] - start[1]) * dy) / (dx * dx + dy * dy or 1.0)
    return start[0] + part * dx, start[1] + part * dy
