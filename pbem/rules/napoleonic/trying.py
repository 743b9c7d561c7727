"""Positions that are only tried: what if these counters had another formation."""

from collections.abc import Iterable
from dataclasses import replace

from pbem.rules.napoleonic.state import State


def with_formation(state: State, units: Iterable[str], formation: str) -> State:
    """The position with another formation of some counters."""
    changed = {unit: replace(state.units[unit], formation=formation) for unit in units}
    return replace(state, units={**state.units, **changed}, _known={})
