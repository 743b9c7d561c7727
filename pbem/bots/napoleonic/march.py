"""The bot's movement: who goes out, who masses for an assault, then each counter to where it is wanted."""

from collections.abc import Sequence

from pbem.bots.napoleonic.aims import Aims, aims_of, facing_for, foes_near, strengths
from pbem.bots.napoleonic.assault import LEAST, assaults, best_group
from pbem.bots.napoleonic.charges import best_charge, riders
from pbem.bots.napoleonic.guns import serve
from pbem.bots.napoleonic.plan import Plan
from pbem.core.orders import Order
from pbem.rules.napoleonic.assault import takes_part
from pbem.rules.napoleonic.command import attacks, leader_of
from pbem.rules.napoleonic.ground import gives_cover
from pbem.rules.napoleonic.odds import Stack, through_flank
from pbem.rules.napoleonic.orders import Move
from pbem.rules.napoleonic.paths import Walk
from pbem.rules.napoleonic.sequence import enemy
from pbem.rules.napoleonic.state import NORMAL, ROUTED, State
from pbem.rules.napoleonic.turns import movers

STEP = 10  # what a hex nearer to where it is wanted is worth to a counter
COVER, HEIGHT, COMMAND = 6, 3, 25  # what wood and buildings, a level, and the leader's range are worth
ABOUT = 3  # hexes within which the strength of both sides is compared
SHORT, FEAR = 2, 60  # what a strength point too few costs, and the most that it can
REACH = 5  # hexes from which counters come to an assault
FAR = 9999  # worse than any place on the map
CALM = 8  # hexes within which no enemy leaves a counter at its post where it is
TRIES = 6  # places that a counter tries
MOST = 6  # counters that are tried for one assault


def movements(state: State, side: str) -> list[Order]:
    """All orders of a movement phase, in the order in which they are to be carried out; assaults last."""
    plan, aims = Plan(state, side), aims_of(state, side)
    _leave(plan, side)
    for hex_ in riders(plan.state, side):
        if best_charge(plan.state, side, hex_) >= LEAST:
            plan.moved.update(plan.state.pile(hex_))
    _muster(plan, side)
    units = [u for u in movers(plan.state, side) if u not in plan.moved and not plan.state.counter(u).is_leader]
    for unit in sorted(units, key=lambda u: (_start_gap(plan.state, aims, u), u)):
        if plan.state.is_guns(unit):
            serve(plan, aims, unit)
        else:
            _place(plan, aims, unit)
    for unit in movers(plan.state, side):
        if plan.state.counter(unit).is_leader:
            _lead(plan, aims, unit)
    return [*plan.orders, *assaults(plan.state, side)]


def _start_gap(state: State, aims: Aims, unit: str) -> int:
    at = state.units[unit].at
    return 999 if at is None else aims.distance(state, unit, at)


def _leave(plan: Plan, side: str) -> None:
    """Who can leave the map by an exit does (NAP-15.5)."""
    exits = plan.state.scenario.exits
    for unit in movers(plan.state, side) if side == "french" else ():
        at = plan.state.units[unit].at
        if at is None or plan.state.counter(unit).is_leader or (plan.state.is_guns(unit) and _is_deployed(plan, unit)):
            continue
        if at in exits:
            plan.give(Move(unit=unit, path=(at,), exit=True))
        elif min((plan.state.scenario.board.distance(at, h) for h in exits), default=FAR) <= REACH + 2:
            for hex_ in sorted(exits & set(plan.ways(unit)), key=lambda h: sum(plan.ways(unit)[h].costs)):
                if plan.give(Move(unit=unit, path=plan.ways(unit)[hex_].path[1:], exit=True)):
                    break
        if plan.state.units[unit].status == "exited":
            plan.moved.add(unit)


def _is_deployed(plan: Plan, unit: str) -> bool:
    return plan.state.units[unit].formation == "deployed"


# Massing for an assault --------------------------------------------------------------------------------------------


def _muster(plan: Plan, side: str) -> None:
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
        options += [(unit, hex_) for hex_ in sorted(open_, key=lambda h: (not through_flank(state, h, at), h))[:3]]
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


# Each by itself ----------------------------------------------------------------------------------------------------


