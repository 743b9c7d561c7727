"""The printed ground of a map: a picture in few colours, shipped beside the map. Each window shows its part."""

import json
from base64 import b64encode
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from heapq import heapify, heappop, heappush
from io import BytesIO
from itertools import combinations, count
from math import sqrt
from pathlib import Path
from typing import Any

from PIL import Image, ImageFilter
from PIL.PngImagePlugin import PngInfo

from pbem.report.svg.base.boards import Same, board_of
from pbem.report.svg.base.plan import MapError, Plan, View
from pbem.report.svg.base.write import element

LINES = ("coast", "waters", "rivers", "ridges", "summits", "patches")
"""What a ground is painted from beside the terrain of the spaces: parts of a map's `drawing`."""
TOLD = ("id", "name", "note", "source")
"""What these say that is not painted."""
ENLARGED = 1.1
"""How much a ground may be enlarged while a larger one is at hand."""
SAME = 1e-6
"""Within what part of each other two scales are the same."""
STROKE = 3
"""Pixels: what fills less than half of such a square is a stroke."""
ENDING = ".ground.png"
Colour = tuple[float, ...]
"""Red, green and blue, each up to 255."""
_MAP, _SCALE = "pbem:map", "pbem:scale"


@dataclass(frozen=True, slots=True)
class Print:
    """A file with the ground of a whole map, so many pixels a unit of its plane.

    In `tones` colours at most, where that is not 0: a calmer picture takes less room. A `plain` one has no strokes down
    its slopes, so that all that is written on it is read at once.
    """

    path: Path
    scale: float
    tones: int = 0
    plain: bool = False

    @property
    def colours(self) -> tuple[str, ...]:
        """The colours that it is painted in."""
        return _colours(self.path)

    @property
    def shown(self) -> tuple[str, ...]:
        """The tones in which it is shown; the `colours` where it has no fewer."""
        return _tones(self.path, self.tones) if self.tones and _opened(self.path).mode == "P" else self.colours

    def window(self, view: View, zoom: float = 1.0) -> Image.Image:
        """The part that a window shows, as large as it is in the picture, or so many times that; in full colour."""
        return _window(self, view, zoom).convert("RGB")

    def _cut(self, view: View, zoom: float) -> Image.Image:
        """The same in few colours."""
        left, top, right, bottom = view.box
        size, part, whole = (right - left, bottom - top), self.scale / view.scale, _opened(self.path)
        begin = round(view.left * part), round(view.top * part)
        end = round((view.left + size[0]) * part), round((view.top + size[1]) * part)
        box = (*begin, min(end[0], whole.width), min(end[1], whole.height))
        asked = round(size[0] * zoom), round(size[1] * zoom)
        if abs(part / zoom - 1) >= SAME:
            return self._smooth(self._toned(_shrunk(self.path, box, asked)))
        cut = whole.crop(box)
        if self.tones and cut.mode == "P":
            cut.putpalette(_merged(self.path, self.tones))
        cut = self._smooth(cut)  # as large as asked, but for a pixel at the edge of the map
        return cut if cut.size == asked else cut.resize(asked, Image.Resampling.NEAREST)

    def _toned(self, image: Image.Image) -> Image.Image:
        """A part of the ground in the tones that it is to have: those that resizing has made between them go."""
        if not (self.tones and _opened(self.path).mode == "P"):
            return image.copy()
        colours = Image.new("P", (1, 1))
        colours.putpalette(_merged(self.path, self.tones))
        return image.quantize(palette=colours, dither=Image.Dither.NONE)

    def _smooth(self, image: Image.Image) -> Image.Image:
        """An image in few colours without thin strokes, if it is to be plain."""
        if not (self.plain and image.mode == "P"):
            return image
        flat = image.getpalette() or []
        colours = list(zip(*(iter(flat),) * 3, strict=True))
        shades = sorted(set(colours), key=lambda colour: (sum(colour), colour))  # those that are merged count as one
        ranks = [shades.index(colour) for colour in colours]
        numbers = Image.frombytes("L", image.size, image.tobytes()).point([*ranks, *[0] * (256 - len(ranks))])
        smooth = numbers.filter(ImageFilter.MedianFilter(STROKE))
        back = [colours.index(shade) for shade in shades]
        found = Image.frombytes("P", image.size, smooth.point([*back, *[0] * (256 - len(back))]).tobytes())
        found.putpalette(flat)
        return found

    def draw(self, view: View) -> str:
        """The window as an element of an SVG, as fine as the ground is, up to twice the size of the picture."""
        out = BytesIO()
        zoom = min(max(self.scale / view.scale, 1.0), 2.0)
        self.window(view, zoom).save(out, "PNG", compress_level=1)
        left, top, right, bottom = view.box
        href = "data:image/png;base64," + b64encode(out.getvalue()).decode()
        return element("image", x=left, y=top, width=right - left, height=bottom - top, href=href)


def print_of(paths: Iterable[Path], plan: Plan) -> Print | None:
    """The smallest of the grounds of a plan's map that is as fine as the picture, else the finest; None without any."""
    wanted = ground_digest(plan.map)
    known = [(scale, path) for path in paths for digest, scale in (_label(path),) if digest == wanted]
    if not known:
        return None
    fine = [each for each in known if each[0] * ENLARGED >= plan.view.scale]
    scale, path = min(fine) if fine else max(known)
    return Print(path, scale)


def save_print(path: Path, image: Image.Image, map_: Mapping[str, Any], scale: float) -> None:
    """Keep the ground of a map as a file. MapError for a map that cannot be drawn."""
    info = PngInfo()
    info.add_text(_MAP, ground_digest(map_))
    info.add_text(_SCALE, repr(scale))
    image.save(path, "PNG", optimize=True, pnginfo=info)


