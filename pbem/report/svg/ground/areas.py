"""The printed board of an area map: areas filled and bordered by kind, with what grows, flows and stands on them."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from math import pi, sin, sqrt
from typing import Any

from pbem.report.svg.base import palette
from pbem.report.svg.base.areaplan import AreaPlan
from pbem.report.svg.base.plan import line_of
from pbem.report.svg.base.shapes import clip, grain, inside, normals, resample, ribbon
from pbem.report.svg.base.write import Point, curve, element, group, lines, path
from pbem.report.svg.ground import borders, cover, landmarks, water

WATER = ("sea", "lake", "water")
_LINING = (0.5, 0.3, 0.14)


def art(plan: AreaPlan) -> list[str]:
    """All that bears no words. MapError where the map's lines cannot be drawn."""
    return [*_fills(plan), *over(plan, _relief(plan, plan.map.get("drawing", {}).get("ridges", ())))]


def over(plan: AreaPlan, relief: Sequence[str] = ()) -> list[str]:
    """What lies, grows and stands on the ground: patches, relief, rivers, roads, borders. MapError as `art`."""
    drawing = plan.map.get("drawing", {})
    return [
        *cover.patches(plan, drawing.get("patches", ())),
        *_textures(plan, drawing),
        *relief,
        *_rivers(plan, drawing.get("rivers", ())),
        *_roads(plan, drawing.get("roads", ())),
        *_borders(plan),
        *landmarks.works(plan, drawing.get("lines", ())),
        *landmarks.points(plan, drawing.get("points", ())),
    ]


def _fills(plan: AreaPlan) -> list[str]:
    """Water with its lines along the shore, then land, each area in the tint of its terrain."""
    left, top, right, bottom = plan.box
    wet = [id_ for id_ in plan.shown if _is_wet(plan, id_)]
    out = [element("rect", x=left, y=top, width=right - left, height=bottom - top, fill=palette.LAND)]
    if wet:
        out[0] = element("rect", x=left, y=top, width=right - left, height=bottom - top, fill=palette.SEA)
        out += _lining(plan, wet)
    tints: dict[str, list[str]] = {}
    for id_ in plan.shown:
        if not _is_wet(plan, id_):
            colour = next((palette.GROUNDS[w] for w in plan.terrain(id_) if w in palette.GROUNDS), palette.LAND)
            tints.setdefault(colour, []).append(_shape(plan, id_))
    more: dict[str, Any] = {"stroke_width": 1, "stroke_linejoin": "round"}  # no seam between areas of one tint
    return out + [path("".join(shapes), fill=colour, stroke=colour, **more) for colour, shapes in tints.items()]


def _is_wet(plan: AreaPlan, id_: str) -> bool:
    return not set(WATER).isdisjoint(plan.terrain(id_)[:1])


def _shape(plan: AreaPlan, id_: str) -> str:
    ring = clip(plan.outline(id_), plan.around)
    return lines(ring, closed=True)


def _lining(plan: AreaPlan, wet: Sequence[str]) -> list[str]:
    """Lines along the shore, ever fainter: each a broad stroke with a narrower one of the water over it."""
    shore = "".join(
        lines(plan.border(id_, other)) for id_ in wet for other in plan.neighbours(id_) if not _is_wet(plan, other)
    )
    thin = 1.3
    return [
        path(shore, fill="none", stroke=ink, stroke_width=2 * part * plan.radius + more, stroke_linejoin="round",
             stroke_linecap="round")
        for part, colour in zip(_LINING, palette.LINING, strict=True)
        for more, ink in ((thin, colour), (-thin, palette.SEA))
    ]  # fmt: skip


def _textures(plan: AreaPlan, drawing: Mapping[str, Any]) -> list[str]:
    """What the terrain of whole areas looks like, on a map that draws no patches of its own."""
    if drawing.get("patches"):
        return []
    paths, pen = cover.PathData(), cover.Pen(plan.view, plan.radius)
    for id_ in plan.shown:
        for word in plan.terrain(id_):
            if word in cover.TEXTURES:
                cover.TEXTURES[word](pen, plan.shapes[id_].ring, paths)
    return paths.draw()


