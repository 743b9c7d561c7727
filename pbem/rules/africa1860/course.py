"""The course of a phase: what its chapters need to run it, beside the state."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

from pbem.core.play import Play

Kind = Literal["enters", "leaves", "fires", "activates", "shock", "retreats", "starts", "ends"]


@dataclass(frozen=True, slots=True)
class Occasion:
    """Something at which standing orders may act (AFR-15.2), done by `side`.

    `area`: where it happens: the area entered, left, fired at, fought over, retreated from, or where the activated
    stand; None for the beginning and end of a phase. Entering and leaving by one step are one occasion, of the kind
    "enters", with `left` the area that was left.
    """

    kind: Kind
    side: str
    area: str | None = None
    left: str | None = None
    units: tuple[str, ...] = ()


@dataclass(slots=True)
class Course:
    """One phase being run: its Play; `react(occasion)`, which lets both sides' standing orders act; the fire defaults.

    `reserved` are the leaders who are named by WITH in a good line of the phase, and are kept for it (AFR-10.2).
    `count` numbers the occasions, so that each has an id that follows from the position alone.
    """

    play: Play
    react: Callable[["Course", Occasion], None]
    reserved: frozenset[str] = frozenset()
    count: int = field(default=0)
