"""Where those go who neither attack nor keep a town: back into supply, onto the map, on towards their goals."""

from collections.abc import Iterable, Sequence

from pbem.bots.gaps import FAR, hops
from pbem.bots.rif1926.aims import gap
from pbem.bots.rif1926.marching import LOOKED_AT, March, goals_of
from pbem.rules.rif1926.movement import entry_hexes, judge_enter
from pbem.rules.rif1926.orders import Enter
from pbem.rules.rif1926.state import has_room
from pbem.rules.rif1926.supply_lines import in_supply

CREW = 2  # how much farther a goal counts for each unit that already goes there


def come_back(march: March) -> None:
    """Bring those that are out of supply back to where there is some, else towards their own."""
    out = [u for u in march.left() if u in march.ways and u not in in_supply(march.state, march.side)]
    fed = {march.state.hex_of(u) for u in in_supply(march.state, march.side)}
    far = hops(march.state.scenario.board.neighbours, fed) if out else {}
    for unit in out:
        state, ways = march.state, march.ways[unit]
        hexes = [hex_ for hex_ in ways if not state.in_zone(march.side, hex_)]
        ranked = sorted(hexes, key=lambda hex_: (far.get(hex_, 0), len(ways[hex_]), hex_))
        if not any(march.go(unit, hex_) for hex_ in ranked[:LOOKED_AT] if hex_ != state.hex_of(unit)) and ranked:
            march.go(unit, ranked[0], supplied=False)


def go_on(march: March) -> None:
    """Send all others of the line towards their goals, the nearest first, not all to the same."""
    goals = list(goals_of(march.state, march.side))
    crowd = dict.fromkeys(goals, 0)
    units = [u for u in march.free if march.state.counter(u).is_ground and march.state.counter(u).type != "artillery"]
    for unit in sorted(units, key=lambda u: (_nearest(march, u, goals), u)):
        wanted = [goal for goal in goals if march.may_want(unit, goal)] or goals
        here = march.state.units[unit].at
        if here is None:
            enter(march, unit, wanted)
            continue
        goal = min(wanted, key=lambda each: (gap(march.state, here, each) + CREW * crowd[each], each), default=None)
        if goal is None:
            continue
        crowd[goal] += 1
        _towards(march, unit, (goal,))


def _nearest(march: March, unit: str, goals: Iterable[str]) -> int:
    here = march.state.units[unit].at
    return FAR if here is None else gap(march.state, here, *goals)


def enter(march: March, unit: str, goals: Sequence[str]) -> None:
    """Bring a unit onto the map, by the entry hex nearest to its goals."""
    hexes = [hex_ for hex_ in entry_hexes(march.state, march.side) if has_room(march.state, unit, hex_)]
    nearest = min(
        hexes,
        key=lambda hex_: (min((gap(march.state, hex_, goal) for goal in goals), default=0), hex_),
        default=None,
    )
    if nearest is not None and march.take(judge_enter(march.state, march.side, Enter(unit=unit, at=nearest))):
        march.free.pop(unit)


def _towards(march: March, unit: str, goals: Sequence[str]) -> None:
    """The hex nearest to a goal that is in cover and out of the enemy's zone."""
    state = march.state
    if not march.may_leave(unit) and unit not in march.leaving:
        return
    rank = {hex_: _rank(march, hex_, goals) for hex_ in march.ways[unit]}
    stay = (1, 0) if unit in march.leaving else rank[state.hex_of(unit)]
    best = sorted(rank, key=lambda hex_: (rank[hex_], hex_))
    for hex_ in best[:LOOKED_AT]:
        if rank[hex_] >= stay and unit not in march.leaving:
            break
        if hex_ != state.hex_of(unit) and march.go(unit, hex_):
            return


def _rank(march: March, hex_: str, goals: Sequence[str]) -> tuple[int, int]:
    state, words = march.state, march.state.scenario.board.terrain[hex_]
    cover = 2 * ("trench" in words) + ("mountain" in words)
    risky = state.in_zone(march.side, hex_)
    return int(risky), 2 * min(gap(state, hex_, goal) for goal in goals) - cover
