"""Morocco 1926: the orders of its catalogue (part B), hexes and towns, a clause that may be repeated."""

from typing import Literal

from pbem.core.events import Phase
from pbem.core.orders import Order, Slot
from pbem.core.record import Record
from tests.language.samples.world import Sample, World

UNIT = Slot("unit", ("unit",), required=True)
UNITS = Slot("units", ("unit",), many=True, required=True)
AT = Slot("at", ("space",), keyword="AT", optional_keyword=True, required=True)
PATH = Slot("path", ("space",), keyword="TO", optional_keyword=True, many=True, required=True)
TARGET = Slot("target", ("space", "unit"), required=True)
WITH = Slot("with_", ("unit",), keyword="WITH", many=True, required=True)


class Deploy(Order):
    """Set a unit up."""

    FORM = (UNIT, AT)
    type: Literal["deploy"] = "deploy"
    unit: str
    at: str


class Move(Order):
    """Move one unit or several."""

    FORM = (UNITS, PATH)
    type: Literal["move"] = "move"
    units: tuple[str, ...]
    path: tuple[str, ...]


class Enter(Order):
    """Bring a unit in."""

    FORM = (UNIT, AT, Slot("path", ("space",), keyword="TO", optional_keyword=True, many=True))
    type: Literal["enter"] = "enter"
    unit: str
    at: str
    path: tuple[str, ...] = ()


class Sail(Order):
    """Move a ship."""

    FORM = (UNIT, Slot("to", ("space",), keyword="TO", optional_keyword=True, required=True))
    type: Literal["sail"] = "sail"
    unit: str
    to: str


class Hold(Order):
    """Stay."""

    FORM = (UNITS,)
    type: Literal["hold"] = "hold"
    units: tuple[str, ...]


class Bombard(Order):
    """Fire points against a hex or a ship."""

    FORM = (TARGET, WITH)
    type: Literal["bombard"] = "bombard"
    target: str
    with_: tuple[str, ...]


class Way(Record):
    """Where a unit retreats to, in order of liking."""

    unit: str
    to: tuple[str, ...]


WAY = (UNIT, Slot("to", ("space",), keyword="TO", optional_keyword=True, many=True, required=True))


