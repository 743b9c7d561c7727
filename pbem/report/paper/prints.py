"""The map as pages to print, its sheets side by side as large as the paper takes."""

from collections.abc import Sequence
from dataclasses import replace

from PIL import Image

from pbem.core.scene import Scene
from pbem.report.paper.pdf import Page, write_pdf
from pbem.report.raster import rendered
from pbem.report.svg.action.sheets import sheet_crops
from pbem.report.svg.base import palette
from pbem.report.svg.base.naming import Naming
from pbem.report.svg.base.plan import WIDTH
from pbem.report.svg.map import document, draw_content
from pbem.report.svg.pieces.signs import Signs

PAPERS = {"A4": (210, 297), "A3": (297, 420)}
"""Papers that a map is printed on, wide and high, in millimetres: one is as high for its width as the other."""
EDGE = 6
"""What a printer leaves white round a page, in millimetres."""
FINE, MAILED = (200, 82), (130, 60)
"""Dots an inch and quality of a print: of one that is made on demand, and of one that goes out with a mail."""


def draw_print(
    scene: Scene,
    lang: str,
    papers: Sequence[str],
    *,
    empty: bool = False,
    naming: Naming | None = None,
    signs: Signs | None = None,
    pressed: tuple[int, int] = FINE,
) -> bytes:
    """The sheets as pages of a PDF, as large as each paper takes, to lie on a table; the same bytes each time.

    `papers` are keys of PAPERS: first all pages of the first one, which say how fine pictures are. `empty` is without
    what stands and happens on the map; `pressed` is FINE or MAILED. Raises as `draw_picture`.
    """
    dots, quality = pressed
    if empty:
        scene = replace(
            scene, counters=(), controls=(), arrows=(), battles=(), shots=(), ghosts=(), shades=(), sightlines=(),
            phase="", conditions=(), turn=0,
        )  # fmt: skip
    pictures = []
    for crop in sheet_crops(scene.map):
        content, tall = draw_content(scene, lang, crop, naming=naming, signs=signs)
        wide = _width(_turned(papers[0], tall / WIDTH), tall / WIDTH)
        image = rendered(document(content, tall, round(wide * dots / 25.4)))
        picture = Image.new("RGB", image.size, palette.PAPER)
        picture.paste(image, mask=image)
        pictures.append(picture)
    pages = [
        Page(*_turned(paper, picture.height / picture.width), EDGE, n)
        for paper in papers for n, picture in enumerate(pictures)
    ]  # fmt: skip
    return write_pdf(pictures, pages, quality)


def _turned(paper: str, shape: float) -> tuple[float, float]:
    """A paper, wide and high, upright or lying: as a picture of a shape, its height by its width, is larger on it."""
    wide, high = PAPERS[paper]
    return max((wide, high), (high, wide), key=lambda sides: _width(sides, shape))


def _width(sides: tuple[float, float], shape: float) -> float:
    """How wide a picture is on a page, in millimetres."""
    wide, high = (side - 2 * EDGE for side in sides)
    return min(wide, high / shape)
