"""Lines of supply: who can trace one as the position is now, and along which hexes (RIF-10.2 to 10.4)."""

from collections import deque
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from pbem.rules.rif1926.scenario import Scenario
from pbem.rules.rif1926.sequence import ALLIED, RIF
from pbem.rules.rif1926.state import State

Back = Mapping[str, str | None]
"""The hexes that lines lead to, each with the hex before it on the way from where they begin; None where they do."""


def in_supply(state: State, side: str) -> frozenset[str]:
    """The ground units of a side on the map that can trace a line of supply now."""
    return _allied_supply(state).units if side == ALLIED else _rif_supply(state)


def supplied_at(state: State, unit: str, at: str) -> bool:
    """Whether a unit would be in supply in a hex, as the position is now (RIF-9.15)."""
    counter = state.counter(unit)
    if counter.side == RIF:
        return bool(state.scenario.board.masks.bit[at] & supplied_hexes(state, state.scenario.tribe_of_unit[unit]))
    return at in lines_of(state, counter.nation) or _relayed(state, unit, state.scenario.board.masks.bit[at])


def first_supplied(state: State, unit: str, hexes: Sequence[str]) -> str:
    """The first of some free hexes in which a unit would be in supply; where it would be in none, the first."""
    if len(hexes) == 1 or _alike(state, unit, hexes):
        return hexes[0]
    return next((hex_ for hex_ in hexes if supplied_at(state, unit, hex_)), hexes[0])


def _alike(state: State, unit: str, hexes: Sequence[str]) -> bool:
    """Whether it is plain that a unit would be in supply in all of some free hexes, or in none (RIF-10.2, 10.4).

    A line of the Rif leads on from each free hex to those that touch it.
    """
    masks, first, counter = state.scenario.board.masks, hexes[0], state.counter(unit)
    if counter.side != RIF:
        own = lines_of(state, counter.nation)
        return not any(hex_ in own for hex_ in hexes) and not _relayed(state, unit, masks.of(hexes))
    others = masks.of(hexes[1:])
    if not others & ~masks.near[first]:
        return True  # mostly two that touch: no need to look for ways round
    return not others & ~masks.flood(masks.bit[first], others | masks.bit[first])


def supply_lines(state: State, side: str) -> Mapping[str, tuple[str, ...]]:
    """A shortest line of supply of each unit of a side that has one: hexes, from its source or town to the unit."""
    return _allied_lines(state) if side == ALLIED else _rif_lines(state)


def _way(back: Back, to: str) -> tuple[str, ...]:
    """The hexes of a line, from where it begins."""
    way, here = [to], back[to]
    while here is not None:
        way.append(here)
        here = back[here]
    return tuple(reversed(way))


# The Allies ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Supplied:
    """Who is in supply; of hexes that others supply, the hex of those who do."""

    units: frozenset[str]
    relays: Mapping[str, str]


def _allied_supply(state: State) -> _Supplied:
    """By road or rail to a source, or by a chain of units each of which traces itself (RIF-10.2, 10.3)."""
    return state.known("", "supply", _find_allied_supply)


def _find_allied_supply(state: State) -> _Supplied:
    scenario, stacks = state.scenario, state.stacks
    masks, far = scenario.board.masks, scenario.tables["relay-distance"]
    lines = {nation: lines_of(state, nation) for nation in scenario.sources}
    held = [*masks.hexes(state.held[ALLIED])]
    found = {unit for at in held for unit in stacks[at] if at in lines[scenario.counters[unit].nation]}  # RIF-10.3
    waiting = masks.of(at for at in held if not found.issuperset(stacks[at]))
    fresh = deque(at for at in held if any(unit in found for unit in _givers(state, at))) if waiting else deque[str]()
    reached, free = dict[str, str](), state.free(ALLIED)
    while fresh:
        relay = fresh.popleft()
        near = waiting & scenario.board.disc(relay, far)
        for ring in _rings(scenario, relay, free) if near else ():
            for hex_ in masks.hexes(ring & near):
                reached[hex_] = relay
                if any(unit not in found for unit in _givers(state, hex_)):
                    fresh.append(hex_)
                found.update(stacks[hex_])  # RIF-10.2
            waiting &= ~ring
    return _Supplied(frozenset(found), reached)


def _is_direct(state: State, unit: str, at: str) -> bool:
    """Whether a unit is supplied in its hex without another (RIF-10.3)."""
    return at in lines_of(state, state.counter(unit).nation)


def _givers(state: State, hex_: str) -> list[str]:
    """The units of a hex that pass supply on as soon as they have it: those that are not dispersed."""
    return [unit for unit in state.stacks[hex_] if not state.units[unit].dispersed]


def _relayed(state: State, unit: str, ends: int) -> bool:
    """Whether others would supply a unit in one of some hexes: the chain is gone back, from giver to giver, to a line.

    Nobody is supplied by a chain that begins with himself: the others' chains do, wherever he is.
    """
    scenario, free, left = state.scenario, state.free(ALLIED), state.held[ALLIED]
    masks = scenario.board.masks
    while ends:
        near = ends
        for _ in range(scenario.tables["relay-distance"]):
            near |= masks.around(near) & free  # RIF-10.2: all hexes of a way but the last are free
        ends = 0
        for relay in masks.hexes(near & left):
            givers = [giver for giver in _givers(state, relay) if giver != unit]
            if any(_is_direct(state, giver, relay) for giver in givers):
                return True  # RIF-10.2
            if givers:
                ends |= masks.bit[relay]
        left &= ~near
    return False


