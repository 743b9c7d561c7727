"""Activations judged: what an ACTIVATE does if dice change nothing, or why not (AFR-8, 9, 12.5)."""

from collections.abc import Iterator, Sequence

from pbem.core.events import Event
from pbem.core.problems import Fault
from pbem.kit.judging import Projection, Verdict, distinct
from pbem.rules.africa1860 import events as facts
from pbem.rules.africa1860.evolve import evolve
from pbem.rules.africa1860.faults import Faults, earned, foreign, unknown
from pbem.rules.africa1860.fire import fault_of_fire
from pbem.rules.africa1860.going import find_walk, step_faults
from pbem.rules.africa1860.movement import moved_event
from pbem.rules.africa1860.orders import Activate, Ride
from pbem.rules.africa1860.parties import Party, areas_of, factor_faults, party_faults, party_of, ride_faults
from pbem.rules.africa1860.shells import fault_of_shell
from pbem.rules.africa1860.state import State
from pbem.rules.africa1860.strength import expected_coins


def judge_activate(state: State, side: str, order: Activate) -> Verdict:
    """The verdict on an ACTIVATE: its path written out, what it does if dice change nothing, or the fault it earns."""
    units = distinct(order.units)
    names = (*unknown(state, units, areas_of(order)), *foreign(state, side, units))
    fault = earned(names) or earned(party_faults(state, order, units))
    if fault:
        return Verdict(order, fault)
    party = party_of(state, units)
    trial = _Trial(state)
    path = _try(trial, side, party, order)
    if trial.faults:
        return Verdict(order, earned(trial.faults))
    done = order.model_copy(update={"units": units, "move": path})
    return Verdict(done, events=tuple(trial.events), notes=_coins(state, party, order))


def _coins(state: State, party: Party, order: Activate) -> dict[str, str | int]:
    """What cavalry that fires before it moves would flip, if too few: it may be ordered, and does nothing (AFR-6.3)."""
    if not order.fire or state.counter(party.actors[0]).class_ != "cavalry":
        return {}
    every = [expected_coins(state, unit, order.fire) for unit in party.actors]
    if party.riders or min(every) >= state.scenario.tables["fire"]["least"]:
        return {}
    return {"coins" if len(every) == 1 else "fewest": min(every)}  # AFR-6.3


def full(verdict: Verdict) -> Activate:
    """The ACTIVATE that was judged, with its path written out."""
    assert isinstance(verdict.order, Activate)
    return verdict.order


def what_is_left(state: State, side: str, order: Activate) -> tuple[Activate, Faults]:
    """What of an activation can still be done: the units that can do it, and the faults of the others (AFR-15.1)."""
    verdict = judge_activate(state, side, order)
    if not verdict.faults:
        return full(verdict), ()
    leaders = tuple(unit for unit in order.units if state.counter(unit).is_leader)
    actors = [unit for unit in distinct(order.units) if unit not in leaders]
    able = tuple(unit for unit in actors if not _fault_alone(state, side, order, unit))
    at = {state.units[unit].at for unit in able[:1]}
    with_them = tuple(unit for unit in leaders if state.units[unit].at in at)
    units = (*(u for u in able if state.units[u].at in at), *with_them)
    kept = judge_activate(state, side, order.model_copy(update={"units": units})) if able else verdict
    if not kept.faults:
        gone = [_fault_alone(state, side, order, unit) for unit in actors if unit not in able]
        lost = tuple(voided(fault) for faults in gone for fault in faults)
        return full(kept), lost or (_left_behind(order, full(kept)),)
    return order.model_copy(update={"units": ()}), tuple(voided(fault) for fault in verdict.faults)


def _fault_alone(state: State, side: str, order: Activate, unit: str) -> Faults:
    return judge_activate(state, side, order.model_copy(update={"units": (unit,)})).faults


def _left_behind(order: Activate, kept: Activate) -> Fault:
    missing = next(unit for unit in order.units if unit not in kept.units)
    return Fault("order-voided", "AFR-8.2", {"unit": missing})


def voided(fault: Fault) -> Fault:
    """The fault as a line that is carried out earns it: one that is gone has made it void (section 17)."""
    if fault.code in ("not-there", "not-together"):
        return Fault("order-voided", fault.rule, fault.args)
    return fault


# On a projection -------------------------------------------------------------------------------------------------


