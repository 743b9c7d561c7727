"""Coins: how many are flipped, and the flip itself (AFR-2.1, 6.3)."""

from collections.abc import Iterable

from pbem.core.play import Meaning, Play
from pbem.dice.die import COIN, Face
from pbem.rules.africa1860.events import Term

HEADS = "H"


def coins_of(terms: Iterable[Term]) -> int:
    """The number of coins that terms come to: never below 0 (AFR-6.5, 6.12, 9.8)."""
    return max(0, sum(term.amount for term in terms))  # AFR-6.5 AFR-9.8


def heads_of(faces: Iterable[Face]) -> int:
    """How many of the coins show heads."""
    return sum(1 for face in faces if face == HEADS)


def flip(play: Play, label: str, coins: int, rule: str, meaning: Meaning | None = None) -> str:
    """Flip coins and give what they show, as "HHT"; none at all where there are none (0.4, AFR-2.1).

    With `coins=markers` they are drawn from a cup that is full before each set; a set that needs more than the cup
    holds takes a full one again.
    """
    if not coins:
        return ""
    if play.state.scenario.options["coins"] == "flip":
        return "".join(map(str, play.roll(label, COIN, coins, meaning, rule)))  # AFR-2.1
    each = play.state.scenario.tables["coins-cup"]
    cup = [face for face in COIN.faces for _ in range(each)]
    shown = ""
    while len(shown) < coins:
        shown += "".join(
            play.draw(label, [str(face) for face in cup], min(len(cup), coins - len(shown)), rule)
        )  # AFR-2.1
    return shown
