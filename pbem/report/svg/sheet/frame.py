"""Round the map: title, turn, phase and conditions above; legend, scale, north and credits below."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import atan2, degrees
from typing import Any

from pbem.core.scene import Scene
from pbem.report.svg.base import metrics, palette
from pbem.report.svg.base.naming import N_, Naming, credits
from pbem.report.svg.base.plan import HEADER, WIDTH, Plan
from pbem.report.svg.base.write import element, group, path, text
from pbem.report.svg.sheet import ground_key
from pbem.report.svg.sheet.border import scale_bar
from pbem.report.svg.sheet.legend import ICON, Item

ROW = 42
MARGIN = 18
_SIZE = 23


@dataclass(frozen=True, slots=True)
class Footer:
    """The legend's items with their places (left, centre line), and the height of the whole strip."""

    placed: tuple[tuple[Item, float, float], ...]
    height: int


def footer(items: Sequence[Item], top: float, *, credited: bool, scaled: bool = True) -> Footer:
    """Lay the legend out in rows; if `scaled`, the first row leaves room for scale and north at the right."""
    placed: list[tuple[Item, float, float]] = []
    left, row = float(MARGIN), 0
    for item in items:
        wide = ICON + metrics.width(item.words, _SIZE) + 26
        if left + wide > WIDTH - MARGIN - (320 if scaled and row == 0 else 0):
            left, row = float(MARGIN), row + 1
        placed.append((item, left, top + 8 + ROW * (row + 0.5)))
        left += wide
    return Footer(tuple(placed), 16 + ROW * (row + 1) + (12 if credited else 0))


def draw_footer(plan: Plan, foot: Footer, map_: Mapping[str, Any], naming: Naming) -> list[str]:
    """The strip below the map."""
    top = plan.bottom
    out = [element("rect", x=0, y=top, width=WIDTH, height=foot.height, fill=palette.PAPER)]
    for item, left, middle in foot.placed:
        drawing = element("g", item.drawing, transform=f"translate({left + ICON / 2 - 4:.1f} {middle:.1f})")
        out.append(drawing + text(item.words, left + ICON, middle + 8, _SIZE, fill=palette.INK, font_weight="500"))
    scale = [] if ground_key.in_cartouche(plan, map_) else _scale(plan, naming, top + 8 + ROW / 2)
    return [*out, *scale, *_credits(map_, top + foot.height)]


def _scale(plan: Plan, naming: Naming, middle: float) -> list[str]:
    """North and a bar of a round length, at the right end of the first row."""
    right, (x, y) = WIDTH - MARGIN, plan.north
    turned: dict[str, str] = {}
    if (x, y) != (0, -1):
        turned["transform"] = f"rotate({degrees(atan2(x, -y)):.1f} {right - 14} {middle:.1f})"
    needle = path(f"M{right - 14} {middle - 17:.1f}l10 34-10-8-10 8Z", fill=palette.INK, **turned)
    letter = text("N", right - (56 if turned else 48), middle + 8, 22, fill=palette.INK, **metrics.ATTRIBUTES["title"])
    return [needle, letter, *scale_bar(plan, naming, right - 70, middle + 4, 200)]


def _credits(map_: Mapping[str, Any], bottom: float) -> list[str]:
    words = credits(map_)
    if not words:
        return []
    words, size = metrics.fitted(words, WIDTH / 2, 13, 10)
    left = WIDTH - MARGIN - metrics.width(words, size)
    return [text(words, left, bottom - 7, round(size, 1), fill=palette.NUMBER, font_weight="500")]


def draw_header(scene: Scene, lang: str, naming: Naming) -> list[str]:
    """The strip above the map: whose game, which turn and phase, what holds in it."""
    paper = element("rect", x=0, y=0, width=WIDTH, height=HEADER, fill=palette.PAPER)
    turn = naming.say(N_("Turn %(turn)s of %(turns)s"), turn=scene.turn, turns=scene.turns)
    right = WIDTH - MARGIN - metrics.width(turn, 31, "bold")
    plate = element("rect", x=right - 16, y=8, width=WIDTH - right + 13, height=43, rx=3, fill=palette.BAR)
    phase, size = metrics.fitted(_when(scene, naming), 460, 26, 17)
    middle = right - 34 - metrics.width(phase, size)
    title, large = metrics.fitted(metrics.drawable(_title(scene, lang)), middle - 2 * MARGIN - 10, 37, 20, "title")
    return [
        paper,
        text(title, MARGIN - 6, 42, round(large, 1), fill=palette.INK, **metrics.ATTRIBUTES["title"]),
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


def inset(box: tuple[float, float, float, float]) -> str:
    """The outline of another picture's crop on an overview."""
    left, top, right, bottom = box
    shape = f"M{left:.1f} {top:.1f}H{right:.1f}V{bottom:.1f}H{left:.1f}Z"
    return group(
        [
            path(shape, stroke=palette.PAPER, stroke_width=6),
            path(shape, stroke=palette.INK, stroke_width=2.6, stroke_dasharray="14 7"),
        ],
        fill="none",
    )
