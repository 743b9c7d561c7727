"""Round signs for what a counter did or suffered: large enough to be read where a picture is shown at half its size."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pbem.core.scene import Counter
from pbem.report.svg.base import metrics, palette
from pbem.report.svg.base.write import Point, element, path, text
from pbem.report.svg.pieces.symbols import letter


@dataclass(frozen=True, slots=True)
class Sign:
    """A drawing within a radius of 13 around 0, 0: what is stroked, what is filled, both in `ink`, and its ground."""

    strokes: str = ""
    solids: str = ""
    ink: str = palette.INK
    ground: str = palette.PAPER


_SKIRMISHERS = ((-7, -6), (6, -6), (0, 0), (-7, 6), (6, 6))
SIGNS: Mapping[str, Sign] = {
    "must-attack": Sign("", "M-3-11H3L1.9 3.4H-1.9ZM-2.9 6H2.9V11H-2.9Z", palette.INK, palette.STAR),
    "panicked": Sign("M9 9V1Q9-6 1-6H-5", "M-11-6L-2-13V1Z", palette.PAPER, palette.LOST),
    "dispersed": Sign(
        "M-4-4L-9-9M4-4L9-9M-4 4L-9 9M4 4L9 9",
        "M-11-11H-5L-11-5ZM11-11H5L11-5ZM-11 11H-5L-11 5ZM11 11H5L11 5Z",
        palette.PAPER,
        palette.LOST,
    ),
    "unsupplied": Sign("M-9-4H9V9H-9ZM-12 12L12-12", "", palette.INK, palette.STAR),
    "fired": Sign("", "M0-12L3-4 11-7.5 5.5 0 11 7.5 3 4 0 12-3 4-11 7.5-5.5 0-11-7.5-3-4Z", palette.LOST),
    "arrived": Sign("M0-9V9M-9 0H9", "", palette.PAPER, palette.GREEN),
    "moved": Sign("M-6-8L4 0L-6 8M1-8L11 0L1 8", ""),
    "captured": Sign("M-7 12V-10", "M-7-11H11L6-5.5 11 0H-7Z"),
    "demoralized": Sign("M0-11V5M-6-1L0 6 6-1M-8 11H8", "", palette.PAPER, palette.LOST),
    "activated": Sign("", "M-2.5-10H2.5V10H-2.5Z", palette.STAR, palette.INK),
    "activated-twice": Sign("", "M-7.5-10H-2.5V10H-7.5ZM2.5-10H7.5V10H2.5Z", palette.STAR, palette.INK),
    "routed": Sign("M-8-8L8 8M-8 8L8-8", "", palette.PAPER, palette.LOST),
    "disorganised": Sign("M-9-6Q-4-11 0-6T9-6M-9 1Q-4-4 0 1T9 1M-9 8Q-4 3 0 8T9 8", "", palette.LOST),
    "line": Sign("M-11 0H11", ""),
    "column": Sign("", "M-4-11H4V11H-4Z"),
    "square": Sign("M-8-8H8V8H-8Z", ""),
    "skirmish": Sign("", "".join(f"M{x - 3} {y}a3 3 0 1 1 6 0a3 3 0 1 1-6 0Z" for x, y in _SKIRMISHERS)),
    "limbered": Sign("M-11-3H11M-9 4a4 4 0 1 1 8 0a4 4 0 1 1-8 0M1 4a4 4 0 1 1 8 0a4 4 0 1 1-8 0", ""),
    "deployed": Sign("M-11 8L0-8 11 8M-7 2H7", ""),
}
"""The signs in the order in which a counter shows them; those of formations stand at its foot."""
ALIASES = {"marched": "moved", "landed": "arrived", "disrupted": "dispersed"}
AILMENTS = ("panicked", "dispersed", "demoralized", "disorganised", "routed", "unsupplied")
"""What a player should see of every counter: also below another, and where counters are plain blocks."""
TILTED: Mapping[str, int] = {"panicked": -9, "dispersed": 9}
"""By how many degrees a counter in disorder is turned."""
RADIUS = 17
"""The radius of a sign on a counter of 100 by 100."""
SLOTS: tuple[Point, ...] = ((51, -52), (-51, -52), (51, 14), (-51, -14))
FOOT: Point = (51, 50)
"""Where the sign of a formation is."""
UNSEEN = "planned"
"""The state that is no sign: the whole counter is drawn otherwise."""


def shown_states(counter: Counter, told: bool = False, signs: Mapping[str, Sign] = SIGNS) -> tuple[str, ...]:
    """The states that a counter shows by a sign, those that nobody drew last; that it moved only where no arrow has
    `told` it."""
    states = {state if state in signs else ALIASES.get(state, state) for state in counter.states}
    order = [*(state for state in signs if state in states), *sorted(states - signs.keys())]
    return tuple(state for state in order if state != UNSEEN and not (told and state == "moved"))


def ailments(counter: Counter, signs: Mapping[str, Sign] = SIGNS) -> tuple[str, ...]:
    """What ails a counter, of the states that it shows."""
    return tuple(state for state in shown_states(counter, signs=signs) if state in AILMENTS)


def tilt(counter: Counter) -> int:
    """How far a counter is turned, in degrees: those in disorder are."""
    return next((TILTED[state] for state in shown_states(counter) if state in TILTED), 0)


def sign(state: str, signs: Mapping[str, Sign] = SIGNS) -> str:
    """The round sign of a state around 0, 0; of one that nobody drew its first letter."""
    if state not in signs:
        return _lettered(letter(state))
    drawing = signs[state]
    disc = element("circle", r=RADIUS, fill=drawing.ground, stroke=palette.INK, stroke_width=3)
    strokes = path(drawing.strokes, fill="none", stroke=drawing.ink, stroke_width=4)
    return disc + strokes + path(drawing.solids, fill=drawing.ink)


def _lettered(words: str) -> str:
    """A sign with letters in it."""
    disc = element("circle", r=RADIUS, fill=palette.PAPER, stroke=palette.INK, stroke_width=3)
    size = 25 if len(words) < 2 else 19
    more = {"text_anchor": "middle", **metrics.ATTRIBUTES["bold"]}
    return disc + text(words, 0, size * 0.35, size, fill=palette.INK, **more)


def some_of(shown: Sequence[str], room: int, signs: Mapping[str, Sign] = SIGNS) -> list[str]:
    """The signs of as many states as there is room for; the last tells how many find none."""
    drawn = [sign(state, signs) for state in shown[:room]]
    if len(shown) > room:
        drawn[-1] = _lettered(f"+{len(shown) - room + 1}")
    return drawn


def signs_of(counter: Counter, told: bool, signs: Mapping[str, Sign] = SIGNS) -> str:
    """All signs of a counter at its corners, 100 by 100 around 0, 0; the last tells how many find no room."""
    drawn = some_of(shown_states(counter, told, signs), len(SLOTS), signs)
    placed = list(zip(drawn, SLOTS, strict=False))
    if counter.formation:
        placed.append((sign(counter.formation, signs), FOOT))
    return "".join(element("g", content, transform=f"translate({x} {y})") for content, (x, y) in placed)
