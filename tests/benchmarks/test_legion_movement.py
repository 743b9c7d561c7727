"""A movement phase of La Legión with more than fifty orders, paths written out, from sheet to state."""

import time
from collections.abc import Callable
from functools import cache

import pytest

from pbem.board.hexes import hex_id
from pbem.core.orders import Line, Section
from pbem.core.play import Inputs, adjudicate
from pbem.core.ruleset import Ruleset
from pbem.dice.scripted import ScriptedDice
from pbem.rules import ruleset
from pbem.rules.legion.carrying import judge
from pbem.rules.legion.orders import March
from pbem.rules.legion.state import State
from tests.rules.legion.factory import make

ORDERS, AT_MOST, YARDSTICK = 54, 66e-6, 2.3e-3
"""Another adjudicator needs 66 microseconds an order for a phase like this, on a machine that does the yardstick in 2.3
milliseconds. Where the yardstick takes longer, because the machine is slower or busy, so may an order."""


@cache
def setting() -> tuple[State, Section]:
    """100 pieces a side on a board of the size of La Legión's, and a march of five hexes for 54 of them."""
    spanish = [f"cer-{n} infantry 3-3 {hex_id(2 + n % 40, 2 + n // 40)}" for n in range(100)]
    moroccan = [f"beni-{n} infantry 3-4 {hex_id(2 + n % 40, 12 + 2 * (n // 40))}" for n in range(100)]
    mountains = {hex_id(c, r): "mountain" for c in range(1, 47) for r in range(1, 27) if (7 * c + 5 * r) % 11 == 0}
    state = make([*spanish, *moroccan], size=(46, 26), terrain=mountains)
    rules, orders, now = ruleset("legion"), [], state
    for unit in sorted(state.land("moroccan"), reverse=True):
        column, row = int((state.units[unit].at or "")[:2]), int((state.units[unit].at or "")[2:])
        order = March(unit=unit, path=tuple(hex_id(column, row + n) for n in range(1, 6)))
        verdict = judge(now, "moroccan", order)
        if not verdict.faults and len(orders) < ORDERS:
            orders.append(order)
            for event in verdict.events:
                now = rules.evolve(now, event)
    lines = tuple(Line(number=n, order=order) for n, order in enumerate(orders, 1))
    return state, Section(phase="moroccan-movement", lines=lines)


def phase() -> int:
    """Adjudicate the phase; how many pieces moved."""
    state, section = setting()
    rules: Ruleset = ruleset("legion")
    result = adjudicate(rules, state, Inputs(ScriptedDice([]), {"moroccan": section}))
    return sum(event.type == "moved" for event in result.events)


@pytest.mark.benchmark(group="legion movement")
def test_fifty_orders(benchmark) -> None:  # type: ignore[no-untyped-def]
    assert phase() == ORDERS
    benchmark(phase)


def yardstick() -> int:
    """Some plain work of the interpreter, to know how fast it is just now."""
    seen: dict[int, tuple[int, object]] = {}
    for n in range(20_000):
        seen[n % 500] = (n, n % 300 in seen)
    return len(seen)


def seconds(call: Callable[[], int]) -> float:
    """Processor time of one call."""
    start = time.process_time()
    call()
    return time.process_time() - start


def test_an_order_takes_less_than_elsewhere() -> None:
    phase()
    times = [(seconds(phase), seconds(yardstick)) for _ in range(40)]
    ours, here = min(time_ for time_, _ in times) / ORDERS, min(time_ for _, time_ in times)
    assert ours < AT_MOST * max(1.0, here / YARDSTICK)
