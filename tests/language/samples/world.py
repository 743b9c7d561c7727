"""What a sample game brings: its order classes, its words, what can be named, and lines from its catalogue."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from pbem.board.board import Kind
from pbem.core.events import Phase
from pbem.core.orders import Order
from pbem.language.lexicon import Lexicon, Names


@dataclass(frozen=True)
class Sample:
    """A line of a catalogue (`clause`: where), what it means, and the canonical line in English and in Spanish.

    `also` are other ways to write the same, in either language.
    """

    clause: str
    line: str
    order: Order
    english: str
    spanish: str
    also: tuple[str, ...] = ()


@dataclass(frozen=True)
class World:
    """A game to read and write with; places, groups and units are named by id."""

    name: str
    orders: tuple[type[Order], ...]
    words: Mapping[str, Mapping[str, Any]]
    units: tuple[str, ...]
    spaces: tuple[str, ...]
    phases: tuple[Phase, ...]
    samples: tuple[Sample, ...]
    sides: tuple[str, str]
    kind: Kind = "hexes"
    places: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    groups: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def lexicon(self) -> Lexicon:
        """The lexicon of both languages."""
        return Lexicon.build(
            orders=self.orders,
            phases=self.phases,
            words=self.words,
            names=Names(
                units=dict.fromkeys(self.units, ()),
                spaces=frozenset(self.spaces),
                places=self.places,
                groups=self.groups,
                seats=self.sides,
                kind=self.kind,
            ),
        )
