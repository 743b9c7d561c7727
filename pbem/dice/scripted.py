"""Dice that show what a case file says, in the order in which they are rolled."""

from collections import Counter
from collections.abc import Sequence

from pbem.dice.die import Die, Face


class ScriptedDice:
    """Faces consumed in order. Each entry is a face, a text of coins ("HHT") or the ids of a draw.

    LookupError when the script runs out, ValueError for a face that the die lacks; `left` is what was not used.
    """

    def __init__(self, script: Sequence[Face | Sequence[str]]) -> None:
        self.left: list[Face | Sequence[str]] = list(script)

    def faces(self, label: str, die: Die, count: int = 1) -> tuple[Face, ...]:
        """The next `count` faces of the script."""
        shown: list[Face] = []
        while len(shown) < count:
            entry = self._next(label)
            coins = isinstance(entry, str) and entry not in die.faces
            shown.extend(entry if coins else [entry])  # type: ignore[list-item,arg-type]
        wrong = [face for face in shown if face not in die.faces]
        if wrong or len(shown) > count:
            raise ValueError(f"roll {label!r}: {shown} is not {count} face(s) of {die.name} {die.faces}")
        return tuple(shown)

    def draw(self, label: str, items: Sequence[str], count: int) -> tuple[str, ...]:
        """The next `count` ids of the script, each as often as it is among the items at most."""
        drawn: list[str] = []
        while len(drawn) < count:
            entry = self._next(label)
            drawn.extend([str(entry)] if isinstance(entry, str | int) else map(str, entry))
        if len(drawn) > count or Counter(drawn) - Counter(items):
            raise ValueError(f"draw {label!r}: {drawn} is not {count} of {list(items)}")
        return tuple(drawn)

    def _next(self, label: str) -> Face | Sequence[str]:
        if not self.left:
            raise LookupError(f"the script has no die left for {label!r}")
        return self.left.pop(0)
