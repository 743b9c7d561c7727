"""La Legión (NAC): the war of the Rif around Melilla, 1921 to 1927. The module is the rule set (`core.ruleset`)."""

from pbem.core.events import CORE_EVENTS, Event
from pbem.core.record import Record
from pbem.dice.die import Die
from pbem.kit.common import at_stake, field_of_fire, option, sees, side_of, sight, supply, suppose, view, winner
from pbem.rules.legion import events as _events
from pbem.rules.legion.check import check
from pbem.rules.legion.choices import choices
from pbem.rules.legion.design import check_design
from pbem.rules.legion.evolve import evolve
from pbem.rules.legion.orders import ORDERS
from pbem.rules.legion.picture import pieces, scene
from pbem.rules.legion.planning import planned
from pbem.rules.legion.reading import read_scenario
from pbem.rules.legion.running import run
from pbem.rules.legion.saving import dump, initial, load
from pbem.rules.legion.scenario import OPTIONS
from pbem.rules.legion.sequence import SEQUENCE, SIDES
from pbem.rules.legion.settings import Settings
from pbem.rules.legion.turns import awaited, following
from pbem.rules.legion.victory import agreed_draw, surrender

NAME = "legion"
VERSION = 1
EVENTS: tuple[type[Event], ...] = (*CORE_EVENTS, *_events.EVENTS)
DICE: tuple[Die, ...] = (Die("legion", (2, 3, 3, 4, 4, 5)),)  # LL-2.11
SETTINGS: type[Record] = Settings
