"""How the lines of every order are written: what must be said, what may be left out, what may be said several times."""

import pytest

from pbem.core.orders import Order
from pbem.gamedata.games import compose
from pbem.gamedata.lexicon import lexicon_of
from pbem.gamedata.rulesets import ruleset
from pbem.language.write import order_usage
from pbem.rules.africa1860 import orders as africa
from pbem.rules.legion import orders as legion
from pbem.rules.napoleonic import orders as napoleonic
from pbem.rules.rif1926 import orders as rif

FORMS = {
    "legion": """
DEPLOY unit [AT] hex
MOVE unit [TO] hex …
MARCH unit [TO] hex …
REINFORCE unit [AT hex] [[TO] hex …]
LAND unit [AT] hex [[TO] hex …]
HOLD unit
BOMBARD hex or unit WITH unit [ELSE hex or unit …]
FLY unit [TO] hex [BOMB] [ELSE hex or unit …]
PLACE unit [AT] hex
ATTACK hex or unit … WITH unit … [SUPPORT unit …]
PANIC unit hex or unit [TO] hex [BEFORE|AFTER]
CAPTURE YES|NO [unit …]
COOPERATE player YES|NO
""",
    "rif1926": """
DEPLOY unit [AT] hex
MOVE unit … [TO] hex …
ENTER unit [AT] hex [TO hex …]
SAIL unit [TO] hex
HOLD unit …
BOMBARD hex or unit WITH unit …
ATTACK hex or unit WITH unit … [SUPPORT unit …] [ADVANCE unit …] [LOSE unit …] [RETREAT unit [TO] hex … …]
RETREAT unit or hex [[TO] hex …]
LOSE unit …
SUPPORT-DEFENCE unit [hex …|NONE]
DEFECT [unit …] [hex …]
AIR-HIT unit …
""",
    "africa1860": """
FIRE unit … [AT] area [WITH unit]
MOVE unit … [TO] area …
LAND unit [AT] area
ACTIVATE unit … [FIRE [area|THERE]] [MOVE area …] [ALGARABÍA VIA area FIRE area|THERE TO area] [AT phase
   START|END]
STACK area unit …
RALLY NO unit …
DEPLOY unit … [AT] area
DEFEND unit …|area [FIRE|HOLD] [WITH unit]
RETREAT unit …|area [[TO] area …]
LOSSES area half|steps [unit …]
ASK unit …
PASS
WHEN [enemy|friend] ENTERS area|ENTERS NEAR unit|LEAVES area|FIRES AT area|ACTIVATES|SHOCK IN area|RETREATS FROM
   area|PHASE phase STARTS|ENDS [IF [unit or area] [AT area] [HAS number] [enemy|friend] [NOT demoralized] [coins
   >= number] [TURN >= number] …] ACTIVATE …|ASK … [PRIORITY number] [ONCE|TIMES number] [UNTIL TURN number]
CANCEL number
SUPPOSE unit ENTERS area|LEAVES area|FIRES AT area|ACTIVATES|RETREATS FROM area
""",
    "napoleonic": """
COMMAND group manoeuvre|attack|defence
DIVISION group ADVANCE|WITHDRAW|HOLD [[TO] hex] [KEEP line|square|skirmish] [FACE N|NE|SE|S|SW|NW]
   [BUT unit …]
FIRE unit|group [[AT] hex or unit]
MOVE unit|STACK hex [TO] hex … [FACE N|NE|SE|S|SW|NW] [EXIT]
FACE unit N|NE|SE|S|SW|NW
FORM unit normal|line|skirmish|square
LIMBER unit
UNLIMBER unit [[FACE] N|NE|SE|S|SW|NW]
PILE hex unit …
ASSAULT hex or unit FROM unit or hex
CHARGE unit … [VIA hex …] AT hex or unit
ADVANCE hex or unit all|top|none
RALLY NO unit …
DEPLOY unit [AT] hex [FACE N|NE|SE|S|SW|NW] [normal|line|skirmish|square|limbered|unlimbered]
SQUARE unit|group always|never|distance >= number
DEFEND unit|group [assault|strongest] [HOLD]
RETREAT unit|group [number] [[TO] hex …]
LOSSES group|hex unit …
""",
}
"""By game, an order a line; a line that goes on is indented."""


@pytest.mark.parametrize("name", FORMS)
def test_the_forms_of_all_orders(name: str) -> None:
    rules = ruleset(name)
    lexicon = lexicon_of(rules, compose(name))
    written = [order_usage(order, lexicon, "en") for order in rules.ORDERS]
    assert written == FORMS[name].strip().replace("\n   ", " ").split("\n")


STANDING: dict[str, tuple[tuple[Order, set[str]], ...]] = {
    "legion": (
        (legion.Capture(policy="yes", units=("bat-1",)), {"capture"}),
        (legion.Cooperate(seat="moroccan", policy="no"), {"moroccan"}),
    ),
    "rif1926": (
        (rif.Retreat(who="a", to=("0101",)), {"a"}), (rif.Lose(units=("a", "b")), {"lose"}),
        (rif.SupportDefence(unit="a", hexes=("0101",)), {"a"}),
        (rif.Defect(units=("a",), hexes=("0101",)), {"defect"}), (rif.AirHit(units=("a",)), {"air-hit"}),
    ),
    "africa1860": (
        (africa.Defend(units=("a", "b"), leader="c"), {"a", "b"}), (africa.Defend(area="x"), {"x"}),
        (africa.RetreatPlan(units=("a",), to=("y",)), {"a"}), (africa.RetreatPlan(area="x", to=("y",)), {"x"}),
        (africa.Losses(area="x", mode="half", units=("a",)), {"x"}), (africa.Cancel(standing=1), set()),
        (
            africa.When(trigger=africa.Trigger(side="enemy", enters="x"), then=africa.Ask(units=("a",))),
            set(),
        ),
    ),
    "napoleonic": (
        (napoleonic.Square(unit="a", when="always"), {"a"}), (napoleonic.Defend(division="d"), {"d"}),
        (napoleonic.RetreatPlan(unit="a", to=("0101",)), {"a"}),
        (napoleonic.Losses(hex="0101", first=("a", "b")), {"0101"}),
    ),
}  # fmt: skip
"""Standing orders, each with whom it is for: a later one of its kind for any of them sets it aside."""


@pytest.mark.parametrize("name", STANDING)
def test_whom_each_standing_order_is_for(name: str) -> None:
    assert [(order, set(order.actors())) for order, _ in STANDING[name]] == list(STANDING[name])
    assert all(order.stands() for order, _ in STANDING[name])


SILENT: dict[str, tuple[tuple[object, object], ...]] = {
    "legion": ((legion.Fly(unit="a", to="0101").bomb, False),),
    "rif1926": ((rif.SupportDefence(unit="a").none_, False),),
    "africa1860": ((africa.Suppose(unit="a", activates=True).asks(), True), (africa.Defend(area="x").mode, "fire")),
    "napoleonic": (
        (napoleonic.Move(unit="a", path=("0101",)).exit, False), (napoleonic.Defend(unit="a").hold, False),
        (napoleonic.RetreatPlan(unit="a").hexes, 1),
        (napoleonic.Pile(hex="0101", order=("a",)).actors(), {"0101"}),
        (napoleonic.Assault(target="0102", hex="0101").actors(), {"0101"}),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", SILENT)
def test_what_an_order_means_that_does_not_say(name: str) -> None:
    assert all(found == meant for found, meant in SILENT[name])
