"""The orders of Africa 1859-60: one class a verb (catalogue, 0.2 and AFR-15.2)."""

from typing import Annotated, Literal

from pydantic import Field

from pbem.core.orders import Order, Slot, Standing
from pbem.core.record import Record, kinds_in

UNIT = Slot("unit", ("unit",), required=True)
UNITS = Slot("units", ("unit",), many=True, required=True)
AREA = Slot("area", ("space",), keyword="AT", optional_keyword=True, required=True)
LEADER = Slot("leader", ("unit",), keyword="WITH")
INSTEAD = Slot("area", ("space",), instead="units")
PATH = Slot("path", ("space",), keyword="TO", optional_keyword=True, many=True, required=True)


class Fire(Order):
    """Fire of units, each by itself, at an adjacent area; a leader supports the first of them (AFR-6.1, 10.2)."""

    FORM = (UNITS, AREA, LEADER)
    type: Literal["fire"] = "fire"
    units: tuple[str, ...]
    area: str
    leader: str | None = None

    def actors(self) -> frozenset[str]:
        """The units: not the leader, or a second line that names him would take the first one out."""
        return frozenset(self.units)


class Move(Order):
    """Move units of one area together; one distant area is the cheapest way to it (AFR-4.1 to 4.4)."""

    FORM = (UNITS, PATH)
    UNSAID = TOGETHER = True
    type: Literal["move"] = "move"
    units: tuple[str, ...]
    path: tuple[str, ...]


class Land(Order):
    """Put the marines ashore (AFR-12.7)."""

    FORM = (UNIT, AREA)
    type: Literal["land"] = "land"
    unit: str
    area: str


class Ride(Record):
    """An algarabía: by way of an area, fire from there, and on to another (AFR-8.4); `fire` as that of an ACTIVATE."""

    via: str
    fire: str
    to: str


class Moment(Record):
    """The beginning or the end of a phase."""

    phase: str
    moment: Literal["start", "end"]


THERE = "there"
RIDE = (
    Slot("via", ("space",), keyword="VIA", required=True),
    Slot("fire", ("space", "choice"), keyword="FIRE", choices=(THERE,), required=True),
    Slot("to", ("space",), keyword="TO", required=True),
)
MOMENT = (
    Slot("phase", ("phase",), required=True),
    Slot("moment", ("choice",), choices=("start", "end"), required=True),
)


class Activate(Order):
    """Activate cavalry with leaders, guns, or the gunboat; with a moment it waits for that (AFR-8, 9, 15.1).

    `fire` is an area, or "there": the area of the trigger, in a standing order alone.
    """

    FORM = (
        UNITS,
        Slot("fire", ("space", "choice"), keyword="FIRE", choices=(THERE,), bare=THERE),
        Slot("move", ("space",), keyword="MOVE", many=True),
        Slot("algarabia", ("clause",), keyword="ALGARABIA", clause=RIDE),
        Slot("when", ("clause",), keyword="AT", clause=MOMENT),
    )
    type: Literal["activate"] = "activate"
    units: tuple[str, ...]
    fire: str | None = None
    move: tuple[str, ...] = ()
    algarabia: Ride | None = None
    when: Moment | None = None


class Stack(Order):
    """The order of a stack, top first (AFR-4.4)."""

    FORM = (Slot("area", ("space",), required=True), Slot("order", ("unit",), many=True, required=True))
    type: Literal["stack"] = "stack"
    area: str
    order: tuple[str, ...]


class Rally(Order):
    """Do not rally: `try` is always false (AFR-7.1)."""

    FORM = (UNITS,)
    type: Literal["rally"] = "rally"
    units: tuple[str, ...]
    try_: Literal[False] = False


class Deploy(Order):
    """Set units up in an area, or bring the gunboat in there (AFR-12.5, 13.11)."""

    FORM = (UNITS, AREA)
    type: Literal["deploy"] = "deploy"
    units: tuple[str, ...]
    area: str


class Defend(Standing):
    """Standing order: whether units, or those in an area, fire at who comes in, and with which leader (AFR-6.2)."""

    FORM = (UNITS, INSTEAD, Slot("mode", ("choice",), choices=("fire", "hold")), LEADER)
    type: Literal["defend"] = "defend"
    units: tuple[str, ...] = ()
    area: str | None = None
    mode: Literal["fire", "hold"] = "fire"
    leader: str | None = None

    def actors(self) -> frozenset[str]:
        """The units, or the area: not the leader, who may support several."""
        return frozenset(self.units) | ({self.area} if self.area else frozenset())


class RetreatPlan(Standing):
    """Standing order: where units, or those in an area, retreat to; without areas it is taken back (AFR-6.9)."""

    FORM = (UNITS, INSTEAD, Slot("to", ("space",), keyword="TO", optional_keyword=True, many=True))
    type: Literal["retreat-plan"] = "retreat-plan"
    units: tuple[str, ...] = ()
    area: str | None = None
    to: tuple[str, ...] = ()

    def actors(self) -> frozenset[str]:
        """The units, or the area."""
        return frozenset(self.units) | ({self.area} if self.area else frozenset())


