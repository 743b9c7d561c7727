"""Paths of land pieces: what a written path comes to, and the cheapest legal path to a hex (LL-7.1 to 7.9)."""

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from pbem.board.reach import Steps, reach
from pbem.core.orders import onward
from pbem.core.problems import Fault
from pbem.kit import walking
from pbem.kit.judging import first_of_each_code
from pbem.kit.walking import SearchResult
from pbem.rules.legion.control import ARMOUR, ARTILLERY, shielded
from pbem.rules.legion.factors import allowance
from pbem.rules.legion.free_hexes import free_reach, saved
from pbem.rules.legion.ground import Ground, ground_of, steps_of
from pbem.rules.legion.sequence import enemy
from pbem.rules.legion.state import State

ZOC_CODES = {"march": "march-into-zoc", "reinforce": "reinforcement-cannot-attack", "move": "cannot-attack"}


class Going(NamedTuple):
    """How a piece goes: its points, the road bonus that it may earn, and into which enemy zones it may step.

    `how`: move, march, reinforce, land. `entry`: "any" zone, "open" ones only (with an enemy there that it may
    attack), or none. `free`: hexes that cost 1 whatever their terrain (an option of LL-6.8).
    """

    unit: str
    side: str
    how: str
    points: int
    bonus: int
    armour: bool
    entry: str | None
    free: int


class Walk(NamedTuple):
    """What a path comes to: `path` begins with the start; `zoc_of` are the enemies whose zone it ends in.

    `road`: the whole path follows the road, and `allowance` has the bonus. With `faults` nothing else counts.
    """

    path: tuple[str, ...]
    cost: int
    allowance: int
    road: bool
    zoc_of: tuple[str, ...]
    faults: tuple[Fault, ...] = ()


def stay(at: str, allowance: int, zoc_of: tuple[str, ...] = (), faults: tuple[Fault, ...] = ()) -> Walk:
    """A path without a step: who stays where it is, or may not go on."""
    return Walk((at,), 0, allowance, False, zoc_of, faults)


def going_of(state: State, unit: str, how: str) -> Going:
    """How this piece goes by this verb in this turn's weather."""
    counter, tables = state.scenario.counters[unit], state.scenario.tables
    points = allowance(state, unit, how)
    bonus = 0 if how == "land" or points == 0 else int(tables["road-bonus"])  # LL-6.10
    free = 0
    if how == "reinforce" and state.scenario.options["reinforcement-ten"] == "free-of-terrain":
        free = int(tables["reinforcement-bonus"])  # LL-6.8
    return Going(unit, counter.side, how, points, bonus, counter.type == ARMOUR, _entry(how, counter.type), free)


def _entry(how: str, type_: str) -> str | None:
    if how in ("march", "reinforce"):
        return None
    if how == "land" or type_ == ARMOUR:
        return "any"  # LL-7.9
    return None if type_ == ARTILLERY else "open"  # LL-7.9


def go(state: State, going: Going, start: str, path: tuple[str, ...]) -> Walk:
    """What an ordered path from `start` comes to: a path of one hex is the cheapest legal way to it.

    `path` holds hexes of the map. Faults carry the nearest hex where the piece may go.
    """
    path = onward(path, start)
    walked = to_goal(state, going, start, path[0]) if len(path) == 1 else walk(state, going, start, path)
    goal = path[-1] if path else start
    if not walked.faults or path == (start,):
        return walked
    near = walking.nearest(state.scenario.board, start, goal, reached(state, going, start, barriers(state, going)))
    return walked._replace(faults=tuple(replace(fault, near=near) for fault in walked.faults))


