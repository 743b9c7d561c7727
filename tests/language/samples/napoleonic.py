"""Napoleonic tactics (Bailén 1808): the orders of its catalogue (0.2): divisions, facings, numbers, alternatives."""

from typing import Literal

from pbem.core.events import Phase
from pbem.core.orders import Order, Slot
from tests.language.samples.world import Sample, World

FACINGS = ("n", "ne", "se", "s", "sw", "nw")
Facing = Literal["n", "ne", "se", "s", "sw", "nw"]
FORMATIONS = ("normal", "skirmish", "square")
UNIT = Slot("unit", ("unit",), required=True)
DIVISION = Slot("division", ("group",), required=True)
OR_DIVISION = Slot("division", ("group",), instead="unit")
FACE = Slot("face", ("choice",), keyword="FACE", choices=FACINGS)
TO = Slot("to", ("space",), keyword="TO", optional_keyword=True, many=True)


class Command(Order):
    """Give a division an order."""

    FORM = (DIVISION, Slot("order", ("choice",), choices=("manoeuvre", "attack", "defence"), required=True))
    type: Literal["command"] = "command"
    division: str
    order: Literal["manoeuvre", "attack", "defence"]


class Division(Order):
    """Move a whole division."""

    FORM = (
        DIVISION,
        Slot("verb", ("choice",), choices=("advance", "withdraw", "hold"), required=True),
        Slot("to", ("space",), keyword="TO"),
        Slot("keep", ("choice",), keyword="KEEP", choices=("line", "square", "skirmish")),
        FACE,
    )
    type: Literal["division"] = "division"
    division: str
    verb: Literal["advance", "withdraw", "hold"]
    to: str | None = None
    keep: Literal["line", "square", "skirmish"] | None = None
    face: Facing | None = None


class Fire(Order):
    """Fire of a unit, or of a whole division."""

    FORM = (UNIT, OR_DIVISION, Slot("target", ("space",), keyword="AT", optional_keyword=True))
    type: Literal["fire"] = "fire"
    unit: str | None = None
    division: str | None = None
    target: str | None = None


class Move(Order):
    """Move a unit, or all that stand in a hex."""

    FORM = (
        UNIT,
        Slot("stack", ("space",), keyword="STACK", instead="unit"),
        Slot("path", ("space",), many=True, required=True),
        FACE,
    )
    type: Literal["move"] = "move"
    unit: str | None = None
    stack: str | None = None
    path: tuple[str, ...]
    face: Facing | None = None


class Face(Order):
    """Turn a unit."""

    FORM = (UNIT, Slot("dir", ("choice",), choices=FACINGS, required=True))
    type: Literal["face"] = "face"
    unit: str
    dir: Facing


class Form(Order):
    """Change formation."""

    FORM = (UNIT, Slot("formation", ("choice",), choices=FORMATIONS, required=True))
    type: Literal["form"] = "form"
    unit: str
    formation: Literal["normal", "skirmish", "square"]


class Limber(Order):
    """Limber a battery."""

    FORM = (UNIT,)
    type: Literal["limber"] = "limber"
    unit: str


class DeployGuns(Order):
    """Unlimber a battery."""

    FORM = (UNIT, FACE)
    type: Literal["deploy-guns"] = "deploy-guns"
    unit: str
    face: Facing | None = None


class Pile(Order):
    """The order of a pile, top first."""

    FORM = (Slot("hex", ("space",), required=True), Slot("order", ("unit",), many=True, required=True))
    type: Literal["pile"] = "pile"
    hex: str
    order: tuple[str, ...]


class Assault(Order):
    """Assault a hex from another."""

    FORM = (Slot("target", ("space",), required=True), Slot("hex", ("space",), keyword="FROM", required=True))
    type: Literal["assault"] = "assault"
    target: str
    hex: str


class Charge(Order):
    """Charge a hex."""

    FORM = (
        Slot("units", ("unit",), many=True, required=True),
        Slot("path", ("space",), keyword="VIA", many=True),
        Slot("target", ("space",), keyword="AT", required=True),
    )
    type: Literal["charge"] = "charge"
    units: tuple[str, ...]
    path: tuple[str, ...] = ()
    target: str