class Losses(Standing):
    """Standing order: how losses in an area are taken, and who dies first (AFR-6.13)."""

    FORM = (
        Slot("area", ("space",), required=True),
        Slot("mode", ("choice",), choices=("half", "steps"), required=True),
        Slot("units", ("unit",), many=True),
    )
    type: Literal["losses"] = "losses"
    area: str
    mode: Literal["half", "steps"]
    units: tuple[str, ...] = ()

    def actors(self) -> frozenset[str]:
        """The area."""
        return frozenset({self.area})


class Boundary(Record):
    """The beginning or the end of a phase, as a trigger."""

    phase: str
    moment: Literal["starts", "ends"]


class Trigger(Record):
    """What sets a standing order off: one thing, of the enemy or a friend (AFR-15.2)."""

    side: Literal["enemy", "friend"] | None = None
    enters: str | None = None
    near: str | None = None
    leaves: str | None = None
    fires: str | None = None
    activates: bool = False
    shock: str | None = None
    retreats: str | None = None
    phase: Boundary | None = None


TRIGGER = (
    Slot("side", ("choice",), choices=("enemy", "friend")),
    Slot("enters", ("space",), keyword="ENTERS", required=True),
    Slot("near", ("unit",), keyword="ENTERS NEAR", instead="enters"),
    Slot("leaves", ("space",), keyword="LEAVES", instead="enters"),
    Slot("fires", ("space",), keyword="FIRES AT", instead="enters"),
    Slot("activates", ("flag",), keyword="ACTIVATES", instead="enters"),
    Slot("shock", ("space",), keyword="SHOCK IN", instead="enters"),
    Slot("retreats", ("space",), keyword="RETREATS FROM", instead="enters"),
    Slot(
        "phase",
        ("clause",),
        keyword="PHASE",
        instead="enters",
        clause=(
            Slot("phase", ("phase",), required=True),
            Slot("moment", ("choice",), choices=("starts", "ends"), required=True),
        ),
    ),
)


class Condition(Record):
    """What must hold beside the trigger (AFR-15.2)."""

    who: str | None = None
    at: str | None = None
    has: int | None = None
    side: Literal["enemy", "friend"] | None = None
    coins: int | None = None
    turn: int | None = None
    sound: bool = False


CONDITION = (
    Slot("who", ("unit", "space")),
    Slot("at", ("space",), keyword="AT"),
    Slot("has", ("number",), keyword="HAS"),
    Slot("side", ("choice",), choices=("enemy", "friend")),
    Slot("sound", ("flag",), keyword="NOT DEMORALIZED"),
    Slot("coins", ("number",), keyword="COINS"),
    Slot("turn", ("number",), keyword="TURN"),
)


class Ask(Order):
    """Be asked instead of activating; in WHEN alone (AFR-15.5)."""

    FORM = (UNITS,)
    type: Literal["ask"] = "ask"
    units: tuple[str, ...]


class Pass(Order):
    """Do nothing, in answer to an ASK (AFR-15.5)."""

    type: Literal["pass"] = "pass"


class When(Standing):
    """Standing order: at a trigger, if the conditions hold, activate units or ask (AFR-15.2)."""

    FORM = (
        Slot("trigger", ("clause",), clause=TRIGGER, required=True),
        Slot("if_", ("clause",), keyword="IF", clause=CONDITION, many=True),
        Slot("then", ("order",), verbs=("activate", "ask"), required=True),
        Slot("priority", ("number",), keyword="PRIORITY"),
        Slot("once", ("flag",), keyword="ONCE"),
        Slot("times", ("number",), keyword="TIMES", instead="once", least=1),
        Slot("until", ("number",), keyword="UNTIL TURN"),
    )
    type: Literal["standing"] = "standing"
    trigger: Trigger
    if_: tuple[Condition, ...] = ()
    then: Annotated[Activate | Ask, Field(discriminator="type")]
    priority: int = 5
    once: bool = False
    times: int | None = None
    until: int | None = None

    def actors(self) -> frozenset[str]:
        """Nobody: each stays beside the others, under its own number, until it is cancelled."""
        return frozenset()

    def is_over(self, turn: int) -> bool:
        """Whether UNTIL TURN names an earlier turn (AFR-15.2)."""
        return self.until is not None and turn > self.until


class Cancel(Standing):
    """Take a standing order back by its number, which is not given again (AFR-15.2)."""

    FORM = (Slot("standing", ("number",), required=True, least=1),)
    type: Literal["cancel"] = "cancel"
    standing: int

    def cancels(self) -> tuple[str, int]:
        """A standing order of that number."""
        return "standing", self.standing

    def actors(self) -> frozenset[str]:
        """Nobody: it stays too, as what it has taken back does."""
        return frozenset()


class Suppose(Order):
    """A question: what would my standing orders do if a unit did this (AFR-15.2)."""

    FORM = (
        UNIT,
        Slot("enters", ("space",), keyword="ENTERS", required=True),
        Slot("leaves", ("space",), keyword="LEAVES", instead="enters"),
        Slot("fires", ("space",), keyword="FIRES AT", instead="enters"),
        Slot("activates", ("flag",), keyword="ACTIVATES", instead="enters"),
        Slot("retreats", ("space",), keyword="RETREATS FROM", instead="enters"),
    )
    type: Literal["suppose"] = "suppose"
    unit: str
    enters: str | None = None
    leaves: str | None = None
    fires: str | None = None
    activates: bool = False
    retreats: str | None = None

    def asks(self) -> bool:
        """Always."""
        return True


ORDERS = kinds_in(vars(), Order)
