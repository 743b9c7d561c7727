"""The bot's movement: who goes out, who masses for an assault, then each counter to where it is wanted."""

from pbem.bots.napoleonic.aims import Aims, aims_of, facing_for, foes_near, strengths
from pbem.bots.napoleonic.assault import LEAST, assaults
from pbem.bots.napoleonic.charges import best_charge, riders
from pbem.bots.napoleonic.columns import march_by_division
from pbem.bots.napoleonic.guns import serve
from pbem.bots.napoleonic.muster import muster
from pbem.bots.napoleonic.plan import Plan
from pbem.core.orders import Order
from pbem.rules.napoleonic.command import leader_of
from pbem.rules.napoleonic.ground import gives_cover
from pbem.rules.napoleonic.movers import doing
from pbem.rules.napoleonic.orders import Move
from pbem.rules.napoleonic.sequence import FRENCH, enemy
from pbem.rules.napoleonic.stacking import may_join
from pbem.rules.napoleonic.state import NORMAL, ROUTED, State
from pbem.rules.napoleonic.turns import movers

STEP = 10  # what a hex nearer to where it is wanted is worth to a counter
COVER, HEIGHT, COMMAND = 6, 3, 25  # what wood and buildings, a level, and the leader's range are worth
ABOUT = 3  # hexes within which the strength of both sides is compared
SHORT, FEAR = 2, 60  # what a strength point too few costs, and the most that it can
NEAR = 7  # hexes from an exit within which a counter may leave by it in this turn
FAR = 9999  # worse than any place on the map
CALM = 8  # hexes within which no enemy leaves a counter at its post where it is
TRIES = 6  # places that a counter tries


def movements(state: State, side: str) -> list[Order]:
    """All orders of a movement phase, in the order in which they are to be carried out; assaults last."""
    plan, aims = Plan(state, side), aims_of(state, side)
    _leave(plan, side)
    for hex_ in riders(plan.state, side):
        if best_charge(plan.state, side, hex_) >= LEAST:
            plan.moved.update(plan.state.pile(hex_))
    muster(plan, side)
    if aims.gap:
        march_by_division(plan, aims)
    units = [u for u in movers(plan.state, side) if u not in plan.moved and not plan.state.counter(u).is_leader]
    for unit in sorted(units, key=lambda u: (_start_gap(plan.state, aims, u), u)):
        if plan.state.is_guns(unit):
            serve(plan, aims, unit)
        else:
            _place(plan, aims, unit)
    for unit in movers(plan.state, side):
        if plan.state.counter(unit).is_leader and unit not in plan.moved:
            _lead(plan, aims, unit)
    return [*plan.orders, *assaults(plan.state, side)]


def _start_gap(state: State, aims: Aims, unit: str) -> int:
    at = state.units[unit].at
    return 999 if at is None else aims.distance(state, unit, at)


def _leave(plan: Plan, side: str) -> None:
    """Who can leave the map by an exit does (NAP-15.5)."""
    board, exits = plan.state.scenario.board, plan.state.scenario.exits
    for unit in movers(plan.state, side) if side == FRENCH else ():
        at, deployed = plan.state.units[unit].at, plan.state.units[unit].formation == "deployed"
        if at is None or deployed or plan.state.counter(unit).is_leader:
            continue
        if at in exits:
            plan.give(Move(unit=unit, path=(at,), exit=True))
        elif any(board.distance(at, hex_) <= NEAR for hex_ in exits):
            ways = plan.ways(unit)
            for hex_ in sorted(exits & ways.keys(), key=lambda h: (ways[h].costs, h)):
                if plan.give(Move(unit=unit, path=ways[hex_].path[1:], exit=True)):
                    break
        if plan.state.units[unit].status == "exited":
            plan.moved.add(unit)


def _place(plan: Plan, aims: Aims, unit: str) -> None:
    """Move a counter to the hex that suits it best, and turn it to the enemy."""
    state, here = plan.state, plan.state.units[unit].at
    calm = here is not None and not foes_near(state, aims.side, here, CALM)
    if calm and here is not None and not aims.distance(state, unit, here):
        return
    options, odds = _options(plan, unit, calm=calm), outnumbered(state, aims.side)
    worth = {h: place_worth(state, aims, unit, h) - odds.get(h, 0) - cost for h, cost in options.items()}
    least = -FAR if here is None else place_worth(state, aims, unit, here) - odds.get(here, 0)
    for hex_ in sorted((h for h in worth if worth[h] > least), key=lambda h: (-worth[h], h))[:TRIES]:
        way = plan.way(unit, hex_)
        if way is not None and plan.go(unit, way, facing_for(state, aims.side, hex_, aims.posts.get(unit))):
            return
    facing = None if here is None else facing_for(state, aims.side, here)
    if facing is not None:
        plan.face(unit, facing)


def _options(plan: Plan, unit: str, *, calm: bool) -> dict[str, int]:
    """The hexes that a counter may go to, with the MP it takes; far from the enemy all that are near enough."""
    state, here = plan.state, plan.state.units[unit].at
    if not calm or here is None:
        return {hex_: way.costs[0] for hex_, way in plan.ways(unit).items()}
    board = state.scenario.board
    near = board.within(here, doing(state, unit).left)
    return {hex_: board.distance(here, hex_) for hex_ in near if hex_ != here and may_join(state, unit, hex_)}


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
    options = sorted(places | ({here} if here else set()), key=worth, reverse=True)
    for hex_ in options[:TRIES]:
        if hex_ == here:
            return
        way = plan.way(leader, hex_)
        if way is not None and plan.go(leader, way):
            return
    ways = plan.ways(leader)
    best = max(ways, key=worth, default=None)
    if best is not None and (here is None or worth(best) > worth(here)):
        plan.go(leader, ways[best])
