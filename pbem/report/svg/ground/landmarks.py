"""What stands on the ground of an area map: houses, tents, towers, walls and paths, as small drawings."""

from collections.abc import Iterable, Mapping
from typing import Any

from pbem.report.svg.base import palette
from pbem.report.svg.base.plan import Plan, line_of
from pbem.report.svg.base.write import curve, element, num, path
from pbem.report.svg.ground import borders

# Path data in a box of 20 by 20 around 0, 0: what is filled in the first colour, then in the second, over an outline.
_SIGNS: Mapping[str, tuple[str, str, str]] = {
    "house": ("M-7-3H7V6H-7Z", "M-9-3L-5-8H5L9-3Z", palette.ROOF),
    "hut": ("M-6 6Q-6-6 0-7Q6-6 6 6Z", "", palette.WALL),
    "tent": ("M-8 7L0-8L8 7Z", "M-2 7L0-8L2 7Z", palette.WALL),
    "tent-row": ("M-14 6L-8-6L-2 6ZM2 6L8-6L14 6Z", "M-10 6L-8-6L-6 6ZM6 6L8-6L10 6Z", palette.WALL),
    "tree": ("", "M-7 0A7 7 0 1 1 7 0A7 7 0 1 1-7 0Z", palette.TREE),
    "tower": ("M-4 8V-8H-5V-11H5V-8H4V8Z", "", palette.WALL),
    "mosque": ("M-9 8V-1H5V8ZM6 8V-11H10V8Z", "M-7-1A5 5 0 0 1 3-1Z", palette.ROOF),
    "qubba": ("M-7 8V0H7V8Z", "M-6 0A6 6 0 0 1 6 0Z", palette.ROOF),
    "ruin": ("M-8 8V-4H-4V0H0V-6H4V2H8V8Z", "", palette.WALL),
    "castle": ("M-11 9V-8H-7V-4H-3V-8H3V-4H7V-8H11V9Z", "M-2 9V2H2V9Z", palette.WALL),
    "fort": ("M0-11L4-4 11-3 6 2 8 10 0 6-8 10-6 2-11-3-4-4Z", "", palette.WALL),
    "warehouse": ("M-10 7V-3H10V7Z", "M-11-3L0-9 11-3Z", palette.ROOF),
    "bridge": ("M-11-5L-8-3H8L11-5V5L8 3H-8L-11 5Z", "", palette.WALL),
    "anchor": ("", "M-1.2-9H1.2V6Q6 5 7 0L9 2Q7 9 0 10Q-7 9-9 2L-7 0Q-6 5-1.2 6Z", palette.COAST),
    "dune": ("", "M-8 3Q0-6 8 3Q0-2-8 3Z", palette.FURROW),
    "inn": ("M-8-2H8V7H-8Z", "M-10-2L0-9 10-2Z", palette.ROOF),
    "cross": ("", "M-1.6-10H1.6V-5H6V-2H1.6V10H-1.6V-2H-6V-5H-1.6Z", palette.INK),
    "well": ("", "M-6 0A6 6 0 1 1 6 0A6 6 0 1 1-6 0Z", palette.RIVER),
}
_FLAT = ("tree", "dune", "anchor", "cross")


def points(plan: Plan, drawn: Iterable[Mapping[str, Any]]) -> list[str]:
    """The drawn points in the window, from the top down; one of a kind that nobody drew is a dot."""
    near = plan.crop.grown(plan.radius / plan.view.scale, plan.radius / plan.view.scale)
    seen = sorted((p for p in drawn if near.holds(p["at"])), key=lambda p: (p["at"][1], p["at"][0]))
    scale = plan.radius * 0.0098
    return [_sign(str(p.get("kind")), *plan.at(p["at"]), scale) for p in seen]


def _sign(kind: str, x: float, y: float, scale: float) -> str:
    place = f"translate({x:.1f} {y:.1f}) scale({scale:.3f})"
    if kind not in _SIGNS:
        return element("circle", r=4, fill=palette.INK, transform=place)
    body, roof, colour = _SIGNS[kind]
    edge: dict[str, str | float] = {} if kind in _FLAT else {"stroke": palette.WALL, "stroke_width": 1.8}
    shapes = path(body, fill=palette.PAPER, **edge) + path(roof, fill=colour, **edge)
    return element("g", shapes, transform=place, stroke_linejoin="round")


_DASHED: Mapping[str, tuple[str, float, tuple[float, ...]]] = {
    "path": (palette.ROAD, 0.026, (0.1, 0.07)),
    "gully": (palette.RIVER, 0.024, (0.16, 0.07)),
    "ditch": (palette.RIVER, 0.034, ()),
}


def works(plan: Plan, drawn: Iterable[Mapping[str, Any]]) -> list[str]:
    """The drawn lines: paths and gullies dashed, walls and parapets as borders of that kind are."""
    out = []
    for each in drawn:
        line, kind = [plan.at(p) for p in line_of(each, "line")], str(each.get("kind"))
        if kind in _DASHED:
            colour, wide, dashes = _DASHED[kind]
            dash = {"stroke_dasharray": " ".join(num(plan.radius * d) for d in dashes)} if dashes else {}
            out.append(path(curve(line), fill="none", stroke=colour, stroke_width=max(1.1, plan.radius * wide), **dash))
        else:
            out.append(borders.draw_border("wall" if kind.endswith("wall") else kind, line, plan.radius))
    return out
