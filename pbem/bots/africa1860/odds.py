"""Chances of coins, in thousandths: a hit, so many hits, and what a shock is worth to who attacks (AFR-6.3, 6.12)."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import accumulate
from math import comb

ALL = 1000
# What a row of the shock results takes of what the losing side is worth, in hundredths.
TAKES = {"steps": 75, "half": 60, "demoralization": 30, "clear-of-enemies": 10, "nothing": 0}


@lru_cache(maxsize=256)
def at_least(coins: int, heads: int) -> int:
    """The chance of at least so many heads of so many coins."""
    return sum(comb(coins, n) for n in range(heads, coins + 1)) * ALL >> coins


def hits(chances: Iterable[int]) -> tuple[int, ...]:
    """The chances of no hit, one hit, two hits and so on of shots with these chances."""
    found = [ALL]
    for chance in chances:
        missed = [each * (ALL - chance) // ALL for each in (*found, 0)]
        struck = [each * chance // ALL for each in (0, *found)]
        found = [a + b for a, b in zip(missed, struck, strict=True)]
    return tuple(found)


@lru_cache(maxsize=2048)
def rows(own: int, other: int) -> tuple[int, ...]:
    """The chances, in millionths, that who flips `own` coins wins against `other` with 0, 1, 2, … crosses."""
    below = (0, *accumulate(comb(other, heads) for heads in range(other + 1)))
    every = 2 ** (own + other)
    return tuple(
        comb(own, crosses) * below[min(own - crosses, other + 1)] * ALL * ALL // every for crosses in range(own + 1)
    )


def shock_worth(results: Sequence[str], coins: tuple[int, int], stakes: tuple[int, int], gain: int) -> int:
    """What a shock is worth to the attacker: `coins` and `stakes` are his and the defender's, `gain` that of the area.

    `results` are the rows by crosses, the last of them for all that are more.
    """
    attack, defence = coins
    mine, theirs = stakes
    worth = 0
    for crosses, chance in enumerate(rows(attack, defence)):
        takes = TAKES[results[min(crosses, len(results) - 1)]]
        worth += chance * (takes * theirs // 100 + (gain if takes else 0))
    for crosses, chance in enumerate(rows(defence, attack)):
        worth -= chance * (TAKES[results[min(crosses, len(results) - 1)]] * mine // 100)
    return worth // (ALL * ALL)
