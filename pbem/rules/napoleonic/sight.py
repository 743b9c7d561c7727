"""Line of sight over slopes, woods, buildings and troops, in integers (NAP-7)."""

from functools import lru_cache

from pbem.board.hexes import DIRECTIONS
from pbem.rules.napoleonic.ground import gives_cover
from pbem.rules.napoleonic.scenario import Scenario
from pbem.rules.napoleonic.state import State

Offset = tuple[int, int, int]
Crossing = tuple[int, tuple[Offset, ...]]
"""What a line crosses at a distance: a hex, or the two beside a hexside along which it runs; as offsets."""


@lru_cache(maxsize=4096)
def crossings(offset: Offset) -> tuple[Crossing, ...]:
    """The hexes between the ends of a line from the centre of a hex to one at an offset, nearest first (NAP-7.2).

    A hex counts if its inside is crossed; one that is touched in a corner does not.
    """
    x, _, z = offset
    found: dict[Offset, Crossing] = {}
    for dx in _between(x):
        for dz in _between(z):
            middle = (dx, -dx - dz, dz)
            if middle in ((0, 0, 0), offset):
                continue
            beside = _crossed(offset, middle)
            if beside is not None:
                pair = (middle,) if beside == (0, 0, 0) else _pair(middle, beside)
                found[min(pair)] = (max(map(abs, middle)), pair)  # NAP-7.2
    return tuple(sorted(found.values()))


def _between(end: int) -> range:
    """The whole numbers from 0 to another, upwards."""
    return range(min(end, 0), max(end, 0) + 1)


def _crossed(offset: Offset, middle: Offset) -> Offset | None:
    """Whether a line crosses a hex: None where it does not, else the step to the hex that shares it, or no step.

    In cube coordinates the inside of a hex is where x - y, y - z and z - x all differ from its centre's by less than 1.
    The line is cut to the part, in whole numbers of a common measure, where that is so.
    """
    rates = [offset[k] - offset[(k + 1) % 3] for k in range(3)]
    starts = [middle[(k + 1) % 3] - middle[k] for k in range(3)]
    measure = 1
    for rate in rates:
        measure *= abs(rate) or 1
    low, high, beside = 0, measure, (0, 0, 0)
    for k, (start, rate) in enumerate(zip(starts, rates, strict=True)):
        if rate == 0:
            if abs(start) > 1:
                return None
            if abs(start) == 1:
                beside = _across(k, start)  # NAP-7.2
            continue
        unit = measure // rate
        ends = sorted(((-1 - start) * unit, (1 - start) * unit))
        low, high = max(low, ends[0]), min(high, ends[1])
    return beside if low < high else None


def _across(k: int, way: int) -> Offset:
    """The step over the hexside on which coordinate k less the next one differs by `way`."""
    step = [0, 0, 0]
    step[k], step[(k + 1) % 3] = way, -way
    return (step[0], step[1], step[2])


def _pair(middle: Offset, beside: Offset) -> tuple[Offset, ...]:
    other = (middle[0] + beside[0], middle[1] + beside[1], middle[2] + beside[2])
    return tuple(sorted((middle, other)))


def offset_of(scenario: Scenario, here: str, there: str) -> Offset:
    """The way from a hex to another in cube coordinates."""
    a, b = scenario.board.cubes[here], scenario.board.cubes[there]
    return (b.x - a.x, b.y - a.y, b.z - a.z)


def ground_height(scenario: Scenario, hex_: str) -> int:
    """The ground of a hex in half-levels (NAP-7.1)."""
    return 2 * scenario.board.level[hex_]  # NAP-7.1


def eye(scenario: Scenario, hex_: str) -> int:
    """The eye of whoever looks, or is looked at, in a hex (NAP-7.1)."""
    return ground_height(scenario, hex_) + 1  # NAP-7.1


def tops(state: State) -> dict[tuple[int, int, int], int]:
    """How high each hex hides what is behind it, in half-levels, by cube (NAP-7.1)."""
    return state.known("tops", lambda: _tops(state))


def _tops(state: State) -> dict[tuple[int, int, int], int]:
    scenario, found = state.scenario, dict[tuple[int, int, int], int]()
    for hex_, cube in scenario.board.cubes.items():
        hidden = 0
        if gives_cover(scenario, hex_):
            hidden = 2  # NAP-7.1
        elif any(state.units[unit].formation != "skirmish" for unit in state.pile(hex_)):
            hidden = 1  # NAP-7.1
        found[cube] = ground_height(scenario, hex_) + hidden
    return found


def blocked_by(state: State, here: str, there: str) -> tuple[str, ...] | None:
    """What hides two hexes from each other: the hex, or the pair; the ends themselves for dense wood; None if they see.

    Sight is mutual, and who stands next to each other sees (NAP-7.3, 7.4).
    """
    scenario = state.scenario
    offset = offset_of(scenario, here, there)
    reach = max(map(abs, offset))
    if reach <= 1:
        return None  # NAP-7.3
    if "dense-wood" in (scenario.ground[here], scenario.ground[there]):
        return tuple(hex_ for hex_ in (here, there) if scenario.ground[hex_] == "dense-wood")  # NAP-7.4
    heights, (x, y, z) = tops(state), scenario.board.cubes[here]
    mine, theirs = eye(scenario, here), eye(scenario, there)
    for far, pair in crossings(offset):
        tall = [t for a, b, c in pair if (t := heights.get((x + a, y + b, z + c))) is not None]  # NAP-7.2
        if min(tall) * reach >= mine * (reach - far) + theirs * far:  # NAP-7.3
            cubes = ((x + a, y + b, z + c) for a, b, c in pair)
            return tuple(hex_ for cube in cubes if (hex_ := scenario.at.get(cube)) is not None)
    return None


def sees(state: State, here: str, there: str) -> bool:
    """Whether two hexes see each other (NAP-7)."""
    return blocked_by(state, here, there) is None


def directions_to(scenario: Scenario, here: str, there: str) -> tuple[int, ...]:
    """The hexsides by which the line from a hex to another leaves it: one, or two where it runs between them.

    A hex off the map is left out (NAP-8.6, 8.15).
    """
    x, y, z = offset_of(scenario, here, there)
    toward = [d.x * x + d.y * y + d.z * z for d in DIRECTIONS]
    start = scenario.board.cubes[here]
    best = [k for k, each in enumerate(toward) if each == max(toward)]
    on_map = [
        k for k in best
        if (start.x + DIRECTIONS[k].x, start.y + DIRECTIONS[k].y, start.z + DIRECTIONS[k].z) in scenario.at
    ]  # fmt: skip
    return tuple(on_map or best)


def in_cone(scenario: Scenario, here: str, there: str, facing: int) -> bool:
    """Whether a hex lies in the 120 degrees between the two outer front directions, bounds included (NAP-8.1)."""
    x, _, z = offset_of(scenario, here, there)
    left, right = DIRECTIONS[(facing - 1) % 6], DIRECTIONS[(facing + 1) % 6]
    return x * right.z >= z * right.x and left.x * z >= left.z * x  # NAP-8.1
