"""Colours. Sides are Okabe-Ito, told apart by shape as well; everything else stays pale, so that counters stand out."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

PAPER = "#fbf8ef"
INK = "#1d2327"
BAR = "#22313f"
BAR_TEXT = "#ffffff"

SEA = "#d5e6ef"
LINING = ("#bcd6e4", "#a3c5d9", "#86b0c9")
LAGOON = "#bcdbe8"
COAST = "#3d6f8e"
LAND = "#f4eddb"
FOOT = "#ebdfc4"
MOUNTAIN = "#dfcba4"
HIGH = "#d2b98b"
SHADE = "#c4a777"
HACHURE = "#86673d"
TOWN_GROUND = "#e6cfc0"
WALL = "#5a3325"
BEYOND = "#e9e4d6"
GRID = "#5c4a2e"
GRID_OPACITY = "0.17"
GRID_SEEN = ("#dad1be", "#c0ccce")
"""What the grid looks like over land and over the sea, for the palette of the PNG."""
NUMBER = "#5a4726"
NUMBER_SEA = "#35607c"

RIVER = "#4b90ba"
ROAD = "#8a3420"
ROAD_CASING = PAPER
RAIL = "#3c3c3c"
ZONE = "#5e2a63"
ZONE_BAND = "#d9c3d6"
SUMMIT = "#4a3419"

WOOD_SHADE = "#8e9a6a"
TREE = "#6f8a4b"
TREE_LIGHT = "#a9bd7d"
FIELD = "#dcd896"
CORN = "#e8cb6f"
GARDEN = "#c3d193"
SAND = "#efe0b4"
FURROW = "#a8955c"
EDGE = "#4a3a28"
ROOF = "#b4573c"
RIVER_WATER = "#8fbfd6"
GROUNDS = {
    "clear": "#f1e7c9",
    "hill": "#e2cfa0",
    "mountain": "#cbae80",
    "forest": "#ccd6a6",
    "wood": "#ccd6a6",
    "woods": "#ccd6a6",
    "light-wood": "#d7dcae",
    "building": "#ecd3c0",
    "village": "#ecd3c0",
    "town": "#e6cfc0",
    "strong-building": "#d9b3a0",
    "marsh": "#cfdfcb",
    "river": "#d6e1bf",
    "bridge": "#dfe2bd",
    "cultivated": "#e6e3ae",
    "haza": "#ecd98f",
    "sea": SEA,
}
"""The tint of each terrain where whole spaces are filled with it; any other is plain land."""
LEVELS = (LAND, "#e5d3a8", "#d3b888", "#bf9d6b", "#a9835a")
"""The tints of the heights of hexes, from 0 up."""

LABEL = INK
LABEL_KINDS = {
    "sea": "#35688b",
    "bay": "#35688b",
    "mountain": "#6d512c",
    "plain": "#5f6b2c",
    "tribe": "#7a3a70",
    "zone": ZONE,
    "river": "#35688b",
}

STAR = "#f0e442"
LOST = "#b00020"
FAINT = "#a9a9a9"
GONE = "#6f6f6f"
GREEN = "#1f6b3a"
NOBODY = "#ffffff"


@dataclass(frozen=True, slots=True)
class Side:
    """How a side's counters look: colour, the text on it, the shape (`round`, `square` or `cut`), a lighter tint."""

    fill: str
    text: str
    shape: str
    tint: str


SIDES = (
    Side("#d55e00", "#141414", "round", "#ef9a58"),
    Side("#0072b2", "#ffffff", "square", "#5da9d6"),
    Side("#2b2b2b", "#ffffff", "cut", "#8a8a8a"),
    Side("#cc79a7", "#141414", "cut", "#cc79a7"),
)

# The box behind a symbol, by the style that a rule set gives a counter: (ground, drawing).
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


def side_look(index: int) -> Side:
    """The look of the side with this place in the scene's list of sides."""
    return SIDES[min(index, len(SIDES) - 1)]