class _Trial(Projection):
    """A position to try an activation in: the facts it would bring, and the faults on the way."""

    def __init__(self, state: State) -> None:
        super().__init__(evolve, state)
        self.events: list[Event] = []
        self.faults: list[Fault] = []

    def emit(self, event: Event) -> None:
        """Keep the fact, and fold it."""
        self.events.append(event)
        super().emit(event)


def _try(trial: _Trial, side: str, party: Party, order: Activate) -> tuple[str, ...]:
    """Try what an activation does, dice changing nothing; the path of its move, written out."""
    at = trial.state.units[party.actors[0]].at
    if order.algarabia:
        trial.emit(activated(side, party, at, None))
        _try_ride(trial, party, order.algarabia)
        return ()
    path: tuple[str, ...] = ()
    alone = trial.state.counter(party.actors[0]).class_ != "cavalry"
    for group in [Party((gun,)) for gun in party.actors] if alone else [party]:
        trial.emit(activated(side, group, at, None))
        if order.fire:
            for unit in group.actors:
                trial.faults += fire_faults(trial.state, unit, order.fire)
                if alone:
                    trial.emit(_shot(unit, at, order.fire))
        if order.move:
            path = _try_move(trial, group, order.move)
    return path


def _try_move(trial: _Trial, party: Party, path: Sequence[str]) -> tuple[str, ...]:
    walk = find_walk(trial.state, party.units, path)
    trial.faults += walk.faults
    if not walk.faults:
        if party.actors[0] == trial.state.scenario.ship:
            trial.emit(facts.Sailed(unit=party.actors[0], path=walk.path))
        else:
            trial.emit(moved_event(trial.state, party.units, walk.path, "activation"))
    return walk.path[1:]


def _try_ride(trial: _Trial, party: Party, ride: Ride) -> None:
    """An algarabía: two steps of at most two points together, neither among enemies, and fire between (AFR-8.4)."""
    state, at = trial.state, trial.state.units[party.actors[0]].at
    trial.faults += [*ride_faults(state, party.units), *factor_faults(state, party.units)]
    trial.faults += _ride_steps(state, party, at, ride)
    if trial.faults:
        return
    trial.emit(moved_event(state, party.actors, (at, ride.via), "algarabia"))
    for unit in party.actors:
        trial.faults += fire_faults(trial.state, unit, ride.fire)
    trial.emit(moved_event(trial.state, party.actors, (ride.via, ride.to), "algarabia"))


def _ride_steps(state: State, party: Party, at: str, ride: Ride) -> Iterator[Fault]:
    yield from step_faults(state, party.actors, at, ride.via, last=False)
    yield from step_faults(state, party.actors, ride.via, ride.to, last=False)  # AFR-8.4
    allowance: int = state.scenario.tables["algarabia"]["points"]
    for unit in party.actors:
        cost = sum(state.scenario.cost(unit, area) or 0 for area in (ride.via, ride.to))
        if cost > allowance:
            args: dict[str, str | int] = {"unit": unit, "cost": cost, "allowance": allowance}
            yield Fault("move-too-far", "AFR-8.4", args)  # AFR-8.4
    if ride.to == at and state.scenario.options["algarabia-return"] == "false":
        yield Fault("not-algarabia", "AFR-8.4", {"unit": party.actors[0]})  # AFR-8.4


def at_via(state: State, order: Activate) -> State:
    """The position in which an algarabía that can be done fires (AFR-8.4)."""
    units = distinct(order.units)
    assert order.algarabia is not None
    return evolve(state, moved_event(state, units, (state.units[units[0]].at, order.algarabia.via), "algarabia"))


def fire_faults(state: State, unit: str, area: str) -> Faults:
    """Why an activated unit cannot fire at an area from where it stands now."""
    judge = fault_of_fire if state.counter(unit).class_ == "cavalry" else fault_of_shell
    return judge(state, unit, area)


def activated(side: str, party: Party, at: str, standing: int | None) -> facts.Activated:
    """That a party begins to act; `standing` is the number of the order that made it (AFR-8.2)."""
    return facts.Activated(side=side, units=party.actors, leaders=party.riders, at=at, standing=standing)


def _shot(unit: str, origin: str, at: str) -> facts.Shelled:
    """A shot of a gun that strikes nothing: what of it can be known before the dice (AFR-9.3)."""
    return facts.Shelled(
        unit=unit, origin=origin, at=at, distance=0, terms=(), coins=0, faces="", heads=0, die=None, column=None,
        result="none", targets=(),
    )  # fmt: skip
