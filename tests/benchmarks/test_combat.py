"""Combat adjudication: what one ATTACK costs in a phase of fifty, and that it does not grow with the pieces around."""

import time

import pytest

from pbem.core.play import Inputs, Result, adjudicate
from pbem.dice.chain import ChainDice
from pbem.rules import ruleset
from pbem.rules.legion.events import Fought
from pbem.rules.legion.state import State
from tests.rules.legion.factory import make, section
from tests.rules.legion.fighting import attack, told

PHASE = "moroccan-combat"
ATTACKS = 50
GROWTH = 2.0
"""How much dearer an order may be among six times the pieces: copying a state grows a little, searching it sixfold."""
CEILING_MS = 0.4
"""Milliseconds of processor time an order, on a machine that does other work too: four times what it took when calm."""


def position(bystanders: int) -> tuple[State, Inputs]:
    """Fifty places where two pieces face one in the open and one attacks; so many pieces stand by elsewhere."""
    units, orders = [], []
    for n in range(ATTACKS):
        column, row = 1 + 4 * (n % 10), 2 + 5 * (n // 10)
        units += [f"beni-{n} infantry 3-4 {column:02d}{row:02d}", f"cer-{n} infantry 3-3 {column + 1:02d}{row:02d}"]
        orders.append(attack(f"cer-{n}", f"beni-{n}"))
    free = (f"{column:02d}{row:02d}" for column in range(50, 99) for row in range(1, 26))
    units += [f"leg-{n} infantry 3-3 {hex_}" for n, hex_ in zip(range(bystanders), free, strict=False)]
    state = make(units, PHASE, size=(99, 26))
    return state, Inputs(dice=ChainDice(bytes(32)), sheets={"moroccan": section(PHASE, *orders)})


def milliseconds_an_order(bystanders: int, rounds: int = 20) -> tuple[float, Result]:
    """The best of several runs of the whole phase, in processor time, divided by its orders."""
    rules, (state, inputs) = ruleset("legion"), position(bystanders)
    result = adjudicate(rules, state, inputs)
    best = float("inf")
    for _ in range(rounds):
        start = time.process_time()
        adjudicate(rules, state, inputs)
        best = min(best, time.process_time() - start)
    return 1000 * best / ATTACKS, result


@pytest.mark.parametrize("bystanders", [100, 500])
def test_every_attack_is_fought_for_a_fraction_of_a_millisecond(bystanders: int) -> None:
    cost, result = milliseconds_an_order(bystanders)
    assert len(told(result, Fought)) == ATTACKS
    assert cost < CEILING_MS, f"{cost:.4f} ms an order"


def test_an_order_costs_about_the_same_among_six_times_the_pieces() -> None:
    few, many = (milliseconds_an_order(bystanders)[0] for bystanders in (0, 500))
    assert many < GROWTH * few, f"{few:.4f} ms an order alone, {many:.4f} ms among 500 more pieces"