def walk(state: State, going: Going, start: str, path: tuple[str, ...]) -> Walk:
    """What a path written out hex by hex comes to, with every fault that it has."""
    ground, zones = ground_of(state.scenario), state.zones_of(enemy(going.side))
    board, entered = state.scenario.board, ground.armour_cost if going.armour else ground.cost
    neighbours, roads, occupied = board.neighbours, board.joined("road"), state.occupied
    faults: list[Fault] = []
    here, cost, road, last = start, 0, True, len(path) - 1
    for count, hex_ in enumerate(path):
        if hex_ in occupied or hex_ not in entered or hex_ not in neighbours[here]:
            faults.extend(_step_faults(state, ground, going, here, hex_, count == last))
        if hex_ in zones:
            faults.extend(_zone_faults(state, going, here, hex_, count, last))
        if hex_ in ground.cost:
            cost += ground.step_cost(here, hex_)
        road = road and hex_ in roads.get(here, ())
        here = hex_
    if not path:
        faults.append(Fault("not-connected", "LL-7.1", {"unit": going.unit}))
    if going.free:
        cost -= saved(ground, start, path, going.free)  # LL-6.8
    points = going.points + (going.bonus if road else 0)
    if cost > points and not any(fault.code in ("not-connected", "impassable") for fault in faults):
        faults.append(_too_far(going, cost, points))
    return Walk((start, *path), cost, points, road, zones.get(here, ()), first_of_each_code(faults))


def _too_far(going: Going, cost: int, points: int) -> Fault:
    rule = {"reinforce": "LL-6.6", "land": "LL-6.10"}.get(going.how, "LL-7.1")
    return Fault("move-too-far", rule, {"unit": going.unit, "cost": cost, "allowance": points})  # LL-7.1


def _step_faults(state: State, ground: Ground, going: Going, here: str, hex_: str, last: bool) -> Iterator[Fault]:
    """Why the piece may not step from one hex to the next, zones apart."""
    if hex_ not in state.scenario.board.neighbours[here]:
        yield Fault("not-connected", "LL-7.1", {"unit": going.unit, "hex": hex_})  # LL-7.1
    yield from _hex_faults(state, ground, going, hex_, last)


def _hex_faults(state: State, ground: Ground, going: Going, hex_: str, last: bool) -> Iterator[Fault]:
    args: dict[str, str | int] = {"unit": going.unit, "hex": hex_}
    if hex_ not in ground.cost:
        yield Fault("impassable", "LL-7.6", args)  # LL-7.6
    elif going.armour and hex_ in ground.barred:
        yield Fault("armour-terrain", "LL-7.4", args)  # LL-7.4 LL-8.22
    other = state.occupied.get(hex_)
    if other is not None and other != going.unit:
        code = "hex-occupied" if last else "path-blocked"  # LL-7.3 LL-7.10
        yield Fault(code, "LL-7.3", {**args, "other": other})


def _zone_faults(state: State, going: Going, here: str, hex_: str, count: int, last: int) -> Iterator[Fault]:
    """Why the piece may not enter this hex in an enemy zone of control, or not go on from it."""
    args: dict[str, str | int] = {"unit": going.unit, "hex": hex_}
    if not enters(state, going, hex_):
        yield Fault(ZOC_CODES[going.how], "LL-7.9", args)  # LL-7.9
    elif count < last:
        yield Fault("zoc-stop", "LL-7.8", args)  # LL-7.8
    if count == 0 and not zone_to_zone(state, going, here):
        yield Fault("zoc-stop", "LL-7.8", args)  # LL-7.8


def enters(state: State, going: Going, hex_: str) -> bool:
    """Whether the piece may enter a hex in an enemy zone: if it may attack one of those who control it (LL-7.9)."""
    if going.entry != "open":
        return going.entry == "any"
    if state.weather != "sandstorm":
        return True
    return any(not shielded(state, unit) for unit in state.zones_of(enemy(going.side))[hex_])  # LL-7.9


def zone_to_zone(state: State, going: Going, here: str) -> bool:
    """Whether the piece may step from `here` into an enemy zone: not from zone to zone, where the option says so."""
    if state.scenario.options["zoc-to-zoc"] == "yes" or going.how == "land":
        return True
    return here not in state.zones_of(enemy(going.side))  # LL-7.8


# The cheapest legal way ----------------------------------------------------------------------------------------


class Barriers(NamedTuple):
    """Nodes of the map where a piece must stop, and nodes that it may not enter."""

    stops: frozenset[int]
    blocked: frozenset[int]