def _relief(plan: AreaPlan, ridges: Iterable[Mapping[str, Any]]) -> list[str]:
    """Ridges: a shadow to the south-east of each, and hachures down both sides that keep off other ridges."""
    room, shadows, strokes = plan.radius / plan.view.scale, [], []
    crests = [(_tall(ridge) * room, resample(_points(ridge, "ridge"), room * 0.09)) for ridge in ridges]
    near: dict[tuple[int, int], int] = {}
    for i, (_, points) in enumerate(crests):
        for point in points:
            near.setdefault(_mesh(point, room), i)
    for i, (tall, points) in enumerate(crests):
        wide = [tall * 1.2 * sqrt(abs(sin(pi * k / (len(points) - 1)))) for k in range(len(points))]
        cast = [(x + w * 0.6, y + w * 0.6) for (x, y), w in zip(points, wide, strict=True)]
        shadow = clip([plan.at(p) for p in (*points, *reversed(cast))], plan.around)
        shadows.append(lines(shadow, closed=True))
        for start, end in _hachures(points, tall):
            if near.get(_mesh(end, room), i) == i:
                (x, y), (bx, by) = plan.at(start), plan.at(end)
                strokes.append(f"M{x:.1f} {y:.1f}l{bx - x:.1f} {by - y:.1f}")
    thin = max(0.8, plan.radius * 0.018)
    return [
        path("".join(shadows), fill=palette.SHADE, fill_opacity="0.55"),
        path("".join(strokes), fill="none", stroke=palette.HACHURE, stroke_width=thin),
    ]


def _tall(ridge: Mapping[str, Any]) -> float:
    """How far the ground falls beside a ridge, in radii: by its weight, 1 a spur to 3 a main crest."""
    return 0.14 + 0.09 * int(ridge.get("weight", 2))


def _mesh(point: Point, room: float) -> tuple[int, int]:
    """The mesh of a net in which a point lies."""
    return int(point[0] // (room * 0.2)), int(point[1] // (room * 0.2))


def _hachures(points: Sequence[Point], tall: float) -> Iterable[tuple[Point, Point]]:
    """The strokes down both sides of a crest, closer and longer where they lie in shadow, to the south-east."""
    for k, ((x, y), (nx, ny)) in enumerate(zip(points, normals(points), strict=True)):
        for sign in (1, -1):
            dx, dy = nx * sign, ny * sign
            light = (dx + dy) * 0.7071
            if light > 0 or k % 2 == 0:
                far = tall * (1 + 0.25 * light + 0.22 * grain(int(x), int(y) + sign))
                yield (x + dx * tall * 0.08, y + dy * tall * 0.08), (x + dx * far, y + dy * far)


def _points(thing: Mapping[str, Any], what: str) -> list[Point]:
    """The points of a line of the map."""
    return [(point[0], point[1]) for point in line_of(thing, what)]


def _rivers(plan: AreaPlan, rivers: Iterable[Mapping[str, Any]]) -> list[str]:
    """Rivers as ribbons with darker banks, widening from their source to their mouth; none over the sea."""
    out = []
    wet = [plan.outline(id_) for id_ in plan.shown if _is_wet(plan, id_)]
    for river in rivers:
        course = water.river_line(plan, river)
        mouth = next((i for i, p in enumerate(course) if i > 1 and any(inside(p, ring) for ring in wet)), None)
        course = course if mouth is None else course[:mouth]
        thick = plan.radius * 0.06 * int(river.get("width", 1)) + 1.2
        for more, colour in ((2.4, palette.COAST), (0.0, palette.RIVER_WATER)):
            shape = clip(ribbon(course, thick * 0.45 + more, thick + more), plan.around)
            out.append(path(lines(shape, closed=True), fill=colour))
    return out


def _roads(plan: AreaPlan, roads: Iterable[Mapping[str, Any]]) -> list[str]:
    """Roads as double lines."""
    d = "".join(curve([plan.at(p) for p in line_of(road, "road")]) for road in roads)
    wide = max(3.2, plan.radius * 0.085)
    return [
        path(d, fill="none", stroke=palette.ROAD, stroke_width=wide, stroke_linejoin="round"),
        path(d, fill="none", stroke=palette.ROAD_CASING, stroke_width=wide * 0.56, stroke_linejoin="round"),
    ]


def _borders(plan: AreaPlan) -> list[str]:
    """The borders, each once, the plain ones lowest."""
    pairs = [(a, b) for a, b in combinations(sorted(plan.shapes), 2) if plan.border(a, b)]
    seen = [(a, b) for a, b in pairs if a in plan.shown or b in plan.shown]
    found: list[tuple[str, str]] = []
    for a, b in seen:
        kind = min(plan.kinds(a, b) or {"open"})
        found.append((kind, borders.draw_border(kind, plan.border(a, b), plan.radius, _falls(plan, a, b))))
    return [group(svg for _, svg in sorted(found, key=lambda each: each[0] not in ("open", "road", "water")))]


def _falls(plan: AreaPlan, a: str, b: str) -> int:
    """To which side of a border, clockwise round the first area, the ground falls: 1 right (into it), -1 left."""
    order = borders.HEIGHTS
    high = [next((order.index(w) for w in plan.terrain(id_) if w in order), len(order)) for id_ in (a, b)]
    return 1 if high[0] > high[1] else -1
