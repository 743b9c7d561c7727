"""A half-turn of Africa 1859-60 with forty units and twenty standing orders, per order, against a phase of `diplomacy`.

Fire, movement, defensive fire and shock, from a position as it comes from its file. Each order is judged on the
position, and each standing order is tried at each window: 20 marches and twice as many windows, all reactions fire.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import pytest

from pbem.core.orders import Line, Order, Section
from pbem.core.play import Inputs, adjudicate
from pbem.dice.chain import ChainDice
from pbem.gamedata.rulesets import ruleset
from pbem.rules.africa1860.orders import Activate, Fire, Move, Trigger, When
from tests.benchmarks.peers import diplomacy_phase
from tests.benchmarks.timing import ratio
from tests.rules.africa1860.position import make

COLUMNS = 10
UNITS, STANDING = 4 * COLUMNS, 2 * COLUMNS
HALF_TURN = ("spanish-fire", "spanish-movement", "moroccan-defensive-fire", "spanish-shock")
LIMIT = 1.2
"""The aim is 1.0, and reached; the rest is for noise."""


def lines(orders: Sequence[Order]) -> tuple[Line, ...]:
    return tuple(Line(number=number, order=order) for number, order in enumerate(orders, 1))


@dataclass
class HalfTurn:
    """The adjudication of a half-turn, as often as it is called: how many reactions acted."""

    start: Any
    sheets: dict[str, Section]
    standing: dict[str, tuple[Line, ...]]

    @property
    def orders(self) -> int:
        """How many orders are given, those that stand among them."""
        return sum(len(s.lines) for s in self.sheets.values()) + sum(map(len, self.standing.values()))

    def prepare(self) -> None:
        """A position of which nothing is known yet."""
        rules = ruleset("africa1860")
        self.state = rules.load(self.start.scenario, rules.dump(self.start))

    def __call__(self) -> int:
        acted, dice = 0, ChainDice(bytes(32))
        while self.state.phase in HALF_TURN:
            sheet = self.sheets.get(self.state.phase)
            given = {"spanish": sheet} if sheet is not None else {}
            result = adjudicate(ruleset("africa1860"), self.state, Inputs(dice, given, self.standing))
            acted += sum(event.type == "answered" and event.source == "standing" for event in result.events)
            self.state = result.state
        return acted


def half_turn() -> HalfTurn:
    """Ten columns of areas from south to north: one battalion fires and one marches, two horsemen wait for it."""
    rows = "abcd"
    graph = [f"{row}{n}-{after}{n}" for n in range(COLUMNS) for row, after in pairwise(rows)]
    graph += [f"{row}{n}-{row}{n + 1}" for n in range(COLUMNS - 1) for row in rows]
    foot = {"side": "spanish", "type": "IL", "ff": 5, "fc": 4}
    horse = {"side": "moroccan", "type": "CAV", "ff": 3, "fc": 3, "movement": 5}
    units: dict[str, dict[str, Any]] = {}
    for n in range(COLUMNS):
        units |= {f"march-{n}": {**foot, "at": f"a{n}"}, f"fire-{n}": {**foot, "at": f"b{n}"}}
        units |= {f"horse-{n}": {**horse, "at": f"c{n}"}, f"rider-{n}": {**horse, "at": f"c{n}"}}
    fires = [Fire(units=(f"fire-{n}",), area=f"c{n}") for n in range(COLUMNS)]
    marches = [Move(units=(f"march-{n}",), path=(f"b{n}",)) for n in range(COLUMNS)]
    waiting = [
        When(trigger=Trigger(side="enemy", enters=f"b{n}"), then=Activate(units=(f"{name}-{n}",), fire=f"b{n}"))
        for n in range(COLUMNS)
        for name in ("horse", "rider")
    ]
    sheets = {
        "spanish-fire": Section(phase="spanish-fire", lines=lines(fires)),
        "spanish-movement": Section(phase="spanish-movement", lines=lines(marches)),
    }
    return HalfTurn(make(" ".join(graph), units), sheets, {"moroccan": lines(waiting)})


@pytest.mark.benchmark(group="adjudicate")
def test_an_order_of_a_half_turn_costs_at_most_what_it_costs_elsewhere(benchmark) -> None:  # type: ignore[no-untyped-def]
    ours = half_turn()
    ours.prepare()
    assert len(ours.state.units) == UNITS
    assert ours() > STANDING / 2, "who was shot at before is demoralized, and does not act"
    theirs, count = diplomacy_phase()
    benchmark.pedantic(ours, setup=ours.prepare, rounds=5)
    found = ratio(ours, theirs, mine=ours.orders, other=count, limit=LIMIT)
    benchmark.extra_info["cost of an order, of the peer's"] = round(found, 2)
    assert found <= LIMIT
