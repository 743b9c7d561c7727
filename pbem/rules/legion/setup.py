"""Setting up: the pieces of turn 1 in the zone of their side, fortresses first (LL-6.1, 6.2)."""

from collections.abc import Container, Iterator, Sequence

from pbem.core.events import Event
from pbem.core.orders import Order
from pbem.core.problems import Fault
from pbem.core.ruleset import Choice
from pbem.kit.judging import Verdict, counted, first_of_each_code
from pbem.kit.walking import closest
from pbem.rules.legion.control import ARMOUR, airport_taken
from pbem.rules.legion.events import Deployed
from pbem.rules.legion.evolve import evolve
from pbem.rules.legion.ground import ground_of
from pbem.rules.legion.orders import Deploy
from pbem.rules.legion.ownership import on_board, own, when_due
from pbem.rules.legion.sequence import SPANISH
from pbem.rules.legion.state import State


def judge_deploy(state: State, seat: str, order: Deploy) -> Verdict:
    """The verdict on a DEPLOY. A piece that was set up before changes its place: of two lines the later counts."""
    faults = own(state, seat, order.unit)
    if not faults and not _to_set_up(state, order.unit):
        faults = (Fault("not-due", "LL-6.2", when_due(state, order.unit)),)  # LL-6.2
    faults = faults or on_board(state, (order.at,)) or first_of_each_code(_place_faults(state, order.unit, order.at))
    if faults:
        return Verdict(order, faults)
    taken = airport_taken(state, order.unit, (order.at,))  # LL-8.19
    return Verdict(order, events=(Deployed(unit=order.unit, at=order.at), *taken))


def _to_set_up(state: State, unit: str) -> bool:
    counter = state.counter(unit)
    return counter.is_land and counter.turn in (None, 1) and state.units[unit].status in ("off-map", "map")


def _place_faults(state: State, unit: str, at: str) -> Iterator[Fault]:
    args: dict[str, str | int] = {"unit": unit, "hex": at}
    if not may_stand(state, unit, at):
        yield Fault("cannot-stand-there", "LL-6.1", args)  # LL-6.1
    elif at not in state.scenario.zones.get(state.counter(unit).side, ()):
        yield Fault("wrong-zone", "LL-6.1", args, near=_nearest(state, unit, at))  # LL-6.1 LL-2.3
    if state.occupied.get(at, unit) != unit:
        other = state.occupied[at]
        yield Fault("hex-occupied", "LL-6.1", {**args, "other": other}, near=_nearest(state, unit, at))  # LL-6.1


def may_stand(state: State, unit: str, at: str) -> bool:
    """Whether a land piece may stand in the hex at all: land, and for armour open ground (LL-7.6, 8.22)."""
    ground = ground_of(state.scenario)
    return at in ground.cost and not (state.counter(unit).type == ARMOUR and at in ground.barred)


def _nearest(state: State, unit: str, at: str) -> tuple[str, ...]:
    return closest(state.scenario.board, places(state, unit), at)


def places(state: State, unit: str) -> list[str]:
    """The free hexes where the piece may be set up, ascending."""
    zone = sorted(state.scenario.zones.get(state.counter(unit).side, ()))
    return [hex_ for hex_ in zone if hex_ not in state.occupied and may_stand(state, unit, hex_)]


def deploy_choices(state: State, unit: str) -> tuple[Choice, ...]:
    """A DEPLOY to each free hex of the zone."""
    return tuple(Choice(Deploy(unit=unit, at=hex_)) for hex_ in places(state, unit))


def proposed(state: State, units: Sequence[str]) -> dict[str, Order]:
    """A DEPLOY for each of the pieces that still is to be set up, as the scenario proposes.

    Where another piece stands in its hex by now, or would, it is the nearest free one.
    """
    wanted = {u: h for u, h in state.scenario.set_up.items() if u in units and state.units[u].status == "off-map"}
    taken, found = {*state.occupied, *wanted.values()}, dict[str, Order]()
    for unit, at in wanted.items():
        here = at if at not in state.occupied else next(_by_distance(state, unit, at, taken), "")
        if here:
            taken.add(here)
            found[unit] = Deploy(unit=unit, at=here)
    return found


