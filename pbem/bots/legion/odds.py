"""The odds of a combat: die times factor against die times factor, over all pairs of faces (LL-8.2)."""

from functools import cache

FACES = (2, 3, 3, 4, 4, 5)
PAIRS = len(FACES) ** 2


@cache
def wins(attack: int, defence: int, faces: tuple[int, ...] = FACES) -> int:
    """Of the 36 pairs of faces, those in which the attacker wins."""
    return sum(a * attack > d * defence for a in faces for d in faces)


@cache
def losses(attack: int, defence: int, faces: tuple[int, ...] = FACES) -> int:
    """Of the 36 pairs of faces, those in which the defender wins; the rest are ties."""
    return wins(defence, attack, faces)
