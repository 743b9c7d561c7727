"""Unit symbols, our own, in a box of 72 by 40 around 0, 0: strokes and solids that stay legible at 24 pixels."""

from collections.abc import Mapping

from pbem.report.svg.base import metrics
from pbem.report.svg.base.write import element, group, path, text

HALF_WIDTH, HALF_HEIGHT = 36, 20
Symbol = tuple[str, str]
"""Path data of what is drawn as lines, and of what is filled."""

SYMBOLS: Mapping[str, Symbol] = {
    "infantry": ("M-36-20L36 20M-36 20L36-20", ""),
    "irregular": ("M-24 15Q2 6 24-16M24 15Q-2 6-24-16", "M-28 15l8-5 3 5-8 5ZM28 15l-8-5-3 5 8 5Z"),
    "light-infantry": ("M-36-20L36 20M-36 20L36-20", "M0-6L7 7H-7Z"),
    "militia": ("M-36-20L36 20M-36 20L36-20M-36 13H36", ""),
    "cavalry": ("M-36 20L36-20", ""),
    "heavy-cavalry": ("M-36 20L36-20", "M-36-20H-14V2L-36 14Z"),
    "artillery": ("", "M-11 0A11 11 0 1 1 11 0A11 11 0 1 1-11 0Z"),
    "horse-artillery": ("M-36 20L36-20", "M-11 0A11 11 0 1 1 11 0A11 11 0 1 1-11 0Z"),
    "mountain-artillery": ("M-34 18L-17-11 0 18M0 18L17-11 34 18", "M-9 8A9 9 0 1 1 9 8A9 9 0 1 1-9 8Z"),
    "rocket": ("M-26 14L2-6M-29 4L-20 10M-18 18L-22 9", "M-4-10L24-17 4 2Z"),
    "gunboat": ("M-8-2V-17M-8-14H8", "M-32 2H32L24 15H-24ZM10 0V-8H20L22-11H28L26-8V0Z"),
    "convoy": (
        "M-26-10H20V4H-26ZM20-2H31",
        "M-20 11a6 6 0 1 1 12 0a6 6 0 1 1-12 0M3 11a6 6 0 1 1 12 0a6 6 0 1 1-12 0Z",
    ),
    "machine-gun": ("M7 0L-9 16M7 0L23 16M7 0V14", "M-31-9H-4V-13H24V-1H-4V-5H-31Z"),
    "armour": ("M-30-8H-8", "M-29 12L-23 1H-9V-13H10V1H23L30 8L23 17H-24Z"),
    "engineers": ("M-22 13V-11H22V13M0-11V13", ""),
    "bomber": ("", "M-31-8H31V1H4L3 10H12V16H-12V10H-3L-4 1H-31ZM-4-8Q-4-18 0-18Q4-18 4-8Z"),
    "seaplane": (
        "",
        "M-28-7H28V1H3L2 10H9V15H-9V10H-2L-3 1H-28ZM-4-7Q-4-17 0-17Q4-17 4-7Z"
        "M-19-12Q-16-19-13-12V8Q-16 13-19 8ZM13-12Q16-19 19-12V8Q16 13 13 8Z",
    ),
    "fleet": ("M15 4V-17M-17 2L-27-3", "M-34 4H34L26 16H-27ZM-12 4V-6H10V4ZM-6-6V-15H2V-6Z"),
    "headquarters": ("M-18 18V-18", "M-18-17H20L12-8L20 1H-18Z"),
    "leader": ("", "M0-18L5-5.6 18-5.6 7.6 2.4 11.4 15.6 0 7.6-11.4 15.6-7.6 2.4-18-5.6-5-5.6Z"),
    "supply": ("M-18-12H18V14H-18ZM-18 1H18M0-12V14", ""),
    "fort": ("M-32 12V-8H-19V2H-7V-8H7V2H19V-8H32V12", ""),
}
ALIASES = {
    "armoured-engineer": "armour",
    "armoured-car": "armour",
    "militia": "irregular",
    "aircraft": "bomber",
    "ship": "fleet",
    "trench": "fort",
    "hq": "headquarters",
    "engineer": "engineers",
}


def symbol_name(symbol: str, symbols: Mapping[str, Symbol] = SYMBOLS) -> str:
    """The name under which a symbol is drawn; "" where there is none."""
    if symbol in symbols:
        return symbol
    name = ALIASES.get(symbol, symbol)
    return name if name in symbols else ""


def letter(code: str) -> str:
    """What stands for a code that nobody drew: its first letter."""
    return metrics.to_drawable(code[:1].upper()) or "?"


def symbol_box(symbol: str, paper: str, ink: str, symbols: Mapping[str, Symbol] = SYMBOLS) -> str:
    """The box with its symbol; an unknown one is its first letter, so that the counter is still told from others."""
    box = element(
        "rect", x=-HALF_WIDTH, y=-HALF_HEIGHT, width=2 * HALF_WIDTH, height=2 * HALF_HEIGHT, fill=paper, stroke=ink,
        stroke_width=3,
    )  # fmt: skip
    name = symbol_name(symbol, symbols)
    if not name:
        return box + text(letter(symbol), 0, 13, 36, fill=ink, text_anchor="middle", **metrics.ATTRIBUTES["bold"])
    strokes, solids = symbols[name]
    drawing = [
        path(strokes, fill="none", stroke=ink, stroke_width=4.2, stroke_linejoin="round"),
        path(solids, fill=ink),
    ]
    return box + group(drawing)
