"""Round the map window: the neat line with the numbers of columns and rows; in the sea a cartouche and a wind rose."""

from collections.abc import Iterable, Mapping
from math import cos, pi, sin
from typing import Any

from pbem.report.svg.base import metrics, palette
from pbem.report.svg.base.hexplan import HexPlan
from pbem.report.svg.base.labels import Box
from pbem.report.svg.base.naming import N_, Naming, name_of
from pbem.report.svg.base.plan import HEADER, WIDTH, Plan
from pbem.report.svg.base.write import element, group, lines, num, path, text
from pbem.report.svg.sheet import ground_key

_BAR = 6
_SIZE = 19
_ROW, _COLUMN, _HEAD = 29, 182, 66
_COLUMNS = 3
_ROSE = 2.6  # hex radii
_ROUND = (100, 200, 500, 1000, 2000, 5000, 10000, 20000, 50000)


def frame(plan: Plan) -> list[str]:
    """The band between the picture's edge and the map window: paper, a double line, references on an overview."""
    left, top, right, bottom = plan.box
    outer = lines(((0, HEADER), (WIDTH, HEADER), (WIDTH, plan.bottom), (0, plan.bottom)), closed=True)
    window = lines(((left, top), (right, top), (right, bottom), (left, bottom)), closed=True)
    band = path(outer + window, fill=palette.PAPER, fill_rule="evenodd")
    neat = [band, path(window, fill="none", stroke=palette.INK, stroke_width=1.2)]
    air = _BAR + 1.0 if not plan.detailed else 5.0
    if isinstance(plan, HexPlan) and not plan.detailed:
        neat += [_scale(plan), *_references(plan)]
    neat.append(_box(left - air, top - air, right + air, bottom + air, 1.2 if not plan.detailed else 2.4))
    if not plan.detailed:
        neat.append(_box(3, HEADER + 3, WIDTH - 3, plan.bottom - 3, 2.4))
    return neat


def _box(left: float, top: float, right: float, bottom: float, thick: float) -> str:
    d = f"M{num(left)} {num(top)}H{num(right)}V{num(bottom)}H{num(left)}Z"
    return path(d, fill="none", stroke=palette.INK, stroke_width=thick)


def _scale(plan: HexPlan) -> str:
    """A bar along the window that is dark at every other column and row."""
    left, top, right, bottom = plan.box
    step, tall = 1.5 * plan.radius, 2 * plan.radius * 0.866025
    parts = []
    first, first_row, last, last_row = plan.cells
    for i in range(0, last - first + 1, 2):
        x = left + plan.radius / 4 + i * step
        for y in (top - _BAR / 2, bottom + _BAR / 2):
            parts.append(f"M{num(x)} {num(y)}h{num(step)}")
    across = path("".join(parts), fill="none", stroke=palette.INK, stroke_width=_BAR)
    rows = [
        f"M{num(x)} {num(top + i * tall)}v{num(tall)}"
        for i in range(0, last_row - first_row + 1, 2)
        for x in (left - _BAR / 2, right + _BAR / 2)
    ]
    return across + path("".join(rows), fill="none", stroke=palette.INK, stroke_width=_BAR)


def _references(plan: HexPlan) -> list[str]:
    """The numbers of the first and of every fifth column and row, at both ends of each."""
    left, top, right, bottom = plan.box
    (first, first_row, last, last_row), size = plan.cells, 15
    texts = []
    for column in _counted(first, last):
        x = left + plan.radius * (1 + 1.5 * (column - first))
        for y in (top - _BAR - 4.5, bottom + _BAR + 15):
            texts.append(text(f"{column:02d}", x, y, size))
    for row in _counted(first_row, last_row):
        y = top + plan.radius * 1.732051 * (row - first_row + 0.5) + 5
        for x in (left - _BAR - 10, right + _BAR + 10):
            texts.append(text(f"{row:02d}", x, y, size))
    return [group(texts, fill=palette.INK, font_weight="700", text_anchor="middle")]


def _counted(first: int, last: int) -> Iterable[int]:
    return (n for n in range(first, last + 1) if n % 5 == 0 or n == first)


def ornaments(plan: Plan, map_: Mapping[str, Any], lang: str, naming: Naming) -> list[str]:
    """Cartouche and wind rose, where the whole map is drawn and has given them a place in the sea."""
    drawing = map_.get("drawing", {})
    out = []
    if _has_rose(plan, map_):
        out.append(_rose(*plan.at(drawing["rose"]), _ROSE * plan.radius))
    if ground_key.in_cartouche(plan, map_):
        out.append(_cartouche(plan, map_, lang, naming))
    return out


def _has_rose(plan: Plan, map_: Mapping[str, Any]) -> bool:
    return "rose" in map_.get("drawing", {}) and plan.crop == plan.whole and not plan.detailed


def rose_box(plan: Plan, map_: Mapping[str, Any]) -> list[Box]:
    """Where the wind rose lies with its N, if there is one: names of the ground keep off."""
    if not _has_rose(plan, map_):
        return []
    (x, y), r = plan.at(map_["drawing"]["rose"]), _ROSE * plan.radius
    return [(x - r, y - r - 28, x + r, y + r)]


