"""The fonts that travel with the program, and how wide a text is in them."""

import unicodedata
from functools import lru_cache
from pathlib import Path
from typing import Literal

from PIL import ImageFont

Face = Literal["medium", "bold", "italic", "serif", "title"]

FAMILY = "Barlow Condensed"
FOLDER = Path(__file__).resolve().parents[2] / "fonts"
FILES: dict[Face, str] = {
    "medium": "BarlowCondensed-Medium.ttf",
    "bold": "BarlowCondensed-Bold.ttf",
    "italic": "BarlowCondensed-MediumItalic.ttf",
    "serif": "StaffSerif-SemiBoldItalic.ttf",
    "title": "StaffTitle-Bold.ttf",
}
ATTRIBUTES: dict[Face, dict[str, str]] = {
    "medium": {"font_weight": "500"},
    "bold": {"font_weight": "700"},
    "italic": {"font_weight": "500", "font_style": "italic"},
    "serif": {"font_family": "Staff Serif", "font_weight": "600", "font_style": "italic"},
    "title": {"font_family": "Staff Title", "font_weight": "700"},
}
_UNITS = 1000
_EXTRA = frozenset("ıŒœ–—‘’“”„•…‰‹›€−")


class FontMissing(Exception):
    """A font file of the program is not where it was installed."""


def font_bytes(folder: Path = FOLDER) -> tuple[bytes, ...]:
    """The font files, in a fixed order; FontMissing names the file that is not there."""
    return tuple(_read(folder / name) for _, name in sorted(FILES.items()))


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise FontMissing(f"the map needs the font file {path.name} in {path.parent}: {error.strerror}") from error


def to_drawable(words: str) -> str:
    """The text in letters that the fonts have: others lose their accent, and become "?" where that does not help."""
    return "".join(_drawable(letter) for letter in unicodedata.normalize("NFC", words))


def _drawable(letter: str) -> str:
    if " " <= letter <= "~" or "\xa0" <= letter <= "\xff" or letter in _EXTRA:
        return letter
    if letter.isspace():
        return " "
    if unicodedata.category(letter) in ("Cc", "Cf", "Mn"):
        return ""
    plain = unicodedata.normalize("NFKD", letter)[0]
    return plain if " " <= plain <= "~" else "?"


@lru_cache(maxsize=8192)
def width(words: str, size: float, face: Face = "medium", spacing: float = 0) -> float:
    """How wide a text is at a size, in the same unit; `spacing` is added after each letter. Kerning is left out."""
    return sum(_advance(letter, face) for letter in words) * size / _UNITS + spacing * len(words)


@lru_cache(maxsize=2048)
def _advance(letter: str, face: Face) -> int:
    return round(_font(face).getlength(letter))


@lru_cache(maxsize=8)
def _font(face: Face) -> ImageFont.FreeTypeFont:
    path = FOLDER / FILES[face]
    if not path.is_file():
        raise FontMissing(f"the map needs the font file {path.name} in {path.parent}")
    return ImageFont.truetype(str(path), _UNITS, layout_engine=ImageFont.Layout.BASIC)


def fit_text(words: str, room: float, largest: float, smallest: float, face: Face = "medium") -> tuple[str, float]:
    """The text and the size at which it fits into the room; shortened with "…" where even the smallest is too large."""
    natural = width(words, 1, face)
    size = largest if natural * largest <= room else room / natural
    if size >= smallest:
        return words, size
    cut = words
    while cut and width(cut.rstrip() + "…", smallest, face) > room:
        cut = cut[:-1]
    return cut.rstrip() + "…", smallest
