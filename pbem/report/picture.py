"""A picture of a scene as a PNG: its ground as it was composed once, and on it what stands and happens."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from typing import TypedDict, Unpack

from PIL import Image

from pbem.core.scene import Scene
from pbem.report.grounds import Ground, Grounds
from pbem.report.raster import SMALL, SMALLER, SOON, Area, encode, reduced, rendered, rendered_parts
from pbem.report.stamps import forget_stamps, put_stamps
from pbem.report.svg.action.sheets import setup_crops
from pbem.report.svg.base import palette
from pbem.report.svg.base.maps import board_plan
from pbem.report.svg.base.naming import Naming
from pbem.report.svg.base.plan import HEADER, WIDTH, Crop, Plan
from pbem.report.svg.base.printed import print_of
from pbem.report.svg.base.stamps import Placed
from pbem.report.svg.base.write import element
from pbem.report.svg.map import Overlay, colours, document, overlay
from pbem.report.svg.pieces.signs import Signs

LARGEST, LARGEST_OF_MAIL = 250_000, 600_000
"""Bytes of a picture and of all pictures of a mail at most, of a scene that is not beyond all measure."""
GAIN = 1.1
"""How many times smaller a PNG becomes, at best, that is pressed harder."""
MUCH = 1.2
"""A picture that is so many times too large takes the fewest tones at once."""
TONES: Mapping[str, Sequence[int]] = {"hexes": (12, 8, 6), "areas": (24, 16, 12)}
"""In how many tones a printed ground is shown, by the kind of board: fewer where the picture would be too large.

