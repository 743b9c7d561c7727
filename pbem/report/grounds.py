"""The boards of pictures: the ground of a window, its grid and ways, and all that is written on it, composed once.

They are kept in memory and in a store, if there is one, under a digest of everything that they depend on: what is found
there is what would be made anew, byte for byte.
"""

import json
from collections import OrderedDict
from dataclasses import dataclass
from functools import cache, lru_cache
from hashlib import sha256
from importlib.metadata import version
from io import BytesIO
from pathlib import Path
from typing import Protocol

from PIL import Image

from pbem.report.raster import encode, reduced, rendered
from pbem.report.svg.base import metrics, palette
from pbem.report.svg.base.boards import Same
from pbem.report.svg.base.labels import Box
from pbem.report.svg.base.naming import Naming
from pbem.report.svg.base.plan import HEADER, WIDTH, Plan
from pbem.report.svg.base.printed import Print, print_of
from pbem.report.svg.base.write import element
from pbem.report.svg.ground import ground
from pbem.report.svg.map import document, letters
from pbem.report.svg.pieces.signs import Signs
from pbem.report.svg.sheet import border

WINDOWS = 8
"""How many windows are kept in memory: about 35 MB."""
_FAST = 1


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

    In few colours, or in all of them where the map has a printed ground.
    """

    image: Image.Image
    taken: tuple[Box, ...]


class Grounds:
    """Makes and keeps grounds. One that has no store keeps them as long as the program runs."""

    def __init__(self, store: Store | None = None) -> None:
        self._store = store
        self._windows: OrderedDict[str, Ground] = OrderedDict()

    def ground(self, plan: Plan, lang: str, naming: Naming, signs: Signs) -> Ground:
        """The ground of a picture. MapError where the map cannot be drawn, RasterError and FontMissing as `render`."""
        printed = print_of(signs.grounds, plan)
        card = "".join(border.ornaments(plan, plan.map, lang, naming))  # all that a translation says on it
        key = _digest(plan, (lang, card, _print_digest(printed.path) if printed is not None else ""))
        found = self._windows.get(key)
        if found is None and self._store is not None:
            data = self._store.get(key)
            found = None if data is None else _read(data)
        if found is None:
            found = _composed(plan, lang, naming, printed)
            if self._store is not None:
                self._store.put(key, _written(found))
        self._windows[key] = found
        self._windows.move_to_end(key)
        while len(self._windows) > WINDOWS:
            self._windows.popitem(last=False)
        return found


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
    if printed is None:
        image = reduced(image, palette.ground_colours(hexes=(of := ground.colours(plan.map))[0], covered=of[1]))
    return Ground(image, written.taken)


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
    """A ground as bytes: its boxes in a line, then its picture."""
    return json.dumps(found.taken).encode() + b"\n" + encode(found.image, _FAST)


def _read(data: bytes) -> Ground | None:
    """A written ground; None where it is none."""
    line, _, png = data.partition(b"\n")
    try:
        taken = tuple((a, b, c, d) for a, b, c, d in json.loads(line))
        image = Image.open(BytesIO(png))
        image.load()
    except (OSError, SyntaxError, TypeError, ValueError):  # what Pillow raises for a PNG that is none, among them
        return None
    return Ground(image, taken) if image.mode in ("P", "RGB") else None
