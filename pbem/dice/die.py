"""A die is its list of faces; a roll is a labelled face or several."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Protocol

Face = int | str


@dataclass(frozen=True, slots=True)
class Die:
    """A die by name and faces, each as likely as the next: a face listed twice comes up twice as often."""

    name: str
    faces: tuple[Face, ...]


D6 = Die("d6", (1, 2, 3, 4, 5, 6))
COIN = Die("coin", ("H", "T"))


def faces_text(faces: Collection[Face], *, drawn: bool = False) -> str:
    """Faces as players read them: numbers and `drawn` words with blanks between, "4 2 6"; coins without, "HHTHT"."""
    coins = not drawn and all(isinstance(face, str) and len(face) == 1 for face in faces)
    return ("" if coins else " ").join(map(str, faces))


class Dice(Protocol):
    """Where faces come from: a phase's chain, or a script."""

    def faces(self, label: str, die: Die, count: int = 1) -> tuple[Face, ...]:
        """`count` faces of the die for the roll with this label (unique in its phase)."""

    def draw(self, label: str, items: Sequence[str], count: int) -> tuple[str, ...]:
        """`count` of the items without replacement, in the order drawn."""
