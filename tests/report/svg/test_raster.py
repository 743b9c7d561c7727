"""SVG to PNG: the program's fonts, a fixed palette, bounded sizes, and clear errors."""

from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from pbem.report import raster
from pbem.report.raster import COLOURS, RasterError, to_png
from pbem.report.svg import action_crop, draw_map
from pbem.report.svg.base import metrics
from tests.report.making import crowded, golden_scene, landing


def picture(png: bytes) -> Image.Image:
    """A PNG opened and read to its end."""
    image = Image.open(BytesIO(png))
    image.load()
    return image


def page(content: str, height: int = 60) -> str:
    """An SVG of 400 pixels with white ground."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="400" height="{height}">'
        f'<rect width="400" height="{height}" fill="#ffffff"/>{content}</svg>'
    )


def ink(words: str, **attributes: str) -> tuple[int, int]:
    """How wide a drawn text is, and how many of its pixels are dark."""
    attributes = {"font_family": metrics.FAMILY, **attributes}
    shown = " ".join(f'{key.replace("_", "-")}="{value}"' for key, value in attributes.items())
    svg = page(f'<text x="10" y="40" font-size="40" {shown}>{words}</text>')
    grey = picture(raster.render(svg)).convert("L").point(lambda v: 255 if v < 128 else 0)
    box = grey.getbbox()
    return (box[2] - box[0] if box else 0), grey.histogram()[255]


def test_a_picture_is_as_large_as_the_svg_says() -> None:
    """1280 wide, and scaled on demand."""
    svg = draw_map(golden_scene(), "es")
    full, half = picture(to_png(svg)), picture(to_png(svg, 640))
    assert full.width == 1280
    assert half.size == (640, round(full.height / 2))


def test_the_same_svg_is_the_same_bytes() -> None:
    """No clock in the file, no search for colours."""
    svg = draw_map(golden_scene(), "es")
    assert to_png(svg) == to_png(svg)


def test_it_has_at_most_64_colours_and_no_transparency() -> None:
    """Transparent pictures break in dark mail clients."""
    image = picture(to_png(draw_map(landing(), "es", crop=action_crop(landing()))))
    assert image.mode == "P"
    colours = image.convert("RGB").getcolors(COLOURS)
    assert colours is not None
    assert "transparency" not in image.info


@pytest.mark.parametrize("close", [True, False])
def test_pictures_of_a_crowded_turn_fit_a_mail(close: bool) -> None:
    """About a hundred counters: each picture below 200 kB."""
    crop = action_crop(crowded()) if close else None
    assert len(to_png(draw_map(crowded(), "es", crop=crop))) < 200_000


def test_medium_and_bold_are_two_faces_and_italic_leans() -> None:
    """The fonts register as one family with their weights: no silent fall to another face."""
    medium, bold = ink("Annual", font_weight="500"), ink("Annual", font_weight="700")
    italic = ink("Annual", font_weight="500", font_style="italic")
    assert bold[1] > 1.15 * medium[1]
    assert italic[1] != medium[1]
    assert ink("Ñandú", font_weight="500")[1] > ink("Nandu", font_weight="500")[1]


@pytest.mark.parametrize("face", ["medium", "bold", "italic", "serif", "title"])
def test_measured_widths_are_those_drawn(face: metrics.Face) -> None:
    """What places labels agrees with the rasterizer to a few pixels."""
    drawn, _ = ink("Monte Arruit", **metrics.ATTRIBUTES[face])
    assert abs(drawn - metrics.width("Monte Arruit", 40, face)) < 8


@pytest.mark.parametrize("svg", ["", "no svg", "<svg", '<svg xmlns="http://www.w3.org/2000/svg" width="0"/>'])
def test_a_broken_svg_is_an_error_of_ours(svg: str) -> None:
    """resvg panics with a BaseException; that must not pass for a crash of the program."""
    with pytest.raises(RasterError):
        to_png(svg)


def test_a_missing_font_file_is_named(tmp_path: Path) -> None:
    """A picture without any text would be worse than none."""
    with pytest.raises(metrics.FontMissing, match=r"(BarlowCondensed|Staff\w+)-\w+\.ttf"):
        to_png(page(""), fonts=tmp_path)


def test_fonts_come_with_their_licence() -> None:
    """The Open Font License travels with the files."""
    licences = [path.read_text("utf-8") for path in sorted(metrics.FOLDER.glob("OFL*.txt"))]
    assert len(licences) == 3
    assert all("SIL OPEN FONT LICENSE Version 1.1" in licence for licence in licences)
    assert len(metrics.font_bytes()) == len(list(metrics.FOLDER.glob("*.ttf"))) == 5


def test_letters_without_a_glyph_are_replaced() -> None:
    """Accents are dropped where that gives a letter, control characters vanish."""
    assert metrics.to_drawable("Abarrán – 1921 č ж\u200b\u202e\t.") == "Abarrán – 1921 c ? ."


@pytest.mark.parametrize("room", [20, 60, 200])
def test_fitted_text_fits(room: float) -> None:
    """Made smaller first, then shortened."""
    words, size = metrics.fit_text("Regulares de Alhucemas", room, 30, 12, "bold")
    assert metrics.width(words, size, "bold") <= room + 0.01
    assert size <= 30
