"""Massing: which counters the bot brings up for which assault, before the others move (NAP-11.1)."""

from collections.abc import Sequence

from pbem.bots.napoleonic.assault import LEAST, best_group
from pbem.bots.napoleonic.plan import Plan
from pbem.rules.napoleonic.assault import takes_part
from pbem.rules.napoleonic.command import attacks
from pbem.rules.napoleonic.odds import Stack, through_flank
from pbem.rules.napoleonic.sequence import enemy
from pbem.rules.napoleonic.state import State
from pbem.rules.napoleonic.turns import movers

REACH = 5  # hexes from which counters come to an assault
MOST = 6  # counters that are tried for one assault
PLACES = 3  # hexes beside the enemy that each of them tries


def muster(plan: Plan, side: str) -> None:
    """Bring counters up to the hexes whose assault is worth most, one target after the other."""
    board, foe = plan.state.scenario.board, enemy(side)
    able = [u for u in movers(plan.state, side) if u not in plan.moved and _can_assault(plan.state, u)]
    reach = {
        at: [u for u in able if board.distance(plan.state.hex_of(u), at) <= REACH]
        for at in sorted(h for h in plan.state.piles if plan.state.holds(foe, h))
    }
    ranked = [(_prospect(plan, at, units)[0], at) for at, units in reach.items() if _enough(plan.state, at, units)]
    for value, at in sorted(ranked, key=lambda each: (-each[0], each[1])):
        if value < LEAST:
            return
        value, places = _prospect(plan, at, [u for u in reach[at] if u not in plan.moved])
        if value >= LEAST:
            for unit, hex_ in places.items():
                _bring(plan, unit, hex_, at)


def _can_assault(state: State, unit: str) -> bool:
    fit = state.on_map(unit) and not state.counter(unit).is_leader and takes_part(state, unit)
    return fit and attacks(state, unit) and state.in_command(unit)


def _enough(state: State, at: str, units: Sequence[str]) -> bool:
    return 2 * sum(map(state.pf, units)) >= sum(map(state.pf, state.pile(at)))


def _prospect(plan: Plan, at: str, units: Sequence[str]) -> tuple[int, dict[str, str]]:
    """The worth of the best assault of a hex by these counters, and the hex from which each takes part."""
    state, board = plan.state, plan.state.scenario.board
    options = []
    for unit in sorted(units, key=lambda u: (board.distance(state.hex_of(u), at), -state.pf(u), u))[:MOST]:
        open_ = [h for h in board.neighbours[at] if h == state.hex_of(unit) or h in plan.ways(unit)]
        options += [(unit, hex_) for hex_ in sorted(open_, key=lambda h: (not through_flank(state, h, at), h))[:PLACES]]
    chosen: dict[str, str] = {}
    value = -1000
    while True:
        tried = [
            (best_group(state, at, _stacks({**chosen, unit: hex_}))[0], unit, hex_)
            for unit, hex_ in options
            if unit not in chosen
        ]
        best = max(tried, default=(-1000, "", ""))
        if (best[0] <= value and chosen) or not best[1]:
            return value, chosen
        value, chosen = best[0], {**chosen, best[1]: best[2]}


def _stacks(places: dict[str, str]) -> list[Stack]:
    return [Stack(hex_, tuple(u for u, at in places.items() if at == hex_)) for hex_ in sorted(set(places.values()))]


def _bring(plan: Plan, unit: str, hex_: str, at: str) -> None:
    """Bring a counter to a hex, its front to the enemy's."""
    facing = plan.state.scenario.direction[hex_, at]
    if plan.state.hex_of(unit) == hex_:
        if (facing - plan.state.units[unit].facing) % 6 not in (0, 1, 5):
            plan.face(unit, facing)
        plan.moved.add(unit)
    elif hex_ in plan.ways(unit):
        plan.go(unit, plan.ways(unit)[hex_], facing)
