"""What may be ordered of a whole division, the order that suits its own first; and who belongs to which (NAP-2.5)."""

from collections.abc import Iterable, Mapping
from typing import Literal

from pbem.core.ruleset import Choice
from pbem.rules.napoleonic.command import chief, leader_of, on_map
from pbem.rules.napoleonic.command_phase import divisions_in_play
from pbem.rules.napoleonic.fire_phase import division_fires
from pbem.rules.napoleonic.orders import Division, Fire
from pbem.rules.napoleonic.scenario import ATTACK, DEFENCE
from pbem.rules.napoleonic.sequence import enemy
from pbem.rules.napoleonic.state import State


def division_fire_choices(state: State, side: str) -> dict[str, tuple[Choice, ...]]:
    """For each division of which somebody can fire, that all do at their best targets."""
    orders = (Fire(division=name) for name in divisions_in_play(state, side))
    firing = ((order, len(division_fires(state, order, ()))) for order in orders)
    return {str(order.division): (Choice(order, {"units": units}),) for order, units in firing if units}


def division_choices(state: State, side: str) -> dict[str, tuple[Choice, ...]]:
    """For each division that has who leads it, the movement that suits its order, and to hold.

    With an attack order it goes for the nearest enemy, in manoeuvre to the nearest hex of the town; in defence it
    holds.
    """
    found: dict[str, tuple[Choice, ...]] = {}
    for name in divisions_in_play(state, side):
        lead = leader_of(state, state.divisions[name]) or chief(state, side)
        if lead is None:
            continue
        keep = _keep(state, name)
        hold = Division(division=name, verb="hold", keep=keep)
        goal = _goal(state, side, name, state.hex_of(lead))
        forward = Division(division=name, verb="advance", to=goal, keep=keep) if goal is not None else hold
        found[name] = tuple(Choice(order) for order in dict.fromkeys((forward, hold)))
    return found


def _keep(state: State, division: str) -> Literal["line"] | None:
    """Line, where all of its infantry stands in line; else each keeps what it has."""
    units = on_map(state, division)
    formed = all(state.units[u].formation == "normal" for u in units if state.counter(u).type == "infantry")
    return "line" if formed else None


def _goal(state: State, side: str, division: str, start: str) -> str | None:
    """Where a division goes by its order; None where it stays."""
    order = state.divisions[division].order
    if order == DEFENCE:
        return None
    foes = [hex_ for hex_ in state.piles if state.holds(enemy(side), hex_)] if order == ATTACK else []
    far = state.scenario.board.distance
    goal = min(foes or state.scenario.towns, key=lambda hex_: (far(start, hex_), hex_), default=start)
    return goal if goal != start else None


def groups(state: State, actors: Iterable[str]) -> Mapping[str, tuple[str, ...]]:
    """The counters and leaders among those who may act, by division; who is of none by side."""
    found: dict[str, list[str]] = {}
    for unit in actors:
        counter = state.scenario.counters.get(unit)
        if counter is not None:
            found.setdefault(counter.division or counter.side, []).append(unit)
    return {name: tuple(units) for name, units in sorted(found.items())}
