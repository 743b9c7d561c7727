"""The orders of a Napoleonic battle: one class a verb."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator

from pbem.core.orders import Order, Slot, Standing
from pbem.core.record import kinds_in
from pbem.rules.napoleonic.scenario import FACINGS

Facing = Literal["N", "NE", "SE", "S", "SW", "NW"]
FORMATIONS = ("normal", "line", "skirmish", "square")
_NAMED = BeforeValidator(lambda formation: "normal" if formation == "line" else formation)
"""The formation that the tables call line is kept as "normal", which is what cavalry and guns have too."""
Formation = Annotated[Literal["normal", "skirmish", "square"], _NAMED]
UNIT = Slot("unit", ("unit",), required=True)
DIVISION = Slot("division", ("group",), required=True)
OR_DIVISION = Slot("division", ("group",), instead="unit")
TARGET: tuple[Literal["space", "unit"], ...] = ("space", "unit")
FACE = Slot("face", ("choice",), keyword="FACE", choices=FACINGS)


class Command(Order):
    """Give a division an order (NAP-2.1, 2.3)."""

    FORM = (DIVISION, Slot("order", ("choice",), choices=("manoeuvre", "attack", "defence"), required=True))
    type: Literal["command"] = "command"
    division: str
    order: Literal["manoeuvre", "attack", "defence"]


class Division(Order):
    """Move a whole division (NAP-2.5)."""

    FORM = (
        DIVISION,
        Slot("verb", ("choice",), choices=("advance", "withdraw", "hold"), required=True),
        Slot("to", ("space",), keyword="TO", optional_keyword=True),
        Slot("keep", ("choice",), keyword="KEEP", choices=("line", "square", "skirmish")),
        FACE,
        Slot("but", ("unit",), keyword="BUT", many=True),
    )
    type: Literal["division"] = "division"
    division: str
    verb: Literal["advance", "withdraw", "hold"]
    to: str | None = None
    keep: Literal["line", "square", "skirmish"] | None = None
    face: Facing | None = None
    but: tuple[str, ...] = ()

    def actors(self) -> frozenset[str]:
        """The division."""
        return frozenset({self.division})

    def beside(self, others: Sequence[Order], state: Any) -> Order:
        """Without those of it that are to charge, where it moves anybody: who has moved does not (NAP-10.1)."""
        charges = (other for other in others if isinstance(other, Charge) and self.verb != "hold")
        counters = state.scenario.counters
        named = [unit for charge in charges for unit in charge.units if unit in counters]
        riders = [unit for unit in named if counters[unit].division == self.division]
        but = tuple(dict.fromkeys((*self.but, *riders)))
        return self if but == self.but else self.model_copy(update={"but": but})


class Aimed(Order):
    """An order with a `target`, a hex: that of an enemy, where one is named."""

    def placed(self, state: Any) -> Order:
        """With the hex of the counter that was named; one that is off the map stays, and is no hex."""
        at = _hex_of(getattr(self, "target", None), state)
        return self if at is None else self.model_copy(update={"target": at})


def _hex_of(unit: str | None, state: Any) -> str | None:
    """The hex in which a counter stands; None for no counter, or one that is off the map."""
    named = state.units.get(unit)
    return None if named is None else named.at


class Fire(Aimed):
    """Fire of a counter, or of a whole division (NAP-8.1)."""

    FORM = (UNIT, OR_DIVISION, Slot("target", TARGET, keyword="AT", optional_keyword=True))
    type: Literal["fire"] = "fire"
    unit: str | None = None
    division: str | None = None
    target: str | None = None


class Move(Order):
    """Move a counter, or all that stand in a hex; `exit` leaves the map at the end of the path (NAP-5, 15.5)."""

    FORM = (
        UNIT,
        Slot("stack", ("space",), keyword="STACK", instead="unit"),
        Slot("path", ("space",), keyword="TO", optional_keyword=True, many=True, required=True),
        FACE,
        Slot("exit", ("flag",), keyword="EXIT"),
    )
    UNSAID = True
    type: Literal["move"] = "move"
    unit: str | None = None
    stack: str | None = None
    path: tuple[str, ...]
    face: Facing | None = None
    exit: bool = False


class Face(Order):
    """Turn a counter, and with it all of its hex (NAP-5.6)."""

    FORM = (UNIT, Slot("dir", ("choice",), choices=FACINGS, required=True))
    type: Literal["face"] = "face"
    unit: str
    dir: Facing


class Form(Order):
    """Change formation (NAP-5.3)."""

    FORM = (UNIT, Slot("formation", ("choice",), choices=FORMATIONS, required=True))
    type: Literal["form"] = "form"
    unit: str
    formation: Formation


class Limber(Order):
    """Limber a battery (NAP-5.3)."""

    FORM = (UNIT,)
    type: Literal["limber"] = "limber"
    unit: str


class DeployGuns(Order):
    """Unlimber a battery (NAP-5.3)."""

    FORM = (UNIT, replace(FACE, optional_keyword=True))
    type: Literal["deploy-guns"] = "deploy-guns"
    unit: str
    face: Facing | None = None


class Pile(Order):
    """The order of a pile, top first (NAP-1.5)."""

    FORM = (Slot("hex", ("space",), required=True), Slot("order", ("unit",), many=True, required=True))
    type: Literal["pile"] = "pile"
    hex: str
    order: tuple[str, ...]

    def actors(self) -> frozenset[str]:
        """The hex."""
        return frozenset({self.hex})


class Assault(Aimed):
    """Mark a stack to assault a hex (NAP-11.1)."""

    FORM = (Slot("target", TARGET, required=True), Slot("hex", ("unit", "space"), keyword="FROM", required=True))
    type: Literal["assault"] = "assault"
    target: str
    hex: str

    def actors(self) -> frozenset[str]:
        """The hex from which it goes."""
        return frozenset({self.hex})

    def beside(self, others: Sequence[Order], state: Any) -> Order:
        """From the hex of a counter that was named: that to which it is ordered, or else in which it stands."""
        at, named = _hex_of(self.hex, state), self.hex in state.units  # who is named may only come in
        for other in others if named else ():
            if isinstance(other, Move) and (other.unit == self.hex or (other.stack is not None and other.stack == at)):
                return self.model_copy(update={"hex": other.path[-1]})
        return self if at is None else self.model_copy(update={"hex": at})


class Charge(Aimed):
    """Charge a hex with cavalry of one hex (NAP-10.1)."""

    FORM = (
        Slot("units", ("unit",), many=True, required=True),
        Slot("path", ("space",), keyword="VIA", many=True),
        Slot("target", TARGET, keyword="AT", required=True),
    )
    type: Literal["charge"] = "charge"
    units: tuple[str, ...]
    path: tuple[str, ...] = ()
    target: str


class Advance(Aimed):
    """Who advances into an assaulted hex (NAP-11.9)."""

    FORM = (
        Slot("target", TARGET, required=True),
        Slot("mode", ("choice",), choices=("all", "top", "none"), required=True),
    )
    type: Literal["advance"] = "advance"
    target: str
    mode: Literal["all", "top", "none"]


class Rally(Order):
    """These do not try to rally (NAP-9.5)."""

    FORM = (Slot("units", ("unit",), many=True, required=True),)
    type: Literal["rally"] = "rally"
    units: tuple[str, ...]


class Deploy(Order):
    """Set a counter up (NAP-15.4)."""

    FORM = (
        UNIT,
        Slot("hex", ("space",), keyword="AT", optional_keyword=True, required=True),
        FACE,
        Slot("formation", ("choice",), choices=(*FORMATIONS, "limbered", "deployed")),
    )
    UNSAID = True
    type: Literal["deploy"] = "deploy"
    unit: str
    hex: str
    face: Facing | None = None
    formation: Annotated[Literal["normal", "skirmish", "square", "limbered", "deployed"] | None, _NAMED] = None


class OfOne(Standing):
    """A standing order for one counter, division or hex (NAP-13.2)."""

    def actors(self) -> frozenset[str]:
        """The counter, division or hex that it is for."""
        named = (getattr(self, field, None) for field in ("unit", "division", "hex"))
        return frozenset(f"{field}" for field in named if field)


class Square(OfOne):
    """When a counter, or those of a division, form square on a charge (NAP-10.2)."""

    FORM = (
        UNIT,
        OR_DIVISION,
        Slot("when", ("choice",), choices=("always", "never"), required=True),
        Slot("distance", ("number",), keyword="DISTANCE", instead="when", least=1, most=20),
    )
    type: Literal["square"] = "square"
    unit: str | None = None
    division: str | None = None
    when: Literal["always", "never"] | None = None
    distance: int | None = None


class Defend(OfOne):
    """What defensive fire is for (NAP-8.13)."""

    FORM = (
        UNIT,
        OR_DIVISION,
        Slot("target", ("choice",), choices=("assault", "strongest")),
        Slot("hold", ("flag",), keyword="HOLD"),
    )
    type: Literal["defend"] = "defend"
    unit: str | None = None
    division: str | None = None
    target: Literal["assault", "strongest"] | None = None
    hold: bool = False


class RetreatPlan(OfOne):
    """How far a counter retreats from fire, and where to (NAP-8.15)."""

    FORM = (
        UNIT,
        OR_DIVISION,
        Slot("hexes", ("number",), least=1, most=2),
        Slot("to", ("space",), keyword="TO", optional_keyword=True, many=True),
    )
    type: Literal["retreat-plan"] = "retreat-plan"
    unit: str | None = None
    division: str | None = None
    hexes: int = 1
    to: tuple[str, ...] = ()


class Losses(OfOne):
    """Which counters lose first in a shock (NAP-11.6)."""

    FORM = (DIVISION, Slot("hex", ("space",), instead="division"), Slot("first", ("unit",), many=True, required=True))
    type: Literal["losses"] = "losses"
    division: str | None = None
    hex: str | None = None
    first: tuple[str, ...]


ORDERS = kinds_in(vars(), Order)
