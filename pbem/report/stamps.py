"""Stamps as images: each is drawn once, however many pictures it comes on."""

from collections.abc import Iterable, Mapping

from PIL import Image

from pbem.report.raster import Area, rendered
from pbem.report.svg.base.stamps import Placed, Stamp
from pbem.report.svg.base.write import element
from pbem.report.svg.map import document

MOST = 500
"""How many are kept, the last ones asked for: about 10 MB."""
_KNOWN: dict[Stamp, Image.Image] = {}


def put_stamps(picture: Image.Image, placed: Iterable[Placed], window: Area) -> None:
    """Put stamps on a picture in full colour; what reaches beyond a window of it is cut off."""
    every, (left, top, right, bottom) = tuple(placed), window
    images = _drawn([each.stamp for each in every])
    for each in every:
        image, x, y = images[each.stamp], each.left, each.top
        cut = max(left - x, 0), max(top - y, 0), min(right - x, image.width), min(bottom - y, image.height)
        if cut[0] < cut[2] and cut[1] < cut[3]:
            seen = image if cut == (0, 0, *image.size) else image.crop(cut)
            picture.paste(seen, (x + cut[0], y + cut[1]), seen)


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
