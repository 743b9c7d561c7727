"""A hex map: which hexes exist, and where they lie."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Literal

from pbem.board.hexes import DIRECTIONS, Cube, cube_distance, to_cube
from pbem.board.masks import Masks
from pbem.board.spaces import NONE, Spaces, Ways


class HexMap(Spaces):
    """The hexes of one map by their texts (see hexes.py); it may have holes and any outline.

    ValueError for a text that is no hex, and for links and edges with a gap.
    """

    kind: Literal["hexes"] = "hexes"
    NOUN = "hex"

    def __init__(
        self,
        terrain: Mapping[str, Iterable[str]],
        links: Ways = NONE,
        edges: Ways = NONE,
        level: Mapping[str, int] = NONE,
        places: Mapping[str, Mapping[str, str]] = NONE,
    ) -> None:
        """Make a map of hex texts to terrain words; the rest as in `Spaces`."""
        self.cubes: Mapping[str, Cube] = {hex_: to_cube(hex_) for hex_ in terrain}
        super().__init__(terrain, links, edges, level, places)

    @cached_property
    def neighbours(self) -> Mapping[str, tuple[str, ...]]:
        """The hexes that touch each hex, north first, then clockwise."""
        at = self._at.get
        return {
            hex_: tuple(n for d in DIRECTIONS if (n := at((x + d.x, y + d.y, z + d.z))))
            for hex_, (x, y, z) in self.cubes.items()
        }

    def distance(self, a: str, b: str) -> int:
        """Hexes from a to b, both on the map; what lies between need not be."""
        return cube_distance(self.cubes[a], self.cubes[b])

    def within(self, hex_: str, radius: int) -> tuple[str, ...]:
        """The hexes of the map at most `radius` away, the hex itself included, ascending."""
        known = self._near.get((hex_, radius))
        if known is None:
            known = self._near[hex_, radius] = self._within(self.cubes[hex_], radius)
        return known

    def _within(self, centre: Cube, radius: int) -> tuple[str, ...]:
        near = []
        for x in range(-radius, radius + 1):
            for z in range(max(-radius, -x - radius), min(radius, -x + radius) + 1):
                near.append(self._at.get((centre.x + x, centre.y - x - z, centre.z + z)))
        return tuple(sorted(h for h in near if h is not None))

    def disc(self, hex_: str, radius: int) -> int:
        """The same as bits of `masks`."""
        known = self._discs.get((hex_, radius))
        if known is None:
            known = self._discs[hex_, radius] = self.masks.of(self.within(hex_, radius))
        return known

    @cached_property
    def masks(self) -> Masks:
        """Sets of hexes of this map as whole numbers."""
        return Masks(self.ids)

    @cached_property
    def _discs(self) -> dict[tuple[str, int], int]:
        return {}

    @cached_property
    def _near(self) -> dict[tuple[str, int], tuple[str, ...]]:
        return {}

    @cached_property
    def _at(self) -> Mapping[tuple[int, int, int], str]:
        return {cube: hex_ for hex_, cube in self.cubes.items()}
