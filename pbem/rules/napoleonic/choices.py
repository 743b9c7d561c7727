"""The legal orders of a seat in the current phase: forms, composer and bots all use them."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from pbem.core.orders import Order
from pbem.core.ruleset import Choice, Choices
from pbem.kit.choices import ByActor
from pbem.kit.judging import Verdict
from pbem.rules.napoleonic import forming, setup
from pbem.rules.napoleonic.assault import assault_choices
from pbem.rules.napoleonic.charges import charge_choices
from pbem.rules.napoleonic.command_phase import divisions_in_play, judge_command
from pbem.rules.napoleonic.division_choices import division_choices, division_fire_choices, groups
from pbem.rules.napoleonic.fire_phase import fire_choices
from pbem.rules.napoleonic.movement import may_not_move
from pbem.rules.napoleonic.movers import Party
from pbem.rules.napoleonic.orders import FORMATIONS, Advance, Command, DeployGuns, Face, Form, Limber, Move, Rally
from pbem.rules.napoleonic.paths import Walk, Wish
from pbem.rules.napoleonic.scenario import FACINGS, ORDERS_OF_DIVISIONS
from pbem.rules.napoleonic.search import reached
from pbem.rules.napoleonic.sequence import active_in, kind_of
from pbem.rules.napoleonic.state import NORMAL, State
from pbem.rules.napoleonic.turns import awaited, movers


def choices(state: State, seat: str) -> Choices:
    """The legal orders of a seat in the current phase; those of charges, shock and rally for the active side."""
    kind, side = kind_of(state.phase), state.scenario.seats[seat]
    if state.winner is not None:
        return Choices(seat, state.phase, {})
    if kind in LATER and active_in(state.phase) == side:
        later = _later(state, side, kind)
        return Choices(seat, state.phase, later, groups=groups(state, later) if kind == "charges" else {})
    if seat not in awaited(state):
        return Choices(seat, state.phase, {})
    if kind == "set-up":
        units = setup.actors(state, side)
        return Choices(
            seat, state.phase, ByActor(units, partial(setup.deploy_choices, state)),
            proposed=dict(setup.proposed(state, units)), groups=groups(state, units), settled=True,
        )  # fmt: skip
    if kind == "command":
        return Choices(seat, state.phase, _commands(state, side))
    if kind == "fire":
        firing = fire_choices(state, side)
        return Choices(
            seat, state.phase, {**division_fire_choices(state, side), **firing}, groups=groups(state, firing)
        )
    moving = ByActor(movers(state, side), partial(move_choices, state))
    able = {unit: moving[unit] for unit in moving if moving[unit]}
    together, assaults = division_choices(state, side), assault_choices(state, side)
    return Choices(seat, state.phase, {**together, **able, **assaults}, groups=groups(state, able))


LATER = ("charges", "shock", "reorganisation")


def _later(state: State, side: str, kind: str) -> dict[str, tuple[Choice, ...]]:
    """The lines for phases in which nobody is asked (NAP-13.1)."""
    if kind == "charges":
        return charge_choices(state, side)
    if kind == "shock":
        hexes = sorted(set(state.markers.values()))
        modes = ("all", "top", "none")
        return {
            hex_: tuple(Choice(Advance.model_validate({"target": hex_, "mode": mode})) for mode in modes)
            for hex_ in hexes
        }
    shaken = (unit for unit in state.fighting(side) if state.units[unit].morale != NORMAL)
    return {unit: (Choice(Rally(units=(unit,))),) for unit in shaken}


def _commands(state: State, side: str) -> dict[str, tuple[Choice, ...]]:
    found: dict[str, tuple[Choice, ...]] = {}
    for name in divisions_in_play(state, side):
        orders = (Command.model_validate({"division": name, "order": order}) for order in ORDERS_OF_DIVISIONS)
        verdicts = [judge_command(state, side, order, 0) for order in orders]
        new = [v for v in verdicts if not v.faults and state.divisions[name].order != getattr(v.order, "order", "")]
        if new:
            found[name] = tuple(Choice(verdict.order, verdict.notes) for verdict in new)
    return found


def move_choices(state: State, unit: str) -> tuple[Choice, ...]:
    """Every legal order of a counter or leader in its movement phase: hexes first, then turns and formations."""
    side, at = state.counter(unit).side, state.units[unit].at
    party = Party(state, (unit,), at)
    barred = next(may_not_move(state, (unit,)), None)
    ways: dict[str, Walk] = {} if barred is not None else reached(party, Wish())
    if at is None:
        ways = _onward(state, ways)
    found = [
        Choice(
            Move(unit=unit, path=way.path if at is None else way.path[1:]),
            {"cost": way.costs[0], "allowance": party.left[0]},
        )
        for way in ways.values()
    ]
    others: list[Order] = [Face.model_validate({"unit": unit, "dir": dir_}) for dir_ in FACINGS]
    if state.is_guns(unit):
        limbered = state.units[unit].formation == "limbered"
        others.append(DeployGuns(unit=unit) if limbered else Limber(unit=unit))
    else:
        others += [Form.model_validate({"unit": unit, "formation": each}) for each in FORMATIONS]
    for order in others:
        verdict = JUDGES[order.type](state, side, order)
        if not verdict.faults and verdict.events and _changes(state, unit, order):
            found.append(Choice(order, verdict.notes))
    return tuple(found)


def _onward(state: State, ways: Mapping[str, Walk]) -> dict[str, Walk]:
    """The ways of one that enters, those that lead nearest to the town first: what a form proposes."""
    far, towns = state.scenario.board.distance, state.scenario.towns
    near = {hex_: min((far(hex_, town) for town in towns), default=0) for hex_ in ways}
    return {hex_: ways[hex_] for hex_ in sorted(ways, key=lambda each: (near[each], ways[each].costs, each))}


def _changes(state: State, unit: str, order: Order) -> bool:
    return not isinstance(order, Face) or FACINGS.index(order.dir) != state.units[unit].facing


JUDGES: Mapping[str, Callable[[State, str, Any], Verdict]] = {
    "face": forming.judge_face,
    "form": forming.judge_form,
    "limber": forming.judge_limber,
    "deploy-guns": forming.judge_deploy_guns,
}
