"""Africa 1859-60: Castillejos, Tetuán, Wad-Ras. The module is the rule set (`core.ruleset`)."""

from pbem.core.events import CORE_EVENTS, Event
from pbem.core.record import Record
from pbem.dice.die import COIN, D6, Die
from pbem.kit.common import at_stake, ends_by_word, field_of_fire, option, side_of, sight, supply, winner
from pbem.rules.africa1860 import events as _events
from pbem.rules.africa1860.check import check
from pbem.rules.africa1860.choices import choices
from pbem.rules.africa1860.design import check_design
from pbem.rules.africa1860.evolve import evolve
from pbem.rules.africa1860.orders import ORDERS
from pbem.rules.africa1860.picture import pieces, planned, scene
from pbem.rules.africa1860.reacting import suppose
from pbem.rules.africa1860.reading import read_scenario
from pbem.rules.africa1860.running import run
from pbem.rules.africa1860.saving import dump, initial, load
from pbem.rules.africa1860.scenario import OPTIONS
from pbem.rules.africa1860.seeing import sees, view
from pbem.rules.africa1860.sequence import SEQUENCE, SIDES
from pbem.rules.africa1860.settings import Settings
from pbem.rules.africa1860.turns import awaited, following

NAME = "africa1860"
VERSION = 1
EVENTS: tuple[type[Event], ...] = (*CORE_EVENTS, *_events.EVENTS)
DICE: tuple[Die, ...] = (COIN, D6)
SETTINGS: type[Record] = Settings
surrender, agreed_draw = ends_by_word(SIDES, "conceded", "agreed")
