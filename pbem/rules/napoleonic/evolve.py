"""Evolve: the state after an event; the only place where a state comes into being."""

from collections.abc import Callable, Mapping
from typing import Any

from pbem.core.events import Event, GameEnded, PhaseBegan
from pbem.kit.evolving import as_it_was, core_changes
from pbem.kit.frozen import alter
from pbem.rules.napoleonic import events as facts
from pbem.rules.napoleonic.command import commanded
from pbem.rules.napoleonic.saving import dump, load
from pbem.rules.napoleonic.scenario import DEFENCE
from pbem.rules.napoleonic.sequence import active_in, kind_of
from pbem.rules.napoleonic.state import (
    HIDDEN,
    ROUTED,
    Division,
    Doing,
    State,
    Unit,
    altered,
    marked,
    place,
    removed,
)


def evolve(state: State, event: Event) -> State:
    """The state after an event; KeyError for an event that this rule set does not have."""
    return EVOLVE[type(event)](state, event)


def _phase_began(state: State, event: PhaseBegan) -> State:
    """The state in its next phase; what lasts for a phase, or a turn, is forgotten."""
    units = _rested(state) if event.turn != state.turn else {}
    markers = state.markers if active_in(event.phase) == active_in(state.phase) else {}
    in_command = state.known("in command", lambda: commanded(state))  # NAP-2.2
    new = altered(
        state, units, turn=event.turn, phase=event.phase, markers=markers, doing={}, shots=(), spent=frozenset(),
        tested=frozenset(),
    )  # fmt: skip
    return alter(new, commanded=in_command, _known={"in command": in_command})  # NAP-2.2


def _rested(state: State) -> dict[str, Unit]:
    """The units that did something in a turn, as a new one begins."""
    return {
        unit: alter(each, fired=False, moved=0, charged=False, fought=False)
        for unit, each in state.units.items()
        if each.fired or each.moved or each.charged or each.fought
    }


def _deployed(state: State, event: facts.Deployed) -> State:
    return place(state, event.unit, event.at, event.facing, formation=event.formation)


def _with_division(state: State, name: str, /, **fields: Any) -> State:
    """The state with fields of a division replaced; its order stays hidden from an enemy who has not seen it."""
    division = alter(state.divisions[name], **fields)
    return alter(state, divisions={**state.divisions, name: masked(division, state.seen_by)}, _known={})


def masked(division: Division, seen_by: str) -> Division:
    """A division as a side may see it: the enemy's order only once it was shown."""
    if seen_by in ("all", division.side) or division.shown:
        return division
    return alter(division, order=HIDDEN)


def _commanded(state: State, event: facts.Commanded) -> State:
    return _with_division(state, event.division, order=event.order)


def _order_shown(state: State, event: facts.OrderShown) -> State:
    return _with_division(state, event.division, order=event.order, shown=True)


def _leader_replaced(state: State, event: facts.LeaderReplaced) -> State:
    return place(state, event.unit, event.at, 0, taken_at=None, successor=True)


def _leader_taken(state: State, event: facts.LeaderTaken) -> State:
    return removed(state, event.unit, status="taken", taken_at=event.at)


def _leader_moved(state: State, event: facts.LeaderMoved) -> State:
    return place(state, event.unit, event.to, 0)


NOTHING = Doing(0)


def _doing(state: State, event: facts.Moved | facts.Turned) -> dict[str, Doing]:
    before = state.doing.get(event.unit, NOTHING)
    now = alter(before, left=event.left, step_free=event.step_free, more_free=event.more_free)
    return {**state.doing, event.unit: now}


def _moved(state: State, event: facts.Moved) -> State:
    spent = state.units[event.unit].moved + event.cost
    new = place(state, event.unit, event.path[-1], event.facing, moved=spent)
    entered = state.commanded | {event.unit} if event.entered else state.commanded  # NAP-15.4
    return alter(new, doing=_doing(state, event), commanded=entered)


def _exited(state: State, event: facts.Exited) -> State:
    return removed(state, event.unit, status="eliminated" if event.lost else "exited")


def _turned(state: State, event: facts.Turned) -> State:
    spent = state.units[event.unit].moved + event.cost
    new = marked(state, (event.unit,), facing=event.facing, moved=spent)
    return new if event.by else alter(new, doing=_doing(state, event))


def _formed(state: State, event: facts.Formed) -> State:
    each = state.units[event.unit]
    new = marked(state, (event.unit,), formation=event.formation, moved=each.moved + event.cost)
    if event.by:
        return new
    before = state.doing.get(event.unit, NOTHING)
    return alter(new, doing={**state.doing, event.unit: alter(before, left=event.left, formed=True)})


def _piled(state: State, event: facts.Piled) -> State:
    others = tuple(hex_ for hex_ in state.piled if hex_ != event.hex)
    piled = tuple(sorted((*others, event.hex))) if event.by == "player" else others
    return alter(state, piles={**state.piles, event.hex: event.order}, piled=piled, _known={})


def _marked(state: State, event: facts.Marked) -> State:
    return alter(state, markers={**state.markers, event.hex: event.target}, _known={})


def _unmarked(state: State, event: facts.Unmarked) -> State:
    markers = {hex_: target for hex_, target in state.markers.items() if hex_ != event.hex}
    return alter(state, markers=markers, _known={})


