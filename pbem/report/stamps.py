"""Stamps as images: each is drawn once, however many pictures it comes on."""

from collections.abc import Iterable, Mapping

from PIL import Image

from pbem.report.raster import rendered
from pbem.report.svg.base.stamps import Placed, Stamp
from pbem.report.svg.base.write import element
from pbem.report.svg.map import document

MOST = 500
"""How many are kept, the last ones asked for: about 10 MB."""
_KNOWN: dict[Stamp, Image.Image] = {}


def put_stamps(picture: Image.Image, placed: Iterable[Placed], corner: tuple[int, int]) -> None:
    """Put stamps on a picture in full colour whose upper left corner lies at `corner`."""
    every = tuple(placed)
    images = _drawn([each.stamp for each in every])
    for each in every:
        image = images[each.stamp]
        picture.paste(image, (each.left - corner[0], each.top - corner[1]), image)


def forget_stamps() -> None:
    """Forget all images: the next picture draws its stamps anew."""
    _KNOWN.clear()


def _drawn(asked: Iterable[Stamp]) -> Mapping[Stamp, Image.Image]:
    """The images of stamps: those that are not known are drawn one below the other on one sheet, and cut apart."""
    wanted = dict.fromkeys(asked)
    new = [stamp for stamp in wanted if stamp not in _KNOWN]
    found = {stamp: _KNOWN.pop(stamp) for stamp in wanted if stamp in _KNOWN}
    if new:
        tops = [sum(stamp.height for stamp in new[:i]) for i in range(len(new) + 1)]
        content = [element("g", s.svg, transform=f"translate(0 {top})") for s, top in zip(new, tops, strict=False)]
        across = max(stamp.width for stamp in new)
        sheet = rendered(document("".join(content), tops[-1], across, across=across))
        found |= {s: sheet.crop((0, top, s.width, top + s.height)) for s, top in zip(new, tops, strict=False)}
    _KNOWN.update(found)
    for stamp in list(_KNOWN)[: max(0, len(_KNOWN) - MOST)]:
        del _KNOWN[stamp]
    return found
