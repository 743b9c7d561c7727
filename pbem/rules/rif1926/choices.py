"""The legal orders of a seat in the current phase: forms, composer and bots all use them."""

from functools import partial

from pbem.core.ruleset import Choices
from pbem.kit.choices import ByActor
from pbem.rules.rif1926 import bombardment, declare, duty, movement, setup
from pbem.rules.rif1926.sequence import ORDER, kind_of
from pbem.rules.rif1926.state import State
from pbem.rules.rif1926.turns import actors, awaited


def choices(state: State, seat: str) -> Choices:
    """The legal orders of a seat in the current phase; none for a seat that is not awaited."""
    if seat not in awaited(state):
        return Choices(seat, state.phase, {})
    kind, side = kind_of(state.phase), state.scenario.seats[seat]
    if kind == "bombardment":
        return Choices(seat, state.phase, bombardment.bombard_choices(state, side))
    if kind == "combat":
        given = declare.attack_choices(state, side)
        return Choices(seat, state.phase, given, frozenset(duty.obliged(state, side)) & given.keys())
    units = actors(state, ORDER.by_id[state.phase])
    if kind == "setup":
        may = ByActor(units, partial(setup.deploy_choices, state))
        must = frozenset(setup.unplaced(state, side))
        return Choices(seat, state.phase, may, must, setup.proposed(state, units))
    must = frozenset(movement.must_leave(state, side)) & frozenset(units)
    return Choices(seat, state.phase, ByActor(units, partial(movement.move_choices, state)), must)
