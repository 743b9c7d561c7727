"""The course of a phase: what its chapters need to run it, beside the state."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal

from pbem.core.orders import Line
from pbem.core.play import Play
from pbem.rules.africa1860.orders import Activate
from pbem.rules.africa1860.state import Stacks, State

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


Whens = dict[tuple[str, str | None], list[tuple[str, Line]]]
"""The standing orders in force of a side, with their seats, by what they wait for."""


@dataclass(slots=True)
class Course:
    """One phase being run: its Play; `react(occasion)`, which lets both sides' standing orders act; the fire defaults.

    `reserved` are the leaders who are named by WITH in a good line of the phase, and are kept for it (AFR-10.2).
    `count` numbers the occasions, so that each has an id that follows from the position alone. `moments` are the
    activations that wait for the beginning or the end of the phase, by seat; `asked` counts how often each standing
    order has asked its owner, by "side number". `waiting` are the standing orders, by the same, whose questions are
    open in a window that is not over: they ask in that one and in none that opens within it. `standing` are the
    standing orders of each side, once they were asked for. `able` is the last activation that was found good, and the
    position on which it was judged. `controlled` are the stacks as they were when control was last seen to.
    """

    play: Play
    react: Callable[["Course", Occasion], None]
    reserved: frozenset[str] = frozenset()
    count: int = 0
    moments: Mapping[str, tuple[Line, ...]] = field(default_factory=dict)
    asked: dict[str, int] = field(default_factory=dict)
    waiting: frozenset[str] = frozenset()
    standing: dict[str, Whens] = field(default_factory=dict)
    able: tuple[State, Activate] | None = None
    controlled: Stacks | None = None
