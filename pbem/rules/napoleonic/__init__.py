"""Napoleonic battles, Bailén 1808. The module is the rule set (`core.ruleset`)."""

from collections.abc import Collection

from pbem.core.events import Amended, Answered, Event, GameEnded, OrderVoided, PhaseBegan, Rolled
from pbem.core.record import Record
from pbem.dice.die import D6, Die
from pbem.kit import common
from pbem.kit.common import option, side_of, supply, suppose, winner
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
from pbem.rules.napoleonic.state import State
from pbem.rules.napoleonic.turns import awaited, following

__all__ = [
    "DICE",
    "EVENTS",
    "NAME",
    "OPTIONS",
    "ORDERS",
    "SEQUENCE",
    "SETTINGS",
    "SIDES",
    "VERSION",
    "agreed_draw",
    "awaited",
    "check",
    "check_design",
    "choices",
    "dump",
    "evolve",
    "field_of_fire",
    "following",
    "initial",
    "load",
    "option",
    "pieces",
    "planned",
    "read_scenario",
    "run",
    "scene",
    "sees",
    "side_of",
    "sight",
    "supply",
    "suppose",
    "surrender",
    "view",
    "winner",
]

NAME = "napoleonic"
VERSION = 1
EVENTS: tuple[type[Event], ...] = (
    Rolled, Answered, OrderVoided, PhaseBegan, GameEnded, Amended, *_events.EVENTS,
)  # fmt: skip
DICE: tuple[Die, ...] = (D6,)
SETTINGS: type[Record] = Record


def surrender(state: State, conceding: Collection[str]) -> GameEnded | None:
    """The end of the game if a side concedes; else None."""
    return common.surrender(state, SIDES, conceding, "NAP-15.5")


def agreed_draw(state: State, voting: Collection[str]) -> GameEnded | None:
    """The end of the game in a draw if both sides vote for one; else None."""
    return common.agreed_draw(state, voting, "NAP-15.5")
