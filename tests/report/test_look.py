"""What eyes need: contrast, colours told apart by colour-blind readers, and a second sign for each side."""

import itertools

import pytest

from pbem.report.svg import palette
from pbem.report.svg.symbols import SYMBOLS, known

# Machado, Oliveira and Fernandes (2009), full deuteranopia and protanopia, on linear RGB.
BLIND = {
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
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
    paper, ink = palette.corps_look(style)
    assert contrast(paper, ink) >= 3


@pytest.mark.parametrize("ground", [palette.LAND, palette.MOUNTAIN, palette.SEA, palette.LAGOON, palette.TOWN_GROUND])
def test_counters_stand_out_on_any_ground(ground: str) -> None:
    """Each has a dark outline, which does, also where its colour does not."""
    assert contrast(palette.INK, ground) >= 7


@pytest.mark.parametrize("kind", sorted(palette.LABEL_KINDS))
def test_region_names_can_be_read_on_their_halo(kind: str) -> None:
    """At least 4.5 to 1 on the paper of the halo."""
    assert contrast(palette.LABEL_KINDS[kind], palette.PAPER) >= 4.5


@pytest.mark.parametrize("kind", sorted(BLIND))
def test_the_two_sides_differ_for_colour_blind_readers(kind: str) -> None:
    """Far apart in the colours that such a reader sees."""
    a, b = (seen(look.fill, kind) for look in palette.SIDES[:2])
    assert sum((x - y) ** 2 for x, y in zip(a, b, strict=True)) ** 0.5 > 0.3


def test_sides_differ_in_shape_too() -> None:
    """The first three have shapes of their own."""
    assert len({look.shape for look in palette.SIDES[:3]}) == 3


def test_symbols_are_all_different() -> None:
    """No two kinds of unit share a drawing."""
    assert all(SYMBOLS[a] != SYMBOLS[b] for a, b in itertools.combinations(SYMBOLS, 2))
    assert known("armoured-engineer") == "armour"
    assert known("elephant") == ""


def test_the_palette_fits_the_png() -> None:
    """All flat colours of a map are among the 64 of its PNG."""
    assert len(palette.flat_colours()) <= 56