def _by_distance(state: State, unit: str, at: str, taken: Container[str]) -> Iterator[str]:
    """The free hexes for a piece that are not taken, the nearest to a hex first."""
    distance = state.scenario.board.distance
    return (hex_ for hex_ in sorted(places(state, unit), key=lambda h: (distance(h, at), h)) if hex_ not in taken)


# What is compulsory ---------------------------------------------------------------------------------------------


def unplaced(state: State, side: str) -> tuple[str, ...]:
    """The land pieces of a side that still are to be set up, by id."""
    counters = state.scenario.counters
    off = (u for u in sorted(state.units) if state.units[u].status == "off-map" and counters[u].side == side)
    return tuple(unit for unit in off if counters[unit].is_land and counters[unit].turn in (None, 1))  # LL-6.2


def empty_fortresses(state: State) -> tuple[str, ...]:
    """The fortresses of the Spanish zone that hold no piece, ascending."""
    zone = state.scenario.zones.get(SPANISH, frozenset())
    walls = state.scenario.board.with_terrain("fortress")
    return tuple(hex_ for hex_ in walls if hex_ in zone and hex_ not in state.occupied)


def sheet_faults(state: State, seat: str) -> list[Fault]:
    """What is missing in a set-up: pieces without a place, and fortresses without a piece (LL-6.1)."""
    side = state.scenario.seats[seat]
    faults = []
    left = [unit for unit in unplaced(state, side) if not own(state, seat, unit)]
    if left:
        faults.append(Fault("not-yet-placed", "LL-6.1", counted("units", left)))  # LL-6.1
    empty = empty_fortresses(state) if side == SPANISH else ()
    if empty and _sets_up(state, seat) and _garrison_left(state):
        faults.append(Fault("fortress-empty", "LL-6.1", {"hexes": " ".join(empty), "count": len(empty)}))  # LL-6.1
    return faults


def _sets_up(state: State, seat: str) -> bool:
    """Whether a seat has any piece to set up: the second of a side has none (LL-3.1)."""
    return any(piece.seat in (None, seat) for unit, piece in state.units.items() if state.counter(unit).side == SPANISH)


def _garrison_left(state: State) -> bool:
    """Whether a Spanish piece that may stand in a fortress stands in none."""
    walls = state.scenario.board.with_terrain("fortress")
    free = (*unplaced(state, SPANISH), *(u for u in state.land(SPANISH) if state.units[u].at not in walls))
    return any(state.counter(unit).type != ARMOUR for unit in free)


def place_left(state: State, side: str) -> tuple[Event, ...]:
    """The referee's places for the pieces without an order, by id: fortresses first, then the lowest hex (LL-6.1)."""
    events: list[Event] = []
    for unit in unplaced(state, side):
        walls = [hex_ for hex_ in empty_fortresses(state) if side == SPANISH and may_stand(state, unit, hex_)]
        free = walls or places(state, unit)
        if free:
            placed = Deployed(unit=unit, at=free[0], by_referee=True)  # LL-6.1
            events += (placed, *airport_taken(state, unit, free[:1]))  # LL-8.19
            state = evolve(state, placed)
    return tuple(events)


def garrison(state: State, ordered: Sequence[str]) -> tuple[Deployed, ...]:
    """Who the referee moves into the Spanish fortresses that a set-up left empty, fortresses ascending (LL-6.1).

    `ordered`: the pieces that good lines deployed, in sheet order; the last that stands in no fortress goes first.
    """
    events = []
    for hex_ in empty_fortresses(state):
        walls = state.scenario.board.with_terrain("fortress")
        free = (u for u in reversed(ordered) if state.units[u].at not in walls and may_stand(state, u, hex_))
        unit = next(free, None)
        if unit is not None:
            events.append(Deployed(unit=unit, at=hex_, by_referee=True))  # LL-6.1
            state = evolve(state, events[-1])
    return tuple(events)