def barriers(state: State, going: Going) -> Barriers:
    """Where a piece that goes so must stop (enemy zones it may enter), and where it may not go at all."""
    index = state.scenario.board.index
    blocked = {index[hex_] for hex_ in state.occupied}
    stops: set[int] = set()
    for hex_ in state.zones_of(enemy(going.side)):
        (stops if enters(state, going, hex_) else blocked).add(index[hex_])
    return Barriers(frozenset(stops), frozenset(blocked))


class Fences:
    """The barriers of one position, worked out once for all pieces that may enter the same zones."""

    def __init__(self, state: State) -> None:
        self.state = state
        self._known: dict[tuple[str, str | None], Barriers] = {}

    def of(self, going: Going) -> Barriers:
        """The barriers for a piece that goes so."""
        key = (going.side, going.entry)
        if key not in self._known:
            self._known[key] = barriers(self.state, going)
        return self._known[key]


def reached(state: State, going: Going, start: str, bars: Barriers) -> tuple[SearchResult, SearchResult | None]:
    """Every hex the piece may go to from `start`: across country, and along the road with the bonus (LL-7.5).

    The start hex itself is among them. The second is None where the start is not on a road.
    """
    ground = ground_of(state.scenario)
    plain, roads = (steps_of(ground, armour=going.armour, along_roads=along) for along in (False, True))
    origin = state.scenario.board.index[start]
    if not zone_to_zone(state, going, start):
        plain, roads = (_out_of_zone(steps, origin, bars) for steps in (plain, roads))
    across = _search(ground, going, origin, going.points, plain, bars)
    if not going.bonus or start not in state.scenario.board.joined("road"):
        return across, None
    return across, _search(ground, going, origin, going.points + going.bonus, roads, bars)


def _search(ground: Ground, going: Going, origin: int, points: int, steps: Steps, bars: Barriers) -> SearchResult:
    if going.free:
        return free_reach(origin, points, steps, bars.stops, bars.blocked, going.free, ground.clear)  # LL-6.8
    return reach(origin, points, steps, bars.stops, bars.blocked)


def _out_of_zone(steps: Steps, origin: int, bars: Barriers) -> Steps:
    """The steps, without those from `origin` into an enemy zone."""
    away = tuple(step for step in steps[origin] if step[0] not in bars.stops)
    return (*steps[:origin], away, *steps[origin + 1 :])


def to_goal(state: State, going: Going, start: str, goal: str) -> Walk:
    """The cheapest legal path to one hex, written out; or why there is none."""
    return walking.to_goal(
        state.scenario.board,
        start,
        goal,
        walk=lambda path: walk(state, going, start, path),
        reached=lambda: reached(state, going, start, barriers(state, going)),
        refuse=lambda: stay(start, going.points, faults=_why_not(state, going, start, goal)),
        least=ground_of(state.scenario).clear,
    )


def _why_not(state: State, going: Going, start: str, goal: str) -> tuple[Fault, ...]:
    """The faults of a hex that no legal path reaches: its own, and whether more points would do."""
    if goal == start:
        return (Fault("not-connected", "LL-7.1", {"unit": going.unit, "at": goal}),)
    ground, board = ground_of(state.scenario), state.scenario.board
    faults = list(_hex_faults(state, ground, going, goal, last=True))
    if goal in state.zones_of(enemy(going.side)) and not enters(state, going, goal):
        faults.extend(_zone_faults(state, going, start, goal, 1, 1))
    bars = barriers(state, going)
    endless = going._replace(points=going.points + len(board) * ground.mountain, bonus=0)
    across, _ = reached(state, endless, start, bars._replace(blocked=bars.blocked - {board.index[goal]}))
    cost = across.spent.get(board.index[goal])
    if cost is not None and cost > going.points:
        faults.append(_too_far(going, cost, going.points))
    elif cost is None and not faults:
        faults.append(Fault("impassable", "LL-7.6", {"unit": going.unit, "at": start, "hex": goal}))
    return first_of_each_code(faults)
