"""Round the map: title, turn, phase and conditions above; legend, scale, north and credits below."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import atan2, degrees
from typing import Any

from pbem.core.scene import Scene
from pbem.report.svg.base import metrics, palette
from pbem.report.svg.base.labels import Box, overlap
from pbem.report.svg.base.naming import N_, Naming, credits
from pbem.report.svg.base.plan import HEADER, WIDTH, Plan
from pbem.report.svg.base.stamps import Placed, Stamp
from pbem.report.svg.base.write import Point, element, group, path, text
from pbem.report.svg.sheet import ground_key
from pbem.report.svg.sheet.border import scale_bar
from pbem.report.svg.sheet.legend import ICON, Item

ROW = 42
MARGIN = 18
_SIZE = 23
_SCALE = 320
"""Room for scale and north."""
_AIR = 6


@dataclass(frozen=True, slots=True)
class Footer:
    """What stands in the strip below the map, and how high the strip is."""

    placed: tuple[Placed, ...]
    height: int


def footer(plan: Plan, items: Sequence[Item], map_: Mapping[str, Any], naming: Naming) -> Footer:
    """Lay the legend out in rows; the first one leaves room for scale and north at the right, if these stand there."""
    top, scaled = round(plan.bottom), not ground_key.in_cartouche(plan, map_)
    placed: list[Placed] = []
    left, row = float(MARGIN), 0
    for item in items:
        wide = ICON + metrics.width(item.words, _SIZE) + 26
        if left + wide > WIDTH - MARGIN - (_SCALE if scaled and row == 0 else 0):
            left, row = float(MARGIN), row + 1
        placed.append(Placed(_stamp(item), round(left), top + 8 + ROW * row))
        left += wide
    words = credits(map_)
    height = 16 + ROW * (row + 1) + (12 if words else 0)
    if scaled:
        scale = Stamp("".join(_scale(plan, naming)), _SCALE, ROW)
        placed.append(Placed(scale, WIDTH - MARGIN - _SCALE + _AIR, top + 8))
    if words:
        placed.append(Placed(_credits(words), WIDTH // 2 - MARGIN, top + height - 20))
    return Footer(tuple(placed), height)


def draw_footer(plan: Plan, foot: Footer) -> list[str]:
    """The strip below the map."""
    paper = element("rect", x=0, y=plan.bottom, width=WIDTH, height=foot.height, fill=palette.PAPER)
    return [paper, *(each.svg for each in foot.placed)]


def _stamp(item: Item) -> Stamp:
    """An item of the legend: its drawing, then its words."""
    drawing = element("g", item.drawing, transform=f"translate({ICON / 2 - 4:.1f} {ROW / 2:.1f})")
    words = text(item.words, ICON, ROW / 2 + 8, _SIZE, fill=palette.INK, font_weight="500")
    return Stamp(drawing + words, round(ICON + metrics.width(item.words, _SIZE)) + _AIR, ROW)


def _scale(plan: Plan, naming: Naming) -> list[str]:
    """North and a bar of a round length, at the right end of the first row."""
    right, middle, (x, y) = _SCALE - _AIR, ROW / 2, plan.north
    turned: dict[str, str] = {}
    if (x, y) != (0, -1):
        turned["transform"] = f"rotate({degrees(atan2(x, -y)):.1f} {right - 14} {middle:.1f})"
    needle = path(f"M{right - 14} {middle - 17:.1f}l10 34-10-8-10 8Z", fill=palette.INK, **turned)
    letter = text("N", right - (56 if turned else 48), middle + 8, 22, fill=palette.INK, **metrics.ATTRIBUTES["title"])
    return [needle, letter, *scale_bar(plan, naming, right - 70, middle + 4, 200)]


def _credits(words: str) -> Stamp:
    """Whose data the map uses, small, at the right."""
    wide = WIDTH // 2
    words, size = metrics.fit_text(words, wide, 13, 10)
    left = wide - metrics.width(words, size)
    return Stamp(text(words, left, 13, round(size, 1), fill=palette.NUMBER, font_weight="500"), wide + _AIR, 18)


def draw_header(scene: Scene, lang: str, naming: Naming) -> list[str]:
    """The strip above the map: whose game, which turn and phase, what holds in it. In turn 0 there is none yet."""
    paper = element("rect", x=0, y=0, width=WIDTH, height=HEADER, fill=palette.PAPER)
    turn = naming.say(N_("Turn %(turn)s of %(turns)s"), turn=scene.turn, turns=scene.turns)
    right = WIDTH - MARGIN - metrics.width(turn, 31, "bold")
    plate = element("rect", x=right - 16, y=8, width=WIDTH - right + 13, height=43, rx=3, fill=palette.BAR)
    when, title = _when(scene, naming), metrics.to_drawable(_title(scene, lang))
    spare = right - 2 * MARGIN - 44 - metrics.width(title, 20, "title")
    phase, size = metrics.fit_text(when, max(460, min(metrics.width(when, 17), spare)), 26, 17)
    middle = right - 34 - metrics.width(phase, size)
    title, large = metrics.fit_text(title, middle - 2 * MARGIN - 10, 37, 20, "title")
    named = [paper, text(title, MARGIN - 6, 42, round(large, 1), fill=palette.INK, **metrics.ATTRIBUTES["title"])]
    if not scene.turn:
        return named
    return [
        *named,
        text(phase, middle, 40, round(size, 1), fill=palette.INK, font_weight="500"),
        plate,
        text(turn, right, 41, 31, fill=palette.STAR, font_weight="700"),
    ]


def _when(scene: Scene, naming: Naming) -> str:
    """Phase and conditions; without the phase where one of them says it too ("weather · normal weather")."""
    phase = naming.name(scene.phase) if scene.phase else ""
    conditions = [naming.name(word) for word in scene.conditions]
    said = "" if any(phase in word for word in conditions) else phase
    return " · ".join(word for word in (said, *conditions) if word)


def _title(scene: Scene, lang: str) -> str:
    return scene.title.get(lang) or next((scene.title[key] for key in sorted(scene.title)), "")


def inset(box: Box, cards: Sequence[Box] = ()) -> str:
    """The outline of another picture's crop on an overview, but for what would lie on the `cards` of the map."""
    left, top, right, bottom = box
    shape = f"M{left:.1f} {top:.1f}H{right:.1f}V{bottom:.1f}H{left:.1f}Z"
    if any(overlap(card, box) > 0 for card in cards):
        parts = [f"M{a:.1f} {y:.1f}H{b:.1f}" for y in (top, bottom) for a, b in _free(left, right, y, cards, 0)]
        parts += [f"M{x:.1f} {a:.1f}V{b:.1f}" for x in (left, right) for a, b in _free(top, bottom, x, cards, 1)]
        shape = "".join(parts)
    return group(
        [
            path(shape, stroke=palette.PAPER, stroke_width=6),
            path(shape, stroke=palette.INK, stroke_width=2.6, stroke_dasharray="14 7"),
        ],
        fill="none",
    )


def _free(start: float, end: float, at: float, cards: Sequence[Box], along: int) -> Iterator[Point]:
    """The parts of a line that lie on no card: its other coordinate is `at`; `along` 0 goes east, 1 south."""
    for card in sorted(cards, key=lambda card: card[along]):
        if card[1 - along] < at < card[3 - along] and card[along] < end and start < card[along + 2]:
            if start < card[along]:
                yield start, card[along]
            start = card[along + 2]
    if start < end:
        yield start, end