class Attack(Order):
    """Attack a hex."""

    FORM = (
        TARGET,
        WITH,
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


class Standing(Order):
    """Orders that hold until changed."""

    def stands(self) -> bool:
        """Always."""
        return True


class Retreat(Standing):
    """Where a unit, or whoever stands in a hex, retreats to; without hexes it is taken back."""

    FORM = (
        Slot("who", ("unit", "space"), required=True),
        Slot("to", ("space",), keyword="TO", optional_keyword=True, many=True),
    )
    type: Literal["retreat"] = "retreat"
    who: str
    to: tuple[str, ...] = ()


class Lose(Standing):
    """Who is lost first."""

    FORM = (UNITS,)
    type: Literal["lose"] = "lose"
    units: tuple[str, ...]


class SupportDefence(Standing):
    """Which hexes a gun supports, or none."""

    FORM = (UNIT, Slot("hexes", ("space", "choice"), many=True, choices=("none",)))
    type: Literal["support-defence"] = "support-defence"
    unit: str
    hexes: tuple[str, ...] = ()


class Defect(Standing):
    """Which units pass over, and where."""

    FORM = (Slot("units", ("unit",), many=True), Slot("hexes", ("space",), many=True))
    type: Literal["defect"] = "defect"
    units: tuple[str, ...] = ()
    hexes: tuple[str, ...] = ()


class AirHit(Standing):
    """Which aircraft are hit first."""

    FORM = (UNITS,)
    type: Literal["air-hit"] = "air-hit"
    units: tuple[str, ...]


ENGLISH = {
    "verbs": {
        verb: [verb.upper()]
        for verb in ("deploy", "move", "enter", "sail", "hold", "bombard", "attack", "retreat", "lose",
                     "support-defence", "defect", "air-hit")
    },
    "keywords": {word: [word] for word in ("AT", "TO", "WITH", "SUPPORT", "ADVANCE", "LOSE", "RETREAT")},
    "choices": {"none": ["NONE"]},
}  # fmt: skip
SPANISH = {
    "verbs": {
        "deploy": ["DESPLEGAR", "DESPLIEGA"],
        "move": ["MOVER", "MUEVE"],
        "enter": ["ENTRAR", "ENTRA"],
        "sail": ["NAVEGAR", "NAVEGA"],
        "hold": ["MANTENER"],
        "bombard": ["BOMBARDEAR"],
        "attack": ["ATACAR", "ATACA"],
        "retreat": ["RETIRARSE", "RETIRAR"],
        "lose": ["PERDER"],
        "support-defence": ["APOYAR-DEFENSA"],
        "defect": ["PASARSE"],
        "air-hit": ["AVERÍA"],
    },
    "keywords": {
        "AT": ["EN"],
        "TO": ["A", "HASTA"],
        "WITH": ["CON"],
        "SUPPORT": ["APOYO"],
        "ADVANCE": ["AVANZA", "AVANZAN"],
        "LOSE": ["PIERDE", "PIERDEN"],
        "RETREAT": ["RETIRA", "RETIRAN"],
    },
    "choices": {"none": ["NINGUNO", "NADA"]},
}

SAMPLES = (
    Sample("RIF-B", "RETREAT r-2 TO 0504", Retreat(who="r-2", to=("0504",)),
           "RETREAT r-2 0504", "RETIRARSE r-2 0504"),
    Sample("RIF-B", "RETREAT 0403 TO 0503 0504", Retreat(who="0403", to=("0503", "0504")),
           "RETREAT 0403 0503 0504", "RETIRARSE 0403 0503 0504", ("Retirar 0403 a 0503, 0504.",)),
    Sample("RIF-B", "RETREAT r-2", Retreat(who="r-2"), "RETREAT r-2", "RETIRARSE r-2"),
    Sample("RIF-B", "DEPLOY r-1 AT 0403", Deploy(unit="r-1", at="0403"),
           "DEPLOY r-1 AT 0403", "DESPLEGAR r-1 EN 0403", ("despliega r-1 0403",)),
    Sample("RIF-8.1", "MOVE inf-a 0304", Move(units=("inf-a",), path=("0304",)),
           "MOVE inf-a TO 0304", "MOVER inf-a A 0304"),
    Sample("RIF-8.1", "MOVE inf-a 0203 0204 0304", Move(units=("inf-a",), path=("0203", "0204", "0304")),
           "MOVE inf-a TO 0203 0204 0304", "MOVER inf-a A 0203 0204 0304", ("MOVE inf-a 0203→0204→0304",)),
    Sample("RIF-B", "MOVE inf-a inf-b 0203", Move(units=("inf-a", "inf-b"), path=("0203",)),
           "MOVE inf-a inf-b TO 0203", "MOVER inf-a inf-b A 0203", ("mueve inf-a e inf-b hasta Targuist",)),
    Sample("RIF-B", "ENTER r-2 AT 0303 TO 0304 0305", Enter(unit="r-2", at="0303", path=("0304", "0305")),
           "ENTER r-2 AT 0303 0304 0305", "ENTRAR r-2 EN 0303 0304 0305", ("ENTER r-2 0303 0304 0305",)),
    Sample("RIF-B", "ENTER r-2 AT 0303", Enter(unit="r-2", at="0303"), "ENTER r-2 AT 0303", "ENTRAR r-2 EN 0303"),
    Sample("RIF-B", "SAIL ship-1 TO 0101", Sail(unit="ship-1", to="0101"),
           "SAIL ship-1 TO 0101", "NAVEGAR ship-1 A 0101", ("navega ship-1 0101",)),
    Sample("RIF-B", "HOLD inf-a inf-b", Hold(units=("inf-a", "inf-b")),
           "HOLD inf-a inf-b", "MANTENER inf-a inf-b", ("mantener inf-a y inf-b",)),
    Sample("RIF-9.21", "BOMBARD ship-1 WITH b-1 b-2 b-3", Bombard(target="ship-1", with_=("b-1", "b-2", "b-3")),
           "BOMBARD ship-1 WITH b-1 b-2 b-3", "BOMBARDEAR ship-1 CON b-1 b-2 b-3"),
    Sample("RIF-9.1", "ATTACK 0403 WITH inf-a inf-b", Attack(target="0403", with_=("inf-a", "inf-b")),
           "ATTACK 0403 WITH inf-a inf-b", "ATACAR 0403 CON inf-a inf-b"),
    Sample("RIF-9.9", "ATTACK 0303 WITH r-1 ADVANCE r-1", Attack(target="0303", with_=("r-1",), advance=("r-1",)),
           "ATTACK 0303 WITH r-1 ADVANCE r-1", "ATACAR 0303 CON r-1 AVANZA r-1"),
    Sample("RIF-B",
           "ATTACK targuist WITH inf-a inf-b SUPPORT b-1 LOSE inf-b RETREAT inf-a 0304 0305 RETREAT inf-b 0305",
           Attack(target="0203", with_=("inf-a", "inf-b"), support=("b-1",), lose=("inf-b",),
                  retreat=(Way(unit="inf-a", to=("0304", "0305")), Way(unit="inf-b", to=("0305",)))),
           "ATTACK 0203 WITH inf-a inf-b SUPPORT b-1 LOSE inf-b RETREAT inf-a 0304 0305 RETREAT inf-b 0305",
           "ATACAR 0203 CON inf-a inf-b APOYO b-1 PIERDE inf-b RETIRA inf-a 0304 0305 RETIRA inf-b 0305",
           ("ATTACK 0203 RETREAT inf-a TO 0304 0305, inf-b TO 0305 LOSE inf-b WITH inf-a inf-b SUPPORT b-1",)),
    Sample("RIF-B", "LOSE inf-b inf-a", Lose(units=("inf-b", "inf-a")), "LOSE inf-b inf-a", "PERDER inf-b inf-a"),
    Sample("RIF-9.17", "SUPPORT-DEFENCE b-1 none", SupportDefence(unit="b-1", hexes=("none",)),
           "SUPPORT-DEFENCE b-1 NONE", "APOYAR-DEFENSA b-1 NINGUNO", ("apoyar defensa b-1 nada",)),
    Sample("RIF-B", "SUPPORT-DEFENCE b-1 0403 0404", SupportDefence(unit="b-1", hexes=("0403", "0404")),
           "SUPPORT-DEFENCE b-1 0403 0404", "APOYAR-DEFENSA b-1 0403 0404", ("support defence b-1 0403-0404",)),
    Sample("RIF-B", "DEFECT r-1 r-2 0403 0404", Defect(units=("r-1", "r-2"), hexes=("0403", "0404")),
           "DEFECT r-1 r-2 0403 0404", "PASARSE r-1 r-2 0403 0404"),
    Sample("RIF-B", "DEFECT 0403", Defect(hexes=("0403",)), "DEFECT 0403", "PASARSE 0403"),
    Sample("RIF-B", "AIR-HIT air-2 air-1", AirHit(units=("air-2", "air-1")),
           "AIR-HIT air-2 air-1", "AVERÍA air-2 air-1", ("air hit air-2, air-1", "averia air-2 air-1")),
)  # fmt: skip

ORDERS = (Deploy, Move, Enter, Sail, Hold, Bombard, Attack, Retreat, Lose, SupportDefence, Defect, AirHit)

WORLD = World(
    name="rif1926",
    orders=ORDERS,
    words={"en": ENGLISH, "es": SPANISH},
    units=("inf-a", "inf-b", "r-1", "r-2", "b-1", "b-2", "b-3", "ship-1", "air-1", "air-2"),
    spaces=("0101", "0203", "0204", "0303", "0304", "0305", "0403", "0404", "0503", "0504"),
    places={"0203": ("Targuist",), "0403": ("Monte Arruit",)},
    phases=(
        Phase(id="allied-setup", sides=("allied",), orders=("deploy",), once=True),
        Phase(id="allied-movement", sides=("allied",), orders=("move", "enter", "sail", "hold")),
        Phase(id="allied-bombardment", sides=("allied",), orders=("bombard",)),
        Phase(id="allied-combat", sides=("allied",), orders=("attack",)),
        Phase(id="turn-end"),
    ),
    sides=("allied", "rif"),
    samples=SAMPLES,
)
