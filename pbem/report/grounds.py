"""The boards of pictures: the ground of a window, its grid and ways, and all that is written on it, composed once.

They are kept in memory and in a store, if there is one, under a digest of everything that they depend on: what is found
there is what would be made anew, byte for byte.
"""

import json
from collections import OrderedDict
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from hashlib import sha256
from importlib.metadata import version
from io import BytesIO
from pathlib import Path
from typing import Protocol, TypeVar

from PIL import Image

from pbem.report.raster import encode, reduced, rendered
from pbem.report.svg.base import metrics, palette
from pbem.report.svg.base.boards import Same
from pbem.report.svg.base.hexplan import HexPlan
from pbem.report.svg.base.labels import Box
from pbem.report.svg.base.naming import Naming
from pbem.report.svg.base.plan import HEADER, WIDTH, Crop, Plan, View
from pbem.report.svg.base.printed import Print, print_of
from pbem.report.svg.base.write import element
from pbem.report.svg.ground import ground
from pbem.report.svg.map import document, letters
from pbem.report.svg.pieces.signs import Signs
from pbem.report.svg.sheet import border

WINDOWS, BLOCKS, BLOCK = 12, 200, 256
"""How many windows are kept in memory, and how many blocks of so many pixels each way: at most 50 MB of each."""
_FAST = 1


Key = TypeVar("Key")
Value = TypeVar("Value")


class Store(Protocol):
    """Keeps bytes by a key, or does not: whoever asks can do without."""

    def get(self, key: str) -> bytes | None:
        """What was put under the key; None where nothing is, or nothing whole."""
        ...

    def put(self, key: str, data: bytes) -> None:
        """Keep it if that can be done; never raises OSError."""
        ...


@dataclass(frozen=True, slots=True)
class Ground:
    """The board of a picture, from below the title strip to the strip below the map; `taken`: where names stand.

    In few colours, or in all of them where it is close up on the `printed` ground of a hex map.
    """

    image: Image.Image
    taken: tuple[Box, ...]
    printed: bool = False


