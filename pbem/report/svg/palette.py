"""Colours. Sides are Okabe-Ito, told apart by shape as well; everything else stays pale, so that counters stand out."""

from dataclasses import dataclass

PAPER = "#fbf8ef"
INK = "#1d2327"
BAR = "#22313f"
BAR_TEXT = "#ffffff"
BAR_SOFT = "#c9d6df"

SEA = "#d5e6ef"
SHALLOWS = ("#c5dce8", "#b4d0e0")
LAGOON = "#bcdbe8"
COAST = "#3d6f8e"
LAND = "#f4eddb"
MOUNTAIN = "#dcc8a4"
PEAK_DARK = "#c2a578"
PEAK_LIGHT = "#ebdcbc"
PEAK_LINE = "#9c7f52"
TOWN_GROUND = "#e6cfc0"
WALL = "#5a3325"
BEYOND = "#e9e4d6"
GRID = "#5c4a2e"
GRID_OPACITY = "0.17"
NUMBER = "#8b7a5b"
NUMBER_SEA = "#7ea0b5"

RIVER = "#4b90ba"
ROAD = "#8a3420"
ROAD_CASING = "#fffaf0"
RAIL = "#3c3c3c"
ZONE = "#5e2a63"

LABEL = INK
LABEL_KINDS = {
    "sea": "#35688b",
    "bay": "#35688b",
    "mountain": "#6d512c",
    "plain": "#5f6b2c",
    "tribe": "#7a3a70",
    "river": "#2f739c",
}

STAR = "#f0e442"
LOST = "#b00020"
FAINT = "#a9a9a9"
NOBODY = "#ffffff"


@dataclass(frozen=True, slots=True)
class Side:
    """How a side's counters look: colour, the text on it, and the shape (`round`, `square` or `cut`)."""

    fill: str
    text: str
    shape: str


SIDES = (
    Side("#d55e00", "#141414", "round"),
    Side("#0072b2", "#ffffff", "square"),
    Side("#2b2b2b", "#ffffff", "cut"),
    Side("#cc79a7", "#141414", "cut"),
)

# The box behind a symbol, by colour class of the corps: (ground, drawing).
CORPS = {
    "": ("#fbf8ef", "#141414"),
    "white": ("#ffffff", "#141414"),
    "green": ("#1f6b3a", "#ffe96b"),
    "yellow": ("#f2cf4a", "#14502b"),
    "red": ("#f2cf4a", "#a1121f"),
    "emblem": ("#ffffff", "#a1121f"),
    "grey": ("#c9c9c9", "#141414"),
    "black": ("#2b2b2b", "#ffffff"),
    "blue": ("#cfe3f2", "#0b3a5e"),
}
CORPS_ALIASES = {
    "army": "white",
    "legion": "green",
    "regulares": "yellow",
    "mehala": "red",
    "harka": "emblem",
    "harca-soliman": "emblem",
    "kabila": "grey",
    "captured": "black",
    "air": "blue",
    "navy": "blue",
}


def side_look(index: int) -> Side:
    """The look of the side with this place in the scene's list of sides."""
    return SIDES[min(index, len(SIDES) - 1)]


def corps_look(style: str) -> tuple[str, str]:
    """Ground and drawing colour of a corps; the plain look for a class that nobody defined."""
    return CORPS.get(CORPS_ALIASES.get(style, style), CORPS[""])


def flat_colours() -> tuple[str, ...]:
    """All colours that a map is drawn with, in a fixed order, each once."""
    plain = (
        PAPER, INK, BAR, BAR_TEXT, BAR_SOFT, SEA, *SHALLOWS, LAGOON, COAST, LAND, MOUNTAIN, PEAK_DARK, PEAK_LIGHT,
        PEAK_LINE, TOWN_GROUND, WALL, BEYOND, NUMBER, NUMBER_SEA, RIVER, ROAD, RAIL, ZONE, *LABEL_KINDS.values(),
        STAR, LOST, FAINT,
    )  # fmt: skip
    sides = tuple(s.fill for s in SIDES)
    corps = tuple(colour for pair in CORPS.values() for colour in pair)
    return tuple(dict.fromkeys((*plain, *sides, *corps)))
