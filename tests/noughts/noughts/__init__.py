"""Noughts and crosses on nine areas, with winds drawn and guards that toss coins: the module is the rule set."""

from noughts.model import (
    EVENTS as OWN,
)
from noughts.model import (
    OPTIONS,
    ORDERS,
    SEQUENCE,
    SIDES,
    dump,
    evolve,
    initial,
    load,
    read_scenario,
)
from noughts.picture import pieces, planned, scene
from noughts.play import agreed_draw, awaited, check, choices, following, run, surrender
from pbem.core.events import Answered, GameEnded, OrderVoided, PhaseBegan, Rolled
from pbem.core.record import Record
from pbem.dice.die import COIN
from pbem.kit.common import option, sees, side_of, view, winner

__all__ = [
    "DICE", "EVENTS", "NAME", "OPTIONS", "ORDERS", "SEQUENCE", "SETTINGS", "SIDES", "VERSION", "agreed_draw", "awaited",
    "check", "check_design", "choices", "dump", "evolve", "following", "initial", "load", "option", "pieces", "planned",
    "read_scenario", "run", "scene", "sees", "side_of", "surrender", "view", "winner",
]  # fmt: skip

NAME, VERSION = "noughts", 1
DICE = (COIN,)
SETTINGS = Record
EVENTS = (Rolled, Answered, OrderVoided, PhaseBegan, GameEnded, *OWN)


def check_design(scenario: object) -> list[str]:
    """Nothing that the schemas do not ask for."""
    return []
