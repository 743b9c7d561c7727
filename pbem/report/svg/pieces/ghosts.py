"""Counters that are gone: dashed where they set out from, grey and crossed out where they were lost."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from pbem.core.scene import Ghost, Scene
from pbem.report.svg.base import metrics, palette
from pbem.report.svg.base.labels import Box, overlap
from pbem.report.svg.base.plan import Plan
from pbem.report.svg.base.write import Point, element, group, path, text
from pbem.report.svg.pieces.counters import SHAPES
from pbem.report.svg.pieces.piles import Pile, counter_size
from pbem.report.svg.pieces.signs import Signs
from pbem.report.svg.pieces.symbols import symbol_box

ORIGIN = 0.52
"""The size of the outline that is left where a counter set out, of a counter's."""
CROSS = "M-13-13L13 13M-13 13L13-13"


@dataclass(frozen=True, slots=True)
class Loss:
    """The counters that a side lost in a hex, and where they are drawn: the centre and the size."""

    ghosts: tuple[Ghost, ...]
    x: float
    y: float
    size: float

    @property
    def box(self) -> Box:
        """Left, top, right, bottom."""
        half = self.size / 2
        return self.x - half, self.y - half, self.x + half, self.y + half


def losses_of(plan: Plan, scene: Scene, standing: Sequence[Pile]) -> list[Loss]:
    """The losses in the picture by hex: in the middle of it, or small in a corner where somebody stands now."""
    found: dict[tuple[str, str], list[Ghost]] = {}
    for ghost in scene.ghosts:
        if ghost.lost and plan.shows(ghost.space):
            found.setdefault((ghost.space, ghost.side), []).append(ghost)
    taken = {pile.space for pile in standing}
    own = {(pile.space, pile.side): pile for pile in standing} if plan.kind == "areas" else {}
    any_ = {each: pile for (each, _), pile in own.items()}
    out: list[Loss] = []
    size, r = counter_size(plan), plan.radius
    for space, side in sorted(found, key=lambda key: (key[0], -len(found[key]), key[1])):
        x, y = plan.centre(space)
        if space in taken:
            part = 0.42 if plan.detailed else 0.55
            east = 1 if x + r * 1.1 < plan.box[2] else -1
            pile = own.get((space, side)) or any_.get(space)
            at = _at_corner(plan, pile, size, part, standing) if pile else (x + east * r * 0.66, y + r * 0.52)
            out.append(Loss(tuple(found[(space, side)]), *at, size * part))
        else:
            lift = r * 0.14 if plan.detailed else 0.0  # room below for what the fight came to
            out.append(Loss(tuple(found[(space, side)]), x, y - lift, size * 0.88))
            taken.add(space)
    return out


def _at_corner(plan: Plan, pile: Pile, size: float, part: float, standing: Sequence[Pile]) -> Point:
    """Where a small one is at the corner of a pile, low and on the right if it may: it lies on no other pile."""
    (left, top, right, bottom), half = pile.box, size * part / 2
    spots = [
        (x, y)
        for y in (bottom + size * 0.2, top - size * 0.2)
        for x in (right - size * 0.2, left + size * 0.2)
    ]  # fmt: skip

    def covers(at: Point) -> float:
        box = at[0] - half, at[1] - half, at[0] + half, at[1] + half
        beside = sum(overlap(box, each.box) for each in standing if each is not pile)
        return beside + (2 * half) ** 2 - overlap(box, plan.box)

    return min(spots, key=covers)


def draw_losses(
    plan: Plan, scene: Scene, losses: Sequence[Loss], signs: Signs
) -> tuple[list[str], list[str]]:  # fmt: skip
    """The lost counters, what they were in grey, and a cross: for below those that stand, and the small ones above."""
    below = [loss for loss in losses if not _is_small(plan, loss)]
    return (
        [_loss(plan, scene, loss, signs) for loss in below],
        [_loss(plan, scene, loss, signs) for loss in losses if loss not in below],
    )


def _is_small(plan: Plan, loss: Loss) -> bool:
    return loss.size < plan.radius * 0.8