class Advance(Order):
    """Who advances into an assaulted hex."""

    FORM = (
        Slot("target", ("space",), required=True),
        Slot("mode", ("choice",), choices=("all", "top", "none"), required=True),
    )
    type: Literal["advance"] = "advance"
    target: str
    mode: Literal["all", "top", "none"]


class Standing(Order):
    """Orders that hold until changed."""

    def stands(self) -> bool:
        """Always."""
        return True


class Square(Standing):
    """When a unit, or a division's, form square."""

    FORM = (
        UNIT,
        OR_DIVISION,
        Slot("when", ("choice",), choices=("always", "never"), required=True),
        Slot("distance", ("number",), keyword="DISTANCE", instead="when"),
    )
    type: Literal["square"] = "square"
    unit: str | None = None
    division: str | None = None
    when: Literal["always", "never"] | None = None
    distance: int | None = None


class Defend(Standing):
    """What defensive fire is for."""

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


class RetreatPlan(Standing):
    """How far and where to retreat."""

    FORM = (UNIT, OR_DIVISION, Slot("hexes", ("number",), least=1, most=2), TO)
    type: Literal["retreat-plan"] = "retreat-plan"
    unit: str | None = None
    division: str | None = None
    hexes: int = 1
    to: tuple[str, ...] = ()


class Losses(Standing):
    """Who is lost first, of a division or in a hex."""

    FORM = (DIVISION, Slot("hex", ("space",), instead="division"), Slot("first", ("unit",), many=True, required=True))
    type: Literal["losses"] = "losses"
    division: str | None = None
    hex: str | None = None
    first: tuple[str, ...]


class Rally(Order):
    """Do not rally."""

    FORM = (Slot("units", ("unit",), many=True, required=True),)
    type: Literal["rally"] = "rally"
    units: tuple[str, ...]


class Deploy(Order):
    """Set a unit up."""

    FORM = (
        UNIT,
        Slot("hex", ("space",), keyword="AT", optional_keyword=True, required=True),
        FACE,
        Slot("formation", ("choice",), choices=FORMATIONS),
    )
    type: Literal["deploy"] = "deploy"
    unit: str
    hex: str
    face: Facing | None = None
    formation: Literal["normal", "skirmish", "square"] | None = None


ENGLISH = {
    "verbs": {
        "command": ["COMMAND"], "division": ["DIVISION"], "fire": ["FIRE"], "move": ["MOVE"], "face": ["FACE"],
        "form": ["FORM"], "limber": ["LIMBER"], "deploy-guns": ["UNLIMBER"], "pile": ["PILE"], "assault": ["ASSAULT"],
        "charge": ["CHARGE"], "advance": ["ADVANCE"], "square": ["SQUARE"], "defend": ["DEFEND"],
        "retreat-plan": ["RETREAT"], "losses": ["LOSSES"], "rally": ["RALLY NO"], "deploy": ["DEPLOY"],
    },
    "keywords": {
        "AT": ["AT"], "FROM": ["FROM"], "TO": ["TO"], "VIA": ["VIA"], "FACE": ["FACE"], "STACK": ["STACK"],
        "KEEP": ["KEEP"], "HOLD": ["HOLD"], "DISTANCE": ["distance >="],
    },
    "choices": {
        "manoeuvre": ["manoeuvre", "maneuver"], "attack": ["attack"], "defence": ["defence", "defense"],
        "advance": ["ADVANCE"], "withdraw": ["WITHDRAW"], "hold": ["HOLD"], "line": ["line"], "square": ["square"],
        "skirmish": ["skirmish"], "normal": ["normal"], "all": ["all"], "top": ["top"], "none": ["none"],
        "always": ["always"], "never": ["never"], "assault": ["assault"], "strongest": ["strongest"],
    },
}  # fmt: skip
SPANISH = {
    "verbs": {
        "command": ["ORDENA"], "division": ["DIVISIÓN"], "fire": ["FUEGO"], "move": ["MUEVE"], "face": ["ENCARA"],
        "form": ["FORMA"], "limber": ["ENGANCHA"], "deploy-guns": ["DESPLIEGA"], "pile": ["APILA"],
        "assault": ["ASALTA"], "charge": ["CARGA"], "advance": ["AVANZA"], "square": ["CUADRO"],
        "defend": ["DEFIENDE"], "retreat-plan": ["RETIRADA"], "losses": ["BAJAS"], "rally": ["REORGANIZA NO"],
        "deploy": ["COLOCA"],
    },
    "keywords": {
        "AT": ["EN"], "FROM": ["DESDE"], "TO": ["A"], "VIA": ["POR"], "FACE": ["CARA"], "STACK": ["PILA"],
        "KEEP": ["GUARDA"], "HOLD": ["ALTO"], "DISTANCE": ["distancia >="],
    },
    "choices": {
        "manoeuvre": ["maniobra"], "attack": ["ataque"], "defence": ["defensa"], "advance": ["AVANZA"],
        "withdraw": ["REPLIEGA"], "hold": ["ALTO"], "line": ["línea"], "square": ["cuadro"],
        "skirmish": ["guerrilla"], "normal": ["normal"], "all": ["todos"], "top": ["primero"], "none": ["ninguno"],
        "always": ["siempre"], "never": ["nunca"], "assault": ["asalto"], "strongest": ["fuerte", "el más fuerte"],
        "n": ["N"], "ne": ["NE"], "se": ["SE"], "s": ["S"], "sw": ["SO", "SW"], "nw": ["NO", "NW"],
    },
    "skip": ["de"],
}  # fmt: skip

