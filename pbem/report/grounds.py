"""The printed boards of pictures, composed once: the art of a map in tiles, and each window with what is written on it.

A tile depends on the map and its scale alone, so that all windows of a width share theirs; a window on its language
too. Both are kept in memory and in a store, if there is one, under a digest of everything that they depend on: what is
found there is what would be made anew, byte for byte.
"""

from collections import OrderedDict
from collections.abc import Callable, Iterator
from functools import partial
from typing import Protocol, TypeVar

from PIL import Image

from pbem.report.ground_records import Ground, digest_of, read_ground, read_image, write_ground, write_image
from pbem.report.raster import palette_image, reduced, rendered
from pbem.report.svg.base import palette
from pbem.report.svg.base.maps import board_plan
from pbem.report.svg.base.naming import Naming
from pbem.report.svg.base.plan import HEADER, WIDTH, Crop, Plan, View
from pbem.report.svg.base.write import element
from pbem.report.svg.ground import ground
from pbem.report.svg.map import document, letters
from pbem.report.svg.sheet import border

T = TypeVar("T")
TILE = 640
"""The side of a tile in pixels."""
WINDOWS, TILES = 8, 32
"""How many windows and tiles are kept in memory: about 25 MB."""


class Store(Protocol):
    """Keeps bytes by a key, or does not: whoever asks can do without."""

    def get(self, key: str) -> bytes | None:
        """What was put under the key; None where nothing is, or nothing whole."""
        ...

    def put(self, key: str, data: bytes) -> None:
        """Keep it if that can be done; never raises OSError."""
        ...


class Grounds:
    """Makes and keeps grounds. One that has no store keeps them as long as the program runs."""

    def __init__(self, store: Store | None = None) -> None:
        self._store = store
        self._windows: OrderedDict[str, Ground] = OrderedDict()
        self._tiles: OrderedDict[str, Image.Image] = OrderedDict()

    def ground(self, plan: Plan, lang: str, naming: Naming) -> Ground:
        """The ground of a picture. MapError where the map cannot be drawn, RasterError and FontMissing as `render`."""
        card = "".join(border.ornaments(plan, plan.map, lang, naming))  # all that a translation says on it
        key = digest_of("window", plan, (lang, card))
        make = partial(self._compose, plan, lang, naming)
        return self._known(self._windows, key, WINDOWS, make, read_ground, write_ground)

    def _known(
        self,
        kept: "OrderedDict[str, T]",
        key: str,
        most: int,
        make: Callable[[], T],
        read: Callable[[bytes], T | None],
        write: Callable[[T], bytes],
    ) -> T:
        """What is kept under a key: in memory, in the store, or made now; the last ones used stay in memory."""
        found = kept.get(key)
        if found is None and self._store is not None:
            data = self._store.get(key)
            found = None if data is None else read(data)
        if found is None:
            found = make()
            if self._store is not None:
                self._store.put(key, write(found))
        kept[key] = found
        kept.move_to_end(key)
        while len(kept) > most:
            kept.popitem(last=False)
        return found

    def _compose(self, plan: Plan, lang: str, naming: Naming) -> Ground:
        """Tiles, then everything that stands still above them: names, the frame."""
        left, top, right, bottom = plan.view.box
        colours, tall = _colours(plan), round(plan.bottom) - HEADER
        window = Image.new("P", (right - left, bottom - top))
        for at, tile in self._art(plan):
            window.paste(tile, at)
        image = Image.new("P", (WIDTH, tall))
        image.putpalette(palette_image(colours).getpalette() or [])
        image.paste(window, (left, top - HEADER))
        written = letters(plan, lang, naming)
        content = written.svg + "".join(border.frame(plan))
        over = rendered(document(element("g", content, transform=f"translate(0 {-HEADER})"), tall))
        full = image.convert("RGB")
        full.paste(over, mask=over)
        return Ground(reduced(full, colours), written.taken)

    def _art(self, plan: Plan) -> Iterator[tuple[tuple[int, int], Image.Image]]:
        """The tiles of a window, each with its place in it."""
        view = plan.view
        wide, tall = view.box[2] - view.box[0], view.box[3] - view.box[1]
        for row in range(view.top // TILE, (view.top + tall - 1) // TILE + 1):
            for column in range(view.left // TILE, (view.left + wide - 1) // TILE + 1):
                yield (column * TILE - view.left, row * TILE - view.top), self._tile(plan, column, row)

    def _tile(self, plan: Plan, column: int, row: int) -> Image.Image:
        left, top, scale = column * TILE, row * TILE, plan.view.scale
        crop = Crop(left / scale, top / scale, (left + TILE) / scale, (top + TILE) / scale)
        part = board_plan(plan.map, view=View(crop, scale, left, top, (0, 0, TILE, TILE), plan.detailed))
        key = digest_of("tile", part)
        return self._known(self._tiles, key, TILES, partial(_drawn, part), read_image, write_image)


MEMORY = Grounds()
"""The grounds of a program that has no folder for them."""


def _drawn(tile: Plan) -> Image.Image:
    """A tile, drawn."""
    paper = element("rect", x=0, y=0, width=TILE, height=TILE, fill=palette.BEYOND)
    svg = document(paper + "".join(ground.art(tile)), TILE, TILE, across=TILE)
    return reduced(rendered(svg).convert("RGB"), _colours(tile))


def _colours(plan: Plan) -> tuple[str, ...]:
    """The colours of a map's ground: those of its pictures begin with them."""
    grid, covered = ground.colours(plan.map)
    return palette.ground_colours(hexes=grid, covered=covered)
