"""The orders of Morocco 1926: one class a verb (catalogue, part B)."""

from typing import ClassVar, Literal

from pbem.core.orders import Order, Slot, Standing
from pbem.core.record import Record, kinds_in
from pbem.rules.rif1926.sequence import ALLIED, RIF

UNIT = Slot("unit", ("unit",), required=True)
UNITS = Slot("units", ("unit",), many=True, required=True)
PATH = Slot("path", ("space",), keyword="TO", optional_keyword=True, many=True, required=True)
TARGET = Slot("target", ("space", "unit"), required=True)


class Deploy(Order):
    """Set a unit up in a hex (RIF-7.1, 7.2)."""

    FORM = (UNIT, Slot("at", ("space",), keyword="AT", optional_keyword=True, required=True))
    UNSAID = True
    type: Literal["deploy"] = "deploy"
    unit: str
    at: str


class Move(Order):
    """Move units that stand in one hex along a path; one distant hex is the cheapest way to it (RIF-8.1)."""

    FORM = (UNITS, PATH)
    UNSAID = True
    type: Literal["move"] = "move"
    units: tuple[str, ...]
    path: tuple[str, ...]


class Enter(Order):
    """Bring a unit onto the map at an entry hex, and move it on (RIF-7.4, 7.5)."""

    FORM = (
        UNIT,
        Slot("at", ("space",), keyword="AT", optional_keyword=True, required=True),
        Slot("path", ("space",), keyword="TO", many=True),
    )
    type: Literal["enter"] = "enter"
    unit: str
    at: str
    path: tuple[str, ...] = ()


class Sail(Order):
    """Put a ship on a sea hex (RIF-9.18)."""

    FORM = (UNIT, Slot("to", ("space",), keyword="TO", optional_keyword=True, required=True))
    UNSAID = True
    type: Literal["sail"] = "sail"
    unit: str
    to: str


class Hold(Order):
    """These units stay: it is their move."""

    FORM = (UNITS,)
    type: Literal["hold"] = "hold"
    units: tuple[str, ...]


class Bombard(Order):
    """Fire of guns, ships and aircraft together at one hex, or of Rif batteries at a ship (RIF-9.19, 9.20)."""

    FORM = (TARGET, Slot("with_", ("unit",), keyword="WITH", many=True, required=True))
    type: Literal["bombard"] = "bombard"
    target: str
    with_: tuple[str, ...]


class Way(Record):
    """Where a unit of an attack retreats, the hexes in the order of preference (RIF-9.15)."""

    unit: str
    to: tuple[str, ...]


class Attack(Order):
    """Attack one hex; fire in support, who advances, who is lost first, where who retreats (RIF-9.2 to 9.15)."""

    WAY: ClassVar = (
        Slot("unit", ("unit",), required=True),
        Slot("to", ("space",), keyword="TO", optional_keyword=True, many=True, required=True),
    )
    UNSAID = True
    FORM = (
        TARGET,
        Slot("with_", ("unit",), keyword="WITH", many=True, required=True),
        Slot("support", ("unit",), keyword="SUPPORT", many=True),
        Slot("advance", ("unit",), keyword="ADVANCE", many=True),
        Slot("lose", ("unit",), keyword="LOSE", many=True),
        Slot("retreat", ("clause",), keyword="RETREAT", many=True, clause=WAY),
    )
    type: Literal["attack"] = "attack"
    target: str
    with_: tuple[str, ...]
    support: tuple[str, ...] = ()
    advance: tuple[str, ...] = ()
    lose: tuple[str, ...] = ()
    retreat: tuple[Way, ...] = ()


class Retreat(Standing):
    """Standing order: where a unit, or who stands in a hex, retreats; without hexes it is taken back (RIF-9.15)."""

    FORM = (
        Slot("who", ("unit", "space"), required=True),
        Slot("to", ("space",), keyword="TO", optional_keyword=True, many=True),
    )
    type: Literal["retreat"] = "retreat"
    who: str
    to: tuple[str, ...] = ()

    def takes_back(self) -> bool:
        """Without hexes."""
        return not self.to


class Lose(Standing):
    """Standing order: which units are lost, or dispersed, first (RIF-9.14)."""

    FORM = (UNITS,)
    ADDS_UP = True
    type: Literal["lose"] = "lose"
    units: tuple[str, ...]

    def actors(self) -> frozenset[str]:
        """They set aside all of earlier sheets."""
        return frozenset({"lose"})


class SupportDefence(Standing):
    """Standing order: which hexes guns or a ship support in defence; none keeps them back, nothing takes it back."""

    FORM = (
        UNIT,
        Slot("hexes", ("space",), many=True),
        Slot("none_", ("flag",), keyword="NONE", instead="hexes"),
    )
    type: Literal["support-defence"] = "support-defence"
    unit: str
    hexes: tuple[str, ...] = ()
    none_: bool = False

    def takes_back(self) -> bool:
        """Without hexes, unless it keeps the fire back."""
        return not (self.hexes or self.none_)


class Defect(Standing):
    """Standing order: which unit of the pool takes a deserter's place, and where (RIF-12.2)."""

    FORM = (Slot("units", ("unit",), many=True), Slot("hexes", ("space",), many=True))
    SIDE = RIF
    ADDS_UP = True
    type: Literal["defect"] = "defect"
    units: tuple[str, ...] = ()
    hexes: tuple[str, ...] = ()

    def actors(self) -> frozenset[str]:
        """They set aside all of earlier sheets."""
        return frozenset({"defect"})


class AirHit(Standing):
    """Standing order: which aircraft is hit first (RIF-9.21)."""

    FORM = (UNITS,)
    SIDE = ALLIED
    ADDS_UP = True
    type: Literal["air-hit"] = "air-hit"
    units: tuple[str, ...]

    def actors(self) -> frozenset[str]:
        """They set aside all of earlier sheets."""
        return frozenset({"air-hit"})


ORDERS = kinds_in(vars(), Order)
