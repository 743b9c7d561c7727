"""Moves joined into flows: what sets out together, or goes a long way together, is one line that branches.

A flow is drawn stretch by stretch: from the first hex to its hexside, round each bend from hexside to hexside, and
into the last hex. A stretch that many go along is drawn once, broader. Flows that meet keep to lanes of their own.
"""

from collections import Counter as Tally
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, pairwise
from math import sqrt

from pbem.core.scene import Arrow
from pbem.report.svg.base.plan import Plan
from pbem.report.svg.base.shapes import length

Step = tuple[str, str]
"""A hexside gone over: the hex before it and the hex behind it."""
SOLID = frozenset({"move", "march", "advance", "arrival"})
STRAIGHT = frozenset({"flight", "voyage", "planned-flight", "planned-voyage", "planned-attack"})
ALONE = frozenset({"retreat", "panic", "planned-panic", "blocked"})
"""Kinds that are dashed or barred, and so drawn one by one."""
SUPPLY = "supply"
"""Lines of supply: all of a side are one, dotted, without heads and as broad for many as for one."""
MOST_LANES = 3


@dataclass(frozen=True, slots=True)
class Flow:
    """Moves of a side and class drawn as one branching line, and its lane: 0 through the middle, +1 right of it …

    `steps`: how many go over each border.
    """

    side: str
    kind: str
    arrows: tuple[Arrow, ...]
    steps: Tally[Step]
    lane: int = 0


def _flow(side: str, kind: str, arrows: Sequence[Arrow]) -> Flow:
    steps: Tally[Step] = Tally(step for arrow in arrows for step in pairwise(arrow.path))
    return Flow(side, kind, tuple(arrows), steps)


def flows_of(plan: Plan, arrows: Iterable[Arrow]) -> list[Flow]:
    """All moves along hexes that touch the picture, the largest first, each with its lane.

    Close up, moves are joined that begin in one hex or share three hexsides; on an overview those that share one.
    """
    seen = [a for a in arrows if a.kind not in STRAIGHT and len(a.path) > 1 and plan.any_shown(a.path)]
    groups: dict[tuple[str, str, int], list[Arrow]] = {}
    for i, arrow in enumerate(seen):
        kind = "move" if arrow.kind in SOLID else arrow.kind
        groups.setdefault((arrow.side, kind, i if kind in ALONE else -1), []).append(arrow)
    found: list[Flow] = []
    for side, kind, alone in sorted(groups):
        members = groups[(side, kind, alone)]
        joined = [members] if kind == SUPPLY else _joined(members, 3 if plan.detailed else 1)
        found.extend(_flow(side, kind, some) for some in joined)
    found.sort(key=lambda flow: (-len(flow.arrows), flow.arrows[0].path, flow.side))
    return _laned(found)


def _joined(arrows: Sequence[Arrow], shared: int) -> list[list[Arrow]]:
    """The arrows in groups: two that begin in one hex, or share so many hexsides, are in the same."""
    alike: Tally[tuple[int, int]] = Tally()
    for same in _alike(arrows, lambda arrow: {arrow.path[0]}):
        alike.update(dict.fromkeys(combinations(same, 2), shared))
    for same in _alike(arrows, lambda arrow: set(pairwise(arrow.path))):
        alike.update(combinations(same, 2))
    leader = list(range(len(arrows)))

    def lead(i: int) -> int:
        while leader[i] != i:
            i = leader[i]
        return i

    for (i, j), count in alike.items():
        if count >= shared:
            a, b = sorted((lead(i), lead(j)))
            leader[b] = a
    groups: dict[int, list[Arrow]] = {}
    for i, arrow in enumerate(arrows):
        groups.setdefault(lead(i), []).append(arrow)
    return list(groups.values())


