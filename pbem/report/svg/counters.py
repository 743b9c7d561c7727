"""Counters: symbol, factors, short name; the side by colour and by shape, the corps by the ground of the symbol."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pbem.core.scene import Counter, Scene
from pbem.report.svg import metrics, palette
from pbem.report.svg.plan import Plan
from pbem.report.svg.symbols import known, symbol_box
from pbem.report.svg.write import Point, element, group, path, text

SHAPES = {
    "round": "M-34-50H34Q50-50 50-34V34Q50 50 34 50H-34Q-50 50-50 34V-34Q-50-50-34-50Z",
    "square": "M-50-50H50V50H-50Z",
    "cut": "M-32-50H32L50-32V32L32 50H-32L-50 32V-32Z",
}
VISIBLE = 3
"""How many counters of a pile are drawn; the rest is told by its number."""

# A sign for each state, in a circle of radius 13 around 0, 0: (strokes, solids, ground).
STATES: dict[str, tuple[str, str, str]] = {
    "must-attack": ("", "M-2.6-9H2.6L1.6 3H-1.6ZM-2.4 5.4H2.4V9.6H-2.4Z", palette.STAR),
    "fired": ("", "M0-10L2.6-3.4 9-6 4.6 0 9 6 2.6 3.4 0 10-2.6 3.4-9 6-4.6 0-9-6-2.6-3.4Z", palette.PAPER),
    "arrived": ("M0-8V8M-8 0H8", "", palette.PAPER),
    "moved": ("M-5-7L4 0L-5 7", "", palette.PAPER),
    "captured": ("M-7-7H7V7H-7ZM-7 7L7-7", "", palette.PAPER),
    "disrupted": ("M-7-7L7 7M-7 7L7-7", "", palette.PAPER),
}
STATE_ALIASES = {"marched": "moved", "landed": "arrived"}
_SLOTS: tuple[Point, ...] = ((47, -47), (-47, -47), (47, 16), (-47, 16))


@dataclass(frozen=True, slots=True)
class Pile:
    """The counters of one side in one hex, and where they are drawn: the centre and size of the topmost, in pixels."""

    side: str
    space: str
    counters: tuple[Counter, ...]
    x: float
    y: float
    size: float

    @property
    def box(self) -> tuple[float, float, float, float]:
        """Left, top, right, bottom of the pile."""
        half = self.size / 2
        lift = (min(len(self.counters), VISIBLE) - 1) * self.size * 0.08
        return self.x - half, self.y - half - lift, self.x + half + lift, self.y + half


def counter_size(plan: Plan) -> float:
    """The side of a counter that has a hex to itself, in pixels."""
    return plan.radius * (1.18 if plan.detailed else 1.12)


def piles(plan: Plan, scene: Scene) -> list[Pile]:
    """All piles of the crop, by hex; where both sides share a hex they stand side by side, smaller."""
    found: dict[str, dict[str, list[Counter]]] = {}
    for counter in scene.counters:
        if plan.shows(counter.space):
            found.setdefault(counter.space, {}).setdefault(counter.side, []).append(counter)
    return [pile for space in sorted(found) for pile in _in_hex(plan, space, found[space])]


def _in_hex(plan: Plan, space: str, sides: Mapping[str, Sequence[Counter]]) -> list[Pile]:
    x, y = plan.centre(space)
    size, low = counter_size(plan), plan.radius * (0.07 if plan.detailed else 0)
    count = len(sides)
    if count == 1:
        return [Pile(side, space, tuple(ones), x, y + low, size) for side, ones in sides.items()]
    small = size * (0.66 if count == 2 else 0.5)
    step = small * 1.06
    left = x - step * (count - 1) / 2
    return [
        Pile(side, space, tuple(sides[side]), left + i * step, y + low, small) for i, side in enumerate(sorted(sides))
    ]


def draw_counters(plan: Plan, scene: Scene, standing: Sequence[Pile]) -> list[str]:
    """The piles with what they need in <defs>; on an overview plain blocks of the side's shape and colour."""
    if not plan.detailed:
        return [_bodies(scene), *(_block(pile, scene.sides) for pile in standing)]
    arrowed = frozenset(arrow.unit for arrow in scene.arrows)
    return [_bodies(scene), _faces(scene), *(_pile(pile, scene.sides, arrowed) for pile in standing)]


def _bodies(scene: Scene) -> str:
    """The empty counter of each side, and one more for counters of a side that the scene does not name."""
    looks = (palette.side_look(i) for i in range(len(scene.sides) + 1))
    return element("defs", "".join(element("g", body(look), id=f"side{i}") for i, look in enumerate(looks)))


