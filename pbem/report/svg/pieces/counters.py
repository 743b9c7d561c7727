"""Counters: symbol, factors, short name; the side by colour and by shape, the corps by the ground of the symbol."""

from collections.abc import Sequence
from math import cos, radians, sin

from pbem.core.scene import Counter, Scene
from pbem.report.svg.base import metrics, palette
from pbem.report.svg.base.labels import Box
from pbem.report.svg.base.plan import Plan
from pbem.report.svg.base.write import element, group, path, text
from pbem.report.svg.pieces import states
from pbem.report.svg.pieces.lists import draw_list, draw_signs, draw_tray
from pbem.report.svg.pieces.piles import LISTED, STRIP, Pile, strength_of
from pbem.report.svg.pieces.signs import Signs
from pbem.report.svg.pieces.steps import strength_mark
from pbem.report.svg.pieces.symbols import letter, symbol_box, symbol_name

SHAPES = {
    "round": "M-26-50H26Q50-50 50-26V26Q50 50 26 50H-26Q-50 50-50 26V-26Q-50-50-26-50Z",
    "square": "M-50-50H50V50H-50Z",
    "cut": "M-30-50H30L50-30V30L30 50H-30L-50 30V-30Z",
}
DISC = "M-54 0A54 54 0 1 1 54 0A54 54 0 1 1-54 0Z"
"""The round side's block on an overview, where rounded corners are too small to be seen."""
BESIDE_SYMBOL, NAME_ALONE, FACTORS = -19.0, -42.0, 42.0
"""Where the name begins of a counter of which only the edge is seen, behind its symbol and without one, and where its
factors end: what is farther out touches the rounded corners."""
COUNT = (-56, 2, 19)
"""Where the number of a pile is: centre and radius."""


def draw_counters(plan: Plan, scene: Scene, standing: Sequence[Pile], signs: Signs) -> list[str]:
    """The piles with what they need in <defs>, their signs above all; on an overview plain blocks of the side."""
    if not plan.detailed:
        blocks = [*(_block(pile, scene.sides) for pile in standing), *(_ailing(pile, signs) for pile in standing)]
        return [_bodies(scene, blocks=True), *blocks]
    arrowed = frozenset(arrow.unit for arrow in scene.arrows)
    return [
        _bodies(scene, blocks=False),
        _faces(scene, signs),
        *(_pile(pile, arrowed, scene.sides, signs) for pile in standing),
        *(_signs(pile, arrowed, scene.sides, signs) for pile in standing),
    ]


def _bodies(scene: Scene, blocks: bool) -> str:
    """The empty counter of each side, and one more for counters of a side that the scene does not name."""
    looks = (palette.side_look(i) for i in range(len(scene.sides) + 1))
    return element("defs", "".join(element("g", body(look, blocks), id=f"side{i}") for i, look in enumerate(looks)))


def body(look: palette.Side, block: bool = False) -> str:
    """The empty counter of a side, 100 by 100 around 0, 0, with a dark outline and a light ring.

    Three shapes, one within the other: they are drawn sooner than one with two outlines, and there are many of them.
    """
    shape = DISC if block and look.shape == "round" else SHAPES[look.shape]
    looks = ((palette.PAPER, "1.14"), (palette.INK, "1.04"), (look.fill, ".96"))
    return "".join(path(shape, fill=fill, transform=f"scale({size})") for fill, size in looks)


def outline(look: palette.Side, block: bool = False) -> str:
    """The counter of a side that is not there yet: its shape on plain paper, dashed where there is room for it."""
    shape = DISC if block and look.shape == "round" else SHAPES[look.shape]
    ground = path(shape, fill=palette.PAPER, stroke=palette.PAPER, stroke_width=14, stroke_linejoin="round")
    if block:
        return ground + path(shape, fill=palette.PAPER, stroke=look.fill, stroke_width=13)
    return ground + path(shape, fill="none", stroke=look.fill, stroke_width=7, stroke_dasharray="15 9")


def _face_id(counter: Counter, signs: Signs) -> str:
    paper, ink = signs.corps(counter.style)
    drawing = symbol_name(counter.symbol, signs.symbols) or f"letter-{ord(letter(counter.symbol))}"
    return f"f-{drawing}-{paper[1:]}-{ink[1:]}"


def _faces(scene: Scene, signs: Signs) -> str:
    used = {_face_id(c, signs): (c.symbol, *signs.corps(c.style)) for c in scene.counters}
    boxes = (element("g", symbol_box(*used[key], signs.symbols), id=key) for key in sorted(used))
    return element("defs", "".join(boxes))


def _side(sides: Sequence[str], side: str) -> int:
    return sides.index(side) if side in sides else len(sides)


def _placed(content: str, x: float, y: float, size: float) -> str:
    return element("g", content, transform=f"translate({x:.1f} {y:.1f}) scale({size / 100:.3f})") if content else ""


