"""Morocco 1926: the end of Abd-el-Krim. The module is the rule set (`core.ruleset`)."""

from collections.abc import Collection

from pbem.core.events import Amended, Answered, Event, GameEnded, OrderVoided, PhaseBegan, Rolled
from pbem.core.record import Record
from pbem.dice.die import D6, Die
from pbem.kit import common
from pbem.kit.common import field_of_fire, option, sees, side_of, sight, suppose, view, winner
from pbem.rules.rif1926 import events as _events
from pbem.rules.rif1926.check import check
from pbem.rules.rif1926.choices import choices
from pbem.rules.rif1926.design import check_design
from pbem.rules.rif1926.evolve import evolve
from pbem.rules.rif1926.orders import ORDERS
from pbem.rules.rif1926.picture import pieces, planned, scene, supply
from pbem.rules.rif1926.reading import read_scenario
from pbem.rules.rif1926.running import run
from pbem.rules.rif1926.saving import dump, initial, load
from pbem.rules.rif1926.scenario import OPTIONS
from pbem.rules.rif1926.sequence import SEQUENCE, SIDES
from pbem.rules.rif1926.state import State
from pbem.rules.rif1926.turns import awaited, following

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

NAME = "rif1926"
VERSION = 1
EVENTS: tuple[type[Event], ...] = (
    Rolled, Answered, OrderVoided, PhaseBegan, GameEnded, Amended, *_events.EVENTS,
)  # fmt: skip
DICE: tuple[Die, ...] = (D6,)
SETTINGS: type[Record] = Record


def surrender(state: State, conceding: Collection[str]) -> GameEnded | None:
    """The end of the game if a side concedes; else None (RIF-14.3)."""
    return common.surrender(state, SIDES, conceding, "RIF-14.3")  # RIF-14.3


def agreed_draw(state: State, voting: Collection[str]) -> GameEnded | None:
    """The end of the game in a draw if both sides vote for one; else None (RIF-14.3)."""
    return common.agreed_draw(state, voting, "RIF-14.3")  # RIF-14.3
