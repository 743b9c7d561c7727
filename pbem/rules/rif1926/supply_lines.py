"""Lines of supply: who can trace one as the position is now, and along which hexes (RIF-10.2 to 10.4)."""

from collections import deque
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import partial

from pbem.rules.rif1926.sequence import ALLIED, RIF
from pbem.rules.rif1926.state import Hexes, State

Back = Mapping[str, str | None]
"""The hexes that lines lead to, each with the hex before it on the way from where they begin; None where they do."""


def in_supply(state: State, side: str) -> frozenset[str]:
    """The ground units of a side on the map that can trace a line of supply now."""
    return _allied_supply(state).units if side == ALLIED else _rif_supply(state)


def supplied_at(state: State, unit: str, at: str) -> bool:
    """Whether a unit would be in supply in a hex, as the position is now (RIF-9.15)."""
    counter = state.counter(unit)
    if counter.side == RIF:
        return traces(state, at, rif_sources(state, unit))
    return at in lines_of(state, counter.nation) or _relayed(state, unit, at)


def alike(state: State, unit: str, hexes: Collection[str]) -> bool:
    """Whether it is plain that a unit would be in supply in all of some free hexes, or in none (RIF-10.4).

    A line of the Rif leads on from each free hex to those that touch it; nothing is known of who waits for a relay.
    """
    if len(hexes) < 2:
        return True
    return state.counter(unit).side == RIF and len(_touching(set(hexes), state.scenario.board.neighbours)) == 1


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
    held, counters = state.hexes_of(ALLIED), state.scenario.counters
    lines = {nation: lines_of(state, nation) for nation in state.scenario.sources}
    found = {unit for hex_ in held for unit in state.stacks[hex_] if hex_ in lines[counters[unit].nation]}  # RIF-10.3
    reached: dict[str, str] = {}
    fresh = deque(hex_ for hex_ in sorted(held) if any(unit in found for unit in _givers(state, hex_)))
    while fresh:
        relay = fresh.popleft()
        for hex_ in [hex_ for hex_ in relay_hexes(state, relay) if hex_ in held and hex_ not in reached]:
            reached[hex_] = relay
            if any(unit not in found for unit in _givers(state, hex_)):
                fresh.append(hex_)
            found.update(state.stacks[hex_])  # RIF-10.2
    return _Supplied(frozenset(found), reached)


def _is_direct(state: State, unit: str, at: str) -> bool:
    """Whether a unit is supplied in its hex without another (RIF-10.3)."""
    return at in lines_of(state, state.counter(unit).nation)


def _givers(state: State, hex_: str) -> list[str]:
    """The units of a hex that pass supply on as soon as they have it: those that are not dispersed."""
    return [unit for unit in state.stacks[hex_] if not state.units[unit].dispersed]


def _relayed(state: State, unit: str, at: str) -> bool:
    """Whether others would supply a unit in a hex: the chain is gone back, from giver to giver, to one with a line.

    Nobody is supplied by a chain that begins with himself: the others' chains do, wherever he is.
    """
    board, most = state.scenario.board, state.scenario.tables["relay-distance"]
    ends, tried = deque([at]), set[str]()
    while ends:
        end = ends.popleft()
        for relay in board.within(end, most):
            if relay in tried or not state.held_by(ALLIED, relay) or end not in relay_hexes(state, relay):
                continue
            givers = [giver for giver in _givers(state, relay) if giver != unit]
            if any(_is_direct(state, giver, relay) for giver in givers):
                return True  # RIF-10.2
            if givers:
                ends.append(relay)
            tried.add(relay)
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
    find, mend = partial(_lines, nation=nation), partial(_mended_lines, nation=nation)
    found: _Lines = state.mended(RIF, f"lines {nation}", find, mend)
    return found.back


@dataclass(frozen=True, slots=True)
class _Lines:
    """The hexes that lines by road and rail lead to; the hexes of roads, railways and sources that are free."""

    back: Back
    free: Hexes


