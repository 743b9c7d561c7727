"""Africa 1859-60: the orders of its catalogue (0.2, 15.2): areas, clauses, numbers, an order within an order.

Two areas are called like Spanish words of orders: `a` (TO) and `e` (and).
"""

from typing import Annotated, Literal

from pydantic import Field

from pbem.core.events import Phase
from pbem.core.orders import Order, Slot
from pbem.core.record import Record
from tests.language.samples.world import Sample, World

UNIT = Slot("unit", ("unit",), required=True)
UNITS = Slot("units", ("unit",), many=True, required=True)
AREA = Slot("area", ("space",), keyword="AT", optional_keyword=True, required=True)
LEADER = Slot("leader", ("unit",), keyword="WITH")
INSTEAD = Slot("area", ("space",), instead="units")
TO = Slot("to", ("space",), keyword="TO", optional_keyword=True, many=True)


class Fire(Order):
    """Fire of several units at an area."""

    FORM = (UNITS, AREA, LEADER)
    type: Literal["fire"] = "fire"
    units: tuple[str, ...]
    area: str
    leader: str | None = None


class Move(Order):
    """Move units of one area."""

    FORM = (UNITS, Slot("path", ("space",), keyword="TO", optional_keyword=True, many=True, required=True))
    type: Literal["move"] = "move"
    units: tuple[str, ...]
    path: tuple[str, ...]


class Land(Order):
    """Land marines."""

    FORM = (UNIT, AREA)
    type: Literal["land"] = "land"
    unit: str
    area: str


class Ride(Record):
    """An algarabia: by way of an area, fire, and on to another."""

    via: str
    fire: str
    to: str


class Moment(Record):
    """The beginning or the end of a phase."""

    phase: str
    moment: Literal["start", "end"]


RIDE = (
    Slot("via", ("space",), keyword="VIA", required=True),
    Slot("fire", ("space",), keyword="FIRE", required=True),
    Slot("to", ("space",), keyword="TO", required=True),
)
MOMENT = (
    Slot("phase", ("phase",), required=True),
    Slot("moment", ("choice",), choices=("start", "end"), required=True),
)


class Activate(Order):
    """Activate cavalry, guns or a leader; with a moment it waits for that."""

    FORM = (
        UNITS,
        Slot("fire", ("space", "choice"), keyword="FIRE", choices=("there",), bare="there"),
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

    def stands(self) -> bool:
        """With a moment."""
        return self.when is not None


class Stack(Order):
    """The order of a stack, top first."""

    FORM = (Slot("area", ("space",), required=True), Slot("order", ("unit",), many=True, required=True))
    type: Literal["stack"] = "stack"
    area: str
    order: tuple[str, ...]


class Standing(Order):
    """Orders that hold until changed."""

    def stands(self) -> bool:
        """Always."""
        return True


class Defend(Standing):
    """How an area or units defend themselves."""

    FORM = (UNITS, INSTEAD, Slot("mode", ("choice",), choices=("fire", "hold")), LEADER)
    type: Literal["defend"] = "defend"
    units: tuple[str, ...] = ()
    area: str | None = None
    mode: Literal["fire", "hold"] = "fire"
    leader: str | None = None


class RetreatPlan(Standing):
    """Where units, or those in an area, retreat to."""

    FORM = (UNITS, INSTEAD, TO)
    type: Literal["retreat-plan"] = "retreat-plan"
    units: tuple[str, ...] = ()
    area: str | None = None
    to: tuple[str, ...] = ()


class Losses(Standing):
    """How losses in an area are taken."""

    FORM = (
        Slot("area", ("space",), required=True),
        Slot("mode", ("choice",), choices=("half", "steps"), required=True),
        Slot("units", ("unit",), many=True),
    )
    type: Literal["losses"] = "losses"
    area: str
    mode: Literal["half", "steps"]
    units: tuple[str, ...] = ()


class Rally(Order):
    """Do not rally."""

    FORM = (UNITS,)
    type: Literal["rally"] = "rally"
    units: tuple[str, ...]


class Deploy(Order):
    """Set units up."""

    FORM = (UNITS, AREA)
    type: Literal["deploy"] = "deploy"
    units: tuple[str, ...]
    area: str


class Boundary(Record):
    """The beginning or the end of a phase, as a trigger."""

    phase: str
    moment: Literal["starts", "ends"]


class Trigger(Record):
    """What sets a standing order off: one thing, of the enemy or a friend."""

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
    Slot("phase", ("clause",), keyword="PHASE", instead="enters", clause=(
        Slot("phase", ("phase",), required=True),
        Slot("moment", ("choice",), choices=("starts", "ends"), required=True),
    )),
)  # fmt: skip


