"""A hex map: which hexes exist, their terrain words, and the roads that join them."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from itertools import pairwise

from pbem.board.hexes import DIRECTIONS, Cube, cube_distance, from_cube, to_cube


class HexMap:
    """The hexes of one map. Never changes after it was made.

    Hexes are texts outside and small integers inside (`index`, `ids`): the movement search and the zones of control
    work on lists. `terrain[hex]` is the frozenset of terrain words of a hex.
    """

    def __init__(self, terrain: Mapping[str, Iterable[str]], roads: Sequence[Sequence[str]] = ()) -> None:
        """Make a map of hex texts to terrain words; `roads` are sequences of neighbouring hexes.

        ValueError for a hex text that is none, and for a road over hexes that are off the map or do not touch.
        """
        self.ids: tuple[str, ...] = tuple(sorted(terrain))
        self.index: dict[str, int] = {h: i for i, h in enumerate(self.ids)}
        self.terrain: dict[str, frozenset[str]] = {h: frozenset(terrain[h]) for h in self.ids}
        self.cubes: dict[str, Cube] = {h: to_cube(h) for h in self.ids}
        self.neighbours: dict[str, tuple[str, ...]] = {h: self._around(h) for h in self.ids}
        self.roads: dict[str, frozenset[str]] = self._joined(roads)

    def __contains__(self, hex_: object) -> bool:
        return hex_ in self.index

    def __len__(self) -> int:
        return len(self.ids)

    @cached_property
    def adjacent(self) -> tuple[tuple[int, ...], ...]:
        """Neighbours of each hex as integers, in the order of `ids`."""
        return tuple(tuple(self.index[n] for n in self.neighbours[h]) for h in self.ids)

    def has(self, hex_: str, *words: str) -> bool:
        """Whether the hex is on the map and has any of the terrain words."""
        found = self.terrain.get(hex_)
        return found is not None and not found.isdisjoint(words)

    def with_terrain(self, word: str) -> tuple[str, ...]:
        """All hexes that have a terrain word, ascending."""
        return tuple(h for h in self.ids if word in self.terrain[h])

    def distance(self, a: str, b: str) -> int:
        """Hexes from a to b, both on the map; what lies between need not be."""
        return cube_distance(self.cubes[a], self.cubes[b])

    def within(self, hex_: str, radius: int) -> tuple[str, ...]:
        """The hexes of the map at most `radius` away, the hex itself included, ascending."""
        centre = self.cubes[hex_]
        near = []
        for x in range(-radius, radius + 1):
            for z in range(max(-radius, -x - radius), min(radius, -x + radius) + 1):
                cube = Cube(centre.x + x, centre.y - x - z, centre.z + z)
                near.append(_text(cube))
        return tuple(sorted(h for h in near if h in self.index))

    def road(self, a: str, b: str) -> bool:
        """Whether a road joins these two neighbouring hexes."""
        return b in self.roads.get(a, ())

    def _around(self, hex_: str) -> tuple[str, ...]:
        centre = to_cube(hex_)
        around = (_text(Cube(centre.x + d.x, centre.y + d.y, centre.z + d.z)) for d in DIRECTIONS)
        return tuple(h for h in around if h in self.index)

    def _joined(self, roads: Sequence[Sequence[str]]) -> dict[str, frozenset[str]]:
        joined: dict[str, set[str]] = {}
        for road in roads:
            for a, b in pairwise(road):
                if a not in self.index or b not in self.neighbours[a]:
                    raise ValueError(f"a road joins hexes that do not touch on this map: {a} {b}")
                joined.setdefault(a, set()).add(b)
                joined.setdefault(b, set()).add(a)
        return {h: frozenset(joined[h]) for h in sorted(joined)}


def _text(cube: Cube) -> str:
    try:
        return from_cube(cube)
    except ValueError:
        return ""  # beyond the edge of any map
