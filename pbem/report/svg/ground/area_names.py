"""The names of areas, where the map puts them or beside the place of the counters, in as many lines as they take."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pbem.report.svg.base import metrics, palette
from pbem.report.svg.base.areaplan import AreaPlan
from pbem.report.svg.base.labels import HARD, Box, Placer, Style, draw_text, text_box
from pbem.report.svg.base.naming import name_of
from pbem.report.svg.base.write import Point, group

_SIZES: Mapping[str, float] = {"l": 26, "m": 21, "s": 18.5, "xs": 16.5}
_WET = ("sea", "lake", "water", "river", "marsh")
_NEAR = ((0, 0), (0, -0.7), (0, 0.7), (-0.8, 0), (0.8, 0), (0, -1.4), (0, 1.4), (-1.6, 0), (1.6, 0))
_LINE = 1.02
"""From line to line, of the size."""


def area_names(plan: AreaPlan, lang: str, placer: Placer) -> list[str]:
    """The names of the areas of the window, those that the map places first."""
    placer.avoid((_pile_box(plan, id_) for id_ in plan.inner), 1.0)
    own = [id_ for id_ in plan.shown if "label" in plan.areas[id_]]
    rest = [id_ for id_ in plan.shown if id_ not in own and plan.shows(id_)]
    return [group(svg for id_ in (*own, *rest) for svg in _name(plan, id_, lang, placer))]


def _pile_box(plan: AreaPlan, id_: str) -> Box:
    """Where counters will stand."""
    (x, y), half = plan.centre(id_), plan.radius * 0.6
    return x - half, y - half, x + half, y + half


def _name(plan: AreaPlan, id_: str, lang: str, placer: Placer) -> Iterator[str]:
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
    if chosen is None:
        return
    rows, (x, y) = options[chosen]
    for i, row in enumerate(rows):
        yield draw_text(row, x - style.width(row) / 2, y + _drop(i, len(rows), style), style)


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