SAMPLES = (
    Sample("NAP-0.2", "COMMAND barbou attack", Command(division="barbou", order="attack"),
           "COMMAND barbou attack", "ORDENA barbou ataque"),
    Sample("NAP-0.2", "DIVISION reding ADVANCE TO 1213 KEEP line FACE NW",
           Division(division="reding", verb="advance", to="1213", keep="line", face="nw"),
           "DIVISION reding ADVANCE TO 1213 KEEP line FACE NW", "DIVISIÓN reding AVANZA A 1213 GUARDA línea CARA NO",
           ("división de Reding avanza a 1213, cara NO, guarda línea",)),
    Sample("NAP-0.2", "DIVISION reding HOLD", Division(division="reding", verb="hold"),
           "DIVISION reding HOLD", "DIVISIÓN reding ALTO"),
    Sample("NAP-0.2", "FIRE bat-8 AT 0504", Fire(unit="bat-8", target="0504"),
           "FIRE bat-8 AT 0504", "FUEGO bat-8 EN 0504", ("fuego bat-8 0504",)),
    Sample("NAP-0.2", "FIRE reding", Fire(division="reding"), "FIRE reding", "FUEGO reding",
           ("fire Reding's division", "fuego división de Reding")),
    Sample("NAP-0.2", "MOVE leg4-1 0403 0504 FACE SE", Move(unit="leg4-1", path=("0403", "0504"), face="se"),
           "MOVE leg4-1 0403 0504 FACE SE", "MUEVE leg4-1 0403 0504 CARA SE", ("Mueve leg4-1 0403-0504 cara SE.",)),
    Sample("NAP-0.2", "MOVE STACK 0303 0506", Move(stack="0303", path=("0506",)),
           "MOVE STACK 0303 0506", "MUEVE PILA 0303 0506"),
    Sample("NAP-0.2", "FACE leg4-1 SE", Face(unit="leg4-1", dir="se"), "FACE leg4-1 SE", "ENCARA leg4-1 SE"),
    Sample("NAP-0.2", "FORM leg4-1 square", Form(unit="leg4-1", formation="square"),
           "FORM leg4-1 square", "FORMA leg4-1 cuadro"),
    Sample("NAP-0.2", "LIMBER bat-8", Limber(unit="bat-8"), "LIMBER bat-8", "ENGANCHA bat-8"),
    Sample("NAP-0.2", "UNLIMBER bat-8 FACE SE", DeployGuns(unit="bat-8", face="se"),
           "UNLIMBER bat-8 FACE SE", "DESPLIEGA bat-8 CARA SE"),
    Sample("NAP-0.2", "PILE 0303 leg4-2 leg4-1", Pile(hex="0303", order=("leg4-2", "leg4-1")),
           "PILE 0303 leg4-2 leg4-1", "APILA 0303 leg4-2 leg4-1"),
    Sample("NAP-0.2", "ASSAULT 0403 FROM 0303", Assault(target="0403", hex="0303"),
           "ASSAULT 0403 FROM 0303", "ASALTA 0403 DESDE 0303"),
    Sample("NAP-0.2", "CHARGE dragons-1 dragons-2 VIA 0403 0503 AT 0603",
           Charge(units=("dragons-1", "dragons-2"), path=("0403", "0503"), target="0603"),
           "CHARGE dragons-1 dragons-2 VIA 0403 0503 AT 0603", "CARGA dragons-1 dragons-2 POR 0403 0503 EN 0603",
           ("carga dragons-1 y dragons-2 en 0603 por 0403 0503",)),
    Sample("NAP-0.2", "ADVANCE 0403 all", Advance(target="0403", mode="all"), "ADVANCE 0403 all", "AVANZA 0403 todos"),
    Sample("NAP-0.2", "SQUARE reding never", Square(division="reding", when="never"),
           "SQUARE reding never", "CUADRO reding nunca"),
    Sample("NAP-0.2", "SQUARE reding distance>=2", Square(division="reding", distance=2),
           "SQUARE reding distance >= 2", "CUADRO reding distancia >= 2", ("cuadro reding distancia≥2",)),
    Sample("NAP-0.2", "DEFEND ceuta strongest", Defend(unit="ceuta", target="strongest"),
           "DEFEND ceuta strongest", "DEFIENDE ceuta fuerte", ("defiende ceuta el más fuerte",)),
    Sample("NAP-0.2", "DEFEND ceuta HOLD", Defend(unit="ceuta", hold=True), "DEFEND ceuta HOLD", "DEFIENDE ceuta ALTO"),
    Sample("NAP-0.2", "RETREAT ceuta 2 TO 1809 1810", RetreatPlan(unit="ceuta", hexes=2, to=("1809", "1810")),
           "RETREAT ceuta 2 TO 1809 1810", "RETIRADA ceuta 2 A 1809 1810",
           ("RETREAT ceuta 2 1809 1810", "retirada ceuta 2 a 1809 y 1810")),
    Sample("NAP-0.2", "RETREAT reding 1", RetreatPlan(division="reding"), "RETREAT reding 1", "RETIRADA reding 1",
           ("RETREAT reding",)),
    Sample("NAP-0.2", "LOSSES 1809 ordenes-1 ceuta", Losses(hex="1809", first=("ordenes-1", "ceuta")),
           "LOSSES 1809 ordenes-1 ceuta", "BAJAS 1809 ordenes-1 ceuta"),
    Sample("NAP-0.2", "RALLY NO ceuta", Rally(units=("ceuta",)), "RALLY NO ceuta", "REORGANIZA NO ceuta"),
    Sample("NAP-0.2", "DEPLOY ceuta AT 1809 FACE NW normal",
           Deploy(unit="ceuta", hex="1809", face="nw", formation="normal"),
           "DEPLOY ceuta AT 1809 FACE NW normal", "COLOCA ceuta EN 1809 CARA NO normal",
           ("DEPLOY ceuta 1809 normal FACE NW",)),
)  # fmt: skip

