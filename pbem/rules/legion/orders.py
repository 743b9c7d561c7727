"""The orders of La Legión: one class a verb (catalogue, part B)."""

from dataclasses import replace
from typing import Literal

from pbem.core.orders import Order, Slot, Standing
from pbem.core.record import kinds_in
from pbem.rules.legion.sequence import MOROCCAN

UNIT = Slot("unit", ("unit",), required=True)
AT = Slot("at", ("space",), keyword="AT", optional_keyword=True, required=True)
TO = Slot("to", ("space",), keyword="TO", optional_keyword=True, required=True)
PATH = Slot("path", ("space",), keyword="TO", optional_keyword=True, many=True, required=True)
PATH_ON = replace(PATH, required=False)
ELSE = Slot("else_", ("space", "unit"), keyword="ELSE", many=True)
POLICY = Slot("policy", ("choice",), choices=("yes", "no"), required=True)


class Deploy(Order):
    """Set a piece up in a hex (LL-6.1)."""

    FORM = (UNIT, AT)
    UNSAID = True
    type: Literal["deploy"] = "deploy"
    unit: str
    at: str


class Move(Order):
    """Move within the movement factor; may end in an enemy zone of control and then must attack (LL-2.7, 7.8)."""

    FORM = (UNIT, PATH)
    UNSAID = True
    type: Literal["move"] = "move"
    unit: str
    path: tuple[str, ...]


class March(Order):
    """Change place within twice the movement factor, never into an enemy zone of control (LL-2.7, 7.9)."""

    FORM = (UNIT, PATH)
    type: Literal["march"] = "march"
    unit: str
    path: tuple[str, ...]


class Reinforce(Order):
    """Bring a due or waiting piece in: Moroccans AT a hex of their zone, Spanish from Melilla (LL-6.6, 6.7)."""

    FORM = (UNIT, Slot("at", ("space",), keyword="AT"), PATH_ON)
    ARRIVES = True
    type: Literal["reinforce"] = "reinforce"
    unit: str
    at: str | None = None
    path: tuple[str, ...] = ()


class Land(Order):
    """Land a due or waiting turn-5 piece at a landing hex, and move it on (LL-6.9, 6.10)."""

    FORM = (UNIT, AT, PATH_ON)
    type: Literal["land"] = "land"
    unit: str
    at: str
    path: tuple[str, ...] = ()


class Hold(Order):
    """No order wanted for this piece: it stays."""

    FORM = (UNIT,)
    type: Literal["hold"] = "hold"
    unit: str


class Bombard(Order):
    """Fire of artillery or a fleet at one enemy piece; ELSE targets serve when it is already gone (LL-8.13, 8.20)."""

    FORM = (
        Slot("target", ("space", "unit"), required=True),
        Slot("unit", ("unit",), keyword="WITH", required=True),
        ELSE,
    )
    type: Literal["bombard"] = "bombard"
    unit: str
    target: str
    else_: tuple[str, ...] = ()


class Fly(Order):
    """Fly an aircraft to a hex in this sub-turn and, with BOMB, bombard the piece below (LL-8.17, 8.18)."""

    FORM = (UNIT, TO, Slot("bomb", ("flag",), keyword="BOMB"), ELSE)
    UNSAID = True
    type: Literal["fly"] = "fly"
    unit: str
    to: str
    bomb: bool = False
    else_: tuple[str, ...] = ()


class Place(Order):
    """Place a fleet on a sea hex (LL-8.20)."""

    FORM = (UNIT, AT)
    UNSAID = True
    type: Literal["place"] = "place"
    unit: str
    at: str


class Attack(Order):
    """Attack one or two enemy pieces with one or several, supported by artillery (LL-8.1 to 8.6, 8.15)."""

    UNSAID = True
    FORM = (
        Slot("targets", ("space", "unit"), many=True, required=True),
        Slot("with_", ("unit",), keyword="WITH", many=True, required=True),
        Slot("support", ("unit",), keyword="SUPPORT", many=True),
    )
    type: Literal["attack"] = "attack"
    targets: tuple[str, ...]
    with_: tuple[str, ...]
    support: tuple[str, ...] = ()


class Panic(Order):
    """Armour drives a Moroccan piece off to a hex, before or after its own move (LL-8.23, 8.24)."""

    FORM = (
        UNIT,
        Slot("target", ("space", "unit"), required=True),
        TO,
        Slot("when", ("choice",), choices=("before", "after")),
    )
    type: Literal["panic"] = "panic"
    unit: str
    target: str
    to: str
    when: Literal["before", "after"] | None = None  # LL-8.24: None is before while it has not moved, else after


class Capture(Standing):
    """Standing order: whether captured batteries are placed, and which first (LL-8.16)."""

    FORM = (POLICY, Slot("units", ("unit",), many=True))
    SIDE = MOROCCAN
    type: Literal["capture"] = "capture"
    policy: Literal["yes", "no"] = "yes"
    units: tuple[str, ...] = ()

    def actors(self) -> frozenset[str]:
        """One order for all captured batteries: a later one sets it aside whole."""
        return frozenset({"capture"})


class Cooperate(Standing):
    """Standing order: whether the other seat of the side may use this seat's pieces in its combats (LL-3.1)."""

    FORM = (Slot("seat", ("seat",), required=True), POLICY)
    type: Literal["cooperate"] = "cooperate"
    seat: str
    policy: Literal["yes", "no"] = "yes"


ORDERS = kinds_in(vars(), Order)
