"""Running a fighting phase of La Legión in tests: a position, orders in text-like values, scripted dice."""

from collections.abc import Mapping, Sequence
from typing import Any

from pbem.core.events import Event, OrderVoided
from pbem.core.orders import Order
from pbem.core.play import Inputs, Result, run_phase
from pbem.dice.scripted import ScriptedDice
from pbem.gamedata.rulesets import ruleset
from pbem.rules.legion.events import Fought
from pbem.rules.legion.orders import Attack, Bombard, Fly, Place
from pbem.rules.legion.sequence import acting
from pbem.rules.legion.state import State
from tests.rules.legion.factory import section


def attack(targets: str, with_: str, support: str = "") -> Attack:
    """ATTACK targets WITH pieces SUPPORT batteries, each a text of words."""
    return Attack(targets=tuple(targets.split()), with_=tuple(with_.split()), support=tuple(support.split()))


def bombard(target: str, unit: str, else_: str = "") -> Bombard:
    """BOMBARD target WITH unit ELSE targets."""
    return Bombard(unit=unit, target=target, else_=tuple(else_.split()))


def fly(unit: str, to: str, bomb: bool = False, else_: str = "") -> Fly:
    """FLY unit to a hex, BOMB or not, ELSE targets."""
    return Fly(unit=unit, to=to, bomb=bomb, else_=tuple(else_.split()))


def place(unit: str, at: str) -> Place:
    """PLACE unit at a hex."""
    return Place(unit=unit, at=at)


def run(
    state: State,
    orders: Sequence[Order] | Mapping[str, Sequence[Order]] = (),
    dice: Sequence[int] = (),
    standing: Mapping[str, Sequence[Order]] | None = None,
    answers: Mapping[str, str] | None = None,
) -> Result:
    """The result of the state's phase. Orders are the acting side's, or by seat; every scripted die must be used."""
    by_seat = orders if isinstance(orders, Mapping) else {acting(state.phase): orders}
    script = ScriptedDice(dice)
    inputs = Inputs(
        dice=script,
        sheets={seat: section(state.phase, *by_seat[seat]) for seat in by_seat},
        standing={seat: section("", *orders_).lines for seat, orders_ in (standing or {}).items()},
        answers=answers or {},
    )
    result = run_phase(ruleset("legion"), state, inputs)
    assert script.left == []
    return result


def told(result: Result, kind: type[Event]) -> list[Any]:
    """The events of one type, in order."""
    return [event for event in result.events if type(event) is kind]


def one(result: Result) -> Fought:
    """The only combat of a result."""
    (fought,) = told(result, Fought)
    return fought


def values(result: Result) -> tuple[int, int]:
    """What both sides came to in the only combat."""
    return one(result).attack.value, one(result).defence.value


def labels(result: Result) -> list[str]:
    """The labels of the rolls, in order."""
    return [roll.label for roll in result.rolls]


def voided(result: Result) -> list[tuple[str, int, str]]:
    """Seat, line and code of each voided order."""
    return [(event.seat, event.line, event.code) for event in told(result, OrderVoided)]


def gone(result: Result) -> list[str]:
    """The pieces eliminated at the end, by id."""
    return sorted(unit for unit in result.state.units if result.state.units[unit].status == "eliminated")


def codes(verdict: Any) -> list[str]:
    """The codes of a verdict's faults."""
    return [fault.code for fault in verdict.faults]
