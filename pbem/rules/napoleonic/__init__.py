"""Napoleonic battles, Bailén 1808. The module is the rule set (`core.ruleset`)."""

from pbem.core.events import CORE_EVENTS, Event
from pbem.core.record import Record
from pbem.dice.die import D6, Die
from pbem.kit.common import at_stake, ends_by_word, option, side_of, supply, suppose, winner
from pbem.rules.napoleonic import events as _events
from pbem.rules.napoleonic.asking import field_of_fire, sight
from pbem.rules.napoleonic.check import check
from pbem.rules.napoleonic.choices import choices
from pbem.rules.napoleonic.design import check_design
from pbem.rules.napoleonic.evolve import evolve
from pbem.rules.napoleonic.orders import ORDERS
from pbem.rules.napoleonic.picture import pieces, planned, scene
from pbem.rules.napoleonic.reading import read_scenario
from pbem.rules.napoleonic.running import run
from pbem.rules.napoleonic.saving import dump, initial, load
from pbem.rules.napoleonic.scenario import OPTIONS
from pbem.rules.napoleonic.seeing import sees, view
from pbem.rules.napoleonic.sequence import SEQUENCE, SIDES
from pbem.rules.napoleonic.turns import awaited, following

NAME = "napoleonic"
VERSION = 1
EVENTS: tuple[type[Event], ...] = (*CORE_EVENTS, *_events.EVENTS)
DICE: tuple[Die, ...] = (D6,)
SETTINGS: type[Record] = Record
surrender, agreed_draw = ends_by_word(SIDES, "NAP-15.5", "NAP-15.5")
