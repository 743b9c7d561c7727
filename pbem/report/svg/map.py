"""The picture of a scene, layer upon layer: ground, ways, moves, counters, fights, names, frame."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from pbem.core.scene import Scene
from pbem.report.svg.action import arrows, fights
from pbem.report.svg.base import metrics, palette
from pbem.report.svg.base.labels import HARD, Box, Placer
from pbem.report.svg.base.naming import Naming
from pbem.report.svg.base.plan import WIDTH, Crop, MapError, Plan
from pbem.report.svg.base.write import element, group
from pbem.report.svg.ground import places, terrain, toponyms, ways
from pbem.report.svg.pieces import counters, ghosts
from pbem.report.svg.sheet import border, frame, ground_key, legend


def draw_map(
    scene: Scene,
    lang: str,
    *,
    crop: Crop | None = None,
    width: int = WIDTH,
    naming: Naming | None = None,
    frame_of: Crop | None = None,
) -> str:
    """The scene as SVG text, `width` pixels wide: the crop close up, or the whole map.

    `naming` translates the program's words and names sides, phases and the like (ids otherwise). `frame_of` draws the
    outline of another picture's crop. The same scene gives the same bytes. MapError where something names a hex that
    the map does not have, or the map cannot be drawn.
    """
    naming = naming or Naming()
    plan = Plan(scene.map, crop)
    _all_on_map(plan, scene)
    listed = legend.items(plan, scene, naming)
    own = ground_key.in_cartouche(plan, scene.map)
    foot = frame.footer(listed, plan.bottom, credited=bool(places.credits(scene.map)), scaled=not own)
    total = round(plan.bottom) + foot.height
    content = [
        element("rect", x=0, y=0, width=WIDTH, height=total, fill=palette.BEYOND),
        group(_layers(plan, scene, lang, naming, frame_of)),  # what lies outside the window is covered by the frame
        *border.frame(plan),
        *frame.draw_header(scene, lang, naming),
        *frame.draw_footer(plan, foot, scene.map, naming),
    ]
    return _document("".join(content), total, width)


def _document(content: str, height: int, width: int) -> str:
    """The whole SVG: drawn `height` high and as wide as everything is designed for, shown `width` wide."""
    return element(
        "svg",
        content,
        xmlns="http://www.w3.org/2000/svg",
        width=width,
        height=round(height * width / WIDTH),
        viewBox=f"0 0 {WIDTH} {height}",
        font_family=metrics.FAMILY,
    )


def _all_on_map(plan: Plan, scene: Scene) -> None:
    """MapError for the first thing of the scene that stands, moves or fires in no hex of the map."""
    named = [
        *((f"the counter {c.unit}", (c.space,)) for c in scene.counters),
        *((f"the move of {a.unit}", a.path) for a in scene.arrows),
        *((f"a shot of {s.side}", (s.origin, s.target)) for s in scene.shots),
        *((f"the lost counter {g.unit}", (g.space,)) for g in scene.ghosts),
        *(("a place held", (c.space,)) for c in scene.controls),
    ]
    for what, spaces in named:
        for space in spaces:
            if space not in plan.hexes:
                raise MapError(f"{what} is in {space!r}, which is no hex of this map")


def _layers(plan: Plan, scene: Scene, lang: str, naming: Naming, frame_of: Crop | None) -> list[str]:
    """Everything inside the map window, from the ground up. Names and fights come last and keep off the counters."""
    standing = counters.piles(plan, scene)
    losses = ghosts.losses_of(plan, scene, standing)
    boxes = {each.ghosts[0].space: each.box for each in losses} | {pile.space: pile.box for pile in standing}
    moves = arrows.Lines(plan, scene, boxes)
    inset = (_inset_box(plan, frame_of),) if frame_of else ()
    began = ghosts.origins(plan, scene, boxes)
    placer = _placer(plan, standing, losses, moves, inset)
    placer.avoid(ghosts.origin_boxes(plan, began), 1.5)
    placer.avoid(counters.sign_boxes(plan, scene, standing), 12.0)
    gone, small = ghosts.draw_losses(plan, scene, losses)
    lines_of_fire, hits = fights.shots(plan, scene)
    stars = fights.battles(plan, scene, placer)
    numbers = arrows.counts(moves, placer)
    flags = places.flags(plan, _held(plan, scene), placer)
    named = places.town_labels(plan, lang, placer, frozenset(held.space for held in scene.controls))
    return [
        *_board(plan, scene, lang, naming, placer),
        *ghosts.draw_origins(plan, scene, began),
        *arrows.draw_moves(moves),
        *lines_of_fire,
        *gone,
        *counters.draw_counters(plan, scene, standing),
        *small,
        *arrows.draw_attacks(moves),
        *fights.thrusts(plan, scene),
        *hits,
        *flags,
        *numbers,
        *stars,
        *named,
        *map(frame.inset, inset),
    ]


def _board(plan: Plan, scene: Scene, lang: str, naming: Naming, placer: Placer) -> list[str]:
    """The printed board: ground, grid, ways, numbers, the names of the ground, signs of places."""
    placer.avoid(places.town_boxes(plan), 1.0)
    placer.avoid(border.cartouche_box(plan, scene.map, naming), HARD)
    return [
        _ground(_Same(scene.map), plan.crop),
        *border.ornaments(plan, scene.map, lang, naming),
        *ways.ways(plan, scene.map),
        *terrain.numbers(plan, scene.map),
        *toponyms.region_labels(plan, scene.map, lang, placer),
        *toponyms.summit_labels(plan, scene.map, lang, placer),
        *toponyms.river_labels(plan, scene.map, lang, placer),
        *places.signs(plan),
    ]


class _Same:
    """A map as a key: that very object. Whoever changes a map that was drawn makes a copy of it."""

    def __init__(self, map_: Mapping[str, Any]) -> None:
        self.map = map_

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and self.map is other.map

    def __hash__(self) -> int:
        return id(self.map)


@lru_cache(maxsize=4)
def _ground(of: _Same, crop: Crop) -> str:
    """Ground and grid, which are the same in every picture of a part of a map: the whole board, time and again."""
    plan = Plan(of.map, crop)
    return "".join([*terrain.ground(plan, of.map), *terrain.grid(plan)])


def _placer(
    plan: Plan,
    standing: Sequence[counters.Pile],
    losses: Sequence[ghosts.Loss],
    moves: arrows.Lines,
    inset: Sequence[Box],
) -> Placer:
    """What names, flags and stars keep off: counters most, then losses and moves, and the outline of a crop."""
    left, top, right, bottom = plan.box
    placer = Placer((left + 4, top + 4, right - 4, bottom - 4))
    placer.avoid((pile.box for pile in standing), 12.0)
    placer.avoid((loss.box for loss in losses), 8.0)
    placer.avoid(arrows.arrow_boxes(moves), 0.3)
    for box in inset:
        placer.avoid(_edges(box), 6.0)
    return placer


def _held(plan: Plan, scene: Scene) -> list[tuple[str, str, bool]]:
    """The places held in the crop: hex, colour of the holder, whether it changed."""
    colours = {side: palette.side_look(i).fill for i, side in enumerate(scene.sides)}
    return [
        (c.space, colours.get(c.side or "", palette.NOBODY), c.changed) for c in scene.controls if plan.shows(c.space)
    ]


def _inset_box(plan: Plan, crop: Crop) -> Box:
    """The other crop's box in this picture."""
    first, last = plan.corner(crop.first_column, crop.first_row), plan.corner(crop.last_column + 1, crop.last_row + 1)
    return (*first, *last)


def _edges(box: Box) -> tuple[Box, ...]:
    """The four sides of a box as thin boxes."""
    left, top, right, bottom = box
    return (
        (left, top - 3, right, top + 3),
        (left, bottom - 3, right, bottom + 3),
        (left - 3, top, left + 3, bottom),
        (right - 3, top, right + 3, bottom),
    )
