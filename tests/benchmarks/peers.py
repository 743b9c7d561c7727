"""The peer of the adjudication benchmarks: a movement phase of the PyPI package `diplomacy`."""

import random
import warnings
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # of a package of 2020, about its own imports
    from diplomacy import Game

PHASES_BEFORE = 14


@cache
def _position() -> tuple[Mapping[str, Any], Mapping[str, list[str]], int]:
    """A movement phase some years into a game of random orders: state, orders by power, how many."""
    chance, game = random.Random(3), Game()
    while True:
        possible = game.get_all_possible_orders()
        orders = {
            power: [chance.choice(possible[at]) for at in game.get_orderable_locations(power) if possible[at]]
            for power in sorted(game.powers)
        }
        count = sum(len(each) for each in orders.values())
        if len(game.get_phase_history()) >= PHASES_BEFORE and game.get_current_phase().endswith("M"):
            return game.get_state(), orders, count
        for power, each in orders.items():
            game.set_orders(power, each)
        game.process()


def diplomacy_phase() -> tuple[Callable[[], object], int]:
    """One movement phase of PyPI `diplomacy`, orders given and adjudicated, and how many orders it has.

    Setting the position is no part of a phase: call `prepare` on what is given back before each call.
    """
    state, orders, count = _position()

    class Phase:
        def prepare(self) -> None:
            self.game = Game()
            self.game.set_state(state)

        def __call__(self) -> None:
            for power, each in orders.items():
                self.game.set_orders(power, each)
            self.game.process()

    return Phase(), count
