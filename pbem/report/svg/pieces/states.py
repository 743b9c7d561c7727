"""Round signs for what a counter did or suffered: large enough to be read where a picture is shown at half its size."""

from collections.abc import Mapping
from dataclasses import dataclass

from pbem.core.scene import Counter
from pbem.report.svg.base import palette
from pbem.report.svg.base.write import Point, element, path


@dataclass(frozen=True, slots=True)
class Sign:
    """A drawing within a radius of 13 around 0, 0: what is stroked, what is filled, both in `ink`, and its ground."""

    strokes: str = ""
    solids: str = ""
    ink: str = palette.INK
    ground: str = palette.PAPER


SIGNS: Mapping[str, Sign] = {
    "must-attack": Sign("", "M-3-11H3L1.9 3.4H-1.9ZM-2.9 6H2.9V11H-2.9Z", palette.INK, palette.STAR),
    "panicked": Sign("M9 9V1Q9-6 1-6H-5", "M-11-6L-2-13V1Z", palette.PAPER, palette.LOST),
    "dispersed": Sign(
        "M-4-4L-9-9M4-4L9-9M-4 4L-9 9M4 4L9 9",
        "M-11-11H-5L-11-5ZM11-11H5L11-5ZM-11 11H-5L-11 5ZM11 11H5L11 5Z",
        palette.PAPER,
        palette.LOST,
    ),
    "fired": Sign("", "M0-12L3-4 11-7.5 5.5 0 11 7.5 3 4 0 12-3 4-11 7.5-5.5 0-11-7.5-3-4Z", palette.LOST),
    "arrived": Sign("M0-9V9M-9 0H9", "", palette.PAPER, palette.GREEN),
    "moved": Sign("M-6-8L4 0L-6 8M1-8L11 0L1 8", ""),
    "captured": Sign("M-7 12V-10", "M-7-11H11L6-5.5 11 0H-7Z"),
}
"""The signs in the order in which a counter shows them."""
ALIASES = {"marched": "moved", "landed": "arrived", "disrupted": "dispersed"}
TILTED: Mapping[str, int] = {"panicked": -9, "dispersed": 9}
"""By how many degrees a counter in disorder is turned."""
RADIUS = 17
"""The radius of a sign on a counter of 100 by 100."""
SLOTS: tuple[Point, ...] = ((51, -52), (-51, -52), (51, 14), (-51, -14))


def shown(counter: Counter, told: bool = False) -> tuple[str, ...]:
    """The states that a counter shows by a sign; that it moved only where no arrow has `told` it."""
    states = {ALIASES.get(state, state) for state in counter.states}
    return tuple(state for state in SIGNS if state in states and not (told and state == "moved"))


def tilt(counter: Counter) -> int:
    """How far a counter is turned, in degrees: those in disorder are."""
    return next((TILTED[state] for state in shown(counter) if state in TILTED), 0)


def sign(state: str) -> str:
    """The round sign of a state around 0, 0."""
    drawing = SIGNS[state]
    disc = element("circle", r=RADIUS, fill=drawing.ground, stroke=palette.INK, stroke_width=3)
    strokes = path(drawing.strokes, fill="none", stroke=drawing.ink, stroke_width=4)
    return disc + strokes + path(drawing.solids, fill=drawing.ink)


def signs(counter: Counter, told: bool) -> str:
    """All signs of a counter at its corners, 100 by 100 around 0, 0."""
    return "".join(
        element("g", sign(state), transform=f"translate({x} {y})")
        for state, (x, y) in zip(shown(counter, told), SLOTS, strict=False)
    )
