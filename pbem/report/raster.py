"""SVG to PNG: resvg behind one function, then a fixed palette, so that the same map is the same bytes everywhere."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
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
SMALLEST, SMALLER, SMALL, SOON = 9, 8, 6, 4
"""How hard a PNG is pressed: each way takes two to three times as long as the next, for some parts in a hundred."""
PROBE, PAYS = 8, 30_000
"""How many pixels are one where it is looked for what is empty, and how many empty ones are worth one part more."""
EMPTY = re.compile(rb"\0+")
_IDENTITY = (1.0, 0.0, 0.0, 0.0, 1.0, 0.0)
Area = tuple[int, int, int, int]
"""Left, top, right, bottom."""


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
    return _opened(render(svg, fonts))


def rendered_parts(svg: str, fonts: Path = metrics.FOLDER) -> tuple[tuple[int, int, Image.Image], ...]:
    """The SVG as resvg draws it, in parts: what lies in none of them is transparent. Each with its left and top edge.

    A small picture shows where something is. Raises as `to_png` does.
    """
    with _own_errors():
        tree = _parsed(svg, fonts)
        wide, tall = tree.int_size()
        probe = _painted(tree, 1 / PROBE, (0, 0), (-(-wide // PROBE), -(-tall // PROBE)))
        mask = _opened(probe).getchannel("A").point(lambda value: 255 if value else 0)
        found = []
        for left, top, right, bottom in _filled(mask, (0, 0, *mask.size)):
            corner = max(0, (left - 1) * PROBE), max(0, (top - 1) * PROBE)
            size = min(wide, (right + 1) * PROBE) - corner[0], min(tall, (bottom + 1) * PROBE) - corner[1]
            found.append((*corner, _opened(_painted(tree, 1.0, corner, size))))
        return tuple(found)


def _filled(mask: Image.Image, box: Area) -> list[Area]:
    """The parts of a box of a mask in which something is: cut at the emptiest bands, as long as that pays."""
    held = mask.crop(box).getbbox()
    if held is None:
        return []
    left, top, right, bottom = (edge + box[i % 2] for i, edge in enumerate(held))
    bands = []
    for across, line in enumerate(mask.crop((left, top, right, bottom)).getprojection()):
        other = right - left if across else bottom - top
        bands += [((gap.end() - gap.start()) * other, across, *gap.span()) for gap in EMPTY.finditer(bytes(line))]
    saved, across, begin, end = max(bands, default=(0, 0, 0, 0))
    if saved * PROBE**2 < PAYS:
        return [(left, top, right, bottom)]
    if across:
        return [
            *_filled(mask, (left, top, right, top + begin)), *_filled(mask, (left, top + end, right, bottom)),
        ]  # fmt: skip
    return [*_filled(mask, (left, top, left + begin, bottom)), *_filled(mask, (left + end, top, right, bottom))]


def render(svg: str, fonts: Path = metrics.FOLDER) -> bytes:
    """The SVG as resvg draws it: a PNG in full colour."""
    with _own_errors():
        return bytes(resvg.render(_parsed(svg, fonts), _IDENTITY))


def _parsed(svg: str, fonts: Path) -> usvg.Tree:
    """The SVG as resvg reads it. Options are made anew: they belong to the thread."""
    options = usvg.Options.default()
    for data in metrics.font_bytes(fonts):
        options.load_font_data(data)
    return usvg.Tree.from_str(svg, options)


def _painted(tree: usvg.Tree, scale: float, corner: tuple[int, int], size: tuple[int, int]) -> bytes:
    """A part of a drawing as a PNG: where it begins and how large it is, in pixels."""
    moved = (scale, 0.0, -float(corner[0]), 0.0, scale, -float(corner[1]))
    return bytes(resvg.render(tree, moved, bg_size=size))


def _opened(png: bytes) -> Image.Image:
    image = Image.open(BytesIO(png))
    return image if image.mode == "RGBA" else image.convert("RGBA")


@contextmanager
def _own_errors() -> Iterator[None]:
    """What resvg raises as a RasterError; it panics with a BaseException of its own."""
    try:
        yield
    except BaseException as error:
        if isinstance(error, KeyboardInterrupt | SystemExit | GeneratorExit | MemoryError | metrics.FontMissing):
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
