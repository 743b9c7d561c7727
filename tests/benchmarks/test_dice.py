"""Rolls, each with a label of its own and from its own bytes, against `random.Random.randint`."""

from collections.abc import Callable
from random import Random

import pytest

from pbem.dice.chain import ChainDice, phase_key
from pbem.dice.die import D6, Die
from tests.benchmarks.timing import ratio

LEGION = Die("legion", (2, 3, 3, 4, 4, 5))
ROLLS = 20_000
AT_MOST = 10


def ours(die: Die) -> Callable[[], int]:
    """A die for each label, as combats roll them; the labels are made before. The answer is the sum of the faces."""
    labels = [f"attack beni-{i % 97}+urriaguel-{i % 89} #{i}" for i in range(ROLLS)]
    dice = ChainDice(phase_key(bytes(32), "melilla", "3.moroccan-combat", {"moroccan": "arena"}))

    def run() -> int:
        return sum([int(dice.faces(label, die)[0]) for label in labels])

    return run


def theirs() -> int:
    """As many of randint's."""
    randint = Random(1).randint
    return sum([randint(1, 6) for _ in range(ROLLS)])


@pytest.mark.parametrize("die", [D6, LEGION], ids=lambda die: str(die.name))
@pytest.mark.benchmark(group="dice")
def test_rolls_a_second(benchmark, die: Die) -> None:  # type: ignore[no-untyped-def]
    run = ours(die)
    assert 3.4 < run() / ROLLS < 3.6
    assert 3.4 < theirs() / ROLLS < 3.6
    benchmark(run)
    found = ratio(run, theirs, mine=ROLLS, other=ROLLS, limit=AT_MOST)
    benchmark.extra_info["cost of a roll, of randint's"] = round(found, 2)
    assert found <= AT_MOST
