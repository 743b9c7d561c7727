"""The odds of a combat: die times factor against die times factor, over all pairs of faces (LL-8.2)."""

from functools import cache

from pbem.dice.die import Die

GOOD, SAFE = 33, 50
"""Edges in hundredths: from the first on an attack is worth it, from the second on nobody more need join it."""


@cache
def edge(die: Die, attack: int, defence: int) -> int:
    """By how many of a hundred pairs of faces the attacker wins more often than it loses; ties count for nobody."""
    pairs = [(a * attack, d * defence) for a in _numbers(die) for d in _numbers(die)]
    return 100 * sum((a > d) - (a < d) for a, d in pairs) // len(pairs)


def _numbers(die: Die) -> tuple[int, ...]:
    return tuple(int(face) for face in die.faces)
