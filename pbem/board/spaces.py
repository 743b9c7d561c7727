"""What hex maps and area maps have in common: their spaces, what is in them, what lies between two of them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from functools import cached_property
from itertools import pairwise
from types import MappingProxyType
from typing import Any, Self

Ways = Mapping[str, Iterable[Sequence[str]]]
"""By kind (road, rail, trench …) sequences of spaces that touch; by word (river, cliff …) pairs of such."""
NONE: Mapping[str, Any] = MappingProxyType({})


class Spaces(ABC):
    """The spaces of one map. Never changes after it was made.

    Spaces are texts outside and small integers inside (`index`, `ids`): the movement search and the zones of control
    work on lists. `terrain`, `level` (0 where nothing is said) are of every space; `places` has the names by language
    of those that have one; `ways` the links as they were given, by kind; `edges` the words of what lies between two
    spaces that touch, by pair, the lesser id first.
    """

    NOUN: str
    """What one of its spaces is called in a sentence for the referee."""

    def __init__(
        self,
        terrain: Mapping[str, Iterable[str]],
        links: Ways = NONE,
        edges: Ways = NONE,
        level: Mapping[str, int] = NONE,
        places: Mapping[str, Mapping[str, str]] = NONE,
    ) -> None:
        self.ids: tuple[str, ...] = tuple(sorted(terrain))
        self.index: Mapping[str, int] = {space: i for i, space in enumerate(self.ids)}
        self.terrain: Mapping[str, frozenset[str]] = {space: frozenset(terrain[space]) for space in self.ids}
        self.level: Mapping[str, int] = {space: level.get(space, 0) for space in self.ids}
        self.places: Mapping[str, Mapping[str, str]] = {space: dict(places[space]) for space in sorted(places)}
        self.ways: Mapping[str, tuple[tuple[str, ...], ...]] = {
            kind: tuple(tuple(way) for way in links[kind]) for kind in sorted(links)
        }
        for kind, ways in self.ways.items():
            for a, b in (pair for way in ways for pair in pairwise(way)):
                self._require_touch(kind, a, b)
        self.edges: Mapping[tuple[str, str], frozenset[str]] = self._between(edges)

    @property
    @abstractmethod
    def neighbours(self) -> Mapping[str, tuple[str, ...]]:
        """The spaces that touch each space."""

    @abstractmethod
    def distance(self, a: str, b: str) -> int:
        """Spaces from a to b: 0 for the same, 1 for those that touch. KeyError for one that is not on the map."""

    def __contains__(self, space: object) -> bool:
        return space in self.index

    def __len__(self) -> int:
        return len(self.ids)

    @cached_property
    def adjacent(self) -> tuple[tuple[int, ...], ...]:
        """Neighbours of each space as integers, in the order of `ids`."""
        return tuple(tuple(self.index[n] for n in self.neighbours[space]) for space in self.ids)

    def has(self, space: str, *words: str) -> bool:
        """Whether the space is on the map and has any of the terrain words."""
        found = self.terrain.get(space)
        return found is not None and not found.isdisjoint(words)

    def with_terrain(self, word: str) -> tuple[str, ...]:
        """All spaces that have a terrain word, ascending."""
        return tuple(space for space in self.ids if word in self.terrain[space])

    def replace_terrain(self, terrain: Mapping[str, Iterable[str]]) -> Self:
        """The same map with these terrain words; all its spaces must have some."""
        other = copy(self)
        other.terrain = {space: frozenset(terrain[space]) for space in self.ids}
        return other

    def joined(self, kind: str) -> Mapping[str, frozenset[str]]:
        """For each space on a link of a kind (road, rail, trench …) the spaces to which it is linked."""
        return self._joined.get(kind, NONE)

    def linked(self, kind: str, a: str, b: str) -> bool:
        """Whether a link of a kind joins two spaces; a kind that the map does not have joins none."""
        return b in self.joined(kind).get(a, ())

    def edge(self, a: str, b: str) -> frozenset[str]:
        """The words of what lies between two spaces that touch (river, bridge, slope …), whichever comes first."""
        return self.edges.get((a, b) if a < b else (b, a), frozenset())

    @cached_property
    def _joined(self) -> Mapping[str, Mapping[str, frozenset[str]]]:
        found: dict[str, dict[str, set[str]]] = {kind: {} for kind in self.ways}
        for kind, ways in self.ways.items():
            for a, b in (pair for way in ways for pair in pairwise(way)):
                found[kind].setdefault(a, set()).add(b)
                found[kind].setdefault(b, set()).add(a)
        return {kind: {a: frozenset(joined[a]) for a in sorted(joined)} for kind, joined in found.items()}

    def _between(self, edges: Ways) -> dict[tuple[str, str], frozenset[str]]:
        found: dict[tuple[str, str], set[str]] = {}
        for word in sorted(edges):
            for pair in edges[word]:
                if len(pair) != 2:
                    raise ValueError(f"{word}: a pair of spaces that touch is needed, not {' '.join(pair)!r}")
                a, b = sorted(pair)
                self._require_touch(word, a, b)
                found.setdefault((a, b), set()).add(word)
        return {pair: frozenset(found[pair]) for pair in sorted(found)}

    def _require_touch(self, what: str, a: str, b: str) -> None:
        off = next((space for space in (a, b) if space not in self.index), None)
        if off is not None:
            raise ValueError(f"{what}: {off} is no {self.NOUN} of this map")
        if self.distance(a, b) != 1:
            raise ValueError(f"{what}: {a} and {b} do not touch")
