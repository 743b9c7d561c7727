"""The peer of the adjudication benchmarks, and how calls are timed beside each other in one run."""

import random
import time
import warnings
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # of a package of 2020, about its own imports
    from diplomacy import Game

PHASES_BEFORE = 14


def ratio(ours: Callable[[], object], theirs: Callable[[], object], rounds: int = 25) -> tuple[float, float]:
    """The least processor time in seconds of ours and of theirs, their runs taken in turn: what each costs when nobody
    else uses the machine."""
    times: tuple[list[float], list[float]] = ([], [])
    for _ in range(rounds):
        for call, kept in zip((ours, theirs), times, strict=True):
            start = time.process_time()
            call()
            kept.append(time.process_time() - start)
    return min(times[0]), min(times[1])


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

    A fresh game is set up outside of what is timed: the call given back takes the next of those made beforehand.
    """
    state, orders, count = _position()
    games = []
    for _ in range(60):
        game = Game()
        game.set_state(state)
        games.append(game)

    def phase() -> None:
        game = games.pop()
        for power, each in orders.items():
            game.set_orders(power, each)
        game.process()

    return phase, count