_GROUND = (
    PAPER, INK, SEA, *LINING, LAGOON, COAST, LAND, SHADE, HACHURE, WALL, BEYOND, RIVER, ROAD, RAIL, SUMMIT,
    *LABEL_KINDS.values(),
)  # fmt: skip
_HEXES = (FOOT, MOUNTAIN, HIGH, *GRID_SEEN, TOWN_GROUND, NUMBER, NUMBER_SEA, ZONE, ZONE_BAND)
_COVER = (
    *GROUNDS.values(), *LEVELS, WOOD_SHADE, TREE, TREE_LIGHT, FIELD, CORN, GARDEN, SAND, FURROW, EDGE, ROOF,
    RIVER_WATER,
)  # fmt: skip
_INKS = (
    PAPER, INK, COAST, RIVER, ROAD, RAIL, WALL, SUMMIT, TOWN_GROUND, NUMBER, NUMBER_SEA, ZONE, ZONE_BAND,
)  # fmt: skip
_STANDING = (BAR, BAR_TEXT, STAR, LOST, FAINT, GONE, GREEN)
SOFT = (
    (INK, LAND), (INK, PAPER), (INK, SEA), (HACHURE, MOUNTAIN), (HACHURE, SHADE), (NUMBER, LAND), (ROAD, LAND),
    (COAST, SEA),
)  # fmt: skip
"""Pairs whose mixes soften edges on the ground."""
SOFT_COVER = tuple((ink, tint) for ink in (INK, EDGE, HACHURE) for tint in dict.fromkeys((*GROUNDS.values(), *LEVELS)))
"""The same on a ground with tints."""
SOFT_SIDES = ((SIDES[0].fill, LAND), (SIDES[1].fill, LAND), (SIDES[0].fill, PAPER))
"""The same of what stands on it."""


def ground_colours(*, hexes: bool = True, covered: bool = False) -> tuple[str, ...]:
    """The colours of a board and of the mixes that soften edges on it, in a fixed order, each once.

    `hexes`: with a grid and its numbers; `covered`: with tints and drawings of what grows and stands on the ground.
    """
    plain = (*_GROUND, *(_HEXES if hexes else ()), *(_COVER if covered else ()))
    pairs = (*SOFT, *(SOFT_COVER if covered else ()))
    return tuple(dict.fromkeys((*plain, *(mixed(*pair) for pair in pairs))))


def flat_colours(*, hexes: bool = True, covered: bool = False, more: Iterable[str] = ()) -> tuple[str, ...]:
    """All colours of a map's picture, those of its board first; `more` are a game's own."""
    sides = tuple(colour for side in SIDES for colour in (side.fill, side.tint))
    corps = tuple(colour for pair in CORPS.values() for colour in pair)
    mixes = (mixed(*pair) for pair in SOFT_SIDES)
    ground = ground_colours(hexes=hexes, covered=covered)
    return tuple(dict.fromkeys((*ground, *_STANDING, *sides, *corps, *more, *mixes)))


def plain_colours(tones: Sequence[str], more: Iterable[str] = ()) -> tuple[str, ...]:
    """The colours of a plain picture of a printed hex map: its tones, the grid on each, inks and what stands there."""
    grid = (mixed(GRID, tone, float(GRID_OPACITY)) for tone in tones)
    sides = (colour for side in SIDES for colour in (side.fill, side.tint))
    corps = (colour for pair in CORPS.values() for colour in pair)
    inks = (*_INKS, mixed(INK, PAPER), *LABEL_KINDS.values())
    return tuple(dict.fromkeys((*tones, *grid, *inks, *_STANDING, *sides, *corps, *more)))


def mixed(a: str, b: str, part: float = 0.5) -> str:
    """The colour between two, so much of it the first one."""
    parts = (f"{int(int(a[i : i + 2], 16) * part + int(b[i : i + 2], 16) * (1 - part)):02x}" for i in (1, 3, 5))
    return "#" + "".join(parts)
