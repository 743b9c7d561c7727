"""The pile of an area as a list: the topmost counter in full, then a line for each below it, from top to bottom."""

from collections.abc import Iterator, Sequence

from pbem.core.scene import Counter
from pbem.report.svg.base import metrics, palette
from pbem.report.svg.base.write import element, group, lines, path, text
from pbem.report.svg.pieces import states
from pbem.report.svg.pieces.piles import GAP, HEAD, LISTED, ROW, TRAY, WIDE, Pile, first_column, list_rows
from pbem.report.svg.pieces.signs import Signs
from pbem.report.svg.pieces.steps import step_dots, steps_of

_TALL = ROW - 4
"""How high the plate of a line is."""
_SIGN = 0.62
"""The size of a sign in a line, of one at a counter."""
BESIDE = tuple((68.0, y) for y in (-35, -3, 29))
"""Where the signs of the topmost counter are: beside it, where its list is broader than itself."""


def line_spots(pile: Pile) -> Iterator[tuple[float, float]]:
    """The middle of each line below the topmost counter, which is 100 by 100 around 0, 0."""
    rows, first = list_rows(len(pile.counters), pile.columns), first_column(pile.counters, pile.columns)
    for i in range(HEAD, HEAD + min(len(pile.counters), LISTED) - 1):
        column, row = divmod(i, rows)
        left = first + GAP + (column - 1) * (WIDE + GAP) if column else 0
        yield left + WIDE / 2 - 50, row * ROW + ROW / 2 - 50


def draw_list(
    pile: Pile, index: int, signs: Signs, faces: Sequence[str], told: frozenset[str]
) -> str:  # fmt: skip
    """The lines of a pile; `faces` are the ids of their symbols, `told` the units whose moves an arrow tells."""
    look, below = palette.side_look(index), tuple(reversed(pile.counters[:-1]))
    drawn = [
        element("g", _line(counter, look, signs, face, counter.unit in told), transform=f"translate({x:.1f} {y:.1f})")
        for counter, face, (x, y) in zip(below, faces, line_spots(pile), strict=False)
    ]
    return "".join(drawn)


def draw_signs(counter: Counter, signs: Signs, told: bool) -> str:
    """The signs of the topmost counter of a list, beside it; the last tells how many find no room."""
    shown = [*states.shown_states(counter, told, signs.states), *([counter.formation] if counter.formation else [])]
    drawn = states.some_of(shown, len(BESIDE), signs.states)
    return "".join(
        element("g", sign, transform=f"translate({x} {y}) scale(.78)")
        for sign, (x, y) in zip(drawn, BESIDE, strict=False)
    )


def draw_tray(pile: Pile, index: int) -> str:
    """What a pile of an area lies on, so that all of it is seen to be one: light, edged in the colour of its side."""
    look, rows = palette.side_look(index), list_rows(len(pile.counters), pile.columns)
    wide, tall = first_column(pile.counters, pile.columns) + (pile.columns - 1) * (WIDE + GAP), rows * ROW
    return element(
        "rect", x=-50 - TRAY, y=-50 - TRAY, width=wide + 2 * TRAY, height=tall + 2 * TRAY - 2, fill=palette.PAPER,
        rx=18 if look.shape == "round" else 0, stroke=look.fill, stroke_width=4,
    )  # fmt: skip


def _line(counter: Counter, look: palette.Side, signs: Signs, face: str, told: bool) -> str:
    """A line around 0, 0: symbol, name, factors, what is left of it, its signs over the right edge."""
    coming, half = "planned" in counter.states, WIDE / 2
    ink = palette.INK if coming else look.text
    symbol = element("use", href=f"#{face}", transform=f"translate({17 - half} 0) scale(.34 .5)")
    shown = [*states.shown_states(counter, told, signs.states), *([counter.formation] if counter.formation else [])]
    steps = steps_of(counter.strength)
    right = half - 9 - (10 if steps else 0) - (6 if shown else 0)
    words = counter.factors if steps else f"{counter.factors} {counter.strength}"
    factors = metrics.to_drawable(words.strip())
    room = right - 4 - metrics.width(factors, 23, "bold") - (33 - half)
    name, size = metrics.fit_text(metrics.to_drawable(counter.short), room, 22, 11, "bold")
    content = _plate(look, coming) + symbol + group(
        [text(name, 33 - half, 0.36 * size, round(size, 1)), text(factors, right, 8.2, 23, text_anchor="end")],
        fill=ink, **metrics.ATTRIBUTES["bold"],
    )  # fmt: skip
    if steps:
        content += element("g", step_dots(steps, 0, 0, ink), transform=f"translate({right + 7} 0) scale(.85)")
    marks = states.some_of(shown, 2, signs.states)
    return content + "".join(
        element("g", sign, transform=f"translate({x} 0) scale({_SIGN})")
        for sign, x in zip(marks, (half + 1, -half), strict=False)
    )


def _plate(look: palette.Side, coming: bool) -> str:
    """The ground of a line in the shape of its side."""
    if coming:
        return _shape(look, 2, palette.PAPER) + _shape(
            look, 0, "none", stroke=look.fill, stroke_width=4, stroke_dasharray="12 7"
        )
    return _shape(look, 2, palette.INK) + _shape(look, 0, look.fill)


def _shape(look: palette.Side, more: float, fill: str, **attributes: str | float) -> str:
    x, y = WIDE / 2 - 4 + more, _TALL / 2 - 1 + more
    if look.shape == "cut":
        c = 9.0
        corners = ((c - x, -y), (x - c, -y), (x, c - y), (x, y - c), (x - c, y), (c - x, y), (-x, y - c), (-x, c - y))
        return path(lines(corners, closed=True), fill=fill, **attributes)
    rounding = 10 + more if look.shape == "round" else 0
    return element("rect", x=-x, y=-y, width=2 * x, height=2 * y, rx=rounding, fill=fill, **attributes)
