"""A ground made: the relief painted in few tones, strokes and shore lines in ink, rivers and what grows drawn on it."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from pbem.report.ground import areas, height
from pbem.report.ground.calm import calmed
from pbem.report.ground.growth import FIELDS, growth
from pbem.report.ground.height import Ground
from pbem.report.ground.paint import INKS, draw_hachures, lit, painted, sea, shore_lines
from pbem.report.ground.sheet import Colour, Field, Sheet, whole_plan
from pbem.report.raster import palette_image
from pbem.report.svg.base import palette
from pbem.report.svg.base.areaplan import AreaPlan
from pbem.report.svg.base.hexplan import HexPlan
from pbem.report.svg.ground import areas as area_art
from pbem.report.svg.ground import hexsides, terrain, water

FINEST = 40
"""The largest radius of a space in pixels for which heights are reckoned: beyond it they are only enlarged."""
TONES = 30
"""In how many tones land and sea are painted; with what is drawn there are at most 64 colours, and those of cover."""
LEVEL_TONES = 14
"""The same on a map of levels, whose tints and what is drawn on them take the others."""
SAMPLES = 20_000


def make_ground(map_: Mapping[str, Any], scale: float) -> Image.Image:
    """The ground of a whole map, so many pixels a unit of its plane, in few colours.

    That of a hex map is without grid, ways, signs and names; that of an area map without names alone. MapError for a
    map that cannot be drawn.
    """
    sheet = Sheet(whole_plan(map_, scale))
    coarse = Sheet(whole_plan(map_, scale * min(1, FINEST / sheet.radius)))
    ground = (areas if isinstance(sheet.plan, AreaPlan) else height).ground_of(coarse)
    light = lit(coarse, ground)
    dry = painted(ground, light)
    mountain, tall = (_enlarged(field, sheet) for field in (ground.mountain, ground.height))
    fine = Ground(_land(sheet), mountain, tall, ground.tint)
    away = sheet.depth(1 - fine.land)
    colours = np.stack([_printed(_enlarged(dry[..., i], sheet)) for i in range(3)], axis=-1)
    wet = fine.land < 0.5
    colours[wet] = _printed(sea(away[wet], _lagoon(sheet)[wet]))
    image = Image.fromarray(colours)
    drawn, over = _drawn(sheet, fine)
    lines = list(shore_lines(sheet, away, wet))
    fixed = tuple(dict.fromkeys((*map(_hex, INKS), *(_hex(ink) for _, ink in lines), *drawn)))
    levelled = isinstance(sheet.plan, HexPlan) and any(map(sheet.plan.level, sheet.plan.hexes))
    tones = tuple(tone for tone in _tones(image, fine, LEVEL_TONES if levelled else TONES) if tone not in fixed)
    inks = (*tones, *fixed)
    few = _calmed(image, inks)
    draw_hachures(few, sheet, fine, _enlarged(light, sheet), len(tones))
    for n, (where, _) in enumerate(lines):
        few.paste(len(tones) + len(INKS) + n, mask=Image.fromarray((where * 255).astype(np.uint8)))
    full = few.convert("RGB")
    full.paste(over, mask=over)
    return _used(full.quantize(palette=palette_image(inks), dither=Image.Dither.NONE))


def _printed(field: Field) -> NDArray[np.uint8]:
    """Colours as whole numbers."""
    return np.asarray(np.clip(field + 0.5, 0, 255), dtype=np.uint8)


def _used(image: Image.Image) -> Image.Image:
    """An image without the colours of its palette that it does not show: where colours are merged, none counts."""
    return image.remap_palette([n for n, count in enumerate(image.histogram()) if count])


def _land(sheet: Sheet) -> Field:
    """How much of each pixel is land."""
    plan = sheet.plan
    if isinstance(plan, AreaPlan):
        return np.asarray(1 - np.clip(sheet.mask(areas.rings(plan, *area_art.WATER)), 0, 1), dtype=np.float32)
    assert isinstance(plan, HexPlan)
    return height.land_of(sheet, plan)


def _lagoon(sheet: Sheet) -> Field:
    """How much of each pixel is inner water, where it is not land."""
    plan = sheet.plan
    return sheet.mask(water.lagoon_path(plan, plan.map)) if isinstance(plan, HexPlan) else sheet.empty


def _drawn(sheet: Sheet, ground: Ground) -> tuple[tuple[str, ...], Image.Image]:
    """What is drawn on the relief, with the colours that it takes."""
    plan = sheet.plan
    if isinstance(plan, AreaPlan):
        return palette.ground_colours(hexes=False, covered=True), sheet.drawn(area_art.over(plan))
    assert isinstance(plan, HexPlan)
    if hexsides.has_cover(plan.board) or plan.map.get("drawing", {}).get("patches"):
        return palette.ground_colours(covered=True), sheet.drawn(terrain.cover(plan, plan.map))
    edges = [palette.mixed(line, by) for line in (palette.COAST, palette.RIVER) for by in (palette.LAND, palette.SEA)]
    colours = (palette.COAST, palette.RIVER, *edges, *FIELDS, palette.FURROW, palette.TREE)
    return colours, sheet.drawn(terrain.cover(plan, plan.map, growth(sheet, plan, ground)))


def _tones(image: Image.Image, ground: Ground, most: int) -> tuple[str, ...]:
    """So many tones that suit an image best: mountains count twice, open country and the sea once, however large."""
    dry, high = ground.land >= 0.5, ground.mountain > 0.4
    pixels = np.asarray(image).reshape(-1, 3)
    found = []
    for kind, times in ((dry & high, 2), (dry & ~high, 2), (~dry, 1)):
        where = np.flatnonzero(kind)
        found += [pixels[where[:: max(1, len(where) // SAMPLES)][:SAMPLES]]] * times  # nothing of what there is not
    row = Image.fromarray(np.concatenate(found)[np.newaxis, ...])
    flat = row.quantize(most, method=Image.Quantize.MEDIANCUT, kmeans=2).getpalette() or []
    return tuple(sorted(dict.fromkeys(_hex(each) for each in zip(*(iter(flat),) * 3, strict=True))))[:most]


def _calmed(image: Image.Image, colours: tuple[str, ...]) -> Image.Image:
    """An image in its tones, without specks: a picture in few tones is calmer so, and half as large."""
    few = image.quantize(palette=palette_image(colours), dither=Image.Dither.NONE)
    calm = Image.fromarray(calmed(np.asarray(few)))
    calm.putpalette(palette_image(colours).getpalette() or [])
    return calm


def _hex(colour: Colour | Sequence[int]) -> str:
    return "#" + "".join(f"{part:02x}" for part in colour)


def _enlarged(field: Field, sheet: Sheet) -> Field:
    """A field as large as a sheet."""
    return np.asarray(Image.fromarray(field).resize(sheet.size, Image.Resampling.BICUBIC), dtype=np.float32)
