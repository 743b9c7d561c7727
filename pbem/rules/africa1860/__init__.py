"""Africa 1859-60: Castillejos, Tetuán, Wad-Ras. The module is the rule set (`core.ruleset`)."""

from collections.abc import Collection

from pbem.core.events import Amended, Answered, Event, GameEnded, OrderVoided, PhaseBegan, Rolled
from pbem.core.record import Record
from pbem.dice.die import COIN, D6, Die
from pbem.kit import common
from pbem.kit.common import field_of_fire, option, side_of, sight, supply, winner
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
from pbem.rules.africa1860.state import State
from pbem.rules.africa1860.turns import awaited, following

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

NAME = "africa1860"
VERSION = 1
EVENTS: tuple[type[Event], ...] = (
    Rolled, Answered, OrderVoided, PhaseBegan, GameEnded, Amended, *_events.EVENTS,
)  # fmt: skip
DICE: tuple[Die, ...] = (COIN, D6)
SETTINGS: type[Record] = Settings


def surrender(state: State, conceding: Collection[str]) -> GameEnded | None:
    """The end of the game if a side concedes; else None (0.2: any time)."""
    return common.surrender(state, SIDES, conceding, "conceded")


def agreed_draw(state: State, voting: Collection[str]) -> GameEnded | None:
    """The end of the game in a draw if both sides vote for one; else None (0.2: any time)."""
    return common.agreed_draw(state, voting, "agreed")
