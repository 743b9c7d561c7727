"""The picture of a scene: the printed board below, on it what stands and happens, a frame and two strips around."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pbem.core.scene import Scene
from pbem.report.svg.action import arrows, fights, shades
from pbem.report.svg.base import metrics, palette
from pbem.report.svg.base.labels import HARD, Box, Label, Placer
from pbem.report.svg.base.maps import board_plan
from pbem.report.svg.base.naming import Naming
from pbem.report.svg.base.plan import HEADER, WIDTH, Crop, MapError, Plan
from pbem.report.svg.base.printed import print_of
from pbem.report.svg.base.stamps import Placed, Stamp
from pbem.report.svg.base.write import element, group
from pbem.report.svg.ground import ground
from pbem.report.svg.ground.area_names import AreaName, cleared
from pbem.report.svg.pieces import counters, flags, ghosts, piles
from pbem.report.svg.pieces.signs import Signs
from pbem.report.svg.sheet import border, frame
from pbem.report.svg.sheet import legend as key


@dataclass(frozen=True, slots=True)
class Letters:
    """What is written on the board of a picture as SVG, the names of areas, and the boxes where all of it stands."""

    svg: str
    names: tuple[AreaName, ...]
    taken: tuple[Box, ...]


@dataclass(frozen=True, slots=True)
class Overlay:
    """What stands and happens in the map window, the names of the land below it and those of places above it.

    The two strips around, and how high all is.
    """

    inner: str
    land: tuple[Placed, ...]
    names: tuple[Label, ...]
    header: Stamp
    footer: frame.Footer
    height: int


def draw_map(
    scene: Scene,
    lang: str,
    *,
    crop: Crop | None = None,
    width: int = WIDTH,
    naming: Naming | None = None,
    frames: Sequence[Crop] = (),
    signs: Signs | None = None,
    legend: Sequence[Crop] | None = (),
) -> str:
    """The scene as SVG text, `width` pixels wide: the crop close up, or the whole map.

    `naming` translates the program's words and names sides, phases and the like (ids otherwise). `frames` are other
    pictures' crops, whose outlines are drawn; `signs` are those of the game. The legend has what the crops of `legend`
    show too, for pictures that have none; with None the scale alone stands below. The same scene gives the same bytes.
    MapError where something names a space that the map does not have, or the map cannot be drawn.
    """
    return document(*draw_content(scene, lang, crop, naming, frames, signs, legend), width)


def draw_content(
    scene: Scene,
    lang: str,
    crop: Crop | None = None,
    naming: Naming | None = None,
    frames: Sequence[Crop] = (),
    signs: Signs | None = None,
    legend: Sequence[Crop] | None = (),
) -> tuple[str, int]:
    """What `draw_map` draws, for a `document`, and how high it is where it is WIDTH wide."""
    naming = naming or Naming()
    plan = board_plan(scene.map, crop)
    written = letters(plan, lang, naming)
    over = overlay(plan, scene, lang, naming, written.taken, frames, signs or Signs(), legend)
    content = [
        element("rect", x=0, y=0, width=WIDTH, height=over.height, fill=palette.BEYOND),
        group([*ground.art(plan, _printed(plan, signs)), written.svg, *_named(over)]),
        *border.frame(plan),  # covers what lies outside the window
        over.header.svg,
        *frame.draw_footer(plan, over.footer),
    ]
    return "".join(content), over.height


def _printed(plan: Plan, signs: Signs | None) -> list[str] | None:
    """The part of its printed ground that a plan shows; None where its map has none."""
    found = print_of(signs.grounds, plan) if signs is not None else None
    return [found.draw(plan.view)] if found is not None else None


def _named(over: Overlay) -> list[str]:
    """What stands in the map window, between the names of the land and those of places."""
    return [*(name.svg for name in over.land), over.inner, *(name.svg for name in over.names)]


def document(content: str, height: int, width: int = WIDTH, across: int = WIDTH) -> str:
    """A whole SVG: drawn `height` high and `across` wide, shown `width` wide."""
    return element(
        "svg",
        content,
        xmlns="http://www.w3.org/2000/svg",
        width=width,
        height=round(height * width / across),
        viewBox=f"0 0 {across} {height}",
        font_family=metrics.FAMILY,
    )


def colours(map_: Mapping[str, Any], signs: Signs | None = None) -> tuple[str, ...]:
    """All colours that pictures of a map are drawn with, those of its printed ground first.

    MapError for a map that cannot be drawn.
    """
    grid, covered = ground.colours(map_)
    if signs is None:
        return palette.flat_colours(hexes=grid, covered=covered)
    printed = print_of(signs.grounds, board_plan(map_))
    flat = palette.flat_colours(hexes=grid, covered=covered, more=signs.colours)
    return flat if printed is None else tuple(dict.fromkeys((*printed.colours, *flat)))


def letters(plan: Plan, lang: str, naming: Naming) -> Letters:
    """What is written on the board: its cartouche and rose, and the names of areas."""
    placer = _placer(plan)
    card = [*border.cartouche_box(plan, plan.map, naming), *border.rose_box(plan, plan.map)]
    placer.avoid(card, HARD)
    names = ground.names(plan, lang, placer)
    return Letters("".join(border.ornaments(plan, plan.map, lang, naming)), tuple(names), (*card, *placer.taken))


def overlay(
    plan: Plan,
    scene: Scene,
    lang: str,
    naming: Naming,
    taken: Sequence[Box],
    frames: Sequence[Crop],
    signs: Signs,
    legend: Sequence[Crop] | None = (),
) -> Overlay:
    """What is drawn on the board, off the names that stand there as far as may be (`taken`). MapError as draw_map."""
    _all_on_map(plan, scene)
    items = _legend(plan, scene, naming, signs, legend) if legend is not None else ()
    foot = frame.footer(plan, items, scene.map, naming)
    inner, land, names = _layers(plan, scene, lang, taken, frames, signs)
    return Overlay(
        inner="".join(inner),
        land=tuple(land),
        names=tuple(names),
        header=Stamp("".join(frame.draw_header(scene, lang, naming)), WIDTH, HEADER),
        footer=foot,
        height=round(plan.bottom) + foot.height,
    )


def _legend(plan: Plan, scene: Scene, naming: Naming, signs: Signs, others: Sequence[Crop]) -> list[key.Item]:
    """The legend of a picture, and behind it what only the `others` show, which have none."""
    found = key.items(plan, scene, naming, signs)
    for crop in others:
        known = {item.words for item in found}
        more = key.items(board_plan(scene.map, crop), scene, naming, signs)
        found += [item for item in more if item.words not in known]
    return found


def _all_on_map(plan: Plan, scene: Scene) -> None:
    """MapError for the first thing of the scene that stands, moves or fires in no space of the map."""
    named = [
        *((f"the counter {c.unit}", (c.space,)) for c in scene.counters),
        *((f"the move of {a.unit}", a.path) for a in scene.arrows),
        *((f"a shot of {s.side}", (s.origin, s.target)) for s in scene.shots),
        *((f"the lost counter {g.unit}", (g.space,)) for g in scene.ghosts),
        *(("a place held", (c.space,)) for c in scene.controls),
        *(("a shade", s.spaces) for s in scene.shades),
        *(("a line of sight", (s.origin, s.target)) for s in scene.sightlines),
    ]
    for what, spaces in named:
        for space in spaces:
            if not plan.has(space):
                raise MapError(f"{what} is in {space!r}, which is no space of this map")


def _layers(
    plan: Plan, scene: Scene, lang: str, taken: Sequence[Box], frames: Sequence[Crop], signs: Signs
) -> tuple[list[str], list[Placed], list[Label]]:
    """Everything on the board, from below, and the names under and above it; these and fights keep off counters."""
    standing = piles.piles(plan, scene, taken)
    losses = ghosts.losses_of(plan, scene, standing)
    boxes = {each.ghosts[0].space: each.box for each in losses} | _hulls(standing)
    moves, began = arrows.Lines(plan, scene, boxes), ghosts.origins(plan, scene, boxes)
    insets = [_inset_box(plan, crop) for crop in frames]
    signed = counters.sign_boxes(plan, scene, standing, signs)
    solid = [*(pile.box for pile in standing), *signed]
    placer, own = _placers(plan, solid, losses, moves, ghosts.origin_boxes(plan, began))
    placer.avoid((edge for box in insets for edge in _edges(box)), 6.0)
    placer.avoid(taken, 3.0 if plan.kind == "hexes" else 12.0)
    gone, small = ghosts.draw_losses(plan, scene, losses, signs)
    lines_of_fire, hits = fights.shots(plan, scene, boxes, signed)
    ends = fights.end_boxes(plan, scene, boxes, signed)
    placer.avoid(*((ends, 6.0) if plan.kind == "areas" else (fights.line_boxes(plan, scene), 1.5)))
    stars = fights.battles(plan, scene, placer)
    numbers = arrows.counts(moves, placer)
    banners = flags.flags(plan, _held(plan, scene), placer)
    named = _area_names(plan, scene, lang, (placer, own), standing, boxes, ends)
    placer.avoid((pile.figures(plan.detailed) for pile in standing), HARD)
    towns, leaders = ground.place_names(plan, lang, placer, frozenset(held.space for held in scene.controls))
    placer.avoid((*taken, *(pile.box for pile in standing)), HARD)  # names of the land lie below, and would be cut
    placer.avoid(arrows.arrow_boxes(moves), 1.5)
    layers = [
        *(frame.inset(box, taken if plan.kind == "hexes" else ()) for box in insets),
        *shades.draw_shades(plan, scene),
        *ghosts.draw_origins(plan, scene, began),
        *arrows.draw_moves(moves),
        *lines_of_fire,
        *gone,
        *counters.draw_counters(plan, scene, standing, signs),
        *small,
        *arrows.draw_attacks(moves),
        *fights.thrusts(plan, scene, boxes),
        *hits,
        *banners,
        *counters.planned_facings(plan, scene),
        *shades.draw_over(plan, scene),
        *numbers,
        *stars,
    ]
    return layers, [*leaders, *ground.land_names(plan, lang, placer)], [*named, *towns]


def _placers(
    plan: Plan, solid: Sequence[Box], losses: Sequence[ghosts.Loss], moves: arrows.Lines, began: Sequence[Box]
) -> tuple[Placer, Placer]:
    """Of fights and the names of towns, and of the names of areas: off counters and their signs, what was lost, moves,
    and where they began.
    """
    placer, own = _placer(plan), _placer(plan)
    for each in (placer, own) if plan.kind == "areas" else (placer,):
        each.avoid(solid, 12.0)
        each.avoid((loss.box for loss in losses), 8.0)
        each.avoid(arrows.arrow_boxes(moves), 0.3)
        each.avoid(began, 1.5)
    return placer, own


def _area_names(
    plan: Plan,
    scene: Scene,
    lang: str,
    placers: tuple[Placer, Placer],
    standing: Sequence[piles.Pile],
    boxes: Mapping[str, Box],
    more: Sequence[Box],
) -> list[Label]:
    """The names of areas, off all that stands and happens (one placer knows marks, the other what they avoid).

    None in a window beside which the counters of the area stand: it would look empty.
    """
    if plan.kind == "hexes":
        return []
    marks, own = placers
    own.avoid((*marks.taken, *more), 12.0)
    own.avoid((pile.figures(plan.detailed) for pile in standing), HARD)
    beside = {counter.space for counter in scene.counters if not plan.shows(counter.space)}
    names = [name for name in letters(plan, lang, Naming()).names if name.space not in beside]
    return cleared(names, own, boxes)


def _hulls(standing: Sequence[piles.Pile]) -> dict[str, Box]:
    """The box round all piles of each space."""
    found: dict[str, Box] = {}
    for pile in standing:
        (a, b, c, d), (left, top, right, bottom) = pile.box, found.get(pile.space, pile.box)
        found[pile.space] = min(a, left), min(b, top), max(c, right), max(d, bottom)
    return found


def _placer(plan: Plan) -> Placer:
    """What keeps names in the map window and off each other."""
    left, top, right, bottom = plan.box
    return Placer((left + 4, top + 4, right - 4, bottom - 4))


def _held(plan: Plan, scene: Scene) -> list[tuple[str, str, bool]]:
    """The places held in the crop: space, colour of the holder, whether it changed."""
    colours = {side: palette.side_look(i).fill for i, side in enumerate(scene.sides)}
    return [
        (c.space, colours.get(c.side or "", palette.NOBODY), c.changed) for c in scene.controls if plan.shows(c.space)
    ]


def _inset_box(plan: Plan, crop: Crop) -> Box:
    """The other crop's box in this picture."""
    return (*plan.at((crop.left, crop.top)), *plan.at((crop.right, crop.bottom)))


def _edges(box: Box) -> tuple[Box, ...]:
    """The four sides of a box as thin boxes."""
    left, top, right, bottom = box
    return (
        (left, top - 3, right, top + 3),
        (left, bottom - 3, right, bottom + 3),
        (left - 3, top, left + 3, bottom),
        (right - 3, top, right + 3, bottom),
    )