def _alike(arrows: Sequence[Arrow], traits: Callable[[Arrow], Iterable[Hashable]]) -> Iterable[list[int]]:
    """The places of the arrows that have a trait in common, ascending."""
    found: dict[Hashable, list[int]] = {}
    for i, arrow in enumerate(arrows):
        for trait in traits(arrow):
            found.setdefault(trait, []).append(i)
    return found.values()


def _laned(flows: Sequence[Flow]) -> list[Flow]:
    """Each flow with the lane nearest to the middle that no flow before it has on any of its hexsides."""
    taken: dict[frozenset[str], set[int]] = {}
    out = []
    for flow in flows:
        steps = sorted(flow.steps)
        lane = next((n for n in _lanes() if all(n * _sign(s) not in taken.get(frozenset(s), ()) for s in steps)), 0)
        for step in steps:
            half = 1 if flow.steps[step] > 3 else 0  # a broad stretch fills the lanes beside its own
            taken.setdefault(frozenset(step), set()).update(lane * _sign(step) + n for n in range(-half, half + 1))
        out.append(replace(flow, lane=lane))
    return out


def _lanes() -> Iterator[int]:
    yield 0
    for n in range(1, MOST_LANES + 1):
        yield from (n, -n)


def _sign(step: Step) -> int:
    """Right of a step is left of the step back: lanes of a hexside are counted from its lower hex."""
    return 1 if step[0] < step[1] else -1


def breadth(count: int) -> float:
    """How many times as broad as a single move the line of so many is."""
    return min(3.4, sqrt(count))


@dataclass(frozen=True, slots=True)
class Stretch:
    """A part of a flow: out of a hex, round a bend in it, or into it, and how many go there. `before` and `after` are
    the hexes on both sides of `space`; "" where the moves begin or end."""

    before: str
    space: str
    after: str
    count: int


def stretches(flow: Flow) -> list[Stretch]:
    """The parts of a flow, each once, the broad ones first."""
    parts: Tally[tuple[str, str, str]] = Tally()
    for arrow in flow.arrows:
        hexes = ("", *arrow.path, "")
        parts.update(zip(hexes, hexes[1:], hexes[2:], strict=False))
    ordered = sorted(parts, key=lambda part: (-parts[part], part))
    return [Stretch(*part, count=parts[part]) for part in ordered]


def trunk(plan: Plan, flow: Flow) -> tuple[list[Step], int]:
    """The hexsides of the picture that most go over, the first on their way first, and how many these are."""
    steps = {step: count for step, count in flow.steps.items() if plan.any_shown(step)}
    most = max(steps.values(), default=0)
    on_the_way = dict.fromkeys(step for arrow in flow.arrows for step in pairwise(arrow.path))
    return [step for step in on_the_way if steps.get(step) == most], most


def free_side(plan: Plan, stretch: Stretch, piles: Collection[str]) -> tuple[bool, tuple[int, ...]]:
    """How to go round an occupied space: whether clockwise, and by which corners of its outline, from border to border.

    The shorter way is taken, the emptier one of two that are as long.
    """
    space, ring = stretch.space, plan.outline(stretch.space)
    into, out = plan.border(space, stretch.before), plan.border(space, stretch.after)
    right = _walk(len(ring), ring.index(into[-1]), ring.index(out[0]), 1)
    left = _walk(len(ring), ring.index(into[0]), ring.index(out[-1]), -1)
    others = [n for n in plan.neighbours(space) if n in piles and n not in (stretch.before, stretch.after)]

    def crowd(corners: Sequence[int]) -> tuple[int, int]:
        way = [ring[corner] for corner in corners]
        return round(length(way)), sum(not set(way).isdisjoint(plan.border(space, other)) for other in others)

    clockwise = crowd(right) <= crowd(left)
    return clockwise, right if clockwise else left


def _walk(count: int, first: int, last: int, step: int) -> tuple[int, ...]:
    """The corners from one to another, both included, one way round."""
    return tuple((first + step * n) % count for n in range((step * (last - first)) % count + 1))