class Grounds:
    """Makes and keeps grounds. One that has no store keeps them as long as the program runs."""

    def __init__(self, store: Store | None = None) -> None:
        self._store = store
        self._windows: OrderedDict[str, Ground] = OrderedDict()
        self._blocks: OrderedDict[tuple[str, float, int, int], Image.Image] = OrderedDict()

    def ground(
        self, plan: Plan, lang: str, naming: Naming, signs: Signs, tones: int = 0, *, plain: bool = False
    ) -> Ground:
        """The ground of a picture, of a printed one in at most so many tones, if a number is given; `plain` as a Print.

        MapError where the map cannot be drawn, RasterError and FontMissing as `render`.
        """
        found = print_of(signs.grounds, plan)
        printed = found and replace(found, tones=tones, plain=plain)
        below = f"{tones} {plain} {_print_digest(printed.path)}" if printed is not None else ""
        if printed is not None and plan.detailed and isinstance(plan, HexPlan):  # without a word in any language
            key = _digest(plan, (below,))
            made = self._windows.get(key) or self._of_blocks(plan, printed)
        else:
            card = "".join(border.ornaments(plan, plan.map, lang, naming))  # all that a translation says on it
            key = _digest(plan, (lang, card, below))
            made = self._windows.get(key) or self._stored(plan, lang, naming, printed, key)
        _remember(self._windows, key, made, WINDOWS)
        return made

    def _stored(self, plan: Plan, lang: str, naming: Naming, printed: Print | None, key: str) -> Ground:
        """A window from the store, or composed."""
        data = self._store.get(key) if self._store is not None else None
        found = None if data is None else _read(data)
        if found is None:
            found = _composed(plan, lang, naming, printed)
            if self._store is not None:
                self._store.put(key, _written(found))
        return found

    def _of_blocks(self, plan: HexPlan, printed: Print) -> Ground:
        """The printed ground, on it the blocks of grid, ways and numbers that the window cuts, and the frame.

        Other windows show the same blocks.
        """
        (left, top, right, bottom), view = plan.view.box, plan.view
        window = printed.window(view)
        for i in range(view.left // BLOCK, (view.left + right - left) // BLOCK + 1):
            for j in range(view.top // BLOCK, (view.top + bottom - top) // BLOCK + 1):
                block = self._block(plan, i, j)
                window.paste(block, (i * BLOCK - view.left, j * BLOCK - view.top), block)
        image = Image.new("RGB", (WIDTH, round(plan.bottom) - HEADER), palette.BEYOND)
        image.paste(window, (left, top - HEADER))
        frame, edge = "".join(border.frame(plan)), view.margin + 1
        for x, y, wide, tall in (
            (0, 0, WIDTH, edge), (0, image.height - edge, WIDTH, edge), (0, 0, edge, image.height),
            (WIDTH - edge, 0, edge, image.height),
        ):  # fmt: skip
            band = _band(frame, x, y, wide, tall)
            image.paste(band, (x, y), band)
        return Ground(image, (), printed=True)

    def _block(self, plan: HexPlan, i: int, j: int) -> Image.Image:
        """A square of what lies on the ground at the scale of a plan, transparent between; the corners are pixels."""
        scale = plan.view.scale
        key = (_map_digest(Same(plan.map)), scale, i, j)
        found = self._blocks.get(key)
        if found is None:
            wide, whole = 2 * plan.radius / scale, plan.whole  # as one hex: all that the block cuts are drawn whole
            left, top, right, bottom = (n * BLOCK / scale for n in (i, j, i + 1, j + 1))
            near, far = (max(whole.left, left - wide), max(whole.top, top - wide)), (right + wide, bottom + wide)
            crop = Crop(*near, min(whole.right, far[0]), min(whole.bottom, far[1]))
            view = View(crop, scale, i * BLOCK, j * BLOCK, (0, 0, BLOCK, BLOCK), detailed=True)
            content = "".join(ground.art(HexPlan(plan.map, view=view), ()))
            found = rendered(document(content, BLOCK, BLOCK, across=BLOCK))
        _remember(self._blocks, key, found, BLOCKS)
        return found


@lru_cache(maxsize=32)
def _band(frame: str, x: int, y: int, wide: int, tall: int) -> Image.Image:
    """A part of the frame round a window: windows of a size have the same."""
    moved = element("g", frame, transform=f"translate({-x} {-y - HEADER})")
    return rendered(document(moved, tall, wide, across=wide))


def _remember(kept: OrderedDict[Key, Value], key: Key, value: Value, most: int) -> None:
    """Keep a value as the last one asked for, and no more than so many."""
    kept[key] = value
    kept.move_to_end(key)
    while len(kept) > most:
        kept.popitem(last=False)


MEMORY = Grounds()
"""The grounds of a program that has no folder for them."""


def _composed(plan: Plan, lang: str, naming: Naming, printed: Print | None) -> Ground:
    """The printed ground or a painted one, then everything that stands still above it: grid, ways, names, the frame."""
    tall, written = round(plan.bottom) - HEADER, letters(plan, lang, naming)
    art = ground.art(plan, None if printed is None else ())
    content = "".join((*art, written.svg, *border.frame(plan)))
    over = rendered(document(element("g", content, transform=f"translate(0 {-HEADER})"), tall))
    image = Image.new("RGB", (WIDTH, tall), palette.BEYOND)
    if printed is not None:
        image.paste(printed.window(plan.view), (plan.view.box[0], plan.view.box[1] - HEADER))
    image.paste(over, mask=over)
    hexes, covered = ground.colours(plan.map)
    own = palette.ground_colours(hexes=hexes, covered=covered)
    colours = own if printed is None else tuple(dict.fromkeys((*printed.colours, *own)))
    return Ground(reduced(image, colours), written.taken, printed is not None)


# What a ground is known by, and how it is kept ------------------------------------------------------------------


def _digest(plan: Plan, more: tuple[str, ...]) -> str:
    """A digest of everything that a window depends on: map, view, program, fonts, words, printed ground."""
    view = plan.view
    where = view.scale, view.left, view.top, view.box, view.detailed
    return sha256(repr((_program(), _map_digest(Same(plan.map)), where, more)).encode()).hexdigest()


@cache
def _program() -> str:
    """A digest of the painter itself, its fonts and its libraries."""
    digest = sha256(f"{version('resvg')} {version('pillow')}".encode())
    here = Path(__file__).resolve().parent
    for path in sorted((*here.rglob("*.py"), *metrics.FOLDER.glob("*.ttf"))):
        digest.update(path.read_bytes())
    return digest.hexdigest()


@lru_cache(maxsize=8)
def _map_digest(of: Same) -> str:
    return sha256(json.dumps(of.map, sort_keys=True, ensure_ascii=False).encode()).hexdigest()


@lru_cache(maxsize=8)
def _print_digest(path: Path) -> str:
    return sha256(path.read_bytes()).hexdigest()


def _written(found: Ground) -> bytes:
    """A ground as bytes: its boxes and whether it is printed in a line, then its picture."""
    return json.dumps([found.taken, found.printed]).encode() + b"\n" + encode(found.image, _FAST)


def _read(data: bytes) -> Ground | None:
    """A written ground; None where it is none."""
    line, _, png = data.partition(b"\n")
    try:
        boxes, printed = json.loads(line)
        taken = tuple((a, b, c, d) for a, b, c, d in boxes)
        image = Image.open(BytesIO(png))
        image.load()
    except (OSError, SyntaxError, TypeError, ValueError):  # what Pillow raises for a PNG that is none, among them
        return None
    return Ground(image, taken, printed is True) if image.mode == "P" else None
