"""Africa 1859-60: the orders of its catalogue (0.2, 15.2): areas, clauses, numbers, an order within an order.

Two areas are called like Spanish words of orders: `a` (TO) and `e` (and).
"""

from typing import Literal

from pbem.core.events import Phase
from pbem.core.orders import Order
from pbem.rules.africa1860.orders import (
    ORDERS,
    Activate,
    Ask,
    Boundary,
    Cancel,
    Condition,
    Defend,
    Deploy,
    Fire,
    Land,
    Losses,
    Moment,
    Move,
    Pass,
    Rally,
    RetreatPlan,
    Ride,
    Stack,
    Suppose,
    Trigger,
    When,
)
from tests.language.samples.world import Sample, World


class End(Order):
    """END, as a game might have it for an order."""

    type: Literal["end"] = "end"


ENGLISH = {
    "verbs": {
        "fire": ["FIRE"], "move": ["MOVE"], "land": ["LAND"], "activate": ["ACTIVATE"], "stack": ["STACK"],
        "defend": ["DEFEND"], "retreat-plan": ["RETREAT"], "losses": ["LOSSES"], "rally": ["RALLY NO"],
        "deploy": ["DEPLOY"], "standing": ["WHEN"], "ask": ["ASK"], "cancel": ["CANCEL"], "suppose": ["SUPPOSE"],
        "pass": ["PASS"], "end": ["END"],
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
        "cancel": ["CANCELA"], "suppose": ["SUPÓN"], "pass": ["PASO"], "end": ["FIN"],
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
           'ACTIVATE u MOVE "a" AT Spanish shock START', 'ACTIVA u MUEVE "a" EN choque español COMIENZO',
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
    Sample("AFR-15.2", "SUPPOSE seyyid-1 ENTERS area-a", Suppose(unit="seyyid-1", enters="area-a"),
           "SUPPOSE seyyid-1 ENTERS area-a", "SUPÓN seyyid-1 ENTRA area-a"),
    Sample("AFR-0.2", "CANCEL 2", Cancel(standing=2), "CANCEL 2", "CANCELA 2"),
    Sample("AFR-15.5", "PASS", Pass(), "PASS", "PASO"),
    Sample("AFR-0.2", "END", End(), "END", "FIN"),
    Sample("AFR-8.4", "ACTIVATE seyyid-3 ALGARABIA VIA q FIRE s TO r",
           Activate(units=("seyyid-3",), algarabia=Ride(via="q", fire="s", to="r")),
           "ACTIVATE seyyid-3 ALGARABIA VIA q FIRE s TO r", "ACTIVA seyyid-3 ALGARABÍA POR q FUEGO s A r"),
    Sample("AFR-15.2", "WHEN enemy ENTERS b ACTIVATE seyyid-1 FIRE b", When(trigger=ENTERS_B, then=FIRE_B),
           "WHEN enemy ENTERS b ACTIVATE seyyid-1 FIRE b",
           "CUANDO enemigo ENTRA b ACTIVA seyyid-1 FUEGO b",
           ("cuando enemigo entra en b, activa seyyid-1 fuego b",)),
    Sample("AFR-15.2", "CUANDO enemigo ENTRA area-a ACTIVA seyyid-1 FUEGO ALLI",
           When(trigger=Trigger(side="enemy", enters="area-a"), then=Activate(units=("seyyid-1",), fire="there")),
           "WHEN enemy ENTERS area-a ACTIVATE seyyid-1 FIRE THERE",
           "CUANDO enemigo ENTRA area-a ACTIVA seyyid-1 FUEGO ALLÍ"),
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
           'WHEN enemy LEAVES "a" IF coins >= 3 ACTIVATE u ALGARABIA VIA "a" FIRE b TO c ONCE',
           'CUANDO enemigo SALE "a" SI monedas >= 3 ACTIVA u ALGARABÍA POR "a" FUEGO b A c UNA VEZ',
           ("WHEN enemy LEAVES a IF coins>=3 ACTIVATE u ALGARABIA VIA a FIRE b TO c ONCE",
            "cuando enemigo sale de a si monedas ≥ 3 activa u algarabia por a fuego b a c una vez")),
    Sample("AFR-15.2", "WHEN enemy FIRES AT a IF TURN >= 2 ASK u v",
           When(trigger=Trigger(side="enemy", fires="a"), if_=(Condition(turn=2),), then=Ask(units=("u", "v"))),
           'WHEN enemy FIRES AT "a" IF TURN >= 2 ASK u v',
           'CUANDO enemigo DISPARA A "a" SI TURNO >= 2 PREGUNTA u v',
           ("cuando enemigo dispara a a si turno≥2 pregunta u y v",)),
    Sample("AFR-15.2", "WHEN enemy ACTIVATES IF u NOT demoralized ACTIVATE u FIRE THERE",
           When(trigger=Trigger(side="enemy", activates=True), if_=(Condition(who="u", sound=True),),
                then=Activate(units=U, fire="there")),
           "WHEN enemy ACTIVATES IF u NOT demoralized ACTIVATE u FIRE THERE",
           "CUANDO enemigo ACTIVA SI u NO desmoralizada ACTIVA u FUEGO ALLÍ",
           ("cuando enemigo activa activa u fuego alli si u no desmoralizada",
            "WHEN enemy ACTIVATES IF u NOT demoralized ACTIVATE u FIRE PRIORITY 5")),
    Sample("AFR-15.2", "WHEN SHOCK IN a ACTIVATE u MOVE a",
           When(trigger=Trigger(shock="a"), then=Activate(units=U, move=("a",))),
           'WHEN SHOCK IN "a" ACTIVATE u MOVE "a"', 'CUANDO CHOQUE EN "a" ACTIVA u MUEVE "a"'),
    Sample("AFR-15.2", "WHEN friend RETREATS FROM a IF b HAS 1 ACTIVATE u FIRE b",
           When(trigger=Trigger(side="friend", retreats="a"), if_=(Condition(who="b", has=1),),
                then=Activate(units=U, fire="b")),
           'WHEN friend RETREATS FROM "a" IF b HAS 1 ACTIVATE u FIRE b',
           'CUANDO amigo RETIRA DE "a" SI b TIENE 1 ACTIVA u FUEGO b'),
    Sample("AFR-15.2", "WHEN PHASE moroccan-shock STARTS ACTIVATE u MOVE e",
           When(trigger=Trigger(phase=Boundary(phase="moroccan-shock", moment="starts")),
                then=Activate(units=U, move=("e",))),
           'WHEN PHASE Moroccan shock STARTS ACTIVATE u MOVE "e"',
           'CUANDO FASE choque marroquí EMPIEZA ACTIVA u MUEVE "e"',
           ("cuando fase choque marroquí empieza activa u mueve \"e\"",)),
)  # fmt: skip

