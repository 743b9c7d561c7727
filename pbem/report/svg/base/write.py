"""Writing SVG: the only place where text is escaped and numbers become digits, so that the bytes never vary."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from html import escape

Point = tuple[float, float]


def num(value: float) -> str:
    """A number with at most one decimal: 3, 3.5, -0.1; the same digits on every machine."""
    text = f"{value:.1f}"
    if text[-1] == "0":
        text = text[:-2]
    return "0" if text == "-0" else text


def element(name: str, content: str = "", /, **attributes: str | float) -> str:
    """One element. Attribute names take "_" for "-" and lose a trailing one; content is SVG already written."""
    head = " ".join((name, *map(_attribute, attributes, attributes.values())))
    return f"<{head}>{content}</{name}>" if content else f"<{head}/>"


@lru_cache(maxsize=4096)
def _attribute(key: str, value: str | float) -> str:
    """An attribute as it is written; the same few are, time and again."""
    shown = num(value) if isinstance(value, int | float) else escape(value, quote=True)
    return f'{key.rstrip("_").replace("_", "-")}="{shown}"'


def group(items: Iterable[str], **attributes: str | float) -> str:
    """The elements in a <g> with shared attributes; nothing at all if there are none."""
    content = "".join(items)
    return element("g", content, **attributes) if content else ""


def text(words: str, x: float, y: float, size: float, **attributes: str | float) -> str:
    """A text at its anchor point; `words` are escaped here."""
    return element("text", escape(words, quote=False), x=x, y=y, font_size=size, **attributes)


def path(d: str, **attributes: str | float) -> str:
    """A path; nothing for an empty one."""
    return element("path", d=d, **attributes) if d else ""


def lines(points: Sequence[Point], *, closed: bool = False) -> str:
    """Path data of a polyline or polygon."""
    if not points:
        return ""
    return "M" + "L".join([f"{x:.1f} {y:.1f}" for x, y in points]) + ("Z" if closed else "")


def curve(points: Sequence[Point]) -> str:
    """Path data of a smooth line through all points (Catmull-Rom as cubic curves)."""
    if len(points) < 3:
        return lines(points)
    padded = [points[0], *points, points[-1]]
    parts = [f"M{num(points[0][0])} {num(points[0][1])}"]
    for i in range(1, len(padded) - 2):
        (ax, ay), (bx, by), (cx, cy), (dx, dy) = padded[i - 1 : i + 3]
        controls = (bx + (cx - ax) / 6, by + (cy - ay) / 6, cx - (dx - bx) / 6, cy - (dy - by) / 6, cx, cy)
        parts.append("C" + " ".join(num(v) for v in controls))
    return "".join(parts)
