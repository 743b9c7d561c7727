"""What a ground is known by, and how it is written: a digest of all that it depends on, a line of boxes and a PNG."""

import json
from dataclasses import dataclass
from functools import cache, lru_cache
from hashlib import sha256
from importlib.metadata import version
from io import BytesIO
from pathlib import Path

from PIL import Image

from pbem.report.raster import encode
from pbem.report.svg.base import metrics
from pbem.report.svg.base.boards import Same
from pbem.report.svg.base.labels import Box
from pbem.report.svg.base.plan import Plan

_FAST = 1


@dataclass(frozen=True, slots=True)
class Ground:
    """The board of a picture, from below the title strip to the strip below the map; `taken`: where names stand."""

    image: Image.Image
    taken: tuple[Box, ...]


def digest_of(kind: str, plan: Plan, more: tuple[str, ...] = ()) -> str:
    """A digest of everything that a window or a tile depends on: map, view, program, fonts, words."""
    view = plan.view
    where = view.scale, view.left, view.top, view.box, view.detailed
    return sha256(repr((kind, _program(), _map_digest(Same(plan.map)), where, more)).encode()).hexdigest()


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


def write_image(image: Image.Image) -> bytes:
    """An image in few colours as bytes."""
    return encode(image, _FAST)


def read_image(data: bytes) -> Image.Image | None:
    """A written image; None where it is none."""
    try:
        image = Image.open(BytesIO(data))
        image.load()
    except (OSError, SyntaxError, ValueError):  # what Pillow raises for a PNG that is none
        return None
    return image if image.mode == "P" else None


def write_ground(ground: Ground) -> bytes:
    """A ground as bytes: its boxes in a line, then its picture."""
    return json.dumps(ground.taken).encode() + b"\n" + write_image(ground.image)


def read_ground(data: bytes) -> Ground | None:
    """A written ground; None where it is none."""
    line, _, png = data.partition(b"\n")
    image = read_image(png)
    try:
        taken = tuple((a, b, c, d) for a, b, c, d in json.loads(line))
    except (TypeError, ValueError):
        return None
    return None if image is None else Ground(image, taken)