AREAS = ("a", "b", "c", "e", "q", "r", "s", "area-a", "area-b", "ceuta")

WORLD = World(
    name="africa1860",
    orders=(*ORDERS, End),
    words={"en": ENGLISH, "es": SPANISH},
    units=("u", "v", "leader", "seyyid-1", "seyyid-3", "marina-2"),
    spaces=AREAS,
    kind="areas",
    places=dict.fromkeys(AREAS, ()),
    phases=(
        Phase(id="spanish-fire", sides=("spanish",), orders=("fire", "activate", "stack", "pass", "end")),
        Phase(id="spanish-movement", sides=("spanish",), orders=("move", "land", "activate", "stack")),
        Phase(id="spanish-shock", sides=("spanish",), orders=("activate",)),
        Phase(id="moroccan-fire", sides=("moroccan",), orders=("fire", "activate", "stack", "pass", "end")),
        Phase(id="moroccan-movement", sides=("moroccan",), orders=("move", "activate", "stack")),
        Phase(id="moroccan-shock", sides=("moroccan",), orders=("activate",), reactions=("activate",)),
        Phase(id="end-of-turn", sides=("spanish", "moroccan"), orders=("rally", "deploy")),
    ),
    sides=("spanish", "moroccan"),
    samples=SAMPLES,
)
