"""The legal orders of a seat in the current phase: forms, composer and bots all use them."""

from collections.abc import Mapping
from functools import partial

from pbem.core.ruleset import Choice, Choices
from pbem.kit.choices import ByActor
from pbem.rules.legion import artillery, aviation, declare, duty, fleet
from pbem.rules.legion.armour import panic_choices
from pbem.rules.legion.landing import land_choices
from pbem.rules.legion.movement import move_choices
from pbem.rules.legion.orders import Hold
from pbem.rules.legion.ownership import own
from pbem.rules.legion.paths import Fences
from pbem.rules.legion.reinforcements import available, reinforce_choices
from pbem.rules.legion.sequence import ORDER, SPANISH
from pbem.rules.legion.setup import deploy_choices, proposed
from pbem.rules.legion.state import State
from pbem.rules.legion.turns import actors, awaited, kind_of


def choices(state: State, seat: str) -> Choices:
    """The legal orders of a seat in the current phase; none for a seat that is not awaited."""
    if seat not in awaited(state):
        return Choices(seat, state.phase, {})
    kind = kind_of(state.phase)
    side = state.scenario.seats[seat]
    if kind in ("setup", "movement"):
        units = tuple(unit for unit in actors(state, ORDER.by_id[state.phase]) if not own(state, seat, unit))
        if kind == "setup":
            may = ByActor(units, partial(deploy_choices, state))
            return Choices(seat, state.phase, may, frozenset(units), proposed(state, units))
        return Choices(seat, state.phase, ByActor(units, partial(movement_choices, Fences(state))))
    given: Mapping[str, tuple[Choice, ...]] = {
        "bombardment": artillery.bombard_choices,
        "air": aviation.fly_choices,
        "fleet": fleet.place_choices,
        "combat": declare.attack_choices,
    }[kind](state, seat)
    obliged = duty.obliged(state, side) if kind == "combat" else ()
    return Choices(seat, state.phase, given, frozenset(obliged) & frozenset(given))


def movement_choices(fences: Fences, unit: str) -> tuple[Choice, ...]:
    """The legal orders of a piece in a movement phase, HOLD last."""
    found: tuple[Choice, ...]
    state = fences.state
    if available(state, unit):
        found = reinforce_choices(fences, unit)
        if state.counter(unit).side == SPANISH:
            found += land_choices(fences, unit)
    else:
        found = move_choices(fences, unit) + panic_choices(state, unit)
    return (*found, Choice(Hold(unit=unit)))
