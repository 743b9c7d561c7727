"""An area map: areas by their ids, and which of them touch."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Literal

from pbem.board.spaces import NONE, Spaces, Ways


class AreaMap(Spaces):
    """The areas of one map by their ids, which are words (`area-a`, `ceuta`)."""

    kind: Literal["areas"] = "areas"
    NOUN = "area"

    def __init__(
        self,
        terrain: Mapping[str, Iterable[str]],
        to: Mapping[str, Iterable[str]],
        links: Ways = NONE,
        edges: Ways = NONE,
        level: Mapping[str, int] = NONE,
        places: Mapping[str, Mapping[str, str]] = NONE,
    ) -> None:
        """Make a map of area ids to terrain words; `to` says which areas touch, from one side or from both.

        ValueError for an area that touches itself or one that is not there, and for links and edges with a gap.
        """
        self._to = {area: frozenset(to.get(area, ())) for area in sorted(terrain)}
        for area, others in self._to.items():
            strange = sorted(other for other in others if other not in self._to or other == area)
            if strange:
                what = "itself" if strange[0] == area else f"{strange[0]}, which is no area of this map"
                raise ValueError(f"area {area}, to: it cannot touch {what}")
        self._from: dict[str, Mapping[str, int]] = {}
        super().__init__(terrain, links, edges, level, places)

    @cached_property
    def neighbours(self) -> Mapping[str, tuple[str, ...]]:
        """The areas that touch each area, ascending."""
        found: dict[str, set[str]] = {area: set() for area in self.ids}
        for area, others in self._to.items():
            for other in others:
                found[area].add(other)
                found[other].add(area)
        return {area: tuple(sorted(found[area])) for area in self.ids}

    def distance(self, a: str, b: str) -> int:
        """Steps from a to b, both on the map; where no way leads there, the number of areas: more than any takes."""
        if a not in self._from:
            self._from[a] = self._steps_from(a)
        return self._from[a][b]

    def _steps_from(self, start: str) -> Mapping[str, int]:
        found, queue = {start: 0}, deque([start])
        while queue:
            here = queue.popleft()
            for area in self.neighbours[here]:
                if area not in found:
                    found[area] = found[here] + 1
                    queue.append(area)
        return {area: found.get(area, len(self.ids)) for area in self.ids}
