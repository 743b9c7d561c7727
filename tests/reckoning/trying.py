"""What the tests of all second reckonings share: seeds, dice as a case scripts them, holding the rules to a case."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

from pbem.cases.run import run_case

SHARES = 4
"""Each test is made of so many, of as many positions each: a failure names its seed, and workers share them."""


def seeds(name: str, share: int, count: int) -> Iterator[tuple[str, Random]]:
    """Seeds, each with its source of chance."""
    for number in range(count):
        seed = f"{name} {share} {number}"
        yield seed, Random(seed)


def holds(seed: str, position: Mapping[str, Any]) -> None:
    """The rules find of a position what it expects, as a case."""
    found = run_case(position)
    assert found.holds, (seed, found.differences, position)


@dataclass
class Cup:
    """Where coins and dice come from: what was rolled is kept with its labels, as a case file scripts it."""

    dice: Random
    labels: list[str] = field(default_factory=list)
    faces: list[str | int] = field(default_factory=list)

    def coins(self, label: str, count: int) -> int:
        """The heads of so many coins."""
        thrown = "".join(self.dice.choice("HT") for _ in range(count))
        self._keep(label, thrown)
        return thrown.count("H")

    def die(self, label: str) -> int:
        """One die."""
        face = self.dice.randint(1, 6)
        self._keep(label, face)
        return face

    def _keep(self, label: str, face: str | int) -> None:
        again = sum(each.split(" #")[0] == label for each in self.labels)
        self.labels.append(f"{label} #{again + 1}" if again else label)
        self.faces.append(face)
