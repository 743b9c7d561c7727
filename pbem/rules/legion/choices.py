"""The legal orders of a seat in the current phase: forms, composer and bots all use them.

The orders of a piece are worked out when they are asked for: a turn's arrivals alone may have many thousands.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import partial

from pbem.core.ruleset import Choice, Choices
from pbem.rules.legion import artillery, aviation, combat, duty, fleet
from pbem.rules.legion.armour import panic_choices
from pbem.rules.legion.landing import land_choices
from pbem.rules.legion.movement import move_choices
from pbem.rules.legion.orders import Hold
from pbem.rules.legion.ownership import own
from pbem.rules.legion.paths import Fences
from pbem.rules.legion.reinforcements import available, reinforce_choices
from pbem.rules.legion.sequence import PHASES, SPANISH
from pbem.rules.legion.setup import deploy_choices
from pbem.rules.legion.state import State
from pbem.rules.legion.turns import actors, awaited, kind_of


class ByUnit(Mapping[str, tuple[Choice, ...]]):
    """The choices of each unit, in order of their ids, worked out at the first look."""

    def __init__(self, units: tuple[str, ...], choices_of: Callable[[str], tuple[Choice, ...]]) -> None:
        self._units, self._choices_of = dict.fromkeys(units), choices_of
        self._known: dict[str, tuple[Choice, ...]] = {}

    def __getitem__(self, unit: str) -> tuple[Choice, ...]:
        if unit not in self._units:
            raise KeyError(unit)
        if unit not in self._known:
            self._known[unit] = self._choices_of(unit)
        return self._known[unit]

    def __iter__(self) -> Iterator[str]:
        return iter(self._units)

    def __len__(self) -> int:
        return len(self._units)


def choices(state: State, seat: str) -> Choices:
    """The legal orders of a seat in the current phase; none for a seat that is not awaited."""
    if seat not in awaited(state):
        return Choices(seat, state.phase, {})
    kind = kind_of(state.phase)
    side = state.scenario.seats[seat]
    if kind in ("setup", "movement"):
        units = tuple(unit for unit in actors(state, PHASES[state.phase]) if not own(state, seat, unit))
        if kind == "setup":
            return Choices(seat, state.phase, ByUnit(units, partial(deploy_choices, state)), frozenset(units))
        return Choices(seat, state.phase, ByUnit(units, partial(movement_choices, Fences(state))))
    given = {
        "bombardment": artillery.bombard_choices,
        "air": aviation.fly_choices,
        "fleet": fleet.place_choices,
        "combat": combat.attack_choices,
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