def _lines(state: State, nation: str) -> _Lines:
    scenario = state.scenario
    free = frozenset(state.free_of(ALLIED, {*scenario.tracks, *scenario.sources[nation]}))
    return _Lines(road_hexes(state, nation, free), free)


def _mended_lines(state: State, before: _Lines, hexes: Hexes, nation: str) -> _Lines:
    """The lines as they were, where no hex that they lead to has become free or not."""
    scenario = state.scenario
    near = hexes.union(*(scenario.board.neighbours[hex_] for hex_ in hexes))
    near = near.intersection((*scenario.tracks, *scenario.sources[nation]))
    free = before.free.difference(near).union(state.free_of(ALLIED, near))
    if free == before.free:
        return before
    changed = before.free ^ free
    return _Lines(before.back if changed.isdisjoint(before.back) else road_hexes(state, nation, free), free)


def road_hexes(state: State, nation: str, free: Collection[str]) -> Back:
    """The sources of a nation, and the hexes from which a unit traces to one along roads and railways (RIF-10.2, 10.3).

    A hex that is not free ends a line: who stands in it is supplied, who stands behind it, or outside such a source,
    is not.
    """
    tracks, sources = state.scenario.tracks, sorted(state.scenario.sources[nation])
    found: dict[str, str | None] = dict.fromkeys(sources)
    queue = deque(hex_ for hex_ in sources if hex_ in free)  # RIF-10.3
    while queue:
        here = queue.popleft()
        for after in tracks.get(here, ()):
            if after not in found:
                found[after] = here  # RIF-10.2
                if after in free:
                    queue.append(after)
    return found


def relay_hexes(state: State, relay: str) -> Back:
    """The hexes to which a unit that is in supply passes it on: its own, and those two away at most (RIF-10.2)."""
    found = state.mended(RIF, "relays", _no_relays, _mended_relays)  # filled as it is asked for
    if relay not in found:
        found[relay] = _relay_hexes(state, relay)
    return found[relay]


def _no_relays(state: State) -> dict[str, Back]:
    return {}


def _mended_relays(state: State, before: dict[str, Back], hexes: Hexes) -> dict[str, Back]:
    """The relays as they were, but for those so near to a change that a hex that they lead over may be free or not."""
    board, far = state.scenario.board, state.scenario.tables["relay-distance"]
    near = {relay for hex_ in hexes for relay in board.within(hex_, far)}
    return {relay: found for relay, found in before.items() if relay not in near}


def _relay_hexes(state: State, relay: str) -> Back:
    neighbours = state.scenario.board.neighbours
    found: dict[str, str | None] = {relay: None}
    edge = [relay]
    for _ in range(state.scenario.tables["relay-distance"]):
        free = state.free_of(ALLIED, reversed(edge))
        steps = {after: here for here in free for after in neighbours[here]}  # RIF-10.2
        edge = [after for after in sorted(steps) if after not in found]
        found |= {after: steps[after] for after in edge}
    return found


# The Rif ---------------------------------------------------------------------------------------------------------


def _rif_supply(state: State) -> frozenset[str]:
    """Over any number of free hexes to a town of the unit's own zone, or to any town (RIF-10.4)."""
    units = state.ground(RIF)
    return frozenset(unit for unit in units if traces(state, state.hex_of(unit), rif_sources(state, unit)))  # RIF-10.4


def rif_sources(state: State, unit: str) -> tuple[str, ...]:
    """The hexes of the towns that supply a Rif unit (RIF-10.4)."""
    scenario = state.scenario
    tribe = scenario.tribe_of_group.get(scenario.counters[unit].group)
    towns: Iterable[str] = scenario.towns_of[tribe] if tribe is not None else scenario.towns
    return tuple(scenario.towns[town] for town in towns)  # RIF-10.4


def _rif_lines(state: State) -> Mapping[str, tuple[str, ...]]:
    ends: dict[str, tuple[str, tuple[str, ...]]] = {}
    for unit in sorted(_rif_supply(state)):
        ends[unit] = (state.hex_of(unit), rif_sources(state, unit))
    ways = {each: _rif_line(state, *each) for each in sorted(set(ends.values()))}
    return {unit: ways[at] for unit, at in ends.items()}


