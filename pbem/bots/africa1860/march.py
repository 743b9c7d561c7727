"""What the bot moves: attacks that are worth it, then all others a step towards what they are told off for."""

from collections.abc import Iterable

from pbem.bots.africa1860.aims import coins_of_fire, gaps_to, worth
from pbem.bots.africa1860.assault import Assault, best_assault
from pbem.bots.africa1860.horse import horsemen
from pbem.bots.africa1860.tasks import assign, guard
from pbem.bots.gaps import FAR
from pbem.core.orders import Order
from pbem.rules.africa1860.evolve import evolve
from pbem.rules.africa1860.movement import moved_event
from pbem.rules.africa1860.orders import Activate, Move
from pbem.rules.africa1860.sequence import enemy
from pbem.rules.africa1860.state import State
from pbem.rules.africa1860.turns import may_move

STEP = 120  # what an area nearer is worth, in tenths of a point of the enemy's fire
CROWDED = 130  # what it costs to be many together beside the enemy (AFR-6.5)
COVER = 15  # what a coin less of the enemy's fire, or one more in defence, is worth


def movements(state: State, side: str) -> list[Order]:
    """The moves of a side: attacks, the best first, then marches, then leaders after the strongest stacks."""
    found: list[Order] = []
    now = state
    busy = set[str]()
    while (best := _next_assault(now, side, busy)) is not None:
        for order in _orders_of(now, best):
            found.append(order)
            now = _after(now, order)
        busy |= set(best.paths)
    return [*found, *_marches(now, side, busy), *_leaders(now, side)]


def _next_assault(state: State, side: str, busy: set[str]) -> Assault | None:
    """The best attack of those who are still free, on an area that is not attacked yet."""
    kept = busy | _guards(state, side)
    free = [unit for unit in (*_foot(state, side), *horsemen(state, side)) if unit not in kept]
    options = [
        best_assault(state, side, area, [u for u in free if _near(state, u, area)])
        for area in sorted(state.stacks)
        if state.holds(area, enemy(side)) and not state.holds(area, side)
    ]
    return max((each for each in options if each), key=lambda each: (each.worth, each.area), default=None)


def _near(state: State, unit: str, area: str) -> bool:
    return state.scenario.board.distance(state.units[unit].at, area) <= state.counter(unit).movement


def _foot(state: State, side: str) -> tuple[str, ...]:
    """The infantry of a side that may move, the demoralized aside, by id."""
    own = (u for u in sorted(state.units) if state.side(u) == side and state.counter(u).class_ == "infantry")
    return tuple(u for u in own if may_move(state, u) and state.on_map(u) and not state.units[u].demoralized)


def _guards(state: State, side: str) -> frozenset[str]:
    """The units that stay where they stand: as many points as each own objective wants."""
    found = set[str]()
    for area in state.scenario.objectives:
        wanted = guard(state, side, area) if state.control[area] == side else 0
        able = (u for u in state.fighters(area, side) if not state.units[u].demoralized)
        for unit in sorted(able, key=lambda u: (-worth(state, u), u)):
            if wanted > 0:
                found.add(unit)
                wanted -= state.scenario.points(unit)
    return frozenset(found)


def _orders_of(state: State, assault: Assault) -> list[Order]:
    """The lines of an attack: a MOVE for each area from which foot goes, leaders with it; an ACTIVATE for horse."""
    found: list[Order] = []
    horse = [u for u in assault.paths if state.counter(u).by_activation]
    for at in sorted({path[0] for unit, path in assault.paths.items() if unit not in horse}):
        units = [unit for unit, path in assault.paths.items() if path[0] == at and unit not in horse]
        side = state.side(units[0])
        stays = [u for u in state.fighters(at, side) if u not in assault.paths]
        leaders = [u for u in state.leaders(at, side) if not state.units[u].moved]
        riders = leaders if sum(worth(state, u) for u in stays) <= sum(worth(state, u) for u in units) else []
        found.append(Move(units=(*units, *riders), path=assault.paths[units[0]][1:]))
    return found + [Activate(units=(u,), move=assault.paths[u][1:]) for u in horse]


