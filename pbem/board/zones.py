"""Zones of control: which spaces are controlled, and by which units."""

from collections.abc import Callable, Iterable


def zones(units: Iterable[str], fronts: Callable[[str], Iterable[str]]) -> dict[str, tuple[str, ...]]:
    """For each controlled space the units that control it, sorted.

    `fronts(unit)` gives the spaces that a unit controls: all six neighbours, or only its front hexsides, as the
    rules say.
    """
    controlled: dict[str, list[str]] = {}
    for unit in sorted(units):
        for space in fronts(unit):
            controlled.setdefault(space, []).append(unit)
    return {space: tuple(by) for space, by in controlled.items()}