def _rose(x: float, y: float, r: float) -> str:
    """Eight points, the main ones half dark, and N above."""
    dark: list[str] = []
    light: list[str] = []
    for i in (1, 3, 5, 7, 0, 2, 4, 6):
        far, near = (r, r * 0.2) if i % 2 == 0 else (r * 0.58, r * 0.18)
        tip = _polar(x, y, far, i)
        for half, sides in ((dark, 0.5), (light, -0.5)):
            half.append(lines(((x, y), tip, _polar(x, y, near, i + sides)), closed=True))
    ring = element("circle", cx=x, cy=y, r=r * 0.72, fill="none", stroke=palette.COAST, stroke_width=1)
    return (
        ring
        + path("".join(light), fill=palette.PAPER, stroke=palette.INK, stroke_width=0.9, stroke_linejoin="round")
        + path("".join(dark), fill=palette.INK, stroke=palette.INK, stroke_width=0.9, stroke_linejoin="round")
        + text("N", x, y - r - 6, 24, fill=palette.INK, text_anchor="middle", **metrics.ATTRIBUTES["title"])
    )


def _polar(x: float, y: float, r: float, eighth: float) -> tuple[float, float]:
    return x + r * sin(eighth * pi / 4), y - r * cos(eighth * pi / 4)


def cartouche_box(plan: Plan, map_: Mapping[str, Any], naming: Naming) -> list[Box]:
    """Where the cartouche lies, if there is one: names of the ground keep off."""
    if not ground_key.in_cartouche(plan, map_):
        return []
    return [_card(plan, map_, -(-len(_entries(plan, map_, naming)) // _COLUMNS))]


def _entries(plan: Plan, map_: Mapping[str, Any], naming: Naming) -> list[ground_key.Entry]:
    """The signs of the ground, and how large a hex is where that is a whole number of kilometres."""
    across = int(map_.get("scale", {}).get("across-flats", 0))
    found = list(ground_key.entries(plan, map_, naming))
    if across and across % 1000 == 0:
        shape = path("M8-14L16 0 8 14H-8L-16 0-8-14Z", fill="none", stroke=palette.INK, stroke_width=1.4)
        found.append((shape, naming.say(N_("hex of %(km)s km"), km=across // 1000)))
    return found


def _card(plan: Plan, map_: Mapping[str, Any], rows: int) -> Box:
    left, top = plan.at(map_["drawing"]["cartouche"])
    return left, top, left + _COLUMNS * _COLUMN + 16, top + _HEAD + rows * _ROW + 8


def _cartouche(plan: Plan, map_: Mapping[str, Any], lang: str, naming: Naming) -> str:
    """Name of the map, scale, and the signs of the ground, on paper within a double line."""
    entries = _entries(plan, map_, naming)
    rows = -(-len(entries) // _COLUMNS)
    left, top, right, bottom = _card(plan, map_, rows)
    wide, tall = right - left, bottom - top
    out = [
        element("rect", x=left, y=top, width=wide, height=tall, fill=palette.PAPER, stroke=palette.INK,
                stroke_width=2.2),
        _box(left + 4.5, top + 4.5, left + wide - 4.5, top + tall - 4.5, 0.9),
        *_title(map_, lang, left + 18, top),
        *scale_bar(plan, naming, left + wide - 20, top + 40, 150),
        path(f"M{num(left + 16)} {num(top + _HEAD - 4)}h{num(wide - 32)}", fill="none", stroke=palette.INK,
             stroke_width=0.9),
    ]  # fmt: skip
    for i, (drawing, words) in enumerate(entries):
        x, y = left + 36 + (i // rows) * _COLUMN, top + _HEAD + (i % rows + 0.5) * _ROW + 1
        shown, size = metrics.fit_text(words, _COLUMN - 60, _SIZE, 11)
        out.append(element("g", drawing, transform=f"translate({x:.1f} {y:.1f}) scale(0.8)"))
        out.append(text(shown, x + 26, y + 6.5, round(size, 1), fill=palette.INK, font_weight="500"))
    return "".join(out)


def _title(map_: Mapping[str, Any], lang: str, left: float, top: float) -> list[str]:
    """The name of the map in one or two lines: what stands before a colon, and what after it."""
    first, _, second = name_of(map_, lang).partition(": ")
    room = _COLUMNS * _COLUMN - 200
    words, size = metrics.fit_text(first, room, 31 if second else 34, 14, "title")
    out = [text(words, left, top + (34 if second else 44), round(size, 1), fill=palette.INK,
                **metrics.ATTRIBUTES["title"])]  # fmt: skip
    if second:
        words, size = metrics.fit_text(second[:1].upper() + second[1:], room, 19, 12, "serif")
        out.append(text(words, left, top + 55, round(size, 1), fill=palette.INK, **metrics.ATTRIBUTES["serif"]))
    return out


def scale_bar(plan: Plan, naming: Naming, right: float, base: float, most: float) -> list[str]:
    """A bar of a round length up to `most` pixels that ends at `right`, told above it; none for a map without scale."""
    if not plan.metres:
        return []
    metre = plan.view.scale / plan.metres
    metres = max((n for n in _ROUND if n * metre <= most), default=_ROUND[0])
    wide = metres * metre
    start = right - wide
    bars = element(
        "rect", x=start, y=base, width=wide, height=6, fill=palette.PAPER, stroke=palette.INK, stroke_width=1
    )
    dark = "".join(f"M{num(start + wide * i / 4)} {num(base + 3)}h{num(wide / 4)}" for i in (0, 2))
    words = naming.say(N_("%(km)s km"), km=metres // 1000) if metres >= 1000 else naming.say(N_("%(m)s m"), m=metres)
    shift = right - metrics.width(words, 18)
    return [
        bars,
        path(dark, fill="none", stroke=palette.INK, stroke_width=6),
        text("0", start - 3, base - 4, 18, fill=palette.INK, font_weight="500"),
        text(words, shift + 4, base - 4, 18, fill=palette.INK, font_weight="500"),
    ]