def ground_digest(map_: Mapping[str, Any]) -> str:
    """A digest of all that the ground of a map is painted from. MapError for a map that cannot be drawn."""
    return _digest(Same(map_))


@lru_cache(maxsize=8)
def _digest(of: Same) -> str:
    board, drawing = board_of(of.map), of.map.get("drawing", {})
    lines = {
        part: [{key: value for key, value in each.items() if key not in TOLD} for each in drawing.get(part, ())]
        for part in LINES
    }
    spaces = [[space, sorted(board.terrain[space]), board.level[space]] for space in board.ids]
    sides = sorted([*pair, *sorted(words)] for pair, words in board.edges.items())
    seen = [of.map.get("size"), of.map.get("scale"), spaces, sides, lines]
    return sha256(json.dumps(seen, sort_keys=True).encode()).hexdigest()


@lru_cache(maxsize=32)
def _label(path: Path) -> tuple[str, float]:
    """Of which map a ground is, by its digest, and its scale; of none where it is no ground."""
    try:
        with Image.open(path) as image:
            return str(image.info[_MAP]), float(image.info[_SCALE])
    except (OSError, SyntaxError, ValueError, KeyError):  # what Pillow raises for a picture that is none
        return "", 0.0


@lru_cache(maxsize=4)
def _opened(path: Path) -> Image.Image:
    try:
        with Image.open(path) as image:
            image.load()
            return image
    except (OSError, SyntaxError, ValueError) as wrong:
        raise MapError(f"its printed ground {path.name} cannot be read: {wrong}") from wrong


@lru_cache(maxsize=10)
def _window(of: Print, view: View, zoom: float) -> Image.Image:
    """A window in few colours. The last few are kept, 1 to 2 MB each: the players of a game get the same."""
    return of._cut(view, zoom)


@lru_cache(maxsize=4)
def _shrunk(path: Path, box: tuple[int, int, int, int], size: tuple[int, int]) -> Image.Image:
    """A part of a ground in another size, in full colour. The last few are kept: pictures in all languages show it."""
    return _opened(path).crop(box).convert("RGB").resize(size, Image.Resampling.HAMMING)


@lru_cache(maxsize=8)
def _colours(path: Path) -> tuple[str, ...]:
    with Image.open(path) as image:
        flat = image.getpalette() or []
    return tuple(dict.fromkeys(f"#{r:02x}{g:02x}{b:02x}" for r, g, b in zip(*(iter(flat),) * 3, strict=True)))


@lru_cache(maxsize=16)
def _merged(path: Path, most: int) -> list[int]:
    """The palette of a ground in which colours are merged (see `_merging`)."""
    flat, stands_for = _opened(path).getpalette() or (), _merging(path, most)
    colours = zip(*(iter(flat),) * 3, strict=True)
    return [int(part) for colour in colours for part in stands_for.get(colour, colour)]


@lru_cache(maxsize=16)
def _tones(path: Path, most: int) -> tuple[str, ...]:
    """What is left of the colours of a ground that are merged."""
    return tuple(sorted({f"#{int(r):02x}{int(g):02x}{int(b):02x}" for r, g, b in _merging(path, most).values()}))


@lru_cache(maxsize=16)
def _merging(path: Path, most: int) -> Mapping[Colour, Colour]:
    """What each colour that a ground shows becomes where the most alike are one, until they are no more than so many.

    Those that cover much weigh more, though not by how much: a river outlives the shades of a plain.
    """
    whole = _opened(path)
    colours = list(zip(*(iter(whole.getpalette() or ()),) * 3, strict=True))
    covered: dict[Colour, int] = {}
    for colour, pixels in zip(colours, whole.histogram(), strict=False):
        covered[colour] = covered.get(colour, 0) + pixels
    stands_for: dict[Colour, Colour] = {}
    for mean, members in _groups({colour: sqrt(sqrt(pixels)) for colour, pixels in covered.items() if pixels}, most):
        found = min(members, key=lambda colour: (_apart(colour, mean), colour))
        stands_for |= dict.fromkeys(members, found)
    return stands_for


def _groups(weights: Mapping[Colour, float], most: int) -> list[tuple[Colour, tuple[Colour, ...]]]:
    """Colours in at most so many groups, each with its mean: joined first is what that changes least (Ward)."""
    groups: dict[int, tuple[float, Colour, tuple[Colour, ...]]]
    groups = {n: (weight, colour, (colour,)) for n, (colour, weight) in enumerate(sorted(weights.items()))}

    def pair(a: int, b: int) -> tuple[float, int, int]:
        (one, here, _), (other, there, _) = groups[a], groups[b]
        return one * other / (one + other) * _apart(here, there), a, b

    pairs = [pair(a, b) for a, b in combinations(groups, 2)]
    heapify(pairs)
    for number in count(len(groups)):
        if len(groups) <= most:
            break
        _, a, b = heappop(pairs)
        if a in groups and b in groups:
            (one, here, some), (other, there, more) = groups.pop(a), groups.pop(b)
            mean = tuple((one * p + other * q) / (one + other) for p, q in zip(here, there, strict=True))
            groups[number] = one + other, mean, some + more
            for each in tuple(groups)[:-1]:
                heappush(pairs, pair(each, number))
    return [(mean, members) for _, mean, members in groups.values()]


def _apart(one: Colour, other: Colour) -> float:
    return sum((p - q) ** 2 for p, q in zip(one, other, strict=True))
