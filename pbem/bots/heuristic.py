"""The bots that try to win, by rule set: they attack at good odds and hold what victory counts."""

from importlib import import_module
from random import Random
from typing import Any

from pbem.core.orders import Sheet
from pbem.core.ruleset import Ruleset

PLAYERS: dict[str, str] = {
    "legion": "pbem.bots.legion.player",
}


def play(rules: Ruleset, state: Any, seat: str, random: Random) -> Sheet:
    """The sheet of the rule set's heuristic player for the state's current phase."""
    sheet: Sheet = import_module(PLAYERS[rules.NAME]).play(rules, state, seat, random)
    return sheet
