"""Evolve: the state after an event; the only place where a state comes into being."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from pbem.core.events import Event, PhaseBegan
from pbem.kit.evolving import as_it_was, core_changes
from pbem.kit.frozen import alter
from pbem.rules.rif1926 import events as facts
from pbem.rules.rif1926.saving import dump, load, pool
from pbem.rules.rif1926.sequence import ORDER, kind_of, side_in
from pbem.rules.rif1926.state import State, Unit, changed


def evolve(state: State, event: Event) -> State:
    """The state after an event; KeyError for an event that this rule set does not have."""
    return EVOLVE[type(event)](state, event)


def arrive(state: State, unit: str, at: str, **fields: Any) -> State:
    """The state with a unit that has come into a hex: the last to arrive there (RIF-5.2)."""
    arrived = alter(state.units[unit], status="map", at=at, arrived_order=state.arrivals + 1, **fields)
    return changed(state, {unit: arrived}, arrivals=state.arrivals + 1)


def leave(state: State, units: Iterable[str], status: str) -> State:
    """The state without these units, which are out of the game for good."""
    return changed(state, {u: Unit(status=status, arrived_order=0) for u in units})


def marked(state: State, units: Iterable[str], **flags: Any) -> State:
    """The state with these flags of units set."""
    return changed(state, {unit: alter(state.units[unit], **flags) for unit in units})


def _phase_began(state: State, event: PhaseBegan) -> State:
    """The state in its next phase; what lasts for a phase is cleared as the next such begins (part C)."""
    kind, marks = kind_of(event.phase), state.units.items()
    if kind in ("movement", "setup"):
        fresh = {unit: alter(each, moved=False) for unit, each in marks if each.moved}
    elif kind == "combat":
        fought = ((unit, each) for unit, each in marks if each.attacked or each.been_attacked)
        fresh = {unit: alter(each, attacked=False, been_attacked=False) for unit, each in fought}  # RIF-9.5
    elif kind == "supply-loyalty":
        fresh = {unit: alter(each, fired=False) for unit, each in marks if each.fired}  # RIF-9.16
    else:
        fresh = {}
    units = {**state.units, **fresh} if fresh else state.units
    within = event.turn == state.turn and ORDER.index[event.phase] >= ORDER.index[state.phase]
    battles = state.battles if within and side_in(event.phase) in ("", side_in(state.phase)) else 0
    return alter(state, turn=event.turn, phase=event.phase, bombarded=(), battles=battles, units=units)


def _deployed(state: State, event: facts.Deployed) -> State:
    placed = alter(state.units[event.unit], status="map", at=event.at, moved=True)
    return changed(state, {event.unit: placed})


def _held_back(state: State, event: facts.HeldBack) -> State:
    return changed(state, {event.unit: alter(state.units[event.unit], status=event.status)})


def _moved(state: State, event: facts.Moved) -> State:
    if event.path[-1] == event.path[0]:
        return marked(state, (event.unit,), moved=True)
    return arrive(state, event.unit, event.path[-1], moved=True)


def _entered(state: State, event: facts.Entered) -> State:
    was = state.units[event.unit].status
    due = state.reinforcements_due - 1 if was == "pool" else state.reinforcements_due
    return alter(arrive(state, event.unit, event.path[-1], moved=True), reinforcements_due=due)


def _sailed(state: State, event: facts.Sailed) -> State:
    return changed(state, {event.unit: alter(state.units[event.unit], status="map", at=event.at, moved=True)})


def _held(state: State, event: facts.Held) -> State:
    return marked(state, event.units, moved=True)


def _bombarded(state: State, event: facts.Bombarded) -> State:
    return alter(marked(state, event.units, fired=True), bombarded=(*state.bombarded, event.at))


def _ship_bombarded(state: State, event: facts.ShipBombarded) -> State:
    fired = alter(marked(state, event.units, fired=True), bombarded=(*state.bombarded, event.ship))
    return leave(fired, (event.ship,), "out") if event.hit else fired


def _aircraft_hit(state: State, event: facts.AircraftHit) -> State:
    if not event.turns:
        return leave(state, (event.unit,), "out")
    return marked(state, (event.unit,), status="repair", back_turn=event.back_turn)


def _aircraft_back(state: State, event: facts.AircraftBack) -> State:
    return marked(state, (event.unit,), status="off-map", back_turn=None)


def _dispersed(state: State, event: facts.Dispersed) -> State:
    return marked(state, (event.unit,), dispersed=True)


def _recovered(state: State, event: facts.Recovered) -> State:
    return marked(state, (event.unit,), dispersed=False)


def _eliminated(state: State, event: facts.Eliminated | facts.Deserted) -> State:
    return leave(state, (event.unit,), "eliminated")


def _declared(state: State, event: facts.Declared) -> State:
    """Who attacks has attacked, who supports has fired, who is attacked has been (RIF-9.5)."""
    units = {**state.units}
    for unit in event.units:
        units[unit] = alter(units[unit], attacked=True)
    for unit in event.support:
        units[unit] = alter(units[unit], fired=True)
    for unit in event.targets:
        units[unit] = alter(units[unit], been_attacked=True)
    return alter(state, units=units, battles=max(state.battles, event.number))


def _defended(state: State, event: facts.Defended) -> State:
    return marked(state, event.units, fired=True)


def _armour_caught(state: State, event: facts.ArmourCaught) -> State:
    return leave(state, event.units, "eliminated")


def _went(state: State, event: facts.Retreated | facts.Advanced) -> State:
    return arrive(state, event.unit, event.to)


def _supply_found(state: State, event: facts.SupplyFound) -> State:
    out = frozenset(event.out)
    units = {
        unit: alter(each, in_supply=unit not in out)
        for unit, each in state.units.items()
        if each.in_supply is (unit in out)
    }
    return changed(state, units)


def _defected(state: State, event: facts.Defected) -> State:
    return _owed(arrive(state, event.unit, event.at, dispersed=False))


def _tribe_removed(state: State, event: facts.TribeRemoved) -> State:
    return _owed(leave(state, event.units, "removed"))


def _owed(state: State) -> State:
    """The state where no more reinforcements are due than the pool has left (RIF-7.5)."""
    return alter(state, reinforcements_due=min(state.reinforcements_due, len(pool(state))))


def _towns_found(state: State, event: facts.TownsFound) -> State:
    return alter(state, occupied=event.occupied, pacified=event.pacified)


def _reinforcements_rolled(state: State, event: facts.ReinforcementsRolled) -> State:
    return alter(state, reinforcements_due=event.due)


def _turn_ended(state: State, event: facts.TurnEnded) -> State:
    return alter(state, turn=state.turn + 1)


EVOLVE: Mapping[type[Event], Callable[[State, Any], State]] = {
    **core_changes(load, dump),
    **dict.fromkeys(
        (facts.AttackAdded, facts.Fought, facts.StaysDispersed, facts.SupplyHeld, facts.StayedLoyal), as_it_was
    ),
    PhaseBegan: _phase_began,
    facts.Deployed: _deployed,
    facts.HeldBack: _held_back,
    facts.Moved: _moved,
    facts.Entered: _entered,
    facts.Sailed: _sailed,
    facts.Held: _held,
    facts.Bombarded: _bombarded,
    facts.ShipBombarded: _ship_bombarded,
    facts.AircraftHit: _aircraft_hit,
    facts.AircraftBack: _aircraft_back,
    facts.Dispersed: _dispersed,
    facts.Recovered: _recovered,
    facts.Eliminated: _eliminated,
    facts.Declared: _declared,
    facts.Defended: _defended,
    facts.ArmourCaught: _armour_caught,
    facts.Retreated: _went,
    facts.Advanced: _went,
    facts.SupplyFound: _supply_found,
    facts.Deserted: _eliminated,
    facts.Defected: _defected,
    facts.TribeRemoved: _tribe_removed,
    facts.TownsFound: _towns_found,
    facts.ReinforcementsRolled: _reinforcements_rolled,
    facts.TurnEnded: _turn_ended,
}
