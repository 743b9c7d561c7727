"""A picture of a scene as a PNG: its ground as it was composed once, and on it what stands and happens."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from io import BytesIO
from time import gmtime
from typing import TypedDict, Unpack

from PIL import Image

from pbem.core.scene import Scene
from pbem.report.grounds import Ground, Grounds
from pbem.report.raster import SMALLEST, SOON, encode, reduced, rendered, rendered_parts
from pbem.report.stamps import forget_stamps, put_stamps
from pbem.report.svg.action.sheets import setup_crops, sheet_crops
from pbem.report.svg.base import palette
from pbem.report.svg.base.maps import board_plan
from pbem.report.svg.base.naming import Naming
from pbem.report.svg.base.plan import HEADER, WIDTH, Crop, Plan
from pbem.report.svg.base.stamps import Placed
from pbem.report.svg.base.write import element
from pbem.report.svg.map import Overlay, colours, document, draw_content, overlay
from pbem.report.svg.pieces.signs import Signs

LARGEST, LARGEST_OF_MAIL = 250_000, 600_000
"""Bytes of a picture and of all pictures of a mail at most, of a scene that is not beyond all measure."""
WHOLE = 85_000
"""Bytes that the whole map has at least beside the close-ups of a first mail."""
MUCH = 1.2
"""A picture that is so many times too large takes the fewest tones at once."""
TONES: Mapping[str, Sequence[int]] = {"hexes": (12, 8, 6), "areas": (24, 16, 12)}
"""In how many tones a printed ground is shown, by the kind of board: fewer where the picture would be too large.