class Condition(Record):
    """What must hold beside."""

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
    """Ask instead of activating; only in WHEN."""

    FORM = (UNITS,)
    type: Literal["ask"] = "ask"
    units: tuple[str, ...]


class When(Standing):
    """A standing order: at a trigger, if the conditions hold, activate units or ask."""

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


class Cancel(Standing):
    """Take a standing order back."""

    FORM = (Slot("standing", ("number",), required=True, least=1),)
    type: Literal["cancel"] = "cancel"
    standing: int


class End(Order):
    """Nothing more in this half-turn."""

    type: Literal["end"] = "end"


ENGLISH = {
    "verbs": {
        "fire": ["FIRE"], "move": ["MOVE"], "land": ["LAND"], "activate": ["ACTIVATE"], "stack": ["STACK"],
        "defend": ["DEFEND"], "retreat-plan": ["RETREAT"], "losses": ["LOSSES"], "rally": ["RALLY NO"],
        "deploy": ["DEPLOY"], "standing": ["WHEN"], "ask": ["ASK"], "cancel": ["CANCEL"], "end": ["END"],
    },
    "keywords": {
        "AT": ["AT", "IN"], "TO": ["TO"], "WITH": ["WITH"], "VIA": ["VIA", "BY"], "FIRE": ["FIRE"], "MOVE": ["MOVE"],
        "ALGARABIA": ["ALGARABIA"], "ENTERS": ["ENTERS"], "ENTERS NEAR": ["ENTERS NEAR", "NEAR"], "LEAVES": ["LEAVES"],
        "FIRES AT": ["FIRES AT"], "ACTIVATES": ["ACTIVATES"], "SHOCK IN": ["SHOCK IN"],
        "RETREATS FROM": ["RETREATS FROM"], "PHASE": ["PHASE"], "IF": ["IF"], "HAS": ["HAS"],
        "NOT DEMORALIZED": ["NOT demoralized"], "COINS": ["coins >="], "TURN": ["TURN >="], "PRIORITY": ["PRIORITY"],
        "ONCE": ["ONCE"], "TIMES": ["TIMES"], "UNTIL TURN": ["UNTIL TURN", "UNTIL"],
    },
    "choices": {
        "fire": ["FIRE"], "hold": ["HOLD"], "half": ["half"], "steps": ["steps"], "there": ["THERE"],
        "start": ["START"], "end": ["END"], "starts": ["STARTS"], "ends": ["ENDS"],
        "enemy": ["enemy"], "friend": ["friend"],
    },
    "phases": {"spanish-shock": {"name": "Spanish shock", "aliases": ["shock"]},
               "moroccan-shock": {"name": "Moroccan shock", "aliases": ["shock"]}},
    "skip": ["units"],
}  # fmt: skip
SPANISH = {
    "verbs": {
        "fire": ["FUEGO"], "move": ["MUEVE", "MOVER"], "land": ["DESEMBARCA"], "activate": ["ACTIVA"],
        "stack": ["APILA"], "defend": ["DEFIENDE"], "retreat-plan": ["RETIRADA"], "losses": ["BAJAS"],
        "rally": ["REAGRUPA NO"], "deploy": ["DESPLIEGA"], "standing": ["CUANDO"], "ask": ["PREGUNTA"],
        "cancel": ["CANCELA"], "end": ["FIN"],
    },
    "keywords": {
        "AT": ["EN"], "TO": ["A"], "WITH": ["CON"], "VIA": ["POR"], "FIRE": ["FUEGO"], "MOVE": ["MUEVE"],
        "ALGARABIA": ["ALGARABÍA"], "ENTERS": ["ENTRA", "ENTRA EN"], "ENTERS NEAR": ["ENTRA JUNTO A", "JUNTO A"],
        "LEAVES": ["SALE", "SALE DE"], "FIRES AT": ["DISPARA A"], "ACTIVATES": ["ACTIVA"], "SHOCK IN": ["CHOQUE EN"],
        "RETREATS FROM": ["RETIRA DE"], "PHASE": ["FASE"], "IF": ["SI"], "HAS": ["TIENE"],
        "NOT DEMORALIZED": ["NO desmoralizada"], "COINS": ["monedas >="], "TURN": ["TURNO >="],
        "PRIORITY": ["PRIORIDAD"], "ONCE": ["UNA VEZ"], "TIMES": ["VECES"], "UNTIL TURN": ["HASTA EL TURNO"],
    },
    "choices": {
        "fire": ["FUEGO"], "hold": ["ALTO"], "half": ["mitad"], "steps": ["pasos"], "there": ["ALLÍ"],
        "start": ["COMIENZO"], "end": ["FINAL"], "starts": ["EMPIEZA"], "ends": ["TERMINA"],
        "enemy": ["enemigo"], "friend": ["amigo"],
    },
    "phases": {"spanish-shock": {"name": "choque español", "aliases": ["choque"]},
               "moroccan-shock": {"name": "choque marroquí", "aliases": ["choque"]}},
    "skip": ["unidades"],
}  # fmt: skip

