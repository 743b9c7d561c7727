"""The odds of a combat: die times factor against die times factor, over all pairs of faces (LL-8.2)."""

from functools import cache

from pbem.dice.die import Die

GOOD, SAFE = 33, 50
"""In hundredths of a piece: from the first gain on an attack is worth it, from the second edge on nobody more joins."""


@cache
def chances(die: Die, attack: int, defence: int) -> tuple[int, int]:
    """Of a hundred pairs of faces, how many the attacker wins and how many it loses; ties count for nobody."""
    pairs = [(a * attack, d * defence) for a in _numbers(die) for d in _numbers(die)]
    return 100 * sum(a > d for a, d in pairs) // len(pairs), 100 * sum(a < d for a, d in pairs) // len(pairs)


def edge(die: Die, attack: int, defence: int) -> int:
    """By how many of a hundred pairs of faces the attacker wins more often than it loses."""
    win, lose = chances(die, attack, defence)
    return win - lose


def gain(die: Die, attack: int, defence: int, group: int, prices: tuple[int, int] = (1, 1)) -> int:
    """What an attack brings in the mean, in hundredths of a piece: who loses, loses the whole group (LL-8.4).

    `prices` are what the target and each piece of the group are worth.
    """
    win, lose = chances(die, attack, defence)
    target, own = prices
    return win * target - lose * group * own


def _numbers(die: Die) -> tuple[int, ...]:
    return tuple(int(face) for face in die.faces)
