"""The legal orders of a seat in the current phase: forms, composer and bots all use them."""

from collections.abc import Iterator
from functools import partial
from itertools import chain

from pbem.core.events import Phase
from pbem.core.ruleset import Choice, Choices
from pbem.kit.choices import ByActor
from pbem.kit.judging import Projection, Verdict
from pbem.rules.africa1860 import setup
from pbem.rules.africa1860.activation import judge_activate
from pbem.rules.africa1860.closing import is_over
from pbem.rules.africa1860.events import Moved
from pbem.rules.africa1860.evolve import evolve
from pbem.rules.africa1860.faults import earned
from pbem.rules.africa1860.fire import judge_fire
from pbem.rules.africa1860.movement import judge_land, judge_move
from pbem.rules.africa1860.orders import Activate, Fire, Land, Move, Ride
from pbem.rules.africa1860.parties import factor_faults, ride_faults
from pbem.rules.africa1860.sequence import ORDER, enemy
from pbem.rules.africa1860.state import ABOARD, State
from pbem.rules.africa1860.turns import actors, awaited, targets

Orders = Iterator[Fire | Move | Land | Activate]


def choices(state: State, seat: str) -> Choices:
    """The legal orders of a seat in the current phase; of a seat that is not asked, the activations it may send."""
    phase, side = ORDER.by_id[state.phase], state.scenario.seats[seat]
    asked = seat in awaited(state)
    if state.winner is not None or not (asked or side not in phase.sides):
        return Choices(seat, state.phase, {})
    units = actors(state, phase, side)
    if state.phase == "set-up":
        may = ByActor(units, partial(setup.deploy_choices, state))
        return Choices(seat, state.phase, may, proposed=setup.proposed(state, units), settled=True)  # AFR-13.11
    found = {unit: tuple(_choices_of(state, phase, side, unit)) for unit in units}
    return Choices(seat, state.phase, {unit: each for unit, each in found.items() if each})


def _choices_of(state: State, phase: Phase, side: str, unit: str) -> Iterator[Choice]:
    """Each legal order of a unit alone, but for fire that has too few coins."""
    counter = state.counter(unit)
    if counter.by_activation:
        for order in _activations(state, unit):
            verdict = judge_activate(state, side, order)
            if not (verdict.faults or verdict.notes):  # a note tells of too few coins (AFR-6.3)
                yield Choice(verdict.order)
    elif side not in phase.sides:
        return
    elif "fire" in phase.orders:
        for area in targets(state, unit):
            fire = judge_fire(state, side, Fire(units=(unit,), area=area))
            if not fire.faults:
                yield Choice(fire.order, fire.notes)
    elif state.units[unit].at == ABOARD:
        yield from _landings(state, side, unit)
    else:
        for area in _near(state, unit):
            move = judge_move(state, side, Move(units=(unit,), path=(area,)))
            if not move.faults and not _overfills(state, side, move):
                yield Choice(move.order)


def _overfills(state: State, side: str, verdict: Verdict) -> bool:
    """Whether a move alone leaves the area where it ends over its limit (AFR-5.3)."""
    after = Projection(evolve, state)
    for event in verdict.events:
        after.emit(event)
    ends = [event.path[-1] for event in verdict.events if isinstance(event, Moved)]
    return is_over(after.state, ends[-1], side)


def _landings(state: State, side: str, unit: str) -> Iterator[Choice]:
    ship = state.scenario.ship
    if ship is None or not state.on_map(ship):
        return
    at = state.units[ship].at
    for area in (at, *state.scenario.board.neighbours[at]):
        order = Land(unit=unit, area=area)
        verdict = judge_land(state, side, order)
        if not verdict.faults and not _overfills(state, side, verdict):
            yield Choice(order)


def _activations(state: State, unit: str) -> Iterator[Activate]:
    """What an activation of a unit alone might be: fire, a move, an algarabía where it could; not all are legal."""
    counter, units, foe = state.counter(unit), (unit,), enemy(state.side(unit))
    foes = [area for area in sorted(state.stacks) if state.threatens(area, foe)]
    yield from (Activate(units=units, fire=area) for area in foes)
    if counter.movement:
        yield from (Activate(units=units, move=(area,)) for area in _near(state, unit))
    if not earned((*ride_faults(state, units), *factor_faults(state, units))):
        yield from _rides(state, unit)


def _rides(state: State, unit: str) -> Iterator[Activate]:
    """The algarabías of a unit: by way of each area beside it, fire from there, and back or on (AFR-8.4)."""
    at, foe, neighbours = state.units[unit].at, enemy(state.side(unit)), state.scenario.board.neighbours
    for via in neighbours[at]:
        if state.holds(via, foe):
            continue
        for target in (area for area in neighbours[via] if state.threatens(area, foe)):
            for to in neighbours[via]:
                yield Activate(units=(unit,), algarabia=Ride(via=via, fire=target, to=to))


def _near(state: State, unit: str) -> tuple[str, ...]:
    """The areas that a unit might reach: the neighbours, and with an allowance of two theirs."""
    at, neighbours = state.units[unit].at, state.scenario.board.neighbours
    far = neighbours[at] if state.counter(unit).movement > 1 else ()
    found = set(neighbours[at]) | set(chain.from_iterable(neighbours[area] for area in far))
    return tuple(sorted(found - {at}))
