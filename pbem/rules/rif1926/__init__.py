"""Morocco 1926: the end of Abd-el-Krim. The module is the rule set (`core.ruleset`)."""

from pbem.core.events import CORE_EVENTS, Event
from pbem.core.record import Record
from pbem.dice.die import D6, Die
from pbem.kit.common import ends_by_word, field_of_fire, option, sees, side_of, sight, suppose, view, winner
from pbem.rules.rif1926 import events as _events
from pbem.rules.rif1926.check import check
from pbem.rules.rif1926.choices import choices
from pbem.rules.rif1926.declare import at_stake
from pbem.rules.rif1926.design import check_design
from pbem.rules.rif1926.evolve import evolve
from pbem.rules.rif1926.orders import ORDERS
from pbem.rules.rif1926.picture import pieces, planned, scene, supply
from pbem.rules.rif1926.reading import read_scenario
from pbem.rules.rif1926.running import run
from pbem.rules.rif1926.saving import dump, initial, load
from pbem.rules.rif1926.scenario import OPTIONS
from pbem.rules.rif1926.sequence import SEQUENCE, SIDES
from pbem.rules.rif1926.turns import awaited, following

NAME = "rif1926"
VERSION = 1
EVENTS: tuple[type[Event], ...] = (*CORE_EVENTS, *_events.EVENTS)
DICE: tuple[Die, ...] = (D6,)
SETTINGS: type[Record] = Record
surrender, agreed_draw = ends_by_word(SIDES, "RIF-14.3", "RIF-14.3")  # RIF-14.3