def outline(look: palette.Side) -> str:
    """The counter of a side that is not there yet: its shape dashed on plain paper."""
    shape = SHAPES[look.shape]
    ground = path(shape, fill=palette.PAPER, stroke=palette.PAPER, stroke_width=14, stroke_linejoin="round")
    return ground + path(shape, fill="none", stroke=look.fill, stroke_width=7, stroke_dasharray="15 9")


def body(look: palette.Side) -> str:
    """The empty counter of a side, 100 by 100 around 0, 0, with a dark outline and a light ring."""
    shape = SHAPES[look.shape]
    return path(shape, fill=palette.PAPER, stroke=palette.PAPER, stroke_width=14, stroke_linejoin="round") + path(
        shape, fill=look.fill, stroke=palette.INK, stroke_width=4, stroke_linejoin="round"
    )


def _face_id(counter: Counter) -> str:
    paper, ink = palette.corps_look(counter.style)
    return f"f-{known(counter.symbol) or 'unknown'}-{paper[1:]}-{ink[1:]}"


def _faces(scene: Scene) -> str:
    used = {_face_id(c): (c.symbol, *palette.corps_look(c.style)) for c in scene.counters}
    return element("defs", "".join(element("g", symbol_box(*used[key]), id=key) for key in sorted(used)))


def _side(sides: Sequence[str], side: str) -> int:
    return sides.index(side) if side in sides else len(sides)


def _placed(content: str, x: float, y: float, size: float) -> str:
    return element("g", content, transform=f"translate({x:.1f} {y:.1f}) scale({size / 100:.3f})")


def _block(pile: Pile, sides: Sequence[str]) -> str:
    index = _side(sides, pile.side)
    content = element("use", href=f"#side{index}")
    if len(pile.counters) > 1:
        look = palette.side_look(index)
        content += text(
            str(len(pile.counters)), 0, 24, 68, fill=look.text, text_anchor="middle", **metrics.ATTRIBUTES["bold"]
        )
    return _placed(content, pile.x, pile.y, pile.size)


def _pile(pile: Pile, sides: Sequence[str], arrowed: frozenset[str]) -> str:
    index = _side(sides, pile.side)
    under = min(len(pile.counters), VISIBLE) - 1
    below = [
        element("use", href=f"#side{index}", x=8 * i, y=-8 * i)
        for i in range(under, 0, -1)
    ]  # fmt: skip
    top = pile.counters[-1]
    content = "".join(below) + counter_face(top, index, told=top.unit in arrowed)
    if len(pile.counters) > 1:
        content += _count(len(pile.counters))
    return _placed(content, pile.x, pile.y, pile.size)


def _count(number: int) -> str:
    disc = element("circle", cx=-44, cy=38, r=19, fill=palette.INK, stroke=palette.PAPER, stroke_width=4)
    words = f"×{number}"
    size = 24 if number < 10 else 20
    return disc + text(words, -44, 46, size, fill=palette.PAPER, text_anchor="middle", **metrics.ATTRIBUTES["bold"])


def counter_face(counter: Counter, index: int, told: bool = False) -> str:
    """One counter in full, 100 by 100 around 0, 0; its <defs> must be in the picture.

    Where an arrow has `told` that it moved, the sign for it is left out.
    """
    look, coming = palette.side_look(index), "planned" in counter.states
    name, size = metrics.fitted(metrics.drawable(counter.short), 94, 23, 17, "bold")
    factors, large = metrics.fitted(metrics.drawable(counter.factors), 88, 37, 22, "bold")
    words = group(
        [text(name, 0, -30, round(size, 1)), text(factors, 0, 45, round(large, 1))],
        fill=palette.INK if coming else look.text,
        text_anchor="middle",
        **metrics.ATTRIBUTES["bold"],
    )
    face = element("use", href=f"#{_face_id(counter)}", y=-4)
    ground = outline(look) if coming else element("use", href=f"#side{index}")
    return ground + face + words + _badges(counter, told)


def badges(counter: Counter, told: bool) -> tuple[str, ...]:
    """The states that a counter shows by a sign; that it moved only where no arrow has told it."""
    states = {STATE_ALIASES.get(state, state) for state in counter.states}
    return tuple(state for state in STATES if state in states and not (told and state == "moved"))


def _badges(counter: Counter, told: bool) -> str:
    return "".join(
        element("g", state_badge(state), transform=f"translate({x} {y})")
        for state, (x, y) in zip(badges(counter, told), _SLOTS, strict=False)
    )


def state_badge(state: str) -> str:
    """The round sign of a state, radius 15 around 0, 0."""
    strokes, solids, ground = STATES[state]
    disc = element("circle", r=15, fill=ground, stroke=palette.INK, stroke_width=3)
    return disc + path(strokes, fill="none", stroke=palette.INK, stroke_width=3.6) + path(solids, fill=palette.INK)
