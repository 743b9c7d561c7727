"""Line of sight against a slow reckoning of its own: exact fractions in the plane, every hexagon cut by the line."""

import random
from fractions import Fraction

import pytest

from pbem.rules.napoleonic.sight import blocked_by, crossings, directions_to, offset_of, sees
from pbem.rules.napoleonic.state import State
from tests.effort import within
from tests.rules.napoleonic.factory import foot, make

Point = tuple[Fraction, Fraction]
GROUND = ("clear", "clear", "clear", "light-wood", "village", "haza", "dense-wood", "town")


def centre(hex_: str) -> Point:
    """The centre of a flat-topped hex: columns lie 3 apart, rows 2, even columns 1 lower; y grows down."""
    column, row = int(hex_[:2]), int(hex_[2:])
    return Fraction(3 * column), Fraction(2 * row + (1 if column % 2 == 0 else 0))


CORNERS = ((2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1))
"""The corners of such a hex from its centre: across the flats it measures 2, across the corners 4."""


def sides_of(hex_: str, a: Point, b: Point) -> list[Fraction]:
    """On which side of the line from a to b each corner lies: less than 0, on it, or more."""
    x, y = centre(hex_)
    (ax, ay), (bx, by) = a, b
    return [(bx - ax) * (y + dy - ay) - (by - ay) * (x + dx - ax) for dx, dy in CORNERS]


def share(hex_: str, a: Point, b: Point) -> Fraction:
    """What part of the segment from a to b lies in a hex, its border included: by clipping at its six sides."""
    x, y = centre(hex_)
    low, high = Fraction(0), Fraction(1)
    corners = [(x + dx, y + dy) for dx, dy in CORNERS]
    for (px, py), (qx, qy) in zip(corners, [*corners[1:], corners[0]], strict=True):

        def inside(
            point: Point, px: Fraction = px, py: Fraction = py, qx: Fraction = qx, qy: Fraction = qy
        ) -> Fraction:
            return (qx - px) * (point[1] - py) - (qy - py) * (point[0] - px)

        start, end = inside(a), inside(b)
        if start < 0 and end < 0:
            return Fraction(0)
        if start < 0 or end < 0:
            crossing = start / (start - end)
            low, high = (max(low, crossing), high) if start < 0 else (low, min(high, crossing))
    return max(Fraction(0), high - low)


def slow_sees(state: State, here: str, there: str) -> bool:
    """Whether two hexes see each other, reckoned from the geometry alone (NAP-7)."""
    board, ground, level = state.scenario.board, state.scenario.ground, state.scenario.board.level
    far = board.distance(here, there)
    if far <= 1:
        return True
    if "dense-wood" in (ground[here], ground[there]):
        return False
    a, b = centre(here), centre(there)
    mine, theirs = 2 * level[here] + 1, 2 * level[there] + 1

    def top(hex_: str) -> int:
        cover = ground[hex_] in ("light-wood", "dense-wood", "village", "town", "strong-building")
        troops = any(state.units[u].formation != "skirmish" for u in state.pile(hex_))
        return 2 * level[hex_] + (2 if cover else 1 if troops else 0)

    along: list[str] = []
    for hex_ in board.ids:
        if hex_ in (here, there) or share(hex_, a, b) == 0:
            continue
        found = sides_of(hex_, a, b)
        if min(found) < 0 < max(found):
            near = board.distance(here, hex_)
            if top(hex_) * far >= mine * (far - near) + theirs * near:
                return False
        else:
            along.append(hex_)  # the line runs along one of its sides
    for hex_ in along:
        beside = [
            o for o in along if o in board.neighbours[hex_] and board.distance(here, o) == board.distance(here, hex_)
        ]
        near = board.distance(here, hex_)
        if min(map(top, (hex_, *beside))) * far >= mine * (far - near) + theirs * near:
            return False
    return True


def field(seed: int) -> State:
    """A map of 9 by 9 hexes with ground, levels and troops by lot."""
    lot = random.Random(seed)
    hexes = [f"{c:02d}{r:02d}" for c in range(1, 10) for r in range(1, 10)]
    units = [
        foot(f"u-{n}", "french", hex_, formation=lot.choice(("normal", "skirmish")))
        for n, hex_ in enumerate(lot.sample(hexes, 12))
    ]
    map_ = {
        "size": [9, 9],
        "terrain": {hex_: lot.choice(GROUND) for hex_ in hexes},
        "levels": {hex_: lot.choice((0, 0, 0, 1, 1, 2)) for hex_ in hexes},
    }
    return make(units, map_=map_)


@pytest.mark.rule("NAP-7.1", "NAP-7.2", "NAP-7.3", "NAP-7.4")
@pytest.mark.parametrize("seed", range(6))
def test_sight_is_as_slowly_reckoned(seed: int) -> None:
    state, lot = field(seed), random.Random(100 + seed)
    pairs = [tuple(lot.sample(state.scenario.board.ids, 2)) for _ in range(150)]
    wrong = [(a, b) for a, b in pairs if sees(state, a, b) is not slow_sees(state, a, b)]
    assert wrong == []
    assert {sees(state, a, b) for a, b in pairs} == {True, False}


@pytest.mark.rule("NAP-7.3")
def test_sight_is_mutual_and_says_what_hides() -> None:
    state = field(7)
    ids = state.scenario.board.ids[::7]
    for a in ids:
        for b in ids:
            assert sees(state, a, b) is sees(state, b, a), (a, b)
            assert blocked_by(state, a, b) is None or blocked_by(state, a, b), (a, b)


@pytest.mark.rule("NAP-8.6", "NAP-8.15")
def test_a_line_leaves_by_one_hexside_or_between_two() -> None:
    state = make([])
    assert directions_to(state.scenario, "0404", "0402") == (0,)
    assert directions_to(state.scenario, "0404", "0604") == (1, 2)
    assert directions_to(state.scenario, "0101", "0301") == (2,), "the hex off the map is left out"


def test_all_pairs_of_the_shipped_map_are_seen_in_time() -> None:
    from pbem.gamedata.games import compose
    from pbem.gamedata.rulesets import ruleset

    rules = ruleset("napoleonic")
    state = rules.initial(rules.read_scenario(compose("napoleonic")))
    board = state.scenario.board
    pairs = [(a, b) for a in board.ids for b in board.within(a, 12) if a < b]
    seen = within(150, lambda: sum(1 for a, b in pairs if sees(state, a, b)))
    assert 0 < seen < len(pairs)


@pytest.mark.rule("NAP-7.2")
def test_the_hexes_and_pairs_that_a_line_crosses() -> None:
    scenario = make([], map_={"size": [11, 11]}).scenario
    board, here, a = scenario.board, "0606", centre("0606")
    start = board.cubes[here]
    for there in sorted({*board.ids} - {here}):
        b, crossed, along = centre(there), set[frozenset[str]](), list[str]()
        for hex_ in board.ids:
            if hex_ not in (here, there) and share(hex_, a, b) > 0:
                sides = sides_of(hex_, a, b)
                if min(sides) < 0 < max(sides):
                    crossed.add(frozenset({hex_}))
                else:
                    along.append(hex_)
        crossed |= {
            frozenset({one, other}) for one in along for other in along
            if other in board.neighbours[one] and board.distance(here, one) == board.distance(here, other)
        }  # fmt: skip
        found = crossings(offset_of(scenario, here, there))
        names = [frozenset(scenario.at[start.x + x, start.y + y, start.z + z] for x, y, z in pair) for _, pair in found]
        assert set(names) == crossed
        assert [far for far, _ in found] == sorted(board.distance(here, next(iter(each))) for each in names)