def _shot(state: State, event: facts.Shot) -> State:
    if event.part == 2:
        return state
    fired = marked(state, (event.unit,), fired=True) if kind_of(state.phase) == "fire" else state
    return alter(fired, shots=(*state.shots, (event.unit, event.origin, event.at)), _known={})


def _count_loss(state: State, unit: str, pf: int) -> State:
    division = state.divisions.get(state.counter(unit).division)
    if division is None:
        return state
    return _with_division(state, state.counter(unit).division, lost_this_turn=division.lost_this_turn + pf)


def _lost(state: State, event: facts.Lost) -> State:
    lost = state.units[event.unit].lost + event.pf
    return _count_loss(marked(state, (event.unit,), lost=lost), event.unit, event.pf)


def _eliminated(state: State, event: facts.Eliminated) -> State:
    return _count_loss(removed(state, event.unit, status="eliminated"), event.unit, state.pf(event.unit))


def _no_fire(state: State, event: facts.NoFire) -> State:
    return marked(state, (event.unit,), no_fire_until=event.until)


def _with_morale(state: State, unit: str, morale: str) -> State:
    """The state with a counter's morale; who is routed is in normal formation at once, guns limbered (NAP-9.4)."""
    if morale != ROUTED:
        return marked(state, (unit,), morale=morale)
    formation = "limbered" if state.is_guns(unit) else "normal"
    return marked(state, (unit,), morale=morale, formation=formation)  # NAP-9.4


def _morale_tested(state: State, event: facts.MoraleTested) -> State:
    return _with_morale(state, event.unit, event.after)


def _broken(state: State, event: facts.Broken) -> State:
    return _with_morale(state, event.unit, ROUTED)


def _retreated(state: State, event: facts.Retreated) -> State:
    limbered = {"formation": "limbered"} if event.limbers else {}
    return place(state, event.unit, event.path[-1], event.facing, **limbered)


def _charged(state: State, event: facts.Charged) -> State:
    for unit in event.units:
        state = place(state, unit, event.path[-1], event.facing, charged=True)
    return state


def _square_tried(state: State, event: facts.SquareTried) -> State:
    return alter(state, tested=state.tested | {event.hex}, _known={})


def _fatigued(state: State, event: facts.Fatigued) -> State:
    return marked(state, (event.unit,), fatigue=event.level)


def _fought(state: State, event: facts.Fought) -> State:
    markers = {hex_: target for hex_, target in state.markers.items() if hex_ not in event.origins}
    new = marked(state, (*event.attackers, *event.defenders), fought=True)
    return alter(new, markers=markers, spent=state.spent | set(event.leaders))


def _advanced(state: State, event: facts.Advanced) -> State:
    return place(state, event.unit, event.to, event.facing)


def _division_changed(state: State, event: facts.DivisionChanged) -> State:
    if event.state == "withdrawing":
        return _with_division(
            state, event.division, state=event.state, order=DEFENCE, no_attack_until=state.turn + 1  # NAP-14.4
        )  # fmt: skip
    return _with_division(state, event.division, state=event.state)


def _town_taken(state: State, event: facts.TownTaken) -> State:
    return alter(state, holders={**state.holders, event.hex: event.side}, _known={})


def _watered(state: State, event: facts.Watered) -> State:
    return marked(state, event.units, watered=state.turn)


def _turn_ended(state: State, event: facts.TurnEnded) -> State:
    divisions = {
        name: masked(alter(division, lost_this_turn=0, shown=False), state.seen_by)
        for name, division in state.divisions.items()
    }
    points = {"french": event.french, "spanish": event.spanish}
    rested = altered(state, _rested(state))
    return alter(rested, turn=state.turn + 1, divisions=divisions, points=points, _known={})


def _game_ended(state: State, event: GameEnded) -> State:
    return alter(state, winner=event.winner, victory=event.level or None, _known={})


EVOLVE: Mapping[type[Event], Callable[[State, Any], State]] = {
    **core_changes(load, dump, piles="piles"),
    PhaseBegan: _phase_began,
    GameEnded: _game_ended,
    facts.Deployed: _deployed,
    facts.Commanded: _commanded,
    facts.CommandFailed: as_it_was,
    facts.OrderShown: _order_shown,
    facts.LeaderReplaced: _leader_replaced,
    facts.LeaderTaken: _leader_taken,
    facts.LeaderMoved: _leader_moved,
    facts.Moved: _moved,
    facts.Exited: _exited,
    facts.Turned: _turned,
    facts.Formed: _formed,
    facts.Piled: _piled,
    facts.Marked: _marked,
    facts.Unmarked: _unmarked,
    facts.Shot: _shot,
    facts.Lost: _lost,
    facts.Eliminated: _eliminated,
    facts.NoFire: _no_fire,
    facts.MoraleTested: _morale_tested,
    facts.Broken: _broken,
    facts.Retreated: _retreated,
    facts.Charged: _charged,
    facts.SquareTried: _square_tried,
    facts.Fatigued: _fatigued,
    facts.Fought: _fought,
    facts.Advanced: _advanced,
    facts.ControlTested: as_it_was,
    facts.DivisionTested: as_it_was,
    facts.DivisionChanged: _division_changed,
    facts.TownTaken: _town_taken,
    facts.Watered: _watered,
    facts.TurnEnded: _turn_ended,
}