def _loss(plan: Plan, scene: Scene, loss: Loss, signs: Signs) -> str:
    first = loss.ghosts[0]
    look = palette.side_look(scene.sides.index(first.side) if first.side in scene.sides else len(scene.sides))
    shape = SHAPES[look.shape]
    ground = path(shape, fill=palette.PAPER, stroke=palette.PAPER, stroke_width=18, stroke_linejoin="round") + path(
        shape, fill=palette.PAPER, stroke=look.fill, stroke_width=7
    )
    small = not plan.detailed or _is_small(plan, loss)
    content = ground + (_corner(len(loss.ghosts)) if small else _face(loss.ghosts, signs))
    return element("g", content, transform=f"translate({loss.x:.1f} {loss.y:.1f}) scale({loss.size / 100:.3f})")


def _corner(count: int) -> str:
    """What a small one shows: the cross, and how many there are."""
    if count < 2:
        return _mark(0, 0, 1.9)
    more = {"text_anchor": "middle", **metrics.ATTRIBUTES["bold"]}
    return _mark(-20, 0, 1.3) + text(str(count), 23, 22, 62, fill=palette.LOST, **more)


def _face(ghosts: Sequence[Ghost], signs: Signs) -> str:
    """Name and symbol in grey, the cross below; the number of those lost here beside it."""
    ghost = ghosts[0]
    box = element(
        "g", symbol_box(ghost.symbol, palette.PAPER, palette.GONE, signs.symbols), transform="translate(0 -6)"
    )
    name, size = metrics.fit_text(metrics.to_drawable(ghost.short), 88, 22, 16, "bold")
    more = {"text_anchor": "middle", **metrics.ATTRIBUTES["bold"]}
    words = text(name, 0, -31, round(size, 1), fill=palette.GONE, **more) if name else ""
    if len(ghosts) < 2:
        return box + words + _mark(0, 33, 0.92)
    return box + words + _mark(-20, 33, 0.92) + text(f"×{len(ghosts)}", 16, 44, 32, fill=palette.LOST, **more)


def _mark(x: float, y: float, scale: float) -> str:
    """A red cross with a pale edge."""
    strokes = path(CROSS, stroke=palette.PAPER, stroke_width=13) + path(CROSS, stroke=palette.LOST, stroke_width=7.5)
    return group([strokes], fill="none", transform=f"translate({x} {y}) scale({scale})", stroke_linecap="round")


def origins(plan: Plan, scene: Scene, taken: Collection[str]) -> list[tuple[str, str]]:
    """Hex and side of the outlines to draw where counters set out; on an overview only where no arrow tells it."""
    told = {(arrow.unit, arrow.path[0]) for arrow in scene.arrows if arrow.path}
    began = {
        (ghost.space, ghost.side)
        for ghost in scene.ghosts
        if not ghost.lost and ghost.space not in taken and plan.shows(ghost.space)
        if plan.detailed or (ghost.unit, ghost.space) not in told
    }
    return sorted(began)


def origin_boxes(plan: Plan, began: Sequence[tuple[str, str]]) -> list[Box]:
    """Where the outlines are drawn, for whatever should keep off them."""
    half = counter_size(plan) * ORIGIN / 2
    return [(x - half, y - half, x + half, y + half) for x, y in (plan.centre(space) for space, _ in began)]


def draw_origins(plan: Plan, scene: Scene, began: Sequence[tuple[str, str]]) -> list[str]:
    """A dashed outline where counters set out from."""
    return [_origin(plan, scene, space, side) for space, side in began]


def _origin(plan: Plan, scene: Scene, space: str, side: str) -> str:
    x, y = plan.centre(space)
    look = palette.side_look(scene.sides.index(side) if side in scene.sides else len(scene.sides))
    shape = path(SHAPES[look.shape], fill=palette.PAPER, stroke=look.fill, stroke_width=7, stroke_dasharray="16 12")
    return element("g", shape, transform=f"translate({x:.1f} {y:.1f}) scale({counter_size(plan) * ORIGIN / 100:.3f})")
