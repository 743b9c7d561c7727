"""A PDF whose pages each hold one picture; pages of several sizes share their pictures. The same bytes each time."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from io import BytesIO

from PIL import Image

INCH = 72.0 / 25.4
"""Points of a millimetre."""


@dataclass(frozen=True, slots=True)
class Page:
    """A page, wide and high in millimetres, in whose middle a picture stands as large as it may be off the edges."""

    wide: float
    high: float
    edge: float
    picture: int


def write_pdf(pictures: Sequence[Image.Image], pages: Iterable[Page], quality: int) -> bytes:
    """The pictures, in full colour and pressed as JPEG of a quality, on pages that name each by its place."""
    parts = [b"<</Type/Catalog/Pages 2 0 R>>", b""]
    parts += [_image(picture, quality) for picture in pictures]
    kids = []
    for page in pages:
        kids.append(f"{len(parts) + 1} 0 R")
        picture = pictures[page.picture]
        scale = min((page.wide - 2 * page.edge) / picture.width, (page.high - 2 * page.edge) / picture.height)
        wide, high = picture.width * scale, picture.height * scale
        placed = [value * INCH for value in (wide, high, (page.wide - wide) / 2, (page.high - high) / 2)]
        drawn = "{:.2f} 0 0 {:.2f} {:.2f} {:.2f} cm /P Do".format(*placed).encode()
        parts.append(
            f"<</Type/Page/Parent 2 0 R/MediaBox[0 0 {page.wide * INCH:.2f} {page.high * INCH:.2f}]"
            f"/Resources<</XObject<</P {3 + page.picture} 0 R>>>>/Contents {len(parts) + 2} 0 R>>".encode()
        )
        parts.append(_stream("", drawn))
    parts[1] = f"<</Type/Pages/Count {len(kids)}/Kids[{' '.join(kids)}]>>".encode()
    return _file(parts)


def _image(picture: Image.Image, quality: int) -> bytes:
    out = BytesIO()
    picture.save(out, "JPEG", quality=quality, subsampling=1, optimize=True)
    told = f"/Type/XObject/Subtype/Image/Width {picture.width}/Height {picture.height}"
    return _stream(f"{told}/ColorSpace/DeviceRGB/BitsPerComponent 8/Filter/DCTDecode", out.getvalue())


def _stream(told: str, data: bytes) -> bytes:
    return f"<<{told}/Length {len(data)}>>stream\n".encode() + data + b"\nendstream"


def _file(parts: Sequence[bytes]) -> bytes:
    """Objects, numbered from 1, as a file with the table of where each begins."""
    out, starts = bytearray(b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n"), list[int]()
    for number, part in enumerate(parts, 1):
        starts.append(len(out))
        out += f"{number} 0 obj\n".encode() + part + b"\nendobj\n"
    table = len(out)
    out += f"xref\n0 {len(parts) + 1}\n0000000000 65535 f \n".encode()
    out += b"".join(f"{start:010d} 00000 n \n".encode() for start in starts)
    out += f"trailer\n<</Size {len(parts) + 1}/Root 1 0 R>>\nstartxref\n{table}\n%%EOF\n".encode()
    return bytes(out)
