"""What is left of a counter: a dot a step, hollow for those lost, or words on a plate."""

from pbem.report.svg.base import metrics, palette
from pbem.report.svg.base.write import element, text

STEPS = 5
"""Up to so many steps are drawn as dots."""


def steps_of(strength: str) -> tuple[int, int] | None:
    """Steps left and steps in all where a strength tells few of them: "1/2"."""
    left, slash, whole = strength.partition("/")
    if not (slash and left.isdecimal() and whole.isdecimal() and 0 <= int(left) <= int(whole) <= STEPS):
        return None
    return int(left), int(whole)


def step_dots(steps: tuple[int, int], x: float, y: float, ink: str) -> str:
    """A dot a step above each other around a point: those that are left, from below, then hollow those lost."""
    left, whole = steps
    spots = [y + 5.5 * (whole - 1) - 11 * i for i in range(whole)]
    return "".join(
        element("circle", cx=x, cy=spot, r=4, fill=ink if i < left else "none", stroke=ink, stroke_width=2)
        for i, spot in enumerate(spots)
    )


def strength_mark(strength: str, ink: str) -> str:
    """What is left of a counter, along the right edge of it, 100 by 100 around 0, 0; nothing without a strength."""
    if not strength:
        return ""
    steps = steps_of(strength)
    if steps is not None:
        return step_dots(steps, 43, -4, ink)
    words, size = metrics.fit_text(metrics.to_drawable(strength), 40, 23, 13, "bold")
    half = metrics.width(words, size, "bold") / 2 + 5
    plate = element(
        "rect", x=-half, y=-14, width=2 * half, height=28, rx=5, fill=palette.PAPER, stroke=palette.INK, stroke_width=3
    )
    more = {"text_anchor": "middle", **metrics.ATTRIBUTES["bold"]}
    told = plate + text(words, 0, size * 0.35, round(size, 1), fill=palette.INK, **more)
    return element("g", told, transform=f"translate({50 - half:.1f} 4)")
