"""The signs of what covers the ground and lies between spaces, for the legend: all that the picture really has."""

from collections.abc import Iterable

from pbem.report.svg.base import palette
from pbem.report.svg.base.areaplan import AreaPlan
from pbem.report.svg.base.hexplan import HexPlan
from pbem.report.svg.base.naming import N_, Naming
from pbem.report.svg.base.plan import Crop, Plan, View
from pbem.report.svg.base.signs import bridge_sign
from pbem.report.svg.base.write import Point, element, path
from pbem.report.svg.ground import borders, cover, hexsides

Entry = tuple[str, str]
_RING: tuple[Point, ...] = ((-19, -13), (19, -13), (19, 13), (-19, 13))
_LINE: tuple[Point, ...] = ((-20, 1), (-10, -1), (0, 1), (10, -1), (20, 1))
_PEN = cover.Pen(View(Crop(-40, -40, 40, 40), 1.0, 0, 0, (0, 0, 0, 0), detailed=True), 55)


def entries(plan: Plan, naming: Naming) -> Iterable[Entry]:
    """Terrain with its tint and texture, heights, and what lies between spaces, each with its name."""
    if isinstance(plan, AreaPlan):
        yield from _areas(plan, naming)
    elif isinstance(plan, HexPlan):
        yield from _hexes(plan, naming)


def _areas(plan: AreaPlan, naming: Naming) -> Iterable[Entry]:
    present = dict.fromkeys(word for id_ in plan.inner for word in plan.terrain(id_)[:1])
    for word in sorted(present, key=lambda word: (*palette.GROUNDS, word).index(word)):
        yield swatch(word), naming.name(word)
    seen = {min(plan.kinds(a, b) or {"open"}) for a in plan.inner for b in plan.neighbours(a)}
    for kind in sorted(seen - {"open", "road"}):
        yield borders.draw_border(kind, _LINE, 55, 1), naming.name(kind)


def _hexes(plan: HexPlan, naming: Naming) -> Iterable[Entry]:
    present = {word for space in plan.inner for word in plan.terrain(space)}
    known = dict.fromkeys((*hexsides.TINTED, *cover.TEXTURES))
    yield from ((swatch(word), naming.name(word)) for word in known if word in present)
    for level in sorted({plan.level(space) for space in plan.inner} - {0}):
        tint = palette.LEVELS[min(max(level, 0), len(palette.LEVELS) - 1)]
        yield _ground(tint), naming.say(N_("height %(level)s"), level=level)
    for word, pairs in plan.sides.items():
        if word != "road" and any(plan.any_shown(pair) for pair in pairs):
            yield _side(word), naming.name(word)


def swatch(word: str) -> str:
    """A piece of ground with what grows on it."""
    paths = cover.PathData()
    if word in cover.TEXTURES:
        cover.TEXTURES[word](_PEN, _RING, paths)
    return _ground(palette.GROUNDS.get(word, palette.LAND)) + "".join(paths.draw())


def _ground(tint: str) -> str:
    return element("rect", x=-21, y=-15, width=42, height=30, rx=3, fill=tint, stroke=palette.EDGE, stroke_width=1)


def _side(word: str) -> str:
    """A hexside with what lies on it."""
    if word in hexsides.WATERS:
        wide, bank = (part * 45 for part in hexsides.WATERS[word])
        d = "M-20 4Q-10-8 0 0T20-4"
        inner = palette.RIVER_WATER if word == "river" else palette.RIVER
        below = path(d, fill="none", stroke=palette.COAST, stroke_width=wide + bank)
        return below + path(d, fill="none", stroke=inner, stroke_width=wide)
    if word == "bridge":
        water = path("M-4-15C4-6-6 6 2 15", fill="none", stroke=palette.RIVER, stroke_width=5)
        return water + bridge_sign(0, 0, 34, (1.0, 0.0))
    return borders.draw_border(word, _LINE, 55, 1)
