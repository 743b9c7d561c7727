"""SVG to PNG: resvg behind one function, then a fixed palette, so that the same map is the same bytes everywhere."""

from functools import lru_cache
from io import BytesIO
from pathlib import Path

import resvg
from PIL import Image
from resvg import usvg

from pbem.phrases import Told
from pbem.report.svg.base import metrics, palette

COLOURS = 64
"""How many colours the PNG of a plain hex map has; others have some more."""
SMALLEST, SOON = 9, 5
"""How hard a PNG is pressed: one drawn on demand, one of the many that are mailed."""
_IDENTITY = (1.0, 0.0, 0.0, 0.0, 1.0, 0.0)


class RasterError(Told):
    """An SVG that cannot be drawn."""


def to_png(svg: str, width: int | None = None, *, fonts: Path = metrics.FOLDER, colours: tuple[str, ...] = ()) -> bytes:
    """The SVG as a PNG of few fixed colours without dithering, `width` pixels wide (as the SVG says by default).

    `colours` are those that it is drawn with, where they are not those of a plain hex map.

    Only the fonts of the program are used, never the machine's. RasterError for an SVG that resvg refuses,
    FontMissing where a font file is gone.
    """
    drawn = rendered(svg, fonts)
    image = Image.new("RGB", drawn.size, palette.PAPER)
    image.paste(drawn, mask=drawn)
    if width is not None and width != image.width:
        height = round(image.height * width / image.width)
        image = image.resize((width, height), Image.Resampling.LANCZOS)
    return encode(reduced(image, colours or palette.flat_colours()), SMALLEST)


def reduced(image: Image.Image, colours: tuple[str, ...]) -> Image.Image:
    """A picture with each pixel in the nearest of some colours."""
    return image.quantize(palette=palette_image(colours), dither=Image.Dither.NONE)


def encode(image: Image.Image, pressed: int = SOON) -> bytes:
    """A picture in few colours as the bytes of a PNG."""
    out = BytesIO()
    image.save(out, "PNG", optimize=False, compress_level=pressed)
    return out.getvalue()


def rendered(svg: str, fonts: Path = metrics.FOLDER) -> Image.Image:
    """The SVG as resvg draws it, with what it leaves transparent. Raises as `to_png` does."""
    image = Image.open(BytesIO(render(svg, fonts)))
    return image if image.mode == "RGBA" else image.convert("RGBA")


def render(svg: str, fonts: Path = metrics.FOLDER) -> bytes:
    """The SVG as resvg draws it: a PNG in full colour. Options are made anew: they belong to the thread."""
    options = usvg.Options.default()
    for data in metrics.font_bytes(fonts):
        options.load_font_data(data)
    try:
        return bytes(resvg.render(usvg.Tree.from_str(svg, options), _IDENTITY))
    except BaseException as error:  # resvg panics with a BaseException of its own
        if isinstance(error, KeyboardInterrupt | SystemExit | GeneratorExit | MemoryError):
            raise
        raise RasterError("resvg cannot draw this SVG: {error}", error=error) from error


@lru_cache(maxsize=8)
def palette_image(colours: tuple[str, ...]) -> Image.Image:
    """The palette of a PNG in such colours, as Pillow takes it; never shorter than 64."""
    parts = [part for colour in colours for part in _rgb(colour)]
    parts += parts[:3] * (COLOURS - len(colours))
    image = Image.new("P", (1, 1))
    image.putpalette(parts)
    return image


def _rgb(colour: str) -> tuple[int, ...]:
    return tuple(int(colour[i : i + 2], 16) for i in (1, 3, 5))
