"""The bots that try to win, pbem.bots.<rule set>.player: they attack at good odds and hold what victory counts."""

from functools import cache
from importlib import import_module
from random import Random
from typing import Any

from pbem.bots import chance
from pbem.bots.turns import Player
from pbem.core.orders import Sheet
from pbem.core.ruleset import Ruleset


@cache
def player_of(name: str) -> Player | None:
    """The heuristic player of a rule set; None for one that has none."""
    module = f"pbem.bots.{name.replace('-', '_')}.player"
    try:
        found: Player = import_module(module).play
    except ModuleNotFoundError as missing:
        if missing.name is None or not module.startswith(missing.name):
            raise
        return None
    return found


def play(rules: Ruleset, state: Any, seat: str, random: Random) -> Sheet:
    """The sheet of the rule set's heuristic player for the state's current phase; of chance where there is none."""
    return (player_of(rules.NAME) or chance.play)(rules, state, seat, random)
