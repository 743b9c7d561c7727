"""SVG to PNG: resvg behind one function, then a fixed palette, so that the same map is the same bytes everywhere."""

from collections.abc import Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from functools import lru_cache
from io import BytesIO
from multiprocessing import get_context
from pathlib import Path

import resvg
from PIL import Image
from resvg import usvg

from pbem.report.svg.base import metrics, palette

COLOURS, MOST_COLOURS = 64, 192
"""How many colours the PNG of a plain hex map has, and how many any other has at most."""
_HELPERS: list[ProcessPoolExecutor] = []
_AHEAD: "dict[str, Future[bytes]]" = {}
_IDENTITY = (1.0, 0.0, 0.0, 0.0, 1.0, 0.0)


class RasterError(Exception):
    """An SVG that cannot be drawn."""


def to_png(svg: str, width: int | None = None, *, fonts: Path = metrics.FOLDER, colours: tuple[str, ...] = ()) -> bytes:
    """The SVG as a PNG of few fixed colours without dithering, `width` pixels wide (as the SVG says by default).

    `colours` are those that it is drawn with, where they are not those of a plain hex map.

    Only the fonts of the program are used, never the machine's. RasterError for an SVG that resvg refuses,
    FontMissing where a font file is gone.
    """
    begun = _AHEAD.pop(svg, None)
    return begun.result() if begun is not None and width is None else _drawn(svg, width, fonts, colours)


def _drawn(svg: str, width: int | None = None, fonts: Path = metrics.FOLDER, colours: tuple[str, ...] = ()) -> bytes:
    drawn = Image.open(BytesIO(render(svg, fonts)))
    image = Image.new("RGB", drawn.size, palette.PAPER)
    image.paste(drawn, mask=drawn.getchannel("A") if drawn.mode == "RGBA" else None)
    if width is not None and width != image.width:
        height = round(image.height * width / image.width)
        image = image.resize((width, height), Image.Resampling.LANCZOS)
    out = BytesIO()
    reduced = image.quantize(palette=_palette(colours or palette.flat_colours()), dither=Image.Dither.NONE)
    reduced.save(out, "PNG", optimize=False, compress_level=8)
    return out.getvalue()


@contextmanager
def helped() -> Iterator[None]:
    """While it lasts, another process draws what `ahead` names: the renderer keeps one core to itself."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as helper:
        _HELPERS.append(helper)
        try:
            yield
        finally:
            _HELPERS.remove(helper)
            _AHEAD.clear()


def ahead(svg: str) -> None:
    """Have a picture drawn that `to_png` will be asked for soon; nothing happens where nobody helps."""
    if _HELPERS and svg not in _AHEAD:
        _AHEAD[svg] = _HELPERS[-1].submit(_drawn, svg)


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
        raise RasterError(f"resvg cannot draw this SVG: {error}") from error


@lru_cache(maxsize=8)
def _palette(chosen: tuple[str, ...]) -> Image.Image:
    """The colours of a PNG: those that a map is drawn with, then mixes of neighbours for soft edges."""
    mixes = [_mixed(_rgb(a), _rgb(b)) for a, b in palette.soft(chosen)]
    most = COLOURS if len(chosen) < COLOURS else MOST_COLOURS
    colours = list(dict.fromkeys([*map(_rgb, chosen), *mixes]))[:most]
    colours += [colours[0]] * (COLOURS - len(colours))
    image = Image.new("P", (1, 1))
    image.putpalette([part for colour in colours for part in colour])
    return image


def _mixed(a: tuple[int, ...], b: tuple[int, ...]) -> tuple[int, ...]:
    return tuple((x + y) // 2 for x, y in zip(a, b, strict=True))


def _rgb(colour: str) -> tuple[int, ...]:
    return tuple(int(colour[i : i + 2], 16) for i in (1, 3, 5))
