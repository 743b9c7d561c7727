"""Set-up: DEPLOY, and where the rest stand (NAP-15.4)."""

from collections.abc import Collection, Iterator, Mapping

from pbem.core.events import Event
from pbem.core.problems import Args, Fault
from pbem.core.ruleset import Choice
from pbem.kit.judging import Teller, Verdict
from pbem.rules.napoleonic import events as facts
from pbem.rules.napoleonic.movers import entry_zones
from pbem.rules.napoleonic.naming import first, foreign, off_board
from pbem.rules.napoleonic.orders import Deploy
from pbem.rules.napoleonic.scenario import FACINGS, Counter, Scenario
from pbem.rules.napoleonic.sequence import enemy
from pbem.rules.napoleonic.stacking import crowd, may_join, square_fault
from pbem.rules.napoleonic.state import State
from pbem.rules.napoleonic.trying import with_formation


def zone_of(scenario: Scenario, counter: Counter) -> frozenset[str]:
    """The hexes in which a counter is set up: those of its division, any where the map has no zones (NAP-15.4)."""
    if not scenario.zones:
        return frozenset(scenario.board.ids)
    return scenario.zones.get(counter.division, frozenset())  # NAP-15.4


def default_formation(counter: Counter) -> str:
    """The formation of who is set up without a word: guns deployed, the others normal."""
    return "deployed" if counter.type == "artillery" else "normal"


def judge_deploy(state: State, side: str, order: Deploy) -> Verdict:
    """The verdict on a DEPLOY: any hex of the zone, within stacking; FACE turns all of the hex (NAP-15.4)."""
    fault = first((*off_board(state, (order.hex,)), *foreign(state, side, (order.unit,))))
    fault = fault or first(_faults(state, order))
    if fault is not None:
        return Verdict(order, (fault,))
    return Verdict(order, events=tuple(_deployed(state, order)))


def _faults(state: State, order: Deploy) -> Iterator[Fault]:
    scenario, counter = state.scenario, state.counter(order.unit)
    if not sets_up(scenario, counter):
        yield Fault("outside-zone", "NAP-15.4", {"unit": order.unit})  # NAP-15.4
    elif order.hex not in (zone := zone_of(scenario, counter)):
        yield Fault("outside-zone", "NAP-15.4", {"unit": order.unit, "hex": order.hex, **_extent(zone)})  # NAP-15.4
    if state.holds(enemy(counter.side), order.hex):
        yield Fault("enemy-there", "NAP-4.4", {"hex": order.hex})
    formation = order.formation or default_formation(counter)
    known = {"artillery": ("limbered", "deployed"), "leader": ("normal",)}
    allowed = known.get(counter.type, ("normal", "skirmish", "square"))
    barred = formation == "skirmish" and not counter.skirmishes
    if formation not in allowed or barred or (counter.type == "cavalry" and formation == "square"):
        yield Fault("cannot-form", "NAP-5.3", {"unit": order.unit, "formation": formation})
        return
    trial = with_formation(state, (order.unit,), formation)
    if formation == "square" and square_fault(trial, order.hex, (*_others(state, order), order.unit)):
        yield Fault("no-square-here", "NAP-4.2", {"hex": order.hex})
    elif not may_join(trial, order.unit, order.hex):
        yield Fault("overstacked", "NAP-4.1", crowd(trial, order.hex, (*_others(state, order), order.unit)))


def _extent(zone: Collection[str]) -> Args:
    """The first and last columns and rows of a zone that is all of them; nothing for another one."""
    columns, rows = sorted({hex_[:2] for hex_ in zone}), sorted({hex_[2:] for hex_ in zone})
    if not zone or len(columns) * len(rows) != len(zone):
        return {}
    return {"left": columns[0], "right": columns[-1], "top": rows[0], "bottom": rows[-1]}


def _others(state: State, order: Deploy) -> tuple[str, ...]:
    return tuple(unit for unit in state.pile(order.hex) if unit != order.unit)


def _deployed(state: State, order: Deploy) -> Iterator[Event]:
    counter, others = state.counter(order.unit), _others(state, order)
    facing = FACINGS.index(order.face or counter.face)
    formation = order.formation or default_formation(counter)
    if order.face is not None:  # before it comes, since it takes the facing that the hex has
        for other in (unit for unit in others if state.units[unit].facing != facing):
            yield facts.Turned(unit=other, facing=facing, by="NAP-15.4")  # NAP-15.4
    yield facts.Deployed(unit=order.unit, at=order.hex, facing=facing, formation=formation)


def sets_up(scenario: Scenario, counter: Counter) -> bool:
    """Whether a counter is set up, and does not come by an entry zone."""
    return not entry_zones(scenario, counter.id)


def actors(state: State, side: str) -> tuple[str, ...]:
    """The counters and leaders of a side that set up, by id."""
    counters = state.scenario.counters
    mine = (unit for unit, counter in sorted(counters.items()) if counter.side == side)
    return tuple(unit for unit in mine if sets_up(state.scenario, counters[unit]) and state.units[unit].status in OPEN)


OPEN = ("map", "off-map")


def proposed(state: State, units: tuple[str, ...]) -> dict[str, Deploy]:
    """The set-up that the scenario proposes, as lines; a leader, who has no facing, turns nobody."""
    places: Mapping[str, str] = state.scenario.set_up
    found = {}
    for unit in units:
        if unit in places:
            face = None if state.counter(unit).is_leader else state.counter(unit).face
            found[unit] = Deploy.model_validate({"unit": unit, "hex": places[unit], "face": face})
    return found


def deploy_choices(state: State, unit: str) -> tuple[Choice, ...]:
    """Every hex in which a counter may be set up."""
    counter = state.counter(unit)
    side = counter.side
    orders = (Deploy(unit=unit, hex=hex_) for hex_ in sorted(zone_of(state.scenario, counter)))
    return tuple(Choice(order) for order in orders if not judge_deploy(state, side, order).faults)


def finish(teller: Teller, side: str) -> None:
    """Who has no line stands where the scenario proposes, or in the next hex of his zone with room (NAP-15.4)."""
    for unit in actors(teller.state, side):
        state: State = teller.state
        if state.on_map(unit):
            continue
        counter, wanted = state.counter(unit), state.scenario.set_up.get(unit)
        zone = sorted(zone_of(state.scenario, counter))
        near = sorted(zone, key=lambda h: (state.scenario.board.distance(h, wanted or h), h))
        trial = with_formation(state, (unit,), default_formation(counter))
        at = next((h for h in near if not state.holds(enemy(side), h) and may_join(trial, unit, h)), None)
        if at is not None:
            facing = FACINGS.index(counter.face)
            formation = default_formation(counter)
            teller.emit(facts.Deployed(unit=unit, at=at, facing=facing, formation=formation, by="referee"))  # NAP-15.4