That of an area map has the inks of borders, roads and woods in it.
"""
PLAIN: Mapping[str, Sequence[int]] = {"hexes": (12, 6), "areas": (24, 16)}
"""In how many tones one without strokes is shown."""
PARTS, LEAST = (1.0, 0.92, 0.86, 0.8, 0.65, 0.5), 0.65
"""What part of their width close-ups of a first mail keep where they are too large; the whole map at most the least."""
SHRUNK: Mapping[float, float] = {1.0: 0.8, 0.8: 0.65, 0.65: 0.45, 0.5: 0.3}
"""What part of its width a picture keeps that is too large even so, and about what part of its bytes that leaves."""
FEWEST = 32
"""In how many colours of its own it is then drawn."""
Drawn = tuple[Image.Image, tuple[str, ...]]
"""A picture in full colour, and the colours that it is to have."""


class How(TypedDict, total=False):
    """How a scene is drawn, as `draw_map` takes it."""

    crop: Crop | None
    naming: Naming | None
    frames: Sequence[Crop]
    signs: Signs | None
    legend: Sequence[Crop] | None


def draw_picture(scene: Scene, lang: str, grounds: Grounds, *, most: int = LARGEST, **how: Unpack[How]) -> bytes:
    """What `draw_map` draws, as a PNG in few colours; the same bytes whether its ground was at hand or not.

    At `most` so many bytes: on a calmer ground, and smaller, where it takes that. Raises MapError as draw_map does,
    RasterError and FontMissing where it cannot be rendered.
    """
    naming, signs = how.get("naming") or Naming(), how.get("signs") or Signs()
    plan = board_plan(scene.map, how.get("crop"))
    first, *fewer = TONES[plan.kind]
    ground = grounds.ground(plan, lang, naming, signs, first)
    over = overlay(plan, scene, lang, naming, ground.taken, how.get("frames", ()), signs, how.get("legend", ()))
    flat = colours(scene.map, signs)
    picture = _laid_on(plan, ground, over)
    png = _pressed(reduced(picture, flat), most, (SOON, SMALL))
    for tones in fewer if ground.printed else ():
        if len(png) > most and (len(png) < MUCH * most or tones == fewer[-1]):
            picture = _laid_on(plan, grounds.ground(plan, lang, naming, signs, tones), over)
            png = _pressed(reduced(picture, flat), most, (SOON, SMALL))
    return png if len(png) <= most else _shrunk(picture, len(png), most)


def _plain(scene: Scene, lang: str, grounds: Grounds, tones: int, how: How) -> Drawn:
    """The same in full colour, on a ground in so many tones without strokes; and the colours that it is to have."""
    naming, signs = how.get("naming") or Naming(), how.get("signs") or Signs()
    plan = board_plan(scene.map, how.get("crop"))
    ground = grounds.ground(plan, lang, naming, signs, tones, plain=True)
    over = overlay(plan, scene, lang, naming, ground.taken, how.get("frames", ()), signs, how.get("legend", ()))
    printed = print_of(signs.grounds, plan) if plan.kind == "hexes" else None
    if printed is None:
        return _laid_on(plan, ground, over), colours(scene.map, signs)
    return _laid_on(plan, ground, over), palette.plain_colours(replace(printed, tones=tones).shown, signs.colours)


def draw_plain(scene: Scene, lang: str, grounds: Grounds, *, most: int = LARGEST, **how: Unpack[How]) -> bytes:
    """What `draw_picture` draws on a ground without strokes: small enough for several in a mail.

    Where it would have more than `most` bytes it is pressed as hard as can be. Raises as `draw_picture`.
    """
    plan = board_plan(scene.map, how.get("crop"))
    return _pressed(_few_colours(_plain(scene, lang, grounds, PLAIN[plan.kind][0], how)), most, (SMALL, SMALLER))


def _pressed(picture: Image.Image, most: int, ways: tuple[int, int]) -> bytes:
    """A picture as a PNG, pressed the first way; the second, slower one where it can only so have `most` bytes."""
    png = encode(picture, ways[0])
    return encode(picture, ways[1]) if most < len(png) <= most * GAIN else png


def _few_colours(drawn: Drawn, part: float = 1.0) -> Image.Image:
    """Such a picture in its colours and a part of its width."""
    picture, flat = drawn
    return reduced(picture if part == 1 else _resized(picture, part), flat)


def _shrunk(picture: Image.Image, length: int, most: int) -> bytes:
    """A picture that would have so many bytes, in fewer colours and as small as it must be to have at most so many."""
    png = b""
    for part, left in SHRUNK.items():
        if not png and length * left > most and part != min(SHRUNK):
            continue  # that would hardly be enough
        if not png or len(png) > most:
            png = encode(_few(_resized(picture, part)))
    return png


def _few(picture: Image.Image) -> Image.Image:
    """A picture in the fewest colours, its own."""
    return picture.quantize(FEWEST, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)


def _resized(picture: Image.Image, part: float) -> Image.Image:
    size = round(picture.width * part), round(picture.height * part)
    return picture.resize(size, Image.Resampling.HAMMING)


def _laid_on(plan: Plan, ground: Ground, over: Overlay) -> Image.Image:
    """A ground and what is drawn on it and around, in full colour."""
    picture, box = Image.new("RGB", (WIDTH, over.height), palette.PAPER), plan.view.box
    picture.paste(ground.image, (0, HEADER))
    put_stamps(picture, (Placed(over.header, 0, 0), *over.footer.placed), (0, 0, *picture.size))
    put_stamps(picture, over.land, box)
    for left, top, drawn in _inner(over.inner, box, plan.detailed):
        picture.paste(drawn, (box[0] + left, box[1] + top), drawn)
    put_stamps(picture, (name.placed for name in over.names), box)
    return picture


def draw_sheets(
    scene: Scene, lang: str, grounds: Grounds, *, naming: Naming | None = None, signs: Signs | None = None
) -> tuple[bytes, ...]:
    """The whole map, then close up where counters stand, as large as one mail can bring all: on plain ground.

    Raises as `draw_picture`.
    """
    plan, close = board_plan(scene.map), setup_crops(scene)
    named: How = {"naming": naming, "signs": signs}
    hows: list[How] = [named]
    if close != (plan.whole,):
        hows = [{**named, "frames": close}, *(How(crop=crop, legend=None, **named) for crop in close)]
    drawn: tuple[Drawn, ...] = ()

    @cache
    def pressed(number: int, tones: int, part: float, way: int) -> bytes:
        """One of them, in a part of its width; the whole map in few colours where it is made smaller."""
        image = _few(_resized(drawn[number][0], part)) if part < 1 and not number else _few_colours(drawn[number], part)
        return encode(image, way)

    every = range(len(hows))
    for tones in PLAIN[plan.kind]:
        drawn = tuple(_plain(scene, lang, grounds, tones, how) for how in hows)
        found = _fitting((pressed(n, tones, 1.0, SMALL) for n in every), GAIN)
        if found and not _fit(found):
            found = _fitting(pressed(n, tones, 1.0, SMALLER) for n in every)
        if found:
            return found
    for part in PARTS:
        found = _fitting(pressed(n, tones, part if n else min(part, LEAST), SMALLER) for n in every)
        if found:
            return found
    return tuple(pressed(n, tones, PARTS[-1] if n else min(PARTS[-1], LEAST), SMALLER) for n in every)


def _fitting(pictures: Iterable[bytes], gain: float = 1.0) -> tuple[bytes, ...]:
    """The pictures, if they fit; none as soon as those that were made until then do not."""
    found: list[bytes] = []
    for picture in pictures:
        found.append(picture)
        if not _fit(found, gain):
            return ()
    return tuple(found)


def _fit(pictures: Sequence[bytes], gain: float = 1.0) -> bool:
    """Whether one mail can bring all the pictures, if they can still become so many times smaller."""
    return max(map(len, pictures)) <= LARGEST * gain and sum(map(len, pictures)) <= LARGEST_OF_MAIL * gain


@lru_cache(maxsize=6)
def _inner(content: str, box: Area, detailed: bool) -> tuple[tuple[int, int, Image.Image], ...]:
    """What is drawn in a map window, in parts; the last few are kept, for it is the same in all languages.

    A close-up is one part: it is full of what happens, and looking where costs more than it spares.
    """
    left, top, right, bottom = box
    moved = element("g", content, transform=f"translate({-left} {-top})")
    svg = document(moved, bottom - top, right - left, across=right - left)
    return ((0, 0, rendered(svg)),) if detailed else rendered_parts(svg)


def forget_drawn(*, stamps: bool = True) -> None:
    """Forget what is kept of pictures beside their grounds: the next one is drawn as the first one was."""
    _inner.cache_clear()
    if stamps:
        forget_stamps()
