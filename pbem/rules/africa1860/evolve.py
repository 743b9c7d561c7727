"""Evolve: the state after an event; the only place where a state comes into being."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from pbem.core.events import Event, PhaseBegan
from pbem.kit.evolving import as_it_was, core_changes
from pbem.kit.frozen import alter
from pbem.rules.africa1860 import events as facts
from pbem.rules.africa1860.saving import dump, load
from pbem.rules.africa1860.sequence import attacker_in
from pbem.rules.africa1860.state import (
    CAPTURED,
    ELIMINATED,
    State,
    placed,
    restacked,
    settle_order,
    with_units,
)

CLEARED: Mapping[str, Any] = {"activations": 0, "moved": False, "fired": False, "shelled": ()}


def evolve(state: State, event: Event) -> State:
    """The state after an event; KeyError for an event that this rule set does not have."""
    return EVOLVE[type(event)](state, event)


def marked(state: State, units: Iterable[str], **fields: Any) -> State:
    """The state with these fields of units set."""
    return with_units(state, {unit: alter(state.units[unit], **fields) for unit in units})


def _phase_began(state: State, event: PhaseBegan) -> State:
    """The state in its next phase: who has given support may again (0.3); a new half has seen no attack yet."""
    spent = [unit for unit, each in state.units.items() if each.supported]
    begun = alter(marked(state, spent, supported=False), turn=event.turn, phase=event.phase)
    return begun if attacker_in(event.phase) == attacker_in(state.phase) else alter(begun, entered=())


def _deployed(state: State, event: facts.Deployed) -> State:
    return placed(state, event.units, event.at)


def _stacked(state: State, event: facts.Stacked) -> State:
    return restacked(state, event.at, event.side, event.order)


def _moved(state: State, event: facts.Moved) -> State:
    """A step or several: who comes in among enemies attacks, from the area before; a move counts as the turn's one."""
    fields: dict[str, Any] = {"origin": event.path[-2] if event.attacks else None}
    if event.by != "algarabia":
        fields["moved"] = True  # AFR-4.4
    if event.by == "landing":
        fields["landed"] = state.turn  # AFR-12.7
    moved = placed(state, event.units, event.path[-1], on_top=True, **fields)
    at = event.path[-1]
    return alter(moved, entered=(*moved.entered, at)) if event.attacks and at not in moved.entered else moved


def _move_voided(state: State, event: facts.MoveVoided) -> State:
    return placed(state, event.units, event.path[-1], origin=None, moved=False, landed=None)


def _sailed(state: State, event: facts.Sailed) -> State:
    return placed(state, (event.unit,), event.path[-1], moved=True)


def _activated(state: State, event: facts.Activated) -> State:
    """A marker on each unit (AFR-8.2, 9.1); a standing order is used once more."""
    units = {u: alter(state.units[u], activations=state.units[u].activations + 1) for u in event.units}
    used = dict(state.used)
    if event.standing is not None:
        key = f"{event.side} {event.standing}"
        used[key] = used.get(key, 0) + 1
    return alter(with_units(state, units), used=used)


def _fired(state: State, event: facts.Fired) -> State:
    fired = state if event.defensive else marked(state, (event.unit,), fired=True)
    return fired if event.leader is None else marked(fired, (event.leader,), supported=True)


def _shelled(state: State, event: facts.Shelled) -> State:
    gun = state.units[event.unit]
    return marked(state, (event.unit,), shelled=(*gun.shelled, event.at), fired=True)


def _struck(state: State, event: facts.Struck) -> State:
    unit = state.units[event.unit]
    struck = marked(
        state, (event.unit,), steps=event.left if event.steps else unit.steps,
        demoralized=unit.demoralized or event.demoralized,
    )  # fmt: skip
    if not event.to_bottom:
        return struck
    side = state.side(event.unit)
    others = [other for other in state.stack(event.at, side) if other != event.unit]
    return restacked(struck, event.at, side, settle_order(state.scenario, (*others, event.unit)))


def _retreated(state: State, event: facts.Retreated) -> State:
    return placed(state, event.units, event.path[-1], origin=None)


def _fell_back(state: State, event: facts.FellBack) -> State:
    return placed(state, event.units, event.to, origin=None)


def _eliminated(state: State, event: facts.Eliminated) -> State:
    return placed(state, (event.unit,), ELIMINATED, origin=None, demoralized=False)


def _captured(state: State, event: facts.Captured) -> State:
    taken = placed(state, (event.unit,), CAPTURED)
    return alter(taken, convoys_captured=state.convoys_captured + 1)


def _gaix_revealed(state: State, event: facts.GaixRevealed) -> State:
    return marked(state, (event.unit,), drawn_fc=event.factor)


def _shocked(state: State, event: facts.Shocked) -> State:
    return alter(state, shocks=event.number)


def _shock_ended(state: State, event: facts.ShockEnded) -> State:
    """Nobody attacks there any more."""
    standing = [u for side in sorted(state.stacks.get(event.at, {})) for u in state.stack(event.at, side)]
    return marked(state, standing, origin=None)


def _control_changed(state: State, event: facts.ControlChanged) -> State:
    return alter(state, control={**state.control, event.at: event.side})


def _markers_cleared(state: State, event: facts.MarkersCleared) -> State:
    return alter(marked(state, sorted(state.units), **CLEARED), used={}, shocks=0)  # AFR-9.9


def _arrived(state: State, event: facts.Arrived) -> State:
    return placed(state, (event.unit,), event.at, steps=state.scenario.first_steps(event.unit))


def _rallied(state: State, event: facts.Rallied) -> State:
    return marked(state, (event.unit,), demoralized=False) if event.rallied else state


def _turn_ended(state: State, event: facts.TurnEnded) -> State:
    return alter(state, turn=state.turn + 1)


EVOLVE: Mapping[type[Event], Callable[[State, Any], State]] = {
    **core_changes(load, dump),
    **dict.fromkeys(
        (facts.OverstackStays, facts.ReactionLost, facts.HeldFire, facts.LossesTaken, facts.Delayed), as_it_was
    ),
    PhaseBegan: _phase_began,
    facts.Deployed: _deployed,
    facts.Stacked: _stacked,
    facts.Moved: _moved,
    facts.MoveVoided: _move_voided,
    facts.Sailed: _sailed,
    facts.Activated: _activated,
    facts.Fired: _fired,
    facts.Shelled: _shelled,
    facts.Struck: _struck,
    facts.Retreated: _retreated,
    facts.FellBack: _fell_back,
    facts.Eliminated: _eliminated,
    facts.Captured: _captured,
    facts.GaixRevealed: _gaix_revealed,
    facts.Shocked: _shocked,
    facts.ShockEnded: _shock_ended,
    facts.ControlChanged: _control_changed,
    facts.MarkersCleared: _markers_cleared,
    facts.Arrived: _arrived,
    facts.Rallied: _rallied,
    facts.TurnEnded: _turn_ended,
}  # fmt: skip