def _after(state: State, order: Order) -> State:
    """The position after a line, dice changing nothing."""
    assert isinstance(order, Move | Activate)
    way = order.path if isinstance(order, Move) else order.move
    return evolve(state, moved_event(state, order.units, (state.units[order.units[0]].at, *way), "order"))


# Marches ---------------------------------------------------------------------------------------------------------


def _marches(state: State, side: str, busy: set[str]) -> list[Order]:
    """A step of each free unit towards what it is told off for, those nearest first; a line each."""
    foot = [unit for unit in _foot(state, side) if unit not in busy]
    goals = assign(state, side, foot)
    near = sorted(foot, key=lambda unit: (gaps_to(state, goals[unit]).get(state.units[unit].at, FAR), unit))
    found: list[Order] = []
    for unit in near:
        at = state.units[unit].at
        to = _best_step(state, side, unit, goals[unit])
        if to != at:
            order = Move(units=(unit,), path=(to,))
            state = _after(state, order)
            found.append(order)
    return found


def _best_step(state: State, side: str, unit: str, goal: str) -> str:
    """The area beside a unit, or its own, from which it serves best: near its goal, under cover, not too crowded."""
    at = state.units[unit].at
    scenario = state.scenario
    limit, points = scenario.tables["stacking"], scenario.points(unit)
    options = [at]
    for area in scenario.board.neighbours[at]:
        if scenario.cost(unit, area) is None or state.holds(area, enemy(side)):
            continue
        if state.points(area, side) + points <= limit:
            options.append(area)
    far = gaps_to(state, goal)

    def serves(area: str) -> tuple[int, bool, str]:
        crowded = state.points(area, side) + (0 if area == at else points) >= scenario.tables["large-stack"]
        beside = state.is_adjacent_to_enemy(area, side)
        value = shelter(state, side, area) - STEP * far.get(area, FAR) - CROWDED * (crowded and beside)
        return value, area == at, area

    return max(options, key=serves)


def shelter(state: State, side: str, area: str) -> int:
    """How good an area is to stand in: its ground, less the enemies' fire that reaches it."""
    scenario, tables = state.scenario, state.scenario.tables
    ground = tables["terrain"][scenario.base(area)]
    near = [other for other in scenario.board.neighbours[area] if state.threatens(other, enemy(side))]
    fire = sum(coins_of_fire(state, unit) for other in near for unit in state.fighters(other, enemy(side)))
    cover: int = ground["defender-shock"] - ground["offensive-fire"]
    return COVER * cover * (1 + len(near)) - fire


# Leaders ---------------------------------------------------------------------------------------------------------


def _leaders(state: State, side: str) -> list[Order]:
    """Leaders who have not moved go to the stack within reach that they help most."""
    found: list[Order] = []
    for unit in sorted(u for u in state.units if state.counter(u).is_leader and state.side(u) == side):
        if not may_move(state, unit) or not state.on_map(unit):
            continue
        at = state.units[unit].at
        best = max(_reachable(state, side, at), key=lambda area: (_help(state, side, area, unit), area == at, area))
        if best != at:
            found.append(Move(units=(unit,), path=(best,)))
    return found


def _reachable(state: State, side: str, at: str) -> Iterable[str]:
    """The areas within two steps that hold own units and no enemies, and where he stands."""
    free = [a for a in state.scenario.board.neighbours[at] if not state.holds(a, enemy(side))]
    far = {b for a in free for b in state.scenario.board.neighbours[a]}
    near = {a for a in {*free, *far} if not state.holds(a, enemy(side)) and state.fighters(a, side)}
    return sorted({at, *near})


def _help(state: State, side: str, area: str, leader: str) -> int:
    """What a leader is worth to a stack: its own worth, more beside the enemy; one leader is enough for it."""
    others = [u for u in state.leaders(area, side) if u != leader]
    value = sum(worth(state, unit) for unit in state.fighters(area, side))
    front = state.is_adjacent_to_enemy(area, side)
    return value * (2 if front else 1) // (1 + 2 * len(others))
