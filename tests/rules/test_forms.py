"""How the lines of every order are written: what must be said, what may be left out, what may be said several times."""

import pytest

from pbem.gamedata.games import compose
from pbem.gamedata.lexicon import lexicon_of
from pbem.gamedata.rulesets import ruleset
from pbem.language.write import order_usage

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
WHEN [enemy|friend] ENTERS area|ENTERS NEAR unit|LEAVES area|FIRES AT area|ACTIVATES|SHOCK IN area|RETREATS FROM
   area|PHASE phase STARTS|ENDS [IF [unit or area] [AT area] [HAS number] [enemy|friend] [NOT demoralized] [coins
   >= number] [TURN >= number] …] ACTIVATE …|ASK … [PRIORITY number] [ONCE|TIMES number] [UNTIL TURN number]
ASK unit …
PASS
CANCEL number
SUPPOSE unit ENTERS area|LEAVES area|FIRES AT area|ACTIVATES|RETREATS FROM area
""",
    "napoleonic": """
COMMAND group manoeuvre|attack|defence
DIVISION group ADVANCE|WITHDRAW|HOLD [TO hex] [KEEP line|square|skirmish] [FACE N|NE|SE|S|SW|NW]
FIRE unit|group [[AT] hex]
MOVE unit|STACK hex [TO] hex … [FACE N|NE|SE|S|SW|NW] [EXIT]
FACE unit N|NE|SE|S|SW|NW
FORM unit normal|skirmish|square
LIMBER unit
UNLIMBER unit [FACE N|NE|SE|S|SW|NW]
PILE hex unit …
ASSAULT hex FROM hex
CHARGE unit … [VIA hex …] AT hex
ADVANCE hex all|top|none
RALLY NO unit …
DEPLOY unit [AT] hex [FACE N|NE|SE|S|SW|NW] [normal|skirmish|square|limbered|unlimbered]
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