That of an area map has the inks of borders, roads and woods in it.
"""
PLAIN: Mapping[str, Sequence[int]] = {"hexes": (6,), "areas": (24, 16)}
"""In how many tones one without strokes is shown."""
SHRUNK: Mapping[float, float] = {1.0: 0.8, 0.8: 0.65, 0.65: 0.45, 0.5: 0.3}
"""What part of its width a picture keeps that is too large even so, and about what part of its bytes that leaves."""
FEWEST = 32
"""In how many colours of its own it is then drawn, and a plain picture of a hex map at once."""
PAPERS = {"A4": (210, 297), "A3": (297, 420)}
"""Papers that a map is printed on, wide and high, in millimetres."""
EDGE = 6
"""What a printer leaves white round a page, in millimetres."""
FINE, MAILED = (200, 82), (150, 60)
"""Dots an inch and quality of a print: of one that is made on demand, and of one that goes out with a mail."""


class How(TypedDict, total=False):
    """How a scene is drawn, as `draw_map` takes it."""

    crop: Crop | None
    naming: Naming | None
    frames: Sequence[Crop]
    signs: Signs | None
    legend: bool


def draw_picture(
    scene: Scene, lang: str, grounds: Grounds, *, most: int = LARGEST, plain: bool = False, **how: Unpack[How]
) -> bytes:
    """What `draw_map` draws, as a PNG in few colours; the same bytes whether its ground was at hand or not.

    At `most` so many bytes: on a calmer ground, and smaller, where it takes that. `plain` is in the fewest tones, and
    without strokes, at once; pressed hard. Raises MapError as draw_map does, RasterError and FontMissing where it
    cannot be rendered.
    """
    naming, signs = how.get("naming") or Naming(), how.get("signs") or Signs()
    plan = board_plan(scene.map, how.get("crop"))
    first, *fewer = PLAIN[plan.kind] if plain else TONES[plan.kind]
    pressed = SMALLEST if plain else SOON
    ground = grounds.ground(plan, lang, naming, signs, first, plain=plain)
    over = overlay(plan, scene, lang, naming, ground.taken, how.get("frames", ()), signs, how.get("legend", True))
    flat = colours(scene.map, signs)
    picture = _laid_on(plan, ground, over)
    if plain and plan.kind == "hexes":
        png = encode(_few(picture), pressed)
        return png if len(png) <= most else _shrunk(picture, len(png), most, pressed)
    png = encode(reduced(picture, flat), pressed)
    for tones in fewer if ground.printed else ():
        if len(png) > most and (len(png) < MUCH * most or tones == fewer[-1]):
            picture = _laid_on(plan, grounds.ground(plan, lang, naming, signs, tones), over)
            png = encode(reduced(picture, flat))
    return png if len(png) <= most else _shrunk(picture, len(png), most, pressed)


def _few(picture: Image.Image) -> Image.Image:
    """A picture in the fewest colours, its own."""
    return picture.quantize(FEWEST, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)


def _shrunk(picture: Image.Image, length: int, most: int, pressed: int = SOON) -> bytes:
    """A picture that would have so many bytes, in fewer colours and as small as it must be to have at most so many."""
    png = b""
    for part, left in SHRUNK.items():
        if not png and length * left > most and part != min(SHRUNK):
            continue  # that would hardly be enough
        if not png or len(png) > most:
            size = round(picture.width * part), round(picture.height * part)
            small = picture.resize(size, Image.Resampling.HAMMING)
            png = encode(_few(small), pressed)
    return png


def _laid_on(plan: Plan, ground: Ground, over: Overlay) -> Image.Image:
    """A ground and what is drawn on it and around, in full colour."""
    picture = Image.new("RGB", (WIDTH, over.height), palette.PAPER)
    picture.paste(ground.image, (0, HEADER))
    put_stamps(picture, (Placed(over.header, 0, 0), *over.footer.placed), (0, 0))
    window = picture.crop(plan.view.box)
    put_stamps(window, over.land, plan.view.box[:2])
    for left, top, drawn in _inner(over.inner, plan.view.box, plan.detailed):
        window.paste(drawn, (left, top), drawn)
    put_stamps(window, (name.placed for name in over.names), plan.view.box[:2])
    picture.paste(window, plan.view.box[:2])
    return picture


def draw_sheets(
    scene: Scene, lang: str, grounds: Grounds, *, naming: Naming | None = None, signs: Signs | None = None
) -> tuple[bytes, ...]:
    """The whole map, then close up where counters stand, as large as one mail can bring all: on plain ground.

    Raises as `draw_picture`.
    """
    close = setup_crops(scene)
    crops = (None, *close) if close != (board_plan(scene.map).whole,) else (None,)

    def draw(n: int, most: int = LARGEST) -> bytes:
        frames = close if n == 0 and len(crops) > 1 else ()
        return draw_picture(scene, lang, grounds, most=most, plain=True, crop=crops[n], frames=frames, legend=n == 0,
                            naming=naming, signs=signs)  # fmt: skip

    found = list(map(draw, range(len(crops))))
    over = sum(map(len, found)) - LARGEST_OF_MAIL
    if over > 0:
        found[0] = draw(0, max(len(found[0]) - over, WHOLE))
    if sum(map(len, found)) > LARGEST_OF_MAIL:
        room, smallest_first = LARGEST_OF_MAIL, sorted(range(len(found)), key=lambda n: len(found[n]))
        for done, n in enumerate(smallest_first):
            share = room // (len(found) - done)
            if len(found[n]) > share:
                found[n] = draw(n, share)
            room -= len(found[n])
    return tuple(found)


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


@lru_cache(maxsize=6)
def _inner(content: str, box: tuple[int, int, int, int], full: bool) -> tuple[tuple[int, int, Image.Image], ...]:
    """What is drawn in a map window; the last few are kept, for it is the same in all languages.

    In parts, unless it is so `full` that hardly any of it would be left out.
    """
    left, top, right, bottom = box
    moved = element("g", content, transform=f"translate({-left} {-top})")
    svg = document(moved, bottom - top, right - left, across=right - left)
    return ((0, 0, rendered(svg)),) if full else rendered_parts(svg)


def forget_drawn(*, stamps: bool = True) -> None:
    """Forget what is kept of pictures beside their grounds: the next one is drawn as the first one was."""
    _inner.cache_clear()
    if stamps:
        forget_stamps()