U = ("u",)
SHOCK = Moment(phase="spanish-shock", moment="start")
ENTERS_B = Trigger(side="enemy", enters="b")
FIRE_B = Activate(units=("seyyid-1",), fire="b")

SAMPLES = (
    Sample("AFR-0.2", "FIRE u v AT a WITH leader", Fire(units=("u", "v"), area="a", leader="leader"),
           'FIRE u v AT "a" WITH leader', 'FUEGO u v EN "a" CON leader',
           ("fuego u y v a con leader", "FIRE u v a WITH leader")),
    Sample("AFR-0.2", "MOVE u v TO a b", Move(units=("u", "v"), path=("a", "b")),
           'MOVE u v TO "a" b', 'MUEVE u v A "a" b', ("MOVE u v a b", "mueve u v a a, b", "MOVE u, v TO a→b")),
    Sample("AFR-0.2", "LAND u AT a", Land(unit="u", area="a"), 'LAND u AT "a"', 'DESEMBARCA u EN "a"'),
    Sample("AFR-0.2", "ACTIVATE u v FIRE a MOVE b c", Activate(units=("u", "v"), fire="a", move=("b", "c")),
           'ACTIVATE u v FIRE "a" MOVE b c', 'ACTIVA u v FUEGO "a" MUEVE b c'),
    Sample("AFR-0.2", "ACTIVATE u ALGARABIA VIA a FIRE b TO c",
           Activate(units=U, algarabia=Ride(via="a", fire="b", to="c")),
           'ACTIVATE u ALGARABIA VIA "a" FIRE b TO c', 'ACTIVA u ALGARABÍA POR "a" FUEGO b A c',
           ("activa u algarabia por a fuego b a c", "ACTIVATE u ALGARABIA FIRE b VIA a TO c")),
    Sample("AFR-0.2", "ACTIVATE u MOVE a AT spanish-shock START", Activate(units=U, move=("a",), when=SHOCK),
           'ACTIVATE u MOVE "a" AT spanish-shock START', 'ACTIVA u MUEVE "a" EN spanish-shock COMIENZO',
           ("Activa u mueve a en choque español comienzo", "ACTIVATE u AT Spanish shock START MOVE a")),
    Sample("AFR-0.2", "STACK a u v", Stack(area="a", order=("u", "v")), 'STACK "a" u v', 'APILA "a" u v'),
    Sample("AFR-0.2", "DEFEND a HOLD", Defend(area="a", mode="hold"), 'DEFEND "a" HOLD', 'DEFIENDE "a" ALTO'),
    Sample("AFR-0.2", "DEFEND a WITH leader", Defend(area="a", leader="leader"),
           'DEFEND "a" FIRE WITH leader', 'DEFIENDE "a" FUEGO CON leader'),
    Sample("AFR-6.6", "DEFEND u v FIRE", Defend(units=("u", "v")), "DEFEND u v FIRE", "DEFIENDE u v FUEGO"),
    Sample("AFR-10.5", "DEFEND marina-2 HOLD", Defend(units=("marina-2",), mode="hold"),
           "DEFEND marina-2 HOLD", "DEFIENDE marina-2 ALTO"),
    Sample("AFR-0.2", "RETREAT u TO a b", RetreatPlan(units=U, to=("a", "b")),
           'RETREAT u TO "a" b', 'RETIRADA u A "a" b', ("RETREAT u a b",)),
    Sample("AFR-0.2", "RETREAT a b", RetreatPlan(area="a", to=("b",)), 'RETREAT "a" TO b', 'RETIRADA "a" A b'),
    Sample("AFR-0.2", "LOSSES a half u v", Losses(area="a", mode="half", units=("u", "v")),
           'LOSSES "a" half u v', 'BAJAS "a" mitad u v'),
    Sample("AFR-0.2", "RALLY NO u", Rally(units=U), "RALLY NO u", "REAGRUPA NO u"),
    Sample("AFR-0.2", "DEPLOY u v AT a", Deploy(units=("u", "v"), area="a"),
           'DEPLOY u v AT "a"', 'DESPLIEGA u v EN "a"', ("DEPLOY u v a",)),
    Sample("AFR-0.2", "CANCEL 2", Cancel(standing=2), "CANCEL 2", "CANCELA 2"),
    Sample("AFR-0.2", "END", End(), "END", "FIN"),
    Sample("AFR-8.4", "ACTIVATE seyyid-3 ALGARABIA VIA q FIRE s TO r",
           Activate(units=("seyyid-3",), algarabia=Ride(via="q", fire="s", to="r")),
           "ACTIVATE seyyid-3 ALGARABIA VIA q FIRE s TO r", "ACTIVA seyyid-3 ALGARABÍA POR q FUEGO s A r"),
    Sample("AFR-15.2", "WHEN enemy ENTERS b ACTIVATE seyyid-1 FIRE b", When(trigger=ENTERS_B, then=FIRE_B),
           "WHEN enemy ENTERS b ACTIVATE seyyid-1 FIRE b PRIORITY 5",
           "CUANDO enemigo ENTRA b ACTIVA seyyid-1 FUEGO b PRIORIDAD 5",
           ("cuando enemigo entra en b, activa seyyid-1 fuego b",)),
    Sample("AFR-15.2", "CUANDO enemigo ENTRA area-a ACTIVA seyyid-1 FUEGO ALLI",
           When(trigger=Trigger(side="enemy", enters="area-a"), then=Activate(units=("seyyid-1",), fire="there")),
           "WHEN enemy ENTERS area-a ACTIVATE seyyid-1 FIRE THERE PRIORITY 5",
           "CUANDO enemigo ENTRA area-a ACTIVA seyyid-1 FUEGO ALLÍ PRIORIDAD 5"),
    Sample("AFR-15.2", "WHEN enemy ENTERS NEAR u IF v AT a IF b HAS 2 enemy units ACTIVATE u FIRE a MOVE b c "
           "PRIORITY 3 TIMES 2 UNTIL TURN 6",
           When(trigger=Trigger(side="enemy", near="u"),
                if_=(Condition(who="v", at="a"), Condition(who="b", has=2, side="enemy")),
                then=Activate(units=U, fire="a", move=("b", "c")), priority=3, times=2, until=6),
           'WHEN enemy ENTERS NEAR u IF v AT "a" IF b HAS 2 enemy ACTIVATE u FIRE "a" MOVE b c PRIORITY 3 TIMES 2 '
           "UNTIL TURN 6",
           'CUANDO enemigo ENTRA JUNTO A u SI v EN "a" SI b TIENE 2 enemigo ACTIVA u FUEGO "a" MUEVE b c PRIORIDAD 3 '
           "VECES 2 HASTA EL TURNO 6",
           ("WHEN enemy NEAR u TIMES 2 PRIORITY 3 UNTIL 6 IF v AT a IF b HAS 2 enemy units ACTIVATE u MOVE b c FIRE a",
            "cuando enemigo junto a u si v en a, si b tiene 2 unidades enemigo activa u fuego a mueve b c "
            "hasta el turno 6 veces 2 prioridad 3")),
    Sample("AFR-15.2", "WHEN enemy LEAVES a IF coins >= 3 ACTIVATE u ALGARABIA VIA a FIRE b TO c ONCE",
           When(trigger=Trigger(side="enemy", leaves="a"), if_=(Condition(coins=3),),
                then=Activate(units=U, algarabia=Ride(via="a", fire="b", to="c")), once=True),
           'WHEN enemy LEAVES "a" IF coins >= 3 ACTIVATE u ALGARABIA VIA "a" FIRE b TO c PRIORITY 5 ONCE',
           'CUANDO enemigo SALE "a" SI monedas >= 3 ACTIVA u ALGARABÍA POR "a" FUEGO b A c PRIORIDAD 5 UNA VEZ',
           ("WHEN enemy LEAVES a IF coins>=3 ACTIVATE u ALGARABIA VIA a FIRE b TO c ONCE",
            "cuando enemigo sale de a si monedas ≥ 3 activa u algarabia por a fuego b a c una vez")),
    Sample("AFR-15.2", "WHEN enemy FIRES AT a IF TURN >= 2 ASK u v",
           When(trigger=Trigger(side="enemy", fires="a"), if_=(Condition(turn=2),), then=Ask(units=("u", "v"))),
           'WHEN enemy FIRES AT "a" IF TURN >= 2 ASK u v PRIORITY 5',
           'CUANDO enemigo DISPARA A "a" SI TURNO >= 2 PREGUNTA u v PRIORIDAD 5',
           ("cuando enemigo dispara a a si turno≥2 pregunta u y v",)),
    Sample("AFR-15.2", "WHEN enemy ACTIVATES IF u NOT demoralized ACTIVATE u FIRE THERE",
           When(trigger=Trigger(side="enemy", activates=True), if_=(Condition(who="u", sound=True),),
                then=Activate(units=U, fire="there")),
           "WHEN enemy ACTIVATES IF u NOT demoralized ACTIVATE u FIRE THERE PRIORITY 5",
           "CUANDO enemigo ACTIVA SI u NO desmoralizada ACTIVA u FUEGO ALLÍ PRIORIDAD 5",
           ("cuando enemigo activa activa u fuego alli si u no desmoralizada",
            "WHEN enemy ACTIVATES IF u NOT demoralized ACTIVATE u FIRE PRIORITY 5")),
    Sample("AFR-15.2", "WHEN SHOCK IN a ACTIVATE u MOVE a",
           When(trigger=Trigger(shock="a"), then=Activate(units=U, move=("a",))),
           'WHEN SHOCK IN "a" ACTIVATE u MOVE "a" PRIORITY 5', 'CUANDO CHOQUE EN "a" ACTIVA u MUEVE "a" PRIORIDAD 5'),
    Sample("AFR-15.2", "WHEN friend RETREATS FROM a IF b HAS 1 ACTIVATE u FIRE b",
           When(trigger=Trigger(side="friend", retreats="a"), if_=(Condition(who="b", has=1),),
                then=Activate(units=U, fire="b")),
           'WHEN friend RETREATS FROM "a" IF b HAS 1 ACTIVATE u FIRE b PRIORITY 5',
           'CUANDO amigo RETIRA DE "a" SI b TIENE 1 ACTIVA u FUEGO b PRIORIDAD 5'),
    Sample("AFR-15.2", "WHEN PHASE moroccan-shock STARTS ACTIVATE u MOVE e",
           When(trigger=Trigger(phase=Boundary(phase="moroccan-shock", moment="starts")),
                then=Activate(units=U, move=("e",))),
           'WHEN PHASE moroccan-shock STARTS ACTIVATE u MOVE "e" PRIORITY 5',
           'CUANDO FASE moroccan-shock EMPIEZA ACTIVA u MUEVE "e" PRIORIDAD 5',
           ("cuando fase choque marroquí empieza activa u mueve \"e\"",)),
)  # fmt: skip

