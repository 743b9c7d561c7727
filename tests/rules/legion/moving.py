"""Set-up and movement of La Legión in tests: orders as short texts, what the check says, what a run does."""

from typing import Any

from pbem.core.orders import Order
from pbem.core.problems import Checked
from pbem.gamedata.rulesets import ruleset
from pbem.rules.legion.orders import Deploy, Hold, Land, March, Move, Panic, Reinforce
from pbem.rules.legion.sequence import acting
from pbem.rules.legion.state import State
from tests.rules.legion.factory import sheet


def move(unit: str, path: str) -> Move:
    """MOVE unit path."""
    return Move(unit=unit, path=tuple(path.split()))


def march(unit: str, path: str) -> March:
    """MARCH unit path."""
    return March(unit=unit, path=tuple(path.split()))


def hold(unit: str) -> Hold:
    """HOLD unit."""
    return Hold(unit=unit)


def deploy(unit: str, at: str) -> Deploy:
    """DEPLOY unit AT a hex."""
    return Deploy(unit=unit, at=at)


def reinforce(unit: str, path: str = "", at: str | None = None) -> Reinforce:
    """REINFORCE unit AT a hex, TO a path."""
    return Reinforce(unit=unit, at=at, path=tuple(path.split()))


def land(unit: str, at: str, path: str = "") -> Land:
    """LAND unit AT a hex, TO a path."""
    return Land(unit=unit, at=at, path=tuple(path.split()))


def panic(unit: str, target: str, to: str, when: Any = "before") -> Panic:
    """PANIC unit target TO a hex, BEFORE or AFTER."""
    return Panic(unit=unit, target=target, to=to, when=when)


def checked(state: State, *orders: Order, seat: str | None = None) -> Checked:
    """The check of a sheet with these orders as the lines 1, 2, 3 … of the current phase."""
    seat = seat or acting(state.phase)
    return ruleset("legion").check(state, seat, sheet(seat, state.phase, *orders))


def problems(state: State, *orders: Order, seat: str | None = None) -> list[tuple[int, str]]:
    """Line and code of each problem that the check of these orders tells."""
    return [(problem.line, problem.code) for problem in checked(state, *orders, seat=seat).problems]


def after(state: State, *orders: Order) -> State:
    """The position that the check projects; the orders must all be good."""
    found = checked(state, *orders)
    assert [problem for problem in found.problems if problem.line] == []
    return found.state
