"""Sets of hexes as whole numbers, one bit a hex: to join two is `|`, and all that touch a set take a few shifts."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from pbem.board.hexes import column_row


class Masks:
    """The bits of the hexes of one map, column by column, with a gap between two columns; it may have holes.

    `bit` is that of each hex, `all` are those of all of them. What no hex has is in no set.
    """

    def __init__(self, hexes: Sequence[str]) -> None:
        """Make the bits of a map with these hexes, none of them twice."""
        places = {hex_: column_row(hex_) for hex_ in sorted(hexes)}
        self._height = max((row for _, row in places.values()), default=0) + 2
        self._at = {column * self._height + row: hex_ for hex_, (column, row) in places.items()}
        self.bit: Mapping[str, int] = {hex_: 1 << at for at, hex_ in self._at.items()}
        self.all = self.of(self.bit)
        self._low = self.of(hex_ for hex_, (column, _) in places.items() if column % 2 == 0)
        """The columns that lie half a hex lower: their neighbours beside them are in their own row and the next."""

    def of(self, hexes: Iterable[str]) -> int:
        """The set of some hexes of the map; KeyError for one that is not on it."""
        bit, found = self.bit, 0
        for hex_ in hexes:
            found |= bit[hex_]
        return found

    def hexes(self, mask: int) -> Iterator[str]:
        """The hexes of a set, ascending."""
        while mask:
            lowest = mask & -mask
            yield self._at[lowest.bit_length() - 1]
            mask ^= lowest

    def around(self, mask: int) -> int:
        """The hexes that touch one of a set; one of the set itself only where it touches another of them."""
        low, height = mask & self._low, self._height
        sides = mask | low << 1 | (mask ^ low) >> 1
        return (mask << 1 | mask >> 1 | sides << height | sides >> height) & self.all

    def flood(self, start: int, ground: int) -> int:
        """The hexes of the ground that steps over it join to those of it where the flood starts."""
        found = edge = start & ground
        while edge:
            edge = self.around(edge) & ground & ~found
            found |= edge
        return found

    def parts(self, ground: int) -> Iterator[int]:
        """The parts of a set in which all hexes are joined, that with the first hex first."""
        while ground:
            part = self.flood(ground & -ground, ground)
            yield part
            ground ^= part

    @cached_property
    def near(self) -> Mapping[str, int]:
        """The hexes that touch each hex."""
        return {hex_: self.around(bit) for hex_, bit in self.bit.items()}
