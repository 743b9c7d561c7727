"""Combat adjudication: what one ATTACK costs in a phase of fifty, all 200 pieces of the game in the state."""

import time

from pbem.core.play import Inputs, Result, adjudicate
from pbem.dice.chain import ChainDice
from pbem.rules import ruleset
from pbem.rules.legion.events import Fought
from pbem.rules.legion.state import State
from tests.rules.legion.factory import make, section
from tests.rules.legion.fighting import attack, told

PHASE = "moroccan-combat"
ATTACKS = 50
AT_MOST_MS = 0.066


def position() -> tuple[State, Inputs]:
    """Fifty places where two pieces face one in the open, 50 pieces more that stand by, and an attack on each place."""
    units, orders = [], []
    for n in range(ATTACKS):
        column, row = 1 + 4 * (n % 10), 2 + 5 * (n // 10)
        units += [f"beni-{n} infantry 3-4 {column:02d}{row:02d}", f"ben2-{n} infantry 3-4 {column:02d}{row + 1:02d}"]
        units += [f"cer-{n} infantry 3-3 {column + 1:02d}{row:02d}", f"leg-{n} infantry 3-3 due"]
        orders.append(attack(f"cer-{n}", f"beni-{n} ben2-{n}"))
    state = make(units, PHASE, size=(46, 26))
    return state, Inputs(dice=ChainDice(bytes(32)), sheets={"moroccan": section(PHASE, *orders)})


def milliseconds_an_order(rounds: int = 15) -> tuple[float, Result]:
    """The best of several runs of the whole phase, divided by its orders."""
    rules, (state, inputs) = ruleset("legion"), position()
    result = adjudicate(rules, state, inputs)
    best = float("inf")
    for _ in range(rounds):
        start = time.perf_counter()
        adjudicate(rules, state, inputs)
        best = min(best, time.perf_counter() - start)
    return 1000 * best / ATTACKS, result


def test_an_attack_costs_less_than_its_budget() -> None:
    cost, result = milliseconds_an_order()
    assert len(told(result, Fought)) == ATTACKS
    assert cost < AT_MOST_MS, f"{cost:.4f} ms an order"
