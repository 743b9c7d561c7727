"""What eyes need: contrast, colours told apart by colour-blind readers, and a second sign for each side."""

import itertools
from math import dist

import pytest

from pbem.report.raster import COLOURS
from pbem.report.svg.base import palette
from pbem.report.svg.pieces import states
from pbem.report.svg.pieces.signs import Signs
from pbem.report.svg.pieces.symbols import SYMBOLS, symbol_name

# Machado, Oliveira and Fernandes (2009), full deuteranopia, protanopia and tritanopia, on linear RGB.
BLIND = {
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
    "none": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
}


def linear(colour: str) -> tuple[float, ...]:
    """Linear red, green and blue of "#rrggbb"."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    return tuple(p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)


def contrast(a: str, b: str) -> float:
    """The contrast ratio of two colours (WCAG 2)."""
    light = [0.2126 * r + 0.7152 * g + 0.0722 * b for r, g, b in map(linear, (a, b))]
    return (max(light) + 0.05) / (min(light) + 0.05)


def seen(colour: str, kind: str) -> tuple[float, ...]:
    """A colour as a colour-blind reader sees it, linear."""
    return tuple(sum(m * c for m, c in zip(row, linear(colour), strict=True)) for row in BLIND[kind])


@pytest.mark.parametrize("look", palette.SIDES, ids=lambda look: look.fill)
def test_figures_on_a_counter_can_be_read(look: palette.Side) -> None:
    """At least 4.5 to 1, as for small text."""
    assert contrast(look.fill, look.text) >= 4.5


@pytest.mark.parametrize("style", sorted(palette.CORPS))
def test_symbols_stand_out_in_their_box(style: str) -> None:
    """At least 3 to 1, as for drawings."""
    paper, ink = Signs().corps(style)
    assert contrast(paper, ink) >= 3


@pytest.mark.parametrize("ground", [palette.LAND, palette.MOUNTAIN, palette.SEA, palette.LAGOON, palette.TOWN_GROUND])
def test_counters_stand_out_on_any_ground(ground: str) -> None:
    """Each has a dark outline, which does, also where its colour does not."""
    assert contrast(palette.INK, ground) >= 7


@pytest.mark.parametrize("kind", sorted(palette.LABEL_KINDS))
def test_region_names_can_be_read_on_their_halo(kind: str) -> None:
    """At least 4.5 to 1 on the paper of the halo."""
    assert contrast(palette.LABEL_KINDS[kind], palette.PAPER) >= 4.5


def apart(a: str, b: str, kind: str) -> float:
    """How far two colours lie apart for such a reader: in CIE L*a*b*, where 100 is black to white."""
    return dist(lab(seen(a, kind)), lab(seen(b, kind)))


def lab(colour: tuple[float, ...]) -> tuple[float, float, float]:
    """CIE L*a*b* (D65) of a linear colour; what lies outside of the screen's colours is clipped."""
    r, g, b = (min(1.0, max(0.0, part)) for part in colour)
    x = (0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047
    y = 0.2126729 * r + 0.7151522 * g + 0.0721750 * b
    z = (0.0193339 * r + 0.1191920 * g + 0.9503041 * b) / 1.08883
    fx, fy, fz = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def test_distances_are_measured_right() -> None:
    """Black to white is 100, a colour to itself 0; red and green come together for who confuses them."""
    assert apart("#000000", "#ffffff", "none") == pytest.approx(100, abs=0.1)
    assert apart("#336699", "#336699", "tritanopia") == 0
    assert apart("#cc3311", "#669900", "none") > 2.5 * apart("#cc3311", "#669900", "deuteranopia")


@pytest.mark.parametrize("kind", sorted(BLIND))
def test_the_first_three_sides_differ_for_every_reader(kind: str) -> None:
    """By 35 and more, in full colour and where their lines are tinted; the two that most games have by 60."""
    for one, other in itertools.combinations(palette.SIDES[:3], 2):
        assert apart(one.fill, other.fill, kind) >= 35
        assert apart(one.tint, other.tint, kind) >= 25
    assert apart(palette.SIDES[0].fill, palette.SIDES[1].fill, kind) >= 60


@pytest.mark.parametrize("kind", sorted(BLIND))
@pytest.mark.parametrize("ground", [palette.LAND, palette.SEA, palette.MOUNTAIN])
def test_what_is_marked_stands_out_from_the_ground_for_every_reader(kind: str, ground: str) -> None:
    """Crosses, lines of moves and, by its dark edge, the star of a combat."""
    for mark in (palette.INK, palette.LOST, *(side.fill for side in palette.SIDES[:2])):
        assert apart(mark, ground, kind) >= 20


@pytest.mark.parametrize("state", sorted(states.SIGNS))
def test_signs_of_states_stand_out_on_their_ground(state: str) -> None:
    """At least 4.5 to 1."""
    assert contrast(states.SIGNS[state].ink, states.SIGNS[state].ground) >= 4.5


def test_the_name_of_a_loss_can_be_read() -> None:
    """Grey on paper, at least 4.5 to 1; its cross 3 to 1."""
    assert contrast(palette.GONE, palette.PAPER) >= 4.5
    assert contrast(palette.LOST, palette.PAPER) >= 3


def test_sides_differ_in_shape_too() -> None:
    """The first three have shapes of their own."""
    assert len({look.shape for look in palette.SIDES[:3]}) == 3


def test_symbols_are_all_different() -> None:
    """No two kinds of unit share a drawing."""
    assert all(SYMBOLS[a] != SYMBOLS[b] for a, b in itertools.combinations(SYMBOLS, 2))
    assert symbol_name("armoured-engineer") == "armour"
    assert symbol_name("elephant") == ""


def test_the_palette_fits_the_png() -> None:
    """All colours of a plain map, with the mixes that soften edges, are among the 64 of its PNG."""
    assert len(palette.flat_colours()) <= COLOURS
