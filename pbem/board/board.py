"""The board: what everybody may ask of a map, whether its spaces are hexes or areas, and its reading from a map's JSON.

Nobody else looks into `hexes` and `areas` of a map: names, neighbours and distances are the Board's, and what a game
says of its spaces beside (zones, tribes, entries) comes from `spaces`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, Protocol

from pbem.board.areamap import AreaMap
from pbem.board.hexmap import HexMap
from pbem.board.reading import read_areas, read_hexes, spaces, spell_out

__all__ = ["AreaMap", "Board", "HexMap", "Kind", "read_board", "spaces", "spell_out"]

Kind = Literal["hexes", "areas"]


class Board(Protocol):
    """The spaces of a map: HexMap and AreaMap have it all, and more."""

    @property
    def kind(self) -> Kind:
        """Whether its spaces are hexes or areas."""

    @property
    def ids(self) -> tuple[str, ...]:
        """Every space, ascending."""

    @property
    def index(self) -> Mapping[str, int]:
        """The place of each space in `ids`: the node by which `reach` knows it."""

    @property
    def neighbours(self) -> Mapping[str, tuple[str, ...]]:
        """The spaces that touch each space: hexes from the north on clockwise, areas by id."""

    @property
    def adjacent(self) -> tuple[tuple[int, ...], ...]:
        """The same as integers, in the order of `ids`."""

    @property
    def terrain(self) -> Mapping[str, frozenset[str]]:
        """The terrain words of each space."""

    @property
    def level(self) -> Mapping[str, int]:
        """The level of each space, 0 where the map says none."""

    @property
    def places(self) -> Mapping[str, Mapping[str, str]]:
        """The names by language of the spaces that have one."""

    @property
    def ways(self) -> Mapping[str, tuple[tuple[str, ...], ...]]:
        """The links by kind, as the map gives them: sequences of spaces."""

    @property
    def edges(self) -> Mapping[tuple[str, str], frozenset[str]]:
        """The words of what lies between two spaces that touch, by pair, the lesser id first."""

    def distance(self, a: str, b: str) -> int:
        """Spaces from a to b: 0 for the same, 1 for those that touch. KeyError for one that is not on the map."""

    def linked(self, kind: str, a: str, b: str) -> bool:
        """Whether a link of a kind (road, rail, trench …) joins two spaces."""

    def edge(self, a: str, b: str) -> frozenset[str]:
        """The words of what lies between two spaces: river, stream, bridge, cliff, slope …"""


def read_board(map_: Mapping[str, Any]) -> Board:
    """The board of a map's parsed JSON (schemas/map.schema.json), or of the short one of a case.

    A map lists its spaces in `hexes` or `areas`; a short hex map has a `size`, and in `terrain` what differs from its
    `default` ("clear"). ValueError, a sentence that names the place in the map, where it is no board.
    """
    if "hexes" in map_ and "areas" in map_:
        raise ValueError("map: it has hexes or areas, not both.")
    return read_areas(map_) if "areas" in map_ else read_hexes(map_)