def _place(plan: Plan, aims: Aims, unit: str) -> None:
    """Move a counter to the hex that suits it best, and turn it to the enemy."""
    state, here = plan.state, plan.state.units[unit].at
    if here is not None and not aims.distance(state, unit, here) and not foes_near(state, aims.side, here, CALM):
        return
    ways, odds = plan.ways(unit), outnumbered(state, aims.side)
    worth = {h: place_worth(state, aims, unit, h) - odds.get(h, 0) - way.costs[0] for h, way in ways.items()}
    least = -FAR if here is None else place_worth(state, aims, unit, here) - odds.get(here, 0)
    for hex_ in sorted((h for h in worth if worth[h] > least), key=lambda h: (-worth[h], h))[:TRIES]:
        if plan.go(unit, ways[hex_], facing_for(state, aims.side, hex_, aims.posts.get(unit))):
            return
    facing = None if here is None else facing_for(state, aims.side, here)
    if facing is not None:
        plan.face(unit, facing)


def outnumbered(state: State, side: str) -> dict[str, int]:
    """What it costs to be in each hex near which the enemy is stronger, in tenths of a strength point."""
    return state.known(f"bot outnumbered {side}", lambda: _outnumbered(state, side))


def _outnumbered(state: State, side: str) -> dict[str, int]:
    mine, theirs = strengths(state, side, ABOUT), strengths(state, enemy(side), ABOUT)
    short = {hex_: points - mine.get(hex_, 0) for hex_, points in theirs.items()}
    return {hex_: min(FEAR, SHORT * points) for hex_, points in short.items() if points > 0}


def place_worth(state: State, aims: Aims, unit: str, hex_: str) -> int:
    """What it is worth to a counter to stand in a hex, in tenths of a strength point."""
    scenario, side = state.scenario, aims.side
    value = -STEP * aims.distance(state, unit, hex_)
    value += COVER * gives_cover(scenario, hex_) + HEIGHT * scenario.board.level[hex_]
    if not _led(state, unit, hex_):
        value -= COMMAND
    foes = sum(state.pf(u) for near in foes_near(state, side, hex_, 1) for u in state.pile(near))
    if foes:
        friends = sum(state.pf(u) for near in _friends_near(state, side, hex_) for u in state.pile(near) if u != unit)
        fit = state.units[unit].morale == NORMAL and state.counter(unit).type == "infantry"
        value += min(10, 2 * (friends + state.pf(unit) - foes)) if fit else -2 * foes
    return value


def _friends_near(state: State, side: str, hex_: str) -> list[str]:
    return [near for near in state.scenario.board.within(hex_, 1) if state.holds(side, near)]


def _led(state: State, unit: str, hex_: str) -> bool:
    division = state.divisions.get(state.counter(unit).division)
    leader = leader_of(state, division) if division is not None else None
    if leader is None:
        return True
    return state.scenario.board.distance(state.hex_of(leader), hex_) <= state.counter(leader).range


def _lead(plan: Plan, aims: Aims, leader: str) -> None:
    """A leader goes to a stack of his division from which he commands most of it, not beside the enemy if he can."""
    state: State = plan.state
    led = [name for name, division in sorted(state.divisions.items()) if division.leader == leader]
    units = [u for u in state.fighting(aims.side) if state.counter(u).division in led or not led]
    places = {state.hex_of(u) for u in units if state.units[u].morale != ROUTED}
    here, board, reach = state.units[leader].at, state.scenario.board, state.counter(leader).range

    def worth(hex_: str) -> tuple[int, str]:
        gaps = [(board.distance(hex_, state.hex_of(u)), state.pf(u)) for u in units]
        near = sum(points for far, points in gaps if far <= reach)
        danger = len(foes_near(state, aims.side, hex_, 1))
        return 20 * near * (hex_ in places) - 2 * sum(far for far, _ in gaps) - 10 * danger, hex_

    if here in places and all(board.distance(here, hex_) < reach for hex_ in places):
        return
    ways: dict[str, Walk | None] = {h: way for h, way in plan.ways(leader).items() if h in places}
    if not ways:
        ways.update(plan.ways(leader))
    if here is not None:
        ways[here] = None
    best = max(ways, key=worth, default=None)
    way = None if best is None else ways[best]
    if way is not None:
        plan.go(leader, way)