def _block(pile: Pile, sides: Sequence[str]) -> str:
    index = _side(sides, pile.side)
    look = palette.side_look(index)
    planned = all("planned" in counter.states for counter in pile.counters)
    content = outline(look, block=True) if planned else element("use", href=f"#side{index}")
    if figure := strength_of(pile.counters):
        ink = palette.INK if planned else look.text
        size = 78 if len(figure) < 3 else 56
        content += text(figure, 0, 0.36 * size, size, fill=ink, text_anchor="middle", **metrics.ATTRIBUTES["bold"])
    return _placed(content, pile.x, pile.y, pile.size)


def _ailing(pile: Pile, signs: Signs) -> str:
    """What ails any counter of a block, beside it: two signs at most, so large that they can be seen."""
    every = {state for counter in pile.counters for state in states.ailments(counter, signs.states)}
    found = [state for state in states.AILMENTS if state in every][:2]
    drawn = (
        element("g", states.sign(state, signs.states), transform=f"translate({60 - 120 * i} -54) scale(2.5)")
        for i, state in enumerate(found)
    )
    return _placed("".join(drawn), pile.x, pile.y, pile.size)


def _pile(pile: Pile, arrowed: frozenset[str], sides: Sequence[str], signs: Signs) -> str:
    """A pile from the bottom: the upper edges of those that can be read, the topmost in full, how many there are.

    In an area the topmost, and the others in a list.
    """
    index = _side(sides, pile.side)
    *below, top = pile.counters
    if pile.columns:
        faces = [_face_id(counter, signs) for counter in reversed(below)]
        content = (
            draw_tray(pile, index) + counter_face(top, index, signs) + draw_list(pile, index, signs, faces, arrowed)
        )
        content += _count(len(pile.counters)) if len(pile.counters) > LISTED else ""
        return _placed(content, pile.x, pile.y, pile.size)
    read = below[len(below) - pile.strips :]
    edges = [
        element("g", _edge(counter, top, index, signs), transform=f"translate(0 {-STRIP * (pile.strips - i)})")
        for i, counter in enumerate(read)
    ]
    content = "".join(edges) + counter_face(top, index, signs)
    if below:
        content += _count(len(pile.counters))
    return _placed(content, pile.x, pile.y, pile.size)


def _signs(pile: Pile, arrowed: frozenset[str], sides: Sequence[str], signs: Signs) -> str:
    """The signs of the topmost counter of a pile, and where it faces."""
    top, told = pile.counters[-1], pile.counters[-1].unit in arrowed
    content = draw_signs(top, signs, told) if pile.columns else states.signs_of(top, told, signs.states)
    if top.facing is not None:
        look = palette.side_look(_side(sides, pile.side))
        content = facing_mark(top.facing, look.fill, pile.strips * STRIP) + content
    return _placed(content, pile.x, pile.y, pile.size)


_OFF_NAME = 8.0
"""So far off the edge the mark of a facing to north or south is, which would lie on the name or the figures."""


def _facing_at(facing: int, rise: float = 0.0) -> tuple[float, float, float]:
    """Where the mark of a facing is on the edge of a counter, 100 by 100 around 0, 0, and its angle in degrees."""
    angle = 60.0 * facing
    x, y = sin(radians(angle)), -cos(radians(angle))
    far = 50 / max(abs(x), abs(y)) + (_OFF_NAME if facing % 3 == 0 else 0.0)
    return x * far, y * far - (rise if facing % 6 == 0 else 0.0), angle


def facing_mark(facing: int, colour: str, rise: float = 0.0) -> str:
    """A pointer on the edge of a counter towards the hexside that it faces; `rise`: how high a pile stands above it."""
    x, y, angle = _facing_at(facing, rise)
    drawn = path("M-19 3L0-19L19 3Z", fill=colour, stroke=palette.INK, stroke_width=4, stroke_linejoin="round")
    below = path(
        "M-19 3L0-19L19 3Z", fill=palette.PAPER, stroke=palette.PAPER, stroke_width=12, stroke_linejoin="round"
    )
    return element("g", below + drawn, transform=f"translate({x:.1f} {y:.1f}) rotate({angle:.0f})")


def planned_facings(plan: Plan, scene: Scene) -> list[str]:
    """Where units will face at the end of their planned ways: the same pointer, on the edge of the hex."""
    found = {(arrow.path[-1], arrow.facing): arrow.side for arrow in scene.arrows if arrow.facing is not None}
    drawn = []
    for (space, facing), side in sorted(found.items()) if plan.detailed else ():
        if plan.shows(space):
            (x, y), angle = plan.centre(space), radians(60.0 * facing)
            far, size = plan.radius * 0.7, plan.radius * 1.3
            mark = path("M-22 5L0-19L22 5Z", fill=palette.side_look(_side(scene.sides, side)).fill,
                        stroke=palette.INK, stroke_width=5, stroke_linejoin="round")  # fmt: skip
            turned = element("g", mark, transform=f"rotate({60 * facing})")
            drawn.append(_placed(turned, x + sin(angle) * far, y - cos(angle) * far, size))
    return drawn


