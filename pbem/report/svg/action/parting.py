"""Things that lie apart, parted among windows of one size: what one window shows stays together."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pbem.report.svg.base.write import Point


@dataclass(frozen=True, slots=True)
class Group:
    """Points that one window must show together, and what it is worth that it does."""

    points: tuple[Point, ...]
    worth: int = 1


def part(groups: Iterable[Group], wide: float, tall: float) -> tuple[tuple[Group, ...], ...]:
    """The groups in parts that each fit in so much width and height, from left to right: each holds the leftmost left.

    A group that is larger than that is in none.
    """
    left = sorted((group for group in groups if _fits(group, wide, tall)), key=_box)
    found = []
    while left:
        first, top, *_, bottom = _box(left[0])
        near = [group for group in left if _box(group)[2] <= first + wide and _holds(top, bottom, group, tall)]
        held = fullest(near, wide, tall, left[0])
        found.append(held)
        left = [group for group in left if group not in held]
    return tuple(found)


def fullest(groups: Sequence[Group], wide: float, tall: float, one: Group | None = None) -> tuple[Group, ...]:
    """The groups that together fit in so much width and height and are worth most, `one` among them.

    Such a window may be taken to begin at the left of one group and the top of another. None of no groups that fit.
    """
    boxes = [_box(group) for group in groups]
    best: tuple[int, tuple[Group, ...]] = (0, ())
    for x in sorted({left for left, *_ in boxes}):
        inside = [(group, box) for group, box in zip(groups, boxes, strict=True) if x <= box[0] and box[2] <= x + wide]
        for y in sorted({box[1] for _, box in inside}):
            held = tuple(group for group, box in inside if y <= box[1] and box[3] <= y + tall)
            worth = sum(group.worth for group in held)
            if worth > best[0] and (one is None or one in held):
                best = worth, held
    return best[1]


def _holds(top: float, bottom: float, group: Group, tall: float) -> bool:
    """Whether a window so high can hold a group and what lies between a top and a bottom."""
    _, high, _, low = _box(group)
    return max(low, bottom) - min(high, top) <= tall


def _fits(group: Group, wide: float, tall: float) -> bool:
    left, top, right, bottom = _box(group)
    return right - left <= wide and bottom - top <= tall


def _box(group: Group) -> tuple[float, float, float, float]:
    across, down = zip(*group.points, strict=True)
    return min(across), min(down), max(across), max(down)
