"""Small signs that stand on the ground and in its key alike."""

from pbem.report.svg.base import palette
from pbem.report.svg.base.write import Point, element, lines, path


def landing_sign(x: float, y: float, r: float) -> str:
    """A black dot, as on the printed map, ringed with paper so that it stands out on any ground."""
    return element("circle", cx=x, cy=y, r=r, fill=palette.INK, stroke=palette.PAPER, stroke_width=max(1.5, r * 0.3))


def airport_sign(x: float, y: float, r: float) -> str:
    """An aeroplane seen from above, on a disc."""
    disc = element("circle", cx=x, cy=y, r=r, fill=palette.PAPER, stroke=palette.ZONE, stroke_width=r * 0.14)
    plane = (
        (0, -0.72), (0.12, -0.5), (0.12, -0.26), (0.74, 0.02), (0.74, 0.2), (0.12, 0.1), (0.1, 0.44), (0.32, 0.6),
        (0.32, 0.74), (0, 0.64), (-0.32, 0.74), (-0.32, 0.6), (-0.1, 0.44), (-0.12, 0.1), (-0.74, 0.2), (-0.74, 0.02),
        (-0.12, -0.26), (-0.12, -0.5),
    )  # fmt: skip
    return disc + path(lines([(x + px * r, y + py * r) for px, py in plane], closed=True), fill=palette.ZONE)


def summit_sign(x: float, y: float, size: float) -> str:
    """A small triangle whose foot stands at the point."""
    d = lines(((x - size * 0.42, y), (x, y - size * 0.78), (x + size * 0.42, y)), closed=True)
    return path(d, fill=palette.SUMMIT, stroke=palette.PAPER, stroke_width=size * 0.12)


def bridge_sign(x: float, y: float, r: float, along: Point) -> str:
    """Two parapets with splayed ends beside a way that runs in a direction, over a gap in its casing."""
    ax, ay = along
    rails = ""
    for s in (-1, 1):
        shape = ((-0.46, 0.34), (-0.3, 0.18), (0.3, 0.18), (0.46, 0.34))
        rails += lines([(x + r * (a * ax - s * b * ay), y + r * (a * ay + s * b * ax)) for a, b in shape])
    below = path(rails, fill="none", stroke=palette.PAPER, stroke_width=r * 0.2)
    return below + path(rails, fill="none", stroke=palette.INK, stroke_width=r * 0.085, stroke_linejoin="round")