def sign_boxes(plan: Plan, scene: Scene, standing: Sequence[Pile], signs: Signs) -> list[Box]:
    """Where the signs and numbers of the piles reach beyond them, for whatever should keep off them."""
    arrowed = frozenset(arrow.unit for arrow in scene.arrows)
    found = []
    for pile in standing if plan.detailed else ():
        top = pile.counters[-1]
        if pile.columns:  # its signs stand within its box but for those over the right edges of its lines
            _, upper, right, lower = pile.box
            found.append((right, upper, right + states.RADIUS * pile.size / 100, lower))
            continue
        spots = [*states.SLOTS[: len(states.shown_states(top, top.unit in arrowed, signs.states))]]
        spots += [states.FOOT] * bool(top.formation)
        places = [(x, y, states.RADIUS) for x, y in spots] + [COUNT] * (len(pile.counters) > 1)
        if top.facing is not None:
            x, y, _ = _facing_at(top.facing, pile.strips * STRIP)
            places.append((x * 1.2, y * 1.2, 16))
        part = pile.size / 100
        found += [
            (pile.x + (x - r) * part, pile.y + (y - r) * part, pile.x + (x + r) * part, pile.y + (y + r) * part)
            for x, y, r in places
        ]
    return found


def _edge(counter: Counter, top: Counter, index: int, signs: Signs) -> str:
    """A counter of which only the upper edge is seen: its symbol, name and factors in one line.

    What is left of it stands behind its factors; its formation before it, and its facing where the topmost has another.
    Behind them is what ails it.
    """
    look, coming = palette.side_look(index), "planned" in counter.states
    ground = outline(look) if coming else element("use", href=f"#side{index}")
    name, factors, left, size = _line_of(counter)
    symbol = element("use", href=f"#{_face_id(counter, signs)}", transform="translate(-33 -37) scale(.3 .44)")
    marks = ""
    for i, state in enumerate(states.ailments(counter, signs.states)):
        marks += element("g", states.sign(state, signs.states), transform=f"translate({52 + 18 * i} -37) scale(.66)")
    if counter.formation:
        marks = element("g", states.sign(counter.formation, signs.states), transform="translate(-54 -37) scale(.66)")
    if counter.facing is not None and counter.facing != top.facing:
        turned = f"translate(58 -37) rotate({60 * counter.facing}) scale(.5)"
        marks += element(
            "g", path("M-19 12L0-19L19 12Z", fill=look.fill, stroke=palette.INK, stroke_width=5), transform=turned
        )
    return ground + (symbol if left > NAME_ALONE else "") + group(
        [text(name, left, -31, size), text(factors, FACTORS, -31, size, text_anchor="end")],
        fill=palette.INK if coming else look.text, **metrics.ATTRIBUTES["bold"],
    ) + marks  # fmt: skip


def _line_of(counter: Counter) -> tuple[str, str, float, float]:
    """Name and factors of a counter in one line, where it begins and how large it is.

    Where there is no room for both beside the symbol, they go without.
    """
    name = metrics.to_drawable(counter.short)
    factors = metrics.to_drawable(f"{counter.factors} {counter.strength}".strip())
    wanted = metrics.width(name, 1, "bold") + metrics.width(factors, 1, "bold")
    for left in (BESIDE_SYMBOL, NAME_ALONE):
        room = FACTORS - left - 4
        size = min(19.0, room / wanted) if wanted else 19.0
        if size >= 13:
            return name, factors, left, round(size, 1)
    name, _ = metrics.fit_text(name, room - metrics.width(factors, 13, "bold"), 13, 13, "bold")
    return name, factors, NAME_ALONE, 13.0


def _count(number: int) -> str:
    x, y, r = COUNT
    disc = element("circle", cx=x, cy=y, r=r, fill=palette.INK, stroke=palette.PAPER, stroke_width=4)
    words = f"×{number}"
    size = 26 if number < 10 else 21 if number < 100 else 16
    return disc + text(
        words, x, y + size * 0.34, size, fill=palette.PAPER, text_anchor="middle", **metrics.ATTRIBUTES["bold"]
    )


def counter_face(counter: Counter, index: int, signs: Signs) -> str:
    """One counter without signs, 100 by 100 around 0, 0; its <defs> must be in the picture."""
    look, coming = palette.side_look(index), "planned" in counter.states
    name, size = metrics.fit_text(metrics.to_drawable(counter.short), 86, 23, 17, "bold")
    factors, large = metrics.fit_text(metrics.to_drawable(counter.factors), 84, 37, 22, "bold")
    words = group(
        [text(name, 0, -30, round(size, 1)), text(factors, 0, 45, round(large, 1))],
        fill=palette.INK if coming else look.text,
        text_anchor="middle",
        **metrics.ATTRIBUTES["bold"],
    )
    ground = outline(look) if coming else element("use", href=f"#side{index}")
    content = ground + element("use", href=f"#{_face_id(counter, signs)}", y=-4) + words
    content += strength_mark(counter.strength, palette.INK if coming else look.text)
    turned = states.tilt(counter)
    return element("g", content, transform=f"rotate({turned})") if turned else content
