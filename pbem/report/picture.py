"""A picture of a scene as a PNG: its ground as it was composed once, and on it what stands and happens."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from io import BytesIO
from time import gmtime

from PIL import Image

from pbem.core.scene import Scene
from pbem.report.grounds import Ground, Grounds
from pbem.report.raster import SMALLEST, encode, reduced, rendered
from pbem.report.stamps import forget_stamps, put_stamps
from pbem.report.svg.action.crop import setup_crops, sheet_crops
from pbem.report.svg.base import palette
from pbem.report.svg.base.maps import board_plan
from pbem.report.svg.base.naming import Naming
from pbem.report.svg.base.plan import HEADER, WIDTH, Crop, Plan
from pbem.report.svg.base.stamps import Placed
from pbem.report.svg.base.write import element
from pbem.report.svg.map import Overlay, colours, document, draw_content, overlay
from pbem.report.svg.pieces.signs import Signs

LARGEST = 250_000
"""Bytes of a picture at most, of a scene that is not beyond all measure."""
MUCH = LARGEST * 6 // 5
"""A picture that is so large takes the fewest tones at once."""
TONES: Mapping[str, Sequence[int]] = {"hexes": (24, 16, 12, 8), "areas": (48, 32, 24, 16)}
"""In how many tones a printed ground is shown, by the kind of board: fewer where the picture would be too large.

That of an area map has the inks of borders, roads and woods in it.
"""
SHRUNK = (0.7, 0.5)
"""What part of its width a picture keeps that is too large even so."""
PAPERS = {"A4": (210, 297), "A3": (297, 420)}
"""Papers that a map is printed on, wide and high, in millimetres."""
EDGE = 6
"""What a printer leaves white round a page, in millimetres."""
FINE, MAILED = (200, 82), (150, 60)
"""Dots an inch and quality of a print: of one that is made on demand, and of one that goes out with a mail."""


def draw_picture(
    scene: Scene,
    lang: str,
    grounds: Grounds,
    *,
    crop: Crop | None = None,
    naming: Naming | None = None,
    frames: Sequence[Crop] = (),
    signs: Signs | None = None,
    legend: bool = True,
) -> bytes:
    """What `draw_map` draws, as a PNG in few colours; the same bytes whether its ground was at hand or not.

    At most LARGEST bytes: on a calmer ground, pressed harder, and smaller, where it takes that. Raises MapError as
    draw_map does, RasterError and FontMissing where it cannot be rendered.
    """
    naming, signs = naming or Naming(), signs or Signs()
    plan = board_plan(scene.map, crop)
    first, *fewer = TONES[plan.kind]
    ground = grounds.ground(plan, lang, naming, signs, first)
    over = overlay(plan, scene, lang, naming, ground.taken, frames, signs, legend)
    flat = colours(scene.map, signs)
    few = reduced(_laid_on(plan, ground, over), flat)
    png = encode(few)
    for tones in fewer if ground.printed else ():
        if len(png) > LARGEST and (len(png) < MUCH or tones == fewer[-1]):
            few = reduced(_laid_on(plan, grounds.ground(plan, lang, naming, signs, tones), over), flat)
            png = encode(few)
    if len(png) > LARGEST:
        png = encode(few, SMALLEST)  # a high one, mostly: it takes time, and keeps its width
    for part in SHRUNK:
        if len(png) > LARGEST:
            size = round(few.width * part), round(few.height * part)
            png = encode(reduced(few.convert("RGB").resize(size, Image.Resampling.LANCZOS), flat))
    return png


def _laid_on(plan: Plan, ground: Ground, over: Overlay) -> Image.Image:
    """A ground and what is drawn on it and around, in full colour."""
    picture = Image.new("RGB", (WIDTH, over.height), palette.PAPER)
    picture.paste(ground.image, (0, HEADER))
    put_stamps(picture, (Placed(over.header, 0, 0), *over.footer.placed), (0, 0))
    window, drawn = picture.crop(plan.view.box), _inner(over.inner, plan.view.box)
    put_stamps(window, over.land, plan.view.box[:2])
    window.paste(drawn, mask=drawn)
    put_stamps(window, (name.placed for name in over.names), plan.view.box[:2])
    picture.paste(window, plan.view.box[:2])
    return picture


def draw_sheets(
    scene: Scene, lang: str, grounds: Grounds, *, naming: Naming | None = None, signs: Signs | None = None
) -> tuple[bytes, ...]:
    """Where counters stand, in as few pictures as show their figures, row by row. Raises as `draw_picture`."""
    crops = setup_crops(scene)
    return tuple(draw_picture(scene, lang, grounds, crop=crop, naming=naming, signs=signs) for crop in crops)


def draw_print(
    scene: Scene,
    lang: str,
    paper: str,
    *,
    empty: bool = False,
    naming: Naming | None = None,
    signs: Signs | None = None,
    pressed: tuple[int, int] = FINE,
) -> bytes:
    """The sheets as pages of a PDF, as large as the paper takes, to lie on a table; the same bytes each time.

    `paper` is a key of PAPERS; `empty` is without what stands and happens on the map; `pressed` is FINE or MAILED.
    Raises as `draw_picture`.
    """
    dots, quality = pressed
    size = (round(PAPERS[paper][0] * dots / 25.4), round(PAPERS[paper][1] * dots / 25.4))
    edge, pages = round(EDGE * dots / 25.4), []
    wide, high = size[0] - 2 * edge, size[1] - 2 * edge
    if empty:
        scene = replace(
            scene, counters=(), controls=(), arrows=(), battles=(), shots=(), ghosts=(), shades=(), sightlines=(),
            phase="", conditions=(),
        )  # fmt: skip
    for crop in sheet_crops(scene.map):
        content, tall = draw_content(scene, lang, crop, naming=naming, signs=signs)
        tallest = round(tall * wide / WIDTH)
        image = rendered(document(content, tall, min(wide, wide * high // tallest)))
        page = Image.new("RGB", size, "white")
        page.paste(image, ((size[0] - image.width) // 2, (size[1] - image.height) // 2), image)
        pages.append(page)
    out = BytesIO()
    undated = {"creationDate": gmtime(0), "modDate": gmtime(0)}
    first, *more = pages
    how = {"resolution": dots, "quality": quality, "subsampling": 1, **undated}
    first.save(out, "PDF", save_all=True, append_images=more, **how)
    return out.getvalue()


@lru_cache(maxsize=4)
def _inner(content: str, box: tuple[int, int, int, int]) -> Image.Image:
    """What is drawn in a map window; the last few are kept, for it is the same in all languages."""
    left, top, right, bottom = box
    moved = element("g", content, transform=f"translate({-left} {-top})")
    return rendered(document(moved, bottom - top, right - left, across=right - left))


def forget_drawn(*, stamps: bool = True) -> None:
    """Forget what is kept of pictures beside their grounds: the next one is drawn as the first one was."""
    _inner.cache_clear()
    if stamps:
        forget_stamps()