ORDERS = (
    Fire, Move, Land, Activate, Stack, Defend, RetreatPlan, Losses, Rally, Deploy, When, Ask, Cancel, End,
)  # fmt: skip

AREAS = ("a", "b", "c", "e", "q", "r", "s", "area-a", "area-b", "ceuta")

WORLD = World(
    name="africa1860",
    orders=ORDERS,
    words={"en": ENGLISH, "es": SPANISH},
    units=("u", "v", "leader", "seyyid-1", "seyyid-3", "marina-2"),
    spaces=AREAS,
    kind="areas",
    places=dict.fromkeys(AREAS, ()),
    phases=(
        Phase(id="spanish-fire", sides=("spanish",), orders=("fire", "activate", "stack", "end")),
        Phase(id="spanish-movement", sides=("spanish",), orders=("move", "land", "activate", "stack")),
        Phase(id="spanish-shock", sides=("spanish",), orders=("activate",)),
        Phase(id="moroccan-fire", sides=("moroccan",), orders=("fire", "activate", "stack", "end")),
        Phase(id="moroccan-movement", sides=("moroccan",), orders=("move", "activate", "stack")),
        Phase(id="moroccan-shock", sides=("moroccan",), orders=("activate",), reactions=("activate",)),
        Phase(id="end-of-turn", sides=("spanish", "moroccan"), orders=("rally", "deploy")),
    ),
    sides=("spanish", "moroccan"),
    samples=SAMPLES,
)
