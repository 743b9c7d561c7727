"""Where the bot wants its counters: the French on the way out by the east, the Spanish across that way (NAP-15.5)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from pbem.bots.gaps import FAR, gaps
from pbem.rules.napoleonic.ground import Going, step_cost
from pbem.rules.napoleonic.sequence import FRENCH, SPANISH, enemy
from pbem.rules.napoleonic.sight import directions_to
from pbem.rules.napoleonic.state import State

ENEMY, ZONE = 8, 4  # what an enemy stack, and a hex in a zone of control, cost whoever looks for a way past them
AHEAD = 2  # hexes before an enemy stack from which on one waits for it
PACE = {"infantry": 4, "cavalry": 7, "artillery": 3}  # hexes a turn
ABOUT = 5  # hexes within which enemies count for a facing
RETAKERS = 2  # counters that go for a town hex which the enemy holds


@dataclass(frozen=True)
class Aims:
    """The aims of a side in a position: how far each hex is from its goals, and where each counter is to stand.

    `gap` counts movement points to the goals by type of counter; `posts` are of those who bar the way, each its hex.
    """

    side: str
    gap: Mapping[str, Mapping[str, int]]
    posts: Mapping[str, str] = field(default_factory=dict)

    def distance(self, state: State, unit: str, hex_: str) -> int:
        """How far a counter in a hex would be from where it is wanted; 0 where nothing is wanted of it."""
        post = self.posts.get(unit)
        if post is None:
            gap = self.gap.get(state.counter(unit).type)
            return 0 if gap is None else gap.get(hex_, FAR)
        return state.scenario.board.distance(hex_, post)


def aims_of(state: State, side: str) -> Aims:
    """What a side is after in this position."""
    if side == FRENCH:
        towns = {"infantry": lost_towns(state, side)}
        return Aims(side, {kind: way_out(state, side, kind, towns.get(kind, ())) for kind in PACE})
    gap = way_out(state, "", "infantry")
    return Aims(side, {}, posts(state, side, gap))


def lost_towns(state: State, side: str) -> tuple[str, ...]:
    """The town hexes that the enemy of a side holds."""
    return tuple(hex_ for hex_ in state.scenario.towns if state.holders.get(hex_, SPANISH) != side)


def way_out(state: State, side: str, kind: str, more: Sequence[str] = ()) -> Mapping[str, int]:
    """Movement points from each hex to the nearest exit or one of `more`; round the enemies of a side that is named.

    `kind`: of infantry, cavalry or artillery.
    """
    scenario, foe, going = state.scenario, enemy(side) if side else "", Going(kind, coded=False, road=False)

    def cost(here: str, there: str) -> int | None:
        points = step_cost(scenario, going, here, there, alone=False)
        if points is None or not side:
            return points
        return points + (ENEMY if state.holds(foe, there) else ZONE if state.in_zone(side, there) else 0)

    return gaps(scenario.board.neighbours, cost, (*scenario.exits, *more))


def ways(state: State, side: str, gap: Mapping[str, int]) -> dict[str, tuple[str, ...]]:
    """The way out of each stack of a side, from its hex on: where it may be expected."""
    neighbours, found = state.scenario.board.neighbours, dict[str, tuple[str, ...]]()
    for hex_ in sorted(h for h in state.piles if state.holds(side, h)):
        way = [hex_]
        while gap.get(way[-1], 0):
            way.append(min(neighbours[way[-1]], key=lambda h: (gap.get(h, FAR), h)))
        found[hex_] = tuple(way)
    return found


def posts(state: State, side: str, gap: Mapping[str, int]) -> dict[str, str]:
    """The hex of each counter of a side that bars the ways of the enemy's stacks: the heaviest need comes first.

    A counter goes where it can be in time, to the stack that is least opposed and nearest.
    """
    foe = enemy(side)
    expected = ways(state, foe, gap)
    need = {hex_: sum(map(state.pf, state.pile(hex_))) for hex_ in expected}
    found = _retakers(state, side)
    for unit in sorted(set(state.fighting(side)) - set(found), key=lambda u: (-state.pf(u), u)):
        ranked = [(*_bar(state, unit, expected[hex_]), hex_) for hex_ in expected if need[hex_] > 0]
        if not ranked:
            ranked = [(*_bar(state, unit, way), hex_) for hex_, way in expected.items()]
        if ranked:
            _, post, hex_ = min(ranked, key=lambda each: (each[0] * 10 - min(need[each[2]], 20), each[1:]))
            found[unit] = post
            need[hex_] -= state.pf(unit)
    return found


def _retakers(state: State, side: str) -> dict[str, str]:
    """The infantry nearest to each town hex that is lost, with that hex."""
    found: dict[str, str] = {}
    for hex_ in lost_towns(state, side):
        free = (u for u in state.fighting(side) if state.counter(u).type == "infantry" and u not in found)
        near = sorted(free, key=lambda u: (state.scenario.board.distance(state.hex_of(u), hex_), u))
        found |= dict.fromkeys(near[:RETAKERS], hex_)
    return found


def _bar(state: State, unit: str, way: Sequence[str]) -> tuple[int, str]:
    """How far a counter is from the hex of a way where it can stop who comes along it, and that hex."""
    here, board = state.hex_of(unit), state.scenario.board
    pace, theirs = PACE[state.counter(unit).type], max(PACE[state.counter(u).type] for u in state.pile(way[0]))
    late = (len(way), way[-1])
    best: tuple[int, int, str] | None = None
    for ahead, hex_ in enumerate(way):
        far = board.distance(here, hex_)
        if ahead >= min(AHEAD, len(way) - 1) and far * theirs <= (ahead + theirs) * pace:
            rank = (far, -ahead, hex_)
            best = rank if best is None or rank < best else best
    return late if best is None else (best[0], best[2])


def strengths(state: State, side: str, reach: int) -> dict[str, int]:
    """Strength points of a side within reach of each hex near which it has any."""
    found: dict[str, int] = {}
    for hex_, pile in state.piles.items():
        if state.holds(side, hex_):
            points = sum(map(state.pf, pile))
            for near in state.scenario.board.within(hex_, reach):
                found[near] = found.get(near, 0) + points
    return found


def foes_near(state: State, side: str, hex_: str, reach: int) -> Sequence[str]:
    """The hexes within reach of one in which enemies of a side stand."""
    foe = enemy(side)
    return [near for near in state.scenario.board.within(hex_, reach) if state.holds(foe, near)]


def facing_for(state: State, side: str, hex_: str, toward: str | None = None) -> int | None:
    """The facing that has most enemy strength in front, the near counted more; None where no enemy is about.

    Where none is, the facing toward a hex, if one is given.
    """
    board, weights = state.scenario.board, [0] * 6
    for near in foes_near(state, side, hex_, ABOUT):
        if near == hex_:
            continue
        weight = 60 * (1 + sum(map(state.pf, state.pile(near)))) // board.distance(hex_, near) ** 2
        for facing in directions_to(state.scenario, hex_, near):
            weights[facing] += weight
    if not any(weights):
        return None if toward is None or toward == hex_ else directions_to(state.scenario, hex_, toward)[0]
    return max(range(6), key=lambda f: (2 * weights[f] + weights[(f + 1) % 6] + weights[(f - 1) % 6], -f))
