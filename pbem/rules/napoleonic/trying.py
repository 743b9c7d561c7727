"""Positions that are only tried: what if these counters had another formation."""

from collections.abc import Iterable

from pbem.kit.frozen import alter
from pbem.rules.napoleonic.state import State


def with_formation(state: State, units: Iterable[str], formation: str) -> State:
    """The position with another formation of some counters."""
    changed = {unit: alter(state.units[unit], formation=formation) for unit in units}
    return alter(state, units={**state.units, **changed}, _known={})