ORDERS = (
    Command, Division, Fire, Move, Face, Form, Limber, DeployGuns, Pile, Assault, Charge, Advance, Square, Defend,
    RetreatPlan, Losses, Rally, Deploy,
)  # fmt: skip

WORLD = World(
    name="napoleonic",
    orders=ORDERS,
    words={"en": ENGLISH, "es": SPANISH},
    units=("bat-8", "leg4-1", "leg4-2", "dragons-1", "dragons-2", "ceuta", "ordenes-1", "gen-reding", "gen-barbou"),
    groups={"reding": ("Reding's division", "división de Reding"), "barbou": (), "coupigny": ()},
    spaces=("0303", "0403", "0503", "0504", "0506", "0603", "1213", "1809", "1810"),
    phases=(
        Phase(id="set-up", sides=("french",), orders=("deploy",), once=True),
        Phase(id="french-command", sides=("french",), orders=("command",)),
        Phase(id="french-fire", sides=("french",), orders=("fire",)),
        Phase(id="french-movement", sides=("french",), orders=(
            "move", "face", "form", "limber", "deploy-guns", "assault", "pile", "division")),
        Phase(id="french-charges", sides=("french",), orders=("charge",)),
        Phase(id="french-shock", sides=("french",), orders=("advance",)),
        Phase(id="french-reorganisation", sides=("french",), orders=("rally",)),
    ),
    sides=("french", "spanish"),
    samples=SAMPLES,
)  # fmt: skip
