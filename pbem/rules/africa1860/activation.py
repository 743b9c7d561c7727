"""Activations: cavalry with its leaders, guns, the gunboat; at any moment of either side's phases (AFR-8, 9, 12.5)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pbem.core.events import Event
from pbem.core.problems import Fault
from pbem.kit.judging import Projection, Verdict
from pbem.rules.africa1860 import events as facts
from pbem.rules.africa1860.control import update_control
from pbem.rules.africa1860.course import Course, Occasion
from pbem.rules.africa1860.evolve import evolve
from pbem.rules.africa1860.faults import absent, distinct, earned, foreign, unknown
from pbem.rules.africa1860.fire import fault_of_fire, run_defensive_fire, run_fire
from pbem.rules.africa1860.going import find_walk, step_faults
from pbem.rules.africa1860.movement import By, apart, known, lead, moved_event, settle_area
from pbem.rules.africa1860.orders import Activate, Ride
from pbem.rules.africa1860.sequence import enemy
from pbem.rules.africa1860.shells import fault_of_shell, run_shell
from pbem.rules.africa1860.shock import run_shock
from pbem.rules.africa1860.state import State

Faults = tuple[Fault, ...]


@dataclass(frozen=True, slots=True)
class Party:
    """Who acts in an activation: `actors` are marked for it, `riders` are the leaders who go with cavalry."""

    actors: tuple[str, ...]
    riders: tuple[str, ...] = ()

    @property
    def units(self) -> tuple[str, ...]:
        """All of them."""
        return (*self.actors, *self.riders)


def judge_activate(state: State, side: str, order: Activate) -> Verdict:
    """The verdict on an ACTIVATE: its path written out, what it does if dice change nothing, or the fault it earns."""
    units = distinct(order.units)
    names = (*unknown(state, units, areas_of(order)), *foreign(state, side, known(state, units)))
    fault = earned(names) or earned(_party_faults(state, order, units))
    if fault:
        return Verdict(order, fault)
    party = _party(state, units)
    trial = _Trial(state)
    path = _try(trial, side, party, order)
    if trial.faults:
        return Verdict(order, earned(trial.faults))
    done = order.model_copy(update={"units": units, "move": path})
    return Verdict(done, events=tuple(trial.events))


def full(verdict: Verdict) -> Activate:
    """The ACTIVATE that was judged, with its path written out."""
    assert isinstance(verdict.order, Activate)
    return verdict.order


def areas_of(order: Activate) -> tuple[str, ...]:
    """The areas that an ACTIVATE names."""
    ride = order.algarabia
    named = (order.fire, *order.move, *((ride.via, ride.fire, ride.to) if ride else ()))
    return tuple(area for area in named if area is not None)


def _party(state: State, units: Sequence[str]) -> Party:
    """Who of the units named acts, and which leaders ride: one who has moved is left behind (AFR-10.5)."""
    actors = tuple(unit for unit in units if not state.counter(unit).is_leader)
    riders = (u for u in units if state.counter(u).is_leader and not state.units[u].moved)  # AFR-10.5
    return Party(actors, tuple(riders))


def _party_faults(state: State, order: Activate, units: Sequence[str]) -> Iterator[Fault]:
    """Why these units cannot be activated by this line at all."""
    yield from absent(state, units)
    yield from kind_faults(state, units)
    yield from apart(state, units)
    deeds = [bool(order.fire), bool(order.move), order.algarabia is not None]
    for unit in units:
        counter, each = state.counter(unit), state.units[unit]
        if not counter.by_activation:
            continue
        if each.activations >= counter.kind.activations:
            rule = "AFR-8.1" if counter.class_ == "cavalry" else "AFR-9.1"
            yield Fault("already-activated", rule, {"unit": unit})  # AFR-8.1 AFR-9.1
        if counter.class_ == "artillery" and order.move and each.moved:
            yield Fault("artillery-moved-twice", "AFR-9.2", {"unit": unit})  # AFR-9.2
        if order.move and counter.movement == 0:
            yield Fault("cannot-move", "AFR-13.6", {"unit": unit})  # AFR-13.6
    yield from deed_faults(state, units, deeds)


def kind_faults(state: State, units: Sequence[str]) -> Iterator[Fault]:
    """The fault of a line whose units are not cavalry (with leaders), guns, or the gunboat alone (0.2, AFR-8.2)."""
    kinds = {state.counter(unit).class_ for unit in units}
    if kinds not in ({"cavalry"}, {"cavalry", "leader"}, {"artillery"}, {"ship"}):
        odd = next((unit for unit in units if not state.counter(unit).by_activation), units[-1])
        yield Fault("cannot-activate", "AFR-8.2", {"unit": odd})  # AFR-8.2


def deed_faults(state: State, units: Sequence[str], deeds: Sequence[bool]) -> Iterator[Fault]:
    """The fault of a line that would do too much at once; `deeds`: fire, move, algarabía (AFR-8.4, 9.2)."""
    fire, move, ride = deeds
    one_deed = any(state.counter(unit).class_ in ("artillery", "ship") for unit in units)
    if (one_deed and fire == move and not ride) or (ride and (fire or move)):
        yield Fault("fire-or-move", "AFR-9.2", {"unit": units[0]})  # AFR-9.2


def ride_faults(state: State, units: Sequence[str]) -> Iterator[Fault]:
    """Why units may not ride algarabía at all: Moroccan cavalry with a fire factor does, alone (AFR-8.4)."""
    able = state.scenario.tables["algarabia"]
    for unit in units:
        counter = state.counter(unit)
        if counter.side != able["side"] or counter.type != able["type"]:
            yield Fault("not-algarabia", "AFR-8.4", {"unit": unit})  # AFR-8.4


def factor_faults(state: State, units: Sequence[str]) -> Iterator[Fault]:
    """The faults of those who have no fire factor to fire with (AFR-2.6)."""
    for unit in units:
        counter = state.counter(unit)
        if counter.by_activation and counter.ff is None:
            yield Fault("no-fire-factor", "AFR-2.6", {"unit": unit})  # AFR-2.6


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
        trial.emit(_activated(side, party, at, None))
        _try_ride(trial, party, order.algarabia)
        return ()
    path: tuple[str, ...] = ()
    alone = trial.state.counter(party.actors[0]).class_ != "cavalry"
    for group in [Party((gun,)) for gun in party.actors] if alone else [party]:
        trial.emit(_activated(side, group, at, None))
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


def _activated(side: str, party: Party, at: str, standing: int | None) -> facts.Activated:
    return facts.Activated(side=side, units=party.actors, leaders=party.riders, at=at, standing=standing)


def _shot(unit: str, origin: str, at: str) -> facts.Shelled:
    """A shot of a gun that strikes nothing: what of it can be known before the dice (AFR-9.3)."""
    return facts.Shelled(
        unit=unit, origin=origin, at=at, distance=0, terms=(), coins=0, faces="", heads=0, die=None, column=None,
        result="none", targets=(),
    )  # fmt: skip


# In a run --------------------------------------------------------------------------------------------------------


def run_activation(
    course: Course, side: str, order: Activate, *, standing: int | None = None, by: By = "activation"
) -> Faults:
    """Carry out an activation; guns act one after the other. The faults of what could not be done, () for nothing."""
    order, lost = _left_now(course, side, order)
    found = list(lost)
    if not order.units:
        return tuple(found)
    cavalry = any(course.play.state.counter(unit).class_ == "cavalry" for unit in order.units)
    for units in [order.units] if cavalry else [(unit,) for unit in order.units]:
        one = order.model_copy(update={"units": units})
        done, faults = _act(course, side, one, standing, by)
        found += faults
        standing = None if done else standing  # it is used once, by the first that acts
    return tuple(found)


def _left_now(course: Course, side: str, order: Activate) -> tuple[Activate, Faults]:
    """The same on the present position, where it is not known to be all of the order."""
    state = course.play.state
    if course.able is not None and course.able[0] is state and course.able[1] == order:
        return order, ()
    left, lost = what_is_left(state, side, order)
    if left.units and not lost:
        course.able = state, left
    return left, lost


def what_is_left(state: State, side: str, order: Activate) -> tuple[Activate, Faults]:
    """What of an activation can still be done: the units that can do it, and the faults of the others (AFR-15.1)."""
    verdict = judge_activate(state, side, order)
    if not verdict.faults:
        return full(verdict), ()
    leaders = tuple(unit for unit in order.units if unit in state.units and state.counter(unit).is_leader)
    actors = [unit for unit in distinct(order.units) if unit not in leaders]
    able = tuple(unit for unit in actors if not _fault_alone(state, side, order, unit))
    at = {state.units[unit].at for unit in able[:1]}
    with_them = tuple(unit for unit in leaders if state.units[unit].at in at)
    kept = order.model_copy(update={"units": (*(u for u in able if state.units[u].at in at), *with_them)})
    if able and not judge_activate(state, side, kept).faults:
        gone = [_fault_alone(state, side, order, unit) for unit in actors if unit not in able]
        return kept, tuple(voided(fault) for faults in gone for fault in faults) or (_left_behind(order, kept),)
    return order.model_copy(update={"units": ()}), tuple(voided(fault) for fault in verdict.faults)


def _fault_alone(state: State, side: str, order: Activate, unit: str) -> Faults:
    return judge_activate(state, side, order.model_copy(update={"units": (unit,)})).faults


def _left_behind(order: Activate, kept: Activate) -> Fault:
    missing = next((unit for unit in order.units if unit not in kept.units), order.units[0])
    return Fault("order-voided", "AFR-8.2", {"unit": missing})


def voided(fault: Fault) -> Fault:
    """The fault as a line that is carried out earns it: one that is gone has made it void (section 17)."""
    if fault.code in ("not-there", "not-together"):
        return Fault("order-voided", fault.rule, fault.args)
    return fault


def _act(course: Course, side: str, order: Activate, standing: int | None, by: By) -> tuple[bool, Faults]:
    """One activation: the window, a new check, the markers, then fire, move, and what follows (AFR-8.2).

    Whether it began, and the faults of what was lost on the way.
    """
    play = course.play
    at = play.state.units[order.units[0]].at
    course.react(course, Occasion("activates", side, at, units=order.units))  # AFR-15.2
    order, lost = _left_now(course, side, order)  # AFR-8.2
    if not order.units:
        return False, lost
    party, at = _party(play.state, order.units), play.state.units[order.units[0]].at
    play.emit(_activated(side, party, at, standing))  # AFR-8.2
    found = [*lost]
    if order.algarabia:
        found += _run_ride(course, party, at, order.algarabia)
    elif party.actors[0] == play.state.scenario.ship:
        found += _run_ship(course, party.actors[0], at, order)
    else:
        found += _fire(course, party.actors, at, order.fire) if order.fire else ()
        found += _move(course, party, at, order.move, by) if order.move else ()
    update_control(play)  # AFR-11.2
    return True, tuple(found)


def _fire(course: Course, units: Sequence[str], at: str, area: str) -> Faults:
    """The fire of each unit, judged at its moment."""
    found: list[Fault] = []
    for unit in units:
        state = course.play.state
        if state.units[unit].at != at:
            found.append(Fault("order-voided", "AFR-8.2", {"unit": unit}))
        elif state.counter(unit).class_ == "cavalry":
            found += run_fire(course, unit, area)
        else:
            found += run_shell(course, unit, area)
    return tuple(found)


def _move(course: Course, party: Party, at: str, path: Sequence[str], by: By) -> Faults:
    """The move, judged at its moment; who comes in among enemies suffers their fire and fights at once (AFR-8.2)."""
    play, side = course.play, course.play.state.side(party.actors[0])
    here = tuple(unit for unit in party.units if play.state.units[unit].at == at)
    gone = [Fault("order-voided", "AFR-8.2", {"unit": unit}) for unit in party.units if unit not in here]
    if not any(unit in party.actors for unit in here):
        return tuple(gone)
    walk = find_walk(play.state, here, path)
    if walk.faults:
        return (*gone, *walk.faults)
    joined = frozenset(play.state.stack(walk.path[-1], side))
    arrived, lost = lead(course, here, walk.path, by)
    area = walk.path[-1]
    contested = play.state.holds(area, enemy(side))
    if arrived and contested and not joined & frozenset(play.state.stack(area, side)):
        run_defensive_fire(course, area, arrived)  # AFR-8.2 AFR-9.2
        run_shock(course, area)  # AFR-8.2 AFR-9.2
    settle_area(play, area)
    return (*gone, *lost)


def _run_ride(course: Course, party: Party, at: str, ride: Ride) -> Faults:
    """An algarabía, each part judged at its moment: whom a reaction drives off does no more (AFR-8.4)."""
    play = course.play
    there, lost = lead(course, party.actors, (at, ride.via), "algarabia")
    gone = [Fault("order-voided", "AFR-8.4", {"unit": unit}) for unit in party.actors if unit not in there]  # AFR-8.4
    found = [*lost, *gone, *_fire(course, there, ride.via, ride.fire)]
    left = tuple(unit for unit in there if play.state.units[unit].at == ride.via)
    if left:
        fault = earned(step_faults(play.state, left, ride.via, ride.to, last=False))
        found += fault
        if not fault:
            found += lead(course, left, (ride.via, ride.to), "algarabia")[1]
    return tuple(found)


def _run_ship(course: Course, ship: str, at: str, order: Activate) -> Faults:
    """The gunboat sails, and opens no window by it; or she fires (AFR-12.5, 12.6)."""
    if order.fire:
        return _fire(course, (ship,), at, order.fire)
    walk = find_walk(course.play.state, (ship,), order.move)
    if not walk.faults:
        course.play.emit(facts.Sailed(unit=ship, path=walk.path))  # AFR-12.5
    return walk.faults
