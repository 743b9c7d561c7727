"""A ground made: the relief painted in few tones, strokes and shore lines in ink, rivers and what grows drawn on it."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from PIL import Image, ImageFilter

from pbem.report.ground.growth import FIELDS, growth
from pbem.report.ground.height import Ground, ground_of
from pbem.report.ground.paint import INKS, Colour, draw_hachures, lit, painted, sea, shore_lines
from pbem.report.ground.sheet import Field, Sheet, whole_plan
from pbem.report.raster import palette_image
from pbem.report.svg.base import palette
from pbem.report.svg.ground import hexsides, terrain, water

FINEST = 40
"""The largest radius of a space in pixels for which heights are reckoned: beyond it they are only enlarged."""
TONES = 34
"""In how many tones land and sea are painted; with what is drawn there are at most 64 colours, and those of cover."""
SAMPLES = 20_000
CALM = 7
"""Specks of a tone that are smaller than so many pixels go: a picture in few tones is calmer, and half as large."""


def make_ground(map_: Mapping[str, Any], scale: float) -> Image.Image:
    """The ground of a whole hex map, so many pixels a unit of its plane, without grid, ways, signs and names.

    In few colours. MapError for a map that cannot be drawn.
    """
    sheet = Sheet(whole_plan(map_, scale))
    coarse = Sheet(whole_plan(map_, scale * min(1, FINEST / sheet.radius)))
    ground = ground_of(coarse)
    light = lit(coarse, ground)
    land, lagoon = sheet.mask(water.land_path(sheet.plan, map_)), sheet.mask(water.lagoon_path(sheet.plan, map_))
    dry, away = painted(coarse, ground, light), sheet.depth(1 - land)
    fine = Ground(land, *(_enlarged(field, sheet) for field in (ground.mountain, ground.height, ground.river)))
    parts = [_enlarged(dry[..., i], sheet) for i in range(3)]
    mixed = np.where(land[..., np.newaxis] >= 0.5, np.stack(parts, axis=-1), sea(away, lagoon))
    image = Image.fromarray(np.clip(mixed + 0.5, 0, 255).astype(np.uint8))
    tones = _tones(image, fine)
    lines = list(shore_lines(sheet, away * (land < 0.5)))
    colours = (*tones, *map(_hex, INKS), *(_hex(colour) for _, colour in lines), *_drawn_colours(sheet))
    few = image.quantize(palette=palette_image(tuple(dict.fromkeys(colours))), dither=Image.Dither.NONE)
    few = _with_palette(Image.fromarray(np.asarray(few)).filter(ImageFilter.ModeFilter(CALM)), colours)
    draw_hachures(few, sheet, fine, _enlarged(light, sheet), len(tones))
    for n, (where, _) in enumerate(lines):
        few.paste(len(tones) + len(INKS) + n, mask=Image.fromarray((where * 255).astype(np.uint8)))
    full = few.convert("RGB")
    over = sheet.drawn(terrain.cover(sheet.plan, map_, () if _covered(sheet) else growth(sheet, fine)))
    full.paste(over, mask=over)
    return full.quantize(palette=palette_image(tuple(dict.fromkeys(colours))), dither=Image.Dither.NONE)


def _tones(image: Image.Image, ground: Ground) -> tuple[str, ...]:
    """The tones that suit an image best: mountains, open country, the banks of rivers and the sea count alike."""
    dry, high = ground.land >= 0.5, ground.mountain > 0.4
    kinds = (dry & high, dry & high, dry & ~high & (ground.river > 0.8), dry & ~high & (ground.river <= 0.8), ~dry)
    pixels = np.asarray(image)
    found = [pixels[kind][:: max(1, int(kind.sum()) // SAMPLES)][:SAMPLES] for kind in kinds]
    row = Image.fromarray(np.concatenate(found)[np.newaxis, ...])
    flat = row.quantize(TONES, method=Image.Quantize.MEDIANCUT, kmeans=2).getpalette() or []
    return tuple(sorted(dict.fromkeys(_hex(each) for each in zip(*(iter(flat),) * 3, strict=True))))[:TONES]


def _drawn_colours(sheet: Sheet) -> Iterable[str]:
    """What is drawn over the relief, and what softens its edges."""
    lines = (palette.COAST, palette.RIVER)
    yield from lines
    yield from (palette.mixed(line, ground) for line in lines for ground in (palette.LAND, palette.SEA))
    yield from (*FIELDS, palette.FURROW, palette.TREE)
    if _covered(sheet):
        yield from palette.ground_colours(covered=True)


def _covered(sheet: Sheet) -> bool:
    """Whether the map says itself what grows."""
    return hexsides.has_cover(sheet.plan.board) or bool(sheet.plan.map.get("drawing", {}).get("patches"))


def _with_palette(image: Image.Image, colours: Sequence[str]) -> Image.Image:
    image.putpalette(palette_image(tuple(dict.fromkeys(colours))).getpalette() or [])
    return image


def _hex(colour: Colour | Sequence[int]) -> str:
    return "#" + "".join(f"{part:02x}" for part in colour)


def _enlarged(field: Field, sheet: Sheet) -> Field:
    """A field as large as a sheet."""
    return np.asarray(Image.fromarray(field).resize(sheet.size, Image.Resampling.BICUBIC), dtype=np.float32)
