"""Command: who is in command, the orders of divisions, and what becomes of leaders (NAP-2)."""

from collections.abc import Iterable, Iterator

from pbem.rules.napoleonic import events as facts
from pbem.rules.napoleonic.scenario import ATTACK
from pbem.rules.napoleonic.state import Division, State


def commanded(state: State) -> frozenset[str]:
    """The counters on the map that are in command as things stand (NAP-2.2)."""
    counters = state.scenario.counters
    of = {name: _commander(state, name, division) for name, division in state.divisions.items()}
    found = []
    for pile in state.piles.values():
        for unit in pile:
            leader = of.get(counters[unit].division, ALWAYS)
            if leader == ALWAYS or (leader is not None and commands(state, leader, unit)):
                found.append(unit)  # NAP-2.2
    return frozenset(found)


ALWAYS = ""
"""Who commands a division whose counters are in command wherever they are."""


def _commander(state: State, name: str, division: Division) -> str | None:
    """Who must be near the counters of a division: its leader, or where that has none the chief (NAP-2.2)."""
    if state.scenario.tables["divisions"].get(name, {}).get("always", False):
        return ALWAYS  # NAP-15.1
    return leader_of(state, division) or chief(state, division.side)


def commands(state: State, leader: str, unit: str) -> bool:
    """Whether a unit is within the range of a leader on the map (NAP-2.2)."""
    numbers = state.scenario.numbers
    apart = state.scenario.apart[numbers[state.hex_of(leader)] - numbers[state.hex_of(unit)]]
    return apart <= state.counter(leader).range  # NAP-2.2


def leader_of(state: State, division: Division) -> str | None:
    """The leader of a division, if he is on the map."""
    leader = division.leader
    return leader if leader is not None and state.on_map(leader) else None


def chief(state: State, side: str) -> str | None:
    """The commander-in-chief of a side, if he is on the map."""
    found = (unit for unit, c in sorted(state.scenario.counters.items()) if c.chief and c.side == side)
    return next((unit for unit in found if state.on_map(unit)), None)


def members(state: State, division: str) -> tuple[str, ...]:
    """The counters of a division, by id, wherever they are; no leaders."""
    counters = state.scenario.counters
    return tuple(sorted(u for u, c in counters.items() if c.division == division and not c.is_leader))


def on_map(state: State, division: str) -> tuple[str, ...]:
    """The counters of a division on the map, by id."""
    return tuple(unit for unit in members(state, division) if state.on_map(unit))


def shown(state: State, units: Iterable[str]) -> Iterator[facts.OrderShown]:
    """That what these counters do shows the orders of their divisions."""
    for name in dict.fromkeys(state.counter(unit).division for unit in units):
        division = state.divisions.get(name)
        if division is not None and not division.shown:
            yield facts.OrderShown(division=name, order=division.order)


def attacks(state: State, unit: str) -> bool:
    """Whether a counter has an attack order (NAP-2.1)."""
    return state.order_of(unit) == ATTACK


def leaders_at(state: State, hexes: Iterable[str], side: str) -> tuple[str, ...]:
    """The leaders of a side in these hexes, by id."""
    found = (leader for hex_ in dict.fromkeys(hexes) for leader in state.leaders.get(hex_, ()))
    return tuple(sorted(leader for leader in found if state.counter(leader).side == side))


def best_morale(state: State, hex_: str, side: str) -> tuple[str, int] | None:
    """The leader of highest morale factor in a hex, and what he adds: 0 counts 1 (NAP-9.2, 12.3)."""
    leaders = leaders_at(state, (hex_,), side)
    if not leaders:
        return None
    best = min(leaders, key=lambda leader: (-state.morale_of(leader), leader))  # NAP-9.2
    factor = max(1, state.morale_of(best))
    return best, 1 if state.scenario.options["leader-morale"] == "one" else factor  # NAP-9.2