def _rif_line(state: State, at: str, sources: Collection[str]) -> tuple[str, ...]:
    """The line to a hex from the nearest of the towns that it traces to."""
    neighbours, free = state.scenario.board.neighbours, state.free(RIF)
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


def traces(state: State, at: str, goals: Iterable[str]) -> bool:
    """Whether a Rif line leads from a hex to one of the goals: each hex but the first must be free.

    A goal itself is reached by who stands in it, free or not.
    """
    found, near = regions(state), regions_at(state, at)
    return any(goal == at or found.get(goal, -1) in near for goal in goals)


def regions_at(state: State, at: str) -> frozenset[int]:
    """The regions into which a Rif line leads from a hex."""
    found = regions(state)
    return frozenset(found[hex_] for hex_ in (at, *state.scenario.board.neighbours[at]) if hex_ in found)


def regions(state: State) -> Mapping[str, int]:
    """The hexes that are free for the Rif, each with the number of its region: a line leads from all to all of one."""
    return state.mended(ALLIED, "regions", _regions, _mended_regions)


def _regions(state: State) -> Mapping[str, int]:
    neighbours, left = state.scenario.board.neighbours, set(state.free(RIF))
    found: dict[str, int] = {}
    while left:
        region = [min(left)]
        left.difference_update(region)
        for here in region:  # it grows meanwhile
            for after in neighbours[here]:
                if after in left:
                    left.discard(after)
                    region.append(after)
        found |= dict.fromkeys(region, len(found))
    return found


def _mended_regions(state: State, before: Mapping[str, int], hexes: Hexes) -> Mapping[str, int]:
    """The regions after the Allies came to or left these hexes: some are cut in two, some are joined."""
    neighbours = state.scenario.board.neighbours
    near = sorted(hexes.union(*(neighbours[hex_] for hex_ in hexes)))
    free = state.free_of(RIF, near)
    shut = [hex_ for hex_ in near if hex_ in before and hex_ not in free]
    opened = [hex_ for hex_ in free if hex_ not in before]
    if not shut and not opened:
        return before
    found = dict(before)
    for hex_ in shut:
        del found[hex_]
    for number in sorted({before[hex_] for hex_ in shut}):
        ends = sorted({end for hex_ in shut for end in neighbours[hex_] if found.get(end) == number})
        for part in cut_off(found, neighbours, ends):
            found |= dict.fromkeys(part, max(found.values()) + 1)
    for hex_ in opened:
        around = sorted({found[after] for after in neighbours[hex_] if after in found})
        found[hex_] = around[0] if around else max(found.values(), default=0) + 1
        for number in around[1:]:
            found = {each: around[0] if its == number else its for each, its in found.items()}
    return found


def cut_off(
    region: Mapping[str, int], neighbours: Mapping[str, tuple[str, ...]], ends: Iterable[str]
) -> list[set[str]]:
    """The parts of a region in which some of its hexes lie, all but one: that from which they are cut off.

    Floods rise from all the hexes in step and flow together, so that none fills more than it must; those from hexes
    that touch are one from the start, and mostly that is all.
    """
    floods = deque((part, set(part)) for part in _touching(set(ends), neighbours))
    cut = []
    while len(floods) > 1:
        filled, edge = floods.popleft()
        edge = region.keys() & set().union(*(neighbours[here] for here in edge)) - filled
        if not edge:
            cut.append(filled)
            continue
        filled |= edge
        for met in [other for other in floods if not edge.isdisjoint(other[0])]:
            floods.remove(met)
            filled |= met[0]
            edge |= met[1]
        floods.append((filled, edge))
    return cut


def _touching(left: set[str], neighbours: Mapping[str, tuple[str, ...]]) -> list[set[str]]:
    """Some hexes in groups of those that touch, directly or by others of them."""
    parts = []
    while left:
        queue = [min(left)]
        part = set(queue)
        left -= part
        while queue:
            after = left.intersection(neighbours[queue.pop()])
            left -= after
            part |= after
            queue += after
        parts.append(part)
    return parts
