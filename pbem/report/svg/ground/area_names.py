"""The names of areas, where the map puts them or beside the place of the counters, in as many lines as they take."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from pbem.report.svg.base import metrics, palette
from pbem.report.svg.base.areaplan import AreaPlan
from pbem.report.svg.base.labels import HARD, Box, Label, Placer, Style, text_box
from pbem.report.svg.base.naming import name_of
from pbem.report.svg.base.write import Point

_SIZES: Mapping[str, float] = {"l": 26, "m": 21, "s": 18.5, "xs": 16.5}
_WET = ("sea", "lake", "water", "river", "marsh")
_NEAR = ((0, 0), (0, -0.7), (0, 0.7), (-0.8, 0), (0.8, 0), (0, -1.4), (0, 1.4), (-1.6, 0), (1.6, 0))
_LINE = 1.02
"""From line to line, of the size."""
_AROUND = (0, 1, -1, 2, -2)
"""How many lines beyond its edge a name may stand over, under and beside a pile that would hide it."""


@dataclass(frozen=True, slots=True)
class AreaName:
    """The name of an area, line by line."""

    space: str
    rows: tuple[Label, ...]

    @property
    def boxes(self) -> list[Box]:
        """Where its lines stand."""
        return [text_box(row.words, row.left, row.baseline, row.style) for row in self.rows]

    def moved(self, by: Point) -> "AreaName":
        """The name elsewhere."""
        rows = (replace(row, left=row.left + by[0], baseline=row.baseline + by[1]) for row in self.rows)
        return AreaName(self.space, tuple(rows))


def area_names(plan: AreaPlan, lang: str, placer: Placer) -> list[AreaName]:
    """The names of the areas of the window, those that the map places first."""
    placer.avoid((_pile_box(plan, id_) for id_ in plan.inner), 1.0)
    own = [id_ for id_ in plan.shown if "label" in plan.areas[id_]]
    rest = [id_ for id_ in plan.shown if id_ not in own and plan.shows(id_)]
    found = [AreaName(id_, tuple(_name(plan, id_, lang, placer))) for id_ in (*own, *rest)]
    return [each for each in found if each.rows]


def cleared(names: Sequence[AreaName], placer: Placer, hulls: Mapping[str, Box]) -> list[Label]:
    """The same names, each where it was unless something stands there: then as near as it is free of it.

    `hulls`: what stands in each space; the name of one may go over, under or beside it.
    """
    free = [each for each in names if sum(map(placer.cost, each.boxes)) == 0]
    placer.taken.extend(box for each in free for box in each.boxes)
    found = [row for each in free for row in each.rows]
    for name in names:
        if name in free:
            continue
        options = [name.moved(by) for by in _ways(name, hulls.get(name.space))]
        size = name.rows[0].style.size
        dearer = [i * size for i in range(len(options))]
        chosen = placer.choose_among([each.boxes for each in options], 2 * HARD, dearer)
        found += options[chosen or 0].rows
    return found


def _ways(name: AreaName, hull: Box | None) -> Iterator[Point]:
    """How far, east and south, a name may be moved: least first, then to the edges of what stands there."""
    boxes = name.boxes
    left, top, right, bottom = (
        pick(edge) for pick, edge in zip((min, min, max, max), zip(*boxes, strict=True), strict=True)
    )
    tall = (bottom - top) / 2
    yield from ((a * tall, b * tall) for a, b in _NEAR)
    if hull is None:
        return
    middle = (hull[0] + hull[2] - left - right) / 2
    for line in _AROUND:
        aside = line * tall
        yield middle + aside, hull[1] - 4 - bottom
        yield middle + aside, hull[3] + 4 - top
        yield hull[0] - 6 - right, (hull[1] + hull[3] - top - bottom) / 2 + aside
        yield hull[2] + 6 - left, (hull[1] + hull[3] - top - bottom) / 2 + aside


def _pile_box(plan: AreaPlan, id_: str) -> Box:
    """Where counters will stand."""
    (x, y), half = plan.centre(id_), plan.radius * 0.6
    return x - half, y - half, x + half, y + half


def _name(plan: AreaPlan, id_: str, lang: str, placer: Placer) -> Iterator[Label]:
    if not plan.areas[id_].get("name"):
        return
    label: Mapping[str, Any] = plan.areas[id_].get("label", {})
    style = _style(plan, id_, str(label.get("size", "m")))
    words = name_of(plan.areas[id_], lang)
    given = label.get("lines", {}).get(lang)
    written_in = [list(map(metrics.to_drawable, given))] if given else _ways_to_break(words)
    options: list[tuple[list[str], Point]] = []
    for rows in written_in:
        options += [(rows, spot) for spot in _spots(plan, id_, rows, style, label)]
    boxes = [_boxes(rows, spot, style) for rows, spot in options]
    dearer = [i * style.size * (style.size if "at" in label else 1) for i in range(len(boxes))]
    chosen = placer.choose_among(
        boxes, 2 * HARD, dearer
    )  # rather on another name than not at all, unless it is outside
    if chosen is None and "at" in label and plan.shows(id_):  # of an area that reaches into the window
        options = [(rows, spot) for rows in written_in for spot in _spots(plan, id_, rows, style, {})]
        boxes = [_boxes(rows, spot, style) for rows, spot in options]
        chosen = placer.choose_among(boxes, HARD, [i * style.size for i in range(len(boxes))])
    if chosen is None:
        return
    rows, (x, y) = options[chosen]
    for i, row in enumerate(rows):
        yield Label(row, x - style.width(row) / 2, y + _drop(i, len(rows), style), style)


def _style(plan: AreaPlan, id_: str, size: str) -> Style:
    """The style of a name: larger on a close-up, but less so than the ground."""
    zoom = (plan.whole.width / plan.crop.width) ** 0.4
    large = round(_SIZES.get(size, _SIZES["m"]) * min(zoom, 1.7), 1)
    if not set(_WET).isdisjoint(plan.terrain(id_)[:1]):
        return Style(round(large * 0.88, 1), "serif", palette.LABEL_KINDS["sea"], 3.6)
    return Style(large, "bold" if size == "l" else "medium", palette.LABEL, 4.0)


def _ways_to_break(words: str) -> list[list[str]]:
    """A name in one line, or in two that are about as long."""
    parts = words.split()
    breaks = [[" ".join(parts[:i]), " ".join(parts[i:])] for i in range(1, len(parts))]
    best = min(breaks, key=lambda rows: max(map(len, rows)), default=None)
    return [[words], best] if best and len(words) > 11 else [[words]]


def _spots(
    plan: AreaPlan, id_: str, rows: Sequence[str], style: Style, label: Mapping[str, Any]
) -> list[Point]:  # fmt: skip
    """Possible middles of a name: the map's own, or above and below the counters, then farther."""
    tall, r = style.size * _LINE * len(rows) / 2, plan.radius
    if "at" in label:
        x, y = plan.at(label["at"])
        return [(x + a * tall, y + b * tall) for a, b in _NEAR]
    x, y = plan.centre(id_)
    rise = r * 0.62 + tall
    return [(x, y - rise), (x, y + rise), *((x + a * r, y + b * rise) for b in (-1, 1) for a in (-0.5, 0.5, -1, 1))]


def _drop(row: int, rows: int, style: Style) -> float:
    """From the middle of a name down to the foot of one of its lines."""
    return (row - (rows - 1) / 2) * style.size * _LINE + style.size * 0.34


def _boxes(rows: Sequence[str], middle: Point, style: Style) -> list[Box]:
    x, y = middle
    return [
        text_box(row, x - style.width(row) / 2, y + _drop(i, len(rows), style), style) for i, row in enumerate(rows)
    ]