def _allied_lines(state: State) -> Mapping[str, tuple[str, ...]]:
    supplied = _allied_supply(state)
    return {unit: _allied_line(state, supplied.relays, unit) for unit in sorted(supplied.units)}


def _allied_line(state: State, relays: Mapping[str, str], unit: str) -> tuple[str, ...]:
    """The line of a unit in supply: its own, or that of those who supply its hex and on from them."""
    at, own = state.hex_of(unit), lines_of(state, state.counter(unit).nation)
    if at in own:
        return _way(own, at)
    relay = relays[at]
    givers = [giver for giver in state.stacks[relay] if not state.units[giver].dispersed]
    direct = [giver for giver in givers if relay in lines_of(state, state.counter(giver).nation)]
    first = _allied_line(state, relays, (direct or givers)[0])
    return (*first, *_way(relay_hexes(state, relay), at)[1:])


def lines_of(state: State, nation: str) -> Back:
    """The hexes in which a unit of a nation is supplied without another: sources, and roads that lead to one."""
    scenario = state.scenario
    return state.known(
        RIF, f"lines {nation}", lambda s: scenario.road_lines(nation, s.free(ALLIED) & scenario.ways_of[nation])
    )


def relay_hexes(state: State, relay: str) -> Back:
    """The hexes to which a unit that is in supply passes it on, its own and those two away at most (RIF-10.2)."""
    masks, neighbours = state.scenario.board.masks, state.scenario.board.neighbours
    free, found, edge = state.free(ALLIED), dict[str, str | None]({relay: None}), [relay]
    for ring in [*_rings(state.scenario, relay, free)][1:]:
        steps = {after: here for here in reversed(edge) if masks.bit[here] & free for after in neighbours[here]}
        edge = [*masks.hexes(ring)]
        found |= {after: steps[after] for after in edge}
    return found


def _rings(scenario: Scenario, relay: str, free: int) -> Iterator[int]:
    """The same hexes as bits by how far they are, the relay's own first."""
    masks = scenario.board.masks
    found = ring = masks.bit[relay]
    yield ring
    for _ in range(scenario.tables["relay-distance"]):
        ring = masks.around(ring & free) & ~found  # RIF-10.2
        found |= ring
        yield ring


# The Rif ---------------------------------------------------------------------------------------------------------


def _rif_supply(state: State) -> frozenset[str]:
    """Over any number of free hexes to a town of the unit's own zone, or to any town (RIF-10.4)."""
    units, tribe, bit = state.units, state.scenario.tribe_of_unit, state.scenario.board.masks.bit
    hexes = {each: supplied_hexes(state, each) for each in {*tribe.values()}}  # RIF-10.4
    return frozenset(u for u in state.ground(RIF) if (at := units[u].at) is not None and bit[at] & hexes[tribe[u]])


def rif_sources(state: State, unit: str) -> tuple[str, ...]:
    """The hexes of the towns that supply a Rif unit (RIF-10.4)."""
    return state.scenario.towns_for[state.scenario.tribe_of_unit[unit]]


def _rif_lines(state: State) -> Mapping[str, tuple[str, ...]]:
    ends: dict[str, tuple[str, tuple[str, ...]]] = {}
    for unit in sorted(_rif_supply(state)):
        ends[unit] = (state.hex_of(unit), rif_sources(state, unit))
    ways = {each: _rif_line(state, *each) for each in sorted(set(ends.values()))}
    return {unit: ways[at] for unit, at in ends.items()}


def _rif_line(state: State, at: str, sources: Collection[str]) -> tuple[str, ...]:
    """The line to a hex from the nearest of the towns that it traces to."""
    neighbours, free = state.scenario.board.neighbours, {*state.scenario.board.masks.hexes(state.free(RIF))}
    back: dict[str, str | None] = {at: None}
    queue = deque(back)
    while queue:
        here = queue.popleft()
        if here in sources:
            return tuple(reversed(_way(back, here)))
        for after in sorted(neighbours[here]):
            if after in free and after not in back:
                back[after] = here
                queue.append(after)
    raise ValueError(f"no line of supply leads to {at}")


def supplied_hexes(state: State, tribe: str) -> int:
    """The hexes from which a Rif line leads to a town of a tribe, of "" to any, as bits: all but the first are free.

    A town itself is reached by who stands in it, free or not.
    """
    return state.known(ALLIED, f"supplied by {tribe}", partial(_supplied_hexes, tribe=tribe))


def _supplied_hexes(state: State, tribe: str) -> int:
    masks = state.scenario.board.masks
    towns = masks.of(state.scenario.towns_for[tribe])
    joined = _joined(state, towns)
    return towns | joined | masks.around(joined)


def led_to(state: State, hexes: int) -> int:
    """The hexes to which Rif lines lead from some hexes, as bits: these, and all free ones that are joined to them."""
    return hexes | _joined(state, hexes | state.scenario.board.masks.around(hexes))


def _joined(state: State, hexes: int) -> int:
    """The free hexes among some, and all free ones that are joined to them."""
    found = 0
    for region in state.known(ALLIED, "regions", _regions):
        if region & hexes:
            found |= region
    return found


def _regions(state: State) -> tuple[int, ...]:
    """The hexes that are free for the Rif in parts: a line leads from all to all of one."""
    return tuple(state.scenario.board.masks.parts(state.free(RIF)))
